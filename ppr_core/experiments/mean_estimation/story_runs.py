"""What a result of `mean_estimation` says of its runs: who ran on which data, and how well it agrees."""

from __future__ import annotations

from functools import reduce

from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, MeanResult
from ppr_core.experiments.mean_estimation.schemes import NONZEROS
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, percent

__all__ = [
    "answer", "bits", "bits_text", "change", "data_notice", "measured_error", "names", "reading", "runs_notice",
]  # fmt: skip

message = Messages("mean_estimation")


def reading(result: MeanResult) -> str:
    """How to read the main chart: points, lines and the data."""
    p = result.parameters
    clients, dimension = map(number, p.shape)
    parts = [message("chart-note", runs=number(p.repetitions), clients=clients, dimension=dimension)]
    if p.central:
        parts += [] if p.server_held else [message("chart-note-csgm")]
        sizes = [number(run.task.chunk) for run in result.along("bits", "sliced_ppr")]
        text = reduce(lambda first, second: message("chart-and", first=first, second=second), sizes)
        parts.append(message("chart-note-chunks", sizes=text))
    elif not all(run.compressed for run in result.focus):
        parts.append(message("chart-note-floats"))
    if any(run.task.once for run in result.runs):
        parts.append(message("chart-note-once", epsilon=number(max(p.epsilons))))
    return " ".join(parts)


def answer(result: MeanResult, server: float | None) -> str:
    """How to read the chart of the published mean: what is estimated, what each scheme sends, whom ε holds."""
    people, dimension = map(number, result.parameters.shape)
    return message(
        "answer-note", people=people, dimension=dimension, chunk=number(result.headline.task.chunk),
        kind="useless" if result.useless else "held" if server is None else "known",
        server="" if server is None else number(server),
    )  # fmt: skip


def names(result: MeanResult) -> str:
    """What the schemes are called in full, and how reports of unit vectors are sent."""
    compare = "held" if result.parameters.server_held else result.parameters.compare
    text = message("names", compare=compare, float=number(FLOAT_BITS))
    if compare not in ("local", "split"):
        return text
    sent = {run.compressed for run in result.focus if run.task.name != "sqkr"}
    kind = "both" if len(sent) > 1 else "ppr" if True in sent else "floats"
    return f"{text} {message('names-sent', kind=kind)}"


def bits(result: MeanResult) -> str:
    """Where a client's bits go."""
    runs = [run for run in result.focus if run.compressed]
    if not runs:
        return message("bits-nothing")
    parts = (
        message("bits-part", scheme=run.label, information=number(run.information), code=number(run.code_overhead),
                others=number(run.chunk_overhead))
        for run in runs
    )  # fmt: skip
    return message("bits-caption", epsilon=number(result.parameters.epsilon), parts="; ".join(parts))


def runs_notice(result: MeanResult) -> str:
    """What a run is, and how far the points lie from the lines."""
    runs = [run for run in result.runs if run.error.error > 0]
    far = max(runs, key=lambda run: abs(run.error.value - run.law) / run.error.error)
    gap = abs(far.error.value - far.law) / far.error.error
    epsilon, points = number(far.task.epsilon), number(len(runs))
    return message("runs", points=points, scheme=far.label, epsilon=epsilon, gap=number(gap, 2))


def measured_error(result: MeanResult) -> str:
    """Of the first scheme."""
    return measured(result.headline.error.value, result.headline.error.error)


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
