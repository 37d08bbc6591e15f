"""How many arrivals of a unit-rate Poisson process a shell of the candidate order reveals.

Arrivals T carry marks V ~ Exp(1); a shell reveals those with S = T·V^{1/α} <= s. Up to time t it reveals on average

    R_s(t) = ∫₀ᵗ (1 − exp(−(s/τ)^α)) dτ = −t·expm1(−u) + s·Γ(1 − 1/α, u),   u = (s/t)^α,

which grows to s·Γ(1 − 1/α); the others, t − R_s(t) of them on average, form an independent Poisson process.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.polynomial import chebyshev, polynomial
from scipy.special import factorial, gammaincc

__all__ = ["RevealedMass"]

_SERIES_TO = 4.0  # u at and below which the power series is used; its terms stay below e⁴
_SERIES_TERMS = 36
_ALL_FROM = 40.0  # u above which all but e⁻⁴⁰ of the arrivals are revealed
_CHEBYSHEV_DEGREE = 22


class RevealedMass:
    """R_s(t) for one α in (1, ∞], vectorised, with absolute error about 10⁻¹⁵·s."""

    def __init__(self, alpha: float) -> None:
        self.alpha = alpha
        if math.isinf(alpha):
            self.rate = 1.0
            return
        a = 1 - 1 / alpha
        self._a = a
        self.rate = math.gamma(a)
        n = np.arange(_SERIES_TERMS)
        self._series = (-1.0) ** n * (1 / (factorial(n) * (a + n)) - 1 / factorial(n + 1))
        # eᵘ u^{1−a} Γ(a, u) is smooth in 1/u: one Chebyshev series serves the middle range.
        low, high = 1 / _ALL_FROM, 1 / _SERIES_TO
        nodes = chebyshev.chebpts1(_CHEBYSHEV_DEGREE + 1)
        u = 1 / (low + (high - low) * (nodes + 1) / 2)
        values = np.exp(u) * u ** (1 - a) * gammaincc(a, u) * self.rate
        self._middle = chebyshev.chebfit(nodes, values, _CHEBYSHEV_DEGREE)
        self._middle_scale = 2 / (high - low), -1 - 2 * low / (high - low)

    def __call__(self, log_s: np.ndarray, log_t: np.ndarray) -> np.ndarray:
        """R_s(t) from ln s and ln t, which broadcast; ln t may be −∞ or +∞."""
        log_s, log_t = np.broadcast_arrays(np.asarray(log_s, dtype=float), np.asarray(log_t, dtype=float))
        if log_t.ndim == 0:
            return self(log_s[None], log_t[None])[0]
        if math.isinf(self.alpha):
            return np.exp(np.minimum(log_s, log_t))
        log_u = self.alpha * (log_s - log_t)
        revealed = np.exp(np.minimum(log_t, log_s))  # right where u is large
        late = log_u <= math.log(_SERIES_TO)
        if late.any():
            u = np.exp(log_u[late])
            beyond = np.exp(self._a * log_u[late]) * polynomial.polyval(u, self._series)
            revealed[late] = np.exp(log_s[late]) * (self.rate - beyond)
        middle = ~late & (log_u < math.log(_ALL_FROM))
        if middle.any():
            u = np.exp(log_u[middle])
            scale, shift = self._middle_scale
            smooth = chebyshev.chebval(scale / u + shift, self._middle)
            # s·u^{a−1} = t, so s·Γ(a, u) = t·e^{−u}·(the smooth factor).
            revealed[middle] = np.exp(log_t[middle]) * (np.exp(-u) * smooth - np.expm1(-u))
        return revealed
