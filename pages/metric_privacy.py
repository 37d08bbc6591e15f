"""Metric privacy: how well is a location hidden by distance, and what does it cost to send?"""

from __future__ import annotations

import streamlit as st

from pages.drawings import metric_privacy as drawings
from pages.ui import charts, page
from pages.ui.state import PageState
from ppr_core.experiments.metric_privacy import EXPERIMENT, MetricPrivacyResult
from ppr_core.texts import Messages

message = Messages("metric_privacy")

_PHONE = """<style>@media (max-width: 640px) {
[data-testid="stLayoutWrapper"]:has(> .st-key-plot-metric_privacy-main-0.st-key-plot-metric_privacy-main-0) {
height: 19rem !important; } }</style>"""


def low_plane(state: PageState, result: MetricPrivacyResult | None, theme: charts.Theme) -> None:
    """On a phone two square panels side by side need less height than a chart."""
    if result is not None and result.parameters.plane:
        st.html(_PHONE)


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Metric privacy",
        question=message("question"),
        main=drawings.main,
        at_stops={"clouds": drawings.plane},
        views=(
            page.View(message("plane-tab"), drawings.plane),
            page.View(message("ratios-tab"), drawings.ratios, message("ratios-note")),
            page.View(message("errors-tab"), drawings.errors, message("errors-note")),
            page.View(message("sizes-tab"), drawings.sizes, message("sizes-note")),
            page.View(message("cells-tab"), drawings.cells, message("cells-note")),
        ),
        footer=low_plane,
    )
)
