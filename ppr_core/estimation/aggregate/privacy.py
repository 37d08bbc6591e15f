"""Privacy of sums of whole numbers with discrete Gaussian or Skellam noise from many clients."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.accounting.conversion import renyi_epsilon
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.wording import number

__all__ = ["NOISES", "sum_privacy", "sum_renyi"]

#: Noise -> label.
NOISES: dict[str, str] = {"discrete_gaussian": "Discrete Gaussian", "skellam": "Skellam"}

_ORDERS = np.concatenate([np.arange(2, 129), np.round(np.geomspace(140, 20_000, 40))])
_BETWEEN = np.round(np.arange(1.1, 2.0, 0.1), 6)


def sum_renyi(
    noise: str, variance: float, distance: float, *, dimension: int = 1, clients: int = 1, orders: np.ndarray = _ORDERS
) -> np.ndarray:
    """D_λ in nats, from above, of the sum for two inputs ``distance`` apart in L2, in steps of the grid: (m,) orders.

    "discrete_gaussian": each client's noise has variance/clients; their sum is nearly discrete Gaussian, so that it is
    ½c²-concentrated with c = min(√(Δ²/σ² + τd/2), Δ/σ + τ√d), τ = 10 Σ_k exp(−2π² (σ²/n) k/(k + 1)), k < n (Kairouz,
    Liu, Steinke 2021, Theorem 1). "skellam": λΔ²/(2σ²) + min(((2λ − 1)Δ² + 6Δ₁)/(4σ⁴), 3Δ₁/(2σ²)) at whole orders,
    Δ₁ <= min(√d Δ, Δ²) (Agarwal, Kairouz, Liu 2021, Theorem 3.5).

    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import sum_renyi
    >>> sum_renyi("discrete_gaussian", 16.0, 1.0, orders=np.array([2.0, 4.0]))  # λΔ²/(2σ²)
    array([0.0625, 0.125 ])
    """
    validation.choice("noise", noise, tuple(NOISES))
    square = distance**2
    if noise == "skellam":
        taxicab = min(math.sqrt(dimension) * distance, square)
        small = ((2 * orders - 1) * square + 6 * taxicab) / (4 * variance**2)
        return np.asarray(orders * square / (2 * variance) + np.minimum(small, 3 * taxicab / (2 * variance)))
    k = np.arange(1, clients)
    between = 10 * float(np.exp(-2 * math.pi**2 * variance / clients * k / (k + 1)).sum())
    root = math.sqrt(square / variance)
    concentrated = min(math.sqrt(square / variance + between * dimension / 2), root + between * math.sqrt(dimension))
    return np.asarray(orders * concentrated**2 / 2)


def sum_privacy(
    noise: str, variance: float, distance: float, delta: float, *, dimension: int = 1, clients: int = 1
) -> PrivacyGuarantee:
    """Central (ε, δ) of the sum against who sees it, from above, at the best order. The rest as in `sum_renyi`.

    >>> from ppr_core.estimation.aggregate import sum_privacy
    >>> round(sum_privacy("discrete_gaussian", 16.0, 1.0, 1e-6).epsilon, 3)
    1.143
    """
    delta = validation.probability("delta", delta)
    orders = _ORDERS if noise == "skellam" else np.concatenate([_BETWEEN, _ORDERS])
    renyi = sum_renyi(noise, variance, distance, dimension=dimension, clients=clients, orders=orders)
    epsilon, order = renyi_epsilon(renyi, orders, delta)
    return PrivacyGuarantee(
        epsilon=epsilon, delta=delta, against="aggregator", notion="central", source=f"aggregate.{noise}",
        conditions=(f"L2 sensitivity {number(distance, 6)} grid steps", f"Rényi order {number(order, 6)}"),
    )  # fmt: skip
