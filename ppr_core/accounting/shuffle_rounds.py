"""Many rounds of shuffled messages from the same people, each with fresh noise and a shuffle of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting.loss_composition import composed_epsilon
from ppr_core.accounting.shuffle import Amplification, ShuffledPair, amplified_epsilon, shuffled_delta
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.wording import number

__all__ = ["shuffled_rounds"]

_POINTS = 150  # of δ(ε) of one round, on either side of 0


def shuffled_rounds(amplification: Amplification, people: int, rounds: int, delta: float) -> PrivacyGuarantee:
    """Central ε at δ of T rounds together, from above, also if a round's inputs depend on what came out before.

    rounds: T >= 1; delta: in (0, 1). Each round's δ(ε) is bounded as in `shuffled_delta`; a pair of laws with the
    bounds for its δ(ε) dominates the round, and pairs that dominate compose (Zhu, Dong, Wang 2022, Theorem 10). Needs
    the package ``dp-accounting``.
    """
    people = validation.integer("people", people, 1)
    rounds = validation.integer("rounds", rounds, 1)
    once, _ = amplification.epsilon(people, delta)
    found = 0.0
    for pair in amplification.upper:
        views = [_Round(view, people, amplification.local(0.0)) for view in pair.views]
        found = max(found, composed_epsilon([(views[0], views[-1], rounds)], delta, points=_POINTS))
    return replace(once, epsilon=found, conditions=(f"{number(rounds)} rounds together", *once.conditions))


@dataclass(frozen=True)
class _Round:
    """δ(ε) of one round for a pair of values, from above. local: nats, the pure ε of one message."""

    pair: ShuffledPair
    people: int
    local: float

    def epsilon(self, delta: float) -> float:
        return amplified_epsilon(self.pair, self.people, delta, local=self.local)

    def delta(self, epsilon: Any) -> np.ndarray:
        """(e,) rising -> (e,): the largest function that is convex in e^ε, as δ is, and not above the bounds."""
        levels = np.atleast_1d(epsilon)
        bounds = [shuffled_delta(self.pair, self.people, float(level)) for level in levels]
        ratios, corners = np.exp(levels), [0]
        for right in range(1, len(levels)):
            while len(corners) > 1 and _above(ratios, bounds, corners[-2], corners[-1], right):
                corners.pop()
            corners.append(right)
        return np.interp(ratios, ratios[corners], np.array(bounds)[corners])


def _above(x: np.ndarray, y: list[float], first: int, middle: int, last: int) -> bool:
    """Whether the middle point lies on or above the line between the others."""
    return (y[middle] - y[first]) * (x[last] - x[first]) >= (y[last] - y[first]) * (x[middle] - x[first])
