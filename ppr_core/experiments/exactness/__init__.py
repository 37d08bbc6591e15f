"""Exactness: many decoded outputs of one input, against the law the mechanism promises, for two compressors.

>>> from ppr_core.experiments.exactness import EXPERIMENT, ExactnessParameters
>>> result = EXPERIMENT.run(ExactnessParameters(epsilon=3.0, candidates=8))
>>> {arm.scheme: arm.agrees for arm in result.arms}  # with the mechanism's law
{'ppr': True, 'mrc': False}
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.exactness import run, story
from ppr_core.experiments.exactness.parameters import PRESETS, ExactnessParameters
from ppr_core.experiments.exactness.run import Arm, ExactnessResult
from ppr_core.experiments.exactness.worst import LISTS, BadList, bad_list
from ppr_core.experiments.vocabulary.first_links import renewed

__all__ = ["EXPERIMENT", "LISTS", "Arm", "BadList", "ExactnessParameters", "ExactnessResult", "bad_list"]

EXPERIMENT = Experiment(
    name="exactness",
    parameters=ExactnessParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.program,
    tell=story.tell,
    presets=PRESETS,
    dial="samples",
    renewed=renewed(epsilon=3.0, position=1.0, candidates=16),
)
