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
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ppr_core.decoder_privacy.beginnings import Beginnings, TwoRatios
from ppr_core.decoder_privacy.front_masses import FrontMasses, SeenMasses
from ppr_core.decoder_privacy.late_sums import LateSums
from ppr_core.decoder_privacy.list_masses import ListMasses

__all__ = ["Ceiling", "Front", "longest"]

_EDGES = (40, 60)  # of cells of S and S′
_TILTS = np.geomspace(0.2, 40.0, 6)  # of S and S′ over their means, where the best tilt is looked for first
_MOST = 600.0  # nats that e^x may hold
_ZOOMS, _NEAR = 8, np.stack(np.meshgrid((-1, 0, 1), (-1, 0, 1)), axis=-1).reshape(-1, 2)


@dataclass(frozen=True, eq=False)
class Ceiling:
    """tilt: (θ, θ′); most: C_w of each beginning, (n,); total: Σ_w P(w) C_w."""

    tilt: np.ndarray
    most: np.ndarray
    total: float


def longest(fronts: Iterable[Front], epsilon: float, most: int) -> tuple[Front, Beginnings]:
    """The first front with at most so many beginnings that can tell more than ``epsilon``, or the last."""
    for front in fronts:
        found = front.beginnings(epsilon, most)
        if found is not None:
            return front, found
    found = front.beginnings(epsilon)
    assert found is not None
    return front, found


class Front:
    """Beginnings of M = ``first`` candidates; outside: the probability that S and S′ leave their box, at most.

    s, other: edges of cells of S and of S′; seen: masses of beginnings; late_gain: (b/a)^α of a late index that tells
    most.
    """

    def __init__(
        self, engine: ListMasses, ratios: TwoRatios, first: int, outside: float, *, edges: tuple[int, int] = _EDGES
    ) -> None:
        alpha, marks = engine.alpha, ratios.marks
        self.first, self._ratios = first, ratios
        self.late = LateSums(marks, alpha, first)
        least, largest, other = self.late.box(outside)
        self.s, self.other = (
            np.geomspace(least, most, count) for most, count in zip((largest, other), edges, strict=True)
        )
        self.seen = SeenMasses(FrontMasses(engine, first), (least, max(largest, other)))
        self.late_gain = math.exp(-alpha * float(marks.loss.max()))

    def beginnings(self, epsilon: float, most: float = math.inf) -> Beginnings | None:
        """Those that can tell more than ``epsilon``; None where they are more than ``most``."""
        p, other = self._extremes
        other = other * math.exp(epsilon)
        late = p[self.first], self.late_gain * other[self.first]
        return self._ratios.telling((p[:-1], other[:-1]), [late], most=most)

    @functools.cached_property
    def _extremes(self) -> tuple[np.ndarray, np.ndarray]:
        """Masses and φ of all beginnings at the least S and at the largest S′, (M + 1, 2^M) each."""
        place, kept = np.ogrid[: self.first + 1, : 1 << self.first]
        found = self.seen.at(place, kept, np.array([self.s[0], self.other[-1]]))
        return found[..., 0], found[..., 1]

    def indices(self, found: Beginnings, epsilon: float) -> tuple[np.ndarray, np.ndarray]:
        """Which k <= M, from 0, or late ones, M, of which of these beginnings can tell more than ``epsilon``, in this
        order, (r,) each."""
        p, other = self._extremes
        p, other = p[:, found.first], math.exp(epsilon) * other[:, found.second]
        other[-1] *= self.late_gain
        place, begun = np.nonzero(p > other)
        return place, begun

    def ceiling(self, found: Beginnings, epsilon: float) -> Ceiling:
        """C_w of each beginning at its best tilt."""
        told = self._told(found, epsilon)
        tilt, _ = self.best_tilt(np.einsum("n,nij->ij", found.chance, told))
        with np.errstate(divide="ignore"):
            rise = np.minimum(self._rise(tilt[None])[0] + self._log_moment(tilt[None]), 2 * _MOST)
            most = np.exp(np.minimum(np.log(told) + rise, _MOST))
        largest = most.max(axis=(1, 2))
        return Ceiling(tilt, largest, float(found.chance @ largest))

    def _told(self, found: Beginnings, epsilon: float) -> np.ndarray:
        """The most that f_w is on each cell, (n, s − 1, s′ − 1)."""
        place = np.arange(self.first + 1)[:, None]
        p = self.seen.at(place, found.first, self.s[:-1])[..., None]
        other = math.exp(epsilon) * self.seen.at(place, found.second, self.other[1:])[:, :, None]
        late = p[-1] - self.late_gain * other[-1]
        told = self.s[1:, None] * np.maximum(late, 0.0, out=late)
        for k in range(self.first):
            some = p[k, :, 0, 0] > other[k, :, 0, -1]
            gain = p[k, some] - other[k, some]
            told[some] += np.maximum(gain, 0.0, out=gain)
        return told

    def _rise(self, tilts: np.ndarray) -> np.ndarray:
        """θS₁ − θ′S′₀ on each cell for rows (θ, θ′), (n, 2); left of the first S′ it is as small as its first term."""
        start = np.append(self.late.power[1].min(), self.other[1:-1])
        return np.asarray(tilts[:, :1, None] * self.s[1:, None] - tilts[:, 1:, None] * start)

    def _log_moment(self, tilts: np.ndarray) -> np.ndarray:
        return self.late.log_moment(self.late.exponents(tilts))

    def best_tilt(self, told: np.ndarray) -> tuple[np.ndarray, float]:
        """Where the largest of e^{θS₁ − θ′S′₀} G times what is told on cells is least, and this: on a coarse grid, then
        nearer."""
        with np.errstate(divide="ignore"):
            log_told = np.log(told)

        def least(places: np.ndarray) -> tuple[np.ndarray, float]:
            tilts = np.exp(places) / self.late.mean
            moments = self._log_moment(tilts)
            heights = np.full(len(tilts), np.inf)
            some = np.isfinite(moments)
            heights[some] = (log_told + self._rise(tilts[some])).max(axis=(1, 2)) + moments[some]
            return places[heights.argmin()], float(heights.min())

        best, height = least(np.log(np.stack(np.meshgrid(_TILTS, _TILTS), axis=-1).reshape(-1, 2)))
        step = float(np.log(_TILTS[1] / _TILTS[0])) / 2
        for _ in range(_ZOOMS):
            near, found = least(best + step * _NEAR)
            best, height, step = (near, found, step) if found < height else (best, height, step / 2)
        return np.asarray(np.exp(best) / self.late.mean), math.exp(min(height, _MOST))
