"""What the decoder sees of a message, against frequencies of real messages and against outputs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.channels import FiniteChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import GreedyRejection, MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.decoder_privacy import exact_decoder_privacy
from ppr_core.inference import (
    LawView,
    allowed_misses,
    attack,
    message_view,
    poisson_table,
    repeated_attack,
    test_curve,
    uniform_prior,
)
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(5)
CHANNEL = FiniteChannel([[0.5, 0.3, 0.2], [0.2, 0.3, 0.5], [0.25, 0.5, 0.25]])


@pytest.mark.parametrize("alpha", [1.5, 2.0, math.inf])
def test_law_of_the_index_is_that_of_real_messages(alpha: float) -> None:
    """20 000 encodes on one table: each of the first 20 indices within 5 standard errors of both sides."""
    found, count = poisson_table(CHANNEL, np.arange(3), alpha, SHARED, 2, np.random.default_rng(1), draws=8000), 20_000
    compressor = PoissonPrivateRepresentation(CHANNEL, alpha)
    rows = {}
    for x in range(3):
        messages = compressor.encode(np.full(count, x), SHARED, np.random.default_rng(x), tables=2)
        rows[x] = np.array([float(np.mean(messages.indices == k)) for k in range(1, 21)])
        law = found.halves.mean(axis=0)[x, :20]
        error = np.sqrt(law * (1 - law) * (1 / count + 1 / 8000)) + 1e-4
        assert np.all(np.abs(rows[x] - law) < 5 * error)
    wrong = found.halves.mean(axis=0)[0, :20]
    assert np.any(np.abs(rows[1] - wrong) > 5 * np.sqrt(wrong * (1 - wrong) * (1 / count + 1 / 8000)) + 1e-4)


def test_two_candidates_by_hand() -> None:
    """α = ∞ and ratios 1 < r: the later one wins with P(T_2 < r T_1) = P(U > 1/r) = 1 − 1/r for uniform T_1/T_2."""
    channel = RandomizedResponseChannel(size=2, epsilon=1.0)
    table = next(t for t in range(50) if len(set(channel.proposal(SHARED.uniforms([1, 2], 1, t)).tolist())) == 2)
    z = channel.proposal(SHARED.uniforms([1, 2], 1, table))
    found = poisson_table(channel, np.arange(2), math.inf, SHARED, table, np.random.default_rng(0), draws=40_000)
    law = found.halves.mean(axis=0)
    assert law[z[0], 0] == pytest.approx(1) and law[z[1], 1] == pytest.approx(1 - math.exp(-1), abs=0.02)


def test_what_compression_gives_away() -> None:
    """A message says no less than its output, and little more for small α; PFR's says much more; all keep to 2αε."""
    channel, prior, rng = RandomizedResponseChannel(size=4, epsilon=1.0), uniform_prior(4), np.random.default_rng(3)
    outputs = repeated_attack(LawView.of_outputs(channel), prior, 4, rng)
    found = {}
    for alpha in (1.2, 2.0, math.inf):
        view = message_view(PoissonPrivateRepresentation(channel, alpha), np.arange(4), SHARED, rng, tables=16)
        found[alpha] = repeated_attack(view, prior, 4, rng)
        once = attack(view, prior)
        assert once.value >= attack(LawView.of_outputs(channel), prior).value - 4 * once.error
    assert outputs.value < found[1.2].value < found[2.0].value < found[math.inf].value
    assert found[math.inf].value > outputs.value + 0.1


def test_test_of_messages_keeps_to_exact_accounting() -> None:
    """The curve averaged over tables is above that of exact (ε, δ), which gives the decoder the arrival times, too."""
    channel, rng = RandomizedResponseChannel(size=3, epsilon=1.0), np.random.default_rng(4)
    view = message_view(PoissonPrivateRepresentation(channel, 2.0), np.arange(3), SHARED, rng, tables=24)
    curve = test_curve(view, 0, 1, rng)
    for delta in (0.01, 0.1):
        exact = exact_decoder_privacy(channel, 2.0, delta)
        assert np.all(curve.misses >= allowed_misses(curve.false_alarms, exact.epsilon, delta) - 0.02)
    assert np.any(curve.misses < allowed_misses(curve.false_alarms, 1.0) - 0.02), "more than the output says"


def test_listed_schemes_and_vectors() -> None:
    rng = np.random.default_rng(5)
    for compressor in (MinimalRandomCoding(CHANNEL, 16), GreedyRejection(CHANNEL)):
        view = message_view(compressor, np.arange(3), SHARED, rng, tables=8)
        assert view.halves is None and attack(view, uniform_prior(3)).value < 1
    channel = LaplaceChannel(dimension=2, epsilon=1.0, norm_bound=1.0)
    points = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, -1.0]])
    view = message_view(PoissonPrivateRepresentation(channel, 2.0), points, SHARED, rng, tables=4)
    assert view.laws.shape[:2] == (4, 3)


def test_a_later_index_can_be_asked_for() -> None:
    found = poisson_table(CHANNEL, np.arange(3), 2.0, SHARED, 0, np.random.default_rng(0), index=10**6 + 7)
    logs, error = found.likelihood(10**6 + 7)
    assert np.all(np.isfinite(logs)) and np.all(logs < -15) and np.all(error < 0.5)
