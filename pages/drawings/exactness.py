"""Pictures of the page Exactness."""

from __future__ import annotations

import streamlit as st

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.exactness import LISTS, Arm, ExactnessResult, bad_list
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["bad", "difference", "main", "quantiles"]

SAME_ROLE = "baseline"  # of the second compressor, where both would look the same
TRUTH = 1.15  # of the highest bar: room for the name of x above it
REACH = 0.35  # of the highest bar: what differences reach at least, so that their axis stays as N moves

message = Messages("exactness")


def main(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The decoded outputs of each compressor on the distribution, with the band that perfect samples keep."""
    title, law = message("chart-title", n=number(result.samples)), result.picture
    names = message("names", n=number(result.parameters.candidates))
    if result.finite:
        series = [
            charts.Series(
                _priced(arm), _role(result, arm), (), law.heights(arm.counts), law.standard_errors(arm.counts)
            )
            for arm in result.arms
        ]
        named = {"x": _axis(result), "y": charts.Axis(message("axis-probability"), zero=True), "theme": theme}
        chart = charts.discrete_law(series, law.probabilities, exact_label=message("legend-exact"), **named)
        note = message("chart-note-finite", names=names)
    else:
        chart = tuple(_histogram(result, arm, theme) for arm in result.arms)
        note = message("chart-note", confidence=result.confidence, names=names)
    return charts.Figure(chart, "outputs", title, story.finding, result.table(), note)


def _histogram(result: ExactnessResult, arm: Arm, theme: charts.Theme) -> charts.Spec:
    picture, role = result.picture, _role(result, arm)
    limits = map(picture.heights, (picture.low, picture.high))
    fill, outline = charts.bars(picture.bins.edges, picture.heights(arm.counts), label=_priced(arm), role=role)
    around = charts.band(picture.bins.edges, *limits, role="law")
    named = {"label": message("legend-band"), "role": "law"}
    _, law = charts.bars(picture.bins.edges, picture.exact, filled=False, on_band=True, **named)
    top = (1.05 if result.truth is None else TRUTH) * result.highest
    y = charts.Axis(message("axis-density"), domain=(0.0, top))
    truth = () if result.truth is None else _truth(result.truth, top, theme)
    return charts.layered((fill,), around, (law,), (outline,), truth, x=_axis(result), y=y, theme=theme)


def _truth(x: float, top: float, theme: charts.Theme) -> Layers:
    """Where the true number is, and its name above all bars."""
    named = charts.words_beside(x, 0.95 * top, message("legend-truth", x=number(x)), theme.beside)
    return (*charts.line([x, x], [0, top], role="baseline"), *named)


def _priced(arm: Arm) -> str:
    """A compressor with what its message takes: the price of its exactness."""
    return message("legend-arm", scheme=arm.label, bits=number(arm.bits.value))


def _difference(result: ExactnessResult, arm: Arm, theme: charts.Theme) -> charts.Spec:
    """Measured less exact, all compressors on one scale."""
    picture, reach = result.picture, max(1.05 * result.farthest, 0.0 if result.finite else REACH * result.highest)
    places = range(len(picture.probabilities)) if result.finite else picture.bins.centres
    y = charts.Axis(message("difference-axis", finite=result.finite), domain=(-reach, reach))
    limits = map(picture.difference, (picture.low, picture.high))
    around = charts.band(places if result.finite else picture.bins.edges, *limits, role="law")
    zero = charts.line(places, [0.0 for _ in places], role="baseline")
    off, role = picture.difference(arm.counts), _role(result, arm)
    if result.finite:
        marks = charts.points_with_errors(places, off, None, role=role)
    else:
        marks = charts.bars(picture.bins.edges, off, label=arm.label, role=role)
    return charts.layered(around, zero, marks, x=_axis(result), y=y, theme=theme)


def difference(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Measured less intended, for each compressor."""
    chart = tuple(_difference(result, arm, theme) for arm in result.arms)
    return charts.Figure(chart, "differences", message("difference-title"), story.finding, result.table())


def bad(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure | None:
    """The candidates of one list that all fit x badly, on the wanted noise."""
    found, picture = bad_list(result), result.picture
    if found is None:
        st.caption(message("bad-none"))
        return None
    (first, last), count = found.reach, number(len(found.candidates))
    wanted = charts.line(picture.curve, picture.density, role="law", label=message("bad-wanted"))
    dots = charts.points_with_errors(
        found.candidates, found.heights, None, role="mrc", label=message("bad-candidates", n=count)
    )
    domain = min(first, result.shown[0]), max(last, result.shown[1])
    x = charts.Axis(message("axis-output", view=result.view, observed=""), domain=domain)
    y = charts.Axis(message("axis-density"), domain=(0.0, 1.05 * result.highest))
    chart = charts.layered(wanted, dots, x=x, y=y, theme=theme)
    title = message("bad-title", lists=number(LISTS), scheme=found.scheme)
    note = message("bad-note", n=count, scheme=found.scheme)
    return charts.Figure(chart, "bad-list", title, note, found.table(), note)


def quantiles(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure | None:
    """Ordered outputs against exact quantiles; categories have no order."""
    band = result.picture.band
    if band is None:
        st.caption(message("quantiles-none"))
        return None
    series = [charts.Series(arm.label, _role(result, arm), band.quantiles, arm.ordered) for arm in result.arms]
    x, y = charts.Axis(message("quantiles-axis")), charts.Axis(message("quantiles-axis-outputs"))
    limits, label = (band.quantiles, band.low, band.high), message("quantiles-band", confidence=result.confidence)
    chart = charts.quantile_plot(series, x=x, y=y, theme=theme, band=limits, band_label=label)
    return charts.Figure(chart, "quantiles", message("quantiles-title"), story.finding, result.quantile_table())


def _role(result: ExactnessResult, arm: Arm) -> str:
    """The colour of the compressor; the second of two that share one is grey."""
    role = SCHEMES[arm.scheme].role
    return SAME_ROLE if arm is not result.arms[0] and role == SCHEMES[result.arms[0].scheme].role else role


def _axis(result: ExactnessResult) -> charts.Axis:
    title = message("axis-output", view=result.view, observed=result.parameters.chosen.kind.observed)
    if result.finite:
        return charts.Axis(title, categories=result.categories)
    return charts.Axis(title, domain=result.shown)
