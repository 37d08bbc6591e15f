"""P(K = k | …) for all beginnings of M candidates at once, where a candidate has one of two ratios.

By `list_views` the mass of k is one integral of a product: of what the candidates up to M/2 make and of what those
behind them make. There are 2^(M/2) of either, so all 2^M beginnings cost hardly more than the products. Two things can
be known of what comes behind M: nothing (the list is cut), or S = Σ_{j>M} (a_j/T_j)^α t^α, t = T_{M+1}. In S a mass and
the density φ of a late index, whose mass is a_K^α (t/T_K)^α φ(S), are Laplace transforms of positive measures: they
fall, and are convex. `SeenMasses` interpolates their logarithms in ln S. Integrals err by about 10⁻⁴ of a mass, at
α = 4 by up to 10⁻³.
"""

from __future__ import annotations

import numpy as np

from ppr_core.decoder_privacy.list_grid import CELLS, MOST
from ppr_core.decoder_privacy.list_masses import ListMasses

__all__ = ["FrontMasses", "SeenMasses", "started"]

_NODES = 12  # of the interpolation in ln S
_TINY = 1e-300
_REAL = np.float32  # of what is interpolated: an error of 10⁻⁶, in a third of the time


class FrontMasses:
    """For M = ``first`` >= 2 candidates of one of two ratios, of which ``engine`` takes M or more.

    A beginning is a number of M bits, that of candidate 1 the highest; a bit is 1 where the ratio is high.
    """

    def __init__(self, engine: ListMasses, first: int) -> None:
        self.first, self._engine, self._half = first, engine, first // 2
        self._x, self._alpha = engine.grid, engine.alpha

    def cut(self) -> np.ndarray:
        """Nothing is known behind M: masses of k <= M, and of a late index whose ratio is low, or high, over the chance
        of that ratio, (M + 2, 2^M)."""
        late, none = self._engine.unseen_ends(self.first)
        return self._masses([*late[0][:, None, None], none[0][None, None]])[..., 0]

    def shown(self, sums: np.ndarray) -> np.ndarray:
        """S is known: masses of k <= M, and φ, at each of (s,) values of it, (M + 1, 2^M, s)."""
        power = np.exp(np.minimum(-self._alpha * self._x, MOST))
        seen = np.exp(-np.minimum(sums[:, None] * power, MOST))
        late = self._moved((seen * power)[None], self.first, falls=True)
        return self._masses([late, self._moved(seen[None], self.first, falls=False)])

    def _masses(self, ends: list[np.ndarray]) -> np.ndarray:
        """From what is behind M with a late index of each sort, and with none, (1, s, g) each."""
        half, size, count = self._half, len(self._x), ends[0].shape[1]
        before, beyond = started(self._engine, half)
        behind = self._behind(ends)
        inner = np.append(np.ones(size - 1), 0.5)  # trapezia; what lies right of the grid is added
        falling = np.append(np.ones(size - 1), CELLS + 0.5)
        found = np.empty((half + len(behind) - 1, 1 << self.first, count))
        for k, mass in enumerate(found):
            early = k < half
            left = before[k] * inner if early else before[-1] * falling
            both = left @ behind[-1 if early else k - half].reshape(-1, size).T
            if early:
                both += beyond[k][:, None]
            mass[:] = both.reshape(mass.shape)
        return found * (self._alpha * (self._x[1] - self._x[0]))

    def _behind(self, ends: list[np.ndarray]) -> list[np.ndarray]:
        """Of the second half with k sent, for each k of it, a late one of each sort, none, (2^(M−h), s, g)."""
        engine, found = self._engine, ends
        for k in range(self.first - 1, self._half - 1, -1):
            shape = (-1, *ends[0].shape[1:])
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


def started(engine: ListMasses, count: int, real: type = float) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """F behind all beginnings of so many candidates with k sent, for each k of them and for none, (2^count, g); and
    what of the integral with k sent lies right of the grid, in its steps, (2^count,)."""
    x = engine.grid
    ends = np.append(np.ones(len(x) - 1), 0.5)
    found: list[np.ndarray] = [np.ones((1, len(x)), dtype=real)]
    beyond: list[np.ndarray] = []
    for k in range(count):
        own = (found[-1][:, None] * engine.own[0]).reshape(-1, len(x))
        rest = [(f[:, None] * engine.survives[0]).reshape(own.shape) for f in found]
        found = [*rest[:-1], own, rest[-1]]
        beyond = [*(np.repeat(right, 2) for right in beyond), CELLS * own[:, -1]]
        leak = (ends * np.exp(-(k + 1) * (x[-1] - x))).astype(real)
        beyond = [right + f @ leak for right, f in zip(beyond, found, strict=False)]
        found = [f @ engine.before[k] for f in found]
    return found, beyond


class SeenMasses:
    """Masses with S known, between two values of it, which are > 0; sound: whether none is lost in rounding."""

    def __init__(self, masses: FrontMasses, sums: tuple[float, float]) -> None:
        self._ends = np.log(sums)
        turn = np.cos(np.pi * np.arange(_NODES) / (_NODES - 1))[::-1]
        nodes = np.exp(self._ends.mean() + turn * np.diff(self._ends) / 2)
        self._fit = np.linalg.inv(np.polynomial.chebyshev.chebvander(turn, _NODES - 1).T)
        found = masses.shown(nodes)
        self.sound = bool(found.min() > 0)
        self._log_mass = np.log(np.maximum(found, _TINY))

    def at(self, place: np.ndarray, kept: np.ndarray, sums: np.ndarray) -> np.ndarray:
        """Masses of k = ``place`` < M, from 0, or φ where that is M, of the beginnings ``kept``, (…) together, at each
        S of (s,), (…, s)."""
        points = np.polynomial.chebyshev.chebvander(self._turn(sums), _NODES - 1).T
        return np.exp((self._log_mass[place, kept] @ (self._fit @ points)).astype(_REAL))

    def slopes(self, place: np.ndarray, kept: np.ndarray, sums: np.ndarray) -> np.ndarray:
        """Their derivatives by ln S over themselves."""
        points = np.polynomial.chebyshev.chebvander(self._turn(sums), _NODES - 2).T
        fall = np.polynomial.chebyshev.chebder(np.eye(_NODES)).T @ points / (np.diff(self._ends) / 2)
        return (self._log_mass[place, kept] @ (self._fit @ fall)).astype(_REAL)

    def _turn(self, sums: np.ndarray) -> np.ndarray:
        return (np.log(sums) - self._ends.mean()) / (np.diff(self._ends) / 2)
