"""Bit cost: how many bits does a message take, and what are they for?"""

from __future__ import annotations

from pages.drawings import bit_cost as drawn
from pages.ui import page
from ppr_core.experiments.bit_cost import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("bit_cost")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Bit cost",
        question=message("question"),
        main=drawn.main,
        at_stops={"along_alpha": drawn.along_alpha},
        views=(
            page.View(message("worked-tab"), drawn.worked, message("worked-note"), first=True),
            page.View(message("lengths-tab"), drawn.lengths),
            page.View(message("sweep-tab"), drawn.sweep),
            page.View(message("every-tab"), drawn.every_row, message("every-note")),
        ),
        tiles=1,
        notices=2,
    )
)
