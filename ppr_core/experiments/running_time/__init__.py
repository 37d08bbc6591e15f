"""Running time: what an encode takes, in candidates and in seconds, along chunk size and privacy.

Both figures of the appendix on running time of Liu, Chen, Özgür, Li, "Universal exact compression of differentially
private mechanisms" (NeurIPS 2024), with two encoders of the same law: in candidate order, and the paper's Algorithm 1.

>>> from ppr_core.experiments.running_time import EXPERIMENT, RunningTimeParameters
>>> result = EXPERIMENT.run(RunningTimeParameters(epsilon=0.05, noise="chunk", chunk=50, samples=80))
>>> chunks = [row.point.chunk for row in result.rows]
>>> round(float(result.mean_candidates()[0, chunks.index(50)]), 1)  # candidates for a chunk
8.4
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.running_time import run, story
from ppr_core.experiments.running_time.parameters import PRESETS, RunningTimeParameters
from ppr_core.experiments.running_time.result import RunningTimeResult

__all__ = ["EXPERIMENT", "RunningTimeParameters", "RunningTimeResult"]

EXPERIMENT = Experiment(
    name="running_time",
    parameters=RunningTimeParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=PRESETS,
    dial="samples",
)
