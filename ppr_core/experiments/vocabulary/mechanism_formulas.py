"""Formulas of the mechanisms: the law of what is observed of an output, and the largest density ratio r*."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from ppr_core.channels import Channel
from ppr_core.diagnostics import CapLaw, FiniteLaw, GammaLaw, LaplaceLaw, LaplaceProjectionLaw, NormalLaw, NormLaw
from ppr_core.diagnostics.laws import ScalarLaw
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.vocabulary.formulas import Rule, Slot
from ppr_core.experiments.vocabulary.mechanisms import MechanismParameters
from ppr_core.wording import latex

__all__ = ["law_formula", "ratio_formula"]

_LARGEST = 700.0  # natural logarithms are cut here before they become floats
_TOP = "The law of what is looked at, and the top of its curve"
_KEPT = "The law: how often the true category is reported"
_CANDIDATES = "Candidates that the exact search looks at, on average"
_FIELDS = {
    "epsilon": "epsilon",
    "noise": "noise_std",
    "dimension": "dimension",
    "size": "categories",
    "length": "position",
    "width": "proposal_scale",
    "flat": "proposal_scale",
}
_EPSILON = Slot(r"\varepsilon", "privacy loss of the mechanism", "nats")
_SIZE = Slot("k", "categories")
_NOISE = Slot("s", "standard deviation of the noise")
_DIMENSION = Slot("d", "dimension")
_LENGTH = Slot(r"\lVert x \rVert", "length of the input")


def law_formula(p: MechanismParameters, law: ScalarLaw | FiniteLaw, view: str) -> Formula:
    """The law of what is observed of the mechanism's output, at its top or for the true category."""
    if isinstance(law, FiniteLaw):
        return _finite_law(p, law)
    made = _CURVES.get(type(law), _any_curve)(p, law)
    centre = () if view == "radius" else (Symbol(r"\mu", "what is looked at, of x itself", law.location),)
    return Formula(made.title, made.symbolic, made.substituted, made.value, (*made.symbols, *centre), made.source)


def ratio_formula(p: MechanismParameters, log_bound: float) -> Formula:
    """r* of the mechanism at its input; log_bound: ln r* in nats."""
    value = math.exp(min(log_bound, _LARGEST))
    if p.mechanism in _RATIOS:
        rule, values, source = _RATIOS[p.mechanism](p, p.channel())
        made = Rule(_CANDIDATES, "r^* =", rule, _slots(values), lambda **_: value, source)
        return made.at(_fields(p, values), digits=4, **values)
    return Formula(
        _CANDIDATES,
        r"r^* = \sup_z \frac{dP(\cdot \mid x)}{dQ}(z)",
        rf"r^* = e^{{{latex(log_bound, 8)}}}",
        value,
        (Symbol("P", "law of the output", p.chosen.label), Symbol("Q", "law of the shared samples", "proposal")),
        "largest value of the density ratio",
    )


_MEANINGS: Mapping[str, Slot] = {
    "epsilon": _EPSILON,
    "noise": _NOISE,
    "dimension": _DIMENSION,
    "size": _SIZE,
    "length": _LENGTH,
    "width": Slot("y", "how much the proposal's variance exceeds s²"),
    "flat": Slot(r"\varepsilon'", "decay of the proposal"),
    "mass": Slot(r"\theta", "share of the proposal where the ratio is large"),
    "cap": Slot("p", "probability that the report is in the cap"),
}


def _slots(values: Mapping[str, float]) -> dict[str, Slot]:
    return {name: _MEANINGS[name] for name in values}


def _fields(p: MechanismParameters, values: Mapping[str, float]) -> dict[str, str]:
    """The parameters that set the values, as far as the mechanism has them."""
    return {name: _FIELDS[name] for name in values if _FIELDS.get(name) in p.chosen.takes}


_RATIOS: Mapping[str, Callable[[MechanismParameters, Channel], tuple[str, dict[str, float], str]]] = {
    "laplace": lambda p, channel: (
        r"\left(\frac{<epsilon>}{<flat>}\right)^{<dimension>} e^{<flat> \cdot <length>}",
        {
            "epsilon": p.epsilon,
            "flat": channel.proposal_epsilon,
            "dimension": p.dimension,
            "length": p.position * p.norm_bound,
        },
        "largest value of the density ratio, at z = x",
    ),
    "gaussian": lambda p, channel: (
        r"\left(1 + \frac{<width>}{<noise>^2}\right)^{<dimension>/2} e^{<length>^2 / (2 \cdot <width>)}",
        {
            "noise": p.noise_std,
            "width": channel.proposal_width,
            "dimension": p.dimension,
            "length": p.position * p.norm_bound,
        },
        "largest value of the density ratio N(x, s² I) over N(0, (s² + y) I)",
    ),
    "privunit": lambda p, channel: (
        r"\frac{<cap>}{<mass>}",
        {"cap": channel.cap_probability, "mass": channel.cap_mass},
        "privunit.definition",
    ),
    "randomized_response": lambda p, channel: (
        r"\frac{<size>\, e^{<epsilon>}}{e^{<epsilon>} + <size> - 1}",
        {"epsilon": p.epsilon, "size": p.categories},
        "response.k_ary",
    ),
    "subset_selection": lambda p, channel: (
        r"\frac{1}{<mass> + (1 - <mass>)\, e^{-<epsilon>}}",
        {"epsilon": p.epsilon, "mass": channel.mass},
        "subset.selection",
    ),
    "rappor": lambda p, channel: (
        r"\frac{1 + e^{<epsilon>}}{2}",
        {"epsilon": p.epsilon},
        "rappor.asymmetric",
    ),
}


def _finite_law(p: MechanismParameters, law: FiniteLaw) -> Formula:
    epsilon, size = Symbol(r"\varepsilon", _EPSILON.meaning, p.epsilon, "nats", "epsilon"), p.categories
    symbols, e = (epsilon, Symbol("k", _SIZE.meaning, size, "", "categories")), latex(p.epsilon)
    channel = p.channel()
    if p.mechanism == "randomized_response":
        return Formula(
            _KEPT,
            r"P(x \mid x) = \frac{e^{\varepsilon}}{e^{\varepsilon} + k - 1}",
            rf"P(x \mid x) = \frac{{e^{{{e}}}}}{{e^{{{e}}} + {size} - 1}}",
            float(law.probabilities[0]),
            symbols,
            "response.k_ary",
        )
    if p.mechanism == "subset_selection":
        w = channel.subset_size
        return Formula(
            "The law: how often the true bit is 1",
            r"P(z_x = 1) = \frac{w\, e^{\varepsilon}}{w\, e^{\varepsilon} + k - w}",
            rf"P(z_x = 1) = \frac{{{w} \cdot e^{{{e}}}}}{{{w} \cdot e^{{{e}}} + {size} - {w}}}",
            float(law.probabilities[: channel.size].sum()),
            (*symbols, Symbol("w", "ones in a report", w)),
            "subset.selection",
        )
    if p.mechanism == "rappor":
        return Formula(
            "The law: the true bit is 1 half of the time, every other bit more rarely; here the true bit alone",
            r"P(z = e_x) = \frac{1}{2} \left(\frac{e^{\varepsilon}}{e^{\varepsilon} + 1}\right)^{k-1}",
            rf"P(z = e_x) = \frac{{1}}{{2}} \left(\frac{{e^{{{e}}}}}{{e^{{{e}}} + 1}}\right)^{{{size} - 1}}",
            float(law.probabilities[0]),
            symbols,
            "rappor.asymmetric",
        )
    if p.mechanism == "geometric":
        return Formula(
            "The law: how often category 0, an end of the row, is reported as it is",
            r"P(0 \mid 0) = \frac{1}{1 + a}, \qquad a = e^{-\varepsilon/(k - 1)}",
            rf"P(0 \mid 0) = \frac{{1}}{{1 + e^{{-{e}/({size} - 1)}}}}",
            float(law.probabilities[0]),
            symbols,
            "geometric.truncated",
        )
    return Formula(_KEPT, r"P(x \mid x)", r"P(x \mid x)", float(law.probabilities[0]), symbols, "")


def _curve(
    symbolic: str, substituted: str, law: ScalarLaw, top: float, symbols: tuple[Symbol, ...], source: str
) -> Formula:
    return Formula(_TOP, symbolic, substituted, float(law.density(top)), symbols, source)


def _any_curve(p: MechanismParameters, law: ScalarLaw) -> Formula:
    return _curve("f(z)", r"f(\mu)", law, law.location, (), "")


def _symbol(p: MechanismParameters, name: str, value: float) -> Symbol:
    slot, field = _MEANINGS[name], _FIELDS[name]
    return Symbol(slot.symbol, slot.meaning, value, slot.unit, field if field in p.chosen.takes else "")


def _normal(p: MechanismParameters, law: NormalLaw) -> Formula:
    symbolic = r"f(z) = \frac{1}{s\sqrt{2\pi}}\, e^{-(z-\mu)^2/(2 s^2)}"
    substituted = rf"f(\mu) = \frac{{1}}{{{latex(p.noise_std)}\sqrt{{2\pi}}}}"
    return _curve(symbolic, substituted, law, law.location, (_symbol(p, "noise", p.noise_std),), "gaussian.analytic")


def _laplace(p: MechanismParameters, law: LaplaceLaw) -> Formula:
    symbolic = r"f(z) = \frac{\varepsilon}{2}\, e^{-\varepsilon |z-\mu|}"
    substituted = rf"f(\mu) = \frac{{{latex(p.epsilon)}}}{{2}}"
    return _curve(symbolic, substituted, law, law.location, (_symbol(p, "epsilon", p.epsilon),), "laplace.mechanism")


def _laplace_projection(p: MechanismParameters, law: LaplaceProjectionLaw) -> Formula:
    e, d = latex(p.epsilon), p.dimension
    symbolic = (
        r"f(z) = \frac{\varepsilon}{\sqrt{\pi}\,\Gamma(\frac{d+1}{2})}"
        r"\left(\frac{\varepsilon|z-\mu|}{2}\right)^{d/2} K_{d/2}(\varepsilon|z-\mu|)"
    )
    substituted = rf"f(\mu) = \frac{{{e}\;\Gamma(\frac{{{d}}}{{2}})}}{{2\sqrt{{\pi}}\;\Gamma(\frac{{{d}+1}}{{2}})}}"
    bessel = Symbol(r"K_{d/2}", "modified Bessel function", "of the second kind")
    symbols = (_symbol(p, "epsilon", p.epsilon), _symbol(p, "dimension", d), bessel)
    return _curve(symbolic, substituted, law, law.location, symbols, "metric.laplace")


def _gamma(p: MechanismParameters, law: GammaLaw) -> Formula:
    e, d = latex(p.epsilon), p.dimension
    symbolic = r"f(r) = \frac{\varepsilon^d r^{d-1} e^{-\varepsilon r}}{\Gamma(d)}"
    substituted = (
        rf"f\!\left(\tfrac{{d-1}}{{\varepsilon}}\right) ="
        rf" \frac{{{e} \cdot {d - 1}^{{{d - 1}}} e^{{-{d - 1}}}}}{{\Gamma({d})}}"
    )
    symbols = (_symbol(p, "epsilon", p.epsilon), _symbol(p, "dimension", d))
    return _curve(symbolic, substituted, law, (law.shape - 1) * law.scale, symbols, "metric.laplace")


def _norm(p: MechanismParameters, law: NormLaw) -> Formula:
    s, d = latex(p.noise_std), p.dimension
    symbolic = r"f(r) = \frac{r^{d-1} e^{-r^2/(2s^2)}}{2^{d/2-1}\,\Gamma(d/2)\, s^d}"
    substituted = (
        rf"f(s\sqrt{{d-1}}) = \frac{{{d - 1}^{{({d}-1)/2}} e^{{-({d}-1)/2}}}}{{2^{{{d}/2-1}}\,\Gamma({d}/2) \cdot {s}}}"
    )
    symbols = (_symbol(p, "noise", p.noise_std), _symbol(p, "dimension", d))
    return _curve(symbolic, substituted, law, math.sqrt(law.dimension - 1) * law.scale, symbols, "gaussian.analytic")


def _cap(p: MechanismParameters, law: CapLaw) -> Formula:
    d, edge = p.dimension, latex(law.gamma, 8)
    symbolic = (
        r"f(t) = c(t)\, \frac{(1 - t^2)^{(d-3)/2}}{B(\frac{1}{2}, \frac{d-1}{2})},"
        r" \quad c = c_1 \text{ for } t \ge \gamma"
    )
    substituted = (
        rf"f(\gamma) = {latex(law.high, 8)} \cdot \frac{{(1 - {edge}^2)^{{({d}-3)/2}}}}"
        rf"{{B(\frac{{1}}{{2}}, \frac{{{d}-1}}{{2}})}}"
    )
    symbols = (
        Symbol("c_1", "density ratio in the cap", law.high),
        Symbol(r"\gamma", "smallest inner product with x in the cap", law.gamma),
        _symbol(p, "dimension", d),
    )
    return _curve(symbolic, substituted, law, law.gamma, symbols, "privunit.definition")


_CURVES: Mapping[type, Callable[[MechanismParameters, ScalarLaw], Formula]] = {
    NormalLaw: _normal,
    LaplaceLaw: _laplace,
    LaplaceProjectionLaw: _laplace_projection,
    GammaLaw: _gamma,
    NormLaw: _norm,
    CapLaw: _cap,
}
