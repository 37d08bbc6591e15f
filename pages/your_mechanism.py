"""Your mechanism: how private is it really, what does compressing it cost, and what would be better?"""

from __future__ import annotations

from pages.drawings import your_mechanism as drawn
from pages.ui import page
from ppr_core.experiments.your_mechanism import EXPERIMENT

MATRIX = "A row is an input, a column an output; strong colours are likely. For noise: its density at both ends."
PROFILE = "A mechanism is (ε, δ)-private if δ is at least the curve; pure ε is where it reaches zero."
PROPOSALS = "Fewer candidates to the left, shorter indices below; every point is the best proposal with its r*."
BITS = "The exact mean length of a message for each input, and the mean of those that were really sent."
OPTIMUM = "Your mechanism beside the one of least loss at its ε. The button below the settings takes it over."

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Your mechanism",
        question="How private is your own mechanism really, can it be compressed, and what would be better?",
        main=drawn.main,
        views=(
            page.View("The mechanism", drawn.mechanism, MATRIX),
            page.View("δ(ε)", drawn.profile, PROFILE),
            page.View("Proposals", drawn.proposals, PROPOSALS),
            page.View("Bits", drawn.bits, BITS),
            page.View("The optimum", drawn.optimum, OPTIMUM),
        ),
        extra_controls=drawn.take,
        footer=drawn.take_along,
    )
)
