"""Words of one length, for schemes that choose among a known number of candidates."""

from __future__ import annotations

from dataclasses import dataclass
from struct import iter_unpack
from typing import Any

import numpy as np

from ppr_core.codes.base import Code
from ppr_core.codes.integers import exact_array
from ppr_core.validation import integer

__all__ = ["FixedLength"]


@dataclass(frozen=True)
class FixedLength(Code):
    """k − 1 in binary with the given number of bits, 1 to 65536, for k from 1 to 2^bits.

    N candidates need ⌈log2 N⌉ bits. Words shorter than a byte can look like padding: decoding then needs the count.

    >>> FixedLength(3).words([1, 2, 8])
    ['000', '001', '111']
    """

    bits: int

    name = "fixed_length"
    smallest = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", integer("bits", self.bits, 1, 65536))

    @property
    def label(self) -> str:
        return f"Fixed length, {self.bits} bit{'s' * (self.bits > 1)}"

    @property
    def largest(self) -> int:
        return 1 << self.bits

    @property
    def needs_count(self) -> bool:
        return self.bits < 8

    def encode(self, integers: Any) -> bytes:
        if self.bits % 8:
            return super().encode(integers)
        size = self.bits // 8
        return b"".join([(value - 1).to_bytes(size, "big") for value in self._check(integers).tolist()])

    def decode(self, data: bytes, count: int | None = None) -> np.ndarray:
        count = None if count is None else integer("count", count, 0)
        size = self.bits // 8
        whole = self.bits % 8 == 0 and isinstance(data, bytes) and len(data) % size == 0
        if not whole or count not in (None, len(data) // size):
            return super().decode(data, count)
        whole_number = int.from_bytes
        return exact_array([whole_number(word) + 1 for (word,) in iter_unpack(f"{size}s", data)])

    def lengths(self, integers: Any) -> np.ndarray:
        return self._lengths(self._check(integers))

    def _lengths(self, values: np.ndarray) -> np.ndarray:
        return np.full(values.size, self.bits, dtype=np.int64)

    def _word(self, value: int) -> str:
        return f"{value - 1:0{self.bits}b}"

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        end = start + self.bits
        if end > len(bits):
            raise self._cut_off(start)
        return int(bits[start:end], 2) + 1, end
