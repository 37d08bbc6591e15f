"""Numbers of a record: how each kind is written, and what a reader refuses."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ppr_core import validation

__all__ = ["Cursor", "Field", "choice", "f64", "u8", "u16", "u32"]

_FORMATS = {"u8": ">B", "u16": ">H", "u32": ">I", "f64": ">d"}


@dataclass(frozen=True)
class Field:
    """One number, from low to high: unsigned of 1, 2 or 4 bytes, or an IEEE 754 double; the highest byte first.

    options: what the whole numbers 1, 2, … stand for, if they stand for words. to_wire, from_wire: between the
    attribute of an object and the number, where they differ.
    """

    name: str
    kind: str
    low: float
    high: float
    low_open: bool = False
    high_open: bool = False
    options: tuple[str, ...] = ()
    to_wire: Callable[[Any], Any] = lambda value: value
    from_wire: Callable[[Any], Any] = lambda value: value

    @property
    def size(self) -> int:
        """Bytes."""
        return struct.calcsize(_FORMATS[self.kind])

    def pack(self, value: Any) -> bytes:
        """The bytes of an object's value; ``ValueError`` outside the range."""
        number = self.to_wire(value)
        if self.options:
            number = 1 + self.options.index(validation.choice(self.name, number, self.options))
        return struct.pack(_FORMATS[self.kind], self._checked(number))

    def unpack(self, data: bytes) -> Any:
        """The value behind the bytes; ``ValueError`` outside the range, for NaN and for −0."""
        [number] = struct.unpack(_FORMATS[self.kind], data)
        self._checked(number)
        return self.from_wire(self.options[number - 1] if self.options else number)

    def _checked(self, number: Any) -> Any:
        if self.kind != "f64":
            return validation.integer(self.name, number, int(self.low), int(self.high))
        minus_zero = isinstance(number, float) and number == 0 and math.copysign(1.0, number) < 0
        validation.require(not minus_zero, self.name, "-0", "without a sign where it is 0")
        limits = {"low_open": self.low_open, "high_open": self.high_open, "infinite": math.isinf(self.high)}
        return validation.real(self.name, number, self.low, self.high, **limits)


def u8(name: str, low: int = 0, high: int = 2**8 - 1) -> Field:
    """One byte."""
    return Field(name, "u8", low, high)


def u16(name: str, low: int = 0, high: int = 2**16 - 1) -> Field:
    """Two bytes."""
    return Field(name, "u16", low, high)


def u32(name: str, low: int = 0, high: int = 2**32 - 1, **converted: Any) -> Field:
    """Four bytes."""
    return Field(name, "u32", low, high, **converted)


def f64(name: str, low: float, high: float, **others: Any) -> Field:
    """Eight bytes."""
    return Field(name, "f64", low, high, **others)


def choice(name: str, *options: str, **converted: Any) -> Field:
    """One byte, 1 for the first word."""
    return Field(name, "u8", 1, len(options), options=options, **converted)


@dataclass
class Cursor:
    """Bytes that are read from front to back."""

    data: bytes
    place: int = 0

    def take(self, count: int, name: str) -> bytes:
        """The next bytes; ``ValueError`` where the record ends before them."""
        left = len(self.data) - self.place
        validation.require(left >= count, name, left, f"{count} bytes long")
        self.place += count
        return self.data[self.place - count : self.place]

    def read(self, field: Field) -> Any:
        """The value of the next field."""
        return field.unpack(self.take(field.size, field.name))
