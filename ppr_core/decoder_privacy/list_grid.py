"""The grid of ln ρ on which the masses of list and index are integrated, and what is neglected at its ends."""

from __future__ import annotations

import math

import numpy as np

__all__ = ["BLOCK", "CELLS", "LEFT", "MOST", "OVER", "SURE", "grid"]

CELLS = 4  # of the grid of ln ρ in the width 1/α of h
OVER = 40.0  # e⁻⁴⁰ is neglected
LEFT = 9.0  # e⁻⁹ lies right of the grid, where it has a closed form
SURE = 50.0  # ln (r/ρ)^α where nothing survives
MOST = 600.0  # nats that e^x may hold
BLOCK = 128  # lists worked on at once: what stays near the processor


def grid(least: float, largest: float, log_later: float, alpha: float, first: int) -> np.ndarray:
    """Values of ln ρ from where next to no candidate survives to where next to all do.

    least, largest: of ln a and ln b of the M = ``first`` candidates; log_later: the largest of what comes behind them,
    ln (Σ (a t/T)^α)/α, −∞ where that is looked at apart.
    """
    low = least - math.log(OVER) / alpha
    high = max(largest + math.log(first / min(alpha - 1, 1.0)) / alpha, log_later) + LEFT / alpha
    step = 1 / (CELLS * alpha)
    return low + step * np.arange(math.ceil((high - low) / step) + 1)
