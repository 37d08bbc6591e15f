"""Real encodes of one point: how many candidates each looks at, and how long it takes here.

Candidates follow from the seed. Times do not: they belong to the machine and to the moment.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats

from ppr_core.compressors import DrawLimitExceeded, PoissonPrivateRepresentation, PoissonReference
from ppr_core.compressors.algorithm1 import draws_expected
from ppr_core.diagnostics import mean_and_error
from ppr_core.experiments.running_time.parameters import Point, RunningTimeParameters
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.randomness import SharedRandomness

__all__ = ["TABLES", "Encodes", "Plan", "median_interval", "plan", "run_ppr", "run_reference"]

TABLES = 1_000_000  # of the shared randomness set aside for each point
LEVELS = (0.1, 0.5, 0.9)
CONFIDENCE = 0.95
_NORMAL = 1.96  # half of a 95 % interval in standard errors

_FEWEST, _FEWEST_CALLS, _FEWEST_REFERENCE = 20, 6, 6  # six values have an interval for their median
_SHARE = 10  # Algorithm 1 encodes the chunks of a point over this
_POINT_SECONDS, _REFERENCE_SECONDS = 1.0, 2.0
_CALL_SECONDS = 0.3  # of predicted work in one call, so that a run can be cancelled
_CALL = 1e-3  # seconds of one core, measured: for a call,
_DRAW, _DRAW_ENTRY = 5e-6, 4e-8  # for a draw of Algorithm 1 and each of its entries,
_START = 1e-4  # and for an encode of it
_MOST_CANDIDATES = 1e6


@dataclass(frozen=True)
class Plan:
    """What is run at a point; a function of the parameters alone. Zero encodes: r* is too large.

    samples: chunks encoded in candidate order, ``batch`` a call; reference: chunks encoded by Algorithm 1; seconds,
    reference_seconds: predicted for either.
    """

    samples: int
    batch: int
    reference: int
    seconds: float
    reference_seconds: float


@dataclass(frozen=True, eq=False)
class Encodes:
    """Encodes of one point by one encoder.

    candidates: looked at in each, (n,); where ``stopped`` (n,) that many and more. seconds: per chunk, one value for
    each call (m,).
    """

    candidates: np.ndarray
    stopped: np.ndarray
    seconds: np.ndarray

    def quantiles(self, values: np.ndarray) -> np.ndarray:
        """The levels 10 %, 50 % and 90 %."""
        return np.quantile(values, LEVELS, method="inverted_cdf")

    def median(self, values: np.ndarray) -> tuple[float, float]:
        """Median with its standard error, from the interval that holds it with 95 % confidence."""
        low, high = median_interval(values)
        return float(self.quantiles(values)[1]), (high - low) / (2 * _NORMAL)

    def mean(self, values: np.ndarray) -> tuple[float, float]:
        """Mean with its standard error."""
        return mean_and_error(values)


def plan(p: RunningTimeParameters, point: Point) -> Plan:
    """As many encodes as asked for, fewer where they are slow, none where r* is out of reach."""
    each = encode_seconds("ppr", point.channel, point.inputs(1)[0], alpha=p.alpha, candidates=0)
    samples = int(min(p.samples, _POINT_SECONDS / each))
    if samples < min(_FEWEST, p.samples) or point.log_bound > math.log(_MOST_CANDIDATES):
        return Plan(0, 0, 0, 0.0, 0.0)
    batch = max(1, int(min(point.chunks, samples // _FEWEST_CALLS, _CALL_SECONDS / each)))
    reference, slow = 0, 0.0
    if p.with_reference:
        draw = _DRAW + _DRAW_ENTRY * point.chunk
        slow = _START + draws_expected(point.log_bound, p.alpha, p.draw_limit) * draw
        reference = max(_FEWEST_REFERENCE, int(min(p.samples // _SHARE, _REFERENCE_SECONDS / slow)))
    return Plan(samples, batch, reference, samples * each + (2 + samples / batch) * _CALL, reference * slow)


def median_interval(values: np.ndarray) -> tuple[float, float]:
    """Order statistics that hold the median of the law with 95 % confidence, whatever the law."""
    ordered, n = np.sort(values), len(values)
    # The k-th smallest exceeds the median when fewer than k values lie below it.
    low = max(int(stats.binom.ppf((1 - CONFIDENCE) / 2, n, 0.5)) - 1, 0)
    return float(ordered[low]), float(ordered[n - 1 - low])


def run_ppr(
    p: RunningTimeParameters, point: Point, place: int, planned: Plan, progress: Callable[[float], None]
) -> Encodes:
    """Chunks encoded in candidate order, up to a whole vector a call; ``place`` chooses the randomness."""
    shared, compressor = SharedRandomness(p.seed), PoissonPrivateRepresentation(point.channel, p.alpha)
    rng = np.random.default_rng([p.seed, place, 0])
    _warm_up(compressor, point, planned.batch, p.seed)
    candidates, seconds = [], []
    for start in range(0, planned.samples, planned.batch):
        x = point.inputs(min(planned.batch, planned.samples - start))
        begun = time.perf_counter()
        messages = compressor.encode(x, shared, rng, first_table=place * TABLES + start)
        taken = time.perf_counter() - begun
        if len(x) == planned.batch:  # a shorter last call would not be alike
            seconds.append(taken / len(x))
        candidates.append(messages.candidates)
        progress((start + len(x)) / planned.samples)
    found = np.concatenate(candidates).astype(float)
    return Encodes(found, np.zeros(len(found), dtype=bool), np.array(seconds))


def run_reference(
    p: RunningTimeParameters, point: Point, place: int, planned: Plan, progress: Callable[[float], None]
) -> Encodes:
    """Chunks encoded by Algorithm 1, one a call, each stopped at the limit of draws."""
    shared, rng = SharedRandomness(p.seed), np.random.default_rng([p.seed, place, 1])
    compressor = PoissonReference(point.channel, p.alpha, draw_limit=p.draw_limit)
    x, n = point.inputs(1), planned.reference
    draws, stopped, seconds = np.zeros(n), np.zeros(n, dtype=bool), np.zeros(n)
    for i in range(n):
        begun = time.perf_counter()
        try:
            draws[i] = compressor.encode(x, shared, rng, first_table=place * TABLES + planned.samples + i).candidates[0]
        except DrawLimitExceeded:
            draws[i], stopped[i] = p.draw_limit, True
        seconds[i] = time.perf_counter() - begun
        progress((i + 1) / n)
    return Encodes(draws, stopped, seconds)


def _warm_up(compressor: PoissonPrivateRepresentation, point: Point, batch: int, seed: int) -> None:
    """One call outside the measurement: the first one of a process is slower than all others."""
    compressor.encode(point.inputs(min(batch, 8)), SharedRandomness(seed), np.random.default_rng([seed, 2]))
