"""Shuffled messages of which only the χ² divergence and the pure ε are known, such as PPR's.

With ω = R′/q, q = e^(pure ε), a lower bound of everybody's law, the terms of `ppr_core.accounting.shuffle` have mean
1 − e^ε, second moment q (χ² + (e^ε − 1)²) and are at most q (q − e^ε). By Bennett's inequality for the exponential
moment, and (s)₊ <= e^(λs − 1)/λ,

    δ(ε) <= min over λ of exp(n v (e^(λb) − 1 − λb)/b² − λ n (e^ε − 1) − 1)/(λ n),    v their variance, b their largest.

A message of PPR together with its arrival times has χ² = (M(α) M(−α) − 1)/α, M(c) the mean of (p_x/p_x′)^c under p_x,
and pure ε at most 2α times the mechanism's; the decoder sees less. For weak mechanisms M(α) M(−α) − 1 tends to α² times
the mechanism's own χ², so χ² to α times it: compression then costs a factor √α in χ-distance, not 2α. This is the limit
of the price in ε, too (docs/trust_models.md has the proof): with the times from above, without them at most √(α φ(α)).
"""

from __future__ import annotations

import math

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.roots import bracketed_root, golden_section

__all__ = ["ppr_chi_square", "response_moment", "shuffled_by_moments"]


def ppr_chi_square(order: float, above: float, below: float) -> float:
    """e^{D₂} − 1 of PPR's message with its arrival times. order: α > 1; above, below: M(α) and M(−α).

    >>> from ppr_core.accounting import ppr_chi_square, response_moment
    >>> above, below = (response_moment(4, 1.0, power) for power in (2.0, -2.0))
    >>> round(ppr_chi_square(2.0, above, below), 4)
    2.8152
    """
    order = validation.real("order", order, 1.0, low_open=True)
    return (above * below - 1) / order


def response_moment(size: int, epsilon: float, power: float) -> float:
    """M(c) of k-ary randomized response.

    >>> from ppr_core.accounting import response_moment
    >>> response_moment(4, 1.0, 0.0), round(response_moment(4, 1.0, -1.0), 6)
    (1.0, 1.0)
    """
    weight = math.exp(epsilon) + size - 1
    return (math.exp((1 + power) * epsilon) + math.exp(-power * epsilon) + size - 2) / weight


def shuffled_by_moments(people: int, chi_square: float, pure: float, delta: float) -> PrivacyGuarantee:
    """Central ε at δ of n shuffled messages, from above.

    people: n >= 1; chi_square: e^{D₂} − 1 of a message, both ways; pure: nats, its ε at δ = 0; delta: in (0, 1).

    >>> from ppr_core.accounting import shuffled_by_moments
    >>> round(shuffled_by_moments(10_000, 1.0, 2.0, 1e-6).epsilon, 4)
    0.1144
    """
    people = validation.integer("people", people, 1)
    chi_square = validation.real("chi_square", chi_square, 0.0)
    pure = validation.real("pure", pure, 0.0)
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True, high_open=True)

    def excess(epsilon: float) -> float:
        return _log_delta(people, chi_square, pure, epsilon) - math.log(delta)

    epsilon = pure
    if pure > 0 and excess(1e-12) > 0 and math.isfinite(edge := excess(pure * (1 - 1e-9))) and edge < 0:
        epsilon = float(bracketed_root(excess, 1e-12, pure * (1 - 1e-9), xtol=1e-12, rtol=1e-9)) * (1 + 1e-8) + 2e-12
    elif pure > 0 and excess(1e-12) <= 0:
        epsilon = 1e-12
    return PrivacyGuarantee(
        epsilon=min(epsilon, pure), delta=delta, against="aggregator", notion="central", source="shuffle.moments",
        conditions=("fresh shared randomness for every message, which the server knows",),
    )  # fmt: skip


def _log_delta(people: int, chi_square: float, pure: float, epsilon: float) -> float:
    ratio = math.exp(pure)
    lost = math.expm1(epsilon)
    variance = ratio * (chi_square + lost**2) - lost**2
    largest = ratio * (ratio - 1 - lost) + lost
    if largest <= 0:
        return -math.inf
    best = math.log1p(lost * largest / variance) / largest if variance > 0 else 1 / largest

    def log_bound(log_lambda: float) -> float:
        scale = math.exp(log_lambda)
        grown = scale * largest
        if not grown < 700:
            return math.inf
        bend = math.expm1(grown) - grown if grown > 1e-4 else grown**2 / 2 * (1 + grown / 3 + grown**2 / 11)
        return people * (variance * bend / largest**2 - scale * lost) - 1 - math.log(scale * people)

    middle = math.log(best)
    return float(log_bound(golden_section(log_bound, middle - 3, middle + 3, steps=40)))
