"""One sentence on what a change of the settings did to the result."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from pages.ui import controls, memo
from ppr_core.experiments.contract import Experiment, Parameters, Quantity
from ppr_core.wording import measured, number, with_unit

__all__ = ["sentence"]

_NOISE = 2.0  # standard errors of the difference within which a change is not told from chance
_MOST_NAMED = 3
_TIMES = ("s", "ms", "µs")


def sentence(
    experiment: Experiment,
    old_parameters: Parameters,
    old_result: Any,
    new_parameters: Parameters,
    new_result: Any,
    without: str = "",
) -> str:
    """Which settings changed, what the headline did, and which other quantity moved most; "" if nothing changed.

    The direction named is the sign of new minus old. A measured change within two standard errors of the difference
    is said to be within the noise, and then no direction is claimed. without: a field that is not named, because the
    page shows its changes in its own way.
    """
    cause = _cause(experiment, old_parameters, new_parameters, without)
    new = memo.story(experiment, new_result).quantities
    if not cause or not new:
        return ""
    old = {quantity.key: quantity for quantity in memo.story(experiment, old_result).quantities}
    headline = new[0]
    if headline.key not in old:
        return f"{cause}: now {headline.label} is shown, {with_unit(number(headline.value), headline.unit)}."
    effect = f"{cause}: {headline.label} {_movement(old[headline.key], headline)}."
    other = _moved_most((old[quantity.key], quantity) for quantity in new[1:] if quantity.key in old)
    return f"{effect} Of the rest, {other[1].label} moved most: it {_movement(*other)}." if other else effect


def _cause(experiment: Experiment, old: Parameters, new: Parameters, without: str) -> str:
    specs = experiment.parameters.specs()
    before, after = old.values(), new.values()
    changed = [name for name in specs if before[name] != after[name] and name != without]
    if len(changed) > _MOST_NAMED:
        return f"{len(changed)} settings changed"
    return ", ".join(
        f"{specs[name].symbol or specs[name].label} {controls.shown_text(specs[name], before[name])} → "
        f"{controls.shown_text(specs[name], after[name])}"
        for name in changed
    )


def _movement(old: Quantity, new: Quantity) -> str:
    """The verb phrase of a change from the old value to the new."""
    values = _from_to(old, new)
    if math.isnan(old.value) or math.isnan(new.value) or math.isinf(old.value) or math.isinf(new.value):
        if old.value == new.value or (math.isnan(old.value) and math.isnan(new.value)):
            return f"stayed {number(new.value)}"
        if math.isnan(old.value) or math.isnan(new.value):
            return f"changed, {values}"
        return f"{'rose' if new.value > old.value else 'fell'}, {values}"
    difference, error = new.value - old.value, _error(old, new)
    if difference == 0:
        return f"did not change, {with_unit(number(new.value), new.unit)}"
    if abs(difference) <= _NOISE * error:
        return f"changed by {measured(difference, error, new.unit)}, which is within the noise"
    verb = "rose" if difference > 0 else "fell"
    amount = measured(abs(difference), error or None, new.unit)
    return f"{verb} by {amount}, {values}"


def _moved_most(pairs: Iterable[tuple[Quantity, Quantity]]) -> tuple[Quantity, Quantity] | None:
    """The pair with the largest relative change that is not noise.

    Measured times are left out: they also change where no setting does, with the load of the machine.
    """
    moved = [pair for pair in pairs if not _is_clocked(pair[1]) and _relative_change(*pair) > 1e-9]
    return max(moved, key=lambda pair: _relative_change(*pair), default=None)


def _is_clocked(quantity: Quantity) -> bool:
    return quantity.kind == "measured" and quantity.unit in _TIMES


def _relative_change(old: Quantity, new: Quantity) -> float:
    """|new - old| over the larger magnitude: between 0 and 2, and 0 for noise or anything undefined."""
    if math.isnan(old.value) or math.isnan(new.value) or old.value == new.value:
        return 0.0
    if math.isinf(old.value) or math.isinf(new.value):
        return 2.0
    difference = abs(new.value - old.value)
    if difference <= _NOISE * _error(old, new):
        return 0.0
    return difference / max(abs(old.value), abs(new.value))


def _error(old: Quantity, new: Quantity) -> float:
    """One standard error of the difference of two independent values."""
    return math.hypot(old.error or 0.0, new.error or 0.0)


def _from_to(old: Quantity, new: Quantity) -> str:
    """Both values, to as many digits as it takes to tell them apart."""
    for digits in range(3, 9):
        before, after = (number(quantity.value, digits) for quantity in (old, new))
        if before != after:
            break
    return f"{before} → {with_unit(after, new.unit)}"
