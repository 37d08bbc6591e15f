"""What the best test makes of two inputs, from a curve δ(ε): advantage, right guesses, true positives at false alarms.

δ(0) is the total variation, the largest difference of true positives and false alarms; whoever guesses which of two
equally likely inputs it was is right with probability (1 + δ(0))/2 at most. With δ the larger of both directions the
true positives b at false alarms a obey b <= δ(ε) + e^ε a and 1 − a <= δ(ε) + e^ε (1 − b) for every ε >= 0, and for a
pair that looks the same either way the least of these bounds is attained (Dong, Roth, Su 2022, Proposition 2.12).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ppr_core import validation
from ppr_core.roots import golden_section

__all__ = ["advantage", "right_guesses", "true_positives"]

Curve = Callable[[float], float]

_LARGEST = 20.0  # nats: beyond it a false alarm is worth e²⁰ misses
_SECTIONS = 20  # every ε gives a bound, so the one that is found holds whatever is left of the interval


def advantage(delta: Curve) -> float:
    """The largest difference of true positives and false alarms, in [0, 1]. delta: ε >= 0 in nats -> δ(ε).

    >>> from ppr_core.accounting import GaussianPair, advantage, output_delta
    >>> round(advantage(lambda epsilon: output_delta(GaussianPair(1.0), epsilon)), 4)  # 2Φ(1/2) − 1
    0.3829
    """
    return min(max(delta(0.0), 0.0), 1.0)


def right_guesses(delta: Curve) -> float:
    """The largest share of right guesses between two equally likely inputs, in [½, 1].

    >>> from ppr_core.accounting import GaussianPair, output_delta, right_guesses
    >>> round(right_guesses(lambda epsilon: output_delta(GaussianPair(1.0), epsilon)), 4)  # Φ(1/2)
    0.6915
    """
    return (1 + advantage(delta)) / 2


def true_positives(delta: Curve, false_alarms: float) -> float:
    """The most true positives of a test with this share of false alarms in (0, 1).

    >>> from ppr_core.accounting import GaussianPair, output_delta, true_positives
    >>> round(true_positives(lambda epsilon: output_delta(GaussianPair(1.0), epsilon), 0.05), 4)  # Φ(1 − 1.645)
    0.2595
    """
    alarms = validation.probability("false_alarms", false_alarms)

    def steep(epsilon: float) -> float:
        return delta(epsilon) + math.exp(epsilon) * alarms

    def gentle(epsilon: float) -> float:
        return 1 - math.exp(-epsilon) * (1 - delta(epsilon) - alarms)

    steepest = min(-math.log(alarms), _LARGEST)
    least = min(map(steep, (0.0, golden_section(steep, 0.0, steepest, steps=_SECTIONS), steepest)))
    if least > 1 - alarms:  # where fewer misses than false alarms are possible
        least = min(least, gentle(golden_section(gentle, 0.0, _LARGEST, steps=_SECTIONS)))
    return min(max(least, alarms), 1.0)
