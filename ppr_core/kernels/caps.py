"""Which of many consecutive candidates lie in the cap of a channel with a ratio of two values.

All kernels write inside[i, j] = 1 or 0 for row after[i] + 1 + j of table[i], or of the key streams where there are any;
what follows them is as in `search`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ppr_core.kernels.search import column_uniforms, rappor_bit, subset_bits

__all__ = ["inside_bit", "inside_category", "inside_subset"]

_ROWS = "u1[:,::1], i8[::1], i8[::1], u8, u4[:,::1]"
_OPTIONS = {"nogil": True, "cache": True, "error_model": "numpy"}
_BLOCK = 16  # coordinates in a block of bits


@njit(f"void({_ROWS}, i8[::1], i8, f8, f8)", **_OPTIONS)
def inside_category(inside, after, table, key, streams, x, size, high, low):
    """z = ⌊k u⌋ is x."""
    uniforms, index = np.empty(inside.shape[1]), np.arange(1, inside.shape[1] + 1)
    for i in range(inside.shape[0]):
        column_uniforms(key, streams, after[i] + index, np.uint64(table[i]), 0, uniforms)
        start, stop = float(x[i]), float(x[i] + 1) if x[i] < size - 1 else np.inf
        for j in range(inside.shape[1]):
            place = uniforms[j] * size
            inside[i, j] = (place >= start) & (place < stop)


@njit(f"void({_ROWS}, i8[::1], i8[::1], f8[:,::1], u2[::1], i8[::1], i8[::1], f8, f8)", **_OPTIONS)
def inside_bit(inside, after, table, key, streams, x, sizes, steps, words, first, choices, high, low):
    """Bit x is 1, where the bits of a block are independent."""
    uniforms, index = np.empty(inside.shape[1]), np.arange(1, inside.shape[1] + 1)
    for i in range(inside.shape[0]):
        column, place = x[i] // _BLOCK, x[i] % _BLOCK
        size = sizes[column]
        law = steps[size]
        none = law[1]
        column_uniforms(key, streams, after[i] + index, np.uint64(table[i]), column, uniforms)
        for j in range(inside.shape[1]):
            inside[i, j] = 0
            if uniforms[j] >= none:
                inside[i, j] = rappor_bit(uniforms[j], size, place, law, words, first, choices)


@njit(
    f"void({_ROWS}, i8[::1], i8, i8[:,::1], f8[::1], i8[::1], i4[::1], u2[::1], i8[::1], i8[::1], f8, f8)", **_OPTIONS
)
def inside_subset(
    inside, after, table, key, streams, x, subset_size, nodes, steps, before, cells, words, first, choices, high, low
):
    """Bit x is 1, where the bits are a uniform subset of a given size."""
    index, all_ = np.arange(1, inside.shape[1] + 1), np.ones(inside.shape[1], dtype=np.uint8)
    for i in range(inside.shape[0]):
        subset_bits(
            key, streams, after[i] + index, all_, np.uint64(table[i]), x[i],
            subset_size, nodes, steps, before, cells, words, first, choices, inside[i],
        )  # fmt: skip
