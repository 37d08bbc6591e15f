"""Errors and lengths of many messages, against the law and against rounding at equal bits."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from ppr_core.compressors import DyadicQuantizedLaplace, LaplaceThenRound, Quantizer
from ppr_core.diagnostics import Bins, ExactnessTest, LaplaceLaw, count_limits, equal_width_bins, kolmogorov_smirnov
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters
from ppr_core.experiments.vocabulary.averages import mean_and_error
from ppr_core.randomness import SharedRandomness

__all__ = [
    "LEVEL",
    "Arm",
    "Bits",
    "Picture",
    "Sweep",
    "lengths_along",
    "measure",
    "picture",
    "rounding_at",
    "rounding_bias",
]

#: How often a perfect sampler leaves the band of the histogram anywhere.
LEVEL = 0.01
_BINS = 65
_CURVE = 300
_SWEEP = 13
_NUS = 1.0 + np.geomspace(0.01, 99.0, _SWEEP)  # the lengths follow ν − 1
_EPSILONS = np.geomspace(0.01, 100.0, _SWEEP)


@dataclass(frozen=True, eq=False)
class Picture:
    """The Laplace law of the error, its bins, and limits (m,) of the counts that a perfect sampler keeps."""

    law: LaplaceLaw
    bins: Bins
    low: np.ndarray
    high: np.ndarray
    curve: np.ndarray
    density: np.ndarray


@dataclass(frozen=True, eq=False)
class Arm:
    """n errors z − x of one mechanism: counts (m,) in the bins, the test, mean squared error and length with one
    standard error each; the different values of M, (k,), with how often each was sent, (k,); and of the first messages
    M and z."""

    label: str
    counts: np.ndarray
    test: ExactnessTest
    squared: float
    squared_error: float
    bits: float
    bits_error: float
    values: np.ndarray
    times: np.ndarray
    integers: np.ndarray
    outputs: np.ndarray


@dataclass(frozen=True, eq=False)
class Sweep:
    """Exact mean lengths in bits along a parameter, (k,): of the chosen x and of X ~ Unif(−1, 1)."""

    values: np.ndarray
    at_x: np.ndarray
    uniform: np.ndarray


@dataclass(frozen=True, eq=False)
class Bits:
    """Exact mean lengths in bits now and along ν and ε."""

    at_x: float
    uniform: float
    along_nu: Sweep
    along_epsilon: Sweep


def picture(p: DqlParameters) -> Picture:
    law = LaplaceLaw(scale=1.0 / p.epsilon)
    bins = equal_width_bins(law, _BINS)
    curve = np.union1d(np.linspace(bins.edges[0], bins.edges[-1], _CURVE), [0.0])
    low, high = count_limits(bins.probabilities, p.samples, LEVEL)
    return Picture(law, bins, low, high, curve, law.density(curve))


def measure(p: DqlParameters, quantizer: Quantizer, drawn: Picture, place: int, kept: int) -> Arm:
    """Send x n times, on a table of its own each time. place: which stream of private randomness."""
    shared = SharedRandomness(p.seed)
    sent = quantizer.encode(np.full(p.samples, p.x), shared, np.random.default_rng([p.private_seed, place]))
    outputs = quantizer.decode(sent, shared)
    error, lengths = outputs - p.x, sent.lengths(p.code).astype(float)
    squared, squared_error = mean_and_error(error**2)
    bits, bits_error = mean_and_error(lengths)
    values, times = np.unique(sent.integers, return_counts=True)
    return Arm(
        label=quantizer.label,
        counts=drawn.bins.counts(error),
        test=kolmogorov_smirnov(error, drawn.law),
        squared=squared,
        squared_error=squared_error,
        bits=bits,
        bits_error=bits_error,
        values=values,
        times=times,
        integers=sent.integers[:kept, 0],
        outputs=outputs[:kept],
    )


def rounding_at(p: DqlParameters, bits: float) -> LaplaceThenRound:
    """Laplace-then-round with the largest step that takes at least so many bits for x on average."""

    def excess(log_step: float) -> float:
        return LaplaceThenRound(epsilon=p.epsilon, step=math.exp(log_step)).expected_bits(p.x, p.code) - bits

    high = math.log(1e3 * max(1.0 / p.epsilon, abs(p.x)))
    while excess(high - 0.2) < 0.0:
        high -= 0.2
    return LaplaceThenRound(epsilon=p.epsilon, step=math.exp(brentq(excess, high - 0.2, high, xtol=1e-6)))


def rounding_bias(epsilon: float, step: float, x: float) -> tuple[float, float]:
    """E[z] − x of Laplace-then-round at x, and its largest absolute value over all x.

    s·(sinh(δf)/(2 sinh(δ/2)) − f) with δ = εs and f = x/s − round(x/s): the sum of P(M >= k) − P(M <= −k) over k >= 1
    is a geometric series. It is largest where its derivative vanishes, cosh(δf) = 2 sinh(δ/2)/δ.
    """
    decay = epsilon * step

    def bias(f: float) -> float:
        mean = math.exp(decay * (f - 0.5)) - math.exp(-decay * (f + 0.5))
        return step * (mean / (-2.0 * math.expm1(-decay)) - f)

    # ln(2 sinh(δ/2)/δ), then arcosh of its exponential, without overflow.
    log = decay / 2 + math.log(-math.expm1(-decay) / decay)
    steepest = (log + math.log1p(math.sqrt(-math.expm1(-2.0 * log)))) / decay if log > 0 else 0.0
    return bias(x / step - round(x / step)), abs(bias(steepest))


def lengths_along(p: DqlParameters) -> Bits:
    """The exact expectations, without any sampling."""

    def sweep(field: str, values: np.ndarray) -> Sweep:
        fields = {"epsilon": p.epsilon, "nu": p.nu}
        made = [DyadicQuantizedLaplace(**fields | {field: float(value)}) for value in values]
        at_x = [one.expected_bits(p.x, p.code) for one in made]
        return Sweep(values, np.array(at_x), np.array([one.mean_bits(1.0, p.code) for one in made]))

    now = p.quantizer()
    along = sweep("nu", _NUS), sweep("epsilon", _EPSILONS)
    return Bits(now.expected_bits(p.x, p.code), now.mean_bits(1.0, p.code), *along)
