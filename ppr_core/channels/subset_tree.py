"""Uniform subsets of a fixed size with quick access to single coordinates.

The number of elements in the left half of the coordinates is hypergeometric; given it, both halves hold uniform
subsets by themselves. Splitting goes on down to blocks of 16 coordinates, whose pattern is uniform given its number of
ones. Every node of this tree has one uniform of its own.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from ppr_core.channels.bit_vector import BLOCK, block_sizes, patterns
from ppr_core.randomness import Rows

__all__ = ["SubsetTree"]

_TOGETHER = 4  # depths whose nodes stand next to each other, so that a path reads few stretches of a row
_CELLS = 256  # equal parts of (0, 1); most hold no step of a distribution function, so the inverse is one look-up


class SubsetTree:
    """Uniform subsets of size w of k coordinates from ``width`` = 2⌈k/16⌉ − 1 uniforms, one for each node.

    Steps of distribution functions are kept to about 10⁻¹², which is how far from uniform a subset can be.
    depth: splits on the way to a block, at most.
    """

    def __init__(self, size: int, subset_size: int) -> None:
        blocks = len(block_sizes(size))
        self.width, self.depth = self.shape(size)
        self._subset_size = subset_size
        # Nodes in order of depth: first and last block (exclusive), children, and which block a leaf is.
        self._start, self._stop, self._left, self._right, depth, chunk = np.zeros((6, self.width), dtype=np.int64)
        self._levels: list[np.ndarray] = []
        self._stop[0], known, level = blocks, 1, np.array([0])
        while True:
            inner = level[self._stop[level] - self._start[level] > 1]
            if not len(inner):
                break
            self._levels.append(inner)
            left = known + 2 * np.arange(len(inner))
            middle = (self._start[inner] + self._stop[inner] + 1) // 2
            self._left[inner], self._right[inner] = left, left + 1
            self._start[left], self._stop[left] = self._start[inner], middle
            self._start[left + 1], self._stop[left + 1] = middle, self._stop[inner]
            level = known + np.arange(2 * len(inner))
            known += len(level)
            depth[level] = len(self._levels)
            chunk[level] = level if len(self._levels) % _TOGETHER == 0 else np.repeat(chunk[inner], 2)
        self._size = np.minimum(self._stop * BLOCK, size) - self._start * BLOCK
        self._column = np.empty(self.width, dtype=np.int64)
        self._column[np.lexsort((depth, chunk))] = np.arange(self.width)
        leaves = np.nonzero(self._left == 0)[0]
        self._leaf = leaves[np.argsort(self._start[leaves])]
        self._splits = _Splits(size, subset_size, self._size, self._left, self._right)

    @staticmethod
    def shape(size: int) -> tuple[int, int]:
        """Width and depth of the tree over so many coordinates: halves that differ by one block at most."""
        blocks = len(block_sizes(size))
        return 2 * blocks - 1, (blocks - 1).bit_length()

    @cached_property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """What a path down the tree reads, for compiled code: nodes (width, 10) and the laws of their splits.

        A node: first block, left and right child, coordinates, column, and then what `_Splits` knows of it.
        """
        own = [self._start, self._left, self._right, self._size, self._column]
        return np.stack([*own, *self._splits.of_nodes], axis=1), *self._splits.laws

    def words(self, uniforms: np.ndarray) -> np.ndarray:
        """Subsets as 16-bit words, the first coordinate lowest: (m, width) -> (m, ⌈k/16⌉) uint16."""
        ones = np.empty((self.width, len(uniforms)), dtype=np.int64)
        ones[0] = self._subset_size
        across = uniforms.T[self._column]
        for level in self._levels:
            left = self._splits.left_ones(level[:, None], ones[level], across[level])
            ones[self._right[level]] = ones[level] - left
            ones[self._left[level]] = left
        return patterns(across[self._leaf], ones[self._leaf], self._size[self._leaf][:, None]).T

    def descend(self, block: np.ndarray, rows: Rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Ones in one block of each row, the uniform behind its pattern and its size: blocks (m,) -> (m,) each."""
        leaf = self._leaf[block]
        ones, uniforms = np.empty(len(block), dtype=np.int64), np.full(len(block), 0.5)
        open_, node = np.arange(len(block)), np.zeros(len(block), dtype=np.int64)
        count = np.full(len(block), self._subset_size)
        while len(open_):
            # An empty or full node settles all below it.
            settled = (count == 0) | (count == self._size[node])
            ones[open_[settled]] = np.where(count[settled] == 0, 0, self._size[leaf[open_[settled]]])
            if settled.any():
                open_, node, count, rows = open_[~settled], node[~settled], count[~settled], rows[~settled]
            drawn = rows.at(self._column[node])
            ended = self._left[node] == 0
            if ended.any():
                ones[open_[ended]], uniforms[open_[ended]] = count[ended], drawn[ended]
                open_, node, count, rows = open_[~ended], node[~ended], count[~ended], rows[~ended]
                drawn = drawn[~ended]
            left = self._splits.left_ones(node, count, drawn)
            right = self._right[node]
            goes_left = block[open_] < self._start[right]
            count = np.where(goes_left, left, count - left)
            node = right - goes_left
        return ones, uniforms, self._size[leaf]


class _Splits:
    """Distribution functions of the ones in the left child, for every node and every number of ones it may hold.

    All stand in one increasing array, number ``row`` shifted by 2·row: the gaps keep rounded sums in their row.
    ``_cells`` holds the inverse of each row in 256 equal parts of (0, 1), −1 where it takes more than one value.
    """

    def __init__(self, size: int, subset_size: int, sizes: np.ndarray, left: np.ndarray, right: np.ndarray) -> None:
        inner = np.nonzero(left)[0]
        self._first_row, self._fewest, self._range = np.zeros((3, len(sizes)), dtype=np.int64)
        self._left_size, self._right_size = sizes[left], sizes[right]
        steps: list[np.ndarray] = []
        before: list[int] = []
        entries = 0
        kinds, kind = np.unique(np.stack([sizes[left[inner]], sizes[right[inner]]]), axis=1, return_inverse=True)
        for number, (n_left, n_right) in enumerate(kinds.T.tolist()):
            fewest, most = _likely(n_left + n_right, size, subset_size)
            nodes = inner[kind.ravel() == number]
            self._first_row[nodes], self._fewest[nodes], self._range[nodes] = len(before), fewest, most - fewest
            for ones in range(fewest, most + 1):
                low, law = _hypergeometric_steps(ones, n_left, n_right)
                steps.append(2 * len(before) + law)
                before.append(entries - low)
                entries += len(law)
        self._steps = np.concatenate(steps) if steps else np.empty(0)
        self._before = np.array(before, dtype=np.int64)
        edges = 2.0 * np.arange(len(before))[:, None] + np.arange(_CELLS + 1) / _CELLS
        inverse = np.searchsorted(self._steps, edges) - self._before[:, None]
        single = inverse[:, 1:] == inverse[:, :-1]
        self._cells = np.where(single, inverse[:, 1:], -1).astype(np.int32).ravel()

    @property
    def of_nodes(self) -> tuple[np.ndarray, ...]:
        """First row, fewest ones and their range, coordinates on the left and on the right: (nodes,) each."""
        return self._first_row, self._fewest, self._range, self._left_size, self._right_size

    @property
    def laws(self) -> tuple[np.ndarray, ...]:
        """All steps, what stands before each row, and the inverse's cells."""
        return self._steps, self._before, self._cells

    def left_ones(self, node: np.ndarray, ones: np.ndarray, uniforms: np.ndarray) -> np.ndarray:
        """Ones in the left child by inversion, for nodes that hold ``ones``; all broadcast."""
        beyond = ones - self._fewest[node]
        usual = np.clip(beyond, 0, self._range[node])
        row, uniforms = np.broadcast_arrays(usual + self._first_row[node], uniforms)
        left = self._cells.take(row * _CELLS + (uniforms * _CELLS).astype(np.int64))
        open_ = np.nonzero(left < 0)
        left[open_] = np.searchsorted(self._steps, 2 * row[open_] + uniforms[open_]) - self._before[row[open_]]
        if not np.array_equal(usual, beyond):  # a chance below 10⁻²⁰: any answer will do that keeps the total
            left = np.clip(left, np.maximum(ones - self._right_size[node], 0), np.minimum(ones, self._left_size[node]))
        return left


def _likely(part: int, size: int, subset_size: int) -> tuple[int, int]:
    """Limits on the ones among ``part`` coordinates that a uniform subset exceeds with a chance below 10⁻²⁰."""
    share = part / size
    mean = subset_size * share
    spread = 11 * math.sqrt(mean * (1 - share) * (1 - subset_size / size)) + 40
    fewest = max(0, subset_size - (size - part), math.floor(mean - spread))
    return fewest, min(part, subset_size, math.ceil(mean + spread))


def _hypergeometric_steps(ones: int, n_left: int, n_right: int) -> tuple[int, np.ndarray]:
    """Fewest ones on the left that a uniform can reach, and the distribution function from there on, ending in 1."""
    mean = ones * n_left / (n_left + n_right)
    spread = 9 * math.sqrt(mean * n_right / (n_left + n_right)) + 30
    low = max(0, ones - n_right, math.floor(mean - spread))
    left = np.arange(low, min(n_left, ones, math.ceil(mean + spread)))
    # ln P up to a constant, from the ratios of neighbours: differences of large logarithms would lose digits.
    rising = np.log((n_left - left) * (ones - left)) - np.log((left + 1) * (n_right - ones + left + 1))
    log_law = np.concatenate([[0.0], np.cumsum(rising)])
    law = np.cumsum(np.exp(log_law - log_law.max()))
    return low, law / law[-1]
