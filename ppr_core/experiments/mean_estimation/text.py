"""The words of the experiment `mean_estimation`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ppr_core.channels import GaussianChannel
from ppr_core.experiments.contract import Quantity
from ppr_core.experiments.mean_estimation.data import NONZEROS
from ppr_core.experiments.mean_estimation.finding import hidden
from ppr_core.experiments.mean_estimation.measure import FLOAT_BITS
from ppr_core.experiments.mean_estimation.parameters import NEIGHBOURS
from ppr_core.experiments.mean_estimation.schemes import budget_noise, noise
from ppr_core.wording import exponential, measured, number

if TYPE_CHECKING:
    from ppr_core.experiments.mean_estimation.result import MeanResult

__all__ = ["bits_finding", "notices", "quantities"]


def quantities(result: MeanResult) -> tuple[Quantity, ...]:
    p, first = result.parameters, result.headline
    runs = result.focus

    def seen(key: str, label: str, value: float, error: float, unit: str = "") -> Quantity:
        return Quantity(key, label, value, unit, "measured", error, p.repetitions)

    plain = FLOAT_BITS * p.shape[1]
    found = [seen("error", f"Squared error, {first.label}", first.error.value, first.error.error)]
    if first.compressed:
        found.append(seen("bits", f"Bits for a client, {first.label}", first.bits.value, first.bits.error, "bits"))
        found.append(
            seen("share", "Of uncompressed floats", 100 * first.bits.value / plain, 100 * first.bits.error / plain, "%")
        )
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
    found: dict[tuple[str, str], Quantity] = {}
    for promise in result.promises:
        one = promise.guarantee
        view = (one.notion, one.against)
        if promise.label == first and view in names:
            label = f"{names[view]}, {first}"
            found.setdefault(view, Quantity("_".join(view), label, one.epsilon, "", "guarantee", source=one.source))
    return list(found.values())


def notices(result: MeanResult) -> tuple[str, ...]:
    found = _central_notices(result) if result.parameters.central else _local_notices(result)
    return tuple(text for text in (*found, _data(result)) if text)


def _central_notices(result: MeanResult) -> list[str]:
    return [_meaning(result), _exactness(result), _sizes(result), _chunks(result), _budget(result), _views(result)]


def _meaning(result: MeanResult) -> str:
    p = result.parameters
    n, d = p.shape
    factor = 1 if p.neighbours == "zero_out" else 2
    other = "Replacing its vector instead would move it twice as far, and take twice the noise."
    other = other if factor == 1 else "Adding or removing a client moves it half as far, with half the noise."
    return (
        f"Every ε here is central, for {hidden(result)} (the setting “{NEIGHBOURS[p.neighbours]}”): it limits "
        f"what the published mean tells. One client moves the mean by at most {number(factor * math.sqrt(d) / n)} in "
        f"length, and at ε = {p.epsilon:.3g}, δ = {number(p.delta, 1)} each coordinate gets noise "
        f"{number(noise(p, p.epsilon))}. {other}"
    )


def _exactness(result: MeanResult) -> str:
    runs = [run for run in result.runs if run.error.error > 0]
    far = max(runs, key=lambda run: abs(run.error.value - run.law) / run.error.error)
    gap = abs(far.error.value - far.law) / far.error.error
    return (
        f"Each point is the mean of {result.parameters.repetitions} runs in which every client encodes, bytes are "
        f"counted, and the server decodes and averages; bars are one standard error, from all coordinates. Lines are "
        f"computed. Of "
        f"{len(runs)} points the one furthest from its line, {far.label} at ε = {far.task.epsilon:.3g}, is "
        f"{number(gap, 2)} of its standard errors away."
    )


def _sizes(result: MeanResult) -> str:
    p, first = result.parameters, result.headline
    whole = result.curve("bits", "ppr", p.epsilon)
    bound = ""
    if whole:
        channel = GaussianChannel(
            dimension=p.shape[1], noise_std=first.law**0.5 * p.shape[0] ** 0.5, norm_bound=p.shape[1] ** 0.5
        )
        candidates = exponential(float(channel.log_ratio_bound()))
        bound = (
            f" By Theorem 5 one message for the whole vector takes at most {number(float(whole[0].x[-2]))} bits, but "
            f"r* = {candidates} candidates: chunks cost bits and save those."
        )
    return (
        f"Of the {number(first.bits.value)} bits, {number(first.information)} are information and "
        f"{number(first.code_overhead)} are the overhead of one message; the other {number(first.messages - 1)} "
        f"messages add {number(first.chunk_overhead)}. A client looks at {number(first.candidates.value)} candidates."
        f"{bound}"
    )


def _chunks(result: MeanResult) -> str:
    p = result.parameters
    runs = result.along("epsilon", "sliced_ppr")
    smaller = [run for run in runs if run.task.chunk < p.size]
    if not smaller:
        return ""
    parts = ", ".join(f"{run.task.chunk} at ε = {run.task.epsilon:.3g}" for run in smaller)
    text = f"Where chunks of {p.size} entries would take too many candidates, smaller ones are run: {parts}."
    return f"{text} The error is the same, the bits are more." + (
        " Within the budget of bits is then only the noise, not the message." if p.fit else ""
    )


def _budget(result: MeanResult) -> str:
    p = result.parameters
    if p.fit:
        return (
            f"Sliced PPR also keeps to {number(p.bits)} bits: where its bound at ε is above, it takes the noise of the "
            "largest ε′ ≤ ε whose bound fits, and its curve becomes flat."
        )
    least = budget_noise(p, p.bits)
    if math.isnan(least):
        return f"Theorem 5 promises no size of {number(p.bits)} bits, so PPR has no curve for that budget."
    reached = [one for one in p.epsilons if noise(p, one) < least]
    if not reached:
        return ""
    return (
        f"Under a budget of {number(p.bits)} bits PPR simulates the Gaussian mechanism of the largest ε′ ≤ ε whose "
        f"bound by Theorem 5 fits: from about ε = {reached[0]:.3g} on its curve is flat, and CSGM's is lower once "
        "its sampling costs less than that noise."
    )


def _views(result: MeanResult) -> str:
    decoder = [one.guarantee for one in result.promises if one.guarantee.against == "decoder"]
    if len(decoder) < 2:
        return ""
    return (
        f"PPR also has a local guarantee: its decoder, who knows the seed and sees each message, is held to ε = "
        f"{number(decoder[0].epsilon)}, δ = {number(decoder[0].delta, 1)} for any two vectors of a client. CSGM's "
        "server sees some entries as they are."
    )


def _local_notices(result: MeanResult) -> list[str]:
    p, first = result.parameters, result.headline
    found = [
        "Every ε here is local: it limits what a client's message tells of its vector, for any two vectors of length "
        "1, with δ = 0. The mean has no noise of its own; errors are squared lengths, over all coordinates.",
        _exactness(result),
    ]
    floats = [run.label for run in result.focus if not run.compressed]
    if floats:
        found.append(
            f"{', '.join(floats)}: sent as floats here, because r* candidates for each of {number(p.shape[0])} clients "
            "take too long. The law of the reports, and so the error, is the same as through PPR."
        )
    if p.compare == "split":
        runs = [run for run in result.focus if run.task.name.startswith("reports")]
        parts = ", ".join(f"{run.messages}: {number(run.law)}" for run in runs)
        found.append(f"Expected errors for so many reports of a client: {parts}. Candidates fall from r* = c₁ of ε to "
                     "that of ε/s for each report (Feldman, Talwar 2021, Lemma 5.1).")  # fmt: skip
    if p.compare == "compressed":
        found.append(
            f"MRC chooses among {number(p.candidates)} candidates. Its estimate is made unbiased by the scale m′ of "
            "what it really sends, so fewer candidates show as more error. Rejection sends a seed of 128 bits; its "
            "guarantee needs a cryptographic generator."
        )
    elif p.compare == "local":
        found.append(
            "PrivHS sends as many reports as give it the least error, with equal shares of ε: "
            f"{number(result.at('privhs').messages)} at this ε. "
            f"SQKR sends {number(result.at('sqkr').bits.value)} signs of a Kashin representation with bound 2/√N, "
            "through randomized response; the number of signs with the least error is taken."
        )
        found.append(
            f"Over the ε that are run, SQKR's expected error is {_range(result, 'sqkr', 'privhs')} PrivHS's, and "
            f"{_range(result, 'sqkr', 'privunit')} that of PrivUnit, whose default split has "
            f"{_range(result, 'privunit_default', 'privunit')} that of the optimised one. {_best(result)}"
        )
    found.append(_decoders(result))
    if first.compressed:
        found.append(f"PPR's message takes {measured(first.bits.value, first.bits.error)} bits: "
                     f"{number(first.information)} of information, the rest is the code.")  # fmt: skip
    return found


def _ratios(result: MeanResult, name: str, other: str) -> list[float]:
    """Ratios of two schemes' expected errors, at every ε where both have been run."""
    laws = [{run.task.epsilon: run.law for run in result.along("epsilon", one)} for one in (name, other)]
    return [laws[0][epsilon] / laws[1][epsilon] for epsilon in laws[0].keys() & laws[1].keys()]


def _range(result: MeanResult, name: str, other: str) -> str:
    """The smallest and the largest ratio of two expected errors along ε."""
    ratios = _ratios(result, name, other)
    return f"{number(min(ratios))} to {number(max(ratios))} times"


def _best(result: MeanResult) -> str:
    """Whether both splits of PrivUnit are ahead everywhere."""
    pairs = [(one, other) for one in ("privunit", "privunit_default") for other in ("privhs", "sqkr")]
    if max(ratio for pair in pairs for ratio in _ratios(result, *pair)) >= 1:
        return "With these settings not both splits are ahead of PrivHS and SQKR everywhere."
    return "Both splits are ahead of PrivHS and SQKR at every ε, as Feldman and Talwar 2021 find in Section 5.1."


def _decoders(result: MeanResult) -> str:
    """What holds against those who know the seed."""
    views = [one for one in result.promises if one.guarantee.against == "decoder"]
    if not views:
        return ""
    parts = ", ".join(f"{one.label} {number(one.guarantee.epsilon)}" for one in views)
    return f"Equal ε is that of the reports. Against the server, who also knows the shared seed, it is: {parts}."


def _data(result: MeanResult) -> str:
    p = result.parameters
    if p.data == "file":
        scale = "divided by the file's largest entry" if p.central else "divided by its length"
        return f"Each row of the file is {scale}. In real use that number must be known without the data."
    if p.data == "signs" or not p.central:
        return ""
    kind = (
        "Vectors on the sphere" if p.data == "sphere" else f"Vectors with {min(NONZEROS, p.shape[1])} nonzero entries"
    )
    return (
        f"{kind} have length √d. A public rotation spreads them over the chunks, which changes no error; CSGM, which "
        "needs bounded entries, takes Kashin's representation in about twice as many coordinates."
    )


def bits_finding(result: MeanResult) -> str:
    runs = [run for run in result.focus if run.compressed]
    if not runs:
        return "Nothing was compressed at this size."
    parts = "; ".join(
        f"{run.label}: {number(run.information)} of information, {number(run.code_overhead)} for one message, "
        f"{number(run.chunk_overhead)} for the others"
        for run in runs
    )
    return f"Bits of a client at ε = {result.parameters.epsilon:.3g}: {parts}."
