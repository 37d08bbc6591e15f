"""What the exactness experiment says of its outputs: numbers, verdict and what to look at."""

from __future__ import annotations

import functools
import math

from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.exactness.formulas import formulas
from ppr_core.experiments.exactness.rejection import generator_notices
from ppr_core.experiments.exactness.result import Arm, ExactnessResult
from ppr_core.wording import exponential, measured, number, p_value

__all__ = ["tell"]

_LAW = "the mechanism's law"
_CLEAR = 5.0  # standard errors from which a bias is named


def tell(result: ExactnessResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(formulas, result),
    )


def _quantities(result: ExactnessResult) -> tuple[Quantity, ...]:
    return tuple(quantity for slot, arm in zip("ab", result.arms, strict=False) for quantity in _of(result, slot, arm))


def _of(result: ExactnessResult, slot: str, arm: Arm) -> tuple[Quantity, ...]:
    effect, found, name = arm.tests[0].effect, arm.moments, result.name(arm)
    event = result.parameters.chosen.kind.event
    biased = f"bias of P({event})" if event else "bias"
    rows = (
        ("distance", effect.name, effect.value, effect.error, ""),
        ("bias", biased, found.bias, found.bias_error, ""),
        ("variance", "variance over the law's", found.variance_ratio, found.variance_ratio_error, ""),
        ("bits", "message", arm.bits, arm.bits_error, "bits"),
    )
    return tuple(
        Quantity(f"{slot}_{key}", f"{name}'s {label}", value, unit)
        if key == "bits" and error == 0  # every message has the same length
        else Quantity(f"{slot}_{key}", f"{name}'s {label}", value, unit, "measured", error, result.samples)
        for key, label, value, error, unit in rows
    )


def _finding(result: ExactnessResult) -> str:
    clauses, agreed = [], True
    for place, arm in enumerate(result.arms):
        start = f"{number(result.samples)} decoded outputs" if place == 0 else "those"
        verdict = _verdict(result, arm, again=place > 0 and agreed == arm.agrees)
        clauses.append(f"{start} of {arm.described} {verdict} ({_evidence(result, arm)})")
        agreed = arm.agrees
    return "; ".join(clauses) + "."


def _verdict(result: ExactnessResult, arm: Arm, again: bool) -> str:
    if not arm.agrees:
        return "do not either" if again else f"do not follow {_LAW}"
    if arm.exact:
        return "follow it too" if again else f"follow {_LAW}"
    if arm.distance is not None:
        return f"follow {'it too' if again else _LAW}, up to γ"
    return f"cannot be told from {_LAW} with so few"


def _evidence(result: ExactnessResult, arm: Arm) -> str:
    test, effect = arm.tests[0], arm.tests[0].effect
    if not arm.agrees:
        return f"{p_value(test.p_value)}, {_deviation(result, arm)}"
    distance = f"{effect.name} {measured(effect.value, effect.error)}"
    return f"{test.name} {p_value(test.p_value)}, {distance}, perfect samples show {number(effect.floor, 2)}"


def _deviation(result: ExactnessResult, arm: Arm) -> str:
    found, effect = arm.moments, arm.tests[0].effect
    if abs(found.bias) > _CLEAR * found.bias_error:
        of = f" of P({result.parameters.chosen.kind.event})" if result.finite else ""
        return f"bias{of} {measured(found.bias, found.bias_error)}"
    if not result.finite and abs(found.variance_ratio - 1) > _CLEAR * found.variance_ratio_error:
        return f"variance {measured(found.variance_ratio, found.variance_ratio_error)} times the law's"
    return f"{effect.name} {measured(effect.value, effect.error)}, perfect samples show {number(effect.floor, 2)}"


def _notices(result: ExactnessResult) -> tuple[str, ...]:
    notes = [_band_notice(result), _price_notice(result), *generator_notices(result), _limits_notice(result)]
    if any(arm.scheme == "pfr" or (arm.scheme == "ppr" and math.isinf(result.parameters.alpha)) for arm in result.arms):
        notes.append(
            "At α = ∞ the index is a function of x and the decoder's own randomness: the output is exact, but "
            "nothing protects x from the decoder."
        )
    return tuple(notes)


def _band_notice(result: ExactnessResult) -> str:
    kind = "categories" if result.finite else "bars"
    parts = [f"{result.outside(arm)} of {len(arm.counts)} {kind} for {arm.described}" for arm in result.arms]
    return (
        f"Outside the grey band: {' and '.join(parts)}. Samples of the law itself leave the band anywhere in "
        f"{100 * result.level:g} % of all runs."
    )


def _price_notice(result: ExactnessResult) -> str:
    bound = exponential(result.log_bound, 3)
    parts = []
    for arm in result.arms:
        bits = f"{measured(arm.bits, arm.bits_error)} bits ({arm.code.split(',')[0]})"
        parts.append(f"{arm.described} sends {bits} and looks at {number(arm.candidates)} candidates")
    if not any(arm.exact for arm in result.arms):
        return f"{'; '.join(parts)}."
    return f"{'; '.join(parts)}. The exact search needs r* = {bound} candidates on average, whatever α is."


def _limits_notice(result: ExactnessResult) -> str:
    effect = result.arms[0].tests[0].effect
    p_values = " and ".join(f"{test.name} {p_value(test.p_value)}" for test in result.arms[0].tests)
    return (
        f"{result.arms[0].described}: {p_values}. A p-value is how often perfect samples look at least this bad, not "
        f"how likely exactness is: with n = {number(result.samples)} even they show a {effect.name} of "
        f"{measured(effect.floor, effect.floor_error)}, and a deviation well below that would stay unseen. "
        "Ten times the outputs show deviations three times smaller."
    )
