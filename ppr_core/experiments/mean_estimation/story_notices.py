"""What to notice in a result of the experiment `mean_estimation`."""

from __future__ import annotations

import math

from ppr_core.channels import GaussianChannel
from ppr_core.estimation.mean import public_frame
from ppr_core.experiments.mean_estimation.result import MeanResult
from ppr_core.experiments.mean_estimation.schemes import NONZEROS
from ppr_core.experiments.vocabulary.fields import AGAINST, NEIGHBOURS
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.wording import exponential, measured, number

__all__ = ["HIDDEN", "WHOM", "notices"]

#: Whom ε limits, inside a sentence.
WHOM = {"database": "a reader of the output", "decoder": "the server, who holds seed and messages,"}
#: Neighbour relation -> what a central ε hides.
HIDDEN = {"zero_out": "setting a client's vector to 0", "replace_one": "replacing a client's vector"}
_RUNNABLE = math.log(1e7)  # ln r* above which an encode is not started


def notices(result: MeanResult) -> tuple[str, ...]:
    """What to notice, the most important first."""
    found = _central_notices(result) if result.parameters.central else _local_notices(result)
    return tuple(text for text in (*found, _data(result)) if text)


def _central_notices(result: MeanResult) -> list[str]:
    meaning = _held_meaning(result) if result.parameters.server_held else _meaning(result)
    return [meaning, _exactness(result), _sizes(result), _chunks(result), _budget(result), _views(result)]


def _meaning(result: MeanResult) -> str:
    p = result.parameters
    n, d = p.shape
    factor = 1 if p.neighbours == "zero_out" else 2
    other = "Replacing its vector instead would move it twice as far, and take twice the noise."
    other = other if factor == 1 else "Setting its vector to 0 moves it half as far, with half the noise."
    return (
        f"Every ε here is central, for {HIDDEN[p.neighbours]} (the setting “{NEIGHBOURS[p.neighbours]}”): it limits "
        f"what the published mean tells. One client moves the mean by at most {number(factor * math.sqrt(d) / n)} in "
        f"length, and at ε = {p.epsilon:.3g}, δ = {number(p.delta, 1)} each coordinate gets noise "
        f"{number(p.problem.noise_std(p.epsilon))}. {other}"
    )


def _held_meaning(result: MeanResult) -> str:
    """Who is held to ε by both schemes, why the third is missing, and what the reader of the mean learns."""
    p = result.parameters
    own = "" if result.held is None else f" PPR's reports then have ε = {number(result.held.own_epsilon)} of their own."
    published = p.problem.renyi_privacy(math.sqrt(result.headline.law)).epsilon
    return (
        f"Held fixed: {WHOM[p.against]} learns at most ε = {p.epsilon:.3g}, δ = {number(p.delta)} of any two vectors "
        "of a client; CSGM is left out: its clients send entries as they are, so no noise hides them from the server. "
        f"This is by exact accounting.{own} The reader of the mean learns central ε = {number(published)} only."
    )


def _exactness(result: MeanResult) -> str:
    runs = [run for run in result.runs if run.error.error > 0]
    far = max(runs, key=lambda run: abs(run.error.value - run.law) / run.error.error)
    gap = abs(far.error.value - far.law) / far.error.error
    return (
        f"Each point is the mean of {result.parameters.repetitions} runs in which every client encodes, bytes are "
        f"counted, and the server decodes and averages; bars are one standard error, from all coordinates. Lines are "
        f"computed. Of {len(runs)} points the one furthest from its line, {far.label} at ε = {far.task.epsilon:.3g}, "
        f"is {number(gap, 2)} of its standard errors away."
    )


def _sizes(result: MeanResult) -> str:
    p, first = result.parameters, result.headline
    whole = result.curve("bits", "ppr", p.epsilon)
    bound = ""
    if whole:
        (n, d), sigma = p.shape, math.sqrt(first.law)
        channel = GaussianChannel(dimension=d, noise_std=sigma * math.sqrt(n), norm_bound=math.sqrt(d))
        candidates = exponential(float(channel.log_ratio_bound()))
        runs = float(channel.log_ratio_bound()) <= _RUNNABLE
        search = f"r* = {candidates} candidates" if runs else f"r* = {candidates}, so it cannot be run"
        bound = f" {number(float(whole[0].x[-2]))} bound one message for the whole vector (Theorem 5; {search});"
    csgm = "" if p.server_held else "CSGM, " if p.fit else "CSGM and "
    limited = f"{csgm}that bound{' and, by noise, PPR in chunks' if p.fit else ', not PPR in chunks'}"
    return (
        f"Bit counts of the same client: {number(first.information)} are information, which no exact scheme saves;"
        f"{bound} {number(first.bits.value)} are sent, in {number(first.messages)} "
        f"message{'s' if first.messages > 1 else ''} of up to {first.task.chunk} entries, for "
        f"{number(first.candidates.value)} candidates; the budget of {number(p.bits)} limits {limited}."
    )


def _chunks(result: MeanResult) -> str:
    p = result.parameters
    runs = result.along("epsilon", "sliced_ppr")
    smaller = [run for run in runs if run.task.chunk < p.size]
    if not smaller:
        return ""
    parts = ", ".join(f"{run.task.chunk} at ε = {run.task.epsilon:.3g}" for run in smaller)
    text = f"Where chunks of {p.size} entries would take too many candidates, smaller ones are run: {parts}."
    fit = " Within the budget of bits is then only the noise, not the message." if p.fit else ""
    return f"{text} The error is the same, the bits are more.{fit}"


def _budget(result: MeanResult) -> str:
    p = result.parameters
    if p.fit:
        return (
            f"PPR in chunks also keeps to {number(p.bits)} bits: where its bound at ε is above, it takes the noise of "
            "the largest ε′ ≤ ε whose bound fits, and its curve becomes flat."
        )
    least = p.problem.budget_noise_std(p.bits)
    if math.isnan(least):
        return f"Theorem 5 promises no size of {number(p.bits)} bits, so PPR has no curve for that budget."
    reached = [one for one in p.epsilons if p.problem.noise_std(one) < least]
    if not reached or p.server_held:
        return ""
    return (
        f"Under a budget of {number(p.bits)} bits PPR simulates the Gaussian mechanism of the largest ε′ ≤ ε whose "
        f"bound by Theorem 5 fits: from about ε = {reached[0]:.3g} on its curve is flat, and CSGM's is lower once "
        "its sampling costs less than that noise."
    )


def _views(result: MeanResult) -> str:
    decoder = {one.guarantee.source: one.guarantee for one in result.promises if one.guarantee.against == "decoder"}
    if "ppr.theorem8" not in decoder or result.parameters.server_held:
        return ""
    theorem, exact = decoder["ppr.theorem8"], decoder.get("ppr.renyi")
    told = f"ε = {number(theorem.epsilon)}, δ = {number(theorem.delta)} for any two vectors of a client"
    if exact is not None:
        told = (
            f"ε = {number(exact.epsilon)} (exact accounting, δ = {number(exact.delta)}) for any two vectors of a "
            f"client, however they differ over its chunks; Theorem 8, chunk by chunk, says {number(theorem.epsilon)}"
        )
    return (
        "PPR also has a local guarantee: against its decoder, who knows the seed and sees each message, "
        f"{told}. CSGM's server sees some entries as they are.{_held_server(result)}"
    )


def _held_server(result: MeanResult) -> str:
    """What the reports would cost if the server were held to the ε of the published mean."""
    p, held = result.parameters, result.held
    if held is None:
        return ""
    base = p.problem.noise_std(p.epsilon) ** 2
    return (
        f" To hold the server, too, to ε = {p.epsilon:.3g}, δ = {number(p.delta)} for any two vectors takes reports of "
        f"local ε = {number(held.own_epsilon)} before PPR and {number(held.sliced / base)} times the squared error, "
        f"{number(held.gaussian / base)} times without compression; CSGM's server cannot be held to any ε."
    )


def _local_notices(result: MeanResult) -> list[str]:
    p, first = result.parameters, result.headline
    found = [
        _held(result),
        "Every ε here is local: it compares any two vectors of length 1 of a client. The mean has no noise of its own; "
        "errors are squared lengths, over all coordinates.",
        _exactness(result),
    ]
    floats = [run.label for run in result.focus if not run.compressed]
    if floats:
        found.append(
            f"{', '.join(floats)}: sent as floats here, because r* candidates for each of {number(p.shape[0])} clients "
            "take too long. The law of the reports, and so the error, is the same as through PPR"
            f"{', whose mechanism they have' if p.against == 'decoder' else ''}."
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
            f"SQKR sends {number(result.at('sqkr').bits.value)} signs of a Kashin representation with bound "
            f"{number(public_frame(p.shape[1]).level)}/√N, "
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


def _held(result: MeanResult) -> str:
    """Who is held to ε by all schemes, and what that means for each."""
    p, runs = result.parameters, result.focus
    if p.against == "decoder":
        parts = ", ".join(f"{number(run.own_epsilon)} for {run.label}" for run in runs)
        return (
            f"Held fixed: the server, who holds seed and messages, learns at most ε = {p.epsilon:.3g} of a client with "
            f"every scheme (PPR's by exact accounting, δ = {number(p.delta)}); the mechanisms' own ε are {parts}."
        )
    parts = ", ".join(f"{number(run.server_epsilon)} by {run.label}" for run in runs)
    return (
        f"Held fixed: every mechanism has ε = {p.epsilon:.3g} of its own, which is what a reader of exact reports "
        f"learns of a client; the server, who holds seed and messages, may learn {parts}. "
        f"Choosing “{AGAINST['decoder']}” holds it to ε, too."
    )


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
    exact = {one.label: one.guarantee for one in views if one.guarantee.source == "ppr.renyi"}
    parts = ", ".join(
        f"{one.label} {_accounted(exact.get(one.label), one.guarantee)}"
        for one in views
        if one.guarantee.source != "ppr.renyi"
    )
    return f"Proven against the server: {parts}."


def _accounted(exact: PrivacyGuarantee | None, theorem: PrivacyGuarantee) -> str:
    """ε by exact accounting, where there is such, and by the theorem."""
    if exact is None:
        return number(theorem.epsilon)
    told = f"{number(exact.epsilon)} (exact accounting, δ = {number(exact.delta)}"
    return f"{told}; Theorem 7 says {number(theorem.epsilon)})"


def _data(result: MeanResult) -> str:
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
