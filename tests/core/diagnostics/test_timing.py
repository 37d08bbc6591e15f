"""Encodes with their candidates and times: the interval of a median, quantiles, and calls of any size."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import GaussianChannel
from ppr_core.compressors import DrawLimitExceeded, PoissonPrivateRepresentation, PoissonReference
from ppr_core.diagnostics import Encodes, median_interval, timed_encodes
from ppr_core.randomness import SharedRandomness

CHANNEL = GaussianChannel(dimension=2, noise_std=1.0, norm_bound=math.sqrt(2))
X, SHARED = np.ones(2), SharedRandomness(3)


def test_interval_of_the_median() -> None:
    assert median_interval(np.arange(6.0)) == (0.0, 5.0)
    rng, held, runs, n = np.random.default_rng(5), 0, 2000, 41
    for _ in range(runs):
        low, high = median_interval(rng.pareto(1.0, n))
        held += low <= 1.0 <= high  # the median of this law
    assert stats.binomtest(held, runs, 0.95, alternative="less").pvalue > 1e-4
    assert held < 0.99 * runs, "and not wider than needed"


def test_quantiles_are_values_that_occurred() -> None:
    encodes = Encodes(np.arange(1.0, 11.0), np.zeros(10, bool), np.ones(3))
    assert encodes.quantiles(encodes.candidates).tolist() == [1.0, 5.0, 9.0]
    assert encodes.mean(encodes.candidates) == (5.5, pytest.approx(math.sqrt(55 / 6 / 10)))


def test_the_tail_counts_those_above_and_those_that_were_stopped() -> None:
    encodes = Encodes(np.array([1.0, 2.0, 2.0, 5.0, 9.0]), np.array([0, 0, 0, 0, 1], bool), np.ones(3))
    values, above = encodes.tail(60)
    assert values.tolist() == [1.0, 2.0, 5.0] and above == pytest.approx([0.8, 0.4, 0.2])
    values, above = Encodes(np.arange(1.0, 1001.0), np.zeros(1000, bool), np.ones(1)).tail(10)
    assert len(values) == 9 and above == pytest.approx(1 - values / 1000), "the largest has none above it"


def test_candidates_are_those_of_the_encoder_and_every_full_call_is_timed() -> None:
    ppr, told = PoissonPrivateRepresentation(CHANNEL, 2.0), []
    found = timed_encodes(
        ppr, X, 10, SHARED, np.random.default_rng(1), batch=4, first_table=6, tell=lambda share: told.append(share)
    )
    rng = np.random.default_rng(1)
    calls = ((start, min(4, 10 - start)) for start in (0, 4, 8))
    same = [ppr.encode(np.ones((size, 2)), SHARED, rng, first_table=6 + start).candidates for start, size in calls]
    assert found.candidates.tolist() == np.concatenate(same).tolist() and not found.stopped.any()
    assert len(found.seconds) == 2 and np.all(found.seconds > 0), "the last call is shorter than the others"
    assert told == [0.4, 0.8, 1.0]


def test_an_encoder_with_a_limit_is_stopped_there() -> None:
    reference = PoissonReference(CHANNEL, 2.0, draw_limit=3)
    found = timed_encodes(reference, X, 40, SHARED, np.random.default_rng(1))
    assert 0 < found.stopped.sum() < 40 and len(found.seconds) == 40
    assert np.all(found.candidates[found.stopped] == 3) and found.candidates.max() == 3
    with pytest.raises(DrawLimitExceeded):
        timed_encodes(reference, X, 40, SHARED, np.random.default_rng(1), batch=20)
