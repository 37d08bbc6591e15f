"""Schemes held to what their decoder may learn: the ε of its own at which a mechanism keeps the limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ppr_core.decoder_privacy import mechanism_epsilon
from ppr_core.planning.guarantees import SMALLEST_ALPHA, decoder_guarantee
from ppr_core.planning.search import longest
from ppr_core.planning.setup import SMALLEST_EPSILON, Setup, round_down
from ppr_core.planning.solver import Plan, solve
from ppr_core.roots import bracketed_root
from ppr_core.wording import rounded

__all__ = ["held", "held_plans", "too_thin"]

_ALIKE = 1.05  # errors within this factor are as good: near α = 1 bits grow as 1/(α − 1)
_LESS = 0.5  # of ε, that is looked at for it
_HALVINGS = 8  # of ε, to keep to the bits
_ROUNDING = 1 + 1e-12

_LEAST_EPSILON = 0.5  # of each of several reports


def held(setup: Setup, learned: Callable[[Setup], float]) -> Setup | None:
    """The set-up at the largest ε, at most its own and to four digits, at which a decoder keeps its limit ε′; None
    where none from 0.001 on does.

    learned: of a set-up, what the decoder learns in nats; it rises with ε.
    """
    limit = setup.decoder_epsilon

    def at(epsilon: float) -> float:
        return learned(setup.replace(epsilon=min(max(epsilon, SMALLEST_EPSILON), setup.epsilon)))

    if not setup.guarded or at(setup.epsilon) <= limit * _ROUNDING:
        return setup
    try:
        exact = mechanism_epsilon(limit, at, setup.epsilon)
    except ValueError:
        return None
    near = rounded(exact, 4)  # such as half of the limit, which rounding errors would miss
    own = near if at(near) <= limit * _ROUNDING else round_down(exact)
    return setup.replace(epsilon=own) if own >= SMALLEST_EPSILON else None


def held_plans(setup: Setup) -> Iterator[Plan]:
    """PPR at an ε of its own that keeps its decoder within the limit: of the settings with an error within 5 % of the
    least, which the largest ε and α = 1.01 reach, the one of largest α and fewest bits.

    A given α stays. Where bits are short ε is the largest that keeps to them. Where it can be, ε is shared out among
    more and more reports until they are in time. ε is that of one message, of which more is known, if it is in time.
    """
    for settled in setup.kind.divisions(setup):
        plan = None
        for chunk in (settled.dimension, None) if settled.kind.chunked else (None,):
            most = _held_in(settled, chunk)
            if most is None or too_thin(most):
                continue
            plan = _held_plan(most)
            if plan.fits and plan.decoder.epsilon <= setup.decoder_epsilon:
                break
        if plan is None:
            return
        yield plan
        if plan.seconds <= longest(setup):
            return


def _held_in(setup: Setup, chunk: int | None) -> Setup | None:
    """Held at its α, or the least, in chunks of so many entries, None for any."""
    return held(setup, lambda p: decoder_guarantee(p, p.alpha or SMALLEST_ALPHA, chunk).epsilon)


def _held_plan(most: Setup) -> Plan:
    """At the largest ε that is allowed, or the least with as good an error."""
    if most.alpha is None and solve(most).bits > most.bit_budget:
        most = _within_bits(most)
    plan = solve(most)
    return plan if most.alpha is not None else solve(most.replace(epsilon=_cheaper(most, plan)))


def too_thin(settled: Setup) -> bool:
    """Whether ε is shared out among so many reports that each keeps too little of it."""
    count = settled.kind.shares(settled)
    return count > 1 and settled.epsilon / count < _LEAST_EPSILON


def _within_bits(setup: Setup) -> Setup:
    """The largest ε of which PPR keeps to the bits, about; the least one looked at where none does."""
    low, high = math.log(SMALLEST_EPSILON), math.log(setup.epsilon)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        fits = solve(setup.replace(epsilon=math.exp(middle))).bits <= setup.bit_budget
        low, high = (middle, high) if fits else (low, middle)
    return setup.replace(epsilon=max(SMALLEST_EPSILON, round_down(math.exp(low))))


def _cheaper(setup: Setup, plan: Plan) -> float:
    """ε of the largest error that is as good."""
    error = setup.kind.error
    least = error(plan.settled)

    def excess(epsilon: float) -> float:
        return error(plan.settled.replace(epsilon=epsilon)) / least - _ALIKE

    low = max(SMALLEST_EPSILON, _LESS * setup.epsilon)
    if not least or low >= setup.epsilon or excess(low) <= 0:
        return setup.epsilon
    cheapest = bracketed_root(excess, low, setup.epsilon)
    return min(rounded(cheapest * 1.0005, 4), setup.epsilon)
