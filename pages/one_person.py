"""One person: what can be concluded about somebody from an output, and what from a message?"""

from __future__ import annotations

from pages.drawings import one_person as drawn
from pages.ui import page
from ppr_core.experiments.one_person import EXPERIMENT

SUCCESS = "How many of 100 such people the best guess is right about. Dotted: what the mechanism's ε allows at most."
TESTS = "The best test of the person's value against the farthest one: the lower the line, the more it tells."

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="One person",
        question="What can be concluded about one person, and what does compression itself give away?",
        main=drawn.main,
        views=(
            page.View("The best guess", drawn.success, SUCCESS),
            page.View("The best test", drawn.tests, TESTS),
        ),
    )
)
