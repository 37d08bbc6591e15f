"""How many of some decoded 0/1 vectors have a one in each coordinate, without writing the vectors down.

All kernels add to votes[j] the ones in coordinate j of the proposal's samples that rows of uniforms (m, width) give.
"""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.decorators import inlined, kernel

__all__ = ["votes_bit", "votes_subset"]

_ROWS = "i8[::1], f8[:,::1]"
_BLOCK = 16  # coordinates in a block of bits
_CELLS = 256  # cells of the inverse distribution functions of a subset tree


@inlined
def _word(uniform: float, ones: int, size: int, words: np.ndarray, first: np.ndarray, choices: np.ndarray) -> int:
    """The pattern of so many ones that the uniform stands for."""
    count = choices[size * (_BLOCK + 1) + ones]
    return words[first[ones] + min(np.int64(uniform * count), count - 1)]


#: The bits of a byte, each in a byte of its own.
_SPREAD = np.array([sum((k >> i & 1) << 8 * i for i in range(8)) for k in range(256)], dtype=np.uint64)
_ROWS_AT_ONCE = 255  # sums of so many bits fit into a byte


@kernel()
def _flush(sums: np.ndarray, votes: np.ndarray) -> None:
    """Add the sums, (blocks, 2) words of 8 bytes, to the votes and begin again at 0."""
    for block in range(len(sums)):
        for place in range(min(_BLOCK, len(votes) - _BLOCK * block)):
            word = sums[block, place // 8]
            votes[_BLOCK * block + place] += np.int64((word >> np.uint64(8 * (place % 8))) & np.uint64(0xFF))
    sums[:] = np.uint64(0)


@kernel(f"void({_ROWS}, i8[::1], f8[:,::1], u2[::1], i8[::1], i8[::1])")
def votes_bit(
    votes: np.ndarray, uniforms: np.ndarray, sizes: np.ndarray, steps: np.ndarray, words: np.ndarray, first: np.ndarray,
    choices: np.ndarray,
) -> None:  # fmt: skip
    """Of RAPPOR: the bits of a block are independent."""
    sums = np.zeros((len(sizes), 2), dtype=np.uint64)
    for i in range(len(uniforms)):
        for column in range(len(sizes)):
            size, u = sizes[column], uniforms[i, column]
            ones = 0
            for k in range(1, size + 2):  # without branches, faster than halving
                ones += 1 if steps[size, k] <= u else 0
            share = (u - steps[size, ones]) / (steps[size, ones + 1] - steps[size, ones])
            word = _word(share, ones, size, words, first, choices)
            sums[column, 0] += _SPREAD[word & 0xFF]
            sums[column, 1] += _SPREAD[word >> 8]
        if i % _ROWS_AT_ONCE == _ROWS_AT_ONCE - 1:
            _flush(sums, votes)
    _flush(sums, votes)


@kernel(f"void({_ROWS}, i8, i8[:,::1], f8[::1], i8[::1], i4[::1], u2[::1], i8[::1], i8[::1])")
def votes_subset(
    votes: np.ndarray, uniforms: np.ndarray, subset_size: int, nodes: np.ndarray, steps: np.ndarray, before: np.ndarray,
    cells: np.ndarray, words: np.ndarray, first: np.ndarray, choices: np.ndarray,
) -> None:  # fmt: skip
    """Of subset selection, down the tree of splits: children stand behind their parents."""
    count, sums = np.empty(len(nodes), dtype=np.int64), np.zeros(((len(votes) + 15) // _BLOCK, 2), dtype=np.uint64)
    for i in range(len(uniforms)):
        count[0] = subset_size
        for at in range(len(nodes)):
            ones, u = count[at], uniforms[i, nodes[at, 4]]
            if nodes[at, 1]:
                beyond = ones - nodes[at, 6]
                usual = min(max(beyond, 0), nodes[at, 7])
                row = usual + nodes[at, 5]
                left = np.int64(cells[row * _CELLS + np.int64(u * _CELLS)])
                if left < 0:
                    low, high, sought = 0, len(steps), 2 * row + u
                    while low < high:
                        middle = (low + high) >> 1
                        if steps[middle] < sought:
                            low = middle + 1
                        else:
                            high = middle
                    left = low - before[row]
                if usual != beyond:
                    left = min(max(left, ones - nodes[at, 9], np.int64(0)), min(ones, nodes[at, 8]))
                count[nodes[at, 1]], count[nodes[at, 2]] = left, ones - left
            else:
                word = _word(u, ones, nodes[at, 3], words, first, choices)
                sums[nodes[at, 0], 0] += _SPREAD[word & 0xFF]
                sums[nodes[at, 0], 1] += _SPREAD[word >> 8]
        if i % _ROWS_AT_ONCE == _ROWS_AT_ONCE - 1:
            _flush(sums, votes)
    _flush(sums, votes)
