"""Errors of quantizers against the law that they are to follow: an exact one passes, rounding does not."""

from __future__ import annotations

import numpy as np

from ppr_core.compressors import DyadicQuantizedLaplace, LaplaceThenRound
from ppr_core.diagnostics import LaplaceLaw, equal_width_bins
from ppr_core.diagnostics.quantizer_errors import quantizer_errors
from ppr_core.randomness import SharedRandomness

EPSILON, X, N, CODE = 2.0, 0.6, 20_000, "signed_elias_gamma"
LAW = LaplaceLaw(scale=1 / EPSILON)
BINS = equal_width_bins(LAW, 40)


def found(quantizer):
    return quantizer_errors(
        quantizer, X, N, LAW, BINS, SharedRandomness(2), np.random.default_rng(5), code=CODE, kept=100
    )


def test_errors_of_an_exact_quantizer_follow_the_law_and_those_of_rounding_do_not() -> None:
    exact, rounded = (
        found(one)
        for one in (DyadicQuantizedLaplace(epsilon=EPSILON, nu=3.0), LaplaceThenRound(epsilon=EPSILON, step=0.5))
    )
    assert exact.test.p_value > 1e-4 and rounded.test.p_value < 1e-20
    assert abs(exact.squared.value - 2 / EPSILON**2) < 4 * exact.squared.error
    expected = DyadicQuantizedLaplace(epsilon=EPSILON, nu=3.0).expected_bits(X, CODE)
    assert abs(exact.bits.value - expected) < 4 * exact.bits.error


def test_messages_are_counted_and_the_first_are_kept() -> None:
    one = found(DyadicQuantizedLaplace(epsilon=EPSILON, nu=3.0))
    assert one.counts.sum() == one.times.sum() == N and len(one.values) == len(one.times)
    assert one.integers.shape == one.outputs.shape == (100,)
    assert set(one.integers) <= set(one.values)
