"""The words and formulas of the experiment `dyadic_quantized_laplace`: which message, with which numbers."""

from __future__ import annotations

import math
from functools import partial

from ppr_core.codes import CODES
from ppr_core.compressors import FixedBits
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.dyadic_quantized_laplace.parameters import LAST_STEP
from ppr_core.experiments.dyadic_quantized_laplace.run import DqlResult
from ppr_core.texts import Messages, phrase
from ppr_core.wording import latex, number, p_value, percent, with_unit

__all__ = ["tell"]

message = Messages("dyadic_quantized_laplace")

_ALARM = 1e-4  # a p-value below this is called a deviation
_PRIVACY = "dql.theorem7"
_BITS_SHOWN = 24


def tell(result: DqlResult) -> Story:
    """The numbers, sentences and formulas of a run; captions: "title" and "step" of the picture of one message."""
    captions = {"title": message("step-title", step=result.parameters.step), "step": _step(result)}
    t = result.tradeoff
    finding, notices = (_finding(result), _notices(result)) if t is None else _fixed(result, t)
    return Story(_quantities(result), finding, notices, partial(_formulas, result), captions)


def _step(result: DqlResult) -> str:
    """What the current step shows."""
    p, m = result.parameters, result.message
    step, integer, dither = number(m.step), number(m.integer), number(m.dither)
    match p.step:
        case 0:
            return message("step-stack")
        case 1:
            share = percent(float(result.quantizer.weights[m.component]), 2)
            return message("step-part", part=number(m.component), share=share, step=step)
        case 2:
            return message("step-noise", jump=number(m.jump), rest=number(m.rest), step=step)
        case 3:
            sentence, every = message("step-grid", dither=dither, integer=integer), result.grid_stride
            return sentence if every == 1 else f"{sentence} {message('step-thinned', every=number(every))}"
        case 4:
            word = m.word if len(m.word) <= _BITS_SHOWN else f"{m.word[:_BITS_SHOWN]}…"
            code, length = phrase(CODES[p.code]().label), with_unit(str(len(m.word)), phrase("bits"))
            return message("step-sent", integer=integer, code_word=word, code=code, length=length)
    return message("step-decoded", step=step, decoded=number(m.decoded))


def _finding(result: DqlResult) -> str:
    """What the step does; the answer at the last one."""
    if (step := result.parameters.step) < LAST_STEP:
        m = result.message
        length = with_unit(str(len(m.word)), "bits")
        return message("finding-step", step=step, part=number(m.component), integer=number(m.integer), length=length)
    kind = "follows" if result.arms[0].test.p_value >= _ALARM else "deviates"
    decoder = number(result.quantizer.privacy()[1].epsilon)
    return message("finding", kind=kind, bits=number(result.bits.at_x), decoder=decoder)


def _notices(result: DqlResult) -> tuple[str, ...]:
    """Who learns what, why not just round, why no other dither: rivals open at the first and the last step."""
    p, (dql, rounded) = result.parameters, result.arms
    rounding = message(
        "rounding", seen=rounded.test.p_value < _ALARM, n=number(p.samples), rounded=p_value(rounded.test.p_value),
        exact=p_value(dql.test.p_value),
    )  # fmt: skip
    views = f"{message('views', nu=number(p.nu))} {message('views-why')}"
    dither = f"{message('layered')} {message('layered-more')}"
    if p.step == LAST_STEP:
        return rounding, dither, views
    return (views, rounding, dither) if p.step == 0 else (views,)


def _fixed(result: DqlResult, t: FixedBits) -> tuple[str, tuple[str, ...]]:
    """The headline and the notices on bits held fixed."""
    chosen, bits = result.focus, number(result.parameters.budget)
    epsilon, nu, reached = number(float(t.epsilons[chosen])), float(t.nu[chosen]), bool(t.reached[chosen])
    decoder = number(nu * float(t.epsilons[chosen]))
    kind = "reached" if reached else "none"
    finding = message("finding-fixed", kind=kind, bits=bits, epsilon=epsilon, decoder=decoder)
    price = [message("fixed-price")]
    if reached:
        price.append(message("fixed-nu", epsilon=epsilon, nu=number(nu)))
    if not t.reached.all():
        price.append(message("fixed-unreached", epsilon=number(float(t.epsilons[~t.reached][0])), bits=bits))
    better = [number(float(value)) for value in t.epsilons[t.better]] or [""]
    kind = ("range" if len(better) > 1 else "one" if better[0] else "none") if t.solved.any() else "unsolved"
    mvu = message("fixed-mvu", kind=kind, bits=bits, first=better[0], last=better[-1])
    return finding, (" ".join(price), f"{mvu} {message('fixed-mvu-more')}", message("fixed-views"))


def _quantities(result: DqlResult) -> tuple[Quantity, ...]:
    p, dql, (reader, decoder) = result.parameters, result.arms[0], result.quantizer.privacy()
    unit, sent = message("unit-slope"), message("samples", messages=number(p.samples))
    always = (
        Quantity("bits", message("tile-bits"), result.bits.at_x, "bits"),
        Quantity.measured("bits_measured", message("tile-bits-measured"), dql.bits, "bits", samples_text=sent),
        Quantity.promised("database", message("tile-reader"), reader, unit),
        Quantity.promised("decoder", message("tile-decoder"), decoder, unit),
        Quantity.measured("error", message("tile-squared"), dql.squared, samples_text=sent),
        Quantity("sent", message("tile-sent"), float(len(result.message.word)), "bits"),
    )
    if result.tradeoff is None:
        return always
    t, chosen = result.tradeoff, result.focus
    epsilon, nu = float(t.epsilons[chosen]), float(t.nu[chosen])
    at_fixed_bits = [
        Quantity("relaxation", message("tile-nu", epsilon=number(epsilon)), nu),
        Quantity("relaxed", message("tile-decoder-there"), nu * epsilon, unit, "guarantee", source=_PRIVACY),
        Quantity("error_there", message("tile-squared-there"), float(t.error[chosen])),
    ]
    if t.solved[chosen]:
        at_fixed_bits.append(Quantity("error_mvu", message("tile-mvu", bits=number(p.budget)), float(t.mvu[chosen])))
    return (*at_fixed_bits, *(quantity for quantity in always if quantity.key in ("database", "decoder", "bits")))


def _formulas(result: DqlResult) -> tuple[Formula, ...]:
    p, m, q, unit = result.parameters, result.message, result.quantizer, message("unit-slope")
    epsilon = Symbol(r"\varepsilon", message("symbol-epsilon"), p.epsilon, unit, "epsilon")
    nu = Symbol(r"\nu", message("symbol-nu"), p.nu, "", "nu")
    step = Symbol(r"\delta_T / \varepsilon", message("symbol-step"), m.step)
    first = float(q.components.steps[0])
    shown = (
        Formula(
            message("formula-decoded"),
            r"z = \frac{\delta_T}{\varepsilon}(M + U)",
            rf"{latex(m.step, 9)} \cdot ({m.received} {'-' if m.dither < 0 else '+'} {latex(abs(m.dither), 9)})",
            m.decoded,
            (
                step,
                Symbol("M", message("symbol-integer"), float(m.received)),
                Symbol("U", message("symbol-dither"), m.dither, "", "seed"),
            ),
            "dql.section5",
        ),
        _decoder(p.nu, p.epsilon, (nu, epsilon)),
        Formula(
            message("formula-step"),
            r"\nu = \frac{e^{\delta_0} - 1}{\delta_0}",
            rf"\frac{{e^{{{latex(first, 9)}}} - 1}}{{{latex(first, 9)}}}",
            p.nu,
            (Symbol(r"\delta_0", message("symbol-largest"), first), nu),
            "dql.section5",
        ),
        Formula(
            message("formula-length"),
            r"\mathbb{E}[L(M)] = L(0) + \sum_{k \geq 0} (L(2^k) - L(2^{k-1}))\, P(|M| \geq 2^k), \quad"
            r" P(|M| \geq 2^k) = \sum_t P(T = t)\, P(|M| \geq 2^k \mid T = t)",
            r"\mathbb{E}[L(M)]",
            result.bits.at_x,
            (
                Symbol("L(m)", message("symbol-length"), CODES[p.code]().label, "", "code"),
                Symbol("T", message("symbol-part"), message("value-shared")),
                Symbol("x", message("symbol-value"), p.x, "", "x"),
            ),
            message("formula-length-source"),
        ),
    )
    return shown if result.tradeoff is None else (*_fixed_formulas(result, result.tradeoff), *shown)


def _decoder(nu: float, epsilon: float, symbols: tuple[Symbol, ...]) -> Formula:
    substituted = rf"{latex(nu, 6)} \cdot {latex(epsilon, 6)}"
    return Formula(message("formula-decoder"), r"\nu \cdot \varepsilon", substituted, nu * epsilon, symbols, _PRIVACY)


def _fixed_formulas(result: DqlResult, t: FixedBits) -> list[Formula]:
    at, nu = float(t.epsilons[result.focus]), float(t.nu[result.focus])
    epsilon = Symbol(r"\varepsilon", message("symbol-middle"), at, message("unit-slope"))
    error, source = rf"\frac{{2}}{{{latex(at, 9)}^2}}", "dql.proposition6"
    shown = [Formula(message("formula-error"), r"\frac{2}{\varepsilon^2}", error, 2 / at**2, (epsilon,), source)]
    if math.isfinite(nu):
        smallest = Symbol(r"\nu", message("symbol-smallest"), nu, "", "budget")
        shown.append(_decoder(nu, at, (smallest, epsilon)))
    return shown
