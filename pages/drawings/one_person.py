"""Pictures of the page One person."""

from __future__ import annotations

from typing import Any

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.one_person import OnePersonResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, share

__all__ = ["main", "person", "success", "tests"]

message = Messages("one_person")


def main(result: OnePersonResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How often the best guess is right after each report, of the server and of a reader; what the server believes."""
    table, before = result.success_table(), 100 * float(result.prior.max())
    counts = [0, *table["reports"].tolist()]
    name = message("guess-line", view="before", right=number(before, 3))
    two = result.points is None and not theme.projector and not theme.lesson  # pictures, beside each other
    layers = [charts.line([0, counts[-1]], [before] * 2, label=name, role="law", at_end=not two)]
    for view, role in (("outputs", "baseline"), ("messages", "ppr")):
        values, errors = ([first, *(100 * table[f"{kind}_{view}"]).tolist()]
                          for kind, first in (("from", before), ("error", 0.0)))  # fmt: skip
        last = measured(values[-1], errors[-1]) if errors[-1] > 1e-9 else share(values[-1])
        name = message("guess-line", view=view, right=last)
        layers.append(
            charts.points_with_errors(counts, values, errors, role=role, label=name, joined=True, at_end=not two)
        )
    y = charts.Axis(message("guess-axis"), domain=(0.0, 100.0))
    chart: Any = charts.layered(*layers, x=_reports(counts[-1]), y=y, theme=theme)
    if two:
        chart = (chart, _belief(result, theme))
    note = story.captions["guesses"]
    return charts.Figure(chart, "guesses", message("guess-title"), story.finding, table, note)


def _reports(most: int) -> charts.Axis:
    """An axis of reports."""
    return charts.Axis(message("success-axis"), categories=tuple(map(str, range(most + 1))))


def _belief(result: OnePersonResult, theme: charts.Theme) -> charts.Spec:
    """What the server believes of this person after each report: the share of the true value below, others above."""
    layers: list[Layers] = []
    value = result.names[result.truth]
    names = {
        "ppr": message("belief-true", category=value.isdigit(), value=value, count=number(len(result.names))),
        "baseline": message("belief-other"),
    }
    for place, ends in enumerate((100 * result.believed()).tolist()):
        for low, high in zip((0.0, *ends), ends, strict=False):
            role = "baseline" if low else "ppr"
            bar = {"role": role, "label": "" if place else names[role]}
            layers.append(charts.row_part(place - 0.4, place + 0.4, (low + high) / 2, half=(high - low) / 2, **bar))
    y = charts.Axis(message("belief-axis"), domain=(0.0, 100.0))
    return charts.layered(*layers, x=_reports(result.parameters.reports), y=y, theme=theme)


def person(result: OnePersonResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What the observer believes after all reports: from outputs and from messages, beside what was known before."""
    count, value = result.parameters.reports, result.names[result.truth]
    outputs, messages = message("legend-outputs"), message("legend-messages")
    if result.points is not None:
        laws = ((result.outputs[-1], outputs), (result.messages[-1], messages))
        chart: Any = tuple(_map(result, law, title, theme) for law, title in laws)
        note = message("map-note")
    else:
        series = [
            charts.Series(outputs, "baseline", (), result.outputs[-1]),
            charts.Series(messages, "ppr", (), result.messages[-1]),
        ]
        axis = charts.Axis(message("axis-value"), categories=result.names)
        chart = charts.discrete_law(series, result.prior, x=axis, theme=theme, exact_label=message("legend-before"))
        note = message("chart-note", value=value)
    title = message("chart-title", reports=message("reports", count=count, shown=number(count)))
    return charts.Figure(chart, "posterior", title, story.finding, result.table(), note)


def success(result: OnePersonResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The best guess along the number of reports."""
    table = result.success_table()
    counts = table["reports"]
    before = [100 * float(result.prior.max())] * 2
    layers = [charts.line([0, counts[-1]], before, label=message("success-before"), role="law")]
    for view, role in (("outputs", "baseline"), ("messages", "ppr")):
        bound = table[f"bound_{view}"]
        if bound[0] < 1:
            label = message("label-allowed", view=view)
            layers.append(charts.line(counts, 100 * bound, label=label, role="bound" if view == "outputs" else "mrc"))
        values, errors = 100 * table[f"from_{view}"], 100 * table[f"error_{view}"]
        layers.append(
            charts.points_with_errors(counts, values, errors, label=message(f"legend-{view}"), role=role, joined=True)
        )
    x = _reports(int(counts[-1]))
    y = charts.Axis(message("success-axis-right"), "%", domain=(0.0, 100.0))
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title, note = message("success-title"), message("success-errors", drawn=result.parameters.scheme in ("ppr", "pfr"))
    return charts.Figure(chart, "success", title, story.captions["success"], table, note)


def tests(result: OnePersonResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Misses against false alarms, with what ε allows."""
    table = result.tests_table()
    alarms = table["false_alarms"]
    layers = [charts.line(alarms, 1 - alarms, label=message("tests-guessing"), role="law")]
    for view, role, bound in (("output", "baseline", "bound"), ("message", "ppr", "mrc")):
        if table[f"allowed_{view}"].max() > 0:
            label = message("label-allowed", view=view)
            layers.append(charts.line(alarms, table[f"allowed_{view}"], label=label, role=bound))
        layers.append(
            charts.line(alarms, table[f"misses_{view}"], label=message(f"from-{view}", count=1, shown=""), role=role)
        )
    names = message("tests-axis"), message("tests-axis-misses")
    x, y = (charts.Axis(name, domain=(0.0, 1.0)) for name in names)
    value, other = result.names[result.truth], result.names[result.other]
    title, finding = message("tests-title", value=value, other=other), story.captions["tests"]
    return charts.Figure(charts.layered(*layers, x=x, y=y, theme=theme), "best-test", title, finding, table)


def _map(result: OnePersonResult, law: Any, title: str, theme: charts.Theme) -> charts.Spec:
    """The cells of the disc, the darker the likelier, and a ring around the true one."""
    half = min(abs(x - y) for x in result.points[:, 0] for y in result.points[:, 0] if x != y) / 2
    values = [
        {"x": x - half, "x2": x + half, "y": y - half, "y2": y + half, "p": float(p)}
        for (x, y), p in zip(result.points.tolist(), law, strict=True)
    ]
    colors = charts.COLORS["dark" if theme.dark else "light"]
    scale, ticks = {"domain": [-1.25, 1.25], "nice": False}, {"grid": False, "values": [-1, 0, 1], "title": None}
    half_side = "min(width, height) / 2"  # a disc is round whatever its box is
    ends = {"x": ("width / 2 -", "width / 2 +"), "y": ("height / 2 +", "height / 2 -")}
    place = {
        name: {"field": name, "type": "quantitative", "axis": ticks,
               "scale": scale | {"range": [{"expr": f"{side} {half_side}"} for side in sides]}}
        for name, sides in ends.items()
    }  # fmt: skip
    shades = {
        "range": [theme.ink.grid, colors["ppr"]],
        "domain": [0, max(row["p"] for row in values)],
        "interpolate": "lab",
    }
    cell = place | {
        "x2": {"field": "x2"},
        "y2": {"field": "y2"},
        "color": {"field": "p", "type": "quantitative", "legend": None, "scale": shades},
        "tooltip": [{"field": "p", "type": "quantitative", "format": ".3g"}],
    }
    ring = {"type": "point", "size": 20 * theme.point_area, "color": colors["mrc"], "strokeWidth": 3, "filled": False}
    x, y = result.points[result.truth].tolist()
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": title,
        "layer": [
            {"data": {"values": values}, "mark": {"type": "rect"}, "encoding": cell},
            {"data": {"values": [{"x": x, "y": y}]}, "mark": ring, "encoding": place},
        ],
    }
