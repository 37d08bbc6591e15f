"""The lab in one run: a person's value, Laplace noise, a few bits, and exactly the noisy value at the other end.

One value x in [−1, 1] is reported again and again through the scalar Laplace mechanism, compressed by the Poisson
private representation (PPR). Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private
mechanisms" (NeurIPS 2024), Theorems 5 and 7.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from ppr_core.experiments.contract import Experiment, Formula, Quantity, Story, Symbol
from ppr_core.experiments.overview import run
from ppr_core.experiments.overview.run import ERRORS_ALLOWED, FLOAT_BITS, LIMIT, OverviewParameters, OverviewResult
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.experiments.vocabulary.first_links import kept
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, ONE_INDEX_BITS, Slot, loss_symbol
from ppr_core.guarantees import DECODER, READER, ppr_overhead_bits
from ppr_core.wording import latex, number, with_unit

__all__ = ["EXPERIMENT", "FLOAT_BITS", "LIMIT", "OverviewParameters", "OverviewResult", "report"]

_BARS_ASTRAY = 3  # bars of 60 that chance alone puts farther off than 3 errors: more less than once in 10⁴ draws
_MOST_BITS = 16  # of a message that are spelled out
_DIVERGENCE = Slot("D", "divergence of the noisy value's law from the shared list's", "bits")
_INDEX_BITS = replace(ONE_INDEX_BITS, slots={**ONE_INDEX_BITS.slots, "divergence": _DIVERGENCE})


def _tell(result: OverviewResult) -> Story:
    """The numbers, sentences and formulas of n reports."""
    return Story(_quantities(result), _finding(result), _notices(result), partial(_formulas, result))


def _quantities(result: OverviewResult) -> tuple[Quantity, ...]:
    def promised(key: str, label: str, epsilon: float, source: str) -> Quantity:
        return Quantity(key, label, epsilon, "nats", "guarantee", source=source)

    n, error, saved = result.parameters.samples, 100 * result.bits.error / FLOAT_BITS, 100 * result.saved
    exact = f"{DECODER.promise}, at δ = {number(DECODER_DELTA)}"
    return (
        Quantity("bits", "Average message", result.bits.value, "bits", "measured", result.bits.error, n),
        Quantity("saved", f"Saved against a {FLOAT_BITS}-bit float", saved, "%", "measured", error, n),
        promised("epsilon_database", READER.promise, result.epsilon_database, "laplace.mechanism"),
        promised("epsilon_decoder_exact", exact, result.epsilon_decoder_exact, "ppr.renyi"),
        promised("epsilon_decoder", f"{DECODER.promise}, δ = 0", result.epsilon_decoder, "ppr.theorem7"),
    )


def _finding(result: OverviewResult) -> str:
    n, bars, p = number(result.parameters.samples), len(result.density), result.parameters
    at = f"At ε = {number(p.epsilon)} and α = {number(p.alpha)} a noisy value takes {number(result.bits.value)} bits"
    follow = "follow" if bars - result.agreeing <= _BARS_ASTRAY else "do not follow"
    law = (
        f"the {n} decoded values {follow} the Laplace law "
        f"({result.agreeing} of {bars} bars within {number(ERRORS_ALLOWED)} standard errors)"
    )
    if math.isinf(result.epsilon_decoder):
        law += "; at α = ∞, though, nothing guarantees privacy from the decoder"
    if result.bits.value + 2 * result.bits.error >= FLOAT_BITS:
        return f"{at} on average, so nothing is saved against the {FLOAT_BITS} bits of a plain float; {law}."
    return f"{at} on average instead of {FLOAT_BITS}, and {law}."


def _notices(result: OverviewResult) -> tuple[str, ...]:
    alpha, own, penalised = result.parameters.alpha, number(result.epsilon_database), number(result.epsilon_decoder)
    view = "says little about x" if result.parameters.epsilon < 3 else "points at x: weak privacy"
    decoder = (
        f"ε = {number(result.epsilon_decoder_exact)} (numerical accounting, δ = {number(DECODER_DELTA)}; "
        f"Theorem 7 says 2αε = {penalised}). A smaller α leaks less to the decoder but makes messages longer."
    )
    if math.isinf(alpha):
        decoder = "no bound holds: at α = ∞ the index is a fixed function of x and that list."
    return (
        f"The noise has scale 2/ε = {number(result.parameters.scale)}, the possible values fill an interval of length "
        f"{number(2 * LIMIT)} (grey): a single noisy value {view}.",
        f"Writing the entry's number K alone takes log₂ K = {number(result.log_index.value)} bits on average; the rest "
        f"of a message tells the decoder where it ends. Theorem 5 allows D = {number(result.divergence, 2)} for the "
        f"noisy value itself and {number(ppr_overhead_bits(alpha))} more for choosing the index at "
        f"α = {number(alpha)}.",
        f"Each report is private by itself: ε = {own} against the database, that is anyone who sees only the noisy "
        f"value; against the decoder, who also knows the shared list and the index, {decoder}",
    )


def _formulas(result: OverviewResult) -> tuple[Formula, ...]:
    p = result.parameters
    index = Symbol(r"\mathbb{E}[\log_2 K]", "mean logarithm of the index, measured", result.log_index.value, "bits")
    return (
        Formula(
            "The Laplace law, and the top of its curve",
            r"p(z) = \frac{\varepsilon}{4}\, e^{-\varepsilon |z - x| / 2}, \qquad p(x) = \frac{\varepsilon}{4}",
            rf"p(x) = \frac{{{latex(p.epsilon)}}}{{4}}",
            p.epsilon / 4,
            (loss_symbol(p.epsilon), Symbol("x", "true value", p.x, "", "x"), Symbol("z", "noisy value", "axis")),
            "laplace.mechanism",
        ),
        _INDEX_BITS.at({"alpha": "alpha"}, divergence=result.divergence, alpha=p.alpha, digits=4, more=(index,)),
        DECODER_LOSS.at({"alpha": "alpha", "epsilon": "epsilon"}, alpha=p.alpha, epsilon=p.epsilon, digits=4),
    )


def report(result: OverviewResult) -> tuple[str, ...]:
    """The first report on its way from the person to the decoder, step by step, in Markdown."""
    word, length = result.first_word, with_unit(str(len(result.first_word)), "bits")
    spelled = word if len(word) <= _MOST_BITS else f"{word[:_MOST_BITS]}…"
    index, z = number(result.first_index), f"**z\u00a0=\u00a0{number(result.first_output)}**"
    return (
        f"A person holds **x\u00a0=\u00a0{number(result.parameters.x)}**.",
        f"The mechanism is Laplace noise of scale {number(result.parameters.scale)}, but no noise is drawn yet.",
        f"PPR draws entry {index} of a shared list: choosing it *is* drawing the noisy value {z}, with exactly the "
        "mechanism's law.",
        f"It sends the entry's number, **`{spelled}`**: {length}, where a float takes {FLOAT_BITS}.",
        f"The decoder makes the same list from the seed and looks up entry {index}: exactly {z}.",
    )


EXPERIMENT = Experiment(
    name="overview",
    parameters=OverviewParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=_tell,
    presets=run.PRESETS,
    dial="samples",
    renewed=kept(x=0.4),
)
