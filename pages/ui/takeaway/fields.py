"""What is drawn as boxes: a heat map, or the map below contours, as cells, and bars on a line of numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Protocol

from plotly.colors import find_intermediate_color, hex_to_rgb, label_rgb

from pages.ui.takeaway.elements import path, px, rectangle, tag

__all__ = ["FIELDS", "Axis", "bars", "cells"]

FIELDS = ("contour", "heatmap")  # types of traces
_INKS = 100  # steps of a scale of colours: cells of one colour are one path


class Axis(Protocol):
    """Where values lie."""

    def at(self, value: float) -> float:
        """The pixel of a value."""


def cells(trace: Any, x: Axis, y: Axis) -> str:
    """The cells of a trace as SVG. What is not known has no cell."""
    rows = [[float(value) for value in row] for row in trace.z]
    known = [value for row in rows for value in row if math.isfinite(value)]
    low = min(known, default=0.0) if trace.zmin is None else trace.zmin
    high = max(known, default=1.0) if trace.zmax is None else trace.zmax
    across, down, drawn = _edges(trace.x, x), _edges(trace.y, y), {}
    for row, (lower, upper) in zip(rows, pairwise(down), strict=True):
        for value, (left, right) in zip(row, pairwise(across), strict=True):
            if math.isfinite(value):
                ink = _ink(round(_INKS * (value - low) / (high - low or 1.0)) / _INKS, trace.colorscale)
                cell = f"M{px(left)},{px(lower)}H{px(right)}V{px(upper)}H{px(left)}Z"
                drawn.setdefault(ink, []).append(cell)
    same = "".join(path("".join(ways), fill=ink) for ink, ways in drawn.items())
    return tag("g", same, shape_rendering="crispEdges")  # neighbours leave no seam


def bars(trace: Any, x: Axis, y: Axis) -> str:
    """The bars of a trace as SVG, each as wide as the trace says in units of x, from zero to its value."""
    drawn, foot, half = [], y.at(0.0), float(trace.width) / 2
    for place, value in zip(map(float, trace.x), map(float, trace.y), strict=True):
        if math.isfinite(value):
            left, right, top = x.at(place - half), x.at(place + half), y.at(value)
            drawn.append(rectangle(left, min(top, foot), right - left, abs(foot - top)))
    return tag("g", "".join(drawn), fill=trace.marker.color)


def _ink(share: float, scale: Any) -> str:
    """The colour of a share of the range."""
    share = min(max(share, 0.0), 1.0)
    (start, first), (end, last) = next(
        (ends for ends in pairwise(scale) if share <= ends[1][0]), (scale[-2], scale[-1])
    )
    between = (share - start) / (end - start)
    return label_rgb([round(tone) for tone in find_intermediate_color(hex_to_rgb(first), hex_to_rgb(last), between)])


def _edges(values: Iterable[float], axis: Axis) -> list[float]:
    """Pixels halfway between neighbours; the outer ones as far from the ends."""
    places = [axis.at(float(value)) for value in values]
    middle = [(first + second) / 2 for first, second in pairwise(places)]
    if not middle:
        return [places[0] - 1.0, places[0] + 1.0]
    return [2 * places[0] - middle[0], *middle, 2 * places[-1] - middle[-1]]
