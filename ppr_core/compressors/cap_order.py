"""The head of a search in order of time where the ratio has two values: time is drawn only for who can win.

Outside the cap r = c2, inside r = c1 > c2. After a few arrivals the best S/r so far is known, and an arrival k outside
the cap can only win with a mark V_k < v, v = (c2·best/T)^α, where T is the time of the last arrival drawn: T_k >= T.
Marks are independent of everything, so

1. the small marks of the next M arrivals are the points of a Poisson process on {1, …, M} × (0, v) with intensity 1,
   few of them; an arrival with points has the least of them as its mark, all others have V = v + Exp(1);
2. one word of each arrival tells which lie in the cap;
3. only the union of both is ever drawn: the time between two of its members is Gamma(difference of their numbers).

All others are outside the cap and have S >= T·v^{1/α} = c2·best. Nothing is approximated.
"""

from __future__ import annotations

import numpy as np

from ppr_core.compressors.contest import Contest

__all__ = ["FIRST", "pass_over"]

FIRST = 32  # arrivals that are drawn one by one before any are passed over


def pass_over(
    contest: Contest,
    rows: np.ndarray,
    alpha: float,
    columns: int,
    time: np.ndarray,
    number: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """The next ``columns`` arrivals of the messages ``rows`` (m,); time of the last one, (m,).

    time, number: (m,) of the last arrival before. For finite α, and contests that have begun.
    """
    inside, log_high, log_low = contest.inside(rows, number, columns)
    small = np.exp(alpha * (contest.best[rows] + log_low - np.log(time)))
    counts = rng.poisson(columns * small)
    cap_row, cap_place = np.divmod(np.flatnonzero(inside), columns)  # few; faster than in two dimensions
    row = np.concatenate([cap_row, np.repeat(np.arange(len(rows)), counts)])
    total = int(counts.sum())
    place = np.concatenate([cap_place, rng.integers(columns, size=total)])
    mark = np.concatenate([rng.standard_exponential(len(cap_row)), rng.random(total)])
    mark[: len(cap_row)] += small[cap_row]
    mark[len(cap_row) :] *= small[row[len(cap_row) :]]

    order = np.lexsort((mark, place, row))
    row, place, mark = row[order], place[order], mark[order]
    fresh = np.ones(len(row), dtype=bool)
    fresh[1:] = (row[1:] != row[:-1]) | (place[1:] != place[:-1])
    row, place, mark = row[fresh], place[fresh], mark[fresh]

    # A row of members for each message, and one more that ends at the last arrival.
    sizes = np.bincount(row, minlength=len(rows))
    column = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    ends = np.full((len(rows), int(sizes.max(initial=0)) + 1), columns)
    ends[row, column] = place + 1
    times = rng.standard_gamma(np.diff(ends, axis=1, prepend=0).astype(float))
    times[:, 0] += time
    np.cumsum(times, axis=1, out=times)
    log_score = np.full(ends.shape, np.inf)
    log_score[row, column] = np.log(times[row, column]) + np.log(mark) / alpha
    log_ratio = np.full(ends.shape, log_low)
    log_ratio[row, column] = np.where(inside[row, place], log_high, log_low)
    contest.compare(rows, log_score, number[:, None] + ends, log_ratio)
    contest.seen[rows] += columns
    return times[:, -1]
