"""Cap probabilities of inexact compressors against enumeration, and unbiased estimates from their reports."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from ppr_core.channels import GaussianChannel, PrivUnitChannel, RandomizedResponseChannel
from ppr_core.channels.base import TwoLevels
from ppr_core.compressors import (
    Compressor,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    TruncatedPoisson,
)
from ppr_core.estimation.debias import (
    cap_probability,
    estimate_scale,
    modified_mrc_cap_probability,
    mrc_cap_probability,
)
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(11)
BOTH = (mrc_cap_probability, modified_mrc_cap_probability)


def levels_of(epsilon: float, mass: float) -> TwoLevels:
    low = 1 / (1 + mass * math.expm1(epsilon))
    return TwoLevels(mass, math.exp(epsilon) * low, low)


def test_by_hand() -> None:
    """θ = ¼, c1 = 2, c2 = ⅔, N = 2: no candidate in the cap 9/16, one 6/16, two 1/16.

    MRC takes the one with 2/(2 + ⅔) = ¾. Modified MRC: β = ½ > θ, so the other weighs c2/N = ⅓ and the one ⅔.
    """
    levels = levels_of(math.log(3), 0.25)
    assert (levels.high, levels.low) == (pytest.approx(2), pytest.approx(2 / 3))
    assert mrc_cap_probability(levels, 2) == pytest.approx(6 / 16 * 3 / 4 + 1 / 16)
    assert modified_mrc_cap_probability(levels, 2) == pytest.approx(6 / 16 * 2 / 3 + 1 / 16)
    for either in BOTH:
        assert either(levels, 1) == pytest.approx(0.25)


@pytest.mark.parametrize("n", [2, 4])
def test_mrc_over_all_tables(n: int) -> None:
    channel = RandomizedResponseChannel(size=3, epsilon=2.0)
    total = 0.0
    for table in itertools.product(range(3), repeat=n):
        weights = np.exp(channel.log_ratio(np.array(0), np.array(table)))
        total += weights[np.array(table) == 0].sum() / weights.sum() / 3**n
    assert cap_probability(MinimalRandomCoding(channel, n)) == pytest.approx(total, rel=1e-12)
    assert cap_probability(PoissonPrivateRepresentation(channel, 2.0)) == pytest.approx(channel.matrix[0, 0])


@given(epsilon=st.floats(0.01, 8.0), mass=st.floats(0.001, 0.5), n=st.integers(1, 3000))
def test_the_window_holds_the_whole_sum(epsilon: float, mass: float, n: int) -> None:
    """Every count from 0 to N, with binomial weights from log-gamma."""
    levels, b = levels_of(epsilon, mass), np.arange(n + 1)
    weights = np.exp(special.gammaln(n + 1) - special.gammaln(b + 1) - special.gammaln(n - b + 1)
                     + b * math.log(mass) + (n - b) * math.log1p(-mass))  # fmt: skip
    mrc = weights @ (b * levels.high / (b * levels.high + (n - b) * levels.low))
    few = b / n <= mass
    modified = weights @ np.where(few, b / n * levels.high, 1 - (1 - b / n) * levels.low)
    assert mrc_cap_probability(levels, n) == pytest.approx(mrc, rel=1e-9)
    assert modified_mrc_cap_probability(levels, n) == pytest.approx(modified, rel=1e-9)
    # Both fall short of p: the one by Jensen's inequality, the other because it stays within [c2, c1]/N.
    assert max(mrc, modified) <= mass * levels.high * (1 + 1e-9)


def test_more_candidates_come_closer() -> None:
    """Short of p by θ(1−θ)(c1−c2)c1c2/N for MRC and by (c1−c2)√(θ(1−θ)/(2πN)) for modified MRC, to first order."""
    levels = levels_of(4.0, 0.05)
    p, gap, variance = levels.mass * levels.high, levels.high - levels.low, levels.mass * (1 - levels.mass)
    for either in BOTH:
        found = [either(levels, n) for n in (1, 10, 100, 10_000, 10**6, 2**24)]
        assert found == sorted(found) and found[-1] < p
    n = 10**6
    assert p - mrc_cap_probability(levels, n) == pytest.approx(variance * gap * levels.high * levels.low / n, rel=1e-3)
    expected = gap * math.sqrt(variance / (2 * math.pi * n))
    assert p - modified_mrc_cap_probability(levels, n) == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("build", [MinimalRandomCoding, ModifiedMinimalRandomCoding])
@pytest.mark.parametrize(("dimension", "candidates"), [(2, 3), (5, 16)])
def test_debiased_estimates_are_unbiased(
    build: Callable[[PrivUnitChannel, int], Compressor], dimension: int, candidates: int
) -> None:
    channel = PrivUnitChannel(dimension=dimension, epsilon=3.0)
    compressor = build(channel, candidates)
    x = np.full((60_000, dimension), 1 / math.sqrt(dimension))
    z = compressor.decode(compressor.encode(x, SHARED, np.random.default_rng(7)), SHARED)
    along = z @ x[0]
    error = along.std() / math.sqrt(len(x))
    scale = estimate_scale(compressor)
    assert abs(along.mean() - scale) <= 4 * error
    assert abs(along.mean() - channel.scale) > 10 * error, "the channel's own scale is noticed"
    across = z[:, 0] - z[:, 1]
    assert abs(across.mean()) <= 4 * across.std() / math.sqrt(len(x))
    squares = np.sum((z / scale - x) ** 2, axis=1)
    assert abs(squares.mean() - (1 / scale**2 - 1)) <= 4 * squares.std() / math.sqrt(len(x))


def test_exact_compressors_keep_the_scale() -> None:
    channel = PrivUnitChannel(dimension=4, epsilon=2.0)
    assert estimate_scale(PoissonPrivateRepresentation(channel, 2.0)) == channel.scale


def test_refusals() -> None:
    privunit = PrivUnitChannel(dimension=4, epsilon=2.0)
    with pytest.raises(ValueError, match=r"^compressor must be exact, mrc or modified_mrc; got 'truncated_ppr'\.$"):
        cap_probability(TruncatedPoisson(privunit, 2.0, 4))
    gaussian = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0)
    with pytest.raises(ValueError, match=r"^channel must be one whose ratio takes two values; got 'gaussian'\.$"):
        cap_probability(MinimalRandomCoding(gaussian, 4))
    with pytest.raises(ValueError, match=r"^channel must be privunit; got 'randomized_response'\.$"):
        estimate_scale(MinimalRandomCoding(RandomizedResponseChannel(size=3, epsilon=1.0), 4))
    for either in BOTH:
        with pytest.raises(ValueError, match=r"^candidates must be a whole number at least 1"):
            either(levels_of(1.0, 0.3), 0)
