"""Additive noise of any law: r*, ε and the staircase against closed forms, and laws that are refused."""

from __future__ import annotations

import itertools
import math
from contextlib import suppress

import numpy as np
import pytest
from scipy import integrate, stats

from ppr_core.channels import LaplaceChannel, ScalarNoiseChannel
from ppr_core.channels.noise_laws import fast_law, noise_law, noise_laws, shape_names

SHAPES = {"t": (3.0,), "gennorm": (1.5,), "skewnorm": (2.0,), "gamma": (2.5,), "staircase": (1.2, 0.3)}
BOUNDED = ["norm", "laplace", "logistic", "cauchy", "hypsecant", "uniform", "expon", "gumbel_r", *SHAPES]


@pytest.mark.parametrize("law", BOUNDED)
def test_ratio_bound_is_the_mass_of_the_envelope(law: str) -> None:
    """r* = ∫ max_x f(z − x) dz, by quadrature over a grid of x."""
    channel = ScalarNoiseChannel(law, norm_bound=0.7, shapes=SHAPES.get(law, ()), scale=1.3)
    frozen = channel.noise
    low, high = frozen.ppf(1e-9) - 0.7, frozen.isf(1e-9) + 0.7
    z = np.linspace(max(low, -300), min(high, 300), 8_001)
    envelope = frozen.pdf(z[:, None] - np.linspace(-0.7, 0.7, 225)).max(axis=1)
    beyond = frozen.cdf(z[0] + 0.7) + frozen.sf(z[-1] - 0.7)
    assert integrate.trapezoid(envelope, z) + beyond == pytest.approx(math.exp(channel.log_ratio_bound()), rel=4e-3)


@pytest.mark.parametrize(
    ("law", "shapes", "epsilon"),
    [
        ("laplace", (), 2.0),
        ("logistic", (), 2.0),
        ("hypsecant", (), 2.0),
        ("laplace_asymmetric", (2.0,), 4.0),
        ("staircase", (1.0, 0.4), 2.0),
        # sup over z of ln((1 + (z+2)²)/(1 + z²)): at z = (√(c² + 1) − c), c = 1, squared.
        ("cauchy", (), 2 * math.log(1 + math.sqrt(2))),
        ("norm", (), math.inf),
        ("gennorm", (1.05,), math.inf),
        ("gumbel_r", (), math.inf),
        ("uniform", (), math.inf),
        ("expon", (), math.inf),
    ],
)
def test_pure_loss(law: str, shapes: tuple[float, ...], epsilon: float) -> None:
    channel = ScalarNoiseChannel(law, norm_bound=1.0, shapes=shapes)
    assert channel.privacy().epsilon == pytest.approx(epsilon, rel=1e-9)


def test_a_wider_shift_costs_more_and_student_tails_less_than_their_exponent() -> None:
    small, large = (ScalarNoiseChannel("t", norm_bound=c, shapes=(4.0,)).privacy().epsilon for c in (0.5, 2.0))
    z = np.linspace(-200, 200, 2_000_001)
    law = stats.t(4.0)
    assert small < large == pytest.approx(np.abs(law.logpdf(z) - law.logpdf(z + 4)).max(), rel=1e-7)


def test_laplace_is_that_of_the_laplace_channel() -> None:
    """The same mechanism and proposal; a flatter Laplace is a worse one."""
    own = ScalarNoiseChannel("laplace", norm_bound=1.0, scale=0.5)
    other = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0)
    assert own.privacy().epsilon == pytest.approx(other.privacy().epsilon, rel=1e-9)
    assert own.log_ratio_bound() == pytest.approx(math.log(3)) == other.log_ratio_bound()
    flatter = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0, proposal_plateau=0.0)
    assert flatter.log_ratio_bound() > own.log_ratio_bound()


@pytest.mark.parametrize(
    ("law", "shapes"), [("norm", ()), ("laplace", ()), ("levy", ()), ("loglaplace", (2.0,)), ("staircase", (1.2, 0.3))]
)
@pytest.mark.parametrize("x", [0.0, 0.5])
def test_divergence_by_adaptive_quadrature(law: str, shapes: tuple[float, ...], x: float) -> None:
    """Kinks and jumps are told to SciPy's quad; Lévy's and log-Laplace's tails are heavy."""
    channel = ScalarNoiseChannel(law, norm_bound=0.5, shapes=shapes, scale=0.8)
    noise, start = channel.noise, max(channel.noise.support()[0], -60.0)

    def nats(u: float) -> float:
        density = float(noise.pdf(u))
        return density * float(channel.log_ratio(np.array([x]), np.array([u + x]))) if density > 0 else 0.0

    steps = {0.8 * sign * (k + g) for k in range(41) for g in (0.0, 0.3) for sign in (-1, 1)}
    kinks = {channel.mode, channel.mode - x - 0.5, channel.mode - x + 0.5, 0.8}
    jumps = {one + by for one in steps for by in (0.0, 0.5 - x, -0.5 - x)} if law == "staircase" else set()
    edges = sorted({start, 60.0} | {one for one in kinks | jumps if start < one < 60})
    total = sum(integrate.quad(nats, a, b, limit=200)[0] for a, b in itertools.pairwise(edges))
    if law in ("levy", "loglaplace"):
        total += integrate.quad(nats, 60, np.inf, limit=200)[0]
    assert channel.divergence_bits([x])[0] == pytest.approx(total / math.log(2), rel=2e-5)


@pytest.mark.parametrize("law", sorted(noise_laws()))
def test_every_law_is_taken_or_refused_with_a_reason(law: str) -> None:
    shapes = tuple(1.5 for _ in shape_names(law))
    try:
        channel = ScalarNoiseChannel(law, norm_bound=1.0, shapes=shapes)
    except ValueError as error:
        assert str(error).startswith(("shapes must be", "law must be one ")) and str(error).endswith(".")
        return
    z = channel.proposal(np.linspace(0.01, 0.99, 99)[:, None])
    assert np.all(np.isfinite(z)) and channel.log_ratio(np.array([0.5]), z).max() <= channel.log_ratio_bound()
    assert channel.privacy().epsilon > 0
    fast, frozen = fast_law(channel.noise), channel.noise
    assert np.allclose(fast.log_density(z), frozen.logpdf(z), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("law", ["arcsine", "powerlaw", "dgamma"])
def test_unbounded_and_two_peaked_densities_are_refused(law: str) -> None:
    shapes = {"powerlaw": (0.5,), "dgamma": (3.0,)}.get(law, ())
    with pytest.raises(ValueError, match=r"bounded density|single peak"):
        ScalarNoiseChannel(law, norm_bound=1.0, shapes=shapes)


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(ValueError, match=r"shapes must be the 1 of t: df; got \(\)"):
        noise_law("t")
    with pytest.raises(ValueError, match=r"allowed by scipy.stats.t; got df = −1"):
        noise_law("t", (-1.0,))
    with pytest.raises(ValueError, match="law must be a continuous law"):
        noise_law("nothing")


def test_staircase_is_a_law() -> None:
    law = noise_law("staircase", (1.3, 0.35), scale=2.0)
    z = np.linspace(-40, 40, 800_001)
    assert integrate.trapezoid(law.pdf(z), z) == pytest.approx(1, abs=1e-4)
    below = integrate.cumulative_trapezoid(law.pdf(z), z, initial=0) + law.cdf(z[0])
    assert np.abs(below - law.cdf(z)).max() < 1e-4
    assert law.var() == pytest.approx(integrate.trapezoid(z**2 * law.pdf(z), z), rel=1e-4) and law.mean() == 0
    levels = np.concatenate([np.geomspace(1e-12, 0.5, 200), 1 - np.geomspace(1e-6, 0.4, 100)])
    assert np.allclose(law.cdf(law.ppf(levels)), levels, rtol=1e-9)
    assert np.allclose(law.sf(law.isf(levels)), levels, rtol=1e-9)


@pytest.mark.parametrize(
    ("law", "shapes"), [("ncf", (2.0, 0.5, 1.0)), ("norminvgauss", (100.0, 0.01)), ("nct", (0.01, 3.0))]
)
def test_a_law_beyond_all_numbers_is_refused_in_a_sentence_of_ours(law: str, shapes: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=rf"^shapes must be those of a law that fits into numbers; got {law} with "):
        ScalarNoiseChannel(law, shapes=shapes, norm_bound=1.0)


@pytest.mark.parametrize(("law", "shapes"), [("lomax", (0.01,)), ("kappa3", (0.01,)), ("genlogistic", (0.01,))])
def test_quantiles_beyond_all_numbers_leave_no_warning(law: str, shapes: tuple[float, ...]) -> None:
    with suppress(ValueError):  # warnings are errors here
        ScalarNoiseChannel(law, shapes=shapes, norm_bound=1.0)
