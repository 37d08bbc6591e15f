"""Analytic laws of what is observed of a channel's output."""

from __future__ import annotations

import functools
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import cumulative_trapezoid
from scipy.stats import chi, gamma, norm

from ppr_core import validation

__all__ = ["FiniteLaw", "GammaLaw", "LaplaceLaw", "NormLaw", "NormalLaw", "ScalarLaw", "ScipyLaw", "absolute_scatter"]


@dataclass(frozen=True, kw_only=True)
class ScalarLaw(ABC):
    """A continuous law on the line, location + scale·(standard law); all methods act elementwise on arrays.

    location: any real; scale: > 0. A law gives the four functions and two moments of its standard form.
    """

    location: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        validation.real("location", self.location)
        validation.positive("scale", self.scale)

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
    """location + scale·(a frozen continuous distribution of `scipy.stats`).

    >>> from scipy.stats import logistic
    >>> from ppr_core.diagnostics import ScipyLaw
    >>> round(ScipyLaw(noise=logistic(), scale=2.0).variance, 3)  # 4π²/3
    13.159
    """

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
class FiniteLaw:
    """probabilities: (k,) of the categories 0, …, k−1; at least 0, summing to 1 within 10⁻⁹.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import FiniteLaw
    >>> FiniteLaw(probabilities=np.array([0.5, 0.25, 0.25])).probabilities
    array([0.5 , 0.25, 0.25])
    """

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
