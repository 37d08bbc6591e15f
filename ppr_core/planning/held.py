"""Schemes held to what their decoder may learn: the ε of its own at which a mechanism keeps the limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ppr_core.decoder_privacy import mechanism_epsilon
from ppr_core.planning.guarantees import SMALLEST_ALPHA, decoder_guarantee
from ppr_core.planning.mechanism import round_down
from ppr_core.planning.search import longest
from ppr_core.planning.setup import SMALLEST_EPSILON, Setup
from ppr_core.planning.solver import LEAST_EPSILON, REPORTS, Plan, solve
from ppr_core.roots import bracketed_root

__all__ = ["Error", "Learned", "held", "held_plans"]

_ALIKE = 1.05  # errors within this factor are as good: near α = 1 bits grow as 1/(α − 1)
_LESS = 0.5  # of ε, that is looked at for it
_HALVINGS = 8  # of ε, to keep to the bits
_ROUNDING = 1 + 1e-12

Learned = Callable[[Setup], float]
Error = Callable[[Setup], float | None]


def held(setup: Setup, learned: Learned) -> Setup | None:
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
        found = mechanism_epsilon(limit, at)
    except ValueError:
        return None
    near = float(f"{found:.3e}")  # such as half of the limit, which rounding errors would miss
    own = near if at(near) <= limit * _ROUNDING else round_down(found)
    return setup.replace(epsilon=own) if own >= SMALLEST_EPSILON else None


def held_plans(setup: Setup, error: Error) -> Iterator[Plan]:
    """PPR at an ε of its own that keeps its decoder within the limit: of the settings with an error within 5 % of the
    least, which the largest ε and α = 1.01 reach, the one of largest α and fewest bits.

    A given α stays. Where bits are short ε is the largest that keeps to them. PrivUnit is shared out among more and
    more reports until they are in time. error: of a settled set-up.
    """
    for count in _counts(setup):
        shared = setup if count is None else setup.replace(reports=count, split=setup.split or "optimized")
        most = held(shared, lambda one: decoder_guarantee(one, one.alpha or SMALLEST_ALPHA).epsilon)
        if most is None or (count or 1) * LEAST_EPSILON > max(most.epsilon, LEAST_EPSILON):
            return
        if setup.alpha is None and solve(most).bits > setup.bit_budget:
            most = _within_bits(most)
        plan = solve(most)
        if setup.alpha is None:
            plan = solve(most.replace(epsilon=_cheaper(most, plan, error)))
        yield plan
        if plan.seconds <= longest(setup):
            return


def _counts(setup: Setup) -> tuple[int | None, ...]:
    if setup.task != "privunit":
        return (None,)
    return REPORTS if setup.reports is None else (setup.reports,)


def _within_bits(setup: Setup) -> Setup:
    """The largest ε of which PPR keeps to the bits, about; the least one looked at where none does."""
    low, high = math.log(SMALLEST_EPSILON), math.log(setup.epsilon)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        fits = solve(setup.replace(epsilon=math.exp(middle))).bits <= setup.bit_budget
        low, high = (middle, high) if fits else (low, middle)
    return setup.replace(epsilon=max(SMALLEST_EPSILON, round_down(math.exp(low))))


def _cheaper(setup: Setup, plan: Plan, error: Error) -> float:
    """ε of the largest error that is as good; the same where the error is not known."""
    least = error(plan.settled)

    def excess(epsilon: float) -> float:
        more = error(plan.settled.replace(epsilon=epsilon))
        assert least is not None and more is not None
        return more / least - _ALIKE

    low = max(SMALLEST_EPSILON, _LESS * setup.epsilon)
    if not least or low >= setup.epsilon or excess(low) <= 0:
        return setup.epsilon
    found = bracketed_root(excess, low, setup.epsilon)
    return min(float(f"{found * 1.0005:.3e}"), setup.epsilon)
