"""PPR step by step: one encode and one decode, drawn."""

from __future__ import annotations

from pages.drawings import ppr_step_by_step as drawn
from pages.ui import page
from pages.ui.takeaway.live import Live
from ppr_core.experiments.ppr_step_by_step import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("ppr_step_by_step")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="PPR step by step",
        question=message("question"),
        main=drawn.main,
        views=(
            page.View(message("search-tab"), drawn.search_shown),
            page.View(message("encoders-tab"), drawn.samples_looked_at, message("search-note")),
        ),
        step="step",
        live=Live("laplace", "x", plateau=False),
    )
)
