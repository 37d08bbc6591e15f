"""Discrete noise against its laws, sums modulo M under dropout, wrap-around and its bound, exact Gaussian errors."""

from __future__ import annotations

import bisect
import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from scipy.special import logsumexp

from ppr_core.accounting import gaussian_noise_std
from ppr_core.estimation.aggregate import (
    HadamardRotation,
    LayeredGaussian,
    SecureMean,
    SecureSum,
    centred,
    discrete_gaussian,
    discrete_laplace,
    poisson,
    rounded_up_variance,
    skellam,
    sum_privacy,
    sum_renyi,
    survivors,
    walsh_hadamard,
)
from ppr_core.estimation.aggregate.discrete import _poisson_table
from ppr_core.estimation.aggregate.secure_sum import wrap_reach
from ppr_core.randomness import SharedRandomness

FALSE_ALARM = 1e-4


def p_value(drawn: np.ndarray, law: np.ndarray, first: int) -> float:
    """Chi-square of whole numbers against a law on first, first + 1, …; rare numbers count together."""
    counts = np.bincount(np.clip(drawn - first, 0, len(law) - 1), minlength=len(law))
    order = np.argsort(-law)
    law, counts = law[order], counts[order]
    many = law * len(drawn) > 20
    expected = np.append(law[many], 1 - law[many].sum()) * len(drawn)
    seen = np.append(counts[many], counts[~many].sum())
    keep = expected > 5
    return float(stats.chisquare(seen[keep], expected[keep] * seen[keep].sum() / expected[keep].sum()).pvalue)


def gaussian_law(variance: float, reach: int) -> np.ndarray:
    weights = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * variance))
    return np.asarray(weights / weights.sum())


@pytest.mark.parametrize("variance", [0.09, 0.75, 2.5, 40.0, 900.0])
def test_discrete_gaussian_follows_its_law(variance: float) -> None:
    exact = rounded_up_variance(variance)
    assert variance <= exact <= variance + 1 / 1024
    reach = int(12 * math.sqrt(variance)) + 3
    drawn = discrete_gaussian(exact, 60_000, np.random.default_rng(3))
    assert p_value(drawn, gaussian_law(float(exact), reach), -reach) > FALSE_ALARM
    assert p_value(drawn, gaussian_law(1.3 * variance + 0.05, reach), -reach) < FALSE_ALARM, (
        "another variance is noticed"
    )
    rounded = np.rint(np.random.default_rng(4).normal(0, math.sqrt(variance), 60_000)).astype(int)
    if variance < 1:
        assert p_value(rounded, gaussian_law(float(exact), reach), -reach) < FALSE_ALARM, "so is a rounded Gaussian"


@dataclass(frozen=True)
class GivenWords:
    """A generator of these words, whose further bits are ones."""

    words: list[int]

    def integers(self, low: int, high: int, size: int) -> np.ndarray:
        return np.array(self.words, dtype=np.int64)

    def bytes(self, count: int) -> bytes:
        return b"\xff" * count


def test_poisson_words_are_looked_up_as_whole_numbers() -> None:
    """A table of cells finds the entry that a search through all edges finds, next to an edge as well."""
    for mean in (Fraction(1, 1000), Fraction(9, 2), Fraction(12345, 7)):
        first, _, edges, _ = _poisson_table(mean)
        near = [edge >> 130 for edge in edges]
        words = [0, *(min(max(edge + step, 0), 2**62 - 1) for edge in near for step in (-1, 0, 1)), 2**62 - 1]
        found = poisson(mean, len(words), GivenWords(words))
        wanted = [first + bisect.bisect_right(edges, (word << 130) + (1 << 130) - 1) for word in words]
        assert found.tolist() == wanted


def test_discrete_laplace_poisson_and_skellam_follow_their_laws() -> None:
    rng, at = np.random.default_rng(5), np.arange(-200, 201)
    geometric = np.exp(-np.abs(at) / 4.0)
    assert p_value(discrete_laplace(4, 60_000, rng), geometric / geometric.sum(), -200) > FALSE_ALARM
    for mean in (Fraction(1, 50), Fraction(7, 3), Fraction(150)):
        law = stats.poisson.pmf(np.arange(300), float(mean))
        assert p_value(poisson(mean, 60_000, rng), law, 0) > FALSE_ALARM
        assert p_value(poisson(mean * Fraction(11, 10) + Fraction(1, 50), 60_000, rng), law, 0) < FALSE_ALARM
    both = skellam(Fraction(9, 2), 60_000, rng)
    assert p_value(both, stats.skellam.pmf(at, 2.25, 2.25), -200) > FALSE_ALARM
    sums = skellam(Fraction(9, 20), 600_000, rng).reshape(10, -1).sum(axis=0)
    assert p_value(sums, stats.skellam.pmf(at, 2.25, 2.25), -200) > FALSE_ALARM, "sums are Skellam again"


def test_renyi_bounds_lie_above_the_exact_divergences() -> None:
    """One number, moved by 1 or 3: sums over both laws; with little noise Skellam's bound is loose."""
    at = np.arange(-400, 401)
    for variance, shift, loose in ((4.0, 1, math.inf), (300.0, 3, 1.05)):
        laws = {
            "skellam": stats.skellam.pmf(at, variance / 2, variance / 2),
            "discrete_gaussian": gaussian_law(variance, 400),
        }
        for noise, law in laws.items():
            first, second = law[shift:], law[:-shift]
            kept = (first > 1e-250) & (second > 1e-250)
            for order in (2.0, 5.0, 12.0):
                logs = order * np.log(first[kept]) + (1 - order) * np.log(second[kept])
                exact = float(logsumexp(logs)) / (order - 1)
                bound = float(sum_renyi(noise, variance, shift, orders=np.array([order]))[0])
                assert exact <= bound * (1 + 1e-9) and bound < loose * exact


def test_privacy_tends_to_the_gaussian_mechanism() -> None:
    for noise in ("discrete_gaussian", "skellam"):
        std = gaussian_noise_std(1.0, 1.0, 1e-6)
        found = sum_privacy(noise, (1000 * std) ** 2, 1000.0, 1e-6, clients=50)
        assert 1.0 <= found.epsilon < 1.1 and found.against == "aggregator"
    coarse = sum_privacy("discrete_gaussian", 4.0, 1.0, 1e-6, clients=100)
    assert coarse.epsilon > 1.3 * sum_privacy("discrete_gaussian", 4.0, 1.0, 1e-6).epsilon, (
        "little noise each adds up badly"
    )


def test_rotation_is_an_isometry_and_its_own_inverse() -> None:
    x = np.random.default_rng(1).normal(size=(5, 37))
    rotation = HadamardRotation(37, SharedRandomness(2))
    turned = rotation.rotate(x)
    assert turned.shape == (5, 64) and np.allclose(rotation.rotate_back(turned), x)
    assert np.allclose(np.linalg.norm(turned, axis=1), np.linalg.norm(x, axis=1))
    assert np.allclose(walsh_hadamard(np.eye(4)) * 2, [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])


def test_sums_are_unbiased_under_dropout_and_as_exact_as_expected() -> None:
    rng, n, d = np.random.default_rng(7), 40, 24
    x = rng.normal(size=(n, d)) / math.sqrt(d) / 2
    x /= np.maximum(1, np.linalg.norm(x, axis=1))[:, None]
    for noise in ("discrete_gaussian", "skellam"):
        scheme = SecureMean(dimension=d, clients=n, epsilon=20.0, delta=1e-6, bits=14, noise=noise, dropout=0.3)
        assert scheme.privacy().epsilon <= 20 and scheme.message_bits == 32 * 14
        runs = [scheme.run(x, rng, dropped=12) for _ in range(150)]
        gaps = np.array([run.mean - run.target for run in runs])
        scores = gaps.mean(axis=0) / (gaps.std(axis=0, ddof=1) / math.sqrt(150))
        assert np.abs(scores).max() < stats.norm.isf(FALSE_ALARM / (2 * d)), "without bias, over 28 of 40 clients"
        errors = (gaps**2).sum(axis=1)
        expected = scheme.expected_squared_error(x, 28)
        assert abs(errors.mean() - expected) < 4 * errors.std(ddof=1) / math.sqrt(150) and not sum(
            run.wrapped for run in runs
        )
        assert all(run.staying == 28 for run in runs)


def test_messages_are_uniform_whatever_is_sent() -> None:
    total = SecureSum(
        dimension=8, clients=500, stay=500, distance=2.0, epsilon=1.0, delta=1e-6, bits=8, noise="skellam"
    )
    sent = total.run(np.full((500, 8), 77), np.ones(500, dtype=bool), np.random.default_rng(9), shown=500).messages
    assert sent.shape == (500, 8) and stats.chisquare(np.bincount(sent.ravel(), minlength=256)).pvalue > FALSE_ALARM


def test_wrap_around_stays_below_its_bound_and_is_counted() -> None:
    rng = np.random.default_rng(10)
    total = SecureSum(dimension=1, clients=20, stay=20, distance=1.0, epsilon=1.0, delta=1e-5, bits=5, noise="skellam")
    bound = total.wrap_chance(0.0).value
    wraps = [total.run(np.zeros((20, 1), dtype=int), np.ones(20, dtype=bool), rng).wrapped for _ in range(2000)]
    exact = 2 * float(stats.skellam.sf(15, 10 * float(total.variance), 10 * float(total.variance)))
    assert 0 < exact < bound < 1
    assert abs(np.mean(wraps) - exact) < 4 * math.sqrt(exact / 2000)
    assert total.wrap_chance(16.0).value == 1.0
    reach = wrap_reach(50.0, 1e-4)
    assert 2 * float(stats.skellam.sf(reach, 25, 25)) < 1e-4 and math.isclose(
        reach**2, 2 * (50 + reach / 3) * math.log(2e4)
    )
    assert list(centred(np.array([0, 15, 16, 31]), 5)) == [0, 15, -16, -1]


def test_a_sum_drawn_at_once_has_the_same_law() -> None:
    rng, counts = np.random.default_rng(12), np.array([30, 0, 5])
    total = SecureSum(
        dimension=3, clients=35, stay=35, distance=math.sqrt(2), epsilon=2.0, delta=1e-5, bits=12, noise="skellam"
    )
    drawn = np.array([total.run_summed(counts, 35, rng).total for _ in range(1500)]) - counts
    mean = 35 * float(total.variance) / 2
    at = np.arange(-300, 301)
    assert p_value(drawn.ravel(), stats.skellam.pmf(at, mean, mean), -300) > FALSE_ALARM
    assert rounded_up_variance(0.5) == Fraction(1, 2)


def test_layered_gaussian_errors_are_exactly_gaussian() -> None:
    x = np.linspace(-3, 3, 5000)[:, None] ** 3
    layered, shared = LayeredGaussian(0.7), SharedRandomness(3)
    errors = layered.decode(layered.encode(x, shared), shared) - x
    assert stats.kstest(errors[:, 0] / 0.7, "norm").pvalue > FALSE_ALARM
    assert stats.kstest(errors[:, 0] / 0.77, "norm").pvalue < FALSE_ALARM
    wrong = layered.decode(layered.encode(x, shared), SharedRandomness(4)) - x
    assert stats.kstest(wrong[:, 0] / 0.7, "norm").pvalue < FALSE_ALARM, "another seed is noticed"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bits": 5}, "does not fit into so small a modulus"),
        ({"delta": 0.0}, "delta must be"),
        ({"dropout": 1.0}, "a share that leaves at least one client"),
        ({"clients": 0}, "clients must be"),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(changes: dict[str, float], words: str) -> None:
    settings = {"dimension": 16, "clients": 50, "epsilon": 1.0, "delta": 1e-6, "bits": 16} | changes
    with pytest.raises(ValueError, match=words):
        SecureMean(**settings)  # type: ignore[arg-type]


def test_one_client_and_too_many_dropouts() -> None:
    alone = SecureMean(dimension=2, clients=1, epsilon=1.0, delta=1e-6, bits=16)
    assert alone.run([[0.5, 0.1]], np.random.default_rng(1)).staying == 1
    assert survivors(10, 0.3) == 7
    with pytest.raises(ValueError, match="dropped must be"):
        alone.run([[0.5, 0.1]], np.random.default_rng(1), dropped=1)
