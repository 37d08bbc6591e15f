"""One sentence on what a change of the settings did to the result."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pages.ui import controls, memo
from ppr_core.experiments.contract import Experiment, FieldSpec, Parameters, Quantity, Story
from ppr_core.texts import Messages
from ppr_core.wording import MINUS, measured, number, share, with_unit

__all__ = ["called", "sentence"]

message = Messages("shared")

_NOISE = 2.0  # standard errors of the difference within which a change is not told from chance
_MOST_NAMED = 3
_FEW = 10  # repetitions, below which their spread is itself a guess
_MUCH, _LITTLE, _ROUNDING = 0.1, 0.01, 1e-9  # relative changes: worth a sentence, not worth one, of arithmetic alone
_TENFOLD = 10.0  # from which a change is told as a factor
_TIMES = ("s", "ms", "µs")
_SHARES = ("%", "×")  # whose differences would be read as shares of themselves
_NUMBERS = re.compile(r"[\d⁰¹²³⁴⁵⁶⁷⁸⁹⁻·.,∞\s]+")

_Pair = tuple[Quantity, Quantity]  # old and new


def sentence(
    experiment: Experiment,
    old_parameters: Parameters,
    old_result: Any,
    new_parameters: Parameters,
    new_result: Any,
    without: str = "",
    quiet: bool = False,
    tiles: int = 4,
) -> str:
    """Which settings changed, what the headline did, and the next number in the open that moved; "" if nothing changed.

    Told first is the number that moved most in relation among those that the headline is about: the first of the page,
    and all that stand in its finding; then the tiles, of which the page shows so many, and what the picture names, in
    their order; no other.

    Only numbers of one name are compared, whatever number the name itself holds: where it holds a compressor or a code,
    a change of it puts another thing into the same place, and the two are told side by side or not at all. The named
    sign is that of new minus old. A measured change within two standard errors of the difference cannot be
    told from chance, and then no difference is claimed; of few repetitions it is said that they cannot tell. That
    nothing changed is said only where every number was compared. A filter shows other rows of one result, which is no
    change of it. without: a field that is not named, because the page shows its changes in its own way; quiet: nothing
    is said of what moved no number.
    """
    before, after = old_parameters.values(), new_parameters.values()
    cause = _cause(experiment, old_parameters, new_parameters, without)
    was, now = memo.story(experiment, old_result), memo.story(experiment, new_result)
    if not cause or not now.quantities or any(before[name] != after[name] for name in experiment.filters):
        return ""
    set_here = [name for name, spec in experiment.parameters.specs().items() if spec.symbol.startswith("ε")]
    order = _in_order(was, now, tiles, [(before[name], after[name]) for name in set_here])
    first_thing = _thing(now.quantities[0])
    headline = next((pair for pair in order.headline if _thing(pair[1]) == first_thing), None)
    if headline is None:
        effect, first = _shown_instead(cause, was, now), None
    else:
        first = _first_told(order, headline)
        if _within_chance(*headline) and first is headline and not _next_moved(order.tiles, _ROUNDING):
            all_compared = len(order.compared) == len(now.quantities) and was.finding == now.finding
            measures = any(quantity.error for pair in order.compared for quantity in pair)
            return message("change-nothing", cause=cause, measured=measures) if all_compared and not quiet else ""
        effect = message("change-headline", cause=cause, label=called(first[1]), movement=_movement(*first))
    other = _told_beside(order, first, headline)
    beside = other and message("change-other", label=called(other[1]), movement=_movement(*other))
    return f"{effect} {beside}" if beside else effect


@dataclass(frozen=True)
class _Order:
    """The numbers that both results have: those of the headline, then the tiles, and all that were compared."""

    headline: list[_Pair]
    tiles: list[_Pair]
    compared: list[_Pair]


def _in_order(was: Story, now: Story, tiles: int, changed: Sequence[tuple[Any, Any]]) -> _Order:
    """What may be told, each thing once. Left out is a number that only repeats an ε that was set, a clocked time, and
    one of a rival, as long as one of the page's own moved. changed: the ε that were set, before and after."""
    compared = [(old, new) for new in now.quantities if (old := _same(new, was.quantities)) is not None]
    kept = [
        pair for pair in compared
        if pair[1] is now.quantities[0] or not (_is_clocked(pair[1]) or _is_set(*pair, changed))
    ]  # fmt: skip
    own = [pair for pair in kept if pair[1].key not in now.rivals]
    kept = own if any(map(_may_have_moved, own)) else kept
    kept = [pair for pair in kept if not _is_again(pair, kept)]
    first_thing = _thing(now.quantities[0])
    headline = [pair for pair in kept if _thing(pair[1]) == first_thing or _is_in(*pair, was.finding, now.finding)]
    told = [quantity for i, quantity in enumerate(now.quantities) if i < tiles or quantity.key in now.drawn]
    shown = [pair for pair in kept if pair not in headline and pair[1] in told]
    return _Order(headline, shown, compared)


def _shown_instead(cause: str, was: Story, now: Story) -> str:
    """Of a headline that was not there before: both, side by side."""
    new = _told(now.quantities[0])
    if not was.quantities:
        return message("change-now", cause=cause, now=new)
    return message("change-now-before", cause=cause, now=new, before=_told(was.quantities[0]))


def _first_told(order: _Order, headline: _Pair) -> _Pair:
    """What moved most in the headline; where that stayed, the first tile that moved much."""
    first = max(order.headline, key=lambda pair: (round(_relative_change(*pair), 2), pair is headline))
    return first if _relative_change(*first) >= _LITTLE else _next_moved(order.tiles, _MUCH) or headline


def _told_beside(order: _Order, first: _Pair | None, headline: _Pair | None) -> _Pair | None:
    """The next that moved, of another thing than the first; nothing beside a tile that is told for a headline that
    stayed."""
    if headline is not None and first is not headline and _relative_change(*headline) < _LITTLE:
        return None
    rest = [pair for pair in (*order.headline, *order.tiles) if pair is not first]
    rest.sort(key=lambda pair: pair is not headline)
    nothing_else = headline is not None and first is headline and _within_chance(*headline)
    return _next_moved(rest, _MUCH) or _next_moved(rest, _ROUNDING if nothing_else else _LITTLE)


def called(quantity: Quantity) -> str:
    """Its label within a sentence, which has a colon already: "ε: what a reader may learn" loses its symbol."""
    symbol, colon, said = quantity.label.partition(": ")
    return said if colon and (len(symbol) == 1 or symbol.startswith("ε (")) else quantity.label


def _is_again(pair: _Pair, others: Sequence[_Pair]) -> bool:
    """Whether the same thing is told by another: the computed one, or else the first."""
    same = [other for other in others if other[1].unit == pair[1].unit and _thing(other[1]) == _thing(pair[1])]
    alone = len({other[1].label for other in same}) == 1
    return not alone and pair is not next((other for other in same if other[1].kind != "measured"), same[0])


def _thing(quantity: Quantity) -> str:
    """Its label without how it is known: "Average length, computed" and "Average length measured" are one thing."""
    return _without_how(quantity.label)


@lru_cache(maxsize=4096)
def _without_how(label: str) -> str:
    known = message("change-known").split()
    return " ".join(word.strip(",") for word in label.split() if word.strip(",") not in known)


def _within_chance(old: Quantity, new: Quantity) -> bool:
    """Whether a value stayed as it was, as far as enough repetitions can tell."""
    known = not new.error or min(quantity.samples or _FEW for quantity in (old, new)) >= _FEW
    return known and math.isfinite(new.value) and math.isfinite(old.value) and _relative_change(old, new) <= _ROUNDING


def _told(quantity: Quantity) -> str:
    return f"{quantity.label} ({with_unit(number(quantity.value), quantity.unit)})"


def _same(quantity: Quantity, others: Sequence[Quantity]) -> Quantity | None:
    """The one of the same name and unit, in the same place where several have it; or in its place the one whose name
    differs by a number alone, as a count of people does."""
    namesakes = [other for other in others if (other.label, other.unit) == (quantity.label, quantity.unit)]
    in_place = [other for other in namesakes if other.key == quantity.key]
    alike = [
        other for other in others
        if (other.key, other.unit) == (quantity.key, quantity.unit)
        and _nameless(other.label) == _nameless(quantity.label)
    ]  # fmt: skip
    return (in_place or (namesakes if len(namesakes) == 1 else alike) or [None])[0]


@lru_cache(maxsize=4096)
def _nameless(label: str) -> str:
    """A label without its numbers."""
    return _NUMBERS.sub(" ", label)


def _is_set(old: Quantity, new: Quantity, changed: Iterable[tuple[Any, Any]]) -> bool:
    """Whether it only repeats an ε that was set."""
    return any(
        all(isinstance(value, (int, float)) and math.isclose(value, quantity.value, rel_tol=1e-6)
            for value, quantity in zip(values, (old, new), strict=True))
        for values in changed
    )  # fmt: skip


def _is_in(old: Quantity, new: Quantity, was: str, now: str) -> bool:
    """Whether both findings tell the quantity's value."""
    return all(
        re.search(rf"(?<![\d.,·]){re.escape(number(quantity.value))}(?![\d]|[.,]\d)", finding)
        for quantity, finding in ((old, was), (new, now))
    )


def _may_have_moved(pair: _Pair) -> bool:
    """Whether a value moved, or too few repetitions cannot tell."""
    return not (_within_chance(*pair) or (pair[0].value == pair[1].value) or math.isnan(pair[1].value))


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
        if (told := [_shown(specs[name], values[name], values) for values in (before, after)])
    ]
    more = len(changed) - len(named)
    rest = [message("change-more" if named else "change-many", count=more, shown=number(more))] if more else []
    return ", ".join(parts + rest)


def _shown(spec: FieldSpec, value: Any, values: Mapping[str, Any]) -> str:
    """A setting as prose has it: a number below zero has a minus sign, where the box has what is typed."""
    text = controls.shown_text(spec, value, values)
    return text.replace("-", MINUS) if spec.kind in ("real", "integer") else text


def _movement(old: Quantity, new: Quantity) -> str:
    """What of a change follows the label: both values, and by how much the new one is larger or smaller."""
    values = _from_to(old, new)
    difference, error = new.value - old.value, _error(old, new)
    alike = old.value == new.value or (math.isnan(old.value) and math.isnan(new.value))
    if alike or (not error and abs(difference) <= _ROUNDING * abs(old.value) < math.inf):
        return message("change-same", value=with_unit(number(new.value), new.unit))
    if math.isfinite(difference) and abs(difference) <= _NOISE * error:
        fewest = min(quantity.samples or _FEW for quantity in (old, new))
        few = fewest < _FEW
        return message("change-few", values=values, count=fewest) if few else message("change-noise", values=values)
    if not math.isfinite(difference) or new.unit in _SHARES:
        return values
    rose = difference > 0
    if min(old.value, new.value) > 0 and not 1 / _TENFOLD < new.value / old.value < _TENFOLD:
        ratio = max(new.value / old.value, old.value / new.value)
        return message("change-times", rose=rose, times=number(ratio, 2), values=values)
    amount = measured(abs(difference), error) if error else number(abs(difference), 2)
    return message("change-by", rose=rose, amount=amount, values=values)


def _next_moved(pairs: Iterable[_Pair], least: float) -> _Pair | None:
    """The first of the pairs that moved by more than that, and not by chance.

    The first, since a page names what matters first; shares of numbers in different units do not say what matters.
    """
    return next((pair for pair in pairs if _relative_change(*pair) > least), None)


def _is_clocked(quantity: Quantity) -> bool:
    """A measured time also changes where no setting does, with the load of the machine."""
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
    write = share if new.unit == "%" else number
    for digits in range(3, 9):
        before, after = (write(quantity.value, digits) for quantity in (old, new))
        if before != after:
            break
    return f"{before} → {with_unit(after, new.unit)}"
