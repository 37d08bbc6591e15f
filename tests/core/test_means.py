"""Means with their standard errors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.diagnostics import Mean, mean_and_error


def test_error_is_the_standard_error_of_the_mean() -> None:
    values = np.random.default_rng(5).gamma(2.0, size=37)
    found = Mean.of(values)
    assert (found.value, found.error) == mean_and_error(values)
    assert found.value == pytest.approx(math.fsum(values) / 37) and found.samples == 37
    assert found.error == pytest.approx(stats.sem(values), rel=1e-12)
    assert found.error != pytest.approx(stats.sem(values, ddof=0), rel=1e-3), "the population's deviation is too small"
