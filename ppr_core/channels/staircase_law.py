"""The law of staircase noise, as a continuous law of SciPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import stats

__all__ = ["staircase"]


class _Staircase(stats.rv_continuous):
    """Noise for a number of sensitivity 1 whose density falls in steps (Geng, Viswanath 2014).

    f(z) = a on [0, γ), a e^{−ε} on [γ, 1), f(z) = e^{−ε} f(z − 1) beyond, f(−z) = f(z);
    a = (1 − e^{−ε}) / (2 (γ + (1 − γ) e^{−ε})). Any shift by at most 1 changes ln f by at most ε.
    epsilon: ε > 0 in nats; gamma: γ in (0, 1), the share of a step that is high.
    """

    def _argcheck(self, epsilon: Any, gamma: Any) -> Any:  # type: ignore[override]  # SciPy's stubs know no shapes
        return (epsilon > 0) & (gamma > 0) & (gamma < 1)

    def _level(self, epsilon: np.ndarray, gamma: np.ndarray) -> np.ndarray:
        """ln a."""
        return np.log(-np.expm1(-epsilon)) - math.log(2) - np.log(gamma + (1 - gamma) * np.exp(-epsilon))

    def _logpdf(self, z: np.ndarray, epsilon: np.ndarray, gamma: np.ndarray) -> Any:  # type: ignore[override]
        distance = np.abs(z)
        step = np.floor(distance)
        return self._level(epsilon, gamma) - epsilon * (step + (distance - step >= gamma))

    def _pdf(self, z: np.ndarray, epsilon: np.ndarray, gamma: np.ndarray) -> Any:  # type: ignore[override]
        return np.exp(self._logpdf(z, epsilon, gamma))

    def _sf(self, z: np.ndarray, epsilon: np.ndarray, gamma: np.ndarray) -> Any:  # type: ignore[override]
        tail = self._tail(np.abs(z), epsilon, gamma)
        return np.where(z >= 0, tail, 1 - tail)

    def _cdf(self, z: np.ndarray, epsilon: np.ndarray, gamma: np.ndarray) -> Any:  # type: ignore[override]
        return self._sf(-z, epsilon, gamma)

    def _tail(self, z: np.ndarray, epsilon: np.ndarray, gamma: np.ndarray) -> np.ndarray:
        """P(Z > z) for z >= 0: a step of weight e^{−kε} holds a·(γ + (1 − γ)e^{−ε})."""
        step = np.floor(z)
        inside, low = z - step, np.exp(-epsilon)
        whole = gamma + (1 - gamma) * low
        left = whole - np.minimum(inside, gamma) - np.maximum(inside - gamma, 0) * low
        return np.exp(-epsilon * step) * (left + whole * low / (1 - low)) * (1 - low) / (2 * whole)

    def _isf(self, share: np.ndarray, epsilon: np.ndarray, gamma: np.ndarray) -> Any:  # type: ignore[override]
        tail = np.minimum(share, 1 - share)
        step = np.floor(-np.log(2 * tail) / epsilon)
        low = np.exp(-epsilon)
        whole = gamma + (1 - gamma) * low
        # What of the step's own mass lies below the place, from 0 to (1 − e^{−ε})/2.
        gone = np.clip(0.5 - tail * np.exp(epsilon * step), 0, (1 - low) / 2) * 2 * whole / (1 - low)
        inside = np.where(gone <= gamma, gone, gamma + (gone - gamma) / low)
        return np.copysign(step + np.minimum(inside, 1.0), 0.5 - share)

    def _stats(self, epsilon: np.ndarray, gamma: np.ndarray) -> Any:  # type: ignore[override]
        """Mean 0; the variance from ∫ z² over both parts of every step."""
        low = np.exp(-epsilon)
        sums = 1 / (1 - low), low / (1 - low) ** 2, low * (1 + low) / (1 - low) ** 3  # Σ k^j e^{−kε}
        parts = [(gamma**power + low * (1 - gamma**power)) for power in (3, 2, 1)]
        total = parts[0] / 3 * sums[0] + parts[1] * sums[1] + parts[2] * sums[2]
        return 0.0, 2 * np.exp(self._level(epsilon, gamma)) * total, 0.0, None

    def _ppf(self, share: np.ndarray, epsilon: np.ndarray, gamma: np.ndarray) -> Any:  # type: ignore[override]
        return -self._isf(share, epsilon, gamma)


staircase = _Staircase(name="staircase", shapes="epsilon, gamma")
