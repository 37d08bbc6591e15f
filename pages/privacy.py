"""Privacy: what do compressors promise, and what can be proven of them?"""

from __future__ import annotations

from pages.drawings import privacy as drawn
from pages.drawings import privacy_first
from pages.ui import page
from ppr_core.experiments.privacy import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("privacy")

TELLS, SCHEMES, BITS = (message(f"{tab}-tab") for tab in ("tells", "compared", "bits"))

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Privacy",
        question=message("question"),
        main=privacy_first.main,
        views=(
            page.View(TELLS, privacy_first.limits),
            page.View(TELLS, drawn.losses, message("losses-note")),
            page.View(TELLS, drawn.curve, message("delta-note")),
            page.View(SCHEMES, drawn.compared),
            page.View(SCHEMES, drawn.growth, message("growth-note")),
            page.View(SCHEMES, drawn.rules, message("rules-note")),
            page.View(BITS, drawn.price, message("price-note")),
            page.View(BITS, drawn.frontier, message("frontier-note")),
        ),
        tiles=3,
        notices=2,
    )
)
