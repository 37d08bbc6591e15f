"""Overview: one live miniature of the whole lab."""

from __future__ import annotations

import streamlit as st

from pages.ui import charts, glossary, page
from pages.ui.state import PageState
from pages.ui.takeaway.live import Live
from ppr_core.experiments.contract import Story
from ppr_core.experiments.overview import EXPERIMENT, FAMILIAR_EPSILON, LIMIT, OverviewResult, report
from ppr_core.texts import Messages
from ppr_core.wording import exponential, number

message = Messages("overview")

WEAK = 3.0  # ε from which a single noisy value points at the true one; from 1 the noise is narrower than the values


def main(result: OverviewResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The decoded values on the distribution of the mechanism, with the true value among the possible ones."""
    peak, x, p = max(result.density.max(), result.law_density.max()), result.parameters.x, result.parameters
    low, high, top = 1.1 * peak, 1.14 * peak, 1.32 * peak  # of the bar that marks the possible values; of the picture
    bar = charts.band([-LIMIT, LIMIT], [low, low], [high, high], role="bound")
    possible = (
        *bar,
        *charts.words_beside(LIMIT, (low + high) / 2, message("legend-possible", limit=number(LIMIT)), theme.beside),
    )
    named = charts.words_beside(x, 1.25 * peak, message("legend-truth", x=number(x)), -theme.beside)
    truth = (*charts.line([x, x], [0, top], role="baseline"), *named)
    fill, outline = charts.bars(result.edges, result.density, label=message("legend-decoded"), role="ppr")
    around = charts.band(result.edges, *result.band, role="law")
    label = message("legend-distribution")
    law = charts.line(result.law_z, result.law_density, label=label, role="law", on_band=True)
    axes = {"x": charts.Axis(message("axis-value")), "y": charts.Axis(message("axis-density"), domain=(0.0, top))}
    familiar, name = (), message("legend-familiar", epsilon=number(FAMILIAR_EPSILON))
    if p.epsilon != FAMILIAR_EPSILON:
        z, density = result.law_z, result.familiar_density
        for side in ((z <= x) & (density < low), (z >= x) & (density < low)):  # below the names
            familiar += charts.line(z[side], density[side], label="" if familiar else name, role="bound")
    chart = charts.layered((fill,), around, law, (outline,), familiar, truth, possible, **axes, theme=theme)
    title = message("chart-title", n=number(p.samples))
    hint = "much" if p.epsilon >= WEAK else "some" if p.scale < 2 * LIMIT else "little"
    note = message("chart-note", epsilon=number(p.epsilon), odds=exponential(p.epsilon, 2), hint=hint)
    return charts.Figure(chart, "decoded-values", title, story.finding, result.table(), note)


def one_report(state: PageState, result: OverviewResult | None) -> None:
    """The first report of the run on its way from the person to the server."""
    if result is None:
        return
    with st.container(border=True, gap="xsmall", key="overview-report"):
        st.markdown(f"**{message('report-title')}**")
        st.markdown("\n".join(f"1. {step}" for step in report(result)))


def who_sees_what(result: OverviewResult, story: Story, theme: charts.Theme) -> None:
    """Who there is, and what each of them sees."""
    glossary.who_sees_what()


def shared_seed(result: OverviewResult, story: Story, theme: charts.Theme) -> None:
    """What the note above says is all."""


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Overview",
        question=message("question"),
        main=main,
        views=(
            page.View(message("seen-tab"), who_sees_what),
            page.View(message("seed-tab"), shared_seed, message("seed-note")),
        ),
        extra_controls=one_report,
        extra_place="above",
        live=Live("laplace", "x"),
        tiles=2,
        notices=2,
    )
)
