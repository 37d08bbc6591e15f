"""Who is who in a chart: names with a sample of their marks, above the chart or where the lines end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from pages.ui.charts.layers import KeyEntry
from pages.ui.charts.theme import Theme

__all__ = ["above", "beside"]

CHARACTER = 0.5  # mean width of a character, in font sizes
SAMPLE = 2.0  # length of a sample of the mark, in font sizes
GAP = 0.6  # between a sample and its name, in font sizes


def above(entries: Sequence[KeyEntry], theme: Theme) -> list[dict[str, Any]]:
    """Rows of samples and names above the title of the vertical axis."""
    size, rows = theme.font_size, _rows(entries, theme)
    layers = []
    for row, members in enumerate(reversed(rows)):
        height = -(2.1 * theme.title_size + (1.6 * row + 0.4) * size)
        left = 0.0
        for entry in members:
            for style in entry.styles:
                layers.append(_sample(style, left, height, size))
            text = {"type": "text", "style": "label", "text": entry.label, "align": "left", "baseline": "middle"}
            layers.append(_fixed(text, x=left + (SAMPLE + GAP) * size, y=height))
            left += _width(entry) * size
    return layers


def beside(
    ends: Iterable[tuple[KeyEntry, float | None]], domain: tuple[float, float], encoding: dict[str, Any], theme: Theme
) -> list[dict[str, Any]]:
    """Names at the right edge, at the height where each line ends, moved apart where they would touch."""
    known = sorted(((_place(y, domain, encoding), entry) for entry, y in ends if y is not None), key=lambda end: end[0])
    distance = 1.3 * theme.font_size / (0.7 * theme.height)
    places = _apart([place for place, _ in known], distance)
    layers, size = [], theme.font_size
    for place, (_, entry) in zip(places, known, strict=True):
        data = {"values": [{"y": _value(place, domain, encoding)}]}
        y = {"field": "y"} | encoding
        edge = {"value": "width"}
        line = {"type": "rule", "style": entry.styles[0], "xOffset": 0.4 * size, "x2Offset": (0.4 + SAMPLE) * size}
        layers.append({"mark": line, "data": data, "encoding": {"x": edge, "x2": edge, "y": y}})
        for style in entry.styles[1:]:
            point = {"type": "point", "filled": True, "style": style, "xOffset": (0.4 + SAMPLE / 2) * size}
            layers.append({"mark": point, "data": data, "encoding": {"x": edge, "y": y}})
        text = {"type": "text", "style": "label", "text": entry.label, "align": "left", "baseline": "middle"}
        text |= {"dx": (0.4 + SAMPLE + GAP) * size}
        layers.append({"mark": text, "data": data, "encoding": {"x": edge, "y": y}})
    return layers


def _rows(entries: Iterable[KeyEntry], theme: Theme) -> list[list[KeyEntry]]:
    """As many names a row as fit on the narrowest screen: a phone's, or a projected one."""
    available = (600 if theme.projector else 340) / theme.font_size
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


def _sample(style: str, left: float, height: float, size: float) -> dict[str, Any]:
    """A short piece of the mark that a style stands for."""
    right, kind = left + SAMPLE * size, style.partition("-")[2]
    if kind == "line":
        return _fixed({"type": "rule", "style": style}, x=left, x2=right, y=height)
    if kind in ("bar", "band", "box"):
        half = 0.4 * size
        return _fixed({"type": "rect", "style": style}, x=left, x2=right, y=height - half, y2=height + half)
    return _fixed({"type": "point", "filled": True, "style": style}, x=(left + right) / 2, y=height)


def _fixed(mark: dict[str, Any], **places: float) -> dict[str, Any]:
    """A mark at fixed places, in px from the top left corner of the plot."""
    encoding = {channel: {"value": round(place, 1)} for channel, place in places.items()}
    return {"mark": mark, "data": {"values": [{}]}, "encoding": encoding}


def _apart(places: list[float], distance: float) -> list[float]:
    """Sorted places in [0, 1], moved as little as needed to keep the distance."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + distance) if moved else place)
    ceiling = 1.0
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - distance
    return moved


def _place(y: float, domain: tuple[float, float], encoding: dict[str, Any]) -> float:
    low, high, y = (_scaled(number, encoding) for number in (*domain, y))
    return min(1.0, max(0.0, (y - low) / (high - low)))


def _value(place: float, domain: tuple[float, float], encoding: dict[str, Any]) -> float:
    low, high = (_scaled(number, encoding) for number in domain)
    value = low + place * (high - low)
    return 10.0**value if encoding["scale"]["type"] == "log" else value


def _scaled(number: float, encoding: dict[str, Any]) -> float:
    if encoding["scale"]["type"] == "log":
        return math.log10(max(number, 5e-324))
    return number
