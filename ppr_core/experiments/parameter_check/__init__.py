"""Parameter check: is this choice of parameters sane, what does it cost, and what would be better?

A task with its data and target goes in, settings of the Poisson private representation given or left open; out come
guarantees, expected bits, encode time and error, and what is wrong with the nearest setting that is not.
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.parameter_check import run, story
from ppr_core.experiments.parameter_check.finding import Finding
from ppr_core.experiments.parameter_check.parameters import PRESETS, ParameterCheck, renewed
from ppr_core.experiments.parameter_check.report import (
    data,
    guarantee_heads,
    guarantee_rows,
    scheme_heads,
    scheme_rows,
    text,
)
from ppr_core.experiments.parameter_check.run import (
    AlphaPicture,
    ParameterCheckResult,
    Picture,
    alpha_picture,
    picture,
)
from ppr_core.experiments.parameter_check.words import level_label
from ppr_core.planning import TunedScheme

__all__ = [
    "EXPERIMENT", "AlphaPicture", "Finding", "ParameterCheck", "ParameterCheckResult", "Picture", "TunedScheme",
    "alpha_picture", "data", "guarantee_heads", "guarantee_rows", "level_label", "picture", "scheme_heads",
    "scheme_rows", "text",
]  # fmt: skip

EXPERIMENT = Experiment(
    name="parameter_check",
    parameters=ParameterCheck,
    cost=run.cost,
    run=run.run,
    snippet=run.program,
    tell=story.tell,
    presets=PRESETS,
    dial="samples",
    renewed=renewed,
)
