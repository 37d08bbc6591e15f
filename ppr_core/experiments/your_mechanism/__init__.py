"""Your mechanism: how private is it really, can it be compressed, what does that cost, and what would be better?

>>> from ppr_core.experiments.your_mechanism import EXPERIMENT, YourMechanismParameters
>>> result = EXPERIMENT.run(YourMechanismParameters())
>>> round(result.known.epsilon, 2), round(result.better.own / result.better.best, 2)  # loss over the least one
(1.1, 1.25)
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.your_mechanism import run, story
from ppr_core.experiments.your_mechanism.parameters import PRESETS, YourMechanismParameters
from ppr_core.experiments.your_mechanism.result import YourMechanismResult, described, optimum_outputs, taken

__all__ = [
    "EXPERIMENT",
    "YourMechanismParameters",
    "YourMechanismResult",
    "data",
    "described",
    "optimum_outputs",
    "taken",
]

data = story.data

EXPERIMENT = Experiment(
    name="your_mechanism",
    parameters=YourMechanismParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=PRESETS,
    dial="samples",
)
