"""Tests of samples against a law, with SciPy; each result carries an effect size (see `ppr_core.diagnostics`)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats
from scipy.special import erfc

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.diagnostics.effects import Effect, sample, total_variation, wasserstein
from ppr_core.diagnostics.laws import FiniteLaw, ScalarLaw
from ppr_core.diagnostics.views import observe, output_law

__all__ = [
    "ExactnessTest", "chi_square_bins", "chi_square_finite", "deviation", "exactness_tests", "kolmogorov_smirnov",
]  # fmt: skip

_LEAST_EXPECTED = 5.0  # expected count of a cell from which the chi-square law is a good approximation
_MOST_BINS = 50
_CVM_TAIL = 1.2  # statistic from which SciPy's series loses digits and the tail's leading term is closer


@dataclass(frozen=True)
class ExactnessTest:
    """The outcome of one test of n samples.

    symbol and statistic: what was computed; p_value: probability that samples of the law give a statistic at least
    as large, 0 where it is below the smallest float; effect: how large the deviation is; samples: n.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import NormalLaw, kolmogorov_smirnov
    >>> test = kolmogorov_smirnov(np.random.default_rng(1).normal(size=1000), NormalLaw())
    >>> test.symbol, test.samples
    ('D', 1000)
    """

    name: str
    symbol: str
    statistic: float
    p_value: float
    effect: Effect
    samples: int


def kolmogorov_smirnov(values: Any, law: ScalarLaw) -> ExactnessTest:
    """D = sup |F_n − F|, exact p-value; values: (n,), n >= 8. Most sensitive near the median.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import NormalLaw, kolmogorov_smirnov
    >>> z = np.random.default_rng(1).normal(size=1000)
    >>> kolmogorov_smirnov(z, NormalLaw()).p_value > 1e-3, kolmogorov_smirnov(z + 0.5, NormalLaw()).p_value < 1e-9
    (True, True)
    """
    return _kolmogorov_smirnov(sample(values), law, wasserstein(values, law))


def chi_square_bins(values: Any, law: ScalarLaw, bins: int | None = None) -> ExactnessTest:
    """Pearson's X² over bins of equal probability under the law; the effect is the total variation over these bins.

    values: (n,), n >= 8; bins: >= 2, by default one for every ten samples, at most 50.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import NormalLaw, chi_square_bins
    >>> z = np.random.default_rng(1).normal(size=1000)
    >>> chi_square_bins(z, NormalLaw()).p_value > 1e-3, chi_square_bins(z, NormalLaw(scale=2.0)).p_value < 1e-9
    (True, True)
    """
    z = sample(values)
    bins = max(2, min(_MOST_BINS, len(z) // 10)) if bins is None else validation.integer("bins", bins, 2)
    cell = np.minimum((law.distribution(z) * bins).astype(np.int64), bins - 1)
    counts = np.bincount(cell, minlength=bins)
    test = stats.chisquare(counts)
    effect = total_variation(counts, FiniteLaw(probabilities=np.full(bins, 1 / bins)))
    return ExactnessTest("chi-square", "X²", float(test.statistic), float(test.pvalue), effect, len(z))


def chi_square_finite(values: Any, law: FiniteLaw) -> ExactnessTest:
    """Pearson's X² for categories; cells that expect fewer than 5 are pooled, two cells are tested exactly.

    values: (n,) whole numbers in [0, k), n >= 8. A category that the law excludes gives p = 0 when it is seen.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import FiniteLaw, chi_square_finite
    >>> law = FiniteLaw(probabilities=np.array([0.5, 0.5]))
    >>> chi_square_finite(np.array([0, 1] * 50), law).p_value
    1.0
    """
    z = sample(values)
    p = law.probabilities
    bad = (z != np.floor(z)) | (z < 0) | (z >= len(p))
    if bad.any():
        validation.fail("values", float(z[bad][0]), f"categories from 0 to {len(p) - 1}")
    counts = np.bincount(z.astype(np.int64), minlength=len(p))
    effect, n = total_variation(counts, law), len(z)

    def result(statistic: float, p_value: float) -> ExactnessTest:
        return ExactnessTest("chi-square", "X²", float(statistic), float(p_value), effect, n)

    if counts[p == 0].any():
        return result(math.inf, 0.0)
    observed, expected = _pooled(counts[p > 0], n * p[p > 0])
    if len(observed) == 1:
        return result(0.0, 1.0)
    statistic = np.sum((observed - expected) ** 2 / expected)
    if len(observed) == 2:
        return result(statistic, stats.binomtest(int(observed[0]), n, min(1.0, expected[0] / n)).pvalue)
    return result(statistic, stats.chi2.sf(statistic, len(observed) - 1))


def exactness_tests(values: Any, law: ScalarLaw | FiniteLaw, *, binned: bool = False) -> tuple[ExactnessTest, ...]:
    """The tests that suit the law: chi-square for categories; Kolmogorov–Smirnov and Cramér–von Mises for scalars,
    or with ``binned`` (for a radius) chi-square and then Kolmogorov–Smirnov.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel, exactness_tests, output_law
    >>> channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    >>> z = channel.sample(np.zeros(1000, dtype=int), np.random.default_rng(1))
    >>> [test.p_value > 0.001 for test in exactness_tests(z, output_law(channel, 0))]
    [True]
    """
    if isinstance(law, FiniteLaw):
        return (chi_square_finite(values, law),)
    z, effect = sample(values), wasserstein(values, law)
    first = _kolmogorov_smirnov(z, law, effect)
    return (chi_square_bins(z, law), first) if binned else (first, _cramer_von_mises(z, law, effect))


def deviation(channel: Channel, x: Any, z: np.ndarray) -> Effect:
    """Total variation between outputs z, (n, *output_shape), and the channel's law for the input x; for vectors that of
    the first coordinate, over bins of equal probability."""
    law, values = output_law(channel, x), observe(z, x, "coordinate")
    if isinstance(law, FiniteLaw):
        return total_variation(np.bincount(values, minlength=len(law.probabilities)), law)
    return chi_square_bins(values, law).effect


def _kolmogorov_smirnov(z: np.ndarray, law: ScalarLaw, effect: Effect) -> ExactnessTest:
    test = stats.kstest(z, law.distribution)  # type: ignore[arg-type]  # the stubs know no function of arrays
    return ExactnessTest("Kolmogorov–Smirnov", "D", float(test.statistic), float(test.pvalue), effect, len(z))


def _cramer_von_mises(z: np.ndarray, law: ScalarLaw, effect: Effect) -> ExactnessTest:
    below, n = np.sort(law.distribution(z)), len(z)
    middle = (2 * np.arange(1, n + 1) - 1) / (2 * n)
    statistic = 1 / (12 * n) + float(np.sum((middle - below) ** 2))
    if statistic < _CVM_TAIL:
        test = stats.cramervonmises(z, law.distribution)  # type: ignore[arg-type]  # as above
        p_value = float(test.pvalue)
    else:
        p_value = math.sqrt(2) * float(erfc(math.pi * math.sqrt(statistic / 2)))
    return ExactnessTest("Cramér–von Mises", "W²", statistic, p_value, effect, n)


def _pooled(observed: np.ndarray, expected: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cells in increasing order of expectation, the first ones merged until they expect 5; never fewer than two."""
    order = np.argsort(expected, kind="stable")
    observed, expected = observed[order], expected[order]
    small = int(np.searchsorted(expected, _LEAST_EXPECTED))
    merged = small if small and np.sum(expected[:small]) >= _LEAST_EXPECTED else small + (small > 0)
    merged = min(max(merged, 1), max(len(expected) - 1, 1))
    return (
        np.concatenate([[observed[:merged].sum()], observed[merged:]]),
        np.concatenate([[expected[:merged].sum()], expected[merged:]]),
    )
