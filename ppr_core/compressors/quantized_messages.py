"""What a quantizer sends: one signed integer for each coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.codes import Code, code_from_name

__all__ = ["QuantizedMessages"]


@dataclass(frozen=True, eq=False)
class QuantizedMessages:
    """A batch of n messages of d integers each.

    integers: (n, d) int64, or object dtype with Python integers where one needs more than 63 bits.
    tables: (n,) int64, the table of the shared randomness each message is about; coordinate j uses its row j.
    scalar: the inputs came without a coordinate axis, so decoding drops it too.

    >>> import numpy as np
    >>> from ppr_core import QuantizedMessages
    >>> QuantizedMessages(np.array([[0, -1], [3, 2]])).integers.shape
    (2, 2)
    """

    integers: np.ndarray
    tables: np.ndarray = None  # type: ignore[assignment]  # filled in below
    scalar: bool = False

    def __post_init__(self) -> None:
        if self.tables is None:
            object.__setattr__(self, "tables", np.arange(len(self.integers)))

    def __len__(self) -> int:
        return len(self.integers)

    def __getitem__(self, chosen: Any) -> QuantizedMessages:
        """Some of the messages (slice, mask or integer array); each keeps its table, so it decodes the same."""
        pick = np.atleast_1d(np.arange(len(self))[chosen])
        return QuantizedMessages(self.integers[pick], self.tables[pick], self.scalar)

    @property
    def indices(self) -> np.ndarray:
        """What is sent, under the name all messages have: the integers, (n,) for scalars, else (n, d)."""
        return self.integers[:, 0] if self.scalar else self.integers

    @property
    def candidates(self) -> np.ndarray:
        """Outputs the encoder looked at, (n,) int64: one for each message, as nothing is searched for."""
        return np.ones(len(self), dtype=np.int64)

    def lengths(self, code: str | Code) -> np.ndarray:
        """Bits of each message, all d coordinates together, under a code of `ppr_core.codes`, (n,) int64."""
        return code_from_name(code).lengths(self.integers.ravel()).reshape(self.integers.shape).sum(axis=1)

    def to_bytes(self, code: str | Code) -> bytes:
        """All messages as one stream of code words, padded to whole bytes; a code of signed integers."""
        return code_from_name(code).encode(self.integers.ravel())

    @classmethod
    def from_bytes(
        cls, data: bytes, code: str | Code, *, dimension: int | None = None, first_table: int = 0
    ) -> QuantizedMessages:
        """The messages of a stream; tables count from first_table. Corrupt streams raise ``CodeError``.

        dimension: d, the integers in a message; None for messages about scalars.
        """
        first_table = validation.integer("first_table", first_table, 0)
        width = 1 if dimension is None else validation.integer("dimension", dimension, 1)
        integers = code_from_name(code).decode(data)
        whole = len(integers) % width == 0
        validation.require(whole, "dimension", width, f"a divisor of the {len(integers)} integers received")
        rows = integers.reshape(-1, width)
        return cls(rows, np.arange(first_table, first_table + len(rows)), dimension is None)
