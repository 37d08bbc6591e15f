"""Bit cost: what real messages of a compressed mechanism take, code by code, against what theory promises.

>>> from ppr_core.experiments.bit_cost import EXPERIMENT, BitCostParameters
>>> result = EXPERIMENT.run(BitCostParameters(epsilon=1.0, code="elias_delta"))
>>> round(result.exact_bits.value, 2)  # a message, computed; `result.bits` is measured
2.72
"""

from __future__ import annotations

from ppr_core.experiments.bit_cost import run, story
from ppr_core.experiments.bit_cost.parameters import CODES, PRESETS, SWEEPS, BitCostParameters
from ppr_core.experiments.bit_cost.run import BitCostResult, Marker
from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.vocabulary.first_links import renewed

__all__ = ["CODES", "EXPERIMENT", "SWEEPS", "BitCostParameters", "BitCostResult", "Marker"]

EXPERIMENT = Experiment(
    name="bit_cost",
    parameters=BitCostParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.program,
    tell=story.tell,
    presets=PRESETS,
    dial="samples",
    renewed=renewed(epsilon=1.0, position=1.0),
)
