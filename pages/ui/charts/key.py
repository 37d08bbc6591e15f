"""Who is who in a chart: names with a sample of their marks, above the chart or where the lines end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pages.ui.charts import forms
from pages.ui.charts.forms import KeyEntry, Layer
from pages.ui.charts.layers import Axis
from pages.ui.charts.theme import Theme

__all__ = ["above", "beside"]

CHARACTER = 0.5  # mean width of a character, in font sizes
SAMPLE = 2.0  # length of a sample of the mark, in font sizes
GAP = 0.6  # between a sample and its name, in font sizes
BEHIND = 1.4  # between a name and the next sample, in font sizes
EDGE = 0.4  # between the plot and a sample beside it, in font sizes
NAME = {"align": "left", "baseline": "middle"}


ByWidth = Mapping[float, float]  # least width of the plot, in px, from which on it holds -> number


def above(entries: Sequence[KeyEntry], theme: Theme) -> list[Layer]:
    """Samples and names above the title of the vertical axis, in as few rows as the width of the plot allows."""
    size = theme.font_size
    layouts = _layouts([_width(entry) * size for entry in entries], BEHIND * size)
    layers = []
    for member, entry in enumerate(entries):
        lefts = {width: places[member][0] for width, places in layouts.items()}
        heights = {
            width: -(2.1 * theme.title_size + (1.6 * (places[-1][1] - places[member][1]) + 0.4) * size)
            for width, places in layouts.items()
        }
        layers += [_sample(style, lefts, heights, size) for style in entry.styles]
        name = forms.WORDS.of("label", {}, text=entry.label, **NAME)
        layers.append(name.at(x=_by_width(lefts, (SAMPLE + GAP) * size), y=_by_width(heights)))
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


def _layouts(widths: Sequence[float], behind: float) -> dict[float, list[tuple[float, int]]]:
    """Least width of the plot -> where each name begins, in px and in rows; widths: with the space behind each name."""
    layouts: dict[float, list[tuple[float, int]]] = {}
    rows = (sum(widths[first:last]) - behind for first, last in combinations(range(len(widths) + 1), 2))
    for available in sorted({0.0, *(max(0.0, row) for row in rows)}):
        places, left, row = [], 0.0, 0
        for width in widths:
            if left and left + width - behind > available:
                left, row = 0.0, row + 1
            places.append((left, row))
            left += width
        if places not in layouts.values():
            layouts[available] = places
    return layouts


def _by_width(values: ByWidth, more: float = 0.0) -> float | dict[str, str]:
    """What Vega takes: the number that holds at the width which the browser finds, plus more."""
    (_, number), *wider = ((round(width, 1), round(number + more, 1)) for width, number in values.items())
    text = f"{number}"
    for width, number in wider:
        text = f"width >= {width} ? {number} : {text}"
    return {"expr": text} if wider else number


def _width(entry: KeyEntry) -> float:
    """Sample, name and the space behind it, in font sizes."""
    return SAMPLE + GAP + CHARACTER * len(entry.label) + BEHIND


def _sample(style: str, left: ByWidth, height: ByWidth, size: float) -> Layer:
    """A short piece of the mark that a style stands for."""
    ends, half = {"x": _by_width(left), "x2": _by_width(left, SAMPLE * size)}, 0.4 * size
    match style.partition("-")[2]:
        case "line":
            return forms.LEVEL.of(style, {}).at(**ends, y=_by_width(height))
        case "bar" | "band" | "box":
            box = forms.BINS.of(style, {}, clip=False)
            return box.at(**ends, y=_by_width(height, -half), y2=_by_width(height, half))
    return forms.POINTS.of(style, {}).at(x=_by_width(left, SAMPLE * size / 2), y=_by_width(height))


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
