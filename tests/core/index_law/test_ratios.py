"""The law of the density ratio: against the channels themselves, mpmath, scipy, and samples."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    RandomizedResponseChannel,
    ScalarNoiseChannel,
)
from ppr_core.channels.base import VectorChannel
from ppr_core.index_law import RatioLaw, index_law, law_of_ratios, ratio_law, sampled_ratio_law
from ppr_core.index_law.gaussian_ratio import log_bessel, log_noncentral_chi_square
from ppr_core.index_law.laplace_ratio import laplace_nodes
from tests.contracts.members import ChannelExample, channel_examples

EXAMPLES = list(channel_examples())

# Channels beyond the small examples: strong and weak, many dimensions, at the bound, inside and at 0.
HARD: list[tuple[str, Channel, np.ndarray]] = [
    ("gaussian, r* 1600", GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1000.0), np.array([1000.0])),
    ("gaussian, 50", GaussianChannel(dimension=50, noise_std=596**0.5, norm_bound=50**0.5), np.ones(50)),
    ("gaussian, 1000", GaussianChannel(dimension=1000, noise_std=1.0, norm_bound=8.0), np.full(1000, 0.2)),
    ("gaussian at 0", GaussianChannel(dimension=7, noise_std=1.0, norm_bound=3.0), np.zeros(7)),
    (
        "gaussian, least divergence",
        GaussianChannel(dimension=50, noise_std=25.0, norm_bound=7.0, proposal_width=1.0),
        np.full(50, 0.9),
    ),
    ("laplace, line", LaplaceChannel(dimension=1, epsilon=100.0, norm_bound=5.0), np.array([-5.0])),
    ("laplace, plane", LaplaceChannel(dimension=2, epsilon=50.0, norm_bound=1.0), np.array([0.6, 0.8])),
    ("laplace, 50", LaplaceChannel(dimension=50, epsilon=10.0, norm_bound=2.0), np.full(50, 0.1)),
    ("laplace, 400", LaplaceChannel(dimension=400, epsilon=30.0, norm_bound=2.0), np.full(400, 0.1)),
    ("staircase noise", ScalarNoiseChannel("staircase", norm_bound=4.0, shapes=(2.0, 0.3)), np.array([1.7])),
    ("lévy noise", ScalarNoiseChannel("levy", norm_bound=8.0), np.array([-8.0])),
    ("weak student noise", ScalarNoiseChannel("t", norm_bound=0.1, shapes=(3.0,)), np.array([0.05])),
    ("tabulated noise", ScalarNoiseChannel("exponnorm", norm_bound=3.0, shapes=(1.5,)), np.array([3.0])),
    ("laplace at 0", LaplaceChannel(dimension=3, epsilon=2.0, norm_bound=2.0), np.zeros(3)),
]


class Disguised(VectorChannel):
    """A channel that no rule knows, though its law is that of another."""

    name, label = "disguised", "Disguised"

    def __init__(self, channel: VectorChannel) -> None:
        self.channel, self.width = channel, channel.width
        self.dimension, self.norm_bound = channel.dimension, channel.norm_bound

    def sample(self, x, rng):
        return self.channel.sample(x, rng)

    def proposal(self, uniforms):
        return self.channel.proposal(uniforms)

    def log_ratio(self, x, z):
        return self.channel.log_ratio(x, z)

    def log_ratio_bound(self, x=None):
        return self.channel.log_ratio_bound(x)

    def divergence_bits(self, x):
        return self.channel.divergence_bits(x)

    def privacy(self, delta=0.0):
        return self.channel.privacy(delta)


class TruncatedGaussian(GaussianChannel):
    """Outputs of norm above a limit are drawn again: the ratio changes, and the Gaussian's rule no longer holds."""

    name, label, limit = "truncated_gaussian", "Truncated Gaussian", 1.5

    def _kept(self, x):
        return stats.norm.cdf(self.limit, x, self.noise_std) - stats.norm.cdf(-self.limit, x, self.noise_std)

    def sample(self, x, rng):
        x = self.inputs(x)
        low, high = (stats.norm.cdf(end, x, self.noise_std) for end in (-self.limit, self.limit))
        return stats.norm.ppf(low + (high - low) * rng.random(x.shape), x, self.noise_std)

    def log_ratio(self, x, z):
        inside = np.abs(z[..., 0]) <= self.limit
        return np.where(inside, super().log_ratio(x, z) - np.log(self._kept(x)[..., 0]), -np.inf)


def consistent(law: RatioLaw) -> None:
    assert law.proposal_mass.sum() == pytest.approx(1, abs=1e-12)
    assert law.output_mass.sum() == pytest.approx(1, abs=1e-12)
    assert np.all(law.proposal_mass >= 0) and np.all(law.output_mass >= 0)
    heavy = (law.proposal_mass > 1e-6) & (law.output_mass > 1e-8)  # the lowest cell holds all that is below
    ratio = law.output_mass[heavy] / law.proposal_mass[heavy]
    np.testing.assert_allclose(ratio, np.exp(law.log_ratio[heavy]), rtol=2e-3)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.label)
def test_law_of_the_ratio_is_that_of_samples(example: ChannelExample) -> None:
    """E_Q min(c r, 1) and E_P min(c r, 1) against samples, within 4.5 standard errors: 120 checks, 8e−4 in all."""
    channel, rng, n = example.channel, np.random.default_rng(1), 40_000
    for x in example.x[:3]:
        law = ratio_law(channel, x)
        consistent(law)
        assert law.replicates == ()
        assert law.log_ratio.max() <= float(np.max(channel.log_ratio_bound(example.x))) + 1e-9
        inputs = np.broadcast_to(x, (n, *np.shape(x)))
        pairs = (
            (law.proposal_mass, channel.proposal(rng.random((n, channel.width)))),
            (law.output_mass, channel.sample(inputs, rng)),
        )
        for mass, z in pairs:
            ratio = np.exp(channel.log_ratio(inputs, z))
            for scale in (0.6, 1.2):
                expected = mass @ np.minimum(scale * np.exp(law.log_ratio), 1)
                found = np.minimum(scale * ratio, 1)
                assert abs(found.mean() - expected) < 4.5 * found.std() / math.sqrt(n) + 1e-9


@pytest.mark.parametrize(("label", "channel", "x"), HARD, ids=[row[0] for row in HARD])
def test_divergence_is_the_channels_own(label: str, channel: Channel, x: np.ndarray) -> None:
    law = ratio_law(channel, x)
    consistent(law)
    wanted = float(channel.divergence_bits(x[None])[0])
    assert law.divergence_bits == pytest.approx(wanted, rel=1e-6, abs=1e-8)
    # E_Q r = 1, up to what a cell's mean leaves.
    finite = np.isfinite(law.log_ratio)
    assert law.proposal_mass[finite] @ np.exp(law.log_ratio[finite]) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.label)
def test_divergence_of_the_examples(example: ChannelExample) -> None:
    for x in example.x:
        wanted = float(example.channel.divergence_bits(x[None])[0])
        assert ratio_law(example.channel, x).divergence_bits == pytest.approx(wanted, rel=5e-6, abs=1e-8)


@pytest.mark.parametrize("order", [-0.5, 0.0, 0.5, 3.0, 11.5, 12.0, 24.0, 199.0])
def test_bessel_function(order: float) -> None:
    x = np.array([1e-6, 1e-3, 0.7, 5.0, 40.0, 700.0, 1e5])
    wanted = [float(mpmath.log(mpmath.besseli(order, v)) - v) for v in x]
    np.testing.assert_allclose(log_bessel(order, x), wanted, rtol=1e-12, atol=2e-7)


def test_noncentral_chi_square() -> None:
    value = np.array([0.3, 2.0, 9.0, 30.0])
    for freedom, noncentrality in ((1, 4.0), (2, 0.5), (5, 0.0), (30, 12.0)):
        law = stats.ncx2(freedom, noncentrality) if noncentrality else stats.chi2(freedom)
        found = log_noncentral_chi_square(value, freedom, noncentrality)
        np.testing.assert_allclose(found, law.logpdf(value), atol=1e-6)


def test_many_ratios_are_grouped_without_harm() -> None:
    rng = np.random.default_rng(4)
    matrix = rng.gamma(0.7, size=(2, 3000))
    channel = FiniteChannel(matrix / matrix.sum(axis=1, keepdims=True), proposal="mean")
    law = ratio_law(channel, 1)
    assert len(law.log_ratio) <= 385
    row = channel.matrix[1]
    every = RatioLaw(np.log(row / channel.proposal_law), channel.proposal_law, row)
    assert law.divergence_bits == pytest.approx(every.divergence_bits, rel=1e-7)
    for alpha in (1.3, 2.0, math.inf):
        grouped, exact = law_of_ratios(law, alpha), law_of_ratios(every, alpha)
        assert grouped.mean_log2 == pytest.approx(exact.mean_log2, abs=3e-4)
        assert grouped.mean_length("elias_gamma") == pytest.approx(exact.mean_length("elias_gamma"), abs=5e-4)


@pytest.mark.parametrize(("dimension", "norm"), [(1, 1.0), (4, 2.0)])
def test_sampled_law_of_an_unknown_channel(dimension: int, norm: float) -> None:
    """Within 4.5 of its own standard errors of the computed law; the error is a few thousandths of a bit."""
    known = GaussianChannel(dimension=dimension, noise_std=1.0, norm_bound=norm)
    x = np.full(dimension, norm / math.sqrt(dimension))
    for alpha in (1.3, 2.0, math.inf):
        law, exact = index_law(Disguised(known), x, alpha), index_law(known, x, alpha)
        for quantity in (lambda one: one.mean_log2, lambda one: one.mean_length("elias_delta")):
            error = law.standard_error(quantity)
            assert 0 < error < 0.02 and exact.standard_error(quantity) == 0
            assert abs(quantity(law) - quantity(exact)) < 4.5 * error
        assert index_law(Disguised(known), x, alpha).mean_log2 == law.mean_log2  # common random numbers
        assert index_law(Disguised(known), x, alpha, seed=8).mean_log2 != law.mean_log2


@pytest.mark.parametrize("dimension", [60, 400, 5000])
def test_many_dimensions_need_no_more_nodes_and_hold_all_mass(dimension: int) -> None:
    """A grid over all angles grows as √d: it had 90 000 nodes at d = 5000, of which nine in ten held nothing."""
    for epsilon, share in ((0.01, 1.0), (20.0, 1.0), (20.0, 0.1)):
        channel = LaplaceChannel(dimension=dimension, epsilon=epsilon, norm_bound=1.0, proposal_epsilon=share * epsilon)
        for norm in (0.0, 1.0):
            _, _, log_proposal, log_output = laplace_nodes(channel, norm)
            assert len(log_proposal) <= 40_000
            for mass in (log_proposal, log_output):
                assert float(np.exp(mass).sum()) == pytest.approx(1.0, abs=1e-6)


def test_a_derived_class_does_not_inherit_the_rule() -> None:
    channel = TruncatedGaussian(dimension=1, noise_std=1.0, norm_bound=1.0)
    law = ratio_law(channel, 1.0)
    assert len(law.replicates) == 8
    grid = np.linspace(-1.5, 1.5, 20_001)
    density = stats.norm.pdf(grid, 1.0) / (stats.norm.cdf(0.5) - stats.norm.cdf(-2.5))
    ratio = density / stats.norm.pdf(grid, 0, channel.proposal_std)
    wanted = np.trapezoid(density * np.log2(ratio), grid)
    spread = np.std([one.divergence_bits for one in law.replicates], ddof=1) / math.sqrt(8)
    assert abs(law.divergence_bits - wanted) < 4.5 * spread
    excluded = law.proposal_mass[np.isneginf(law.log_ratio)].sum()
    outside = 2 * stats.norm.sf(1.5 / channel.proposal_std)
    assert excluded == pytest.approx(outside, abs=0.01)


def test_number_of_samples_and_inputs_are_checked() -> None:
    channel = RandomizedResponseChannel(size=3, epsilon=1.0)
    with pytest.raises(ValueError, match="x must be a category from 0 to 2; got 3"):
        ratio_law(channel, 3)
    with pytest.raises(ValueError, match="samples must be a whole number at least 16; got 4"):
        ratio_law(channel, 0, samples=4)
    with pytest.raises(ValueError, match="channel must be a Channel"):
        ratio_law("gaussian", 0)
    disguised = Disguised(GaussianChannel(dimension=2, noise_std=1.0, norm_bound=1.0))
    assert len(sampled_ratio_law(disguised, np.zeros(2), samples=100).replicates) == 8
