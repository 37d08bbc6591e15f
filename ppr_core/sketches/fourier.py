"""Random Fourier features of data that arrive in blocks, summed into one vector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches.frequencies import draw_frequencies
from ppr_core.sketches.threads import one_thread
from ppr_core.wording import number

__all__ = ["FourierSketch", "SketchSum", "blocks"]

_FLOATS = 1 << 18  # phases held at once: 1 MiB in single precision, so cosine and sine read them from the cache
_COMPLEX = 1 << 21  # features of several devices held at once
_MASKED_ROWS = 1 << 13  # samples that share an order of the frequencies where masks are drawn
_LARGEST = 1e30  # leaves room for phases in single precision
_TOGETHER = 64  # of them worked on at once, because their windows nearly coincide


@dataclass(frozen=True, eq=False)
class SketchSum:
    """Σ_i exp(iΩᵀx_i) ⊙ b_i over ``count`` samples: total (m,) complex. Sums of disjoint data add up.

    >>> import numpy as np
    >>> from ppr_core import FourierSketch, SharedRandomness
    >>> sketch = FourierSketch(dimension=1, features=20, scale=0.3, shared=SharedRandomness(1))
    >>> first, second = sketch.sum(np.array([[-0.5], [0.5]])), sketch.sum(np.array([[0.1]]))
    >>> (first + second).count, first.total.shape
    (3, (20,))
    """

    total: np.ndarray
    count: int

    def __add__(self, other: SketchSum) -> SketchSum:
        same = isinstance(other, SketchSum) and self.total.shape == other.total.shape
        validation.require(same, "other", other, f"a sum of {len(self.total)} features")
        return SketchSum(self.total + other.total, self.count + other.count)


class FourierSketch:
    """z(X) = (1/n) Σ_i exp(iΩᵀx_i), m points of the empirical characteristic function of n samples x_i ∈ R^d.

    With ``kept`` = r < m, sample i contributes only r of its m features, chosen uniformly at random without looking
    at the data: exp(iΩᵀx_i) ⊙ b_i with ‖b_i‖₁ = r. The sum is then divided by n α_r, α_r = r/m.
    Schellekens, Chatalic, Houssiau, de Montjoye, Jacques, Gribonval: Differentially private compressive k-means
    (ICASSP 2019).

    dimension: d >= 1. features: m >= 1. scale: length the sketch resolves, > 0 (see `ppr_core.sketches.scale`).
    shared: public randomness of the frequencies. law: see `draw_frequencies`. kept: r in [1, m], None for m.
    precision: "float32" or "float64", of the phases; block sums are added up in double precision.

    >>> from ppr_core import FourierSketch, SharedRandomness
    >>> FourierSketch(dimension=2, features=50, scale=1.0, shared=SharedRandomness(1)).features
    50
    """

    def __init__(
        self,
        *,
        dimension: int,
        features: int,
        scale: float,
        shared: SharedRandomness,
        law: str = "adapted_radius",
        kept: int | None = None,
        precision: str = "float32",
    ) -> None:
        self.frequencies = draw_frequencies(dimension=dimension, features=features, scale=scale, shared=shared, law=law)
        self.dimension, self.features = self.frequencies.shape
        self.scale, self.law = float(scale), law
        self.kept = self.features if kept is None else validation.integer("kept", kept, 1, self.features)
        self.precision = validation.choice("precision", precision, ("float32", "float64"))

    @property
    def kept_share(self) -> float:
        """α_r = r/m."""
        return self.kept / self.features

    def atoms(self, points: np.ndarray) -> np.ndarray:
        """exp(iΩᵀc) of each point: (..., d) -> (..., m) complex."""
        return np.exp(1j * (np.asarray(points, dtype=float) @ self.frequencies))

    def sum(self, data: Any, rng: np.random.Generator | None = None) -> SketchSum:
        """Σ_i exp(iΩᵀx_i) ⊙ b_i over all samples, a block at a time.

        data: (n, d) array, also a memory-mapped one; a path of an ``.npy`` file; or an iterable of such arrays. rng:
        chooses the masks, needed where r < m. Raises ``ValueError`` for wrong shapes and values that are not finite.
        """
        masked = self.kept < self.features
        validation.require(not masked or rng is not None, "rng", rng, "a generator when kept is below features")
        frequencies = np.ascontiguousarray(self.frequencies, dtype=self.precision)
        total, count = np.zeros((2, self.features)), 0
        rows = _MASKED_ROWS if masked else max(1, _FLOATS // self.features)
        with one_thread():
            for block in blocks(data, self.dimension, rows):
                block = block.astype(self.precision, copy=False)
                if masked and rng is not None:
                    self._add_masked(block, frequencies, rng, total)
                else:
                    phases = block @ frequencies
                    ones = np.ones(len(block), dtype=self.precision)
                    # A product with ones sums the columns at the speed of reading.
                    part = np.cos(phases)
                    total[0] += ones @ part
                    total[1] += ones @ np.sin(phases, out=part)
                count += len(block)
        return SketchSum(total[0] + 1j * total[1], count)

    def device_sums(self, points: np.ndarray, devices: int) -> list[SketchSum]:
        """The sum of every one of L devices, which hold n/L of the points (n, d) each, in order, and all m features."""
        device_samples = len(points) // devices
        validation.require(
            device_samples * devices == len(points), "devices", devices, f"a divisor of {len(points)}, the points"
        )
        rows = max(1, _COMPLEX // (device_samples * self.features))
        pieces = (points[start * device_samples : (start + rows) * device_samples] for start in range(0, devices, rows))
        totals = [self.atoms(piece).reshape(-1, device_samples, self.features).sum(axis=1) for piece in pieces]
        return [SketchSum(total, device_samples) for total in np.concatenate(totals)]

    def mean(self, summed: SketchSum) -> np.ndarray:
        """Σ/(n α_r), (m,) complex; raises ``ValueError`` when there are no samples."""
        validation.require(summed.count > 0, "number of samples", summed.count, "at least 1")
        return summed.total / (summed.count * self.kept_share)

    def _add_masked(
        self, block: np.ndarray, frequencies: np.ndarray, rng: np.random.Generator, total: np.ndarray
    ) -> None:
        """A window of r neighbours, at a place of its own for each sample, in an order drawn anew for each block.

        Each mask is then uniform over all r-subsets, and the masks of two samples are uncorrelated in every feature,
        which is all that mean and variance of the sum depend on. Samples with near windows are worked on together.
        """
        order = np.tile(rng.permutation(self.features), 2)  # twice, so that a window never wraps around
        ordered, sums = frequencies[:, order], np.zeros((2, 2 * self.features))
        starts = rng.integers(self.features, size=len(block))
        by_start = np.argsort(starts)
        block, starts = block[by_start], starts[by_start]
        for first in range(0, len(block), _TOGETHER):
            start = starts[first : first + _TOGETHER, None]
            low, high = int(start[0, 0]), int(start[-1, 0]) + self.kept
            phases = block[first : first + _TOGETHER] @ ordered[:, low:high]
            column = np.arange(low, high)
            mask = ((column >= start) & (column < start + self.kept)).astype(self.precision)
            sums[0, low:high] += np.einsum("nk,nk->k", np.cos(phases), mask)
            sums[1, low:high] += np.einsum("nk,nk->k", np.sin(phases), mask)
        total[:, order[: self.features]] += sums[:, : self.features] + sums[:, self.features :]


def blocks(data: Any, dimension: int, rows: int) -> Iterator[np.ndarray]:
    """Checked pieces (≤ rows, d) of an array, a memory-mapped array, an ``.npy`` file or an iterable of arrays."""
    if isinstance(data, (str, Path)):
        data = np.load(data, mmap_mode="r")
    if isinstance(data, (np.ndarray, list, tuple)) and np.ndim(data) == 2:
        data = (data,)
    validation.require(
        isinstance(data, Iterable) and np.ndim(data) != 1,  # type: ignore[arg-type]  # of anything, 0 if no array
        "data",
        data,
        f"an array of shape (n, {dimension}), a file of one, or an iterable of them",
    )
    for piece in data:
        piece = np.asanyarray(piece)
        if piece.ndim != 2 or piece.shape[1] != dimension or piece.dtype.kind not in "biuf":
            validation.array("data", piece, (None, dimension))
        for start in range(0, len(piece), rows):
            block = np.asarray(piece[start : start + rows])
            largest = np.abs(block).max(initial=0.0)
            allowed = f"finite numbers of size at most {number(_LARGEST, 6)}"
            validation.require(bool(largest <= _LARGEST), "data", largest, allowed)
            yield block
