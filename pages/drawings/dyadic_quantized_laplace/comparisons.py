"""Exactness, privacy and length of many messages, and what a fixed number of bits allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pages.ui import charts
from pages.ui.charts.layers import KeyEntry, Layer, Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.dyadic_quantized_laplace import LEVEL, DqlResult, LengthCurve
from ppr_core.wording import number, percent

__all__ = ["errors", "lengths", "slopes", "tradeoff", "views"]

SHOWN = 5.0  # of the errors, in units of 1/ε
ROUNDED_KEY = "Laplace, then rounding: values that occur"


def tradeoff(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """ε in both views against the mean squared error, at a fixed number of bits."""
    t, table = result.tradeoff, result.tradeoff_table()
    order = slice(None, None, -1)  # errors from small to large
    error, decoder = t.error[order], table["epsilon_decoder"][order]
    reached, solved = t.reached[order], t.solved[order]
    groups = [
        charts.line(error[reached], decoder[reached], label="DQL, decoder νε", role="dithered", at_end=True),
        charts.line(error[reached], t.epsilons[order][reached], label="DQL, database ε", role="law", at_end=True),
    ]
    if solved.any():
        mvu, epsilons = t.mvu[order][solved], t.epsilons[order][solved]
        groups.append(charts.line(mvu, epsilons, label="MVU, both views", role="baseline", at_end=True))
        groups.append(charts.value_marker(mvu, epsilons, role="baseline"))
    groups.append(charts.value_marker(error[reached], t.epsilons[order][reached]))
    groups.append(charts.value_marker(error[reached], decoder[reached], role="dithered"))
    every = [*error[reached], *t.mvu[t.solved]] or [1.0]
    x = charts.Axis("Mean squared error", scale="log", domain=(0.8 * min(every), 1.2 * max(every)))
    y = charts.Axis("Privacy loss", "nats per unit of x", scale="log")
    p = result.parameters
    title = f"Privacy against error with {p.budget} bits a number"
    note = (
        "X ~ Unif(−1, 1). ε is per unit of L1 distance, against who sees z; νε against who also sees M, T and U. "
        "DQL takes as many bits on average, MVU always. DQL's curves end where no ν keeps the bits."
    )
    return charts.Figure(charts.layered(*groups, x=x, y=y, theme=theme), "tradeoff", title, story.finding, table, note)


def errors(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The errors of DQL in bins and those of rounded Laplace noise value by value, each on the Laplace law."""
    drawn, edges, (places, shares) = result.picture, result.picture.bins.edges, result.spikes
    low, high = result.band
    reach = SHOWN / result.parameters.epsilon
    top = 1.05 * max(float(each.max()) for each in (drawn.density, high, result.heights, shares))
    x, y = charts.Axis("Error z − x", domain=(-reach, reach)), charts.Axis("Density", domain=(0.0, top))
    _, outline = charts.bars(edges, result.heights, label=result.arms[0].label, role="dithered", filled=False)
    around = charts.band(edges, low, high, label=f"Laplace(1/ε), {percent(1 - LEVEL)} band", role="law")
    stems = {"x": places, "y": shares, "zero": [0.0] * len(places)}
    mark = {"type": "rule", "style": "baseline-line", "clip": True}
    spikes = Layer(mark, stems, {"x": "x", "y": "y", "y2": "zero"}, KeyEntry(ROUNDED_KEY, ("baseline-line",)))
    (law,) = charts.line(drawn.curve, drawn.density, label="Laplace(1/ε)", role="law")
    law = replace(law, mark=dict(law.mark) | {"strokeWidth": 2})  # spikes would vanish under a thicker stroke
    specs = (
        charts.layered(around, (outline,), x=x, y=y, theme=theme),
        charts.layered((law, spikes), x=x, y=replace(y, title="Share of a value / step"), theme=theme),
    )
    title = f"{number(result.parameters.samples)} errors of each, with equal bits on average"
    return charts.Figure(specs, "errors", title, story.finding, result.errors_table())


def views(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What one message tells about x, for DQL and for layered dither."""
    limits = float(result.parameters.nu), float(result.parameters.epsilon)
    top = max(5.0, 1.15 * max(abs(float(v)) for cone in result.cones for v in cone.database))
    specs = tuple(_cone(cone, *limits, result.parameters.x, top, theme) for cone in result.cones)
    title = "One message: what database and decoder can say about other inputs x′"
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
        charts.line(cone.inputs, cone.database, label="database", role="law"),
        charts.line(cone.inputs, decoder, label=f"{cone.label}: decoder", role="dithered"),
        charts.line((), (), label="allowed slopes", role="bound"),
        x=charts.Axis("Other input x′"),
        y=charts.Axis("ln P(seen | x′) − ln P(seen | x)", "nats", domain=(-top, top)),
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
        for who, shift, role in (("database", 0.16, "law"), ("decoder", -0.16, "dithered")):
            if (slope := getattr(mechanism, who)) < float("inf"):
                groups.append(charts.value_marker([slope], [row + shift], role=role))
            else:
                groups.append(charts.words_beside(high, row + shift, f"{who}: ∞ →", -6))
    groups += [
        charts.value_marker((), (), label="database, who sees z", role="law"),
        charts.value_marker((), (), label="decoder, who also sees M, T, U", role="dithered"),
    ]
    x = charts.Axis("Steepest slope of ln P(seen | x)", "nats per unit of x", scale="log", domain=(low, high))
    y = charts.Axis("", categories=tuple(mechanism.label for mechanism in reversed(rows)))
    chart = charts.layered(*groups, x=x, y=y, theme=theme)
    return charts.Figure(chart, "slopes", "Two privacies, measured", story.notices[1], result.slopes_table())


def lengths(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The exact mean lengths along ν and along ε, with the measured one."""
    bits, arm = result.bits, result.arms[0]

    def spec(sweep: LengthCurve, at: float, x: charts.Axis) -> charts.Spec:
        here, uniform = f"x = {number(result.parameters.x)}", "X ~ Unif(−1, 1)"
        return charts.layered(
            charts.line(sweep.values, sweep.uniform, label=f"{uniform}, exact", role="baseline"),
            charts.line(sweep.values, sweep.at_x, label=f"{here}, exact", role="dithered"),
            charts.points_with_errors([at], [arm.bits.value], [2 * arm.bits.error], label="measured", role="dithered"),
            x=x, y=charts.Axis("Bits of a message", zero=True), theme=theme,
        )  # fmt: skip

    nu = charts.Axis("Relaxation ν", scale="log")
    epsilon = charts.Axis("ε against the database", "nats per unit of x", scale="log")
    chart = spec(bits.along_nu, result.parameters.nu, nu), spec(bits.along_epsilon, result.parameters.epsilon, epsilon)
    code = story.quantities[0].label if result.tradeoff is None else ""
    return charts.Figure(chart, "lengths", "Mean length of a message", code or story.finding, result.lengths_table())
