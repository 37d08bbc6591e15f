"""Generators that stretch a short seed into a row of uniforms: a cryptographic one, and two that are weak on purpose.

A seed is a row of bytes, most significant first. Rows can be read whole or in single places, so a channel that needs
one coordinate of a candidate costs one call of the hash function.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from ppr_core import validation
from ppr_core.randomness import Rows

__all__ = ["GENERATORS", "Congruential", "FewBits", "SeedGenerator", "Shake256"]

_MULTIPLIER = 3
_PER_BLOCK = 17  # 64-bit words that one call of the permutation inside SHAKE-256 gives


class SeedGenerator(Protocol):
    """G: seeds -> rows of uniforms in (0, 1). cryptographic: no efficient test tells its rows from uniform ones."""

    name: ClassVar[str]
    label: ClassVar[str]
    cryptographic: ClassVar[bool]

    def rows(self, seeds: np.ndarray) -> Rows:
        """Seeds (m, bytes) uint8 -> m rows."""


@dataclass(frozen=True)
class Shake256:
    """SHAKE-256 (FIPS 202) of seed and block number; each block of output is 17 uniforms."""

    name: ClassVar[str] = "shake256"
    label: ClassVar[str] = "SHAKE-256"
    cryptographic: ClassVar[bool] = True

    def rows(self, seeds: np.ndarray) -> Rows:
        return _ShakeRows(seeds)


@dataclass(frozen=True)
class FewBits:
    """SHAKE-256 of the last ``bits`` bits of the seed only: at most 2^bits different rows. Weak on purpose.

    bits: from 1 to 32.
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
    generator.name: generator for generator in (Shake256(), FewBits(), Congruential())
}


class _ShakeRows:
    """Rows of SHAKE-256 output. Each remembers the block it read last: neighbouring places cost one call."""

    def __init__(self, seeds: np.ndarray, numbers: np.ndarray | None = None, words: np.ndarray | None = None) -> None:
        self.seeds = seeds
        self._numbers = np.full(len(seeds), -1) if numbers is None else numbers
        self._words = np.empty((len(seeds), _PER_BLOCK), dtype=">u8") if words is None else words

    def whole(self, width: int) -> np.ndarray:
        blocks = -(-width // _PER_BLOCK)
        numbers = np.tile(np.arange(blocks), len(self.seeds))
        words = _shake_words(np.repeat(self.seeds, blocks, axis=0), numbers)
        return _to_unit(words.reshape(len(self.seeds), blocks * _PER_BLOCK)[:, :width])

    def at(self, columns: np.ndarray) -> np.ndarray:
        blocks, places = np.divmod(columns, _PER_BLOCK)
        unread = np.nonzero(blocks != self._numbers)[0]
        self._words[unread] = _shake_words(self.seeds[unread], blocks[unread])
        self._numbers[unread] = blocks[unread]
        return _to_unit(self._words[np.arange(len(blocks)), places])

    def __getitem__(self, chosen: Any) -> _ShakeRows:
        return _ShakeRows(self.seeds[chosen], self._numbers[chosen].copy(), self._words[chosen].copy())


def _shake_words(seeds: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """A block of output for each seed and block number: (m, bytes) and (m,) -> (m, 17) 64-bit words."""
    size, count = seeds.shape[1] + 4, 8 * _PER_BLOCK
    data = np.concatenate([seeds, numbers.astype(">u4")[:, None].view(np.uint8)], axis=1).tobytes()
    shake = hashlib.shake_256
    blocks = b"".join([shake(data[start : start + size]).digest(count) for start in range(0, len(data), size)])
    return np.frombuffer(blocks, dtype=">u8").reshape(len(seeds), _PER_BLOCK)


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
