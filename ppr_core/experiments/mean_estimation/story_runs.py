"""What a result of `mean_estimation` says of its runs: who ran on which data, and how well it agrees."""

from __future__ import annotations

from functools import reduce

from ppr_core.experiments.mean_estimation.result import MeanResult
from ppr_core.experiments.mean_estimation.schemes import NONZEROS
from ppr_core.texts import Messages
from ppr_core.wording import number, percent

__all__ = [
    "answer", "bits", "bits_text", "change", "data_notice", "names", "reading",
]  # fmt: skip

message = Messages("mean_estimation")


def reading(result: MeanResult) -> str:
    """How to read the main chart: points, lines and the data."""
    p = result.parameters
    clients, dimension = map(number, p.shape)
    parts = [message("chart-note", runs=number(p.repetitions))]
    if p.central:
        sizes = [number(run.task.chunk) for run in result.along("bits", "sliced_ppr")]
        text = reduce(lambda first, second: message("chart-and", first=first, second=second), sizes)
        parts.append(message("chart-note-chunks", sizes=text))
    else:
        parts.append(message("chart-note-people", clients=clients, dimension=dimension))
        parts += [] if all(run.compressed for run in result.focus) else [message("chart-note-floats")]
    if any(run.task.once for run in result.runs):
        parts.append(message("chart-note-once", epsilon=number(max(p.epsilons))))
    return " ".join(parts)


def answer(result: MeanResult) -> str:
    """How to read the chart of the published mean: what is estimated, and what the schemes are called in full."""
    p = result.parameters
    people, dimension = map(number, p.shape)
    chunk = number(result.headline.task.chunk)
    return message("answer-note", people=people, dimension=dimension, chunk=chunk, held=p.server_held)


def names(result: MeanResult) -> str:
    """What the schemes of unit vectors are called in full; "" for a published mean, whose caption says it."""
    p = result.parameters
    return "" if p.central else message("names", compare=p.compare)


def bits(result: MeanResult) -> str:
    """Where a person's bits go."""
    return message("bits-caption" if any(run.compressed for run in result.focus) else "bits-nothing")


def bits_text(bits: float) -> str:
    """So many bits."""
    return message("bits", one=bits == 1, bits=number(bits))


def change(value: float, base: float) -> str:
    """How much an error is more or less than another."""
    share = value / base - 1
    if abs(share) < 0.005:
        return message("change", kind="same" if abs(share) < 1e-5 else "near", number="")
    if share > 2:
        return message("change", kind="times", number=number(value / base, 2))
    return message("change", kind="more" if share > 0 else "less", number=percent(abs(share), 2))


def data_notice(result: MeanResult) -> str:
    """What was done to the data; "" where nothing was."""
    p = result.parameters
    kind = f"file-{'central' if p.central else 'local'}" if p.data == "file" else p.data
    if p.data == "signs" or not (p.central or p.data == "file"):
        return ""
    return message("data", kind=kind, nonzeros=number(min(NONZEROS, p.shape[1])))
