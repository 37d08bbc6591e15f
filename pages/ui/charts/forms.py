"""The forms of charts, written in Altair: every mark and the frame around them, without data, words or colours.

Altair builds a form once, checked against the schema of Vega-Lite; that takes longer than drawing a whole chart.
A draw then joins data in place of the name `ROWS`, and names a style ("ppr-line") that the theme gives its look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import altair as alt

__all__ = [
    "AREA", "BARS", "BINS", "CATEGORY", "ERRORS", "LEVEL", "LINE", "POINTS", "QUANTITY", "STEPS", "UPRIGHT", "WORDS",
    "KeyEntry", "Layer", "Layers", "Spec", "Values", "frame",
]  # fmt: skip

Spec = dict[str, Any]  # of Vega-Lite
Values = Sequence[float]  # lists, tuples and one-dimensional arrays


@dataclass(frozen=True)
class KeyEntry:
    """A name and the mark styles it stands for; at_end: written where the line ends, not above the chart."""

    label: str
    styles: tuple[str, ...]
    at_end: bool = False


@dataclass(frozen=True)
class Layer:
    """A form with its data: one layer of a chart.

    mark: its properties; columns: data by name, of equal lengths; channels: channel -> column, or a constant
    definition; name: what a pointer at a mark calls its value, "" where it shows nothing.
    """

    mark: Mapping[str, Any]
    columns: Mapping[str, Values] = field(default_factory=dict)
    channels: Mapping[str, str | Mapping[str, Any]] = field(default_factory=dict)
    key: KeyEntry | None = None
    name: str = ""

    def of(
        self, style: str, columns: Mapping[str, Values], key: KeyEntry | None = None, name: str = "", **mark: Any
    ) -> Layer:
        """This form in a style, with data; mark: what else its marks have, such as the text of words."""
        return Layer({**self.mark, "style": style, **mark}, columns, self.channels, key, name)

    def at(self, **places: float | str | Mapping[str, str]) -> Layer:
        """The layer at fixed places, in px from the top left corner of the plot, "width" or an expression of it."""
        fixed = {name: {"value": round(p, 1) if isinstance(p, float) else p} for name, p in places.items()}
        return replace(self, channels={**self.channels, **fixed})


Layers = tuple[Layer, ...]


def _form(chart: alt.Chart) -> Layer:
    """Mark and channels of a chart; of what an axis shows, types and scales are the frame's."""
    spec = chart.to_dict()
    return Layer(spec["mark"], channels={name: each.get("field", each) for name, each in spec["encoding"].items()})


ROWS = alt.NamedData("rows")

# A line runs through its points in their own order, not sorted by x.
LINE = _form(alt.Chart(ROWS).mark_line(clip=True, order=False).encode(x="x:Q", y="y:Q"))
STEPS = _form(alt.Chart(ROWS).mark_line(clip=True, order=False, interpolate="step-after").encode(x="x:Q", y="y:Q"))
AREA = _form(alt.Chart(ROWS).mark_area(clip=True).encode(x="x:Q", y="low:Q", y2="high"))
BINS = _form(alt.Chart(ROWS).mark_rect(clip=True).encode(x="left:Q", x2="right", y="low:Q", y2="high"))
BARS = _form(alt.Chart(ROWS).mark_rect(clip=True).encode(x="left:Q", x2="right", y="y:Q", y2="zero"))
ERRORS = _form(alt.Chart(ROWS).mark_rule(clip=True).encode(x="x:Q", y="low:Q", y2="high"))
LEVEL = _form(alt.Chart(ROWS).mark_rule().encode(x=alt.value("width"), x2=alt.value(0), y="y:Q"))
UPRIGHT = _form(alt.Chart(ROWS).mark_rule().encode(x="x:Q", y=alt.value(0), y2=alt.value("height")))
POINTS = _form(alt.Chart(ROWS).mark_point(filled=True).encode(x="x:Q", y="y:Q"))
WORDS = _form(alt.Chart(ROWS).mark_text().encode(x="x:Q", y="y:Q"))

# What a pointer shows of a column.
QUANTITY = alt.Tooltip(type="quantitative", format=".4~g").to_dict()
CATEGORY = alt.Tooltip(type="nominal").to_dict()


@cache
def frame(x_scale: str, y_scale: str) -> Spec:
    """What all layers share: both axes, to be fitted to the data."""
    layers = alt.layer(padding={"left": 4, "top": 4, "right": 4, "bottom": 4}).encode(
        x=alt.X(type="quantitative", scale=alt.Scale(type=x_scale, nice=False)),
        y=alt.Y(type="quantitative", scale=alt.Scale(type=y_scale, nice=False)),
    )
    spec = layers.to_dict()
    return {name: spec[name] for name in ("padding", "encoding")}
