"""Between what ε of list and index lies where a candidate has one of two ratios, whatever δ is.

**Statement.** δ(ε) is the mean over lists of Σ_k (p_k − e^ε p′_k)₊. It does not fall when the times behind the first
N are shown, nor rise when the list is cut behind N (Jensen; `list_masses`). Lists are drawn where they tell much: the
first M candidates w by P(w) C_w of `front_sums`, those behind them by the law of `late_sums` that is tilted by
e^{θ′S′ − θS}. Let r be the density of what is seen of these. So P(w)/q(w)/r times what a list tells has the mean
δ(ε), or more, from above, and less from below.

*From above* a term is at most c = Σ_w P(w) C_w but for what is told outside of the box: with f_w what is told when
the times behind M are shown, and Jensen's inequality, what the list tells is at most E[f_w | what is seen] <= C_w r +
E[f_w 1{outside} | what is seen]. So terms that are cut at c lose 0.01 δ in the mean at most. C_w falls in ε: one c
serves all ε from that on at which lists are drawn.

So `mean_bounds` encloses δ from both sides at any sample size. ∎
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import poisson_loss
from ppr_core.decoder_privacy.front_sums import Beginnings, Ceiling, Front
from ppr_core.decoder_privacy.list_masses import IndexMasses, ListMasses
from ppr_core.decoder_privacy.mean_bounds import last_ruled_out, speaks_against_at_least, speaks_against_at_most
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks

__all__ = ["list_epsilon"]

_OUTSIDE = 1e-2  # share of δ that S and S′ outside of their box may take
_FIRST, _ROOM_FOR = (10, 8, 6, 4), (300, 8)  # M; beginnings, and lists for each
_LONG, _CUT = 16.0, 40  # N is at least, where lists are cut
_ROOM = 10.0  # n δ/c: with 8.4 a mean that is 0 is told from δ
_HALVINGS = 5
_BELOW = (0.985, 0.95, 0.85, 0.5)  # of where the upper end is looked for, from which on the lower one is
_STEPS = 60  # of ε that are tried for either end
_NEARBY, _NEAR, _PILOT = 0.8, 0.99, 10
_SHARE = 3  # of the lists, for the lower end


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

    alpha: α in (1, ∞); delta: in (0, 1]; lists: 16 or more, for the upper end, a third of them for the lower one;
    failure: the probability, for either end, that it is on the wrong side. ε are tried from the outside, up to the
    first that is not ruled out: so all tests together fail as rarely as one; for the lower end up to four sets of
    lists have a quarter each. ``ValueError`` for other values, and for candidates of other than two ratios.

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
    drawn = _Drawn(marks, alpha, delta * _OUTSIDE, max(_ROOM_FOR[0], lists // _ROOM_FOR[1]), rng)
    start = _start(drawn, delta, known, lists)
    if start is None:
        return 0.0, known
    pilot = drawn.lists(start, max(lists // _PILOT, 16), seen=False)
    guess = _crossing(lambda epsilon: float(pilot.told(epsilon).mean()) > delta, start, known, 2 * _HALVINGS)
    high = _upper(drawn.lists(max(start, _NEAR * guess), lists, seen=True), delta, known, failure)
    return _lower(drawn, delta, min(guess, high), high, max(lists // _SHARE, 16), failure), high


@dataclass(frozen=True, eq=False)
class _Lists:
    """n lists drawn at ``epsilon``: their weights, (n,), and what they tell; a term is at most ``most``."""

    epsilon: float
    weight: np.ndarray
    masses: IndexMasses
    most: float

    def told(self, epsilon: float) -> np.ndarray:
        """Weighted terms, (n,)."""
        early, late = self.masses.told(epsilon)
        return np.minimum(self.weight * (early.sum(axis=1) + late), self.most)


class _Drawn:
    """Lists of N candidates that begin with those beginnings that tell most; room: for beginnings."""

    def __init__(self, marks: FiniteMarks, alpha: float, outside: float, room: int, rng: np.random.Generator) -> None:
        self._front = functools.cache(lambda first: Front(marks, alpha, first, outside))
        self._room, self._rng = room, rng
        last = round(_FIRST[-1] + _LONG / math.sqrt(alpha - 1))
        self._masses = {seen: ListMasses(marks, alpha, last if seen else max(last, _CUT)) for seen in (True, False)}

    def ceiling(self, epsilon: float, first: tuple[int, ...] = _FIRST) -> tuple[Front, Beginnings, Ceiling]:
        """Of the longest beginnings that there is room for, or the shortest."""
        for front in map(self._front, first[:-1]):
            found = front.beginnings(epsilon, self._room)
            if found is not None:
                return front, found, front.ceiling(found, epsilon)
        front = self._front(first[-1])
        found = front.beginnings(epsilon)
        return front, found, front.ceiling(found, epsilon)

    def lists(self, epsilon: float, count: int, *, seen: bool) -> _Lists:
        """seen: the times behind the N-th."""
        front, begun, ceiling = self.ceiling(epsilon)
        late = front.late
        share = begun.chance * ceiling.most
        first = self._rng.choice(len(share), size=count, p=share / share.sum())
        kappa = late.exponents(ceiling.tilt[None])[0]
        masses = self._masses[seen]
        kinds, behind = late.draw(kappa, count, self._rng, last=masses.first)
        weight = ceiling.total / ceiling.most[first] * np.exp(-late.log_density(kappa, kinds, behind))
        whole = np.hstack([begun.kinds[first], kinds])
        if seen:
            return _Lists(epsilon, weight, masses.shown(whole, behind), ceiling.total)
        return _Lists(epsilon, weight, masses.unseen(whole), math.inf)


def _start(drawn: _Drawn, delta: float, known: float, lists: int) -> float | None:
    """The least ε at which c is so small that so many lists can rule out δ; None where it is not at ``known``."""

    def large(first: tuple[int, ...]) -> Callable[[float], bool]:
        return lambda epsilon: drawn.ceiling(epsilon, first)[2].total > delta * lists / _ROOM

    if large(_FIRST[-1:])(known):
        return None
    start = _crossing(large(_FIRST[-1:]), 0.0, known)
    return _crossing(large(_FIRST), _NEARBY * start, start)


def _crossing(above: Callable[[float], bool], low: float, high: float, halvings: int = _HALVINGS) -> float:
    """Where a statement that is true of small ε ceases to be, from its right."""
    for _ in range(halvings):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return high


def _upper(lists: _Lists, delta: float, known: float, failure: float) -> float:
    def below(epsilon: float) -> bool:
        return speaks_against_at_least(delta * (1 - _OUTSIDE), lists.told(epsilon), lists.most, failure)

    tried = lists.epsilon + (known - lists.epsilon) * np.linspace(1.0, 0.0, _STEPS) ** 2
    return last_ruled_out(tried, below) or known


def _lower(drawn: _Drawn, delta: float, guess: float, high: float, count: int, failure: float) -> float:
    for share in _BELOW:
        start = share * guess
        lists = drawn.lists(start, count, seen=False)

        def above(epsilon: float, lists: _Lists = lists) -> bool:
            return speaks_against_at_most(delta, lists.told(epsilon), failure / len(_BELOW))

        low = last_ruled_out(np.linspace(start, high, _STEPS), above)
        if low:
            return low
    return 0.0
