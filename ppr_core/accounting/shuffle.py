"""Privacy amplification by shuffling, from above and from below, both certified.

n people send one message each, a trusted shuffler forgets who sent which. Let R and R′ be the laws of one person's
message for two values, and let ω lie below the law of everybody else's: ω <= R_y for every value y. Then the shuffled
messages for the two values are told apart at most as well as

    δ(ε) = E[(W_1 + … + W_n)₊] / n,    W_i independent: (R − e^ε R′)/ω at z with density ω(z), 0 with the mass ω lacks.

Why: reveal who does not follow ω, and what they sent; of the m others that do and of the one person, what remains
known is the unordered set of m + 1 messages, whose likelihood under R is the mean of R/ω over the set. This is the
privacy blanket of Balle, Bell, Gascón, Nissim (CRYPTO 2019, Lemma 5.3); no other decomposition is tighter (Su, Cheng,
Wang 2025). With ω = R_y of one value y, which everybody else holds, the formula is exact for these two databases, so it
bounds every upper bound from below. `ppr_core.accounting.positive_part` computes the mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ppr_core import validation
from ppr_core.accounting.positive_part import positive_part, positive_part_guess
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.roots import bracketed_root
from ppr_core.wording import number

__all__ = ["Amplification", "ShuffledPair", "amplified_epsilon", "local_epsilon", "shuffled_delta"]

_STEP = 1.005  # first one away from a guess of ε
_NEARLY = 1e-9
_LARGEST = 300.0  # nats; beyond it e^ε squared leaves the floats


@dataclass(frozen=True, eq=False)
class ShuffledPair:
    """Masses of every message, (m,) each: under the one person's two values, and of what hides it.

    first, second: R and R′, each of sum 1 − spill at least; hidden: ω. A message of R that nothing hides (ω = 0) counts
    in full. spill: mass of R and R′ outside the listed messages, which counts in full, too.

    >>> import numpy as np
    >>> from ppr_core.accounting import ShuffledPair, shuffled_delta
    >>> pair = ShuffledPair(np.array([0.75, 0.25]), np.array([0.25, 0.75]), np.array([0.25, 0.25]))
    >>> round(shuffled_delta(pair, 1, 0.0), 6)
    0.5
    """

    first: np.ndarray
    second: np.ndarray
    hidden: np.ndarray
    spill: float = 0.0
    source: str = "shuffle.blanket"
    conditions: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        for name in ("first", "second", "hidden"):
            masses = validation.array(name, getattr(self, name), (None,))
            fits = bool(np.all(masses >= 0)) and float(masses.sum()) <= 1 + _NEARLY
            validation.require(fits, name, masses.sum(), "masses at least 0, of sum at most 1")
            object.__setattr__(self, name, masses)
        same = len(self.first) == len(self.second) == len(self.hidden)
        validation.require(same, "masses", (len(self.first), len(self.second), len(self.hidden)), "equally many")

    @property
    def views(self) -> tuple[ShuffledPair, ...]:
        """The pair and, where it is another one, the pair with the two values exchanged."""
        here = np.array([self.first, self.second, self.hidden])
        there = here[[1, 0, 2]]
        if np.array_equal(here[:, np.lexsort(here)], there[:, np.lexsort(there)]):
            return (self,)
        return self, ShuffledPair(self.second, self.first, self.hidden, self.spill, self.source, self.conditions)

    def atoms(self, epsilon: float) -> tuple[np.ndarray, np.ndarray, float]:
        """Values of W and their probabilities, (m,) each, with the value 0; and what counts in full, a part of δ."""
        open_ = self.hidden <= 0
        gap = self.first - math.exp(epsilon) * self.second
        bare = float(np.maximum(gap[open_], 0).sum()) + self.spill
        values, at = np.unique(gap[~open_] / self.hidden[~open_], return_inverse=True)
        masses = np.bincount(at, weights=self.hidden[~open_], minlength=len(values))
        rest = max(0.0, 1 - float(masses.sum()))
        return np.append(values, 0.0), np.append(masses, rest), bare


@dataclass(frozen=True)
class Amplification:
    """How two values are told apart after shuffling. upper: pairs any two values are told apart no better than;
    lower: pairs that are attained by some people, so that nothing better can be promised. local: δ -> ε of one message,
    which shuffling cannot worsen.

    >>> from ppr_core.accounting import randomized_response
    >>> amplification = randomized_response(4, 1.0)
    >>> len(amplification.upper), len(amplification.lower), amplification.local(0.0)
    (1, 2, 1.0)
    """

    upper: tuple[ShuffledPair, ...]
    lower: tuple[ShuffledPair, ...]
    local: Callable[[float], float]

    def epsilon(self, people: int, delta: float) -> tuple[PrivacyGuarantee, float]:
        """The proven central guarantee at δ, and a number below which its ε cannot lie."""
        people = validation.integer("people", people, 1)
        delta = validation.real("delta", delta, 0.0, 1.0, low_open=True, high_open=True)
        local = self.local(delta)
        proven = least = 0.0
        for pair in self.lower:
            least = amplified_epsilon(pair, people, delta, "lower", local=local, floor=least)
        for pair in self.upper:
            proven = amplified_epsilon(pair, people, delta, local=local, floor=proven)
        first = self.upper[0]
        guarantee = PrivacyGuarantee(
            epsilon=proven, delta=delta, against="aggregator", notion="central", source=first.source,
            conditions=(f"{number(people)} messages, shuffled", *first.conditions),
        )  # fmt: skip
        return guarantee, min(least, proven)


def shuffled_delta(pair: ShuffledPair, people: int, epsilon: float, side: str = "upper") -> float:
    """δ(ε) of the pair among so many people (the one person counts), from above or from below.

    people: n >= 1; epsilon: nats, >= 0; side: "upper" or "lower". Both are the exact mean up to rounding where it has
    few terms.

    >>> from ppr_core.accounting import randomized_response, shuffled_delta
    >>> [pair] = randomized_response(2, 1.0).upper
    >>> shuffled_delta(pair, 1, 1.0) < 1e-12, shuffled_delta(pair, 1000, 0.2) < 1e-3
    (True, True)
    """
    people = validation.integer("people", people, 1)
    epsilon = validation.real("epsilon", epsilon, 0.0)
    validation.choice("side", side, ("upper", "lower"))
    values, masses, bare = pair.atoms(epsilon)
    kept = masses > 0
    delta = positive_part(values[kept], masses[kept], people, side) / people + bare
    return min(max(delta, 0.0), 1.0)


def amplified_epsilon(
    pair: ShuffledPair, people: int, delta: float, side: str = "upper", *, local: float = math.inf, floor: float = 0.0
) -> float:
    """ε at δ of the pair among so many people, from the side asked for: "upper" is private, "lower" cannot be beaten.

    delta: in (0, 1); local: nats, an ε that one message has at δ, which bounds the result; floor: the least answer.

    >>> from ppr_core.accounting import amplified_epsilon, randomized_response
    >>> [pair] = randomized_response(2, 1.0).upper
    >>> round(amplified_epsilon(pair, 1000, 1e-6), 4)
    0.1487
    """
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True, high_open=True)
    local = validation.real("local", local, 0.0, infinite=True)
    found = min(validation.real("floor", floor, 0.0), local)
    for view in pair.views:
        found = _crossing(view, people, delta, side, found, local)
    return found


def _crossing(pair: ShuffledPair, people: int, delta: float, side: str, floor: float, local: float) -> float:
    """Where δ(ε) falls to δ, at least ``floor``: on the private side of it, or on the other one."""

    def excess(epsilon: float) -> float:
        found = shuffled_delta(pair, people, epsilon, side)
        return max(math.log(found / delta), -50.0) if found > 0 else -50.0  # so that secants can be drawn

    most = min(local, _LARGEST)
    low = high = min(max(_guess(pair, people, delta), floor), most)
    step = _STEP
    if excess(low) > 0:
        while excess(high := min(max(high, 1e-6) * step, most)) > 0:
            if high >= most:
                return local if side == "upper" else most
            low, step = high, step * step
    else:
        while low == high or excess(low) <= 0:
            if low <= floor:
                return floor
            high, low, step = low, max(low / step, floor), step * step
    root = float(bracketed_root(excess, low, high, xtol=1e-10, rtol=1e-6))
    away = 1e-6 if side == "upper" else -1e-6
    while floor < root and (excess(root) > 0) == (side == "upper"):
        root = min(max(root * (1 + away) + away * 1e-6, floor), high)
    return root


def _guess(pair: ShuffledPair, people: int, delta: float) -> float:
    """About where δ(ε) = δ."""

    def excess(log_epsilon: float) -> float:
        values, masses, bare = pair.atoms(math.exp(log_epsilon))
        kept = masses > 0
        about = positive_part_guess(values[kept], masses[kept], people) / people + bare
        return math.log(max(about, 1e-300) / delta)

    low, high = math.log(1e-9), math.log(20.0)
    if excess(low) <= 0 or excess(high) >= 0:
        return 0.0 if excess(low) <= 0 else 1.0
    return math.exp(bracketed_root(excess, low, high, xtol=1e-3))


def local_epsilon(
    amplification: Callable[[float], Sequence[ShuffledPair]], people: int, epsilon: float, delta: float, most: float
) -> float:
    """The largest local ε₀ whose shuffled messages are (ε, δ)-private, from the private side; at least ε itself.

    amplification: ε₀ -> the pairs of its upper bound; epsilon: nats, > 0; delta: in (0, 1); most: largest ε₀ looked at.

    >>> from ppr_core.accounting import local_epsilon, randomized_response
    >>> upper = lambda epsilon: randomized_response(2, epsilon).upper
    >>> round(local_epsilon(upper, 1000, 0.5, 1e-6, 8.0), 3)
    2.302
    """
    people = validation.integer("people", people, 1)
    epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True)
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True, high_open=True)

    def excess(local: float) -> float:
        pairs = amplification(local)
        worst = max(shuffled_delta(view, people, epsilon) for pair in pairs for view in pair.views)
        return min(max(math.log(worst / delta), -50.0), 50.0) if worst > 0 else -50.0

    if epsilon >= most or excess(most) <= 0:
        return max(epsilon, most)
    low, high = epsilon, min(2 * epsilon, most)
    while high < most and excess(high) <= 0:
        low, high = high, min(1.3 * high, most)
    root = float(bracketed_root(excess, low, high, xtol=1e-9, rtol=1e-4)) if excess(low) < 0 else low
    while root > epsilon and excess(root) > 0:
        root = max(root * (1 - 1e-4), epsilon)
    return root
