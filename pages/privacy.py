"""Privacy: what do compressors promise, and what can be proven of them?"""

from __future__ import annotations

from pages.drawings import privacy as drawn
from pages.ui import page
from ppr_core.experiments.privacy import EXPERIMENT

GROWTH = (
    "Each line is what the first so many encodes of the counting half prove. "
    "Where some messages never occur for one of the inputs, it has no ceiling."
)
DELTA = (
    "A view is (ε, δ)-private for these two inputs if δ is at least the curve. PPR's line is an average over lists, "
    "exact for whoever saw the encoder's times too; the decoder, who does not, learns no more. Its points, and the "
    "curves of PFR and truncated PPR, are estimates from below, from encodes on few lists, and that of pseudorandom "
    "rejection from its outputs; the others are exact on the lists enumerated."
)
LOSSES = "The loss ln P(K | x)/P(K | x′) of what x sends, where the law of the index is known, averaged over lists."
PRICE = (
    "A smaller α keeps more from the decoder and makes the message longer. The solid line is computed, "
    "not simulated: an upper bound for the decoder, exact for whoever saw the encoder's times too; "
    "dotted: what the theorems promise; points: real messages, and what the audit proves."
)
RULES = (
    "GenProt tosses a coin for every one of N entries, with chance r/2, and sends the place of one that it accepted: "
    "private against the decoder, but only nearly the mechanism's law. Bassily–Smith tosses one coin with chance r/2 "
    "for the first entry alone and sends it as one bit: about half of all reports are lost. Greedy rejection takes "
    "entry after entry with the largest chance that does not overfill the mechanism's law: exact and short, but from "
    "entry 2 on it accepts the sender's own category only, so such an index gives it away."
)

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Privacy",
        question="What does a message give away to its decoder: what is promised, and what can be proven?",
        main=drawn.main,
        views=(
            page.View("A longer audit", drawn.growth, GROWTH),
            page.View("δ(ε)", drawn.curve, DELTA),
            page.View("How much one message tells", drawn.losses, LOSSES),
            page.View("What α costs", drawn.price, PRICE),
            page.View("How three older schemes choose", drawn.rules, RULES),
        ),
        footer=drawn.promises,
    )
)
