"""How many samples two encoders of PPR look at, against what is known of their means and limits."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import PoissonPrivateRepresentation, PoissonReference
from ppr_core.diagnostics.searches import algorithm1_draws, compare_searches
from ppr_core.randomness import SharedRandomness

CHANNEL = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0)
X, SHARED = np.array([[0.6]]), SharedRandomness(3)


def ppr(alpha: float) -> PoissonPrivateRepresentation:
    return PoissonPrivateRepresentation(CHANNEL, alpha)


def test_a_run_of_algorithm_1_is_that_of_the_reference() -> None:
    theirs = PoissonReference(CHANNEL, 3.0).encode(X, SHARED, np.random.default_rng(5), first_table=2)
    found = algorithm1_draws(ppr(3.0), X, SHARED, np.random.default_rng(5), arrivals=20_000, table=2)
    assert found == (theirs.candidates[0], theirs.indices[0])
    stopped = algorithm1_draws(ppr(1.02), X, SHARED, np.random.default_rng(5), arrivals=600)
    assert stopped == (20, 0), "600/Γ(1 − 1/1.02) is 11"
    assert algorithm1_draws(ppr(math.inf), X, SHARED, np.random.default_rng(5), arrivals=600) == (0, 0)


def test_comparison() -> None:
    found = compare_searches(ppr(3.0), X, SHARED, np.random.default_rng(1), encodes=100, arrivals=600)
    counts, bound = found.candidate_order, math.exp(float(CHANNEL.log_ratio_bound(X)[0]))
    assert 0.7 * bound < counts.mean() < 1.3 * bound + 4 * counts.std() / 10
    for (samples, done), expected in zip(found.curves(), (counts, found.algorithm1), strict=True):
        assert np.array_equal(samples, expected[: len(samples)]) and done[-1] == pytest.approx(len(samples) / 100)
    assert {len(column) for column in found.table().values()} == {100}
    cut = compare_searches(ppr(1.05), X, SHARED, np.random.default_rng(1), encodes=20, arrivals=600)
    assert cut.algorithm1.max() == cut.limit and len(cut.curves()[1][1]) < 20
    alike = compare_searches(ppr(math.inf), X, SHARED, np.random.default_rng(1), encodes=5, arrivals=9)
    assert alike.algorithm1 is None and len(alike.curves()) == 1
