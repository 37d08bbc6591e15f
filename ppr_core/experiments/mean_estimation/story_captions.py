"""What stands under the charts of a result of the experiment `mean_estimation`."""

from __future__ import annotations

from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, MeanResult
from ppr_core.wording import number

__all__ = ["captions"]

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


def captions(result: MeanResult) -> dict[str, str]:
    """Of the main chart and of every further one."""
    found = {"reading": _reading(result), "bits": _bits(result), "curves": _curves(result)}
    return found | ({"chunks": _chunk_prices(result), "sizes": _sizes(result)} if result.parameters.central else {})


def _reading(result: MeanResult) -> str:
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
        text += f" At ε = {max(p.epsilons):g} PPR is run once."
    if not p.central:
        floats = not all(run.compressed for run in result.focus)
        return f"{text} What was sent as floats is not on the right." if floats else text
    sizes = [str(run.task.chunk) for run in result.along("bits", "sliced_ppr")]
    text += " Dotted, no scheme: Theorem 5's bound on the bits of PPR in one message for the whole vector."
    return f"{text} On the right PPR in chunks of {' and, further right, '.join(sizes)} entries."


def _bits(result: MeanResult) -> str:
    runs = [run for run in result.focus if run.compressed]
    if not runs:
        return "Nothing was compressed at this size."
    parts = "; ".join(
        f"{run.label}: {number(run.information)} of information, {number(run.code_overhead)} for one message, "
        f"{number(run.chunk_overhead)} for the others"
        for run in runs
    )
    return f"Bits of a client at ε = {result.parameters.epsilon:.3g}: {parts}."


def _curves(result: MeanResult) -> str:
    p = result.parameters
    if not p.central:
        return "Fewer candidates are bought with a larger error."
    pairs = []
    for bits in p.budgets:
        ppr, csgm = (result.curve("epsilon", name, bits) for name in ("ppr", "csgm"))
        if ppr and csgm:
            better = sum(a < b * (1 - 1e-9) for a, b in zip(ppr[0].y, csgm[0].y, strict=True))
            pairs.append(f"{number(bits)} bits at {better} of {len(ppr[0].y)}")
    return f"PPR's error is below CSGM's in {', '.join(pairs)} values of ε." if pairs else "Curves are still to come."


def _sizes(result: MeanResult) -> str:
    """Counted bits along ε."""
    p, runs = result.parameters, result.along("epsilon", "sliced_ppr")
    sizes = ", ".join(
        f"{number(run.bits.value)} at ε = {run.task.epsilon:.3g} (chunks of {run.task.chunk})" for run in runs
    )
    if p.by_chunks:
        beside = "Lines: mean bits of equal chunks by the exact law of the index; dotted: a bit for every sign."
    else:
        beside = "Dotted, no scheme: Theorem 5's bound for one message."
    return f"{beside} PPR in chunks sends, in bits a client: {sizes}. Floats take {number(FLOAT_BITS * p.shape[1])}."


def _chunk_prices(result: MeanResult) -> str:
    """What smaller chunks cost and save, as counted and as computed."""
    runs = result.along("bits", "sliced_ppr")
    parts = "; ".join(
        f"chunks of {run.task.chunk}: {number(run.bits.value)} bits, {number(run.candidates.value)} candidates"
        for run in runs
    )
    return (
        f"Counted, {parts}. Along the dotted line, Theorem 5's bounds, chunks shrink, from the longest at the left to "
        "single entries; r* is the largest ratio of densities, added over a client's messages."
    )
