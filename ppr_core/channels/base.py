"""What a channel is: a local randomizer P(z|x) with a data-independent proposal Q."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["CategoryChannel", "Channel", "TwoLevels", "VectorChannel"]


@dataclass(frozen=True)
class TwoLevels:
    """r(z|x) = high on a cap of proposal mass ``mass`` and low elsewhere: mass·high + (1 − mass)·low = 1."""

    mass: float
    high: float
    low: float


class Channel(ABC):
    """A conditional distribution P(z|x), a proposal Q that does not depend on x, and r(z|x) = dP/dQ.

    Batch axes come first and broadcast. One input or output has shape `event_shape`: (d,) for vectors, () for
    categories. `width` uniforms give one sample of Q. Ratios are natural logarithms throughout.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    event_shape: tuple[int, ...]
    width: int

    @abstractmethod
    def inputs(self, x: Any) -> np.ndarray:
        """x checked, as an array (n, *event_shape); ``ValueError`` names what is wrong and what is allowed."""

    @abstractmethod
    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """The uncompressed mechanism: one z ~ P(·|x) for each x, (n, *event_shape) -> (n, *event_shape)."""

    @abstractmethod
    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """Samples of Q: uniforms (..., width) in (0, 1) -> z (..., *event_shape)."""

    @abstractmethod
    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln dP(·|x)/dQ at z, in nats; x and z (..., *event_shape) broadcast -> (...). Does not check x again."""

    @abstractmethod
    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """ln sup_z r(z|x) in nats: (n,) for inputs (n, *event_shape), or the largest over all x when x is None."""

    @abstractmethod
    def divergence_bits(self, x: Any) -> np.ndarray:
        """KL(P(·|x) ‖ Q) in bits, (n,) for inputs (n, *event_shape)."""

    @abstractmethod
    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Local differential privacy of the mechanism itself, for any two allowed inputs, at the given δ."""

    def two_levels(self) -> TwoLevels | None:
        """The two values of the ratio, for channels whose ratio has two for every input; None for the others."""
        return None


class VectorChannel(Channel):
    """A channel from the ball ‖x‖₂ <= norm_bound of R^d to R^d."""

    dimension: int
    norm_bound: float

    @property
    def event_shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.dimension,)

    def inputs(self, x: Any) -> np.ndarray:
        """x as (n, d); for d = 1 also (n,). Norms may exceed the bound by rounding (a relative 10⁻⁹) only."""
        flat = self.dimension == 1 and validation.axes(x) == 1
        x = validation.array("x", x, (None,) if flat else (None, self.dimension))
        x = x[:, None] if flat else x
        if len(x):
            # A coordinate beyond the bound settles it before squares can overflow.
            norm = float(np.abs(x).max())
            if norm <= 2 * self.norm_bound:
                norm = float(np.linalg.norm(x, axis=-1).max())
            allowed = f"at most norm_bound = {self.norm_bound:g}"
            validation.require(norm <= self.norm_bound * (1 + 1e-9), "norm of x", norm, allowed)
        return x


class CategoryChannel(Channel):
    """A channel from {0, …, inputs − 1} to {0, …, outputs − 1}."""

    event_shape = ()
    input_size: int
    output_size: int

    @property
    @abstractmethod
    def matrix(self) -> np.ndarray:
        """P as a row-stochastic matrix (inputs, outputs)."""

    def inputs(self, x: Any) -> np.ndarray:
        """x as int64 (n,), each in [0, inputs)."""
        values = validation.array("x", x, (None,))
        bad = (values != np.floor(values)) | (values < 0) | (values >= self.input_size)
        if bad.any():
            validation.fail("x", values[bad][0], f"a category from 0 to {self.input_size - 1}")
        return values.astype(np.int64)
