"""Bounds of a mean that hold with a stated confidence at any sample size, from independent draws in a known range.

**Statement.** Let X_1, …, X_n be independent with mean μ_i, their average μ. If μ >= m and X_i <= c, then for every
λ in [0, 1/(c − m)] the mean of Π (1 − λ(X_i − m)) is at most 1; if μ <= m and X_i >= 0, so is that of
Π (1 + λ(X_i − m)) for λ in [0, 1/m]. **Proof.** The factors are >= 0 and independent, the mean of the first is
1 − λ(μ_i − m), and the product of these is at most the n-th power of their average (arithmetic and geometric mean),
1 − λ(μ − m) <= 1. ∎ So is an average over several λ, and by Markov's inequality it exceeds 1/p with probability at
most p: what is seen then speaks against m. The bounds from below need no upper end of the range.
"""

from __future__ import annotations

import numpy as np

__all__ = ["speaks_against_at_least", "speaks_against_at_most"]

_STAKES = np.geomspace(1e-3, 0.999, 16)  # λ as shares of the largest


def speaks_against_at_least(mean: float, values: np.ndarray, largest: float, failure: float) -> bool:
    """Whether independent draws (n,) in (−∞, largest] rule out, up to ``failure``, a mean of at least ``mean``."""
    return largest > mean > 0 and _rules_out(-(values - mean) / (largest - mean), failure)


def speaks_against_at_most(mean: float, values: np.ndarray, failure: float) -> bool:
    """Whether independent draws (n,) in [0, ∞) rule out, up to ``failure``, a mean of at most ``mean`` > 0."""
    return _rules_out((values - mean) / mean, failure)


def _rules_out(gains: np.ndarray, failure: float) -> bool:
    """The gains of one unit staked, at least −1 each, (n,)."""
    wealth = np.log1p(_STAKES[:, None] * gains).sum(axis=1)
    return bool(np.logaddexp.reduce(wealth) - np.log(len(_STAKES)) >= -np.log(failure))
