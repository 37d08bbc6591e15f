"""Running time: how long does an encode take, and what decides it?"""

from __future__ import annotations

from pages.drawings.running_time import chunk, one_number, tail, vector
from pages.ui import page
from ppr_core.experiments.running_time import EXPERIMENT

VECTOR = """⌈d/c⌉ times the time of a chunk. With Algorithm 1 a real vector takes longer: its slowest chunk decides.
The file of data holds candidates, because times are not the same twice."""
NUMBER = """The tree sends the place of a candidate in the order of their values, which tells no more than PPR's index.
It looks at about (log2 r*)² of them. Measured with compiled loops; without them nothing is drawn here."""
TAIL = "A straight line here is a heavy tail. The curve of Algorithm 1 ends where its draws are limited."

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Running time",
        question="How long does it take to encode, what decides it, and how does that compare with the paper?",
        main=chunk,
        views=(
            page.View("A whole vector", vector, VECTOR),
            page.View("The tail: rare, long encodes", tail, TAIL),
            page.View("One number, by a tree", one_number, NUMBER),
        ),
    )
)
