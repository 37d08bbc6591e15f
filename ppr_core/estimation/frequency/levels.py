"""The two probabilities behind every report: a vote for one's own category, and a vote for any other.

Every scheme here turns a report into votes for categories. A user's own category gets a vote with probability α1
("own"), every other category with probability α0 ("other"); how the votes of one report depend on each other differs
by scheme and matters neither for the mean nor for the variance of a single count.
"""

from __future__ import annotations

import math
from typing import Literal

from scipy.special import expit

from ppr_core import validation

__all__ = [
    "MAX_EPSILON", "NOTIONS", "Notion", "deletion_epsilon", "own_probability", "rappor_levels", "replacement_epsilon",
    "vote_variance",
]  # fmt: skip

Notion = Literal["replacement", "deletion"]
NOTIONS: tuple[Notion, ...] = ("replacement", "deletion")
MAX_EPSILON = 500.0  # e^ε stays a float
_PRIVATE_SIDE = 1 - 2.0**-50  # a few units in the last place: rounding never costs privacy


def rappor_levels(epsilon: float, notion: Notion) -> tuple[float, float]:
    """(α1, α0) of RAPPOR: α0 = 1/(e^ε+1), with α1 = ½ for replacement and α1 = 1 − α0 for deletion privacy ε.

    epsilon: ε > 0 in nats. Feldman, Talwar: Lossless compression of efficient private local randomizers (ICML 2021),
    Section 4.

    >>> import math
    >>> from ppr_core.estimation.frequency import rappor_levels
    >>> [round(level, 4) for level in rappor_levels(math.log(3), "replacement")]
    [0.5, 0.25]
    >>> [round(level, 4) for level in rappor_levels(math.log(3), "deletion")]
    [0.75, 0.25]
    """
    validation.choice("notion", notion, NOTIONS)
    return (0.5 if notion == "replacement" else float(expit(epsilon))), float(expit(-epsilon))


def own_probability(reference: float, epsilon: float, notion: Notion) -> float:
    """The largest α1 that keeps privacy ε when a report without input votes for the category with probability a.

    Replacement: α1/(1−α1) = e^ε a/(1−a). Deletion: both α1 <= e^ε a and 1−α1 >= e^{−ε}(1−a). reference: a in (0, 1).
    """
    validation.choice("notion", notion, NOTIONS)
    if notion == "replacement":
        return float(expit(epsilon + math.log(reference) - math.log1p(-reference))) * _PRIVATE_SIDE
    return min(math.exp(epsilon) * reference, 1 - math.exp(-epsilon) * (1 - reference)) * _PRIVATE_SIDE


def replacement_epsilon(own: float, reference: float) -> float:
    """ε between any two inputs, in nats: |ln α1/(1−α1) − ln a/(1−a)|."""
    return abs(math.log(own) - math.log1p(-own) - math.log(reference) + math.log1p(-reference))


def deletion_epsilon(own: float, reference: float) -> float:
    """ε between any input and the report without input, in nats: max(|ln α1/a|, |ln (1−α1)/(1−a)|)."""
    return max(abs(math.log(own / reference)), abs(math.log1p(-own) - math.log1p(-reference)))


def vote_variance(own: float, other: float) -> float:
    """α0(1−α0)/(α1−α0)²: variance that one user adds to the estimated count of a category not their own.

    Infinite when own and other are equal, so that the votes say nothing.

    >>> from ppr_core.estimation.frequency import vote_variance
    >>> vote_variance(0.5, 0.25), vote_variance(0.25, 0.25)
    (3.0, inf)
    """
    return other * (1 - other) / (own - other) ** 2 if own > other else math.inf
