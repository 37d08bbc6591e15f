"""The staircase mechanism: the additive noise of least loss at a given ε."""

from __future__ import annotations

import math
from typing import Literal

from ppr_core import validation

__all__ = ["staircase_loss", "staircase_share"]

Loss = Literal["absolute", "squared"]


def staircase_share(epsilon: float, loss: Loss = "absolute") -> float:
    """The γ of least loss (Geng, Viswanath 2014, Theorems 4 and 5).

    1/(1 + e^{ε/2}) for |noise|; for its square, with b = e^{−ε}, −b/(1−b) + (b − 2b² + 2b⁴ − b⁵)^{1/3} /
    (2^{1/3} (1−b)²), which is (c − b)/(1 − b) for c³ = b(1 + b)/2, or without a difference b(1 + 2b)/2(c² + cb + b²).

    >>> from ppr_core.mechanism_analysis import staircase_share
    >>> round(staircase_share(1.0), 4)  # 1/(1 + √e)
    0.3775
    """
    epsilon = validation.positive("epsilon", epsilon)
    validation.choice("loss", loss, ("absolute", "squared"))
    if loss == "absolute":
        return math.exp(-epsilon / 2) / (1 + math.exp(-epsilon / 2))
    b, root = math.exp(-epsilon), math.exp(-epsilon / 3)
    part = ((1 + b) / 2) ** (1 / 3)  # c = root · part
    return root * (1 + 2 * b) / (2 * (part**2 + part * root**2 + root**4))


def staircase_loss(epsilon: float, sensitivity: float, loss: Loss = "absolute") -> float:
    """The least E|noise| or E noise² of additive noise that hides a shift by ``sensitivity`` up to ε.

    Δ e^{ε/2}/(e^ε − 1), and Δ² (2^{−2/3} b^{2/3} (1 + b)^{2/3} + b)/(1 − b)² with b = e^{−ε}; Laplace noise has Δ/ε
    and 2(Δ/ε)². (Geng, Viswanath 2014, Theorems 4 and 5.)

    >>> from ppr_core.mechanism_analysis import staircase_loss
    >>> staircase_loss(1.0, 1.0) < 1.0  # Laplace noise has Δ/ε = 1
    True
    """
    epsilon = validation.positive("epsilon", epsilon)
    sensitivity = validation.positive("sensitivity", sensitivity)
    validation.choice("loss", loss, ("absolute", "squared"))
    if loss == "absolute":
        return sensitivity * math.exp(-epsilon / 2) / -math.expm1(-epsilon)
    b = math.exp(-epsilon)
    each = sensitivity / -math.expm1(-epsilon)
    return each * each * (math.exp(-2 * epsilon / 3) * ((1 + b) / 2) ** (2 / 3) + b)
