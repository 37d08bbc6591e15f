"""Who is who in a chart: names with a sample of their marks, above the chart or where the lines end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pages.ui.charts import forms
from pages.ui.charts.forms import KeyEntry, Layer
from pages.ui.charts.layers import Axis
from pages.ui.charts.theme import Theme

__all__ = ["above", "beside"]

CHARACTER = 0.5  # mean width of a character, in font sizes
SAMPLE = 2.0  # length of a sample of the mark, in font sizes
GAP = 0.6  # between a sample and its name, in font sizes
EDGE = 0.4  # between the plot and a sample beside it, in font sizes
NAME = {"align": "left", "baseline": "middle"}


def above(entries: Sequence[KeyEntry], axis: Axis, theme: Theme) -> list[Layer]:
    """Rows of samples and names above the title of the vertical axis."""
    size = theme.font_size
    layers = []
    for row, members in enumerate(reversed(_rows(entries, axis, theme))):
        height = -(2.1 * theme.title_size + (1.6 * row + 0.4) * size)
        left = 0.0
        for entry in members:
            layers += [_sample(style, left, height, size) for style in entry.styles]
            name = forms.WORDS.of("label", {}, text=entry.label, **NAME)
            layers.append(name.at(x=left + (SAMPLE + GAP) * size, y=height))
            left += _width(entry) * size
    return layers


def beside(entries: Iterable[tuple[KeyEntry, Sequence[float | None]]], axis: Axis, theme: Theme) -> list[Layer]:
    """Names at the right edge, at the height where the values y of each end, moved apart where they would touch."""
    ends = ((entry, next((value for value in reversed(y) if value is not None), None)) for entry, y in entries)
    known = sorted(((_place(y, axis), entry) for entry, y in ends if y is not None), key=lambda end: end[0])
    distance = 1.3 * theme.font_size / (0.7 * theme.height)
    layers, size = [], theme.font_size
    for share, (_, entry) in zip(_apart([share for share, _ in known], distance), known, strict=True):
        y = {"y": [_value(share, axis)]}
        sample = {"xOffset": EDGE * size, "x2Offset": (EDGE + SAMPLE) * size}
        layers.append(forms.LEVEL.of(entry.styles[0], y, **sample).at(x="width", x2="width"))
        middle = {"xOffset": (EDGE + SAMPLE / 2) * size}
        layers += [forms.POINTS.of(style, y, **middle).at(x="width") for style in entry.styles[1:]]
        behind = {"dx": (EDGE + SAMPLE + GAP) * size}
        layers.append(forms.WORDS.of("label", y, text=entry.label, **NAME, **behind).at(x="width"))
    return layers


def _rows(entries: Iterable[KeyEntry], axis: Axis, theme: Theme) -> list[list[KeyEntry]]:
    """As many names a row as fit beside the axis where it is narrowest: two panels on a small screen, or projected."""
    beside = 0.0 if theme.projector else CHARACTER * max(map(len, axis.categories), default=0)
    available = (600 if theme.projector else 275) / theme.font_size - beside
    rows: list[list[KeyEntry]] = []
    for entry in entries:
        if rows and sum(map(_width, [*rows[-1], entry])) <= available:
            rows[-1].append(entry)
        else:
            rows.append([entry])
    return rows


def _width(entry: KeyEntry) -> float:
    """Sample, name and the space behind it, in font sizes."""
    return SAMPLE + GAP + CHARACTER * len(entry.label) + 1.4


def _sample(style: str, left: float, height: float, size: float) -> Layer:
    """A short piece of the mark that a style stands for."""
    right, half = left + SAMPLE * size, 0.4 * size
    match style.partition("-")[2]:
        case "line":
            return forms.LEVEL.of(style, {}).at(x=left, x2=right, y=height)
        case "bar" | "band" | "box":
            box = forms.BINS.of(style, {}, clip=False)
            return box.at(x=left, x2=right, y=height - half, y2=height + half)
    return forms.POINTS.of(style, {}).at(x=(left + right) / 2, y=height)


def _apart(places: list[float], distance: float) -> list[float]:
    """Sorted places in [0, 1], moved as little as needed to keep the distance."""
    moved: list[float] = []
    for share in places:
        moved.append(max(share, moved[-1] + distance) if moved else share)
    ceiling = 1.0
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - distance
    return moved


def _place(y: float, axis: Axis) -> float:
    """Share of the axis below y."""
    low, high, y = (_scaled(number, axis) for number in (*axis.domain, y))
    return min(1.0, max(0.0, (y - low) / (high - low)))


def _value(share: float, axis: Axis) -> float:
    low, high = (_scaled(number, axis) for number in axis.domain)
    value = low + share * (high - low)
    return 10.0**value if axis.scale == "log" else value


def _scaled(number: float, axis: Axis) -> float:
    return math.log10(max(number, 5e-324)) if axis.scale == "log" else number
