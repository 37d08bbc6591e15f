"""The points of a picture: circles, diamonds, triangles, squares, strokes."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from pages.ui.takeaway.elements import path, px, tag

__all__ = ["markers"]


def markers(marker: Any, points: list) -> list[str]:
    """Circles, diamonds, triangles, strokes: each in its own size, colour and opacity.

    What neighbours have in common stands once, around them: a cloud of thousands of points is half as long.
    """
    each = _each(len(points))
    colors, symbols, sizes = each(marker.color, "#000"), each(marker.symbol, "circle"), each(marker.size, 6)
    drawn = []
    for point, color, symbol, wide, opacity in zip(
        points, colors, symbols, sizes, each(marker.opacity, 1.0), strict=True
    ):
        if point is None or opacity == 0:
            continue
        (x, y), r, wide = point, wide / 2, 0.65 * wide
        style = {"fill": color}
        if str(symbol).endswith("-open") or "line-" in str(symbol):
            style = {"fill": "none", "stroke": marker.line.color or color, "stroke_width": marker.line.width or 1}
        elif marker.line.width:
            style |= {"stroke": marker.line.color, "stroke_width": marker.line.width}
        if opacity != 1:
            style |= {"fill_opacity": opacity, "stroke_opacity": opacity}
        shape = {
            "diamond": ("M{},{}l{},{}l{},{}l{},{}Z", x, y - wide, wide, wide, -wide, wide, -wide, -wide),
            "triangle-up": ("M{},{}l{},{}h{}Z", x, y - r, r, 1.8 * r, -2 * r),
            "square": ("M{},{}h{}v{}h{}Z", x - r, y - r, 2 * r, 2 * r, -2 * r),
            "line-ns": ("M{},{}v{}", x, y - r, 2 * r),
            "line-ew": ("M{},{}h{}", x - r, y, 2 * r),
        }.get(str(symbol).removesuffix("-open"))
        mark = path(shape[0].format(*map(px, shape[1:]))) if shape else tag("circle", cx=x, cy=y, r=r)
        drawn.append((style, mark))
    alike = itertools.groupby(drawn, key=lambda styled: styled[0])
    return [tag("g", "".join(mark for _, mark in run), **style) for style, run in alike]


def _each(count: int) -> Callable[[Any, Any], list]:
    """One value for each point, also where all have the same."""

    def values(value: Any, default: Any) -> list:
        if value is None:
            return [default] * count
        return [value] * count if isinstance(value, (str, int, float)) else list(value)

    return values
