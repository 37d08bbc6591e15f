"""Private sketches: clusters found in a short noisy summary of the data instead of in the data.

Schellekens, Chatalic, Houssiau, de Montjoye, Jacques, Gribonval: Differentially private compressive k-means (ICASSP
2019); decoding by Keriven, Tremblay, Traonmilin, Gribonval: Compressive k-means (ICASSP 2017).
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.private_sketches import run, story
from ppr_core.experiments.private_sketches.parameters import PRESETS, PrivateSketchesParameters
from ppr_core.experiments.private_sketches.result import PrivateSketchesResult

__all__ = ["EXPERIMENT", "PrivateSketchesParameters", "PrivateSketchesResult"]

EXPERIMENT = Experiment(
    name="private_sketches",
    parameters=PrivateSketchesParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=PRESETS,
    dial="trials",
)
