"""The law of PPR's index against its defining integral, direct summation, closed forms and bounds."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.special import gammaincc

from ppr_core import guarantees
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
)
from ppr_core.codes import Code, EliasDelta, EliasGamma, FixedLength, Signed, ZipfShannon
from ppr_core.compressors.revealed_mass import revealed_mass
from ppr_core.index_law import IndexLaw, expected_bits, index_law, ratio_law
from ppr_core.index_law.code_steps import code_steps
from ppr_core.index_law.law import two_digits
from ppr_core.index_law.mixture import _spline
from tests.contracts.members import channel_examples

RESPONSE = RandomizedResponseChannel(size=50, epsilon=3.0)
SCALAR = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0, proposal_width=1.6)
TRIVIAL = FiniteChannel([[0.5, 0.5], [0.5, 0.5]])  # P = Q
ALPHAS = [1.02, 1.3, 2.0, 5.0, 50.0, math.inf]
EXAMPLES = [(example.channel, example.x[-1]) for example in channel_examples()]
LABELS = [example.label for example in channel_examples()]


def rho(s: np.ndarray, alpha: float) -> np.ndarray:
    """1 − e^{−u} + s Γ(1 − 1/α, u), u = s^α, elementwise."""
    u, a = s**alpha, 1 - 1 / alpha
    return -np.expm1(-u) + s * math.gamma(a) * gammaincc(a, u)


def by_integral(channel: Channel, alpha: float, value: str, k: int) -> float:
    """ln P(K = k) or ln P(K > k): the defining expectation on a fine grid of ln V, for a channel of two ratios."""
    levels, a = channel.two_levels(), 1 - 1 / alpha
    g = math.gamma(a)
    ratios = [(levels.mass, levels.high), (1 - levels.mass, levels.low)]
    total = 0.0
    for mass, ratio in ratios:
        lowest = min(-alpha * math.log(k * g / ratio), 0.0) - 60 / a  # well below where k g y = 1
        log_v = np.arange(lowest, 4.5, 0.01)
        y = np.exp(log_v / alpha) / ratio
        losers = np.maximum(1 - sum(m * rho(y * r, alpha) for m, r in ratios), 1e-300)
        success = g * y / (losers + g * y)
        survival = np.exp(-(k - 1 if value == "pmf" else k) * np.log1p(g * y / losers))
        density = np.exp(a * log_v - np.exp(log_v)) / g  # of V ~ Gamma(1 − 1/α)
        total += mass * ratio * 0.01 * (density * survival) @ (success if value == "pmf" else np.ones_like(y))
    return math.log(total)


@pytest.mark.parametrize("alpha", [1.02, 1.3, 2.0, 3.7, 20.0])
def test_rho_of_the_table_is_its_integral(alpha: float) -> None:
    for s in (1e-3, 0.2, 0.7, 1.0, 1.4, 3.0, 30.0):
        ends = [0, *(end for end in s * np.array([0.8, 0.9, 0.95, 1, 1.05, 1.15, 1.4, 2, 5, 50]) if end < 1), 1]
        direct = 1 - mpmath.quad(lambda tau, s=s: mpmath.exp(-((s / tau) ** alpha)), ends)
        assert float(direct) == pytest.approx(rho(s, alpha), abs=1e-11)
        assert revealed_mass(alpha)(np.array(math.log(s)), np.array(0.0)) == pytest.approx(rho(s, alpha), abs=1e-11)


@pytest.mark.parametrize("alpha", [1.05, 1.3, 2.0, 6.0])
@pytest.mark.parametrize("channel", [RESPONSE, PrivUnitChannel(dimension=9, epsilon=5.0)], ids=["response", "privunit"])
def test_probabilities_are_the_defining_expectation(channel: Channel, alpha: float) -> None:
    x = 0 if channel is RESPONSE else np.eye(9)[0]
    law = index_law(channel, x, alpha)
    for k in (1, 3, 40):
        assert float(law.log_pmf(k)) == pytest.approx(by_integral(channel, alpha, "pmf", k), abs=2e-6)
    for k in (2, 300, 2**30):
        wanted = by_integral(channel, alpha, "survival", k)
        assert float(law.log_survival(k)) == pytest.approx(wanted, abs=2e-6 if wanted > -28 else 1e-3)
    other = index_law(channel, x, alpha * 1.001)  # teeth: a thousandth more is noticed
    assert abs(float(other.log_survival(300)) - by_integral(channel, alpha, "survival", 300)) > 1e-4


@pytest.mark.parametrize("alpha", [1.3, 2.0, 5.0])
def test_far_tail_is_the_leading_power(alpha: float) -> None:
    """P(K > k) -> α Γ(α−1) E_P[r^{α−1}] / Γ(1−1/α) · (gk)^{−(α−1)}."""
    levels, g, beta = RESPONSE.two_levels(), math.gamma(1 - 1 / alpha), alpha - 1
    moment = levels.mass * levels.high**alpha + (1 - levels.mass) * levels.low**alpha
    scale = math.log(alpha * math.gamma(beta) * moment / g) - beta * math.log(g)
    law = index_law(RESPONSE, 0, alpha)
    bits = np.array([90, 200, 1000])
    found = law.log_survival([2 ** int(b) for b in bits])
    np.testing.assert_allclose(found, scale - beta * bits * math.log(2), rtol=1e-8)
    ends = scale + math.log(beta) - alpha * bits * math.log(2)
    np.testing.assert_allclose(law.log_pmf([2 ** int(b) for b in bits]), ends, rtol=1e-8)
    assert np.isfinite(float(law.log_survival(2**5000)))


def test_poisson_functional_representation_of_two_ratios() -> None:
    """α = ∞: with probability P(cap) K is geometric with success y/(λ+y), y = 1/c1, λ = (1−θ)(1 − c2/c1), else 1."""
    levels = RESPONSE.two_levels()
    y = 1 / levels.high
    success = y / ((1 - levels.mass) * (1 - levels.low / levels.high) + y)
    inside = levels.mass * levels.high
    k = np.arange(1, 40)
    wanted = inside * success * (1 - success) ** (k - 1) + (1 - inside) * (k == 1)
    law = index_law(RESPONSE, 7, math.inf)
    np.testing.assert_allclose(law.pmf(k), wanted, rtol=1e-12)
    assert float(law.log_survival(2**60)) == pytest.approx(2**60 * math.log1p(-success), rel=1e-12)
    lengths = 1 + 2 * np.floor(np.log2(np.arange(1, 5001)))
    mean = (1 - inside) + inside * success * ((1 - success) ** np.arange(5000) @ lengths)
    assert law.mean_length("elias_gamma") == pytest.approx(mean, rel=1e-12)
    assert law.mean_length("elias_gamma") == pytest.approx(2.634, abs=5e-4)


@pytest.mark.parametrize("alpha", [2.0, math.inf])
def test_without_a_message_to_send(alpha: float) -> None:
    """P = Q: PFR takes the first sample, PPR still hides which arrival is the first."""
    law = index_law(TRIVIAL, 1, alpha)
    if math.isinf(alpha):
        assert float(law.pmf(1)) == 1 and law.mean_log2 < 1e-15 and law.entropy_bits < 1e-15
        assert law.mean_length("elias_delta") == pytest.approx(1, abs=1e-15) and law.quantile(0.999) == 1
    else:
        assert 0 < law.mean_log2 < guarantees.ppr_bits(0.0, alpha).value


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize(("channel", "x"), EXAMPLES, ids=LABELS)
def test_sums_to_one_and_keeps_its_promises(channel: Channel, x: np.ndarray, alpha: float) -> None:
    law = index_law(channel, x, alpha)
    k = np.arange(1, 400)
    pmf, survival = law.pmf(k), law.survival(k)
    assert float(law.survival(0)) == 1
    assert np.cumsum(pmf)[-1] + survival[-1] == pytest.approx(1, abs=1e-7)
    np.testing.assert_allclose(-np.diff(survival), pmf[1:], rtol=1e-6, atol=1e-14)
    tail = law.log_survival([2**j for j in range(0, 200, 5)])
    assert np.all(np.diff(tail) < 0)
    divergence = float(channel.divergence_bits(x[None])[0])
    assert divergence <= law.mean_length("elias_delta")
    assert law.mean_log2 <= guarantees.ppr_refined_bits(divergence, alpha).value
    assert law.entropy_bits <= min(
        law.mean_length(code) for code in (EliasGamma(), EliasDelta(), ZipfShannon(two_digits(law.mean_log2)))
    )
    for q in (0.3, 0.5, 0.9, 0.999):
        found = law.quantile(q)
        assert float(law.survival(found)) <= (1 - q) * (1 + 1e-9)
        before = found - max(1, found >> 50)
        assert float(law.survival(before)) > (1 - q) * (1 - 1e-9)


@pytest.mark.parametrize("alpha", [4.0, 9.0, math.inf])
@pytest.mark.parametrize(("channel", "x"), [(RESPONSE, 0), (SCALAR, 1.0)], ids=["response", "gaussian"])
def test_means_are_direct_sums(channel: Channel, x: float, alpha: float) -> None:
    """Over the first 2¹⁵ indices; at α = 4 what is beyond has a mass below 10⁻⁹."""
    law, last = index_law(channel, x, alpha), 1 << 15
    k = np.arange(1, last + 1)
    pmf = np.concatenate([law.pmf(part) for part in np.split(k, 16)])
    assert law.mean_log2 == pytest.approx(pmf @ np.log2(k), abs=1e-6)
    present = pmf > 0
    assert law.entropy_bits == pytest.approx(-(pmf[present] @ np.log2(pmf[present])), abs=3e-6)
    for code in (EliasGamma(), EliasDelta(), ZipfShannon(1.0), ZipfShannon(7.3)):
        assert law.mean_length(code) == pytest.approx(pmf @ code.lengths(k), abs=1e-6)
    assert law.mean_length(FixedLength(20)) == 20


@pytest.mark.parametrize("alpha", [1.02, 1.3, 2.0])
def test_means_of_heavy_tails_are_direct_sums(alpha: float) -> None:
    """Step by step over the lengths, from P(K > edge), until the edge has 10⁻¹² of the mass or 2¹⁵⁰⁰ is passed."""
    law = index_law(RESPONSE, 0, alpha)
    edges = [2**j - 1 for j in range(1, 2400)]
    survival = law.survival(edges)
    rest = survival[-1] / (1 - 2.0 ** -(alpha - 1)) if survival[-1] > 0 else 0.0
    gamma = 1 + 2 * (survival[:-1].sum() + rest)
    assert law.mean_length("elias_gamma") == pytest.approx(gamma, rel=1e-9)
    jumps = [2**j - 1 for j in (1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191)]
    delta = 1 + survival[:-1].sum() + rest + 2 * law.survival(jumps).sum()
    assert law.mean_length("elias_delta") == pytest.approx(delta, rel=1e-9)
    # E[log2 K] lies between E⌊log2 K⌋ and one more.
    assert (gamma - 1) / 2 < law.mean_log2 < (gamma - 1) / 2 + 1


def test_overhead_near_one() -> None:
    """E[log2 K] (α − 1) -> log2 e: the overhead's leading term."""
    for excess in (1e-2, 1e-3, 1e-4):
        law = index_law(RESPONSE, 0, 1 + excess)
        assert law.mean_log2 * excess == pytest.approx(math.log2(math.e), abs=15 * excess)


def test_known_values() -> None:
    """The Gaussian's E[log2 K], confirmed by 10⁶ encodes: 1.1934 ± 0.0016."""
    assert index_law(SCALAR, [1.0], 2.0).mean_log2 == pytest.approx(1.1944, abs=5e-5)
    assert index_law(SCALAR, 1.0, 2.0).mean_log2 == index_law(SCALAR, [1.0], 2.0).mean_log2
    assert expected_bits(SCALAR, 1.0, 2.0) == index_law(SCALAR, 1.0, 2.0).mean_length("elias_delta")


def test_large_alpha_approaches_the_limit() -> None:
    for channel, x in EXAMPLES:
        limit, near = index_law(channel, x, math.inf), index_law(channel, x, 1e5)
        assert near.mean_log2 == pytest.approx(limit.mean_log2, abs=3e-4)


@pytest.mark.parametrize("alpha", [1.0001, 1.02, 3.0, 60.0, 900.0, math.inf])
def test_settings_that_no_encoder_could_run(alpha: float) -> None:
    """Hundreds of bits, r* of e^400 and more: finite, ordered, between the divergence and the theorem."""
    wide = GaussianChannel(dimension=1000, noise_std=0.1, norm_bound=3.0)
    settings = [
        (wide, np.full(1000, 0.09)),
        (GaussianChannel(dimension=40, noise_std=0.1, norm_bound=3.0, proposal_width=1e-4), np.full(40, 0.4)),
        (RapporChannel(size=50, epsilon=400.0), 3),
    ]
    for channel, x in settings:
        law = index_law(channel, x, alpha)
        divergence = float(channel.divergence_bits(np.asarray(x)[None])[0])
        assert law.mean_log2 <= guarantees.ppr_refined_bits(divergence, alpha).value
        assert divergence < law.entropy_bits <= law.mean_length("elias_delta") <= law.mean_length("elias_gamma") + 2
        survival = law.log_survival([2**j for j in range(0, 4000, 50)])
        assert survival[0] > -1 and np.all(np.diff(survival[survival > -25]) < 1e-12)


@pytest.mark.parametrize("places", [np.linspace(0, 299, 1201), np.array([0.0, 0.5, 1.0, 298.0, 298.7, 299.0])])
def test_the_curve_between_points_is_scipys_spline(places: np.ndarray) -> None:
    values = np.random.default_rng(5).standard_normal(300).cumsum()
    assert _spline(values, places) == pytest.approx(CubicSpline(np.arange(300.0), values)(places), abs=1e-11)
    cubic = np.arange(300.0) ** 3 - 7 * np.arange(300.0)  # which it repeats
    assert _spline(cubic, places) == pytest.approx(places**3 - 7 * places, rel=1e-12, abs=1e-6)


@pytest.mark.parametrize("code", [EliasGamma(), EliasDelta(), ZipfShannon(0.3), ZipfShannon(5.0), ZipfShannon(70.0)])
def test_steps_give_the_lengths(code: Code) -> None:
    steps, rng = code_steps(code), np.random.default_rng(2)
    for bits in (1, 5, 10, 11, 12, 30, 52, 63, 100, 300):
        k = int(rng.integers(1 << 30)) | 1 << 30
        k = (k << bits >> 31) | 1
        far = math.log2(k)
        regular = steps.log2_edges(max(0, math.ceil((far + 2 - steps.start) / steps.spacing)))
        length = steps.first + steps.near_rise[steps.near < k].sum() + steps.rise * np.count_nonzero(regular < far)
        length += steps.extra_rise[steps.log2_extra_edges < far].sum()
        assert length == code.lengths([k])[0]
    for k in (1023, 1024, 1025, 2047, 2048, 2**15 - 1, 2**15, 2**31 - 1, 2**31):  # where lengths rise
        regular = steps.log2_edges(400)
        length = steps.first + steps.near_rise[steps.near < k].sum()
        length += steps.rise * np.count_nonzero(regular < math.log2(k) - 1e-12)
        length += steps.extra_rise[steps.log2_extra_edges < math.log2(k) - 1e-12].sum()
        assert length == code.lengths([k])[0]


def test_what_is_refused() -> None:
    law = index_law(RESPONSE, 0, 2.0)
    for bad in (1.0, 0.5, math.nan):
        with pytest.raises(ValueError, match="alpha must be a number above 1"):
            index_law(RESPONSE, 0, bad)
    with pytest.raises(ValueError, match="norm of x must be at most norm_bound"):
        index_law(SCALAR, 1.5, 2.0)
    with pytest.raises(ValueError, match="code must be elias_gamma"):
        law.mean_length(Signed(EliasGamma()))
    with pytest.raises(ValueError, match="integers must be whole numbers"):
        law.pmf(0)
    with pytest.raises(ValueError, match="q must be"):
        law.quantile(1.0)


def test_shapes() -> None:
    law = index_law(RESPONSE, 0, 2.0)
    assert np.shape(law.pmf(3)) == () and law.pmf([[1, 2], [3, 4]]).shape == (2, 2)
    assert isinstance(law, IndexLaw) and len(ratio_law(RESPONSE, 0).log_ratio) == 2


@pytest.mark.parametrize("alpha", [1e9, 1e11, 1e13, 6e43, 1e308])
@pytest.mark.parametrize("channel", [RESPONSE, SCALAR], ids=lambda channel: channel.name)
def test_large_orders_have_the_law_of_no_order(channel: Channel, alpha: float) -> None:
    """Up to the cells of ln y in which nodes are merged, which α = ∞ does not need."""
    x = 1 if channel is RESPONSE else [1.0]
    limit = index_law(channel, x, math.inf).mean_length("elias_delta")
    assert index_law(channel, x, alpha).mean_length("elias_delta") == pytest.approx(limit, rel=3e-5)
