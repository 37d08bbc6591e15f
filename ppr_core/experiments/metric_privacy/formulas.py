"""The formulas of the experiment `metric_privacy`, with its numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.metric_privacy.parameters import MetricPrivacyParameters
from ppr_core.guarantees import laplace_metric_error, ppr_overhead_bits
from ppr_core.wording import latex, number

if TYPE_CHECKING:
    from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult

__all__ = ["formulas", "length_bits", "rounded_up"]

_PAPER = "ppr.corollary13"


def formulas(result: MetricPrivacyResult) -> tuple[Formula, ...]:
    p = result.parameters
    e, d = Symbol(r"\varepsilon", "privacy of the mechanism", p.epsilon, "per unit of distance", "epsilon"), p.dimension
    dimension = Symbol("d", "dimension", d, "", "dimension")
    order = Symbol(r"\alpha", "order of PPR", p.alpha, "", "alpha")
    put = latex(p.epsilon, 8)
    ratio = Formula(
        "What a report tells of two inputs at a distance",
        r"\left|\ln \frac{f(z \mid x)}{f(z \mid x')}\right| \le \varepsilon\, \Vert x - x' \Vert",
        rf"\left|\ln \frac{{f(z \mid x)}}{{f(z \mid x')}}\right| \le {put} \cdot {latex(p.distance, 8)}",
        p.epsilon * p.distance,
        (e, Symbol(r"\Vert x - x' \Vert", "distance of the two locations", p.distance, "", "other")),
        "metric.definition",
    )
    decoder = Formula(
        "What PPR's decoder may learn, per unit of distance",
        r"\varepsilon_{\text{decoder}} = 2 \alpha \varepsilon",
        rf"\varepsilon_{{\text{{decoder}}}} = 2 \cdot {latex(p.alpha, 8)} \cdot {put}",
        result.decoder.epsilon,
        (order, e),
        "ppr.theorem9",
    )
    error = Formula(
        "Squared error of PPR, as of the mechanism itself",
        r"\mathbb{E}\Vert Z - X \Vert^2 = \frac{d (d + 1)}{\varepsilon^2}",
        rf"\frac{{{d} \cdot ({d} + 1)}}{{{_bracket(put)}^2}}",
        laplace_metric_error(dimension=d, epsilon=p.epsilon).value,
        (dimension, e),
        _PAPER,
    )
    found = [ratio, decoder, error, _length_formula(p, (dimension, e, order)), _size_formula(result)]
    if d == 2:
        found.insert(2, _circle(result, e))
    if p.runs:
        found.append(_bounded_ratio(p, (dimension, e)))
    return tuple(found)


def _circle(result: MetricPrivacyResult, e: Symbol) -> Formula:
    p, radius = result.parameters, result.radius
    product = latex(p.epsilon * radius, 10)
    return Formula(
        "The circle around the true location, in the plane",
        r"P(\Vert Z - x \Vert \le R) = 1 - (1 + \varepsilon R)\, e^{-\varepsilon R}",
        rf"1 - (1 + {product}) \cdot e^{{-{product}}}",
        p.confidence,
        (
            e,
            Symbol("R", "radius of the circle", radius, "km"),
            Symbol("P", "share of reports within the circle", p.confidence, "", "confidence"),
        ),
        "metric.laplace",
    )


def length_bits(p: MetricPrivacyParameters) -> float:
    """ℓ of Corollary 13 in bits: KL to the Gaussian proposal, at the edge of the ball, plus η_α."""
    d, spread = p.dimension, (p.norm_bound * p.epsilon) ** 2 / p.dimension + p.dimension + 1
    return d / 2 * math.log2(2 / math.e * spread) - _volume_term(d) + ppr_overhead_bits(p.alpha)


def rounded_up(value: float, digits: int = 3) -> float:
    """To so many significant digits, upwards; whole numbers with more digits in full."""
    decimals = max(0, digits - 1 - math.floor(math.log10(value)))
    return float(f"{math.ceil(round(value * 10**decimals, 9)) / 10**decimals:.{decimals}f}")


def _volume_term(d: int) -> float:
    """log2 Γ(d+1)/Γ(d/2+1)."""
    return (math.lgamma(d + 1) - math.lgamma(d / 2 + 1)) / math.log(2)


def _length_formula(p: MetricPrivacyParameters, symbols: tuple[Symbol, ...]) -> Formula:
    d, product = p.dimension, _bracket(latex(p.norm_bound * p.epsilon, 12))
    eta = rf"\frac{{\log_2 3.56}}{{\min\{{({latex(p.alpha, 8)} - 1)/2,\; 1\}}}}"
    return Formula(
        "Corollary 13: the exponent of a message",
        r"\ell = \frac{d}{2} \log_2\!\left(\frac{2}{e}\left(\frac{C^2 \varepsilon^2}{d} + d + 1\right)\right)"
        r" - \log_2 \frac{\Gamma(d + 1)}{\Gamma(\frac{d}{2} + 1)} + \eta_\alpha",
        rf"\ell = \frac{{{d}}}{{2}} \cdot \log_2\left(\frac{{2}}{{e}} \cdot \left(\frac{{{product}^2}}{{{d}}}"
        rf" + {d} + 1\right)\right) - {latex(_volume_term(d), 12)} + {eta}",
        length_bits(p),
        (*symbols, Symbol("C", "radius of the ball of inputs", p.norm_bound, "", "norm_bound")),
        _PAPER,
    )


def _size_formula(result: MetricPrivacyResult) -> Formula:
    length = latex(length_bits(result.parameters), 8)
    return Formula(
        f"From the exponent to the mean size: rounded up, {number(result.size_bits)} bits",
        r"\mathbb{E}[\text{bits}] \le \ell + \log_2(\ell + 1) + 2",
        rf"\mathbb{{E}}[\text{{bits}}] \le {length} + \log_2({length} + 1) + 2",
        result.size_bound.value,
        (Symbol(r"\ell", "exponent of Corollary 13", length_bits(result.parameters), "bits"),),
        _PAPER,
    )


def _bounded_ratio(p: MetricPrivacyParameters, symbols: tuple[Symbol, ...]) -> Formula:
    wide = p.channel().proposal_epsilon
    product = latex(wide * p.norm_bound, 8)
    return Formula(
        "The proposal that can be run: Laplace with ε′ < ε",
        r"r^* = \left(\frac{\varepsilon}{\varepsilon'}\right)^d e^{\varepsilon' C}",
        rf"\left(\frac{{{latex(p.epsilon, 8)}}}{{{latex(wide, 8)}}}\right)^{{{p.dimension}}} \cdot e^{{{product}}}",
        math.exp(p.log_ratio_bound),
        (*symbols, Symbol(r"\varepsilon'", "of the proposal, min(d/C, ε)", wide)),
        "The smallest bound over ε′ is at ε′ = min(d/C, ε)",
    )


def _bracket(text: str) -> str:
    return f"({text})"
