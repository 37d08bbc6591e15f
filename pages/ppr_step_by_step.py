"""PPR step by step: one encode and one decode, drawn."""

from __future__ import annotations

import streamlit as st

from pages.drawings import ppr_step_by_step as drawn
from pages.ui import memo, page
from pages.ui.state import PageState, plain
from ppr_core.experiments.ppr_step_by_step import EXPERIMENT, PprStepsResult


def why_not_private(state: PageState, result: PprStepsResult | None) -> None:
    """At α = ∞, beside the controls: what is lost."""
    if result is not None and not result.private:
        st.warning(plain(memo.story(EXPERIMENT, result).captions["privacy"]))


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="PPR step by step",
        question="How does one number K tell the decoder exactly the z that the mechanism wants to release?",
        main=drawn.main,
        views=(
            page.View(
                "Algorithm 1 and candidate order, side by side",
                drawn.samples_looked_at,
                "The same input, encoded again and again, with other samples, times and marks every time.",
            ),
        ),
        step="step",
        extra_controls=why_not_private,
    )
)
