"""One encode of the Poisson private representation, step by step, from the samples to the decoded value.

>>> from ppr_core.experiments.ppr_step_by_step import EXPERIMENT, PprSteps
>>> result = EXPERIMENT.run(PprSteps(epsilon=4.0))
>>> result.word, result.index, round(result.ratio_bound, 2)  # sent; which candidate it names; 2e
('01100', 4, 5.44)
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.ppr_step_by_step import run, story
from ppr_core.experiments.ppr_step_by_step.frames import SEARCH, Frame, frame
from ppr_core.experiments.ppr_step_by_step.run import (
    CHOSEN,
    FORMER_STEPS,
    PRESETS,
    RACED,
    PprSteps,
    PprStepsResult,
    compare,
)
from ppr_core.experiments.ppr_step_by_step.story import compared, search

__all__ = [
    "CHOSEN",
    "EXPERIMENT",
    "RACED",
    "SEARCH",
    "Frame",
    "PprSteps",
    "PprStepsResult",
    "compare",
    "compared",
    "frame",
    "search",
]

EXPERIMENT = Experiment(
    name="ppr_step_by_step",
    parameters=PprSteps,
    cost=run.cost,
    run=run.run,
    snippet=run.program,
    tell=story.tell,
    presets=PRESETS,
    former={"step": FORMER_STEPS},
)
