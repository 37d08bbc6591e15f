"""What a quantizer's encoder adds before it rounds, in units of the step.

With a step s, an input x and a dither U ~ Unif(−½, ½) that the decoder knows, M = round(x/s + N − U) and z = s(M + U).
The error Y = z/s − x/s has the law of N convolved with Unif(−½, ½), and M = round(x/s + Y): so the survival function of
Y gives the law of M averaged over U, and its integral that law averaged over uniform x as well. Without a dither
(U = 0) the law of M is the same expression with Y = N.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

__all__ = ["LaplaceNoise", "NoNoise", "PiecewiseLinearNoise", "QuantizerNoise"]

_LOG_2 = np.log(2.0)


class QuantizerNoise(ABC):
    """A symmetric law of the local noise N; methods act elementwise on arrays, parameters broadcast against them."""

    @abstractmethod
    def sample(self, size: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """N as whole numbers and a remainder, (size,) floats each, so that large N keeps its remainder exactly."""

    @abstractmethod
    def log_probability(self, y: Any) -> np.ndarray:
        """ln P(M = m | x, U) at y = m + U − x/s; −inf where it is impossible."""

    def survival(self, y: Any) -> np.ndarray:
        """P(Y > y)."""
        distance = np.abs(y)
        upper = self._upper_survival(distance)
        return np.where(np.asarray(y) >= 0, upper, 1.0 - upper)

    def integrated_survival(self, y: Any) -> np.ndarray:
        """∫_y^∞ P(Y > u) du = E max(Y − y, 0)."""
        return self._upper_integral(np.abs(y)) + np.maximum(-np.asarray(y), 0.0)

    @abstractmethod
    def _upper_survival(self, y: np.ndarray) -> np.ndarray:
        """P(Y > y) for y >= 0."""

    @abstractmethod
    def _upper_integral(self, y: np.ndarray) -> np.ndarray:
        """∫_y^∞ P(Y > u) du for y >= 0."""


class PiecewiseLinearNoise(QuantizerNoise):
    """N = J + V: an integer J with P(J = j) = p_j, and V ~ Unif(−½, ½); Y has the density that joins the p_j by lines.

    p_{−j} = p_j, p_{2k} = p_0 e^{−2δk}, p_{2k+1} = p_1 e^{−2δk}: with p_1 = p_0 e^{−δ} a two-sided geometric law.

    decay: δ > 0, nats a step; odd: p_1/p_0 in (0, 1]; ratio: e^{−2δ}; total: the sum over one period.
    Arrays of equal shape stand for several laws at once.
    """

    def __init__(self, decay: Any, odd: Any) -> None:
        self.decay = np.asarray(decay, dtype=float)
        self.odd = np.asarray(odd, dtype=float)
        self.ratio = np.exp(-2.0 * self.decay)
        self.total = 1.0 + self.ratio + 2.0 * self.odd
        self._missing = -np.expm1(-2.0 * self.decay)
        self._centre = self._missing / self.total
        self._log_centre = np.log(self._centre)

    def __getitem__(self, chosen: Any) -> PiecewiseLinearNoise:
        """The laws at an index of the parameter arrays."""
        picked = object.__new__(PiecewiseLinearNoise)
        vars(picked).update({name: values[chosen] for name, values in vars(self).items()})
        return picked

    def sample(self, size: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """J by one uniform, which sign and parity, and one exponential for the geometric number of double steps."""
        point = rng.random(size) * self.total
        odd = point >= 1.0 + self.ratio
        negative = (point >= 1.0) & ~odd | (point >= 1.0 + self.ratio + self.odd)
        jumps = 2.0 * np.floor(rng.standard_exponential(size) / (2.0 * self.decay))
        jumps += np.where(odd, 1.0, 2.0 * negative)
        np.negative(jumps, where=negative, out=jumps)
        return jumps, rng.random(size) - 0.5

    def probability(self, j: Any) -> np.ndarray:
        """p_j for integers j."""
        k, parity = np.divmod(np.abs(j), 2)
        return self._centre * np.exp(-2.0 * self.decay * k) * np.where(parity == 1, self.odd, 1.0)

    def log_probability(self, y: np.ndarray) -> np.ndarray:
        k, rest = self._cell(np.abs(y))
        near = np.where(rest <= 1.0, 1.0 + (self.odd - 1.0) * rest, self._second(2.0 - rest))
        return self._log_centre - 2.0 * self.decay * k + np.log(near)

    def _upper_survival(self, y: np.ndarray) -> np.ndarray:
        k, rest = self._cell(y)
        u, w = np.clip(1.0 - rest, 0.0, 1.0), np.clip(2.0 - rest, 0.0, 1.0)
        last = self.ratio * w + (self.odd - self.ratio) * w**2 / 2.0
        first = self.odd * u + (1.0 - self.odd) * u**2 / 2.0
        return np.exp(-2.0 * self.decay * k) * (self.ratio / 2.0 + self._centre * (last + first))

    def _upper_integral(self, y: np.ndarray) -> np.ndarray:
        ratio, odd, centre = self.ratio, self.odd, self._centre
        k, rest = self._cell(y)
        u, w = np.clip(1.0 - rest, 0.0, 1.0), np.clip(2.0 - rest, 0.0, 1.0)
        whole = (ratio + centre * (5.0 * ratio + 6.0 * odd + 1.0) / 6.0) / self._missing  # from y = 0
        middle = ratio / 2.0 + centre * (odd + ratio) / 2.0  # P(Y > 1)
        last = ratio * w / 2.0 + centre * (ratio * w**2 / 2.0 + (odd - ratio) * w**3 / 6.0)
        first = middle * u + centre * (odd * u**2 / 2.0 + (1.0 - odd) * u**3 / 6.0)
        return np.exp(-2.0 * self.decay * k) * (ratio * whole + last + first)

    def _second(self, w: np.ndarray) -> np.ndarray:
        """The density over p_0 at 2 − w, for w in [0, 1]."""
        return self.ratio + (self.odd - self.ratio) * w

    @staticmethod
    def _cell(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """k and the rest in [0, 2) with y = 2k + rest, y >= 0."""
        k = np.floor(np.asarray(y) / 2.0)
        return k, y - 2.0 * k


class NoNoise(QuantizerNoise):
    """N = 0: all noise is the dither, Y ~ Unif(−½, ½), and who knows U knows the cell of x."""

    def sample(self, size: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(size), np.zeros(size)

    def log_probability(self, y: np.ndarray) -> np.ndarray:
        return np.where(np.abs(y) < 0.5, 0.0, -np.inf)

    def _upper_survival(self, y: np.ndarray) -> np.ndarray:
        return np.maximum(0.5 - y, 0.0)

    def _upper_integral(self, y: np.ndarray) -> np.ndarray:
        return np.maximum(0.5 - y, 0.0) ** 2 / 2.0


class LaplaceNoise(QuantizerNoise):
    """N ~ Laplace(1/λ) and no dither: Y = N.

    rate: λ > 0, nats a step.
    """

    def __init__(self, rate: float) -> None:
        self.rate = rate

    def sample(self, size: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(size), rng.laplace(scale=1.0 / self.rate, size=size)

    def log_probability(self, y: np.ndarray) -> np.ndarray:
        distance, rate = np.abs(y), self.rate
        inside = np.minimum(distance, 0.5)
        near = -(np.expm1(-rate * (0.5 - inside)) + np.expm1(-rate * (0.5 + inside))) / 2.0
        far = np.log(-np.expm1(-rate)) - _LOG_2 - rate * np.maximum(distance - 0.5, 0.0)
        return np.where(distance < 0.5, np.log(near), far)

    def _upper_survival(self, y: np.ndarray) -> np.ndarray:
        return np.exp(-self.rate * y) / 2.0

    def _upper_integral(self, y: np.ndarray) -> np.ndarray:
        return np.exp(-self.rate * y) / (2.0 * self.rate)
