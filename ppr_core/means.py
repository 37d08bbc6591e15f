"""Means of measured values, with their standard errors."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["Mean", "mean_and_error"]


@dataclass(frozen=True)
class Mean:
    """A measured mean with its standard error, from so many independent values."""

    value: float
    error: float
    samples: int

    @classmethod
    def of(cls, values: np.ndarray) -> Mean:
        """Of values (n,), n >= 2."""
        return cls(*mean_and_error(values), len(values))


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Mean of values (n,), n >= 2, and one standard error: the sample deviation over √n."""
    return float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values))
