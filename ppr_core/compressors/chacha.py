"""ChaCha20 as a generator: a stream cipher in counter mode, many seeds at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ppr_core import kernels

__all__ = ["ChaCha20"]

_CONSTANT = np.frombuffer(b"expand 32-byte k", dtype="<u4").astype(np.uint32)
_UNIFORMS = 8  # in a block of 64 bytes
_ROUNDS = 20


@dataclass(frozen=True)
class ChaCha20:
    """The key stream of ChaCha20 (RFC 8439, section 2.3) under the seed as key, nonce 0; a block is 8 uniforms.

    The seed of up to 32 bytes is the end of the key, zeros stand before it. cryptographic under the assumption that
    ChaCha20's block function is a pseudorandom function, for keys of as many random bits as the seed has.
    """

    name: ClassVar[str] = "chacha20"
    label: ClassVar[str] = "ChaCha20"
    cryptographic: ClassVar[bool] = True

    def rows(self, seeds: np.ndarray) -> _KeyStreams:
        """The streams of seeds (m, bytes) uint8, one a row."""
        return _KeyStreams(self.keys(seeds))

    def keys(self, seeds: np.ndarray) -> np.ndarray:
        """Seeds (m, bytes) uint8 -> keys (m, 8) of 32-bit words."""
        keys = np.zeros((len(seeds), 32), dtype=np.uint8)
        keys[:, 32 - seeds.shape[1] :] = seeds
        return keys.view("<u4").astype(np.uint32, copy=False)


@dataclass(frozen=True, eq=False)
class _KeyStreams:
    """`Rows` under keys (m, 8) of 32-bit words."""

    keys: np.ndarray

    def whole(self, width: int) -> np.ndarray:
        uniforms, compiled = np.empty((len(self.keys), width)), kernels.compiled(len(self.keys), width)
        if compiled is not None:
            compiled.chacha20_rows(self.keys, uniforms)
            return uniforms
        for number, start in enumerate(range(0, width, _UNIFORMS)):
            block = _to_unit(_blocks(self.keys, np.full(len(self.keys), number)))
            uniforms[:, start : start + _UNIFORMS] = block[:, : width - start]
        return uniforms

    def at(self, columns: np.ndarray) -> np.ndarray:
        columns, compiled = np.asarray(columns, dtype=np.int64), kernels.compiled(len(self.keys), _UNIFORMS)
        if compiled is not None:
            uniforms = np.empty(len(columns))
            compiled.chacha20_places(self.keys, columns, uniforms)
            return uniforms
        numbers, within = np.divmod(columns, _UNIFORMS)
        words, pairs = _blocks(self.keys, numbers), 2 * within[:, None] + np.arange(2)
        return _to_unit(np.take_along_axis(words, pairs, axis=1))[:, 0]

    def __getitem__(self, chosen: Any) -> _KeyStreams:
        return _KeyStreams(np.ascontiguousarray(self.keys[chosen]))


def _blocks(keys: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Block numbers[i] (m,) of the key stream of keys[i] (m, 8), as 16 words each."""
    start = np.zeros((16, len(keys)), dtype=np.uint32)
    start[:4] = _CONSTANT[:, None]
    start[4:12] = keys.T
    start[12] = numbers
    state = start.copy()
    for number in range(_ROUNDS):
        shift = number % 2  # columns, then diagonals
        for q in range(4):
            _quarter_round(state, q, *(4 * row + (q + row * shift) % 4 for row in (1, 2, 3)))
    return np.ascontiguousarray((state + start).T)


def _quarter_round(state: np.ndarray, a: int, b: int, c: int, d: int) -> None:
    for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[one] += state[two]
        mixed = state[three] ^ state[one]
        state[three] = (mixed << np.uint32(by)) | (mixed >> np.uint32(32 - by))


def _to_unit(words: np.ndarray) -> np.ndarray:
    """Pairs of 32-bit words, the lower one first: (m, 2 u) -> (m, u) odd multiples of 2⁻⁵³."""
    upper = (words[:, 1::2].astype(np.uint64) << np.uint64(20)) | (words[:, ::2] >> np.uint32(12))
    return upper * 2.0**-52 + 2.0**-53
