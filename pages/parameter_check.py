"""Parameter check: is this choice sane, what does it cost, and what would be better?"""

from __future__ import annotations

from pages.drawings import parameter_check as drawn
from pages.ui import page
from ppr_core.experiments.parameter_check import EXPERIMENT

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Parameter check",
        question="Is this choice sane, what does it cost, and what would be better?",
        main=drawn.main,
        views=(
            page.View("PPR: bits against time", drawn.along_time, "Along time, chunk and proposal vary."),
            page.View(
                "PPR: bits against privacy",
                drawn.along_alpha,
                "Along α, to the left is more private from the decoder.",
            ),
        ),
        extra_controls=drawn.problems,
        tiles=10,
        footer=drawn.everything,
    )
)
