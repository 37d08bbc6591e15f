"""What a frequency oracle is: users randomise and send, the server counts votes and removes the bias."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from ppr_core import validation
from ppr_core.accounting import LossPair, crossed_pair
from ppr_core.compressors import Compressor
from ppr_core.decoder_privacy import pair_privacy
from ppr_core.estimation.frequency.levels import Notion
from ppr_core.estimation.frequency.packed_bits import column_sums, join_fields, join_rows, split_fields, split_rows
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["BitVectorOracle", "FrequencyOracle"]

_BLOCK_REPORTS = 1 << 20
_BLOCK_BITS = 1 << 26  # of bit vectors held at once, 8 MiB
_COMPARED = {
    "replacement": "replacement privacy: any two values of the user",
    "deletion": "deletion privacy: the user's value against a report that depends on no value",
}


class FrequencyOracle(ABC):
    """One report a user about a category in {0, …, k−1}; votes for category j estimate how many users hold j.

    A report votes for the user's own category with probability ``own`` (α1) and for any other with probability
    ``other`` (α0). Whether two votes of one report depend on each other does not enter any single count.

    size: k >= 2. bits: length of every report in bits, None where lengths vary; a report is whole numbers of
    element_bits each. block_users: users worth handling at once. epsilon and notion: the privacy that was asked for;
    spent: ε in nats that a report has under the notion, by the statement ``source``. compressor: what reports are sent
    by, None where they are sent as they are.
    """

    name: ClassVar[str]
    label: str
    exact: bool = True
    notion: Notion = "replacement"
    source: str = ""
    compressor: Compressor | None = None
    epsilon: float
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

    @property
    def element_bits(self) -> int:
        """Of each whole number in a report; a report is one of them."""
        assert self.bits is not None
        return self.bits

    @property
    def spent(self) -> float:
        return self.epsilon

    @abstractmethod
    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> Any:
        """One report for each category in x (n,). rng: the users' own randomness, secret from the server.

        shared: public randomness, for the schemes that use it; user i reads table first_user + i.
        """

    def sent_bits(self, reports: Any) -> int:
        """Bits of all the reports together."""
        assert self.bits is not None
        return len(reports) * self.bits

    def to_bytes(self, reports: Any) -> bytes:
        """The reports as they travel, one after the other, padded once to a whole byte."""
        return join_fields(reports, self.element_bits)

    def from_bytes(self, data: bytes, users: int) -> Any:
        """The reports of that many users; ``ValueError`` where the stream cannot come from `to_bytes`."""
        return split_fields(data, users, self.element_bits)

    @abstractmethod
    def votes(self, reports: Any, shared: SharedRandomness, *, first_user: int = 0) -> np.ndarray:
        """Sum over the reports of their votes for each category, (k,) int64."""

    @abstractmethod
    def expected_seconds(self, users: int) -> float:
        """Predicted processor seconds of a collection from so many users, clients and server together, on one core."""

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """Pure ε of one report against the server, who sees it together with the public randomness."""
        conditions = (_COMPARED[self.notion],)
        return (
            PrivacyGuarantee(
                epsilon=self.spent, against="decoder", notion="local", source=self.source, conditions=conditions
            ),
        )

    @property
    def loss(self) -> LossPair:
        """What one report tells of two categories: here of two votes that do not depend on each other."""
        return crossed_pair(self.own * (1 - self.other), self.other * (1 - self.own))

    def learned(self, delta: float = 0.0) -> PrivacyGuarantee:
        """(ε, δ) of one report for any two categories, against the server; at δ = 0 the pure ε."""
        reader = pair_privacy(self.loss, delta)
        return replace(reader, against="decoder", source=self.source if delta == 0 else reader.source)

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


class BitVectorOracle(FrequencyOracle):
    """A bit for each category: reports are packed bits (n, ⌈k/8⌉) uint8, k bits each, and vote where a bit is 1."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.bits = self.size

    @property
    def block_users(self) -> int:
        return max(1, _BLOCK_BITS // self.size)

    def to_bytes(self, reports: np.ndarray) -> bytes:
        return join_rows(reports, self.size)

    def from_bytes(self, data: bytes, users: int) -> np.ndarray:
        return split_rows(data, users, self.size)

    def votes(self, reports: np.ndarray, shared: SharedRandomness, *, first_user: int = 0) -> np.ndarray:
        """Column sums of the bits, (n, ⌈k/8⌉) -> (k,) int64."""
        return column_sums(reports, self.size)
