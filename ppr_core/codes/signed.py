"""Codes for all integers, made from codes for the positive ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.codes.base import Code
from ppr_core.validation import require

__all__ = ["Signed"]

_EXACT = 1 << 62  # from here on, doubling leaves int64


@dataclass(frozen=True)
class Signed(Code):
    """A code of positive integers used for all: m ≤ 0 is sent as 1 − 2m and m > 0 as 2m.

    Raises ValueError unless the given code's smallest integer is 1.

    >>> from ppr_core.codes import EliasGamma
    >>> Signed(EliasGamma()).words([0, 1, -1])
    ['1', '010', '011']
    """

    code: Code

    def __post_init__(self) -> None:
        suited = isinstance(self.code, Code) and self.code.smallest == 1
        require(suited, "code", self.code, "a code for the integers from 1 on")

    @property
    def name(self) -> str:
        return f"signed_{self.code.name}"

    @property
    def label(self) -> str:
        return f"Signed {self.code.label}"

    @property
    def smallest(self) -> int | None:
        return None if self.code.largest is None else -((self.code.largest - 1) // 2)

    @property
    def largest(self) -> int | None:
        return None if self.code.largest is None else self.code.largest // 2

    @property
    def needs_count(self) -> bool:
        return self.code.needs_count

    def _lengths(self, values: np.ndarray) -> np.ndarray:
        near = (values > -_EXACT) & (values < _EXACT)
        small = np.where(near, values, 0)
        lengths = self.code._lengths(np.where(small > 0, 2 * small, 1 - 2 * small))
        lengths[~near] = [len(self._word(value)) for value in values[~near].tolist()]
        return lengths

    def _word(self, value: int) -> str:
        return self.code._word(_positive(value))

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        value, end = self.code._read(bits, start)
        return -(value // 2) if value % 2 else value // 2, end


def _positive(value: int) -> int:
    return 2 * value if value > 0 else 1 - 2 * value
