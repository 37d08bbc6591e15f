"""Charts of the page Private sketches: error along ε, n and the bits of a device, signal over noise, all releases."""

from __future__ import annotations

from dataclasses import replace

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.private_sketches import PrivateSketchesResult
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["bits", "signals", "spread", "sweep"]

DASHES = ([], [9, 4], [2, 3])  # of the curves of sketches: as chosen, more features, a part of them a sample

message = Messages("private_sketches")


def _error() -> charts.Axis:
    return charts.Axis(message("axis-error"), "%", scale="log")


def sweep(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Error along ε or n, for three sketches and DP-Lloyd."""
    errors, layers, p = result.sweep, [], result.parameters
    for curve, dash in zip(errors.curves, (*DASHES, []), strict=True):
        drawn = charts.points_with_errors(
            errors.x, curve.excess, 2 * curve.excess_error, label=curve.label, role=curve.role, joined=True, at_end=True
        )
        layers.append(_dashed(drawn, dash) if curve.role == "sketch" else drawn)
    along = errors.along == "epsilon"
    axis = message("along-axis", along=errors.along, neighbours=p.setting().neighbours)
    x = charts.Axis(axis, scale="log", domain=(float(errors.x[0]), float(errors.x[-1])))
    chart = charts.layered(*layers, x=x, y=_error(), theme=theme)
    fixed = number(result.picture.samples if along else p.epsilon)
    title, note = (
        message("along-title", along=errors.along, value=fixed),
        message("along-note", trials=number(p.trials)),
    )
    return charts.Figure(chart, f"along-{errors.along}", title, story.finding, result.sweep_table(), note)


def _dashed(layers: Layers, dash: list[int]) -> Layers:
    """The curves of one role told apart by their dashes."""
    style = {"strokeDash": dash}
    return tuple(replace(layer, mark=layer.mark | style) if layer.mark["type"] == "line" else layer for layer in layers)


def bits(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Bits of a device against the error, by PPR and as floats."""
    p, table = result.parameters, result.ladder_table()
    x = table["bits"]
    (sent, sent_error), (plain, plain_error) = result.ladder_excess()
    floats = [result.float_bits] * len(x)
    layers = [
        charts.points_with_errors(
            floats, plain, 2 * plain_error, label=message("bits-float"), role="baseline", joined=True
        ),
        charts.points_with_errors(x, sent, 2 * sent_error, label=message("bits-sent"), role="ppr", joined=True),
    ]
    names = [f"L = {number(devices)}" for devices in table["devices"]]
    for row, name in enumerate(names):
        side = 1 if row % 2 else -1  # neighbours may lie close to each other
        layers.append(charts.words_beside(float(x[row]), float(sent[row]), name, 12 * side))
        layers.append(charts.words_beside(result.float_bits, float(plain[row]), name, 12))
    ends = 0.5 * float(min(x)), 4.0 * result.float_bits
    chart = charts.layered(
        *layers, x=charts.Axis(message("bits-axis"), scale="log", domain=ends), y=_error(), theme=theme
    )
    title = message("bits-title", epsilon=number(p.epsilon), delta=number(p.delta))
    note = message("bits-note", samples=number(result.picture.samples), trials=number(p.trials))
    return charts.Figure(chart, "compressed", title, story.finding, table, note)


def signals(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Signal over noise along ε: the formula, and releases of data drawn anew."""
    s = result.signal
    chart = charts.layered(
        charts.line(*result.signal_curve(), label=message("signal-formula"), role="law"),
        charts.points_with_errors(s.epsilons, s.measured, 2 * s.error, label=message("signal-measured"), role="sketch"),
        x=charts.Axis(message("signal-axis"), "nats", scale="log"),
        y=charts.Axis(message("signal-axis-ratio"), scale="log"),
        theme=theme,
    )
    setting = result.parameters.setting()
    title = message("signal-title", features=number(setting.features), kept=number(setting.kept))
    finding = story.captions["signal"]
    return charts.Figure(chart, "signal", title, finding, result.signal_table(), finding)


def spread(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The relative SSE of every release and of every run of DP-Lloyd."""
    runs = len(result.releases)
    shifts = [0.5 * ((run + 0.5) / runs - 0.5) for run in range(runs)]
    names = message("legend-sketch"), message("legend-lloyd"), message("legend-clean")
    groups = [
        charts.points_with_errors(shifts, result.ratios, None, label=names[0], role="sketch"),
        charts.points_with_errors(
            [1 + shift for shift in shifts], result.lloyd_ratios, None, label=names[1], role="baseline"
        ),
        charts.value_marker([2], [result.clean_ratio], label=names[2], role="sketch"),
        charts.bound_line(y=1.0, label=message("legend-kmeans")),
    ]
    x = charts.Axis("", categories=names)
    y = charts.Axis(message("spread-axis"), scale="log")
    chart = charts.layered(*groups, x=x, y=y, theme=theme)
    title = message("spread-title", runs=number(runs))
    return charts.Figure(
        chart, "spread", title, story.captions["spread"], result.ratio_table(), story.captions["spread"]
    )
