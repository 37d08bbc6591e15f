"""The pictures of running time: seconds and candidates of a chunk, a whole vector, and the tail of long encodes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.running_time import RunningTimeResult
from ppr_core.texts import Messages
from ppr_core.wording import number

Scale = Any  # a number, or one for each point

__all__ = ["chunk", "one_number", "search", "tail", "vector"]

BAR = 2.0  # standard errors of a mean's error bar, as in the paper
MILLI = 1e-3
ROOM = 1.6  # around the times, as a factor
message = Messages("running_time")


def search(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The time of a whole vector; the candidates of a chunk where nothing was timed or two encoders are compared."""
    p = result.parameters
    timed = bool(result.ran) and not (result.names or p.with_reference)
    chart = _own(result, story, theme) if timed else _candidates(result, story, theme)
    note = message("search-note", timed=timed)
    if timed and story.captions["skipped"]:
        note += f" {story.captions['skipped']}"
    title = message("search-title", sweep=p.sweep, timed=timed)
    return charts.Figure(chart, "search", title, story.finding, result.table(), note)


def _own(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Spec:
    """A vector's times by the encoder that the headline speaks of: with compiled loops, where any point has them."""
    every = zip(_points(result, "ppr", "seconds", result.chunks / MILLI), result.timed, strict=True)
    points = [point for point, served in every if served and not math.isnan(point[1])]
    layers = _medians(result, points, "", "ppr")
    if result.parameters.sweep == "chunk":
        compared = [point for point in points if point[0] in result.parameters.compared] or points
        x, below = min(compared, key=lambda point: point[1])[0], min(low for *_, low, _ in points)
        layers.append(charts.words(x, below, story.captions["fastest"], baseline="top", dy=6))
    least, most = min(low for *_, low, _ in points), max(high for *_, high in points)
    ends = (least / max(ROOM**2, (most / least) ** 0.25), ROOM * most)  # below, room for the name of the fastest
    time = charts.Axis(message("time-vector"), "ms", scale="log", domain=ends)
    first, last = result.span  # what nothing is run at is left out
    reached = last * max(x for x, *_ in points) / float(max(result.positions))
    return charts.layered(*layers, x=replace(_axis(result), domain=(first, reached)), y=time, theme=theme)


def chunk(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Seconds and candidates of a chunk, side by side; r* is where the candidates' mean has to lie."""
    candidates, note = _candidates(result, story, theme), ""
    title = message("chart-title-candidates")
    if result.ran:
        title = message("chart-title")
        seconds, error = result.printed_seconds
        paper = _paper(result, *(values / result.chunks / MILLI for values in (seconds, error)))
        layers = [*_encoders(result, "seconds", 1 / MILLI), *paper]
        times = charts.layered(*layers, x=_axis(result), y=_time("chunk", "ms"), theme=theme)
        note = message("chart-note", band=result.parameters.with_reference and not result.names)
    chart = (times, candidates) if result.ran else candidates
    return charts.Figure(chart, "chunk", title, story.finding, result.table(), note)


def _candidates(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Spec:
    """The deterministic half: candidates of both encoders, r* under both noises and the limit of draws."""
    x, bound, other = result.positions, result.bounds(), result.bounds(other=True)
    if result.names:
        limits = [charts.value_marker(x, bound, label=message("legend-bound"))]
    else:
        limits = [
            charts.line(x, other, label=message("legend-other", hides=result.focus.point.noise), role="bound"),
            charts.line(x, bound, label=message("legend-bound"), role="law"),
        ]
    if result.parameters.with_reference:
        limits.append(charts.bound_line(y=result.parameters.draw_limit, label=message("legend-limit")))
    y, measured = charts.Axis(message("axis-candidates"), scale="log"), _encoders(result, "candidates", 1.0)
    return charts.layered(*limits, *(measured if result.ran else ()), x=_axis(result), y=y, theme=theme)


def _encoders(result: RunningTimeResult, kind: str, unit: float) -> list[Layers]:
    """Medians with their confidence intervals, Algorithm 1's on its middle 80 %. The candidates in candidate order,
    which r* is compared with, are a mean with two standard errors instead."""
    x, joined, drawn = result.positions, not result.names, []
    if result.parameters.with_reference:
        low, _, high = (unit * values for values in result.spread("reference", kind))
        if joined:
            drawn.append(charts.band(x, low, high, role="baseline"))
        drawn += _medians(result, _points(result, "reference", kind, unit), message("legend-reference"), "baseline")
    if kind == "seconds":
        return [*drawn, *_paths(result, unit)]
    mean, error = result.mean_candidates()
    named = {"label": message("legend-mean"), "role": "ppr", "joined": joined}
    return [*drawn, charts.points_with_errors(x, unit * mean, BAR * unit * error, **named)]


def _paths(result: RunningTimeResult, unit: Scale) -> list[Layers]:
    """The encoder with compiled kernels, by array programs, and the floor: medians of seconds."""
    compiled, drawn = result.compiled.tolist(), []
    used, again = (_points(result, encoder, "seconds", unit) for encoder in ("ppr", "arrays"))
    if any(compiled):
        fast = [first for first, served in zip(used, compiled, strict=True) if served]
        drawn += _medians(result, fast, message("legend-compiled"), "ppr")
    plain = [second if served else first for first, second, served in zip(used, again, compiled, strict=True)]
    drawn += _medians(result, plain, message("legend-arrays"), "pfr" if any(compiled) else "ppr")
    _, floor, _ = unit * result.spread("floor", "seconds")
    if result.names:
        return [*drawn, charts.value_marker(result.positions, floor, label=message("legend-floor"))]
    return [*drawn, charts.line(result.positions, floor, label=message("legend-floor"), role="law")]


def _points(result: RunningTimeResult, encoder: str, kind: str, unit: Scale) -> list[tuple[float, ...]]:
    """Every point: its place, the median and the ends of its confidence interval; NaN where nothing ran."""
    columns = (result.spread(encoder, kind)[1], *result.median_limits(encoder, kind))
    return list(zip(result.positions, *(unit * values for values in columns), strict=True))


def _medians(result: RunningTimeResult, points: list[tuple[float, ...]], label: str, role: str) -> list[Layers]:
    """Points at the medians, with strokes over their confidence intervals."""
    ran = [point for point in points if not math.isnan(point[1])]
    if not ran:
        return []
    x, median, low, high = zip(*ran, strict=True)
    middle = [(lower + upper) / 2 for lower, upper in zip(low, high, strict=True)]
    half = [(upper - lower) / 2 for lower, upper in zip(low, high, strict=True)]
    bars = charts.error_bars(x, middle, half, role=role)
    return [bars, charts.points_with_errors(x, median, None, label=label, role=role, joined=not result.names)]


def _paper(result: RunningTimeResult, times: Any, errors: Any) -> list[Layers]:
    """The printed times, with two standard errors where the paper gives them."""
    shown = [index for index, time in enumerate(times) if not math.isnan(time)]
    if not shown:
        return []
    x, y, around = ([values[index] for index in shown] for values in (result.positions, times, BAR * errors))
    known = [0.0 if math.isnan(error) else error for error in around]
    return [charts.points_with_errors(x, y, known, label=message("legend-paper"), role="law")]


def vector(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Seconds of a whole vector: ⌈d/c⌉ chunks, beside the times that the paper prints."""
    layers = []
    if result.parameters.with_reference:
        points = _points(result, "reference", "seconds", result.chunks)
        layers += _medians(result, points, message("legend-reference-chunks"), "baseline")
    layers += _paths(result, result.chunks)
    layers += _paper(result, *result.printed_seconds)
    chart = charts.layered(*layers, x=_axis(result), y=_time("vector", "s"), theme=theme)
    title = message("vector-title", entries=number(result.parameters.dimension))
    return charts.Figure(chart, "vector", title, story.finding, {}, story.captions["times"])


def tail(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How often an encode looks at more than so many candidates."""
    series = [charts.Series(message("tail-order"), "ppr", *result.tail("ppr"))]
    if result.focus.reference is not None:
        series.append(charts.Series(message("tail-reference"), "baseline", *result.tail("reference")))
    x, y = (charts.Axis(name, scale="log") for name in (message("tail-axis"), message("tail-axis-share")))
    title = message("tail-title")
    chart = charts.sweep(series, x=x, y=y, theme=theme)
    return charts.Figure(chart, "tail", title, story.captions["tail"], result.tail_table(), story.captions["tail"])


def one_number(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Milliseconds of one Laplace value by r*: by the tree, and by PPR's search as far as it is run."""
    layers = []
    for encoder, label, role in (("tree", message("number-tree"), "ppr"), ("search", message("number-search"), "pfr")):
        points = [(bound, *(value / MILLI for value in times)) for bound, *times in result.number_times(encoder)]
        layers += _medians(result, points, label, role)
    x, y = charts.Axis(message("number-axis"), scale="log"), _time("number", "ms")
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title = message("number-title")
    return charts.Figure(chart, "one_number", title, story.captions["tree"], {}, story.captions["times"])


def _axis(result: RunningTimeResult) -> charts.Axis:
    if result.names:
        return charts.Axis(message("axis-setting"), categories=result.names)
    if result.parameters.sweep == "chunk":
        return charts.Axis(message("axis-chunk"), scale="log", domain=result.span)
    return charts.Axis(message("axis-epsilon"), "nats", scale="log", domain=result.span)


def _time(name: str, unit: str) -> charts.Axis:
    return charts.Axis(message(f"time-{name}"), unit, scale="log")
