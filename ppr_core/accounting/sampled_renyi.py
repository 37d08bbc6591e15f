"""Rényi divergences of sampled Gaussian sums: at whole orders in closed form, at others by ``dp-accounting``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import gammaln

__all__ = ["grouped_renyi", "sampled_event", "sampled_renyi"]

_SUM_ERROR = 1e-14


def sampled_event(multiplier: float, probability: float, count: int) -> Any:
    """The ``DpEvent`` of ``count`` Gaussian sums with noise ``multiplier`` > 0 times the sensitivity, each of a sample
    that takes every contribution with ``probability`` in (0, 1]. Needs the package ``dp-accounting``."""
    from dp_accounting import dp_event

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
    from dp_accounting import rdp

    accountant = rdp.RdpAccountant([float(order) for order in orders])
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


def grouped_renyi(multiplier: float, probability: float, count: int, orders: np.ndarray) -> np.ndarray:
    """As `sampled_renyi`, of one contribution against another: two steps of add or remove, joined by the weak triangle
    inequality D_γ(P ‖ R) ≤ (γ − 1/2)/(γ − 1) D_{2γ}(P ‖ Q) + D_{2γ−1}(Q ‖ R) (Mironov 2017, Proposition 11)."""
    both = sampled_renyi(multiplier, probability, count, np.concatenate([2 * orders, 2 * orders - 1]))
    first, second = both[: len(orders)], both[len(orders) :]
    return (orders - 0.5) / (orders - 1) * first + second
