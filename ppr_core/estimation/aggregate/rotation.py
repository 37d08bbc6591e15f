"""A randomized Hadamard rotation: every entry of a rotated vector is about equally large, whatever the vector is."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.randomness import SharedRandomness

__all__ = ["HadamardRotation", "walsh_hadamard"]


def walsh_hadamard(x: np.ndarray) -> np.ndarray:
    """H x/√D with H the Hadamard matrix of order D: (..., D) -> (..., D), D a power of two; its own inverse.

    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import walsh_hadamard
    >>> walsh_hadamard(np.array([1.0, 1.0, 1.0, 1.0]))
    array([2., 0., 0., 0.])
    """
    size = x.shape[-1]
    validation.require(size > 0 and size & (size - 1) == 0, "x", x.shape, "vectors of 1, 2, 4, 8, … entries")
    half, rotated = 1, np.array(x, dtype=float)
    while half < size:
        pairs = rotated.reshape(-1, size // (2 * half), 2, half)
        low, high = pairs[:, :, 0] + pairs[:, :, 1], pairs[:, :, 0] - pairs[:, :, 1]
        pairs[:, :, 0], pairs[:, :, 1] = low, high
        half *= 2
    return rotated / math.sqrt(size)


class HadamardRotation:
    """x -> H S x/√D, S a diagonal of random signs that all know, after x is filled up with zeros to D entries.

    An isometry. Each entry of the image is sub-Gaussian with variance ‖x‖²/D over the signs. dimension: d >= 1;
    size: D, the next power of two.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.estimation.aggregate import HadamardRotation
    >>> HadamardRotation(5, SharedRandomness(7)).size
    8
    """

    def __init__(self, dimension: int, shared: SharedRandomness) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        self.size = 1 << (self.dimension - 1).bit_length()
        self._signs = np.where(shared.uniforms(np.array([0]), self.dimension)[0] < 0.5, -1.0, 1.0)

    def rotate(self, x: np.ndarray) -> np.ndarray:
        """(..., d) -> (..., D)."""
        filled = np.zeros((*x.shape[:-1], self.size))
        filled[..., : self.dimension] = x * self._signs
        return walsh_hadamard(filled)

    def rotate_back(self, y: np.ndarray) -> np.ndarray:
        """(..., D) -> (..., d)."""
        return walsh_hadamard(y)[..., : self.dimension] * self._signs
