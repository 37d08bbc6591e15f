"""Estimates: intervals that hold the truth as often as they say, the likeliest shares, posteriors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize

from ppr_core.classroom import Question, Settings, estimate, likely_shares, posterior, schemes_for, survey
from ppr_core.classroom.estimates import _smoothed

CLASSES = 3000
SHORTFALL = 0.03  # by how much the coverage of 95 % may miss it in a class of 40; its standard error is 0.004


def votes_of(found, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Votes of CLASSES classes with these counts, by the stated chances: (classes, k)."""
    others = truth.sum() - truth
    return rng.binomial(truth, found.own, (CLASSES, len(truth))) + rng.binomial(
        others, found.other, (CLASSES, len(truth))
    )


@pytest.mark.parametrize("scheme", schemes_for("categories"))
@pytest.mark.parametrize("epsilon", [0.5, 3.0])
def test_intervals_of_shares_hold_the_truth(scheme: str, epsilon: float, rng: np.random.Generator) -> None:
    question = Question(kind="categories", text="?", labels=("a", "b", "c", "d"))
    found, truth = survey(question, Settings(scheme=scheme, epsilon=epsilon)), np.array([24, 12, 4, 0])
    held = np.zeros((CLASSES, 4), dtype=bool)
    value = np.zeros((CLASSES, 4))
    for place, votes in enumerate(votes_of(found, truth, rng)):
        reports = (np.arange(40)[:, None] < votes).astype(np.int8)
        one = estimate(found, reports)
        low, high = one.within(0.0, 1.0)
        held[place] = (low <= truth / 40) & (truth / 40 <= high)
        value[place] = one.value
    assert np.all(held.mean(axis=0) > 0.95 - SHORTFALL)
    # Unbiased, and of the variance that the docstring states.
    gap = found.own - found.other
    spread = found.other * (1 - found.other) / gap**2 / 40 + truth / 40 * (1 - found.own - found.other) / gap / 40
    np.testing.assert_allclose(value.mean(axis=0), truth / 40, atol=5 * math.sqrt(spread.max() / CLASSES))
    np.testing.assert_allclose(value.var(axis=0), spread, rtol=0.15)


@pytest.mark.parametrize("count", [5, 40])
@pytest.mark.parametrize("scheme", ["laplace", "dyadic"])
def test_intervals_of_means_hold_the_truth(scheme: str, count: int, rng: np.random.Generator) -> None:
    found = survey(Question(kind="number", text="?", low=0.0, high=10.0), Settings(scheme=scheme, epsilon=2.0))
    z = 4.0 + rng.laplace(scale=5.0, size=(CLASSES, count))
    intervals = [(one.low[0], one.high[0]) for one in (estimate(found, row) for row in z[:600])]
    held = np.mean([low <= 4.0 <= high for low, high in intervals])
    assert abs(held - 0.95) < 0.03  # standard error 0.009
    narrow = np.mean([abs((low + high) / 2 - 4.0) <= (high - low) / 3 for low, high in intervals])
    assert narrow < 0.92  # two thirds of the width would be noticed


def test_likely_shares_are_the_maximum(rng: np.random.Generator) -> None:
    likelihood = rng.random((60, 3)) ** 3
    shares = likely_shares(np.log(likelihood))
    logits = lambda t: np.exp([*t, 0.0]) / np.exp([*t, 0.0]).sum()  # noqa: E731
    best = optimize.minimize(lambda t: -np.log(likelihood @ logits(t)).sum(), [0.0, 0.0], tol=1e-12)
    np.testing.assert_allclose(shares, logits(best.x), atol=2e-4)
    assert np.log(likelihood @ shares).sum() >= -best.fun - 1e-6


def test_randomized_response_within_the_simplex_is_the_unbiased_estimate() -> None:
    question = Question(kind="yes_no", text="?")
    found = survey(question, Settings(scheme="randomized_response", epsilon=1.0))
    reports = np.eye(2, dtype=np.int8)[[0] * 6 + [1] * 4]
    one = estimate(found, reports)
    np.testing.assert_allclose(one.likely, one.value, atol=1e-4)
    far = estimate(found, np.eye(2, dtype=np.int8)[[0] * 10])
    np.testing.assert_allclose(far.likely, [1.0, 0.0], atol=1e-3)
    assert far.value[1] < 0 <= far.within(0.0, 1.0)[0].min()
    assert far.prior is not None and far.prior.min() > 0.05 and far.prior.sum() == pytest.approx(1.0)
    assert estimate(found, reports[:9]).prior is None


@pytest.mark.parametrize("axes", [1, 2])
def test_smoothing_keeps_the_total_and_spreads_to_neighbours(axes: int) -> None:
    side = 5
    shares = np.zeros((side,) * axes)
    shares[(0,) * axes] = 1.0
    spread = _smoothed(shares.ravel(), axes).reshape(shares.shape)
    assert spread.sum() == pytest.approx(1.0) and spread[(0,) * axes] == pytest.approx(0.75**axes)
    assert spread[(1,) * axes] == pytest.approx(0.25**axes) and spread[(2,) * axes] == 0


def test_a_posterior_is_bounded_by_the_loss(rng: np.random.Generator) -> None:
    question = Question(kind="categories", text="?", labels=tuple("abcdef"))
    for scheme in schemes_for("categories"):
        found = survey(question, Settings(scheme=scheme, epsilon=1.5))
        words = found.encode(rng.integers(6, size=200), np.arange(200), 5, rng)
        logs = found.log_likelihood(found.reports(words, np.arange(200), 5))
        told = np.array([posterior(row) for row in logs])
        np.testing.assert_allclose(told.sum(axis=1), 1.0)
        odds = told.max(axis=1) / told.min(axis=1)
        assert odds.max() <= math.exp(found.odds()[0]) * (1 + 1e-12)
        assert odds.max() >= math.exp(0.95 * found.odds()[0])  # and the bound is no looser than it needs to be
    prior = np.array([0.5, 0.5, 0, 0, 0, 0])
    assert posterior(logs[0], prior)[2:].sum() == 0
