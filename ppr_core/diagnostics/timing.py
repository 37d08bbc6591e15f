"""What encodes take: how many candidates they look at, and how many seconds here and now.

Candidates follow from the randomness. Times do not: they belong to the machine and to the moment.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import stats

from ppr_core import validation
from ppr_core.compressors import Compressor, DrawLimitExceeded, PoissonReference
from ppr_core.means import mean_and_error
from ppr_core.randomness import SharedRandomness

__all__ = ["Encodes", "machine_name", "median_interval", "timed_encodes", "timed_normals"]

# Of this process's own work where the system tells it finely, so that a busy machine changes little.
_CLOCK = time.process_time if time.get_clock_info("process_time").resolution < 1e-5 else time.perf_counter
_LEVELS = (0.1, 0.5, 0.9)
_CONFIDENCE = 0.95
_NORMALS = 1 << 16  # drawn in a call
_NORMAL = 1.96  # half of a 95 % interval in standard errors


@dataclass(frozen=True, eq=False)
class Encodes:
    """Encodes of one input by one compressor.

    candidates: looked at in each, (n,); where ``stopped`` (n,) that many and more. seconds: per encode, one value for
    each call (m,).

    >>> import numpy as np
    >>> from ppr_core.diagnostics import Encodes
    >>> Encodes(np.array([2, 3]), np.array([False, False]), np.array([1e-5, 2e-5])).candidates
    array([2, 3])
    """

    candidates: np.ndarray
    stopped: np.ndarray
    seconds: np.ndarray

    def quantiles(self, values: np.ndarray) -> np.ndarray:
        """The levels 10 %, 50 % and 90 % of candidates or seconds, (3,)."""
        return np.quantile(values, _LEVELS, method="inverted_cdf")

    def median(self, values: np.ndarray) -> tuple[float, float]:
        """Median with its standard error, from the interval that holds it with 95 % confidence."""
        low, high = median_interval(values)
        return float(self.quantiles(values)[1]), (high - low) / (2 * _NORMAL)

    def mean(self, values: np.ndarray) -> tuple[float, float]:
        """Mean with its standard error."""
        return mean_and_error(values)

    def tail(self, points: int) -> tuple[np.ndarray, np.ndarray]:
        """t and the share of encodes that looked at more than t candidates, (k,) each, k <= points: a falling curve.

        Where an encode was stopped, all that is known is that it looked at more than the others did.
        """
        ordered = np.sort(self.candidates[~self.stopped])
        values = np.unique(ordered)
        above = 1 - np.searchsorted(ordered, values, side="right") / len(self.candidates)
        pick = np.unique(np.linspace(0, len(values) - 1, min(points, len(values))).round().astype(int))
        seen = above[pick] > 0
        return values[pick][seen], above[pick][seen]


def machine_name() -> str:
    """The machine as a person would name it."""
    cores = os.cpu_count() or 1
    return f"{platform.machine() or 'unknown processor'}, {cores} core{'s' if cores > 1 else ''}"


def median_interval(values: np.ndarray) -> tuple[float, float]:
    """Order statistics of values (n,) that hold the median of their law with 95 % confidence, whatever the law.

    The k-th smallest exceeds the median when fewer than k values lie below it, so k is a quantile of Bin(n, ½).

    >>> import numpy as np
    >>> from ppr_core.diagnostics import median_interval
    >>> median_interval(np.arange(100.0))
    (39.0, 60.0)
    """
    ordered, low = np.sort(values), _below_median(len(values))
    return float(ordered[low]), float(ordered[-1 - low])


@lru_cache(maxsize=256)
def _below_median(n: int) -> int:
    return max(int(stats.binom.ppf((1 - _CONFIDENCE) / 2, n, 0.5)) - 1, 0)


def timed_encodes(
    compressor: Compressor,
    x: np.ndarray,
    encodes: int,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    batch: int = 1,
    first_table: int = 0,
    tell: Callable[[float], None] = lambda share: None,
) -> Encodes:
    """Encode the input x so many times, ``batch`` >= 1 a call, each with a table of its own from first_table on.

    x: one input, (d,) or a category. Every full call is timed; a shorter last one would not be alike. An encoder with a
    limit of draws is stopped there, in calls of one. tell: hears the share that is done after each call.

    >>> import numpy as np
    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel, SharedRandomness
    >>> from ppr_core.diagnostics import timed_encodes
    >>> ppr = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0)
    >>> encodes = timed_encodes(ppr, np.array(2), 10, SharedRandomness(7), np.random.default_rng(1))
    >>> len(encodes.candidates), len(encodes.seconds)
    (10, 10)
    """
    encodes, batch = validation.integer("encodes", encodes, 1), validation.integer("batch", batch, 1)
    candidates, stopped, seconds = np.zeros(encodes), np.zeros(encodes, dtype=bool), []
    for start in range(0, encodes, batch):
        batch_rows = slice(start, min(start + batch, encodes))
        inputs = np.repeat(np.asarray(x)[None], batch_rows.stop - start, axis=0)
        begun = _CLOCK()
        try:
            candidates[batch_rows] = compressor.encode(inputs, shared, rng, first_table=first_table + start).candidates
        except DrawLimitExceeded:
            if batch > 1 or not isinstance(compressor, PoissonReference):
                raise
            candidates[batch_rows], stopped[batch_rows] = compressor.draw_limit, True
        taken = _CLOCK() - begun
        if len(inputs) == batch:
            seconds.append(taken / batch)
        tell(batch_rows.stop / encodes)
    return Encodes(candidates, stopped, np.array(seconds))


def timed_normals(needed: float, calls: int, rng: np.random.Generator) -> Encodes:
    """The seconds that NumPy takes to draw so many normal numbers, once for each call; of no encodes.

    What every encoder that makes its r* candidates by NumPy spends at least. Of very many a part is drawn, and its time
    multiplied.
    """
    count, times = max(1, min(int(needed), _NORMALS)), []
    for _ in range(calls):
        begun = _CLOCK()
        rng.standard_normal(count)
        times.append((_CLOCK() - begun) * needed / count)
    return Encodes(np.empty(0), np.empty(0, dtype=bool), np.array(times))
