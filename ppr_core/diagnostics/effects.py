"""Effect sizes: how far samples are from a law, with the error of the estimate and what chance alone would show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

from ppr_core import validation
from ppr_core.diagnostics.laws import FiniteLaw, ScalarLaw, absolute_scatter

__all__ = ["LEAST_SAMPLES", "Effect", "sample", "total_variation", "wasserstein"]

#: Below this nothing useful can be said.
LEAST_SAMPLES = 8


@dataclass(frozen=True)
class Effect:
    """An estimated distance between the law that was sampled and the law it should be.

    value: the estimate, never below 0. floor, floor_error: mean and standard deviation of the estimate for perfect
    samples, so that only what exceeds the floor speaks of a deviation. error: standard error of the estimate, the
    larger of floor_error and of the delta method's, which is right where the deviation is clear.

    >>> from ppr_core.diagnostics import Effect
    >>> Effect("total variation", value=0.03, error=0.004, floor=0.02, floor_error=0.004).value
    0.03
    """

    name: str
    value: float
    error: float
    floor: float
    floor_error: float

    @property
    def excess(self) -> float:
        """The estimate less what perfect samples show on average; may be negative."""
        return self.value - self.floor


def sample(values: Any) -> np.ndarray:
    """The samples as (n,) floats; ``ValueError`` for fewer than 8, for other shapes and for NaN or infinity."""
    checked = validation.array("values", values, (None,))
    validation.require(
        len(checked) >= LEAST_SAMPLES, "number of values", len(checked), f"at least {LEAST_SAMPLES} for a test"
    )
    return checked


def total_variation(counts: Any, law: FiniteLaw) -> Effect:
    """½ Σ_j |p̂_j − p_j| between observed frequencies and the law's probabilities.

    counts: (k,) how often each category was seen, n in total. The floor is exact, by de Moivre's formula for the
    mean deviation of a binomial count; its error is that of the normal approximation. The delta method holds the
    signs of p̂_j − p_j fixed.

    >>> from ppr_core.diagnostics import FiniteLaw, total_variation
    >>> round(total_variation([60, 40], FiniteLaw(probabilities=[0.5, 0.5])).value, 6)
    0.1
    """
    p = law.probabilities
    counts = validation.array("counts", counts, (len(p),))
    n = counts.sum()
    validation.require(n >= 1, "sum of counts", float(n), "at least 1")
    frequency = counts / n
    sign = np.sign(frequency - p)
    error = math.sqrt(max(0.0, float(frequency @ sign**2 - (frequency @ sign) ** 2)) / n) / 2
    floor = float(_mean_deviation(n, p).sum()) / (2 * n)
    q = p[(p > 0) & (p < 1)]
    odds = np.sqrt(q / (1 - q))
    correlation = -np.outer(odds, odds)
    np.fill_diagonal(correlation, 1.0)
    scatter = absolute_scatter(np.sqrt(q * (1 - q) / n) / 2, correlation)
    return Effect("total variation", float(np.abs(frequency - p).sum() / 2), max(error, scatter), floor, scatter)


def wasserstein(values: Any, law: ScalarLaw) -> Effect:
    """The Wasserstein-1 distance ∫ |F_n(z) − F(z)| dz between samples and a law, in the unit of the samples.

    values: (n,), n >= 8. Between neighbouring samples F_n is constant and F crosses it at most once, at a quantile
    of the law, so every piece follows from the integral of F. The delta method holds the sign of F_n − F
    fixed; floor and its error are those of the limiting Gaussian process.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import NormalLaw, wasserstein
    >>> z = np.random.default_rng(1).normal(size=1000)
    >>> round(wasserstein(z + 1, NormalLaw()).value, 1)
    0.9
    """
    z = np.sort(sample(values))
    n = len(z)
    level = np.arange(1, n) / n
    crossing = np.clip(law.quantile(level), z[:-1], z[1:])
    short, short_at_crossing = law.shortfall(z), law.shortfall(crossing)
    above = level * (crossing - z[:-1]) - (short_at_crossing - short[:-1])  # F_n >= F up to the crossing
    below = (short[1:] - short_at_crossing) - level * (z[1:] - crossing)
    tails = float(short[0]) + float(short[-1] - z[-1] + law.mean)
    value = max(0.0, float(np.sum(above) + np.sum(below)) + tails)
    influence = np.concatenate([[0.0], np.cumsum((crossing - z[:-1]) - (z[1:] - crossing))])
    error = float(np.std(influence, ddof=1)) / math.sqrt(n)
    floor, scatter = (part / math.sqrt(n) for part in law.absolute_bridge)
    return Effect("Wasserstein distance", value, max(error, scatter), floor, scatter)


def _mean_deviation(n: float, p: np.ndarray) -> np.ndarray:
    """E|X − np| for X ~ Binomial(n, p), elementwise: 2 m C(n, m) p^m (1−p)^{n−m+1} with m = ⌊np⌋ + 1."""
    m = np.minimum(np.floor(n * p) + 1, n)  # the cut concerns p = 1 only, where the deviation is 0
    log_ways = gammaln(n + 1) - gammaln(m + 1) - gammaln(n - m + 1)
    return np.exp(np.log(2 * m) + log_ways + xlogy(m, p) + xlog1py(n - m + 1, -p))
