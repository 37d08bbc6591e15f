"""Frequency estimation: how few bits does a user need to send?"""

from __future__ import annotations

from pages.drawings import frequency_estimation as drawn
from pages.ui import page
from ppr_core.experiments.frequency_estimation import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("frequency_estimation")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Frequency estimation",
        question=message("question"),
        main=drawn.main,
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
