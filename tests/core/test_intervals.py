"""Intervals of a class: coverage summed exactly over all outcomes, quantiles against SciPy and a closed density."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import integrate, special, stats

from ppr_core.classroom import Question, Settings, schemes_for, survey
from ppr_core.estimation.frequency import RandomizedResponse, collect
from ppr_core.estimation.mean import PlainGaussian
from ppr_core.intervals import CONFIDENCE, count_interval, mean_half_width
from ppr_core.randomness import SharedRandomness

EPSILONS = (0.1, 0.5, 1.0, 4.0, 8.0)


def least_coverage(count: int, own: float, other: float, intervals: list[tuple[float, float]]) -> float:
    """The smallest probability, over all numbers of holders, that the interval of the votes holds that number."""
    found = []
    for holders in range(count + 1):
        law = np.convolve(
            stats.binom.pmf(np.arange(holders + 1), holders, own),
            stats.binom.pmf(np.arange(count - holders + 1), count - holders, other),
        )
        found.append(sum(p for p, (low, high) in zip(law, intervals, strict=True) if low <= holders <= high))
    return min(found)


def exact(count: int, own: float, other: float) -> list[tuple[float, float]]:
    return [count_interval(votes, count, own, other) for votes in range(count + 1)]


def score(count: int, own: float, other: float) -> list[tuple[float, float]]:
    """All f′ within 1.96 standard deviations at f′ of the estimate, as if votes were normal."""
    gap, normal = own - other, stats.norm.ppf(0.975)
    value = (np.arange(count + 1) / count - other) / gap
    common, slope = other * (1 - other) / gap**2 / count, (1 - own - other) / gap / count
    half = np.sqrt(np.maximum(normal**2 * (common + slope * value) + (normal**2 * slope / 2) ** 2, 0))
    centre = value + normal**2 * slope / 2
    return [(count * low, count * high) for low, high in zip(centre - half, centre + half, strict=True)]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("count", [3, 10, 41, 200])
def test_yes_and_no_are_covered_in_every_class(count: int, epsilon: float) -> None:
    own = 1 / (1 + math.exp(-epsilon))
    assert least_coverage(count, own, 1 - own, exact(count, own, 1 - own)) >= CONFIDENCE - 1e-12


@pytest.mark.parametrize(
    ("kind", "scheme"), [("yes_no", "plain_response"), ("number", "dyadic"), ("place", "planar_laplace")]
)
def test_so_many_answers_as_are_said_make_the_interval_short(kind: str, scheme: str) -> None:
    """By the intervals' own laws, at the share where they are widest; a tenth of the answers does not."""
    asked = survey(Question(kind=kind, text="?", high=10.0), Settings(scheme=scheme, epsilon=2.0))
    low, high = asked.question.span

    def half(count: int) -> float:
        if asked.question.labels:
            ends = count_interval(round(count * (asked.own + asked.other) / 2), count, asked.own, asked.other)
            return (ends[1] - ends[0]) / count / 2
        return asked.noise * mean_half_width(count, 1.0 if kind == "number" else 1.5) / (high - low)

    count = asked.needed(0.05)
    assert half(count) == pytest.approx(0.05, rel=0.03) and half(count // 10) > 0.14


@pytest.mark.parametrize("scheme", schemes_for("categories"))
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_categories_are_covered_by_every_scheme(scheme: str, epsilon: float) -> None:
    question = Question(kind="categories", text="?", labels=tuple("abcde"))
    asked = survey(question, Settings(scheme=scheme, epsilon=epsilon))
    assert least_coverage(20, asked.own, asked.other, exact(20, asked.own, asked.other)) >= CONFIDENCE - 1e-12


def test_a_normal_approximation_would_be_noticed() -> None:
    own = 1 / (1 + math.exp(-4.0))
    assert least_coverage(10, own, 1 - own, score(10, own, 1 - own)) < 0.9


def test_large_classes_come_near_the_normal_law() -> None:
    """As wide as ±1.96 standard deviations to within a per cent: exact does not mean generous."""
    count, own = 100_000, 0.7
    low, high = count_interval(51_000, count, own, 0.3)
    wide = 2 * 1.959964 * math.sqrt(count * own * 0.3) / 0.4
    assert high - low == pytest.approx(wide, rel=0.01)
    assert (low + high) / 2 == pytest.approx(count * 0.525, rel=1e-3)


def test_votes_that_no_class_explains_give_the_nearest_end() -> None:
    assert count_interval(50, 50, 0.6, 0.4) == (50, 50)
    assert count_interval(0, 50, 0.6, 0.4) == (0, 0)


def tail(count: int, shape: float, x: float) -> float:
    """P(sum > x) from its density, u^{S−½} K_{S−½}(u)/(√π Γ(S) 2^{S−½}) with S = n·shape."""
    order = count * shape - 0.5
    norm = special.gammaln(order + 0.5) + order * math.log(2) + math.log(math.pi) / 2
    density = lambda u: math.exp(order * math.log(u) + math.log(special.kve(order, u)) - u - norm)  # noqa: E731
    return integrate.quad(density, x, np.inf, epsabs=1e-13)[0]


@pytest.mark.parametrize(("count", "shape"), [(1, 1.0), (2, 1.0), (40, 1.0), (1, 1.5), (3, 1.5), (60, 1.5)])
def test_means_of_noise_are_within_the_half_width(count: int, shape: float) -> None:
    deviation = math.sqrt(2 * shape)  # of one number whose b is 1
    assert tail(count, shape, mean_half_width(count, shape) * deviation * count) == pytest.approx(0.025, rel=1e-5)


def test_one_laplace_number_has_the_quantile_of_its_law() -> None:
    assert mean_half_width(1, 1.0) * math.sqrt(2) == pytest.approx(stats.laplace.ppf(0.975), rel=1e-5)
    assert mean_half_width(1, 1.0) > 1.05 * stats.norm.ppf(0.975)  # a normal law would be too narrow
    assert mean_half_width(10_000, 1.0) * 100 == pytest.approx(stats.norm.ppf(0.975), rel=1e-3)


def test_a_coordinate_of_planar_noise_has_that_characteristic_function() -> None:
    """(1 + t²/ε²)^{−3/2}: its shape is 3/2, against 10⁵ draws of radius and angle."""
    rng = np.random.default_rng(5)
    z = rng.gamma(2.0, size=100_000) * np.cos(rng.uniform(0, 2 * math.pi, 100_000))
    for t in (0.5, 1.0, 3.0):
        values = np.cos(t * z)
        assert values.mean() == pytest.approx((1 + t * t) ** -1.5, abs=4.5 * values.std() / math.sqrt(len(z)))


@pytest.mark.parametrize("level", [0.5, 0.99])
def test_intervals_hold_at_other_levels(level: float) -> None:
    own, other = 0.7, 0.2
    assert least_coverage(12, own, other, [count_interval(v, 12, own, other, level) for v in range(13)]) >= level
    narrow = [count_interval(v, 12, own, other, 0.5) for v in range(13)]
    assert least_coverage(12, own, other, narrow) < 0.95
    half = mean_half_width(1, 1.0, level) * math.sqrt(2)  # of Laplace noise of scale 1
    assert half == pytest.approx(-math.log(1 - level), rel=1e-5)


def test_a_collection_and_a_mean_come_with_their_intervals() -> None:
    """Each holds its truth at its level: collections of 40 people, means of 25 vectors, to five standard errors."""
    oracle, rng = RandomizedResponse(size=3, epsilon=1.0), np.random.default_rng(8)
    x, held = np.repeat([0, 1, 2], [25, 10, 5]), np.zeros((2, 3))
    for seed in range(600):
        found = collect(oracle, x, SharedRandomness(seed), rng)
        for row, (low, high) in enumerate((found.exact_intervals(), found.exact_intervals(0.3))):
            held[row] += (low <= np.bincount(x)) & (np.bincount(x) <= high)
    assert np.all(held[0] / 600 >= 0.95 - 5 * math.sqrt(0.95 * 0.05 / 600)) and np.all(held[1] / 600 < 0.9)
    scheme = PlainGaussian(dimension=2, clients=25, mean_noise_std=0.3)
    data, inside = rng.uniform(-1, 1, (25, 2)), 0
    for seed in range(400):
        estimate = scheme.estimate(data, SharedRandomness(seed), rng)
        low, high = estimate.intervals(0.9)
        inside += int(np.sum((low <= estimate.target) & (estimate.target <= high)))
    assert abs(inside / 800 - 0.9) < 5 * math.sqrt(0.9 * 0.1 / 800)
    with pytest.raises(ValueError, match=r"^scheme must be one with normal noise"):
        replace(estimate, noise_std=None).intervals()
    for call in (found.intervals, found.exact_intervals, estimate.intervals):
        with pytest.raises(ValueError, match=r"^level must be"):
            call(1.0)
