"""Capacity and proposals against closed forms and an independent optimiser."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from ppr_core.channels import FiniteChannel, RandomizedResponseChannel
from ppr_core.mechanism_analysis import best_proposal, capacity, mutual_information_bits, proposal_curve

MATRIX = np.random.default_rng(3).dirichlet(np.full(5, 0.6), 4)


def entropy(p: float) -> float:
    return -p * math.log2(p) - (1 - p) * math.log2(1 - p)


def test_known_capacities() -> None:
    same = math.e / (math.e + 1)
    assert capacity(RandomizedResponseChannel(size=2, epsilon=1.0).matrix).bits == pytest.approx(1 - entropy(same))
    erasure = [[0.7, 0.3, 0.0], [0.0, 0.3, 0.7]]
    assert capacity(erasure).bits == pytest.approx(0.7, abs=1e-6)
    z_channel = [[1.0, 0.0], [0.5, 0.5]]
    assert capacity(z_channel).bits == pytest.approx(math.log2(5 / 4), abs=1e-6)
    noiseless = np.eye(7)
    assert capacity(noiseless).bits == pytest.approx(math.log2(7))
    assert mutual_information_bits(erasure) == pytest.approx(0.7)


def test_capacity_is_the_least_worst_divergence() -> None:
    found = capacity(MATRIX)
    assert found.upper - found.bits <= 1e-6
    assert mutual_information_bits(MATRIX, found.prior) == pytest.approx(found.bits)
    assert mutual_information_bits(MATRIX) < found.bits
    assert best_proposal(MATRIX).worst_bits == pytest.approx(found.bits, abs=1e-5)


def test_proposals_along_the_curve_are_the_best_with_their_ratio() -> None:
    curve = proposal_curve(MATRIX, 6)
    ratios, worst = np.array([one.ratio for one in curve]), np.array([one.worst_bits for one in curve])
    assert (
        ratios[0]
        == pytest.approx(MATRIX.max(axis=0).sum())
        == pytest.approx(math.exp(FiniteChannel(MATRIX).log_ratio_bound()))
    )
    assert np.all(np.diff(ratios) > 0) and np.all(np.diff(worst) <= 1e-9)
    assert all(one.worst_bits - one.least_bits <= 1e-5 for one in curve)
    limit = float(ratios[2])
    peak = MATRIX.max(axis=0)

    def cost(parts: np.ndarray) -> float:
        q = peak / limit + np.exp(parts) / np.exp(parts).sum() * (1 - peak.sum() / limit)
        each = (MATRIX * np.log2(MATRIX / q)).sum(axis=1)
        return float(np.logaddexp.reduce(2000 * each) / 2000)

    found = minimize(cost, np.zeros(5), method="Nelder-Mead", options={"maxiter": 8000, "fatol": 1e-10, "xatol": 1e-8})
    assert curve[2].worst_bits == pytest.approx(found.fun, abs=2e-3)
    assert curve[2].worst_bits <= found.fun + 1e-4


def test_too_small_a_ratio_is_refused() -> None:
    with pytest.raises(ValueError, match="ratio_limit must be at least"):
        best_proposal(MATRIX, 1.01)


@pytest.mark.parametrize("least", [5e-324, 1e-310, 1e-205, 1e-150])
def test_the_smallest_of_numbers_changes_nothing(least: float) -> None:
    rows = np.array([[0.5, 0.5, 0.0], [0.2, 0.8, 0.0]])
    nearly = rows.copy()
    nearly[0, 2] = least
    found = capacity(nearly)
    assert found.bits == pytest.approx(capacity(rows).bits, abs=1e-9) and found.upper - found.bits < 1e-6
    assert mutual_information_bits(nearly) == pytest.approx(mutual_information_bits(rows), abs=1e-12)
