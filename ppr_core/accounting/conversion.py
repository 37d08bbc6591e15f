"""Rényi divergences at many orders: their sum over messages and their conversion to (ε, δ)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core import validation

__all__ = ["RenyiCurve", "renyi_epsilon"]

_FINE_UP_TO = 32.0  # below this order also between whole ones
_FINE_STEP = 0.1
_STABLE = 1.01  # least order that is converted


@dataclass(frozen=True, eq=False)
class RenyiCurve:
    """D_λ in nats at λ = 2, 3, …, (m,) ``divergences``, and ``limit``, its supremum over λ; all may be infinite.

    (λ − 1) D_λ is convex in λ and 0 at λ = 1, so linear interpolation of it bounds the orders between. Curves of
    messages with tables of their own add up.

    >>> import numpy as np
    >>> from ppr_core.accounting import RenyiCurve
    >>> curve = RenyiCurve(np.array([0.1, 0.2, 0.3]), 1.0)
    >>> curve.limit, len(curve.divergences)
    (1.0, 3)
    """

    divergences: np.ndarray
    limit: float

    def __post_init__(self) -> None:
        divergences = np.atleast_1d(np.asarray(self.divergences, dtype=float))
        proper = divergences.ndim == 1 and len(divergences) > 0 and bool(np.all(divergences >= 0))
        validation.require(proper, "divergences", self.divergences, "numbers at least 0, for orders 2, 3, …")
        validation.real("limit", self.limit, 0.0, infinite=True)
        object.__setattr__(self, "divergences", divergences)

    def __add__(self, other: RenyiCurve) -> RenyiCurve:
        """Both messages together, at the orders that both have."""
        size = min(len(self.divergences), len(other.divergences))
        return RenyiCurve(self.divergences[:size] + other.divergences[:size], self.limit + other.limit)

    def composed(self, count: int) -> RenyiCurve:
        """``count`` >= 0 messages like this one, each on a table of its own."""
        count = validation.integer("count", count, 0)
        if count == 0:
            return RenyiCurve(np.zeros(self.divergences.shape), 0.0)
        return RenyiCurve(count * self.divergences, count * self.limit)

    def at(self, orders: np.ndarray) -> np.ndarray:
        """Upper bounds of D_λ at orders λ > 1, (m,) -> (m,); exact at the whole ones, ``limit`` beyond the last."""
        orders = np.asarray(orders, dtype=float)
        validation.require(bool(np.all(orders > 1)), "orders", orders.tolist(), "numbers above 1")
        last = len(self.divergences) + 1
        whole = np.arange(1, last + 1)
        low = np.clip(np.floor(orders).astype(int), 1, max(last - 1, 1))
        share = np.minimum(orders, last) - low
        with np.errstate(invalid="ignore", over="ignore"):  # 0·∞ where an order is whole
            logs = np.append(0.0, (whole[1:] - 1) * self.divergences)
            mixed = np.where(share == 0, logs[low - 1], (1 - share) * logs[low - 1] + share * logs[low])
        return np.where(orders > last, self.limit, np.minimum(mixed / (orders - 1), self.limit))

    def epsilon(self, delta: float) -> tuple[float, float]:
        """The smallest ε that the curve gives at δ in [0, 1], and the order it comes from (∞: the limit).

        Proposition 12 of Canonne, Kamath, Steinke 2020, at whole orders and, up to
        32, in steps of 0.1; or the limit, if that is smaller.
        """
        delta = validation.real("delta", delta, 0.0, 1.0)
        if delta == 0 or self.limit == 0:
            return self.limit, math.inf
        last = len(self.divergences) + 1
        fine = np.round(np.arange(1 + _FINE_STEP, min(_FINE_UP_TO, last), _FINE_STEP), 6)
        orders = np.union1d(fine, np.arange(2, last + 1))
        divergences = self.at(orders)
        finite = np.isfinite(divergences)
        if not finite.any():
            return self.limit, math.inf
        epsilon, order = renyi_epsilon(divergences[finite], orders[finite], delta)
        return (epsilon, order) if epsilon < self.limit else (self.limit, math.inf)


def renyi_epsilon(divergences: np.ndarray, orders: Sequence[float] | np.ndarray, delta: float) -> tuple[float, float]:
    """The best ε of D_γ (m,) in nats at orders γ > 1 (m,) for δ in (0, 1], and its order.

    ε = D_γ + ln(1 − 1/γ) − ln(δγ)/(γ − 1) for γ > 1.01, where it is numerically stable; and 0 where
    δ² > 1 − e^{−D_γ}, which bounds the square of the total variation.
    """
    divergences, gamma = np.asarray(divergences, dtype=float), np.asarray(orders, dtype=float)
    epsilon = divergences + np.log1p(-1 / gamma) - np.log(delta * gamma) / (gamma - 1)
    epsilon = np.where(gamma > _STABLE, epsilon, np.inf)
    epsilon = np.where(delta**2 + np.expm1(-divergences) > 0, 0.0, epsilon)
    best = int(np.argmin(epsilon))
    return max(0.0, float(epsilon[best])), float(gamma[best])
