"""What a compressor sends, and what sending it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.codes import Code, code_from_name

__all__ = ["Messages"]


@dataclass(frozen=True, eq=False)
class Messages:
    """A batch of n messages: one integer each.

    indices: (n,) int64, or object dtype with Python integers where one needs more than 63 bits.
    candidates: (n,) int64, proposal samples the encoder evaluated; None when received rather than encoded.
    tables: (n,) int64, the table of the shared randomness each message is about; 0, 1, …, n−1 unless chosen.
    scalar: the inputs came without a coordinate axis, so decoding drops it too.

    >>> import numpy as np
    >>> from ppr_core import Messages
    >>> messages = Messages(np.array([1, 5, 2]))
    >>> messages.lengths("elias_gamma").tolist()
    [1, 5, 3]
    >>> Messages.from_bytes(messages.to_bytes("elias_gamma"), "elias_gamma").indices.tolist()
    [1, 5, 2]
    """

    indices: np.ndarray
    candidates: np.ndarray | None = None
    tables: np.ndarray = None  # type: ignore[assignment]  # filled in below
    scalar: bool = False

    def __post_init__(self) -> None:
        if self.tables is None:
            object.__setattr__(self, "tables", np.arange(len(self.indices)))

    @property
    def searched(self) -> np.ndarray:
        """`candidates`, of messages that were encoded here."""
        if self.candidates is None:
            raise ValueError("How many candidates were looked at is known where a message was encoded.")
        return self.candidates

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, chosen: Any) -> Messages:
        """Some of the messages (slice, mask or integer array); each keeps its table, so it decodes the same."""
        pick = np.atleast_1d(np.arange(len(self))[chosen])
        counts = None if self.candidates is None else self.candidates[pick]
        return Messages(self.indices[pick], counts, self.tables[pick], self.scalar)

    def lengths(self, code: str | Code) -> np.ndarray:
        """Bits of each message under a code of `ppr_core.codes`, (n,) int64."""
        return code_from_name(code).lengths(self.indices)

    def to_bytes(self, code: str | Code) -> bytes:
        """All messages as one stream of code words, padded to whole bytes."""
        return code_from_name(code).encode(self.indices)

    @classmethod
    def from_bytes(cls, data: bytes, code: str | Code, *, count: int | None = None, first_table: int = 0) -> Messages:
        """The messages of a stream; tables count from first_table. Corrupt streams raise ``CodeError``.

        count: how many messages there are, needed only by codes whose padding could be a word (`FixedLength`).
        """
        first_table = validation.integer("first_table", first_table, 0)
        indices = code_from_name(code).decode(data, count)
        return cls(indices, tables=np.arange(first_table, first_table + len(indices)))
