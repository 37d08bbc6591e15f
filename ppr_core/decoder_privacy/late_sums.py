"""The two sums that whoever sees the times of all candidates behind the first M knows of them, and how they are drawn.

With t = T_{M+1} and V_c = Σ_{j>M, kind c} (t/T_j)^α they are S = Σ_c a_c^α V_c and S′ = Σ_c b_c^α V_c. t is
Gamma(M + 1), candidate M + 1 adds 1 to the V of its kind, and given t the others are points t/v, v of intensity
t dv/v² on (0, 1). So with k(κ) = E ∫₀¹ (e^{κ_c v^α} − 1) dv/v²,

    E e^{Σ_c κ_c V_c} = E e^{κ_c} (1 − k)^{−(M+1)}, which is ∞ where k >= 1,

and tilted by e^{Σ κ_c V_c} t is Gamma(M + 1) over 1 − k, the kind of M + 1 has the weights m_c e^{κ_c}, and the
intensity is t m_c e^{κ_c v^α} dv/v². Points with v below `NEAREST` stand at their mean.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["NEAREST", "LateSums"]

NEAREST = 1 / 24  # T_{M+1}/T_j below which candidates stand at their mean
_NODES = 96  # of a Gauss–Legendre rule
_TRIED = 120  # exponents of Chernoff's bound
_CELLS = 400
_MOST = 500.0  # nats that e^x may hold


class LateSums:
    """Behind M = ``first`` candidates of finitely many kinds; α in (1, ∞)."""

    def __init__(self, marks: FiniteMarks, alpha: float, first: int) -> None:
        self._mass, self._alpha, self._first = marks.mass, alpha, first
        self.power = np.exp(alpha * np.stack([marks.log_first, marks.log_second]))  # a^α and b^α, (2, kinds)
        self.mean = (first + alpha) / (alpha - 1) * self.power @ marks.mass
        node, self._weight = np.polynomial.legendre.leggauss(_NODES)
        self._v = ((node + 1) / 2) ** (alpha / (alpha - 1))  # v^α, in u = v^{α−1} a smooth integral

    def log_moment(self, kappa: np.ndarray) -> np.ndarray:
        """ln E e^{Σ κ_c V_c} of each row of (n, kinds), (n,)."""
        rise = self._rise(kappa)
        with np.errstate(divide="ignore", invalid="ignore"):
            behind = np.where(rise < 1, -(self._first + 1) * np.log1p(-rise), math.inf)
        return np.log(np.exp(np.minimum(kappa, _MOST)) @ self._mass) + behind

    def box(self, outside: float) -> tuple[float, float, float]:
        """The least and largest S, the largest S′, each passed with probability ``outside``/3 at most (Chernoff)."""
        needed, tried = math.log(3 / outside), np.geomspace(1e-4, 1e2, _TRIED)
        ends = []
        for sign, row in ((-1.0, 0), (1.0, 0), (1.0, 1)):
            theta = tried / self.mean[row] * (self._first if sign < 0 else 1.0)
            found = sign * (self.log_moment(sign * theta[:, None] * self.power[row]) + needed) / theta
            ends.append(float(found.max() if sign < 0 else found.min()))
        least = max(ends[0], float(self.power[0].min()))
        return least, ends[1], ends[2]

    def draw(self, kappa: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
        """V of ``count`` lists under the law tilted by e^{Σ κ_c V_c}, (count, kinds)."""
        alpha, mass = self._alpha, self._mass
        start = rng.gamma(self._first + 1, 1 / (1 - float(self._rise(kappa[None])[0])), size=count)
        chance = mass * np.exp(kappa - kappa.max())
        found = np.zeros((count, len(mass)))
        found[np.arange(count), rng.choice(len(mass), size=count, p=chance / chance.sum())] = 1.0
        v = np.geomspace(NEAREST, 1.0, _CELLS)
        for kind, exponent in enumerate(kappa.tolist()):
            density = np.exp(exponent * v**alpha) / v**2
            steps = np.append(0.0, np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(v)))
            points = rng.poisson(start * mass[kind] * steps[-1])
            share = np.interp(rng.random(int(points.sum())) * steps[-1], steps, v) ** alpha
            found[:, kind] += np.bincount(np.repeat(np.arange(count), points), weights=share, minlength=count)
            found[:, kind] += start * mass[kind] * NEAREST ** (alpha - 1) / (alpha - 1)
        return found

    def _rise(self, kappa: np.ndarray) -> np.ndarray:
        inner = np.expm1(np.minimum(kappa[..., None] * self._v, _MOST)) / self._v @ self._weight
        return inner @ self._mass / (2 * (self._alpha - 1))
