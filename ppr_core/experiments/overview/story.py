"""The words and formulas of the experiment `overview`: which message of `overview.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math
from dataclasses import replace

from ppr_core.codes import code_from_name
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.overview.run import FLOAT_BITS, LEVEL, OverviewResult
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, ONE_INDEX_BITS, Slot, loss_symbol
from ppr_core.texts import Messages, phrase
from ppr_core.wording import latex, number, with_unit
from ppr_core.wording import rough_percent as percent

__all__ = ["report", "tell"]

message = Messages("overview")

_BARS_ASTRAY = 1  # bars of 60 outside a band that chance leaves anywhere in 1 % of runs: two in 1 of 10⁴
_MOST_BITS = 16  # of a message that are spelled out


def tell(result: OverviewResult) -> Story:
    """The numbers, sentences and formulas of n reports."""
    return Story(_quantities(result), _finding(result), _notices(result), functools.partial(_formulas, result))


def _quantities(result: OverviewResult) -> tuple[Quantity, ...]:
    def promised(key: str, label: str, epsilon: float, source: str) -> Quantity:
        return Quantity(key, label, epsilon, "nats", "guarantee", source=source)

    n, bits = result.parameters.samples, result.bits
    sent = message("count-messages", count=number(n))
    accounted = message("tile-decoder-exact", delta=number(DECODER_DELTA))
    against = message("tile-saved", float=number(FLOAT_BITS))
    return (
        Quantity("exact_bits", message("tile-exact-bits"), result.exact_bits, "bits"),
        Quantity("bits", message("tile-bits"), bits.value, "bits", "measured", bits.error, n, samples_text=sent),
        Quantity("saved", against, 100 * result.saved, "%"),
        promised("epsilon_database", message("tile-reader"), result.epsilon_database, "laplace.mechanism"),
        promised("epsilon_decoder", message("tile-decoder"), result.epsilon_decoder, "ppr.theorem7"),
        promised("epsilon_decoder_exact", accounted, result.epsilon_decoder_exact, "ppr.renyi"),
    )


def _finding(result: OverviewResult) -> str:
    long = round(result.exact_bits, 1) >= FLOAT_BITS
    return message(
        "finding", kind="open" if math.isinf(result.epsilon_decoder) else "long" if long else "saved",
        epsilon=number(result.parameters.epsilon), bits=number(result.exact_bits), float=number(FLOAT_BITS),
    )  # fmt: skip


def _notices(result: OverviewResult) -> tuple[str, ...]:
    p, bars, reader = result.parameters, len(result.density), number(result.epsilon_database)
    exact = message(
        "exact", follow=bars - result.agreeing <= _BARS_ASTRAY, n=number(p.samples), bars=number(bars),
        agreeing=number(result.agreeing), confidence=percent(1 - LEVEL),
    )  # fmt: skip
    log = number(result.exact_log_index)
    index = message("index", log=log, rest=number(result.exact_bits - result.exact_log_index))
    if math.isfinite(p.alpha) and result.divergence < result.exact_log_index:
        index += f" {message('index-more', log=log, divergence=number(result.divergence, 2))}"
    if math.isinf(p.alpha):
        privacy = f"{message('privacy-open', reader=reader)} {message('privacy-open-more')}"
    else:
        privacy = message("privacy", decoder=number(result.epsilon_decoder), alpha=number(p.alpha))
        privacy += f" {message('privacy-more')}"
    return (
        index,
        privacy,
        f"{message('worth')} {message('worth-more')}",
        f"{exact} {message('exact-more')}",
    )


def _formulas(result: OverviewResult) -> tuple[Formula, ...]:
    p = result.parameters
    index = Symbol(r"\mathbb{E}[\log_2 K]", message("symbol-index"), result.log_index.value, "bits")
    divergence = Slot("D", message("symbol-divergence"), "bits")
    index_bits = replace(ONE_INDEX_BITS, slots={**ONE_INDEX_BITS.slots, "divergence": divergence})
    noisy = Symbol("z", message("symbol-noisy"), message("symbol-axis"))
    return (
        Formula(
            message("formula-density"),
            r"p(z) = \frac{\varepsilon}{4}\, e^{-\varepsilon |z - x| / 2}, \qquad p(x) = \frac{\varepsilon}{4}",
            rf"p(x) = \frac{{{latex(p.epsilon)}}}{{4}}",
            p.epsilon / 4,
            (loss_symbol(p.epsilon), Symbol("x", message("symbol-value"), p.x, "", "x"), noisy),
            "laplace.mechanism",
        ),
        index_bits.at({"alpha": "alpha"}, divergence=result.divergence, alpha=p.alpha, digits=4, more=(index,)),
        DECODER_LOSS.at({"alpha": "alpha", "epsilon": "epsilon"}, alpha=p.alpha, epsilon=p.epsilon, digits=4),
    )


def report(result: OverviewResult) -> tuple[str, ...]:
    """The first report on its way from the person to the server, a part a step, in Markdown."""
    word, index, z = result.first_word, number(result.first_index), number(result.first_output)
    spelled = word if len(word) <= _MOST_BITS else f"{word[:_MOST_BITS]}…"
    first, second = map(number, result.first_list)
    length, code = with_unit(str(len(word)), phrase("bits")), code_from_name(result.parameters.code).label
    return (
        message("report-person", x=number(result.parameters.x)),
        message("report-mechanism", first=first, second=second),
        message("report-choice", index=index),
        message("report-message", code=code, code_word=spelled, length=length, float=number(FLOAT_BITS)),
        message("report-decoder", index=index, z=z),
    )
