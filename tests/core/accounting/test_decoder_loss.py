"""The exact law of the loss of PPR's decoder: its moments are the Rényi divergences, its curve that of simulations."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest

from ppr_core.accounting import (
    AtomicPair,
    GaussianPair,
    LaplacePair,
    LossPair,
    composed_epsilon,
    dominating_pair,
    gaussian_noise_std,
    gaussian_privacy,
    output_delta,
    poisson_curve,
    poisson_loss,
    poisson_renyi,
)
from ppr_core.accounting.loss_pairs import _log_bessel_i
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    SubsetSelectionChannel,
)
from ppr_core.decoder_privacy import loss_pair
from tests.core.shared_tables import simulated_view

MU = 1 / gaussian_noise_std(1.0, 1.0, 1e-6)
SKEWED = AtomicPair(np.log([2.5, 1.0, 0.4]), np.array([0.5, 0.3, 0.2]))
PAIRS = {
    "gaussian": GaussianPair(MU),
    "near gaussians": GaussianPair(0.02),
    "laplace": LaplacePair(0.8),
    "near laplace": LaplacePair(0.05),
    "planar laplace": LaplacePair(0.8, 2),
    "laplace in space": LaplacePair(1.2, 3),
    "laplace in high dimension": LaplacePair(5.0, 60),
    "three values": SKEWED,
    "two values": AtomicPair(np.array([1.0, -1.0]), np.array([math.e, 1.0]) / (1 + math.e)),
}


@pytest.mark.parametrize("order", [0.0, 0.5, 1.0, 9.5, 99.5])
def test_bessel_functions_of_large_arguments(order: float) -> None:
    """On both sides of where SciPy's end, to the last digits of their logarithm."""
    for t in (9e8, 1.1e9, 1e13):
        with mpmath.workdps(40):
            exact = mpmath.log(mpmath.besseli(order, mpmath.mpf(t))) - order * mpmath.log(t)
        assert float(_log_bessel_i(order, np.array(t))) == pytest.approx(float(exact), rel=1e-15)


@pytest.mark.parametrize("pair", [
    GaussianPair(0.0), GaussianPair(1e-200), GaussianPair(1e160), SKEWED,
    *(LaplacePair(distance, dimension) for distance in (1e-50, 1.0, 1e200) for dimension in (1, 2, 3, 50, 5000)),
], ids=str)  # fmt: skip
def test_moments_beyond_the_largest_float_are_infinite(pair) -> None:
    """No warning, no nan, and ln M rises with its exponent."""
    exponents = np.array([0.0, 1e-300, 1.0, 1e100, 1e154, 1e200, 1e300, 1e308])
    for found in (pair.log_moment(exponents), pair.log_moment(-1 - exponents[2:])):
        assert np.all(found[1:] >= found[:-1] * (1 - 1e-9) - 1e-9)


@pytest.mark.parametrize("alpha", [1e4, 1e12, 1e100])
@pytest.mark.parametrize("dimension", [1, 2, 3, 100, 500])
def test_the_largest_orders_come_near_the_limit(dimension: int, alpha: float) -> None:
    """However large ακ is, D_λ is a number, and at most the largest loss."""
    for distance in (1e-300, 1e-3, 1.0, 1e3, 1e12):
        curve = poisson_curve(LaplacePair(distance, dimension), alpha)
        assert np.all(curve.divergences <= curve.limit * (1 + 1e-9) + 2e-12), "but for what is rounded up"
        assert curve.divergences[-1] > 0.1 * curve.limit or alpha * distance < 1e3


@pytest.mark.parametrize("alpha", [1.001, 1.1, 2.0, 6.0])
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_moments_of_the_law_are_known(pair, alpha: float) -> None:
    """E 1 = 1, E e^{−L} = 1, E L = α·KL, E e^{sL} = exp(s D_{s+1})."""
    loss = poisson_loss(pair, alpha)
    assert loss.mean(np.ones_like) == pytest.approx(1, abs=2e-9)
    assert loss.mean(lambda values: np.exp(-values)) == pytest.approx(1, abs=2e-9)
    assert loss.mean(lambda values: values) == pytest.approx(alpha * pair.mean, rel=1e-7)
    renyi = poisson_renyi(pair, alpha, 6)
    for s in (1, 2, 5):
        moment = loss.mean(lambda values, s=s: np.exp(s * values))
        assert math.log(moment) == pytest.approx(s * renyi[s - 1], rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_curve_falls_from_total_variation_to_nothing(pair) -> None:
    for alpha in (1.1, 2.0, 6.0):
        loss = poisson_loss(pair, alpha)
        levels = np.linspace(0, min(loss.largest, 20 * alpha * math.sqrt(pair.mean)), 12)
        deltas = loss.delta(levels)
        slopes = np.diff(deltas) / np.diff(np.exp(levels))  # convex in e^ε
        assert np.all(slopes <= 0) and np.all(np.diff(slopes) >= -1e-9)
        assert deltas[-1] <= 1e-12 if math.isfinite(loss.largest) else deltas[-1] < 1e-3


def test_small_alpha_leaves_the_mechanism_alone() -> None:
    """α → 1: δ(ε) of the Gaussian itself."""
    loss = poisson_loss(GaussianPair(1.0), 1 + 1e-7)
    epsilon = gaussian_privacy(1.0, 1.0, 1e-3).epsilon
    assert loss.delta(epsilon)[0] == pytest.approx(1e-3, rel=1e-5)


def test_two_values_in_thirty_digits() -> None:
    """X = a or b: R has Lamperti's law, and δ(ε) is one integral of it, at ε between the two losses and beyond."""
    alpha, epsilon = 2.5, 1.0
    pair = PAIRS["two values"]
    loss = poisson_loss(pair, alpha)
    with mpmath.workdps(30):
        sigma = 1 / mpmath.mpf("2.5")
        p = mpmath.e / (1 + mpmath.e)
        a, b = mpmath.exp(-mpmath.mpf("2.5")), mpmath.exp(mpmath.mpf("2.5"))

        def joint(r):
            """Density of X = a and R = r."""
            above, below = (1 - p) * (b - r) ** sigma, p * (r - a) ** sigma
            square = above**2 + 2 * above * below * mpmath.cospi(sigma) + below**2
            return mpmath.sinpi(sigma) / mpmath.pi * p * (r - a) ** (sigma - 1) * above / square

        for epsilon in (0.5, 1.0, 4.0):
            start = mpmath.exp(mpmath.mpf(epsilon)) * a
            exact = mpmath.quad(lambda r: joint(r) * (1 - start / r), [start, (start + b) / 2, b])  # noqa: B023
            assert loss.delta(epsilon)[0] == pytest.approx(float(exact), rel=1e-10)


# --- Simulated tables ------------------------------------------------------------------------------------------------

VIEWS: dict[str, tuple[Channel, object, object]] = {
    "gaussian": (GaussianChannel(dimension=2, noise_std=2.0, norm_bound=1.0), [1.0, 0.0], [-0.5, 0.5]),
    "laplace": (LaplaceChannel(dimension=1, epsilon=0.8, norm_bound=1.0), [1.0], [-0.6]),
    "planar laplace": (LaplaceChannel(dimension=2, epsilon=0.8, norm_bound=1.0), [1.0, 0.0], [-0.6, 0.2]),
    "privunit": (PrivUnitChannel(dimension=3, epsilon=1.0), np.eye(3)[0], np.eye(3)[1]),
    "privunit, opposite": (PrivUnitChannel(dimension=5, epsilon=1.0), np.eye(5)[0], -np.eye(5)[0]),
    "randomized response": (RandomizedResponseChannel(size=4, epsilon=1.0), 0, 3),
    "subset selection": (SubsetSelectionChannel(size=6, epsilon=1.0), 0, 3),
    "finite, some outputs excluded": (FiniteChannel([[0.5, 0.3, 0.2, 0.0], [0.1, 0.0, 0.5, 0.4]]), 0, 1),
}


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_curve_is_that_of_simulated_tables(name: str) -> None:
    """35 comparisons at 4.5 standard errors; δ of a smaller α, or without the normaliser, is rejected."""
    channel, x, other = VIEWS[name]
    view = simulated_view(channel, x, other, 2.0, tables=6000, candidates=128, seed=21)
    pair = loss_pair(channel, x, other)
    loss, wrong = (poisson_loss(pair, alpha) for alpha in (2.0, 1.7))
    misfits = []
    for epsilon in (0.0, 0.3, 0.8, 1.4, 2.0):
        mean, error = view.delta(epsilon)
        assert abs(mean - loss.delta(epsilon)[0]) < 4.5 * error + 1e-12
        misfits.append(abs(mean - wrong.delta(epsilon)[0]) / max(error, 1e-12))
    assert max(misfits) > 6


def test_no_curve_without_a_method() -> None:
    with pytest.raises(ValueError, match=r"^pair must be one whose exact loss is known"):
        poisson_loss(object(), 2.0)
    with pytest.raises(ValueError, match=r"^alpha must be a number above 1; got inf"):
        poisson_loss(SKEWED, math.inf)


# --- ε at δ, and composition -----------------------------------------------------------------------------------------


def test_one_gaussian_message() -> None:
    """Where Theorem 8 says 4.00 and Rényi divergences 2.51."""
    assert poisson_loss(GaussianPair(MU), 2.0).epsilon(2e-6) == pytest.approx(2.2616, abs=1e-4)
    assert poisson_loss(GaussianPair(MU), 1.2).epsilon(2e-6) == pytest.approx(1.2365, abs=1e-4)


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_rényi_divergences_give_more_but_not_much(pair) -> None:
    for alpha in (1.2, 3.0):
        loss = poisson_loss(pair, alpha)
        for delta in (1e-3, 1e-6):
            exact = loss.epsilon(delta)
            assert loss.delta(exact)[0] <= delta and (exact == 0 or loss.delta(0.999 * exact)[0] > delta)
            assert exact <= poisson_curve(pair, alpha).epsilon(delta)[0] <= 1.6 * exact + 1e-6
    assert poisson_loss(pair, 2.0).epsilon(1.0) == 0.0


def test_no_delta_is_the_largest_loss() -> None:
    assert poisson_loss(PAIRS["two values"], 2.0).epsilon(0.0) == pytest.approx(4.0)
    assert poisson_loss(GaussianPair(0.1), 2.0).epsilon(0.0) == math.inf
    excluded = loss_pair(VIEWS["finite, some outputs excluded"][0], 0, 1)
    assert poisson_loss(excluded, 2.0).epsilon(0.3) == math.inf  # probability 0.3 of an output that x′ never gives
    assert math.isfinite(poisson_loss(excluded, 2.0).epsilon(0.31))


def test_composition_of_two_is_a_convolution() -> None:
    loss = poisson_loss(PAIRS["two values"], 2.0)
    twice = composed_epsilon([(loss, loss, 2)], 1e-3)
    # δ of two: the mean over the first loss of δ(ε − L₁), by simulation of the exact law on tables.
    channel = RandomizedResponseChannel(size=2, epsilon=1.0)
    view = simulated_view(channel, 0, 1, 2.0, tables=4000, candidates=128, seed=3)
    rng = np.random.default_rng(4)
    cumulative = np.cumsum(view.first, axis=1)
    losses = np.log(view.first / view.second)
    picks = [(cumulative < rng.random((4000, 1))).sum(axis=1).clip(0, 128) for _ in range(40)]
    sample = np.concatenate([losses[np.arange(4000), pick] for pick in picks])
    pairs = sample + rng.permutation(sample)
    values = np.maximum(-np.expm1(twice - pairs), 0.0)
    assert values.mean() == pytest.approx(1e-3, abs=6 * values.std() / math.sqrt(len(values)))


def test_a_hundred_chunks_evenly() -> None:
    """1.558 by Rényi divergences, 43.7 by the sum of Theorem 8."""
    loss = poisson_loss(GaussianPair(MU / 10), 2.0)
    assert composed_epsilon([(loss, loss, 100)], 2e-6) == pytest.approx(1.4332, abs=2e-3)


# --- Near α = 1 ------------------------------------------------------------------------------------------------------

NEAR = [
    GaussianPair(1.0),
    GaussianPair(4.0),
    LaplacePair(1.0),
    LaplacePair(5.0, 3),
    dominating_pair(1.0),
    dominating_pair(4.0),
]


@pytest.mark.parametrize("pair", NEAR, ids=str)
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 0.8, 2.0])
def test_next_to_one_the_decoder_learns_what_the_output_tells(pair: LossPair, epsilon: float) -> None:
    """δ_α(ε) is that of the output plus a multiple of α − 1: never less, and hardly more."""
    own = output_delta(pair, epsilon)
    slope = (float(poisson_loss(pair, 1 + 1e-4).delta(epsilon)[0]) - own) / 1e-4
    for excess in (1e-5, 1e-6, 1e-9, 1e-14):
        found = float(poisson_loss(pair, 1 + excess).delta(epsilon)[0])
        assert found >= own
        assert found - own == pytest.approx(slope * excess, rel=0.01, abs=1e-10)
