"""Mean estimation: what does a mean cost in bits and error, and what does it promise?"""

from __future__ import annotations

from pages.drawings import mean_estimation as drawn
from pages.ui import page
from ppr_core.experiments.mean_estimation import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("mean_estimation")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Mean estimation",
        question=message("question"),
        main=drawn.main,
        views=(
            page.View(message("errors-tab"), drawn.errors),
            page.View(message("guarantees-tab"), drawn.guarantees),
            page.View(message("bits-tab"), drawn.composition),
            page.View(message("sizes-tab"), drawn.sizes),
            page.View(message("epsilon-tab"), drawn.more_epsilon),
            page.View(message("more-tab"), drawn.more_bits),
            page.View(message("paper-tab"), drawn.paper),
        ),
    )
)
