"""What a clock learns from the number of candidates: the exact law, and encodes that stop alike or each by its own."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import GaussianChannel, RandomizedResponseChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import clock_delta
from ppr_core.randomness import SharedRandomness

CHANNEL = GaussianChannel(dimension=3, noise_std=gaussian_noise_std(2.0, 6.0, 1e-6), norm_bound=1.0)
INPUTS = np.eye(2, 3, -1)  # 0 and a vector of the largest norm, r* = 1.67 and 2.59
COUNT = 100_000


@pytest.mark.parametrize("ratios", [(2.0, 3.0), (3.0, 2.0), (1.0, 2.0), (2.0, 1.0), (1.01, 40.0), (40.0, 1.01)])
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 2.0])
def test_two_geometric_laws_are_told_apart_as_a_sum_says(ratios: tuple[float, float], epsilon: float) -> None:
    n = np.arange(1, 5000)
    first, second = (stats.geom.pmf(n, 1 / ratio) for ratio in ratios)
    expected = np.maximum(first - math.exp(epsilon) * second, 0.0).sum()
    assert clock_delta(epsilon, *np.log(ratios)) == pytest.approx(expected, abs=1e-12)
    assert clock_delta(epsilon, 1.5, 1.5) == 0.0


def looks(alpha: float, shell: float | None = None, **options: bool) -> list[np.ndarray]:
    """N of so many encodes of each input."""
    ppr = PoissonPrivateRepresentation(CHANNEL, alpha, shell=shell, **options)
    return [
        ppr.encode(np.repeat(x[None], COUNT, axis=0), SharedRandomness(1), np.random.default_rng(place)).candidates
        for place, x in enumerate(INPUTS)
    ]


def accuracy_gain(counts: list[np.ndarray]) -> float:
    """Of the best rule learnt on one half, on the other: by how many standard errors it beats a coin."""
    size = int(max(values.max() for values in counts)) + 1
    train, test = ([values[half::2] for values in counts] for half in (0, 1))
    likelier = np.bincount(train[0], minlength=size) > np.bincount(train[1], minlength=size)
    right = likelier[test[0]].sum() + (~likelier[test[1]]).sum()
    total = 2 * len(test[0])
    return float((right - total / 2) / math.sqrt(total / 4))


@pytest.mark.parametrize(("alpha", "shell"), [(1.3, None), (2.0, 4.0), (math.inf, None)])
def test_candidates_are_geometric_and_a_classifier_is_at_chance(alpha: float, shell: float | None) -> None:
    counts, bound = looks(alpha, shell), math.exp(float(CHANNEL.log_ratio_bound()))
    assert accuracy_gain(counts) < 4.5
    for values in counts:
        observed = np.bincount(np.minimum(values, 12), minlength=13)[1:]
        expected = COUNT * np.append(stats.geom.pmf(np.arange(1, 12), 1 / bound), stats.geom.sf(11, 1 / bound))
        assert stats.chisquare(observed, expected).pvalue > 1e-5


@pytest.mark.parametrize("alpha", [1.3, math.inf])
def test_a_classifier_sees_searches_that_stop_each_by_its_own_bound(alpha: float) -> None:
    own, bounds = looks(alpha, one_stop=False), CHANNEL.log_ratio_bound(INPUTS)
    assert accuracy_gain(own) > 50
    size = int(max(values.max() for values in own)) + 1
    shares = [np.bincount(values, minlength=size) / COUNT for values in own]
    assert abs(shares[1] - shares[0]).sum() / 2 == pytest.approx(clock_delta(0.0, bounds[1], bounds[0]), abs=0.01)


def test_the_order_of_time_tells_a_clock_little() -> None:
    """A few candidates more, by where the winner stands: a classifier is right in at most 51 % of all cases."""
    share = 0.5 + accuracy_gain(looks(2.0)) * math.sqrt(1 / (4 * COUNT))
    assert 0.495 < share < 0.51


def test_the_law_of_the_output_does_not_depend_on_where_the_search_stops() -> None:
    for one_stop in (True, False):
        ppr, shared = PoissonPrivateRepresentation(CHANNEL, 2.0, one_stop=one_stop), SharedRandomness(3)
        x = np.repeat(INPUTS[:1], COUNT, axis=0)
        z = ppr.decode(ppr.encode(x, shared, np.random.default_rng(4)), shared)
        for place in range(3):
            assert stats.kstest(z[:, place], "norm", args=(0.0, CHANNEL.noise_std)).pvalue > 1e-5
    own = ppr.expected_cost(INPUTS)
    assert own[0] < 0.7 * own[1]
    assert PoissonPrivateRepresentation(CHANNEL, 2.0).expected_cost(INPUTS) == pytest.approx([own[1], own[1]])


def test_index_and_candidates_together_follow_their_law() -> None:
    """N − 1 = A + B and K − 1 = A + C with independent Poisson numbers given the winner (docs, section 8)."""
    channel, alpha, count = RandomizedResponseChannel(size=4, epsilon=2.0), 3.0, 60_000
    high, low = np.exp([channel.log_ratio_bound(), channel.log_ratio_bound() - 2.0])
    rng, rate = np.random.default_rng(5), math.gamma(1 - 1 / alpha)
    ppr = PoissonPrivateRepresentation(channel, alpha, shell=4.0)
    sent = ppr.encode(np.zeros(count, dtype=int), SharedRandomness(6), rng)
    theta = rng.exponential(1 / rate, count // 4)
    ratio = np.where(rng.random(len(theta)) < high / 4, high, low)
    last = ratio * theta * rng.gamma(1 - 1 / alpha, 1.0, len(theta)) ** (-1 / alpha)
    times = last[:, None] * (np.arange(200) + 0.5) / 200
    hidden, second = (np.exp(-((r * theta[:, None] / times) ** alpha)).mean(axis=1) * last for r in (high, low))
    both, other = (0.75 * second - 0.75 * hidden), rate * (high - 1) * theta  # A, and A + B
    neither = np.exp(-other - hidden)
    for k, n, law in ((1, 1, neither), (2, 1, neither * hidden), (2, 2, neither * (both + (other - both) * hidden))):
        seen = (sent.indices == k) & (sent.candidates == n)
        error = math.hypot(seen.std() / math.sqrt(count), law.std() / math.sqrt(len(law)))
        assert abs(seen.mean() - law.mean()) < 4.5 * error
        independent = (sent.indices == k).mean() * (sent.candidates == n).mean()
        assert (k, n) == (2, 2) or abs(independent - law.mean()) > 10 * error
