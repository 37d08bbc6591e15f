"""Dyadic quantized Laplace: exact Laplace noise, a short message, and privacy against database and decoder.

Moradi Shahmiri, Ling, Li: Communication-efficient Laplace mechanism for differential privacy via random quantization
(ICASSP 2024).

>>> from ppr_core.experiments.dyadic_quantized_laplace import EXPERIMENT, DqlParameters
>>> result = EXPERIMENT.run(DqlParameters(epsilon=1.0, nu=2.0))
>>> round(result.bits.at_x, 2)  # a message, computed
4.57
"""

from __future__ import annotations

from ppr_core.compressors.dql_curves import LengthCurve
from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.dyadic_quantized_laplace import run, story
from ppr_core.experiments.dyadic_quantized_laplace.parameters import PRESETS, DqlParameters
from ppr_core.experiments.dyadic_quantized_laplace.run import LEVEL, DqlResult

__all__ = ["EXPERIMENT", "LEVEL", "DqlParameters", "DqlResult", "LengthCurve"]

EXPERIMENT = Experiment(
    name="dyadic_quantized_laplace",
    parameters=DqlParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=PRESETS,
    dial="points",
)
