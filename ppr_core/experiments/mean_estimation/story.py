"""What a result of the experiment `mean_estimation` says."""

from __future__ import annotations

from functools import partial

from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.mean_estimation.formulas import formulas
from ppr_core.experiments.mean_estimation.measure import FLOAT_BITS, Run
from ppr_core.experiments.mean_estimation.result import MeanResult
from ppr_core.experiments.mean_estimation.schemes import noise
from ppr_core.experiments.mean_estimation.story_notices import HIDDEN, notices
from ppr_core.experiments.vocabulary.fields import NEIGHBOURS
from ppr_core.wording import measured, number

__all__ = ["tell"]

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


def tell(result: MeanResult) -> Story:
    """The numbers, sentences and formulas of a result; captions of the main chart and of every further one."""
    captions = {"reading": _reading(result), "bits": _bits(result), "curves": _curves(result)}
    if result.parameters.central:
        captions["chunks"] = _chunks(result)
    finding = _central_finding if result.parameters.central else _local_finding
    return Story(_quantities(result), finding(result), notices(result), partial(formulas, result), captions)


def _quantities(result: MeanResult) -> tuple[Quantity, ...]:
    p, first, runs = result.parameters, result.headline, result.focus

    def seen(key: str, label: str, value: float, error: float, unit: str = "") -> Quantity:
        return Quantity(key, label, value, unit, "measured", error, p.repetitions)

    plain = FLOAT_BITS * p.shape[1]
    found = [seen("error", f"Squared error, {first.label}", first.error.value, first.error.error)]
    if first.compressed:
        bits, error = first.bits.value, first.bits.error
        found.append(seen("bits", f"Bits for a client, {first.label}", bits, error, "bits"))
        found.append(seen("share", "Of uncompressed floats", 100 * bits / plain, 100 * error / plain, "%"))
    other = result.at("csgm") if p.central else runs[-1]
    found.append(seen("other", f"Squared error, {other.label}", other.error.value, other.error.error))
    found += _guarantees(result)
    found.append(Quantity("law", f"{first.label}, expected error", first.law))
    for run in runs[1:]:
        key = run.task.name
        if run is not other:
            found.append(seen(f"{key}_error", f"Squared error, {run.label}", run.error.value, run.error.error))
        found.append(Quantity(f"{key}_law", f"{run.label}, expected error", run.law))
        if run.compressed:
            found.append(seen(f"{key}_bits", f"Bits for a client, {run.label}", run.bits.value, run.bits.error, "bits"))
    sent, looked = first.sent_bytes, first.candidates
    found.append(seen("bytes", f"Sent by all clients, {first.label}", sent.value, sent.error, "bytes"))
    found.append(seen("candidates", f"Candidates of a client, {first.label}", looked.value, looked.error))
    return tuple(found)


def _guarantees(result: MeanResult) -> list[Quantity]:
    """The first scheme's ε in every view, the first statement on each."""
    first = result.headline.label
    names = {
        ("central", "database"): f"Central ε, {NEIGHBOURS[result.parameters.neighbours]}",
        ("local", "database"): "Local ε, of a report",
        ("local", "decoder"): "Local ε, against the decoder",
    }
    found: dict[tuple[str, ...], Quantity] = {}
    for promise in result.promises:
        one = promise.guarantee
        view = (one.notion, one.against)
        if promise.label == first and view in names:
            exact = one.source == "ppr.renyi"
            label = f"{names[view]}, {first}" + (f", exact at δ = {number(one.delta)}" if exact else "")
            if view in found and one.source.startswith("ppr."):
                theorem = Quantity("local_decoder_bound", label, one.epsilon, "", "bound", source=one.source)
                found.setdefault((*view, "bound"), theorem)
            found.setdefault(view, Quantity("_".join(view), label, one.epsilon, "", "guarantee", source=one.source))
    return list(found.values())


def _central_finding(result: MeanResult) -> str:
    """Expected errors are compared; the measured one stands beside its own expectation."""
    p, first = result.parameters, result.headline
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
        f"Central ε = {p.epsilon:.3g}, {HIDDEN[p.neighbours]}."
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


def _sent(run: Run) -> str:
    return f"{number(run.bits.value)} bits{'' if run.compressed else ' of floats'}"


def _reading(result: MeanResult) -> str:
    p = result.parameters
    names = list(_NAMES[p.compare])
    if p.compare in ("local", "split"):
        reports = [run.compressed for run in result.focus if run.task.name != "sqkr"]
        through = "through PPR, Poisson private representation" if any(reports) else "as floats"
        through += ", or as floats" if any(reports) and not all(reports) else ""
        whose = "PrivUnit and PrivHS" if p.compare == "local" else "PrivUnit"
        names.append(f"reports of {whose} are sent {through}")
    text = f"{'; '.join(names)}. Points: mean of {p.repetitions} real runs ± one standard error; lines: computed."
    if not p.central:
        floats = not all(run.compressed for run in result.focus)
        return f"{text} What was sent as floats is not on the right." if floats else text
    sizes = [str(run.task.chunk) for run in result.along("bits", "sliced_ppr")]
    text += " Dotted: PPR in one message, its bits bounded by Theorem 5, its error exact."
    return f"{text} Sliced PPR on the right: chunks of {' and, further right, '.join(sizes)} entries."


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


def _chunks(result: MeanResult) -> str:
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
