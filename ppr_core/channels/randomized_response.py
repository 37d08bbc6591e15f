"""k-ary randomized response."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels.base import CategoryChannel, Channel, TwoLevels
from ppr_core.channels.release import Release
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["RandomizedResponseChannel"]


class RandomizedResponseChannel(CategoryChannel):
    """P(z|x) = e^ε/(e^ε+k−1) for z = x and 1/(e^ε+k−1) otherwise; proposal uniform on the k categories.

    r* = k e^ε/(e^ε+k−1). size: k >= 2; epsilon: ε > 0 in nats.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    >>> channel.sample(np.array([0, 3]), np.random.default_rng(0)).shape
    (2,)
    >>> float(round(channel.log_ratio_bound(), 3))
    0.643
    """

    name = "randomized_response"
    label = "Randomized response"
    width = 1

    def __init__(self, *, size: int, epsilon: float) -> None:
        self.size = validation.integer("size", size, 2)
        self.epsilon = validation.positive("epsilon", epsilon)
        self.input_size = self.output_size = self.size
        self._log_same = math.log(self.size) - math.log1p((self.size - 1) * math.exp(-self.epsilon))
        self._log_other = self._log_same - self.epsilon

    @classmethod
    def reaching(cls, goal: Release) -> RandomizedResponseChannel:
        """Of so many categories at ε."""
        return cls(size=goal.categories, epsilon=goal.epsilon)

    @property
    def matrix(self) -> np.ndarray:
        other = math.exp(self._log_other) / self.size
        return np.full((self.size, self.size), other) + (math.exp(self._log_same) / self.size - other) * np.eye(
            self.size
        )

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """Keep x with probability P(x|x), else one of the other k−1 categories uniformly; (n,) -> (n,) int64."""
        x = self.inputs(x)
        keep = rng.random(len(x)) < math.exp(self._log_same) / self.size
        other = (x + rng.integers(1, self.size, size=len(x))) % self.size
        return np.where(keep, x, other)

    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """⌊k u⌋: (..., 1) -> (...) int64."""
        return np.minimum((uniforms[..., 0] * self.size).astype(np.int64), self.size - 1)

    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln k + ε·1{z = x} − ln(e^ε + k − 1) in nats."""
        return np.where(x == z, self._log_same, self._log_other)

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        return "category", (x, self.size, self._log_same, self._log_other)

    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """ln k + ε − ln(e^ε + k − 1) in nats, the same for every x."""
        return self._log_same if x is None else np.full(np.shape(x), self._log_same)

    def divergence_bits(self, x: Any) -> np.ndarray:
        """Σ_z P(z|x) log2 (k P(z|x)), the same for every x."""
        same = math.exp(self._log_same) / self.size
        nats = same * self._log_same + (1 - same) * self._log_other
        return np.full(len(self.inputs(x)), nats / math.log(2))

    def two_levels(self) -> TwoLevels:
        """The cap is {x}, of mass 1/k."""
        return TwoLevels(1 / self.size, math.exp(self._log_same), math.exp(self._log_other))

    def truncated_mass(self, log_cap: float) -> float:
        """By the two levels, without the matrix of all k² probabilities."""
        return Channel.truncated_mass(self, log_cap)

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Pure ε-local differential privacy."""
        return PrivacyGuarantee(epsilon=self.epsilon, against="database", notion="local", source="response.k_ary")
