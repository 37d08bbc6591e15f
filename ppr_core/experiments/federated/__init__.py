"""Federated training: how well a model reads digits, and what its clients send, at one final guarantee."""

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
