"""Two views of one list and its index: a finer one than the decoder's and a coarser one, with an exact weight.

The list has candidates 1, …, M, of which no time is seen. The *finer* view sees the times of all behind them: what it
tells is an upper bound for the decoder. The *coarser* one sees of those behind them at most the candidate K itself: a
lower bound. Write t = T_{M+1}, S = Σ_{j>M} (a_j/T_j)^α, S′ = Σ_{j>M} (b_j/T_j)^α.

**Statement.** Let h_j(ρ) = exp(−(a_j/ρ)^α), A_k f(ρ) = E f(ρ e^{−v}), v ~ Exp(k), and F_1 = 1,
F_{k+1} = A_k(h_k F_k), but with (a_K/ρ)^α h_K in place of h_K. With β(ρ) = exp(−S t^α ρ^{−α}) and
o(ρ) = 1 + E_Q[(a/ρ) γ(1 − 1/α, (a/ρ)^α) + exp(−(a/ρ)^α) − 1], γ the lower incomplete gamma function,

    finer:   P(K | …) = α ∫ F_{M+1} β dρ/ρ, for K > M times (a_K t/(T_K ρ))^α inside;
    coarser: P(K | …) = α ∫ h_M F_M o^{−M} dρ/ρ, for K > M: P(K > M, Z_K ∈ dz | …)/Q(dz)
             = M ∫ h_M F_M o^{−M−1} (a_K/ρ) γ(1 − 1/α, (a_K/ρ)^α) dρ/ρ.

Under P_s, of density e^{sL}/e^{sD_{s+1}} with L the loss of whoever sees all times (`list_samples`), the finer view has
e^{−sD_{s+1}} m_s/P(K | …) times its density under x. m_s is e^{sαℓ(Z_K)} times the coefficient of z^s of the finer
integral with exp(−(a_j/ρ)^α + z (b_j/ρ)^α) for h_j and exp((−S + zS′) t^α ρ^{−α}) for β.

**Proof.** p_k = w_k/Σ_j w_j = ∫₀^∞ w_k e^{−u Σ_j w_j} du with w_j = (a_j/T_j)^α. Put u = s^α and ρ_j = T_j/s: w_k du
is (a_k/ρ_k)^α α ds/s and e^{−u w_j} is h_j(ρ_j). Given t the M times are uniform on (0, t), in order: T_M = t e^{−v}
with v ~ Exp(M), then T_{M−1} = T_M e^{−v} with v ~ Exp(M − 1), and so on: the mean is F_{M+1}(t/s), and what is left
is e^{−uS} = β. Behind M the coarser view has a Poisson process from T_M on: `ppr_core.index_law` has the integral.
p_K e^{sL} = w_K e^{sαℓ} S′ˢ/Sˢ⁺¹, sums over the whole list, is e^{sαℓ} ∫ w_K e^{−uS} (uS′)ˢ/s! du: the coefficient of
zˢ of the same integral with e^{−uS + zuS′}. ∎

The weight P(K | …) e^{sD_{s+1}}/m_s is at most e^{s(D_{s+1} − L̂)}, L̂ the loss of the finer view: (p, p′) ->
p^{1+s} p′^{−s} is convex (Jensen). What comes behind time `REACH` adds its mean to S and S′. Right of
the grid all h are 1: A_k then only moves what is there, and what it moves there is kept.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammainc

from ppr_core.accounting.order_statistics import smoothing_matrices
from ppr_core.decoder_privacy.list_grid import BLOCK, CELLS, MOST, SURE, grid
from ppr_core.decoder_privacy.list_samples import tilted_lists
from ppr_core.decoder_privacy.shared_marks import SharedMarks

__all__ = ["Views", "list_views", "told_by"]


@dataclass(frozen=True, eq=False)
class Views:
    """n independent lists of P_s; s: the tilt, log_sum: s·D_{s+1}.

    weight: of the finer view, (n,); finer, coarser: losses of the two views; times: of whoever sees all times, (n,) in
    nats.
    """

    tilt: int
    log_sum: float
    weight: np.ndarray
    finer: np.ndarray
    coarser: np.ndarray
    times: np.ndarray

    def told_by_times(self, epsilon: float) -> np.ndarray:
        """What all times tell with its own weight, (n,): of the known mean δ(ε) of whoever sees them."""
        return np.asarray(np.exp(self.log_sum - self.tilt * self.times) * told_by(self.times, epsilon))

    def largest(self, epsilon: float) -> float:
        """The most that ``weight · (1 − e^{ε − finer})₊`` can be."""
        s = self.tilt
        return math.exp(self.log_sum - s * epsilon + s * math.log(s) - (s + 1) * math.log(s + 1))


def list_views(marks: SharedMarks, alpha: float, tilt: int, count: int, first: int, rng: np.random.Generator) -> Views:
    """``count`` lists of P_s, s = tilt >= 1, of whose first M >= 2 candidates no time is seen; α in (1, ∞)."""
    lists = tilted_lists(marks, alpha, tilt, count, rng)
    rows = np.arange(count)
    own, early = lists.log_ratio[:, rows, lists.place], lists.log_ratio[:, :, :first]
    log_start = lists.log_time[:, first]
    behind = lists.log_ratio[:, :, first:] - lists.log_time[:, first:] + log_start[:, None]
    log_later = np.log(np.exp(alpha * behind).sum(axis=2) + np.exp(alpha * log_start) * lists.later[:, None])
    log_sums = np.log(np.exp(alpha * (lists.log_ratio - lists.log_time)).sum(axis=2) + lists.later[:, None])
    lateness = own + log_start - lists.log_time[rows, lists.place]
    places = grid(float(early.min()), float(early.max()), float(log_later.max()) / alpha, alpha, first)
    engine = _Recursion(marks, alpha, places, first)
    found = np.empty((3, 2, count))  # of the finer view, of the coarser one, the coefficient; under x and x′
    for start in range(0, count, BLOCK):
        part = slice(start, start + BLOCK)
        for x, order in ((0, tilt), (1, 0)):
            lost = log_later[:, part] if x == 0 else log_later[::-1, part]
            ratios = early[:, part] if x == 0 else early[::-1, part]
            found[:, x, part] = engine.masses(
                x, ratios, own[x, part], lateness[x, part], lost, lists.place[part], order
            )
    finer, coarser = np.log(found[:2, 0]) - np.log(found[:2, 1])
    log_weight = lists.log_sum - tilt * alpha * (own[0] - own[1]) + np.log(found[0, 0]) - np.log(found[2, 0])
    times = alpha * (own[0] - own[1]) + log_sums[1] - log_sums[0]
    return Views(tilt, lists.log_sum, np.exp(log_weight), finer, coarser, times)


class _Recursion:
    """On a grid of ln ρ."""

    def __init__(self, marks: SharedMarks, alpha: float, x: np.ndarray, first: int) -> None:
        self.alpha, self.first, self._x = alpha, first, x
        self._means = smoothing_matrices(first, float(x[1] - x[0]), len(x))
        ends = np.append(np.ones(len(x) - 1), 0.5)
        self._leaks = [ends * np.exp(-k * (x[-1] - x)) for k in range(1, first + 1)]
        *log_ratios, mass = marks.rule()
        powers = [self._power(log_ratio, MOST) for log_ratio in log_ratios]
        self._open = np.array([1 + mass @ (self._beaten(power) + np.expm1(-power)) for power in powers])  # o, (2, g)

    def masses(
        self,
        x: int,
        log_ratio: np.ndarray,
        own: np.ndarray,
        lateness: np.ndarray,
        log_later: np.ndarray,
        place: np.ndarray,
        order: int,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Up to a constant P(K | …) of both views, and the coefficient of z^order, (b,) each.

        log_ratio: of input x and of the other one, (2, b, M); own: ln a_K; lateness: ln a_K t/T_K; log_later: ln S t^α
        and ln S′ t^α, (2, b).
        """
        f = np.zeros((order + 1, len(own), len(self._x)))
        f[0] = 1.0
        beyond = np.zeros((order + 1, len(own)))  # what lies right of the grid: A_k moves all that way
        late = place >= self.first
        own_power = self._power(own)
        for k in range(self.first):
            if order:
                _multiply(f, self._power(log_ratio[1, :, k]))
            survives = np.exp(-self._power(log_ratio[0, :, k]))
            survives[place == k] *= own_power[place == k]
            f *= survives
            beyond[:, place == k] = CELLS * f[:, place == k, -1]
            if k < self.first - 1:
                beyond += np.where(place <= k, f @ self._leaks[k], 0.0)
                f = f @ self._means[k]
        ending = np.repeat(self._open[x, None] ** -self.first, len(own), axis=0)
        ending[late] *= self.first / self.alpha * self._beaten(own_power[late]) / self._open[x]
        coarser = _integral(f[0] * ending, beyond[0], late)
        beyond += np.where(late, 0.0, f @ self._leaks[-1])
        f = f @ self._means[-1]
        if order:
            _multiply(f, self._power(log_later[1] / self.alpha))
        ending = np.exp(-self._power(log_later[0] / self.alpha, MOST))
        ending[late] *= self._power(lateness[late])
        finer = _integral(f * ending, beyond, late)
        return finer[0], coarser, finer[-1]

    def _power(self, log_ratio: np.ndarray, most: float = SURE) -> np.ndarray:
        """(a/ρ)^α on the grid, (..., g)."""
        return np.exp(np.minimum(self.alpha * (log_ratio[..., None] - self._x), most))

    def _beaten(self, power: np.ndarray) -> np.ndarray:
        """(a/ρ) γ(1 − 1/α, (a/ρ)^α)."""
        order = 1 - 1 / self.alpha
        return power ** (1 / self.alpha) * math.gamma(order) * gammainc(order, power)


def told_by(loss: np.ndarray, epsilon: float) -> np.ndarray:
    """(1 − e^{ε − L})₊."""
    return -np.expm1(np.minimum(epsilon - loss, 0.0))


def _multiply(f: np.ndarray, y: np.ndarray) -> None:
    """By e^{zy} as a series in z, in place: f (s + 1, n, g), its coefficients."""
    for s in range(len(f) - 1, 0, -1):
        found = f[0] * (y / s)
        for n in range(1, s):
            found += f[n]
            found *= y / (s - n)
        f[s] += found


def _integral(inner: np.ndarray, beyond: np.ndarray, late: np.ndarray) -> np.ndarray:
    """Up to a constant: trapezia, and what lies right of the grid: of a late index it falls like ρ^{−α} there."""
    last = inner[..., -1]
    return inner.sum(axis=-1) - 0.5 * last + np.where(late, CELLS * last, beyond)
