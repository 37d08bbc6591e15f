"""Metric privacy: Laplace noise in d dimensions sent by PPR, beside the discrete Laplace mechanism.

A location, or a vector, is private by distance: the closer two of them, the less a report tells them apart. Sources:
Andrés, Bordenabe, Chatzikokolakis, Palamidessi: Geo-indistinguishability (CCS 2013); Liu, Chen, Özgür, Li: Universal
exact compression of differentially private mechanisms (NeurIPS 2024), Corollary 13, Theorem 9 and the appendix on
metric privacy.

>>> from ppr_core.experiments.metric_privacy import EXPERIMENT, MetricPrivacyParameters
>>> result = EXPERIMENT.run(MetricPrivacyParameters(epsilon=1.0, dimension=2))
>>> round(result.reports.bits.value, 1)  # a message
4.5
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.metric_privacy import run
from ppr_core.experiments.metric_privacy.parameters import PRESETS, MetricPrivacyParameters
from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult
from ppr_core.experiments.metric_privacy.story import tell

__all__ = ["EXPERIMENT", "MetricPrivacyParameters", "MetricPrivacyResult"]

EXPERIMENT = Experiment(
    name="metric_privacy",
    parameters=MetricPrivacyParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=tell,
    presets=PRESETS,
    dial="encodes",
    sends=run.sends,
)
