"""Analytic laws of what is observed of a channel's output."""

from __future__ import annotations

import functools
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import cumulative_trapezoid
from scipy.interpolate import CubicHermiteSpline
from scipy.special import gammaln, ndtr
from scipy.stats import chi, gamma, norm

from ppr_core import validation

__all__ = [
    "FiniteLaw",
    "GammaLaw",
    "LaplaceLaw",
    "LaplaceProjectionLaw",
    "NormLaw",
    "NormalLaw",
    "ScalarLaw",
    "ScipyLaw",
    "absolute_scatter",
]


@dataclass(frozen=True, kw_only=True)
class ScalarLaw(ABC):
    """A continuous law on the line, location + scale·(standard law); all methods act elementwise on arrays.

    location: any real; scale: > 0. A law gives the four functions and two moments of its standard form.
    """

    location: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        validation.real("location", self.location)
        validation.real("scale", self.scale, 0.0, low_open=True)

    @property
    def mean(self) -> float:
        return self.location + self.scale * self._moments()[0]

    @property
    def variance(self) -> float:
        return self.scale**2 * self._moments()[1]

    @property
    def corners(self) -> tuple[float, ...]:
        """Where the density may have an edge, a peak or a jump."""
        return (self.location,)

    @property
    def std(self) -> float:
        return math.sqrt(self.variance)

    def density(self, z: Any) -> np.ndarray:
        """The density at z."""
        return self._density(self._standard(z)) / self.scale

    def distribution(self, z: Any) -> np.ndarray:
        """F(z) = P(Z <= z)."""
        return self._distribution(self._standard(z))

    def quantile(self, u: Any) -> np.ndarray:
        """The z with F(z) = u, for u in [0, 1]; the ends of the support at 0 and 1."""
        return self.location + self.scale * self._quantile(np.asarray(u, dtype=float))

    def shortfall(self, z: Any) -> np.ndarray:
        """E max(z − Z, 0), the integral of F up to z."""
        return self.scale * self._shortfall(self._standard(z))

    @functools.cached_property
    def absolute_bridge(self) -> tuple[float, float]:
        """Mean and standard deviation of ∫ |B(F(z))| dz for a Brownian bridge B, in the unit of z.

        Divided by √n this is how far n samples of the law are from it in Wasserstein distance, for large n. The mean
        is √(2/π) ∫ √(F(1−F)) dz.
        """
        low, high = self.quantile([1e-12, 1 - 1e-12])
        z = np.linspace(low, high, 20_001)
        below = self.distribution(z)
        mean = math.sqrt(2 / math.pi) * float(np.trapezoid(np.sqrt(below * (1 - below)), z))
        low, high = self.quantile([1e-6, 1 - 1e-6])
        z = np.linspace(low, high, 401)
        below = self.distribution(z)
        odds = np.sqrt(below / (1 - below))
        correlation = np.minimum.outer(odds, odds) / np.maximum.outer(odds, odds)
        return mean, absolute_scatter(np.sqrt(below * (1 - below)) * (z[1] - z[0]), correlation)

    def _standard(self, z: Any) -> np.ndarray:
        return (np.asarray(z, dtype=float) - self.location) / self.scale

    @abstractmethod
    def _moments(self) -> tuple[float, float]: ...

    @abstractmethod
    def _density(self, u: np.ndarray) -> np.ndarray: ...

    @abstractmethod
    def _distribution(self, u: np.ndarray) -> np.ndarray: ...

    @abstractmethod
    def _quantile(self, p: np.ndarray) -> np.ndarray: ...

    @abstractmethod
    def _shortfall(self, u: np.ndarray) -> np.ndarray: ...


class _Standardised(ScalarLaw):
    """A law whose standard form SciPy has."""

    @property
    @abstractmethod
    def _noise(self) -> Any:
        """The standard form, as a frozen continuous distribution of `scipy.stats`."""

    def _moments(self) -> tuple[float, float]:
        return float(self._noise.mean()), float(self._noise.var())

    def _density(self, u: np.ndarray) -> np.ndarray:
        return self._noise.pdf(u)

    def _distribution(self, u: np.ndarray) -> np.ndarray:
        return self._noise.cdf(u)

    def _quantile(self, p: np.ndarray) -> np.ndarray:
        return self._noise.ppf(p)


@dataclass(frozen=True, kw_only=True)
class ScipyLaw(_Standardised):
    """location + scale·(a frozen continuous distribution of `scipy.stats`)."""

    noise: Any

    @property
    def _noise(self) -> Any:
        return self.noise

    def _shortfall(self, u: np.ndarray) -> np.ndarray:
        """∫ F up to u, from a table of F over all but 10⁻¹² of the mass."""
        low, high = self.noise.ppf([1e-12, 1 - 1e-12])
        grid = np.linspace(low, high, 20_001)
        total = cumulative_trapezoid(self.noise.cdf(grid), grid, initial=0)
        return np.interp(u, grid, total, left=0.0) + np.maximum(u - high, 0.0)


@dataclass(frozen=True, kw_only=True)
class NormalLaw(_Standardised):
    """N(location, scale²).

    >>> from ppr_core.diagnostics import NormalLaw
    >>> float(NormalLaw(location=1.0, scale=2.0).distribution(1.0))
    0.5
    """

    _noise = norm()

    def _shortfall(self, u: np.ndarray) -> np.ndarray:
        return u * self._distribution(u) + self._density(u)


@dataclass(frozen=True, kw_only=True)
class LaplaceLaw(ScalarLaw):
    """Density e^{−|z − location|/scale} / (2·scale); written out, because SciPy's takes three times as long.

    >>> from ppr_core.diagnostics import LaplaceLaw
    >>> float(LaplaceLaw(scale=2.0).density(0.0))
    0.25
    """

    def _moments(self) -> tuple[float, float]:
        return 0.0, 2.0

    def _density(self, u: np.ndarray) -> np.ndarray:
        return np.exp(-np.abs(u)) / 2

    def _distribution(self, u: np.ndarray) -> np.ndarray:
        tail = np.exp(-np.abs(u)) / 2
        return np.where(u < 0, tail, 1 - tail)

    def _quantile(self, p: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return np.where(p < 0.5, np.log(2 * np.minimum(p, 0.5)), -np.log(2 * np.minimum(1 - p, 0.5)))

    def _shortfall(self, u: np.ndarray) -> np.ndarray:
        return np.maximum(u, 0.0) + np.exp(-np.abs(u)) / 2


@dataclass(frozen=True, kw_only=True)
class GammaLaw(_Standardised):
    """location + scale·Gamma(shape, 1): the radius ‖z − x‖ of a d-dimensional Laplace has shape d, scale 1/ε.

    >>> from ppr_core.diagnostics import GammaLaw
    >>> GammaLaw(shape=2.0, scale=0.5).mean, GammaLaw(shape=2.0, scale=0.5).variance
    (1.0, 0.5)
    """

    shape: float

    @property
    def _noise(self) -> Any:
        return _gamma(self.shape)

    def _shortfall(self, u: np.ndarray) -> np.ndarray:
        """E[R; R <= u] is the mean times the distribution function of shape + 1."""
        return u * self._distribution(u) - self.shape * _gamma(self.shape + 1).cdf(u)


@dataclass(frozen=True, kw_only=True)
class NormLaw(_Standardised):
    """location + scale·‖N(0, I_d)‖ (chi with d degrees of freedom): the radius ‖z − x‖ of a Gaussian, scale s.

    >>> from ppr_core.diagnostics import NormLaw
    >>> law = NormLaw(dimension=4)
    >>> round(law.mean**2 + law.variance, 12)  # E‖N(0, I)‖² = d
    4.0
    """

    dimension: int

    @property
    def _noise(self) -> Any:
        return _chi(self.dimension)

    def _shortfall(self, u: np.ndarray) -> np.ndarray:
        """E[R; R <= u] is the mean times the distribution function of d + 1."""
        return u * self._distribution(u) - self._moments()[0] * _chi(self.dimension + 1).cdf(u)


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


@dataclass(frozen=True, kw_only=True)
class FiniteLaw:
    """probabilities: (k,) of the categories 0, …, k−1; at least 0, summing to 1 within 10⁻⁹."""

    probabilities: np.ndarray

    def __post_init__(self) -> None:
        p = validation.array("probabilities", self.probabilities, (None,))
        validation.require(len(p) >= 1 and bool(np.all(p >= 0)), "probabilities", p.tolist(), "numbers at least 0")
        validation.require(abs(p.sum() - 1) <= 1e-9, "probabilities", float(p.sum()), "numbers that sum to 1")
        object.__setattr__(self, "probabilities", p / p.sum())


_gamma = functools.lru_cache(maxsize=64)(gamma)  # making a frozen distribution takes a millisecond
_chi = functools.lru_cache(maxsize=64)(chi)


def absolute_scatter(std: np.ndarray, correlation: np.ndarray) -> float:
    """Standard deviation of Σ |X_i| for centred jointly normal X_i; std: (m,), correlation: (m, m).

    Cov(|X|, |Y|) = (2/π)(√(1 − ρ²) + ρ arcsin ρ − 1) σ_X σ_Y.
    """
    rho = np.clip(correlation, -1.0, 1.0)
    covariance = 2 / math.pi * (np.sqrt(1 - rho**2) + rho * np.arcsin(rho) - 1)
    return math.sqrt(max(0.0, float(std @ covariance @ std)))


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
