"""Running times that Liu, Chen, Özgür, Li (NeurIPS 2024) print: Section 7, its footnote, and the appendix.

Measured there with Algorithm 1 on an M1 Pro laptop, for vectors of d = 1000 entries, n = 500, δ = 10⁻⁶, α = 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["CLIENTS", "DIMENSION", "MACHINE", "ORDER", "QUOTED", "Quoted", "quoted"]

DIMENSION, CLIENTS, ORDER = 1000, 500, 2.0
MACHINE = "M1 Pro, 8 cores at about 3.2 GHz"


@dataclass(frozen=True)
class Quoted:
    """A mean time for one vector, in seconds.

    error: one standard error of it, where the paper gives what it takes to know it.
    """

    epsilon: float
    chunk: int
    seconds: float
    error: float = math.nan

    @property
    def chunks(self) -> int:
        """Chunks of a vector."""
        return math.ceil(DIMENSION / self.chunk)


QUOTED: tuple[Quoted, ...] = (
    Quoted(0.05, 50, 1.3348, 20 * 0.2038 / math.sqrt(1000)),  # 1000 trials of a chunk, standard deviation 0.2038 s
    Quoted(6.0, 2, 0.0127),
    Quoted(6.0, 4, 0.6343),
    Quoted(10.0, 2, 0.0128),
    Quoted(10.0, 4, 0.7301),
)


def quoted(epsilon: float, chunk: int, *, dimension: int, clients: int, alpha: float) -> Quoted | None:
    """What the paper prints for this setting, if it does."""
    if (dimension, clients, alpha) != (DIMENSION, CLIENTS, ORDER):
        return None
    return next((one for one in QUOTED if (one.epsilon, one.chunk) == (epsilon, chunk)), None)
