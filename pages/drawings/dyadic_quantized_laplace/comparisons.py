"""Exactness, privacy and length of many messages, and what a fixed number of bits allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pages.ui import charts
from pages.ui.charts.layers import KeyEntry, Layer, Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.dyadic_quantized_laplace import LEVEL, DqlResult, LengthCurve
from ppr_core.texts import Messages
from ppr_core.wording import number, percent

__all__ = ["errors", "lengths", "slopes", "tradeoff", "views"]

SHOWN = 5.0  # of the errors, in units of 1/ε

message = Messages("dyadic_quantized_laplace")


def tradeoff(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """ε in both views against the mean squared error, at a fixed number of bits."""
    t, table = result.tradeoff, result.tradeoff_table()
    order = slice(None, None, -1)  # errors from small to large
    error, decoder = t.error[order], table["epsilon_decoder"][order]
    reached, solved = t.reached[order], t.solved[order]
    groups = [
        charts.line(error[reached], decoder[reached], label=message("fixed-decoder"), role="dithered", at_end=True),
        charts.line(error[reached], t.epsilons[order][reached], label=message("fixed-reader"), role="law", at_end=True),
    ]
    if solved.any():
        mvu, epsilons = t.mvu[order][solved], t.epsilons[order][solved]
        groups.append(charts.line(mvu, epsilons, label=message("fixed-legend-mvu"), role="baseline", at_end=True))
        groups.append(charts.value_marker(mvu, epsilons, role="baseline"))
    groups.append(charts.value_marker(error[reached], t.epsilons[order][reached]))
    groups.append(charts.value_marker(error[reached], decoder[reached], role="dithered"))
    every = [*error[reached], *t.mvu[t.solved]] or [1.0]
    x = charts.Axis(message("fixed-axis-error"), scale="log", domain=(0.8 * min(every), 1.2 * max(every)))
    y = charts.Axis(message("fixed-axis"), message("unit-slope"), scale="log")
    title, chart = (
        message("fixed-title", bits=number(result.parameters.budget)),
        charts.layered(*groups, x=x, y=y, theme=theme),
    )
    return charts.Figure(
        chart, "tradeoff", title, story.finding, table, message("fixed-note", bits=number(result.parameters.budget))
    )


def errors(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The errors of DQL in bins and those of rounded Laplace noise value by value, each on the Laplace law."""
    drawn, edges, (places, shares) = result.picture, result.picture.bins.edges, result.spikes
    low, high = result.band
    reach = SHOWN / result.parameters.epsilon
    top = 1.05 * max(float(each.max()) for each in (drawn.density, high, result.heights, shares))
    x = charts.Axis(message("errors-axis"), domain=(-reach, reach))
    y = charts.Axis(message("errors-axis-density"), domain=(0.0, top))
    _, outline = charts.bars(edges, result.heights, label=message("errors-dql"), role="dithered", filled=False)
    around = charts.band(edges, low, high, label=message("errors-band", confidence=percent(1 - LEVEL)), role="law")
    stems = {"x": places, "y": shares, "zero": [0.0] * len(places)}
    mark = {"type": "rule", "style": "baseline-line", "clip": True}
    key = KeyEntry(message("errors-rounded"), ("baseline-line",))
    spikes = Layer(mark, stems, {"x": "x", "y": "y", "y2": "zero"}, key)
    (law,) = charts.line(drawn.curve, drawn.density, label=message("errors-laplace"), role="law")
    law = replace(law, mark=dict(law.mark) | {"strokeWidth": 2})  # spikes would vanish under a thicker stroke
    specs = (
        charts.layered(around, (outline,), x=x, y=y, theme=theme),
        charts.layered((law, spikes), x=x, y=replace(y, title=message("errors-axis-share")), theme=theme),
    )
    title = message("errors-title", n=number(result.parameters.samples))
    return charts.Figure(specs, "errors", title, story.finding, result.errors_table())


def views(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What one message tells about x, for DQL and for layered dither."""
    limits = float(result.parameters.nu), float(result.parameters.epsilon)
    top = max(5.0, 1.15 * max(abs(float(v)) for cone in result.cones for v in cone.database))
    specs = tuple(_cone(cone, *limits, result.parameters.x, top, theme) for cone in result.cones)
    title = message("views-title")
    return charts.Figure(specs, "two-views", title, story.notices[0], result.cones_table())


def _cone(cone: Any, nu: float, epsilon: float, x: float, top: float, theme: charts.Theme) -> charts.Spec:
    allowed: list[Layers] = []
    right = float(cone.inputs[-1])
    apart = nu > 1.3  # else one name stands for both
    for slope, label in ((nu * epsilon, "νε" if apart else ""), (epsilon, "ε" if apart else "ε, νε")):
        reach = min(right - x, top / slope)
        for sign in (1, -1):
            ends, heights = [x - reach, x, x + reach], [sign * slope * reach, 0.0, sign * slope * reach]
            allowed.append(charts.line(ends, heights, role="bound"))
        allowed.append(_named(label, x + reach, slope * reach, inside=x + reach < right))
    outside = -3.0 * top  # −∞ lies below the picture
    decoder = [max(float(value), outside) for value in cone.decoder]
    return charts.layered(
        *allowed,
        charts.line(cone.inputs, cone.database, label=message("views-reader"), role="law"),
        charts.line(cone.inputs, decoder, label=message("views-decoder", scheme=cone.label), role="dithered"),
        charts.line((), (), label=message("views-allowed"), role="bound"),
        x=charts.Axis(message("views-axis")),
        y=charts.Axis(message("views-axis-log"), "nats", domain=(-top, top)),
        theme=theme,
    )


def _named(label: str, x: float, y: float, *, inside: bool) -> Layers:
    """The name of a line at its end: beside one that leaves the picture at the top, else above it."""
    beside, above = {"align": "left", "baseline": "top", "dx": 6}, {"align": "right", "baseline": "bottom", "dy": -6}
    return charts.words(x, y, label, **(beside if inside else above))


def slopes(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The steepest slope in each view, mechanism by mechanism."""
    rows = result.slopes
    finite = [value for mechanism in rows for value in (mechanism.database, mechanism.decoder) if value < float("inf")]
    low, high = 0.5 * min(finite), 4 * max(finite)
    groups: list[Layers] = [charts.bound_line(x=result.parameters.nu * result.parameters.epsilon, label="νε")]
    if result.parameters.nu > 1.2:
        groups.append(charts.bound_line(x=result.parameters.epsilon, label="ε"))
    for row, mechanism in enumerate(reversed(rows)):
        for who, shift, role in (("reader", 0.16, "law"), ("decoder", -0.16, "dithered")):
            if (slope := mechanism.database if who == "reader" else mechanism.decoder) < float("inf"):
                groups.append(charts.value_marker([slope], [row + shift], role=role))
            else:
                groups.append(charts.words_beside(high, row + shift, message("slopes-endless", who=who), -6))
    groups += [
        charts.value_marker((), (), label=message("slopes-reader"), role="law"),
        charts.value_marker((), (), label=message("slopes-decoder"), role="dithered"),
    ]
    x = charts.Axis(message("slopes-axis"), message("unit-slope"), scale="log", domain=(low, high))
    y = charts.Axis("", categories=tuple(mechanism.label for mechanism in reversed(rows)))
    chart = charts.layered(*groups, x=x, y=y, theme=theme)
    return charts.Figure(chart, "slopes", message("slopes-title"), story.notices[0], result.slopes_table())


def lengths(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The exact mean lengths along ν and along ε, with the measured one."""
    bits, arm = result.bits, result.arms[0]

    def spec(sweep: LengthCurve, at: float, x: charts.Axis) -> charts.Spec:
        here, uniform = message("lengths-here", x=number(result.parameters.x)), message("lengths-uniform")
        seen = message("lengths-measured")
        return charts.layered(
            charts.line(sweep.values, sweep.uniform, label=uniform, role="baseline"),
            charts.line(sweep.values, sweep.at_x, label=here, role="dithered"),
            charts.points_with_errors([at], [arm.bits.value], [2 * arm.bits.error], label=seen, role="dithered"),
            x=x, y=charts.Axis(message("lengths-axis"), zero=True), theme=theme,
        )  # fmt: skip

    nu = charts.Axis(message("lengths-axis-nu"), scale="log")
    epsilon = charts.Axis(message("lengths-axis-epsilon"), message("unit-slope"), scale="log")
    chart = spec(bits.along_nu, result.parameters.nu, nu), spec(bits.along_epsilon, result.parameters.epsilon, epsilon)
    code = story.quantities[0].label if result.tradeoff is None else ""
    return charts.Figure(chart, "lengths", message("lengths-title"), code or story.finding, result.lengths_table())
