"""The picture of one message of dyadic quantized Laplace: its error law in parts, and the way of x to z."""

from __future__ import annotations

from itertools import accumulate
from math import ceil
from typing import Any

from pages.ui import charts
from pages.ui.charts import stepped
from ppr_core.experiments.contract import Story
from ppr_core.experiments.dyadic_quantized_laplace import DqlResult
from ppr_core.texts import Messages
from ppr_core.wording import number, rough_percent, with_unit

__all__ = ["message"]

ROW, BETWEEN = 0.13, 0.09  # shares of the height: of a row of the way, and between it and the density
SHADES = (0.85, 0.65, 0.48, 0.33, 0.2)  # of the components, from the widest step on
FADED = 0.3  # of a component that is not the one drawn
SHARED, PRIVATE, ROUNDED, SENT, DECODED = range(1, 6)  # the steps after the first
WHOLE = 11.5  # a tick, in px
SMOOTH = {"simplify": False}  # Plotly would leave out points of a curve

said = Messages("dyadic_quantized_laplace")


def message(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The density of the error in its parts, above the way of x to z."""
    step = result.parameters.step
    ends = float(result.components.z[0]), float(result.components.z[-1])
    x, y = charts.Axis(said("axis-value"), domain=ends), charts.Axis(said("axis-density"))
    figure = stepped.figure(theme, x, y)
    bump = PRIVATE <= step < DECODED
    (_bump if bump else _stack)(figure, result, step, theme)
    if step:
        _way(figure, result, step, theme)
    if not bump:
        _names(figure, result, step, theme)
    top = 1.08 * float((result.bump.heights if bump else result.components.law).max())
    fixed = {"fixedrange": True, "zeroline": False}
    font = {"size": theme.font_size, "color": theme.ink.muted}
    lowest = 2 if step < ROUNDED else 1 if step < DECODED else 0  # rows not in use yet leave the density their room
    rows, track = [lowest - 0.55, 2.6], ROW * (2.6 - lowest + 0.55)
    used = list(range(lowest, 3))
    places = {"tickvals": used, "ticktext": [said("row", row=row) for row in used], "tickfont": font}
    inside = {"orientation": "v", "x": 1, "xanchor": "right", "y": 1, "yanchor": "top", "bgcolor": "rgba(0,0,0,0)"}
    place = inside if theme.projector else {"entrywidth": 150 if bump else 78}  # px: two columns on a telephone
    figure.update_layout(
        xaxis={"anchor": "y2" if step else "y", "fixedrange": True},
        yaxis={"domain": (track + BETWEEN if step else 0.0, 1.0), "range": [0, top], "fixedrange": True, "nticks": 4},
        yaxis2={"domain": (0.0, track), "anchor": "x", "range": rows, "showgrid": False, "automargin": True}
        | {"visible": step > 0, "tickcolor": theme.ink.background, "color": theme.ink.muted} | places | fixed,
        legend={"traceorder": "reversed", "itemclick": False, "itemdoubleclick": False} | place,
    )  # fmt: skip
    title, finding = story.captions["title"], story.captions["step"]
    return charts.Figure(figure.chart, f"message-step-{step + 1}", title, finding, result.components_table(), finding)


def _stack(figure: stepped.Drawing, result: DqlResult, step: int, theme: charts.Theme) -> None:
    """The components one upon the other, the one drawn stronger than the others, and the law they add up to."""
    parts, chosen = result.components, min(result.message.component, len(result.components.parts) - 1)
    for t, height in enumerate(accumulate(parts.parts)):
        shade = SHADES[t] if step < SHARED or t == chosen else FADED * SHADES[t]
        edge = SMOOTH | {"color": theme.color("dithered"), "width": 2.5 if step >= SHARED and t == chosen else 0.8}
        figure.add_scatter(
            x=parts.z, y=height, mode="lines", line=edge, fill="tozeroy" if t == 0 else "tonexty",
            fillcolor=_pale(theme.color("dithered"), shade), hoverinfo="skip", showlegend=False,
        )  # fmt: skip
    law = stepped.line_style("law", theme) | SMOOTH
    figure.add_scatter(x=parts.z, y=parts.law, mode="lines", line=law, hoverinfo="skip", showlegend=False)


def _names(figure: stepped.Drawing, result: DqlResult, step: int, theme: charts.Theme) -> None:
    """The names of the law and of its components, with strokes to them: at first of all, then of the one drawn."""
    parts, last = result.components, len(result.components.parts) - 1
    places, right = parts.z.tolist(), float(parts.z[-1])
    peak, low = parts.law.tolist().index(parts.law.max()), 0.0
    top, chosen = float(parts.law[peak]), min(result.message.component, last)
    for t, height in enumerate(accumulate(parts.parts)):
        middle, low = (low + float(height[peak])) / 2, float(height[peak])
        if step < SHARED or t == chosen:
            share = rough_percent(parts.weights[t])
            name = said("legend-bump", part=str(t), share=share, last=t == last)
            at = {"x": right, "y": top * (t + 0.7) / (last + 1.4), "xanchor": "right", "bgcolor": theme.ink.background}
            stroke = {"arrowhead": 0, "arrowwidth": 1, "arrowcolor": theme.ink.muted, "axref": "x", "ayref": "y"}
            end = {"x": places[peak], "y": middle, "ax": right, "ay": at.pop("y")}
            stepped.words(figure, theme, name, **(at | stroke | end | {"showarrow": True}))
    flank = next(place for place, height in enumerate(parts.law.tolist()) if height >= top / 2)
    beside = {"xanchor": "right", "xshift": -theme.font_size / 2}
    stepped.words(figure, theme, said("legend-laplace"), x=places[flank], y=top / 2, **beside)


def _bump(figure: stepped.Drawing, result: DqlResult, step: int, theme: charts.Theme) -> None:
    """The component drawn: a staircase by the sender's noise, which the rounding error turns into straight edges."""
    bump, half = result.bump, result.message.step / 2
    if step >= ROUNDED:
        middles = (bump.edges[1:] + bump.edges[:-1]) / 2
        name = said("legend-errors", n=number(result.parameters.samples))
        bars = {"marker": {"color": _pale(theme.color("dithered"), 0.55), "line": {"width": 0}}, "hoverinfo": "skip"}
        figure.add("bar", x=middles, y=bump.counted, width=float(bump.edges[1] - bump.edges[0]), name=name, **bars)
    stairs = stepped.line_style("baseline", theme) | SMOOTH | {"shape": "hv"}
    ends, heights = [*(bump.corners - half), bump.corners[-1] + half], [*bump.heights, bump.heights[-1]]
    fill = {} if step >= ROUNDED else {"fill": "tozeroy", "fillcolor": _pale(theme.color("baseline"), 0.25)}
    stairs |= {"width": stairs["width"] / 2} if step >= ROUNDED else {}
    shown = {"mode": "lines", "hoverinfo": "skip"}
    figure.add_scatter(
        x=ends, y=heights, line=stairs, name=said("legend-noise"), showlegend=step < ROUNDED, **shown, **fill
    )
    if step == ROUNDED:
        (left, jump, right), (first, last), mean = result.window
        turned = {"x": [left, left, jump, jump, right, right], "y": [0, first, first, last, last, 0]}
        window = {"fill": "tozeroy", "fillcolor": _pale(theme.color("law"), 0.35), "line": {"width": 0}}
        figure.add_scatter(**turned, name=said("legend-window"), **window, **shown)
        marker = stepped.marker_style("law", theme, exact=True)
        figure.add_scatter(
            x=[result.message.decoded], y=[mean], mode="markers", marker=marker, name=said("legend-mean")
        )
    edge = SMOOTH | {"color": theme.color("dithered"), "width": 2.5}
    name = said("legend-chosen", part=number(result.message.component))
    figure.add_scatter(x=bump.corners, y=bump.heights, line=edge, name=name, **shown)


def _way(figure: stepped.Drawing, result: DqlResult, step: int, theme: charts.Theme) -> None:
    """x, its noise, the grid and z, as far as the step goes."""
    labels: list[dict[str, Any]] = []
    shapes: list[dict[str, Any]] = []
    m, x = result.message, result.parameters.x
    line = stepped.line_style("baseline", theme)
    dotted = line | {"dash": "dot"}
    shapes.append({"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "xref": "x", "yref": "paper", "line": dotted})
    forward = m.jump >= 0
    away, along = ("right", "left") if forward else ("left", "right")
    above = {"y": 2.22, "yref": "y2", "yanchor": "bottom"}
    _label(labels, theme, f"x = {number(x)}", x=x, xanchor=away, xshift=-6 if forward else 6, **above)
    _points(figure, [x], 2, "law", theme)
    if step >= PRIVATE:
        _ticks(figure, result.grid(x), 2, theme)
        corner = x + m.step * m.jump
        half = m.step / 2
        fill = _pale(theme.color("dithered"), 0.4)
        ends = {"x0": corner - half, "x1": corner + half, "y0": 1.82, "y1": 2.18, "yref": "y2"}
        shapes.append({"type": "rect", "layer": "below", "line": {"width": 0}, "fillcolor": fill} | ends)
        _points(figure, [m.noisy], 2, "dithered", theme)
        words = f"J = {number(m.jump)}, V = {number(m.rest)}"
        _label(labels, theme, words, x=corner, xanchor=along, xshift=6 if forward else -6, **above)
    if step >= ROUNDED:
        at = m.step * (m.integer + m.dither)
        _ticks(figure, result.grid(m.step * m.dither, m.integer), 1, theme)
        style = stepped.line_style("dithered", theme)
        _stroke(shapes, (m.noisy, at), (2, 1), style)
        _points(figure, [at], 1, "dithered", theme)
        _numbers(labels, result, theme)
    if step >= SENT:
        bits = said("label-bits", code_word=m.word) if len(m.word) <= 24 else with_unit(str(len(m.word)), "bits")
        text = f"M = {number(m.integer)}<br>{bits}"
        corner = {"x": 0, "xref": "x domain", "y": 1, "yref": "y domain", "xanchor": "left", "yanchor": "top"}
        box = {"bordercolor": theme.ink.muted, "borderpad": 8, "bgcolor": theme.ink.background, "align": "left"}
        _label(labels, theme, text, **corner, **box)
    if step >= DECODED:
        style = stepped.line_style("dithered", theme)
        _stroke(shapes, (m.decoded, m.decoded), (1, 0), style)
        _stroke(shapes, (x, m.decoded), (0, 0), stepped.line_style("law", theme))
        _points(figure, [m.decoded], 0, "dithered", theme)
        low, high = float(result.components.z[0]), float(result.components.z[-1])
        near, far = sorted((x, m.decoded))
        right, gap = (far - low) / (high - low) < 0.62, theme.font_size  # on a telephone the words take a third
        beside = (
            {"x": far, "xanchor": "left", "xshift": gap} if right else {"x": near, "xanchor": "right", "xshift": -gap}
        )
        beside |= {"bgcolor": theme.ink.background, "borderpad": 0}  # it may lie on the line of x
        words = said("label-error", decoded=number(m.decoded), error=number(m.decoded - x))
        _label(labels, theme, words, y=0, yref="y2", yanchor="top", **beside)  # below its row: above are numbers
    figure.update_layout(annotations=labels, shapes=shapes)


def _stroke(shapes: list[dict[str, Any]], x: tuple[float, float], y: tuple[float, float], line: dict[str, Any]) -> None:
    """A straight line between two places of the rows, under their points."""
    ends = {"x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], "yref": "y2"}
    shapes.append({"type": "line", "line": line, "layer": "below"} | ends)


def _points(figure: stepped.Drawing, places: list[float], row: int, role: str, theme: charts.Theme) -> None:
    marker = stepped.marker_style(role, theme, exact=role == "law")
    marker["size"] *= 1.4
    heights = [row] * len(places)
    figure.add_scatter(x=places, y=heights, yaxis="y2", mode="markers", marker=marker, showlegend=False, hoverinfo="x")


def _ticks(figure: stepped.Drawing, places: Any, row: int, theme: charts.Theme) -> None:
    """Short upright strokes along a row."""
    marker = {"symbol": "line-ns", "size": WHOLE, "line": {"color": theme.color("baseline"), "width": 1.5}}
    style = {"marker": marker, "mode": "markers", "showlegend": False, "hoverinfo": "skip"}
    figure.add_scatter(x=places, y=[row] * len(places), yaxis="y2", **style)


def _numbers(labels: list[dict[str, Any]], result: DqlResult, theme: charts.Theme) -> None:
    """M, in bold, below its line of the grid, and the numbers of lines around it as far as there is room."""
    m, lines, ends = result.message, result.lines, (result.components.z[0], result.components.z[-1])
    longest = max(len(number(int(end))) for end in (lines[0], lines[-1]))
    apart = float(ends[1] - ends[0]) * (0.03 + 0.012 * longest)
    every = result.grid_stride * max(1, ceil(apart / (m.step * result.grid_stride)))
    low, high = min(0, m.integer) - 2 * every, max(0, m.integer) + 3 * every
    below = {"y": 1, "yref": "y2", "yanchor": "top", "yshift": -WHOLE / 2, "borderpad": 0}
    for line in lines.tolist():
        away = line - m.integer
        if away % every == 0 and away and low <= line <= high:
            _label(labels, theme, number(line), x=m.step * (line + m.dither), **below)
    name = f"<b>{number(m.integer)}</b>"
    _label(labels, theme, name, x=m.step * (m.integer + m.dither), bgcolor=theme.ink.background, **below)


def _label(labels: list[dict[str, Any]], theme: charts.Theme, text: str, **settings: Any) -> None:
    labels.append({"text": text, "showarrow": False, "font": theme.font} | settings)


def _pale(color: str, opacity: float) -> str:
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return f"rgba({red},{green},{blue},{round(opacity, 2)})"
