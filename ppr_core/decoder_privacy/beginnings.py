"""Beginnings of a list that can tell more than some ε, where a candidate has one of two ratios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["Beginnings", "TwoRatios"]

Pair = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class Beginnings:
    """first, second: bits of a and of b, as `FrontMasses` numbers them, (n,) each; chance: of each, (n,)."""

    first: np.ndarray
    second: np.ndarray
    chance: np.ndarray


@dataclass(frozen=True, eq=False)
class TwoRatios:
    """Kinds of candidates that have one of two ratios for either input."""

    marks: FiniteMarks

    @property
    def levels(self) -> tuple[float, float]:
        """ln of the low ratio and of the high one."""
        return float(self.marks.log_first.min()), float(self.marks.log_first.max())

    @cached_property
    def bits(self) -> np.ndarray:
        """Of a and of b of each kind, 1 where it is high, (2, kinds)."""
        middle = sum(self.levels) / 2
        return np.stack([self.marks.log_first > middle, self.marks.log_second > middle]).astype(np.int64)

    def engine(self, alpha: float, first: int) -> ListMasses:
        """Of the low ratio and the high one, which have the same chances under Q for both inputs."""
        log_ratio, high = np.array(self.levels), float(self.marks.mass[self.bits[0] == 1].sum())
        return ListMasses(FiniteMarks(log_ratio, log_ratio, np.array([1 - high, high])), alpha, first)

    def telling(self, early: Pair, late: Sequence[Pair], *, kept: int | None = None) -> Beginnings:
        """Those that can tell something; with ``kept`` no more than that of each length: those with the largest chance
        times what one index can tell.

        early: p_k and e^ε p′_k of k <= M by bits of a and of b, (M, 2^M) each; late: the same of late indices, (2^M,)
        each. p_k falls, and p′_k, as another candidate's ratio rises. So a beginning is left out when, with the least a
        and the largest b behind it, p_k of every k is at most e^ε p′_k.
        """
        (p, other), whole = early, len(early[0])
        found = Beginnings(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1))
        for depth in range(1, whole + 1):
            found = self._longer(found)
            behind = whole - depth
            a, b = found.first << behind, ((found.second + 1) << behind) - 1
            gain = np.zeros(len(a))
            for sent, its in late:
                np.maximum(gain, sent[a] - its[b], out=gain)
            for k in range(depth):
                np.maximum(gain, p[k, a] - other[k, b], out=gain)
            for k in range(depth, whole):  # a candidate behind the beginning, of any kind
                bit = 1 << (whole - 1 - k)
                for own, its in self.bits.T.tolist():
                    np.maximum(gain, p[k, a | bit * own] - other[k, b & ~(bit * (1 - its))], out=gain)
            tells = np.nonzero(gain)[0]
            if kept is not None and len(tells) > kept:
                tells = tells[np.argpartition(gain[tells] * found.chance[tells], -kept)[-kept:]]
            found = Beginnings(found.first[tells], found.second[tells], found.chance[tells])
        return found

    def _longer(self, found: Beginnings) -> Beginnings:
        """By one candidate of each kind."""
        first, second = (
            (2 * bits[:, None] + new).ravel() for bits, new in zip((found.first, found.second), self.bits, strict=True)
        )
        return Beginnings(first, second, np.outer(found.chance, self.marks.mass).ravel())
