"""The mechanism that keeps the decoder at a given ε: the inverse of what the decoder learns."""

from __future__ import annotations

import math
from collections.abc import Callable

from ppr_core import validation
from ppr_core.roots import bracketed_root

__all__ = ["mechanism_epsilon"]

_PRECISION = 1e-8  # relative, of ε
_HALVINGS = 60


def mechanism_epsilon(limit: float, learned: Callable[[float], float], most: float | None = None) -> float:
    """The largest ε <= most of a mechanism whose decoder learns at most ``limit``, within a relative 10⁻⁸ and on the
    private side.

    limit: > 0, nats; learned(ε): the decoder's ε in nats for the mechanism at ε in (0, most], continuous and rising,
    such as by `decoder_privacy`; most: by default the limit, more where a mechanism of pure ε tells less at a δ. Raises
    ``ValueError`` where no ε above most/2⁶⁰ is small enough, as at α = ∞.

    >>> from ppr_core.decoder_privacy import mechanism_epsilon
    >>> round(mechanism_epsilon(1.0, lambda epsilon: 2 * 2.0 * epsilon), 6)  # of pure ε, by Theorem 7 at α = 2
    0.25
    """
    limit = validation.real("limit", limit, 0.0, low_open=True)
    low = most = limit if most is None else validation.real("most", most, 0.0, low_open=True)
    known: dict[float, float] = {}  # ln ε -> what the decoder learns, asked for once
    for _ in range(_HALVINGS):
        reached = known[math.log(low)] = learned(low)
        if reached <= limit:
            break
        low /= max(2.0, 1.02 * reached / limit) if math.isfinite(reached) else 2.0
    else:
        validation.fail("limit", limit, "one that the decoder can be held to")
    if low == most:
        return most

    def excess(log_epsilon: float) -> float:
        if log_epsilon not in known:
            known[log_epsilon] = learned(math.exp(log_epsilon))
        return math.log(min(max(known[log_epsilon], 1e-300), 1e300) / limit)

    root = bracketed_root(excess, math.log(low), math.log(most), xtol=_PRECISION / 10)
    found, reached = math.exp(root), known[root]
    while reached > limit:
        found *= 1 - _PRECISION / 2
        reached = learned(found)
    return found
