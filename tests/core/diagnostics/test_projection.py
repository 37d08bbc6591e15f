"""One coordinate of Laplace noise: its logarithm against the law and an integral; ratios of counts against the law."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.special import logsumexp

from ppr_core.diagnostics import LaplaceProjectionLaw, log_projected_laplace, log_share_ratios


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
