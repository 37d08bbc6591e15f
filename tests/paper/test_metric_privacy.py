"""The number printed with the metric-privacy figure of Liu, Chen, Özgür, Li (NeurIPS 2024)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from ppr_core.estimation.metric import discrete_laplace_errors, step_by_volume

if TYPE_CHECKING:
    from tests.paper.conftest import Row

DIMENSION, NORM_BOUND, BITS, TRIALS = 500, 10_000.0, (500, 1000, 1500), 5000


@pytest.mark.reproduces("ppr.metric_experiment.variation")
def test_largest_coefficient_of_variation(printed: Row):
    mean, error = discrete_laplace_errors(
        dimension=DIMENSION,
        norm_bound=NORM_BOUND,
        epsilons=[0.03, 0.1, 0.3, 10.0],
        steps=[step_by_volume(dimension=DIMENSION, norm_bound=NORM_BOUND, bits=bits) for bits in BITS],
        trials=TRIALS,
        rng=np.random.default_rng(1),
    )
    variation = error / mean
    printed.check(variation.max())
    assert variation.max() == variation[2].max()  # of the finest grid, where the noise has the largest share
    with pytest.raises(AssertionError):  # with half the trials it is another number
        printed.check(variation.max() * math.sqrt(2))
