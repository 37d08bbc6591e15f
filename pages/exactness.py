"""Exactness: do the decoded outputs follow the mechanism's distribution?"""

from __future__ import annotations

from pages.drawings import exactness as drawn
from pages.ui import page
from ppr_core.experiments.exactness import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("exactness")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Exactness",
        question=message("question"),
        main=drawn.main,
        views=(
            page.View(message("bad-tab"), drawn.bad),
            page.View(message("difference-tab"), drawn.difference, message("difference-note")),
            page.View(message("quantiles-tab"), drawn.quantiles, message("quantiles-note")),
        ),
        tiles=2,
        notices=3,
    )
)
