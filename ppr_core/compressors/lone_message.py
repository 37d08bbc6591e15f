"""The search of `time_order` for one message by itself, where steps cost more than arrivals.

The head is one row, so long that a tail is seldom needed. How many arrivals the tail has is Poisson with a mean that
depends on the best S/r: it is read off one uniform by inversion.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.random import Generator
from scipy.special import gammaincc, pdtr

from ppr_core.compressors.contest import Contest
from ppr_core.compressors.indices import whole_times
from ppr_core.compressors.time_order import LOG_EXACT, LOG_NONE

__all__ = ["goes_alone", "search_alone"]

_WORTH = 40.0  # r*/Γ(1−1/α) up to which a step costs more than its arrivals
_COLUMNS = 512  # the longest head
_LARGEST = 20.0  # order up to which a tail stays short even when the head ends at half the limit
_ONLY = np.zeros(1, dtype=np.int64)  # the message's place in its contest


def goes_alone(alpha: float, log_bound: float) -> bool:
    """Whether this search is the faster one for a message by itself."""
    return alpha <= _LARGEST and _arrivals(alpha, log_bound) <= _WORTH


def _arrivals(alpha: float, log_bound: float) -> float:
    """Of the order of the limit L on S: r*/Γ(1−1/α)."""
    return math.exp(log_bound) / math.gamma(1 - 1 / alpha)


def search_alone(contest: Contest, alpha: float, rng: Generator) -> None:
    """Decide a contest of one message that has not begun, for α in (1, 20]."""
    columns = min(_COLUMNS, 32 + int(25 * _arrivals(alpha, float(contest.log_bound[0]))))
    draws = rng.standard_exponential((2, columns))
    np.add.accumulate(draws[0], out=draws[0])
    np.log(draws, out=draws)
    uniform, log_last = rng.random(), draws.item(columns - 1)
    if not contest.begin(draws, alpha):
        _meet(contest, (draws[1] / alpha + draws[0])[None], np.arange(1, columns + 1)[None])
    log_limit = contest.only_log_limit
    count = _quantile(uniform, _late_arrivals(alpha, log_limit, log_last))
    if count:
        _finish_with_tail(contest, alpha, log_limit, log_last, columns, count, rng)


def _meet(contest: Contest, log_score: np.ndarray, index: np.ndarray) -> None:
    if not contest.glance(log_score, index):
        contest.meet(_ONLY, log_score, index)


def _late_arrivals(alpha: float, log_limit: float, log_start: float) -> float:
    """`late_arrivals` of one message."""
    lead = min(log_start - log_limit, LOG_NONE / alpha)
    return math.exp(log_start - alpha * lead) / (alpha - 1)


def _finish_with_tail(
    contest: Contest, alpha: float, log_limit: float, log_start: float, number: int, count: int, rng: Generator
) -> None:
    """`time_order.finish_with_tail` for one message, without arrays as long as there is nothing to look at."""
    late, low, mark = rng.standard_exponential((3, count)).tolist()
    points = [(log_start + a / (alpha - 1), log_limit - b / alpha) for a, b in zip(late, low, strict=True)]
    kept = sorted(p for p, v in zip(points, mark, strict=True) if math.exp(alpha * (p[1] - p[0])) < v)
    if not kept:
        return
    indices, hidden = [], _hidden(alpha, log_limit, log_start)
    for log_time, _ in kept:
        if log_time < LOG_EXACT:
            before, hidden = hidden, _hidden(alpha, log_limit, log_time)
            number += 1 + int(rng.poisson(max(hidden - before, 0.0)))
            indices.append(number)
        else:
            indices.extend(whole_times(np.array([log_time]), rng).tolist())
    wide = indices[-1] >= 2**63
    _meet(contest, np.array([[p[1] for p in kept]]), np.array([indices], dtype=object if wide else np.int64))


def _hidden(alpha: float, log_limit: float, log_time: float) -> float:
    """Mean number of arrivals up to T with S >= L: ∫₀ᵀ exp(−(L/t)^α) dt = T e^{−u} − L Γ(1−1/α, u), u = (L/T)^α."""
    u, a = math.exp(alpha * (log_limit - log_time)), 1 - 1 / alpha
    return math.exp(log_time - u) - math.exp(log_limit) * math.gamma(a) * float(gammaincc(a, u))


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
