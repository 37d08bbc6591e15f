"""The mean number of revealed arrivals, against its integral with 20 digits."""

from __future__ import annotations

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from ppr_core.compressors.revealed_mass import RevealedMass, revealed_mass

ALPHAS = [1.001, 1.02, 1.1, 1.5, 2.0, 2.5, 4.0, 50.0, 1e3, 1e6]
every_alpha = pytest.mark.parametrize("alpha", ALPHAS)

# ln(t/s) from where nothing is hidden to where all there is has been revealed, dense around t = s.
LOG_RATIOS = np.unique(np.concatenate([np.linspace(-3, 12, 31), np.linspace(-0.1, 0.1, 9), [20.0, 36.0, 60.0, 300.0]]))


def tolerance(alpha: float) -> float:
    """Absolute error for s = 1: a table's 10⁻¹³, or the rounding of numbers of size 1/(α − 1)."""
    return 3e-13 + 1e-14 / (alpha - 1)


def by_quadrature(alpha: float, log_ratio: float) -> mpmath.mpf:
    """∫₀ᵗ (1 − exp(−τ^{−α})) dτ for s = 1, in the variable ln τ, in pieces where the integrand changes."""
    with mpmath.workdps(20):
        a = mpmath.mpf(alpha)
        low, high = -mpmath.log(200) / a, mpmath.mpf(log_ratio)
        if high <= low:  # 1 − e^{−200} is one
            return mpmath.exp(high)
        high = min(high, 60 / (a - 1))  # the rest is below e^{−60}
        steps = [mpmath.log(u) / a for u in ("0.01", "0.1", "0.5", "2", "5", "12", "30", "80")]
        edges = sorted({low, high, *(-step for step in steps if low < -step < high)})
        total = mpmath.exp(low)
        for left, right in pairwise(edges):
            pieces = mpmath.linspace(left, right, int((right - left) * (a - 1) / 15) + 2)
            total += mpmath.quad(lambda x: -mpmath.exp(x) * mpmath.expm1(-mpmath.exp(-a * x)), pieces)
        return total


def closed_form(alpha: float, log_ratio: float) -> mpmath.mpf:
    """−t·expm1(−u) + Γ(1 − 1/α, u), u = t^{−α}, for s = 1."""
    with mpmath.workdps(40):
        t, a = mpmath.exp(mpmath.mpf(log_ratio)), mpmath.mpf(alpha)
        if -a * log_ratio > math.log(200):  # all but e^{−200} of the arrivals
            return t
        u = t**-a
        if a * log_ratio > 60:  # the leading term of what is missing; the next is smaller by the factor u
            return mpmath.gamma(1 - 1 / a) - u ** (1 - 1 / a) / (a - 1)
        return -t * mpmath.expm1(-u) + mpmath.gammainc(1 - 1 / a, u)


@pytest.mark.parametrize("alpha", [1.001, 1.02, 1.5, 2.0, 4.0, 1e3])
def test_against_quadrature(alpha: float) -> None:
    mass = RevealedMass(alpha)
    for log_ratio in (-2.0, -0.05, 0.0, 0.02, 0.7, 3.0, 12.0):
        exact = by_quadrature(alpha, log_ratio)
        assert abs(closed_form(alpha, log_ratio) - exact) < mpmath.mpf("1e-16") * (1 + exact)
        assert float(mass(0.0, log_ratio)) == pytest.approx(float(exact), abs=tolerance(alpha))


@every_alpha
def test_against_the_incomplete_gamma_function(alpha: float) -> None:
    found = RevealedMass(alpha)(0.0, LOG_RATIOS)
    exact = [float(closed_form(alpha, value)) for value in LOG_RATIOS.tolist()]
    assert np.abs(found - exact).max() < tolerance(alpha)


@every_alpha
def test_dense_grid_has_no_jumps(alpha: float) -> None:
    """Across all limits between series, table and asymptote: increasing, and never steeper than time itself."""
    span = 60 / alpha
    log_t = np.linspace(-span, span, 200_001)
    found = RevealedMass(alpha)(0.0, log_t)
    steps = np.diff(found)
    assert steps.min() > -2 * tolerance(alpha)
    assert np.all(steps <= np.diff(np.exp(log_t)) + 2 * tolerance(alpha))
    assert np.all(found <= np.exp(log_t) + tolerance(alpha))
    assert np.all(found <= RevealedMass(alpha).rate + tolerance(alpha))


@every_alpha
def test_rate_and_limits(alpha: float) -> None:
    mass = RevealedMass(alpha)
    assert mass.rate == pytest.approx(float(mpmath.gamma(1 - 1 / mpmath.mpf(alpha))), rel=1e-12)
    assert mass(0.0, np.array([-math.inf, math.inf])) == pytest.approx([0.0, mass.rate], abs=1e-12 * mass.rate)
    early = np.array([-700.0, -50.0, -10.0 - 5 / (alpha - 1)])
    assert mass(0.0, early) == pytest.approx(np.exp(early), rel=1e-12)


@every_alpha
def test_scale(alpha: float) -> None:
    """R_{cs}(ct) = c·R_s(t)."""
    mass = RevealedMass(alpha)
    log_t = np.linspace(-2, 5, 50)
    unit = mass(0.0, log_t)
    for shift in (-20.0, -1.3, 0.4, 9.0):
        # Differences of logarithms lose some ulps of the shift, times α in u.
        scale = math.exp(shift)
        assert mass(shift, log_t + shift) == pytest.approx(scale * unit, rel=1e-12, abs=scale * 1e-13)


def test_without_marks_everything_up_to_s_is_revealed() -> None:
    mass = RevealedMass(math.inf)
    assert mass.rate == 1.0
    assert mass(np.log(3.0), np.log([0.5, 2.9, 3.0, 3.1, 1e9])) == pytest.approx([0.5, 2.9, 3.0, 3.0, 3.0], rel=1e-15)
    assert mass(0.0, np.array([-math.inf, math.inf])).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("alpha", [1.02, 2.0, math.inf])
def test_arguments_broadcast(alpha: float) -> None:
    mass = RevealedMass(alpha)
    log_s, log_t = np.linspace(-1, 2, 4), np.linspace(-3, 5, 7)
    table = mass(log_s[:, None], log_t)
    assert table.shape == (4, 7)
    for i, j in ((0, 0), (1, 3), (3, 6)):
        single = mass(float(log_s[i]), float(log_t[j]))
        assert np.ndim(single) == 0
        assert single == table[i, j]
    assert mass(np.zeros((0, 1)), np.zeros((0, 3))).shape == (0, 3)
    before = log_t.copy()
    mass(0.0, log_t)
    assert np.array_equal(log_t, before)


def test_masses_are_made_once() -> None:
    assert revealed_mass(2.0) is revealed_mass(2.0)
    assert revealed_mass(2.0).alpha == 2.0
