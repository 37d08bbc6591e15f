"""Distributions over k categories, and how many of n users hold each."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation

__all__ = [
    "apportioned_counts", "geometric_frequencies", "heavy_hitter_frequencies", "uniform_frequencies", "users_of",
    "zipf_frequencies",
]  # fmt: skip


def zipf_frequencies(size: int, exponent: float = 1.0) -> np.ndarray:
    """p_j ∝ (j+1)^{−s}, (k,). size: k >= 1; exponent: s in [0, 20].

    >>> from ppr_core.estimation.frequency import zipf_frequencies
    >>> zipf_frequencies(3) * 11
    array([6., 3., 2.])
    """
    size, exponent = validation.integer("size", size, 1), validation.real("exponent", exponent, 0.0, 20.0)
    weights = np.arange(1, size + 1, dtype=float) ** -exponent
    return weights / weights.sum()


def geometric_frequencies(size: int, ratio: float = 0.95) -> np.ndarray:
    """p_j ∝ q^j, (k,). size: k >= 1; ratio: q in (0, 1].

    >>> from ppr_core.estimation.frequency import geometric_frequencies
    >>> geometric_frequencies(3, 0.5) * 7
    array([4., 2., 1.])
    """
    size = validation.integer("size", size, 1)
    ratio = validation.real("ratio", ratio, 0.0, 1.0, low_open=True)
    weights = np.exp(np.maximum(math.log(ratio) * np.arange(size), -700.0))
    return weights / weights.sum()


def uniform_frequencies(size: int) -> np.ndarray:
    """p_j = 1/k, (k,). size: k >= 1.

    >>> from ppr_core.estimation.frequency import uniform_frequencies
    >>> uniform_frequencies(4)
    array([0.25, 0.25, 0.25, 0.25])
    """
    return zipf_frequencies(size, 0.0)


def heavy_hitter_frequencies(size: int, hitters: int = 10, share: float = 0.5) -> np.ndarray:
    """The first ``hitters`` categories hold ``share`` in equal parts, the others the rest, (k,).

    size: k >= 2; hitters: from 1 to k − 1; share: in [0, 1].

    >>> from ppr_core.estimation.frequency import heavy_hitter_frequencies
    >>> heavy_hitter_frequencies(6, hitters=2, share=0.8)
    array([0.4 , 0.4 , 0.05, 0.05, 0.05, 0.05])
    """
    size = validation.integer("size", size, 2)
    hitters = validation.integer("hitters", hitters, 1, size - 1)
    share = validation.real("share", share, 0.0, 1.0)
    frequencies = np.full(size, (1 - share) / (size - hitters))
    frequencies[:hitters] = share / hitters
    return frequencies


def apportioned_counts(frequencies: np.ndarray, users: int) -> np.ndarray:
    """Whole counts that sum to n and are nearest to n p_j (largest remainders), (k,) int64; no randomness.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import apportioned_counts
    >>> apportioned_counts(np.array([0.5, 0.3, 0.2]), 11)
    array([6, 3, 2])
    """
    users = validation.integer("users", users, 0)
    wanted = np.asarray(frequencies) * users
    counts = np.floor(wanted).astype(np.int64)
    missing = users - int(counts.sum())
    counts[np.argsort(counts - wanted, kind="stable")[:missing]] += 1
    return counts


def users_of(counts: np.ndarray) -> np.ndarray:
    """One category a user for counts (k,), in order of category, (n,) int64.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import users_of
    >>> users_of(np.array([2, 0, 3]))
    array([0, 0, 2, 2, 2])
    """
    return np.repeat(np.arange(len(counts)), counts)
