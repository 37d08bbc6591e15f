"""Counting the votes of many affine functions for many points: three exact ways, and the cheapest of them.

All take functions (n, t+1) and return how many of them vote for each of the categories 0, …, k−1.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ppr_core.estimation.frequency.affine_family import AffineFamily

__all__ = ["MAX_CELLS", "count_directly", "count_folded", "count_lines", "count_votes", "counting_seconds", "fold_work"]

MAX_CELLS = 1 << 24  # of an array over all functions: 64 MiB
_CELLS = 1 << 20  # of the part of a table worked on at once
_USERS = 1 << 15  # functions worked on at once


def count_votes(family: AffineFamily, functions: np.ndarray, size: int) -> np.ndarray:
    """Votes by the way that `counting_seconds` says is the fastest, (k,) int64."""
    seconds = counting_seconds(family, len(functions), size)
    way = min(seconds, key=seconds.__getitem__)
    if way == "directly":
        return count_directly(family, functions, np.arange(size))
    return (count_lines if way == "lines" else count_folded)(family, functions, size)


def counting_seconds(family: AffineFamily, users: int, size: int) -> dict[str, float]:
    """Predicted seconds of each way that is open for these sizes, on one core."""
    seconds = {"directly": 3e-9 * users * size * family.coordinates + 2e-5 * size}
    if family.coordinates == 1:
        seconds["lines"] = 2e-9 * family.prime * (2 * family.prime + size) + 2e-5 * family.prime + 1.5e-7 * users
    elif family.members <= MAX_CELLS:
        seconds["folded"] = 3e-9 * fold_work(family, size) + 2e-8 * users * (family.coordinates + 1)
    return seconds


def count_directly(family: AffineFamily, functions: np.ndarray, categories: np.ndarray) -> np.ndarray:
    """Evaluate every function at every point, in O(n k t): Algorithm 4 of Feldman and Talwar, for chosen categories."""
    points = family.points(categories)
    total = np.zeros(len(points), dtype=np.int64)
    for start in range(0, len(functions), _USERS):
        columns = np.ascontiguousarray(functions[start : start + _USERS].T)
        for i, point in enumerate(points.tolist()):
            value = columns[0]
            for slope, coordinate in zip(columns[1:], point, strict=True):
                if coordinate:
                    value = value + slope * coordinate
                    value -= value // family.prime * family.prime  # mod p; this division is much faster than %
            total[i] += np.count_nonzero(value < family.ones)
    return total


def count_lines(family: AffineFamily, functions: np.ndarray, size: int) -> np.ndarray:
    """All counts for t = 1 in O(n + p² + p k): one pass over the slopes instead of one over the users.

    Functions of one slope φ_1 are counted by φ_0; sliding a window of c over them gives the number that vote where
    φ_1 v has any one value, and every point looks up its own value.
    """
    prime, total = family.prime, np.zeros(size, dtype=np.int64)
    slopes, starts = functions[:, 1], functions[:, 0]
    order = np.argsort(slopes, kind="stable")
    rows = max(1, _CELLS // prime)
    edges = np.searchsorted(slopes[order], np.arange(0, prime + rows, rows))
    step = np.arange(1, size + 1, dtype=np.uint32)
    for block, (begin, end) in enumerate(pairwise(edges)):
        if begin == end:
            continue
        first = block * rows
        chosen = order[begin:end]
        here = min(rows, prime - first)
        table = np.bincount((slopes[chosen] - first) * prime + starts[chosen], minlength=here * prime)
        windows = _windows(table.reshape(here, prime), family.ones)
        value = (np.arange(1, size + 1) * first % prime).astype(np.uint32)  # of φ_1 v at every point
        votes = np.zeros(size, dtype=np.int32)
        for window in windows:
            votes += window.take(value, mode="clip")  # never clips; indexing without a mode is slower
            value += step
            np.minimum(value, value - np.uint32(prime), out=value)  # mod p: below p the difference wraps round
        total += votes
    return total


def count_folded(family: AffineFamily, functions: np.ndarray, size: int) -> np.ndarray:
    """All counts for any t: count equal functions, then replace one coordinate after the other by the points'.

    A table over (φ_1, …, φ_t, s) holds how many functions vote where φ_1 v_1 + … + φ_t v_t = s. Folding replaces the
    axis φ_1 by v_1: for each v_1, shift s by φ_1 v_1 and sum over φ_1. Only the leading digits that categories really
    have are kept, so a fold costs about k p², and the last, read at s = 0 alone, k p; in all O(n + p^{t+1} + t k p²).
    Follows Feldman and Talwar, Algorithm 6, with windows taken before the folds.
    """
    prime, t = family.prime, family.coordinates
    cell = np.zeros(len(functions), dtype=np.int64)
    for column in (*range(1, t + 1), 0):
        cell = cell * prime + functions[:, column]
    table = _windows(np.bincount(cell, minlength=family.members).reshape(-1, prime), family.ones)
    table = table.reshape(1, prime, -1, prime)  # (leading digits of the points, φ_i, later φ, s)
    elements = np.arange(prime)
    for i in range(1, t):
        double = np.concatenate([table, table], axis=-1)
        leading = _leading(family, size, i)
        folded = np.empty((len(table), prime, table.shape[2], prime), dtype=table.dtype)
        for value in range(min(prime, leading)):
            shifts = elements * value % prime
            folded[:, value] = double[:, 0, :, :prime]
            for phi in range(1, prime):
                folded[:, value] += double[:, phi, :, shifts[phi] : shifts[phi] + prime]
        table = folded.reshape(len(table) * prime, prime, -1, prime)[:leading]
    last = table[:, :, 0, :]
    return last[:, elements, elements[:, None] * elements % prime].sum(axis=-1).ravel()[1 : size + 1].astype(np.int64)


def fold_work(family: AffineFamily, size: int) -> int:
    """Additions of `count_folded`, 2 p^{t+1} + Σ_{i<t} min(p^i, ⌈(k+1)/p^{t−i}⌉) p^{t−i+2} + (k+1) p, about."""
    prime, t = family.prime, family.coordinates
    folds = sum(_leading(family, size, i) * prime ** (t - i + 2) for i in range(1, t))
    return 2 * family.members + folds + (size + 1) * prime


def _leading(family: AffineFamily, size: int, digits: int) -> int:
    """How many different leading digits the points 0, …, k have."""
    return size // family.prime ** (family.coordinates - digits) + 1


def _windows(table: np.ndarray, ones: int) -> np.ndarray:
    """Cyclic sums over the last axis: entry s is Σ_{a<c} table[..., (a − s) mod p], int32."""
    prime = table.shape[-1]
    sums = np.zeros((len(table), prime + ones + 1), dtype=np.int32)
    np.cumsum(table.astype(np.int32), axis=-1, out=sums[:, 1 : prime + 1])
    sums[:, prime + 1 :] = sums[:, 1 : ones + 1] + sums[:, prime, None]
    return sums[:, prime + ones : ones : -1] - sums[:, prime:0:-1]
