"""Contests of candidates: the smallest S/r of each row, for ratios that read one or a few uniforms of a candidate.

All contests do the same to rows of candidates. Candidate j of row i has ln S = log_score[i, j] (+∞ for padding) and
stands at index[i, j] of table[i]; it is looked at if ln S is below best[i] + log_bound[i] when its turn comes, and then
best[i] and winner[i] follow the smallest ln S − ln r. seen[i] counts those looked at. The last three are written in
place. What follows the key belongs to the channel: its inputs x and what its own array program reads.
"""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.ciphers import stream_column
from ppr_core.kernels.decorators import inlined, kernel
from ppr_core.kernels.philox import block, to_unit, uniform_at

__all__ = ["contest_bit", "contest_category", "contest_finite", "contest_subset", "sort_rows"]

_ROWS = "f8[:,::1], i8[:,::1], i8[::1], f8[::1], f8[::1], i8[::1], i8[::1], u8"
_BLOCK = 16  # coordinates in a block of bits
_CELLS = 256  # cells of the inverse distribution functions of a subset tree


@inlined
def steps_below(steps: np.ndarray, start: int, stop: int, uniform: float) -> int:
    """How many of the increasing steps[start:stop] are at most the uniform."""
    low, high = start, stop
    while low < high:
        middle = (low + high) >> 1
        if steps[middle] <= uniform:
            low = middle + 1
        else:
            high = middle
    return low - start


@inlined
def pattern_bit(
    uniform: float, ones: int, size: int, at: int, words: np.ndarray, first: np.ndarray, choices: np.ndarray
) -> int:
    """Bit ``at`` of the pattern of so many ones that the uniform stands for."""
    count = choices[size * (_BLOCK + 1) + ones]
    rank = min(np.int64(uniform * count), count - 1)
    return (words[first[ones] + rank] >> at) & 1


@inlined
def rappor_bit(
    uniform: float, size: int, at: int, steps: np.ndarray, words: np.ndarray, first: np.ndarray, choices: np.ndarray
) -> int:
    """Bit ``at`` of a block of independent bits: the number of ones by inversion, the pattern from what is left."""
    ones = 0
    for k in range(1, size + 2):  # without branches, faster than halving
        ones += 1 if steps[k] <= uniform else 0
    share = (uniform - steps[ones]) / (steps[ones + 1] - steps[ones])
    return pattern_bit(share, ones, size, at, words, first, choices)


@kernel()
def column_uniforms(
    key: np.uint64, streams: np.ndarray, index: np.ndarray, table: np.uint64, column: int, uniforms: np.ndarray
) -> None:
    """uniforms[i] = one column of row index[i] of a table; without branches, so several rows are worked on at once.

    Where streams (m, 8) are given they are keys of ChaCha20, and a row is the key stream of streams[index[i]].
    """
    if len(streams):
        stream_column(streams, index, column, uniforms)
        return
    number = np.uint64(column // 2)
    if column % 2:
        for i in range(len(index)):
            _, _, c2, c3 = block(key, np.uint64(index[i]), table, number)
            uniforms[i] = to_unit(c2, c3)
    else:
        for i in range(len(index)):
            c0, c1, _, _ = block(key, np.uint64(index[i]), table, number)
            uniforms[i] = to_unit(c0, c1)


@kernel()
def subset_bits(
    key: np.uint64, streams: np.ndarray, index: np.ndarray, wanted: np.ndarray, table: np.uint64, x: int,
    subset_size: int, nodes: np.ndarray, steps: np.ndarray, before: np.ndarray, cells: np.ndarray, words:
    np.ndarray, first: np.ndarray, choices: np.ndarray, bits: np.ndarray
) -> None:  # fmt: skip
    """Whether x is in the subsets at the wanted ones of some indices: down the tree to its block.

    nodes: rows of first block, left and right child, coordinates, column, first row of ``steps``, fewest ones, range
    of ones, coordinates on the left and on the right. A node without left child is a block of coordinates. All indices
    go down the same path, so a level's uniforms are one column, made without branches.
    """
    column, position = x // _BLOCK, x % _BLOCK
    rows, positions = np.empty(len(index), dtype=np.int64), np.empty(len(index), dtype=np.int64)
    counts, uniforms = np.empty(len(index), dtype=np.int64), np.empty(len(index))
    open_ = 0
    for j in range(len(index)):
        rows[open_], positions[open_], counts[open_] = index[j], j, subset_size
        open_ += 1 if wanted[j] else 0
    at = 0
    while open_:
        size, going = nodes[at, 3], 0
        for i in range(open_):  # an empty or full node settles all below it
            j, ones = positions[i], counts[i]
            bits[j] = 1 if ones > 0 else 0
            rows[going], positions[going], counts[going] = rows[i], j, ones
            going += 1 if (ones > 0) & (ones < size) else 0
        open_ = going
        column_uniforms(key, streams, rows[:open_], table, nodes[at, 4], uniforms)
        if nodes[at, 1] == 0:
            for i in range(open_):
                bits[positions[i]] = pattern_bit(uniforms[i], counts[i], size, position, words, first, choices)
            break
        goes_left = column < nodes[nodes[at, 2], 0]
        first_row, fewest, span = nodes[at, 5], nodes[at, 6], nodes[at, 7]
        left_size, right_size = nodes[at, 8], nodes[at, 9]
        # Written out, here and in `votes`: a function inlined by numba counts references to its arrays at every call.
        for i in range(open_):
            ones, beyond = counts[i], counts[i] - fewest
            usual = min(max(beyond, 0), span)
            row = usual + first_row
            left = np.int64(cells[row * _CELLS + np.int64(uniforms[i] * _CELLS)])
            if left < 0:
                low, high, sought = 0, len(steps), 2 * row + uniforms[i]
                while low < high:
                    middle = (low + high) >> 1
                    if steps[middle] < sought:
                        low = middle + 1
                    else:
                        high = middle
                left = low - before[row]
            if usual != beyond:
                left = min(max(left, ones - right_size, np.int64(0)), min(ones, left_size))
            counts[i] = left if goes_left else ones - left
        at = nodes[at, 1] if goes_left else nodes[at, 2]


@kernel("void(f8[:,::1], i8[:,::1], i8)")
def sort_rows(log_score: np.ndarray, index: np.ndarray, short: int) -> None:
    """Rows in increasing log_score, in place: by insertion; longer than ``short`` by counting, up to ½."""
    columns = log_score.shape[1]
    if columns > short:
        scores, numbers, keys = np.empty(columns), np.empty(columns, dtype=np.int64), np.empty(columns, dtype=np.int64)
        starts = np.empty(65, dtype=np.int64)
        for i in range(log_score.shape[0]):
            starts[:] = 0
            for j in range(columns):
                scores[j], numbers[j] = log_score[i, j], index[i, j]
                keys[j] = np.int64(min(max(np.floor(2.0 * scores[j]), -16.0), 47.0)) + 16
                starts[keys[j] + 1] += 1
            for key in range(64):
                starts[key + 1] += starts[key]
            for j in range(columns):
                slot = starts[keys[j]]
                starts[keys[j]] = slot + 1
                log_score[i, slot], index[i, slot] = scores[j], numbers[j]
        return
    for i in range(log_score.shape[0]):
        for j in range(1, columns):
            score, number, k = log_score[i, j], index[i, j], j
            while k > 0 and log_score[i, k - 1] > score:
                log_score[i, k], index[i, k] = log_score[i, k - 1], index[i, k - 1]
                k -= 1
            log_score[i, k], index[i, k] = score, number


@kernel(f"void({_ROWS}, i8[::1], f8[::1], f8[:,::1])")
def contest_finite(
    log_score: np.ndarray, index: np.ndarray, table: np.ndarray, log_bound: np.ndarray, best: np.ndarray,
    winner: np.ndarray, seen: np.ndarray, key: np.uint64, x: np.ndarray, steps: np.ndarray, log_ratio: np.ndarray,
) -> None:  # fmt: skip
    """Finite alphabets: ``steps`` is the proposal's distribution function, ln r is log_ratio[x, z]."""
    for i in range(log_score.shape[0]):
        least, limit, t = best[i], best[i] + log_bound[i], np.uint64(table[i])
        for j in range(log_score.shape[1]):
            if log_score[i, j] < limit:
                seen[i] += 1
                u = uniform_at(key, np.uint64(index[i, j]), t, np.uint64(0))
                value = log_score[i, j] - log_ratio[x[i], steps_below(steps, 0, len(steps), u)]
                if value < least:
                    least, limit, winner[i] = value, value + log_bound[i], index[i, j]
        best[i] = least


@kernel(f"void({_ROWS}, i8[::1], i8, f8, f8)")
def contest_category(
    log_score: np.ndarray, index: np.ndarray, table: np.ndarray, log_bound: np.ndarray, best: np.ndarray,
    winner: np.ndarray, seen: np.ndarray, key: np.uint64, x: np.ndarray, size: int, high: float, low: float,
) -> None:  # fmt: skip
    """k-ary randomized response: z = ⌊k u⌋, ln r is high where z = x."""
    for i in range(log_score.shape[0]):
        least, limit, t = best[i], best[i] + log_bound[i], np.uint64(table[i])
        for j in range(log_score.shape[1]):
            if log_score[i, j] < limit:
                seen[i] += 1
                z = min(np.int64(uniform_at(key, np.uint64(index[i, j]), t, np.uint64(0)) * size), size - 1)
                value = log_score[i, j] - (high if z == x[i] else low)
                if value < least:
                    least, limit, winner[i] = value, value + log_bound[i], index[i, j]
        best[i] = least


@kernel(f"void({_ROWS}, i8[::1], i8[::1], f8[:,::1], u2[::1], i8[::1], i8[::1], f8, f8)")
def contest_bit(
    log_score: np.ndarray, index: np.ndarray, table: np.ndarray, log_bound: np.ndarray, best: np.ndarray,
    winner: np.ndarray, seen: np.ndarray, key: np.uint64, x: np.ndarray, sizes: np.ndarray, steps: np.ndarray,
    words: np.ndarray, first: np.ndarray, choices: np.ndarray, high: float, low: float,
) -> None:  # fmt: skip
    """RAPPOR: ln r is high where bit x is 1. sizes: coordinates of each block; steps: a row for each such size."""
    for i in range(log_score.shape[0]):
        least, limit, t = best[i], best[i] + log_bound[i], np.uint64(table[i])
        column, position = x[i] // _BLOCK, x[i] % _BLOCK
        size = sizes[column]
        law = steps[size]
        for j in range(log_score.shape[1]):
            if log_score[i, j] < limit:
                seen[i] += 1
                u = uniform_at(key, np.uint64(index[i, j]), t, np.uint64(column))
                bit = rappor_bit(u, size, position, law, words, first, choices)
                value = log_score[i, j] - (high if bit else low)
                if value < least:
                    least, limit, winner[i] = value, value + log_bound[i], index[i, j]
        best[i] = least


@kernel(f"void({_ROWS}, i8[::1], i8, i8[:,::1], f8[::1], i8[::1], i4[::1], u2[::1], i8[::1], i8[::1], f8, f8)")
def contest_subset(
    log_score: np.ndarray, index: np.ndarray, table: np.ndarray, log_bound: np.ndarray, best: np.ndarray, winner:
    np.ndarray, seen: np.ndarray, key: np.uint64,
    x: np.ndarray, subset_size: int, nodes: np.ndarray, steps: np.ndarray, before: np.ndarray, cells: np.ndarray,
    words: np.ndarray, first: np.ndarray, choices: np.ndarray, high: float, low: float,
) -> None:  # fmt: skip
    """Subset selection: ln r is high where x is in the subset."""
    streams = np.empty((0, 8), dtype=np.uint32)
    bits, wanted = np.zeros(log_score.shape[1], dtype=np.uint8), np.zeros(log_score.shape[1], dtype=np.uint8)
    for i in range(log_score.shape[0]):
        least, limit, t = best[i], best[i] + log_bound[i], np.uint64(table[i])
        most = least
        for j in range(log_score.shape[1]):  # whatever lies in its subset, one leaves at most its S/e^low to beat
            wanted[j] = log_score[i, j] < most + log_bound[i]
            most = min(most, log_score[i, j] - low)
        subset_bits(
            key, streams, index[i], wanted, t, x[i],
            subset_size, nodes, steps, before, cells, words, first, choices, bits,
        )  # fmt: skip
        for j in range(log_score.shape[1]):
            if log_score[i, j] < limit:
                seen[i] += 1
                value = log_score[i, j] - (high if bits[j] else low)
                if value < least:
                    least, limit, winner[i] = value, value + log_bound[i], index[i, j]
        best[i] = least
