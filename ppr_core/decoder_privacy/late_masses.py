"""P(K = k | …) for all beginnings of M candidates before each of many lists behind them.

The masses are those of `list_masses`, with what is behind M as one function of ρ for each list: times behind N are
seen, or the list is cut there. With an index behind M one of its candidates is sent, else one of the first M.
"""

from __future__ import annotations

import numpy as np

from ppr_core.decoder_privacy.beginnings import Beginnings, TwoRatios
from ppr_core.decoder_privacy.front_masses import started
from ppr_core.decoder_privacy.late_sums import Late
from ppr_core.decoder_privacy.list_grid import CELLS, MOST
from ppr_core.decoder_privacy.list_masses import ListMasses

__all__ = ["LateMasses"]

_REAL = np.float32


class LateMasses:
    """For beginnings of M = ``first`` candidates and lists of which N, what ``engine`` takes, are hidden."""

    def __init__(self, engine: ListMasses, ratios: TwoRatios, first: int) -> None:
        self._engine, self._ratios, self._first = engine, ratios, first
        found, beyond = started(engine, first, _REAL)
        size = len(engine.grid)
        # of the grid, left of which k candidates leave e^{−OVER} or less: k (a/ρ)^α is so large for the low ratio
        self._dead = (CELLS * np.log(np.arange(1, engine.first + 2))).astype(int)
        kept = slice(self._dead[first], None)
        self._none = found.pop()[:, kept] * np.append(np.ones(size - 1), CELLS + 0.5)[kept].astype(_REAL)
        self._sent = np.stack([one[:, kept] for one in found]) * np.append(np.ones(size - 1), 0.5)[kept].astype(_REAL)
        self._beyond = np.stack(beyond)
        self._levels = np.exp(engine.alpha * np.stack([ratios.marks.log_first, ratios.marks.log_second]))
        self._power = np.exp(np.minimum(-engine.alpha * engine.grid, MOST))
        self._falls = [
            (engine.alpha / (k + engine.alpha) * np.exp(-k * (engine.grid[-1] - engine.grid))).astype(_REAL)
            for k in range(1, engine.first + 1)
        ]  # of what falls like ρ^{−α} right of the grid, behind Exp(k)

    def at(
        self, found: Beginnings, place: np.ndarray, row: np.ndarray, late: Late, *, cut: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        """Chances of beginnings ``row`` times p_K and p′_K, (r, n); K, from 0, is ``place`` where lists have none."""
        behind = self._behind(late, cut=cut)
        step = self._engine.alpha * (self._engine.grid[1] - self._engine.grid[0])
        masses = []
        for bits, made in zip((found.first, found.second), behind, strict=True):
            kept = bits[row]
            if late.place is None:
                mass = self._sent[place, kept] @ made.T + self._beyond[place, kept][:, None]
            else:
                mass = self._none[kept] @ made.T
            masses.append(mass * (step * found.chance[row, None]).astype(_REAL))
        return masses[0], masses[1]

    def _behind(self, late: Late, *, cut: bool) -> np.ndarray:
        """What is behind M under either input, on the grid, (2, n, g)."""
        engine, bits, last = self._engine, self._ratios.bits, self._engine.first
        place = np.full(len(late.kinds), -1) if late.place is None else late.place
        order = np.argsort(place, kind="stable")
        kinds, behind = late.kinds[order], late.behind[order]
        start = np.searchsorted(place[order], np.arange(last + 2))  # of rows whose K, from 0, is so large
        later, left = slice(start[last], None), self._dead[last - 1]
        kind = np.zeros(0, dtype=np.int64) if late.kind is None else late.kind[order[later]]
        if cut:
            sent, none = (end[..., left:] for end in engine.unseen_ends(last))
            made = np.tile(none[0].astype(_REAL), (2, len(order), 1))
            made[:, later] = sent[0][bits[:, kind]] * self._ratios.marks.mass[kind, None]
        else:
            power = self._power[left:]
            made = np.exp(-np.minimum((self._levels @ behind.T)[..., None] * power, MOST)).astype(_REAL)
            made[:, later] *= (self._levels[:, kind] * behind[later][np.arange(len(kind)), kind])[..., None] * power
        for k in range(last, self._first, -1):
            before, left = left, self._dead[k - 1]
            if k < last or not cut:
                right = made[:, start[k] :, -1:] * self._falls[k - 1][left:]
                made = made @ engine.after[k - 1][before:, left:]
                made[:, start[k] :] -= right
            level, own = bits[:, kinds[:, k - 1 - self._first]], slice(start[k - 1], start[k])
            factor = engine.survives[0][level, left:]
            factor[:, own] = engine.own[0][level[:, own], left:]
            made *= factor
        return made[:, np.argsort(order)]
