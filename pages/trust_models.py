"""Trust models: who is trusted decides error and bits, at the same final guarantee."""

from __future__ import annotations

from pages.drawings import trust_models as drawn
from pages.ui import page
from ppr_core.experiments.trust_models import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("trust_models")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Trust models",
        question=message("question"),
        main=drawn.main,
        views=(
            page.View(message("models-tab"), drawn.models, message("price-note")),
            page.View(message("along-tab"), drawn.along),
            page.View(message("people-tab"), drawn.people, message("people-note")),
        ),
        tiles=2,
    )
)
