"""The law of PPR's index given the list of candidates: what a decoder reads of x, computed and not simulated.

The decoder holds the candidates Z_1, Z_2, …, and not the arrival times T_1 < T_2 < … of the encoder. With marks
V_j ~ Exp(1) the index is K = argmin_j T_j V_j^{1/α}/r_j, r_j = dP_x/dQ(Z_j). The first M candidates are taken as they
are, those behind them at their mean over Q.

**Statement.** Let h_j(ρ) = exp(−(r_j/ρ)^α), A_k f(ρ) = E f(ρ e^{−v}), B_k f(ρ) = E f(ρ e^v) with v ~ Exp(k), λ(y)
and g as in `ppr_core.index_law`. Then with ψ_1 = 1, ψ_{k+1} = A_k(h_k ψ_k), γ_M(ρ) = (λ(1/ρ) + g/ρ)^{−M} and
γ_k = B_k(h_{k+1} γ_{k+1}),

    P(K = k | Z_1, …, Z_M) = ∫₀^∞ α (r_k/ρ)^α h_k(ρ) ψ_k(ρ) γ_k(ρ) dρ/ρ   for k <= M,
    P(K > M, Z_K ∈ dz | Z_1, …, Z_M) = Q(dz) r(z) ∫₀^∞ Γ(1 − 1/α, lower incomplete, (r(z)/ρ)^α) c(ρ) dρ/ρ,
    c(ρ) = M h_M(ρ) ψ_M(ρ) γ_M(ρ)/(ρ λ(1/ρ) + g).

**Proof.** Let candidate k arrive at t and score s = t V^{1/α}/r_k, and ρ = t/s. Candidate j at time τ has a larger
score with probability exp(−(s r_j/τ)^α) = h_j(τ/s). Those before t are k − 1 uniform points in order, of which the last
is t e^{−v} with v ~ Exp(k − 1): ψ_k(ρ), whatever t is. Of those after t the next comes at t′ with density e^{−(t′−t)};
integrated over s at a fixed ρ, which is Γ(k)-distributed against it, t′ = t e^v with v ~ Exp(k): γ_k(ρ). Behind M the
arrivals are a Poisson process, of which none may score less: e^{−s(ρ + Λ)} with ρ + Λ(ρ) = ρ λ(1/ρ) + g, so γ_M.
What a late index adds, Σ_{k>M}, is a binomial series. ∎

**Numerics.** On a uniform grid in ln ρ every A_k is a recursion from point to point, exact for polynomials of degree
7 between the points; the last integral is a trapezoidal sum of an analytic function. At α = ∞ see `given_records`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import gammainc

from ppr_core import validation
from ppr_core.accounting.order_statistics import smoothed, smoothing
from ppr_core.compressors.revealed_mass import revealed_mass
from ppr_core.index_law.given_records import masses_given_list
from ppr_core.index_law.mixture import losers
from ppr_core.index_law.ratios import RatioLaw

__all__ = ["ListLaw", "law_given_list"]

_CELLS = 4  # of the grid in the width 1/α of h
_OVER = 40.0  # e⁻⁴⁰ is neglected
_LEFT = 16.0  # e⁻¹⁶ lies right of the grid, where it has a closed form, or left of it
_SURE = 50.0  # ln (r/ρ)^α where nothing survives
_FLOATS = 1 << 14  # worked on at once: what stays near the processor
_LEVELS = 1024  # ratios that are looked at one by one
_FARTHEST = 16.0  # candidates of ratios below e⁻¹⁶ next to never win


@dataclass(frozen=True, eq=False)
class ListLaw:
    """The index on lists: mass: P(K = k | Z_1, …, Z_M), (..., M); their sums fall short of 1 by P(K > M).

    α, the grid of ln ρ, (g,), and c on it times its step, (..., g), give what comes later; none at α = ∞.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.index_law import law_given_list, ratio_law
    >>> channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    >>> law = law_given_list(np.array([[[0.643, -0.357, -0.357]]]), 2.0, [ratio_law(channel, 0)])
    >>> bool(law.mass[0, 0, 0] > law.mass[0, 0, 1] > law.mass[0, 0, 2])
    True
    """

    mass: np.ndarray
    alpha: float
    log_rho: np.ndarray
    later: np.ndarray

    def late_density(self, log_ratio: np.ndarray) -> np.ndarray:
        """P(K > M, Z_K ∈ dz)/Q(dz) where ln r(z) = log_ratio, (..., n) for every list -> (..., n).

        Of more than 1024 different ratios it is interpolated, and may be off by one in a thousand.
        """
        shape = np.broadcast_shapes((*self.mass.shape[:-1], 1), log_ratio.shape)
        if math.isinf(self.alpha):
            return np.zeros(shape)
        rate, order = revealed_mass(self.alpha).rate, 1 - 1 / self.alpha
        levels, level = np.unique(log_ratio, return_inverse=True)
        if len(levels) > _LEVELS:
            levels = np.linspace(levels[np.isfinite(levels)][0], levels[-1], _LEVELS)
            level = np.interp(log_ratio, levels, np.arange(_LEVELS))
        power = np.exp(np.minimum(self.alpha * (levels[:, None] - self.log_rho), _SURE))
        table = rate * (self.later @ gammainc(order, power).T)
        whole = np.broadcast_to(level.reshape(log_ratio.shape), shape).astype(int)
        found = np.take_along_axis(table, whole, axis=-1)
        if level.dtype != whole.dtype:
            above = np.take_along_axis(table, np.minimum(whole + 1, _LEVELS - 1), axis=-1)
            found += (level - whole) * (above - found)
        return np.exp(log_ratio) * found


def law_given_list(log_ratio: np.ndarray, alpha: float, ratios: Sequence[RatioLaw]) -> ListLaw:
    """The law of the index on lists of candidates: ln r of the first M of each, (k, lists, M), for k inputs.

    alpha: α in (1, ∞]; ratios: the law of r of every input, (k,), of what comes behind the M. Masses err by less than
    10⁻⁶ beside what the laws of the ratios err by; at α = ∞ by less than (1 − 1/r*)^M (`given_records`). Raises
    ``ValueError`` for another α.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.index_law import law_given_list, ratio_law
    >>> channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    >>> law = law_given_list(np.array([[[0.643, -0.357]]]), 2.0, [ratio_law(channel, 0)])
    >>> law.mass.round(2)  # the favoured candidate stands first; the rest come later
    array([[[0.83, 0.03]]])
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
    if math.isinf(alpha):
        return ListLaw(masses_given_list(log_ratio), alpha, np.empty(0), np.empty((*log_ratio.shape[:-1], 0)))
    shape, count = log_ratio.shape, log_ratio.shape[-1]
    x = _grid(log_ratio, alpha)
    lost = np.repeat(np.stack([losers(law, alpha, -x) for law in ratios]), math.prod(shape[1:-1]), axis=0)
    rows, rules = log_ratio.reshape(-1, count), smoothing(count, float(x[1] - x[0]))
    mass, later = np.empty(rows.shape), np.empty((len(rows), len(x)))
    block = max(1, _FLOATS // len(x))
    for start in range(0, len(rows), block):
        part = slice(start, start + block)
        mass[part], later[part] = _block(rows[part], lost[part], alpha, x, rules)
    return ListLaw(mass.reshape(shape), alpha, x, later.reshape(*shape[:-1], len(x)))


def _grid(log_ratio: np.ndarray, alpha: float) -> np.ndarray:
    """Values of ln ρ from where next to no candidate survives to where next to all do."""
    possible = log_ratio[np.isfinite(log_ratio)]
    low, high = (float(possible.min()), float(possible.max())) if possible.size else (0.0, 0.0)
    low = max(low - math.log(_OVER) / alpha - _LEFT / log_ratio.shape[-1], -_FARTHEST)  # c rises at least as ρ^M
    high += (math.log(log_ratio.shape[-1] / min(alpha - 1, 1.0)) + _LEFT) / alpha
    step = 1 / (_CELLS * alpha)
    return low + step * np.arange(math.ceil((high - low) / step) + 1)


def _block(
    log_ratio: np.ndarray, lost: np.ndarray, alpha: float, x: np.ndarray, rules: tuple[np.ndarray, np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Masses (b, M), and c times the step (b, g), of some lists: ln r (b, M) and λ (b, g)."""
    weights, decays = rules
    count, step = log_ratio.shape[1], float(x[1] - x[0])
    survives = _survival(log_ratio, alpha, x)
    before = np.empty((count, *lost.shape))
    before[0] = 1.0
    for k in range(1, count):
        before[k] = smoothed(survives(k - 1)[0] * before[k - 1], weights[k - 1], decays[k - 1])
    whole = lost + revealed_mass(alpha).rate * np.exp(-x)  # λ + g/ρ
    after = whole**-count
    later = count * step * survives(count - 1)[0] * before[-1] * after / (whole * np.exp(x))
    mass = np.empty(log_ratio.shape)
    for k in range(count - 1, -1, -1):
        h, power = survives(k)
        after *= h
        inner = power * before[k] * after
        mass[:, k] = alpha * step * inner.sum(axis=1) + (1 - alpha * step / 2) * inner[:, -1]  # and right of the grid
        if k:
            after = smoothed(after[:, ::-1], weights[k - 1], decays[k - 1])[:, ::-1]
    return np.maximum(mass, 0.0), np.maximum(later, 0.0)


def _survival(log_ratio: np.ndarray, alpha: float, x: np.ndarray) -> Callable[[int], tuple[np.ndarray, np.ndarray]]:
    """From the place of a candidate to h and (r/ρ)^α on the grid, (b, g) each; looked up where ratios are few."""

    def of(ranks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        power = np.exp(np.minimum(alpha * (ranks[:, None] - x), _SURE))
        return np.exp(-power), power

    levels, level = np.unique(log_ratio, return_inverse=True)
    if len(levels) > log_ratio.shape[1]:
        return lambda k: of(log_ratio[:, k])
    h, power = of(levels)
    level = level.reshape(log_ratio.shape)
    return lambda k: (h[level[:, k]], power[level[:, k]])
