"""Frequency estimation: how few bits does a user need to send?"""

from __future__ import annotations

import streamlit as st

from pages.drawings.frequency_estimation import COMPARED, along, cloud, compared, hitters, line, main, tradeoff
from pages.ui import charts, markdown_table, page
from pages.ui.state import PageState, plain
from ppr_core.experiments.frequency_estimation import EXPERIMENT, FrequencyEstimationResult, measured_where
from ppr_core.wording import number


def table(state: PageState, result: FrequencyEstimationResult | None, theme: charts.Theme) -> None:
    """All schemes side by side, with their times."""
    if result is not None:
        p = result.parameters
        st.subheader(f"All schemes, ε = {number(p.epsilon)} against the {p.adversary.who}", anchor=False)
        markdown_table.show("frequency-tables", COMPARED, map(compared, result.ran))
        st.caption(plain(f"Errors in % of the users, one standard error. {measured_where(result)}"))


TRADEOFF = "To the left: fewer bits. Below: smaller error. Close points share a stack of names, from left to right."
HITTERS = "The server ranks categories by their estimates. Small frequencies drown in the noise of all users."
CLOUD = (
    "Estimates scatter around the thick curve (estimate = truth), which bends because only the horizontal axis is "
    "logarithmic. An unbiased estimate of a small frequency is sometimes negative."
)
ALONG = "Every point is one run with all users. Its bar is one standard error."
LINE = (
    "A PI-RAPPOR message is a line over the numbers mod p. It votes for every category j where its value is below α₀p. "
    "The sender's own category gets a vote with probability α₁, any other with α₀; over all lines any two votes are "
    "independent. This is the plain version (t = 1) at the k and ε chosen; the sender's category is set under More "
    "settings."
)

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Frequency estimation",
        question="How few bits must users send for a server to learn how frequent each category is, and how well?",
        main=main,
        views=(
            page.View("One PI-RAPPOR message", line, LINE),
            page.View("Error along ε", along, ALONG),
            page.View("The top ten", hitters, HITTERS),
            page.View("Every category", cloud, CLOUD),
            page.View("Error against bits", tradeoff, TRADEOFF),
        ),
        footer=table,
    )
)
