"""The privacy loss of two inputs, exactly: its law, and the curve δ(ε) that follows from it.

For the laws P and P′ of a view under inputs x and x′ the loss is L = ln dP/dP′ of what is seen under x. The view is
(ε, δ)-private for these inputs if and only if δ >= δ(ε) = sup_E P(E) − e^ε P′(E) = E[(1 − e^{ε−L})₊] in both
directions (Balle, Wang: Improving the Gaussian mechanism for differential privacy, ICML 2018, Theorem 5).
"""

from __future__ import annotations

import functools
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import log_ndtr, ndtr

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel, GaussianChannel, LaplaceChannel

__all__ = ["GaussianLoss", "LaplaceLoss", "LossLaw", "PairLoss", "SampledLoss", "mechanism_loss"]


class LossLaw(ABC):
    """The law of the privacy loss of two inputs. Levels and ε are in nats, (e,) arrays."""

    @abstractmethod
    def delta(self, epsilon: Any) -> np.ndarray:
        """δ(ε), the larger of both directions, (e,)."""

    @abstractmethod
    def survival(self, level: Any) -> np.ndarray:
        """P(L > level) under x, (e,)."""

    @property
    @abstractmethod
    def largest(self) -> float:
        """The largest loss in either direction, which is the ε of pure privacy; may be infinite."""


@dataclass(frozen=True, eq=False)
class PairLoss(LossLaw):
    """Two laws over m outcomes on each of t equally likely tables: what a decoder sees who knows the table.

    first, second: (t, m), every row a law. δ(ε) and the survival function are means over the tables; ``error`` gives
    the standard error if the tables are a sample. ``largest`` is the largest on any of these tables.
    """

    first: np.ndarray
    second: np.ndarray

    def __post_init__(self) -> None:
        for name in ("first", "second"):
            law = validation.array(name, np.atleast_2d(getattr(self, name)), (None, None))
            proper = law.min() >= 0 and np.allclose(law.sum(axis=1), 1, atol=1e-8)
            validation.require(proper, name, law.sum(axis=1).tolist(), "rows of probabilities that sum to 1")
            object.__setattr__(self, name, law)
        same = self.first.shape == self.second.shape
        validation.require(same, "second", self.second.shape, f"as many laws and outcomes as first, {self.first.shape}")

    def delta(self, epsilon: Any) -> np.ndarray:
        """Σ_k (P(k) − e^ε P′(k))₊, averaged over the tables."""
        return np.maximum(*(side.mean(axis=1) for side in self._excess(epsilon)))

    def delta_error(self, epsilon: Any) -> np.ndarray:
        """Standard error of `delta` over the tables, (e,); zero for a single one."""
        tables = len(self.first)
        if tables == 1:
            return np.zeros(np.shape(np.atleast_1d(epsilon)))
        sides = self._excess(epsilon)
        higher = sides[1].mean(axis=1) > sides[0].mean(axis=1)
        return np.where(higher, *(side.std(axis=1, ddof=1) for side in reversed(sides))) / math.sqrt(tables)

    def survival(self, level: Any) -> np.ndarray:
        losses, weights = self._losses()
        order = np.argsort(losses, kind="stable")
        above = np.append(np.cumsum(weights[order][::-1])[::-1], 0.0)
        return above[np.searchsorted(losses[order], np.atleast_1d(level), side="right")]

    @property
    def largest(self) -> float:
        possible = (self.first > 0) | (self.second > 0)
        with np.errstate(divide="ignore"):
            gap = np.abs(np.log(self.first[possible]) - np.log(self.second[possible]))
        return float(gap.max())

    def _excess(self, epsilon: Any) -> tuple[np.ndarray, np.ndarray]:
        """The two sums for every ε and table, (e, t) each."""
        factors = np.exp(np.atleast_1d(np.asarray(epsilon, dtype=float)))

        def above(p: np.ndarray, q: np.ndarray) -> np.ndarray:
            return np.array([np.maximum(p - factor * q, 0.0).sum(axis=1) for factor in factors])

        return above(self.first, self.second), above(self.second, self.first)

    def _losses(self) -> tuple[np.ndarray, np.ndarray]:
        """The losses that occur under the first input and their probabilities, (l,) each."""
        seen = self.first > 0
        with np.errstate(divide="ignore"):
            losses = np.log(self.first[seen]) - np.log(self.second[seen])
        return losses, self.first[seen] / len(self.first)


@dataclass(frozen=True)
class GaussianLoss(LossLaw):
    """Two Gaussians at a distance of ``distance`` standard deviations: L ~ N(Δ²/2, Δ²), Δ = distance >= 0."""

    distance: float

    def delta(self, epsilon: Any) -> np.ndarray:
        """Φ(Δ/2 − ε/Δ) − e^ε Φ(−Δ/2 − ε/Δ)."""
        epsilon = np.atleast_1d(np.asarray(epsilon, dtype=float))
        if self.distance == 0:
            return np.zeros(epsilon.shape)
        half, scaled = self.distance / 2, epsilon / self.distance
        return np.maximum(ndtr(half - scaled) - np.exp(epsilon + log_ndtr(-half - scaled)), 0.0)

    def survival(self, level: Any) -> np.ndarray:
        level = np.atleast_1d(np.asarray(level, dtype=float))
        if self.distance == 0:
            return (level < 0).astype(float)
        return ndtr(self.distance / 2 - level / self.distance)

    @property
    def largest(self) -> float:
        return math.inf if self.distance > 0 else 0.0


@dataclass(frozen=True)
class LaplaceLoss(LossLaw):
    """Two Laplace laws on the line at a distance of ``distance`` scales, which is the largest loss."""

    distance: float

    def delta(self, epsilon: Any) -> np.ndarray:
        """1 − e^{(ε − distance)/2} up to ε = distance, then 0."""
        return np.maximum(-np.expm1((np.atleast_1d(epsilon) - self.distance) / 2), 0.0)

    def survival(self, level: Any) -> np.ndarray:
        """1 below −distance, 1 − e^{(level − distance)/2}/2 up to distance, then 0."""
        level = np.atleast_1d(np.asarray(level, dtype=float))
        inside = 1 - np.exp((level - self.distance) / 2) / 2
        return np.where(level < -self.distance, 1.0, np.where(level < self.distance, inside, 0.0))

    @property
    def largest(self) -> float:
        return self.distance


@dataclass(frozen=True, eq=False)
class SampledLoss(LossLaw):
    """Losses (n,) of outputs drawn under x, for laws without a closed form; ``largest`` is the largest possible."""

    losses: np.ndarray
    largest: float = math.inf

    def delta(self, epsilon: Any) -> np.ndarray:
        """Mean of (1 − e^{ε − L})₊; for inputs that play the same part both directions agree."""
        epsilon = np.atleast_1d(np.asarray(epsilon, dtype=float))
        return np.array([np.maximum(-np.expm1(value - self.losses), 0.0).mean() for value in epsilon])

    def survival(self, level: Any) -> np.ndarray:
        return 1 - np.searchsorted(np.sort(self.losses), np.atleast_1d(level), side="right") / len(self.losses)


@functools.singledispatch
def mechanism_loss(channel: Channel, x: Any, other: Any, rng: np.random.Generator, samples: int = 4096) -> LossLaw:
    """The privacy loss of the uncompressed mechanism between two inputs, (d,) or categories.

    Exact for finite channels, Gaussian noise and Laplace noise on the line; from ``samples`` outputs otherwise.
    """
    z = channel.sample(np.broadcast_to(channel.inputs([x]), (samples, *channel.event_shape)), rng)
    losses = channel.log_ratio(channel.inputs([x]), z) - channel.log_ratio(channel.inputs([other]), z)
    return SampledLoss(losses, channel.privacy().epsilon)


@mechanism_loss.register
def _(channel: CategoryChannel, x: Any, other: Any, rng: np.random.Generator, samples: int = 4096) -> LossLaw:
    first, second = channel.inputs([x, other])
    return PairLoss(channel.matrix[first], channel.matrix[second])


@mechanism_loss.register
def _(channel: GaussianChannel, x: Any, other: Any, rng: np.random.Generator, samples: int = 4096) -> LossLaw:
    first, second = channel.inputs([x, other])
    return GaussianLoss(float(np.linalg.norm(first - second)) / channel.noise_std)


@mechanism_loss.register
def _(channel: LaplaceChannel, x: Any, other: Any, rng: np.random.Generator, samples: int = 4096) -> LossLaw:
    first, second = channel.inputs([x, other])
    distance = channel.epsilon * float(np.linalg.norm(first - second))
    if channel.dimension == 1:
        return LaplaceLoss(distance)
    z = channel.sample(np.broadcast_to(first, (samples, channel.dimension)), rng)
    return SampledLoss(channel.log_ratio(first, z) - channel.log_ratio(second, z), distance)
