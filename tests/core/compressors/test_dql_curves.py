"""Mean lengths of dyadic quantized Laplace along its parameters, and the components of its error law."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from ppr_core.compressors import DyadicQuantizedLaplace
from ppr_core.compressors.dql_curves import bump, error_components, mean_lengths
from ppr_core.randomness import SharedRandomness

CODE = "signed_elias_gamma"


def test_mean_lengths_are_those_of_messages_and_fall_with_more_relaxation() -> None:
    quantizer, x, n = DyadicQuantizedLaplace(epsilon=2.0, nu=3.0), 0.7, 20_000
    found = mean_lengths(quantizer, x, CODE)
    rng = np.random.default_rng(1)
    for inputs, mean in ((np.full(n, x), found.at_x), (rng.uniform(-1.0, 1.0, n), found.uniform)):
        lengths = quantizer.encode(inputs, SharedRandomness(3), rng).lengths(CODE)
        error = lengths.std(ddof=1) / n**0.5
        assert abs(lengths.mean() - mean) < 4 * error < abs(lengths.mean() - mean - 0.2)  # a fifth of a bit is seen
    assert np.all(np.diff(found.along_nu.at_x) < 0) and np.all(np.diff(found.along_nu.uniform) < 0)
    assert np.all(np.diff(found.along_epsilon.uniform) > 0)
    place = 6
    other = DyadicQuantizedLaplace(epsilon=float(found.along_epsilon.values[place]), nu=3.0)
    assert found.along_epsilon.at_x[place] == other.expected_bits(x, CODE)


@pytest.mark.parametrize(("epsilon", "nu"), [(1.0, 2.0), (20.0, 1.5), (0.05, 80.0)])
def test_components_sum_to_the_laplace_density_and_each_has_its_weight(epsilon: float, nu: float) -> None:
    quantizer = DyadicQuantizedLaplace(epsilon=epsilon, nu=nu)
    found = error_components(quantizer, 0.3, 40.0 / epsilon)
    assert np.allclose(found.law, stats.laplace.pdf(found.z, 0.3, 1 / epsilon), rtol=1e-9)
    assert np.allclose(found.parts.sum(axis=0), found.law, rtol=1e-9, atol=1e-12 * epsilon)
    assert found.weights.sum() == pytest.approx(1.0) and np.all(found.parts >= 0)
    # A component is linear in parts: over all vertices of the coarsest the trapezoid rule is exact.
    z, steps = found.z - 0.3, quantizer.steps
    vertices = np.arange(-60, 61) * steps[0]
    places = np.searchsorted(z, vertices[np.abs(vertices) <= 40.0 / epsilon] - 1e-6 * steps[0])
    assert np.trapezoid(found.parts[0][places], z[places]) == pytest.approx(found.weights[0], rel=1e-6)


@pytest.mark.parametrize(("nu", "component", "x"), [(2.0, 0, 0.6), (2.0, 2, -3.1), (30.0, 0, 0.2)])
def test_noise_and_rounding_fill_a_component_and_noise_alone_does_not(nu: float, component: int, x: float) -> None:
    """z against the straight lines, chi-squared; false alarms 1 in 10 000, and the staircase is noticed."""
    quantizer, n = DyadicQuantizedLaplace(epsilon=1.0, nu=nu), 40_000
    found = bump(quantizer, x, component, 6.0, n, np.random.default_rng(5))
    density = quantizer.components.density(component, found.corners - x)
    assert np.allclose(found.heights, density)
    edges, middles = found.edges, (found.edges[1:] + found.edges[:-1]) / 2
    width = edges[1] - edges[0]
    # Of a function linear between corners, which are edges, the mean over a bin is its value in the middle.
    lines = np.interp(middles, found.corners, found.heights)
    places = np.abs(middles[:, None] - found.corners).argmin(axis=1)
    for expected, fits in ((lines, True), (found.heights[places], False)):
        seen = expected * width * n > 10
        squared = ((found.counted - expected)[seen] ** 2 * n * width / expected[seen]).sum()
        assert (stats.chi2.sf(squared, seen.sum()) > 1e-4) == fits
