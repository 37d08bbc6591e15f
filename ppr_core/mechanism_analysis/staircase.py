"""The staircase mechanism: the additive noise of least loss at a given ε, and the linear programme that finds it."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.wording import number

__all__ = ["discrete_staircase", "optimal_noise", "staircase_loss", "staircase_share"]

Loss = Literal["absolute", "squared"]


def staircase_share(epsilon: float, loss: Loss = "absolute") -> float:
    """The γ of least loss (Geng, Viswanath 2014, Theorems 4 and 5).

    1/(1 + e^{ε/2}) for |noise|; for its square, with b = e^{−ε}, −b/(1−b) + (b − 2b² + 2b⁴ − b⁵)^{1/3} /
    (2^{1/3} (1−b)²), which is (c − b)/(1 − b) for c³ = b(1 + b)/2, or without a difference b(1 + 2b)/2(c² + cb + b²).
    """
    epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True)
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
    """
    epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True)
    sensitivity = validation.real("sensitivity", sensitivity, 0.0, low_open=True)
    validation.choice("loss", loss, ("absolute", "squared"))
    if loss == "absolute":
        return sensitivity * math.exp(-epsilon / 2) / -math.expm1(-epsilon)
    b = math.exp(-epsilon)
    each = sensitivity / -math.expm1(-epsilon)
    return each * each * (math.exp(-2 * epsilon / 3) * ((1 + b) / 2) ** (2 / 3) + b)


def discrete_staircase(epsilon: float, steps: int, high: int) -> np.ndarray:
    """Noise on the whole numbers that hides a shift by ``steps`` up to ε: P(n) for n = 0, …, steps − 1.

    ``high`` of them, from 0 on, are e^ε times as likely as the others; P(n + steps) = e^{−ε} P(n), P(−n) = P(n).
    """
    low = math.exp(-epsilon)
    weights = np.where(np.arange(steps) < high, 1.0, low)
    return weights / (2 * weights.sum() / (1 - low) - weights[0])


def optimal_noise(epsilon: float, steps: int, loss: Loss = "absolute", periods: int = 3) -> tuple[np.ndarray, float]:
    """The least loss of noise on the whole numbers that hides a shift by ``steps`` up to ε, by linear programming.

    Symmetric, P(n) <= e^ε P(n + d) and back for 0 < d <= steps, and beyond ``periods`` periods P(n + steps) =
    e^{−ε} P(n), which optimal noise has anyway (Geng, Viswanath 2014, Lemma 21). Returns P(n) for n = 0, …,
    periods·steps − 1 and E|n| or E n². That the optimum is a staircase is its result, not its assumption. The variables
    are P(n) e^{ε⌈n/steps⌉}, which are of one size at every ε. epsilon: 0.001 to 700.
    """
    from scipy.optimize import linprog  # takes longer to import than all else here

    steps = validation.integer("steps", steps, 1, 64)
    low = math.exp(-validation.real("epsilon", epsilon, 0.001, 700.0))
    size = periods * steps
    n = np.arange(size, dtype=float)
    worth = n if loss == "absolute" else n**2
    mass, cost = np.full(size, 2.0), 2 * worth
    mass[0] = 1.0
    last = slice(size - steps, size)  # goes on for ever: Σ_k e^{−kε} f(n + k·steps)
    ends, total = n[last], 1 / (1 - low)
    mass[last] = 2 * total
    first, second = steps * low / (1 - low) ** 2, steps**2 * low * (1 + low) / (1 - low) ** 3
    cost[last] = 2 * (ends * total + first if loss == "absolute" else ends**2 * total + 2 * ends * first + second)
    period = -(-np.arange(size + steps) // steps)
    unit = low ** period[:size].astype(float)
    rows = []
    for shift in range(1, steps + 1):
        for place in range(-steps, size):
            pair = (abs(place), abs(place + shift))
            for one, other in (pair, pair[::-1]):  # e^{−ε} P(one) <= P(other), over the larger of the two units
                later = 1 + int(period[one] - period[other])
                row = np.zeros(size)
                row[one if one < size else one - steps] += low ** max(later, 0)
                row[other if other < size else other - steps] -= low ** max(-later, 0)
                rows.append(row)
    limits = np.unique(np.array(rows), axis=0)
    scale = low * worth.max()
    sums = (mass * unit)[None]
    found = linprog(cost * unit / scale, A_ub=limits, b_ub=np.zeros(len(limits)), A_eq=sums, b_eq=[1.0], method="highs")
    if found.x is None or found.fun is None or found.status != 0:
        raise ValueError(f"epsilon must be one at which the solver finds the least loss; got {number(epsilon)}.")
    return found.x * unit, float(found.fun) * scale
