"""Every theorem against numbers worked out by hand, its limits, its conditions, and the inequality it rests on.

Theorem and corollary numbers are those of Liu, Chen, Özgür, Li, "Universal exact compression of differentially
private mechanisms" (NeurIPS 2024).
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, special, stats

from ppr_core import guarantees as g
from ppr_core.guarantees import PrivacyGuarantee

LOG2_3_56 = 1.8318772411916734  # ln 3.56 / ln 2
LN2 = 0.6931471805599453

alphas = st.floats(1.0, 1e6, exclude_min=True)
epsilons = st.floats(0.0, 50.0)
deltas = st.floats(0.0, 1.0)


def mechanism(epsilon: float, delta: float = 0.0, notion: str = "local", against: str = "database") -> PrivacyGuarantee:
    return PrivacyGuarantee(epsilon=epsilon, delta=delta, notion=notion, against=against, source="response.k_ary")


# --- Theorem 5, Theorem 14: size -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("divergence", "alpha", "bits"),
    [
        (0.0, 3.0, LOG2_3_56),  # min((3−1)/2, 1) = 1
        (10.0, 2.0, 13.663754482383347),  # min(1/2, 1): twice log2 3.56
        (2.5, 1.01, 368.8754482383347),  # min(0.005, 1): 200 times
        (1.0, math.inf, 1.0 + LOG2_3_56),
    ],
)
def test_theorem5_size(divergence: float, alpha: float, bits: float):
    bound = g.ppr_bits(divergence, alpha)
    assert bound.value == pytest.approx(bits, rel=1e-13)
    assert (bound.unit, bound.side, bound.source) == ("bits", "upper", "ppr.theorem5")


@given(alphas, alphas, st.floats(0.0, 1e3), st.floats(0.0, 1e3))
def test_theorem5_falls_with_alpha_and_grows_with_divergence(a: float, b: float, d: float, e: float):
    (a, b), (d, e) = sorted((a, b)), sorted((d, e))
    assert g.ppr_bits(d, b).value <= g.ppr_bits(d, a).value <= g.ppr_bits(e, a).value


def test_theorem5_limits():
    assert g.ppr_overhead_bits(math.nextafter(1.0, 2.0)) == pytest.approx(2 * LOG2_3_56 * 2.0**52)
    assert g.ppr_overhead_bits(3.0) == g.ppr_overhead_bits(1e300) == g.ppr_overhead_bits(math.inf)


@pytest.mark.parametrize(
    ("alpha", "bits"),
    [
        (math.inf, 1.0),  # log2(Γ(1)Γ(2)/Γ(1)² + 1)
        (4.0, 1.1245535213),  # η = 1: c = Γ(1/2)/Γ(3/4)² = 1.7724538509/1.5016460947 = 1.1803406
        (3.0, 1.2992437704),  # η = 1: c = Γ(1/3)/Γ(2/3)² = 2.6789385347/1.8336353939 = 1.4609985
    ],
)
def test_theorem14_overhead(alpha: float, bits: float):
    assert g.ppr_refined_overhead_bits(alpha) == pytest.approx(bits, rel=1e-9)
    assert g.ppr_refined_bits(2.0, alpha).value == pytest.approx(2.0 + bits, rel=1e-9)


@pytest.mark.parametrize("alpha", [1.05, 1.5, 2.0, 2.4])
def test_theorem14_is_the_minimum_over_eta(alpha: float):
    eta = np.linspace(0.0, min(1.0, alpha - 1.0), 100_001)[1:-1]
    c = special.gamma(1 - (eta + 1) / alpha) * special.gamma(eta + 1) / special.gamma(1 - 1 / alpha) ** (eta + 1)
    assert g.ppr_refined_overhead_bits(alpha) == pytest.approx(np.min(np.log2(c + 1) / eta), rel=1e-8)


@given(alphas)
def test_theorem14_implies_theorem5(alpha: float):
    refined = g.ppr_refined_overhead_bits(alpha)
    assert 1.0 <= refined <= g.ppr_overhead_bits(alpha)
    # The real overhead is near log2(e)/(α−1) for α near 1; no bound can be below it there.
    if alpha < 1.1:
        assert refined > 1.0 / (LN2 * (alpha - 1.0))


# --- Corollary 6 and code lengths ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("log_size", "alpha", "bits"),
    [
        (7.0, 2.0, 12.0),  # ℓ + log2(ℓ + 1) + 2 = 7 + 3 + 2
        (15.0, 2.0, 21.0),  # 15 + 4 + 2
        (3.0, 3.0, 7.0),  # 3 + 2 + 2
    ],
)
def test_corollary6_size(log_size: float, alpha: float, bits: float):
    epsilon = LN2 * (log_size - LOG2_3_56 * (2.0 if alpha == 2.0 else 1.0))  # ε log2 e + η_α = ℓ
    bound = g.ppr_ldp_size(epsilon, alpha)
    assert bound.value == pytest.approx(bits, rel=1e-13)
    assert bound.source == "ppr.corollary6"


@pytest.mark.parametrize(("mu", "delta_bits", "zipf_bits"), [(0, 1, 2), (1, 4, 4), (3, 8, 7), (7, 14, 12)])
def test_code_lengths(mu: float, delta_bits: float, zipf_bits: float):
    assert g.elias_delta_size(mu).value == pytest.approx(delta_bits)  # μ + 2 log2(μ+1) + 1
    assert g.zipf_shannon_size(mu).value == pytest.approx(zipf_bits)  # μ + log2(μ+1) + 2


INDEX_LAWS = {
    "constant": np.array([1.0]),
    "uniform": np.full(1000, 1e-3),
    "geometric": stats.geom.pmf(np.arange(1, 400), 0.1),
    "heavy tail": np.arange(1, 200_001) ** -1.5 / np.sum(np.arange(1, 200_001) ** -1.5),
    "one far index": np.r_[np.full(2**16 - 1, 0.5 / (2**16 - 1)), 0.5],
}


@pytest.mark.parametrize("law", INDEX_LAWS)
def test_code_length_bounds_hold_for_real_code_words(law: str):
    probability = INDEX_LAWS[law]
    k = np.arange(1, len(probability) + 1)
    mu = float(probability @ np.log2(k))
    whole = np.frexp(k)[1] - 1  # ⌊log2 k⌋
    elias_delta = whole + 2 * (np.frexp(whole + 1)[1] - 1) + 1
    assert probability @ elias_delta <= g.elias_delta_size(mu).value + 1e-9
    if mu > 0:
        exponent = 1 + 1 / mu
        zipf = np.ceil(exponent * np.log2(k) + np.log2(special.zeta(exponent)))
        assert probability @ zipf <= g.zipf_shannon_size(mu).value + 1e-9


def test_code_length_bounds_have_teeth():
    """The Elias gamma code, 2⌊log2 k⌋ + 1, breaks both bounds at k = 2²⁰."""
    gamma_length = 2 * 20 + 1
    assert gamma_length > max(g.elias_delta_size(20).value, g.zipf_shannon_size(20).value)


# --- Theorems 7, 8, 9: the factor 2α ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("epsilon", "alpha", "expected"), [(1.0, 2.0, 4.0), (0.5, 1.5, 1.5), (0.25, 10.0, 5.0)])
def test_theorem7_pure(epsilon: float, alpha: float, expected: float):
    result = g.ppr_pure(mechanism(epsilon), alpha)
    assert (result.epsilon, result.delta) == (expected, 0.0)
    assert (result.against, result.notion, result.source) == ("decoder", "local", "ppr.theorem7")


@pytest.mark.parametrize(
    ("epsilon", "delta", "alpha", "expected"),
    [(1.0, 1e-6, 2.0, (4.0, 2e-6)), (0.5, 0.6, 1.5, (1.5, 1.0)), (2.0, 0.0, 1.25, (5.0, 0.0))],
)
def test_theorem8_approximate(epsilon: float, delta: float, alpha: float, expected: tuple[float, float]):
    result = g.ppr_approximate(mechanism(epsilon, delta, "central"), alpha)
    assert (result.epsilon, result.delta) == expected
    assert (result.against, result.notion, result.source) == ("decoder", "central", "ppr.theorem8")


@pytest.mark.parametrize(("epsilon", "alpha", "expected"), [(0.25, 2.0, 1.0), (1.0, 1.125, 2.25), (3.0, 4.0, 24.0)])
def test_theorem9_metric(epsilon: float, alpha: float, expected: float):
    result = g.ppr_metric(mechanism(epsilon, notion="metric"), alpha)
    assert (result.epsilon, result.delta) == (expected, 0.0)
    assert (result.against, result.notion, result.source) == ("decoder", "metric", "ppr.theorem9")


@given(epsilons, deltas, alphas, alphas)
def test_privacy_worsens_with_alpha_and_never_beats_twice_epsilon(epsilon: float, delta: float, a: float, b: float):
    a, b = sorted((a, b))
    low, high = (g.ppr_approximate(mechanism(epsilon, delta), alpha) for alpha in (a, b))
    assert 2.0 * epsilon <= low.epsilon <= high.epsilon
    assert delta <= low.delta == high.delta <= 1.0
    assert g.ppr_pure(mechanism(epsilon), a).epsilon == low.epsilon


def test_alpha_infinite_keeps_the_size_and_loses_the_privacy():
    assert math.isinf(g.ppr_pure(mechanism(1e-9), math.inf).epsilon)
    assert math.isinf(g.ppr_metric(mechanism(1e-9, notion="metric"), math.inf).epsilon)
    assert math.isfinite(g.ppr_bits(1.0, math.inf).value)
    nothing_to_hide = g.ppr_approximate(mechanism(0.0, 1e-5), math.inf)
    assert (nothing_to_hide.epsilon, nothing_to_hide.delta) == (0.0, 2e-5)


def index_law(log_ratio: np.ndarray, times: np.ndarray, alpha: float) -> np.ndarray:
    """ln P(K = k | Z, T) of PPR restricted to the first arrivals: weights T̃^{−α} = (r/T)^α, normalised."""
    log_weight = alpha * (log_ratio - np.log(times))
    return log_weight - special.logsumexp(log_weight)


def response_log_ratio(z: np.ndarray, x: int, size: int, epsilon: float) -> np.ndarray:
    """ln dP/dQ of k-ary randomized response with the uniform proposal."""
    return math.log(size) + epsilon * (z == x) - math.log(math.exp(epsilon) + size - 1)


@pytest.mark.parametrize("alpha", [1.05, 2.0, 8.0])
@pytest.mark.parametrize("epsilon", [0.3, 2.0])
def test_theorem7_holds_for_every_realisation(alpha: float, epsilon: float):
    """Proof of Theorem 7: e^{−ε} T̃₂ ≤ T̃₁ ≤ e^ε T̃₂ bounds P(K₁=k | Z, T) by e^{2αε} P(K₂=k | Z, T).

    The argument is term by term, so it holds for sums cut at 10⁴ arrivals as well.
    """
    rng = np.random.default_rng(20240528)
    times, z = np.cumsum(rng.exponential(size=10_000)), rng.integers(3, size=10_000)
    laws = [index_law(response_log_ratio(z, x, 3, epsilon), times, alpha) for x in range(3)]
    loss = max(np.max(one - other) for one, other in itertools.permutations(laws, 2))
    limit = g.ppr_pure(mechanism(epsilon), alpha).epsilon
    assert loss <= limit * (1 + 1e-12)
    # Must fail: neither the mechanism's own ε nor αε, the numerator's share, would do.
    assert loss > epsilon
    assert loss > alpha * epsilon


def test_theorem7_factor_is_attained_pointwise():
    """One early arrival that suits x₂ outweighs all others; any index that suits x₁ then shows the full 2αε."""
    epsilon, alpha = 1.0, 2.0
    times, z = np.arange(1.0, 10_001.0), np.zeros(10_000, dtype=int)
    times[0], z[0] = 1e-9, 1
    one, two = (index_law(response_log_ratio(z, x, 2, epsilon), times, alpha) for x in (0, 1))
    assert np.max(one - two) == pytest.approx(g.ppr_pure(mechanism(epsilon), alpha).epsilon, rel=1e-6)


def test_theorem9_holds_for_every_realisation():
    """As above with the scalar Laplace mechanism: the limit is 2αε|x₁ − x₂|."""
    epsilon, alpha, inputs = 1.5, 1.7, (-0.4, 0.0, 0.1, 0.9)
    rng = np.random.default_rng(20240529)
    times, z = np.cumsum(rng.exponential(size=10_000)), rng.laplace(scale=2.0, size=10_000)
    log_proposal = stats.laplace.logpdf(z, scale=2.0)
    rate = g.ppr_metric(mechanism(epsilon, notion="metric"), alpha).epsilon
    laws = {
        x: index_law(stats.laplace.logpdf(z, loc=x, scale=1 / epsilon) - log_proposal, times, alpha) for x in inputs
    }
    for x, y in itertools.combinations(inputs, 2):
        loss = np.max(np.abs(laws[x] - laws[y]))
        assert epsilon * abs(x - y) < loss <= rate * abs(x - y) * (1 + 1e-12)


# --- Theorem 10: α near 1 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slack_epsilon", "log_slack_delta", "excess"),
    [
        (1.0, -4.0, 6.8663393e-5),  # e^{−4.2} e^{−4} / 4 = e^{−8.2}/4
        (0.5, -2.0, 2.5367883e-4),  # e^{−4.2} e^{−2} / (4 · 2) = e^{−6.2}/8
        (0.1, -10.0, 6.8079813e-10),  # e^{−4.2} e^{−10} / (100 · 10) = e^{−14.2}/1000
    ],
)
def test_theorem10_alpha_limit(slack_epsilon: float, log_slack_delta: float, excess: float):
    slack_delta = math.exp(log_slack_delta)
    assert g.ppr_tight_alpha_limit(slack_epsilon, slack_delta) - 1.0 == pytest.approx(excess, rel=1e-6)
    assert g.ppr_tight_overhead_bits(slack_epsilon, slack_delta) == pytest.approx(2 * LOG2_3_56 / excess, rel=1e-6)


@pytest.mark.parametrize(
    ("epsilon", "delta", "alpha", "slack", "expected"),
    [
        (1.0, 0.0, 1.0000686, (1.0, math.exp(-4.0)), (2.0000686, 0.0366312778)),  # 2e^{−4}
        (1.0, 1e-6, 1.00025, (0.5, math.exp(-2.0)), (1.50025, 0.2706725665)),  # 2(10⁻⁶ + e^{−2})
        (3.0, 0.4, 1.004, (1.0, 1 / 3), (4.012, 1.0)),  # 2(0.4 + 1/3) > 1
    ],
)
def test_theorem10_tight(epsilon, delta, alpha, slack, expected):
    result = g.ppr_tight(mechanism(epsilon, delta), alpha, *slack)
    assert (result.epsilon, result.delta) == pytest.approx(expected, rel=1e-9)
    assert (result.against, result.source) == ("decoder", "ppr.theorem10")


@pytest.mark.parametrize(("slack_epsilon", "slack_delta"), [(1.0, 0.1), (0.5, 1e-3), (1e-3, 1e-12)])
def test_theorem10_excess(slack_epsilon: float, slack_delta: float):
    """e^(−4.2) = 0.0149955768…; also where 1 + excess is 1 in floats."""
    expected = 0.0149955768 * slack_delta * slack_epsilon**2 / -math.log(slack_delta)
    assert g.ppr_tight_excess(slack_epsilon, slack_delta) == pytest.approx(expected, rel=1e-8)
    limit = g.ppr_tight_alpha_limit(slack_epsilon, slack_delta)
    assert limit - 1 == pytest.approx(g.ppr_tight_excess(slack_epsilon, slack_delta), abs=3e-16)


@given(st.floats(1e-3, 1.0), st.floats(1e-6, 1 / 3))
def test_theorem10_limit_is_the_last_alpha_allowed(slack_epsilon: float, slack_delta: float):
    """Exact decimal arithmetic: the limit is inside the condition, and what it gives away is rounding only."""
    limit = g.ppr_tight_alpha_limit(slack_epsilon, slack_delta)
    with localcontext() as context:
        context.prec = 60
        e, d = Decimal(slack_epsilon), Decimal(slack_delta)
        exact = Decimal("-4.2").exp() * d * e * e / -d.ln()
        assert 0 <= exact - (Decimal(limit) - 1) <= exact * Decimal("1e-13") + Decimal(2) ** -52
    if limit > 1.0:
        assert g.ppr_tight(mechanism(1.0), limit, slack_epsilon, slack_delta).epsilon == limit + slack_epsilon
    above = math.nextafter(limit, 2.0)
    with pytest.raises(ValueError, match=r"^alpha must be at most 1 \+ .*; got 1"):
        g.ppr_tight(mechanism(1.0), above, slack_epsilon, slack_delta)


def test_theorem10_needs_alpha_next_to_one():
    """At a useful slack (ε̃ = 0.1, δ̃ = 10⁻⁶) α may exceed 1 by 1.1·10⁻¹¹ and η_α is 3.4·10¹¹ bits."""
    assert g.ppr_tight_alpha_limit(0.1, 1e-6) - 1.0 == pytest.approx(1.0854e-11, rel=1e-4)
    assert g.ppr_tight_overhead_bits(0.1, 1e-6) == pytest.approx(3.37544e11, rel=1e-5)
    assert g.ppr_tight_alpha_limit(0.01, 1e-12) == 1.0  # no double above 1 qualifies
    assert g.ppr_tight_overhead_bits(0.01, 1e-12) > 1e19
    assert g.ppr_tight_overhead_bits(1e-200, 1e-12) == math.inf


# --- Minimal random coding -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notion", ["local", "central", "metric"])
@pytest.mark.parametrize(("epsilon", "expected"), [(0.0, 0.0), (0.75, 1.5), (3.0, 6.0)])
def test_mrc_pure_doubles_epsilon(notion: str, epsilon: float, expected: float):
    result = g.mrc_pure(mechanism(epsilon, notion=notion))
    assert (result.epsilon, result.delta, result.against, result.notion) == (expected, 0.0, "decoder", notion)


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_mrc_pure_holds_for_every_set_of_candidates(epsilon: float):
    """All 3⁶ candidate sets of ternary response: P(K=k) ∝ r(Z_k) changes by at most e^{2ε}, and by more than e^ε."""
    z = np.array(list(itertools.product(range(3), repeat=6)))
    log_law = np.stack([response_log_ratio(z, x, 3, epsilon) for x in range(3)])
    log_law -= special.logsumexp(log_law, axis=-1, keepdims=True)
    loss = np.max(np.abs(log_law[:, None] - log_law[None]))
    assert epsilon < loss <= g.mrc_pure(mechanism(epsilon)).epsilon * (1 + 1e-12)


@pytest.mark.parametrize(
    ("candidates", "ratios", "delta", "spread"),
    [
        (2, (1.5, 0.5), 2 * math.exp(-1.0), 0.5),  # t = 1 · √(1/4)
        (50, (2.5, 0.5), 2 * math.exp(-4.0), 0.4),  # t = 2 · √(4/100)
        (800, (4.0, 0.0), 2 * math.exp(-1.0), 0.1),  # t = 4 · √(1/1600)
    ],
)
def test_mrc_two_level(candidates: int, ratios: tuple[float, float], delta: float, spread: float):
    high, low = ratios
    result = g.mrc_two_level(mechanism(1.0), candidates=candidates, ratio_high=high, ratio_low=low, delta=delta)
    assert result.epsilon == pytest.approx(1.0 + math.log((1 + spread) / (1 - spread)), rel=1e-12)
    assert (result.delta, result.against) == (delta, "decoder")


def test_mrc_two_level_candidates_are_the_fewest_that_promise():
    """Ratios 2 and ⅔ at δ = 0.1: N > (4/3)² ln(20)/2 = 2.66."""
    ratios = {"ratio_high": 2.0, "ratio_low": 2 / 3, "delta": 0.1}
    assert g.mrc_two_level_candidates(**ratios) == pytest.approx((4 / 3) ** 2 * math.log(20) / 2, rel=1e-12)
    assert g.mrc_two_level(mechanism(1.0), candidates=3, **ratios).epsilon > 1.0
    with pytest.raises(ValueError, match=r"candidates must be more than 2\.66"):
        g.mrc_two_level(mechanism(1.0), candidates=2, **ratios)
    with pytest.raises(ValueError, match="ratio_high must be"):
        g.mrc_two_level_candidates(ratio_high=0.5, ratio_low=0.5, delta=0.1)


def mrc_response_delta(size: int, epsilon: float, candidates: int, level: float) -> float:
    """Exact δ of minimal random coding of k-ary response at privacy loss ``level``, by enumeration.

    Only the numbers a, b of candidates equal to x and to x′ matter.
    """
    a, b = (grid.ravel() for grid in np.meshgrid(np.arange(candidates + 1), np.arange(candidates + 1)))
    a, b = a[a + b <= candidates], b[a + b <= candidates]
    rest = candidates - a - b
    counts = np.stack([a, b, rest], axis=-1)
    probability = stats.multinomial.pmf(counts, candidates, [1 / size, 1 / size, 1 - 2 / size])
    gain = math.exp(epsilon)
    here = np.array([gain, 1.0, 1.0]) / (gain * a + b + rest)[:, None]
    there = np.array([1.0, gain, 1.0]) / (a + gain * b + rest)[:, None]
    excess = np.sum(counts * np.maximum(here - math.exp(level) * there, 0.0), axis=-1)
    return float(probability @ excess)


def test_mrc_two_level_bounds_the_exact_delta():
    size, epsilon, candidates, delta = 3, 1.5, 200, 1e-3
    high, low = (size * v / (math.exp(epsilon) + size - 1) for v in (math.exp(epsilon), 1.0))
    result = g.mrc_two_level(mechanism(epsilon), candidates=candidates, ratio_high=high, ratio_low=low, delta=delta)
    assert result.epsilon < g.mrc_pure(mechanism(epsilon)).epsilon
    assert mrc_response_delta(size, epsilon, candidates, result.epsilon) <= delta
    # Must fail: without the ln((1+t)/(1−t)) the loss exceeds ε with far more than probability δ.
    assert mrc_response_delta(size, epsilon, candidates, epsilon) > 10 * delta


@given(st.integers(40, 10**9), st.integers(40, 10**9))
def test_mrc_two_level_approaches_epsilon_with_many_candidates(n: int, m: int):
    n, m = sorted((n, m))
    few, many = (
        g.mrc_two_level(mechanism(1.0), candidates=count, ratio_high=2.0, ratio_low=0.5, delta=1e-6) for count in (n, m)
    )
    assert 1.0 < many.epsilon <= few.epsilon


# --- Corollaries 12 and 17: Gaussian mean ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "divergence", "overhead"),
    [
        # C²n/(dσ²) = 3, so (d/2) log2 4 = d bits
        ({"dimension": 4, "clients": 12, "norm_bound": 1.0, "sigma": 1.0, "alpha": 2.0}, 4.0, 2 * LOG2_3_56),
        # 100·4/(25·16) = 1: (25/2) log2 2
        ({"dimension": 25, "clients": 4, "norm_bound": 10.0, "sigma": 4.0, "alpha": 3.0}, 12.5, LOG2_3_56),
        # 49·3/(21·1) = 7: (21/2) log2 8
        ({"dimension": 21, "clients": 3, "norm_bound": 7.0, "sigma": 1.0, "alpha": 1.5}, 31.5, 4 * LOG2_3_56),
    ],
)
def test_corollary12_size(arguments: dict, divergence: float, overhead: float):
    mu = divergence + overhead
    assert g.gaussian_mean_size(**arguments).value == pytest.approx(mu + math.log2(mu + 1) + 2, rel=1e-13)


def test_corollary12_divergence_is_the_one_at_the_norm_bound():
    """KL(N(x, s²I) ‖ N(0, vI)) = (d/2) ln(v/s²) + ((‖x‖² + ds²)/v − d)/2 nats with s² = σ²/n, v = C²/d + s²."""
    d, n, c, sigma = 50, 500, 7.0, 3.0
    s2 = sigma**2 / n
    v = c**2 / d + s2
    nats = d / 2 * math.log(v / s2) + ((c**2 + d * s2) / v - d) / 2
    size = g.gaussian_mean_size(dimension=d, clients=n, norm_bound=c, sigma=sigma, alpha=math.inf).value
    mu = nats / LN2 + LOG2_3_56
    assert size == pytest.approx(mu + math.log2(mu + 1) + 2, rel=1e-13)


@given(st.floats(0.01, 0.99), st.floats(1e-12, 0.5), st.integers(1, 1000), st.integers(1, 1000))
def test_corollary12_second_and_third_bound(epsilon: float, delta: float, n: int, d: int):
    """ℓ ≤ (d/2) log2(nε²/(2d ln(1.25/δ)) + 1) + η ≤ nε² log2(e)/(4 ln(1.25/δ)) + η at the printed σ."""
    sigma = g.gaussian_mean_sigma(norm_bound=2.0, epsilon=epsilon, delta=delta, neighbours="zero_out")
    size = g.gaussian_mean_size(dimension=d, clients=n, norm_bound=2.0, sigma=sigma, alpha=2.0).value
    noise = math.log(1.25 / delta)
    for bound in (d / 2 * math.log2(n * epsilon**2 / (2 * d * noise) + 1), n * epsilon**2 / LN2 / (4 * noise)):
        mu = bound + 2 * LOG2_3_56
        assert size <= (mu + math.log2(mu + 1) + 2) * (1 + 1e-12)


def gaussian_delta(multiplier: float, epsilon: float) -> float:
    """Exact δ of noise with standard deviation multiplier · sensitivity (Balle and Wang 2018, Theorem 8)."""
    low, high = -epsilon * multiplier - 0.5 / multiplier, -epsilon * multiplier + 0.5 / multiplier
    return float(special.ndtr(high) - math.exp(epsilon + special.log_ndtr(low)))


@pytest.mark.parametrize(
    ("neighbours", "epsilon", "delta", "sigma"),
    [
        ("zero_out", 0.5, 1.25 * math.exp(-2.0), 4.0),  # √(2·2)/0.5
        ("replace_one", 0.5, 1.25 * math.exp(-2.0), 8.0),
        ("zero_out", 0.9, 1.25 * math.exp(-40.5), 10.0),  # √81/0.9
    ],
)
def test_corollary12_noise_and_central_privacy(neighbours: str, epsilon: float, delta: float, sigma: float):
    common = {"norm_bound": 1.0, "delta": delta, "neighbours": neighbours}
    assert g.gaussian_mean_sigma(epsilon=epsilon, **common) == pytest.approx(sigma, rel=1e-12)
    distance = 2.0 if neighbours == "replace_one" else 1.0
    assert gaussian_delta(sigma / distance, epsilon) <= delta


@pytest.mark.parametrize(
    ("clients", "sigma", "alpha", "epsilon"),
    [
        (1, 8.0, 2.0, 2.0),  # 2C√n · 2/σ = 1/2, times 2α = 4
        (4, 40.0, 1.5, 0.6),  # 2 · 2 · 2/40 = 1/5, times 3
        (100, 160.0, 3.0, 1.5),  # 2 · 10 · 2/160 = 1/4, times 6
    ],
)
def test_corollary12_local(clients: int, sigma: float, alpha: float, epsilon: float):
    delta = 1.25 * math.exp(-2.0)  # √(2 ln(1.25/δ)) = 2
    local = g.gaussian_mean_local(clients=clients, norm_bound=1.0, sigma=sigma, delta=delta, alpha=alpha)
    assert (local.epsilon, local.delta) == pytest.approx((epsilon, 2 * delta), rel=1e-12)
    assert (local.against, local.notion, local.source) == ("decoder", "local", "ppr.corollary12")
    # The mechanism inside: two inputs 2C apart under noise σ/√n.
    assert gaussian_delta(sigma / math.sqrt(clients) / 2.0, epsilon / (2 * alpha)) <= delta


def test_corollary12_local_needs_epsilon_below_one():
    """With the noise of "replace_one" the condition is the printed ε < 1/√n."""
    n, delta = 400, 1e-5
    for epsilon, valid in ((0.049, True), (0.051, False)):
        sigma = g.gaussian_mean_sigma(norm_bound=1.0, epsilon=epsilon, delta=delta, neighbours="replace_one")
        arguments = {"clients": n, "norm_bound": 1.0, "sigma": sigma, "delta": delta, "alpha": 2.0}
        if valid:
            printed = 2 * 2.0 * math.sqrt(n) * epsilon
            assert g.gaussian_mean_local(**arguments).epsilon == pytest.approx(printed, rel=1e-12)
        else:
            with pytest.raises(ValueError, match=r"^sigma must be above .* needs ε < 1"):
                g.gaussian_mean_local(**arguments)


def gaussian_renyi(order: float, distance: float, std: float) -> float:
    """D_γ between N(0, s²) and N(Δ, s²) in nats by quadrature."""

    def integrand(z: float) -> float:
        return math.exp(
            order * stats.norm.logpdf(z, scale=std) + (1 - order) * stats.norm.logpdf(z, loc=distance, scale=std)
        )

    peak = (1 - order) * distance
    value, _ = integrate.quad(integrand, peak - 12 * std, peak + 12 * std, points=[peak])
    return math.log(value) / (order - 1)


@pytest.mark.parametrize(("order", "epsilon", "norm_bound"), [(2.0, 0.5, 3.0), (8.0, 0.25, 0.5), (1.5, 2.0, 1.0)])
@pytest.mark.parametrize("neighbours", ["zero_out", "replace_one"])
def test_corollary17_noise_gives_the_renyi_divergence(order, epsilon, norm_bound, neighbours):
    sigma = g.gaussian_mean_renyi_sigma(norm_bound=norm_bound, order=order, epsilon=epsilon, neighbours=neighbours)
    distance = norm_bound * (2.0 if neighbours == "replace_one" else 1.0)
    assert gaussian_renyi(order, distance, sigma) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize(
    ("order", "epsilon", "delta", "expected"),
    [
        (2.0, 1.0, 0.5, 1.0 - LN2),  # ln(1/(2·½)) = 0, ln(1 − ½) = −ln 2
        (11.0, 1.0, 1 / 11, 1.0 + math.log(10 / 11)),
        (5.0, 0.5, math.exp(-8.0) / 5, 2.5 + math.log(0.8)),  # 8/4 = 2
        (math.inf, 0.7, 1e-9, 0.7),
        (2.0, 0.1, 0.9, 0.0),  # 0.1 − ln 1.8 − ln 2 < 0
    ],
)
def test_lemma16_conversion(order: float, epsilon: float, delta: float, expected: float):
    result = g.rdp_to_approximate(order, epsilon, delta)
    assert result.epsilon == pytest.approx(expected, abs=1e-12)
    assert (result.delta, result.against) == (delta, "database")


@given(st.floats(1.01, 200.0), st.floats(0.3, 50.0), st.floats(1e-12, 0.5))
def test_lemma16_never_beats_the_exact_gaussian(order: float, multiplier: float, delta: float):
    converted = g.rdp_to_approximate(order, order / (2 * multiplier**2), delta).epsilon
    assert gaussian_delta(multiplier, min(converted, 600.0)) <= delta * (1 + 1e-9)


def test_corollary17_local():
    """γ = 2, C = 1, σ = 4, n = 2: D = 2·4·2/(2·16) = 1/2; δ = ½ adds −ln 2; the sum is negative, so ε = 0."""
    common = {"clients": 2, "norm_bound": 1.0, "sigma": 4.0, "alpha": 3.0}
    assert g.gaussian_mean_renyi_local(order=2.0, delta=0.5, **common).epsilon == 0.0
    # δ = e^{−1}/2: ε = ½ + 1 − ln 2, times 2α = 6
    local = g.gaussian_mean_renyi_local(order=2.0, delta=math.exp(-1.0) / 2, **common)
    assert (local.epsilon, local.delta) == pytest.approx((6 * (1.5 - LN2), math.exp(-1.0)), rel=1e-12)
    assert (local.against, local.notion, local.source) == ("decoder", "local", "ppr.corollary17")


# --- Corollary 13: Laplace mechanism ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [1, 2, 5, 30])
@pytest.mark.parametrize(("epsilon", "norm_bound"), [(1.0, 0.0), (0.5, 3.0), (4.0, 10.0)])
def test_corollary13_divergence_by_quadrature(dimension: int, epsilon: float, norm_bound: float):
    """KL at ‖x‖ = C from the radial integral of the Laplace density, without the paper's gamma identities."""
    d, variance = dimension, norm_bound**2 / dimension + (dimension + 1) / epsilon**2
    log_sphere = math.log(2.0) + d / 2 * math.log(math.pi) - special.gammaln(d / 2)

    def shell(r: float) -> float:  # unnormalised radial mass
        return math.exp((d - 1) * math.log(r) - epsilon * r + log_sphere) if r > 0 else float(d == 1) * 2.0

    def moment(function) -> float:
        centre = d / epsilon
        return integrate.quad(lambda r: function(r) * shell(r), 0, 8 * centre + 40 / epsilon, points=[centre])[0]

    mass = moment(lambda r: 1.0)
    entropy = moment(lambda r: epsilon * r) / mass + math.log(mass)
    second = moment(lambda r: r * r) / mass
    cross = d / 2 * math.log(2 * math.pi * variance) + (norm_bound**2 + second) / (2 * variance)
    mu = (cross - entropy) / LN2 + LOG2_3_56
    size = g.laplace_metric_size(dimension=d, epsilon=epsilon, norm_bound=norm_bound, alpha=3.0)
    assert size.value == pytest.approx(mu + math.log2(mu + 1) + 2, rel=1e-7)
    assert g.laplace_metric_error(dimension=d, epsilon=epsilon).value == pytest.approx(second, rel=1e-7)


@pytest.mark.parametrize(
    ("dimension", "epsilon", "norm_bound", "divergence"),
    [
        (1, 1.0, 0.0, 0.1044006),  # ½ log2(4/e) − log2(2/√π) = 0.2786525 − 0.1742519
        (2, 1.0, 0.0, 0.1422675),  # log2(6/e) − log2 2 = 1.1422675 − 1
        (2, 2.0, math.sqrt(10.0), 3.0808669),  # 10·4/2 + 3 = 23: log2(46/e) − log2 2 = 4.0808669 − 1
    ],
)
def test_corollary13_size(dimension: int, epsilon: float, norm_bound: float, divergence: float):
    mu, shape = divergence + 2 * LOG2_3_56, {"dimension": dimension, "epsilon": epsilon, "norm_bound": norm_bound}
    assert g.laplace_metric_length(**shape, alpha=2.0).value == pytest.approx(mu, rel=1e-6)
    bound = g.laplace_metric_size(**shape, alpha=2.0)
    assert bound.value == pytest.approx(mu + math.log2(mu + 1) + 2, rel=1e-6)
    assert any("unbounded" in condition for condition in bound.conditions)


# --- Conditions and sources ------------------------------------------------------------------------------------------

BAD_CALLS = [
    (lambda: g.ppr_overhead_bits(1.0), "alpha must be a number above 1"),
    (lambda: g.ppr_overhead_bits(math.nan), "alpha must be a number above 1"),
    (lambda: g.ppr_refined_overhead_bits(0.5), "alpha must be a number above 1"),
    (lambda: g.ppr_bits(-1e-9, 2.0), "divergence_bits must be a number at least 0"),
    (lambda: g.ppr_refined_bits(math.nan, 2.0), "divergence_bits must be a number at least 0"),
    (lambda: g.ppr_ldp_size(-1.0, 2.0), "epsilon must be a number at least 0"),
    (lambda: g.ppr_pure(mechanism(1.0), 1.0), "alpha must be a number above 1"),
    (lambda: g.ppr_pure(mechanism(1.0, 1e-9), 2.0), "mechanism.delta must be 0"),
    (lambda: g.ppr_pure(mechanism(1.0, notion="metric"), 2.0), "mechanism.notion must be one of local, central"),
    (lambda: g.ppr_pure(mechanism(1.0, against="decoder"), 2.0), "mechanism.against must be one of database"),
    (lambda: g.ppr_approximate(mechanism(1.0, notion="metric"), 2.0), "mechanism.notion must be one of local"),
    (lambda: g.ppr_metric(mechanism(1.0), 2.0), "mechanism.notion must be one of metric"),
    (lambda: g.ppr_metric(mechanism(1.0, 0.1, "metric"), 2.0), "mechanism.delta must be 0"),
    (lambda: g.ppr_tight(mechanism(1.0), 2.0, 1.0, 0.3), "alpha must be at most 1 + 0.003737"),
    (lambda: g.ppr_tight(mechanism(1.0), math.inf, 1.0, 0.3), "alpha must be at most 1 + 0.003737"),
    (lambda: g.ppr_tight(mechanism(1.0), 1.0, 1.0, 0.3), "alpha must be a number above 1"),
    (lambda: g.ppr_tight_alpha_limit(0.0, 0.1), "slack_epsilon must be a number above 0 and at most 1"),
    (lambda: g.ppr_tight_alpha_limit(1.1, 0.1), "slack_epsilon must be a number above 0 and at most 1"),
    (lambda: g.ppr_tight_alpha_limit(0.5, 0.34), "slack_delta must be a number above 0 and at most 0.333"),
    (lambda: g.ppr_tight_overhead_bits(0.5, 0.0), "slack_delta must be a number above 0"),
    (lambda: g.elias_delta_size(-0.1), "expected_log_index must be a number at least 0"),
    (lambda: g.mrc_pure(mechanism(1.0, 0.1)), "mechanism.delta must be 0"),
    (lambda: g.mrc_pure(mechanism(1.0, against="outsider")), "mechanism.against must be one of database"),
    # t² = 1.5² · ln(2·10⁶) / (2N) reaches 1 at N = 16.32
    (
        lambda: g.mrc_two_level(mechanism(1.0), candidates=16, ratio_high=2.0, ratio_low=0.5, delta=1e-6),
        "candidates must be more than 16.3222",
    ),
    (
        lambda: g.mrc_two_level(mechanism(1.0), candidates=99, ratio_high=0.9, ratio_low=0.5, delta=1e-6),
        "ratio_high must be a number at least 1",
    ),
    (
        lambda: g.mrc_two_level(mechanism(1.0), candidates=99, ratio_high=2.0, ratio_low=0.5, delta=0.0),
        "delta must be a number above 0",
    ),
    (lambda: g.rdp_to_approximate(1.0, 1.0, 0.1), "order must be a number above 1"),
    (lambda: g.rdp_to_approximate(2.0, 1.0, 0.1, notion="metric"), "notion must be one of local, central"),
    (lambda: g.rdp_to_approximate(2.0, 1.0, 0.0), "delta must be a number above 0"),
    (
        lambda: g.gaussian_mean_sigma(norm_bound=1.0, epsilon=1.0, delta=0.1, neighbours="zero_out"),
        "epsilon must be a number above 0 and below 1",
    ),
    (
        lambda: g.gaussian_mean_sigma(norm_bound=1.0, epsilon=0.5, delta=0.1, neighbours="add"),
        "neighbours must be one of zero_out, replace_one; got 'add'",
    ),
    (
        lambda: g.gaussian_mean_size(dimension=0, clients=1, norm_bound=1.0, sigma=1.0, alpha=2.0),
        "dimension must be a whole number at least 1; got 0",
    ),
    (
        lambda: g.laplace_metric_size(dimension=2, epsilon=0.0, norm_bound=1.0, alpha=2.0),
        "epsilon must be a number above 0; got 0",
    ),
    (lambda: g.source("ppr.theorem99"), "source must be a key of the bibliography"),
]


@pytest.mark.parametrize(("call", "message"), BAD_CALLS, ids=[message for _, message in BAD_CALLS])
def test_violated_conditions_are_named(call, message: str):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(message)
    assert "; got " in str(error.value)
    assert str(error.value).endswith(".")


EXTREME = {"dimension": 1, "norm_bound": 1e200, "alpha": 2.0}


def test_extreme_parameters_give_infinite_bounds_not_errors():
    assert g.gaussian_mean_size(clients=1, sigma=1e-200, **EXTREME).value == math.inf
    assert g.laplace_metric_size(epsilon=1e200, **EXTREME).value == math.inf
    assert g.laplace_metric_error(dimension=1, epsilon=1e-200).value == math.inf
    assert g.ppr_pure(mechanism(1e308), 1e6).epsilon == math.inf


def test_every_result_names_a_statement_of_the_bibliography():
    local, metric = mechanism(0.5), mechanism(0.5, notion="metric")
    mean = {"clients": 4, "norm_bound": 1.0, "sigma": 100.0, "delta": 1e-3}
    results = [
        g.ppr_bits(1.0, 2.0),
        g.ppr_refined_bits(1.0, 2.0),
        g.ppr_ldp_size(1.0, 2.0),
        g.elias_delta_size(1.0),
        g.zipf_shannon_size(1.0),
        g.ppr_pure(local, 2.0),
        g.ppr_approximate(local, 2.0),
        g.ppr_metric(metric, 2.0),
        g.ppr_tight(local, 1.001, 1.0, 0.3),
        g.mrc_pure(local),
        g.mrc_two_level(local, candidates=99, ratio_high=2.0, ratio_low=0.5, delta=1e-3),
        g.rdp_to_approximate(2.0, 1.0, 0.1),
        g.gaussian_mean_local(alpha=2.0, **mean),
        g.gaussian_mean_renyi_local(order=4.0, alpha=2.0, **mean),
        g.gaussian_mean_size(dimension=2, clients=3, norm_bound=1.0, sigma=1.0, alpha=2.0),
        g.laplace_metric_size(dimension=2, epsilon=1.0, norm_bound=1.0, alpha=2.0),
        g.laplace_metric_error(dimension=2, epsilon=1.0),
    ]
    for result in results:
        found = g.source(result.source)
        assert found.paper in g.REFERENCES.values()
        assert g.cite(result.source) == f"{found.paper.short}, {found.statement}"


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("ppr.theorem5", "Liu, Chen, Özgür & Li 2024, Theorem 5"),
        ("pfr.definition", "Li & El Gamal 2018, Poisson functional representation"),
        ("code.elias", "Elias 1975, gamma and delta codes"),
        ("mrc.theorem2eps", "Shah et al. 2022, minimal random coding is 2ε-private"),
        ("renyi.conversion", "Canonne, Kamath & Steinke 2020, Proposition 12"),
    ],
)
def test_citations(key: str, line: str):
    assert g.cite(key) == line


@pytest.mark.parametrize(
    ("key", "name"),
    [("liu2024", "Liu et al. 2024"), ("feldman2021", "Feldman & Talwar 2021"), ("elias1975", "Elias 1975")],
)
def test_brief_names(key: str, name: str):
    assert g.REFERENCES[key].brief == name


def test_bibliography_is_complete():
    assert {paper for paper, _ in g.SOURCES.values()} == set(g.REFERENCES)
    for name, reference in g.REFERENCES.items():
        assert name.endswith(str(reference.year))
        people = name != "lab2026"  # all others are by people, with a given name
        assert all((author.count(",") == 1) == people for author in reference.authors)
        with pytest.raises(dataclasses.FrozenInstanceError):
            reference.year = 1900
