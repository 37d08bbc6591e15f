"""The errors of a quantizer at one input, against the law that they are to follow, and what its messages take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.compressors import Quantizer
from ppr_core.diagnostics.comparison import Bins
from ppr_core.diagnostics.exactness import ExactnessTest, kolmogorov_smirnov
from ppr_core.diagnostics.laws import ScalarLaw
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["QuantizerErrors", "quantizer_errors"]


@dataclass(frozen=True, eq=False)
class QuantizerErrors:
    """n errors z − x of one mechanism: counts (m,) in the bins, the test, mean squared error and mean length; the
    different values of M, (k,), with how often each was sent, (k,); and of the first messages M and z."""

    label: str
    counts: np.ndarray
    test: ExactnessTest
    squared: Mean
    bits: Mean
    values: np.ndarray
    times: np.ndarray
    integers: np.ndarray
    outputs: np.ndarray


def quantizer_errors(
    quantizer: Quantizer,
    x: float,
    samples: int,
    law: ScalarLaw,
    bins: Bins,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    code: str,
    kept: int = 500,
) -> QuantizerErrors:
    """Send x n >= 2 times, on a table of its own each time, and compare the errors with the law.

    code: one of `SIGNED_CODES`; kept: messages whose M and z are held.
    """
    sent = quantizer.encode(np.full(samples, x), shared, rng)
    outputs = quantizer.decode(sent, shared)
    error = outputs - x
    values, times = np.unique(sent.integers, return_counts=True)
    return QuantizerErrors(
        label=quantizer.label,
        counts=bins.counts(error),
        test=kolmogorov_smirnov(error, law),
        squared=Mean.of(error**2),
        bits=Mean.of(sent.lengths(code).astype(float)),
        values=values,
        times=times,
        integers=sent.integers[:kept, 0],
        outputs=outputs[:kept],
    )
