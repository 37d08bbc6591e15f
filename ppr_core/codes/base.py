"""What a code is: integers to bits and back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np

from ppr_core.codes.integers import as_integers, exact_array
from ppr_core.validation import fail, integer

__all__ = ["Code", "CodeError"]


_WINDOW = 12  # bits: the words that a window holds whole are read once, and at most 2¹² windows are remembered


class CodeError(ValueError):
    """A stream of bits that is no concatenation of code words: cut off, damaged, or written by another code.

    >>> from ppr_core.codes import CodeError, EliasGamma
    >>> try:
    ...     EliasGamma().decode(bytes([1]))
    ... except CodeError as error:
    ...     print(error)
    The stream must not end inside a code word; got one cut off that starts at bit 0.
    """


class Code(ABC):
    """A prefix-free binary code for the integers from ``smallest`` to ``largest`` (``None``: no limit).

    A stream is the concatenation of code words, filled up with fewer than 8 zero bits to whole bytes. No code
    word consists of fewer than 8 zeros and nothing else, so a stream can be read to its end without a count;
    the exceptions set ``needs_count``. Every stream that decodes is the only encoding of what it decodes to.

    A concrete code gives ``name``, ``label``, ``smallest`` and three methods: `_lengths`, `_word` and `_read`.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """Its key."""

    @property
    @abstractmethod
    def label(self) -> str:
        """Its name on a page."""

    @property
    @abstractmethod
    def smallest(self) -> int | None:
        """The smallest integer with a word; None: no limit."""

    @property
    def largest(self) -> int | None:
        """The largest."""
        return None

    @property
    def needs_count(self) -> bool:
        """Whether a stream can only be read by who knows how many words it has."""
        return False

    def lengths(self, integers: Any) -> np.ndarray:
        """Length of each code word in bits, int64 of shape (n,), for integers of shape (n,).

        Exact for integers of any size. Raises ValueError for anything that is not an integer in range.
        """
        values = self._check(integers)
        if values.dtype == np.int64:
            return self._lengths(values)
        return np.array([len(self._word(value)) for value in values], dtype=np.int64)

    def word(self, integer: int) -> str:
        """The code word of one integer as a text of 0 and 1."""
        return self.words([integer])[0]

    def words(self, integers: Any) -> list[str]:
        """The n code words of integers of shape (n,), each a text of 0 and 1."""
        return [self._word(value) for value in self._check(integers).tolist()]

    def encode(self, integers: Any) -> bytes:
        """The stream of integers of shape (n,): code words one after the other, then zeros up to a whole byte."""
        values = self._check(integers)
        if values.dtype == np.int64:  # short messages repeat: one word for all of the same integer
            distinct, inverse = np.unique(values, return_inverse=True)
            words = np.array([self._word(value) for value in distinct.tolist()], dtype=object)[inverse].tolist()
        else:
            words = [self._word(value) for value in values.tolist()]
        bits = "".join(words).encode("ascii")
        return np.packbits(np.frombuffer(bits, dtype=np.uint8) & 1).tobytes()

    def decode(self, data: bytes, count: int | None = None) -> np.ndarray:
        """The integers of a stream, shape (n,): int64 if all fit, otherwise object with Python integers.

        Without a count the stream is read to its end; with one it must hold exactly that many code words.
        Raises CodeError where the stream is cut off, holds bits that no code word begins with, or does not end
        in fewer than 8 zero bits; ValueError where the arguments are not bytes and a whole number.
        """
        bits = _bits(data)
        if count is not None:
            count = integer("count", count, 0)
        elif self.needs_count:
            fail("count", count, f"given for the code {self.label}, whose words can look like padding")
        padding = max(len(bits.rstrip("0")), len(bits) - 7)  # from here on: only zeros, and fewer than 8
        values: array[int] | list[int] = array("q")
        position = 0
        # Far from the end, all words of a window at a time: a window holds at most as many as it has bits.
        while position + _WINDOW <= padding and (count is None or len(values) + _WINDOW <= count):
            window = bits[position : position + _WINDOW]
            words = self._windows.get(window)
            if words is None:
                words = self._windows[window] = self._whole_words(window)
            if words[1]:
                values.extend(words[0])
                position += words[1]
            else:  # a word longer than the window
                value, position = self._read(bits, position)
                values = _with(values, value)
        while position < padding if count is None else len(values) < count:
            value, position = self._read(bits, position)
            values = _with(values, value)
        if position < padding:
            raise CodeError(f"The stream must end after {count} code words; got more than padding from bit {position}.")
        return np.asarray(values) if isinstance(values, array) else exact_array(values)

    @cached_property
    def _windows(self) -> dict[str, tuple[list[int], int]]:
        return {}

    def _whole_words(self, window: str) -> tuple[list[int], int]:
        """The integers whose words the window begins with, and the bits they take."""
        values, position = [], 0
        with suppress(CodeError):
            while position < len(window):
                value, end = self._read(window, position)
                values.append(value)
                position = end
        return values, position

    @abstractmethod
    def _lengths(self, values: np.ndarray) -> np.ndarray:
        """Lengths in bits, int64 (n,), of valid int64 integers (n,); array program."""

    @abstractmethod
    def _word(self, value: int) -> str:
        """The code word of one valid integer of any size."""

    @abstractmethod
    def _read(self, bits: str, start: int) -> tuple[int, int]:
        """The integer whose code word starts at this bit, and the bit after that word; may raise CodeError."""

    def _check(self, integers: Any) -> np.ndarray:
        return as_integers(integers, self.smallest, self.largest)

    @staticmethod
    def _cut_off(start: int) -> CodeError:
        return CodeError(f"The stream must not end inside a code word; got one cut off that starts at bit {start}.")


def _with(values: array[int] | list[int], value: int) -> array[int] | list[int]:
    """The values and one more: 8 bytes each, a list from the first on that needs more."""
    try:
        values.append(value)
    except OverflowError:
        return [*values, value]
    return values


def _bits(data: bytes) -> str:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        fail("data", data, "bytes")
    return (np.unpackbits(np.frombuffer(bytes(data), dtype=np.uint8)) + ord("0")).tobytes().decode("ascii")
