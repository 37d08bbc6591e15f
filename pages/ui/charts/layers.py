"""The parts a chart is layered from: lines, bands, bars, points with errors, exact values, bounds and words.

Every builder fills forms with data; colours, dashes and sizes are named styles ("ppr-line"), which the theme turns
into settings when the chart is drawn. A ``role`` is a key of `pages.ui.charts.palette.STYLES`; without a ``label``
a part has no name in the key, and a pointer at it shows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pages.ui.charts import forms
from pages.ui.charts.forms import KeyEntry, Layer, Layers, Values
from pages.ui.charts.palette import STYLES
from pages.ui.charts.theme import Theme
from ppr_core import validation

__all__ = [
    "Axis", "KeyEntry", "Layer", "Layers", "band", "bars", "bars_with_errors", "bound_line", "error_bars", "line",
    "plain_text", "points_with_errors", "row_part", "value_marker", "words", "words_beside", "words_within",
]  # fmt: skip

_ROOMIER = {"align": "'left' : 'right'", "dx": "6 : -6"}  # of words beside an upright line: left or right of them
_HALF_ROW = 0.3  # of a bar's height, in rows
LETTER = 0.5  # width of a letter in its height
MOST_POINTS = 500  # of a line: more than the pixels a curve needs


@dataclass(frozen=True)
class Axis:
    """What an axis shows: the quantity, its unit ("" for a pure number) and its scale.

    domain: both ends, else they follow from the data; zero: the axis starts at zero (bars always do);
    categories: names, in lines, of the positions 0, 1, 2, ...; inset: px of the plot left free before and behind it.
    """

    title: str
    unit: str = ""
    scale: Literal["linear", "log"] = "linear"
    domain: tuple[float, float] | None = None
    zero: bool = False
    categories: tuple[str, ...] = ()
    inset: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        plain_text("title", self.title)
        plain_text("unit", self.unit)
        validation.choice("scale", self.scale, ("linear", "log"))

    @property
    def label(self) -> str:
        """The title with its unit, as it stands along the axis."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


def line(x: Values, y: Values, *, role: str, label: str = "", at_end: bool = False, on_band: bool = False) -> Layers:
    """A curve through (x, y); at_end: named where it ends instead of above the chart; on_band: its name also stands
    for a band of its role, which needs none of its own then. Of long lines every so many-th point is drawn."""
    style = _style(role, "line")
    key = _key(label, *((_style(role, "band"), style) if on_band else (style,)), at_end=at_end)
    return (forms.LINE.of(style, {"x": _thinned(x), "y": _thinned(y)}, key),)


def band(x: Values, low: Values, high: Values, *, role: str, label: str = "") -> Layers:
    """A region from low to high along x (n each); with one more x, these are the edges of bins."""
    style, ends = _style(role, "band"), {"low": low, "high": high}
    key = _key(label, style)
    if len(x) == len(low):
        return (forms.AREA.of(style, {"x": x} | ends, key),)
    return (forms.BINS.of(style, {"left": x[:-1], "right": x[1:]} | ends, key),)


def row_part(start: float, end: float, row: float, *, role: str, label: str = "", half: float = _HALF_ROW) -> Layers:
    """A part of a horizontal bar at a row of an axis with names, as solid as a bar; half: of its height, in rows."""
    style = _style(role, "box")
    ends = {"left": [start], "right": [end], "low": [row - half], "high": [row + half]}
    return (forms.BINS.of(style, ends, _key(label, style)),)


def bars(
    edges: Values, heights: Values, *, label: str, role: str, filled: bool = True, on_band: bool = False
) -> Layers:
    """Bars between consecutive edges (one more than heights): their fill, then the role's line as their outline.

    on_band: the name of unfilled ones also stands for a band of their role.
    """
    fill, outline = _style(role, "bar"), _style(role, "line")
    ends, tops = _listed(edges), _listed(heights)
    columns = {"left": ends[:-1], "right": ends[1:], "zero": [0.0] * len(tops), "y": tops}
    border = {"x": [ends[0], *ends, ends[-1]], "y": [0.0, *tops, tops[-1], 0.0]}
    key = KeyEntry(label, (fill if filled else _style(role, "band"), outline) if filled or on_band else (outline,))
    inside = forms.BARS.of(fill, columns, name=label, **({} if filled else {"fillOpacity": 0}))
    return (inside, forms.STEPS.of(outline, border, key))


def bars_with_errors(
    positions: Values, heights: Values, errors: Values | None, *, role: str, label: str = "", width: float = 0.8
) -> Layers:
    """Separate bars of the given width centred at the positions, each with its value ± error."""
    style, places = _style(role, "box"), _listed(positions)
    columns = {"left": [x - width / 2 for x in places], "right": [x + width / 2 for x in places], "x": places}
    columns |= {"zero": [0.0] * len(places), "y": heights}
    bar = forms.BARS.of(style, columns, _key(label, style), label)
    return (bar, *error_bars(places, heights, errors, role=role))


def points_with_errors(
    x: Values,
    y: Values,
    errors: Values | None,
    *,
    role: str,
    label: str = "",
    joined: bool = False,
    at_end: bool = False,
) -> Layers:
    """Measured points with y ± error; joined: a line of the role runs through them."""
    style = _style(role, "point")
    curve = line(x, y, role=role) if joined else ()
    key = _key(label, *((_style(role, "line"), style) if joined else (style,)), at_end=at_end)
    return (*curve, *error_bars(x, y, errors, role=role), forms.POINTS.of(style, {"x": x, "y": y}, key, label))


def value_marker(x: Values, y: Values, *, label: str = "", role: str = "law") -> Layers:
    """Exact values: filled diamonds."""
    style = _style(role, "exact")
    return (forms.POINTS.of(style, {"x": x, "y": y}, _key(label, style), label),)


def words(x: float, y: float, text: str | Mapping[str, str], *, style: str = "note", **mark: Any) -> Layers:
    """A text at a place, or an expression of Vega that comes to one; mark: how it is aligned and moved."""
    return (forms.WORDS.of(style, {"x": [x], "y": [y]}, text=text, **mark),)


def words_beside(x: float, y: float, text: str | Mapping[str, str], gap: float) -> Layers:
    """A text right of a place, so many px away from it; left of it for gap < 0."""
    return words(x, y, text, align="left" if gap > 0 else "right", baseline="middle", dx=gap)


def words_within(x: float, y: float, text: str, share: float, theme: Theme, *, gap: float = 2, **mark: Any) -> Layers:
    """A text in a bar that takes so large a share of the width: only where that leaves it room, and so many px."""
    room = round(LETTER * theme.font_size * len(text) + gap, 1)
    shown = {"expr": f"width * {round(share, 4)} < {room} ? '' : {json.dumps(text)}"}
    return words(x, y, shown, baseline="middle", **mark)


def bound_line(
    *,
    label: str,
    y: float | Values | None = None,
    x: float | Values | None = None,
    role: str = "bound",
    at_foot: bool = False,
) -> Layers:
    """A bound: dotted, named at the line. y alone: level; x alone: upright; both: a curve through (x, y).

    at_foot: an upright line is named where it begins, not where it ends.
    """
    style, dotted = _style(role, "line"), {"strokeDash": list(STYLES["bound"].dash), "strokeCap": "round"}
    if x is not None and y is not None:
        x, y = _thinned(x), _thinned(y)
        above = {"text": label, "align": "right", "baseline": "bottom", "dy": -6}
        curve = forms.LINE.of(style, {"x": x, "y": y}, **dotted)
        return (curve, forms.WORDS.of("note", {"x": x[-1:], "y": y[-1:]}, **above))
    if y is not None:
        above = {"text": label, "align": "right", "baseline": "bottom", "dy": -4}
        return (forms.LEVEL.of(style, {"y": [y]}, **dotted), forms.WORDS.of("note", {"y": [y]}, **above).at(x="width"))
    if x is not None:
        side = {name: {"expr": f"scale('x', datum.x) < width / 2 ? {ends}"} for name, ends in _ROOMIER.items()}
        beside = {"text": label, "baseline": "bottom" if at_foot else "top", "dy": -4 if at_foot else 4} | side
        words = forms.WORDS.of("note", {"x": [x]}, **beside).at(y="height" if at_foot else 0)
        return (forms.UPRIGHT.of(style, {"x": [x]}, **dotted), words)
    raise ValueError("bound_line must be given x, y or both; got neither.")


def error_bars(x: Values, y: Values, errors: Values | None, *, role: str) -> Layers:
    """Upright strokes from y - error to y + error; none without errors."""
    if errors is None:
        return ()
    pairs = list(zip(_listed(y), _listed(errors), strict=True))
    low, high = [value - error for value, error in pairs], [value + error for value, error in pairs]
    return (forms.ERRORS.of(_style(role, "rule"), {"x": x, "low": low, "high": high}),)


def plain_text(name: str, text: str) -> str:
    """The text, which must do without LaTeX: charts show dollar signs as they are."""
    validation.require("$" not in text, name, text, "plain text with Unicode symbols instead of $...$")
    return text


def _key(label: str, *styles: str, at_end: bool = False) -> KeyEntry | None:
    """What stands in the key: nothing for what has no name."""
    return KeyEntry(label, styles, at_end) if label else None


def _style(role: str, kind: str) -> str:
    return f"{validation.choice('role', role, tuple(STYLES))}-{kind}"


def _listed(values: Values) -> list[Any]:
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _thinned(values: Values) -> list[Any]:
    """At most `MOST_POINTS` values, evenly picked, both ends kept."""
    listed = _listed(values)
    if len(listed) <= MOST_POINTS:
        return listed
    return [listed[round(index * (len(listed) - 1) / (MOST_POINTS - 1))] for index in range(MOST_POINTS)]
