"""Bit cost: what do real messages take, and how far is that from what theory promises?"""

from __future__ import annotations

from pages.drawings import bit_cost as drawn
from pages.ui import page
from ppr_core.experiments.bit_cost import EXPERIMENT

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Bit cost",
        question="How many bits do real messages take, and how far is that from what theory promises?",
        main=drawn.main,
        views=(page.View("The sweep: bits along one setting", drawn.sweep),),
    )
)
