"""A Plotly figure as an SVG picture, without a browser: lines, areas, points, words, shapes, in panels."""

from __future__ import annotations

import html
import itertools
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

__all__ = ["svg"]

_SIDES = {"left": "start", "center": "middle", "right": "end", "auto": "middle"}
_UP = {"top": 0.9, "middle": 0.35, "bottom": -0.25, "auto": 0.35}  # of the letters' height, below the place


@dataclass(frozen=True)
class _Axis:
    """Pixels of an axis: ``low`` and ``high`` (logarithms on a logarithmic axis) lie at ``start`` and ``end``."""

    low: float
    high: float
    start: float
    end: float
    log: bool
    layout: Any

    def at(self, value: float) -> float:
        """The pixel of a value of the data."""
        return self.place(math.log10(value) if self.log and value > 0 else value if not self.log else self.low)

    def place(self, value: float) -> float:
        """The pixel of a place of the layout, which has logarithms already."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def svg(figure: go.Figure, width: float, height: float) -> str:
    """The picture, so many pixels wide and high; what its axes cut off is cut off here, too."""
    layout = figure.layout
    size = (layout.font.size or 13) * 1.0
    named = [str(name) for axis in figure.select_yaxes() for name in axis.ticktext or ()]
    left = max(4.2, 0.8 + 0.6 * max(map(len, named), default=0)) * size
    box = (left, width - size, 2.4 * size, height - (6.2 if layout.showlegend is not False else 3.2) * size)
    axes = {(kind, name): _axis(figure, kind, name, box) for kind, name in _names(figure)}
    parts = [_frame(axis, kind, box, size) for (kind, _), axis in axes.items()]

    def panel(one: Any) -> tuple[_Axis, _Axis]:
        return axes["x", one.xaxis or "x"], axes["y", one.yaxis or "y"]

    parts.append(_clips(figure, panel))
    below = [shape for shape in layout.shapes if shape.layer == "below"]
    parts += [_shape(shape, axes, box) for shape in below]
    before: list[tuple[float, float]] = []
    for trace in figure.data:
        points = _points(trace, *panel(trace))
        parts.append(_trace(trace, points, panel(trace), before, size))
        before = [one for one in points if one]
    parts += [_shape(shape, axes, box) for shape in layout.shapes if shape.layer != "below"]
    parts += [_words(note, axes, box, size) for note in layout.annotations]
    if layout.showlegend is not False:
        parts.append(_key(figure, width, height, size))
    view = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    font = f'font-family="DejaVu Sans, Arial, Helvetica, sans-serif" font-size="{size:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view} {font}>{"".join(parts)}</svg>'


def _clip(trace: Any) -> str:
    """The name of the panel that cuts a trace off."""
    return f"{trace.xaxis or 'x'}{trace.yaxis or 'y'}"


def _clips(figure: go.Figure, panel: Callable[[Any], tuple[_Axis, _Axis]]) -> str:
    panels = {_clip(trace): panel(trace) for trace in figure.data}
    return "".join(
        f'<clipPath id="{name}"><rect x="{x.start:.1f}" y="{y.end:.1f}" width="{x.end - x.start:.1f}" '
        f'height="{y.start - y.end:.1f}"/></clipPath>'
        for name, (x, y) in panels.items()
    )


def _names(figure: go.Figure) -> list[tuple[str, str]]:
    drawn = {("x", trace.xaxis or "x") for trace in figure.data} | {("y", trace.yaxis or "y") for trace in figure.data}
    return sorted(drawn)


def _axis(figure: go.Figure, kind: str, name: str, box: tuple[float, ...]) -> _Axis:
    layout = figure.layout[f"{kind}axis{name[1:]}"]
    left, right, top, bottom = box
    ends = layout.domain or (0.0, 1.0)
    start, end = (left, right) if kind == "x" else (bottom, top)
    low, high = layout.range or _reach(figure, kind, name, layout.type == "log")
    return _Axis(
        low, high, start + ends[0] * (end - start), start + ends[1] * (end - start), layout.type == "log", layout
    )


def _reach(figure: go.Figure, kind: str, name: str, log: bool) -> tuple[float, float]:
    """The range of the data, with a little room."""
    values = [
        float(value)
        for trace in figure.data
        if (trace[f"{kind}axis"] or kind) == name
        for value in (trace[kind] if trace[kind] is not None else ())
        if value is not None and math.isfinite(value) and not (log and value <= 0)
    ] or [0.0, 1.0]
    low, high = (math.log10(min(values)), math.log10(max(values))) if log else (min(values), max(values))
    room = 0.05 * (high - low) or 0.5
    return low - room, high + room


def _points(trace: Any, x: _Axis, y: _Axis) -> list[tuple[float, float] | None]:
    """Pixels of a trace; None where its line is broken."""
    if trace.x is None or trace.y is None:
        return []
    pairs = zip(trace.x, trace.y, strict=False)
    known = lambda value: value is not None and math.isfinite(value)  # noqa: E731
    return [(x.at(a), y.at(b)) if known(a) and known(b) else None for a, b in pairs]


def _trace(trace: Any, points: list, panel: tuple[_Axis, _Axis], before: list, size: float) -> str:
    mode, drawn = trace.mode or "lines", []
    runs = list(_runs(points))
    if trace.fill and trace.fill != "none":
        for run in runs:
            edge = list(run)
            if trace.fill == "tonexty" and before:
                edge += before[::-1]
            elif trace.fill == "tozeroy":
                edge += [(run[-1][0], panel[1].at(0.0)), (run[0][0], panel[1].at(0.0))]
            drawn.append(f'<path d="{_path(edge)}Z" fill="{_color(trace.fillcolor)}" stroke="none"/>')
    if "lines" in mode and trace.line.width != 0:
        style = _stroke(trace.line)
        drawn += [f'<path d="{_path(run)}" fill="none" {style}/>' for run in runs if len(run) > 1]
    if "markers" in mode:
        drawn += _markers(trace.marker, points)
    if "text" in mode:
        sides = trace.textposition if not isinstance(trace.textposition, str) else [trace.textposition] * len(points)
        for point, text, side in zip(points, trace.text, sides, strict=False):
            if point and text:
                up, along = (side or "middle center").split()
                dx = {"left": -0.6, "right": 0.6}.get(along, 0.0) * size
                dy = {"top": -0.5, "bottom": 1.2}.get(up, 0.35) * size
                anchor = {"left": "end", "right": "start"}.get(along, "middle")
                drawn.append(_text(point[0] + dx, point[1] + dy, text, anchor, trace.textfont.color))
    opacity = f' opacity="{trace.opacity:g}"' if trace.opacity is not None else ""
    return f'<g{opacity} clip-path="url(#{_clip(trace)})">{"".join(drawn)}</g>'


def _runs(points: Iterable) -> Iterable[list[tuple[float, float]]]:
    run: list[tuple[float, float]] = []
    for point in [*points, None]:
        if point is not None:
            run.append(point)
        elif run:
            yield run
            run = []


def _markers(marker: Any, points: list) -> list[str]:
    """Circles, diamonds, triangles, strokes: each in its own size, colour and opacity.

    What neighbours have in common stands once, around them: a cloud of thousands of points is half as long.
    """
    each = _each(len(points))
    colors, symbols, sizes = each(marker.color, "#000"), each(marker.symbol, "circle"), each(marker.size, 6)
    shown = each(marker.opacity, 1.0)
    drawn = []
    for point, color, symbol, wide, opacity in zip(points, colors, symbols, sizes, shown, strict=True):
        if point is None or opacity == 0:
            continue
        x, y, r, wide = point[0], point[1], wide / 2, 0.65 * wide
        style = f'fill="{color}"'
        if str(symbol).endswith("-open") or "line-" in str(symbol):
            style = f'fill="none" stroke="{marker.line.color or color}" stroke-width="{marker.line.width or 1:g}"'
        elif marker.line.width:
            style += f' stroke="{marker.line.color}" stroke-width="{marker.line.width:g}"'
        form = str(symbol).removesuffix("-open")
        shape = {
            "diamond": f"M{x:.1f},{y - wide:.1f}l{wide:.1f},{wide:.1f}l{-wide:.1f},{wide:.1f}l{-wide:.1f},{-wide:.1f}Z",
            "triangle-up": f"M{x:.1f},{y - r:.1f}l{r:.1f},{1.8 * r:.1f}h{-2 * r:.1f}Z",
            "square": f"M{x - r:.1f},{y - r:.1f}h{2 * r:.1f}v{2 * r:.1f}h{-2 * r:.1f}Z",
            "line-ns": f"M{x:.1f},{y - r:.1f}v{2 * r:.1f}",
            "line-ew": f"M{x - r:.1f},{y:.1f}h{2 * r:.1f}",
        }.get(form)
        kind = f'path d="{shape}"' if shape else f'circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"'
        if opacity != 1:
            style += f' fill-opacity="{opacity:g}" stroke-opacity="{opacity:g}"'
        drawn.append((style, f"<{kind}/>"))
    runs = itertools.groupby(drawn, key=lambda one: one[0])
    return [f"<g {style}>{''.join(mark for _, mark in run)}</g>" for style, run in runs]


def _each(count: int) -> Callable[[Any, Any], list]:
    """One value for each point, also where all have the same."""

    def values(value: Any, default: Any) -> list:
        if value is None:
            return [default] * count
        return [value] * count if isinstance(value, (str, int, float)) else list(value)

    return values


def _shape(shape: Any, axes: dict, box: tuple[float, ...]) -> str:
    x0, x1 = (_where(value, shape.xref, axes, box, "x", data=True) for value in (shape.x0, shape.x1))
    y0, y1 = (_where(value, shape.yref, axes, box, "y", data=True) for value in (shape.y0, shape.y1))
    style = f'fill="{_color(shape.fillcolor) if shape.type != "line" else "none"}" {_stroke(shape.line)}'
    style += f' opacity="{shape.opacity:g}"' if shape.opacity is not None else ""
    if shape.type == "line":
        return f'<path d="M{x0:.1f},{y0:.1f}L{x1:.1f},{y1:.1f}" {style}/>'
    left, top, wide, high = min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)
    if shape.type == "circle":
        centre = f'cx="{left + wide / 2:.1f}" cy="{top + high / 2:.1f}"'
        return f'<ellipse {centre} rx="{wide / 2:.1f}" ry="{high / 2:.1f}" {style}/>'
    return f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}" {style}/>'


def _words(note: Any, axes: dict, box: tuple[float, ...], size: float) -> str:
    """An annotation, its lines below each other, on its own background where it has one."""
    x = _where(note.x, note.xref, axes, box, "x") + (note.xshift or 0)
    y = _where(note.y, note.yref, axes, box, "y") - (note.yshift or 0)
    lines = re.split(r"<br>", note.text)
    anchor = _SIDES[note.xanchor or "auto"]
    high = 1.25 * size * (len(lines) - 1)
    lift = {"top": 0.0, "middle": high / 2, "bottom": high}.get(note.yanchor or "middle", high / 2)
    first = y + _UP[note.yanchor or "auto"] * size - lift
    drawn = ""
    if note.bordercolor:
        wide, pad = 0.62 * size * max(map(len, lines)), note.borderpad or 4
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
        drawn = (
            f'<rect x="{left - pad:.1f}" y="{first - size - pad:.1f}" width="{wide + 2 * pad:.1f}" '
            f'height="{high + 1.3 * size + 2 * pad:.1f}" fill="{note.bgcolor or "#fff"}" stroke="{note.bordercolor}"/>'
        )
    for place, line in enumerate(lines):
        drawn += _text(x, first + 1.25 * size * place, line, anchor, note.font.color, bold="<b>" in line)
    return drawn


def _where(value: float, ref: str | None, axes: dict, box: tuple[float, ...], kind: str, data: bool = False) -> float:
    """The pixel of a place: a share of the paper, of a panel, or a place on an axis (data: not yet a logarithm)."""
    ref = ref or kind
    start, end = box[:2] if kind == "x" else (box[3], box[2])
    if ref == "paper":
        return start + float(value) * (end - start)
    axis = axes[kind, ref.split()[0]]
    if ref.endswith("domain"):
        return axis.start + float(value) * (axis.end - axis.start)
    return axis.at(value) if data else axis.place(value)


def _frame(axis: _Axis, kind: str, box: tuple[float, ...], size: float) -> str:
    """Ticks with their names, the grid, and the title."""
    layout, drawn = axis.layout, []
    middle, ink = (axis.start + axis.end) / 2, layout.tickfont.color or "#555"
    if layout.showticklabels is not False:
        for place, name in _ticks(axis):
            at = axis.place(place)
            if kind == "x":
                drawn.append(_text(at, box[3] + 1.2 * size, name, "middle", ink))
            else:
                drawn.append(_text(box[0] - 0.4 * size, at + 0.35 * size, name, "end", ink))
                if layout.showgrid is not False:
                    color = layout.gridcolor or "#ddd"
                    drawn.append(f'<path d="M{box[0]:.1f},{at:.1f}H{box[1]:.1f}" stroke="{color}"/>')
    title = layout.title.text
    if title and kind == "x":
        drawn.append(_text(middle, box[3] + 2.5 * size, title, "middle", ink))
    elif title:
        drawn.append(_text(0.3 * size, box[2] - 1.2 * size, title, "start", ink))
    if kind == "x":
        drawn.append(f'<path d="M{axis.start:.1f},{box[3]:.1f}H{axis.end:.1f}" stroke="{ink}"/>')
    return "".join(drawn)


def _ticks(axis: _Axis) -> list[tuple[float, str]]:
    """Places of ticks (logarithms on a logarithmic axis) with their names."""
    if axis.layout.tickvals is not None:
        values = [(math.log10(value) if axis.log else value) for value in axis.layout.tickvals]
        names = axis.layout.ticktext or [f"{value:g}" for value in axis.layout.tickvals]
        found = [one for one in zip(values, names, strict=False) if axis.low <= one[0] <= axis.high]
        return found[:: max(1, math.ceil(len(found) / 9))]
    if axis.log:
        powers = range(math.ceil(axis.low), math.floor(axis.high) + 1)
        return [(float(power), f"{10.0**power:g}") for power in powers][:: max(1, len(powers) // 7)]
    rough = (axis.high - axis.low) / 5
    decade = 10 ** math.floor(math.log10(rough))
    step = next(factor * decade for factor in (1, 2, 5, 10) if factor * decade >= rough)
    first = math.ceil(axis.low / step)
    return [(k * step, f"{k * step:.6g}".replace("-", "−")) for k in range(first, math.floor(axis.high / step) + 1)]


def _key(figure: go.Figure, width: float, height: float, size: float) -> str:
    """The names of the traces, in rows below the picture."""
    named = [trace for trace in figure.data if trace.name and trace.showlegend is not False]
    x, y, drawn = size, height - 2.0 * size, []
    for trace in named:
        wide = (0.62 * len(trace.name) + 3) * size
        if x + wide > width:
            x, y = size, y + 1.3 * size
        point = (x + 0.6 * size, y - 0.35 * size)
        if "markers" in (trace.mode or "") and isinstance(trace.marker.color, str):
            small = go.scatter.Marker(trace.marker.to_plotly_json() | {"size": 0.8 * size})
            drawn += _markers(small, [point])
        elif trace.fill and trace.fill != "none":
            drawn.append(
                f'<rect x="{x:.1f}" y="{y - 0.8 * size:.1f}" width="{size:g}" height="{0.8 * size:g}" '
                f'fill="{trace.fillcolor}"/>'
            )
        else:
            drawn.append(f'<path d="M{x:.1f},{point[1]:.1f}h{1.4 * size:.1f}" fill="none" {_stroke(trace.line)}/>')
        drawn.append(_text(x + 1.7 * size, y, trace.name, "start", figure.layout.font.color))
        x += wide
    return "".join(drawn)


def _stroke(line: Any) -> str:
    if line.width == 0:
        return 'stroke="none"'
    dash = {"solid": "", "dot": "2,3", "dash": "7,5"}.get(line.dash or "solid", line.dash)
    dashes = f' stroke-dasharray="{dash.replace("px", "")}"' if dash else ""
    return f'stroke="{line.color or "#000"}" stroke-width="{line.width or 1.5:g}"{dashes}'


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _color(color: str | None) -> str:
    return color or "none"


def _text(x: float, y: float, text: str, anchor: str, color: str | None, bold: bool = False) -> str:
    plain = html.escape(html.unescape(re.sub(r"<[^>]+>", "", str(text))))
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color or "#000"}"{weight}>{plain}</text>'
