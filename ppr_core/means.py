"""Means of measured values, with their standard errors."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["Mean", "mean_and_error"]


@dataclass(frozen=True)
class Mean:
    """A measured mean with its standard error, from so many independent values.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import Mean
    >>> Mean.of(np.array([1.0, 2.0, 3.0]))
    Mean(value=2.0, error=0.5773502691896258, samples=3)
    """

    value: float
    error: float
    samples: int

    @classmethod
    def of(cls, values: np.ndarray) -> Mean:
        """Of values (n,), n >= 2."""
        return cls(*mean_and_error(values), len(values))


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Mean of values (n,), n >= 2, and one standard error: the sample deviation over √n.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import mean_and_error
    >>> mean_and_error(np.array([1.0, 3.0]))
    (2.0, 1.0)
    """
    return float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values))
