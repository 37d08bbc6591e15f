"""The law of one coordinate of Laplace noise in many dimensions."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.interpolate import CubicHermiteSpline
from scipy.special import gammaln, ndtr
from scipy.stats import gamma

from ppr_core.diagnostics.laws import ScalarLaw

__all__ = ["LaplaceProjectionLaw"]


@dataclass(frozen=True, kw_only=True)
class LaplaceProjectionLaw(ScalarLaw):
    """location + scale·⟨u, Y⟩, Y with density ∝ e^{−‖y‖} in d dimensions and u a unit vector; the scale is 1/ε.

    The characteristic function of Y is (1 + ‖t‖²)^{−(d+1)/2} = E e^{−‖t‖² W} with W ~ Gamma((d+1)/2, 1), so
    Y = √(2W)·N(0, I_d), and ⟨u, Y⟩ = √(2W)·N(0, 1) for every u. d = 1 is the Laplace law.

    >>> from ppr_core.diagnostics import LaplaceProjectionLaw
    >>> round(LaplaceProjectionLaw(dimension=2).variance, 12)  # d + 1
    3.0
    """

    dimension: int

    def _moments(self) -> tuple[float, float]:
        return 0.0, self.dimension + 1.0

    def _density(self, u: np.ndarray) -> np.ndarray:
        return _projection(self.dimension).mixture(u, lambda v: np.exp(-(v**2) / 2) / math.sqrt(2 * math.pi), -1)

    def _distribution(self, u: np.ndarray) -> np.ndarray:
        below = _projection(self.dimension).distribution(-np.abs(u))
        return np.where(u <= 0, below, 1 - below)

    def _quantile(self, p: np.ndarray) -> np.ndarray:
        lower = _projection(self.dimension).quantile(np.minimum(p, 1 - p))
        return np.where(p <= 0.5, lower, -lower)

    def _shortfall(self, u: np.ndarray) -> np.ndarray:
        return np.maximum(u, 0.0) + _projection(self.dimension).shortfall(-np.abs(u))


class _Projection:
    """The standard projection law for u <= 0, as a table made once a dimension.

    The expectation over W becomes a sum: the trapezoidal rule in ln W, which is exact to rounding for an integrand
    that is smooth and falls off at both ends. Between its nodes the table is a cubic with the exact slope.
    """

    _INTERVALS = 2048
    _TINY = 1e-18  # mass left out on either side

    def __init__(self, dimension: int) -> None:
        shape = (dimension + 1) / 2
        low, high = np.log(gamma.ppf(self._TINY, shape)), np.log(gamma.isf(self._TINY, shape))
        log_w = np.linspace(low, high, 321)
        mass = np.exp(shape * log_w - np.exp(log_w) - gammaln(shape))
        self._mass, self._std = mass / mass.sum(), np.sqrt(2 * np.exp(log_w))
        # ⟨u, Y⟩ is also the difference of two Gamma((d+1)/2, 1), so it is rarely below −their tail quantile.
        self._nodes = np.linspace(-gamma.isf(self._TINY, shape), 0.0, self._INTERVALS + 1)
        density = self.mixture(self._nodes, lambda v: np.exp(-(v**2) / 2) / math.sqrt(2 * math.pi), -1)
        below = self.mixture(self._nodes, ndtr)
        short = self.mixture(self._nodes, lambda v: v * ndtr(v) + np.exp(-(v**2) / 2) / math.sqrt(2 * math.pi), 1)
        self._below = CubicHermiteSpline(self._nodes, below, density)
        self._short = CubicHermiteSpline(self._nodes, short, below)
        self._log_below = np.log(below)

    def mixture(self, u: np.ndarray, function: Any, power: int = 0) -> np.ndarray:
        """Σ_W mass·σ^power·function(u/σ) with σ = √(2W), elementwise in u."""
        u = np.asarray(u, dtype=float)
        total = np.zeros(u.shape)
        for mass, std in zip(self._mass.tolist(), self._std.tolist(), strict=True):
            total += mass * std**power * function(u / std)
        return total

    def distribution(self, u: np.ndarray) -> np.ndarray:
        return np.where(u < self._nodes[0], 0.0, self._below(np.maximum(u, self._nodes[0])))

    def shortfall(self, u: np.ndarray) -> np.ndarray:
        return np.where(u < self._nodes[0], 0.0, self._short(np.maximum(u, self._nodes[0])))

    def quantile(self, p: np.ndarray) -> np.ndarray:
        """Newton steps on ln F from the table's neighbours; −∞ at 0."""
        inside = np.maximum(p, np.exp(self._log_below[0]))
        u = np.interp(np.log(inside), self._log_below, self._nodes)
        for _ in range(3):
            below = self._below(u)
            u = np.clip(u - np.log(below / inside) * below / self._below(u, 1), self._nodes[0], 0.0)
        return np.where(p <= 0, -np.inf, u)


@functools.lru_cache(maxsize=64)
def _projection(dimension: int) -> _Projection:
    return _Projection(dimension)
