"""Subset selection: a random subset of fixed size that holds the true category more often than others."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from ppr_core.channels.bit_vector import BLOCK, BitVectorChannel, check_size_and_epsilon, pattern_table, patterns
from ppr_core.channels.release import Release
from ppr_core.channels.subset_tree import SubsetTree
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import Rows

__all__ = ["SubsetSelectionChannel"]


class SubsetSelectionChannel(BitVectorChannel):
    """z has w = ⌈k/(e^ε+1)⌉ ones; z_x = 1 with probability w e^ε/(w e^ε + k − w), otherwise uniform (Ye, Barg 2018).

    Proposal Q: uniform on the subsets of size w; with θ = w/k, r* = 1/(θ + (1−θ) e^{−ε}). Subsets are drawn down a
    binary tree over the coordinates (`SubsetTree`), so bit x depends on about log2(k/16) + 1 uniforms of about k/8.
    size: k in [2, 2¹⁶]; epsilon: ε in (0, 500] nats.

    >>> import numpy as np
    >>> from ppr_core import SubsetSelectionChannel
    >>> channel = SubsetSelectionChannel(size=4, epsilon=1.0)
    >>> channel.sample(np.array([0, 3]), np.random.default_rng(0)).shape
    (2, 4)
    >>> float(round(channel.log_ratio_bound(), 3))
    0.38
    """

    name = "subset_selection"
    label = "Subset selection"

    def __init__(self, *, size: int, epsilon: float) -> None:
        self.size, self.epsilon = check_size_and_epsilon(size, epsilon, 2**16)
        share = math.exp(-self.epsilon) / (1 + math.exp(-self.epsilon))
        self.subset_size = max(1, math.ceil(self.size * share))
        self.mass = self.subset_size / self.size
        self._log_high = -math.log(self.mass + (1 - self.mass) * math.exp(-self.epsilon))
        self._log_low = self._log_high - self.epsilon

    @classmethod
    def reaching(cls, goal: Release) -> SubsetSelectionChannel:
        """Of so many categories at ε."""
        return cls(size=goal.categories, epsilon=goal.epsilon)

    @cached_property
    def _tree(self) -> SubsetTree:
        return SubsetTree(self.size, self.subset_size)

    @property
    def width(self) -> int:  # type: ignore[override]
        return SubsetTree.shape(self.size)[0]

    @property
    def ratio_width(self) -> int:
        return SubsetTree.shape(self.size)[1] + 1

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """A uniform subset; where bit x has the wrong value, it changes places with a random other coordinate."""
        x = self.inputs(x)
        z = self.proposal(rng.random((len(x), self.width)))
        rows = np.arange(len(x))
        wanted = (rng.random(len(x)) < self.bit_probabilities[0]).astype(np.int8)
        wrong = rows[z[rows, x] != wanted]
        for start in range(0, len(wrong), max(1, 2**22 // self.size)):
            part = wrong[start : start + max(1, 2**22 // self.size)]
            alike = np.cumsum(z[part] == wanted[part, None], axis=1, dtype=np.int32)
            rank = (rng.random(len(part)) * alike[:, -1]).astype(np.int64)
            z[part, np.argmax(alike > rank[:, None], axis=1)] ^= 1
            z[part, x[part]] ^= 1
        return z

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Pure ε between any two inputs."""
        return PrivacyGuarantee(
            epsilon=self.epsilon, against="database", notion="local", source="subset.selection",
            conditions=("replacement: any two inputs",),
        )  # fmt: skip

    def bit_of_candidate(self, x: np.ndarray, rows: Rows) -> np.ndarray:
        ones, uniforms, sizes = self._tree.descend(x // BLOCK, rows)
        words = patterns(uniforms, ones, sizes)
        return (words >> (x % BLOCK).astype(np.uint16)) & np.uint16(1) == 1

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        return "subset", (x, self.subset_size, *self._tree.arrays, *pattern_table(), self._log_high, self._log_low)

    def _other_probability(self, same: float) -> float:
        return (self.subset_size - same) / (self.size - 1)

    def _blocks(self, uniforms: np.ndarray) -> np.ndarray:
        return self._tree.words(uniforms)
