"""What is said about one encode, with its numbers: each step, what to notice, the formulas.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
section 4 (definition, Theorems 7 and 8) and Algorithm 1.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from ppr_core.codes import code_from_name
from ppr_core.diagnostics.searches import SearchComparison
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.ppr_step_by_step.run import CHOSEN, LOOKED, TITLES, PprStepsResult, linear
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, alpha_symbol
from ppr_core.guarantees import DECODER
from ppr_core.wording import exponential, latex, latex_exponential, number, with_unit
from ppr_core.wording import rough_percent as percent

__all__ = ["compared", "tell"]

_USELESS = 0.99  # a bound on a share that says nothing
_BITS_SHOWN = 32
_BYTES_SHOWN = 8


def tell(result: PprStepsResult) -> Story:
    """The story of one encode; its captions are those of the step on screen."""
    step = result.parameters.step
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(_formulas, result),
        captions={
            "step": _sentences(result)[step],
            "message": "\n".join(_message(result)),
            "privacy": _privacy_note(result),
        },
    )


def compared(comparison: SearchComparison) -> str:
    """Median and 95 % quantile of the samples that both encoders look at."""
    ours = f"Candidate order looks at a median of {_quantiles(comparison.candidate_order)}"
    if comparison.algorithm1 is None:
        return f"{ours}. At α = ∞ Algorithm 1 would look at the same samples."
    return f"{ours}, Algorithm 1 at {_quantiles(comparison.algorithm1, comparison.limit)}."


def _quantiles(counts: np.ndarray, limit: float = math.inf) -> str:
    median, most = (int(counts[math.ceil(share * len(counts)) - 1]) for share in (0.5, 0.95))
    first, second = (f"more than {number(one)}" if one >= limit else number(one) for one in (median, most))
    return f"{first} samples (95 % quantile {second})"


def _quantities(result: PprStepsResult) -> tuple[Quantity, ...]:
    """Those that the encode has shown up to this step, the latest first."""
    step = result.parameters.step
    one: dict[str, Any] = {"kind": "measured", "samples": 1}  # one encode, as it happened
    exact, stopped = result.accounted_privacy, "" if result.finished else " before it was stopped"
    of_encode = (
        (8, Quantity("bits", "Message", float(len(result.word)), "bits", **one)),
        (CHOSEN, Quantity("index", "Index K", float(min(result.index, 10**300)), **one)),
        (LOOKED, Quantity("looked", "Samples this encoder looked at", float(result.looked), **one)),
        (7, Quantity("draws", f"Samples Algorithm 1 drew{stopped}", float(result.draws), **one)),
    )
    return (
        *(quantity for since, quantity in of_encode if step >= since and (result.private or quantity.key != "draws")),
        Quantity("ratio_bound", "Samples this encoder looks at on average, r*", result.ratio_bound),
        Quantity.promised("epsilon_decoder_exact", f"{DECODER.promise}, at δ = {number(exact.delta)}", exact),
        Quantity.promised("epsilon_decoder", f"{DECODER.promise}, {_theorem(result)}", result.decoder_privacy),
    )  # fmt: skip


def _finding(result: PprStepsResult) -> str:
    """What is known at this step, and nothing that a later one tells."""
    p, k, z = result.parameters, f"K = {number(result.index)}", number(float(result.decoded[0]))
    sent = f"{k} travels in {_count(len(result.word), 'bit')} ({code_from_name(p.code).label})"
    same = "exactly the encoder's z" if result.equal else "NOT the encoder's z"
    told = (
        f"The mechanism P never favours an output more than {number(result.ratio_bound)}-fold over the proposal Q.",
        "Both sides hold one list of samples of Q, so the number of a row is enough to name a z.",
        "Every row gets a random time that only the encoder knows: it will hide why a row is taken.",
        "Divided by r, the times put the rows that P likes first.",
        f"Each row can now win, the favourite with probability {percent(float(result.probability.max()))}.",
        f"Row {k} is drawn, and with it z = {z}.",
        f"The encoder found {k} by looking at {_count(result.looked, 'sample')} of an endless list.",
        f"Looking in the right order took {_count(result.looked, 'sample')}.",
        f"{sent}.",
        f"{sent}, and the decoder turns it into {same} = {z}.",
    )[p.step]
    return told if result.private or p.step < CHOSEN else f"{told} At α = ∞ this index is not private."


def _sentences(result: PprStepsResult) -> tuple[str, ...]:
    """What each step says."""
    p, row = result.parameters, result.row
    k, bound, drawn = number(result.index), number(result.ratio_bound), f"the first {p.points}"
    earlier = int(np.count_nonzero(result.points.log_ratio[: p.points] > 0))
    likeliest = int(np.argmax(result.probability))
    if result.private:
        later = f"All arrivals after {drawn} add at most {percent(result.later)} on average."
        if result.later > _USELESS:
            later = f"How much the arrivals after {drawn} add is not bounded usefully here."
        draw = (
            "Every T̃ is multiplied by a private random factor V^(1/α), V exponential with mean 1: the point moves "
            "along its vertical line, and the lowest wins. The larger α is, the less is left to chance. Choosing the "
            f"row is drawing z: over all tables z has exactly the law P. It is K = {k}, which had "
            f"{percent(result.probability[row])}."
        )
    else:
        later = "At α = ∞ the earliest takes everything."
        draw = (
            f"For α = ∞ the random factor is 1: no chance is left. The earliest T̃ wins, here K = {k}. This is the "
            "Poisson functional representation (PFR), and nothing hides why this index won."
        )
    return (
        f"For x = {number(p.x)} the mechanism would release a random z from P(·|x). The proposal Q does not depend on "
        f"x, so both sides can sample it. Their ratio r = P/Q is at most r* = {bound}.",
        f"Z₁, Z₂, Z₃, … from Q: an endless table that shared seed {p.seed} makes for encoder and decoder alike. No z "
        "has been drawn yet: drawing it will be choosing a row, and to send it is to send the row's number.",
        "Sample i arrives at time Tᵢ: a Poisson process of rate 1, known to the encoder alone (private seed "
        f"{p.private_seed}).",
        f"Samples that P likes more than Q move down, {earlier} of {drawn}, by a factor of up to r* = "
        f"{bound}; the others move up. In the order of T̃ the samples follow P instead of Q.",
        f"Area: P(K = i), proportional to T̃ to the power −α with α = {number(p.alpha)}. Place "
        f"{number(result.points.index[likeliest])} "
        f"is the likeliest with {percent(result.probability[likeliest])}. {later}",
        draw,
        f"S is the time T times the random factor, and the row with the smallest S/r wins. Going up in S, the "
        f"encoder stops where S exceeds r* · (smallest S/r) = {number(result.stop)}: nothing above can win. It "
        f"looked at {_count(result.looked, 'sample')} (blue; 1st, 2nd, … is the order of looking, not the place in the "
        f"table; vertical lines lead to S/r){_before_and_after(result)}. {_counted(result)}",
        _algorithm1(result),
        f"K = {k} is the word {_cut(result.word, _BITS_SHOWN)} of the {code_from_name(p.code).label} code: "
        f"{_count(len(result.word), 'bit')}, sent as {_count(len(result.data), 'byte')}, hexadecimal "
        f"{_octets(result.data)}.",
        f"The decoder reads K = {number(result.received)} from the {_count(len(result.data), 'byte')} and computes "
        f"row K of the shared table, and no other: z = {number(float(result.decoded[0]))}, "
        + ("equal to the encoder's in every bit." if result.equal else "which is not the encoder's.")
        + " It never needs x, the times or the other rows.",
    )


def _message(result: PprStepsResult) -> tuple[str, ...]:
    """The way of the index, or the way back of the sample in the last step."""
    bits, data = _cut(result.word, _BITS_SHOWN), _octets(result.data)
    if result.parameters.step < len(TITLES) - 1:
        return (f"K = {number(result.index)}", f"bits {bits}", f"hex {data}")
    sign = "=" if result.equal else "≠"
    z = number(float(result.decoded[0]))
    return (f"hex {data}", f"K = {number(result.received)}", f"z = {z} {sign} the encoder's z")


def _notices(result: PprStepsResult) -> tuple[str, ...]:
    """What to look at in this result."""
    p, later = result.parameters, "By the stopping rule no later arrival can be earlier in T̃."
    hidden = int(np.count_nonzero(~result.generated[: p.points]))
    if result.private:
        later = (
            f"Arrivals after the first {p.points} hold at most {percent(result.later)} of the probability on average"
            f"{', which says nothing here' if result.later > _USELESS else ''}. The closer α is to 1, "
            "the more they hold, and the longer is the message that can name them."
        )
    looked = f"looked at {_count(result.looked, 'sample')}; on average it " if p.step >= LOOKED else "on average "
    told = (
        (LOOKED, f"{_counted(result)} The picture draws the others from their law, given all that the encoder did "
                 f"generate: {hidden} of the first {p.points}."),
        (CHOSEN, _privacy_note(result)),
        (0, f"The encoder {looked}looks at r* = {number(result.ratio_bound)} samples, for any α. {later}"),
    )  # fmt: skip
    return tuple(notice for since, notice in told if p.step >= since)


def _privacy_note(result: PprStepsResult) -> str:
    """What this index tells about the input."""
    k, epsilon = number(result.index), number(result.decoder_privacy.epsilon)
    if not result.private:
        share = result.ruled_out_share
        told = f"K = {k} happens to rule out no x, but other indices do."
        if share > 0:
            told = f"K = {k} rules out {percent(share)} of all x: there an earlier sample has a larger ratio."
        return (
            "Why privacy is gone at α = ∞: the bound 2αε of Theorem 7 is infinite, and it is more than a bound that is "
            "lost. A sample can be the earliest only if its ratio beats the ratios of all samples before it in the "
            f"table, which the decoder can check for every x. {told}"
        )
    here, there = float(result.probability[result.row]), result.other_probability
    before, after = _told_apart(here, there)
    return (
        f"With the same times and samples, x = {number(result.other_x)} would have given K = {k} with probability "
        f"{after} instead of {before}, a factor of {number(here / there) if there > 0 else '∞'} "
        f"for somebody who sees the times. The decoder does not see them; it learns at most ε = "
        f"{number(result.accounted_privacy.epsilon)} (numerical accounting, δ = "
        f"{number(result.accounted_privacy.delta)}); {_theorem(result)} says 2αε = {epsilon}."
    )


def _formulas(result: PprStepsResult) -> tuple[Formula, ...]:
    """The definition, the stopping rule and the guarantee, with the numbers of the chosen index."""
    p, points, row = result.parameters, result.points, result.row
    time, ratio, transformed = (
        float(linear(logs[row])) for logs in (points.log_time, points.log_ratio, points.log_transformed)
    )
    probability, best, order = float(result.probability[row]), result.stop / result.ratio_bound, alpha_symbol(p.alpha)
    k, epsilon = rf"\Pr(K = {latex(result.index)})", result.mechanism_privacy.epsilon
    if result.private:
        log_total = -p.alpha * float(points.log_transformed[row]) - math.log(probability)
        total = math.exp(log_total) if abs(log_total) < 600 else exponential(log_total, 4)
        over = Symbol(r"\sum_i", "over the arrivals drawn, later ones left out", total, "", "points")
        drawing: tuple[str, str, float, tuple[Symbol, ...], str] = (
            r"\Pr(K = k) = \tilde T_k^{-\alpha} \Big/ \textstyle\sum_i \tilde T_i^{-\alpha}",
            rf"{k} = \left({latex(transformed)}\right)^{{-{latex(p.alpha)}}} / {latex_exponential(log_total)}",
            probability,
            (order, over),
            "ppr.definition",
        )
    else:
        symbolic = r"K = \operatorname{argmin}_i \tilde T_i \quad (\alpha = \infty)"
        drawing = (symbolic, k, probability, (order,), "pfr.definition")
    return (
        Formula(
            "The transformed time of the chosen sample",
            r"\tilde T_K = T_K / r(Z_K|x)",
            rf"\tilde T_K = {latex(time)} / {latex(ratio)}",
            transformed,
            (
                Symbol("K", "place of the chosen sample in the table", number(result.index)),
                Symbol("T_K", "its time of arrival", time, "", "private_seed"),
                Symbol("Z_K", "its value (along x)", float(result.z[0]), "", "seed"),
                Symbol("r", "density of P over density of Q, at this value", ratio, "", "x"),
            ),
            "ppr.definition",
        ),
        Formula("The probability of the chosen index", *drawing),
        Formula(
            "Where the encoder may stop",
            r"S > r^* \min_i S_i / r(Z_i|x), \qquad S_i = T_i V_i^{1/\alpha}",
            rf"S > {latex(result.ratio_bound)} \cdot {latex(best)}",
            result.stop,
            (
                Symbol("r^*", "largest ratio", result.ratio_bound, "", "proposal"),
                Symbol(r"\min_i S_i/r", "smallest S/r found", best),
                Symbol("V_i", "mark of an arrival, exponential with mean 1", "private"),
            ),
            "From the definition: every S/r still to come is at least S/r*.",
        ),
        DECODER_LOSS.at(
            {"alpha": "alpha", "epsilon": "epsilon"},
            title="What the decoder may learn",
            source=result.decoder_privacy.source,
            alpha=p.alpha,
            epsilon=epsilon,
        ),
    )


def _octets(data: bytes) -> str:
    """Bytes in hexadecimal, the first eight of them."""
    return data[:_BYTES_SHOWN].hex(" ") + (" …" if len(data) > _BYTES_SHOWN else "")


def _counted(result: PprStepsResult) -> str:
    """How K is known although most of the arrivals before it were never generated."""
    k, earlier = number(result.index), result.generated_earlier
    if not result.private:
        counted = f"{number(earlier)} + 1 = {k}"
        return f"Looking in order of time, the encoder generated every arrival before the chosen one: K = {counted}."
    return (
        f"K is known by counting: before the chosen one came {_count(earlier, 'arrival')} that the encoder generated "
        f"and {number(result.index - 1 - earlier)} that it did not. The encoder needs only the number of these, not "
        f"their samples, so it draws the number from its Poisson distribution: K = {number(earlier)} + "
        f"{number(result.index - 1 - earlier)} + 1 = {k}."
    )


def _before_and_after(result: PprStepsResult) -> str:
    """Where in the table the samples stand that were looked at; "" where the result does not hold them all."""
    places = result.points.index[result.points.order > 0]
    before = int(np.count_nonzero(places < result.index))
    told = f": {before} before K in the table, {result.looked - before - 1} after it, and K itself"
    return told if len(places) == result.looked and result.private else ""


def _algorithm1(result: PprStepsResult) -> str:
    looked = _count(result.looked, "sample")
    if not result.private:
        return (
            f"At α = ∞ candidate order is order of time, and Algorithm 1 could do no worse: the {looked} looked at are "
            "simply the first ones."
        )
    end = "before it could stop" if result.finished else "and was stopped there without having finished"
    return (
        "Algorithm 1 of the paper draws from the same law, but must take samples in order of time. A run of it for "
        f"this input drew all of the first {_count(result.draws, 'sample')} (band) {end}. The encoder used here jumped "
        f"to {looked} (blue)."
    )


def _theorem(result: PprStepsResult) -> str:
    return result.decoder_privacy.source.replace("ppr.theorem", "Theorem ")


def _told_apart(*shares: float) -> list[str]:
    """Shares, to as many digits as it takes to tell them apart."""
    rough = [percent(share) for share in shares]
    return rough if len(set(rough)) > 1 else [with_unit(number(100 * share, 3), "%") for share in shares]


def _count(size: int, noun: str) -> str:
    """A number of things."""
    return f"{number(size)} {noun}{'' if size == 1 else 's'}"


def _cut(word: str, most: int) -> str:
    return word if len(word) <= most else f"{word[:most]}…"
