"""Frequency estimation: how often does each category occur, from noisy reports of a few bits a user?

Every user really randomises and sends, the server decodes and counts. Source: Feldman, Talwar: Lossless compression
of efficient private local randomizers (ICML 2021), Section 4, with the schemes it compares with.

>>> from ppr_core.experiments.frequency_estimation import EXPERIMENT, FrequencyEstimationParameters
>>> result = EXPERIMENT.run(FrequencyEstimationParameters(epsilon=2.0))
>>> round(100 * result.found.norms.root_mean_square, 2)  # typical error of a frequency, % of users
0.87
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.frequency_estimation import run, story
from ppr_core.experiments.frequency_estimation.one_report import report
from ppr_core.experiments.frequency_estimation.parameters import PRESETS, FrequencyEstimationParameters
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult, Scheme
from ppr_core.experiments.frequency_estimation.story import measured_where

__all__ = [
    "EXPERIMENT",
    "FrequencyEstimationParameters",
    "FrequencyEstimationResult",
    "Scheme",
    "measured_where",
    "report",
]

EXPERIMENT = Experiment(
    name="frequency_estimation",
    parameters=FrequencyEstimationParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=PRESETS,
    dial="users",
    sends=run.sends,
)
