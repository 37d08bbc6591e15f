"""The Rényi divergence of what PPR's decoder sees: against all set partitions, 50 digits, and simulated tables."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import mpmath
import numpy as np
import pytest
from scipy import stats

from ppr_core.accounting import (
    AtomicPair,
    GaussianPair,
    LaplacePair,
    RenyiCurve,
    gaussian_noise_std,
    poisson_curve,
    poisson_renyi,
    worst_spread,
)
from ppr_core.channels import (
    CHANNELS,
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    ScalarNoiseChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.decoder_privacy import loss_pair
from tests.core.shared_tables import DecoderView, simulated_view

DELTA = 1e-6
MU = 1 / gaussian_noise_std(1.0, 1.0, DELTA)  # one Gaussian message that is (1, 10⁻⁶)-private
TERNARY = AtomicPair(np.log([2.5, 1.0, 0.4]), np.array([0.5, 0.3, 0.2]))


# --- The sum over set partitions -------------------------------------------------------------------------------------


def set_partitions(items: list[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    for rest in set_partitions(items[1:]):
        yield [[items[0]], *rest]
        for place, block in enumerate(rest):
            yield [*rest[:place], [items[0], *block], *rest[place + 1 :]]


def by_enumeration(moment: Callable[[float], float], alpha: float, s: int) -> float:
    """exp(s D_{s+1}): every set partition of {0, …, s} with its probability under the law of Pitman and Yor (σ, 0)."""
    sigma, total = 1 / alpha, 0.0
    for blocks in set_partitions(list(range(s + 1))):
        m = len(blocks)
        term = sigma ** (m - 1) * math.factorial(m - 1) / math.factorial(s)
        for block in blocks:
            n = len(block)
            term *= math.prod(i - sigma for i in range(1, n))
            term *= moment(alpha * s - alpha * (n - 1) if 0 in block else -alpha * n)
        total += term
    return total


@pytest.mark.parametrize("alpha", [1.01, 1.5, 2.0, 7.0])
@pytest.mark.parametrize("pair", [GaussianPair(0.4), TERNARY, LaplacePair(0.7), LaplacePair(0.7, 3)], ids=str)
def test_renewal_equation_is_the_sum_over_set_partitions(pair, alpha: float) -> None:
    found = poisson_renyi(pair, alpha, 7)
    moment = functools.cache(lambda c: math.exp(pair.log_moment(np.array([c]))[0]))
    for s in range(1, 7):
        exact = by_enumeration(moment, alpha, s)
        assert s * found[s - 1] == pytest.approx(math.log(exact), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("alpha", ["1.001", "1.5", "4"])
def test_against_bell_polynomials_in_fifty_digits(alpha: str) -> None:
    """By the size of 0's block and partial Bell polynomials, for a loss of three values, s up to 40."""
    with mpmath.workdps(50):
        a, size = mpmath.mpf(alpha), 40
        sigma = 1 / a
        atoms = [(mpmath.mpf("0.5"), mpmath.log(mpmath.mpf("2.5"))), (mpmath.mpf("0.3"), mpmath.mpf(0))]
        atoms.append((mpmath.mpf("0.2"), mpmath.log(mpmath.mpf("0.4"))))

        def moment(c):
            return sum(mass * mpmath.exp(c * loss) for mass, loss in atoms)

        weight = [mpmath.rf(1 - sigma, b - 1) * moment(-a * b) if b else 0 for b in range(size + 1)]
        bell = [[mpmath.mpf(n == k == 0) for k in range(size + 1)] for n in range(size + 1)]
        for n in range(1, size + 1):
            for k in range(1, n + 1):
                bell[n][k] = sum(
                    mpmath.binomial(n - 1, i - 1) * weight[i] * bell[n - i][k - 1] for i in range(1, n - k + 2)
                )
        inner = [sum(sigma**k * mpmath.factorial(k) * bell[r][k] for k in range(r + 1)) for r in range(size + 1)]
        found = poisson_renyi(TERNARY, float(a), size + 1)
        for s in (1, 2, 5, 17, 40):
            exact = sum(
                mpmath.binomial(s, n - 1) * mpmath.rf(1 - sigma, n - 1) * moment(a * (s + 1 - n)) * inner[s + 1 - n]
                for n in range(1, s + 2)
            ) / mpmath.factorial(s)
            assert s * found[s - 1] == pytest.approx(float(mpmath.log(exact)), rel=1e-12, abs=1e-13)


def test_second_order_of_a_gaussian() -> None:
    for alpha in (1.1, 2.0, 5.0):
        second = poisson_renyi(GaussianPair(0.3), alpha, 2)[0]
        assert math.exp(second) == pytest.approx(1 - 1 / alpha + math.exp(alpha**2 * 0.09) / alpha, rel=1e-12)


def test_the_mechanism_alone_is_the_limit_of_small_alpha() -> None:
    """α → 1: R is 1, so the decoder learns no more than the output, D_λ = λμ²/2."""
    orders = np.arange(2, 31)
    np.testing.assert_allclose(poisson_renyi(GaussianPair(0.1), 1 + 1e-9, 30), orders * 0.005, rtol=1e-6)


def test_weak_messages_cost_alpha() -> None:
    """D_λ → αλμ²/2 for small μ."""
    for alpha in (1.2, 2.0, 4.0):
        ratio = poisson_renyi(GaussianPair(1e-4), alpha, 10) / (np.arange(2, 11) * 0.5e-8)
        np.testing.assert_allclose(ratio, alpha, rtol=1e-4)


# --- Properties ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [GaussianPair(0.4), TERNARY, LaplacePair(1.0), LaplacePair(1.0, 4)], ids=str)
def test_curve_rises_and_is_convex_up_to_its_limit(pair) -> None:
    for alpha in (1.05, 2.0, 6.0):
        curve = poisson_curve(pair, alpha)
        logs = np.concatenate([[0.0], curve.divergences * np.arange(1, 256)])
        assert np.all(np.diff(curve.divergences) > 0) and np.all(np.diff(logs, 2) > -1e-9)
        assert alpha * float(np.max(pair.mean)) < curve.divergences[0] and curve.divergences[-1] < curve.limit
        between = curve.at(np.array([1.5, 2.0, 3.5, 256.0, 257.0]))
        assert between[0] == pytest.approx(curve.divergences[0]) and between[1] == curve.divergences[0]
        assert curve.divergences[1] < between[2] < curve.divergences[2]
        assert between[3] == pytest.approx(curve.divergences[-1]) and between[4] == curve.limit


@pytest.mark.parametrize("alpha", [1.2, 3.0])
def test_limit_is_theorem_7_and_is_approached(alpha: float) -> None:
    """The largest loss 2αε, reached like (1/λ) times the ln of its probability."""
    pair = loss_pair(RandomizedResponseChannel(size=3, epsilon=1.0), 0, 2)
    curve = poisson_curve(pair, alpha, 256)
    assert curve.limit == pytest.approx(2 * alpha)
    gaps = (curve.limit - curve.divergences) * np.arange(2, 257)
    assert 0.9 * curve.limit < curve.divergences[-1] and np.all(np.diff(gaps[100:]) < 0.06)


def test_what_excludes_an_output_has_no_finite_divergence() -> None:
    channel = FiniteChannel([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]])
    for x, other in ((0, 1), (1, 0)):
        pair = loss_pair(channel, x, other)
        assert np.all(np.isinf(poisson_renyi(pair, 2.0, 5))) and math.isinf(poisson_curve(pair, 2.0).limit)


def test_infinite_alpha_and_equal_inputs() -> None:
    with pytest.raises(ValueError, match=r"^alpha must be a number above 1; got inf\.$"):
        poisson_renyi(TERNARY, math.inf)
    assert poisson_curve(TERNARY, math.inf).epsilon(DELTA) == (math.inf, math.inf)
    same = AtomicPair(np.zeros(1), np.ones(1))
    assert poisson_curve(same, math.inf).limit == poisson_curve(same, 2.0).limit == 0.0
    assert poisson_curve(GaussianPair(0.0), 2.0).epsilon(DELTA)[0] == 0.0


def test_pairs_refuse_what_is_no_law() -> None:
    with pytest.raises(ValueError, match=r"^masses must be probabilities"):
        AtomicPair(np.zeros(2), np.array([0.5, 0.6]))
    with pytest.raises(ValueError, match=r"^losses must be such that"):
        AtomicPair(np.array([-1.0]), np.ones(1))


# --- Moments of the pairs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3, 4, 7, 40, 250])
@pytest.mark.parametrize("distance", [0.05, 1.0, 6.0])
def test_laplace_moments_by_quadrature(dimension: int, distance: float) -> None:
    """ε‖z − x‖ ~ Gamma(d, 1) with a uniform direction."""
    nodes, weights = np.polynomial.legendre.leggauss(200)
    radius = stats.gamma(dimension)
    ends = [radius.isf(1 - 1e-14) if dimension > 20 else 0.0, distance, radius.isf(1e-17)]  # far has a kink at distance
    parts = [(a, b) for a, b in zip(sorted(ends)[:-1], sorted(ends)[1:], strict=True)]
    r = np.concatenate([(b - a) / 2 * nodes + (b + a) / 2 for a, b in parts])
    r_mass = np.concatenate([weights * (b - a) for a, b in parts]) * radius.pdf(r)
    angle = np.pi / 2 * (1 + nodes)
    a_mass = weights * np.sin(angle) ** (dimension - 2)
    far = np.sqrt(r[:, None] ** 2 + distance**2 - 2 * distance * r[:, None] * np.cos(angle))
    loss = far - r[:, None]
    mass = r_mass[:, None] / r_mass.sum() * a_mass / a_mass.sum()
    pair = LaplacePair(distance, dimension)
    assert pair.mean == pytest.approx((mass * loss).sum(), rel=2e-5)
    exponents = np.array([1.1, 3.0, 8.0, -1.5, -6.0])
    direct = np.log((mass * np.exp(exponents[:, None, None] * loss)).sum(axis=(1, 2)))
    np.testing.assert_allclose(pair.log_moment(exponents), direct, rtol=2e-5)


def test_laplace_moments_on_the_line() -> None:
    pair, rng = LaplacePair(1.3), np.random.default_rng(5)
    z = rng.laplace(size=10**6)
    loss = np.abs(z - 1.3) - np.abs(z)
    for c in (1.5, 4.0, -2.0):
        values = np.exp(c * loss)
        error = values.std() / 1000
        assert abs(values.mean() - math.exp(pair.log_moment(np.array([c]))[0])) < 5 * error
    assert abs(pair.mean - loss.mean()) < 5 * loss.std() / 1000


# --- Numbers ---------------------------------------------------------------------------------------------------------


def test_one_gaussian_message_and_a_hundred_chunks() -> None:
    """Against 2αε = 4.00 and 2.40 of Theorem 8 for one message, and 43.7 for its sum over a hundred chunks."""
    assert poisson_curve(GaussianPair(MU), 2.0).epsilon(2 * DELTA)[0] == pytest.approx(2.506, abs=5e-4)
    assert poisson_curve(GaussianPair(MU), 1.2).epsilon(2 * DELTA)[0] == pytest.approx(1.385, abs=5e-4)
    evenly = poisson_curve(GaussianPair(MU / 10), 2.0).composed(100)
    assert evenly.epsilon(2 * DELTA)[0] == pytest.approx(1.558, abs=5e-4)


def test_worst_spread_is_the_worst_of_many() -> None:
    caps, rng, alpha = np.array([0.05, 0.2, 0.12, 0.3, 0.01]), np.random.default_rng(2), 2.0
    worst = worst_spread(0.33, caps)
    np.testing.assert_allclose(worst, [0, math.sqrt(0.33**2 - 0.09), 0, 0.3, 0], atol=1e-15)

    def total(spread: np.ndarray) -> np.ndarray:
        return sum(poisson_renyi(GaussianPair(float(one)), alpha, 9) for one in spread)

    highest, tried = total(worst), 0
    while tried < 15:
        squares = rng.dirichlet(np.full(5, 0.5)) * 0.33**2
        if np.all(squares <= caps**2):
            tried += 1
            assert np.all(total(np.sqrt(squares)) <= highest)
    assert np.array_equal(worst_spread(1.0, np.full(3, np.inf)), [1.0, 0.0, 0.0])
    assert np.array_equal(worst_spread(1.0, np.full(3, 0.1)), np.full(3, 0.1))


def test_curves_add_up() -> None:
    one, two = poisson_curve(GaussianPair(0.2), 2.0), poisson_curve(TERNARY, 2.0)
    both = one + two.composed(2)
    np.testing.assert_allclose(both.divergences, one.divergences + 2 * two.divergences)
    assert math.isinf(both.limit) and two.composed(0).limit == 0.0
    assert RenyiCurve(np.array([3.0]), 1.0).epsilon(0.0) == (1.0, math.inf)


# --- Against simulated tables ----------------------------------------------------------------------------------------

UNIT = np.eye(3)
SIMULATED: dict[str, tuple[Channel, object, object]] = {
    "gaussian": (GaussianChannel(dimension=2, noise_std=4.0, norm_bound=0.7), [0.7, 0.0], [-0.5, 0.0]),
    "laplace": (LaplaceChannel(dimension=3, epsilon=0.4, norm_bound=1.0), UNIT[0], -UNIT[1]),
    "privunit": (PrivUnitChannel(dimension=3, epsilon=0.6), UNIT[0], UNIT[1]),
    "randomized_response": (RandomizedResponseChannel(size=4, epsilon=0.4), 0, 3),
    "subset_selection": (SubsetSelectionChannel(size=6, epsilon=0.5), 0, 3),
    "rappor": (RapporChannel(size=5, epsilon=0.5), 1, 4),
    "finite": (FiniteChannel([[0.5, 0.3, 0.2], [0.4, 0.25, 0.35]]), 0, 1),
    "geometric": (TruncatedGeometricChannel(size=4, epsilon=0.5), 0, 3),
    "scalar_noise": (ScalarNoiseChannel("logistic", norm_bound=1.0, scale=3.0), 1.0, -0.5),
}


@pytest.fixture(scope="module", params=sorted(SIMULATED))
def simulated(request) -> tuple[str, float, DecoderView]:
    channel, x, other = SIMULATED[request.param]
    alpha = 2.0
    return request.param, alpha, simulated_view(channel, x, other, alpha, tables=8000, candidates=128, seed=11)


def test_every_channel_is_simulated() -> None:
    assert set(SIMULATED) == {name for name, kind in CHANNELS.items() if _has_loss_pair(kind)}
    assert set(CHANNELS) == set(SIMULATED)


def _has_loss_pair(kind: type[Channel]) -> bool:
    return loss_pair.dispatch(kind) is not loss_pair.dispatch(object)


def misfit(view: DecoderView, divergence: float, order: int) -> float:
    """Standard errors between simulated and claimed exp((λ−1)D_λ)."""
    mean, error = view.moment(order - 1)
    return abs(mean - math.exp((order - 1) * divergence)) / error


def test_simulated_tables_agree(simulated) -> None:
    """32 comparisons at 4.5 standard errors: a false alarm in 5000 runs."""
    name, alpha, view = simulated
    pair = loss_pair(*SIMULATED[name])
    renyi = poisson_renyi(pair, alpha, 8)
    # e^{7L} of a Gaussian pair that far apart has too heavy a tail for so few tables; a closer one follows below.
    for order in (2, 3, 4) if name == "gaussian" else (2, 3, 4, 8):
        assert misfit(view, renyi[order - 2], order) < 4.5
    mean, error = view.mean_loss()
    assert abs(mean - alpha * float(np.max(pair.mean))) < 4.5 * error


def test_eighth_order_of_close_gaussians() -> None:
    channel, x, other = SIMULATED["gaussian"][0], [0.2, 0.0], [-0.1, 0.26]
    view = simulated_view(channel, x, other, 2.0, tables=8000, candidates=128, seed=12)
    pair = loss_pair(channel, x, other)
    assert misfit(view, poisson_renyi(pair, 2.0, 8)[-1], 8) < 4.5
    assert misfit(view, poisson_renyi(pair, 1.6, 8)[-1], 8) > 5


def test_simulated_tables_reject_wrong_claims(simulated) -> None:
    """A smaller α, and a loss without its normaliser."""
    name, alpha, view = simulated
    pair = loss_pair(*SIMULATED[name])
    assert misfit(view, poisson_renyi(pair, 0.9 * alpha, 2)[0], 2) > 5
    assert misfit(view, float(pair.log_moment(np.array([alpha]))[0]), 2) > 5
