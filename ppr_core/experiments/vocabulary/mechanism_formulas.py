"""Formulas of the mechanisms: the law of what is observed of an output, and the largest density ratio r*."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
    made = _CURVES.get(type(law), _ANY_CURVE).at(p, law)
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


#: mechanism -> title, symbolic form, form with numbers at <slots> and source, of a law on finitely many outputs.
_FINITE: Mapping[str, tuple[str, str, str, str]] = {
    "randomized_response": (
        _KEPT,
        r"P(x \mid x) = \frac{e^{\varepsilon}}{e^{\varepsilon} + k - 1}",
        r"P(x \mid x) = \frac{e^{<epsilon>}}{e^{<epsilon>} + <size> - 1}",
        "response.k_ary",
    ),
    "subset_selection": (
        "The law: how often the true bit is 1",
        r"P(z_x = 1) = \frac{w\, e^{\varepsilon}}{w\, e^{\varepsilon} + k - w}",
        r"P(z_x = 1) = \frac{<ones> \cdot e^{<epsilon>}}{<ones> \cdot e^{<epsilon>} + <size> - <ones>}",
        "subset.selection",
    ),
    "rappor": (
        "The law: the true bit is 1 half of the time, every other bit more rarely; here the true bit alone",
        r"P(z = e_x) = \frac{1}{2} \left(\frac{e^{\varepsilon}}{e^{\varepsilon} + 1}\right)^{k-1}",
        r"P(z = e_x) = \frac{1}{2} \left(\frac{e^{<epsilon>}}{e^{<epsilon>} + 1}\right)^{<size> - 1}",
        "rappor.asymmetric",
    ),
    "geometric": (
        "The law: how often category 0, an end of the row, is reported as it is",
        r"P(0 \mid 0) = \frac{1}{1 + a}, \qquad a = e^{-\varepsilon/(k - 1)}",
        r"P(0 \mid 0) = \frac{1}{1 + e^{-<epsilon>/(<size> - 1)}}",
        "geometric.truncated",
    ),
}


def _finite_law(p: MechanismParameters, law: FiniteLaw) -> Formula:
    title, symbolic, numbers, source = _FINITE.get(p.mechanism, (_KEPT, r"P(x \mid x)", r"P(x \mid x)", ""))
    symbols = (_symbol(p, "epsilon", p.epsilon), _symbol(p, "size", p.categories))
    values, kept = {"epsilon": latex(p.epsilon), "size": p.categories}, 1
    if p.mechanism == "subset_selection":
        channel = p.channel()
        values["ones"], kept = channel.subset_size, channel.size
        symbols += (Symbol("w", "ones in a report", channel.subset_size),)
    return Formula(title, symbolic, _filled(numbers, values), float(law.probabilities[:kept].sum()), symbols, source)


def _filled(text: str, values: Mapping[str, object]) -> str:
    return re.sub(r"<(\w+)>", lambda slot: str(values[slot[1]]), text)


def _symbol(p: MechanismParameters, name: str, value: float) -> Symbol:
    slot, field = _MEANINGS[name], _FIELDS[name]
    return Symbol(slot.symbol, slot.meaning, value, slot.unit, field if field in p.chosen.takes else "")


@dataclass(frozen=True)
class _Curve:
    """A density: symbolic form, form with numbers at <slots>, where it is highest, symbols by name, further ones."""

    symbolic: str
    numbers: str
    names: tuple[str, ...]
    source: str
    top: Callable[[ScalarLaw], float] = lambda law: law.location
    more: tuple[Symbol, ...] = ()

    def at(self, p: MechanismParameters, law: ScalarLaw) -> Formula:
        """The formula with the numbers of the parameters."""
        values = {"epsilon": p.epsilon, "noise": p.noise_std, "dimension": p.dimension}
        texts = {name: latex(value) for name, value in values.items()} | {"below": str(p.dimension - 1)}
        symbols, more = tuple(_symbol(p, name, values[name]) for name in self.names), self.more
        if isinstance(law, CapLaw):
            texts |= {"edge": latex(law.gamma, 8), "high": latex(law.high, 8)}
            cap = Symbol("c_1", "density ratio in the cap", law.high)
            symbols = (cap, Symbol(r"\gamma", "smallest inner product with x in the cap", law.gamma), *symbols)
        value = float(law.density(self.top(law)))
        return Formula(_TOP, self.symbolic, _filled(self.numbers, texts), value, (*symbols, *more), self.source)


_ANY_CURVE = _Curve("f(z)", r"f(\mu)", (), "")
_CURVES: Mapping[type, _Curve] = {
    NormalLaw: _Curve(
        r"f(z) = \frac{1}{s\sqrt{2\pi}}\, e^{-(z-\mu)^2/(2 s^2)}",
        r"f(\mu) = \frac{1}{<noise>\sqrt{2\pi}}",
        ("noise",),
        "gaussian.analytic",
    ),
    LaplaceLaw: _Curve(
        r"f(z) = \frac{\varepsilon}{2}\, e^{-\varepsilon |z-\mu|}",
        r"f(\mu) = \frac{<epsilon>}{2}",
        ("epsilon",),
        "laplace.mechanism",
    ),
    LaplaceProjectionLaw: _Curve(
        r"f(z) = \frac{\varepsilon}{\sqrt{\pi}\,\Gamma(\frac{d+1}{2})}"
        r"\left(\frac{\varepsilon|z-\mu|}{2}\right)^{d/2} K_{d/2}(\varepsilon|z-\mu|)",
        r"f(\mu) = \frac{<epsilon>\;\Gamma(\frac{<dimension>}{2})}{2\sqrt{\pi}\;\Gamma(\frac{<dimension>+1}{2})}",
        ("epsilon", "dimension"),
        "metric.laplace",
        more=(Symbol(r"K_{d/2}", "modified Bessel function", "of the second kind"),),
    ),
    GammaLaw: _Curve(
        r"f(r) = \frac{\varepsilon^d r^{d-1} e^{-\varepsilon r}}{\Gamma(d)}",
        r"f\!\left(\tfrac{d-1}{\varepsilon}\right) ="
        r" \frac{<epsilon> \cdot <below>^{<below>} e^{-<below>}}{\Gamma(<dimension>)}",
        ("epsilon", "dimension"),
        "metric.laplace",
        top=lambda law: (law.shape - 1) * law.scale,
    ),
    NormLaw: _Curve(
        r"f(r) = \frac{r^{d-1} e^{-r^2/(2s^2)}}{2^{d/2-1}\,\Gamma(d/2)\, s^d}",
        r"f(s\sqrt{d-1}) = \frac{<below>^{(<dimension>-1)/2} e^{-(<dimension>-1)/2}}"
        r"{2^{<dimension>/2-1}\,\Gamma(<dimension>/2) \cdot <noise>}",
        ("noise", "dimension"),
        "gaussian.analytic",
        top=lambda law: math.sqrt(law.dimension - 1) * law.scale,
    ),
    CapLaw: _Curve(
        r"f(t) = c(t)\, \frac{(1 - t^2)^{(d-3)/2}}{B(\frac{1}{2}, \frac{d-1}{2})},"
        r" \quad c = c_1 \text{ for } t \ge \gamma",
        r"f(\gamma) = <high> \cdot \frac{(1 - <edge>^2)^{(<dimension>-3)/2}}"
        r"{B(\frac{1}{2}, \frac{<dimension>-1}{2})}",
        ("dimension",),
        "privunit.definition",
        top=lambda law: law.gamma,
    ),
}
