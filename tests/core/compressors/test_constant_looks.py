"""PPR by a constant number of looks: what it sends, how often it fails, and what that adds to δ.

Every statistical test has a fixed seed and fails by chance with probability 10⁻⁵ at most.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core import GaussianChannel, PoissonPrivateRepresentation, RandomizedResponseChannel, SharedRandomness
from ppr_core.accounting import gaussian_noise_std
from ppr_core.compressors import ConstantLooks, DrawLimitExceeded, learned
from ppr_core.compressors.constant_looks import looks_needed
from ppr_core.guarantees import DECODER, READER, Adversary

RESPONSE = RandomizedResponseChannel(size=4, epsilon=2.0)
R = math.exp(float(RESPONSE.log_ratio_bound()))
GAUSSIAN = GaussianChannel(dimension=3, noise_std=gaussian_noise_std(2.0, 6.0, 1e-6), norm_bound=1.0)
ENDS = np.eye(2, 3, -1)  # 0 and a vector of the largest norm
COUNT = 200_000
DEVIATIONS = 4.5  # a two-sided false alarm of 7·10⁻⁶


def of_looks(n: int, alpha: float) -> ConstantLooks:
    scheme = ConstantLooks(RESPONSE, alpha, failure=(1 - 1 / R) ** n * (1 + 1e-9))
    assert scheme.looks == n and scheme.missed == pytest.approx((1 - 1 / R) ** n)
    return scheme


@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize("alpha", [1.3, 2.0, math.inf])
def test_few_looks_fail_as_often_as_the_statement_says(n: int, alpha: float) -> None:
    """A true output is sent unless the winner, then a true one, too, is missed: P(true) = p (1 − (1 − 1/r)ⁿ). The law
    of one look more, and that of the channel, are seen to be others."""
    scheme, shared, p = of_looks(n, alpha), SharedRandomness(1), R / 4
    sent = scheme.encode(np.zeros(COUNT, dtype=int), shared, np.random.default_rng(n))
    share = float((scheme.decode(sent, shared) == 0).mean())
    error = math.sqrt(share * (1 - share) / COUNT)
    assert abs(share - p * (1 - (1 - 1 / R) ** n)) < DEVIATIONS * error
    assert abs(share - p * (1 - (1 - 1 / R) ** (n + 1))) > 2 * DEVIATIONS * error
    assert abs(share - p) > 2 * DEVIATIONS * error


@pytest.mark.parametrize("alpha", [1.3, 2.0])
def test_messages_are_those_of_ppr_where_nothing_is_missed(alpha: float) -> None:
    """The index has PPR's law, and every coordinate the channel's; with a failure of 0.3 it has not."""
    x, shared = np.repeat(ENDS[1:], COUNT // 4, axis=0), SharedRandomness(3)
    ours = ConstantLooks(GAUSSIAN, alpha, failure=1e-12)
    theirs = PoissonPrivateRepresentation(GAUSSIAN, alpha)
    indices = [each.encode(x, shared, np.random.default_rng(5)).indices for each in (ours, theirs)]
    counts = np.array([[np.sum(each == k) for k in range(1, 9)] + [np.sum(each > 8)] for each in indices])
    assert stats.chi2_contingency(counts).pvalue > 1e-5

    def fits(scheme: ConstantLooks) -> float:
        z = scheme.decode(scheme.encode(x, shared, np.random.default_rng(7)), shared)
        return float(stats.kstest(z[:, 0], "norm", args=(ENDS[1, 0], GAUSSIAN.noise_std)).pvalue)

    assert fits(ours) > 1e-5 > fits(ConstantLooks(GAUSSIAN, alpha, failure=0.3))


def test_every_input_takes_as_many_looks() -> None:
    """PPR that stops by each input's own bound takes others for the two."""
    scheme, n = ConstantLooks(GAUSSIAN, 2.0, failure=1e-9), 1000
    x = np.repeat(ENDS, n, axis=0)
    seen = scheme.encode(x, SharedRandomness(1), np.random.default_rng(2)).candidates
    assert set(seen.tolist()) == {scheme.looks} == set(scheme.expected_cost(x).tolist())
    own = PoissonPrivateRepresentation(GAUSSIAN, 2.0, one_stop=False)
    means = own.encode(x, SharedRandomness(1), np.random.default_rng(2)).candidates.reshape(2, n).mean(axis=1)
    assert means[1] > 1.2 * means[0]


def test_the_number_of_looks_is_the_least() -> None:
    for log_bound, failure in ((0.1, 0.5), (1.0, 1e-6), (5.0, 1e-12)):
        n, miss = looks_needed(log_bound, failure), -math.expm1(-log_bound)
        assert miss**n <= failure * (1 + 1e-9) and (n == 1 or miss ** (n - 1) > failure)
        assert looks_needed(0.0, failure) == 1
    with pytest.raises(ValueError, match="failure must be"):
        looks_needed(1.0, 0.0)
    with pytest.raises(DrawLimitExceeded, match="looks, more than candidate_limit"):
        ConstantLooks(GAUSSIAN, 2.0, candidate_limit=5.0).encode(ENDS, SharedRandomness(1), np.random.default_rng(1))


@pytest.mark.parametrize("who", [READER, DECODER])
def test_failures_are_part_of_delta(who: Adversary) -> None:
    """ε is PPR's at a δ that is smaller by (1 + e^ε) γ: never below PPR's own, close where failures are rare, ∞ where
    they take all of δ, and at δ = 0."""
    ppr, delta = PoissonPrivateRepresentation(RESPONSE, 1.2), 1e-4
    exact = learned(who, ppr, delta).epsilon
    rare, common = (ConstantLooks(RESPONSE, 1.2, failure=failure) for failure in (1e-12, 1e-7))
    close, apart = (learned(who, scheme, delta).epsilon for scheme in (rare, common))
    assert exact < close < exact + 1e-4 and close < apart
    left = delta - (1 + math.exp(apart)) * common.missed
    assert learned(who, ppr, left).epsilon == pytest.approx(apart, rel=1e-6)
    assert math.isinf(learned(who, ConstantLooks(RESPONSE, 1.2, failure=1e-4), delta).epsilon)
    assert math.isinf(learned(who, rare, 0.0).epsilon)
    promise = who.among(rare.privacy())
    assert promise.delta == pytest.approx((1 + math.exp(promise.epsilon)) * rare.missed)
