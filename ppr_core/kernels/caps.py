"""Which of many candidates lie in the cap of a channel with a ratio of two values, and which to look at.

All kernels named inside write 1 or 0 for row index[k] of table[i], or of the key streams where there are any, where k
runs from ends[i − 1] to ends[i]; what follows them is as in `search`.
"""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.decorators import kernel
from ppr_core.kernels.search import column_uniforms, rappor_bit, subset_bits

__all__ = ["inside_bit", "inside_category", "inside_subset", "take_steps"]

_ROWS = "u1[::1], i8[::1], i8[::1], i8[::1], u8, u4[:,::1]"
_BLOCK = 16  # coordinates in a block of bits


@kernel("void(i8[::1], f8[::1], f8[::1], i8[::1], i8[::1])")
def take_steps(index: np.ndarray, draws: np.ndarray, within: np.ndarray, number: np.ndarray, ends: np.ndarray) -> None:
    """index[k] = the one before, number[i] at first, + ⌊E/within[i]⌋ + 1; no draw E is used for an infinite one."""
    k = used = 0
    for i in range(len(ends)):
        at = number[i]
        if within[i] == np.inf:
            while k < ends[i]:
                at += 1
                index[k] = at
                k += 1
        while k < ends[i]:
            at += 1 + np.int64(draws[used] / within[i])
            index[k] = at
            k, used = k + 1, used + 1


@kernel(f"void({_ROWS}, i8[::1], i8, f8, f8)")
def inside_category(
    inside: np.ndarray, index: np.ndarray, ends: np.ndarray, table: np.ndarray, key: np.uint64, streams: np.ndarray,
    x: np.ndarray, size: int, high: float, low: float,
) -> None:  # fmt: skip
    """z = ⌊k u⌋ is x."""
    uniforms, begin = np.empty(len(index)), 0
    for i in range(len(ends)):
        column_uniforms(key, streams, index[begin : ends[i]], np.uint64(table[i]), 0, uniforms)
        start, stop = float(x[i]), float(x[i] + 1) if x[i] < size - 1 else np.inf
        for j in range(ends[i] - begin):
            place = uniforms[j] * size
            inside[begin + j] = (place >= start) & (place < stop)
        begin = ends[i]


@kernel(f"void({_ROWS}, i8[::1], i8[::1], f8[:,::1], u2[::1], i8[::1], i8[::1], f8, f8)")
def inside_bit(
    inside: np.ndarray, index: np.ndarray, ends: np.ndarray, table: np.ndarray, key: np.uint64, streams: np.ndarray,
    x: np.ndarray, sizes: np.ndarray, steps: np.ndarray, words: np.ndarray, first: np.ndarray, choices: np.ndarray,
    high: float, low: float,
) -> None:  # fmt: skip
    """Bit x is 1, where the bits of a block are independent."""
    uniforms, begin = np.empty(len(index)), 0
    for i in range(len(ends)):
        column, place = x[i] // _BLOCK, x[i] % _BLOCK
        size = sizes[column]
        law = steps[size]
        none = law[1]
        column_uniforms(key, streams, index[begin : ends[i]], np.uint64(table[i]), column, uniforms)
        for j in range(ends[i] - begin):
            inside[begin + j] = 0
            if uniforms[j] >= none:
                inside[begin + j] = rappor_bit(uniforms[j], size, place, law, words, first, choices)
        begin = ends[i]


@kernel(f"void({_ROWS}, i8[::1], i8, i8[:,::1], f8[::1], i8[::1], i4[::1], u2[::1], i8[::1], i8[::1], f8, f8)")
def inside_subset(
    inside: np.ndarray, index: np.ndarray, ends: np.ndarray, table: np.ndarray, key: np.uint64, streams:
    np.ndarray, x: np.ndarray, subset_size: int, nodes: np.ndarray, steps: np.ndarray, before: np.ndarray, cells:
    np.ndarray, words: np.ndarray, first: np.ndarray, choices: np.ndarray,
    high: float, low: float,
) -> None:  # fmt: skip
    """Bit x is 1, where the bits are a uniform subset of a given size."""
    all_, begin = np.ones(len(index), dtype=np.uint8), 0
    for i in range(len(ends)):
        subset_bits(
            key, streams, index[begin : ends[i]], all_, np.uint64(table[i]), x[i],
            subset_size, nodes, steps, before, cells, words, first, choices, inside[begin : ends[i]],
        )  # fmt: skip
        begin = ends[i]
