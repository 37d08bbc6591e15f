"""Laws against closed forms and quadrature, tests against their claimed levels, effect sizes against enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, special, stats

from ppr_core.channels import (
    BitVectorChannel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
    VectorChannel,
)
from ppr_core.compressors import MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.diagnostics import (
    FiniteLaw,
    GammaLaw,
    LaplaceLaw,
    LaplaceProjectionLaw,
    NormalLaw,
    NormLaw,
    ScalarLaw,
    chi_square_bins,
    chi_square_finite,
    count_limits,
    equal_width_bins,
    exactness_tests,
    expectation,
    hits,
    kolmogorov_smirnov,
    moments,
    observe,
    order_statistics_band,
    output_law,
    total_variation,
    wasserstein,
    whole_histogram,
)
from ppr_core.randomness import SharedRandomness

LAWS = {
    "normal": (NormalLaw(location=1.0, scale=2.0), stats.norm(1, 2)),
    "laplace": (LaplaceLaw(location=-1.0, scale=0.5), stats.laplace(-1, 0.5)),
    "gamma": (GammaLaw(scale=2.0, shape=3), stats.gamma(3, scale=2)),
    "exponential": (GammaLaw(shape=1), stats.expon()),
    "norm": (NormLaw(scale=3.0, dimension=5), stats.chi(5, scale=3)),
    "half_normal": (NormLaw(dimension=1), stats.halfnorm()),
    "projection_1": (LaplaceProjectionLaw(location=2.0, scale=0.3, dimension=1), stats.laplace(2, 0.3)),
}
SIMPLE = [name for name in LAWS if name != "projection_1"]
LEVEL = 1e-4  # false-alarm rate of every statistical check below


def fixed(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng([20240612, seed])


@pytest.mark.parametrize("name", LAWS)
def test_laws_agree_with_scipy(name: str) -> None:
    law, reference = LAWS[name]
    u = np.array([1e-12, 1e-3, 0.2, 0.5, 0.9, 1 - 1e-9])
    z = reference.ppf(u)
    slack = 1e-9 if name == "projection_1" else 1e-12  # a table; the others are closed forms
    np.testing.assert_allclose(law.distribution(z), u, rtol=1e-12, atol=slack)
    np.testing.assert_allclose(law.quantile(u), z, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(law.density(z), reference.pdf(z), rtol=1e-8)
    np.testing.assert_allclose((law.mean, law.variance), (reference.mean(), reference.var()), rtol=1e-12)
    below = max(reference.support()[0], reference.ppf(1e-16))
    for point in z[2:5]:
        area = integrate.quad(reference.cdf, below, point, epsabs=1e-13, limit=200)[0]
        assert law.shortfall(point) == pytest.approx(area, rel=1e-8, abs=slack)
    assert tuple(law.quantile([0.0, 1.0])) == reference.support()


@pytest.mark.parametrize("dimension", [2, 3, 5, 8, 50])
def test_projection_of_laplace_is_the_variance_gamma_law(dimension: int) -> None:
    """Density |z|^ν K_ν(|z|) / (2^ν √π Γ(ν+½)), ν = d/2; its integral has modified Struve functions (DLMF 10.43.2)."""
    nu, law = dimension / 2, LaplaceProjectionLaw(dimension=dimension)
    z = np.array([0.1, 0.5, 1.0, 3.0, 8.0, 20.0])
    constant = 2**nu * math.sqrt(math.pi) * special.gamma(nu + 0.5)
    np.testing.assert_allclose(law.density(z), z**nu * special.kv(nu, z) / constant, rtol=1e-9)
    half = z / 2 * (special.kv(nu, z) * special.modstruve(nu - 1, z) + special.kv(nu - 1, z) * special.modstruve(nu, z))
    np.testing.assert_allclose(law.distribution(z), 0.5 + half, atol=1e-8)
    np.testing.assert_allclose(law.distribution(-z) + law.distribution(z), 1.0, atol=1e-15)
    np.testing.assert_allclose(law.quantile(law.distribution(-z)), -z, rtol=1e-9)
    assert law.variance == dimension + 1


def test_projection_of_laplace_in_many_dimensions() -> None:
    """Two further descriptions: the difference of two Gamma((d+1)/2), and the mixture √(2W)·N(0, 1)."""
    law = LaplaceProjectionLaw(location=3.0, scale=0.5, dimension=200)
    shape, rng = 100.5, fixed()
    difference = 3 + 0.5 * (rng.gamma(shape, size=40_000) - rng.gamma(shape, size=40_000))
    mixture = 3 + 0.5 * np.sqrt(2 * rng.gamma(shape, size=40_000)) * rng.standard_normal(40_000)
    for values in (difference, mixture):
        assert stats.kstest(values, law.distribution).pvalue > LEVEL


def test_laws_of_every_view_match_samples_of_the_mechanism() -> None:
    rng = fixed(2)
    cases = [
        (GaussianChannel(dimension=1, noise_std=2.0, norm_bound=1.0), [0.7]),
        (GaussianChannel(dimension=4, noise_std=0.5, norm_bound=2.0), [1.0, -1.0, 0.5, 0.0]),
        (LaplaceChannel(dimension=1, epsilon=3.0, norm_bound=1.0), [-1.0]),
        (LaplaceChannel(dimension=2, epsilon=0.7, norm_bound=3.0), [2.0, 1.0]),
        (LaplaceChannel(dimension=40, epsilon=2.0, norm_bound=3.0), [2.0] + [0.1] * 39),
        *((PrivUnitChannel(dimension=d, epsilon=3.0), [1.0] + [0.0] * (d - 1)) for d in (2, 3, 40)),
    ]
    for channel, x in cases:
        z = channel.sample(np.tile(x, (30_000, 1)), rng)
        for view in ("coordinate",) if isinstance(channel, PrivUnitChannel) else ("coordinate", "projection", "radius"):
            values, law = observe(z, np.array(x), view), output_law(channel, x, view)
            assert stats.kstest(values, law.distribution).pvalue > LEVEL, (channel, view)
            found = moments(values, law.mean, law.variance)
            assert abs(found.bias) < 4.5 * found.bias_error
            assert abs(found.variance_ratio - 1) < 4.5 * found.variance_ratio_error


@pytest.mark.parametrize(
    "channel", [SubsetSelectionChannel(size=6, epsilon=1.0), RapporChannel(size=6, epsilon=1.0)], ids=repr
)
def test_law_of_bit_vectors_is_that_of_samples_and_of_no_neighbour(channel: BitVectorChannel) -> None:
    """Must fail: outputs of another input."""
    law = output_law(channel, 2)
    for x in (2, 3):
        values = observe(channel.sample(np.full(20_000, x), fixed(21)), 2, "coordinate")
        p = exactness_tests(values, law)[0].p_value
        assert (p > LEVEL) == (x == 2)
        if x == 2:
            share = hits(channel, 2, values).mean()
            assert abs(share - channel.bit_probabilities[0]) < 4.5 * math.sqrt(share * (1 - share) / len(values))


def test_law_of_a_channel_that_names_its_noise_and_refusals() -> None:
    class Named(GaussianChannel):
        coordinate_noise = stats.norm(scale=2.0)

    named = Named(dimension=1, noise_std=2.0, norm_bound=1.0)
    law = output_law.dispatch(VectorChannel)(named, [0.5])
    grid = np.linspace(-6, 7, 14)
    reference = NormalLaw(location=0.5, scale=2.0)
    for method in ("density", "distribution", "shortfall"):
        np.testing.assert_allclose(getattr(law, method)(grid), getattr(reference, method)(grid), atol=2e-6)
    assert (law.mean, law.variance) == (0.5, 4.0)
    with pytest.raises(ValueError, match="view must be"):
        output_law.dispatch(VectorChannel)(named, [0.5], "radius")
    with pytest.raises(ValueError, match="first coordinate, of an input on the first axis"):
        output_law(PrivUnitChannel(dimension=3, epsilon=1.0), [0.0, 1.0, 0.0])


def test_law_of_categories_is_the_row_of_the_matrix() -> None:
    matrix = np.array([[0.1, 0.9], [0.6, 0.4]])
    np.testing.assert_array_equal(output_law(FiniteChannel(matrix), 1).probabilities, matrix[1])
    response = output_law(RandomizedResponseChannel(size=3, epsilon=math.log(2)), 0).probabilities
    np.testing.assert_allclose(response, [0.5, 0.25, 0.25])


@pytest.mark.parametrize("samples", [8, 60, 2000])
def test_p_values_are_uniform_under_the_law(samples: int) -> None:
    """600 p-values of each test; chi-square on few samples is discrete and only has to keep its level."""
    rng, law = fixed(3), LaplaceLaw(scale=2.0)
    finite = FiniteLaw(probabilities=np.array([0.5, 0.3, 0.15, 0.05]))
    collected: dict[str, list[float]] = {"ks": [], "cvm": [], "bins": [], "finite": []}
    for _ in range(600):
        z = rng.laplace(scale=2.0, size=samples)
        collected["ks"].append(kolmogorov_smirnov(z, law).p_value)
        collected["cvm"].append(exactness_tests(z, law)[1].p_value)
        collected["bins"].append(chi_square_bins(z, law).p_value)
        categories = rng.choice(4, size=samples, p=finite.probabilities)
        collected["finite"].append(chi_square_finite(categories, finite).p_value)
    exact = ("ks", "cvm") if samples < 2000 else ("ks", "cvm", "bins", "finite")
    for name in exact:
        assert stats.kstest(collected[name], "uniform").pvalue > LEVEL, name
    for name, p_values in collected.items():
        alarms = int(np.sum(np.array(p_values) < 0.05))
        assert alarms <= stats.binom.isf(LEVEL, 600, 0.06), name


def test_cramer_von_mises_tail_joins_the_series_of_scipy() -> None:
    """The leading term used from W² = 1.2 on is within 6 % of SciPy's series there, and right far out."""
    rng, law = fixed(4), NormalLaw()
    even = law.quantile((np.arange(4000) + 0.5) / 4000)
    for shift in (0.058, 0.060, 0.063, 0.066):
        found = exactness_tests(even + shift, law)[1]
        assert 1.2 < found.statistic < 1.65
        reference = stats.cramervonmises(even + shift, law.distribution)
        assert found.p_value == pytest.approx(reference.pvalue, rel=0.06)
    far = exactness_tests(rng.standard_normal(4000) + 5.0, law)[1]
    assert 0 <= far.p_value < 1e-300
    # The weights of the limiting chi-square sum are 1/(jπ)²; the two largest give a lower bound of the tail at W² = 3.
    weights = 1 / (np.arange(1, 3) * math.pi) ** 2
    lower = integrate.quad(
        lambda v: stats.chi2.pdf(v, 1) * stats.chi2.sf(max(0.0, (3 - weights[1] * v) / weights[0]), 1), 0, np.inf
    )[0]
    claimed = math.sqrt(2) * math.erfc(math.pi * math.sqrt(1.5))
    assert 1 < claimed / lower < 1.5


def test_statistics_are_those_of_scipy() -> None:
    rng, law = fixed(5), NormalLaw(location=1.0, scale=2.0)
    z = rng.normal(1, 2, size=500)
    reference = stats.norm(1, 2).cdf
    assert kolmogorov_smirnov(z, law).statistic == pytest.approx(stats.kstest(z, reference).statistic, abs=1e-14)
    assert exactness_tests(z, law)[1].statistic == pytest.approx(
        stats.cramervonmises(z, reference).statistic, abs=1e-12
    )
    counts = np.histogram(reference(z), bins=10, range=(0, 1))[0]
    assert chi_square_bins(z, law, bins=10).p_value == pytest.approx(stats.chisquare(counts).pvalue)
    finite = FiniteLaw(probabilities=np.array([0.5, 0.25, 0.25]))
    values = rng.choice(3, size=300, p=[0.4, 0.3, 0.3])
    expected = stats.chisquare(np.bincount(values), 300 * finite.probabilities)
    assert chi_square_finite(values, finite).p_value == pytest.approx(expected.pvalue)


def test_rare_categories_are_pooled() -> None:
    law = FiniteLaw(probabilities=np.array([0.9, 0.04, 0.03, 0.02, 0.01]))
    values = np.repeat([0, 1, 2, 3, 4], [91, 3, 3, 1, 2])
    pooled = stats.binomtest(9, 100, 0.1).pvalue  # all four small cells together, tested exactly
    assert chi_square_finite(values, law).p_value == pytest.approx(pooled)
    law = FiniteLaw(probabilities=np.array([0.5, 0.3, 0.12, 0.04, 0.02, 0.02]))
    values = np.repeat([0, 1, 2, 3, 4, 5], [50, 30, 12, 5, 2, 1])
    merged = stats.chisquare([8, 12, 30, 50], [8, 12, 30, 50]).pvalue
    assert chi_square_finite(values, law).p_value == pytest.approx(merged)
    certain = FiniteLaw(probabilities=np.array([1.0, 0.0]))
    assert chi_square_finite(np.zeros(20), certain).p_value == 1.0
    assert chi_square_finite(np.repeat([0, 1], [19, 1]), certain).p_value == 0.0
    nearly = FiniteLaw(probabilities=np.array([1 - 1e-4, 5e-5, 5e-5]))
    assert chi_square_finite(np.zeros(1000), nearly).p_value > 0.5


def test_the_tests_reject_minimal_random_coding_and_pass_ppr() -> None:
    """Must fail: 16 candidates at r* = 13.6, and 8 at r* = 20 in 3 dimensions seen through a radius."""
    scalar = LaplaceChannel(dimension=1, epsilon=5.0, norm_bound=1.0)
    spatial = LaplaceChannel(dimension=3, epsilon=3.0, norm_bound=1.0)
    for channel, candidates, view, samples in ((scalar, 16, "coordinate", 20_000), (spatial, 8, "radius", 5_000)):
        x = np.zeros(channel.dimension)
        x[0] = 1.0
        batch, shared = np.tile(x, (samples, 1)), SharedRandomness(11)
        law = output_law(channel, x, view)
        for compressor, exact in (
            (PoissonPrivateRepresentation(channel, 2.0), True),
            (MinimalRandomCoding(channel, candidates), False),
        ):
            z = compressor.decode(compressor.encode(batch, shared, fixed(6)), shared)
            tests = exactness_tests(observe(z, x, view), law, binned=view == "radius")
            for test in tests:
                assert (test.p_value > LEVEL) == exact, (view, test)
                if not exact:
                    assert test.effect.excess > 5 * test.effect.error


def test_a_shift_of_a_twentieth_is_noticed() -> None:
    z = fixed(7).standard_normal(50_000) + 0.05
    for test in (*exactness_tests(z, NormalLaw()), chi_square_bins(z, NormalLaw())):
        assert test.p_value < 1e-8
    assert kolmogorov_smirnov(z, NormalLaw()).effect.value == pytest.approx(0.05, abs=0.02)


def test_wasserstein_is_the_integral_of_the_difference() -> None:
    rng = fixed(8)
    for name in SIMPLE:
        law, reference = LAWS[name]
        z = np.sort(reference.rvs(size=12, random_state=rng))
        low, high = min(z[0], reference.ppf(1e-13)) - 1, max(z[-1], reference.isf(1e-13)) + 1
        edges = np.concatenate([[max(low, reference.support()[0])], z, [high]])
        total = 0.0
        for i, (left, right) in enumerate(itertools.pairwise(edges)):
            total += integrate.quad(lambda v, i=i, law=reference: abs(i / 12 - law.cdf(v)), left, right, limit=400)[0]
        assert wasserstein(z, law).value == pytest.approx(total, rel=1e-6), name


def test_wasserstein_of_a_shift_with_its_error() -> None:
    """W₁ between N(0.3, 1) and N(0, 1) is 0.3; the error must be that of the mean, the estimates must scatter by it."""
    rng, law = fixed(9), NormalLaw()
    found = [wasserstein(rng.normal(0.3, 1, size=2000), law) for _ in range(300)]
    values = np.array([effect.value for effect in found])
    assert found[0].error == pytest.approx(1 / math.sqrt(2000), rel=0.1)
    assert abs(values.mean() - 0.3) < 4 * values.std() / math.sqrt(300)
    assert values.std() == pytest.approx(found[0].error, rel=0.2)


@pytest.mark.parametrize("name", SIMPLE)
def test_wasserstein_floor_is_what_perfect_samples_show(name: str) -> None:
    law, reference = LAWS[name]
    rng = fixed(10)
    found = [wasserstein(reference.rvs(size=1000, random_state=rng), law) for _ in range(400)]
    values = np.array([effect.value for effect in found])
    assert abs(values.mean() - found[0].floor) < 4 * values.std() / 20 + 0.01 * found[0].floor
    assert values.std() == pytest.approx(found[0].floor_error, rel=0.2)
    assert all(effect.error >= effect.floor_error for effect in found)


def test_total_variation_floor_is_exact() -> None:
    """Against the sum over the binomial law, and against simulation."""
    p = np.array([0.5, 0.2, 0.2, 0.1, 0.0])
    law, n = FiniteLaw(probabilities=p), 37
    k = np.arange(n + 1)
    floor = sum(float(stats.binom.pmf(k, n, q) @ np.abs(k - n * q)) for q in p) / (2 * n)
    counts = np.array([20, 8, 6, 3, 0])
    found = total_variation(counts, law)
    assert found.floor == pytest.approx(floor, rel=1e-10)
    assert found.value == pytest.approx(np.abs(counts / n - p).sum() / 2)
    simulated = np.abs(fixed(11).multinomial(n, p, size=40_000) / n - p).sum(axis=1) / 2
    assert abs(simulated.mean() - floor) < 4 * simulated.std() / 200
    assert simulated.std() == pytest.approx(found.floor_error, rel=0.05)


def _mrc_law(channel: FiniteChannel, x: int, candidates: int) -> np.ndarray:
    """The law of what minimal random coding decodes, by enumeration of all pools of candidates."""
    q, ratio = channel.proposal_law, np.exp(channel.log_ratio(x, np.arange(channel.output_size)))
    law = np.zeros(channel.output_size)
    for pool in itertools.product(range(channel.output_size), repeat=candidates):
        weights = ratio[list(pool)]
        np.add.at(law, list(pool), np.prod(q[list(pool)]) * weights / weights.sum())
    return law


@pytest.mark.parametrize("candidates", [2, 4])
def test_total_variation_of_minimal_random_coding_is_the_enumerated_one(candidates: int) -> None:
    matrix = np.array([[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.2, 0.2, 0.6]])
    channel, samples = FiniteChannel(matrix), 60_000
    own, target = FiniteLaw(probabilities=_mrc_law(channel, 0, candidates)), output_law(channel, 0)
    exact = np.abs(own.probabilities - target.probabilities).sum() / 2
    assert exact > 0.03
    compressor, shared = MinimalRandomCoding(channel, candidates), SharedRandomness(3)
    z = compressor.decode(compressor.encode(np.zeros(samples, dtype=int), shared, fixed(12)), shared)
    against_target, against_own = chi_square_finite(z, target), chi_square_finite(z, own)
    assert against_own.p_value > LEVEL and against_target.p_value < 1e-12
    assert abs(against_target.effect.value - exact) < 4 * against_target.effect.error
    assert against_own.effect.value < 4 * against_own.effect.floor
    # The stated error is the scatter of the estimate.
    counts = fixed(13).multinomial(samples, own.probabilities, size=4000)
    scatter = np.std(np.abs(counts / samples - target.probabilities).sum(axis=1) / 2)
    assert against_target.effect.error == pytest.approx(scatter, rel=0.1)


def test_moments_and_their_errors() -> None:
    rng = fixed(14)
    found = [moments(rng.laplace(0.2, 1.0, size=4000), 0.0, 2.0) for _ in range(400)]
    bias, ratio = np.array([one.bias for one in found]), np.array([one.variance_ratio for one in found])
    assert abs(bias.mean() - 0.2) < 4 * bias.std() / 20
    assert abs(ratio.mean() - 1) < 4 * ratio.std() / 20
    assert bias.std() == pytest.approx(np.mean([one.bias_error for one in found]), rel=0.15)
    assert ratio.std() == pytest.approx(np.mean([one.variance_ratio_error for one in found]), rel=0.15)


@pytest.mark.parametrize("name", LAWS)
def test_bins_cover_the_law(name: str) -> None:
    law, reference = LAWS[name]
    bins = equal_width_bins(law, 40)
    assert len(bins.edges) == 41 and bins.probabilities.sum() == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(np.diff(bins.edges), bins.edges[1] - bins.edges[0])
    np.testing.assert_allclose(bins.probabilities[1:-1], np.diff(reference.cdf(bins.edges[1:-1])), atol=1e-8)
    assert bins.probabilities[-1] == pytest.approx(5e-5, rel=1e-4)
    far = np.array([bins.edges[0] - 100, bins.edges[0], bins.edges[-1], bins.edges[-1] + 100])
    counts = bins.counts(far)
    assert counts[0] == 2 and counts[-1] == 2 and counts.sum() == 4


def test_limits_and_bands_keep_their_simultaneous_level() -> None:
    """1500 perfect samples: alarms of the histogram limits and of the quantile band stay below the stated 10 %."""
    rng, law, samples, level = fixed(15), NormalLaw(), 2000, 0.10
    bins, band = equal_width_bins(law, 40), order_statistics_band(law, samples, points=60, level=level)
    low, high = count_limits(bins.probabilities, samples, level)
    outside = np.zeros(2)
    for _ in range(1500):
        z = rng.standard_normal(samples)
        counts, ordered = bins.counts(z), band.ordered(z)
        outside += [np.any((counts < low) | (counts > high)), np.any((ordered < band.low) | (ordered > band.high))]
    most = stats.binom.isf(LEVEL, 1500, level)
    assert np.all(outside <= most), outside
    assert np.all(outside > 0)  # neither is empty of teeth
    shifted = rng.standard_normal(samples) + 0.3
    assert np.any((bins.counts(shifted) < low) | (bins.counts(shifted) > high))
    assert np.any((band.ordered(shifted) < band.low) | (band.ordered(shifted) > band.high))


@pytest.mark.parametrize(
    "law", [NormalLaw(location=1.0, scale=2.0), FiniteLaw(probabilities=np.array([0.5, 0.3, 0.2]))], ids=str
)
def test_what_samples_of_a_law_look_like(law: ScalarLaw | FiniteLaw) -> None:
    """Samples of the law stay inside its picture, those of another law do not; heights are shares over widths."""
    rng, n = np.random.default_rng(12), 4000
    good, bad = rng.normal(1.0, 2.0, n), rng.normal(1.5, 2.0, n)
    if isinstance(law, FiniteLaw):
        good, bad = (rng.choice(3, n, p=p) for p in ([0.5, 0.3, 0.2], [0.4, 0.4, 0.2]))
    picture = expectation(law, n, 1e-3, bins=21)
    counts = picture.counts(good)
    assert counts.sum() == n and picture.outside(counts) == 0 < picture.outside(picture.counts(bad))
    share = counts / n
    np.testing.assert_allclose(picture.heights(counts) * picture.width, share, rtol=1e-12)
    np.testing.assert_allclose(picture.difference(counts) * picture.width, share - picture.probabilities, atol=1e-12)
    errors = np.sqrt(share * (1 - share) / n) / picture.width
    np.testing.assert_allclose(picture.standard_errors(counts), errors, rtol=1e-12)
    if isinstance(law, FiniteLaw):
        assert picture.bins is picture.band is picture.curve is None and picture.width == 1
        return
    assert len(counts) == 21 and picture.density.max() == pytest.approx(float(law.density(1.0)), rel=1e-3)
    assert np.trapezoid(picture.density, picture.curve) == pytest.approx(1, abs=1e-3)
    ordered = picture.band.ordered(good)
    assert np.all((picture.band.low <= ordered) & (ordered <= picture.band.high))


def test_whole_histogram() -> None:
    """Bars begin half a unit below the least number; what they leave out is counted; by hand and at random."""
    seen = whole_histogram(np.array([3, 3, 4, 6, 6, 6, 7, 7, 7, 50]), 10, 0.8)
    assert seen.edges.tolist() == [2.5, 3.5, 4.5, 5.5, 6.5, 7.5] and seen.step == 1 and seen.beyond == 10
    assert seen.shares.tolist() == [20, 10, 0, 30, 30] and seen.centres.tolist() == [3, 4, 5, 6, 7]
    np.testing.assert_allclose(seen.errors, 100 * np.sqrt([0.016, 0.009, 0, 0.021, 0.021]), rtol=1e-12)
    values = np.random.default_rng(3).geometric(0.01, 5_000)
    wide = whole_histogram(values, 30, 0.995)
    assert wide.step > 1 and len(wide.shares) <= 31 and wide.beyond <= 0.5
    assert wide.shares.sum() + wide.beyond == pytest.approx(100) and not np.isin(wide.edges, values).any()


def test_band_shows_both_tails() -> None:
    band = order_statistics_band(LaplaceLaw(), 1000, points=200)
    assert len(band.ranks) <= 200 and band.ranks[0] == 1 and band.ranks[-1] == 1000
    assert np.all(np.diff(band.ranks) > 0) and np.all(band.low < band.quantiles) and np.all(band.quantiles < band.high)


BAD = [
    (lambda: kolmogorov_smirnov(np.zeros(7), NormalLaw()), "number of values must be a.* at least 8|at least 8 for"),
    (lambda: wasserstein([1.0, math.nan] * 8, NormalLaw()), "values must be an array of finite numbers; got nan"),
    (lambda: chi_square_bins(np.zeros((9, 2)), NormalLaw()), r"values must be an array of shape \(n\)"),
    (lambda: exactness_tests([1.0] * 8 + [math.inf], NormalLaw()), "finite numbers; got inf"),
    (lambda: chi_square_finite([0.5] * 9, FiniteLaw(probabilities=np.array([0.5, 0.5]))), "categories from 0 to 1"),
    (lambda: chi_square_finite([2] * 9, FiniteLaw(probabilities=np.array([0.5, 0.5]))), "categories from 0 to 1"),
    (lambda: FiniteLaw(probabilities=np.array([0.5, 0.4])), "probabilities must be numbers that sum to 1; got 0.9"),
    (lambda: chi_square_bins(np.zeros(9), NormalLaw(), bins=1), "bins must be a whole number at least 2; got 1"),
    (lambda: NormalLaw(scale=0.0), "scale must be a number above 0; got 0"),
    (lambda: moments(np.zeros(9), 0.0, 0.0), "variance must be a number above 0; got 0"),
    (lambda: observe(np.zeros((3, 2)), np.zeros(2), "angle"), "view must be one of coordinate, projection, radius"),
    (lambda: output_law(None, 0), "channel must be one whose output law is known"),
    (lambda: total_variation([0], FiniteLaw(probabilities=np.array([1.0]))), "sum of counts must be at least 1"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_input_gets_a_sentence(number: int) -> None:
    call, message = BAD[number]
    with pytest.raises(ValueError, match=message):
        call()
