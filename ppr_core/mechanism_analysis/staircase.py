"""The staircase mechanism: the additive noise of least loss at a given ε, and the linear programme that finds it."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from scipy.optimize import linprog

from ppr_core import validation

__all__ = ["discrete_staircase", "optimal_noise", "staircase_loss", "staircase_share"]

Loss = Literal["absolute", "squared"]


def staircase_share(epsilon: float, loss: Loss = "absolute") -> float:
    """The γ of least loss: 1/(1 + e^{ε/2}) for |noise|; for its square, with b = e^{−ε},
    −b/(1−b) + (b − 2b² + 2b⁴ − b⁵)^{1/3} / (2^{1/3} (1−b)²). (Geng, Viswanath 2014, Theorems 4 and 5.)"""
    epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True)
    validation.choice("loss", loss, ("absolute", "squared"))
    if loss == "absolute":
        return 1 / (1 + math.exp(epsilon / 2))
    b = math.exp(-epsilon)
    cubic = (b - 2 * b**2 + 2 * b**4 - b**5) ** (1 / 3)
    return -b / (1 - b) + cubic / (2 ** (1 / 3) * (1 - b) ** 2)


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
    return sensitivity**2 * (2 ** (-2 / 3) * b ** (2 / 3) * (1 + b) ** (2 / 3) + b) / (1 - b) ** 2


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
    periods·steps − 1 and E|n| or E n². That the optimum is a staircase is its result, not its assumption.
    """
    steps = validation.integer("steps", steps, 1, 64)
    low = math.exp(-validation.real("epsilon", epsilon, 0.0, low_open=True))
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
    rows = []
    for shift in range(1, steps + 1):
        for place in range(-steps, size):
            there = abs(place + shift)
            weight = 1.0
            if there >= size:
                there, weight = there - steps, low
            for one, other in (((abs(place), 1.0), (there, weight)), ((there, weight), (abs(place), 1.0))):
                row = np.zeros(size)
                row[one[0]] += one[1] * low
                row[other[0]] -= other[1]
                rows.append(row)
    limits = np.unique(np.array(rows), axis=0)
    found = linprog(cost, A_ub=limits, b_ub=np.zeros(len(limits)), A_eq=mass[None], b_eq=[1.0], method="highs")
    if found.status != 0:
        raise ValueError(f"The linear programme was not solved: {found.message}")
    return found.x, float(found.fun)
