"""How many arrivals of a unit-rate Poisson process a shell of the candidate order reveals.

Arrivals T carry marks V ~ Exp(1); a shell reveals those with S = T·V^{1/α} <= s. Up to time t it reveals on average

    R_s(t) = ∫₀ᵗ (1 − exp(−(s/τ)^α)) dτ = −t·expm1(−u) + s·Γ(1 − 1/α, u),   u = (s/t)^α,

which grows to s·Γ(1 − 1/α); the others, t − R_s(t) of them on average, form an independent Poisson process.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy.special import factorial, gammaincc

__all__ = ["RevealedMass", "revealed_mass"]

_ALL_FROM = 40.0  # u above which all but e⁻⁴⁰ of the arrivals are revealed
_SERIES_TO = 0.01  # u below which the power series in u is used
_SERIES_TERMS = 6
_CELLS = 8192  # cells of the cubic table in ln(t/s) between the two


class RevealedMass:
    """R_s(t) for one α in (1, ∞], vectorised; the absolute error is about 10⁻¹³·s (10⁻¹⁵·s/(α−1) where larger)."""

    def __init__(self, alpha: float) -> None:
        self.alpha = alpha
        if math.isinf(alpha):
            self.rate = 1.0
            return
        self._a = 1 - 1 / alpha
        self.rate = math.gamma(self._a)
        self._start = -math.log(_ALL_FROM) / alpha
        self._end = -math.log(_SERIES_TO) / alpha
        self._series = self._coefficients(_SERIES_TERMS)[::-1]
        self._cubic = self._table()

    def __call__(self, log_s: np.ndarray, log_t: np.ndarray) -> np.ndarray:
        """R_s(t) from ln s and ln t, which broadcast; ln t may be −∞ or +∞."""
        log_s, log_t = np.asarray(log_s, dtype=float), np.asarray(log_t, dtype=float)
        if math.isinf(self.alpha):
            return np.exp(np.minimum(log_s, log_t))
        log_ratio = np.atleast_1d(log_t - log_s)
        cell = (log_ratio - self._start) * (_CELLS / (self._end - self._start))
        inside = np.clip(cell, 0.0, _CELLS * (1 - 1e-15))
        at = inside.astype(np.int64)
        inside -= at
        c0, c1, c2, c3 = np.moveaxis(self._cubic.take(at, axis=0), -1, 0)
        share = ((c3 * inside + c2) * inside + c1) * inside + c0  # R/s
        early = cell < 0
        if early.any():
            share[early] = np.exp(log_ratio[early])
        late = cell >= _CELLS
        if late.any():
            log_u = -self.alpha * np.minimum(log_ratio[late], 800 / (self.alpha - 1))  # u^a = e^−800 is 0
            share[late] = self.rate - np.exp(self._a * log_u) * np.polyval(self._series, np.exp(log_u))
        revealed = np.exp(log_s) * share
        return revealed if log_t.ndim or log_s.ndim else revealed[0]

    def _coefficients(self, terms: int) -> np.ndarray:
        """Γ(a)·s − R = s·u^a·Σ c_n uⁿ with c_n = (−1)ⁿ (1/(n!(a+n)) − 1/(n+1)!)."""
        n = np.arange(terms)
        return (-1.0) ** n * (1 / (factorial(n) * (self._a + n)) - 1 / factorial(n + 1))

    def _table(self) -> np.ndarray:
        """Cubic Hermite cells of R/s against ln(t/s), (cells, 4); the slope is (t/s)(1 − e^{−u})."""
        points = np.linspace(self._start, self._end, _CELLS + 1)
        u = np.exp(-self.alpha * points)
        value = np.empty_like(points)
        small = u <= 1
        value[small] = self.rate - u[small] ** self._a * np.polyval(self._coefficients(24)[::-1], u[small])
        large = ~small
        value[large] = -np.exp(points[large]) * np.expm1(-u[large]) + self.rate * gammaincc(self._a, u[large])
        slope = -np.exp(points) * np.expm1(-u) * (self._end - self._start) / _CELLS
        step = np.diff(value)
        cubic = np.empty((_CELLS, 4))
        cubic[:, 0], cubic[:, 1] = value[:-1], slope[:-1]
        cubic[:, 2] = 3 * step - 2 * slope[:-1] - slope[1:]
        cubic[:, 3] = slope[:-1] + slope[1:] - 2 * step
        return cubic


@lru_cache(maxsize=64)
def revealed_mass(alpha: float) -> RevealedMass:
    """The `RevealedMass` of an α; its table is built once."""
    return RevealedMass(alpha)
