"""The information of list and index about a weak shift: against simulated times, its limits, a must-fail."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.decoder_privacy import weak_shift_share

SEQUENCES, CANDIDATES = 20_000, 100


@pytest.mark.parametrize("alpha", [2.0, 4.0])
def test_simulated_times_say_the_same(alpha: float) -> None:
    """E p_j p_k of two halves, so that squares are unbiased; what comes late adds less than 0.002."""
    rng = np.random.default_rng(3)
    halves = []
    for _ in range(2):
        weight = np.cumsum(rng.standard_exponential((SEQUENCES, CANDIDATES)), axis=1) ** -alpha
        weight /= weight.sum(axis=1, keepdims=True)
        halves.append((weight.T @ weight / SEQUENCES, weight.mean(axis=0)))
    chance = (halves[0][1] + halves[1][1]) / 2
    found = 2 - alpha + alpha * float((halves[0][0] * halves[1][0] / chance).sum())
    assert weak_shift_share(alpha) == pytest.approx(found, abs=0.015)
    assert found < 0.95, "must fail: list and index do not tell what the times tell"


def test_limits() -> None:
    shares = [weak_shift_share(alpha) for alpha in (1.05, 1.5, 2.0, 5.0, 100.0, 1000.0)]
    assert shares == sorted(shares, reverse=True) and 0.97 < shares[0] < 1
    assert shares[-1] == pytest.approx(1 / (2 * math.log(2)), abs=1e-3)
