"""What every code reads and returns: one-dimensional arrays of exact integers.

``int64`` where every entry fits, otherwise ``object`` with Python integers, so that an index of thousands
of bits is never rounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np

from ppr_core.validation import fail, integer

__all__ = ["as_integers", "exact_array", "show_integer"]

_INT64 = np.iinfo(np.int64)


def exact_array(values: Iterable[int]) -> np.ndarray:
    """Python integers as an array of shape (n,): int64 if all fit, otherwise object."""
    values = list(values)
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return np.array(values, dtype=object)


def as_integers(values: Any, smallest: int | None = None, largest: int | None = None) -> np.ndarray:
    """The values, exactly, as an array of shape (n,) with entries from smallest to largest (``None``: no limit).

    Takes arrays and sequences of integers of any size and of floats with whole values.
    Raises ValueError for fractions, NaN, infinity, booleans, text, other shapes and entries out of range.
    """
    allowed = "whole numbers" + _range(smallest, largest)
    # Straight to dtype object: left alone, numpy turns [2**63, -1] into floats and [2, True] into integers.
    array = values if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    if array.ndim != 1:
        raise ValueError(f"integers must be an array of shape (n); got shape {array.shape}.")
    if array.size == 0:
        return np.empty(0, dtype=np.int64)
    array = _exact(array, allowed)
    if smallest is not None and array.min() < smallest:
        _refuse(int(array.min()), allowed)
    if largest is not None and array.max() > largest:
        _refuse(int(array.max()), allowed)
    return array


def show_integer(value: int) -> str:
    """The integer in a few characters: digits, or a power of two, or its size in bits."""
    size = abs(value).bit_length()
    if size <= 64:
        return str(value)
    if abs(value) == 1 << (size - 1):
        return f"{'-' if value < 0 else ''}2^{size - 1}"
    return f"{'a negative' if value < 0 else 'an'} integer of {size} bits"


def _exact(array: np.ndarray, allowed: str) -> np.ndarray:
    if array.dtype.kind == "i":
        return array.astype(np.int64, copy=False)
    if array.dtype.kind == "u":
        return array.astype(np.int64 if array.max() <= _INT64.max else object)
    if array.dtype.kind == "f":
        whole = np.isfinite(array) & (array == np.floor(array))
        if not whole.all():
            _refuse(array[~whole][0], allowed)
        return array.astype(np.int64) if float(np.abs(array).max()) < 2.0**63 else exact_array(map(int, array))
    if array.dtype.kind != "O":
        _refuse(array[0], allowed)
    entries = array.tolist()
    if set(map(type, entries)) == {int}:
        return exact_array(entries)
    return exact_array(entry if type(entry) is int else _whole(entry, allowed) for entry in entries)


def _whole(entry: Any, allowed: str) -> int:
    try:
        return integer("integers", entry)
    except (ValueError, OverflowError):  # overflow: a fraction beyond the floats
        _refuse(entry, allowed)


def _refuse(value: Any, allowed: str) -> NoReturn:
    if isinstance(value, int) and abs(value).bit_length() > 64:  # too long to print
        raise ValueError(f"integers must be {allowed}; got {show_integer(value)}.")
    fail("integers", value, allowed)


def _range(smallest: int | None, largest: int | None) -> str:
    if smallest is not None and largest is not None:
        return f" from {show_integer(smallest)} to {show_integer(largest)}"
    if smallest is not None:
        return f" at least {show_integer(smallest)}"
    return "" if largest is None else f" at most {show_integer(largest)}"
