"""Federated training: how well a model reads digits, and what its clients send, at one final guarantee.

>>> from ppr_core.experiments.federated import EXPERIMENT, FederatedParameters
>>> result = EXPERIMENT.run(FederatedParameters(rounds=1, epsilon=4.0))
>>> round(100 * result.accuracy("ppr").value), round(100 * result.accuracy("plain").value)  # % of digits read right
(41, 80)
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.federated.parameters import PRESETS, FederatedParameters
from ppr_core.experiments.federated.run import FederatedResult, cost, run, snippet
from ppr_core.experiments.federated.story import tell

__all__ = ["EXPERIMENT", "FederatedParameters", "FederatedResult"]

EXPERIMENT = Experiment(
    name="federated",
    parameters=FederatedParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    tell=tell,
    presets=PRESETS,
    dial="rounds",
)
