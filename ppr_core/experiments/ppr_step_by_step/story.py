"""The words and formulas of one encode: which message of `ppr_step_by_step.ftl`, with which numbers.

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
from ppr_core.experiments.ppr_step_by_step.run import CHOSEN, MESSAGE, RACED, STEPS, PprStepsResult, linear
from ppr_core.experiments.vocabulary.fields import WEAK_EPSILON
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, alpha_symbol
from ppr_core.texts import Messages
from ppr_core.wording import exponential, latex, latex_exponential, number, with_unit
from ppr_core.wording import rough_percent as percent

__all__ = ["compared", "search", "tell"]

message = Messages("ppr_step_by_step")

_USELESS = 0.99  # a bound on a share that says nothing
_BITS_SHOWN = 32
_WORD_SHOWN = 16  # bits of a code word that is read part by part
_BYTES_SHOWN = 8
_LARGEST = 10**300  # index that is a float


def tell(result: PprStepsResult) -> Story:
    """The story of one encode; its captions are those of the step on screen."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(_formulas, result),
        captions={"step": _caption(result), "message": "\n".join(_message(result)), "followed": _followed(result)},
    )


def compared(comparison: SearchComparison) -> str:
    """Median and 95 % quantile of the candidates that both encoders look at."""
    ours, others = _quantiles(comparison.candidate_order), comparison.algorithm1
    theirs = "" if others is None else _quantiles(others, comparison.limit)
    return message("search-caption", same=others is None, ours=ours, theirs=theirs)


def search(result: PprStepsResult) -> str:
    """How the picture of the search is read, and how K is known."""
    parts = message("search-shown", stop=number(result.stop), bound=number(result.ratio_bound)), _places(result)
    return " ".join(filter(None, (*parts, _counted(result))))


def _quantiles(counts: np.ndarray, limit: float = math.inf) -> str:
    values = (int(counts[math.ceil(share * len(counts)) - 1]) for share in (0.5, 0.95))
    median, most = (message("search-beyond", limit=number(n)) if n >= limit else number(n) for n in values)
    return message("search-quantiles", median=median, most=most)


def _quantities(result: PprStepsResult) -> tuple[Quantity, ...]:
    """Those that the encode has shown up to this step, the latest first."""
    step = result.parameters.step
    once: dict[str, Any] = {"kind": "measured", "samples": 1}  # one encode, as it happened
    exact = result.accounted_privacy
    of_encode = (
        (MESSAGE, Quantity("bits", message("tile-bits"), float(len(result.word)), "bits", **once)),
        (CHOSEN, Quantity("index", message("tile-index"), float(min(result.index, _LARGEST)), **once)),
        (CHOSEN, Quantity("looked", message("tile-looked"), float(result.looked), **once)),
    )
    at_delta = message("tile-decoder-at-delta", delta=number(exact.delta))
    by_theorem = message("tile-decoder", theorem=_theorem(result))
    promises = (
        Quantity.promised("epsilon_decoder_exact", at_delta, exact),
        Quantity.promised("epsilon_decoder", by_theorem, result.decoder_privacy),
    )
    return (
        *(quantity for since, quantity in of_encode if step >= since),
        Quantity("ratio_bound", message("tile-bound"), result.ratio_bound),
        *(promises if step >= CHOSEN else ()),
    )


def _finding(result: PprStepsResult) -> str:
    """What is known at this step, and nothing that a later one tells."""
    step = result.parameters.step
    return message(
        "finding" if result.private or step < CHOSEN else "finding-open",
        step=step, favourite=_favourite(result), index=number(result.index),
        z=number(float(result.decoded[0])), private=result.private, bits=with_unit(number(len(result.word)), "bits"),
        code=code_from_name(result.parameters.code).label, equal=result.equal,
    )  # fmt: skip


def _caption(result: PprStepsResult) -> str:
    """How the picture of this step is read."""
    p = result.parameters
    octets = message("octets", count=len(result.data), shown=number(len(result.data)))
    first, next_ = np.argsort(result.points.log_score)[:2]
    won, second = (number(float(linear(result.points.log_score[row])), 4) for row in (first, next_))
    return message(
        "caption",
        step=p.step, private=result.private, equal=result.equal, seed=str(p.seed),
        private_seed=str(p.private_seed), drawn=result.scalar, peak=_peak(result), bound=number(result.ratio_bound),
        races=number(result.races), fill=len(result.word) % 8 > 0, code_word=_cut(result.word, _BITS_SHOWN),
        alpha=number(p.alpha), index=number(result.index), won=won, second=second,
        runner=number(result.points.index[next_]),
        octets=octets, hexadecimal=_octets(result.data), received=number(result.received),
        z=number(float(result.decoded[0])),
    )  # fmt: skip


def _followed(result: PprStepsResult) -> str:
    """Which candidate is marked until it wins, and in the step that divides, what becomes of its time."""
    points, row = result.points, result.row
    time, ratio, transformed = (
        number(float(linear(logs[row]))) for logs in (points.log_time, points.log_ratio, points.log_transformed)
    )
    return message(
        "followed", divided=result.parameters.step == RACED, index=number(result.index), time=time, ratio=ratio,
        transformed=transformed,
    )  # fmt: skip


def _peak(result: PprStepsResult) -> str:
    """The largest ratio of this x in the picture; "" where no curve is drawn."""
    return number(float(np.max(result.law_density / result.proposal_density))) if result.scalar else ""


def _favourite(result: PprStepsResult) -> str:
    return percent(float(result.probability.max()))


def _places(result: PprStepsResult) -> str:
    """Where in the list the candidates stand that were looked at; "" where the result does not hold them all."""
    looked = result.points.index[result.points.order > 0]
    if len(looked) != result.looked or not result.private:
        return ""
    last = number(int(looked.max()))
    return message("places", looked=_candidates(result.looked), last=last)


def _message(result: PprStepsResult) -> tuple[str, ...]:
    """The way of the index, or the way back of the noisy value in the last step."""
    data = message("message-hexadecimal", hexadecimal=_octets(result.data))
    if result.parameters.step < STEPS - 1:
        bits = message("message-bits", code_word=_cut(result.word, _BITS_SHOWN))
        return (f"K = {number(result.index)}", bits, data)
    z = number(float(result.decoded[0]))
    return (data, f"K = {number(result.received)}", message("message-equal", z=z, equal=result.equal))


def _notices(result: PprStepsResult) -> tuple[str, ...]:
    """What this step means; a step that has nothing to add shows its picture alone."""
    step, bound = result.parameters.step, number(result.ratio_bound)
    need, more = message("need", bound=bound), message("need-more")

    notices = {
        0: (f"{need} {more}",),
        1: (f"{message('seed')} {message('seed-more')}",),
        2: (message("race"),),
        3: (f"{message('without-chance')} {message('without-chance-more')}",),
        4: _weights(result),
        5: (_stop(result), message("exact", private=result.private)),
        MESSAGE: (_spelled(result),),
    }.get(step, ())
    if not result.private:
        return (*(() if step in (3, 4) else notices), _excluded(result) if step >= CHOSEN else message("open"))
    return (*notices, _privacy(result)) if step in (CHOSEN, STEPS - 1) else notices


def _stop(result: PprStepsResult) -> str:
    """Why later candidates of the endless list cannot win."""
    bound, stop = number(result.ratio_bound), number(result.stop)
    lowest = number(result.stop / result.ratio_bound, 4)
    sentence = message("stop", private=result.private, bound=bound, lowest=lowest, stop=stop)
    return f"{sentence} {message('stop-more', lowest=lowest)}"


def _spelled(result: PprStepsResult) -> str:
    """How the server reads the code word."""
    word, binary = result.word, f"{result.index:b}"
    body = binary if result.parameters.code == "elias_gamma" else binary[1:]
    kind = "one" if result.index == 1 else result.parameters.code.removeprefix("elias_")
    sentence = message(
        "code-word", code=kind if len(word) <= _WORD_SHOWN else "long", word=word[:_WORD_SHOWN],
        head=word[: len(word) - len(body)][:_WORD_SHOWN], tail=body[:_WORD_SHOWN], binary=binary[:_WORD_SHOWN],
        digits=number(len(binary)), index=number(result.index),
    )  # fmt: skip
    return f"{sentence} {message('code-word-more', log=number(math.log2(result.index)))}"


def _weights(result: PprStepsResult) -> tuple[str, ...]:
    """Why the decoder learns at most 2αε, and what the candidates hold that are not drawn."""
    weights = message("weights", delta=result.decoder_privacy.delta > 0, theorem=_theorem(result))
    points, later = number(result.parameters.points), percent(result.later)
    return weights, message("later", useful=result.later <= _USELESS, points=points, later=later)


def _counted(result: PprStepsResult) -> str:
    """How K is known although most of the candidates before it were never generated."""
    generated = number(result.generated_earlier)
    if not result.private:
        return message("counted-all", generated=generated, index=number(result.index))
    skipped = number(result.index - 1 - result.generated_earlier)
    return message("counted", generated=generated, skipped=skipped, index=number(result.index))


def _privacy(result: PprStepsResult) -> str:
    """What this index tells about the input."""
    decoder = result.accounted_privacy
    first = message(
        "privacy", decoder=number(decoder.epsilon), delta=number(decoder.delta),
        own=number(result.mechanism_privacy.epsilon), weak=decoder.epsilon > WEAK_EPSILON,
    )  # fmt: skip
    average, bound = result.decoder_privacy.delta > 0, number(result.decoder_privacy.epsilon)
    return f"{first} {message('privacy-more', delta=number(decoder.delta), average=average, bound=bound)}"


def _excluded(result: PprStepsResult) -> str:
    """Which inputs the index rules out at α = ∞, and why."""
    share = result.ruled_out_share
    first = message("excluded", some=share > 0, index=number(result.index), share=percent(share))
    return f"{first} {message('excluded-more')}"


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
        over = Symbol(r"\sum_i", message("symbol-sum"), total, "", "points")
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
    formulas = (
        Formula(
            message("formula-time"),
            r"\tilde T_K = T_K / r(Z_K|x)",
            rf"\tilde T_K = {latex(time)} / {latex(ratio)}",
            transformed,
            (
                Symbol("K", message("symbol-index"), number(result.index)),
                Symbol("T_K", message("symbol-time"), time, "", "private_seed"),
                Symbol("Z_K", message("symbol-value"), float(result.z[0]), "", "seed"),
                Symbol("r", message("symbol-ratio"), ratio, "", "x"),
            ),
            "ppr.definition",
        ),
        Formula(message("formula-probability"), *drawing),
        Formula(
            message("formula-stop"),
            r"S > r^* \min_i S_i / r(Z_i|x), \qquad S_i = T_i V_i^{1/\alpha}",
            rf"S > {latex(result.ratio_bound)} \cdot {latex(best)}",
            result.stop,
            (
                Symbol("r^*", message("symbol-bound"), result.ratio_bound, "", "proposal"),
                Symbol(r"\min_i S_i/r", message("symbol-smallest"), best),
                Symbol("V_i", message("symbol-mark"), message("symbol-private")),
            ),
            message("formula-stop-source"),
        ),
        DECODER_LOSS.at(
            {"alpha": "alpha", "epsilon": "epsilon"},
            title=message("formula-decoder"),
            source=result.decoder_privacy.source,
            alpha=p.alpha,
            epsilon=epsilon,
        ),
    )
    return formulas if p.step >= CHOSEN else formulas[-1:]  # the index is not drawn before


def _octets(data: bytes) -> str:
    """Bytes in hexadecimal, the first eight of them."""
    return data[:_BYTES_SHOWN].hex(" ") + (" …" if len(data) > _BYTES_SHOWN else "")


def _theorem(result: PprStepsResult) -> str:
    return message("theorem", delta=result.decoder_privacy.delta > 0)


def _candidates(size: int) -> str:
    """A number of candidates."""
    return message("candidates", count=size, shown=number(size))


def _cut(word: str, most: int) -> str:
    return word if len(word) <= most else f"{word[:most]}…"
