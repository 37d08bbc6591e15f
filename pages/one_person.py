"""One person: what can be concluded about somebody from an output, and what from a message?"""

from __future__ import annotations

from pages.drawings import one_person as drawn
from pages.ui import page
from pages.ui.takeaway.live import Live
from ppr_core.experiments.one_person import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("one_person")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="One person",
        question=message("question"),
        main=drawn.main,
        views=(
            page.View(message("person-tab"), drawn.person),
            page.View(message("success-tab"), drawn.success, message("success-note")),
            page.View(message("tests-tab"), drawn.tests, message("tests-note")),
        ),
        live=Live("randomized_response", "truth"),
        tiles=1,
        notices=2,
    )
)
