"""μ of noise whose loss grows without bound, against closed forms far out in the tails."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtri_exp
from scipy.stats import norm, skewnorm

from ppr_core.channels import ScalarNoiseChannel
from ppr_core.mechanism_analysis import additive_profile


def profile(law: str, shapes: tuple[float, ...] = (), norm_bound: float = 0.5) -> tuple[float, float]:
    found = additive_profile(ScalarNoiseChannel(law, shapes=shapes, norm_bound=norm_bound), [0.0], [0.5])
    return found.mu, found.mu_level


@pytest.mark.parametrize("law", ["gumbel_r", "gumbel_l", "loggamma", "moyal"])
def test_double_exponential_tails_are_as_weak_as_no_gaussian(law: str) -> None:
    """Gumbel's left tail T and T(z − s) = T(z)^(e^s) need √(2 ln 1/T)(e^{s/2} − 1), which has no end."""
    assert profile(law, (0.4,) if law == "loggamma" else ()) == (math.inf, 0.0)


@pytest.mark.parametrize(("power", "endless"), [(1.2, False), (1.8, False), (2.0, False), (2.02, True), (4.0, True)])
def test_powers_of_a_tail_below_and_above_two(power: float, endless: bool) -> None:
    mu, level = profile("gennorm", (power,))
    assert math.isinf(mu) == endless and level == 0
    if power == 2:  # normal of variance ½
        assert mu == pytest.approx(math.sqrt(2), abs=1e-5)


@pytest.mark.parametrize("norm_bound", [0.01, 0.5, 2.0])
def test_skew_normal_noise_needs_what_its_lighter_tail_needs(norm_bound: float) -> None:
    """Its left tail with shape a is that of a normal law of variance 1/(1 + a²), which μ = 2C√(1 + a²) approaches; at
    far smaller errors more is needed than at 10⁻⁹."""
    mu, level = profile("skewnorm", (3.0,), norm_bound)
    limit = 2 * norm_bound * math.sqrt(10)
    assert 0.995 * limit < mu < limit and 0 < level < 1e-300
    z = np.linspace(-7.0, -2.0, 5)  # T by the trapezoidal rule, up to 10⁻¹⁰⁰
    fine = np.linspace(-12.0 - 2 * norm_bound, 0.0, 400_001)
    density = np.exp(skewnorm.logpdf(fine, 3.0))
    masses = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(fine))])

    def log_tail(points: np.ndarray) -> np.ndarray:
        return np.log(np.interp(points, fine, masses))

    reached = ndtri_exp(log_tail(z)) - ndtri_exp(log_tail(z - 2 * norm_bound))
    assert np.all(reached < mu) and reached[0] > reached[-1]


def test_a_normal_tail_beside_a_heavier_one() -> None:
    """Of a normal law plus an exponential one the left tail is normal; the right one has a bounded loss."""
    mu, level = profile("exponnorm", (1.5,), norm_bound=2.0)
    assert 3.9 < mu < 4 and level < 1e-300


def test_bounded_losses_need_most_in_the_middle() -> None:
    """Laplace noise: a threshold half-way between the inputs has both errors at ½e^{−C}."""
    mu, level = profile("laplace")
    assert level == 0 and mu == pytest.approx(-2 * norm.ppf(0.5 * math.exp(-0.5)), abs=1e-4)


def test_noise_that_ends_excludes_inputs() -> None:
    assert profile("uniform") == (math.inf, 0.0) and profile("expon") == (math.inf, 0.0)
