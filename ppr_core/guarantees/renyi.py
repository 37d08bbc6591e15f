"""From Rényi differential privacy to (ε, δ).

Mironov, "Rényi differential privacy" (CSF 2017): a mechanism is (γ, ε)-Rényi private if D_γ(P_x‖P_x′) ≤ ε nats for
all neighbours x, x′.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.wording import number

__all__ = ["conversion_cost", "gaussian_noise_multiplier", "rdp_to_approximate"]


def conversion_cost(orders: np.ndarray | float, delta: float) -> np.ndarray:
    """c_γ = ln(1/(γδ))/(γ−1) + ln(1 − 1/γ) in nats, negative where δ is large: finite orders γ > 1 (m,) -> (m,)."""
    return np.log1p(-1.0 / orders) - (np.log(orders) + math.log(delta)) / (orders - 1.0)


def rdp_to_approximate(
    order: float, epsilon: float, delta: float, *, notion: Literal["local", "central"] = "central"
) -> PrivacyGuarantee:
    """(γ, ε)-Rényi privacy gives (ε + c_γ, δ)-privacy against the database, c_γ of `conversion_cost`.

    Canonne, Kamath, Steinke, "The discrete Gaussian for differential privacy" (NeurIPS 2020), Proposition 12 of
    arXiv v4; Lemma 16 of Liu, Chen, Özgür, Li (NeurIPS 2024), which prints γ ≥ 1, but γ = 1 divides by zero. A
    negative value is reported as 0, which it implies.

    order: γ in (1, ∞]; epsilon: Rényi divergence in nats, >= 0; delta: in (0, 1].

    >>> from ppr_core.guarantees import rdp_to_approximate
    >>> round(rdp_to_approximate(10.0, 0.5, 1e-6).epsilon, 4)
    1.6739
    """
    order = validation.real("order", order, 1.0, low_open=True, infinite=True)
    epsilon = validation.real("epsilon", epsilon, 0.0, infinite=True)
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True)
    validation.choice("notion", notion, ("local", "central"))
    if not math.isinf(order):
        epsilon += float(conversion_cost(order, delta))
    return PrivacyGuarantee(
        epsilon=max(epsilon, 0.0),
        delta=delta,
        against="database",
        notion=notion,
        source="renyi.conversion",
        conditions=(f"Rényi order {number(order, 6)}",),
    )


def gaussian_noise_multiplier(epsilon: float, delta: float, orders: tuple[float, ...]) -> float:
    """z = σ/Δ of a Gaussian mechanism of L2 sensitivity Δ that is (ε, δ)-private at one of the orders.

    min over γ of √(γ / (2(ε − c_γ))) with c_γ of `conversion_cost`, because D_γ = γ/(2z²). epsilon: in nats, above the
    smallest c_γ; delta: in (0, 1]; orders: finite, above 1.
    """
    gamma = np.asarray(orders, dtype=float)
    cost = conversion_cost(gamma, validation.real("delta", delta, 0.0, 1.0, low_open=True))
    rest = validation.real("epsilon", epsilon, float(cost.min()), low_open=True) - cost
    useful = rest > 0
    return math.sqrt(float((gamma[useful] / (2 * rest[useful])).min()))
