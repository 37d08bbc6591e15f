"""Frequency estimation: how few bits does a user need to send?"""

from __future__ import annotations

import streamlit as st

from pages.drawings import frequency_estimation as drawn
from pages.ui import page
from pages.ui.state import PageState
from ppr_core.experiments.frequency_estimation import EXPERIMENT, FrequencyEstimationResult, report
from ppr_core.texts import Messages

message = Messages("frequency_estimation")


def one_report(state: PageState, result: FrequencyEstimationResult | None) -> None:
    """A report of the chosen scheme on its way from the user to the votes."""
    if result is not None and (steps := report(result)):
        with st.container(border=True, gap="xsmall", key="frequency-report"):
            st.markdown(f"**{message('report-title')}**")
            st.markdown("\n".join(f"1. {step}" for step in steps))


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Frequency estimation",
        question=message("question"),
        main=drawn.main,
        extra_controls=one_report,
        extra_place="below",
        views=(
            page.View(message("compared-tab"), drawn.tradeoff, message("compared-note")),
            page.View(message("table-tab"), drawn.compared),
            page.View(message("message-tab"), drawn.line, message("message-note")),
            page.View(message("along-tab"), drawn.along, message("along-note")),
            page.View(message("top-tab"), drawn.hitters, message("top-note")),
            page.View(message("cloud-tab"), drawn.cloud, message("cloud-note")),
        ),
    )
)
