"""One coordinate of Laplace noise: its logarithm against the law and an integral; ratios of counts against the law."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.special import logsumexp

from ppr_core.diagnostics import LaplaceProjectionLaw, log_projected_laplace, log_share_ratios
from ppr_core.diagnostics.projection import laplace_strips


def test_it_is_the_law_of_one_coordinate():
    u = np.linspace(-6, 6, 13)
    for dimension in (2, 3, 7):
        law = np.log(LaplaceProjectionLaw(dimension=dimension).density(u))
        gap = log_projected_laplace(dimension, u) - law
        assert np.ptp(gap) < 1e-6


@pytest.mark.parametrize("dimension", [2, 199, 503, 4000])
def test_projected_density_of_large_dimensions_stays_finite(dimension: int) -> None:
    """Against 2 K_ν(u) = ∫ e^{νt − u cosh t} dt; the function itself is beyond the floats from about d = 200 on."""
    t, step = np.linspace(-40.0, 40.0, 200_001, retstep=True)
    for u in (1e-6, 0.3, 9.0, 80.0, 1500.0):
        exact = dimension / 2 * math.log(u) + logsumexp(dimension / 2 * t - u * np.cosh(t)) + math.log(step / 2)
        assert log_projected_laplace(dimension, np.array([u]))[0] == pytest.approx(exact, rel=1e-9, abs=1e-6)


def test_share_ratios_follow_the_law_and_a_shift_is_noticed():
    """Two normal samples: Σ of squared gaps is χ²; without the shift between them it is far beyond."""
    rng, edges = np.random.default_rng(3), np.linspace(-1.5, 2.5, 9)
    first, second = rng.normal(0.0, 1.0, 20_000), rng.normal(0.5, 1.0, 20_000)
    ratio, error = log_share_ratios(first, second, edges)
    law = np.log(np.diff(stats.norm.cdf(edges)) / np.diff(stats.norm.cdf(edges, 0.5)))
    limit = stats.chi2.isf(1e-4, 8)
    assert np.sum(((ratio - law) / error) ** 2) < limit < np.sum((ratio / error) ** 2)
    rare, _ = log_share_ratios(first, second, np.array([-9.0, -6.0, 9.0]))
    assert np.isnan(rare[0]) and rare[1] == 0.0


def test_strips_hold_the_ratio_of_the_laws_and_its_limit() -> None:
    """Without reports the ratio of two points of the line; with them χ² of the gaps, which wrong inputs fail."""
    x, other, epsilon, d = 0.5, -1.0, 2.0, 3
    bare = laplace_strips(d, epsilon, x, other)
    assert bare.limit == pytest.approx(3.0) and np.isnan(bare.measured).all()
    assert bare.law[0] == pytest.approx(-3.0) and bare.law[-1] == pytest.approx(3.0)
    laws = [LaplaceProjectionLaw(dimension=d, scale=1 / epsilon, location=place) for place in (x, other)]
    rng, n = np.random.default_rng(4), 20_000
    noise = [np.sqrt(2 * rng.gamma((d + 1) / 2, size=n)) * rng.standard_normal(n) / epsilon for _ in laws]
    found = laplace_strips(d, epsilon, x, other, x + noise[0], other + noise[1])
    width = found.centre[1] - found.centre[0]
    edges = np.append(found.centre - width / 2, found.centre[-1] + width / 2)
    exact = np.log(np.diff(laws[0].distribution(edges))) - np.log(np.diff(laws[1].distribution(edges)))
    there = ~np.isnan(found.measured)
    limit = stats.chi2.isf(1e-4, there.sum())
    gaps, wrong = ((found.measured - sign * exact) / found.error for sign in (1, -1))
    assert there.sum() > 5 and np.sum(gaps[there] ** 2) < limit < np.sum(wrong[there] ** 2)
