"""How much a shift changes the logarithm of a density: the pure ε of additive noise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ppr_core.channels.noise_laws import fast_law

__all__ = ["largest_log_gap", "log_gap_of_tail", "settled"]

_DOUBLINGS = 16  # of the distance from the mode
_STILL = 1e-6  # a gap that grows by less than this share of the largest one has arrived
_NO_LIMIT = 0.9  # of its growth a gap keeps from one stretch of a tail to the next if it grows for ever, 0.5 if as 1/z
_LOG_LEAST = -700.0  # densities below e^−700 are not trusted


def largest_log_gap(noise: Any, shift: float, mode: float) -> float:
    """sup over z of |ln f(z) − ln f(z + shift)| in nats; ∞ where f ends, or where a tail has no bound.

    noise: a frozen law of SciPy whose density rises to ``mode`` and falls from there on, so that no smaller shift does
    worse; shift > 0. The gap is maximised on a grid, refined where it is largest, and followed out along both tails:
    there it either tends to a limit (exponential and heavier tails) or grows on (lighter ones, such as the normal's).
    """
    if not all(math.isinf(end) for end in noise.support()):
        return math.inf
    logs = fast_law(noise).log_density
    tails = [log_gap_of_tail(noise, shift, mode, side) for side in (-1, 1)]
    if any(math.isinf(tail) for tail in tails):
        return math.inf
    levels = np.concatenate([np.geomspace(1e-15, 1e-2, 300), np.linspace(1e-2, 0.5, 2000)])
    z = np.unique(np.concatenate([noise.ppf(levels), noise.isf(levels), [mode - shift, mode]]))
    z = np.union1d(z, z - shift)
    gaps = np.abs(_gap(logs, z, shift))
    widest = int(np.nanargmax(gaps))
    best, low, high = float(gaps[widest]), z[max(widest - 1, 0)], z[min(widest + 1, len(z) - 1)]
    for _ in range(40):
        inner = np.linspace(low, high, 9)
        rise = np.abs(_gap(logs, inner, shift))
        peak = int(np.nanargmax(rise))
        best = max(best, float(rise[peak]))
        low, high = inner[max(peak - 1, 0)], inner[min(peak + 1, 8)]
        if high - low <= 1e-13 * max(abs(low), abs(high), shift):
            break
    return max(best, *tails)


def log_gap_of_tail(noise: Any, shift: float, mode: float, side: int) -> float:
    """The largest |ln f(z) − ln f(z + side·shift)| far out on one side: +1 right, −1 left; ∞ if it grows on."""
    spread = max(float(noise.ppf(0.75) - noise.ppf(0.25)), shift)
    z = mode + side * spread * 2.0 ** np.arange(_DOUBLINGS)
    with np.errstate(all="ignore"):
        near, far = noise.logpdf(z), noise.logpdf(z + side * shift)
        gaps = np.abs(near - far)
    trusted = np.isfinite(near) & np.isfinite(far) & (far > _LOG_LEAST)
    count = len(z) if trusted.all() else int(np.argmin(trusted))
    if count < 4:  # so light that the density is gone within a few spreads
        return math.inf
    return settled(gaps[:count])


def settled(values: np.ndarray) -> float:
    """sup over a tail of what has these values at distances that double, (n,) with n >= 4: ∞ if it grows for ever.

    Growth as a power of the distance, or as its logarithm, does not slow down from one doubling to the next; a
    remainder ∝ 1/distance halves.
    """
    largest = float(values.max())
    early, late = values[-2] - values[-3], values[-1] - values[-2]
    if late <= _STILL * abs(largest):
        return largest
    return math.inf if late >= _NO_LIMIT * early else float(values[-1] + late)


def _gap(logs: Callable[[np.ndarray], np.ndarray], z: np.ndarray, shift: float) -> np.ndarray:
    with np.errstate(all="ignore"):
        gap = logs(z) - logs(z + shift)
    return np.where(np.isfinite(gap), gap, np.nan)
