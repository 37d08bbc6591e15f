"""One person: what can be concluded about somebody from an output, or from a message, after one report or many?

>>> from ppr_core.experiments.one_person import EXPERIMENT, OnePersonParameters
>>> result = EXPERIMENT.run(OnePersonParameters(epsilon=1.0))
>>> round(result.seen[0].value, 4)  # right guesses from one output, e/(e + 3)
0.4754
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.one_person import run, story
from ppr_core.experiments.one_person.parameters import PRESETS, OnePersonParameters
from ppr_core.experiments.one_person.run import OnePersonResult

__all__ = ["EXPERIMENT", "OnePersonParameters", "OnePersonResult"]

EXPERIMENT = Experiment(
    name="one_person",
    parameters=OnePersonParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=PRESETS,
    dial="people",
    sends=run.sends,
)
