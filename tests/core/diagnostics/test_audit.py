"""Audits and the privacy loss: limits against SciPy, bounds against enumerated truth, curves against brute force; and
encoders that break their promise, which an audit has to notice."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from ppr_core import accounting
from ppr_core.channels import Channel, FiniteChannel, GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import (
    Compressor,
    GreedyRejection,
    MinimalRandomCoding,
    PoissonPrivateRepresentation,
    TruncatedPoisson,
)
from ppr_core.diagnostics.audit import Audit, Event, audit, clopper_pearson, delta_from_search
from ppr_core.diagnostics.index_laws import index_law
from ppr_core.diagnostics.loss import GaussianLoss, LaplaceLoss, LossLaw, PairLoss, SampledLoss, mechanism_loss
from ppr_core.randomness import SharedRandomness

LEVEL = 1e-4 / 50
RESPONSE = RandomizedResponseChannel(size=4, epsilon=1.0)
LAPLACE = LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0)  # ε = 1 between the ends


def audited(compressor: Compressor, seed: int = 1, **options: object) -> Audit:
    """An audit between the two ends of the channel."""
    ends = (np.array([1.0]), np.array([-1.0])) if compressor.channel.event_shape else (0, 3)
    settings = {"encodes": 4_000, "confidence": 0.999} | options
    return audit(compressor, *ends, SharedRandomness(seed), np.random.default_rng(seed), **settings)


# --- Limits of a probability -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("trials", [1, 7, 400])
@pytest.mark.parametrize("tail", [0.3, 0.025, 1e-6])
def test_limits_are_those_of_scipy(trials: int, tail: float) -> None:
    hits = np.unique([0, 1, trials // 3, trials - 1, trials])
    low, high = clopper_pearson(hits, trials, tail)
    for place, seen in enumerate(hits):
        exact = stats.binomtest(int(seen), trials).proportion_ci(1 - 2 * tail, "exact")
        assert (low[place], high[place]) == pytest.approx((exact.low, exact.high), rel=1e-9, abs=1e-12)
    assert low[0] == 0 and high[0] == pytest.approx(1 - tail ** (1 / trials), rel=1e-9)


def test_limits_miss_the_truth_no_more_often_than_said() -> None:
    """Exactly, from the binomial law, for every probability on a grid; limits at half the tail would not do."""
    trials, tail, hits = 30, 0.05, np.arange(31)
    low, high = clopper_pearson(hits, trials, tail)
    missed = [
        max(stats.binom.pmf(hits[low > p], trials, p).sum(), stats.binom.pmf(hits[high < p], trials, p).sum())
        for p in np.linspace(0.001, 0.999, 400)
    ]
    assert 0.045 < max(missed) <= tail


@pytest.mark.parametrize("tail", [0.0, 1.0, -0.1, math.nan])
def test_limits_need_a_tail(tail: float) -> None:
    with pytest.raises(ValueError, match=r"^tail must be a number above 0 and below 1; got"):
        clopper_pearson(1, 2, tail)


# --- What an audit proves --------------------------------------------------------------------------------------------


def test_an_audit_is_wrong_no_more_often_than_said() -> None:
    """300 audits of minimal random coding at 80 % confidence, against the enumerated loss of the table they chose."""
    compressor, wrong, found = MinimalRandomCoding(RESPONSE, 4), 0, 0
    for seed in range(300):
        result = audited(compressor, seed, encodes=240, tables=2, confidence=0.8)
        laws = [index_law(compressor, x, [result.event.table], SharedRandomness(seed)) for x in (0, 3)]
        wrong += result.epsilon > PairLoss(*laws).largest
        found += result.epsilon > 0
    assert stats.binomtest(wrong, 300, 0.2, alternative="greater").pvalue > LEVEL
    assert found > 200, "the audits are not empty"


@pytest.mark.parametrize("channel", [RESPONSE, LAPLACE], ids=lambda channel: channel.name)
@pytest.mark.parametrize("alpha", [1.1, 2.0, 4.0])
def test_ppr_leaks_but_keeps_its_promise(channel: Channel, alpha: float) -> None:
    result = audited(PoissonPrivateRepresentation(channel, alpha), encodes=8_000)
    assert 0.2 < result.epsilon <= 2 * alpha
    assert result.epsilon > 1 or alpha < 2, "more than the mechanism itself: the index gives something away"


def test_audits_of_the_family_are_ordered() -> None:
    """Larger α proves more, and nothing is proven of a mechanism whose output says nothing."""
    proven = [audited(PoissonPrivateRepresentation(RESPONSE, alpha)).epsilon for alpha in (1.1, 2.0, math.inf)]
    assert proven == sorted(proven) and proven[-1] > 2 * proven[0]
    silent = FiniteChannel([[0.3, 0.7]] * 4)
    assert audited(PoissonPrivateRepresentation(silent, 2.0)).epsilon < 0.2


def test_pfr_has_no_bound_and_its_audit_grows_like_the_logarithm() -> None:
    results = [audited(PoissonPrivateRepresentation(RESPONSE, math.inf), encodes=n) for n in (1_000, 10_000, 100_000)]
    for result in results:
        assert result.hits[1] == 0 and result.hits[0] > 0.2 * result.encodes
        tail = (1 - result.confidence) / 2
        assert result.unlikely == pytest.approx(1 - tail ** (1 / result.encodes), rel=1e-9)
    steps = np.diff([result.epsilon for result in results])
    np.testing.assert_allclose(steps, math.log(10), atol=0.25)
    path = results[-1]
    late = path.counts > 1000
    slope = np.polyfit(np.log(path.counts[late]), path.bounds[late], 1)[0]
    assert slope == pytest.approx(1.0, abs=0.1)


def test_pfr_never_sends_what_follows_an_equal_or_larger_ratio() -> None:
    """K = k needs T_k/r_k < T_j/r_j for all earlier j; with two levels the rest has a closed form.

    After a first candidate of ratio c₂ only the first of ratio c₁, at place m, can win: when T_1/T_m > c₂/c₁. T_1/T_m
    is the least of m − 1 uniforms, so that has probability (1 − c₂/c₁)^{m−1}.
    """
    compressor, shared, n = PoissonPrivateRepresentation(RESPONSE, math.inf), SharedRandomness(5), 20_000
    for table in range(6):
        z = RESPONSE.proposal(shared.uniforms(np.arange(1, 200), 1, table))
        place = int(np.argmax(z == 0)) + 1
        seen = compressor.encode(np.zeros(n, dtype=int), shared, np.random.default_rng(table), tables=table).indices
        assert set(np.unique(seen)) <= {1, place}
        chance = 1.0 if place == 1 else (1 - math.exp(-1)) ** (place - 1)
        assert stats.binomtest(int((seen == place).sum()), n, chance).pvalue > LEVEL


class _Cubed(MinimalRandomCoding):
    """Claims to be minimal random coding, but weighs by r³."""

    def _pick(self, log_ratio: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return super()._pick(3 * log_ratio, rng)


class _Telltale(PoissonPrivateRepresentation):
    """Claims to be PPR, but an odd category always sends an even index."""

    def _choose(self, x, tables, shared, rng):
        index, evaluated = super()._choose(x, tables, shared, rng)
        return np.where(x % 2 == 1, index + index % 2, index), evaluated


class _Hasty(PoissonPrivateRepresentation):
    """Claims α = 1.05, but searches with α = 20."""

    def _choose(self, x, tables, shared, rng):
        return PoissonPrivateRepresentation(self.channel, 20.0)._choose(x, tables, shared, rng)


@pytest.mark.parametrize(
    ("broken", "honest"),
    [
        (_Cubed(RESPONSE, 8), MinimalRandomCoding(RESPONSE, 8)),
        (_Telltale(RESPONSE, 1.2), PoissonPrivateRepresentation(RESPONSE, 1.2)),
        (_Hasty(RESPONSE, 1.05), PoissonPrivateRepresentation(RESPONSE, 1.05)),
        (_Hasty(LAPLACE, 1.05), PoissonPrivateRepresentation(LAPLACE, 1.05)),
    ],
    ids=lambda compressor: type(compressor).__name__,
)
def test_an_encoder_that_breaks_its_promise_is_caught(broken: Compressor, honest: Compressor) -> None:
    promise = next(one.epsilon for one in broken.privacy() if one.against == "decoder" and one.notion == "local")
    assert audited(broken, encodes=20_000).epsilon > promise
    assert audited(honest, encodes=20_000).epsilon <= promise


def test_an_allowed_delta_lowers_what_is_proven() -> None:
    compressor = PoissonPrivateRepresentation(RESPONSE, math.inf)
    proven = [audited(compressor, delta=delta).epsilon for delta in (0.0, 1e-9, 1e-5, 1e-3)]
    assert proven == sorted(proven, reverse=True) and proven[-1] < proven[0]
    result = audited(compressor, delta=1e-5, tables=4)
    tail = (1 - result.confidence) / 3
    raw = clopper_pearson(result.hits[0], result.encodes, tail)[0]
    assert result.likely == pytest.approx(raw - 4 * 1e-5 / tail, rel=1e-12)
    assert audited(compressor, delta=1.0).epsilon == 0


def test_gaussian_promise_is_kept_and_its_breach_is_caught() -> None:
    """(ε, δ) = (1, 10⁻⁶): Theorem 8 promises (2.2, 2·10⁻⁶) at α = 1.1."""
    noise = accounting.gaussian_noise_std(2.0, 1.0, 1e-6)
    channel = GaussianChannel(dimension=5, noise_std=noise, norm_bound=1.0)
    ends = (np.eye(5)[0], -np.eye(5)[0])

    def proven(compressor: Compressor) -> float:
        rng = np.random.default_rng(1)
        return audit(compressor, *ends, SharedRandomness(1), rng, encodes=20_000, tables=2, delta=2e-6).epsilon

    honest = PoissonPrivateRepresentation(channel, 1.1)
    promise = honest.privacy(1e-6)[1]
    assert (promise.epsilon, promise.delta) == pytest.approx((2.2, 2e-6), rel=1e-6)
    assert proven(honest) <= promise.epsilon < proven(PoissonPrivateRepresentation(channel, math.inf))


# --- How an audit is made --------------------------------------------------------------------------------------------


def test_events_are_sets_of_indices_or_their_complements() -> None:
    indices = np.array([1, 2, 3, 7, 3])
    assert Event(0, np.array([3, 7]), False, False).contains(indices).tolist() == [False, False, True, True, True]
    assert Event(0, np.array([3, 7]), True, False).contains(indices).tolist() == [True, True, False, False, False]
    huge = np.array([3, 2**70, 7], dtype=object)
    assert Event(0, np.array([3]), False, False).contains(huge).tolist() == [True, False, False]
    assert Event(0, np.array([3]), True, False).contains(huge).tolist() == [False, True, True]
    assert Event(0, np.array([], dtype=np.int64), True, False).contains(indices).all()


def test_an_audit_survives_indices_beyond_machine_words() -> None:
    result = audited(PoissonPrivateRepresentation(RESPONSE, 1.01), encodes=800)
    assert result.search.first.dtype == object
    assert result.epsilon <= 2.02


def test_an_audit_counts_what_it_says() -> None:
    """The event, counted again in fresh encodes of the same table, is as frequent as the audit found."""
    compressor = MinimalRandomCoding(RESPONSE, 6)
    result = audited(compressor, encodes=10_000, tables=5, first_table=40)
    assert result.search.tables.tolist() == [40, 41, 42, 43, 44] and result.event.table in result.search.tables
    assert result.search.first.shape == result.search.second.shape == (5, 1_000)
    pair = (3, 0) if result.event.swapped else (0, 3)
    for x, hits, side in zip(pair, result.hits, (1, -1), strict=True):
        law = index_law(compressor, x, [result.event.table], SharedRandomness(1))[0]
        chance = law[result.event.contains(np.arange(1, 7))].sum()
        assert stats.binomtest(hits, result.encodes, chance).pvalue > LEVEL
        limit = result.likely if side == 1 else result.unlikely
        assert side * (chance - limit) > 0
    assert result.epsilon == pytest.approx(math.log(result.likely / result.unlikely), rel=1e-12)
    assert result.counts[-1] == result.encodes == 5_000 and result.bounds[-1] == result.epsilon
    spread = math.sqrt(sum(1 / hits - 1 / result.encodes for hits in result.hits))
    assert result.error == pytest.approx(spread, rel=1e-12)


def test_the_same_audit_twice_and_another_seed() -> None:
    compressor = TruncatedPoisson(RESPONSE, 2.0, 8)
    first, again, other = (audited(compressor, seed, encodes=1_000) for seed in (1, 1, 2))
    assert first.hits == again.hits and np.array_equal(first.bounds, again.bounds)
    assert first.hits != other.hits


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"encodes": 4}, "encodes must be a whole number at least 8; got 4"),
        ({"encodes": 80, "tables": 11}, "tables must be a whole number at least 1 and at most 10; got 11"),
        ({"confidence": 1.0}, "confidence must be a number above 0 and below 1"),
        ({"delta": -0.1}, "delta must be a number at least 0"),
    ],
)
def test_wrong_settings_are_named(wrong: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match="^" + complaint):
        audited(MinimalRandomCoding(RESPONSE, 4), **wrong)


def test_delta_from_encodes_stays_below_the_exact_curve() -> None:
    epsilons, compressor = np.linspace(0, 2, 9), MinimalRandomCoding(RESPONSE, 4)
    result = audited(compressor, encodes=48_000, tables=24)
    laws = [index_law(compressor, x, result.search.tables, SharedRandomness(1)) for x in (0, 3)]
    exact = np.array([np.maximum(laws[0] - math.exp(e) * laws[1], 0).sum(axis=1).mean() for e in epsilons])
    estimate, error = delta_from_search(result.search, epsilons)
    assert np.all(np.diff(estimate) <= 0) and np.all(error[estimate > 0] > 0)
    assert np.all(estimate <= exact + 0.02)
    assert np.all(estimate[:4] > 0.7 * exact[:4]), "and is not empty"
    pfr = delta_from_search(audited(PoissonPrivateRepresentation(RESPONSE, math.inf), tables=4).search, [0.0, 8.0])[0]
    assert pfr[1] > 0.05, "what never occurs for the other input is left over at every ε"


# --- The privacy loss ------------------------------------------------------------------------------------------------

laws_of_five = st.lists(st.integers(0, 9), min_size=5, max_size=5).filter(any)


@given(laws_of_five, laws_of_five, st.floats(0, 5))
def test_delta_is_the_best_event(first: list[int], second: list[int], epsilon: float) -> None:
    p, q = (np.array(weights) / sum(weights) for weights in (first, second))
    events = [np.array(event) for event in itertools.product([0, 1], repeat=5)]
    best = max(max(event @ (a - math.exp(epsilon) * b) for event in events) for a, b in ((p, q), (q, p)))
    loss = PairLoss(p, q)
    assert loss.delta(epsilon)[0] == pytest.approx(best, abs=1e-12)
    assert loss.delta(0.0)[0] == pytest.approx(np.abs(p - q).sum() / 2, abs=1e-12)
    levels = np.linspace(0, 6, 25)
    delta = loss.delta(levels)
    assert np.all(np.diff(delta) <= 1e-12)
    if math.isfinite(loss.largest):
        assert loss.delta(loss.largest)[0] < 1e-12
        assert loss.largest == 0 or loss.delta(0.99 * loss.largest)[0] > 0
    else:
        assert loss.delta(50.0)[0] > 0
    for level in (-0.5, 0.0, 0.7):
        with np.errstate(divide="ignore", invalid="ignore"):
            above = p[(p > 0) & (np.log(p) - np.log(q) > level)].sum()
        assert loss.survival(level)[0] == pytest.approx(above, abs=1e-12)


@pytest.mark.parametrize(
    "law",
    [
        GaussianLoss(1.3),
        LaplaceLoss(2.0),
        PairLoss([0.6, 0.3, 0.1], [0.2, 0.3, 0.5]),
        PairLoss([[0.6, 0.4], [0.5, 0.5]], [[0.4, 0.6], [0.5, 0.5]]),
        SampledLoss(np.array([-1.0, 0.3, 0.3, 2.0])),
    ],
    ids=lambda law: type(law).__name__,
)
def test_delta_is_an_integral_of_the_survival_function(law: LossLaw) -> None:
    """E[(1 − e^{ε−L})₊] = ∫_ε^∞ e^{ε−u} P(L > u) du; these laws are equal in both directions."""
    grid = np.linspace(0, 40, 400_001)
    survival = law.survival(grid)
    for epsilon in (0.0, 0.5, 1.5):
        part = grid >= epsilon
        area = integrate.trapezoid(np.exp(epsilon - grid[part]) * survival[part], grid[part])
        expected = max(law.delta(epsilon)[0], 0.0)
        if isinstance(law, PairLoss):
            expected = np.maximum(law.first - math.exp(epsilon) * law.second, 0).sum(axis=1).mean()
        assert area == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize("noise", [0.7, 1.0, 3.0])
@pytest.mark.parametrize("delta", [1e-6, 1e-3, 0.05])
def test_gaussian_curve_inverts_the_accountant(noise: float, delta: float) -> None:
    epsilon = accounting.gaussian_privacy(noise_std=noise, sensitivity=2.0, delta=delta, notion="local").epsilon
    if epsilon > 0:
        assert GaussianLoss(2.0 / noise).delta(epsilon)[0] == pytest.approx(delta, rel=1e-6)
    assert GaussianLoss(0.0).delta([0.0, 1.0]).tolist() == [0.0, 0.0] and GaussianLoss(0.0).largest == 0


def test_laplace_curve_is_the_integral_over_the_line() -> None:
    loss = mechanism_loss(LAPLACE, [1.0], [-1.0], np.random.default_rng(0))
    assert loss == LaplaceLoss(1.0) and loss.largest == LAPLACE.privacy().epsilon
    p, q = stats.laplace(1, 2).pdf, stats.laplace(-1, 2).pdf

    def excess(z: float, factor: float) -> float:
        return max(p(z) - factor * q(z), 0.0)

    for epsilon in (0.0, 0.4, 0.9, 1.5):
        area = integrate.quad(excess, -60, 60, args=(math.exp(epsilon),), points=[-1, 1], limit=300)[0]
        assert loss.delta(epsilon)[0] == pytest.approx(area, abs=1e-7)


def test_sampled_losses_agree_with_the_closed_form() -> None:
    """The same route that serves Laplace noise in several dimensions, on the line, where the answer is known."""
    z = LAPLACE.sample(np.ones(200_000), np.random.default_rng(1))
    sampled = SampledLoss(LAPLACE.log_ratio(np.array([1.0]), z) - LAPLACE.log_ratio(np.array([-1.0]), z), 1.0)
    levels = np.array([0.0, 0.3, 0.8])
    np.testing.assert_allclose(sampled.delta(levels), LaplaceLoss(1.0).delta(levels), atol=0.004)
    np.testing.assert_allclose(sampled.survival(levels), LaplaceLoss(1.0).survival(levels), atol=0.006)
    plane = LaplaceChannel(dimension=3, epsilon=0.5, norm_bound=1.0)
    ends = np.eye(3)[0], -np.eye(3)[0]
    loss = mechanism_loss(plane, *ends, np.random.default_rng(2))
    assert loss.largest == pytest.approx(plane.privacy().epsilon) and loss.losses.max() <= loss.largest
    # Spread over more dimensions, the same largest loss is reached less often.
    assert 0 < loss.delta(0.5)[0] < LaplaceLoss(1.0).delta(0.5)[0]


def test_mechanism_losses_of_all_channels() -> None:
    rng = np.random.default_rng(3)
    response = mechanism_loss(RESPONSE, 0, 3, rng)
    assert response.largest == pytest.approx(1.0, rel=1e-12)
    assert response.delta(0.0)[0] == pytest.approx((math.e - 1) / (math.e + 3), rel=1e-12)
    gaussian = GaussianChannel(dimension=4, noise_std=2.0, norm_bound=3.0)
    assert mechanism_loss(gaussian, 3 * np.eye(4)[0], -3 * np.eye(4)[0], rng) == GaussianLoss(3.0)
    assert mechanism_loss(gaussian, np.zeros(4), np.zeros(4), rng).largest == 0


def test_tables_are_averaged_and_their_spread_is_the_error() -> None:
    first, second = np.array([[0.9, 0.1], [0.5, 0.5]]), np.array([[0.1, 0.9], [0.5, 0.5]])
    loss = PairLoss(first, second)
    assert loss.delta(0.0)[0] == pytest.approx(0.4) and loss.delta_error(0.0)[0] == pytest.approx(0.4)
    assert loss.largest == pytest.approx(math.log(9))
    assert PairLoss(first[0], second[0]).delta_error([0.0, 1.0]).tolist() == [0.0, 0.0]


def test_greedy_rejection_has_infinite_loss_on_some_table() -> None:
    compressor, shared = GreedyRejection(RESPONSE), SharedRandomness(1)
    loss = PairLoss(*(index_law(compressor, x, np.arange(50), shared) for x in (0, 3)))
    assert loss.largest == math.inf and loss.delta(30.0)[0] > 0.05
    assert loss.survival(30.0)[0] > 0.05


@pytest.mark.parametrize(
    ("first", "second", "complaint"),
    [
        ([0.5, 0.6], [0.5, 0.5], "first must be rows of probabilities that sum to 1"),
        ([0.5, 0.5], [1.5, -0.5], "second must be rows of probabilities"),
        ([0.5, 0.5], [0.2, 0.3, 0.5], "second must be as many laws and outcomes as first"),
    ],
)
def test_only_laws_make_a_pair(first: list[float], second: list[float], complaint: str) -> None:
    with pytest.raises(ValueError, match="^" + complaint):
        PairLoss(first, second)
