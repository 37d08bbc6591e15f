"""Metric privacy: how well is a location hidden by distance, and what does it cost to send?"""

from __future__ import annotations

import streamlit as st

from pages.drawings import metric_privacy as drawings
from pages.ui import charts, page
from pages.ui.state import PageState
from ppr_core.experiments.metric_privacy import EXPERIMENT, MetricPrivacyResult

_PHONE = """<style>@media (max-width: 640px) {
[data-testid="stLayoutWrapper"]:has(> .st-key-plot-metric_privacy-main-0.st-key-plot-metric_privacy-main-0) {
height: 19rem !important; } }</style>"""


def low_plane(state: PageState, result: MetricPrivacyResult | None, theme: charts.Theme) -> None:
    """On a phone two square panels side by side need less height than a chart."""
    if result is not None and result.parameters.plane:
        st.html(_PHONE)


ERRORS = (
    "A curve of PPR follows the error of the law until its bits run out. Discrete Laplace flattens where its grid is "
    "coarser than the noise; at small ε truncation keeps its error below the law's."
)
SIZES = (
    "Real messages of PPR are shorter than the bound. Discrete Laplace is truncated: its error may be below the law's."
)
CELLS = (
    "Inputs uniform on the ball. The ideal code knows how often each cell occurs, coordinate by coordinate; it cannot "
    "use that corners outside the ball never occur, so it may take more than one word for every cell."
)
RATIOS = (
    "Every place of a report is at most exp(ε·distance) times as likely from one location as from the other: this is "
    "what geo-indistinguishability means. Move ε, or the other location. Bars: one standard error."
)

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Metric privacy",
        question="How well is a location hidden among those near it, and what does its report cost to send?",
        main=drawings.main,
        views=(
            page.View("Two locations, one report", drawings.ratios, RATIOS),
            page.View("Error against ε", drawings.errors, ERRORS),
            page.View("Error against bits", drawings.sizes, SIZES),
            page.View("Discrete Laplace's messages", drawings.cells, CELLS),
        ),
        footer=low_plane,
    )
)
