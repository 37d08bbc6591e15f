"""Bounds of a mean that hold with a stated confidence at any sample size, from independent draws in a known range.

**Statement.** Let X_1, …, X_n be independent with mean μ, λ_i a function of X_1, …, X_{i−1}. If μ >= m and X_i <= c,
then for λ_i in [0, 1/(c − m)] the mean of Π (1 − λ_i(X_i − m)) is at most 1; if μ <= m and X_i >= 0, so is that of
Π (1 + λ_i(X_i − m)) for λ_i in [0, 1/m]. **Proof.** The factors are >= 0, and given those before it the i-th has the
mean 1 − λ_i(μ − m) <= 1 or 1 + λ_i(μ − m) <= 1. ∎ So is an average over several rules for λ, and by Ville's inequality
it ever exceeds 1/p with probability at most p: what is seen then speaks against m. The bounds from below need no upper
end of the range.

Two rules are averaged: nearly the largest stake, which is best where X is nearly always 0, and the one that is best for
the scatter seen so far, √(2 ln(1/p)/n) over it (Waudby-Smith and Ramdas 2024).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

__all__ = [
    "crossing", "last_ruled_out", "speaks_against_at_least", "speaks_against_at_most", "steadily_against_at_least",
]  # fmt: skip

_BOLD, _CAUTIOUS = 0.97, 0.7  # λ at most, as shares of the largest
_STEADY = 0.97 * 2.0 ** -np.arange(7)  # the same
_STAKED = 2.0 ** -np.array([1, 2, 3, 4, 5, 6, 6])  # how much of the first wealth is staked so
_SHARE = 0.3  # of the first wealth that is staked boldly
_LEAST = 1e-30
_PART = 20  # of the draws, by which the scatter is guessed before the first stake


def speaks_against_at_least(mean: float, values: np.ndarray, largest: float, failure: float) -> bool:
    """Whether independent draws (n,) in (−∞, largest] rule out, up to ``failure``, a mean of at least ``mean``."""
    return largest > mean > 0 and _rules_out(-(values - mean) / (largest - mean), failure)


def steadily_against_at_least(mean: float, values: np.ndarray, largest: float, failure: float) -> bool:
    """The same by an average over stakes that are no function of the draws: what speaks against the mean does so for
    smaller values, too. So where values fall in ε, all ε from the first that is ruled out on are."""
    if largest <= mean:
        return largest < mean
    gains = -(values - mean) / (largest - mean)
    wealth = np.log1p(_STEADY[:, None] * gains).cumsum(axis=1) + np.log(_STAKED)[:, None]
    return bool(np.logaddexp.reduce(wealth, axis=0).max() >= -math.log(failure))


def speaks_against_at_most(mean: float, values: np.ndarray, failure: float) -> bool:
    """Whether independent draws (n,) in [0, ∞) rule out, up to ``failure``, a mean of at most ``mean`` > 0."""
    return _rules_out((values - mean) / mean, failure)


def _rules_out(gains: np.ndarray, failure: float) -> bool:
    """The gains of one unit staked, at least −1 each, (n,)."""
    needed, count = -np.log(failure), np.arange(1.0, len(gains) + 1)
    scatter = np.append(np.inf, (np.cumsum(gains**2) / count)[:-1]) + _LEAST
    stake = np.minimum(np.sqrt(2 * needed / (len(gains) * scatter)), _CAUTIOUS)
    stake[: len(gains) // _PART] = 0.0
    careful, bold = (np.cumsum(np.log1p(one * gains)) for one in (stake, _BOLD))
    return bool(np.logaddexp(careful + np.log1p(-_SHARE), bold + np.log(_SHARE)).max() >= needed)


def last_ruled_out(tried: np.ndarray, ruled_out: Callable[[float], bool]) -> float:
    """The last of the values up to the first that is not ruled out; 0 where that is the first of all."""
    found = 0.0
    for value in tried.tolist():
        if not ruled_out(value):
            break
        found = value
    return found


def crossing(holds: Callable[[float], bool], low: float, high: float, steps: int) -> float:
    """Where a statement that is true of small values ceases to be, from its right, by halving."""
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high
