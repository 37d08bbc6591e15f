"""A heat map, or the map below contours, as cells: what a value at every point of a grid is drawn as."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Protocol

from plotly.colors import find_intermediate_color, hex_to_rgb, label_rgb

__all__ = ["FIELDS", "Axis", "cells"]

FIELDS = ("contour", "heatmap")  # types of traces


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
    across, down, drawn = _edges(trace.x, x), _edges(trace.y, y), []
    for row, (lower, upper) in zip(rows, pairwise(down), strict=True):
        for value, (left, right) in zip(row, pairwise(across), strict=True):
            if math.isfinite(value):
                ink = _ink((value - low) / (high - low or 1.0), trace.colorscale)
                sides = f'width="{abs(right - left):.1f}" height="{abs(upper - lower):.1f}"'
                drawn.append(f'<rect x="{min(left, right):.1f}" y="{min(lower, upper):.1f}" {sides} fill="{ink}"/>')
    return f'<g shape-rendering="crispEdges">{"".join(drawn)}</g>'  # neighbours leave no seam


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
