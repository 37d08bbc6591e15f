"""The mechanism that keeps the decoder at a given ε: the inverse of what the decoder learns."""

from __future__ import annotations

import math
from collections.abc import Callable

from scipy.optimize import brentq

from ppr_core import validation

__all__ = ["mechanism_epsilon"]

_PRECISION = 1e-8  # relative, of ε
_HALVINGS = 60


def mechanism_epsilon(limit: float, learned: Callable[[float], float]) -> float:
    """The largest ε <= limit of a mechanism whose decoder learns at most ``limit``, within a relative 10⁻⁸ and on the
    private side.

    limit: > 0, nats; learned(ε): the decoder's ε in nats for the mechanism at ε in (0, limit], continuous and rising,
    such as by `decoder_privacy`. Raises ``ValueError`` where no ε above limit/2⁶⁰ is small enough, as at α = ∞.
    """
    limit = validation.real("limit", limit, 0.0, low_open=True)
    low = limit
    for _ in range(_HALVINGS):
        reached = learned(low)
        if reached <= limit:
            break
        low /= max(2.0, 1.02 * reached / limit) if math.isfinite(reached) else 2.0
    else:
        validation.fail("limit", limit, "one that the decoder can be held to")
    if low == limit:
        return limit

    def excess(log_epsilon: float) -> float:
        return math.log(min(max(learned(math.exp(log_epsilon)), 1e-300), 1e300) / limit)

    found = math.exp(brentq(excess, math.log(low), math.log(limit), xtol=_PRECISION / 10))
    while learned(found) > limit:
        found *= 1 - _PRECISION / 2
    return found
