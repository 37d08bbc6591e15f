"""Sums over all beginnings of a list of what list, index and late times tell, where a candidate has one of two ratios.

Given what stands behind M candidates, the sums S and S′ and V of `late_sums`, Σ_k (p_k − e^ε p′_k)₊ in the mean over
all beginnings is a function H(S, S′) plus Σ_c V_c H_c(S, S′). Masses are convex in S, and above their tangents in S′
(`front_masses`); what is positive of a convex function is convex: so on a cell of S and S′ the plane through the
corners, p′ at the left ones by the tangent at the right ones, is above H. There Σ_c V_c H_c <= S max_c H_c/a_c^α.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.decoder_privacy.front_masses import FrontMasses
from ppr_core.decoder_privacy.late_sums import LateSums
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["Beginnings", "Front", "FrontTable", "Slots", "exponents"]

_MOST_BEGINNINGS = 5000
_EDGES = (7, 12)  # of cells of S and S′
_CORE = 10  # edges at most where lists are
_PARTS = 4  # of a cell, for the largest term
_TILTS = np.concatenate([[0.0], np.geomspace(0.05, 30.0, 11)])  # of S and S′ over their means
_CHUNK = 512


@dataclass(frozen=True, eq=False)
class Beginnings:
    """Bits of a and of b, (n,) each; probability of each, (n,); kinds, (n, M)."""

    first: np.ndarray
    second: np.ndarray
    chance: np.ndarray
    kinds: np.ndarray


@dataclass(frozen=True, eq=False)
class Slots:
    """What one index adds: p at the corners in S, (n, s), p′ at the right corners in S′ and by its tangent there at the
    left ones, (n, s′ − 1) each; of: its beginning, (n,)."""

    mass: np.ndarray
    right: np.ndarray
    left: np.ndarray
    of: np.ndarray

    def told(self, epsilon: float) -> np.ndarray:
        """Sums of (p − e^ε p′)₊ at left and right ends of cells in S′, (2, s, s′ − 1)."""
        factor = math.exp(epsilon)
        found = np.zeros((2, self.mass.shape[1], self.right.shape[1]))
        some = np.nonzero(self.mass[:, 0] > factor * self.left[:, -1])[0]
        for start in range(0, len(some), _CHUNK):
            rows = some[start : start + _CHUNK]
            mass = self.mass[rows, :, None]
            for side, other in enumerate((self.left, self.right)):
                gain = mass - factor * other[rows, None, :]
                found[side] += np.maximum(gain, 0.0, out=gain).sum(axis=0)
        return found


class Front:
    """All beginnings of M candidates that can tell more than some ε, and what stands behind them."""

    def __init__(self, marks: FiniteMarks, alpha: float, first: int, outside: float) -> None:
        self.marks, self.alpha, self.first = marks, alpha, first
        self.late = LateSums(marks, alpha, first)
        least, largest, other = self.late.box(outside)
        self.s, self.other = (
            np.geomspace(least, most, 2 * count) for most, count in zip((largest, other), _EDGES, strict=True)
        )
        levels = (float(marks.log_first.min()), float(marks.log_first.max()))
        self._masses = FrontMasses(levels, alpha, first, (least, max(largest, other)))
        bits = [np.asarray(row > sum(levels) / 2).astype(np.int64) for row in (marks.log_first, marks.log_second)]
        self._bits = np.stack(bits)
        tilts = np.stack(np.meshgrid(*(_TILTS / mean for mean in self.late.mean)), axis=-1).reshape(-1, 2)
        log_moment = self.late.log_moment(exponents(self.late.power, tilts))
        self.tilts, self.log_moment = tilts[np.isfinite(log_moment)], log_moment[np.isfinite(log_moment)]

    def place(self, behind: np.ndarray) -> None:
        """Half of the edges of cells to where these lists are."""
        sums = self.late.power @ behind.T
        self.s, self.other = (
            np.unique(np.concatenate([
                np.geomspace(edges[0], edges[-1], count),
                np.clip(np.quantile(row, np.linspace(0.01, 0.99, min(count, _CORE))), edges[0], edges[-1]),
            ]))
            for edges, row, count in zip((self.s, self.other), sums, _EDGES, strict=True)
        )  # fmt: skip

    def beginnings(self, epsilon: float) -> Beginnings | None:
        """None where there are too many."""
        first, marks = self.first, self.marks
        low, high = self._masses.ends()
        other = math.exp(epsilon) * (
            high if self.other[-1] >= self.s[-1] else self._masses.at(np.arange(1 << first), self.other[-1:])[0][..., 0]
        )
        late = other[first] * math.exp(-self.alpha * float(marks.loss.max()))
        bits, chance, kinds = np.zeros((2, 1), dtype=np.int64), np.ones(1), np.zeros((1, 0), dtype=np.int64)
        for depth in range(1, first + 1):
            bits = (2 * bits[:, :, None] + self._bits[:, None, :]).reshape(2, -1)
            count, rest = len(marks.mass), first - depth
            kinds = np.hstack([np.repeat(kinds, count, axis=0), np.tile(np.arange(count), len(kinds))[:, None]])
            chance = np.outer(chance, marks.mass).ravel()
            a, b = bits[0] << rest, (bits[1] + 1 << rest) - 1  # all that follow have the least a and the largest b
            some = low[first, a] > late[b]
            for k in range(first):
                for own in range(count) if k >= depth else (0,):
                    bit = 1 << (first - 1 - k) if k >= depth else 0
                    with_own = (a | bit * self._bits[0, own], b & ~(bit * (1 - self._bits[1, own])))
                    some |= low[k, with_own[0]] > other[k, with_own[1]]
            bits, chance, kinds = bits[:, some], chance[some], kinds[some]
            if len(chance) > _MOST_BEGINNINGS:
                return None
        return Beginnings(bits[0], bits[1], chance, kinds)

    def slots(self, found: Beginnings, epsilon: float) -> tuple[Slots, list[Slots]]:
        """Of early indices, and of late ones of each kind for V = 1."""
        mass = self._masses.at(found.first, self.s)[0] * found.chance[:, None]
        right, slope = self._masses.at(found.second, self.other)
        right, slope = right[..., 1:] * found.chance[:, None], slope[..., 1:] * found.chance[:, None]
        left = right - slope * np.diff(self.other)
        factor, first = math.exp(epsilon), self.first
        some = mass[:first, :, 0] > factor * right[:first, :, -1]
        early = Slots(mass[:first][some], right[:first][some], left[:first][some], np.nonzero(some)[1])
        late = []
        for a, b in self.late.power.T.tolist():
            some = a * mass[first, :, 0] > factor * b * right[first, :, -1]
            rows = (a * mass[first][some], b * right[first][some], b * left[first][some])
            late.append(Slots(*rows, np.nonzero(some)[0]))
        return early, late

    def shares(self, found: Beginnings, epsilon: float, behind: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """About what each beginning adds to δ(ε), (n,), by V of lists and their weights."""
        early, late = self.slots(found, epsilon)
        s, other = self.late.power @ behind.T
        (i, _), (j, _) = _cell(self.s, s), _cell(self.other, other)
        value, cells = np.zeros(len(found.chance)), np.zeros((len(self.s), len(self.other) - 1))
        for one, mass in zip((early, *late), (weight, *(weight * behind.T)), strict=True):
            cells[:] = 0.0
            np.add.at(cells, (i, j), mass)
            for row, column in np.argwhere(cells):
                gain = np.maximum(one.mass[:, row] - math.exp(epsilon) * one.right[:, column], 0.0)
                value += cells[row, column] * np.bincount(one.of, weights=gain, minlength=len(value))
        return value / len(weight)


class FrontTable:
    """Σ over beginnings at the corners of all cells for one ε: early (2, s, s′ − 1), late (kinds, 2, s, s′ − 1)."""

    def __init__(self, front: Front, slots: tuple[Slots, list[Slots]], epsilon: float) -> None:
        self._front = front
        self._early = slots[0].told(epsilon)
        self._late = np.stack([one.told(epsilon) for one in slots[1]])
        power = front.late.power
        s, other = (_finer(edges) for edges in (front.s, front.other))
        behind = _planes((self._late / power[0, :, None, None, None]).max(axis=0))
        with np.errstate(divide="ignore"):
            self._most = np.log(_planes(self._early) + s[1:, None] * behind)
        self._corners = s[1:, None], np.append(power[1].min(), other[1:-1])

    def largest(self, tilt: np.ndarray) -> float:
        """Of a term under one tilt (θ, θ′)."""
        late = self._front.late
        return math.exp(self._rise(tilt) + float(late.log_moment(exponents(late.power, tilt[None]))[0]))

    def best(self) -> tuple[np.ndarray, float]:
        """θ and θ′, (2,), of the least bound, and the bound."""
        front = self._front
        rise = np.array([self._rise(tilt) for tilt in front.tilts]) + front.log_moment
        return front.tilts[rise.argmin()], math.exp(float(rise.min()))

    def _rise(self, tilt: np.ndarray) -> float:
        largest, least = self._corners
        return float((self._most + (tilt[0] * largest - tilt[1] * least)).max())

    def terms(self, behind: np.ndarray) -> np.ndarray:
        """Upper bounds of what lists tell in all with these V, (n, kinds), without their weights; (n,)."""
        front = self._front
        s, other = front.late.power @ behind.T
        (i, x), (j, y) = _cell(front.s, s), _cell(front.other, other)
        found = np.zeros(len(behind))
        for row, across in ((i, 1 - x), (i + 1, x)):
            for side, along in ((0, 1 - y), (1, y)):
                told = self._early[side, row, j] + (behind.T * self._late[:, side, row, j]).sum(axis=0)
                found += across * along * told
        return np.where(s <= front.s[-1], np.where(other <= front.other[-1], found, 0.0), 0.0)


def _finer(edges: np.ndarray) -> np.ndarray:
    """Each cell in ``_PARTS``."""
    cells = edges[:-1, None] + np.diff(edges)[:, None] * np.arange(_PARTS) / _PARTS
    return np.append(cells.ravel(), edges[-1])


def _planes(corners: np.ndarray) -> np.ndarray:
    """At the least S and the largest S′ of the parts of all cells: between the corners (2, s, s′ − 1)."""
    share = np.arange(_PARTS) / _PARTS
    left, right = corners[0, :, :, None], corners[1, :, :, None]
    along = (left + (right - left) * (share + 1 / _PARTS)).reshape(corners.shape[1], -1)
    low, high = along[:-1, None], along[1:, None]
    return np.asarray(low + (high - low) * share[:, None]).reshape(-1, along.shape[1])


def exponents(power: np.ndarray, tilts: np.ndarray) -> np.ndarray:
    """Exponents of V under e^{θ′S′ − θS}, (n, 2) -> (n, kinds)."""
    return tilts[:, 1:] * power[1] - tilts[:, :1] * power[0]


def _cell(edges: np.ndarray, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which cell, and where in it from 0 to 1."""
    cell = np.clip(np.searchsorted(edges, place, side="right") - 1, 0, len(edges) - 2)
    return cell, np.clip((place - edges[cell]) / (edges[cell + 1] - edges[cell]), 0.0, 1.0)
