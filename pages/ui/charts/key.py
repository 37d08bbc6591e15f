"""Who is who in a chart: names with a sample of their marks, above the chart or where the lines end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pages.ui.charts import forms
from pages.ui.charts.forms import KeyEntry, Layer
from pages.ui.charts.layers import Axis
from pages.ui.charts.theme import Theme

__all__ = ["ALONE", "above", "beside"]

CHARACTER, PROJECTED = 0.5, 0.44  # mean width of a character, in font sizes: of any font, of Streamlit's own
SAMPLE = 2.0  # length of a sample of the mark, in font sizes
GAP = 0.6  # between a sample and its name, in font sizes
BEHIND = 1.4  # between a name and the next sample, in font sizes
EDGE = 0.4  # between the plot and a sample beside it, in font sizes
NAME = {"align": "left", "baseline": "middle"}


ALONE = "alone"  # name of the chart's parameter: whether it has the width of the page to itself
Places = list[tuple[float, int]]  # of names: px from the left, row


def above(entries: Sequence[KeyEntry], axis: Axis, theme: Theme) -> list[Layer]:
    """Rows of samples and names above the title of the vertical axis, fewer where the chart is alone.

    Not by the width that the browser finds: a chart is laid out twice, and rows that change in between are cut.
    """
    size = theme.font_size
    rising = [entry for entry in entries if not entry.at_end]
    widths = [_width(entry, theme) * size for entry in rising]
    beside, alone = (_broken(widths, BEHIND * size, width) for width in _available(entries, axis, theme))
    layers = []
    for entry, *both in zip(rising, beside, alone, strict=True):
        height = [
            -(2.1 * theme.title_size + (1.6 * (places[-1][1] - row) + 0.4) * size)
            for (_, row), places in zip(both, (beside, alone), strict=True)
        ]
        lefts = [left for left, _ in both]
        layers += [_sample(style, lefts, height, size) for style in entry.styles]
        name = forms.WORDS.of("label", {}, text=entry.label, **NAME)
        layers.append(name.at(x=_either(lefts, (SAMPLE + GAP) * size), y=_either(height)))
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


def _available(entries: Sequence[KeyEntry], axis: Axis, theme: Theme) -> tuple[float, float]:
    """Least width for names, in px: of one of two panels on a small screen, and of a chart that is alone."""
    lines = (line for name in axis.categories for line in name.split("\n"))
    labels = CHARACTER * max(map(len, lines), default=0) * theme.font_size
    if not theme.projector:
        return 275 - labels, 275 - labels
    ends = max((_width(entry, theme) for entry in entries if entry.at_end), default=0.0) * theme.font_size
    return 600, 1375 - labels - ends


def _broken(widths: Sequence[float], behind: float, available: float) -> Places:
    """Where names begin that are as wide, with the space behind each."""
    places, left, row = [], 0.0, 0
    for width in widths:
        if left and left + width - behind > available:
            left, row = 0.0, row + 1
        places.append((left, row))
        left += width
    return places


def _either(values: Sequence[float], more: float = 0.0) -> float | dict[str, str]:
    """What Vega takes: the number beside another panel or the one alone, plus more."""
    beside, alone = (round(value + more, 1) for value in values)
    return {"expr": f"{ALONE} ? {alone} : {beside}"} if beside != alone else beside


def _width(entry: KeyEntry, theme: Theme) -> float:
    """Sample, name and the space behind it, in font sizes."""
    return (
        SAMPLE + GAP + (PROJECTED if theme.projector and not theme.any_font else CHARACTER) * len(entry.label) + BEHIND
    )


def _sample(style: str, left: Sequence[float], height: Sequence[float], size: float) -> Layer:
    """A short piece of the mark that a style stands for."""
    ends, half = {"x": _either(left), "x2": _either(left, SAMPLE * size)}, 0.4 * size
    match style.partition("-")[2]:
        case "line":
            return forms.LEVEL.of(style, {}).at(**ends, y=_either(height))
        case "bar" | "band" | "box":
            box = forms.BINS.of(style, {}, clip=False)
            return box.at(**ends, y=_either(height, -half), y2=_either(height, half))
    return forms.POINTS.of(style, {}).at(x=_either(left, SAMPLE * size / 2), y=_either(height))


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
