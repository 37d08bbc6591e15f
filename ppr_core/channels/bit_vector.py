"""Channels from a category to 0/1 vectors whose ratio looks at one bit; vectors are made 16 coordinates at a time."""

from __future__ import annotations

import math
from abc import abstractmethod
from functools import cache
from typing import Any

import numpy as np
from scipy.special import comb

from ppr_core import validation
from ppr_core.channels.base import Channel, TwoLevels, categories
from ppr_core.randomness import Rows

__all__ = ["BLOCK", "BitVectorChannel", "block_sizes", "pattern_table", "patterns"]

BLOCK = 16
_WORDS = 1 << 16  # blocks worked on at once

MAX_EPSILON = 500.0  # e^ε and its square root's ratios stay floats


class BitVectorChannel(Channel):
    """x in {0, …, k−1} -> z in {0, 1}^k as int8, with r(z|x) one value where z_x = 1 and another where z_x = 0.

    Under P(·|x) bit x is 1 with probability α1 and every other bit with probability α0 (`bit_probabilities`); under Q
    every bit is 1 with the same probability `mass`. The ratio of a candidate reads the uniforms behind bit x only.
    """

    event_shape = ()
    size: int
    mass: float
    _log_high: float
    _log_low: float

    @property
    def output_shape(self) -> tuple[int, ...]:
        return (self.size,)

    @property
    def input_size(self) -> int:
        """Number of categories."""
        return self.size

    @property
    def bit_probabilities(self) -> tuple[float, float]:
        """α1 = P(z_x = 1 | x) and α0 = P(z_j = 1 | x) for j ≠ x."""
        same = self.mass * math.exp(self._log_high)
        return same, self._other_probability(same)

    @abstractmethod
    def _other_probability(self, same: float) -> float:
        """α0 from α1."""

    @abstractmethod
    def _blocks(self, uniforms: np.ndarray) -> np.ndarray:
        """Samples of Q as 16-bit words, the first coordinate lowest: (m, width) -> (m, ⌈k/16⌉) uint16."""

    @abstractmethod
    def bit_of_candidate(self, x: np.ndarray, rows: Rows) -> np.ndarray:
        """Bit x_i of the sample of Q that row i gives, (m,) -> (m,) bool."""

    def inputs(self, x: Any) -> np.ndarray:
        """x as int64 (n,), each in [0, k)."""
        return categories(x, self.size)

    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """Samples of Q: (..., width) -> (..., k) int8, each 0 or 1."""
        flat = uniforms.reshape(-1, self.width)
        z = np.empty((len(flat), self.size), dtype=np.int8)
        step = max(1, _WORDS // self.width)
        for start in range(0, len(flat), step):
            words = self._blocks(flat[start : start + step]).astype("<u2", order="C")
            z[start : start + step] = np.unpackbits(
                words.view(np.uint8), axis=-1, count=self.size, bitorder="little"
            ).view(np.int8)
        return z.reshape(*uniforms.shape[:-1], self.size)

    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln r from bit x of z: x (...), z (..., k) broadcast -> (...)."""
        shape = np.broadcast_shapes(np.shape(x), z.shape[:-1])
        category = np.broadcast_to(x, shape)[..., None]
        bit = np.take_along_axis(np.broadcast_to(z, (*shape, self.size)), category, axis=-1)[..., 0]
        return np.where(bit == 1, self._log_high, self._log_low)

    def candidate_log_ratio(self, x: np.ndarray, rows: Rows) -> np.ndarray:
        """ln r of candidates, from the uniforms behind bit x only: (m,) and m rows -> (m,)."""
        return np.where(self.bit_of_candidate(x, rows), self._log_high, self._log_low)

    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """ln r where z_x = 1, in nats, the same for every x."""
        return self._log_high if x is None else np.full(np.shape(x), self._log_high)

    def divergence_bits(self, x: Any) -> np.ndarray:
        """α1 log2 r(z_x = 1) + (1 − α1) log2 r(z_x = 0), the same for every x."""
        same, _ = self.bit_probabilities
        nats = same * self._log_high + (1 - same) * self._log_low
        return np.full(len(self.inputs(x)), max(nats, 0.0) / math.log(2))

    def two_levels(self) -> TwoLevels:
        """The cap of x is {z: z_x = 1}."""
        return TwoLevels(self.mass, math.exp(self._log_high), math.exp(self._log_low))


def block_sizes(size: int) -> np.ndarray:
    """Coordinates in each block of 16, the last one may hold fewer: (⌈size/16⌉,)."""
    return np.diff(np.append(np.arange(0, size, BLOCK), size))


def patterns(uniforms: np.ndarray, ones: np.ndarray, sizes: np.ndarray | np.int64) -> np.ndarray:
    """A uniform pattern with the given number of ones, for blocks of the given sizes (all broadcast) -> uint16.

    Patterns with c ones are listed in increasing order, so those that fit into s coordinates are the first C(s, c).
    """
    words, first, choices = pattern_table()
    count = choices.take(sizes * (BLOCK + 1) + ones)  # several times as fast as two indices
    rank = np.minimum((uniforms * count).astype(np.int64), count - 1)
    return words.take(first.take(ones) + rank)


@cache
def pattern_table() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All 16-bit words by number of ones, where each number starts, and C(s, c) for s, c <= 16 at 17 s + c."""
    words = np.arange(1 << BLOCK, dtype=np.uint32)
    ones = np.bitwise_count(words)
    order = np.argsort(ones, kind="stable")
    first = np.searchsorted(ones[order], np.arange(BLOCK + 1))
    s, c = np.indices((BLOCK + 1, BLOCK + 1))
    return words[order].astype(np.uint16), first, comb(s, c).round().astype(np.int64).ravel()


def check_size_and_epsilon(size: int, epsilon: float, largest: int) -> tuple[int, float]:
    """k from 2 to the largest, ε in (0, 500] nats."""
    return (
        validation.integer("size", size, 2, largest),
        validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True),
    )
