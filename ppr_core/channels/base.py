"""What a channel is: a local randomizer P(z|x) with a data-independent proposal Q."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ppr_core import validation
from ppr_core.channels.release import Release
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import Rows
from ppr_core.representation import constructor_call
from ppr_core.wording import number

__all__ = ["CategoryChannel", "Channel", "TwoLevels", "VectorChannel", "categories"]


@dataclass(frozen=True)
class TwoLevels:
    """r(z|x) = high on a cap of proposal mass ``mass`` and low elsewhere: mass·high + (1 − mass)·low = 1."""

    mass: float
    high: float
    low: float


class Channel(ABC):
    """A conditional distribution P(z|x), a proposal Q that does not depend on x, and r(z|x) = dP/dQ.

    Batch axes come first and broadcast. One input has shape `event_shape`: (d,) for vectors, () for categories; one
    output has shape `output_shape`, the same unless a channel says otherwise. `width` uniforms give one sample of Q,
    of which the ratio reads at most `ratio_width`. Ratios are natural logarithms throughout.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    event_shape: tuple[int, ...]
    width: int

    def __repr__(self) -> str:
        """The call that makes this channel; it can be executed."""
        return constructor_call(self)

    @classmethod
    def reaching(cls, goal: Release) -> Channel:
        """The mechanism of this kind whose own guarantee is the goal; ``ValueError`` where none is known.

        A method of the class, so that what makes a mechanism can be sent to a worker process.
        """
        validation.fail("mechanism", cls.name, "one that can be made for a given ε")

    @property
    def output_shape(self) -> tuple[int, ...]:
        """Shape of one output."""
        return self.event_shape

    @property
    def mean_squared_error(self) -> float | None:
        """E‖z − x‖²/d of a mechanism of vectors, exact and the same for every x; None where no formula is known."""
        return None

    @property
    def ratio_width(self) -> int:
        """Uniforms that `candidate_log_ratio` reads of a candidate, at most."""
        return self.width

    @abstractmethod
    def inputs(self, x: Any) -> np.ndarray:
        """x checked, as an array (n, *event_shape); ``ValueError`` names what is wrong and what is allowed."""

    @abstractmethod
    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """The uncompressed mechanism: one z ~ P(·|x) for each x, (n, *event_shape) -> (n, *output_shape)."""

    @abstractmethod
    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """Samples of Q: uniforms (..., width) in (0, 1) -> z (..., *output_shape)."""

    @abstractmethod
    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln dP(·|x)/dQ at z, in nats. Does not check x again.

        The batch axes of x (..., *event_shape) and z (..., *output_shape) broadcast -> (...).
        """

    def candidate_log_ratio(self, x: np.ndarray, rows: Rows) -> np.ndarray:
        """ln r(Z_i|x_i) in nats for the samples Z_i of Q that rows of uniforms give: m inputs and m rows -> (m,).

        A channel whose ratio depends on a part of Z overrides it and reads only the uniforms behind that part.
        """
        return self.log_ratio(x, self.proposal(rows.whole(self.width)))

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        """What `ppr_core.kernels` needs to compare candidates for checked inputs x; None where it has no kernel.

        The kernel's name without "contest_", and the arguments that follow the key of the shared randomness.
        """
        return None

    def ratio_peak(self, x: np.ndarray) -> np.ndarray | None:
        """Where r(·|x) of a number is largest, if it falls from there on to both sides: (n, 1) -> (n, 1); else None."""
        return None

    def search_tree(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        """As `contest` for kernels named "search_tree_": the arguments that follow the bounds."""
        return None

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

    def truncated_mass(self, log_cap: float) -> float:
        """max_x E_Q[(r(z|x) − T)₊], T = e^log_cap >= 1: what cutting the ratio at T takes away from P, at most.

        Raises ``ValueError`` for channels without a formula for it.
        """
        levels = self.two_levels()
        if levels is None:
            validation.fail("channel", self.name, "Gaussian, finite or of a two-valued density ratio to be truncated")
        return levels.mass * max(levels.high - math.exp(log_cap), 0.0)


class VectorChannel(Channel):
    """A channel from the ball ‖x‖₂ <= norm_bound of R^d to R^d."""

    dimension: int
    norm_bound: float

    @property
    def event_shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.dimension,)

    @property
    def coordinate_noise(self) -> Any:
        """The law of a coordinate of z − x, as a frozen continuous distribution of SciPy; None where it is not known.

        For channels that add noise whose law does not depend on x. Tests of exactness compare outputs with it.
        """
        return None

    @property
    def mean_squared_error(self) -> float | None:
        """From `coordinate_noise`; ∞ where the noise has no second moment."""
        if self.coordinate_noise is None:
            return None
        square = float(self.coordinate_noise.var() + self.coordinate_noise.mean() ** 2)
        return math.inf if math.isnan(square) else square

    def inputs(self, x: Any) -> np.ndarray:
        """x as (n, d); for d = 1 also (n,). Norms may exceed the bound by rounding (a relative 10⁻⁹) only."""
        flat = self.dimension == 1 and validation.axes(x) == 1
        x = validation.array("x", x, (None,) if flat else (None, self.dimension))
        x = x[:, None] if flat else x
        if len(x):
            norm = math.sqrt(np.vdot(x, x) if len(x) == 1 else np.einsum("...i,...i->...", x, x).max())
            if norm > self.norm_bound:
                # A coordinate beyond the bound settles it before squares can overflow.
                norm = float(np.abs(x).max())
                if norm <= 2 * self.norm_bound:
                    norm = float(np.linalg.norm(x, axis=-1).max())
                allowed = f"at most norm_bound = {number(self.norm_bound, 6)}"
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
        return categories(x, self.input_size)

    def truncated_mass(self, log_cap: float) -> float:
        """max_x Σ_z (P(z|x) − T Q(z))₊."""
        matrix = self.matrix
        cells = np.indices(matrix.shape)
        possible = matrix > 0
        excess = matrix[possible] * -np.expm1(np.minimum(log_cap - self.log_ratio(cells[0], cells[1])[possible], 0.0))
        return float(np.bincount(cells[0][possible], weights=excess).max())


def categories(x: Any, size: int) -> np.ndarray:
    """x checked, as int64 (n,), each in [0, size)."""
    values = validation.array("x", x, (None,))
    if len(values) == 1 and 0 <= (only := values.item(0)) < size and only.is_integer():
        return values.astype(np.int64)  # one message by itself should not wait for array programs
    bad = (values != np.floor(values)) | (values < 0) | (values >= size)
    if bad.any():
        validation.fail("x", values[bad][0], f"a category from 0 to {size - 1}")
    return values.astype(np.int64)
