"""Rényi divergences of sampled Gaussian sums: at whole orders in closed form, at others by ``dp-accounting``.

Of one contribution replaced by another, both of norm at most 1, the worst two are opposite: with N_x = N(x, z²I) the
pair P₊ = (1 − q)N_0 + q N_1 and P₋ = (1 − q)N_0 + q N_{−1} on the line has the largest δ(ε), at every ε. Given what
else is sampled, which only helps an observer, the best event against x and x′ is

    A = {u : e^{⟨u, x⟩/z² − |x|²/2z²} > e^ε e^{⟨u, x′⟩/z² − |x′|²/2z²} + k},   k = (e^ε − 1)(1 − q)/q >= 0,

and v + A ⊂ A whenever ⟨v, x⟩ >= max(⟨v, x′⟩, 0). Turning x′ further away from x moves it along some w with ⟨w, x′⟩ = 0
and ⟨w, x⟩ < 0, so A − w ⊂ A and N_{x′}(A) falls; nothing else in δ(ε) = q N_x(A) − q e^ε N_{x′}(A) − (e^ε − 1)(1 −
q)N_0(A) changes. So x′ is opposite to x; there A is a half-line beyond a point, and longer x or x′ raise N_x(A) and
lower N_{x′}(A). A pair that dominates every sum dominates their composition (Zhu, Dong, Wang 2022, Theorem 10).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import gammaln

from ppr_core.extras import needed

__all__ = ["replaced_renyi", "sampled_event", "sampled_renyi"]

_SUM_ERROR = 1e-14
_REACH, _NODES = 12.0, 8  # standard deviations beyond the outermost centre, and nodes in each


def sampled_event(multiplier: float, probability: float, count: int) -> Any:
    """The ``DpEvent`` of ``count`` Gaussian sums with noise ``multiplier`` > 0 times the sensitivity, each of a sample
    that takes every contribution with ``probability`` in (0, 1]. Needs the package ``dp-accounting``."""
    dp_event = needed("dp_accounting.dp_event")
    gaussian = dp_event.GaussianDpEvent(multiplier)
    sampled = gaussian if probability == 1.0 else dp_event.PoissonSampledDpEvent(probability, gaussian)
    return dp_event.SelfComposedDpEvent(sampled, count)


def sampled_renyi(multiplier: float, probability: float, count: int, orders: np.ndarray) -> np.ndarray:
    """D_γ in nats, the larger of both directions, at each of the orders γ > 1 (r,) -> (r,), of ``count`` sampled sums
    (see `sampled_event`): a contribution against none. Without sampling, count · γ / (2 multiplier²)."""
    if probability == 1.0:
        return count * orders / (2.0 * multiplier * multiplier)
    if np.all(orders == np.floor(orders)):
        moments = np.array([_log_moment(multiplier, probability, int(order)) for order in orders])
        # A sum of binomial terms is exact to some 1e-15, which may even come out below 0.
        return np.maximum(count * moments / (orders - 1.0), count * _SUM_ERROR)
    accountant = needed("dp_accounting.rdp").RdpAccountant([float(order) for order in orders])
    renyi = np.asarray(accountant.compose(sampled_event(multiplier, probability, count)).rdp)
    return np.maximum(renyi, count * _SUM_ERROR)


def _log_moment(multiplier: float, probability: float, order: int) -> float:
    """(γ − 1) D_γ of one sampled sum at a whole order: ln Σ_k C(γ, k) (1 − q)^{γ−k} q^k e^{k(k−1)/(2z²)} (Mironov,
    Talwar, Zhang 2019, Section 3.3)."""
    k = np.arange(order + 1.0)
    chosen = gammaln(order + 1.0) - gammaln(k + 1.0) - gammaln(order - k + 1.0)
    kept = (order - k) * math.log1p(-probability) + k * math.log(probability)
    terms = chosen + kept + k * (k - 1.0) / (2.0 * multiplier * multiplier)
    largest = terms.max()
    return float(largest + np.log(np.exp(terms - largest).sum()))  # SciPy's logsumexp costs more than the sum


def replaced_renyi(multiplier: float, probability: float, count: int, orders: np.ndarray) -> np.ndarray:
    """As `sampled_renyi`, of one contribution against another: between P₊ and P₋ above, the same either way.

    (γ − 1) D_γ = ln ∫ P₊^γ P₋^{1−γ}, by the trapezoidal rule, whose error falls faster than any power of the step.
    """
    # P₊^γ P₋^{1−γ} lies below a mixture of normal densities around −1, …, 2γ − 1 of the noise's width.
    grid = np.arange(-1 - _REACH * multiplier, 2 * orders.max() - 1 + _REACH * multiplier, multiplier / _NODES)
    plus, minus = (
        np.logaddexp(math.log1p(-probability), math.log(probability) + (sign * grid - 0.5) / multiplier**2)
        for sign in (1, -1)
    )
    logs = orders[:, None] * (plus - minus) + minus - 0.5 * (grid / multiplier) ** 2
    largest = logs.max(axis=1)
    sums = np.exp(logs - largest[:, None]).sum(axis=1)
    moments = largest + np.log(sums / (_NODES * math.sqrt(2 * math.pi)))
    return np.maximum(count * moments / (orders - 1.0), count * _SUM_ERROR)
