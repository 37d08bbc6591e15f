"""The most that beginnings of a list can tell, and the tilt under which that is least, for candidates of two ratios.

**Statement.** Let w be a beginning of M candidates, S and S′ the sums of `late_sums` behind it. Whoever sees list,
index and late times learns of the lists that begin with w

    f_w = Σ_{k<=M} (p_k(S) − e^ε p′_k(S′))₊ + Σ_c V_c (a_c^α φ(S) − e^ε b_c^α φ′(S′))₊,

with the masses of `front_masses`. On a cell from S₀ to S₁ and from S′₀ to S′₁ it is at most

    Σ_{k<=M} (p_k(S₀) − e^ε p′_k(S′₁))₊ + S₁ max_c (φ(S₀) − e^ε (b_c/a_c)^α φ′(S′₁))₊,

as masses fall in S, and Σ_c a_c^α V_c = S. ∎ With C_w the largest value on a cell of this times e^{θS₁ − θ′S′₀} G,
G = E e^{θ′S′ − θS}, f_w <= C_w e^{θ′S′ − θS}/G wherever S and S′ are in their box. So much is a bound of f_w over
the density of a law that is tilted by e^{θ′S′ − θS}; θ and θ′ are those where Σ_w P(w) f_w has the least one.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass
from typing import overload

import numpy as np

from ppr_core.decoder_privacy.front_masses import FrontMasses
from ppr_core.decoder_privacy.late_sums import LateSums
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["Beginnings", "Ceiling", "Front"]

_EDGES = (40, 60)  # of cells of S and S′
_TILTS = np.geomspace(0.2, 40.0, 6)  # of S and S′ over their means, where the best tilt is looked for first
_MOST = 600.0  # nats that e^x may hold
_ZOOMS, _NEAR = 8, tuple(itertools.product((-1, 0, 1), repeat=2))


@dataclass(frozen=True, eq=False)
class Beginnings:
    """first, second: bits of a and of b, as `FrontMasses` numbers them, (n,) each; chance: of each, (n,); kinds:
    (n, M)."""

    first: np.ndarray
    second: np.ndarray
    chance: np.ndarray
    kinds: np.ndarray


@dataclass(frozen=True, eq=False)
class Ceiling:
    """tilt: (θ, θ′); most: C_w of each beginning, (n,); total: Σ_w P(w) C_w."""

    tilt: np.ndarray
    most: np.ndarray
    total: float


class Front:
    """Beginnings of M = ``first`` candidates; outside: the probability that S and S′ leave their box, at most."""

    def __init__(self, marks: FiniteMarks, alpha: float, first: int, outside: float) -> None:
        self.marks, self.alpha, self.first = marks, alpha, first
        self.late = LateSums(marks, alpha, first)
        least, largest, other = self.late.box(outside)
        self._s, self._other = (
            np.geomspace(least, most, count) for most, count in zip((largest, other), _EDGES, strict=True)
        )
        levels = (float(marks.log_first.min()), float(marks.log_first.max()))
        self._masses = FrontMasses(levels, alpha, first, (least, max(largest, other)))
        middle = sum(levels) / 2
        self._bits = np.stack([marks.log_first > middle, marks.log_second > middle]).astype(np.int64)

    @overload
    def beginnings(self, epsilon: float) -> Beginnings: ...

    @overload
    def beginnings(self, epsilon: float, most: int) -> Beginnings | None: ...

    def beginnings(self, epsilon: float, most: int | None = None) -> Beginnings | None:
        """Those that can tell more than ``epsilon``; None where they are more than ``most``.

        p_k falls, and p′_k, as another candidate's ratio rises. So a beginning is left out when, with the least a and
        the largest b behind it, p_k of every k is at most e^ε p′_k, p_k at the least S and p′_k at the largest S′.
        """
        p, other = self._masses.extremes(self._s[0], self._other[-1])
        other = other * math.exp(epsilon)
        late = other[self.first] * math.exp(-self.alpha * float(self.marks.loss.max()))
        none = np.zeros((1, 0), dtype=np.int64)
        found = Beginnings(none.sum(axis=1), none.sum(axis=1), np.ones(1), none)
        for depth in range(1, self.first + 1):
            found = self._longer(found)
            behind = self.first - depth
            a, b = found.first << behind, ((found.second + 1) << behind) - 1
            tells = p[self.first, a] > late[b]
            for k in range(depth):
                tells |= p[k, a] > other[k, b]
            for k in range(depth, self.first):  # a candidate behind the beginning, of any kind
                bit = 1 << (self.first - 1 - k)
                for own, its in self._bits.T.tolist():
                    tells |= p[k, a | bit * own] > other[k, b & ~(bit * (1 - its))]
            found = Beginnings(found.first[tells], found.second[tells], found.chance[tells], found.kinds[tells])
            if most is not None and len(found.chance) > most:
                return None
        return found

    def _longer(self, found: Beginnings) -> Beginnings:
        """By one candidate of each kind."""
        mass, count = self.marks.mass, len(found.chance)
        first, second = (
            (2 * bits[:, None] + new).ravel() for bits, new in zip((found.first, found.second), self._bits, strict=True)
        )
        kinds = np.hstack([np.repeat(found.kinds, len(mass), axis=0), np.tile(np.arange(len(mass)), count)[:, None]])
        return Beginnings(first, second, np.outer(found.chance, mass).ravel(), kinds)

    def ceiling(self, found: Beginnings, epsilon: float) -> Ceiling:
        """C_w of each beginning at its best tilt."""
        told = self._told(found, epsilon)
        with np.errstate(divide="ignore"):
            log_sum = np.log(np.einsum("n,nij->ij", found.chance, told))
        tilt = self._best_tilt(log_sum)
        with np.errstate(divide="ignore"):
            most = np.exp(np.minimum(np.log(told) + self._rise(tilt) + self._log_moment(tilt), _MOST))
        largest = most.max(axis=(1, 2))
        return Ceiling(tilt, largest, float(found.chance @ largest))

    def _told(self, found: Beginnings, epsilon: float) -> np.ndarray:
        """The most that f_w is on each cell, (n, s − 1, s′ − 1)."""
        p = self._masses.at(found.first, self._s[:-1])[..., None]
        other = math.exp(epsilon) * self._masses.at(found.second, self._other[1:])[:, :, None]
        late = p[-1] - math.exp(-self.alpha * float(self.marks.loss.max())) * other[-1]
        told = self._s[1:, None] * np.maximum(late, 0.0, out=late)
        for k in range(self.first):
            some = p[k, :, 0, 0] > other[k, :, 0, -1]
            gain = p[k, some] - other[k, some]
            told[some] += np.maximum(gain, 0.0, out=gain)
        return told

    def _rise(self, tilt: np.ndarray) -> np.ndarray:
        """θS₁ − θ′S′₀ on each cell; left of the first S′ it is as small as its first term."""
        return np.asarray(
            tilt[0] * self._s[1:, None] - tilt[1] * np.append(self.late.power[1].min(), self._other[1:-1])
        )

    def _log_moment(self, tilt: np.ndarray) -> float:
        return float(self.late.log_moment(self.late.exponents(tilt[None]))[0])

    def _best_tilt(self, log_sum: np.ndarray) -> np.ndarray:
        """Where the largest of e^{θS₁ − θ′S′₀} G times the sum is least: on a coarse grid, then nearer."""

        @functools.cache
        def height(place: tuple[float, float]) -> float:
            tilt = np.exp(place) / self.late.mean
            return float((log_sum + self._rise(tilt)).max()) + self._log_moment(tilt)

        best = min(itertools.product(np.log(_TILTS).tolist(), repeat=2), key=height)
        step = float(np.log(_TILTS[1] / _TILTS[0])) / 2
        for _ in range(_ZOOMS):
            near = min(((best[0] + i * step, best[1] + j * step) for i, j in _NEAR), key=height)
            best, step = near, step if near != best else step / 2
        return np.asarray(np.exp(best) / self.late.mean)
