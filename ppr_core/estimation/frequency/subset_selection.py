"""Subset selection, uncompressed: every user sends a set of w categories, likely to hold their own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting import LossPair, crossed_pair
from ppr_core.estimation.frequency.levels import (
    MAX_EPSILON,
    Notion,
    deletion_epsilon,
    own_probability,
    rappor_levels,
    replacement_epsilon,
)
from ppr_core.estimation.frequency.oracle import BitVectorOracle
from ppr_core.estimation.frequency.packed_bits import bernoulli, bernoulli_rows, get_bits, put_bits
from ppr_core.randomness import SharedRandomness

__all__ = ["SubsetSelection"]


class SubsetSelection(BitVectorOracle):
    """A uniform w-subset that holds x with probability α1, else one that does not; w = ⌈k/(e^ε+1)⌉, k bits.

    α1 is the largest that ε allows: α1/(1−α1) = e^ε w/(k−w) for replacement. α0 = (w−α1)/(k−1).
    Reports: packed bits (n, ⌈k/8⌉) uint8. size: k >= 2; epsilon: ε in (0, 500] nats.
    Ye, Barg: Optimal schemes for discrete distribution estimation under locally differential privacy (IEEE
    Transactions on Information Theory 2018).

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness, SubsetSelection
    >>> oracle, shared = SubsetSelection(size=8, epsilon=2.0), SharedRandomness(1)
    >>> reports = oracle.encode(np.full(1000, 3), shared, np.random.default_rng(2))
    >>> int(oracle.estimate(oracle.votes(reports, shared), 1000).argmax())
    3
    """

    name = "subset_selection"
    label = "Subset selection"
    source = "subset.selection"

    def __init__(self, *, size: int, epsilon: float, notion: Notion = "replacement") -> None:
        super().__init__(size)
        self.epsilon = validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True)
        self.notion = notion
        self.subset_size = min(math.ceil(self.size * rappor_levels(self.epsilon, notion)[1]), self.size - 1)
        self._share = self.subset_size / self.size
        self.own = own_probability(self._share, self.epsilon, notion)
        self.other = (self.subset_size - self.own) / (self.size - 1)
        self._small = self.subset_size**2 < 4 * self.size

    @property
    def spent(self) -> float:
        """Deletion compares with a uniform w-subset."""
        epsilon_of = replacement_epsilon if self.notion == "replacement" else deletion_epsilon
        return epsilon_of(self.own, self._share)

    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> np.ndarray:
        """(n,) -> packed bits (n, ⌈k/8⌉), w of them set in each row.

        Independent bits of bias w/k that happen to sum to m are a uniform m-subset; taking away or adding uniformly
        chosen elements makes it a uniform subset of the wanted size. Small sets start from the empty one instead.
        """
        x = self.inputs(x)
        users = np.arange(len(x))
        holds = bernoulli(self.own, len(x), rng)
        rows = bernoulli_rows(0.0 if self._small else self._share, len(x), self.size, rng)
        put_bits(rows, users, x, np.zeros(len(x), dtype=bool))
        excess = np.bitwise_count(rows).sum(axis=1, dtype=np.int64) - (self.subset_size - holds)
        _change(rows, users[excess > 0], excess[excess > 0], x, False, self.size, rng)
        _change(rows, users[excess < 0], -excess[excess < 0], x, True, self.size, rng)
        put_bits(rows, users, x, holds)
        return rows

    @property
    def loss(self) -> LossPair:
        """A set that holds one category holds a given other one with (w − 1)/(k − 1), else with w/(k − 1)."""
        size, others = self.subset_size, self.size - 1
        return crossed_pair(self.own * (self.size - size) / others, (1 - self.own) * size / others)

    def from_bytes(self, data: bytes, users: int) -> np.ndarray:
        reports = super().from_bytes(data, users)
        wrong = np.bitwise_count(reports).sum(axis=1) != self.subset_size
        validation.require(not wrong.any(), "report", "another size", f"a set of {self.subset_size} categories")
        return reports

    def expected_seconds(self, users: int) -> float:
        share = self._share
        # Mean of |Binomial(k, w/k) − w|, half of it to take away and half to add, against w to add.
        excess = math.sqrt(2 / math.pi * self.size * share * (1 - share))
        tries = self.subset_size if self._small else excess * (0.5 / share + 0.5 / (1 - share))
        return users * (5e-7 + 1.3e-9 * self.size + 8e-8 * tries)


def _change(
    rows: np.ndarray, at: np.ndarray, often: np.ndarray, own: np.ndarray, to: bool, size: int, rng: np.random.Generator
) -> None:
    """Set, in place, ``often`` (m,) uniformly chosen bits of the rows ``at`` (m,) that are not ``to`` yet.

    The bit of each row's own category, own (n,), is left as it is.
    """
    own = own[at]
    while len(at):
        column = rng.integers(0, size, size=len(at), dtype=np.int32)
        fits = (get_bits(rows, at, column) != to) & (column != own)
        put_bits(rows, at[fits], column[fits], np.full(np.count_nonzero(fits), to))
        often = often - fits
        left = often > 0
        at, often, own = at[left], often[left], own[left]
