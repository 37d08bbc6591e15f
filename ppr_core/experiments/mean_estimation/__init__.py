"""Mean estimation: what a mean costs in bits and error, with every client really encoded and decoded.

Sources: Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS 2024), Section
7; Chen, Song, Özgür, Kairouz: Privacy amplification via compression (2023), Algorithm 1; Feldman, Talwar: Lossless
compression of efficient private local randomizers (ICML 2021), Section 5.

>>> from ppr_core.experiments.mean_estimation import EXPERIMENT, MeanParameters
>>> result = EXPERIMENT.run(MeanParameters(epsilon=1.0, repetitions=2))
>>> error = {run.task.name: run.law for run in result.focus}  # expected, squared, per coordinate
>>> round(error["csgm"] / error["sliced_ppr"], 2)
1.18
"""

from __future__ import annotations

from ppr_core.estimation.mean.paper import Figure, paper_figures
from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.mean_estimation.parameters import PRESETS, MeanParameters
from ppr_core.experiments.mean_estimation.result import Curve, MeanResult, Promise, Run
from ppr_core.experiments.mean_estimation.run import cost, run, snippet
from ppr_core.experiments.mean_estimation.schemes import sent
from ppr_core.experiments.mean_estimation.story import tell

__all__ = [
    "EXPERIMENT", "Curve", "Figure", "MeanParameters", "MeanResult", "Promise", "Run", "paper_figures",
]  # fmt: skip

EXPERIMENT = Experiment(
    name="mean_estimation",
    parameters=MeanParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    tell=tell,
    presets=PRESETS,
    dial="repetitions",
    sends=lambda result: sent(result.parameters),
)
