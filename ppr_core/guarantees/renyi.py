"""From Rényi differential privacy to (ε, δ).

Mironov, "Rényi differential privacy" (CSF 2017): a mechanism is (γ, ε)-Rényi private if D_γ(P_x‖P_x′) ≤ ε nats for
all neighbours x, x′.
"""

from __future__ import annotations

import math
from typing import Literal

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["rdp_to_approximate"]


def rdp_to_approximate(
    order: float, epsilon: float, delta: float, *, notion: Literal["local", "central"] = "central"
) -> PrivacyGuarantee:
    """(γ, ε)-Rényi privacy gives (ε + ln(1/(γδ))/(γ−1) + ln(1 − 1/γ), δ)-privacy against the database.

    Canonne, Kamath, Steinke, "The discrete Gaussian for differential privacy" (NeurIPS 2020), Proposition 12 of
    arXiv v4; Lemma 16 of Liu, Chen, Özgür, Li (NeurIPS 2024), which prints γ ≥ 1, but γ = 1 divides by zero. A
    negative value is reported as 0, which it implies.

    order: γ in (1, ∞]; epsilon: Rényi divergence in nats, >= 0; delta: in (0, 1].
    """
    order = validation.real("order", order, 1.0, low_open=True, infinite=True)
    epsilon = validation.real("epsilon", epsilon, 0.0, infinite=True)
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True)
    validation.choice("notion", notion, ("local", "central"))
    if not math.isinf(order):
        epsilon += -(math.log(order) + math.log(delta)) / (order - 1.0) + math.log1p(-1.0 / order)
    return PrivacyGuarantee(
        epsilon=max(epsilon, 0.0),
        delta=delta,
        against="database",
        notion=notion,
        source="renyi.conversion",
        conditions=(f"Rényi order γ = {order:g}",),
    )
