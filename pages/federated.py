"""Federated training: how well a model reads digits, and what its clients send, at one final guarantee."""

from __future__ import annotations

from pages.drawings import federated as drawn
from pages.ui import page
from ppr_core.experiments.federated import EXPERIMENT
from ppr_core.texts import Messages

message = Messages("federated")

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Federated training",
        question=message("question"),
        main=drawn.main,
        views=(page.View(message("bits-tab"), drawn.bits), page.View(message("trust-tab"), drawn.trusted)),
    )
)
