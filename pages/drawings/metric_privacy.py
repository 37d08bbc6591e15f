"""The pictures of the page Metric privacy: reports in the plane, error curves, cells and likelihood ratios."""

from __future__ import annotations

from dataclasses import replace
from math import cos, isnan, pi, sin
from typing import Any

import plotly.graph_objects as go

from pages.ui import charts
from pages.ui.charts import stepped
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.metric_privacy import MetricPrivacyParameters, MetricPrivacyResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, percent, with_unit

__all__ = ["cells", "errors", "main", "plane", "ratios", "sizes"]

PANELS = ((0.0, 0.49), (0.51, 1.0))
MARKS = (0.4, 1.0, 2.2)  # areas of discrete Laplace's marks, for the three sizes of a message
EAST, NORTH, COUNT = "%{x:.3g}", "%{y:.3g}", "%{customdata}"  # in a text that plotly fills in
AROUND = 1.3  # of the largest ring: half the height of the picture of rings
HEIGHT = 0.97 * AROUND  # up to which a dot stands whole in it
TURN = [2 * pi * step / 120 for step in range(121)]

message = Messages("metric_privacy")


def main(result: MetricPrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The reports of PPR in the plane, with rings around the true place; in more dimensions the error curves."""
    p = result.parameters
    if not p.plane or result.reports is None:
        return errors(result, story, theme)
    n = number(p.encodes)
    outside = p.encodes - len(result.no_farther_north(HEIGHT * result.rings[-1]))
    radius = with_unit(number(p.norm_bound), p.unit)
    note = message("map-note", cut=outside > 0, outside=number(outside), n=n, radius=radius)
    return charts.Figure(_map(result, theme), "map", message("map-title", n=n), story.finding, result.table(), note)


def _map(result: MetricPrivacyResult, theme: charts.Theme) -> go.Figure:
    """x with its reports, places at doubling distances around it, and x′."""
    p, reach = result.parameters, AROUND * result.rings[-1]
    x, other = p.along
    east = charts.Axis(message("axis-east"), p.unit, domain=(x - reach, x + reach))
    figure = stepped.figure(theme, east, charts.Axis(message("axis-north"), p.unit, domain=(-reach, reach)))
    _cloud(figure, result, theme, 0, {}, result.no_farther_north(HEIGHT * result.rings[-1]))
    ring = stepped.line_style("law", theme)
    ring |= {"width": ring["width"] / 2, "simplify": False}
    label = {"bgcolor": theme.ink.background, "borderpad": 1}
    edge = {"x": [p.norm_bound * cos(t) for t in TURN], "y": [p.norm_bound * sin(t) for t in TURN]}
    figure.add_scatter(**edge, mode="lines", line=ring | {"dash": "dash"}, hoverinfo="skip", showlegend=False)
    for radius in (*result.rings_beside, *filter(None, [p.distance])):
        through = radius == p.distance
        line = ring | {"width": 2 * ring["width"]} if through else ring | {"color": theme.color("bound")}
        turned = {"x": [x + radius * cos(t) for t in TURN], "y": [radius * sin(t) for t in TURN]}
        figure.add_scatter(**turned, mode="lines", line=line, hoverinfo="skip", showlegend=False)
        learned = {"epsilon": number(radius * p.epsilon), "server": number(radius * result.decoder.epsilon)}
        said = message("ring-through" if through else "ring", away=with_unit(number(radius), p.unit), **learned)
        side = 1 if radius < result.rings[-1] else -1  # above its ring, or at the lower end within a large one
        place = {"y": side * min(radius, HEIGHT * result.rings[-1]), "yshift": 0.9 * theme.font_size}
        stepped.words(figure, theme, said, x=x, **place, **label)
    for place, exact, name in ((other, False, "x′"), (x, True, "x")):
        marker = stepped.marker_style("law", theme, exact=True)
        if not exact:
            marker |= {"symbol": "diamond-open", "line": {"width": 2, "color": theme.color("law")}}
        point = {"mode": "markers", "marker": marker, "hoverinfo": "name", "name": name, "showlegend": False}
        figure.add_scatter(x=[place], y=[0], **point)
        right = exact is (x >= other)  # each name on the side away from the other place
        beside = {"xshift": (1 if right else -1) * 1.3 * theme.font_size, "font": {"size": theme.title_size}} | label
        stepped.words(figure, theme, f"<b>{name}</b>", x=place, y=0, **beside)
    fixed = {"fixedrange": True, "constrain": "range"}
    figure.update_layout(xaxis=fixed | {"scaleanchor": "y"}, yaxis=fixed)
    return figure.chart


def plane(result: MetricPrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The plane with the reports of both schemes; in more dimensions the error curves."""
    if not result.parameters.plane or result.reports is None:
        return errors(result, story, theme)
    title = message("plane-title", n=number(result.parameters.encodes))
    return charts.Figure(_plane(result, theme), "plane", title, story.finding, result.table(), story.captions["plane"])


def _plane(result: MetricPrivacyResult, theme: charts.Theme) -> go.Figure:
    """Left PPR, right discrete Laplace, on equal axes in kilometres."""
    reach = result.reach
    domain = (-reach, reach)
    east, north = (
        charts.Axis(message("axis-east"), "km", domain=domain),
        charts.Axis(message("axis-north"), "km", domain=domain),
    )
    figure = stepped.figure(theme, east, north)
    ppr, discrete, other = result.reports.bits, result.discrete_reports, message("panel-none")
    if discrete is not None:
        bits = bits_text(number(discrete.bits))
        other = message("panel-discrete" if discrete.exact else "panel-discrete-most", bits=bits)
    for panel, head in enumerate((message("panel-ppr", bits=bits_text(measured(ppr.value, ppr.error))), other)):
        axes = stepped.panel(figure, theme, panel, head)
        _cloud(figure, result, theme, panel, axes)
        _marks(figure, result, theme, axes)
    shared = {"fixedrange": True, "nticks": 4 if theme.projector else 5, "showgrid": True, "constrain": "domain"}
    stepped.square_panels(
        figure, PANELS, shared, shared,
        margin={"l": 4.5 * theme.font_size, "t": 2.2 * theme.font_size, "b": 6.2 * theme.font_size},
        legend={"yref": "container", "y": 0, "yanchor": "bottom", "x": 0.5, "xanchor": "center", "itemclick": False}
        | {"itemdoubleclick": False, "itemwidth": 30},
    )  # fmt: skip
    return figure.chart


def _cloud(
    figure: stepped.Drawing, result: MetricPrivacyResult, theme: charts.Theme, panel: int, axes: Any, z: Any = None
) -> None:
    """The reports of one scheme; z: of PPR's, if not all."""
    if not panel:
        style = stepped.marker_style("ppr", theme) | {"opacity": 0.6 if theme.dark else 0.45}
        style["size"] *= 0.55
        z = result.reports.z if z is None else z
        hover = f"{message('hover-ppr', east=EAST, north=NORTH)}<extra>PPR</extra>"
        shown = {"mode": "markers", "marker": style, "hovertemplate": hover, "showlegend": False}
        figure.add_scatter(x=z[:, 0], y=z[:, 1], **shown, **axes)
        return
    (x, y), (places, counts) = result.squares, result.places
    color = theme.color("baseline")
    area = {"mode": "lines", "fill": "toself", "fillcolor": color, "opacity": 0.6, "line": {"width": 0}}
    figure.add_scatter(x=x, y=y, hoverinfo="skip", showlegend=False, **area, **axes)
    hover = (
        f"{message('hover-discrete', count=COUNT, east=EAST, north=NORTH)}<extra>{message('legend-discrete')}</extra>"
    )
    hidden = {"mode": "markers", "marker": {"opacity": 0, "color": color}, "hovertemplate": hover}
    hidden["showlegend"] = False
    figure.add_scatter(x=places[:, 0], y=places[:, 1], customdata=counts, **hidden, **axes)


def _marks(figure: stepped.Drawing, result: MetricPrivacyResult, theme: charts.Theme, axes: Any) -> None:
    """The region, the circle of the law, and the two locations; their names stand in the key, outside the data."""
    named = axes["xaxis"] == "x"  # once for both panels
    p, law = result.parameters, stepped.line_style("law", theme)
    x, other = p.along
    thin = law | {"width": law["width"] / 2}
    rings = (
        (0.0, p.norm_bound, stepped.line_style("bound", theme), message("legend-region")),
        (x, result.radius, thin, message("legend-ring", confidence=percent(p.confidence))),
    )
    for centre, radius, line, name in rings:
        ring = {"x": [centre + radius * cos(t) for t in TURN], "y": [radius * sin(t) for t in TURN]}
        style = {"mode": "lines", "line": line | {"simplify": False}, "hoverinfo": "skip"}
        figure.add_scatter(**ring, **style, name=name, showlegend=named, **axes)
    for location, exact, name in ((other, False, "x′"), (x, True, "x")):
        marker = stepped.marker_style("law", theme, exact=exact)
        if not exact:
            marker |= {"symbol": "diamond-open", "line": {"width": 2, "color": theme.color("law")}}
        else:
            marker["line"] = {"width": 2, "color": theme.ink.background}
        style = {"mode": "markers", "marker": marker, "hovertemplate": f"{name}<extra></extra>"}
        style["legendrank"] = 1001 if exact else 1002  # x first in the key, though drawn last
        figure.add_scatter(x=[location], y=[0], name=name, showlegend=named, **style, **axes)


def errors(result: MetricPrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Squared error of both along ε, for three sizes of a message."""
    p, curves, layers = result.parameters, result.along_epsilon, []
    if curves is not None:
        for row, bits in enumerate(p.budgets):
            label = message("legend-discrete-bits", bits=bits_text(number(bits)))
            drawn = {"role": "baseline", "joined": True, "at_end": True, "label": label}
            points = charts.points_with_errors(curves.x, curves.discrete[row], curves.discrete_error[row], **drawn)
            layers.append(_sized(points, MARKS[row] * theme.point_area))
            label = message("legend-ppr-bits", bits=bits_text(number(bits)))
            layers.append(charts.line(curves.x, curves.ppr[row], label=label, role="ppr", at_end=True))
    ends = (curves.x[0], curves.x[-1]) if curves is not None else (1.0, 10.0)
    x = charts.Axis(message("axis-epsilon", who=p.compare), message("per", km=bool(p.unit)), scale="log", domain=ends)
    chart = charts.layered(*layers, x=x, y=_error_axis(p), theme=theme)
    title = message("errors-title", dimension=number(p.dimension))
    finding, note = story.captions["errors"], story.captions["guaranteed"]
    return charts.Figure(chart, "errors", title, finding, result.epsilon_table(), note)


def bits_text(bits: str) -> str:
    return message("bits", one=bits == "1", bits=bits)


def _sized(layers: Layers, area: float) -> Layers:
    """Points of another size."""
    point = {"size": area}
    return tuple(
        replace(layer, mark=dict(layer.mark) | point) if layer.mark["type"] == "point" else layer for layer in layers
    )


def _error_axis(p: MetricPrivacyParameters) -> charts.Axis:
    return charts.Axis(message("axis-error"), "km²" if p.unit else "", scale="log")


def sizes(result: MetricPrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Squared error along the bits of a message, at the chosen ε."""
    curves, runs, layers = result.along_size, result.rungs, []
    if curves is not None:
        named = {"label": message("legend-discrete"), "role": "baseline", "joined": True}
        layers.append(charts.points_with_errors(curves.x, curves.discrete[0], curves.discrete_error[0], **named))
        layers.append(charts.line(curves.x, curves.ppr[0], label=message("legend-guaranteed"), role="bound"))
    if result.reports is not None:
        errors = [run.squared_error for run in runs]
        layers.append(
            charts.points_with_errors(
                [run.bits.value for run in runs], [run.value for run in errors], [run.error for run in errors],
                label=message("legend-run"), role="ppr", joined=True,
            )
        )  # fmt: skip
    x, y = charts.Axis(message("sizes-axis"), zero=True), _error_axis(result.parameters)
    title = message("sizes-title", epsilon=number(result.parameters.epsilon))
    chart, caption = charts.layered(*layers, x=x, y=y, theme=theme), story.captions["sizes"]
    return charts.Figure(chart, "sizes", title, caption, result.size_table(), caption)


def cells(result: MetricPrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Bits of discrete Laplace's messages, counted in three ways."""
    table = result.cell_table()
    names = tuple(message("cells-allowed", bits=bits_text(number(bits))) for bits in table["budget_bits"])
    places, half = range(len(names)), 0.3
    bars = {"label": message("legend-words"), "role": "baseline", "width": 2 * half}
    layers = [charts.bars_with_errors(places, table["every_cell"], None, **bars)]
    ideal = {"label": message("legend-ideal"), "role": "law"}
    layers.append(charts.points_with_errors(places, table["ideal_code"], None, **ideal))
    for row, bits in zip(places, table["by_volume"], strict=True):
        ends = [row - half, row + half]
        layers.append(charts.line(ends, [bits, bits], label=message("legend-volume"), role="bound"))
    x, y = charts.Axis("", categories=names or (message("cells-none"),)), charts.Axis(message("cells-axis"), zero=True)
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title = message("cells-title")
    seldom = any(isnan(bits) for bits in table["ideal_code"])
    note = message("cells-seldom") if seldom else ""
    return charts.Figure(chart, "cells", title, story.captions["cells"], table, note)


def ratios(result: MetricPrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How much likelier reports are from x than from x′, along the line through both."""
    s = result.strips
    layers = [charts.line(s.along, s.law, label=message("legend-exact"), role="law")]
    layers.append(charts.points_with_errors(s.centre, s.measured, s.error, label=message("legend-reports"), role="ppr"))
    for side, name in ((1, "+ε·‖x − x′‖"), (-1, "−ε·‖x − x′‖")):
        layers.append(charts.bound_line(y=side * s.limit, label=name))
    for place, name in zip(result.parameters.along, ("x", "x′"), strict=True):
        layers.append(charts.bound_line(x=place, label=name, role="baseline", at_foot=True))
    x = charts.Axis(message("ratios-axis"), result.parameters.unit)
    chart = charts.layered(*layers, x=x, y=charts.Axis(message("ratios-axis-log"), "nats"), theme=theme)
    title, caption = message("ratios-title"), story.captions["ratios"]
    return charts.Figure(chart, "ratios", title, caption, result.strip_table(), caption)
