"""How many of some decoded 0/1 vectors have a one in each coordinate, without writing the vectors down.

All kernels add to votes[j] the ones in coordinate j of the proposal's samples that rows of uniforms (m, width) give.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ppr_core.kernels.search import steps_below

__all__ = ["votes_bit", "votes_subset"]

_ROWS = "i8[::1], f8[:,::1]"
_OPTIONS = {"nogil": True, "cache": True, "error_model": "numpy"}
_BLOCK = 16  # coordinates in a block of bits
_CELLS = 256  # cells of the inverse distribution functions of a subset tree


@njit(inline="always")
def _word(uniform, ones, size, words, first, choices):
    """The pattern of so many ones that the uniform stands for."""
    count = choices[size * (_BLOCK + 1) + ones]
    return words[first[ones] + min(np.int64(uniform * count), count - 1)]


@njit(inline="always")
def _add(word, votes, start, size):
    for place in range(size):
        votes[start + place] += (np.int64(word) >> place) & 1


@njit(f"void({_ROWS}, i8[::1], f8[:,::1], u2[::1], i8[::1], i8[::1])", **_OPTIONS)
def votes_bit(votes, uniforms, sizes, steps, words, first, choices):
    """Of RAPPOR: the bits of a block are independent."""
    for i in range(len(uniforms)):
        for column in range(len(sizes)):
            size, u = sizes[column], uniforms[i, column]
            ones = steps_below(steps[size], 1, size + 2, u)
            share = (u - steps[size, ones]) / (steps[size, ones + 1] - steps[size, ones])
            _add(_word(share, ones, size, words, first, choices), votes, _BLOCK * column, size)


@njit(f"void({_ROWS}, i8, i8[:,::1], f8[::1], i8[::1], i4[::1], u2[::1], i8[::1], i8[::1])", **_OPTIONS)
def votes_subset(votes, uniforms, subset_size, nodes, steps, before, cells, words, first, choices):
    """Of subset selection, down the tree of splits: children stand behind their parents."""
    count = np.empty(len(nodes), dtype=np.int64)
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
                    left = min(max(left, ones - nodes[at, 9], 0), min(ones, nodes[at, 8]))
                count[nodes[at, 1]], count[nodes[at, 2]] = left, ones - left
            else:
                word = _word(u, ones, nodes[at, 3], words, first, choices)
                _add(word, votes, _BLOCK * nodes[at, 0], nodes[at, 3])
