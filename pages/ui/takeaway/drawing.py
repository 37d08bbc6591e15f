"""A Plotly figure as an SVG picture, without a browser: lines, areas, points, words, shapes, in panels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import plotly.graph_objects as go

from pages.ui.takeaway import fields
from pages.ui.takeaway.elements import path, px, rectangle, tag, words
from pages.ui.takeaway.markers import markers
from ppr_core.wording import number

__all__ = ["reaches", "svg"]

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
    return _Picture(figure, width, height).svg()


def reaches(figure: go.Figure) -> dict[tuple[str, str], tuple[float, float]]:
    """The range of each axis as it is drawn, by kind and name."""
    return {place: (axis.low, axis.high) for place, axis in _Picture(figure, 1.0, 1.0).axes.items()}


class _Picture:
    """A figure on its way to SVG: pixels of the plot (left, right, top, bottom), its axes, the size of its letters."""

    def __init__(self, figure: go.Figure, width: float, height: float) -> None:
        layout = figure.layout
        self.figure, self.layout, self.width, self.height = figure, layout, width, height
        self.size = size = (layout.font.size or 13) * 1.0
        self.keyed = layout.showlegend is not False
        named = [str(name) for axis in figure.select_yaxes() for name in axis.ticktext or ()]
        left = max(4.2, 0.8 + 0.6 * max(map(len, named), default=0)) * size
        self.key_rows = self._rows_of_key() if self.keyed else []
        self.below = 1.3 * max(0, len(self.key_rows) - 2)  # letters' heights, for further rows of the key
        heads = [note.text for note in layout.annotations if str(note.yref).endswith("domain") and note.y >= 1]
        top = 2.4 + 1.25 * max((text.count("<br>") for text in heads), default=0)
        self.box = (left, width - size, top * size, height - (6.2 + self.below if self.keyed else 3.2) * size)
        drawn = {(kind, trace[f"{kind}axis"] or kind) for trace in figure.data for kind in "xy"}
        self.axes = {place: self._axis(*place) for place in sorted(drawn)}

    def svg(self) -> str:
        """The whole picture, from the back to the front."""
        for place, axis in self.axes.items():
            if other := axis.layout.scaleanchor:
                self._even(place, (other[0], other))
        below = [shape for shape in self.layout.shapes if shape.layer == "below"]
        above = [shape for shape in self.layout.shapes if shape.layer != "below"]
        parts = [self._frame(axis, kind) for (kind, _), axis in self.axes.items()]
        parts += [*self._clips(), *map(self._shape, below), *self._traces(), *map(self._shape, above)]
        parts += [*map(self._words, self.layout.annotations), *(self._key() if self.keyed else ())]
        sides = {"width": self.width, "height": self.height}
        view = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {px(self.width)} {px(self.height)}"} | sides
        font = {"font_family": "DejaVu Sans, Arial, Helvetica, sans-serif", "font_size": self.size}
        return tag("svg", "".join(parts), **view, **font)

    def _axis(self, kind: str, name: str) -> _Axis:
        layout = self.layout[f"{kind}axis{name[1:]}"]
        left, right, top, bottom = self.box
        start, end = (left, right) if kind == "x" else (bottom, top)
        ends = [start + share * (end - start) for share in layout.domain or (0.0, 1.0)]
        log = layout.type == "log"
        return _Axis(*(layout.range or _reach(self.figure, kind, name, log)), *ends, log, layout)

    def _even(self, *places: tuple[str, str]) -> None:
        """Give a unit the same length on two axes: the one on which it is longer shows more, on both sides."""
        unit = {
            place: abs(axis.end - axis.start) / (axis.high - axis.low) for place in places if (axis := self.axes[place])
        }
        place = max(places, key=lambda each: unit[each])
        axis = self.axes[place]
        more = (max(unit.values()) / min(unit.values()) - 1) * (axis.high - axis.low) / 2
        self.axes[place] = replace(axis, low=axis.low - more, high=axis.high + more)

    def _panel(self, trace: Any) -> tuple[_Axis, _Axis]:
        return self.axes["x", trace.xaxis or "x"], self.axes["y", trace.yaxis or "y"]

    def _clips(self) -> Iterable[str]:
        """The panels, which cut their traces off."""
        for name, (x, y) in {_clip(trace): self._panel(trace) for trace in self.figure.data}.items():
            yield tag("clipPath", rectangle(x.start, y.end, x.end - x.start, y.start - y.end), id=name)

    def _traces(self) -> Iterable[str]:
        before: list[tuple[float, float]] = []
        for trace in self.figure.data:
            if trace.type == "bar" or trace.type in fields.FIELDS:
                boxes = (fields.bars if trace.type == "bar" else fields.cells)(trace, *self._panel(trace))
                yield tag("g", boxes, opacity=trace.opacity, clip_path=f"url(#{_clip(trace)})")
                continue
            points = _points(trace, *self._panel(trace))
            yield self._trace(trace, points, before)
            before = [point for point in points if point]

    def _trace(self, trace: Any, points: list, before: list) -> str:
        mode, drawn = trace.mode or "lines", []
        runs = list(_runs(points))
        if trace.fill and trace.fill != "none":
            foot = self._panel(trace)[1].at(0.0) if trace.fill == "tozeroy" else 0.0
            for run in runs:
                edge = before[::-1] if trace.fill == "tonexty" else []
                edge = [(run[-1][0], foot), (run[0][0], foot)] if trace.fill == "tozeroy" else edge
                drawn.append(path(_line([*run, *edge]) + "Z", fill=trace.fillcolor or "none", stroke="none"))
        if "lines" in mode and trace.line.width != 0:
            drawn += [path(_line(run), fill="none", **_stroke(trace.line)) for run in runs if len(run) > 1]
        if "markers" in mode:
            drawn += markers(trace.marker, points)
        if "text" in mode:
            sides = trace.textposition
            sides = sides if not isinstance(sides, str) else [sides] * len(points)
            for point, text, side in zip(points, trace.text, sides, strict=False):
                if point and text:
                    up, along = (side or "middle center").split()
                    x = point[0] + {"left": -0.6, "right": 0.6}.get(along, 0.0) * self.size
                    y = point[1] + {"top": -0.5, "bottom": 1.2}.get(up, 0.35) * self.size
                    anchor = {"left": "end", "right": "start"}.get(along, "middle")
                    drawn.append(words(x, y, text, anchor, trace.textfont.color))
        return tag("g", "".join(drawn), opacity=trace.opacity, clip_path=f"url(#{_clip(trace)})")

    def _shape(self, shape: Any) -> str:
        x0, x1 = (self._where(value, shape.xref, "x", data=True) for value in (shape.x0, shape.x1))
        y0, y1 = (self._where(value, shape.yref, "y", data=True) for value in (shape.y0, shape.y1))
        fill = "none" if shape.type == "line" else shape.fillcolor or "none"
        style = {"fill": fill, **_stroke(shape.line), "opacity": shape.opacity}
        if shape.type == "line":
            return path(_line([(x0, y0), (x1, y1)]), **style)
        left, top, wide, high = min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)
        if shape.type == "circle":
            return tag("ellipse", cx=left + wide / 2, cy=top + high / 2, rx=wide / 2, ry=high / 2, **style)
        return rectangle(left, top, wide, high, **style)

    def _words(self, note: Any) -> str:
        """An annotation, its lines below each other, on its own background where it has one."""
        x = self._where(note.x, note.xref, "x") + (note.xshift or 0)
        y = self._where(note.y, note.yref, "y") - (note.yshift or 0)
        lines, anchor, size = note.text.split("<br>"), _SIDES[note.xanchor or "auto"], self.size
        long = 0.58 * size * max(map(len, lines))
        before = {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        left = self.box[0] if note.xref != "paper" and long < self.width - self.box[0] else 0.0
        x = max(left + before, min(x, self.width - long + before))  # words stay within the plot, or the picture
        high = 1.25 * size * (len(lines) - 1)
        lift = {"top": 0.0, "middle": high / 2, "bottom": high}.get(note.yanchor or "middle", high / 2)
        first, drawn = y + _UP[note.yanchor or "auto"] * size - lift, ""
        if note.bordercolor:
            wide, pad = 0.62 * size * max(map(len, lines)), note.borderpad or 4
            left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor] - pad
            style = {"fill": note.bgcolor or "#fff", "stroke": note.bordercolor}
            drawn = rectangle(left, first - size - pad, wide + 2 * pad, high + 1.3 * size + 2 * pad, **style)
        for row, line in enumerate(lines):
            drawn += words(x, first + 1.25 * size * row, line, anchor, note.font.color, bold="<b>" in line)
        return drawn

    def _where(self, value: float, ref: str | None, kind: str, data: bool = False) -> float:
        """The pixel of a place: a share of the paper, of a panel, or a place on an axis (data: not yet a logarithm)."""
        ref = ref or kind
        start, end = self.box[:2] if kind == "x" else (self.box[3], self.box[2])
        if ref == "paper":
            return start + float(value) * (end - start)
        axis = self.axes[kind, ref.split()[0]]
        if ref.endswith("domain"):
            return axis.start + float(value) * (axis.end - axis.start)
        return axis.at(value) if data else axis.place(value)

    def _frame(self, axis: _Axis, kind: str) -> str:
        """Ticks with their names, the grid, and the title."""
        left, right, top, bottom = self.box
        layout, size, drawn = axis.layout, self.size, []
        ink, title = layout.tickfont.color or "#555", layout.title.text
        for place, name in _ticks(axis) if layout.showticklabels is not False else ():
            at = axis.place(place)
            if kind == "x":
                drawn.append(words(at, bottom + 1.2 * size, name, "middle", ink))
            else:
                drawn.append(words(left - 0.4 * size, at + 0.35 * size, name, "end", ink))
                if layout.showgrid is not False:
                    drawn.append(path(_line([(left, at), (right, at)]), stroke=layout.gridcolor or "#ddd"))
        if title and kind == "x":
            drawn.append(words((axis.start + axis.end) / 2, bottom + 2.5 * size, title, "middle", ink))
        elif title:
            drawn.append(words(0.3 * size, top - 1.2 * size, title, "start", ink))
        if kind == "x":
            drawn.append(path(_line([(axis.start, bottom), (axis.end, bottom)]), stroke=ink))
        return "".join(drawn)

    def _rows_of_key(self) -> list[list[Any]]:
        """The traces that the key names, row by row."""
        rows: list[list[Any]] = [[]]
        x = self.size
        for trace in self.figure.data:
            if not trace.name or trace.showlegend is False:
                continue
            if rows[-1] and x + self._wide(trace) > self.width:
                rows.append([])
                x = self.size
            rows[-1].append(trace)
            x += self._wide(trace)
        return rows

    def _wide(self, trace: Any) -> float:
        return (0.62 * len(trace.name) + 3) * self.size

    def _key(self) -> Iterable[str]:
        """The names of the traces, in rows below the picture."""
        for row, traces in enumerate(self.key_rows):
            yield from self._row_of_key(traces, self.height - (2.0 + self.below - 1.3 * row) * self.size)

    def _row_of_key(self, traces: list[Any], y: float) -> Iterable[str]:
        size = x = self.size
        for trace in traces:
            middle = y - 0.35 * size
            if trace.type == "bar":
                yield rectangle(x, y - 0.8 * size, size, 0.8 * size, fill=trace.marker.color)
            elif "markers" in (trace.mode or "") and isinstance(trace.marker.color, str):
                small = go.scatter.Marker(trace.marker.to_plotly_json() | {"size": 0.8 * size})
                yield from markers(small, [(x + 0.6 * size, middle)])
            elif trace.fill and trace.fill != "none":
                yield rectangle(x, y - 0.8 * size, size, 0.8 * size, fill=trace.fillcolor)
            else:
                yield path(_line([(x, middle), (x + 1.4 * size, middle)]), fill="none", **_stroke(trace.line))
            yield words(x + 1.7 * size, y, trace.name, "start", self.layout.font.color)
            x += self._wide(trace)


def _clip(trace: Any) -> str:
    """The name of the panel that cuts a trace off."""
    return f"{trace.xaxis or 'x'}{trace.yaxis or 'y'}"


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
    return [
        None if None in pair or not all(map(math.isfinite, pair)) else (x.at(pair[0]), y.at(pair[1])) for pair in pairs
    ]


def _runs(points: Iterable) -> Iterable[list[tuple[float, float]]]:
    run: list[tuple[float, float]] = []
    for point in [*points, None]:
        if point is not None:
            run.append(point)
        elif run:
            yield run
            run = []


def _ticks(axis: _Axis) -> list[tuple[float, str]]:
    """Places of ticks (logarithms on a logarithmic axis) with their names."""
    if axis.layout.tickvals is not None:
        values = [(math.log10(value) if axis.log else value) for value in axis.layout.tickvals]
        names = axis.layout.ticktext or [number(value, 6) for value in axis.layout.tickvals]
        ticks = [tick for tick in zip(values, names, strict=False) if axis.low <= tick[0] <= axis.high]
        return ticks[:: max(1, math.ceil(len(ticks) / 9))]
    if axis.log:
        powers = range(math.ceil(axis.low), math.floor(axis.high) + 1)
        return [(float(power), number(10.0**power)) for power in powers][:: max(1, len(powers) // 7)]
    rough = (axis.high - axis.low) / 5
    decade = 10 ** math.floor(math.log10(rough))
    step = next(factor * decade for factor in (1, 2, 5, 10) if factor * decade >= rough)
    first = math.ceil(axis.low / step)
    return [(k * step, number(k * step, 6)) for k in range(first, math.floor(axis.high / step) + 1)]


def _stroke(line: Any) -> dict[str, Any]:
    if line.width == 0:
        return {"stroke": "none"}
    dash = {"solid": "", "dot": "2,3", "dash": "7,5"}.get(line.dash or "solid", line.dash)
    style = {"stroke": line.color or "#000", "stroke_width": line.width or 1.5}
    return style | {"stroke_dasharray": dash.replace("px", "") or None}


def _line(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{px(x)},{px(y)}" for x, y in points)
