"""Overview: one live miniature of the whole lab."""

from __future__ import annotations

import streamlit as st

from pages.ui import charts, glossary, page
from pages.ui.state import PageState
from ppr_core.experiments.contract import Story
from ppr_core.experiments.overview import EXPERIMENT, LIMIT, OverviewResult, report
from ppr_core.wording import number


def main(result: OverviewResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The decoded values on the law of the mechanism, with the true value among the possible ones."""
    top = 1.08 * max(result.density.max(), result.law_density.max())
    x, values = result.parameters.x, f"true value {number(result.parameters.x)} and allowed range"
    possible = charts.band([-LIMIT, LIMIT], [0, 0], [top, top], role="baseline")
    truth = charts.line([x, x], [0, top], label=values, role="baseline", on_band=True)
    fill, outline = charts.bars(result.edges, result.density, label="decoded", role="ppr")
    around = charts.band(result.edges, *result.band, role="law")
    law_label = "true distribution ± 3 standard errors"
    law = charts.line(result.law_z, result.law_density, label=law_label, role="law", on_band=True)
    axes = {"x": charts.Axis("Noisy value z, as decoded"), "y": charts.Axis("Probability density", domain=(0.0, top))}
    chart = charts.layered(possible, (fill,), around, law, (outline,), truth, **axes, theme=theme)
    title = f"{number(result.parameters.samples)} decoded values of one person"
    note = "Synthetic data: the true value is made up, and a real person would send one report, not thousands."
    return charts.Figure(chart, "decoded-values", title, story.finding, result.table(), note)


def one_report(state: PageState, result: OverviewResult | None) -> None:
    """The first report of the run on its way from the person to the decoder."""
    if result is None:
        return
    with st.container(border=True, gap="xsmall", key="overview-report"):
        st.markdown("**One report on its way**")
        st.markdown("\n".join(f"1. {step}" for step in report(result)))


def who_sees_what() -> None:
    """Who there is, and what each of them sees."""
    st.subheader("Who sees what", anchor=False)
    glossary.who_sees_what()


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Overview",
        question="Noise hides a person's value. How few bits does it take to send the noisy value exactly?",
        main=main,
        extra_controls=one_report,
        ending=who_sees_what,
    )
)
