"""Privacy: what do compressors promise, and what can be proven of them?"""

from __future__ import annotations

from pages.drawings import privacy as drawn
from pages.drawings import privacy_first
from pages.ui import page
from ppr_core.experiments.privacy import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("privacy")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Privacy",
        question=message("question"),
        main=privacy_first.main,
        views=(
            page.View(message("list-tab"), privacy_first.one_message, message("list-note")),
            page.View(message("compared-tab"), drawn.compared),
            page.View(message("growth-tab"), drawn.growth, message("growth-note")),
            page.View(message("delta-tab"), drawn.curve, message("delta-note")),
            page.View(message("losses-tab"), drawn.losses, message("losses-note")),
            page.View(message("price-tab"), drawn.price, message("price-note")),
            page.View(message("frontier-tab"), drawn.frontier, message("frontier-note")),
            page.View(message("rules-tab"), drawn.rules, message("rules-note")),
        ),
        tiles=1,
        notices=2,
    )
)
