"""Contests of Laplace vectors: most candidates are passed over by their radius, before a direction is made.

As in `normals`, NumPy's logarithms and tangents cannot be had bit for bit: ln r is found up to a margin that is more
than the rounding of both, and a row in which some comparison is closer is ``unsure`` and left to the caller.
Only even dimensions.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.kernels.decorators import inlined, kernel
from ppr_core.kernels.philox import block, to_unit

__all__ = ["contest_laplace"]

_RELATIVE = 1e-12  # of the sum of all terms' sizes
_SMALL = 1e-200  # a product of uniforms that is not multiplied further


@inlined
def _gamma(key: np.uint64, index: np.uint64, table: np.uint64, dimension: int) -> float:
    """−ln of the product of the uniforms d to 2d of a row."""
    total, product = 0.0, 1.0
    for number in range(dimension // 2, dimension):
        c0, c1, c2, c3 = block(key, index, table, np.uint64(number))
        product *= to_unit(c0, c1) * to_unit(c2, c3)
        if product < _SMALL:
            total, product = total - math.log(product), 1.0
    return total - math.log(product)


@kernel()
def _distance(
    key: np.uint64, index: np.uint64, table: np.uint64, radius: float, x: np.ndarray, normals: np.ndarray
) -> float:
    """‖z − x‖ for the z of this radius whose direction is that of the row's first d normals."""
    dimension = len(x)
    half = dimension // 2
    for number in range(half):
        c0, c1, c2, c3 = block(key, index, table, np.uint64(number))
        normals[2 * number], normals[2 * number + 1] = to_unit(c0, c1), to_unit(c2, c3)
    square = 0.0
    for i in range(half):
        long, angle = math.sqrt(-2.0 * math.log(normals[i])), 2.0 * math.pi * (normals[i + half] - 0.5)
        normals[i], normals[i + half] = long * math.cos(angle), long * math.sin(angle)
        square += long * long
    scale, near = radius / math.sqrt(square), 0.0
    for i in range(dimension):
        near += (scale * normals[i] - x[i]) ** 2
    return math.sqrt(near)


@kernel(
    "void(f8[:,::1], i8[:,::1], i8[::1], f8[::1], f8[::1], i8[::1], i8[::1], u1[::1], u8, f8[::1], i8[::1], "
    "f8[:,::1], f8[::1], f8, f8, f8)"
)
def contest_laplace(
    log_score: np.ndarray, index: np.ndarray, table: np.ndarray, log_bound: np.ndarray, best: np.ndarray,
    winning: np.ndarray, seen: np.ndarray, unsure: np.ndarray, key: np.uint64, errors: np.ndarray, rows: np.ndarray,
    x: np.ndarray, norms: np.ndarray, epsilon: float, decay: float, log_volume: float,
) -> None:  # fmt: skip
    """ln r = V − ε‖z − x‖ + ε′‖z‖, at most V − ε|‖z‖ − ‖x‖| + ε′‖z‖; arguments and results as in `contest_gaussian`.

    norms: ‖x‖ of each input; decay: ε′; log_volume: V.
    """
    columns, dimension = log_score.shape[1], x.shape[1]
    normals = np.empty(dimension)
    for i in range(log_score.shape[0]):
        own, norm, t = x[rows[i]], norms[rows[i]], np.uint64(table[i])
        least, error = best[i], errors[i]
        for j in range(columns):
            score, k = log_score[i, j], np.uint64(index[i, j])
            ahead = score - (least + log_bound[i])
            if ahead >= error and ahead >= 0.0:
                continue
            if ahead > -error:
                unsure[i] = 1
                break
            seen[i] += 1
            radius = _gamma(key, k, t, dimension) / decay
            most = log_volume + decay * radius
            margin = _RELATIVE * (1.0 + abs(score) + abs(log_volume) + epsilon * (radius + norm))
            if score - (most - epsilon * abs(radius - norm)) - margin >= least + error:
                continue
            value = score - (most - epsilon * _distance(key, k, t, radius, own, normals))
            if value + margin < least - error:
                least, error, winning[i] = value, margin, j
            elif value - margin < least + error:
                unsure[i] = 1
                break
        best[i], errors[i] = least, error
