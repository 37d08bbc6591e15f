"""The formulas of a chosen mechanism with its numbers: the law of what is observed of an output, and the ratio r*."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ppr_core.diagnostics import FiniteLaw
from ppr_core.diagnostics.laws import ScalarLaw
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.vocabulary.formulas import Rule, Slot
from ppr_core.experiments.vocabulary.mechanisms import MechanismParameters
from ppr_core.wording import latex

__all__ = ["law_formula", "ratio_formula"]

_LARGEST = 700.0  # natural logarithms are cut here before they become floats
_TOP = "The distribution of what is looked at, and the top of its curve"
_CANDIDATES = "Candidates that the exact search looks at, on average"


@dataclass(frozen=True)
class _Number:
    """What may stand in a formula's slot: its symbol, where it comes from, and the field that sets it."""

    slot: Slot
    value: Callable[[MechanismParameters, Any], float]
    field: str = ""
    digits: int = 4


_NUMBERS: Mapping[str, _Number] = {
    "high": _Number(Slot("c_1", "density ratio in the cap"), lambda p, channel: math.exp(channel.log_high), digits=8),
    "edge": _Number(
        Slot(r"\gamma", "smallest inner product with x in the cap"), lambda p, channel: channel.gamma, digits=8
    ),
    "epsilon": _Number(
        Slot(r"\varepsilon", "privacy loss of the mechanism", "nats"), lambda p, channel: p.epsilon, "epsilon"
    ),
    "scale": _Number(Slot("t", "scale of the noise"), lambda p, channel: channel.scale, "epsilon"),
    "noise": _Number(Slot("s", "standard deviation of the noise"), lambda p, channel: p.noise_std, "noise_std"),
    "width": _Number(
        Slot("y", "how much the proposal's variance exceeds s²"),
        lambda p, channel: channel.proposal_width,
        "proposal_scale",
    ),
    "spread": _Number(Slot("b", "scale of the noise, 2C/ε"), lambda p, channel: 1 / channel.epsilon, "epsilon"),
    "flat": _Number(
        Slot("b'", "scale of the proposal"), lambda p, channel: 1 / channel.proposal_epsilon, "proposal_scale"
    ),
    "plateau": _Number(
        Slot("C", "largest input; between −C and C the proposal is flat"),
        lambda p, channel: channel.proposal_plateau,
        "norm_bound",
    ),
    "bound": _Number(Slot("C", "largest input"), lambda p, channel: channel.norm_bound, "norm_bound"),
    "top": _Number(Slot(r"f(\mu)", "largest density of the noise"), lambda p, channel: channel.largest_density),
    "dimension": _Number(Slot("d", "dimension"), lambda p, channel: p.dimension, "dimension"),
    "size": _Number(Slot("k", "categories"), lambda p, channel: p.categories, "categories"),
    "ones": _Number(Slot("w", "ones in a report"), lambda p, channel: channel.subset_size),
    "mass": _Number(
        Slot(r"\theta", "share of the proposal where the ratio is large"), lambda p, channel: channel.two_levels().mass
    ),
    "cap": _Number(Slot("p", "probability that the report is in the cap"), lambda p, channel: channel.cap_probability),
}


def law_formula(p: MechanismParameters, law: ScalarLaw | FiniteLaw, view: str) -> Formula | None:
    """The law of what is observed, at its top or for the true category; None where the mechanism declares none."""
    formulas, channel = p.chosen.formulas, p.channel()
    if isinstance(law, FiniteLaw):
        report = formulas.report
        if report is None:
            return None
        value = float(law.probabilities[: report.cells(channel)].sum())
        substituted, symbols = _filled(report.numbers, p, channel)
        return Formula(report.title, report.symbolic, substituted, value, symbols, report.source)
    curve = formulas.curves.get(type(law).__name__)
    if curve is None:
        return None
    substituted, symbols = _filled(curve.numbers, p, channel)
    centre = () if view == "radius" else (Symbol(r"\mu", "what is looked at, of x itself", law.location),)
    symbols = (*symbols, *curve.more, *centre)
    return Formula(_TOP, curve.symbolic, substituted, float(law.density(curve.top(law))), symbols, curve.source)


def ratio_formula(p: MechanismParameters, log_bound: float) -> Formula:
    """r* of the mechanism; log_bound: ln r* in nats."""
    value, channel = math.exp(min(log_bound, _LARGEST)), p.channel()
    if p.chosen.formulas.ratio is not None:
        ratio = p.chosen.formulas.ratio(channel)
        used = _used(ratio.numbers)
        slots = {name: _NUMBERS[name].slot for name in used}
        rule = Rule(_CANDIDATES, "r^* =", ratio.numbers, slots, lambda **_: value, ratio.source)
        fields = {name: _field(p, _NUMBERS[name]) for name in used}
        values: dict[str, Any] = {name: _NUMBERS[name].value(p, channel) for name in used}
        return rule.at(fields, digits=4, **values)
    return Formula(
        _CANDIDATES,
        r"r^* = \sup_{x, z} \frac{dP(\cdot \mid x)}{dQ}(z)",
        rf"r^* = e^{{{latex(log_bound, 8)}}}",
        value,
        (
            Symbol("P", "distribution of the output", p.chosen.label),
            Symbol("Q", "distribution of the candidates", "proposal"),
        ),
        "largest value of the density ratio",
    )


def _used(text: str) -> list[str]:
    """The slots of a text that have a symbol, in the order of the table; <below> is d − 1."""
    names = {name.replace("below", "dimension") for name in re.findall(r"<(\w+)>", text)}
    return [name for name in _NUMBERS if name in names]


def _filled(text: str, p: MechanismParameters, channel: Any) -> tuple[str, tuple[Symbol, ...]]:
    """The text with numbers for its slots, and their symbols."""
    numbers = {name: _NUMBERS[name] for name in _used(text)}
    values = {name: number.value(p, channel) for name, number in numbers.items()}
    texts = {name: latex(values[name], number.digits) for name, number in numbers.items()}
    texts["below"] = str(p.dimension - 1)
    symbols = tuple(
        Symbol(number.slot.symbol, number.slot.meaning, values[name], number.slot.unit, _field(p, number))
        for name, number in numbers.items()
    )
    return re.sub(r"<(\w+)>", lambda slot: texts[slot[1]], text), symbols


def _field(p: MechanismParameters, number: _Number) -> str:
    """The field that sets a number, if the mechanism takes it."""
    return number.field if number.field in p.chosen.takes else ""
