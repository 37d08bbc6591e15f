"""Means over the next point in order of time: as a recursion along a grid, and as matrices."""

from __future__ import annotations

import numpy as np
import pytest

from ppr_core.accounting.order_statistics import smoothed, smoothing, smoothing_matrices


@pytest.mark.parametrize("size", [9, 40])
def test_matrices_are_the_recursion(size: int) -> None:
    rules = zip(*smoothing(30, 0.2), strict=True)
    recursion = np.array([smoothed(np.eye(size), *rule) for rule in rules])
    matrices = smoothing_matrices(30, 0.2, size)
    np.testing.assert_allclose(matrices, recursion, atol=1e-12)
    assert np.abs(matrices[1:] - recursion[:-1]).max() > 0.01  # must fail: one point fewer


def test_points_behind_alone_need_nothing_ahead() -> None:
    """E f(x − v), v ~ Exp(k), of a polynomial right of the grid's end; left of it f stays what it is."""
    step, size, taps = 0.1, 60, np.arange(5)
    x = step * np.arange(size)
    matrices = smoothing_matrices(12, step, size, taps)
    for k in (8, 12):
        wanted = x**2 - 2 * x / k + 2 / k**2
        np.testing.assert_allclose((x**2 @ matrices[k - 1])[40:], wanted[40:], atol=1e-9)
    np.testing.assert_allclose(matrices.sum(axis=1), 1.0)
