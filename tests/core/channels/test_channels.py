"""Channels against scipy's densities, mpmath's integrals, enumeration, and the closed forms of their proposals."""

from __future__ import annotations

import math
from itertools import pairwise, product
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, optimize, special, stats

from ppr_core.channels import (
    CHANNELS,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    RandomizedResponseChannel,
    ScalarNoiseChannel,
)
from ppr_core.channels.transforms import standard_gammas, standard_normals
from ppr_core.randomness import SharedRandomness

# Less than 100 p-values are taken in this file: a false alarm for one seed in ten thousand.
LEVEL = 1e-4 / 100
SHARED = SharedRandomness(42)


def uniforms(count: int, width: int, message: int = 0) -> np.ndarray:
    return SHARED.uniforms(np.arange(count), width, message)


# --- From uniforms to samples ----------------------------------------------------------------------------------------


class TestTransforms:
    @pytest.mark.parametrize("dimension", [1, 2, 3, 7])
    def test_normals_are_normal_and_independent(self, dimension: int) -> None:
        normals = standard_normals(uniforms(100_000, dimension))
        for column in normals.T:
            assert stats.kstest(column, stats.norm.cdf).pvalue > LEVEL
        squares = stats.chi2(dimension)
        assert stats.kstest(np.sum(normals**2, axis=1), squares.cdf).pvalue > LEVEL
        correlation = np.corrcoef(np.hstack([normals, normals**2]).T) - np.eye(2 * dimension)
        assert np.abs(correlation).max() * math.sqrt(100_000) < 5.5

    def test_a_pair_of_normals_is_known(self) -> None:
        """Radius √(−2 ln u), angle 2π(v − ½)."""
        u, v = 0.3, 0.85
        radius, angle = math.sqrt(-2 * math.log(u)), 2 * math.pi * (v - 0.5)
        expected = [radius * math.cos(angle), radius * math.sin(angle)]
        assert standard_normals(np.array([[u, v]]))[0] == pytest.approx(expected, rel=1e-14)
        assert standard_normals(np.array([[0.975]]))[0, 0] == pytest.approx(1.959963984540054, rel=1e-14)

    def test_tails_are_as_far_as_said(self) -> None:
        normals = standard_normals(np.array([[2.0**-53, 0.5], [2.0**-53, 2.0**-53], [1 - 2.0**-53, 0.25]]))
        assert normals[0] == pytest.approx([math.sqrt(2 * 53 * math.log(2)), 0.0])
        assert normals[1, 0] == pytest.approx(-math.sqrt(2 * 53 * math.log(2)))
        assert np.abs(normals[2]).max() < 1e-7

    @pytest.mark.parametrize("shape", [1, 2, 5, 40])
    def test_gammas(self, shape: int) -> None:
        assert stats.kstest(standard_gammas(uniforms(50_000, shape)), stats.gamma(shape).cdf).pvalue > LEVEL

    def test_signed_exponentials(self) -> None:
        values = uniforms(100_000, 1)[:, 0]
        channel = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0, proposal_epsilon=1.0)
        found = channel.proposal(values[:, None])[:, 0]
        assert np.allclose(found, stats.laplace.ppf(values), rtol=1e-12, atol=1e-15)

    @pytest.mark.parametrize("transform", [standard_normals, standard_gammas])
    def test_uniforms_are_left_alone(self, transform) -> None:
        for shape in ((1, 4), (5, 4), (5, 3), (1, 1), (4,)):
            given_ = np.full(shape, 0.3)
            transform(given_)
            assert np.all(given_ == 0.3)


# --- Gaussian --------------------------------------------------------------------------------------------------------

GAUSSIANS = [
    GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0, proposal_width=1.6),
    GaussianChannel(dimension=3, noise_std=0.3, norm_bound=2.0),
    GaussianChannel(dimension=50, noise_std=math.sqrt(596), norm_bound=math.sqrt(50)),
]
every_gaussian = pytest.mark.parametrize("channel", GAUSSIANS, ids=lambda channel: f"d={channel.dimension}")


def surface(dimension: int, norm: float) -> np.ndarray:
    """A point of the given norm in a direction without symmetry."""
    point = np.cos(np.arange(dimension) + 0.5)
    return norm * point / np.linalg.norm(point)


class TestGaussian:
    @every_gaussian
    def test_log_ratio_is_a_difference_of_log_densities(self, channel: GaussianChannel) -> None:
        d, x = channel.dimension, surface(channel.dimension, channel.norm_bound)
        z = channel.proposal(uniforms(200, d))
        own = stats.multivariate_normal(x, channel.noise_std**2 * np.eye(d))
        proposal = stats.multivariate_normal(np.zeros(d), channel.proposal_std**2 * np.eye(d))
        assert np.allclose(channel.log_ratio(x, z), own.logpdf(z) - proposal.logpdf(z), rtol=1e-10, atol=1e-10)

    @every_gaussian
    def test_proposal_law(self, channel: GaussianChannel) -> None:
        z = channel.proposal(uniforms(50_000, channel.dimension)) / channel.proposal_std
        assert stats.kstest(z[:, -1], stats.norm.cdf).pvalue > LEVEL
        assert stats.kstest(z @ surface(channel.dimension, 1.0), stats.norm.cdf).pvalue > LEVEL
        assert stats.kstest(np.sum(z**2, axis=1), stats.chi2(channel.dimension).cdf).pvalue > LEVEL

    @every_gaussian
    def test_bound_is_reached_where_the_exponent_is_stationary(self, channel: GaussianChannel) -> None:
        """The gradient −(z−x)/s² + z/(s²+y) vanishes at z = x (s²+y)/y."""
        x = surface(channel.dimension, 0.8 * channel.norm_bound)
        z = x * channel.proposal_std**2 / channel.proposal_width
        assert channel.log_ratio(x, z) == pytest.approx(channel.log_ratio_bound(x[None])[0], rel=1e-12)
        steps = 1e-3 * channel.noise_std * standard_normals(uniforms(100, channel.dimension))
        assert np.all(channel.log_ratio(x, z + steps) < channel.log_ratio(x, z))

    @pytest.mark.parametrize("dimension", [1, 2, 50, 500])
    @pytest.mark.parametrize(("noise_std", "norm_bound"), [(1.0, 1.0), (0.05, 1.0), (30.0, 1.0), (24.4, 7.07)])
    def test_default_width_minimises_the_bound(self, dimension: int, noise_std: float, norm_bound: float) -> None:
        def bound(log_width: float) -> float:
            return GaussianChannel(
                dimension=dimension, noise_std=noise_std, norm_bound=norm_bound, proposal_width=math.exp(log_width)
            ).log_ratio_bound()

        default = GaussianChannel(dimension=dimension, noise_std=noise_std, norm_bound=norm_bound)
        best = optimize.minimize_scalar(bound, bounds=(-15.0, 10.0), method="bounded", options={"xatol": 1e-10})
        assert default.log_ratio_bound() <= best.fun + 1e-12
        assert math.log(default.proposal_width) == pytest.approx(best.x, abs=1e-4)

    def test_worked_example(self) -> None:
        """d = 50, C² = 50, s² = 596: r* falls by ten orders of magnitude, KL hardly grows."""
        size = {"dimension": 50, "noise_std": math.sqrt(596), "norm_bound": math.sqrt(50)}
        x = surface(50, math.sqrt(50))[None]
        best, paper = GaussianChannel(**size), GaussianChannel(**size, proposal_width=50 / 50)
        assert f"{math.exp(best.log_ratio_bound()):.1f}" == "7.6"
        assert f"{best.divergence_bits(x)[0]:.3f}" == "0.088"
        assert f"{math.exp(paper.log_ratio_bound()):.1e}" == "7.5e+10"
        assert f"{paper.divergence_bits(x)[0]:.3f}" == "0.060"

    def test_paper_width_minimises_the_divergence(self) -> None:
        """Corollary 12's y = C²/d."""

        def divergence(width: float) -> float:
            channel = GaussianChannel(dimension=8, noise_std=2.0, norm_bound=3.0, proposal_width=width)
            return channel.divergence_bits(surface(8, 3.0)[None])[0]

        best = optimize.minimize_scalar(divergence, bounds=(0.05, 20.0), method="bounded", options={"xatol": 1e-9})
        assert best.x == pytest.approx(9 / 8, rel=1e-5)

    @every_gaussian
    @pytest.mark.parametrize("share", [0.0, 0.6, 1.0])
    def test_divergence_by_coordinates(self, channel: GaussianChannel, share: float) -> None:
        """KL of two product laws is the sum over coordinates; each by quadrature."""
        x = surface(channel.dimension, share * channel.norm_bound)
        s, wide = channel.noise_std, channel.proposal_std
        # Rotated so that x lies on the first axis.
        centres = [float(np.linalg.norm(x))] + [0.0] * (min(channel.dimension, 2) - 1)
        with mpmath.workdps(25):
            terms = [
                mpmath.quad(
                    lambda z, c=c: mpmath.npdf(z, c, s) * mpmath.log(mpmath.npdf(z, c, s) / mpmath.npdf(z, 0, wide), 2),
                    mpmath.linspace(c - 12 * s, c + 12 * s, 9),
                )
                for c in centres
            ]
        total = float(terms[0] + (channel.dimension - 1) * terms[-1])
        assert channel.divergence_bits(x[None])[0] == pytest.approx(total, rel=1e-9, abs=1e-12)

    @pytest.mark.parametrize("delta", [1e-6, 1e-3, 0.2])
    def test_privacy_is_the_hockey_stick_of_opposite_inputs(self, delta: float) -> None:
        """δ = P(L > ε) − e^ε P′(L > ε) for the two farthest inputs, integrated numerically along their axis."""
        channel = GaussianChannel(dimension=3, noise_std=1.3, norm_bound=0.7)
        found = channel.privacy(delta)
        assert found.delta == delta
        one, two = stats.norm(0.7, 1.3), stats.norm(-0.7, 1.3)
        edge = found.epsilon * 1.3**2 / 1.4  # where ln (p/p′) = 2·0.7·z/s² equals ε
        assert one.sf(edge) - math.exp(found.epsilon) * two.sf(edge) == pytest.approx(delta, rel=1e-6)

    def test_no_pure_privacy(self) -> None:
        assert GAUSSIANS[0].privacy().epsilon == math.inf

    @pytest.mark.parametrize(
        ("noise_std", "norm_bound", "dimension"),
        list(product([1e-6, 1e-3, 1.0, 1e3, 1e6], [1e-3, 1.0, 1e3], [1, 2, 51, 500])),
    )
    def test_extremes(self, noise_std: float, norm_bound: float, dimension: int) -> None:
        channel = GaussianChannel(dimension=dimension, noise_std=noise_std, norm_bound=norm_bound)
        check_extreme(channel, dimension, norm_bound)


def check_extreme(channel: GaussianChannel | LaplaceChannel, dimension: int, norm_bound: float) -> None:
    """Finite numbers of the right sign and order, and no warning on the way."""
    x = surface(dimension, norm_bound)[None] * np.array([[0.0], [0.5], [1.0]])
    bound, bits = channel.log_ratio_bound(x), channel.divergence_bits(x)
    assert np.all(np.isfinite(bound)) and np.all(np.isfinite(bits))
    assert np.all(bits >= 0)
    assert np.all(bits * math.log(2) <= bound * (1 + 1e-9) + 1e-9)
    for z in (channel.sample(x, np.random.default_rng(1)), channel.proposal(uniforms(3, channel.width))):
        ratio = channel.log_ratio(x, z)
        assert np.all(np.isfinite(ratio))
        assert np.all(ratio <= bound + 1e-6 * (1 + np.abs(bound)))
    assert channel.privacy(1e-6).epsilon >= 0


# --- Laplace ---------------------------------------------------------------------------------------------------------

LAPLACES = [
    LaplaceChannel(dimension=1, epsilon=0.9, norm_bound=2.0, proposal_epsilon=0.5),
    LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=0.3, proposal_epsilon=2.0),
    LaplaceChannel(dimension=2, epsilon=1.5, norm_bound=2.0, proposal_epsilon=0.7),
    LaplaceChannel(dimension=20, epsilon=3.0, norm_bound=10.0),
]
every_laplace = pytest.mark.parametrize("channel", LAPLACES, ids=lambda channel: f"d={channel.dimension}")


def log_laplace(z: np.ndarray, epsilon: float) -> np.ndarray:
    """ln of the density ε^d Γ(d/2) / (2 π^{d/2} Γ(d)) · exp(−ε‖z‖): sphere's area times the integral of its radius."""
    d = z.shape[-1]
    area = math.log(2) + d / 2 * math.log(math.pi) - math.lgamma(d / 2)
    return d * math.log(epsilon) - area - math.lgamma(d) - epsilon * np.linalg.norm(z, axis=-1)


def mean_norm(norm: float, d: int) -> float:
    """E‖x + R u‖ for R ~ Gamma(d, 1) and u uniform on the sphere.

    The mean over the sphere is M·₂F₁(−½, (1−d)/2; d/2; m²/M²) with M, m the larger and smaller of ‖x‖ and R.
    """

    def integrand(r: float) -> float:
        large, small = max(norm, r), min(norm, r)
        sphere = large * special.hyp2f1(-0.5, (1 - d) / 2, d / 2, (small / large) ** 2)
        return math.exp((d - 1) * math.log(r) - r - math.lgamma(d)) * sphere

    low, high = max(d - 12 * math.sqrt(d), 1e-12), d + 12 * math.sqrt(d) + 60
    edges = sorted({low, d, high} | ({norm} if low < norm < high else set()))
    rule = {"epsabs": 1e-10, "epsrel": 1e-10, "limit": 200}
    return sum(integrate.quad(integrand, *interval, **rule)[0] for interval in pairwise(edges))


class TestLaplace:
    @every_laplace
    def test_log_ratio_is_a_difference_of_log_densities(self, channel: LaplaceChannel) -> None:
        x = surface(channel.dimension, channel.norm_bound)
        z = channel.proposal(uniforms(200, channel.width))
        direct = log_laplace(z - x, channel.epsilon) - log_laplace(z, channel.proposal_epsilon)
        assert np.allclose(channel.log_ratio(x, z), direct, rtol=1e-11, atol=1e-11)
        if channel.dimension == 1:
            scipy_ = stats.laplace(x[0], 1 / channel.epsilon), stats.laplace(0, 1 / channel.proposal_epsilon)
            direct = scipy_[0].logpdf(z[:, 0]) - scipy_[1].logpdf(z[:, 0])
            assert np.allclose(channel.log_ratio(x, z), direct, rtol=1e-12, atol=1e-12)

    @every_laplace
    def test_laws_of_proposal_and_noise(self, channel: LaplaceChannel) -> None:
        """Radius Gamma(d), and z = √W·normal with W ~ Gamma((d+1)/2, 2): the spherical Laplace as a mixture."""
        d, rng = channel.dimension, np.random.default_rng(8)
        x = np.broadcast_to(surface(d, channel.norm_bound), (50_000, d))
        mixture = np.sqrt(2 * rng.gamma((d + 1) / 2, size=100_000)) * rng.standard_normal(100_000)
        for z in (
            channel.proposal(uniforms(50_000, channel.width)) * channel.proposal_epsilon,
            (channel.sample(x, rng) - x) * channel.epsilon,
        ):
            assert stats.kstest(np.linalg.norm(z, axis=1), stats.gamma(d).cdf).pvalue > LEVEL
            for projection in (z[:, 0], z @ surface(d, 1.0)):
                assert stats.ks_2samp(projection, mixture).pvalue > LEVEL

    @every_laplace
    def test_bound_is_reached_at_the_input(self, channel: LaplaceChannel) -> None:
        x = surface(channel.dimension, 0.8 * channel.norm_bound)
        bound = channel.log_ratio_bound(x[None])[0]
        assert channel.log_ratio(x, x) == pytest.approx(bound, rel=1e-12)
        expected = channel.dimension * math.log(channel.epsilon / channel.proposal_epsilon)
        assert bound == pytest.approx(expected + channel.proposal_epsilon * 0.8 * channel.norm_bound, rel=1e-12)

    @pytest.mark.parametrize("dimension", [1, 2, 30, 500])
    @pytest.mark.parametrize(("epsilon", "norm_bound"), [(1.0, 0.5), (1.0, 3.0), (5.0, 40.0), (0.01, 1.0), (50.0, 9.0)])
    def test_default_epsilon_minimises_the_bound(self, dimension: int, epsilon: float, norm_bound: float) -> None:
        def bound(share: float) -> float:
            return LaplaceChannel(
                dimension=dimension, epsilon=epsilon, norm_bound=norm_bound, proposal_epsilon=share * epsilon
            ).log_ratio_bound()

        default = LaplaceChannel(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound, proposal_plateau=0.0)
        assert default.proposal_epsilon == min(dimension / norm_bound, epsilon)
        best = optimize.minimize_scalar(bound, bounds=(1e-6, 1.0), method="bounded", options={"xatol": 1e-12})
        assert default.log_ratio_bound() <= min(best.fun, bound(1.0)) + 1e-12

    def test_equal_epsilons_give_the_exponential_of_the_norm(self) -> None:
        channel = LaplaceChannel(dimension=3, epsilon=1.2, norm_bound=2.0, proposal_epsilon=1.2)
        assert channel.log_ratio_bound() == pytest.approx(2.4, rel=1e-15)

    @pytest.mark.parametrize("x", [0.0, 0.3, 1.0, 2.0, -2.0])
    @pytest.mark.parametrize("proposal_epsilon", [0.2, 0.5, 0.9])
    def test_scalar_divergence_by_quadrature(self, x: float, proposal_epsilon: float) -> None:
        channel = LaplaceChannel(dimension=1, epsilon=0.9, norm_bound=2.0, proposal_epsilon=proposal_epsilon)
        with mpmath.workdps(25):

            def integrand(z: mpmath.mpf) -> mpmath.mpf:
                own = mpmath.mpf(0.9) / 2 * mpmath.exp(-0.9 * abs(z - x))
                return own * mpmath.log(own * 2 / proposal_epsilon * mpmath.exp(proposal_epsilon * abs(z)), 2)

            edges = sorted({-100.0, -20.0, min(0.0, x), max(0.0, x), 20.0, 100.0})
            exact = float(mpmath.quad(integrand, edges))
        assert channel.divergence_bits([x])[0] == pytest.approx(exact, rel=1e-10, abs=1e-10)

    @pytest.mark.parametrize("dimension", [2, 3, 4, 20, 500])
    @pytest.mark.parametrize("norm", [0.0, 0.3, 2.0, 30.0, 1000.0])
    def test_divergence_in_many_dimensions_by_quadrature(self, dimension: int, norm: float) -> None:
        epsilon, other = 1.7, 0.9
        channel = LaplaceChannel(
            dimension=dimension, epsilon=epsilon, norm_bound=max(norm, 1.0), proposal_epsilon=other
        )
        mean = mean_norm(norm * epsilon, dimension) / epsilon
        nats = dimension * math.log(epsilon / other) - dimension + other * mean
        found = channel.divergence_bits(surface(dimension, norm)[None])[0]
        assert found == pytest.approx(nats / math.log(2), rel=2e-6)

    def test_divergence_of_equal_laws_is_zero_and_never_below(self) -> None:
        for dimension in (1, 2, 3, 10, 500):
            channel = LaplaceChannel(dimension=dimension, epsilon=0.001, norm_bound=1.0, proposal_plateau=0.0)
            bits = channel.divergence_bits(np.zeros((1, dimension)))[0]
            assert 0 <= bits < 1e-10

    @pytest.mark.parametrize(("epsilon", "norm_bound"), [(0.01, 1.0), (0.9, 2.0), (3.0, 1.0), (50.0, 9.0)])
    def test_on_the_line_no_proposal_has_a_smaller_bound(self, epsilon: float, norm_bound: float) -> None:
        """r* >= ∫ max_x p(z|x) dz = 1 + εC for every proposal, by quadrature."""
        channel = LaplaceChannel(dimension=1, epsilon=epsilon, norm_bound=norm_bound)
        ends = [-norm_bound, norm_bound]
        tails = [stats.laplace(end, 1 / epsilon) for end in ends]
        least = norm_bound * epsilon + tails[0].cdf(-norm_bound) + tails[1].sf(norm_bound)
        assert math.exp(channel.log_ratio_bound()) == pytest.approx(least, rel=1e-12)
        assert np.allclose(channel.log_ratio_bound(np.array([[0.0], [norm_bound]])), math.log(least), rtol=1e-12)

    @pytest.mark.parametrize("plateau", [0.0, 0.3, 1.0, 1.7, 2.0])
    def test_default_decay_beside_a_plateau_minimises_the_bound(self, plateau: float) -> None:
        def bound(share: float) -> float:
            decay = {"proposal_epsilon": 3 * share, "proposal_plateau": plateau}
            return LaplaceChannel(dimension=1, epsilon=3.0, norm_bound=2.0, **decay).log_ratio_bound()

        default = LaplaceChannel(dimension=1, epsilon=3.0, norm_bound=2.0, proposal_plateau=plateau)
        best = optimize.minimize_scalar(bound, bounds=(1e-6, 1.0), method="bounded", options={"xatol": 1e-12})
        assert default.log_ratio_bound() <= min(best.fun, bound(1.0)) + 1e-12

    @pytest.mark.parametrize(("decay", "plateau"), [(1.2, 0.7), (2.0, 2.0), (0.4, 1.3)])
    def test_the_proposal_with_a_plateau_is_one_law(self, decay: float, plateau: float) -> None:
        """Samples follow the density that the ratio and the divergence divide by; all from its formula, by hand."""
        channel = LaplaceChannel(
            dimension=1, epsilon=2.0, norm_bound=2.0, proposal_epsilon=decay, proposal_plateau=plateau
        )

        def above(t: np.ndarray) -> np.ndarray:
            """P(|Z| > t)."""
            flat = 1 - np.minimum(t, plateau) / (plateau + 1 / decay)
            return flat * np.exp(-decay * np.maximum(t - plateau, 0.0))

        z = channel.proposal(uniforms(50_000, 1))[:, 0]
        assert stats.kstest(np.abs(z), lambda t: 1 - above(t)).pvalue > LEVEL
        assert stats.binomtest(int(np.sum(z > 0)), len(z)).pvalue > LEVEL
        density = np.exp(-decay * np.maximum(np.abs(z) - plateau, 0.0)) / (2 * (plateau + 1 / decay))
        for x in (0.0, 0.9, -2.0):
            law = stats.laplace(x, 0.5)
            ratio = law.logpdf(z) - np.log(density)
            assert np.allclose(channel.log_ratio(np.array([x]), z[:, None]), ratio, rtol=1e-10, atol=1e-10)

            def nats(t: float, law: Any = law) -> float:
                level = -decay * max(abs(t) - plateau, 0.0) - math.log(2 * (plateau + 1 / decay))
                return float(law.pdf(t) * (law.logpdf(t) - level))

            points = [x, -plateau, plateau]
            exact = integrate.quad(nats, -25, 25, points=points, epsabs=1e-12, limit=400)[0] / math.log(2)
            assert channel.divergence_bits([x])[0] == pytest.approx(exact, rel=1e-8)

    def test_one_number_is_as_noise_of_that_law(self) -> None:
        """The envelope of `ScalarNoiseChannel`, in closed form."""
        own = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.5)
        other = ScalarNoiseChannel("laplace", norm_bound=1.5, scale=0.5)
        x, z, rows = np.array([0.4]), np.linspace(-6, 6, 101)[:, None], uniforms(2000, 1)
        assert np.allclose(own.log_ratio(x, z), other.log_ratio(x, z), rtol=1e-12, atol=1e-12)
        assert np.allclose(own.proposal(rows), other.proposal(rows), rtol=1e-9, atol=1e-9)
        assert own.divergence_bits([0.4])[0] == pytest.approx(other.divergence_bits([0.4])[0], rel=1e-9)

    def test_privacy_is_epsilon_times_the_diameter(self) -> None:
        channel = LAPLACES[0]
        assert channel.privacy().epsilon == channel.privacy(1e-3).epsilon == pytest.approx(2 * 2.0 * 0.9)
        assert channel.privacy(1e-3).delta == 0.0
        metric = channel.metric_privacy()
        assert (metric.epsilon, metric.notion, metric.against) == (0.9, "metric", "database")
        # Attained beyond either input.
        gap = channel.log_ratio(np.array([2.0]), np.array([5.0])) - channel.log_ratio(np.array([-2.0]), np.array([5.0]))
        assert gap == pytest.approx(3.6, rel=1e-12)

    @pytest.mark.parametrize(
        ("epsilon", "norm_bound", "dimension"),
        list(product([1e-3, 1.0, 50.0], [1e-3, 1.0, 100.0], [1, 2, 51, 500])),
    )
    def test_extremes(self, epsilon: float, norm_bound: float, dimension: int) -> None:
        check_extreme(
            LaplaceChannel(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound), dimension, norm_bound
        )


# --- Randomized response and finite channels -------------------------------------------------------------------------


class TestRandomizedResponse:
    @pytest.mark.parametrize("size", [2, 3, 17])
    @pytest.mark.parametrize("epsilon", [1e-3, 0.5, 3.0, 50.0])
    def test_against_the_definition(self, size: int, epsilon: float) -> None:
        channel = RandomizedResponseChannel(size=size, epsilon=epsilon)
        weight = np.where(np.eye(size, dtype=bool), math.exp(epsilon), 1.0)
        matrix = weight / weight.sum(axis=1, keepdims=True)
        assert np.allclose(channel.matrix, matrix, rtol=1e-12, atol=0)
        everything = np.arange(size)
        ratio = channel.log_ratio(everything[:, None], everything[None, :])
        assert np.allclose(ratio, np.log(matrix * size), rtol=1e-12, atol=1e-12)
        bound = math.log(size) + epsilon - math.log(math.exp(epsilon) + size - 1)
        assert channel.log_ratio_bound() == pytest.approx(bound, rel=1e-12, abs=1e-15)
        divergence = np.sum(matrix * np.log2(matrix * size), axis=1)
        assert np.allclose(channel.divergence_bits(everything), divergence, rtol=1e-9, atol=1e-15)

    @pytest.mark.parametrize("size", [2, 5])
    def test_laws(self, size: int) -> None:
        channel = RandomizedResponseChannel(size=size, epsilon=1.0)
        z = channel.proposal(uniforms(100_000, 1))
        assert stats.chisquare(np.bincount(z, minlength=size)).pvalue > LEVEL
        for x in range(size):
            z = channel.sample(np.full(50_000, x), np.random.default_rng(x))
            assert stats.chisquare(np.bincount(z, minlength=size), 50_000 * channel.matrix[x]).pvalue > LEVEL

    @pytest.mark.parametrize(("size", "epsilon"), list(product([2, 1000, 10**6], [1e-3, 1.0, 50.0, 700.0])))
    def test_extremes(self, size: int, epsilon: float) -> None:
        channel = RandomizedResponseChannel(size=size, epsilon=epsilon)
        x = np.array([0, size - 1])
        assert 0 <= channel.divergence_bits(x)[0] <= channel.log_ratio_bound() / math.log(2) * (1 + 1e-12)
        assert channel.log_ratio_bound() <= math.log(size) + 1e-12
        assert np.all(channel.sample(x, np.random.default_rng(0)) < size)
        assert np.all(channel.proposal(np.array([[2.0**-53], [1 - 2.0**-53]])) == [0, size - 1])

    def test_same_as_its_matrix(self) -> None:
        channel = RandomizedResponseChannel(size=4, epsilon=0.8)
        twin = FiniteChannel(channel.matrix)  # its minimising proposal is uniform, too
        x = np.arange(4)
        assert np.allclose(twin.proposal_law, 0.25)
        assert np.allclose(channel.log_ratio(x[:, None], x), twin.log_ratio(x[:, None], x))
        assert np.allclose(channel.divergence_bits(x), twin.divergence_bits(x))
        assert channel.log_ratio_bound() == pytest.approx(twin.log_ratio_bound())
        assert twin.privacy().epsilon == pytest.approx(0.8)


@st.composite
def matrices(draw: st.DrawFn) -> np.ndarray:
    """Row-stochastic matrices up to 5 by 5, with zeros among the entries."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    weight = st.one_of(st.just(0.0), st.floats(1e-3, 1.0))
    matrix = np.array(draw(st.lists(weight, min_size=rows * columns, max_size=rows * columns)))
    matrix = matrix.reshape(rows, columns)
    matrix[matrix.sum(axis=1) == 0, 0] = 1.0
    return matrix / matrix.sum(axis=1, keepdims=True)


class TestFinite:
    @given(matrix=matrices(), proposal=st.sampled_from(["minimal", "mean"]))
    def test_against_enumeration(self, matrix: np.ndarray, proposal: str) -> None:
        channel = FiniteChannel(matrix, proposal=proposal)
        peak = matrix.max(axis=0)
        q = peak / peak.sum() if proposal == "minimal" else matrix.mean(axis=0)
        assert np.allclose(channel.proposal_law, q, rtol=1e-12, atol=1e-15)
        for x, row in enumerate(matrix):
            possible = row > 0
            ratio = channel.log_ratio(np.int64(x), np.arange(len(row)))
            assert np.all(ratio[~possible] == -np.inf)
            assert np.allclose(ratio[possible], np.log(row[possible] / q[possible]), rtol=1e-9, atol=1e-9)
            bound = np.max(row[possible] / q[possible])
            assert channel.log_ratio_bound(np.array([x]))[0] == pytest.approx(math.log(bound), abs=1e-9)
            bits = np.sum(row[possible] * np.log2(row[possible] / q[possible]))
            assert channel.divergence_bits([x])[0] == pytest.approx(bits, abs=1e-9)
            assert channel.divergence_bits([x])[0] >= 0
        with np.errstate(divide="ignore", invalid="ignore"):
            gaps = np.log(matrix[:, None] / matrix[None, :])
        assert channel.privacy().epsilon == pytest.approx(np.nanmax(gaps), abs=1e-9)

    @given(matrix=matrices())
    def test_minimal_proposal_cannot_be_beaten(self, matrix: np.ndarray) -> None:
        """r* >= Σ_j max_i P(j|i) for every proposal, since q sums to one; and the minimal one attains it."""
        minimal = FiniteChannel(matrix)
        least = math.log(matrix.max(axis=0).sum())
        assert minimal.log_ratio_bound() == pytest.approx(least, abs=1e-9)
        rng = np.random.default_rng(len(matrix))
        others = ["mean", *rng.dirichlet(np.ones(matrix.shape[1]), size=5)]
        for proposal in others:
            assert FiniteChannel(matrix, proposal=proposal).log_ratio_bound() >= least - 1e-9

    @given(matrix=matrices(), u=st.floats(2.0**-53, 1 - 2.0**-53))
    def test_impossible_outputs_never_occur(self, matrix: np.ndarray, u: float) -> None:
        channel = FiniteChannel(matrix)
        for value in (u, 2.0**-53, 1 - 2.0**-53):
            z = int(channel.proposal(np.array([value])))
            assert 0 <= z < matrix.shape[1] and channel.proposal_law[z] > 0

    def test_laws(self) -> None:
        matrix = np.array([[0.5, 0.0, 0.3, 0.2], [0.0, 0.9, 0.1, 0.0]])
        channel = FiniteChannel(matrix, proposal=[0.1, 0.2, 0.3, 0.4])
        counts = np.bincount(channel.proposal(uniforms(100_000, 1)), minlength=4)
        assert stats.chisquare(counts, 1e5 * channel.proposal_law).pvalue > LEVEL
        x = np.arange(100_000) % 2
        z = channel.sample(x, np.random.default_rng(3))
        for row in (0, 1):
            possible = matrix[row] > 0
            counts = np.bincount(z[x == row], minlength=4)
            assert np.all(counts[~possible] == 0)
            assert stats.chisquare(counts[possible], 5e4 * matrix[row, possible]).pvalue > LEVEL

    def test_an_output_that_excludes_an_input_leaves_no_privacy(self) -> None:
        assert FiniteChannel([[0.5, 0.5], [1.0, 0.0]]).privacy().epsilon == math.inf
        assert FiniteChannel([[0.5, 0.5, 0.0], [0.5, 0.5, 0.0]]).privacy().epsilon == 0.0

    def test_one_letter_is_allowed(self) -> None:
        channel = FiniteChannel([[1.0]])
        assert channel.log_ratio_bound() == 0.0 and channel.divergence_bits([0])[0] == 0.0

    def test_rows_may_be_off_by_rounding_only(self) -> None:
        assert FiniteChannel([[0.3 + 9e-10, 0.7]]).matrix.sum() == pytest.approx(1.0, abs=1e-15)
        with pytest.raises(ValueError, match=r"^matrix row 1 must be probabilities that sum to 1; got 1\.125\.$"):
            FiniteChannel([[0.5, 0.5], [0.5, 0.625]])
        with pytest.raises(ValueError, match=r"^matrix row 0 must be probabilities that sum to 1; got 1\.0000000"):
            FiniteChannel([[0.5 + 2e-9, 0.5]])

    def test_the_given_matrix_is_not_kept(self) -> None:
        matrix = np.array([[0.5, 0.5], [0.1, 0.9]])
        channel = FiniteChannel(matrix)
        matrix[:] = 0
        assert np.allclose(channel.matrix, [[0.5, 0.5], [0.1, 0.9]])


# --- Wrong parameters ------------------------------------------------------------------------------------------------

GAUSSIAN = {"dimension": 2, "noise_std": 1.0, "norm_bound": 1.0}
LAPLACE = {"dimension": 2, "epsilon": 1.0, "norm_bound": 1.0}
RESPONSE = {"size": 3, "epsilon": 1.0}
NUMBER = "a number "  # and its limits


@pytest.mark.parametrize(
    ("name", "right", "field", "value", "allowed"),
    [
        *(("gaussian", GAUSSIAN, "dimension", v, "a whole number at least 1") for v in (0, -1, 1.5, True, None, "2")),
        *(
            (name, right, field, value, NUMBER)
            for name, right, field in [
                ("gaussian", GAUSSIAN, "noise_std"),
                ("gaussian", GAUSSIAN, "norm_bound"),
                ("gaussian", GAUSSIAN, "proposal_width"),
                ("laplace", LAPLACE, "epsilon"),
                ("laplace", LAPLACE, "norm_bound"),
                ("randomized_response", RESPONSE, "epsilon"),
            ]
            for value in (0, -1.0, math.nan, math.inf, "1", 1j, True, [1.0])
        ),
        *(("laplace", LAPLACE, "dimension", value, "a whole number at least 1") for value in (0, 2.5, math.nan)),
        *(
            ("laplace", LAPLACE, "proposal_epsilon", value, "a number above 0 and at most 1")
            for value in (0, 1.001, math.nan)
        ),
        *(("randomized_response", RESPONSE, "size", value, "a whole number at least 2") for value in (1, 0, 2.5)),
    ],
)
def test_wrong_parameters_are_refused(name: str, right: dict, field: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError) as error:
        CHANNELS[name](**{**right, field: value})
    text = str(error.value)
    assert text.startswith(f"{field} must be {allowed}") and "; got " in text and text.endswith(".")


@pytest.mark.parametrize(
    ("matrix", "proposal", "message"),
    [
        ([[0.5, 0.6]], "minimal", "matrix row 0 must be probabilities that sum to 1; got 1.1."),
        ([[1.5, -0.5]], "minimal", "matrix must be an array of entries at least 0; got -0.5."),
        ([[math.nan, 1.0]], "minimal", "matrix must be an array of finite numbers; got nan."),
        ([[math.inf, 0.0]], "minimal", "matrix must be an array of finite numbers; got inf."),
        ([0.5, 0.5], "minimal", "matrix must be an array of shape (n, n); got shape (2,)."),
        ([[]], "minimal", "matrix must be at least 1 by 1; got (1, 0)."),
        ([[0.5], [0.5, 0.5]], "minimal", None),
        ("abc", "minimal", None),
        ([[0.5, 0.5]], "best", "proposal must be one of mean, minimal; got 'best'."),
        ([[0.5, 0.5]], [1.0, 0.0], "proposal must be positive where the matrix is; got 0."),
        ([[0.5, 0.5]], [1.0], None),
        ([[0.5, 0.5]], [0.5, 0.6], None),
        ([[0.5, 0.5]], None, None),
        ([[0.5, 0.5]], [math.nan, 0.5], None),
    ],
)
def test_wrong_matrices_are_refused(matrix: object, proposal: object, message: str | None) -> None:
    with pytest.raises(ValueError, match=r"^(matrix|proposal).* must be .+; got .+\.$") as error:
        FiniteChannel(matrix, proposal=proposal)
    assert message is None or str(error.value) == message


@pytest.mark.parametrize("value", [1e-300, 1e-200, 1e200, 1e300])
@pytest.mark.parametrize("field", ["noise_std", "norm_bound"])
def test_absurd_scales_are_refused_or_work(field: str, value: float) -> None:
    """Never an arithmetic error: squares of such numbers leave the range of floats."""
    try:
        channel = GaussianChannel(**{**GAUSSIAN, field: value})
    except ValueError as error:
        assert str(error).startswith(f"{field} must be ")
    else:
        assert not math.isnan(channel.log_ratio_bound())


def test_numpy_and_whole_floats_are_numbers() -> None:
    channel = GaussianChannel(dimension=np.int64(2), noise_std=np.float32(1.5), norm_bound=1)
    assert channel.dimension == 2 and channel.noise_std == 1.5
    assert GaussianChannel(dimension=2.0, noise_std=1, norm_bound=1).dimension == 2


def test_a_norm_may_exceed_its_bound_by_rounding() -> None:
    channel = GaussianChannel(dimension=3, noise_std=1.0, norm_bound=1.0)
    channel.inputs([[1 / math.sqrt(3)] * 3])
    channel.inputs([[1 + 5e-10, 0.0, 0.0]])
    with pytest.raises(ValueError, match=r"^norm of x must be at most norm_bound = 1; got 1\.00000001\.$"):
        channel.inputs([[1 + 1e-8, 0.0, 0.0]])


def test_scalars_need_no_coordinate_axis() -> None:
    channel = LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0)
    assert np.array_equal(channel.inputs([0.5, -1.0]), [[0.5], [-1.0]])
    assert np.array_equal(channel.inputs([[0.5], [-1.0]]), [[0.5], [-1.0]])
    assert channel.inputs([]).shape == (0, 1)
