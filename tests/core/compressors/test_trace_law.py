"""What the arrivals of one encode tell: against the definition, real arrivals and real encodes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.compressors.trace import Points, fill_hidden, trace_encode
from ppr_core.compressors.trace_law import index_probabilities, later_share, ruled_out_inputs, with_later
from ppr_core.randomness import SharedRandomness

CHANNEL = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0, proposal_epsilon=1.0)
X = np.array([[0.6]])


def test_probabilities_are_the_definition() -> None:
    times = np.array([0.5, 0.2, 3.0])
    expected = times**-2.5 / np.sum(times**-2.5)
    np.testing.assert_allclose(index_probabilities(np.log(times), 2.5), expected, rtol=1e-12)
    for alpha in (math.inf, 1e308):
        assert index_probabilities(np.log(times), alpha).tolist() == [0, 1, 0]
    assert index_probabilities(np.array([-900.0, 900.0]), 50.0).tolist() == [1, 0], "no overflow"


@pytest.mark.parametrize("alpha", [1.5, 3.0])
def test_later_share_bounds_arrivals_really_drawn(alpha: float) -> None:
    """In the mean over 400 times 2000 arrivals beyond the first 20; and it is not vacuous."""
    found, bounds, rng, log_bound = [], [], np.random.default_rng(4), float(CHANNEL.log_ratio_bound(X)[0])
    index = np.arange(1, 2_021)
    for seed in range(400):
        z = CHANNEL.proposal(SharedRandomness(seed).uniforms(index, 1))
        log_time = np.log(np.cumsum(rng.standard_exponential(len(index))))
        points = Points(index, 0 * index, log_time, 0 * log_time, z, CHANNEL.log_ratio(X, z))
        found.append(index_probabilities(points.log_transformed, alpha)[20:].sum())
        bounds.append(later_share(points, 20, alpha, log_bound))
    spread = np.std(np.subtract(bounds, found)) / 20
    assert np.mean(found) + 4 * spread < np.mean(bounds) < (0.9 if alpha < 2 else 0.1)
    assert later_share(points, 20, math.inf, log_bound) == later_share(points, 20, 1e308, log_bound) == 0


def test_ruled_out_inputs_never_send_the_index() -> None:
    """At α = ∞ with the same samples: 100 encodes of an excluded input, and of one that is not."""
    shared, ppr = SharedRandomness(79), PoissonPrivateRepresentation(CHANNEL, math.inf)
    trace = trace_encode(ppr, X[0], shared, np.random.default_rng(13))
    points = fill_hidden(trace, np.random.default_rng(1), max(20, trace.index))
    intervals = ruled_out_inputs(CHANNEL, points, trace.index - 1, np.linspace(-1, 1, 401))
    assert intervals and all(not low <= 0.6 <= high for low, high in intervals)

    def sent(x: float) -> set[int]:
        rngs = (np.random.default_rng(seed) for seed in range(100))
        return {int(ppr.encode(np.array([[x]]), shared, rng).indices[0]) for rng in rngs}

    assert all(trace.index not in sent((low + high) / 2) for low, high in intervals)
    assert trace.index in sent(0.6)


def test_later_candidates_are_added_in_order_of_time() -> None:
    """Two of them, and the winner wherever it is; each arrival once."""
    ppr = PoissonPrivateRepresentation(CHANNEL, 1.3)
    for seed in range(5):
        trace = trace_encode(ppr, X[0], SharedRandomness(seed), np.random.default_rng(seed))
        first = fill_hidden(trace, np.random.default_rng(1), 2)
        points = with_later(first, trace.candidates, 2)
        assert np.all(np.diff(points.log_time) > 0) and points.index[:2].tolist() == [1, 2]
        assert trace.index in points.index and len(set(points.index.tolist())) == len(points.index) <= 5
        assert points.index[np.argmin(points.log_score)] == trace.index
