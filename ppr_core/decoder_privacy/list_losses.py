"""The privacy loss of list and index when the times of late candidates are shown, and a guess that needs no time.

The list has candidates 1, …, M, of which no time is seen; of those behind them all times are seen, so that the view is
finer than the decoder's: what it tells is an upper bound. Write t = T_{M+1}, S = Σ_{j>M} (r_j/T_j)^α.

**Statement.** With h_j(ρ) = exp(−(r_j/ρ)^α), A_k f(ρ) = E f(ρ e^{−v}), B_k f(ρ) = E f(ρ e^v), v ~ Exp(k), ψ_1 = 1,
ψ_{k+1} = A_k(h_k ψ_k), β(ρ) = exp(−S t^α ρ^{−α}), γ_M = B_M β and γ_k = B_k(h_{k+1} γ_{k+1}),

    P(K = k | list, T_{M+1}, T_{M+2}, …) = ∫ α (r_k/ρ)^α h_k ψ_k γ_k dρ/ρ for k <= M,
    P(K = j | …) = (r_j/T_j)^α ∫ α (t/ρ)^α β ψ_{M+1} dρ/ρ for j > M.

**Proof.** p_k = w_k/Σ_j w_j = ∫₀^∞ w_k e^{−u Σ_j w_j} du with w_j = (r_j/T_j)^α. Put u = s^α and ρ_j = T_j/s: w_k du
is (r_k/ρ_k)^α α ds/s and e^{−u w_j} is h_j(ρ_j). Given t the M times are uniform on (0, t), in order: T_M = t e^{−v}
with v ~ Exp(M), then T_{M−1} = T_M e^{−v} with v ~ Exp(M − 1), and so on. So the mean of Π h_j over the first k − 1
given T_k is ψ_k(ρ_k); and B_k is the adjoint of A_k for dρ/ρ, which moves the operators behind k to the other side,
where they meet β(t/s) = e^{−uS}. ∎

The guess puts T_j = j for all j > M. It is a function of list and index, and so any event {guess > ε} is a test that
the decoder can make. What comes behind time τ = `REACH` adds its mean to S in both: of the scatter, of variance
E r^{2α} τ^{1−2α}/(2α − 1), nothing is kept.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.accounting.order_statistics import smoothed, smoothing
from ppr_core.decoder_privacy.list_samples import REACH, WeightedLists

__all__ = ["later_times_loss", "list_loss"]

_CELLS = 4  # of the grid of ln ρ in the width 1/α of h
_OVER = 40.0  # e⁻⁴⁰ is neglected
_LEFT = 9.0  # e⁻⁹ lies right of the grid, where it has a closed form
_SURE = 50.0  # ln (r/ρ)^α where nothing survives
_MOST = 600.0  # nats that e^x may hold
_LISTED = int(REACH - 6 * math.sqrt(REACH))  # entries that practically every list has before `REACH`


def later_times_loss(lists: WeightedLists, first: int) -> np.ndarray:
    """The loss of the index of each list where the times behind the first M >= 2 candidates are seen: (n,) in nats."""
    power = np.exp(lists.log_power[:, :, first:])
    later = power.sum(axis=2) + lists.later[:, None]
    return _loss(lists, first, lists.log_time[:, first], np.log(later))


def list_loss(lists: WeightedLists, first: int) -> np.ndarray:
    """The guess of the loss from list and index alone, (n,) in nats."""
    ranks = np.arange(first + 1, _LISTED + 1)
    scale = lists.later * (_LISTED / REACH) ** (1 - lists.alpha)
    power = np.exp(lists.alpha * (lists.log_ratio[:, :, first:_LISTED] - np.log(ranks)))
    later = power.sum(axis=2) + scale[:, None]
    return _loss(lists, first, np.full(len(lists.place), math.log(first + 1.0)), np.log(later))


def _loss(lists: WeightedLists, first: int, log_start: np.ndarray, log_later: np.ndarray) -> np.ndarray:
    """ln p_K/p′_K with ln t (n,) and ln S (2, n)."""
    alpha, order = lists.alpha, np.argsort(lists.place, kind="stable")
    place, log_start, log_later = lists.place[order], log_start[order], log_later[:, order]
    log_ratio = lists.log_ratio[:, order, :first]
    weights, decays = smoothing(first, 1 / (_CELLS * alpha))
    x = _grid(log_ratio, log_start + log_later.max(axis=0) / alpha, alpha, first)

    def survives(k: int, rows: slice) -> np.ndarray:
        return np.exp(-np.exp(np.minimum(alpha * (log_ratio[:, rows, k, None] - x), _SURE)))

    before, after = np.ones((2, len(place), len(x))), _later(log_start, log_later, alpha, x)
    late = slice(int(np.searchsorted(place, first)), len(place))
    late_mass = np.exp(np.minimum(alpha * (log_start[late, None] - x), _MOST)) * after[:, late]
    means = [smoothed(np.eye(len(x)), weights[k], decays[k]) for k in range(first)]  # A_{k+1}: f -> f @ means[k]
    after = after @ means[-1][::-1, ::-1]
    for k in range(first):
        rows = slice(int(np.searchsorted(place, k, side="right")), None)
        before[:, rows] = (survives(k, rows) * before[:, rows]) @ means[k]
    for k in range(first - 1, 0, -1):
        rows = slice(0, int(np.searchsorted(place, k)))
        after[:, rows] = (survives(k, rows) * after[:, rows]) @ means[k - 1][::-1, ::-1]
    own = np.take_along_axis(log_ratio, np.minimum(place, first - 1)[None, :, None], axis=2)
    log_power = np.minimum(alpha * (own - x), _SURE)
    mass = _integral(np.exp(log_power - np.exp(log_power)) * before * after)
    mass[:, late] = _integral(late_mass * before[:, late])
    log_own = lists.log_ratio[:, order[late], place[late]]
    loss = np.log(mass[0]) - np.log(mass[1])
    loss[late] += alpha * (log_own[0] - log_own[1])
    found = np.empty(len(place))
    found[order] = loss
    return found


def _later(log_start: np.ndarray, log_later: np.ndarray, alpha: float, x: np.ndarray) -> np.ndarray:
    """β on the grid, (2, n, g)."""
    return np.exp(-np.exp(np.minimum(log_later[..., None] + alpha * (log_start[:, None] - x), _MOST)))


def _integral(inner: np.ndarray) -> np.ndarray:
    """Up to a constant: trapezia, and right of the grid what falls like ρ^{−α}."""
    return inner.sum(axis=-1) + (_CELLS - 0.5) * inner[..., -1]


def _grid(log_ratio: np.ndarray, log_scale: np.ndarray, alpha: float, first: int) -> np.ndarray:
    """Values of ln ρ from where next to no candidate survives to where next to all do."""
    low = float(log_ratio.min()) - math.log(_OVER) / alpha
    high = float(log_ratio.max()) + math.log(first / min(alpha - 1, 1.0)) / alpha
    high = max(high, float(log_scale.max())) + _LEFT / alpha
    step = 1 / (_CELLS * alpha)
    return low + step * np.arange(math.ceil((high - low) / step) + 1)
