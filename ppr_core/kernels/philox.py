"""Philox4x32-10 and its uniforms, one counter at a time: bit for bit those of `ppr_core.randomness`."""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.decorators import inlined

__all__ = ["block", "to_unit", "uniform_at"]

_MULTIPLIER_0, _MULTIPLIER_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW_32 = np.uint64(0xFFFFFFFF)
_32, _20, _12, _1 = np.uint64(32), np.uint64(20), np.uint64(12), np.uint64(1)


@inlined
def block(
    key: np.uint64, index: np.uint64, table: np.uint64, number: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The four output words for block ``number`` of row ``index`` of a table; all uint64."""
    k0, k1 = key & _LOW_32, key >> _32
    c0, c1, c2, c3 = number, table, index & _LOW_32, index >> _32
    for _ in range(10):
        product_0, product_1 = c0 * _MULTIPLIER_0, c2 * _MULTIPLIER_1
        c0, c2 = (product_1 >> _32) ^ c1 ^ k0, (product_0 >> _32) ^ c3 ^ k1
        c1, c3 = product_1 & _LOW_32, product_0 & _LOW_32
        k0, k1 = (k0 + _WEYL_0) & _LOW_32, (k1 + _WEYL_1) & _LOW_32
    return c0, c1, c2, c3


@inlined
def to_unit(high: np.uint64, low: np.uint64) -> float:
    """Two 32-bit words -> (2k + 1)·2⁻⁵³ with k their upper 52 bits."""
    return np.float64(np.int64((high << _20) | (low >> _12))) * 2.0**-52 + 2.0**-53


@inlined
def uniform_at(key: np.uint64, index: np.uint64, table: np.uint64, column: np.uint64) -> float:
    """One uniform of a row."""
    c0, c1, c2, c3 = block(key, index, table, column >> _1)
    if column & _1:
        return to_unit(c2, c3)
    return to_unit(c0, c1)
