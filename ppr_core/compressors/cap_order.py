"""The head of a search in order of time where the ratio has two values: little is drawn but who can win.

Outside the cap r = c2, inside r = c1 = r* > c2. After a few arrivals the best S/r so far is known, and with it, for all
arrivals from the last one drawn on, at time T, the largest mark that can win: v = (c1·best/T)^α inside the cap and
w = (c2·best/T)^α < v outside. Marks are independent of everything, so

1. the arrivals with V < v, the only ones to look at, are found by geometric steps, ⌊E/v⌋ + 1 with E ~ Exp(1); while
   most arrivals have such a mark every one is taken, as for v = ∞;
2. one word of each tells which of them lie in the cap;
3. those with V < w are few: each is one with chance q = (1 − e^{−w})/(1 − e^{−v}), as if hit by points of mean
   −ln(1 − q);
4. only the union of 2 and 3 gets a mark, an exponential variable in (w, v) or below w, and a time: between two of its
   members it is Gamma(difference of their numbers).

All others have S >= r·best. Nothing is approximated.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core import kernels
from ppr_core.compressors.contest import Contest

__all__ = ["FIRST", "FROM", "columns_at_once_by_cap", "log_cap_stretch", "pass_over"]

FIRST = 16  # arrivals that are drawn one by one before any are passed over
FROM = 48  # columns of the head by time from which this one is the faster
_GROWTH = 0.8  # of the time in a step: a longer one looks at more, as v falls within it
_STEP = 16  # arrivals looked at in addition
_MOST = 0.5  # share of arrivals with V < v from which every one is looked at
_LEFT = 0.01  # arrivals that are left to the tail, as a share of c1·best


def columns_at_once_by_cap(columns: np.ndarray) -> np.ndarray:
    """How many of a message's arrivals are held together, about, of so many that its head has (n,)."""
    return np.where(columns < FROM, columns, np.maximum(FROM, columns // 8))


def log_cap_stretch(alpha: float) -> float:
    """ln κ of a head that ends at T = κ c1·best: from there on κ^{1−α}/(α − 1) times c1·best have V < v."""
    return max(0.0, -math.log(_LEFT * (alpha - 1)) / (alpha - 1))


def pass_over(
    contest: Contest, rows: np.ndarray, alpha: float, time: np.ndarray, number: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """The next arrivals of the messages ``rows`` (m,); time and number of the last one, (m,) each.

    time, number: (m,) of the last arrival before. For finite α, and contests that have begun.
    """
    log_high, log_low = contest.levels
    log_time = np.log(time)
    with np.errstate(over="ignore"):  # at a large α every mark inside the cap can win
        within = np.exp(alpha * (contest.log_limit[rows] - log_time))
    low = np.exp(alpha * (contest.best[rows] + log_low - log_time))
    share = -np.expm1(-within)
    counts = _STEP + (_GROWTH * time * share).astype(np.int64)
    within[share > _MOST], share[share > _MOST] = np.inf, 1.0
    ends = np.cumsum(counts)
    index = _numbers(rng.standard_exponential(int(counts[within < np.inf].sum())), within, number, ends)

    inside = contest.inside(rows, ends, index)
    hits = rng.poisson(-counts * np.log1p(np.expm1(-low) / share))
    below = np.repeat(ends, hits) - 1 - rng.integers(np.repeat(counts, hits))
    hit = np.zeros(len(index), dtype=bool)
    hit[below] = True
    chosen = np.flatnonzero(inside | hit)
    row = np.searchsorted(ends, chosen, side="right")
    uniform, least = rng.random(len(chosen)), low[row]
    mark = np.where(
        hit[chosen], -np.log1p(uniform * np.expm1(-least)), least - np.log1p(uniform * np.expm1(least - within[row]))
    )

    # A row of members for each message, and one more that ends at the last arrival.
    sizes = np.bincount(row, minlength=len(rows))
    column = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    last = index[ends - 1]
    numbers = np.repeat(last[:, None], int(sizes.max(initial=0)) + 1, axis=1)
    numbers[row, column] = index[chosen]
    times = rng.standard_gamma(np.diff(numbers, axis=1, prepend=number[:, None]).astype(float))
    times[:, 0] += time
    np.cumsum(times, axis=1, out=times)
    log_score = np.full(numbers.shape, np.inf)
    log_score[row, column] = np.log(times[row, column]) + np.log(mark) / alpha
    log_ratio = np.full(numbers.shape, log_low)
    log_ratio[row, column] = np.where(inside[chosen], log_high, log_low)
    contest.compare(rows, log_score, numbers, log_ratio)
    contest.seen[rows] += counts
    return times[:, -1], last


def _numbers(draws: np.ndarray, within: np.ndarray, number: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Numbers of the arrivals with V < within, (ends[-1],): ends[i] is behind those of message i; all for infinity."""
    index = np.ones(ends[-1], dtype=np.int64)
    compiled = kernels.compiled()
    if compiled is not None:
        compiled.take_steps(index, draws, within, number, ends)
        return index
    counts = np.diff(ends, prepend=0)
    finite = np.repeat(within < np.inf, counts)
    index[finite] += (draws / np.repeat(within, counts)[finite]).astype(np.int64)
    np.cumsum(index, out=index)
    return index + np.repeat(number - np.concatenate([[0], index[ends[:-1] - 1]]), counts)
