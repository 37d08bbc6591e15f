"""The minimum-variance unbiased mechanism: its constraints, its optimum, and what it sends."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.compressors import MinimumVarianceUnbiased
from ppr_core.compressors.unbiased_programme import UnbiasedProgramme
from ppr_core.randomness import SharedRandomness

CASES = [
    (0.5, 3, 8, "metric"),
    (5.0, 5, 16, "metric"),
    (11.0, 5, 16, "metric"),
    (1.0, 4, 8, "local"),
    (8.0, 4, 8, "local"),
]


@pytest.mark.parametrize(("epsilon", "bits", "points", "notion"), CASES)
def test_constraints(epsilon: float, bits: int, points: int, notion: str) -> None:
    """Unbiased within 1e−8 and ε within 1e−9, at the points and between them."""
    mechanism = MinimumVarianceUnbiased(epsilon=epsilon, output_bits=bits, input_points=points, notion=notion)
    x = np.linspace(-1.0, 1.0, 10 * (points - 1) + 1)
    law = np.exp(
        [
            mechanism.log_likelihood(value, np.arange(-(2 ** (bits - 1)), 2 ** (bits - 1)), np.empty((0, 0)))
            for value in x
        ]
    )
    assert np.abs(law @ mechanism.values - x).max() < 1e-8
    assert np.abs(law.sum(axis=1) - 1.0).max() < 1e-12
    used = law[:, law.max(axis=0) > 1e-100]
    if notion == "metric":
        slope = np.abs(np.diff(np.log(used), axis=0)).max() / (x[1] - x[0])
        steepest = (np.exp(np.abs(np.diff(np.log(used[::10]), axis=0)).max()) - 1) / (x[10] - x[0])
        assert slope <= epsilon * (1 + 1e-9) and steepest <= epsilon * (1 + 1e-9)
        assert steepest >= epsilon * (1 - 1e-6)
    else:
        loss = (np.log(used.max(axis=0)) - np.log(used.min(axis=0))).max()
        assert epsilon * (1 - 1e-6) <= loss <= epsilon * (1 + 1e-9)
    nodes = (x[1:] + x[:-1]) / 2
    assert mechanism.mean_squared_error == pytest.approx(
        np.mean([mechanism.squared_error(value) for value in nodes]), rel=1e-2
    )


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_two_outputs_in_closed_form(epsilon: float) -> None:
    """One bit: z = ±a, so the error is a² − 1/3; a = coth(ε/2) is randomized response, and 1 + 1/ε for the metric."""
    for notion, least in (("local", 1 / math.tanh(epsilon / 2)), ("metric", 1 + 1 / epsilon)):
        found = MinimumVarianceUnbiased(epsilon=epsilon, output_bits=1, input_points=4, notion=notion)
        assert least * (1 - 1e-9) <= found.half_width <= least * 1.002
        assert found.mean_squared_error == pytest.approx(least**2 - 1 / 3, rel=5e-3)
        with pytest.raises(ValueError, match="half_width must be wide enough"):
            MinimumVarianceUnbiased(
                epsilon=epsilon, output_bits=1, input_points=4, notion=notion, half_width=0.99 * least
            )


def test_search_finds_a_minimum_and_more_bits_do_not_hurt() -> None:
    def error(bits: int, half_width: float | None = None) -> float:
        fields = {"epsilon": 3.0, "output_bits": bits, "input_points": 8}
        return MinimumVarianceUnbiased(**fields, half_width=half_width).mean_squared_error

    best = MinimumVarianceUnbiased(epsilon=3.0, output_bits=3, input_points=8)
    with pytest.raises(ValueError, match="half_width must be wide enough"):
        error(3, best.half_width * 0.97)
    for factor in (1.01, 1.03, 1.2):
        assert error(3, best.half_width * factor) >= best.mean_squared_error * (1 - 1e-4)
    assert error(1) > best.mean_squared_error > error(5)


def test_programme_is_optimal_among_asymmetric_solutions() -> None:
    """Mixing with any other feasible matrix, here the one for a smaller ε, is no better."""
    programme = UnbiasedProgramme(epsilon=2.0, notion="metric", points=6, outputs=4)
    smaller = UnbiasedProgramme(epsilon=1.5, notion="metric", points=6, outputs=4)
    width = 1.9
    squares = (width * programme.outputs) ** 2
    assert (
        programme.input_weights @ programme.solve(width) @ squares
        < smaller.input_weights @ smaller.solve(width) @ squares
    )


def test_samples_follow_the_matrix() -> None:
    mechanism = MinimumVarianceUnbiased(epsilon=2.0, output_bits=3, input_points=8)
    shared, x = SharedRandomness(0), np.full(100_000, 0.41)
    z = mechanism.decode(mechanism.encode(x, shared, np.random.default_rng(1)), shared)
    assert abs(z.mean() - 0.41) < 4.5 * z.std() / math.sqrt(len(z))
    error = (z - 0.41) ** 2
    assert abs(error.mean() - mechanism.squared_error(0.41)) < 4.5 * error.std() / math.sqrt(len(z))
    with pytest.raises(ValueError, match=r"x must be in \[−1, 1\]; got 1.5"):
        mechanism.encode([0.1, 1.5], shared, np.random.default_rng(0))
