"""Double exponential quadrature (Takahasi and Mori 1974) in logarithms, for integrands with singular ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["STEP", "Nodes", "interval"]

#: Between nodes, in the variable of the transformation: π/4 of it, relatively to the interval, in the middle.
STEP = 0.04


@dataclass(frozen=True, eq=False)
class Nodes:
    """Nodes (n,) of a rule on an interval: ln of their distances from either end, and ln of their weights."""

    log_from_low: np.ndarray
    log_from_high: np.ndarray
    log_weight: np.ndarray


def interval(low: float, high: float, reach: float, step: float = STEP) -> Nodes:
    """A rule on low < high; one of them may be infinite, and the distance from it is then infinite too.

    reach: the integral over distances below e^{−reach}, relatively, from a finite end is neglected. step: see `STEP`.
    """
    end = math.asinh(reach / math.pi)
    u = np.linspace(-end, end, 2 * math.ceil(end / step) + 1)
    log_step = math.log(u[1] - u[0])
    if math.isinf(low) or math.isinf(high):
        log_distance = math.pi * np.sinh(u)
        log_weight = log_step + math.log(math.pi) + np.log(np.cosh(u)) + log_distance
        far = np.full(u.shape, np.inf)
        return Nodes(far, log_distance, log_weight) if math.isinf(low) else Nodes(log_distance, far, log_weight)
    log_length = math.log(high - low)
    left, right = -np.logaddexp(0.0, -math.pi * np.sinh(u)), -np.logaddexp(0.0, math.pi * np.sinh(u))
    log_weight = log_step + math.log(math.pi) + np.log(np.cosh(u)) + left + right
    return Nodes(log_length + left, log_length + right, log_length + log_weight)
