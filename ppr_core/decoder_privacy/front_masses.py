"""P(K = k | list, late times) for all beginnings of M candidates at once, where a candidate has one of two ratios.

Let S = Σ_{j>M} (a_j/T_j)^α t^α, t = T_{M+1}, be known and the first M times not. By `list_views` the mass of k is one
integral of a product: of what the candidates up to M/2 make and of what those behind them make. There are 2^(M/2)
of either, so all 2^M beginnings cost hardly more than the products. Mass and the density φ of a late index, mass
a_K^α (t/T_K)^α φ(S), are Laplace transforms in S of positive measures: they fall, and are convex. Their logarithms are
interpolated in ln S. Integrals err by about 10⁻⁴
of a mass, at α = 4 by up to 10⁻³.
"""

from __future__ import annotations

import numpy as np

from ppr_core.decoder_privacy.list_grid import CELLS, MOST
from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["FrontMasses"]

_NODES = 12  # of the interpolation in ln S


class FrontMasses:
    """For M = ``first`` >= 2 candidates of ratio e^low or e^high and S between two values, which are > 0.

    A beginning is a number of M bits, that of candidate 1 the highest; a bit is 1 where the ratio is high.
    """

    def __init__(self, levels: tuple[float, float], alpha: float, first: int, sums: tuple[float, float]) -> None:
        log_ratio = np.array(levels)
        engine = ListMasses(FiniteMarks(log_ratio, log_ratio, np.array([0.5, 0.5])), alpha, first)
        self.first, self._engine, self._half = first, engine, first // 2
        self._x, self._alpha = engine.grid, alpha
        self._ends = np.log(sums)
        turn = np.cos(np.pi * np.arange(_NODES) / (_NODES - 1))[::-1]
        self._node = self._ends.mean() + turn * np.diff(self._ends) / 2
        self._log_mass = np.log(self._masses(np.exp(self._node)))

    def at(self, kept: np.ndarray, sums: np.ndarray) -> np.ndarray:
        """Masses of k <= M and φ of these beginnings, (n,), at S = ``sums``, (s,); (M + 1, n, s)."""
        centre, scale = self._ends.mean(), np.diff(self._ends) / 2
        nodes, places = (
            np.polynomial.chebyshev.chebvander((place - centre) / scale, _NODES - 1)
            for place in (self._node, np.log(sums))
        )
        return np.exp(self._log_mass[:, kept] @ np.linalg.solve(nodes.T, places.T))

    def extremes(self, least: float, largest: float) -> tuple[np.ndarray, np.ndarray]:
        """Masses and φ of all beginnings at two S, (M + 1, 2^M) each."""
        found = self.at(np.arange(1 << self.first), np.array([least, largest]))
        return found[..., 0], found[..., 1]

    def _masses(self, sums: np.ndarray) -> np.ndarray:
        """(M + 1, 2^M, s), the last of them φ."""
        first, half, size = self.first, self._half, len(self._x)
        before, beyond = self._before()
        behind = self._behind(sums)
        inner = np.append(np.ones(size - 1), 0.5)  # trapezia; what lies right of the grid is added
        falling = np.append(np.ones(size - 1), CELLS + 0.5)
        found = np.empty((first + 1, 1 << first, len(sums)))
        for k in range(first + 1):
            early = k < half
            left = before[k] * inner if early else before[-1] * falling
            mass = left @ behind[-1 if early else k - half].reshape(-1, size).T
            if early:
                mass += beyond[k][:, None]
            found[k] = mass.reshape(1 << first, len(sums))
        return found * (self._alpha * (self._x[1] - self._x[0]))

    def _before(self) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """F of the first half with k sent, for each k of it and for none, (2^h, g); what lies right of the grid."""
        engine, last = self._engine, self._x[-1]
        ends = np.append(np.ones(len(self._x) - 1), 0.5)
        found: list[np.ndarray] = [np.ones((1, len(self._x)))]
        beyond: list[np.ndarray] = []
        for k in range(self._half):
            own = (found[-1][:, None] * engine.own[0]).reshape(-1, len(self._x))
            rest = [(f[:, None] * engine.survives[0]).reshape(own.shape) for f in found]
            found = [*rest[:-1], own, rest[-1]]
            beyond = [*(np.repeat(right, 2) for right in beyond), CELLS * own[:, -1]]
            leak = ends * np.exp(-(k + 1) * (last - self._x))
            beyond = [right + f @ leak for right, f in zip(beyond, found, strict=False)]
            found = [f @ engine.before[k] for f in found]
        return found, beyond

    def _behind(self, sums: np.ndarray) -> list[np.ndarray]:
        """Of the second half with k sent, for each k of it, a late one, none, (2^(M−h), s, g)."""
        engine, first = self._engine, self.first
        power = np.exp(np.minimum(-self._alpha * self._x, MOST))
        seen = np.exp(-np.minimum(sums[:, None] * power, MOST))
        found = [self._moved((seen * power)[None], first, falls=True), self._moved(seen[None], first, falls=False)]
        for k in range(first - 1, self._half - 1, -1):
            shape = (-1, len(sums), len(self._x))
            own = (engine.own[0][:, None, None] * found[-1]).reshape(shape)
            rest = [(engine.survives[0][:, None, None] * f).reshape(shape) for f in found]
            found = [own, *rest]
            if k > self._half:
                found = [self._moved(f, k, falls=True) for f in found[:-1]] + [self._moved(rest[-1], k, falls=False)]
        return found

    def _moved(self, f: np.ndarray, k: int, *, falls: bool) -> np.ndarray:
        """E f(ρ e^v), v ~ Exp(k); right of the grid f stays or falls like ρ^{−α}."""
        moved = f @ self._engine.after[k - 1]
        if falls:
            share = self._alpha / (k + self._alpha)
            moved -= f[..., -1:] * share * np.exp(-k * (self._x[-1] - self._x))
        return moved
