"""What the experiment `mean_estimation` finds, in sentences, and the names of its schemes spelled out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ppr_core.experiments.mean_estimation.measure import FLOAT_BITS
from ppr_core.experiments.mean_estimation.schemes import noise
from ppr_core.wording import measured, number

if TYPE_CHECKING:
    from ppr_core.experiments.mean_estimation.result import MeanResult

__all__ = ["chunks_finding", "curves_finding", "finding", "hidden", "reading"]

_PRIVUNIT = "PrivUnit: a random unit vector, likelier in the cap around the client's own"
_SQKR = "SQKR: subsampled and quantized Kashin's response"
_NAMES = {
    "central": (
        "PPR: Poisson private representation; sliced: a message for each chunk",
        "CSGM: coordinate-subsampled Gaussian mechanism",
        f"Gaussian: no compression, {FLOAT_BITS}-bit floats",
    ),
    "local": (
        _PRIVUNIT,
        "default: half of ε for the choice of the cap",
        "PrivHS: the cap is a hemisphere",
        _SQKR,
    ),
    "split": (_PRIVUNIT, "s × ε/s: s reports of a client, each with ε/s", _SQKR),
    "compressed": (
        "All send PrivUnit's report, a random unit vector",
        "PPR: Poisson private representation",
        "MRC: minimal random coding; modified: so that it keeps ε",
        "Rejection: a pseudorandom seed is sent",
    ),
}


def reading(result: MeanResult) -> str:
    p = result.parameters
    names = list(_NAMES[p.compare])
    if p.compare in ("local", "split"):
        reports = [run.compressed for run in result.focus if run.task.name != "sqkr"]
        code = "PPR, Poisson private representation"
        through = (
            f"through {code}" if all(reports) else f"through {code}, or as floats" if any(reports) else "as floats"
        )
        whose = "PrivUnit and PrivHS" if p.compare == "local" else "PrivUnit"
        names.append(f"reports of {whose} are sent {through}")
    text = f"{'; '.join(names)}. Points: mean of {p.repetitions} real runs ± one standard error; lines: computed."
    if not p.central:
        floats = not all(run.compressed for run in result.focus)
        return f"{text} What was sent as floats is not on the right." if floats else text
    sizes = [str(run.task.chunk) for run in result.along("bits", "sliced_ppr")]
    text += " Dotted: PPR in one message, its bits bounded by Theorem 5, its error exact."
    return f"{text} Sliced PPR on the right: chunks of {' and, further right, '.join(sizes)} entries."


def finding(result: MeanResult) -> str:
    """Expected errors are compared; the measured one stands beside its own expectation."""
    p, first = result.parameters, result.headline
    if not p.central:
        return _local_finding(result)
    csgm, floats = result.at("csgm"), FLOAT_BITS * p.shape[1]
    gaussian = noise(p, p.epsilon) ** 2
    exact = first.law <= gaussian * (1 + 1e-9)
    law = number(first.law)
    error = f", {law}, is exactly that" if exact else f" is {law}, against {number(gaussian)}"
    share = number(100 * first.bits.value / floats, 2)
    return (
        f"Sliced PPR sends {number(first.bits.value)} bits a client ({share} % of {FLOAT_BITS}-bit floats); its "
        f"expected squared error per coordinate{error} without compression, and {_these_runs(result)}. "
        f"CSGM {_with_bits(p.bits, first.bits.value)} has {number(csgm.law)}, {_more(csgm.law, first.law)}. "
        f"Central ε = {p.epsilon:.3g}, {hidden(result)}."
    )


def _these_runs(result: MeanResult) -> str:
    first = result.headline
    return f"these {result.parameters.repetitions} runs gave {measured(first.error.value, first.error.error)}"


def _with_bits(budget: int, sent: float) -> str:
    """A budget of CSGM beside what PPR sends."""
    bits = f"{number(budget)} bit{'s' if budget > 1 else ''}"
    if 0.9 * sent <= budget <= 1.1 * sent:
        return f"with {bits}"
    return f"with only {bits}" if budget < sent else f"with {bits}, more than PPR sends,"


def hidden(result: MeanResult) -> str:
    """What a central ε hides."""
    return (
        "adding or removing a client" if result.parameters.neighbours == "zero_out" else "replacing a client's vector"
    )


def _more(value: float, base: float) -> str:
    change = 100 * (value / base - 1)
    if abs(change) < 0.5:
        return "the same" if abs(change) < 1e-3 else "within 0.5 % of it"
    if change > 200:
        return f"{number(value / base, 2)} times as much"
    return f"{number(abs(change), 2)} % {'more' if change > 0 else 'less'}"


def _local_finding(result: MeanResult) -> str:
    p, first = result.parameters, result.headline
    others = "; ".join(f"{run.label} {_more(run.law, first.law)} ({_sent(run)})" for run in result.focus[1:])
    return (
        f"At local ε = {p.epsilon:.3g} the mean by {first.label}, {_sent(first)} a client, has an expected squared "
        f"error of {number(first.law)} over all coordinates, and {_these_runs(result)}. Expected of the others: "
        f"{others}."
    )


def _sent(run) -> str:
    return f"{number(run.bits.value)} bits{'' if run.compressed else ' of floats'}"


def curves_finding(result: MeanResult) -> str:
    p = result.parameters
    if not p.central:
        return "Fewer candidates are bought with a larger error."
    if not p.many:
        runs = result.along("epsilon", "sliced_ppr")
        sizes = ", ".join(
            f"{number(run.bits.value)} at ε = {run.task.epsilon:.3g} (chunks of {run.task.chunk})" for run in runs
        )
        return f"Sliced PPR sends, in bits a client: {sizes}. Floats take {number(FLOAT_BITS * p.shape[1])}."
    pairs = []
    for bits in p.budgets:
        ppr, csgm = (result.curve("epsilon", name, bits) for name in ("ppr", "csgm"))
        if ppr and csgm:
            better = sum(a < b * (1 - 1e-9) for a, b in zip(ppr[0].y, csgm[0].y, strict=True))
            pairs.append(f"{number(bits)} bits at {better} of {len(ppr[0].y)}")
    return f"PPR's error is below CSGM's in {', '.join(pairs)} values of ε."


def chunks_finding(result: MeanResult) -> str:
    """What smaller chunks cost and save, as counted and as computed."""
    runs = result.along("bits", "sliced_ppr")
    parts = "; ".join(
        f"chunks of {run.task.chunk}: {number(run.bits.value)} bits, {number(run.candidates.value)} candidates"
        for run in runs
    )
    return (
        f"Counted, {parts}. Along the line chunks shrink, from the longest at the left to single entries; "
        f"r* is the largest ratio of densities, added over a client's messages."
    )
