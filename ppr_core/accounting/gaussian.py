"""Tight (ε, δ) accounting of the Gaussian mechanism.

N(x, s² I) for inputs at most Δ apart in L2 norm is (ε, δ)-private exactly when
Φ(Δ/(2s) − εs/Δ) − e^ε Φ(−Δ/(2s) − εs/Δ) ≤ δ: Balle, Wang, "Improving the Gaussian mechanism for differential
privacy" (ICML 2018), Theorem 8. The roots of this equation are returned on the private side: ε and s are rounded up by
more than the numerical error; tests compare them with the ``dp-accounting`` package.

Beside it stand Rényi accounting, which the literature often uses, and compositions of sampled Gaussian mechanisms by
``dp-accounting``, which takes about a second to import and is imported on first use.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import numpy as np
from scipy.special import erfinv, log_ndtr

from ppr_core import validation
from ppr_core.accounting.conversion import renyi_epsilon
from ppr_core.accounting.sampled_renyi import replaced_renyi, sampled_event, sampled_renyi
from ppr_core.extras import needed
from ppr_core.guarantees.gaussian_mean import Neighbours
from ppr_core.guarantees.renyi import conversion_cost
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.roots import bracketed_root
from ppr_core.wording import number

__all__ = [
    "INTEGER_ORDERS", "gaussian_noise_std", "gaussian_privacy", "gaussian_renyi_noise_std", "gaussian_renyi_privacy",
    "sampled_gaussian_noise_multiplier", "sampled_gaussian_privacy",
]  # fmt: skip

#: Rényi orders that the noise of Liu, Chen, Özgür, Li 2024, Section 7 comes from.
INTEGER_ORDERS: tuple[int, ...] = (*range(2, 129), 256)

# The root finder leaves ε wrong by about 1e-13, absolutely for small ε and relatively for large ε.
_MARGIN = 1e-12
_TOLERANCE = 1e-15
# Outside these limits the equation is a difference of numbers that agree to nearly all digits; closed forms that are
# always private take over.
_LARGEST_MULTIPLIER = 1e9
_SMALLEST_MULTIPLIER = 1e-3
_LARGEST_EPSILON = 5e5
_ROOT = 1e-9  # relative error of a noise found by searching
_SHORTEST_WAY = 1e-6  # nats that must remain for the mechanism, far above the error of its divergence
_LOSS_STEP = 1e-4  # width of the bins of a privacy loss distribution, in nats


def gaussian_privacy(
    noise_std: float, sensitivity: float, delta: float, *, notion: Literal["local", "central"] = "local"
) -> PrivacyGuarantee:
    """The smallest ε of the Gaussian mechanism at a given δ, against the database.

    noise_std: s >= 0 for each coordinate, may be infinite; sensitivity: Δ >= 0, largest L2 distance of two inputs that
    must not be told apart; delta: in [0, 1]. ε is infinite at δ = 0 or s = 0, and 0 at Δ = 0, s = ∞ or δ = 1.

    >>> from ppr_core import gaussian_privacy
    >>> round(gaussian_privacy(noise_std=8.0, sensitivity=2.0, delta=1e-6).epsilon, 3)
    1.061
    """
    noise_std = validation.real("noise_std", noise_std, 0.0, infinite=True)
    sensitivity = validation.real("sensitivity", sensitivity, 0.0)
    delta = validation.real("delta", delta, 0.0, 1.0)
    validation.choice("notion", notion, ("local", "central"))
    silent = sensitivity == 0.0 or math.isinf(noise_std)  # the output does not depend on the input
    return PrivacyGuarantee(
        epsilon=0.0 if silent else _epsilon(noise_std / sensitivity, delta),
        delta=0.0 if silent else delta,
        against="database",
        notion=notion,
        source="gaussian.analytic",
        conditions=(f"L2 sensitivity {number(sensitivity, 6)}",),
    )


def gaussian_noise_std(sensitivity: float, epsilon: float, delta: float) -> float:
    """The smallest noise s per coordinate that makes the Gaussian mechanism (ε, δ)-private.

    sensitivity: Δ >= 0 in L2 norm; epsilon: in nats, >= 0, may be infinite; delta: in [0, 1]. The result is infinite
    at δ = 0 (and finite ε), and 0 at Δ = 0, ε = ∞ or δ = 1.

    >>> from ppr_core import gaussian_noise_std
    >>> round(gaussian_noise_std(sensitivity=2.0, epsilon=1.0, delta=1e-6), 3)
    8.449
    """
    sensitivity = validation.real("sensitivity", sensitivity, 0.0)
    epsilon = validation.real("epsilon", epsilon, 0.0, infinite=True)
    delta = validation.real("delta", delta, 0.0, 1.0)
    return sensitivity * _multiplier(epsilon, delta) if sensitivity > 0.0 else 0.0


@lru_cache(maxsize=4096)
def _epsilon(multiplier: float, delta: float) -> float:
    """ε for noise s = multiplier · Δ."""
    if delta == 1.0:
        return 0.0
    if delta == 0.0 or multiplier == 0.0:
        return math.inf
    multiplier = min(multiplier, _LARGEST_MULTIPLIER)  # less noise than there is: private
    if multiplier < _SMALLEST_MULTIPLIER:  # ρ + 2√(ρ ln(1/δ)) of zero-concentrated privacy, ρ = Δ²/(2s²)
        return (0.5 / multiplier + math.sqrt(-2.0 * math.log(delta))) / multiplier
    if delta >= math.erf(1.0 / (math.sqrt(8.0) * multiplier)) * (1.0 + _MARGIN):
        return 0.0
    log_delta, low, high = math.log(delta), 0.0, 1.0
    while _log_delta(multiplier, high) > log_delta:
        low, high = high, 10 * high
    epsilon = bracketed_root(lambda value: _log_delta(multiplier, value) - log_delta, low, high, xtol=_TOLERANCE)
    return epsilon * (1.0 + _MARGIN) + _MARGIN


@lru_cache(maxsize=4096)
def _multiplier(epsilon: float, delta: float) -> float:
    """s/Δ for (ε, δ)."""
    if delta == 1.0 or math.isinf(epsilon):
        return 0.0
    if delta == 0.0:
        return math.inf
    log_delta = -math.log(delta)
    if epsilon > _LARGEST_EPSILON:  # the closed form of `_epsilon`, solved for s
        return (math.sqrt(log_delta) + math.sqrt(log_delta + epsilon)) / math.sqrt(2.0) / epsilon * (1.0 + _MARGIN)
    if epsilon < 1.0:
        simple = 1.0 / (math.sqrt(8.0) * float(erfinv(delta)))  # ε = 0: total variation at most δ
        if epsilon > 0.0:
            simple = min(simple, math.sqrt(2.0 * (math.log(1.25) + log_delta)) / epsilon)  # classical mechanism
        if epsilon == 0.0 or simple > _LARGEST_MULTIPLIER:
            return simple * (1.0 + _MARGIN)
    low, high = 0.1, 1.0
    while _log_delta(low, epsilon) < -log_delta:
        low, high = low / 10, low
    while _log_delta(high, epsilon) > -log_delta:
        low, high = high, 10 * high
    multiplier = bracketed_root(lambda value: _log_delta(value, epsilon) + log_delta, low, high, xtol=_TOLERANCE)
    return multiplier * (1.0 + _MARGIN * (1.0 + multiplier))


def _log_delta(multiplier: float, epsilon: float) -> float:
    """ln δ(ε), −∞ where the difference rounds to 0."""
    half, scaled = 0.5 / multiplier, epsilon * multiplier
    first, second = log_ndtr(half - scaled), epsilon + log_ndtr(-half - scaled)
    share = -math.expm1(second - first) if second < first else 0.0
    return float(first) + math.log(share) if share > 0 else -math.inf


def gaussian_renyi_privacy(
    noise_std: float,
    sensitivity: float,
    delta: float,
    *,
    orders: tuple[float, ...] = INTEGER_ORDERS,
    notion: Literal["local", "central"] = "central",
) -> PrivacyGuarantee:
    """ε of the Gaussian mechanism at a given δ by Rényi accounting: D_γ = γΔ²/(2s²), then Proposition 12 of Canonne,
    Kamath, Steinke 2020, at the best of the given orders. Never below `gaussian_privacy`, usually some percent above.

    noise_std: s > 0; sensitivity: Δ > 0 in L2 norm; delta: in (0, 1); orders: each above 1.

    >>> from ppr_core.accounting import gaussian_privacy, gaussian_renyi_privacy
    >>> round(gaussian_renyi_privacy(4.0, 1.0, 1e-6).epsilon, 4), round(gaussian_privacy(4.0, 1.0, 1e-6).epsilon, 4)
    (1.1432, 1.0607)
    """
    noise_std = validation.positive("noise_std", noise_std)
    sensitivity = validation.positive("sensitivity", sensitivity)
    delta = validation.probability("delta", delta)
    validation.choice("notion", notion, ("local", "central"))
    epsilon, order = renyi_epsilon(sampled_renyi(noise_std / sensitivity, 1.0, 1, _orders(orders)), orders, delta)
    return PrivacyGuarantee(
        epsilon=epsilon,
        delta=delta,
        against="database",
        notion=notion,
        source="renyi.conversion",
        conditions=(f"L2 sensitivity {number(sensitivity, 6)}", f"Rényi order {number(order, 6)}"),
    )


def gaussian_renyi_noise_std(
    sensitivity: float, epsilon: float, delta: float, *, orders: tuple[float, ...] = INTEGER_ORDERS
) -> float:
    """The smallest noise s that `gaussian_renyi_privacy` accepts as (ε, δ)-private, from the private side.

    sensitivity: Δ > 0 in L2 norm; epsilon: in nats, above what the conversion costs, see
    `sampled_gaussian_noise_multiplier`; delta: in (0, 1).

    >>> from ppr_core.accounting import gaussian_noise_std, gaussian_renyi_noise_std
    >>> round(gaussian_renyi_noise_std(1.0, 1.0, 1e-6), 3), round(gaussian_noise_std(1.0, 1.0, 1e-6), 3)
    (4.531, 4.225)
    """
    sensitivity = validation.positive("sensitivity", sensitivity)
    return sensitivity * sampled_gaussian_noise_multiplier(1.0, 1, epsilon, delta, orders=orders)


def sampled_gaussian_privacy(
    noise_multiplier: float,
    probability: float,
    count: int,
    delta: float,
    *,
    neighbours: Neighbours = "zero_out",
    method: Literal["renyi", "pld"] = "renyi",
    orders: tuple[float, ...] = INTEGER_ORDERS,
) -> PrivacyGuarantee:
    """Central ε of ``count`` Gaussian sums, each over a fresh Poisson sample of the contributions.

    A contribution enters a sum with probability q and moves it by at most Δ; the noise is N(0, (zΔ)²). "zero_out"
    takes a contribution away. "replace_one" changes it by up to 2Δ: the worst two are opposite (`sampled_renyi`), which
    for q = 1 doubles Δ.

    noise_multiplier: z > 0; probability: q in (0, 1]; count: >= 1; delta: in (0, 1). method: "renyi" (Mironov, Talwar,
    Zhang 2019, at the best of ``orders``) or "pld" (privacy loss distribution, rounded up: tighter and slower).
    """
    multiplier, probability, count = _sampled(noise_multiplier, probability, count, neighbours)
    delta = validation.probability("delta", delta)
    validation.choice("method", method, ("renyi", "pld"))
    conditions: tuple[str, ...] = (
        f"neighbours: {neighbours}",
        f"Poisson sampling with probability {number(probability, 6)}, {count} sums",
    )
    replaced = neighbours == "replace_one" and probability < 1.0
    if method == "pld":
        epsilon = _loss_epsilon(multiplier, probability, count, delta, replaced)
    else:
        renyi = (replaced_renyi if replaced else sampled_renyi)(multiplier, probability, count, _orders(orders))
        epsilon, order = renyi_epsilon(renyi, orders, delta)
        conditions += (f"Rényi order {number(order, 6)}",)
    return PrivacyGuarantee(
        epsilon=epsilon,
        delta=delta,
        against="database",
        notion="central",
        source="gaussian.sampled" if method == "renyi" else "pld.dots",
        conditions=conditions,
    )


@lru_cache(maxsize=1024)
def sampled_gaussian_noise_multiplier(
    probability: float,
    count: int,
    epsilon: float,
    delta: float,
    *,
    neighbours: Neighbours = "zero_out",
    orders: tuple[float, ...] = INTEGER_ORDERS,
) -> float:
    """The smallest z that `sampled_gaussian_privacy` by "renyi" accepts as (ε, δ)-private, from the private side.

    epsilon: in nats, above what the orders' conversion to (ε, δ) costs alone (0.029 for the default orders and
    δ = 10⁻⁶), else ``ValueError``; the rest as there. The search looks at the orders near the best one only: an order
    left out can only make z larger.
    """
    factor, probability, count = _sampled(1.0, probability, count, neighbours)
    delta = validation.probability("delta", delta)
    least = max(float(conversion_cost(_orders(orders), delta).min()) + _SHORTEST_WAY, 0.0)
    epsilon = validation.real("epsilon", epsilon, least, low_open=True)
    replaced = neighbours == "replace_one" and probability < 1.0
    renyi = replaced_renyi if replaced else sampled_renyi
    window = _OrderWindow(np.sort(_orders(orders)), epsilon, delta)

    def excess(log_multiplier: float) -> float:
        multiplier = math.exp(log_multiplier)
        return window.epsilon(lambda some: renyi(multiplier, probability, count, some), delta) - epsilon

    # One Gaussian sum with sensitivity q√count is what the composition tends to for large z.
    guess = math.log(probability * math.sqrt(count) / factor * _multiplier(epsilon, delta) * (2.0 if replaced else 1.0))
    low = high = guess
    step = 0.03
    while excess(high) > 0.0:
        low, high, step = high, high + step, 2.0 * step
    while low == high or excess(low) <= 0.0:
        low, step = low - step, 2.0 * step
    root = float(bracketed_root(excess, low, high, xtol=_ROOT))
    while excess(root) > 0.0:
        root += _ROOT
    return math.exp(root) / factor


class _OrderWindow:
    """Some neighbouring orders of an increasing list, moved along until the best one lies inside."""

    _HALF = 1

    def __init__(self, orders: np.ndarray, epsilon: float, delta: float) -> None:
        self._orders = orders
        # Start where one Gaussian sum needs the least noise, γ/(2z²) = ε − c_γ.
        self._centre = int(np.argmax((epsilon - conversion_cost(orders, delta)) / orders))

    def epsilon(self, renyi: Callable[[np.ndarray], np.ndarray], delta: float) -> float:
        """The smallest ε among the orders of a window whose best order is not at its edge."""
        last = len(self._orders) - 1
        while True:
            low, high = max(self._centre - self._HALF, 0), min(self._centre + self._HALF, last)
            some = self._orders[low : high + 1]
            epsilon, order = renyi_epsilon(renyi(some), tuple(some), delta)
            best = low + int(np.flatnonzero(some == order)[0])
            self._centre, edge = best, best in (low, high) and best not in (0, last)
            if not edge or epsilon == 0.0:
                return epsilon


def _sampled(multiplier: float, probability: float, count: int, neighbours: str) -> tuple[float, float, int]:
    """Checked, with the multiplier halved where replacing simply doubles the sensitivity."""
    multiplier = validation.positive("noise_multiplier", multiplier)
    probability = validation.real("probability", probability, 0.0, 1.0, low_open=True)
    validation.choice("neighbours", neighbours, ("zero_out", "replace_one"))
    doubled = neighbours == "replace_one" and probability == 1.0
    return multiplier / 2.0 if doubled else multiplier, probability, validation.integer("count", count, 1)


def _orders(orders: tuple[float, ...]) -> np.ndarray:
    grid = validation.array("orders", orders, (None,))
    validation.require(bool(len(grid)) and float(grid.min()) > 1.0, "orders", orders, "numbers above 1")
    return grid


def _loss_epsilon(multiplier: float, probability: float, count: int, delta: float, replaced: bool) -> float:
    relations = needed("dp_accounting").NeighboringRelation
    relation = relations.REPLACE_ONE if replaced else relations.ADD_OR_REMOVE_ONE
    accountant = needed("dp_accounting.pld").PLDAccountant(relation, _LOSS_STEP)
    accountant.compose(sampled_event(multiplier, probability, count))
    return float(accountant.get_epsilon(delta))
