"""Numbers on CSGM and on the gain of PPR over it that Liu, Chen, Özgür, Li (NeurIPS 2024), Section 7 print.

The noise of CSGM is recomputed here from the binomial expansion of its Rényi divergence, without the accountant.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy import optimize, special

from ppr_core.estimation.mean.paper import csgm_error, ppr_error

if TYPE_CHECKING:
    from tests.paper.conftest import Row

CLIENTS, DIMENSION, DELTA = 500, 1000, 1e-6


def csgm_epsilon(noise: float, share: float) -> float:
    """d sampled Gaussian sums at integer orders γ: D_γ = ln Σ_k C(γ, k)(1−q)^{γ−k} q^k e^{k(k−1)/(2z²)} / (γ−1)."""
    z = noise * CLIENTS * share
    found = []
    for order in (*range(2, 129), 256):
        k = np.arange(order + 1)
        log_binomial = special.gammaln(order + 1) - special.gammaln(k + 1) - special.gammaln(order - k + 1)
        terms = log_binomial + (order - k) * math.log1p(-share) + k * math.log(share) + k * (k - 1) / (2 * z * z)
        divergence = DIMENSION * special.logsumexp(terms) / (order - 1)
        found.append(divergence + math.log1p(-1 / order) - math.log(DELTA * order) / (order - 1))
    return min(found)


def independent_csgm_error(epsilon: float, bits: int) -> float:
    share = bits / DIMENSION
    noise = optimize.brentq(lambda s: csgm_epsilon(s, share) - epsilon, 0.01, 10.0, xtol=1e-12)
    return (1 - share) / (CLIENTS * share) + noise**2


@pytest.mark.reproduces("ppr.section7.csgm_eps_1")
def test_csgm_error_at_one(printed: Row):
    printed.check(csgm_error(1.0, 50))
    assert csgm_error(1.0, 50) == pytest.approx(independent_csgm_error(1.0, 50), rel=1e-7)


@pytest.mark.reproduces("ppr.section7.csgm_eps_0.5")
def test_csgm_error_at_half(printed: Row):
    printed.check(csgm_error(0.5, 25))
    assert csgm_error(0.5, 25) == pytest.approx(independent_csgm_error(0.5, 25), rel=1e-7)


@pytest.mark.reproduces("ppr.section7.reduction_eps_1")
def test_reduction_at_one(printed: Row):
    printed.check(100 * (1 - ppr_error(1.0, 50) / csgm_error(1.0, 50)))
    quoted = 100 * (1 - 0.08173 / 0.1231)
    assert quoted == pytest.approx(printed.value, abs=printed.tolerance)


@pytest.mark.reproduces("ppr.section7.reduction_eps_0.5")
def test_reduction_at_half(printed: Row):
    printed.check(100 * (1 - ppr_error(0.5, 25) / csgm_error(0.5, 25)))
    quoted = 100 * (1 - 0.3011 / 0.3877)
    assert quoted == pytest.approx(printed.value, abs=0.011)  # errors rounded to four digits
