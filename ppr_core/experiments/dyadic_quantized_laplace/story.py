"""What the experiment `dyadic_quantized_laplace` says of its result: quantities, sentences and formulas."""

from __future__ import annotations

import math
from functools import partial

from ppr_core.codes import CODES
from ppr_core.compressors import FixedBits
from ppr_core.compressors.minimum_variance import enough_inputs, used_share
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.dyadic_quantized_laplace.run import DqlResult
from ppr_core.wording import latex, measured, number, p_value, percent, signed, with_unit

__all__ = ["TITLES", "tell"]

TITLES = (
    "Laplace noise is a mixture of piecewise linear densities",
    "Shared: which of them is used",
    "Private: noise from that law",
    "Shared: a shifted grid, to which x with its noise is rounded",
    "The message",
    "The decoder: x plus exactly Laplace noise",
)
_ALARM = 1e-4  # a p-value below this is called a deviation
_PER_UNIT = "nats per unit of x"
_PRIVACY = "dql.theorem7"
_BITS_SHOWN = 24


def tell(result: DqlResult) -> Story:
    """The numbers, sentences and formulas of a run; captions: "title" and "step" of the picture of one message."""
    captions = {"title": TITLES[result.parameters.step], "step": _sentence(result)}
    return Story(_quantities(result), _finding(result), _notices(result), partial(_formulas, result), captions)


def _sentence(result: DqlResult) -> str:
    """What the current step shows."""
    p, m = result.parameters, result.message
    step = number(m.step)
    noise = f"{step} · ({number(m.jump)} {signed(m.rest)})"
    share = percent(float(result.quantizer.weights[m.component]), 2)
    word = m.word if len(m.word) <= _BITS_SHOWN else f"{m.word[:_BITS_SHOWN]}…"
    return (
        f"The Laplace density around x with scale 1/ε = {number(1 / p.epsilon)}, as a stack of parts. T says which "
        "part is used, with the chances in the key. Each part is straight between the multiples of its step, and steps "
        "halve from one part to the next.",
        f"T, the part that is used, is shared: from the shared seed encoder and decoder both draw T = {m.component} "
        f"(a chance of {share}), whose step is {step}.",
        f"J and V, the noise, are private: only the encoder draws J = {number(m.jump)}, a corner of the part, and "
        f"V = {number(m.rest)} in (−½, ½), a place around it. It adds {step} · (J + V) = {noise} to x.",
        f"U, the shift of the grid, is shared: both draw U = {number(m.dither)} in (−½, ½). M is the number of the "
        f"grid's line that is nearest to x with its noise: M = {number(m.integer)}.{_thinned(result)}",
        f"Only M = {number(m.integer)} is sent: {word}, {len(m.word)} bits in the code {CODES[p.code]().label}. "
        f"T and U "
        "are known to the decoder already, and J and V never leave the encoder.",
        "T (which part) and U (shift of the grid) are shared, J and V (the noise) private; only M is sent. Decoder: "
        f"z = {step} · (M + U) = {step} · ({number(m.received)} {signed(m.dither)}) = {number(m.decoded)}. Over all "
        "T, J, V, U the error z − x has exactly the Laplace density.",
    )[p.step]


def _finding(result: DqlResult) -> str:
    p = result.parameters
    if result.tradeoff is not None:
        return _tradeoff_finding(result, result.tradeoff)
    dql, rounded = result.arms
    follows = "follow Laplace(1/ε)" if dql.test.p_value >= _ALARM else "deviate from Laplace(1/ε)"
    other = "does not" if rounded.test.p_value < _ALARM else "cannot be told from it with so few"
    return (
        f"{number(p.samples)} errors of DQL {follows} (Kolmogorov–Smirnov test: {p_value(dql.test.p_value)}) at "
        f"{number(result.bits.at_x)} bits a message; Laplace noise rounded to the same number of bits {other} "
        f"({p_value(rounded.test.p_value)})."
    )


def _tradeoff_finding(result: DqlResult, t: FixedBits) -> str:
    p = result.parameters
    better, place = t.better, result.focus
    text = f"With {p.budget} bits at ε = {number(float(t.epsilons[place]))} against the database the decoder gets "
    text += number(float(t.nu[place] * t.epsilons[place]))
    if better.any():
        first, last = (number(float(t.epsilons[better][end])) for end in (0, -1))
        text += f"; at ε = {first}{f' to {last}' if last != first else ''} DQL's error is below MVU's"
    elif t.solved.any():
        text += "; DQL's error is nowhere clearly below MVU's"
    if not t.reached.all():
        text += f". From ε = {number(float(t.epsilons[~t.reached][0]))} on no ν keeps {p.budget} bits"
    return text + "."


def _notices(result: DqlResult) -> tuple[str, ...]:
    p = result.parameters
    if result.tradeoff is not None:
        t, place, last = result.tradeoff, result.focus, float(result.tradeoff.epsilons[-1])
        missing = "" if t.reached.all() else (
            f" Some lengths cannot be reached: at ε = {number(float(t.epsilons[~t.reached][0]))} even a very large ν "
            f"takes more than {p.budget} bits, because noise far smaller than the range of X needs a fine grid."
        )  # fmt: skip
        return (
            "DQL's error is 2/ε² whatever ν is: bits are bought with the decoder's νε, never with accuracy. At ε = "
            f"{number(float(t.epsilons[place]))} that is ν = {number(float(t.nu[place]))}.{missing}",
            f"MVU sends exactly {p.budget} bits and has one ε for both views. It needs X in [−1, 1], and a linear "
            f"programme for every ε. Its ε holds for every real x, not only at its {enough_inputs(last)} inputs: "
            f"that costs {percent(1 - used_share(last), 2)} of ε = {number(last)}.",
            "ε is per unit of L1 distance between two inputs, against whoever sees z; νε against whoever also knows "
            "the message and the shared randomness.",
        )
    dql_error, rounded_error = (measured(arm.squared.value, arm.squared.error) for arm in result.arms)
    slope, rounding, layered = result.slopes[0], result.slopes[2], result.slopes[3]
    here, worst = result.rounding_bias
    return (
        f"ν = {number(p.nu)}: the decoder may learn {number(p.nu)} times as much as the database, and a larger ν makes "
        "shorter messages. The database sees z: the steepest slope of ln P(z | x) is "
        f"{with_unit(number(slope.database, 4), 'nats')} per unit of x, and ε = {number(p.epsilon, 4)}. The "
        f"decoder also sees M, T, U: found is {number(slope.decoder, 4)}, of νε = {number(slope.decoder_promise, 4)}.",
        "Why not just round? Laplace noise rounded to a grid hides x as well (slope "
        f"{number(rounding.decoder, 4)} in both views), with a grid of step {number(result.rounding_step)} in as many "
        f"bits. Its mean squared error is {rounded_error}, DQL's {dql_error} (theory: 2/ε² = "
        f"{number(2 / p.epsilon**2)}). What is lost is the Laplace law: errors lie {number(result.rounding_step)} "
        f"apart, and on average they are {_bias(here)} at this x, up to {_bias(worst)} at others, where DQL's are 0 at "
        "every x. An average over many messages keeps such a "
        "bias, and tests or intervals computed from the Laplace law hold for DQL only.",
        "Layered dither rounds x to a grid whose random step and shift the decoder knows, and adds no private noise: "
        f"a message tells in which cell x lies, and the decoder's slope is {number(layered.decoder)}. Its errors are "
        "Laplace, too.",
    )


def _quantities(result: DqlResult) -> tuple[Quantity, ...]:
    p, code, slopes = result.parameters, CODES[result.parameters.code]().label, result.slopes[0]
    (dql, rounded), (database, decoder) = result.arms, result.quantizer.privacy()
    always = (
        Quantity("bits", f"Mean bits for x, {code}", result.bits.at_x, "bits"),
        Quantity.measured("bits_measured", f"Mean bits measured, {code}", dql.bits, "bits"),
        Quantity.promised("database", "ε against the database", database, _PER_UNIT),
        Quantity.promised("decoder", "νε against the decoder", decoder, _PER_UNIT),
        Quantity("bits_uniform", "Bits for X ~ Unif(−1, 1)", result.bits.uniform, "bits"),
        Quantity("slope_database", "Steepest slope found, database", slopes.database, _PER_UNIT),
        Quantity("slope_decoder", "Steepest slope found, decoder", slopes.decoder, _PER_UNIT),
        Quantity.measured("error", "Mean squared error", dql.squared),
        Quantity.measured("error_rounded", "Mean squared error, rounded", rounded.squared),
        Quantity("sent", "Bits of the message drawn", float(len(result.message.word)), "bits"),
    )
    if result.tradeoff is None:
        return always
    t, place = result.tradeoff, result.focus
    epsilon, nu = float(t.epsilons[place]), float(t.nu[place])
    at_fixed_bits = [
        Quantity("relaxation", f"Smallest ν at ε = {number(epsilon)}", nu),
        Quantity("relaxed", "νε against the decoder there", nu * epsilon, _PER_UNIT, "guarantee", source=_PRIVACY),
        Quantity("error_there", "DQL's mean squared error there", float(t.error[place])),
    ]
    if t.solved[place]:
        at_fixed_bits.append(Quantity("error_mvu", f"MVU's, {p.budget} bits, same ε", float(t.mvu[place])))
    return (*at_fixed_bits, *(quantity for quantity in always if quantity.key in ("database", "decoder", "bits")))


def _formulas(result: DqlResult) -> tuple[Formula, ...]:
    p, m, q = result.parameters, result.message, result.quantizer
    epsilon = Symbol(r"\varepsilon", "privacy loss per unit of L1 distance, database", p.epsilon, _PER_UNIT, "epsilon")
    nu = Symbol(r"\nu", "relaxation for the decoder", p.nu, "", "nu")
    step = Symbol(r"\delta_T / \varepsilon", "step of the component drawn", m.step, "unit of x")
    first = float(q.components.steps[0])
    found = [
        Formula(
            "What the decoder computes",
            r"z = \frac{\delta_T}{\varepsilon}(M + U)",
            rf"{latex(m.step, 9)} \cdot ({m.received} {'-' if m.dither < 0 else '+'} {latex(abs(m.dither), 9)})",
            m.decoded,
            (
                step,
                Symbol("M", "whole number received", float(m.received)),
                Symbol("U", "dither, shared", m.dither, "", "seed"),
            ),
            "dql.section5",
        ),
        Formula(
            "Privacy against the decoder, per unit of L1 distance",
            r"\nu \cdot \varepsilon",
            rf"{latex(p.nu, 6)} \cdot {latex(p.epsilon, 6)}",
            p.nu * p.epsilon,
            (nu, epsilon),
            "dql.theorem7",
        ),
        Formula(
            "The largest step, which makes the steepest corner as steep as ν",
            r"\nu = \frac{e^{\delta_0} - 1}{\delta_0}",
            rf"\frac{{e^{{{latex(first, 9)}}} - 1}}{{{latex(first, 9)}}}",
            p.nu,
            (Symbol(r"\delta_0", "largest step, in units of 1/ε", first), nu),
            "dql.section5",
        ),
        Formula(
            "Length of a message, averaged over all randomness",
            r"\mathbb{E}[L(M)] = L(0) + \sum_{k \geq 0} (L(2^k) - L(2^{k-1}))\, P(|M| \geq 2^k), \quad"
            r" P(|M| \geq 2^k) = \sum_t P(T = t)\, P(|M| \geq 2^k \mid T = t)",
            r"\mathbb{E}[L(M)]",
            result.bits.at_x,
            (
                Symbol("L(m)", "bits of the word for m, L(2^{-1}) = L(0)", CODES[p.code]().label, "", "code"),
                Symbol("T", "component, averaged over", "shared"),
                Symbol("x", "true value", p.x, "", "x"),
            ),
            "exact: given T, z − x has a piecewise quadratic distribution function; M is z over the step, rounded",
        ),
    ]  # fmt: skip
    if result.tradeoff is not None:
        found = [*_tradeoff_formulas(result, result.tradeoff), *found]
    return tuple(found)


def _tradeoff_formulas(result: DqlResult, t: FixedBits) -> list[Formula]:
    place = result.focus
    at, nu = float(t.epsilons[place]), float(t.nu[place])
    epsilon = Symbol(r"\varepsilon", "a middle one of those compared", at, _PER_UNIT)
    found = [
        Formula(
            "DQL's mean squared error, the Laplace law's variance",
            r"\frac{2}{\varepsilon^2}",
            rf"\frac{{2}}{{{latex(at, 9)}^2}}",
            2 / at**2,
            (epsilon,),
            "dql.proposition6",
        )
    ]
    if math.isfinite(nu):
        relaxation = Symbol(r"\nu", "smallest that keeps the bits", nu, "", "budget")
        found.append(
            Formula(
                "What the decoder gets",
                r"\nu \cdot \varepsilon",
                rf"{latex(nu, 6)} \cdot {latex(at, 6)}",
                nu * at,
                (relaxation, epsilon),
                "dql.theorem7",
            )
        )
    return found


def _thinned(result: DqlResult) -> str:
    every = result.grid_stride
    return "" if every == 1 else f" Of the grid one line in {every} is drawn."


def _bias(value: float) -> str:
    return "0" if abs(value) < 1e-12 else number(value, 2)
