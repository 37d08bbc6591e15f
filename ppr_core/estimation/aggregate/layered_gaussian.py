"""Gaussian noise by layered shared randomness: the error is exactly Gaussian, in a few bits and without local noise.

N(0, s²) is the mixture of Unif(−W/2, W/2) over (W/2)² ~ s² χ²₃. Client and server share W and a dither U; the client
sends M = round(x/W − U), the server takes z = W (M + U), and z − x is uniform on (−W/2, W/2), whatever x is. The sum of
n such numbers carries N(0, n s²) exactly. Hegazy, Li, "Randomized quantization with exact error distribution" (ITW
2022). The server knows x to within W: it must be trusted; whoever sees the sum alone meets a Gaussian mechanism.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.randomness import SharedRandomness

__all__ = ["LayeredGaussian"]


class LayeredGaussian:
    """noise_std: s > 0 of each number.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.estimation.aggregate import LayeredGaussian
    >>> layered, shared, x = LayeredGaussian(2.0), SharedRandomness(1), np.full((4000, 1), 0.3)
    >>> noise = layered.decode(layered.encode(x, shared), shared) - x
    >>> bool(abs(noise.std() - 2) < 0.09)  # four standard errors
    True
    """

    def __init__(self, noise_std: float) -> None:
        self.noise_std = validation.positive("noise_std", noise_std)

    def encode(self, x: np.ndarray, shared: SharedRandomness, first_table: int = 0) -> np.ndarray:
        """Whole numbers of x (n, d), client i by table first_table + i: (n, d) int64."""
        width, dither = self._shared(x.shape, shared, first_table)
        return np.rint(x / width - dither).astype(np.int64)

    def decode(self, sent: np.ndarray, shared: SharedRandomness, first_table: int = 0) -> np.ndarray:
        """(n, d) int64 -> (n, d)."""
        width, dither = self._shared(sent.shape, shared, first_table)
        return np.asarray(width * (sent + dither))

    def _shared(
        self, shape: tuple[int, ...], shared: SharedRandomness, first_table: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """W and U, (n, d) each. χ²₃ is an exponential of mean 2 and a squared normal."""
        n, d = shape
        tables = np.arange(first_table, first_table + n)
        rows = shared.uniforms(np.zeros(n, dtype=np.int64), 4 * d, tables).reshape(n, d, 4)
        normal = -2 * np.log(rows[..., 1]) * np.cos(2 * math.pi * rows[..., 2]) ** 2
        radius = np.sqrt(normal - 2 * np.log(rows[..., 0]))
        return 2 * self.noise_std * radius, rows[..., 3] - 0.5
