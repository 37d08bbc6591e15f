"""Shared randomness with random access: an endless table of uniforms for each message, any row in O(1).

Encoder and decoder hold the same seed. Row k of message i is a function of (seed, i, k) alone, so every message
decodes by itself, in any order and in any process. Randomness that only the encoder may know is an ordinary
``numpy.random.Generator`` and never comes from here.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3, SC 2011),
a keyed bijection of a 128-bit counter; here it runs over arrays of counters.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Protocol

import numpy as np

from ppr_core import kernels, validation

__all__ = ["Rows", "SharedRandomness", "SharedRows", "philox4x32", "round_keys"]

_MULTIPLIER_0, _MULTIPLIER_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10
_LOW_32 = np.uint64(0xFFFFFFFF)
_SHIFT_32, _SHIFT_20, _SHIFT_12 = np.uint64(32), np.uint64(20), np.uint64(12)
_EXPONENT_OF_ONE = np.uint64(0x3FF0000000000000)
_LANES = 16384  # counters worked on at once: six arrays of 128 KiB stay in the second-level cache


def round_keys(key: Any) -> list[tuple[Any, Any]]:
    """The key words of the ten rounds for a 64-bit key, or for a uint64 array of keys.

    >>> from ppr_core.randomness import round_keys
    >>> len(round_keys(0))
    10
    """
    key_0, key_1 = key & _LOW_32, key >> _SHIFT_32
    return [
        ((key_0 + np.uint64(r * _WEYL_0)) & _LOW_32, (key_1 + np.uint64(r * _WEYL_1)) & _LOW_32) for r in range(_ROUNDS)
    ]


def philox4x32(counter: np.ndarray, keys: list[tuple[Any, Any]]) -> None:
    """Apply Philox4x32-10 in place.

    counter: (4, ...) uint64, each word below 2³²; replaced by the four output words, each below 2³².
    keys: from `round_keys`; arrays in it broadcast against one counter word.

    >>> import numpy as np
    >>> from ppr_core.randomness import philox4x32, round_keys
    >>> counter = np.zeros((4, 1), dtype=np.uint64)
    >>> philox4x32(counter, round_keys(0))
    >>> [f"{int(word):08x}" for [word] in counter]  # the first test vector of Random123
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    c0, c1, c2, c3 = counter
    product_0, product_1 = np.empty_like(c0), np.empty_like(c0)
    for key_0, key_1 in keys:
        np.multiply(c0, _MULTIPLIER_0, out=product_0)
        np.multiply(c2, _MULTIPLIER_1, out=product_1)
        np.right_shift(product_1, _SHIFT_32, out=c0)
        np.bitwise_xor(c0, c1, out=c0)
        np.bitwise_xor(c0, key_0, out=c0)
        np.bitwise_and(product_1, _LOW_32, out=c1)
        np.right_shift(product_0, _SHIFT_32, out=c2)
        np.bitwise_xor(c2, c3, out=c2)
        np.bitwise_xor(c2, key_1, out=c2)
        np.bitwise_and(product_0, _LOW_32, out=c3)


class SharedRandomness:
    """An endless table of uniforms for each message, known to encoder and decoder.

    seed: any integer >= 0. Equal seeds give bit-equal tables in every process and on every platform. kernel_key: the
    key as `ppr_core.kernels` take it.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> shared = SharedRandomness(7)
    >>> shared.uniforms([1, 2, 10**15], 2).shape
    (3, 2)
    >>> bool((shared.uniforms([2], 3) == SharedRandomness(7).uniforms([2], 3)).all())
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = validation.integer("seed", seed, 0)
        self.kernel_key = np.uint64(self._key(0))

    def __repr__(self) -> str:
        return f"SharedRandomness({self.seed})"

    @property
    def key(self) -> int:
        """The 64-bit Philox key of the rows below 2⁶⁴: row k of table i has counter (block, i, k mod 2³², k >> 32)."""
        return int(self.kernel_key)

    def uniforms(self, indices: Any, width: int, message: Any = 0) -> np.ndarray:
        """Rows of the tables: (len(indices), width) floats in the open interval (0, 1).

        indices: (m,) integers >= 0 of any size (object dtype above 64 bits). width: >= 1; a narrower row is the
        beginning of a wider one. message: the table each row is read from, one integer or (m,), in [0, 2³²).
        The uniforms are the odd multiples of 2⁻⁵³, so 0, ½ and 1 never occur.
        Raises ``ValueError`` for negative indices, a message out of range or a width below 1.
        """
        width = validation.integer("width", width, 1)
        indices = self._indices(indices)
        compiled = kernels.compiled(len(indices), width)
        if compiled is not None and indices.dtype != object:
            rows, tables = np.empty((len(indices), width)), self._tables(message, len(indices))
            compiled.fill_rows(self.kernel_key, _words(indices), _words(tables), rows)
            return rows
        blocks = np.arange((width + 1) // 2, dtype=np.uint64)[None]
        return self._rows(indices, self._tables(message, len(indices)), blocks, width)

    def uniforms_at(self, indices: Any, columns: Any, message: Any = 0) -> np.ndarray:
        """One uniform of each row, (len(indices),): row i of `uniforms` at column columns[i], without the others.

        columns: (m,) integers >= 0. indices, message: as for `uniforms`.
        """
        indices = self._indices(indices)
        columns = _whole_numbers("columns", columns)
        fits = columns.shape == indices.shape and columns.dtype != object
        validation.require(fits, "columns", columns.shape, f"an array of {len(indices)} whole numbers")
        if len(columns):
            validation.require(columns.min() >= 0, "columns", columns.min(), "at least 0")
        columns = columns.astype(np.uint64)
        compiled = kernels.compiled(len(indices), 2)
        if compiled is not None and indices.dtype != object:
            places, tables = np.empty(len(indices)), self._tables(message, len(indices))
            compiled.fill_places(self.kernel_key, _words(indices), _words(tables), columns, places)
            return places
        pairs = self._rows(indices, self._tables(message, len(indices)), (columns // np.uint64(2))[:, None], 2)
        return np.where(columns % np.uint64(2) == 0, pairs[:, 0], pairs[:, 1])

    def _rows(self, indices: np.ndarray, message: np.ndarray, blocks: np.ndarray, width: int) -> np.ndarray:
        """Pairs of uniforms number ``blocks`` (1 or m, count), the last cut to the width: (m, width).

        Of Python integers of any size, bits from the 65th on choose the key, the others the counter.
        """
        if indices.dtype != object:
            return self._fill(indices.astype(np.uint64), message, blocks, width, None)
        large = np.asarray(indices >= 1 << 64, dtype=bool)
        beyond = indices[large].tolist()
        keys = np.array([self._key(k >> 64) for k in beyond], dtype=np.uint64)
        low = np.array([k & (1 << 64) - 1 for k in beyond], dtype=np.uint64)
        rows = np.empty((len(indices), width))
        for chosen, words, own in ((~large, indices[~large].astype(np.uint64), None), (large, low, keys)):
            places = blocks if len(blocks) == 1 else blocks[chosen]
            rows[chosen] = self._fill(words, message[chosen], places, width, own)
        return rows

    def _key(self, high: int) -> int:
        """The 64-bit Philox key of the indices whose bits from the 65th on are ``high``."""
        text = f"{self.seed:x}:{high:x}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8, person=b"shared-table").digest(), "little")

    def _fill(
        self, indices: np.ndarray, message: np.ndarray, blocks: np.ndarray, width: int, keys: np.ndarray | None
    ) -> np.ndarray:
        """Rows for 64-bit indices; keys is (m,) where each row has its own key, else None for the common one."""
        blocks = np.broadcast_to(blocks, (len(indices), blocks.shape[1]))
        out = np.empty((len(indices), width))
        step = max(1, _LANES // blocks.shape[1])
        common = round_keys(self.kernel_key)
        counter = np.empty((4, min(step, len(indices)), blocks.shape[1]), dtype=np.uint64)
        for start in range(0, len(indices), step):
            stop = min(start + step, len(indices))
            part = counter[:, : stop - start]
            index = indices[start:stop, None]
            part[0] = blocks[start:stop]
            part[1] = message[start:stop, None]
            part[2] = index & _LOW_32
            part[3] = index >> _SHIFT_32
            own = common if keys is None else round_keys(keys[start:stop, None])
            philox4x32(part, own)
            out[start:stop, 0::2] = _to_unit(part[0], part[1])
            if width > 1:
                out[start:stop, 1::2] = _to_unit(part[2], part[3])[:, : width // 2]
        return out

    @staticmethod
    def _indices(value: Any) -> np.ndarray:
        indices = _whole_numbers("indices", value)
        validation.require(indices.ndim == 1, "indices", indices.shape, "a one-dimensional array of whole numbers")
        if len(indices):
            lowest = min(indices) if indices.dtype == object else indices.min()
            validation.require(lowest >= 0, "indices", lowest, "at least 0")
        return indices

    @staticmethod
    def _tables(message: Any, count: int) -> np.ndarray:
        tables = _whole_numbers("message", message)
        fits = tables.shape in ((), (1,), (count,))
        validation.require(fits, "message", tables.shape, f"one whole number or an array of {count}")
        if tables.size:
            low, high = tables.min(), tables.max()
            validation.require(low >= 0, "message", low, "in [0, 2**32)")
            validation.require(high < 2**32, "message", high, "in [0, 2**32)")
        return np.broadcast_to(tables.astype(np.uint64), (count,))


class Rows(Protocol):
    """m rows of uniforms in (0, 1), to be read whole or in single places."""

    def whole(self, width: int) -> np.ndarray:
        """The first columns of every row, (m, width)."""

    def at(self, columns: np.ndarray) -> np.ndarray:
        """One place of every row: columns (m,) -> (m,)."""

    def __getitem__(self, chosen: Any) -> Rows:
        """Some of the rows (mask, slice or integer array)."""


@dataclass(frozen=True, eq=False)
class SharedRows:
    """`Rows` of shared randomness: row indices[i] of table tables[i], (m,) each.

    >>> import numpy as np
    >>> from ppr_core.randomness import SharedRandomness, SharedRows
    >>> rows = SharedRows(SharedRandomness(7), np.array([1, 2]), np.array([0, 0]))
    >>> len(rows.indices)
    2
    """

    shared: SharedRandomness
    indices: np.ndarray
    tables: np.ndarray

    def whole(self, width: int) -> np.ndarray:
        return self.shared.uniforms(self.indices, width, self.tables)

    def at(self, columns: np.ndarray) -> np.ndarray:
        return self.shared.uniforms_at(self.indices, columns, self.tables)

    def __getitem__(self, chosen: Any) -> SharedRows:
        return SharedRows(self.shared, self.indices[chosen], self.tables[chosen])


def _whole_numbers(field: str, value: Any) -> np.ndarray:
    """An array of integers, of object dtype where they need it."""
    try:
        numbers = np.atleast_1d(np.asarray(value)) if field == "indices" else np.asarray(value)
    except ValueError:
        validation.fail(field, value, "whole numbers")
    if not numbers.size:
        return numbers.astype(np.int64)
    if numbers.dtype == object and set(map(type, numbers.flat)) == {int}:
        return numbers.copy()
    if numbers.dtype == object and all(isinstance(k, Integral) and not isinstance(k, bool) for k in numbers.flat):
        whole = np.empty(numbers.shape, dtype=object)
        whole.ravel()[:] = [int(k) for k in numbers.flat]
        return whole
    validation.require(numbers.dtype.kind in "iu", field, value, "whole numbers")
    return numbers


def _words(numbers: np.ndarray) -> np.ndarray:
    """As the kernels want them: unsigned, writable and without gaps."""
    return np.array(numbers, dtype=np.uint64, order="C")


def _to_unit(high: np.ndarray, low: np.ndarray) -> np.ndarray:
    """Two 32-bit words -> (2k + 1)·2⁻⁵³ with k their upper 52 bits. Overwrites ``high``."""
    np.left_shift(high, _SHIFT_20, out=high)
    np.bitwise_or(high, low >> _SHIFT_12, out=high)
    np.bitwise_or(high, _EXPONENT_OF_ONE, out=high)  # the bits of 1 + k·2⁻⁵²
    return high.view(np.float64) - (1.0 - 2.0**-53)
