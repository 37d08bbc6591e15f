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
    width = (exponent + 7) // 8
    end = np.cumsum(width)
    noise = rng.bytes(int(end[-1])) if len(end) else b""  # in one call: a call takes longer than many bytes
    parts = zip(mantissa.tolist(), exponent.tolist(), (end - width).tolist(), end.tolist(), strict=True)
    return np.array(
        [(m << e) | (int.from_bytes(noise[a:b], "little") & ((1 << e) - 1)) for m, e, a, b in parts], dtype=object
    )


def as_indices(indices: np.ndarray) -> np.ndarray:
    """The same indices as int64 where 63 bits suffice for all of them, else an object array."""
    if indices.dtype == object and all(k < 2**63 for k in indices):
        return indices.astype(np.int64)
    return indices
