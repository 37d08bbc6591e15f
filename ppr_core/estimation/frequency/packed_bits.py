"""Rows of bits, eight to a byte: exact random bits, column sums, and fields of a few bits one after the other.

A row of k bits takes ⌈k/8⌉ bytes; bit j is bit 7 − j mod 8 of byte ⌊j/8⌋, as ``numpy.packbits`` has it, and the bits
after the k-th are zero.
"""

from __future__ import annotations

import numpy as np

from ppr_core import validation

__all__ = [
    "bernoulli", "bernoulli_rows", "column_sums", "get_bits", "join_fields", "join_rows", "put_bits", "split_fields",
    "split_rows",
]  # fmt: skip

_WORDS = 1 << 15  # words worked on at once: a few arrays of 256 KiB stay in the second-level cache
_DENSE_DIGITS = 8  # after so many digits three words of 64 in four are settled
_MASKS = 128 >> np.arange(8, dtype=np.uint8)


def bernoulli_rows(probability: float, rows: int, size: int, rng: np.random.Generator) -> np.ndarray:
    """Independent bits, each 1 with exactly the probability of the given float: (rows, ⌈size/8⌉) uint8.

    Every bit compares a uniform U with p digit by digit, 64 at a time: the first binary digit in which they differ
    settles U < p. So one digit of U is drawn for all bits, a second for the half not settled by the first, and so on.
    """
    width = -(-size // 8)
    words = np.empty(-(-rows * width // 8), dtype=np.uint64)
    for start in range(0, len(words), _WORDS):
        _fill(words[start : start + _WORDS], probability, rng)
    bits = words.view(np.uint8)[: rows * width].reshape(rows, width)
    if size % 8:
        bits[:, -1] &= 256 - (1 << -size % 8)
    return bits


def bernoulli(probability: float, count: int, rng: np.random.Generator) -> np.ndarray:
    """Independent booleans (count,), each true with exactly the probability of the given float."""
    return np.unpackbits(bernoulli_rows(probability, 1, count, rng)[0], count=count).view(bool)


def _fill(words: np.ndarray, probability: float, rng: np.random.Generator) -> None:
    numerator, denominator = probability.as_integer_ratio()
    digits = denominator.bit_length() - 1
    words[:] = np.uint64(0xFFFFFFFFFFFFFFFF) if numerator >= denominator else np.uint64(0)
    if numerator <= 0 or numerator >= denominator:
        return
    chosen: np.ndarray | slice = slice(None)
    open_bits = np.full(len(words), 0xFFFFFFFFFFFFFFFF, dtype=np.uint64)
    for digit in range(digits):
        if digit >= _DENSE_DIGITS:
            alive = np.flatnonzero(open_bits)
            if not len(alive):
                return
            chosen = alive if isinstance(chosen, slice) else chosen[alive]
            open_bits = open_bits[alive]
        # A digit 1 of the mask says that U and p agree in this place.
        agree = rng.integers(0, 1 << 64, size=len(open_bits), dtype=np.uint64)
        if numerator >> (digits - 1 - digit) & 1:
            words[chosen] |= open_bits & ~agree
        open_bits &= agree


def get_bits(rows: np.ndarray, at: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Bit columns[i] of row at[i], (m,) bool."""
    return rows[at, columns >> 3] & _MASKS[columns & 7] != 0


def put_bits(rows: np.ndarray, at: np.ndarray, columns: np.ndarray, values: np.ndarray) -> None:
    """Set bit columns[i] of row at[i] to values[i] (booleans), in place; no row twice."""
    mask = _MASKS[columns & 7]
    rows[at, columns >> 3] = rows[at, columns >> 3] & ~mask | mask * values


def column_sums(rows: np.ndarray, size: int) -> np.ndarray:
    """How many rows have each bit, (n, ⌈size/8⌉) uint8 -> (size,) int64.

    Carry-save addition: three rows of weight w become one of weight w and one of weight 2w, eight columns a byte,
    until at most two rows of each weight are left to unpack.
    """
    total = np.zeros(size, dtype=np.int64)
    weight = 1
    while len(rows):
        carries = []
        while len(rows) > 2:
            third = len(rows) // 3
            a, b, c = rows[:third], rows[third : 2 * third], rows[2 * third : 3 * third]
            half = a ^ b
            carries.append((a & b) | (half & c))
            rows = np.concatenate([half ^ c, rows[3 * third :]])
        total += weight * np.unpackbits(rows, axis=1, count=size).sum(axis=0, dtype=np.int64)
        rows = np.concatenate(carries) if carries else rows[:0]
        weight *= 2
    return total


def join_rows(rows: np.ndarray, size: int) -> bytes:
    """Rows of ``size`` bits without gaps, padded once to a whole byte."""
    return rows.tobytes() if size % 8 == 0 else np.packbits(np.unpackbits(rows, axis=1, count=size)).tobytes()


def split_rows(data: bytes, count: int, size: int) -> np.ndarray:
    """The rows that `join_rows` joined: (count, ⌈size/8⌉) uint8, writable; ``ValueError`` for any other stream."""
    given = _stream(data, count * size)
    if size % 8 == 0:
        return given.reshape(count, size // 8).copy()
    return np.packbits(np.unpackbits(given, count=count * size).reshape(count, size), axis=1)


def join_fields(values: np.ndarray, width: int) -> bytes:
    """Integers below 2^width (width <= 32) in C order, each in ``width`` bits, padded once to a whole byte."""
    words = (values.astype(np.uint32).reshape(-1, 1) << np.uint32(32 - width)).astype(">u4")
    return np.packbits(np.unpackbits(words.view(np.uint8), axis=1, count=width)).tobytes()


def split_fields(data: bytes, count: int, width: int) -> np.ndarray:
    """The ``count`` integers that `join_fields` joined, (count,) int64; ``ValueError`` for any other stream."""
    bits = np.unpackbits(_stream(data, count * width), count=count * width).reshape(count, width)
    padded = np.zeros((count, 32), dtype=np.uint8)
    padded[:, :width] = bits
    words = np.packbits(padded, axis=1).view(">u4")[:, 0]
    return words.astype(np.int64) >> (32 - width)


def _stream(data: bytes, bits: int) -> np.ndarray:
    """The bytes of a stream of so many bits, checked for its length and for zeros in the padding."""
    validation.require(isinstance(data, (bytes, bytearray, memoryview)), "data", data, "bytes")
    given = np.frombuffer(data, dtype=np.uint8)
    length = -(-bits // 8)
    if len(given) != length:
        raise ValueError(f"data must be a stream of {bits} bits in {length} bytes; got {len(given)} bytes.")
    if bits % 8 and given[-1] & ((1 << -bits % 8) - 1):
        raise ValueError("data must end in zero bits after the last report; got others.")
    return given
