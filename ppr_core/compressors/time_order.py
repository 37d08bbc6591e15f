"""The search for PPR's index in order of time: a head that is looked through, and a tail of which little is drawn.

An arrival k has a time T_k (unit-rate Poisson process), a mark V_k ~ Exp(1) and the score S_k = T_k·V_k^{1/α}; K
minimises S/r. An arrival can win only while S is below the limit L = r*·(best S/r so far), whatever its ratio: most are
passed over by their time and mark alone. Those that are left are looked at in increasing S, the head's before the
tail's: that takes up to a fifth more than r* looks at α = 2, where all in one order would take r*.

1. Head. Arrivals in order of time, so that an arrival's number is its index, until T_N >= κL.
2. Tail. Of the arrivals after T_N only those with S < L matter. The head decides L and T_N, and says nothing about what
   comes later, so these arrivals are a Poisson process with intensity P(S < L | t) = 1 − exp(−(L/t)^α) = ∫₀^{(L/t)^α}
   e^{−v} dv. It is a thinning of the points (t, v), t > T_N, v < (L/t)^α, with intensity dt dv: their number is Poisson
   with mean L^α T_N^{1−α}/(α−1), t = T_N·U^{−1/(α−1)}, t·v^{1/α} = L·U′^{1/α}, and a point stays with chance e^{−v}.
3. Ranks. The arrivals after T_N with S >= L are an independent Poisson process with intensity exp(−(L/t)^α); between
   neighbours of the tail they are counted, never drawn, and give the tail its indices.

Nothing is approximated, so the law of the index is PPR's for every κ; κ = 3^{1/(α−1)} is about where head and tail cost
the same. Where the ratio has two values the head is `cap_order`'s, and longer. The nearer α is to 1, the more of the
candidates are in the tail, whose limit a short head makes too large: there candidate order looks at fewer.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.compressors.cap_order import FIRST, FROM, log_cap_stretch, pass_over
from ppr_core.compressors.contest import Contest
from ppr_core.compressors.indices import whole_times
from ppr_core.compressors.revealed_mass import revealed_mass

__all__ = ["LOG_EXACT", "LOG_NONE", "finish_with_tail", "first_columns", "late_arrivals", "search_in_time_order"]

_SMALL = 64  # arrivals of all messages together
LOG_NONE = 800.0  # a mean of e^−800 times a start of any length is 0
LOG_EXACT = 53 * math.log(2)  # later arrivals: a rank is the time itself, to a relative 2⁻⁵³


def first_columns(alpha: float, log_bound: np.ndarray) -> np.ndarray:
    """Arrivals of the head to begin with, κ·r*/Γ(1−1/α) and at least 2: ln r* (n,) -> (n,) int64."""
    mean = np.exp(_log_stretch(alpha) + log_bound) / revealed_mass(alpha).rate
    return np.maximum(np.ceil(mean), 2).astype(np.int64)


def search_in_time_order(contest: Contest, alpha: float, columns: int, rng: np.random.Generator) -> None:
    """Decide a contest that has not begun, for α in (1, ∞]; columns: arrivals of each message to begin with."""
    log_time, number = _head(contest, alpha, columns, rng)
    if not math.isinf(alpha):
        counts = rng.poisson(late_arrivals(alpha, contest.log_limit, log_time))
        if counts.any():
            finish_with_tail(contest, alpha, log_time, number, counts, rng)


def late_arrivals(alpha: float, log_limit: np.ndarray, log_start: np.ndarray) -> np.ndarray:
    """Mean number of the points that step 2 thins, for L and T_N by their logarithms (n,), or one of each."""
    lead = np.minimum(log_start - log_limit, LOG_NONE / alpha)  # so that the largest α does not overflow
    return np.exp(log_start - alpha * lead) / (alpha - 1)


def _log_stretch(alpha: float) -> float:
    """ln κ = 1.1/(α − 1), with which e^{−1.1}/(α − 1) times the limit are left to the tail."""
    return 1.1 / (alpha - 1)


def _head(contest: Contest, alpha: float, columns: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Go through the heads; ln T and number of the last arrival of each, (n,) each."""
    n = len(contest.best)
    log_last, number = np.empty(n), np.zeros(n, dtype=np.int64)
    open_, time = np.arange(n), np.zeros(n)
    by_cap = columns >= FROM and not math.isinf(alpha) and contest.by_cap
    log_stretch = log_cap_stretch(alpha) if by_cap else _log_stretch(alpha)
    width, later = FIRST if by_cap else columns, max(1, columns // 4)
    if n * columns < _SMALL:  # a step costs more than its arrivals
        width = later = _SMALL // n
    while len(open_):
        if by_cap and number[0]:
            time, number[open_] = pass_over(contest, open_, alpha, time, number[open_], rng)
        else:
            time = _draw(contest, open_, alpha, width, time, number[open_], rng)
            number[open_] += width
        log_time = np.log(time)
        log_last[open_] = log_time
        going = log_time < contest.log_limit[open_] + log_stretch
        open_, time = open_[going], time[going]
        width, later = later, later + later // 2  # the few that go on go far
    return log_last, number


def _draw(
    contest: Contest,
    rows: np.ndarray,
    alpha: float,
    columns: int,
    time: np.ndarray,
    number: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """The next ``columns`` arrivals of the messages ``rows`` (m,), one by one; time of the last one, (m,)."""
    times = rng.standard_exponential((len(rows), columns))
    times[:, 0] += time
    np.cumsum(times, axis=1, out=times)
    last = times[:, -1].copy()
    log_score = np.log(times, out=times)
    if not math.isinf(alpha):
        marks = rng.standard_exponential(log_score.shape)
        np.log(marks, out=marks)
        marks /= alpha
        log_score += marks
    contest.meet(rows, log_score, number[:, None] + np.arange(1, columns + 1), increasing=math.isinf(alpha))
    return last


def finish_with_tail(
    contest: Contest,
    alpha: float,
    log_start: np.ndarray,
    number: np.ndarray,
    counts: np.ndarray,
    rng: np.random.Generator,
) -> None:
    """Draw what is left below the limit, ``counts`` points (n,) to thin, and finish the contest with it."""
    log_limit = contest.log_limit
    job = np.repeat(np.arange(len(counts)), counts)
    late, low, mark = rng.standard_exponential((3, len(job)))
    log_time = log_start[job] + _in_increasing_order(late, counts) / (alpha - 1)
    log_score = log_limit[job] - low / alpha
    kept = np.nonzero(np.exp(alpha * (log_score - log_time)) < mark)[0]
    if not len(kept):
        return
    job, log_time, log_score = job[kept], log_time[kept], log_score[kept]
    counts = np.bincount(job)
    rows = np.nonzero(counts)[0]
    counts = counts[rows]
    first, message = np.cumsum(counts) - counts, np.repeat(np.arange(len(rows)), counts)
    hidden = _hidden(alpha, log_limit[job], log_time)
    gaps = np.diff(hidden, prepend=0.0)
    gaps[first] = hidden[first] - _hidden(alpha, log_limit[rows], log_start[rows])
    exact = log_time < LOG_EXACT
    steps = 1 + rng.poisson(np.where(exact, np.maximum(gaps, 0.0), 0.0))
    total = np.cumsum(steps)  # may wrap around, which differences undo
    rank = total + (number[rows] + steps[first] - total[first])[message]
    column = np.arange(len(job)) - np.repeat(first, counts)
    scores = np.full((len(rows), int(counts.max())), np.inf)
    scores[message, column] = log_score
    index = np.zeros(scores.shape, dtype=np.int64)
    index[message, column] = rank
    beyond = np.zeros(len(rows), dtype=bool)
    beyond[message[~exact]] = True
    contest.meet(rows[~beyond], scores[~beyond], index[~beyond])
    if beyond.any():  # few messages: Python integers are slow
        index = index.astype(object)
        index[message[~exact], column[~exact]] = whole_times(log_time[~exact], rng)
        contest.meet(rows[beyond], scores[beyond], index[beyond])


def _in_increasing_order(draws: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """counts[i] sorted values of Exp(1) for each i, from unsorted ones: gaps of n are Exp/n, Exp/(n − 1), … (Rényi)."""
    ends = np.cumsum(counts)
    sums = np.cumsum(draws / (np.repeat(ends, counts) - np.arange(len(draws))))
    return sums - np.repeat(np.concatenate([[0.0], sums])[ends - counts], counts)


def _hidden(alpha: float, log_limit: np.ndarray, log_time: np.ndarray) -> np.ndarray:
    """Mean number of arrivals up to T with S >= L, for T < 2⁵³."""
    return np.exp(np.minimum(log_time, LOG_EXACT)) - revealed_mass(alpha)(log_limit, log_time)
