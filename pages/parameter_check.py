"""Parameter check: is this choice sane, what should be used, and what does it cost?"""

from __future__ import annotations

from pages.drawings import parameter_check as drawn
from pages.ui import page
from ppr_core.experiments.parameter_check import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("parameter_check")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Parameter check",
        question=message("question"),
        main=drawn.main,
        views=(
            page.View(message("schemes-tab"), drawn.schemes, message("schemes-note")),
            page.View(message("guarantees-tab"), drawn.guarantees),
            page.View(message("checks-tab"), drawn.checks),
            page.View(message("time-tab"), drawn.along_time, message("time-note")),
            page.View(message("alpha-tab"), drawn.along_alpha, message("alpha-note")),
        ),
        extra_controls=drawn.problems,
        extra_place="below",
        tiles=4,
        notices=2,
    )
)
