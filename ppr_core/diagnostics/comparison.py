"""What a picture of samples against a law needs: bins with limits, and a band for ordered samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from ppr_core import validation
from ppr_core.diagnostics.effects import sample
from ppr_core.diagnostics.laws import ScalarLaw

__all__ = ["Bins", "QuantileBand", "count_limits", "equal_width_bins", "order_statistics_band"]


@dataclass(frozen=True)
class Bins:
    """Bins of equal width; the first and the last also hold everything beyond their outer edge.

    edges: (m + 1,); probabilities: (m,) under the law, summing to 1.
    """

    edges: np.ndarray
    probabilities: np.ndarray

    @property
    def centres(self) -> np.ndarray:
        """Middle of each bin, (m,)."""
        return (self.edges[:-1] + self.edges[1:]) / 2

    def counts(self, values: np.ndarray) -> np.ndarray:
        """How many of the (n,) values fall into each bin, (m,)."""
        place = np.searchsorted(self.edges[1:-1], values, side="right")
        return np.bincount(place, minlength=len(self.probabilities))


def equal_width_bins(law: ScalarLaw, bins: int, outside: float = 1e-4) -> Bins:
    """Bins over all but ``outside`` of the law's mass (half of it on either side), with one more bin for each tail.

    Where that would reach below the support of the law, as for a radius, the first bin begins at its end instead.
    """
    bins = validation.integer("bins", bins, 3)
    outside = validation.real("outside", outside, 0.0, 1.0, low_open=True, high_open=True)
    start, low, high = (float(law.quantile(u)) for u in (0.0, outside / 2, 1 - outside / 2))
    width = (high - low) / (bins - 2)
    first = low - width
    if first < start:
        first, width = start, (high - start) / (bins - 1)
    edges = first + width * np.arange(bins + 1)
    inner = np.concatenate([[0.0], law.distribution(edges[1:-1]), [1.0]])
    return Bins(edges, np.diff(inner))


def count_limits(probabilities: Any, samples: int, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Limits that the counts of n samples of the law all keep with probability at least 1 − level; (m,) each.

    Exact binomial quantiles at level / m, shared between both sides.
    """
    p = validation.array("probabilities", probabilities, (None,))
    samples = validation.integer("samples", samples, 1)
    level = validation.real("level", level, 0.0, 1.0, low_open=True, high_open=True)
    tail = level / (2 * len(p))
    return stats.binom.ppf(tail, samples, p), stats.binom.isf(tail, samples, p)


@dataclass(frozen=True)
class QuantileBand:
    """Ordered samples against quantiles of the law, at m chosen ranks.

    ranks: (m,) positions in the ordered sample, from 1; quantiles: (m,) of the law at rank/(n + 1); low, high: (m,)
    limits that the ordered samples all keep with probability at least 1 − level if they follow the law.
    """

    ranks: np.ndarray
    quantiles: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def ordered(self, values: Any) -> np.ndarray:
        """The samples at these ranks, (m,)."""
        return np.sort(sample(values))[self.ranks - 1]


def order_statistics_band(law: ScalarLaw, samples: int, points: int = 200, level: float = 0.05) -> QuantileBand:
    """A band for at most ``points`` of n ordered samples: F(Z_(k)) is Beta(k, n − k + 1), at level / points each.

    The ranks are spread evenly in the normal quantile, so that both tails are seen.
    """
    samples = validation.integer("samples", samples, 1)
    points = validation.integer("points", points, 1)
    level = validation.real("level", level, 0.0, 1.0, low_open=True, high_open=True)
    end = stats.norm.isf(1 / (samples + 1)) if samples > 1 else 0.0
    spread = stats.norm.cdf(np.linspace(-end, end, points))
    ranks = np.unique(np.clip(np.rint(spread * (samples + 1)), 1, samples)).astype(np.int64)
    tail = level / (2 * len(ranks))
    low, high = stats.beta.ppf(tail, ranks, samples + 1 - ranks), stats.beta.isf(tail, ranks, samples + 1 - ranks)
    return QuantileBand(ranks, law.quantile(ranks / (samples + 1)), law.quantile(low), law.quantile(high))
