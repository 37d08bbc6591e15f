"""Indices of any size: from times of arrival to whole numbers."""

from __future__ import annotations

import math

import numpy as np

__all__ = ["as_indices", "whole_times"]


def whole_times(log_time: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Whole numbers near exp(log_time) >= 2⁵³, with uniform random bits below the precision of a float.

    (m,) -> (m,) object array of Python integers. A rank and its arrival time differ by a relative 2⁻²⁶ there, and a
    float's 53 bits would leave the last bits of every index zero.
    """
    exponent = np.floor(log_time / math.log(2)).astype(np.int64) - 52
    mantissa = np.exp(log_time - exponent * math.log(2)).astype(np.int64)
    return np.array(
        [
            (m << e) | (int.from_bytes(rng.bytes((e + 7) // 8), "little") & ((1 << e) - 1))
            for m, e in zip(mantissa.tolist(), exponent.tolist(), strict=True)
        ],
        dtype=object,
    )


def as_indices(small: np.ndarray, large: dict[int, int]) -> np.ndarray:
    """int64 indices with some replaced by larger Python integers; stays int64 where 63 bits suffice."""
    if not large:
        return small
    indices = small.astype(object)
    for position, value in large.items():
        indices[position] = value
    return indices if max(large.values()) >= 2**63 else indices.astype(np.int64)
