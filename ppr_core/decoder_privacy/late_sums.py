"""What comes behind the first M candidates: two sums of it, and how it is drawn where these are large or small.

With t = T_{M+1} and V_c = Σ_{j>M, kind c} (t/T_j)^α the sums are S = Σ_c a_c^α V_c and S′ = Σ_c b_c^α V_c. t is
Gamma(M + 1), candidate M + 1 adds 1 to the V of its kind, and given t the others are points t/v, v of intensity
t dv/v² on (0, 1). So with k(κ) = E ∫₀¹ (e^{κ_c v^α} − 1) dv/v²,

    E e^{Σ_c κ_c V_c} = E e^{κ_c} (1 − k)^{−(M+1)}, which is ∞ where k >= 1,

and tilted by e^{Σ κ_c V_c} t is Gamma(M + 1) over 1 − k, the kind of M + 1 has the weights m_c e^{κ_c}, and the
intensity is t m_c e^{κ_c v^α} dv/v².

Whoever sees the kinds of M + 1, …, N and all that comes behind N, but none of their times, has under the tilted law
E[e^{Σ κ_c V_c} | what is seen]/E e^{Σ κ_c V_c} times the density under the plain one. With y_j = t/T_j this mean is a
recursion: y_{M+1} = 1, y_{j+1} = y_j e^{−v}, v ~ Exp(j), as the first N times are uniform before T_{N+1}.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from ppr_core.accounting.order_statistics import smoothing
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["LateSums"]

_NODES = 96  # of a Gauss–Legendre rule
_TRIED = 120  # exponents of Chernoff's bound
_CELLS, _EARLIEST = 1000, 1e-6  # of v
_DRAWN = 200  # candidates behind those that are asked for; later ones stand at their mean
_STEP, _FAR = 0.08, 9.0  # of α ln y
_TAPS = np.arange(5)  # points that a polynomial goes through: none right of y = 1
_MOST = 500.0  # nats that e^x may hold


class LateSums:
    """Behind M = ``first`` candidates of finitely many kinds; α in (1, ∞)."""

    def __init__(self, marks: FiniteMarks, alpha: float, first: int) -> None:
        self._mass, self._alpha, self._first = marks.mass, alpha, first
        self.power = np.exp(alpha * np.stack([marks.log_first, marks.log_second]))  # a^α and b^α, (2, kinds)
        self.mean = (first + alpha) / (alpha - 1) * self.power @ marks.mass
        node, self._weight = _rule()
        self._v = ((node + 1) / 2) ** (alpha / (alpha - 1))  # v^α, in u = v^{α−1} a smooth integral

    def exponents(self, tilts: np.ndarray) -> np.ndarray:
        """κ of e^{θ′S′ − θS} for rows (θ, θ′), (n, 2) -> (n, kinds)."""
        return tilts[:, 1:] * self.power[1] - tilts[:, :1] * self.power[0]

    def log_moment(self, kappa: np.ndarray) -> np.ndarray:
        """ln E e^{Σ κ_c V_c} of each row of (n, kinds), (n,)."""
        rise = self._rise(kappa)
        with np.errstate(divide="ignore", invalid="ignore"):
            behind = np.where(rise < 1, -(self._first + 1) * np.log1p(-rise), math.inf)
        peak = kappa.max(axis=-1, keepdims=True)
        return np.log(np.exp(kappa - peak) @ self._mass) + peak[:, 0] + behind

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

    def draw(
        self, kappa: np.ndarray, count: int, rng: np.random.Generator, *, last: int | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Under the law tilted by e^{Σ κ_c V_c}: kinds of M + 1, …, N = ``last``, (count, N − M), and V as it is when N
        takes the place of M, (count, kinds). Without ``last`` N is M."""
        alpha, mass = self._alpha, self._mass
        shown = (self._first if last is None else last) - self._first
        start = rng.gamma(self._first + 1, 1 / (1 - float(self._rise(kappa[None])[0])), size=(count, 1))
        inverse = np.geomspace(1.0, 1 / _EARLIEST, _CELLS)  # 1/v, in which the intensity is nearly even
        density = np.exp(np.outer(inverse**-alpha, kappa)) @ mass
        passed = np.append(0.0, np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(inverse)))
        gaps = rng.standard_exponential((count, shown + _DRAWN)).cumsum(axis=1) / start
        share = np.hstack([np.ones((count, 1)), np.interp(gaps, passed, inverse) ** -alpha])
        weights = np.cumsum(mass * np.exp(share[..., None] * kappa), axis=-1)
        kinds = (rng.random((*share.shape, 1)) * weights[..., -1:] >= weights[..., :-1]).sum(axis=-1)
        seen = share[:, shown:] / share[:, shown : shown + 1]
        late = np.stack([np.where(kinds[:, shown:] == kind, seen, 0.0).sum(axis=1) for kind in range(len(mass))], 1)
        rest = start * share[:, -1:] ** (1 - 1 / alpha) / (alpha - 1) / share[:, shown : shown + 1]
        return kinds[:, :shown], late + rest * mass

    def log_density(self, kappa: np.ndarray, kinds: np.ndarray, late: np.ndarray) -> np.ndarray:
        """ln of the tilted law's density for whoever sees what `draw` gives, (count,)."""
        power = np.exp(-np.arange(math.ceil(_FAR / _STEP) + 1)[::-1] * _STEP)  # y^α
        count, step = self._first + kinds.shape[1], _STEP / self._alpha
        factor = np.exp(np.outer(kappa, power))  # (kinds, g)
        found = np.exp(np.outer(late @ kappa, power))
        for j, kind in zip(range(count, self._first, -1), kinds.T[::-1], strict=True):
            found = found @ _step_mean(j, step, len(power)) * factor[kind]
        return np.log(found[:, -1]) - float(self.log_moment(kappa[None])[0])

    def _rise(self, kappa: np.ndarray) -> np.ndarray:
        inner = np.expm1(np.minimum(kappa[..., None] * self._v, _MOST)) / self._v @ self._weight
        return inner @ self._mass / (2 * (self._alpha - 1))


@functools.cache
def _rule() -> tuple[np.ndarray, np.ndarray]:
    return np.polynomial.legendre.leggauss(_NODES)


@functools.lru_cache(maxsize=256)
def _step_mean(j: int, step: float, size: int) -> np.ndarray:
    """f -> E f(ln y − v), v ~ Exp(j), on the grid of ln y, (g, g); left of it f stays what it is."""
    weights, decays = smoothing(j, step, _TAPS)
    found = np.zeros((size, size))
    found[0, 0] = 1.0
    for column in range(1, size):
        found[:, column] = decays[-1] * found[:, column - 1]
        np.add.at(found[:, column], np.maximum(column - _TAPS, 0), weights[-1])
    return found
