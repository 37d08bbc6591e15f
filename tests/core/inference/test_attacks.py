"""The best guess against closed forms, for every frequency oracle, and against enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from ppr_core.channels import (
    LaplaceChannel,
    RandomizedResponseChannel,
    RapporChannel,
    ScalarNoiseChannel,
    SubsetSelectionChannel,
)
from ppr_core.inference import (
    DensityView,
    LawView,
    allowed_misses,
    attack,
    estimated_prior,
    posterior,
    repeated_attack,
    smallest_set,
    success_bound,
    test_curve,
    uniform_prior,
)

SIZES = [2, 10, 128, 1000]
EPSILON = 2.0


def two_level_success(channel: SubsetSelectionChannel | RapporChannel) -> float:
    """(high·Q(U) + low·(1 − Q(U)))/k, U the union of the caps: the best guess has the output in its cap."""
    levels = channel.two_levels()
    missed = (1 - channel.mass) ** channel.size if isinstance(channel, RapporChannel) else 0.0
    return (levels.high * (1 - missed) + levels.low * missed) / channel.size


def local_hashing_success(size: int, values: int) -> float:
    """v of g values used give (v e^ε + g − v)/((e^ε + g − 1) k), and E v = g (1 − (1 − 1/g)^k)."""
    used, factor = values * (1 - (1 - 1 / values) ** size), math.exp(EPSILON)
    return (used * factor + values - used) / ((factor + values - 1) * size)


@pytest.mark.parametrize("size", SIZES)
def test_randomized_response(size: int) -> None:
    channel = RandomizedResponseChannel(size=size, epsilon=EPSILON)
    known = math.exp(EPSILON) / (math.exp(EPSILON) + size - 1)
    assert attack(LawView.of_outputs(channel), uniform_prior(size)).value == pytest.approx(known, rel=1e-12)
    assert success_bound(uniform_prior(size), EPSILON) == pytest.approx(known, rel=1e-12)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [SubsetSelectionChannel, RapporChannel])
def test_bit_vectors(kind: type, size: int) -> None:
    """Drawn outputs against the closed form, at five standard errors; against all 2^k outputs for small k."""
    channel = kind(size=size, epsilon=EPSILON)
    view, prior, known = DensityView(channel, np.arange(size)), uniform_prior(size), two_level_success(channel)
    if kind is SubsetSelectionChannel:
        width, factor = math.ceil(size / (math.exp(EPSILON) + 1)), math.exp(EPSILON)
        assert known == pytest.approx(factor / (width * factor + size - width), rel=1e-9)
    found = repeated_attack(view, prior, 1, np.random.default_rng(size), samples=2000)
    assert abs(found.value - known) <= 5 * found.error + 1e-12
    if size == 10:
        z = np.array(list(itertools.product([0, 1], repeat=size)), dtype=np.int8)
        own, other = channel.bit_probabilities
        if kind is RapporChannel:
            place = np.eye(size, dtype=int)
            law = np.where(place[:, None] == 1, own, other)
            law = np.prod(np.where(z[None] == 1, law, 1 - law), axis=2)
        else:
            fits = z.sum(axis=1) == channel.subset_size
            law = np.exp(channel.log_ratio(np.arange(size)[:, None], z[None])) * fits / fits.sum()
        assert attack(LawView.of_outputs(law), prior).value == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize("size", [2, 16, 128, 1000])
@pytest.mark.parametrize("bits", [1, 3])
def test_hadamard_response(size: int, bits: int) -> None:
    """All rows of the transform for D = 2^⌈log2 k⌉ ≥ 2^b; on each the best guess from the randomized symbol."""
    full = 1 << max((size - 1).bit_length(), bits)
    columns, symbols = 1 << (bits - 1), 1 << bits
    if size < symbols:
        return
    x, successes, used = np.arange(size), [], []
    factor = math.exp(EPSILON)
    for row in range(0, full // columns, max(1, full // columns // 64)):
        sign = np.bitwise_count(row & (x // columns)) & 1
        symbol = 2 * (x % columns) + sign
        law = np.full((size, symbols), 1 / (factor + symbols - 1))
        law[x, symbol] *= factor
        successes.append(attack(LawView.of_outputs(law), uniform_prior(size)).value)
        used.append(len(np.unique(symbol)))
    for value, count in zip(successes, used, strict=True):
        exact = (count * factor + symbols - count) / ((factor + symbols - 1) * size)
        assert value == pytest.approx(exact, rel=1e-9)
    assert symbols in used


@pytest.mark.parametrize("size", SIZES)
def test_local_hashing(size: int) -> None:
    """The mean over 2000 random functions against the closed form, at five standard errors."""
    values, rng, factor = round(math.exp(EPSILON)) + 1, np.random.default_rng(5), math.exp(EPSILON)
    found = []
    for _ in range(300 if size == 1000 else 2000):
        law = np.full((size, values), 1 / (factor + values - 1))
        law[np.arange(size), rng.integers(values, size=size)] *= factor
        found.append(attack(LawView.of_outputs(law), uniform_prior(size)).value)
    error = np.std(found, ddof=1) / math.sqrt(len(found))
    rare = values * (1 - 1 / values) ** size * (size > 100) / size  # functions too rare to be drawn that miss a value
    assert abs(np.mean(found) - local_hashing_success(size, values)) <= 5 * error + rare + 1e-12


def test_no_prior_and_no_mechanism_beats_the_bound() -> None:
    rng = np.random.default_rng(8)
    for _ in range(200):
        matrix, prior = rng.dirichlet(np.ones(4), 3), rng.dirichlet(np.ones(3))
        epsilon = float(np.max(np.log(matrix.max(axis=0) / matrix.min(axis=0))))
        found = attack(LawView.of_outputs(matrix), prior)
        assert prior.max() - 1e-12 <= found.value <= success_bound(prior, epsilon) + 1e-12
    # Teeth: a bound at 60 % of ε is broken by randomized response.
    channel = RandomizedResponseChannel(size=3, epsilon=1.0)
    assert attack(LawView.of_outputs(channel), uniform_prior(3)).value > success_bound(uniform_prior(3), 0.6)


@pytest.mark.parametrize("reports", [1, 2, 5])
def test_repeated_reports_by_all_sequences(reports: int) -> None:
    rng = np.random.default_rng(4)
    matrix, prior = rng.dirichlet(np.ones(3), 4), rng.dirichlet(np.ones(4))
    view = LawView.of_outputs(matrix)
    sequences = itertools.product(range(3), repeat=reports)
    exact = sum((prior * np.prod(matrix[:, list(one)], axis=1)).max() for one in sequences)
    assert repeated_attack(view, prior, reports, rng).value == pytest.approx(exact)
    drawn = repeated_attack(LawView(np.repeat(view.laws, 2, axis=0)), prior, reports, rng, samples=20_000)
    assert abs(drawn.value - exact) <= 5 * drawn.error + 1e-12
    few = repeated_attack(LawView(np.repeat(view.laws, 50, axis=0)), prior, reports, rng, samples=5)
    assert 0 < few.value <= 1 and math.isfinite(few.error), "fewer people than lists"


def test_posterior_by_hand_and_smallest_set() -> None:
    logs = np.log([[[0.75, 0.25], [0.75, 0.25]]])
    assert posterior(logs, [0.2, 0.8])[0] == pytest.approx([0.2 * 9 / (0.2 * 9 + 0.8), 0.8 / (0.2 * 9 + 0.8)])
    assert smallest_set([0.5, 0.3, 0.15, 0.05], 0.9) == 3 and smallest_set([0.9, 0.1], 0.9) == 1


def test_outcomes_that_no_input_can_have_leave_the_prior() -> None:
    logs = np.array([[[0.0, -np.inf, 0.0], [-np.inf, 0.0, -np.inf]], [[0.0, -np.inf, 0.0], [0.0, 0.0, -np.inf]]])
    assert posterior(logs, [0.2, 0.3, 0.5]) == pytest.approx(np.array([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]]))
    assert posterior(logs[0, :1], [0.0, 1.0, 0.0]) == pytest.approx([0.0, 1.0, 0.0])


def test_curve_of_two_inputs_keeps_to_what_epsilon_allows() -> None:
    rng = np.random.default_rng(0)
    curve = test_curve(LawView.of_outputs(RandomizedResponseChannel(size=2, epsilon=1.0)), 0, 1, rng)
    assert curve.misses == pytest.approx(allowed_misses(curve.false_alarms, 1.0), abs=1e-12)
    assert np.any(curve.misses < allowed_misses(curve.false_alarms, 0.8) - 0.01)
    channel = LaplaceChannel(dimension=2, epsilon=1.0, norm_bound=1.0)
    drawn = test_curve(DensityView(channel, np.array([[1.0, 0.0], [-1.0, 0.0]])), 0, 1, rng)
    assert np.all(drawn.misses >= allowed_misses(drawn.false_alarms, 2.0) - 0.02)


def test_cells_of_additive_noise_see_what_the_density_sees() -> None:
    channel, points = ScalarNoiseChannel("laplace", norm_bound=1.0), np.linspace(-1, 1, 5)
    cells = attack(LawView.of_cells(channel, points), uniform_prior(5)).value
    # E max_x f(z − x)/5 = ∫ max over the five: halves beyond the ends and 1 − e^{−1/4} twice in each of four gaps.
    exact = (1 + 4 * (1 - math.exp(-0.25))) / 5
    assert cells == pytest.approx(exact, abs=2e-4)
    drawn = repeated_attack(DensityView(channel, points[:, None]), uniform_prior(5), 1, np.random.default_rng(3))
    assert abs(drawn.value - exact) <= 5 * drawn.error + 1e-12


def test_prior_is_estimated_from_reports() -> None:
    rng, truth = np.random.default_rng(6), np.array([0.6, 0.3, 0.1])
    channel = RandomizedResponseChannel(size=3, epsilon=1.0)
    reports = channel.sample(rng.choice(3, size=40_000, p=truth), rng)
    with np.errstate(divide="ignore"):
        found = estimated_prior(np.log(channel.matrix.T[reports]))
    assert found == pytest.approx(truth, abs=0.03) and np.abs(found - 1 / 3).max() > 0.2
