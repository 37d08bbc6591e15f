"""What a frequency oracle is: users randomise and send, the server counts votes and removes the bias."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["FrequencyOracle"]

_BLOCK_REPORTS = 1 << 20


class FrequencyOracle(ABC):
    """One report a user about a category in {0, …, k−1}; votes for category j estimate how many users hold j.

    A report votes for the user's own category with probability ``own`` (α1) and for any other with probability
    ``other`` (α0). Whether two votes of one report depend on each other does not enter any single count.

    size: k >= 2. bits: length of every report in bits, None where lengths vary. block_users: users worth handling
    at once. epsilon and notion: the privacy that was asked for; `privacy` says what holds.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    exact: bool = True
    bits: int | None
    own: float
    other: float

    def __init__(self, size: int) -> None:
        self.size = validation.integer("size", size, 2, (1 << 31) - 2)

    def inputs(self, x: Any) -> np.ndarray:
        """x as int64 (n,), each a category in [0, k); ``ValueError`` otherwise."""
        values = np.asarray(x)
        if values.dtype.kind not in "iu" or values.ndim != 1:
            values = validation.array("x", x, (None,))
        bad = (values < 0) | (values >= self.size) | (values != np.floor(values))
        if bad.any():
            validation.fail("x", values[bad][0], f"a category from 0 to {self.size - 1}")
        return values.astype(np.int64, copy=False)

    @property
    def block_users(self) -> int:
        """Users whose reports fit comfortably in memory at once."""
        return _BLOCK_REPORTS

    @abstractmethod
    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> Any:
        """One report for each category in x (n,). rng: the users' own randomness, secret from the server.

        shared: public randomness, for the schemes that use it; user i reads table first_user + i.
        """

    def sent_bits(self, reports: Any) -> int:
        """Bits of all the reports together."""
        return len(reports) * self.bits

    @abstractmethod
    def to_bytes(self, reports: Any) -> bytes:
        """The reports as they travel, one after the other, padded once to a whole byte."""

    @abstractmethod
    def from_bytes(self, data: bytes, users: int) -> Any:
        """The reports of that many users; ``ValueError`` where the stream cannot come from `to_bytes`."""

    @abstractmethod
    def votes(self, reports: Any, shared: SharedRandomness, *, first_user: int = 0) -> np.ndarray:
        """Sum over the reports of their votes for each category, (k,) int64."""

    @abstractmethod
    def expected_seconds(self, users: int) -> float:
        """Predicted processor seconds of a collection from so many users, clients and server together, on one core."""

    @abstractmethod
    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """What holds for one report against the server, who sees it together with the public randomness."""

    def estimate(self, votes: np.ndarray, users: int) -> np.ndarray:
        """Unbiased counts (Σ_i b_ij − n α0)/(α1 − α0): votes (k,) of n users -> (k,)."""
        return (votes - users * self.other) / (self.own - self.other)

    def variance(self, counts: np.ndarray, users: int) -> np.ndarray:
        """Var of each estimated count for the true counts (k,) of n users: n α0(1−α0)/(α1−α0)² + n_j (1−α0−α1)/(α1−α0).

        Randomness of the reports only; the users are fixed.
        """
        gap = self.own - self.other
        common = users * self.other * (1 - self.other) / gap**2
        return common + counts * ((1 - self.other - self.own) / gap)
