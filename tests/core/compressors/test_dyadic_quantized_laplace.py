"""The dyadic decomposition against the paper's formulas, and the quantizer at its extremes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import integrate

from ppr_core.codes import code_from_name
from ppr_core.compressors import DyadicComponents, DyadicQuantizedLaplace, PiecewiseLinearQuantizer, QuantizedMessages
from ppr_core.compressors.quantizer import nearest
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(11)
NUS = (1.05, 1.5, 4.0, 30.0)
relaxations = pytest.mark.parametrize("nu", NUS)


def interpolated(step: float, y: np.ndarray) -> np.ndarray:
    """f_δ: e^{−|y|}/(2c(δ)) at the multiples of δ, lines between them."""
    c = step * (1 + math.exp(-step)) / (2 * (1 - math.exp(-step)))
    low = np.floor(np.abs(y) / step)
    part = np.abs(y) / step - low
    return ((1 - part) * np.exp(-low * step) + part * np.exp(-(low + 1) * step)) / (2 * c)


def ratio(step: float, nu: float) -> float:
    """ρ(δ) in the paper's form, for steps that are not small."""
    e = math.exp(-step)
    return (4 - 4 * (nu * step + 1) * e) / ((1 + e) ** 2 * (2 / (1 + e * e) - nu * step - 1))


@relaxations
def test_mixture_equals_the_laplace_density(nu: float) -> None:
    components = DyadicComponents(nu=nu)
    y = np.linspace(-30.0, 30.0, 4001)
    mixture = sum(w * components.density(t, y) for t, w in enumerate(components.weights))
    assert np.abs(mixture - np.exp(-np.abs(y)) / 2).max() < 1e-10
    assert abs(components.weights.sum() - 1.0) < 1e-12 and components.weights.min() > 0


def test_without_the_first_component_the_mixture_is_something_else() -> None:
    components = DyadicComponents(nu=4.0)
    y = np.linspace(-5.0, 5.0, 101)
    mixture = sum(w * components.density(t, y) for t, w in enumerate(components.weights) if t)
    assert np.abs(mixture / (1 - components.weights[0]) - np.exp(-np.abs(y)) / 2).max() > 1e-2


@relaxations
def test_components_are_those_of_the_paper(nu: float) -> None:
    """δ_0 solves e^δ = νδ + 1; g_t and P(T <= t) from f and ρ in their printed form."""
    components = DyadicComponents(nu=nu)
    first = components.steps[0]
    assert math.isclose(math.exp(first), nu * first + 1, rel_tol=1e-13)
    rho = [ratio(step, nu) for step in components.steps[:14]]
    assert abs(rho[0]) < 1e-11
    y = np.linspace(-4.0, 4.0, 801)
    for t in range(5):
        step = components.steps[t]
        g = (interpolated(step, y) - rho[t] * interpolated(2 * step, y)) / (1 - rho[t])
        assert np.abs(components.density(t, y) - g).max() < 1e-9 * g.max()
        below = components.weights[: t + 1].sum()
        following = components.weights[: t + 9].sum()
        assert math.isclose(below / following, math.prod(rho[t + 1 : t + 9]), rel_tol=1e-9)


@pytest.mark.parametrize("nu", [1.000001, 1.01, *NUS, 100.0, 1e6])
def test_every_component_is_as_steep_as_its_relaxation(nu: float) -> None:
    """The slope of ln g_t: at most ν, and ν at the lower end of its steepest piece, for every t down to 2⁻⁵³."""
    components = DyadicComponents(nu=nu)
    y = np.arange(0.0, 6.0, 0.125)[:, None]
    logs = components.noise.log_probability(y)
    slopes = np.abs(np.diff(logs, axis=0)) / (0.125 * components.steps)
    rounding = 1e-13 / components.steps  # of a difference of logarithms
    assert np.all(slopes <= nu * (1 + 1e-9) + rounding)
    lowest = components.noise.probability(1) / components.noise.probability(0)
    assert np.all(np.abs((1 / lowest - 1) / components.steps - nu) <= 1e-9 * nu + rounding)


@relaxations
def test_decoder_likelihood_is_lipschitz(nu: float) -> None:
    """ln P(M = m | x, T, U) over a fine grid of x, for what was really sent: slope ν and no more."""
    quantizer = DyadicQuantizedLaplace(epsilon=0.8, nu=nu)
    messages = quantizer.encode(np.zeros(300), SHARED, np.random.default_rng(1))
    rows = quantizer.shared_rows(SHARED, messages.tables)
    x = np.linspace(-4.0, 4.0, 8001)[:, None]
    logs = quantizer.log_likelihood(x, messages.integers[:, 0], rows)
    slopes = np.abs(np.diff(logs, axis=0)) / (x[1] - x[0])
    assert slopes.max() <= nu * 0.8 * (1 + 1e-9)
    assert slopes.max() >= nu * 0.8 * 0.97
    # What the database sees is less: the density of z is the Laplace law's.
    density = quantizer.log_output(x, 0.25)
    assert np.allclose(density, math.log(0.4) - 0.8 * np.abs(0.25 - x), atol=1e-10)


def test_a_larger_step_is_steeper_than_allowed() -> None:
    """The bound has teeth: f_δ with a step beyond δ_0 exceeds ν."""
    first = DyadicComponents(nu=3.0).steps[0]
    for stretch, allowed in ((1.0, True), (1.2, False)):
        quantizer = PiecewiseLinearQuantizer(epsilon=1.0, step=stretch * first)
        x = np.linspace(-4.0, 4.0, 80_001)
        logs = quantizer.log_likelihood(x, 0, quantizer.shared_rows(SHARED, np.zeros(1, dtype=int)))
        slope = np.abs(np.diff(logs)).max() / (x[1] - x[0])
        assert (slope <= 3.0 * (1 + 1e-9)) == allowed
        assert slope == pytest.approx(quantizer.privacy()[1].epsilon, rel=1e-3)


def test_expected_bits_against_enumeration() -> None:
    """Sum over T and M and an integral over U, by quadrature."""
    quantizer = DyadicQuantizedLaplace(epsilon=1.1, nu=5.0)
    code, x = code_from_name("signed_elias_gamma"), 0.6
    integers = np.arange(-3000, 3001)
    lengths = code.lengths(integers)
    total, mass = 0.0, 0.0
    for t, weight in enumerate(quantizer.weights[:8]):
        row = np.array([[(np.append(1.0, quantizer.components.tail)[t : t + 2]).mean(), 0.5]])

        def conditional(u: float, row: np.ndarray = row) -> float:
            row[0, 1] = u
            return float(lengths @ np.exp(quantizer.log_likelihood(x, integers, row)))

        kinks = (x / quantizer.steps[t] + 0.5) % 1.0
        bits = integrate.quad(conditional, 0.0, 1.0, points=[kinks], epsabs=1e-10)[0]
        noise, place = quantizer.noise(t), x / quantizer.steps[t]
        edges = 2.0 ** np.arange(20) - 0.5
        closed = 1.0 + 2.0 * np.sum(noise.survival(edges - place) + noise.survival(edges + place))
        assert bits == pytest.approx(closed, abs=1e-7)
        total, mass = total + weight * bits, mass + weight
    assert total < quantizer.expected_bits(x) < total + (1 - mass) * 60


@pytest.mark.parametrize("nu", [1.01, 100.0])
@pytest.mark.parametrize("epsilon", [1e-3, 1e3])
def test_extremes(nu: float, epsilon: float) -> None:
    """No warning (warnings are errors), no overflow, and errors of the right size, also of huge and tiny inputs."""
    quantizer = DyadicQuantizedLaplace(epsilon=epsilon, nu=nu)
    x = np.array([1e9, -1e9, 0.0, 1e-9, -123.456])
    with np.errstate(all="raise", under="ignore"):
        messages = quantizer.encode(np.tile(x, 200), SHARED, np.random.default_rng(2))
        stream = messages.to_bytes("signed_elias_delta")
        z = quantizer.decode(QuantizedMessages.from_bytes(stream, "signed_elias_delta"), SHARED)
        error = (z - np.tile(x, 200)) * epsilon
        assert abs(np.abs(error).mean() - 1.0) < 5 / math.sqrt(1000)
        rows = quantizer.shared_rows(SHARED, messages.tables)
        logs = quantizer.log_likelihood(np.tile(x, 200), messages.integers[:, 0], rows)
        assert np.all(np.isfinite(logs)) and logs.max() <= 0
        assert np.isfinite(quantizer.log_output(0.0, x)).all()
        for radius in (1e-6, 1.0, 1e9):
            assert 1.0 < quantizer.mean_bits(radius) < 200.0
            assert quantizer.mean_bits(radius) <= quantizer.expected_bits(radius) + 1e-6
        for value in x:
            assert 1.0 < quantizer.expected_bits(value) < 200.0


def test_rare_components_and_large_integers() -> None:
    """T near its end, where the step is 2⁻⁵⁰ δ_0: integers beyond 63 bits, and z keeps the input's precision."""
    quantizer = DyadicQuantizedLaplace(epsilon=1e3, nu=1.01)
    rows = np.column_stack([np.full(4, 2.0**-53), np.linspace(0.1, 0.9, 4)])
    x = np.array([1e9, -1e9, 1.0, 0.0])
    integers = quantizer._quantize(x, rows, np.random.default_rng(3))
    assert integers.dtype == object and abs(integers[0]) > 2**63
    assert np.abs(quantizer._reconstruct(integers, rows) - x).max() < 0.05
    assert quantizer.chosen(rows).max() == len(quantizer.weights) - 1


def test_rounding_keeps_the_fraction() -> None:
    position = np.array([2.0**52 + 1.0, 0.4, -0.6, 1e18])
    found = nearest(position, np.array([1.0, 2.0**40, 0.0, 3.0]), np.array([0.7, 0.3, 0.2, 0.6]))
    assert found.tolist() == [2**52 + 3, 2**40 + 1, 0, 10**18 + 4]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"epsilon": 0.0, "nu": 2.0}, "epsilon must be a number above 0; got 0."),
        ({"epsilon": 1.0, "nu": 1.0}, "nu must be a number at least 1.000001 and at most 1e+06; got 1."),
    ],
)
def test_wrong_parameters_are_refused(fields: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        DyadicQuantizedLaplace(**fields)
    assert str(caught.value).startswith(message[:30])
