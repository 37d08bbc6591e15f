"""Bias and variance of samples against those of the law."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ppr_core import validation
from ppr_core.diagnostics.effects import sample

__all__ = ["Moments", "moments"]


@dataclass(frozen=True)
class Moments:
    """Sample mean less the law's, and sample variance over the law's, each with one standard error.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import moments
    >>> found = moments(np.random.default_rng(1).normal(size=1000), 0.0, 1.0)
    >>> bool(abs(found.variance_ratio - 1) < 4 * found.variance_ratio_error)
    True
    """

    bias: float
    bias_error: float
    variance_ratio: float
    variance_ratio_error: float


def moments(values: Any, mean: float, variance: float) -> Moments:
    """Compare (n,) samples, n >= 8, with a law of this mean and variance > 0.

    The error of the variance is √((m₄ − m₂²)/n) with the samples' own central moments.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import moments
    >>> moments(np.array([-1.0, 1.0] * 8), 0.0, 16 / 15).variance_ratio
    1.0
    """
    z = sample(values)
    mean = validation.real("mean", mean)
    variance = validation.positive("variance", variance)
    centred = z - z.mean()
    square = centred**2
    m2 = float(square.mean())
    m2_error = math.sqrt(max(0.0, float((square**2).mean()) - m2**2) / len(z))
    return Moments(
        float(z.mean() - mean), math.sqrt(m2 / (len(z) - 1)), m2 * len(z) / (len(z) - 1) / variance, m2_error / variance
    )
