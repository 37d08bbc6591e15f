"""ε, δ(ε), trade-off function and μ of finite mechanisms against closed forms and enumeration."""

from __future__ import annotations

import importlib.util
import itertools
import math

import numpy as np
import pytest
from scipy.stats import norm

from ppr_core.channels import RandomizedResponseChannel, ScalarNoiseChannel, TruncatedGeometricChannel
from ppr_core.mechanism_analysis import (
    additive_profile,
    delta_profile,
    gaussian_dp,
    gaussian_tradeoff,
    grid_mechanism,
    pure_loss,
    scaled_proposal,
    stochastic_matrix,
    tradeoff,
    truncation_delta,
)

RNG = np.random.default_rng(11)
RANDOM = RNG.dirichlet(np.full(6, 0.7), 5)


@pytest.mark.parametrize("size", [2, 3, 17, 256])
@pytest.mark.parametrize("epsilon", [0.01, 1.0, 8.0])
def test_known_losses(size: int, epsilon: float) -> None:
    """Randomized response and the truncated geometric mechanism have the ε they were made for, to 1e-9."""
    for kind in (RandomizedResponseChannel, TruncatedGeometricChannel):
        assert pure_loss(kind(size=size, epsilon=epsilon).matrix).epsilon == pytest.approx(epsilon, abs=1e-9)
    assert pure_loss(grid_mechanism("geometric", size, epsilon)).epsilon == pytest.approx(epsilon, abs=1e-9)


@pytest.mark.skipif(importlib.util.find_spec("opendp") is None, reason="OpenDP is not installed")
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_losses_of_opendp(epsilon: float) -> None:
    import opendp.prelude as dp

    dp.enable_features("contrib")
    same = math.exp(epsilon) / (math.exp(epsilon) + 4)
    response = dp.m.make_randomized_response(list(range(5)), same)
    own = RandomizedResponseChannel(size=5, epsilon=epsilon)
    assert response.map(1) == pytest.approx(pure_loss(own.matrix).epsilon, abs=1e-9)
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    geometric = dp.m.make_geometric(*space, scale=7 / epsilon, bounds=(0, 7))
    assert geometric.map(7) == pytest.approx(pure_loss(grid_mechanism("geometric", 8, epsilon)).epsilon, abs=1e-9)


def test_the_witness_attains_the_loss() -> None:
    found = pure_loss(RANDOM)
    pairs = itertools.permutations(range(5), 2)
    largest = max(np.log(RANDOM[x, z] / RANDOM[y, z]) for x, y in pairs for z in range(6))
    attained = math.log(RANDOM[found.likely, found.output] / RANDOM[found.unlikely, found.output])
    assert found.epsilon == pytest.approx(largest) == pytest.approx(attained)


def test_zero_probabilities_are_named() -> None:
    found = pure_loss([[0.5, 0.5, 0.0], [0.5, 0.25, 0.25], [1.0, 0.0, 0.0]])
    assert math.isinf(found.epsilon) and set(found.excluded) == {(0, 2), (2, 1), (2, 2)}
    assert (found.unlikely, found.output) in found.excluded
    assert pure_loss([[0.5, 0.5, 0.0], [0.2, 0.8, 0.0]]).excluded == ()  # nobody gives the last output


def test_profile_is_the_best_event_of_all() -> None:
    """δ(ε) = max over pairs and all 2⁶ events of P(E) − e^ε P′(E)."""
    events = np.array(list(itertools.product([0, 1], repeat=6)))
    for epsilon in (0.0, 0.3, 1.0, 4.0):
        gaps = [
            (events @ (RANDOM[x] - math.exp(epsilon) * RANDOM[y])).max() for x, y in itertools.permutations(range(5), 2)
        ]
        assert delta_profile(RANDOM, epsilon)[0] == pytest.approx(max(gaps))


def test_tradeoff_is_below_every_event_and_dual_to_the_profile() -> None:
    levels = np.linspace(0, 1, 401)
    misses = tradeoff(RANDOM, levels)
    events = np.array(list(itertools.product([0, 1], repeat=6)))
    for x, y in itertools.permutations(range(5), 2):
        alarms, missed = events @ RANDOM[y], 1 - events @ RANDOM[x]
        assert np.all(tradeoff(RANDOM, alarms) <= missed + 1e-12)
    for epsilon in (0.0, 0.5, 1.5):  # δ(ε) = max_α 1 − f(α) − e^ε α
        assert (1 - misses - math.exp(epsilon) * levels).max() == pytest.approx(
            delta_profile(RANDOM, epsilon)[0], abs=0.02
        )


def test_gaussian_privacy_of_binary_response_is_its_corner() -> None:
    """f has one corner (q, q) with q = 1/(e^ε + 1); μ = −2Φ⁻¹(q). G_μ stays below f, and above it for less μ."""
    matrix, q = RandomizedResponseChannel(size=2, epsilon=1.0).matrix, 1 / (math.e + 1)
    mu, levels = gaussian_dp(matrix), np.linspace(0.001, 0.999, 999)
    assert mu == pytest.approx(-2 * norm.ppf(q))
    assert np.all(gaussian_tradeoff(mu, levels) <= tradeoff(matrix, levels) + 1e-9)
    assert not np.all(gaussian_tradeoff(0.98 * mu, levels) <= tradeoff(matrix, levels))
    assert math.isinf(gaussian_dp([[1.0, 0.0], [0.5, 0.5]]))


def test_planted_excess_is_flagged_and_nothing_else() -> None:
    """200 random mechanisms at a claimed ε; half of the claims are broken by 1 %."""
    flagged = np.zeros((2, 200), dtype=bool)
    for seed in range(200):
        rng = np.random.default_rng(seed)
        claimed, size = rng.uniform(0.1, 4.0), int(rng.integers(2, 12))
        for excess in (0, 1):
            high = math.exp(claimed * (1 + 0.01 * excess))
            base = rng.uniform(1, high, (size, size))
            base[0], base[-1] = high, 1.0
            base = base / base.sum(axis=1, keepdims=True).max() / 2
            matrix = np.hstack([base, base[::-1]])
            rest = 1 - matrix.sum(axis=1)  # one more output of almost equal masses takes what is left
            matrix = np.column_stack([matrix / 2, 0.5 - matrix.sum(axis=1) / 2 + 0.5])
            assert np.all(rest >= 0) and np.allclose(matrix.sum(axis=1), 1)
            flagged[excess, seed] = pure_loss(stochastic_matrix(matrix)).epsilon > claimed + 1e-9
    assert flagged[1].mean() >= 0.99 and flagged[0].mean() <= 0.01


def test_rows_are_refused_by_name_or_normalised() -> None:
    with pytest.raises(ValueError, match=r"matrix, row 2 must be probabilities that sum to 1; got 0.9\."):
        stochastic_matrix([[0.5, 0.5], [0.5, 0.4]])
    with pytest.raises(ValueError, match=r"matrix, row 1, column 2 must be at least 0; got -0.5\."):
        stochastic_matrix([[1.5, -0.5], [0.5, 0.5]])
    with pytest.raises(ValueError, match=r"row 2 must be more than 0 in sum"):
        stochastic_matrix([[1, 3], [0, 0]], normalise=True)
    assert np.allclose(stochastic_matrix([[1, 3], [2, 2]], normalise=True), [[0.25, 0.75], [0.5, 0.5]])


def test_normal_noise_has_the_gaussian_curve() -> None:
    """Noise of standard deviation 2 and inputs 2 apart: μ = 1, δ(ε) of Balle and Wang, G₁."""
    channel = ScalarNoiseChannel("norm", norm_bound=1.0, scale=2.0)
    epsilons, levels = np.array([0.0, 0.5, 2.0]), np.array([0.05, 0.5])
    found = additive_profile(channel, epsilons, levels)
    exact = norm.cdf(0.5 - epsilons) - np.exp(epsilons) * norm.cdf(-0.5 - epsilons)
    assert found.delta == pytest.approx(exact, abs=2e-6)
    assert found.misses == pytest.approx(gaussian_tradeoff(1.0, levels), abs=2e-6)
    assert found.mu == pytest.approx(1, abs=1e-6) and math.isinf(found.epsilon)


def test_laplace_noise_has_its_curve() -> None:
    channel = ScalarNoiseChannel("laplace", norm_bound=1.0)
    found = additive_profile(channel, [0.0, 1.0, 2.5], [0.5])
    assert found.delta == pytest.approx([1 - math.exp(-1), 1 - math.exp(-0.5), 0], abs=2e-6)


def test_proposals_of_the_same_law() -> None:
    """ln r* of a normal s times as wide: at z = C s²/(s² − 1), ln s + C²/(2σ²(s² − 1)); none at s = 1."""
    channel = ScalarNoiseChannel("norm", norm_bound=1.0, scale=0.8)
    verdict = scaled_proposal(channel, 1.0)
    assert math.isinf(verdict.log_bound) and verdict.side in ("left", "right")
    exact = math.log(1.5) + 1 / (2 * 0.64 * (1.5**2 - 1))
    assert scaled_proposal(channel, 1.5).log_bound == pytest.approx(exact, rel=1e-4)
    assert scaled_proposal(ScalarNoiseChannel("laplace", norm_bound=1.0), 1.0).log_bound == pytest.approx(1, rel=1e-6)
    assert math.isinf(scaled_proposal(ScalarNoiseChannel("uniform", norm_bound=1.0), 1.5).log_bound)
    epsilon, delta = truncation_delta(channel, 4.0)
    assert epsilon == pytest.approx((4**2 - 2**2) / (2 * 0.64), rel=1e-6)
    assert delta == pytest.approx(norm.sf(2 / 0.8) - norm.sf(4 / 0.8), rel=1e-3)
