"""The discrete Laplace mechanism on a ball: the baseline for vectors that are private by distance.

Noise with density ∝ exp(−ε‖y‖₂) is added, the sum is moved to the closest point of the ball ‖z‖₂ <= C, and every
coordinate is quantised with a step u. What follows the noise does not look at the input, so the cell that is sent is
ε·d-private, whoever sees it. Truncation makes it biased. Sources: Andrés, Bordenabe, Chatzikokolakis, Palamidessi:
Geo-indistinguishability (CCS 2013); on the ball as in Liu, Chen, Özgür, Li: Universal exact compression of
differentially private mechanisms (NeurIPS 2024), appendix on metric privacy.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ppr_core import validation
from ppr_core.channels import LaplaceChannel
from ppr_core.estimation.metric.cells import (
    LARGEST_COUNTED,
    CellCode,
    ideal_coordinate_bits,
    log2_ball_volume,
    log2_cells,
)
from ppr_core.guarantees.types import Bound, PrivacyGuarantee

__all__ = ["CellBits", "DiscreteLaplace", "quantised", "step_by_cells", "step_by_volume", "truncated"]

_ROUNDING = 1e-12  # relative; a step this much above its limit keeps points on the sphere in the cells counted


@dataclass(frozen=True)
class CellBits:
    """Bits of a cell of discrete Laplace with one step: by volume; a word of one length for every cell that meets the
    ball (``exact``, else an upper limit); and the mean of an ideal code for single coordinates, NaN where too few
    cells were seen to tell.

    >>> from ppr_core.estimation.metric import CellBits
    >>> CellBits(volume=3.0, words=4.0, exact=True, coded=3.2).words
    4.0
    """

    volume: float
    words: float
    exact: bool
    coded: float


@dataclass(frozen=True, kw_only=True)
class DiscreteLaplace:
    """Laplace noise, truncated to the ball of radius C and quantised with step u.

    dimension: d >= 1; epsilon: nats per unit of distance, > 0; norm_bound: C > 0; step: u > 0. A coordinate z is sent
    as ⌊z/u⌋ and read as the middle of that cell.

    >>> from ppr_core import DiscreteLaplace
    >>> DiscreteLaplace(dimension=2, epsilon=1.0, norm_bound=10.0, step=0.5).dimension
    2
    """

    dimension: int
    epsilon: float
    norm_bound: float
    step: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "step", validation.positive("step", self.step))
        self._noise()

    def report(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """The cell to be sent for each input: x (n, d) in the ball -> int64 (n, d)."""
        z = truncated(self._noise().sample(x, rng), self.norm_bound)
        return np.floor(z / self.step).astype(np.int64)

    def read(self, cells: np.ndarray) -> np.ndarray:
        """The middle of each cell, (n, d)."""
        return (cells + 0.5) * self.step

    def code(self) -> CellCode:
        """A number for each cell that meets the ball; only for few dimensions or coarse grids."""
        return CellCode(self.dimension, math.floor((self.norm_bound / self.step) ** 2))

    @property
    def volume_bits(self) -> int:
        """⌈log2(Vol(ball)/u^d)⌉ bits, as the paper counts: less than the cells that meet the ball need."""
        return math.ceil(log2_ball_volume(self.dimension, self.norm_bound / self.step) - 1e-9)

    @property
    def cell_bits(self) -> Bound:
        """⌈log2(number of cells that meet the ball)⌉ bits: what words of one length take; see `log2_cells`."""
        bits, exact = log2_cells(self.dimension, self.norm_bound / self.step)
        side: Literal["exact", "upper"] = "exact" if exact else "upper"
        return Bound(value=float(math.ceil(bits - 1e-9)), unit="bits", side=side, source="ppr.metric_experiment")

    def bits_of_cells(self, x: np.ndarray, rng: np.random.Generator) -> CellBits:
        """What a cell takes, in all three ways; the ideal code is that of reports of the inputs x (n, d)."""
        words = self.cell_bits
        coded = ideal_coordinate_bits(self.report(x, rng))
        return CellBits(float(self.volume_bits), words.value, words.side == "exact", coded)

    def privacy(self) -> PrivacyGuarantee:
        """ε per unit of distance, also against the decoder: there is nothing to see but the cell."""
        return PrivacyGuarantee(epsilon=self.epsilon, against="decoder", notion="metric", source="metric.laplace")

    def _noise(self) -> LaplaceChannel:
        return LaplaceChannel(dimension=self.dimension, epsilon=self.epsilon, norm_bound=self.norm_bound)


def truncated(z: np.ndarray, norm_bound: float) -> np.ndarray:
    """The closest points of the ball ‖z‖₂ <= norm_bound, (n, d) -> (n, d)."""
    norm = np.sqrt(np.einsum("...i,...i->...", z, z))
    return z * np.minimum(1.0, norm_bound / np.maximum(norm, 1e-300))[..., None]


def quantised(z: np.ndarray, step: float) -> np.ndarray:
    """Every coordinate moved to the middle of its cell: (⌊z/u⌋ + ½)·u."""
    cells = np.floor(z / step)
    cells += 0.5
    cells *= step
    return cells


def step_by_volume(*, dimension: int, norm_bound: float, bits: float) -> float:
    """The u with Vol(ball)/u^d = 2^bits: the step of the paper for so many bits. bits: >= 0.

    >>> from ppr_core.estimation.metric import step_by_volume
    >>> round(step_by_volume(dimension=1, norm_bound=1.0, bits=3.0), 6)  # an eighth of the interval of length 2
    0.25
    """
    dimension = validation.integer("dimension", dimension, 1)
    norm_bound = validation.positive("norm_bound", norm_bound)
    bits = validation.real("bits", bits, 0.0)
    return norm_bound * 2.0 ** ((log2_ball_volume(dimension, 1.0) - bits) / dimension)


def step_by_cells(*, dimension: int, norm_bound: float, bits: float) -> float:
    """The smallest u for which so many bits number every cell that meets the ball; ∞ below d bits.

    Around the origin alone there are 2^d cells. Where cells are not counted one by one, beyond (C/u)² = 2000, the
    step is for an upper limit of their number, so somewhat larger than it would have to be. bits: >= 0.

    >>> from ppr_core.estimation.metric import step_by_cells
    >>> step_by_cells(dimension=2, norm_bound=1.0, bits=1.0)
    inf
    """
    dimension = validation.integer("dimension", dimension, 1)
    norm_bound = validation.positive("norm_bound", norm_bound)
    bits = validation.real("bits", bits, 0.0)
    if bits < dimension:
        return math.inf

    def fits(squared: int) -> bool:
        return log2_cells(dimension, math.sqrt(squared + 0.5))[0] <= bits + 1e-9

    # As many cells as fit into the ball by volume are a lower limit, so the sought (C/u)² is not above this.
    high = math.floor(2.0 ** (2 * (bits - log2_ball_volume(dimension, 1.0)) / dimension)) + 2
    low = LARGEST_COUNTED if high > LARGEST_COUNTED and fits(LARGEST_COUNTED) else 0
    while high - low > max(1, low >> 24):
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return norm_bound / math.sqrt(low + 1) * (1 + _ROUNDING)
