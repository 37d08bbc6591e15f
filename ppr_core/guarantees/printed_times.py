"""The times that Liu, Chen, Özgür, Li 2024 print for a vector of d entries, compressed in chunks by Algorithm 1."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ppr_core.guarantees.printed import printed

__all__ = ["CLIENTS", "DIMENSION", "QUOTED", "Quoted"]

DIMENSION, CLIENTS = 1000, 500  # of the paper's measurements


@dataclass(frozen=True)
class Quoted:
    """A mean time in seconds that the paper prints for one vector, with its digits.

    error: one standard error of it, where the paper gives what it takes to know it.
    """

    epsilon: float
    chunk: int
    seconds: float
    digits: str
    error: float = math.nan

    @property
    def chunks(self) -> int:
        """Chunks of a vector."""
        return math.ceil(DIMENSION / self.chunk)


def _quoted(identifier: str) -> Quoted:
    number = printed(identifier)
    time = Quoted(number.at["epsilon"], int(number.at["chunk"]), number.value, number.printed)
    spread = printed("ppr.section7.chunk_deviation")  # of one chunk, over so many trials
    if (time.epsilon, time.chunk) != (spread.at["epsilon"], spread.at["chunk"]):
        return time
    return replace(time, error=time.chunks * spread.value / math.sqrt(spread.at["trials"]))


#: Measured with Algorithm 1 on the authors' laptop.
QUOTED: tuple[Quoted, ...] = (
    _quoted("ppr.section7.vector_seconds"),
    *(_quoted(f"ppr.running_time.seconds_eps_{epsilon}_chunk_{chunk}") for epsilon in (6, 10) for chunk in (2, 4)),
)
