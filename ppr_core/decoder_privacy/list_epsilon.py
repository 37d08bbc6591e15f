"""Between what ε of list and index lies where a candidate has one of two ratios, whatever δ is: all beginnings at once.

**Statement.** δ(ε) is the mean over lists of Σ_k (p_k − e^ε p′_k)₊. It does not fall when the times behind the first M
are shown, nor rise when the list is cut behind N (Jensen; `list_masses`).

*From above.* With the times behind M shown nothing is left to chance but S, S′ and V: `front_sums` is above the mean
over all beginnings. Where these are drawn from the law tilted by e^{θ′S′ − θS} a term is at most the largest of what
stands on a cell times E[e^{θ′S′ − θS}] e^{θS − θ′S′} at its corner; θ and θ′ are those where this is least. Lists
outside of the box of all cells have the probability 0.01 δ at most.

*From below.* Beginnings are drawn in proportion to what they add to H in the middle of S and S′, those that add
nothing never, and the candidates behind them, up to N, as they come: weighted terms >= 0 with the mean of what these
beginnings tell.

So `mean_bounds` encloses δ from both sides at any sample size. ∎
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import poisson_loss
from ppr_core.decoder_privacy.front_sums import Beginnings, Front, FrontTable, Slots, exponents
from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.mean_bounds import last_ruled_out, speaks_against_at_least, speaks_against_at_most
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks

__all__ = ["list_epsilon"]

_OUTSIDE = 1e-2  # share of δ that S and S′ outside of their box may take
_STAGES, _ROOM_FOR = (6, 9, 13), 5000  # M, and beginnings
_COMMON, _ENOUGH = 1e-3, 10  # δ from which on so many candidates hold what is told
_PILOT = 300  # lists
_LARGEST = 6.0  # of a term over δ, where ε is about right
_HALVINGS = 7
_BELOW = (0.93, 0.85, 0.7, 0.5)  # of a guess, from which on beginnings tell
_ABOVE = (1.06, 1.12, 1.2)  # of a guess, where the upper end is looked for
_STEPS = 60  # of ε that are tried for the lower one
_LONG = 40  # N
_SHARE = 4  # of the lists, for the lower end
_TINY = 1e-300


def list_epsilon(
    marks: SharedMarks,
    alpha: float,
    delta: float,
    rng: np.random.Generator,
    *,
    lists: int = 2000,
    failure: float = 1e-3,
) -> tuple[float, float]:
    """Between what the smallest ε with δ(ε) <= delta lies for list and index, in nats.

    alpha: α in (1, ∞); delta: in (0, 1]; lists: 16 or more, for the upper end, a quarter of them for the lower one;
    failure: the probability, for either end, that it is on the wrong side. Up to ten ε are tried for the upper end,
    each with a tenth of it. For the lower end they are tried from below, up to the first that is not ruled out: so
    all tests together fail as rarely as one; up to four sets of lists have a quarter each. ``ValueError`` for other
    values, and for candidates of other than two ratios.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import list_epsilon, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> lower, upper = list_epsilon(marks, 2.0, 1e-4, np.random.default_rng(1), lists=400)
    >>> 3 < lower < upper < 4
    True
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True)
    validation.real("delta", delta, 0.0, 1.0, low_open=True)
    validation.integer("lists", lists, 16)
    if not isinstance(marks, FiniteMarks):
        validation.fail("marks", type(marks).__name__, "of finitely many kinds: FiniteMarks")
    levels = np.unique(np.stack([marks.log_first, marks.log_second]))
    validation.require(len(levels) <= 2, "marks", len(levels), "of two ratios")
    known = poisson_loss(marks.pair, alpha).epsilon(delta)
    if known == 0:
        return 0.0, 0.0
    best = _about(marks, alpha, delta, known, rng)
    if best is None:
        return 0.0, known
    high = _upper(best, delta * (1 - _OUTSIDE), known, lists, failure, rng)
    low = _lower(best, delta, high, max(lists // _SHARE, 16), failure, rng)
    return min(low, high), high


@dataclass(frozen=True, eq=False)
class _About:
    """Beginnings that tell more than ``start``, by which δ(ε) is about δ at ``guess``; tilt: (θ, θ′)."""

    front: Front
    begun: Beginnings
    slots: tuple[Slots, list[Slots]]
    start: float
    guess: float
    tilt: np.ndarray


def _about(marks: FiniteMarks, alpha: float, delta: float, known: float, rng: np.random.Generator) -> _About | None:
    """By as many candidates as there is room for."""
    found, guess, first, counts = None, known, _STAGES[0], []
    while True:
        stage = _stage(Front(marks, alpha, first, _OUTSIDE * delta), delta, guess, known, 1 + (first > _STAGES[1]), rng)
        if stage is None:
            return found
        found, guess = stage, stage.guess
        counts.append(len(stage.begun.chance))
        if first == _STAGES[0]:
            first = _STAGES[1]
        elif first == _STAGES[1]:
            growth = max(math.log(counts[1] / counts[0]) / (_STAGES[1] - _STAGES[0]), 1e-2)
            most = _STAGES[2] if delta < _COMMON else _ENOUGH
            first = min(first + int(math.log(_ROOM_FOR / counts[1]) / growth), most)
            if first == _STAGES[1]:
                return found
        else:
            return found


def _stage(
    front: Front, delta: float, guess: float, known: float, rounds: int, rng: np.random.Generator
) -> _About | None:
    for share in _BELOW:
        start = share * guess
        begun = front.beginnings(start)
        if begun is None:
            return None
        slots = front.slots(begun, start)
        low, high = start, guess
        for _ in range(_HALVINGS):  # where the largest term is a few δ
            middle = (low + high) / 2
            low, high = (
                (middle, high) if FrontTable(front, slots, middle).best()[1] > _LARGEST * delta else (low, middle)
            )
        for _ in range(rounds):
            tilt = FrontTable(front, slots, low).best()[0]
            behind, weight = _drawn(front, tilt, _PILOT, rng)
            front.place(behind)
            slots = front.slots(begun, start)
            low, high = start, known
            for _ in range(_HALVINGS):
                middle = (low + high) / 2
                larger = float((weight * FrontTable(front, slots, middle).terms(behind)).mean()) > delta
                low, high = (middle, high) if larger else (low, middle)
        if low > start:
            return _About(front, begun, slots, start, low, tilt)
    return None


def _drawn(front: Front, tilt: np.ndarray, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """V of the tilted law, (n, kinds), and weights, (n,)."""
    kappa = exponents(front.late.power, tilt[None])
    behind = front.late.draw(kappa[0], count, rng)
    return behind, np.exp(front.late.log_moment(kappa)[0] - behind @ kappa[0])


def _upper(about: _About, delta: float, known: float, lists: int, failure: float, rng: np.random.Generator) -> float:
    front, tilt = about.front, about.tilt
    behind, weight = _drawn(front, tilt, lists, rng)

    def below(epsilon: float) -> bool:
        table = FrontTable(front, about.slots, epsilon)
        largest = table.largest(tilt)
        terms = weight * table.terms(behind)
        return largest <= delta or speaks_against_at_least(delta, terms, largest, failure / (_HALVINGS + len(_ABOVE)))

    low = about.start
    for share in _ABOVE:
        high = about.guess * share
        if high >= known or below(high):
            break
        low = high
    else:
        return known
    high = min(high, known)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if below(middle) else (middle, high)
    return high


def _lower(about: _About, delta: float, high: float, lists: int, failure: float, rng: np.random.Generator) -> float:
    begun = about.begun
    for share in _BELOW:
        start = share * about.guess
        if start < about.start:
            begun = about.front.beginnings(start) or begun
        chosen = about.front.shares(begun, start, *_drawn(about.front, about.tilt, _PILOT, rng))
        kappa = exponents(about.front.late.power, about.tilt[None])[0]
        terms = _Long(about.front, begun, chosen, kappa, lists, rng)

        def above(epsilon: float, terms: _Long = terms) -> bool:
            return speaks_against_at_most(delta, terms.told(epsilon), failure / len(_BELOW))

        low = last_ruled_out(np.linspace(start, high, _STEPS), above)
        if low:
            return low
    return 0.0


class _Long:
    """Lists of N candidates that begin as others do that tell much, with their weights."""

    def __init__(
        self, front: Front, begun: Beginnings, value: np.ndarray, kappa: np.ndarray, count: int,
        rng: np.random.Generator,
    ) -> None:  # fmt: skip
        mass, first = front.marks.mass, front.first
        drawn = rng.choice(len(value), size=count, p=value / value.sum())
        weight = (begun.chance / np.maximum(value, _TINY))[drawn] * value.sum()
        kinds = [begun.kinds[drawn]]
        for place in range(first + 1, _LONG + 1):
            chance = mass * np.exp(kappa * ((first + 1) / place) ** front.alpha)
            chance /= chance.sum()
            kind = rng.choice(len(mass), size=count, p=chance)
            weight *= (mass / chance)[kind]
            kinds.append(kind[:, None])
        self._weight = weight
        self._masses = ListMasses(front.marks, front.alpha, _LONG).unseen(np.hstack(kinds))

    def told(self, epsilon: float) -> np.ndarray:
        """Weighted terms, (n,)."""
        early, late = self._masses.told(epsilon)
        return self._weight * (early.sum(axis=1) + late)
