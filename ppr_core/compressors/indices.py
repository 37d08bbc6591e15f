"""Indices of any size: from times of arrival to whole numbers."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.wording import number

__all__ = ["as_indices", "check_index_bits", "ranks_as_indices", "whole_times"]

_MOST_INDEX_BITS = 1e5


def check_index_bits(alpha: float) -> None:
    """The leading term of E[log2 K] for α → 1, whatever the channel: see `ppr_core.index_law`."""
    bits = math.log2(math.e) / (alpha - 1)
    if bits > _MOST_INDEX_BITS:
        least = 1 + math.log2(math.e) / _MOST_INDEX_BITS
        allowed = (
            f"at least {number(least, 8)} to encode, as an index would take about {number(bits)} bits, "
            f"above {number(_MOST_INDEX_BITS)}"
        )
        validation.fail("alpha", alpha, allowed)


def ranks_as_indices(rank: np.ndarray, log_time: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Whole-number indices of arrivals by rank and ln T, of one shape; an object array when one exceeds 2⁵³, where the
    rank, +∞, is taken from the time."""
    beyond = np.isinf(rank)
    indices = np.where(beyond, 0.0, rank).astype(np.int64)
    if not beyond.any():
        return indices
    indices = indices.astype(object)
    indices[beyond] = whole_times(log_time[beyond], rng)
    return indices


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
