"""The mean of a function over the next of so many points in order of time, on a grid of ln ρ.

Of k uniform points before a time t the last is t e^{−v}, v ~ Exp(k). So what is known of all of them is a recursion
over A_k f(ln ρ) = E f(ln ρ − v), taken here on a uniform grid: from point to point it is exact for polynomials of
degree 7.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy.special import gammainc, gammaln

from ppr_core import kernels

__all__ = ["smoothed", "smoothing", "smoothing_matrices"]

_TAPS = np.arange(-3, 5)  # points around a cell that a polynomial goes through
_DEAD = 1e-17


def smoothing(count: int, step: float, taps: np.ndarray = _TAPS) -> tuple[np.ndarray, np.ndarray]:
    """For k = 1, …, count: weights of the points ``taps`` steps behind x, (count, taps), and e^{−kδ}, (count,).

    ∫₀^∞ k e^{−kv} f(x − v) dv = e^{−kδ}·(the same at x − δ) + ∫₀^δ, the second with the polynomial through the points.
    """
    width = step * np.arange(1.0, count + 1)[:, None]
    powers = np.arange(len(taps))
    moments = np.exp(gammaln(powers + 1.0) - powers * np.log(width)) * gammainc(powers + 1.0, width)
    return moments @ np.linalg.inv(np.vander(taps.astype(float), increasing=True)), np.exp(-width[:, 0])


def smoothed(f: np.ndarray, weights: np.ndarray, decay: float) -> np.ndarray:
    """The recursion along the last axis; beyond both ends f stays what it is there."""
    compiled = kernels.compiled()
    if compiled is not None and f.dtype == float:
        rows = np.ascontiguousarray(f).reshape(-1, f.shape[-1])
        result = np.empty_like(rows)
        compiled.smooth_rows(rows, np.ascontiguousarray(weights), float(decay), _DEAD, -int(_TAPS[0]), result)
        return result.reshape(f.shape)
    size, base = f.shape[-1], f[..., :1]
    padded = np.concatenate([np.repeat(base, _TAPS[-1], -1), f, np.repeat(f[..., -1:], -_TAPS[0], -1)], axis=-1) - base
    smooth, term = np.zeros_like(f), np.empty_like(f)
    for tap, weight in zip(_TAPS, weights, strict=True):
        first = _TAPS[-1] - tap
        smooth += np.multiply(weight, padded[..., first : first + size], out=term)
    reach = 1
    while decay > _DEAD and reach < size:
        smooth[..., reach:] += np.multiply(decay, smooth[..., :-reach], out=term[..., reach:])
        decay, reach = decay * decay, 2 * reach
    return smooth + base


def smoothing_matrices(count: int, step: float, size: int, taps: np.ndarray = _TAPS) -> np.ndarray:
    """For k = 1, …, count the matrix of which f @ it is the mean of f on a grid of ``size`` > len(taps) points, with
    such ``taps``, (count, size, size): rows are shifts of one another but for the first ones and the last."""
    (weights, decays), ahead = smoothing(count, step, taps), -int(taps[0])
    lag = np.arange(-ahead, size)[:, None] - taps
    parts = weights[:, None] * np.where(lag >= 0, decays[:, None, None] ** np.maximum(lag, 0), 0.0)
    shifts = sliding_window_view(np.hstack([np.zeros((count, size)), parts.sum(axis=2)]), size, axis=1)
    matrices = shifts[:, size + ahead - np.arange(size)]
    for row in range(1, ahead):  # taps left of the grid see what f is at its end
        matrices[:, row] = parts[:, ahead - row : size + ahead - row, ahead - row :].sum(axis=2)
    matrices[:, -1] = shifts[:, 1 : ahead + 2].sum(axis=1)
    matrices[:, 0] = 1 - matrices[:, 1:].sum(axis=1)
    return matrices
