"""Uniforms of shared randomness: whole rows, or one place of each row."""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.decorators import kernel
from ppr_core.kernels.philox import block, to_unit, uniform_at

__all__ = ["fill_places", "fill_rows"]


@kernel("void(u8, u8[::1], u8[::1], f8[:,::1])")
def fill_rows(key: np.uint64, index: np.ndarray, table: np.ndarray, out: np.ndarray) -> None:
    """out[i] = the first uniforms of row index[i] of table[i]."""
    width = out.shape[1]
    pairs = width // 2
    for i in range(len(index)):
        k, t = index[i], table[i]
        for number in range(pairs):
            c0, c1, c2, c3 = block(key, k, t, np.uint64(number))
            out[i, 2 * number], out[i, 2 * number + 1] = to_unit(c0, c1), to_unit(c2, c3)
        if width % 2:
            out[i, width - 1] = uniform_at(key, k, t, np.uint64(width - 1))


@kernel("void(u8, u8[::1], u8[::1], u8[::1], f8[::1])")
def fill_places(key: np.uint64, index: np.ndarray, table: np.ndarray, column: np.ndarray, out: np.ndarray) -> None:
    """out[i] = the uniform in the given column of row index[i] of table[i]."""
    for i in range(len(index)):
        out[i] = uniform_at(key, index[i], table[i], column[i])
