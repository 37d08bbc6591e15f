"""What a result of the experiment `mean_estimation` says of its runs: who ran on which data, and how well it agrees."""

from __future__ import annotations

from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, MeanResult
from ppr_core.experiments.mean_estimation.schemes import NONZEROS
from ppr_core.wording import measured, number, percent

__all__ = ["bits", "data_notice", "exactness", "more", "reading", "these_runs"]

_PRIVUNIT = "PrivUnit: a random unit vector, likelier in the cap around the client's own"
_SQKR = "SQKR: subsampled and quantized Kashin's response"
_NAMES = {
    "central": (
        "PPR: Poisson private representation, a message for each chunk",
        "CSGM: coordinate-subsampled Gaussian mechanism",
        f"Gaussian: no compression, {FLOAT_BITS}-bit floats",
    ),
    "local": (_PRIVUNIT, "default: half of ε for the choice of the cap", "PrivHS: the cap is a hemisphere", _SQKR),
    "split": (_PRIVUNIT, "s × ε/s: s reports of a client, each with ε/s", _SQKR),
    "compressed": (
        "All send PrivUnit's report, a random unit vector",
        "PPR: Poisson private representation",
        "MRC: minimal random coding; modified: so that it keeps ε",
        "Rejection: a pseudorandom seed is sent",
    ),
}


def reading(result: MeanResult) -> str:
    """How to read the main chart: the data, the schemes, points and lines."""
    p = result.parameters
    names = [name for name in _NAMES[p.compare] if not (p.server_held and name.startswith("CSGM"))]
    if p.compare in ("local", "split"):
        reports = [run.compressed for run in result.focus if run.task.name != "sqkr"]
        through = "through PPR, Poisson private representation" if any(reports) else "as floats"
        through += ", or as floats" if any(reports) and not all(reports) else ""
        whose = "PrivUnit and PrivHS" if p.compare == "local" else "PrivUnit"
        names.append(f"reports of {whose} are sent {through}")
    text = f"n = {number(p.shape[0])} clients, d = {number(p.shape[1])} entries each. {'; '.join(names)}. "
    text += f"Points: mean of {p.repetitions} real runs ± one standard error; lines: computed."
    if any(run.task.once for run in result.runs):
        text += f" At ε = {number(max(p.epsilons))} PPR is run once."
    if not p.central:
        floats = not all(run.compressed for run in result.focus)
        return f"{text} What was sent as floats is not on the right." if floats else text
    sizes = [str(run.task.chunk) for run in result.along("bits", "sliced_ppr")]
    text += " The dotted line is no scheme: it is Theorem 5's bound for sending the whole vector by PPR in one message."
    return f"{text} On the right PPR in chunks of {' and, further right, '.join(sizes)} entries."


def bits(result: MeanResult) -> str:
    """Where a client's bits go."""
    runs = [run for run in result.focus if run.compressed]
    if not runs:
        return "Nothing was compressed at this size."
    parts = "; ".join(
        f"{run.label}: {number(run.information)} of information, {number(run.code_overhead)} for one message, "
        f"{number(run.chunk_overhead)} for the others"
        for run in runs
    )
    return f"Bits of a client at ε = {number(result.parameters.epsilon)}: {parts}."


def exactness(result: MeanResult) -> str:
    """How far the points lie from the lines."""
    runs = [run for run in result.runs if run.error.error > 0]
    far = max(runs, key=lambda run: abs(run.error.value - run.law) / run.error.error)
    gap = abs(far.error.value - far.law) / far.error.error
    return (
        f"Each point is the mean of {result.parameters.repetitions} runs in which every client encodes, bytes are "
        f"counted, and the server decodes and averages; bars are one standard error, from all coordinates. Lines are "
        f"computed. Of {len(runs)} points the one furthest from its line, {far.label} at ε = "
        f"{number(far.task.epsilon)}, is {number(gap, 2)} of its standard errors away."
    )


def these_runs(result: MeanResult) -> str:
    """The measured error of the first scheme, inside a sentence."""
    first = result.headline
    return f"these {result.parameters.repetitions} runs gave {measured(first.error.value, first.error.error)}"


def more(value: float, base: float) -> str:
    """How much an error is more or less than another."""
    change = value / base - 1
    if abs(change) < 0.005:
        return "the same" if abs(change) < 1e-5 else "within 0.5 % of it"
    if change > 2:
        return f"{number(value / base, 2)} times as much"
    return f"{percent(abs(change), 2)} {'more' if change > 0 else 'less'}"


def data_notice(result: MeanResult) -> str:
    """What was done to the data; "" where nothing was."""
    p = result.parameters
    if p.data == "file":
        scale = "divided by the file's largest entry" if p.central else "divided by its length"
        return f"Each row of the file is {scale}. In real use that number must be known without the data."
    if p.data == "signs" or not p.central:
        return ""
    sparse = f"Vectors with {min(NONZEROS, p.shape[1])} nonzero entries"
    kind = "Vectors on the sphere" if p.data == "sphere" else sparse
    return (
        f"{kind} have length √d. A public rotation spreads them over the chunks, which changes no error; CSGM, which "
        "needs bounded entries, takes Kashin's representation in about twice as many coordinates."
    )
