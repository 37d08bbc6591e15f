"""Errors and lengths of many messages, against the law, against rounding at equal bits, and with the bits held fixed.

Source of the comparison at fixed bits: Moradi Shahmiri, Ling, Li, "Communication-efficient Laplace mechanism for
differential privacy via random quantization" (ICASSP 2024), Section 7 and Figure 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq

from ppr_core.compressors import (
    DyadicQuantizedLaplace,
    LaplaceThenRound,
    MinimumVarianceUnbiased,
    Quantizer,
    smallest_relaxation,
)
from ppr_core.diagnostics import (
    Bins,
    ExactnessTest,
    LaplaceLaw,
    count_limits,
    equal_width_bins,
    kolmogorov_smirnov,
    mean_and_error,
)
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters
from ppr_core.randomness import SharedRandomness

__all__ = [
    "LEVEL",
    "Arm",
    "Bits",
    "Picture",
    "Sweep",
    "Tradeoff",
    "inputs_of",
    "lengths_along",
    "measure",
    "mvu_seconds",
    "mvu_share",
    "picture",
    "programme_seconds",
    "rounding_at",
    "solved_places",
    "tradeoff",
]

#: How often a perfect sampler leaves the band of the histogram anywhere.
LEVEL = 0.01
_BINS = 65
_CURVE = 300
_SWEEP = 13
_NUS = 1.0 + np.geomspace(0.01, 99.0, _SWEEP)  # the lengths follow ν − 1
_EPSILONS = np.geomspace(0.01, 100.0, _SWEEP)
# Largest εh of MVU's inputs, h apart. From one to the next ln P changes by ln(1 + εh) at most, where ε would allow εh.
_COARSEST = 0.05
_MOST_INPUTS = 256


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


@dataclass(frozen=True, eq=False)
class Tradeoff:
    """epsilons: (k,); nu: (k,) the smallest ν that keeps the bits, ∞ where none does; bits: (k,) what it takes, or NaN;
    error: (k,) 2/ε²; mvu: (k,) mean squared error of MVU with as many bits, NaN where it was not solved."""

    epsilons: np.ndarray
    nu: np.ndarray
    bits: np.ndarray
    error: np.ndarray
    mvu: np.ndarray

    @property
    def solved(self) -> np.ndarray:
        return np.isfinite(self.mvu)

    @property
    def better(self) -> np.ndarray:
        """Where DQL's error is below MVU's, even if the latter could use all of its ε: its error goes like 1/ε²."""
        shares = np.array([mvu_share(float(epsilon)) for epsilon in self.epsilons])
        return self.reached & self.solved & (self.error < np.where(self.solved, self.mvu, 0.0) * shares**2)

    @property
    def reached(self) -> np.ndarray:
        return np.isfinite(self.nu)


def tradeoff(p: DqlParameters, tell: Callable[[int, Tradeoff], None]) -> Tradeoff:
    """First DQL, which takes milliseconds, then MVU point by point; each is told with its number before it begins."""
    epsilons = _epsilons(p)
    nu = np.array([smallest_relaxation(epsilon=float(e), bits=p.budget, code=p.code) for e in epsilons])
    pairs = [(float(e), float(v)) for e, v in zip(epsilons, nu, strict=True)]
    made = [None if math.isinf(v) else DyadicQuantizedLaplace(epsilon=e, nu=v) for e, v in pairs]
    bits = np.array([math.nan if one is None else one.mean_bits(1.0, p.code) for one in made])
    mvu = np.full(len(epsilons), np.nan)
    known = Tradeoff(epsilons, nu, bits, 2 / epsilons**2, mvu)
    for count, place in enumerate(solved_places(p)):
        tell(count, known)
        fields = {"epsilon": float(epsilons[place]), "input_points": inputs_of(float(epsilons[place]))}
        mvu = mvu.copy()
        mvu[place] = MinimumVarianceUnbiased(**fields, output_bits=p.budget).mean_squared_error
        known = replace(known, mvu=mvu)
    return known


def inputs_of(epsilon: float) -> int:
    """MVU's number of inputs: even, so many that εh <= 0.05, but at least 24 and at most 256."""
    return min(_MOST_INPUTS, max(24, 2 * math.ceil((2 * epsilon / _COARSEST + 1) / 2)))


def mvu_share(epsilon: float) -> float:
    """The share of ε that MVU uses: between inputs h apart ln P changes by ln(1 + εh) where εh would be allowed."""
    change = 2.0 * epsilon / (inputs_of(epsilon) - 1)
    return math.log1p(change) / change


def mvu_seconds(epsilon: float, bits: int) -> float:
    """Of the search with few inputs and of the last programme (measured)."""
    return 0.05 + 5e-4 * 24 * 2**bits + 1e-7 * (inputs_of(epsilon) * 2.0**bits) ** 1.85


def programme_seconds(p: DqlParameters) -> list[float]:
    """Predicted for each ε at which MVU is solved."""
    return [mvu_seconds(float(epsilon), p.budget) for epsilon in _epsilons(p)[solved_places(p)]]


def solved_places(p: DqlParameters) -> list[int]:
    """Where MVU is solved: every other ε, the last one always."""
    return sorted({*range(0, p.points, 2), p.points - 1})


def _epsilons(p: DqlParameters) -> np.ndarray:
    return np.linspace(p.lowest, p.highest, p.points)
