"""Running time: how long does an encode take, and what decides it?"""

from __future__ import annotations

from pages.drawings.running_time import chunk, tail, vector
from pages.ui import page
from ppr_core.experiments.running_time import EXPERIMENT

VECTOR = """⌈d/c⌉ times the time of a chunk. With Algorithm 1 a real vector takes longer: its slowest chunk decides.
The file of data holds candidates, because times are not the same twice."""
TAIL = "A straight line here is a heavy tail. The curve of Algorithm 1 ends where its draws are limited."

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Running time",
        question="How long does it take to encode, what decides it, and how does that compare with the paper?",
        main=chunk,
        views=(page.View("A whole vector", vector, VECTOR), page.View("The tail: rare, long encodes", tail, TAIL)),
    )
)
