"""Exactness: do the decoded outputs follow the mechanism's distribution?"""

from __future__ import annotations

from pages.ui import charts, page
from ppr_core.experiments.contract import Story
from ppr_core.experiments.exactness import EXPERIMENT, Arm, ExactnessResult
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from ppr_core.wording import number

SAME_ROLE = "baseline"  # of the second compressor, where both would look the same

message = Messages("exactness")


def main(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The decoded outputs of each compressor on the distribution, with the band that perfect samples keep."""
    title, law = message("chart-title", n=number(result.samples)), result.picture
    if result.finite:
        series = [
            charts.Series(arm.label, _role(result, arm), (), law.heights(arm.counts), law.standard_errors(arm.counts))
            for arm in result.arms
        ]
        named = {"x": _axis(result), "y": charts.Axis(message("axis-probability"), zero=True), "theme": theme}
        chart = charts.discrete_law(series, law.probabilities, exact_label=message("legend-exact"), **named)
        note = message("chart-note-finite")
    else:
        chart = tuple(_histogram(result, arm, theme) for arm in result.arms)
        note = message("chart-note", confidence=result.confidence)
    return charts.Figure(chart, "outputs", title, story.finding, result.table(), note)


def _histogram(result: ExactnessResult, arm: Arm, theme: charts.Theme) -> charts.Spec:
    picture, role = result.picture, _role(result, arm)
    limits = map(picture.heights, (picture.low, picture.high))
    fill, outline = charts.bars(picture.bins.edges, picture.heights(arm.counts), label=arm.label, role=role)
    around = charts.band(picture.bins.edges, *limits, role="law")
    law = charts.line(picture.curve, picture.density, label=message("legend-band"), role="law", on_band=True)
    y = charts.Axis(message("axis-density"), domain=(0.0, 1.05 * result.highest))
    return charts.layered((fill,), around, law, (outline,), x=_axis(result), y=y, theme=theme)


def differences(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Measured less exact, each compressor on a scale of its own."""
    picture = result.picture
    places = range(len(picture.probabilities)) if result.finite else picture.bins.centres
    y = charts.Axis(message("difference-axis", finite=result.finite))
    limits = map(picture.difference, (picture.low, picture.high))
    around = charts.band(places, *limits, role="law")
    law = charts.line(places, [0.0 for _ in places], label=message("legend-band"), role="law", on_band=True)
    specs = []
    for arm in result.arms:
        named = {"label": arm.label, "role": _role(result, arm)}
        points = charts.points_with_errors(places, picture.difference(arm.counts), None, **named)
        specs.append(charts.layered(around, law, points, x=_axis(result), y=y, theme=theme))
    return charts.Figure(tuple(specs), "differences", message("difference-title"), story.finding, result.table())


def quantiles(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Ordered outputs against exact quantiles; categories have no order, so their differences are shown."""
    band = result.picture.band
    if band is None:
        return differences(result, story, theme)
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
    return charts.Axis(title, categories=result.categories if result.finite else ())


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Exactness",
        question=message("question"),
        main=main,
        views=(
            page.View(message("difference-tab"), differences, message("difference-note")),
            page.View(message("quantiles-tab"), quantiles, message("quantiles-note")),
        ),
    )
)
