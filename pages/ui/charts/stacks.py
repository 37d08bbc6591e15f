"""Points and curves that are named where they stand.

Points close together share a stack of names, above or below them all; curves are named where they are far apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pages.ui.charts import forms
from pages.ui.charts.forms import Layer, Layers, Values
from pages.ui.charts.layers import Axis, points_with_errors
from pages.ui.charts.theme import Theme

__all__ = ["NamedCurve", "NamedPoint", "named_curves", "named_points"]

_SAME = (2.6, 1.2)  # ratios of x and of y within which points of one role share a stack
_LONG = 1.25  # ratio of y to the end of a bar
_ROW = 1.2  # height of a name, in font sizes
_PLOT = 0.6  # of a chart's height, at least
_ROOM = 1.6  # height of the axis with its names, over that of the points
_LIFTS = 5  # rows that names are lifted at most, and one
_MOST_TAKEN = 0.4  # of the height, by the names of a stack: those above and below leave some between them
_GAP = 8  # px between a point and its name
_POINT = 6.0  # px from the middle of a point to its edge
_RING = 250.0  # px² within a ring around a point
_DASHES: tuple[tuple[int, ...], ...] = ((), (7, 4), (2, 3), (9, 3, 2, 3))  # of rivals in one chart, in this order
_EQUAL = 1.05  # ratio up to which two curves are one to the eye
_FREE = 1.5  # room in log y that is enough for any name
_NARROW = {False: 330.0, True: 750.0}  # px of a plot on a phone; of half a projected chart
_CHARACTER = 0.55  # mean width of a character, in font sizes


_Box = tuple[float, float, float, float]  # left, top, right, bottom in px


@dataclass(frozen=True)
class NamedPoint:
    """A measured point y ± error at x, on logarithmic axes; ringed: the one that is spoken of."""

    name: str
    role: str
    x: float
    y: float
    error: float
    ringed: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends of its bar, or of the part of a long one that names keep off."""
        return max(self.y - self.error, self.y / _LONG), min(self.y + self.error, self.y * _LONG)


@dataclass(frozen=True)
class _Stack:
    """Names at x, above the highest or below the lowest end of the bars of their points, so many rows away."""

    x: float
    ends: tuple[float, float]
    names: tuple[str, ...]
    above: bool = True
    lift: int = 0

    @property
    def y(self) -> float:
        """Where the names begin, but for the lift."""
        return self.ends[1] if self.above else self.ends[0]


def named_points(points: Sequence[NamedPoint], *, x: Axis, y: Axis, theme: Theme) -> tuple[list[Layers], Axis, Axis]:
    """Layers of all points, and the axes with room for their names, which run from left to right in a stack.

    A point at y = 0 has no place and is left out.
    """
    points = [point for point in points if point.y > 0]
    if not points:
        return [], x, y
    span = (0.5 * min(point.x for point in points), 2.2 * max(point.x for point in points))
    stacks = _apart(_stacks(points), points, span, theme)
    layers = [_drawn(point) for point in points]
    layers += [_names(stack, span, theme) for stack in stacks]
    return layers, replace(x, domain=span), replace(y, domain=_range(points, stacks, theme))


def _drawn(point: NamedPoint) -> Layers:
    """A point with its bar, without a place in the key."""
    parts = points_with_errors([point.x], [point.y], [point.error], label=point.name, role=point.role)
    ring = forms.POINTS.of("law-point", {"x": [point.x], "y": [point.y]}, filled=False, shape="circle", size=_RING)
    return (*(replace(layer, key=None) for layer in parts), *([ring] * point.ringed))


def _stacks(points: Sequence[NamedPoint]) -> list[_Stack]:
    """Points from left to right, at one place from top to bottom, gathered while role, x and y agree."""
    groups: list[list[NamedPoint]] = []
    for point in sorted(points, key=lambda point: (point.x, -point.y)):
        alike = (group for group in groups if group[0].role == point.role and _near(group[0], point))
        group = next(alike, None)
        if group is None:
            groups.append([point])
        else:
            group.append(point)
    return [_stack(group) for group in groups]


def _stack(group: list[NamedPoint]) -> _Stack:
    centre = math.exp(sum(math.log(point.x) for point in group) / len(group))
    ends = min(point.ends[0] for point in group), max(point.ends[1] for point in group)
    return _Stack(centre, ends, tuple(point.name for point in group))


def _apart(
    stacks: Sequence[_Stack], points: Sequence[NamedPoint], span: tuple[float, float], theme: Theme
) -> list[_Stack]:
    """The stacks from left to right, each as near to its points as keeps it off all points and the names so far."""
    low, high = min(point.ends[0] for point in points), max(point.ends[1] for point in points)
    unit = _PLOT * theme.height / (_ROOM * math.log(high / low) + 0.2)  # px of a factor e in y
    taken = [_mark(point, span, unit, theme) for point in points]
    placed = []
    for stack in stacks:
        tried = [replace(stack, above=above, lift=rows) for rows in range(_LIFTS) for above in (True, False)]
        free = (
            candidate
            for candidate in tried
            if not any(_overlap(_box(candidate, span, unit, theme), other) for other in taken)
        )
        placed.append(next(free, stack))
        taken.append(_box(placed[-1], span, unit, theme))
    return placed


def _mark(point: NamedPoint, span: tuple[float, float], unit: float, theme: Theme) -> _Box:
    x, y = _NARROW[theme.projector] * _place(point.x, span), -unit * math.log(point.y)
    return x - _POINT, y - _POINT, x + _POINT, y + _POINT


def _box(stack: _Stack, span: tuple[float, float], unit: float, theme: Theme) -> _Box:
    """Left, top, right and bottom of a stack's names in px, on a plot as narrow as on a phone."""
    row, place = _ROW * theme.font_size, _place(stack.x, span)
    width = _CHARACTER * theme.font_size * max(map(len, stack.names))
    align, shift = _align(place)
    left = _NARROW[theme.projector] * place + shift - {"left": 0.0, "center": 0.5, "right": 1.0}[align] * width
    away = _GAP + row * stack.lift
    edge = -unit * math.log(stack.y) + (-away if stack.above else away)
    tall = row * len(stack.names)
    return (left, edge - tall, left + width, edge) if stack.above else (left, edge, left + width, edge + tall)


def _overlap(box: _Box, other: _Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _place(x: float, span: tuple[float, float]) -> float:
    """Share of the axis left of x."""
    return math.log(x / span[0]) / math.log(span[1] / span[0])


def _align(place: float) -> tuple[str, int]:
    """How names at a place are aligned, and their shift in px: inside the plot at both its ends."""
    align = "left" if place < 0.25 else "right" if place > 0.75 else "center"
    return align, {"left": -_GAP, "center": 0, "right": _GAP}[align]


def _near(point: NamedPoint, other: NamedPoint) -> bool:
    pairs = zip((point.x, point.y), (other.x, other.y), _SAME, strict=True)
    return all(1 / ratio < a / b < ratio for a, b, ratio in pairs)


def _range(points: Sequence[NamedPoint], stacks: Sequence[_Stack], theme: Theme) -> tuple[float, float]:
    """From the lowest to the highest point or name; names take a share of the height, whatever the range is."""
    low = math.log(min(point.ends[0] for point in points)) - 0.1
    high = math.log(max(point.ends[1] for point in points)) + 0.1
    for _ in range(20):
        height = high - low
        for stack in stacks:
            rows = _ROW * (len(stack.names) + stack.lift) + 1.0
            taken = height * min(rows * theme.font_size / (_PLOT * theme.height), _MOST_TAKEN)
            end = math.log(stack.y) + (taken if stack.above else -taken)
            low, high = min(low, end), max(high, end)
    return math.exp(low), math.exp(high)


def _names(stack: _Stack, span: tuple[float, float], theme: Theme) -> Layers:
    """The names of a stack, kept inside the plot."""
    align, shift = _align(_place(stack.x, span))
    row = _ROW * theme.font_size
    away = _GAP + row * stack.lift
    down = -away - row * (len(stack.names) - 1) if stack.above else away
    place = {"align": align, "dx": shift, "dy": down, "baseline": "line-bottom" if stack.above else "line-top"}
    columns = {"x": [stack.x], "y": [stack.y]}
    return (forms.WORDS.of("label", columns, text=list(stack.names), lineHeight=row, **place),)


@dataclass(frozen=True)
class NamedCurve:
    """A falling curve y > 0 along x, (m,) each, on a logarithmic axis of y."""

    name: str
    x: Values
    y: Values

    def equals(self, other: NamedCurve) -> bool:
        """Whether both are one to the eye; they share their x."""
        return all(1 / _EQUAL < a / b < _EQUAL for a, b in zip(self.y, other.y, strict=True))


def named_curves(rivals: Sequence[NamedCurve], first: NamedCurve, *, theme: Theme) -> list[Layers]:
    """Layers of the rivals of a first curve, which is drawn elsewhere: each with its own dash, named beside it.

    All share their x. A name stands right above or left below its curve, where the others are farthest from it;
    curves that are one to the eye share it.
    """
    layers: list[Layers] = []
    for index, rival in enumerate(rivals):
        dash = list(_DASHES[index % len(_DASHES)])
        curve = forms.LINE.of("baseline-line", {"x": rival.x, "y": rival.y}, strokeDash=dash)
        if any(rival.equals(before) for before in rivals[:index]):
            layers.append((curve,))
            continue
        name = ", ".join(other.name for other in rivals[index:] if other is rival or other.equals(rival))
        name += f" (as {first.name})" if rival.equals(first) else ""
        others = [other for other in (first, *rivals) if not other.equals(rival)]
        layers.append((curve, _beside(rival, others, name, theme)))
    return layers


def _beside(curve: NamedCurve, others: Sequence[NamedCurve], name: str, theme: Theme) -> Layer:
    """The name at the place and on the side with most room; ties go to the leftmost place, above."""
    length = _CHARACTER * theme.font_size * len(name) / _NARROW[theme.projector] * (curve.x[-1] - curve.x[0])
    spots = []
    for index in range(1, len(curve.x) - 1):  # at its ends a curve may touch the frame
        x = curve.x[index]
        for above in (True, False):
            low, high = (x, x + length) if above else (x - length, x)
            if curve.x[0] <= low and high <= curve.x[-1]:
                near = [i for i, at in enumerate(curve.x) if low <= at <= high]
                spots.append((_room(curve, others, index, near, above), above, index))
    _, above, index = max(spots, key=lambda spot: (spot[0], -spot[2], spot[1]), default=(0.0, True, 0))
    side = {"align": "left", "dx": 4, "dy": -4, "baseline": "bottom"} if above else {}
    side = side or {"align": "right", "dx": -4, "dy": 4, "baseline": "top"}
    return forms.WORDS.of("label", {"x": [curve.x[index]], "y": [curve.y[index]]}, text=name, **side)


def _room(curve: NamedCurve, others: Sequence[NamedCurve], index: int, near: Sequence[int], above: bool) -> float:
    """Distance in log y to the next curve on a side of the place; 0 where one gets onto the other side."""
    sign = 1.0 if above else -1.0
    beyond = [other for other in others if sign * math.log(other.y[index] / curve.y[index]) > 0]
    # Curves on this side keep it along the name; the others do not cross into it.
    apart = [sign * math.log(other.y[i] / curve.y[index]) for other in beyond for i in near]
    crossing = any(
        sign * math.log(other.y[i] / curve.y[i]) > 0 for other in others if other not in beyond for i in near
    )
    return 0.0 if crossing else max(0.0, min([*apart, _FREE]))
