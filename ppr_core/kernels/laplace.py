"""Dyadic quantized Laplace, one coordinate after the other: the same steps as the array program, fused."""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.decorators import inlined, kernel
from ppr_core.kernels.philox import block, to_unit

__all__ = ["dequantize", "quantize"]

_EXACT = 2.0**60  # beyond, whole numbers may need more than 63 bits
_CHUNK, _FEW = 512, 8
_ZERO = np.uint64(0)


@kernel()
def _shared(
    key: np.uint64, table: np.ndarray, start: int, dimension: int, first: np.ndarray, second: np.ndarray
) -> None:
    """Two uniforms for each of the coordinates from ``start`` on, counted through all messages; without branches."""
    if dimension == 1:
        for k in range(len(first)):
            c0, c1, c2, c3 = block(key, _ZERO, np.uint64(table[start + k]), _ZERO)
            first[k], second[k] = to_unit(c0, c1), to_unit(c2, c3)
        return
    done = 0
    while done < len(first):
        message, coordinate = (start + done) // dimension, (start + done) % dimension
        count, t = min(len(first) - done, dimension - coordinate), np.uint64(table[message])
        for k in range(count):
            c0, c1, c2, c3 = block(key, np.uint64(coordinate + k), t, _ZERO)
            first[done + k], second[done + k] = to_unit(c0, c1), to_unit(c2, c3)
        done += count


@inlined
def _chosen(tail: np.ndarray, uniform: float) -> int:
    """How many of the decreasing tail probabilities exceed the uniform; mostly few, so the first are all compared."""
    t, few = 0, min(len(tail), _FEW)
    for k in range(few):
        t += 1 if tail[k] > uniform else 0
    if t == few:
        while t < len(tail) and tail[t] > uniform:
            t += 1
    return t


@kernel("b1(i8[:,::1], f8[:,::1], i8[::1], u8, f8[::1], f8[::1], f8[::1], f8[::1], f8[:,::1], f8[::1])")
def quantize(
    integers: np.ndarray, x: np.ndarray, table: np.ndarray, key: np.uint64, place: np.ndarray, late: np.ndarray,
    rest: np.ndarray, tail: np.ndarray, laws: np.ndarray, steps: np.ndarray,
) -> bool:  # fmt: skip
    """M = round(x/s + J + V − U); whether all of them are small enough for this.

    place, late, rest: a uniform, an exponential and a uniform for each coordinate; laws: rows of δ, p₁/p₀, e^{−2δ} and
    their total for each step.
    """
    values, out = x.ravel(), integers.ravel()
    first, second = np.empty(_CHUNK), np.empty(_CHUNK)
    for start in range(0, len(values), _CHUNK):
        count = min(_CHUNK, len(values) - start)
        _shared(key, table, start, x.shape[1], first[:count], second[:count])
        largest = 0.0
        for k in range(count):
            at, t = start + k, _chosen(tail, first[k])
            odd, ratio = laws[t, 1], laws[t, 2]
            where = place[at] * laws[t, 3]
            is_odd = where >= 1.0 + ratio
            negative = (where >= 1.0) & (not is_odd) | (where >= 1.0 + ratio + odd)
            jump = 2.0 * np.floor(late[at] / (2.0 * laws[t, 0]))
            jump += 1.0 if is_odd else (2.0 if negative else 0.0)
            jump = -jump if negative else jump
            position = values[at] / steps[t]
            whole = np.rint(position)
            near = np.rint(position - whole + (rest[at] - 0.5 - (second[k] - 0.5)))
            size = abs(whole) + abs(jump) + abs(near)
            largest = size if size > largest else largest
            out[at] = np.int64(whole) + np.int64(jump) + np.int64(near)
        if not largest < _EXACT:
            return False
    return True


@kernel("void(f8[:,::1], i8[:,::1], i8[::1], u8, f8[::1], f8[::1])")
def dequantize(
    z: np.ndarray, integers: np.ndarray, table: np.ndarray, key: np.uint64, tail: np.ndarray, steps: np.ndarray
) -> None:
    """z = s(M + U)."""
    values, out = integers.ravel(), z.ravel()
    first, second = np.empty(_CHUNK), np.empty(_CHUNK)
    for start in range(0, len(values), _CHUNK):
        count = min(_CHUNK, len(values) - start)
        _shared(key, table, start, z.shape[1], first[:count], second[:count])
        for k in range(count):
            out[start + k] = steps[_chosen(tail, first[k])] * (np.float64(values[start + k]) + (second[k] - 0.5))
