"""Exactness: do the decoded outputs follow the mechanism's law?"""

from __future__ import annotations

from pages.ui import charts, page
from ppr_core.experiments.contract import Story
from ppr_core.experiments.exactness import EXPERIMENT, Arm, ExactnessResult
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.wording import number

SAME_ROLE = "baseline"  # of the second compressor, where both would look the same


def main(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The decoded outputs of each compressor on the law, with the band that perfect samples keep."""
    title = f"{number(result.samples)} decoded outputs against the mechanism's law"
    if result.finite:
        law = result.picture
        series = [
            charts.Series(arm.label, _role(result, arm), (), law.heights(arm.counts), law.standard_errors(arm.counts))
            for arm in result.arms
        ]
        chart = charts.discrete_law(series, law.probabilities, x=_axis(result), theme=theme)
        note = "Bars with one standard error; category 0 is the true one."
    else:
        chart = tuple(_histogram(result, arm, theme) for arm in result.arms)
        note = f"{result.confidence} of perfect samplers stay inside the grey band everywhere. "
        note += "The outermost bars hold everything beyond them. ± is one standard error."
    return charts.Figure(chart, "outputs", title, story.finding, result.table(), note)


def _histogram(result: ExactnessResult, arm: Arm, theme: charts.Theme) -> charts.Spec:
    picture, role = result.picture, _role(result, arm)
    limits = map(picture.heights, (picture.low, picture.high))
    fill, outline = charts.bars(picture.bins.edges, picture.heights(arm.counts), label=arm.label, role=role)
    around = charts.band(picture.bins.edges, *limits, role="law")
    law = charts.line(picture.curve, picture.density, label=_band_label(result), role="law", on_band=True)
    y = charts.Axis("Probability density", domain=(0.0, 1.05 * result.highest))
    return charts.layered((fill,), around, law, (outline,), x=_axis(result), y=y, theme=theme)


def differences(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Measured less law, each compressor on a scale of its own."""
    picture = result.picture
    places = range(len(picture.probabilities)) if result.finite else picture.bins.centres
    y = charts.Axis("Measured − law, in probability" if result.finite else "Measured − law, in density")
    limits = map(picture.difference, (picture.low, picture.high))
    around = charts.band(places, *limits, role="law")
    law = charts.line(places, [0.0 for _ in places], label=_band_label(result), role="law", on_band=True)
    specs = []
    for arm in result.arms:
        named = {"label": arm.label, "role": _role(result, arm)}
        points = charts.points_with_errors(places, picture.difference(arm.counts), None, **named)
        specs.append(charts.layered(around, law, points, x=_axis(result), y=y, theme=theme))
    title = "Difference from the law, each compressor on its own scale"
    return charts.Figure(tuple(specs), "differences", title, story.finding, result.table())


def quantiles(result: ExactnessResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Ordered outputs against quantiles of the law; categories have no order, so their differences are shown."""
    band = result.picture.band
    if band is None:
        return differences(result, story, theme)
    series = [charts.Series(arm.label, _role(result, arm), band.quantiles, arm.ordered) for arm in result.arms]
    x, y = charts.Axis("Quantile of the law"), charts.Axis("Quantile of the outputs")
    limits = (band.quantiles, band.low, band.high)
    chart = charts.quantile_plot(series, x=x, y=y, theme=theme, band=limits, band_label=f"{result.confidence} band")
    title = f"Quantiles of the {result.parameters.observed}"
    return charts.Figure(chart, "quantiles", title, story.finding, result.quantile_table())


def _role(result: ExactnessResult, arm: Arm) -> str:
    """The colour of the compressor; the second of two that share one is grey."""
    role = SCHEMES[arm.scheme].role
    return SAME_ROLE if arm is not result.arms[0] and role == SCHEMES[result.arms[0].scheme].role else role


def _band_label(result: ExactnessResult) -> str:
    return f"law, {result.confidence} band"


def _axis(result: ExactnessResult) -> charts.Axis:
    return charts.Axis(
        f"Decoded output: {result.parameters.observed}", categories=result.categories if result.finite else ()
    )


BAND = "Inside the band nothing is wrong; what stays outside it comes from another law."
TAILS = "On the diagonal both laws are equal. The ends show the tails, where a histogram has few outputs."

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Exactness",
        question="Do the decoded outputs follow the mechanism's own law, or only something close to it?",
        main=main,
        views=(page.View("Difference from the law", differences, BAND), page.View("Quantiles", quantiles, TAILS)),
    )
)
