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
        self._none = found.pop() * np.append(np.ones(size - 1), CELLS + 0.5).astype(_REAL)
        self._sent = np.stack(found) * np.append(np.ones(size - 1), 0.5).astype(_REAL)
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
        engine, bits = self._engine, self._ratios.bits
        count, last = len(late.kinds), engine.first
        place = np.full(count, -1) if late.place is None else late.place
        later = np.nonzero(place == last)[0]
        kind = np.zeros(0, dtype=np.int64) if late.kind is None else late.kind[later]
        if cut:
            sent, none = engine.unseen_ends(last)
            made = np.tile(none[0].astype(_REAL), (2, count, 1))
            made[:, later] = sent[0][bits[:, kind]] * self._ratios.marks.mass[kind, None]
        else:
            made = np.exp(-np.minimum((self._levels @ late.behind.T)[..., None] * self._power, MOST)).astype(_REAL)
            made[:, later] *= (self._levels[:, kind] * late.behind[later, kind])[..., None] * self._power
        for k in range(last, self._first, -1):
            if k < last or not cut:
                right = made[:, place >= k, -1:] * self._falls[k - 1]
                made = made @ engine.after[k - 1]
                made[:, place >= k] -= right
            level, own = bits[:, late.kinds[:, k - 1 - self._first]], place == k - 1
            factor = engine.survives[0][level]
            factor[:, own] = engine.own[0][level[:, own]]
            made *= factor
        return made
