"""One sentence on what a change of the settings did to the result."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from pages.ui import controls, memo
from ppr_core.experiments.contract import Experiment, Parameters, Quantity
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, with_unit

__all__ = ["sentence"]

message = Messages("shared")

_NOISE = 2.0  # standard errors of the difference within which a change is not told from chance
_MOST_NAMED = 3
_MANY = 1000  # times, from which on a difference says no more than the larger value
_FEW = 10  # repetitions, below which their spread is itself a guess
_MUCH, _LITTLE, _ROUNDING = 0.1, 0.01, 1e-9  # relative changes: worth a sentence, not worth one, of arithmetic alone
_TIMES = ("s", "ms", "µs")


def sentence(
    experiment: Experiment,
    old_parameters: Parameters,
    old_result: Any,
    new_parameters: Parameters,
    new_result: Any,
    without: str = "",
    quiet: bool = False,
) -> str:
    """Which settings changed, what the headline did, and the next number of the page that moved; "" if nothing changed.

    Only numbers of one name are compared: where a name holds a compressor, a code or a budget, a change of it puts
    another thing into the same place, and the two are told side by side or not at all. The direction named is the sign
    of new minus old. A measured change within two standard errors of the difference cannot be told from chance, and
    then no direction is claimed; of few repetitions it is said that they cannot tell. A headline that moved
    little leaves the sentence to the next number that moved much. A filter shows other rows of one result, which is no
    change of it. without: a field that is not named, because the page shows its changes in its own way; quiet: nothing
    is said of what moved no number.
    """
    before, after = old_parameters.values(), new_parameters.values()
    if any(before[name] != after[name] for name in experiment.filters):
        return ""
    cause = _cause(experiment, old_parameters, new_parameters, without)
    was, now = memo.story(experiment, old_result), memo.story(experiment, new_result)
    old, new = was.quantities, now.quantities
    if not cause or not new:
        return ""
    pairs = [(before, quantity) for quantity in new if (before := _same(quantity, old)) is not None]
    headline = next((pair for pair in pairs if pair[1] is new[0]), None)
    if headline is None:
        before = {"before": _told(old[0])} if old else {}
        effect = message("change-now-before" if old else "change-now", cause=cause, now=_told(new[0]), **before)
    else:
        effect = message("change-headline", cause=cause, label=_called(new[0]), movement=_movement(*headline))
    other = _next_moved(pair for pair in pairs if pair is not headline)
    if headline is not None and not other and _within_chance(*headline):
        return "" if quiet or was.finding != now.finding else message("change-nothing", cause=cause)
    if headline is not None and other and _relative_change(*headline) < _LITTLE and _relative_change(*other) > _MUCH:
        return message("change-headline", cause=cause, label=_called(other[1]), movement=_movement(*other))
    if not other:
        return effect
    return f"{effect} {message('change-other', label=_called(other[1]), movement=_movement(*other))}"


def _called(quantity: Quantity) -> str:
    """Its label within a sentence, which has a colon already: "ε: what a reader may learn" loses its symbol."""
    symbol, colon, said = quantity.label.partition(": ")
    return said if colon and len(symbol) == 1 else quantity.label


def _within_chance(old: Quantity, new: Quantity) -> bool:
    """Whether a value stayed as it was, as far as enough repetitions can tell."""
    known = not new.error or min(quantity.samples or _FEW for quantity in (old, new)) >= _FEW
    return known and math.isfinite(new.value) and math.isfinite(old.value) and _relative_change(old, new) <= _ROUNDING


def _told(quantity: Quantity) -> str:
    return f"{quantity.label} ({with_unit(number(quantity.value), quantity.unit)})"


def _same(quantity: Quantity, others: Sequence[Quantity]) -> Quantity | None:
    """The one of the same name and unit, in the same place where several have it."""
    namesakes = [other for other in others if (other.label, other.unit) == (quantity.label, quantity.unit)]
    in_place = [other for other in namesakes if other.key == quantity.key]
    return (in_place or (namesakes if len(namesakes) == 1 else [None]))[0]


def _cause(experiment: Experiment, old: Parameters, new: Parameters, without: str) -> str:
    """What changed; of too many, the choices, which say whose numbers are shown."""
    specs = experiment.parameters.specs()
    before, after = old.values(), new.values()
    changed = [name for name in specs if before[name] != after[name] and name != without]
    named = changed
    if len(changed) > _MOST_NAMED:
        named = [name for name in changed if specs[name].kind == "choice"][:_MOST_NAMED]
    parts = [
        f"{specs[name].symbol or specs[name].label} {told[0]} → {told[1]}" if told[0] != told[1] else specs[name].label
        for name in named
        if (told := [controls.shown_text(specs[name], values[name], values) for values in (before, after)])
    ]
    more = len(changed) - len(named)
    rest = [message("change-more" if named else "change-many", count=more, shown=number(more))] if more else []
    return ", ".join(parts + rest)


def _movement(old: Quantity, new: Quantity) -> str:
    """The verb phrase of a change from the old value to the new."""
    values = _from_to(old, new)
    if math.isnan(old.value) or math.isnan(new.value) or math.isinf(old.value) or math.isinf(new.value):
        if old.value == new.value or (math.isnan(old.value) and math.isnan(new.value)):
            return message("change-stayed", value=number(new.value))
        if math.isnan(old.value) or math.isnan(new.value):
            return message("change-unknown", values=values)
        return message("change-moved", rose=new.value > old.value, values=values)
    difference, error = new.value - old.value, _error(old, new)
    if difference == 0 or (not error and abs(difference) <= _ROUNDING * abs(old.value)):
        return message("change-still", value=with_unit(number(new.value), new.unit))
    if abs(difference) <= _NOISE * error:
        fewest = min(quantity.samples or _FEW for quantity in (old, new))
        if fewest < _FEW:
            return message("change-few", values=values, count=fewest)
        return message("change-noise", amount=measured(difference, error, new.unit))
    if new.unit == "%":  # a difference of shares is in percentage points
        return message("change-moved", rose=difference > 0, values=values)
    if min(old.value, new.value) > 0 and max(old.value, new.value) >= _MANY * min(old.value, new.value):
        return message("change-moved", rose=difference > 0, values=values)  # their difference is the larger of them
    amount = measured(abs(difference), error or None, new.unit)
    return message("change-by", rose=difference > 0, amount=amount, values=values)


def _next_moved(pairs: Iterable[tuple[Quantity, Quantity]]) -> tuple[Quantity, Quantity] | None:
    """The first of the pairs that moved much, or the first that moved at all, and not by chance.

    The first, since a page names what matters first; shares of numbers in different units do not say what matters.
    Measured times are left out: they also change where no setting does, with the load of the machine.
    """
    moved = [(pair, _relative_change(*pair)) for pair in pairs if not _is_clocked(pair[1])]
    return next((pair for least in (_MUCH, _ROUNDING) for pair, change in moved if change > least), None)


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
