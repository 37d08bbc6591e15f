"""What a result of the experiment `mean_estimation` says of a published mean: PPR in chunks, CSGM and plain reports."""

from __future__ import annotations

import math
from dataclasses import replace

from ppr_core.channels import GaussianChannel
from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, MeanResult
from ppr_core.experiments.mean_estimation.story_runs import exactness, more, these_runs
from ppr_core.experiments.vocabulary.fields import NEIGHBOURS
from ppr_core.guarantees import DECODER
from ppr_core.wording import exponential, number, percent

__all__ = ["central_captions", "central_finding", "central_notices"]

#: Neighbour relation -> what a central ε hides.
HIDDEN = {"zero_out": "setting a client's vector to 0", "replace_one": "replacing a client's vector"}
_RUNNABLE = math.log(1e7)  # ln r* above which an encode is not started


def central_finding(result: MeanResult) -> str:
    """Expected errors are compared; the measured one stands beside its own expectation."""
    p, first = result.parameters, result.headline
    floats, gaussian = FLOAT_BITS * p.shape[1], p.problem.noise_std(p.epsilon) ** 2
    exact = first.law <= gaussian * (1 + 1e-9)
    law = number(first.law)
    error = f", {law}, is exactly that" if exact else f" is {law}, against {number(gaussian)}"
    share = percent(first.bits.value / floats, 2)
    told = (
        f"PPR in chunks sends {number(first.bits.value)} bits a client ({share} of {FLOAT_BITS}-bit floats); its "
        f"expected squared error per coordinate{error} without compression, and {these_runs(result)}. "
    )
    if p.server_held:
        times = number(first.law / replace(p.problem, against="database").noise_std(p.epsilon) ** 2)
        return (
            f"{told}That is {times} times the error that holds only the reader of the mean to ε: now "
            f"{p.adversary.sentence} learns at most ε = {number(p.epsilon)} of any two vectors of a client."
            + (" It is a useless mean: guessing 0 has an error of 1 at most." if first.law > 1 else "")
        )
    csgm = result.at("csgm")
    return (
        f"{told}CSGM {_with_bits(p.bits, first.bits.value)} has {number(csgm.law)}, {more(csgm.law, first.law)}. "
        f"Central ε = {number(p.epsilon)}, {HIDDEN[p.neighbours]}.{_signs(result)}"
    )


def _signs(result: MeanResult) -> str:
    """PPR at the largest ε beside the clients' plain signs, where the picture goes so far."""
    p, last = result.parameters, result.along("epsilon", "sliced_ppr")[-1]
    if p.data != "signs" or not (p.many or last.task.focus) or last.task.epsilon < max(p.epsilons):
        return ""
    bits, signs = last.bits.value, p.shape[1]
    return (
        f" At ε = {number(last.task.epsilon)}, in chunks of {last.task.chunk}, PPR sends {number(bits)} bits, "
        f"{'fewer' if bits < signs else 'more'} than the {number(signs)} signs themselves."
    )


def _with_bits(budget: int, sent: float) -> str:
    """A budget of CSGM beside what PPR sends."""
    bits = f"{number(budget)} bit{'s' if budget > 1 else ''}"
    if 0.9 * sent <= budget <= 1.1 * sent:
        return f"with {bits}"
    short = f"(the bit budget limits it, not PPR in chunks) with only {bits}"
    return short if budget < sent else f"with {bits}, more than PPR sends,"


def central_notices(result: MeanResult) -> list[str]:
    """What to notice, the most important first; "" for what does not apply."""
    meaning = _held_meaning(result) if result.parameters.server_held else _meaning(result)
    return [meaning, exactness(result), _message_sizes(result), _chunks(result), _budget(result), _views(result)]


def _meaning(result: MeanResult) -> str:
    p = result.parameters
    n, d = p.shape
    factor = 1 if p.neighbours == "zero_out" else 2
    other = "Replacing its vector instead would move it twice as far, and take twice the noise."
    other = other if factor == 1 else "Setting its vector to 0 moves it half as far, with half the noise."
    return (
        f"Every ε here is central, for {HIDDEN[p.neighbours]} (the setting “{NEIGHBOURS[p.neighbours]}”): it limits "
        f"what the published mean tells. One client moves the mean by at most {number(factor * math.sqrt(d) / n)} in "
        f"length, and at ε = {number(p.epsilon)}, δ = {number(p.delta, 1)} each coordinate gets noise "
        f"{number(p.problem.noise_std(p.epsilon))}. {other}"
    )


def _held_meaning(result: MeanResult) -> str:
    """Who is held to ε by both schemes, why the third is missing, and what the reader of the mean learns."""
    p = result.parameters
    own = "" if result.held is None else f" PPR's reports then have ε = {number(result.held.own_epsilon)} of their own."
    published = p.problem.renyi_privacy(math.sqrt(result.headline.law)).epsilon
    return (
        f"Held fixed: {p.adversary.sentence} learns at most ε = {number(p.epsilon)}, δ = {number(p.delta)} of any two "
        "vectors of a client; CSGM is left out: its clients send entries as they are, so no noise hides them from the "
        f"server. This is by numerical accounting.{own} The reader of the mean learns central "
        f"ε = {number(published)} only."
    )


def _message_sizes(result: MeanResult) -> str:
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
        f"Bit counts of the same client: {number(first.information)} are information about it;"
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
    parts = ", ".join(f"{run.task.chunk} at ε = {number(run.task.epsilon)}" for run in smaller)
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
        f"bound by Theorem 5 fits: from about ε = {number(reached[0])} on its curve is flat, and CSGM's is lower once "
        "its sampling costs less than that noise."
    )


def _views(result: MeanResult) -> str:
    decoder = {one.guarantee.source: one.guarantee for one in result.promises if one.guarantee.against == DECODER.name}
    if "ppr.theorem8" not in decoder or result.parameters.server_held:
        return ""
    theorem, exact = decoder["ppr.theorem8"], decoder.get("ppr.renyi")
    told = f"ε = {number(theorem.epsilon)}, δ = {number(theorem.delta)} for any two vectors of a client"
    if exact is not None:
        told = (
            f"ε = {number(exact.epsilon)} (numerical accounting, δ = {number(exact.delta)}) for any two vectors of a "
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
        f" To hold the server, too, to ε = {number(p.epsilon)}, δ = {number(p.delta)} for any two vectors takes "
        f"reports of local ε = {number(held.own_epsilon)} before PPR and {number(held.sliced / base)} times the "
        f"squared error, {number(held.gaussian / base)} times without compression; CSGM's server cannot be held to "
        "any ε."
    )


def central_captions(result: MeanResult) -> dict[str, str]:
    """Of the charts that only the published mean has."""
    return {"curves": _curves(result), "chunks": _chunk_prices(result), "sizes": _sizes(result)}


def _curves(result: MeanResult) -> str:
    pairs = []
    for bits in result.parameters.budgets:
        ppr, csgm = (result.curve("epsilon", name, bits) for name in ("ppr", "csgm"))
        if ppr and csgm:
            better = sum(a < b * (1 - 1e-9) for a, b in zip(ppr[0].y, csgm[0].y, strict=True))
            pairs.append(f"{number(bits)} bits at {better} of {len(ppr[0].y)}")
    return f"PPR's error is below CSGM's in {', '.join(pairs)} values of ε." if pairs else "Curves are still to come."


def _sizes(result: MeanResult) -> str:
    """Counted bits along ε."""
    p, runs = result.parameters, result.along("epsilon", "sliced_ppr")
    sizes = ", ".join(
        f"{number(run.bits.value)} at ε = {number(run.task.epsilon)} (chunks of {run.task.chunk})" for run in runs
    )
    if p.by_chunks:
        beside = "Lines: mean bits of equal chunks by the exact law of the index; dotted: a bit for every sign."
    else:
        beside = "Dotted: no scheme, but Theorem 5's bound for one message."
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
