"""What comes behind the first M candidates: two sums of it, drawn where these are large or small, with an index or not.

With t = T_{M+1} and V_c = Σ_{j>M, kind c} (t/T_j)^α the sums are S = Σ_c a_c^α V_c and S′ = Σ_c b_c^α V_c. t is
Gamma(M + 1), candidate M + 1 adds 1 to the V of its kind, and given t the others are points t/v, v of intensity
t dv/v² on (0, 1). So with k(κ) = E ∫₀¹ (e^{κ_c v^α} − 1) dv/v²,

    E e^{Σ_c κ_c V_c} = E e^{κ_c} (1 − k)^{−(M+1)}, which is ∞ where k >= 1,

and tilted by e^{Σ κ_c V_c} t is Gamma(M + 1) over 1 − k, the kind of M + 1 has the weights m_c e^{κ_c}, and the
intensity is t m_c e^{κ_c v^α} dv/v².

*With an index.* Give candidate K behind M the weight g_c (t/T_K)^α, c its kind. Then, by Mecke's formula,

    E Σ_K g_c (t/T_K)^α e^{Σ κ_c V_c} = (1 − k)^{−(M+1)} (E g_c e^{κ_c} + (M + 1) E e^{κ_c}/(1 − k) · J),

J = E ∫₀¹ g_c v^α e^{κ_c v^α} dv/v². Tilted so K is M + 1 in proportion to the first term, else another point, with t
Gamma(M + 2) over 1 − k and v from the integrand of J, which with v^{α−1} for v is smooth.

Whoever sees the kinds of M + 1, …, N and all that comes behind N, but none of their times, has under the tilted law
E[e^{Σ κ_c V_c} | what is seen]/E e^{Σ κ_c V_c} times the density under the plain one, and so with an index. With
y_j = t/T_j this mean is a recursion: y_{M+1} = 1, y_{j+1} = y_j e^{−v}, v ~ Exp(j), as the first N times are uniform
before T_{N+1}.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core.accounting.order_statistics import smoothing_matrices
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["Late", "LateSums"]

_NODES = 96  # of a Gauss–Legendre rule
_TRIED = 120  # exponents of Chernoff's bound
_CELLS, _EARLIEST = 1000, 1e-6  # of v
_DRAWN = 100  # candidates behind those that are asked for; later ones stand at their mean
_STEP, _FAR = 0.1, 4.5  # of α ln y, and how much farther than y_{N+1} is as a rule
_TAPS = np.arange(5)  # points that a polynomial goes through: none right of y = 1
_MOST = 500.0  # nats that e^x may hold
_MOST_SINGLE = 85.0  # the same in single precision
_REAL = np.float32


@dataclass(frozen=True, eq=False)
class Late:
    """kinds: of M + 1, …, N, (n, N − M); behind: V as it is when N takes the place of M, (n, kinds). With an index,
    place: K from 0 on, or N where it is later, and kind: of K, (n,) each."""

    kinds: np.ndarray
    behind: np.ndarray
    place: np.ndarray | None = None
    kind: np.ndarray | None = None

    def begin(self, count: int) -> Late:
        """The first ``count`` of them."""
        place, kind = (None if one is None else one[:count] for one in (self.place, self.kind))
        return Late(self.kinds[:count], self.behind[:count], place, kind)

    @classmethod
    def joined(cls, parts: Sequence[Late], order: np.ndarray) -> Late:
        """Row i of all of them together is row ``order[i]`` of the parts one after the other."""

        def whole(rows: Sequence[np.ndarray | None]) -> np.ndarray | None:
            some = [one for one in rows if one is not None]
            return np.concatenate(some)[order] if some else None

        kinds, behind = (np.concatenate([getattr(part, name) for part in parts])[order] for name in ("kinds", "behind"))
        return cls(kinds, behind, whole([part.place for part in parts]), whole([part.kind for part in parts]))


class LateSums:
    """Behind M = ``first`` candidates of finitely many kinds; α in (1, ∞). gain: g of each kind, of one index among
    them, or None without an index."""

    def __init__(self, marks: FiniteMarks, alpha: float, first: int, gain: np.ndarray | None = None) -> None:
        self._mass, self._alpha, self._first, self._gain = marks.mass, alpha, first, gain
        self.power = np.exp(alpha * np.stack([marks.log_first, marks.log_second]))  # a^α and b^α, (2, kinds)
        self.mean = (first + alpha) / (alpha - 1) * self.power @ marks.mass
        node, self._weight = _rule()
        self._v = ((node + 1) / 2) ** (alpha / (alpha - 1))  # v^α, in u = v^{α−1} a smooth integral

    def exponents(self, tilts: np.ndarray) -> np.ndarray:
        """κ of e^{θ′S′ − θS} for rows (θ, θ′), (n, 2) -> (n, kinds)."""
        return tilts[:, 1:] * self.power[1] - tilts[:, :1] * self.power[0]

    def log_moment(self, kappa: np.ndarray) -> np.ndarray:
        """ln E e^{Σ κ_c V_c}, or with an index ln E Σ_K g (t/T_K)^α e^{Σ κ_c V_c}, of each row of (n, kinds), (n,)."""
        rise = self._rise(kappa)
        with np.errstate(divide="ignore", invalid="ignore"):
            behind = np.where(rise < 1, -(self._first + 1) * np.log1p(-rise), math.inf)
        peak = kappa.max(axis=-1, keepdims=True)
        whole = np.exp(kappa - peak) @ self._mass
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            if self._gain is not None:
                first, later = np.exp(kappa - peak) @ (self._mass * self._gain), self._marked(kappa) / (1 - rise)
                whole = np.where(rise < 1, first + (self._first + 1) * whole * later, whole)
            return np.asarray(np.log(whole) + peak[:, 0] + behind)

    def box(self, outside: float) -> np.ndarray:
        """The least and the largest S, and S′, (2, 2), each passed with probability ``outside``/4 at most (Chernoff);
        without an index."""
        needed, tried = math.log(4 / outside), np.geomspace(1e-4, 1e2, _TRIED)
        ends = np.empty((2, 2))
        for row, side in np.ndindex(2, 2):
            sign, theta = 2 * side - 1, tried / self.mean[row] * (1.0 if side else self._first)
            found = sign * (self.log_moment(sign * theta[:, None] * self.power[row]) + needed) / theta
            ends[row, side] = found.min() if side else max(found.max(), self.power[row].min())
        return ends

    def draw(self, kappa: np.ndarray, count: int, rng: np.random.Generator, *, last: int | None = None) -> Late:
        """So many under the law tilted by e^{Σ κ_c V_c}, κ (kinds,); without ``last``, N is M."""
        alpha, mass = self._alpha, self._mass
        shown = (self._first if last is None else last) - self._first
        risen = float(self._rise(kappa[None])[0])
        other, weights = np.zeros(count, dtype=bool), mass * np.exp(kappa)
        if self._gain is not None:
            chance = (
                weights @ self._gain,
                weights.sum() * (self._first + 1) * self._marked(kappa[None])[0] / (1 - risen),
            )
            other = rng.random(count) * sum(chance) >= chance[0]
        start = rng.gamma(self._first + 1 + other[:, None]) / (1 - risen)
        inverse = np.geomspace(1.0, 1 / _EARLIEST, _CELLS)  # 1/v, in which the intensity is nearly even
        density = np.exp(np.outer(inverse**-alpha, kappa)) @ mass
        passed = np.append(0.0, np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(inverse)))
        gaps = rng.standard_exponential((count, shown + _DRAWN)).cumsum(axis=1) / start
        share = np.hstack([np.ones((count, 1)), np.interp(gaps, passed, inverse**-alpha)])
        rest = start[:, 0] * share[:, -1] ** (1 - 1 / alpha) / (alpha - 1)
        kinds = _kinds(mass, kappa, share, rng)
        place = kind = None
        if self._gain is not None:
            own = np.ones(count)
            own[other] = self._drawn_mark(kappa, int(other.sum()), rng)
            kind = _chosen(mass * self._gain * np.exp(own[:, None] * kappa), rng)
            rank = np.where(other, (share > own[:, None]).sum(axis=1), 0)
            share, kinds = (_inserted(part, one, rank, other) for part, one in ((share, own), (kinds, kind)))
            place = self._first + np.minimum(rank, shown)
        seen = share[:, shown:] / share[:, shown : shown + 1]
        late = np.stack([np.where(kinds[:, shown:] == one, seen, 0.0).sum(axis=1) for one in range(len(mass))], 1)
        return Late(kinds[:, :shown], late + np.outer(rest / share[:, shown], mass), place, kind)

    def log_density(self, kappa: np.ndarray, log_weight: np.ndarray, late: Late, *, single: bool = False) -> np.ndarray:
        """ln Σ_i e^{log_weight_i} E[e^{Σ κ_ic V_c} | seen] for rows (i, kinds) and weights (i,), (n,); with an index of
        E[g (t/T_K)^α e^{Σ κ_ic V_c} | seen], in which all behind N of one kind are one. single: to 10⁻⁵, in half the
        time, where that holds all values."""
        count = self._first + late.kinds.shape[1]
        power, means = _steps(self._alpha, self._first, count)
        largest = late.behind + (late.kinds[..., None] == np.arange(len(self._mass))).sum(axis=1)  # V at y = 1
        single = single and bool((np.maximum(kappa, 0.0) @ largest.T).max(initial=0.0) < _MOST_SINGLE)
        real = np.float32 if single else np.float64
        factor = np.exp(kappa[..., None] * power).astype(real)  # (i, kinds, g)
        found = np.exp(((late.behind @ kappa.T).T[..., None] * power).astype(real))

        def sent(rows: np.ndarray, share: np.ndarray | float) -> None:
            if self._gain is not None and late.kind is not None:
                found[:, rows] *= power[-found.shape[-1] :] * np.asarray(self._gain[late.kind[rows]] * share)[:, None]

        for j, kind in zip(range(count, self._first - 1, -1), [None, *late.kinds.T[::-1]], strict=True):
            rows = np.nonzero(late.place == j)[0] if late.place is not None else np.arange(0)
            if kind is None:
                sent(rows, late.behind[rows, late.kind[rows]] if late.kind is not None else 1.0)
            else:
                mean = means[j - self._first].astype(real, copy=False)
                found = found[..., -len(mean) :] @ mean
                found *= factor[:, kind, -len(mean) :]
                sent(rows, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            density = np.asarray(np.log(np.exp(log_weight) @ found[..., -1].astype(float)))
        lost = single and not np.isfinite(density).all()
        return self.log_density(kappa, log_weight, late) if lost else density

    def _rise(self, kappa: np.ndarray) -> np.ndarray:
        inner = np.expm1(np.minimum(kappa[..., None] * self._v, _MOST)) / self._v @ self._weight
        return inner @ self._mass / (2 * (self._alpha - 1))

    def _marked(self, kappa: np.ndarray) -> np.ndarray:
        """J."""
        assert self._gain is not None
        inner = np.exp(np.minimum(kappa[..., None] * self._v, _MOST)) @ self._weight
        return np.asarray(inner @ (self._mass * self._gain) / (2 * (self._alpha - 1)))

    def _drawn_mark(self, kappa: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
        """v^α of the index, where it is not M + 1."""
        assert self._gain is not None
        u = np.linspace(0.0, 1.0, _CELLS)
        power = u ** (self._alpha / (self._alpha - 1))
        density = np.exp(np.outer(power, kappa)) @ (self._mass * self._gain)
        passed = np.append(0.0, np.cumsum(density[1:] + density[:-1]))
        return np.interp(rng.random(count) * passed[-1], passed, u) ** (self._alpha / (self._alpha - 1))


def _kinds(mass: np.ndarray, kappa: np.ndarray, share: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A kind c for each of these places in proportion to m_c e^{κ_c share}."""
    single, rise = share.astype(_REAL), (kappa - kappa.max()).astype(_REAL)
    steps = [*itertools.accumulate(_REAL(part) * np.exp(up * single) for part, up in zip(mass, rise, strict=True))]
    kinds, drawn = np.zeros(share.shape, dtype=np.int64), rng.random(share.shape, dtype=_REAL) * steps[-1]
    for step in steps[:-1]:
        kinds += drawn >= step
    return kinds


def _chosen(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One of each row in proportion, (n,)."""
    steps = np.cumsum(weights, axis=1)
    return np.asarray((rng.random((len(steps), 1)) * steps[:, -1:] >= steps[:, :-1]).sum(axis=1))


def _inserted(part: np.ndarray, one: np.ndarray, rank: np.ndarray, other: np.ndarray) -> np.ndarray:
    """One more in front of ``rank`` in rows where it is another, else in its place, which is the first."""
    column, size = np.arange(part.shape[1] + 1), part.shape[1]
    moved = column - (other[:, None] & (column > rank[:, None]))
    found = np.take_along_axis(part, np.minimum(moved, size - 1), axis=1)
    np.put_along_axis(found, rank[:, None], one[:, None], axis=1)
    found[~other, -1] = 0
    return found


@functools.cache
def _rule() -> tuple[np.ndarray, np.ndarray]:
    return np.polynomial.legendre.leggauss(_NODES)


@functools.lru_cache(maxsize=32)
def _steps(alpha: float, first: int, last: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """y^α on the longest grid of ln y_{j+1}, that of j = N; and for j from M to N − 1, each on its own grid,
    f -> E f(ln y − v), v ~ Exp(j + 1), (g, g). Left of it f stays what it is."""
    sizes = np.ceil((alpha * np.log(np.arange(first, last + 1) / first) + _FAR) / _STEP).astype(int) + 1
    power = np.exp(-np.arange(sizes[-1])[::-1] * _STEP)
    whole = smoothing_matrices(last, _STEP / alpha, len(power), _TAPS)[first:]
    means = [mean[-size:, -size:].copy() for mean, size in zip(whole, sizes[:-1].tolist(), strict=True)]
    for mean in means:
        mean[0] = 1 - mean[1:].sum(axis=0)
    return power, means
