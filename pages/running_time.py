"""Running time: how long does an encode take, and what decides it?"""

from __future__ import annotations

from pages.drawings import running_time as drawn
from pages.drawings.running_time_growth import growth
from pages.ui import page
from ppr_core.experiments.running_time import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("running_time")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Running time",
        question=message("question"),
        main=drawn.search,
        at_stops={"growth": growth},
        views=(
            page.View(message("chunk-tab"), drawn.chunk),
            page.View(message("vector-tab"), drawn.vector, message("vector-note")),
            page.View(message("tail-tab"), drawn.tail, message("tail-note")),
            page.View(message("number-tab"), drawn.one_number, message("number-note")),
        ),
    )
)
