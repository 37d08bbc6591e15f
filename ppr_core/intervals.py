"""Intervals that hold the truth of a group at least as often as they say, for groups of any size.

A group, such as a class, is fixed and its messages are random, so the law of what is counted is known exactly for
every possible truth: no normal law stands in for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np
from scipy.special import bdtr, gammaincinv, gammaln, ndtr, roots_legendre, xlogy

from ppr_core.roots import bracketed_root

__all__ = ["CONFIDENCE", "count_interval", "mean_half_width"]

CONFIDENCE = 0.95
_WIDE = 9.0  # standard deviations: what lies beyond has a probability below 10⁻¹⁸
_NODES = 400


@lru_cache(maxsize=4096)
def count_interval(votes: int, count: int, own: float, other: float, level: float = CONFIDENCE) -> tuple[int, int]:
    """How many of ``count`` people may hold an answer that got so many votes: the least and the most, at a level.

    Of m holders each votes for it with probability ``own``, of the others with ``other`` < own, all independently:
    V = Bin(m, own) + Bin(n − m, other). The interval holds every m at which neither {V <= votes} nor {V >= votes} is
    less likely than (1 − level)/2. V grows stochastically with m, so it is found by bisection, and holds the true m
    with at least the level, whatever m is (Clopper and Pearson, Biometrika 26, 1934, for this family). Where no m
    explains the votes it is the nearest end, [0, 0] or [n, n].

    >>> from ppr_core.intervals import count_interval
    >>> count_interval(60, 100, 0.75, 0.25)
    (53, 88)
    """
    tail = (1 - level) / 2
    low = _first(lambda m: 1 - _at_most(votes - 1, m, count, own, other) > tail, count)
    high = _first(lambda m: _at_most(votes, m, count, own, other) <= tail, count + 1) - 1
    return min(low, count), max(high, 0)


def _at_most(votes: int, holders: int, count: int, own: float, other: float) -> float:
    """P(Bin(m, own) + Bin(n − m, other) <= votes) for m holders among n."""
    others = count - holders
    spread = _WIDE * math.sqrt(holders * own * (1 - own)) + _WIDE**2
    first = max(0, math.floor(holders * own - spread), votes - others + 1)
    of_holders = np.arange(first, min(holders, math.ceil(holders * own + spread), votes) + 1)
    # With fewer votes of the holders than ``votes − others`` the sum is below in any case.
    surely = float(bdtr(first - 1, holders, own)) if first > 0 and first == votes - others + 1 else 0.0
    log_law = (
        gammaln(holders + 1) - gammaln(of_holders + 1) - gammaln(holders - of_holders + 1)
        + xlogy(of_holders, own) + xlogy(holders - of_holders, 1 - own)
    )  # fmt: skip
    return surely + float(np.sum(np.exp(log_law) * bdtr(votes - of_holders, others, other)))


def _first(holds: Callable[[int], bool], most: int) -> int:
    """The least m in [0, most] at which a condition holds that holds from some m on, ``most`` where it never does."""
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


@lru_cache(maxsize=4096)
def mean_half_width(count: int, shape: float, level: float = CONFIDENCE) -> float:
    """Half the width of the interval around the mean of n noisy numbers at a level, in standard deviations of one.

    The noise of one has the characteristic function (1 + b²t²)^{−s}: s = 1 for Laplace noise, 3/2 for a coordinate of
    planar Laplace noise. The sum of n is b(G − G′) with independent G, G′ of law Gamma(ns), so it is a normal law with
    the random variance 2b²G: P(sum > bx) = E Φ(−x/√(2G)), an integral over the quantiles of G.

    >>> from ppr_core.intervals import mean_half_width
    >>> round(mean_half_width(100, 1.0), 4)  # near 1.96/√100
    0.1962
    """
    nodes, weights = _gauss_legendre()
    gamma = gammaincinv(count * shape, (nodes + 1) / 2)
    root = np.sqrt(2 * gamma)

    def excess(x: float) -> float:
        return float(ndtr(-x / root) @ weights) / 2 - (1 - level) / 2

    deviation = math.sqrt(2 * count * shape)  # of G − G′
    return bracketed_root(excess, 0.0, 8 * deviation) / deviation / math.sqrt(count)


@cache
def _gauss_legendre() -> tuple[np.ndarray, np.ndarray]:
    return roots_legendre(_NODES)  # takes as long as many imports together
