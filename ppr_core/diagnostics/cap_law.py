"""The law of ⟨x, Z⟩ for a PrivUnit report Z of a unit vector x."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import beta, betainc, betaincinv

from ppr_core.diagnostics.laws import ScalarLaw

__all__ = ["CapLaw"]


@dataclass(frozen=True, kw_only=True)
class CapLaw(ScalarLaw):
    """Density c(t)·(1 − t²)^{a−1}/B(½, a) on [−1, 1], a = (d − 1)/2: c = high from gamma on, low below.

    Under the uniform law of the sphere of R^d, (1 + t)/2 ~ Beta(a, a); ∫_{−1}^t s(1 − s²)^{a−1} ds = −(1 − t²)^a/(2a).
    dimension: d >= 2; gamma: in (−1, 1); high, low: the two density ratios.

    >>> from ppr_core.diagnostics import CapLaw
    >>> law = CapLaw(dimension=3, gamma=0.0, high=1.5, low=0.5)  # of density 3/4 on (0, 1), 1/4 on (−1, 0)
    >>> round(float(law.distribution(0.0)), 6), round(law.mean, 6)
    (0.25, 0.25)
    """

    dimension: int
    gamma: float
    high: float
    low: float

    @property
    def corners(self) -> tuple[float, ...]:
        return (float(np.nextafter(self.gamma, -1.0)), self.gamma)

    @property
    def _shape(self) -> float:
        return (self.dimension - 1) / 2

    def _moments(self) -> tuple[float, float]:
        mean = self._partial_mean(np.array(1.0))
        # E[t²] of the part below t: by parts, −t(1 − t²)^a/(2a) + ∫ (1 − s²)^a ds/(2a).
        second = self.low * self._second(1.0) + (self.high - self.low) * (self._second(1.0) - self._second(self.gamma))
        return float(mean), float(second - mean**2)

    def _density(self, u: np.ndarray) -> np.ndarray:
        inside = np.clip(u, -1.0, 1.0)
        level = np.where(u >= self.gamma, self.high, self.low)
        with np.errstate(divide="ignore"):
            shape = (1 - inside**2) ** (self._shape - 1) / beta(0.5, self._shape)
        return np.where(np.abs(u) <= 1, level * shape, 0.0)

    def _distribution(self, u: np.ndarray) -> np.ndarray:
        below, at = self._uniform(u), self._uniform(self.gamma)
        return np.minimum(np.where(u < self.gamma, self.low * below, self.low * at + self.high * (below - at)), 1.0)

    def _quantile(self, p: np.ndarray) -> np.ndarray:
        at = self._uniform(self.gamma)
        share = np.where(p < self.low * at, p / self.low, at + (p - self.low * at) / self.high)
        return 2 * betaincinv(self._shape, self._shape, np.clip(share, 0.0, 1.0)) - 1

    def _shortfall(self, u: np.ndarray) -> np.ndarray:
        inside = np.clip(u, -1.0, 1.0)
        return u * self._distribution(u) - self._partial_mean(inside)

    def _uniform(self, u: np.ndarray | float) -> np.ndarray:
        return betainc(self._shape, self._shape, (1 + np.clip(u, -1.0, 1.0)) / 2)

    def _partial_mean(self, u: np.ndarray) -> np.ndarray:
        """E[T; T <= u]."""
        whole, at = self._first(u), self._first(self.gamma)
        return np.where(u < self.gamma, self.low * whole, self.low * at + self.high * (whole - at))

    def _first(self, u: np.ndarray | float) -> np.ndarray:
        return -((1 - np.square(u)) ** self._shape) / (2 * self._shape * beta(0.5, self._shape))

    def _second(self, u: np.ndarray | float) -> np.ndarray:
        """E[T²; T <= u] of the uniform law."""
        wide = betainc(self._shape + 1, self._shape + 1, (1 + u) / 2)
        return u * self._first(u) + wide * beta(0.5, self._shape + 1) / (2 * self._shape * beta(0.5, self._shape))
