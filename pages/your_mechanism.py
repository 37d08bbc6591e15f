"""Your mechanism: how private is it really, what does compressing it cost, and what would be better?"""

from __future__ import annotations

from pages.drawings import your_mechanism as drawn
from pages.ui import page
from ppr_core.experiments.your_mechanism import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("your_mechanism")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Your mechanism",
        question=message("question"),
        main=drawn.main,
        views=(
            page.View(message("tests-tab"), drawn.tests),
            page.View(message("mechanism-tab"), drawn.mechanism, message("mechanism-note")),
            page.View(message("profile-tab"), drawn.profile, message("profile-note")),
            page.View(message("proposals-tab"), drawn.proposals, message("proposals-note")),
            page.View(message("bits-tab"), drawn.bits, message("bits-note")),
            page.View(message("optimum-tab"), drawn.optimum, message("optimum-note")),
        ),
        extra_controls=drawn.take,
        footer=drawn.take_along,
    )
)
