"""The lab in one run: a person's value, Laplace noise, a few bits, and exactly the noisy value at the other end.

One value x in [−1, 1] is reported again and again through the scalar Laplace mechanism, compressed by the Poisson
private representation (PPR). Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private
mechanisms" (NeurIPS 2024), Theorems 5 and 7.

>>> from ppr_core.experiments.overview import EXPERIMENT, OverviewParameters
>>> result = EXPERIMENT.run(OverviewParameters(epsilon=1.0, alpha=2.0))
>>> round(result.exact_bits, 2)  # a message on average, of 32 bits without compression
2.72
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.overview import run, story
from ppr_core.experiments.overview.run import FAMILIAR_EPSILON, FLOAT_BITS, LIMIT, OverviewParameters, OverviewResult
from ppr_core.experiments.overview.story import report
from ppr_core.experiments.vocabulary.first_links import kept

__all__ = ["EXPERIMENT", "FAMILIAR_EPSILON", "FLOAT_BITS", "LIMIT", "OverviewParameters", "OverviewResult", "report"]

EXPERIMENT = Experiment(
    name="overview",
    parameters=OverviewParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=run.PRESETS,
    dial="samples",
    renewed=kept(x=0.4),
)
