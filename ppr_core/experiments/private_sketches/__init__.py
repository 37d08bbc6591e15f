"""Private sketches: clusters found in a short noisy summary of the data instead of in the data.

Schellekens, Chatalic, Houssiau, de Montjoye, Jacques, Gribonval: Differentially private compressive k-means (ICASSP
2019); decoding by Keriven, Tremblay, Traonmilin, Gribonval: Compressive k-means (ICASSP 2017).

>>> from ppr_core.experiments.private_sketches import EXPERIMENT, PrivateSketchesParameters
>>> result = EXPERIMENT.run(PrivateSketchesParameters(clusters=2, epsilon=1.0, trials=2, repetitions=2))
>>> result.excess.value < result.lloyd_excess.value  # % above k-means: of the private sketch, of DP-Lloyd
True
"""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.private_sketches import run, story
from ppr_core.experiments.private_sketches.parameters import PRESETS, PrivateSketchesParameters
from ppr_core.experiments.private_sketches.result import PrivateSketchesResult, Shade

__all__ = ["EXPERIMENT", "PrivateSketchesParameters", "PrivateSketchesResult", "Shade"]

EXPERIMENT = Experiment(
    name="private_sketches",
    parameters=PrivateSketchesParameters,
    cost=run.cost,
    run=run.run,
    snippet=run.snippet,
    tell=story.tell,
    presets=PRESETS,
    dial="trials",
    sends=lambda result: None,  # a device sends a message for every chunk
)
