"""What a picture of samples against a law needs: bins with limits, a band for ordered samples, and the law's curve."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from ppr_core import validation
from ppr_core.diagnostics.effects import sample
from ppr_core.diagnostics.laws import FiniteLaw, ScalarLaw

__all__ = [
    "Bins", "Expectation", "QuantileBand", "WholeHistogram", "count_limits", "equal_width_bins", "expectation",
    "order_statistics_band", "whole_histogram",
]  # fmt: skip

_CURVE = 400  # points of a law's density
_HEADROOM = 3.0  # times the highest mean of a bin, above which a density that has no top is cut


@dataclass(frozen=True)
class Bins:
    """Bins of equal width; the first and the last also hold everything beyond their outer edge.

    edges: (m + 1,); probabilities: (m,) under the law, summing to 1.

    >>> from ppr_core.diagnostics import NormalLaw, equal_width_bins
    >>> bins = equal_width_bins(NormalLaw(), 10)
    >>> len(bins.edges), round(float(bins.probabilities.sum()), 12)
    (11, 1.0)
    """

    edges: np.ndarray
    probabilities: np.ndarray

    @property
    def centres(self) -> np.ndarray:
        """Middle of each bin, (m,)."""
        return (self.edges[:-1] + self.edges[1:]) / 2

    def counts(self, values: np.ndarray) -> np.ndarray:
        """How many of the (n,) values fall into each bin, (m,)."""
        cell = np.searchsorted(self.edges[1:-1], values, side="right")
        return np.bincount(cell, minlength=len(self.probabilities))


def equal_width_bins(law: ScalarLaw, bins: int, outside: float = 1e-4) -> Bins:
    """Bins over all but ``outside`` of the law's mass (half of it on either side), with one more bin for each tail.

    Where that would reach below the support of the law, as for a radius, the first bin begins at its end instead.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import LaplaceLaw, equal_width_bins
    >>> np.diff(equal_width_bins(LaplaceLaw(), 4).edges).round(3)
    array([9.21, 9.21, 9.21, 9.21])
    """
    bins = validation.integer("bins", bins, 3)
    outside = validation.probability("outside", outside)
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

    >>> from ppr_core.diagnostics import count_limits
    >>> count_limits([0.5, 0.5], 100, 0.05)
    (array([39., 39.]), array([61., 61.]))
    """
    p = validation.array("probabilities", probabilities, (None,))
    samples = validation.integer("samples", samples, 1)
    level = validation.probability("level", level)
    tail = level / (2 * len(p))
    return np.asarray(stats.binom.ppf(tail, samples, p)), np.asarray(stats.binom.isf(tail, samples, p))


@dataclass(frozen=True)
class QuantileBand:
    """Ordered samples against quantiles of the law, at m chosen ranks.

    ranks: (m,) positions in the ordered sample, from 1; quantiles: (m,) of the law at rank/(n + 1); low, high: (m,)
    limits that the ordered samples all keep with probability at least 1 − level if they follow the law.

    >>> from ppr_core.diagnostics import NormalLaw, order_statistics_band
    >>> band = order_statistics_band(NormalLaw(), 99, points=3)
    >>> band.ranks, band.quantiles.round(3)
    (array([ 1, 50, 99]), array([-2.326,  0.   ,  2.326]))
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

    >>> from ppr_core.diagnostics import NormalLaw, order_statistics_band
    >>> band = order_statistics_band(NormalLaw(), 1000, points=5)
    >>> bool((band.low < band.quantiles).all() and (band.quantiles < band.high).all())
    True
    """
    samples = validation.integer("samples", samples, 1)
    points = validation.integer("points", points, 1)
    level = validation.probability("level", level)
    end = stats.norm.isf(1 / (samples + 1)) if samples > 1 else 0.0
    spread = stats.norm.cdf(np.linspace(-end, end, points))
    ranks = np.unique(np.clip(np.rint(spread * (samples + 1)), 1, samples)).astype(np.int64)
    tail = level / (2 * len(ranks))
    low, high = stats.beta.ppf(tail, ranks, samples + 1 - ranks), stats.beta.isf(tail, ranks, samples + 1 - ranks)
    return QuantileBand(ranks, law.quantile(ranks / (samples + 1)), law.quantile(low), law.quantile(high))


@dataclass(frozen=True, eq=False)
class Expectation:
    """What n samples of a law look like, and how the counts of other samples, (m,), stand to that.

    probabilities: (m,) of the cells, which are bins or categories; width: of a bin, 1 for categories; low, high: (m,)
    limits that all counts keep with probability at least 1 − level; bins, band: those of a scalar law; curve, density:
    (k,) its density along the axis. These four are None for categories.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import FiniteLaw, expectation
    >>> expected = expectation(FiniteLaw(probabilities=np.array([0.5, 0.5])), 100, 0.05)
    >>> expected.low, expected.high
    (array([39., 39.]), array([61., 61.]))
    """

    samples: int
    probabilities: np.ndarray
    width: float
    low: np.ndarray
    high: np.ndarray
    bins: Bins | None = None
    band: QuantileBand | None = None
    curve: np.ndarray | None = None
    density: np.ndarray | None = None

    def counts(self, values: np.ndarray) -> np.ndarray:
        """How many of the (n,) values, numbers or categories, fall into each cell, (m,)."""
        return np.bincount(values, minlength=len(self.probabilities)) if self.bins is None else self.bins.counts(values)

    def heights(self, counts: np.ndarray) -> np.ndarray:
        """Counts as densities over the bins, or as frequencies of the categories, (m,)."""
        return counts / (self.samples * self.width)

    def standard_errors(self, counts: np.ndarray) -> np.ndarray:
        """Standard errors of their `heights`, (m,)."""
        share = counts / self.samples
        return np.sqrt(share * (1 - share) / self.samples) / self.width

    def difference(self, counts: np.ndarray) -> np.ndarray:
        """Their `heights` less those of the law, (m,)."""
        return self.heights(counts) - self.exact

    @property
    def exact(self) -> np.ndarray:
        """The law's own `heights`, (m,)."""
        return self.probabilities / self.width

    def outside(self, counts: np.ndarray) -> int:
        """Cells whose count is beyond the limits."""
        return int(np.count_nonzero((counts < self.low) | (counts > self.high)))


def expectation(
    law: ScalarLaw | FiniteLaw, samples: int, level: float, *, bins: int = 65, points: int = 200
) -> Expectation:
    """The picture that n samples of the law leave with probability at most ``level``, once for the counts and once for
    at most ``points`` ordered samples. An odd number of bins puts one at the top of a symmetric law.

    >>> from ppr_core.diagnostics import NormalLaw, expectation
    >>> len(expectation(NormalLaw(), 1000, 0.05, bins=21).probabilities)
    21
    """
    if isinstance(law, FiniteLaw):
        return Expectation(samples, law.probabilities, 1.0, *count_limits(law.probabilities, samples, level))
    cells = equal_width_bins(law, bins)
    first, last, width = cells.edges[0], cells.edges[-1], float(cells.edges[1] - cells.edges[0])
    curve = np.union1d(np.linspace(first, last, _CURVE), np.clip(law.corners, first, last))
    highest = _HEADROOM * float(cells.probabilities.max() / width)
    return Expectation(
        samples,
        cells.probabilities,
        width,
        *count_limits(cells.probabilities, samples, level),
        bins=cells,
        band=order_statistics_band(law, samples, points, level),
        curve=curve,
        density=np.minimum(law.density(curve), highest),
    )


@dataclass(frozen=True, eq=False)
class WholeHistogram:
    """Shares of n whole numbers, in percent, in bars of equal width.

    edges: (m + 1,) halfway between whole numbers; shares, errors: (m,) with standard errors; beyond: share of the
    numbers above all bars.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import whole_histogram
    >>> whole_histogram(np.array([1, 1, 2, 9]), 4, 0.75).beyond
    0.0
    """

    edges: np.ndarray
    shares: np.ndarray
    errors: np.ndarray
    beyond: float

    @property
    def step(self) -> float:
        """Width of a bar."""
        return float(self.edges[1] - self.edges[0])

    @property
    def centres(self) -> np.ndarray:
        """Middles of the bars, (m,)."""
        return (self.edges[1:] + self.edges[:-1]) / 2


def whole_histogram(values: np.ndarray, bars: int, covered: float) -> WholeHistogram:
    """At most about so many bars from the least of the (n,) values on, which hold at least the share ``covered``.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import whole_histogram
    >>> whole_histogram(np.array([1, 1, 2, 2]), 4, 1.0).shares
    array([50., 50.])
    """
    first, last = values.min(), np.quantile(values, covered, method="higher")
    step = math.ceil((last - first + 1) / bars)
    edges = np.arange(first - 0.5, last + step, step)
    shares = 100 * np.histogram(values, edges)[0] / len(values)
    errors = np.sqrt(shares * (100 - shares) / len(values))
    return WholeHistogram(edges, shares, errors, 100 * float(np.mean(values > edges[-1])))
