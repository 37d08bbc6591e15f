"""The search of `time_order` for one message by itself, where steps cost more than arrivals.

The head is one row, so long that a tail is rare. How many arrivals the tail has is Poisson with a mean m that depends
on the best S/r: it is read off one uniform by inversion, so a kernel that knows the best approximately can tell that
there is none, which is nearly always so, and only otherwise the exact ratio is computed.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import pdtr

from ppr_core.compressors.contest import Contest
from ppr_core.compressors.time_order import finish_with_tail, late_arrivals

__all__ = ["goes_alone", "search_alone"]

_WORTH = 40.0  # r*/Γ(1−1/α) up to which a step costs more than its arrivals
_COLUMNS = 512  # the longest head
_NUMBERS = np.arange(1, _COLUMNS + 1)[None]


def goes_alone(alpha: float, log_bound: float) -> bool:
    """Whether this search is the faster one for a message by itself."""
    return not math.isinf(alpha) and _arrivals(alpha, log_bound) <= _WORTH


def _arrivals(alpha: float, log_bound: float) -> float:
    """Of the order of the limit L on S: r*/Γ(1−1/α)."""
    return math.exp(log_bound) / math.gamma(1 - 1 / alpha)


def search_alone(contest: Contest, alpha: float, rng: np.random.Generator) -> tuple[int, int]:
    """Decide a contest of one message that has not begun, for α in (1, ∞); winner and candidates looked at."""
    columns = min(_COLUMNS, 32 + int(80 * _arrivals(alpha, float(contest.log_bound[0]))))
    times = rng.standard_exponential(columns).cumsum()
    log_score = np.log(rng.standard_exponential(columns))
    log_score /= alpha
    log_score += np.log(times)
    uniform, log_last = rng.random(), math.log(times[-1])
    highest = contest.glance(log_score[None].copy(), _NUMBERS[:, :columns].copy())
    if highest is None:
        contest.meet(np.zeros(1, dtype=np.int64), log_score[None], _NUMBERS[:, :columns].copy())
    elif uniform < math.exp(-late_arrivals(alpha, highest, log_last)):
        return int(contest.winner[0]), int(contest.seen[0])
    count = _quantile(uniform, late_arrivals(alpha, float(contest.log_limit[0]), log_last))
    if count:
        finish_with_tail(contest, alpha, np.array([log_last]), np.array([columns]), np.array([count]), rng)
    return contest.winner[0], int(contest.seen[0])


def _quantile(uniform: float, mean: float) -> int:
    """The least k with P(Poisson(mean) <= k) > uniform."""
    if uniform < math.exp(-mean):
        return 0
    low, high = 0, 1  # low is too small
    while pdtr(high, mean) <= uniform:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if pdtr(middle, mean) <= uniform else (low, middle)
    return high
