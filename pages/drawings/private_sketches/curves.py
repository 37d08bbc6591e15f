"""Charts of the page Private sketches: error along ε, n and the bits of a device, signal over noise, all releases."""

from __future__ import annotations

from dataclasses import replace

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.private_sketches import PrivateSketchesResult
from ppr_core.wording import number

__all__ = ["bits", "signals", "spread", "sweep"]

DASHES = ([], [9, 4], [2, 3])  # of the curves of sketches: as chosen, more features, a part of them a sample
ERROR = charts.Axis("SSE above that of k-means on the data", "%", scale="log")


def sweep(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Error along ε or n, for three sketches and DP-Lloyd."""
    errors, layers = result.sweep, []
    for curve, dash in zip(errors.curves, (*DASHES, []), strict=True):
        drawn = charts.points_with_errors(
            errors.x, curve.excess, 2 * curve.excess_error, label=curve.label, role=curve.role, joined=True, at_end=True
        )
        layers.append(_dashed(drawn, dash) if curve.role == "sketch" else drawn)
    along = errors.along == "epsilon"
    axis = f"ε ({result.parameters.relation}, nats)" if along else "Samples n"
    x = charts.Axis(axis, scale="log", domain=(float(errors.x[0]), float(errors.x[-1])))
    fixed = f"n = {number(result.picture.samples)}" if along else f"ε = {number(result.parameters.epsilon)}"
    chart = charts.layered(*layers, x=x, y=ERROR, theme=theme)
    title = f"Error of the centroids along {'ε' if along else 'n'}, {fixed}"
    note = (
        f"Means of {result.parameters.trials} releases; bars: two standard errors. m features; r of them a "
        "sample, where fewer. 100 % is twice the SSE of k-means."
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
            floats, plain, 2 * plain_error, label="floats of 32 bits", role="baseline", joined=True
        ),
        charts.points_with_errors(x, sent, 2 * sent_error, label="by PPR, Elias delta code", role="ppr", joined=True),
    ]
    names = [f"L = {number(devices)}" for devices in table["devices"]]
    for row, name in enumerate(names):
        side = 1 if row % 2 else -1  # neighbours may lie close to each other
        layers.append(charts.words_beside(float(x[row]), float(sent[row]), name, 12 * side))
        layers.append(charts.words_beside(result.float_bits, float(plain[row]), name, 12))
    ends = 0.5 * float(min(x)), 4.0 * result.float_bits
    chart = charts.layered(*layers, x=charts.Axis("Bits of a device", scale="log", domain=ends), y=ERROR, theme=theme)
    title = f"A device's sketch in few bits: ε = {number(p.epsilon)}, δ = {number(p.delta)}"
    note = (
        f"L devices share {number(result.picture.samples)} samples and each adds Gaussian noise for itself "
        "(ε: one sample replaced, against the database): the more, the noisier the mean and the shorter the messages. "
        f"Means of {p.trials} releases; bars: two standard errors."
    )
    return charts.Figure(chart, "compressed", title, story.finding, table, note)


def signals(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Signal over noise along ε: the formula, and releases of data drawn anew."""
    s = result.signal
    chart = charts.layered(
        charts.line(*result.signal_curve(), label="formula", role="law"),
        charts.points_with_errors(s.epsilons, s.measured, 2 * s.error, label="measured", role="sketch"),
        x=charts.Axis("ε of a device's sketch", "nats", scale="log"),
        y=charts.Axis("Signal over noise, ratio of powers", scale="log"),
        theme=theme,
    )
    setting = result.parameters.setting()
    title = f"Signal over noise with m = {setting.features}, r = {setting.kept}"
    finding = story.captions["signal"]
    return charts.Figure(chart, "signal", title, finding, result.signal_table(), finding)


def spread(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The relative SSE of every release and of every run of DP-Lloyd."""
    runs = len(result.releases)
    shifts = [0.5 * ((run + 0.5) / runs - 0.5) for run in range(runs)]
    groups = [
        charts.points_with_errors(shifts, result.ratios, None, label="private sketch", role="sketch"),
        charts.points_with_errors(
            [1 + shift for shift in shifts], result.lloyd_ratios, None, label="DP-Lloyd", role="baseline"
        ),
        charts.value_marker([2], [result.clean_ratio], label="sketch without noise", role="sketch"),
        charts.bound_line(y=1.0, label="k-means on the data"),
    ]
    x = charts.Axis("", categories=("private sketch", "DP-Lloyd", "sketch without noise"))
    y = charts.Axis("SSE, k-means on the data = 1", scale="log")
    chart = charts.layered(*groups, x=x, y=y, theme=theme)
    title = f"Every one of {runs} releases"
    return charts.Figure(
        chart, "spread", title, story.captions["spread"], result.ratio_table(), story.captions["spread"]
    )
