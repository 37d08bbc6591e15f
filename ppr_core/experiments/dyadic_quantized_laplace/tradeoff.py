"""What a fixed number of bits allows: ε against database and decoder along the mean squared error.

Source: Moradi Shahmiri, Ling, Li, "Communication-efficient Laplace mechanism for differential privacy via random
quantization" (ICASSP 2024), Section 7 and Figure 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ppr_core.compressors import DyadicQuantizedLaplace, MinimumVarianceUnbiased, smallest_relaxation
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters

__all__ = ["Tradeoff", "inputs_of", "mvu_seconds", "mvu_share", "solved_places", "tradeoff"]

# Largest εh of MVU's inputs, h apart. From one to the next ln P changes by ln(1 + εh) at most, where ε would allow εh.
_COARSEST = 0.05
_MOST_INPUTS = 256


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


def tradeoff(p: DqlParameters, progress: Callable[[float, Tradeoff], None]) -> Tradeoff:
    """First DQL, which takes milliseconds, then MVU point by point."""
    epsilons = np.linspace(p.lowest, p.highest, p.points)
    nu = np.array([smallest_relaxation(epsilon=float(e), bits=p.budget, code=p.code) for e in epsilons])
    pairs = [(float(e), float(v)) for e, v in zip(epsilons, nu, strict=True)]
    made = [None if math.isinf(v) else DyadicQuantizedLaplace(epsilon=e, nu=v) for e, v in pairs]
    bits = np.array([math.nan if one is None else one.mean_bits(1.0, p.code) for one in made])
    mvu = np.full(len(epsilons), np.nan)
    known = Tradeoff(epsilons, nu, bits, 2 / epsilons**2, mvu)
    solved = epsilons[solved_places(p)]
    seconds = np.array([mvu_seconds(float(epsilon), p.budget) for epsilon in solved])
    for count, place in enumerate(solved_places(p)):
        progress(float(seconds[:count].sum() / seconds.sum()), known)
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


def solved_places(p: DqlParameters) -> list[int]:
    """Where MVU is solved: every other ε, the last one always."""
    return sorted({*range(0, p.points, 2), p.points - 1})
