"""Generators that stretch a short seed into a row of uniforms: a cryptographic one, and two that are weak on purpose.

A seed is a row of bytes, most significant first. Rows can be read whole or in single places, so a channel that needs
one coordinate of a candidate costs one call of the hash function, and a row costs one for each of its segments.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import shake_256
from typing import Any, ClassVar, Protocol

import numpy as np

from ppr_core import kernels, validation
from ppr_core.compressors.chacha import ChaCha20
from ppr_core.randomness import Rows

__all__ = ["GENERATORS", "Congruential", "FewBits", "SeedGenerator", "Shake256"]

_MULTIPLIER = 3
_PER_BLOCK = 17  # 64-bit words that the permutation inside SHAKE-256 gives at once
_BLOCKS = 4  # in a segment; a place is reached through the blocks of its segment, a segment by itself
_PER_SEGMENT = _BLOCKS * _PER_BLOCK


class SeedGenerator(Protocol):
    """G: seeds -> rows of uniforms in (0, 1). cryptographic: no efficient test tells its rows from uniform ones."""

    name: ClassVar[str]
    label: ClassVar[str]
    cryptographic: ClassVar[bool]

    def rows(self, seeds: np.ndarray) -> Rows:
        """Seeds (m, bytes) uint8 -> m rows."""


@dataclass(frozen=True)
class Shake256:
    """SHAKE-256 (FIPS 202) of seed and segment number, four bytes; a segment of output is 68 uniforms of 8 bytes.

    >>> from ppr_core.compressors import Shake256
    >>> Shake256().cryptographic
    True
    """

    name: ClassVar[str] = "shake256"
    label: ClassVar[str] = "SHAKE-256"
    cryptographic: ClassVar[bool] = True

    def rows(self, seeds: np.ndarray) -> Rows:
        return _ShakeRows(seeds)


@dataclass(frozen=True)
class FewBits:
    """SHAKE-256 of the last ``bits`` bits of the seed only: at most 2^bits different rows. Weak on purpose.

    bits: from 1 to 32.

    >>> from ppr_core.compressors import FewBits
    >>> FewBits(4).bits
    4
    """

    bits: int = 4
    name: ClassVar[str] = "few_bits"
    label: ClassVar[str] = "SHAKE-256 of a few bits"
    cryptographic: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", validation.integer("bits", self.bits, 1, 32))

    def rows(self, seeds: np.ndarray) -> Rows:
        kept = ((1 << self.bits) - 1).to_bytes(seeds.shape[1] + 4, "big")[4:]
        return _ShakeRows(seeds & np.frombuffer(kept, dtype=np.uint8))


@dataclass(frozen=True)
class Congruential:
    """x ↦ 3x mod 2³¹ from the seed's last 30 bits. Weak on purpose: each number is uniform, neighbours are not free.

    A ratio that reads one place of a row hardly notices, so privacy holds; what is estimated from pairs does not.

    >>> from ppr_core.compressors import Congruential
    >>> Congruential().cryptographic
    False
    """

    name: ClassVar[str] = "congruential"
    label: ClassVar[str] = "Linear congruential"
    cryptographic: ClassVar[bool] = False

    def rows(self, seeds: np.ndarray) -> Rows:
        tail = np.zeros((len(seeds), 4), dtype=np.uint8)
        tail[:, 4 - min(4, seeds.shape[1]) :] = seeds[:, -4:]
        start = tail.view(">u4")[:, 0].astype(np.uint64)
        return _CongruentialRows((2 * start + 1) & np.uint64(2**31 - 1))


#: name -> generator, with its default strength.
GENERATORS: dict[str, SeedGenerator] = {
    generator.name: generator for generator in (Shake256(), ChaCha20(), FewBits(), Congruential())
}


class _ShakeRows:
    """Rows of SHAKE-256 output. Each remembers the block it read last: neighbouring places cost one call."""

    def __init__(self, seeds: np.ndarray, numbers: np.ndarray | None = None, words: np.ndarray | None = None) -> None:
        self.seeds = seeds
        self._numbers = np.full(len(seeds), -1) if numbers is None else numbers
        self._words = np.empty((len(seeds), _PER_BLOCK), dtype=">u8") if words is None else words

    def whole(self, width: int) -> np.ndarray:
        if width <= _PER_BLOCK and kernels.compiled(len(self.seeds), width) is not None:
            return _to_unit(_blocks(self.seeds, np.zeros(len(self.seeds), dtype=np.int64))[:, :width])
        uniforms = np.empty((len(self.seeds), width))
        for segment, start in enumerate(range(0, width, _PER_SEGMENT)):
            words = min(width - start, _PER_SEGMENT)
            inputs = _hash_inputs(self.seeds, np.full(len(self.seeds), segment))
            output = b"".join([shake_256(data).digest(8 * words) for data in inputs])
            uniforms[:, start : start + words] = _to_unit(np.frombuffer(output, dtype=">u8").reshape(-1, words))
        return uniforms

    def at(self, columns: np.ndarray) -> np.ndarray:
        numbers, offsets = np.divmod(columns, _PER_BLOCK)
        unread = np.nonzero(numbers != self._numbers)[0]
        self._words[unread] = _blocks(self.seeds[unread], numbers[unread])
        self._numbers[unread] = numbers[unread]
        return _to_unit(self._words[np.arange(len(numbers)), offsets])

    def __getitem__(self, chosen: Any) -> _ShakeRows:
        return _ShakeRows(self.seeds[chosen], self._numbers[chosen].copy(), self._words[chosen].copy())


def _blocks(seeds: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """One block of output for each seed: (m, bytes) and block numbers (m,) -> (m, 17) 64-bit words."""
    segments, within = np.divmod(numbers, _BLOCKS)
    compiled = kernels.compiled(len(seeds), _PER_BLOCK)
    if compiled is not None:
        joined = np.concatenate([seeds, segments.astype(">u4")[:, None].view(np.uint8)], axis=1)
        words = np.empty((len(seeds), _PER_BLOCK), dtype=np.uint64)
        compiled.shake256_blocks(joined, within.astype(np.int64, copy=False), words)
        return words
    size = 8 * _PER_BLOCK
    ends = (size * (within + 1)).tolist()
    inputs = _hash_inputs(seeds, segments)
    output = b"".join([shake_256(data).digest(end)[-size:] for data, end in zip(inputs, ends, strict=True)])
    return np.frombuffer(output, dtype=">u8").reshape(len(seeds), _PER_BLOCK)


def _hash_inputs(seeds: np.ndarray, segments: np.ndarray) -> list[bytes]:
    """Seed and segment number of each row, end to end."""
    joined = np.concatenate([seeds, segments.astype(">u4")[:, None].view(np.uint8)], axis=1)
    return joined.view(f"V{joined.shape[1]}").ravel().tolist()


@dataclass(frozen=True, eq=False)
class _CongruentialRows:
    start: np.ndarray

    def whole(self, width: int) -> np.ndarray:
        return self._values(self.start[:, None], np.arange(width))

    def at(self, columns: np.ndarray) -> np.ndarray:
        return self._values(self.start, columns)

    def __getitem__(self, chosen: Any) -> _CongruentialRows:
        return _CongruentialRows(self.start[chosen])

    @staticmethod
    def _values(start: np.ndarray, columns: np.ndarray) -> np.ndarray:
        powers = [_MULTIPLIER]
        for _ in range(int(columns.max(initial=0))):
            powers.append(powers[-1] * _MULTIPLIER % 2**31)
        state = start * np.array(powers, dtype=np.uint64)[columns] & np.uint64(2**31 - 1)
        return (state + 0.5) * 2.0**-31


def _to_unit(words: np.ndarray) -> np.ndarray:
    """64-bit words -> the odd multiples (2k + 1)·2⁻⁵³ of their upper 52 bits, as shared randomness has them."""
    return (words.astype(np.uint64) >> np.uint64(12)) * 2.0**-52 + 2.0**-53
