"""The most that beginnings of a list tell, and laws of what is behind them under which this is least, for two ratios.

**Statement.** Let w be a beginning of M candidates, S and S′ the sums of `late_sums` behind it. Whoever sees list,
index and late times learns by indices k <= M, and by a candidate K behind M, c its kind,

    f = Σ_w P(w) Σ_k (p_k(S) − e^ε p′_k(S′))₊,  at most a_c^α (t/T_K)^α h,  h = Σ_w P(w) (φ(S) − e^ε g φ′(S′))₊,

g the least (b/a)^α, with the masses of `front_masses`, which fall in S and are convex. On a cell of S and S′ put in
place of p its chord and in place of p′ a tangent: f and h become sums of positive parts of linear functions, so at most
the function that is linear in S and in S′ and has their values at the four corners. e^{−θS} and e^{θ′S′} are at least
their chords times ρ = x e^{1−x}, x = u/(1 − e^{−u}), u the fall of their logarithm on the cell. So the mixture
Σ_i y_i e^{θ′_i S′ − θ_i S}, y_i >= 0, is at least a function that is linear in S and in S′, too, and known at the
corners: a ratio of the two that is at most 1 at all corners is so everywhere in the box. ∎

**Proof of ρ.** e^{−us} over the chord 1 − s(1 − e^{−u}) is least on [0, 1] where the chord is 1/x: us = x − 1 there. ∎

This bounds f, or a_c^α (t/T_K)^α h, by c times the density of a law, tilted by a mixture of e^{θ′S′ − θS}, without an
index or with one. Its y are found by a linear program, at some corners, and c by the largest ratio at all of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.decoder_privacy.beginnings import Beginnings, TwoRatios
from ppr_core.decoder_privacy.front_masses import FrontMasses, SeenMasses
from ppr_core.decoder_privacy.late_sums import Late, LateSums
from ppr_core.decoder_privacy.list_masses import ListMasses

__all__ = ["Ceiling", "Front"]

_LONG, _CELL, _MOST_CELLS = 0.7, 0.15, 200  # cells are even in ln S + S over so many means; so long; so many
_TILTS = 0.3, 3.0, 12  # θ from over the mean of S, to over the least S, and how many; θ′ so, too; and 0
_TRIED = 1e-5, 1e2, 100  # θ′ times the mean: from ``_TILTS`` times the largest of finite moment, where that is less
_EVERY = 4  # edge of S and of S′ stands in the first linear program
_ROUNDS, _MORE, _NEAR = 6, 40, 1.1  # of corners that are added, how many, up to which ratio
_SMALL, _WORSE, _KEPT = 0.03, 1.2, 8  # share of laws that are left out, but for so many, where c is that much larger
_MANY = 400  # masses from which on every other edge is enough
_MOST = 600.0  # nats that e^x may hold
_PIVOTS, _TINY, _LEAST = 200, 1e-9, 1e-250
_REAL = np.float32


@dataclass(frozen=True, eq=False)
class Ceiling:
    """late: without an index, or with one; kappa: exponents of the mixture, (i, kinds); log_weight: ln y, (i,);
    share: of each law, (i,); total: c."""

    late: LateSums
    kappa: np.ndarray
    log_weight: np.ndarray
    share: np.ndarray
    total: float

    def draw(self, count: int, last: int, rng: np.random.Generator) -> tuple[Late, np.ndarray]:
        """So many lists by its law, N = ``last``, and their weights: density of the plain law over it, (count,), ∞ if
        that is lost in rounding."""
        law = rng.choice(len(self.share), p=self.share, size=count)
        parts = [
            self.late.draw(kappa, int(np.sum(law == place)), rng, last=last) for place, kappa in enumerate(self.kappa)
        ]
        late = Late.joined(parts, np.argsort(np.argsort(law, kind="stable")))
        with np.errstate(over="ignore"):
            density = self.late.log_density(self.kappa, self.log_weight, late, single=True)
            return late, self.total * np.exp(-density)


class Front:
    """Beginnings of M = ``first`` candidates; outside: the probability that S and S′ leave their box, at most; sound:
    whether no mass is lost in rounding."""

    def __init__(self, engine: ListMasses, ratios: TwoRatios, first: int, outside: float) -> None:
        self.first, self._ratios, self._alpha = first, ratios, engine.alpha
        self.late = LateSums(ratios.marks, engine.alpha, first)
        box = self.late.box(outside)
        self.s, self.other = (_edges(ends, mean) for ends, mean in zip(box, self.late.mean, strict=True))
        self._seen = SeenMasses(FrontMasses(engine, first), (float(box.min()), float(box.max())))
        self.sound = self._seen.sound
        place, kept = np.ogrid[: first + 1, : 1 << first]
        ends = self._seen.at(place, kept, np.array([self.s[0], self.other[-1]]))
        self._most, self._least = ends[..., 0], ends[..., 1]  # of p at the least S, of p′ at the largest S′
        self._late_gain = math.exp(-engine.alpha * float(ratios.marks.loss.max()))  # g

    def beginnings(self, epsilon: float) -> Beginnings:
        """Those that can tell more than ``epsilon``."""
        other = self._least * math.exp(epsilon)
        late = self._most[-1], self._late_gain * other[-1]
        return self._ratios.telling((self._most[:-1], other[:-1]), [late])

    def early(self, found: Beginnings, epsilon: float) -> tuple[np.ndarray, np.ndarray]:
        """Which k <= M, from 0, of which of these beginnings can tell more than ``epsilon``, (r,) each."""
        place, row = np.nonzero(self._most[:-1, found.first] > math.exp(epsilon) * self._least[:-1, found.second])
        return place, row

    def ceiling(self, found: Beginnings, epsilon: float, place: np.ndarray, row: np.ndarray) -> Ceiling | None:
        """Of these k <= M of these beginnings; None where they tell nothing."""
        return self._ceiling(self.late, found, epsilon, place, row, 1.0, 1 if len(row) < _MANY else 2)

    def late_ceiling(self, found: Beginnings, epsilon: float) -> Ceiling | None:
        """Of all indices behind M. Only kinds with α(ℓ − min ℓ) > ε tell: R of the loss is at most e^{−α min ℓ}."""
        loss = self._ratios.marks.loss
        tells = self._alpha * (loss - loss.min()) > epsilon
        late = LateSums(self._ratios.marks, self._alpha, self.first, tells * self.late.power[0])
        row = np.arange(len(found.chance)) if tells.any() else np.arange(0)
        return self._ceiling(late, found, epsilon, np.full(len(row), self.first), row, self._late_gain, 1)

    def _ceiling(
        self,
        late: LateSums,
        found: Beginnings,
        epsilon: float,
        place: np.ndarray,
        row: np.ndarray,
        gain: float,
        every: int,
    ) -> Ceiling | None:
        """From the bound of f, or of h, at both ends of cells of S and of S′, (2(s − 1), 2(s′ − 1))."""
        s, other = self.s[::every], self.other[::every]
        middle, apart = (other[1:] + other[:-1]) / 2, np.diff(other) / 2
        chance = found.chance[row, None]
        mass = chance * self._seen.at(place, found.first[row], s)
        risen = math.exp(epsilon) * gain * chance * self._seen.at(place, found.second[row], middle)
        turn = risen * self._seen.slopes(place, found.second[row], middle) * apart / middle
        line = np.stack([(risen - turn).T, (risen + turn).T], axis=1).astype(_REAL, order="C")
        line = line.reshape(2 * len(middle), len(row))
        told, half = np.empty((len(s), len(line)), dtype=_REAL), np.full(len(row), 0.5, dtype=_REAL)
        for edge, p in zip(told, mass.T.astype(_REAL, order="C"), strict=True):
            gains = p - line
            gains += np.abs(gains)  # twice the positive part
            np.matmul(gains, half, out=edge)
        return _mixture(late, np.repeat(told, 2, axis=0)[1:-1], s, other, 2 * _EVERY // every)


def _mixture(late: LateSums, told: np.ndarray, s: np.ndarray, other: np.ndarray, step: int) -> Ceiling | None:
    """By the linear program at every ``step``-th corner, and at those that are then too large."""
    if not told.any():
        return None
    low, high, count = _TILTS
    tried = np.geomspace(*_TRIED) / late.mean[1]
    finite = tried[np.isfinite(late.log_moment(late.exponents(np.stack([0 * tried, tried], axis=1))))]
    first = low / late.mean[0], min(low / late.mean[1], low * finite[-1])
    grids = (
        np.append(0.0, np.geomspace(start, high / edges[0], count))
        for start, edges in zip(first, (s, other), strict=True)
    )
    tilts = np.stack(np.meshgrid(*grids), axis=-1).reshape(-1, 2)
    moment = late.log_moment(late.exponents(tilts))
    tilts, moment = tilts[np.isfinite(moment)], moment[np.isfinite(moment)]
    left, right = _least_chords(-tilts[:, :1] * s - moment[:, None]), _least_chords(tilts[:, 1:] * other)
    some = np.zeros(told.shape, dtype=bool)
    some[::step, ::step] = told[::step, ::step] > _TINY * told.max()
    some.flat[told.argmax()] = True
    gain = np.zeros((len(tilts), 0))

    def ratio(share: np.ndarray) -> np.ndarray:
        kept = share > 0
        return np.asarray(told / np.maximum((left[kept].T * share[kept]) @ right[kept], _LEAST))

    total, best = math.inf, np.ones(len(tilts))
    for _ in range(_ROUNDS):
        i, j = np.nonzero(some)
        gain = np.hstack([gain, left[:, i] * right[:, j] / told[i, j]])
        share = _least_cover(gain)
        over = ratio(share)
        largest = float(over.max())
        if share.sum() * largest < total:
            total, best = share.sum() * largest, share
        if largest < _NEAR:
            break
        some = over > np.partition(over.ravel(), -_MORE)[-_MORE]
    best, kept = best / best.sum(), best > _SMALL * best.sum()
    for _ in range(_KEPT):  # of the rest those that are needed
        over = ratio(np.where(kept, best, 0.0))
        if over.max() < _WORSE * total:
            break
        row, column = np.unravel_index(over.argmax(), over.shape)
        kept[(best * left[:, row] * right[:, column]).argmax()] = True
    share = best[kept] / best[kept].sum()
    total = float(ratio(np.where(kept, best, 0.0)).max() * best[kept].sum())
    kappa, log_weight = late.exponents(tilts[kept]), -moment[kept]
    return Ceiling(late, kappa, math.log(total) + np.log(share) + log_weight, share, total)


def _least_chords(log_law: np.ndarray) -> np.ndarray:
    """Of exponentials at edges, (i, s): at both ends of each cell ρ times what they are there, (i, 2(s − 1))."""
    fall = np.abs(np.diff(log_law)) + _TINY
    x = -fall / np.expm1(-fall)
    part = (np.log(x) + 1 - x)[..., None] + np.stack([log_law[:, :-1], log_law[:, 1:]], axis=-1)
    return np.exp(np.minimum(part, _MOST)).reshape(len(log_law), -1)


def _edges(ends: np.ndarray, mean: float) -> np.ndarray:
    """Of cells that are even in ln S where S is small, and in S where it is large; a multiple of `_EVERY`."""
    s = np.geomspace(ends[0], ends[1], 1000)
    place = np.log(s / s[0]) + (s - s[0]) / (_LONG * mean)
    count = _EVERY * math.ceil(min(place[-1] / _CELL, _MOST_CELLS) / _EVERY)
    return np.interp(np.linspace(0.0, place[-1], count + 1), place, s)


def _least_cover(gain: np.ndarray) -> np.ndarray:
    """y >= 0 of least sum with y @ gain >= 1, (i,): by the simplex method for the dual, max Σ u with gain u <= 1."""
    gain = gain[:, gain.max(axis=0) > 0]
    (count, size), scale = gain.shape, gain.max(axis=0)
    table = np.hstack([gain / scale, np.eye(count), np.ones((count, 1))])
    price = np.concatenate([-1 / scale, np.zeros(count + 1)])
    for _ in range(_PIVOTS):
        enters = int(np.argmin(price[:-1]))
        if price[enters] > -_TINY * np.abs(price[:size]).max():
            break
        column = table[:, enters].copy()
        leaves = int(np.argmin(np.divide(table[:, -1], column, out=np.full(count, np.inf), where=column > _TINY)))
        table[leaves] /= column[leaves]
        column[leaves] = 0.0
        table -= np.outer(column, table[leaves])
        price -= price[enters] * table[leaves]
    return np.maximum(price[size : size + count], _TINY * np.abs(price[size:]).max())
