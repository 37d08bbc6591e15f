"""Trust models: what error and how many bits, at the same final guarantee, depend on who is trusted.

>>> from ppr_core.experiments.trust_models import EXPERIMENT, TrustParameters
>>> result = EXPERIMENT.run(TrustParameters(clients=500, epsilon=1.0, repetitions=20))
>>> prices = result.prices()  # errors over a trusted server's
>>> round(prices["local"], 1), round(prices["secure"], 1)
(16.7, 3.6)
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.trust_models.model import Model, OneList
from ppr_core.experiments.trust_models.models import MODELS
from ppr_core.experiments.trust_models.parameters import PRESETS, TrustParameters
from ppr_core.experiments.trust_models.run import LOCALS, TrustResult, cost, run, snippet
from ppr_core.experiments.trust_models.story import tell

__all__ = ["EXPERIMENT", "LOCALS", "MODELS", "Model", "OneList", "TrustParameters", "TrustResult"]

EXPERIMENT = Experiment(
    name="trust_models",
    parameters=TrustParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    tell=tell,
    presets=PRESETS,
    dial="repetitions",
)
