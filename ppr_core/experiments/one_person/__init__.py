"""One person: what can be concluded about somebody from an output, or from a message, after one report or many?"""

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
)
