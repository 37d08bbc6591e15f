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

Where `front_ends`, by beginnings alone, leaves little between its ends no list is drawn.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import poisson_loss
from ppr_core.decoder_privacy.beginnings import Beginnings, TwoRatios
from ppr_core.decoder_privacy.front_ends import OUTSIDE, front_ends
from ppr_core.decoder_privacy.front_sums import Ceiling, Front, longest
from ppr_core.decoder_privacy.list_masses import IndexMasses, ListMasses
from ppr_core.decoder_privacy.mean_bounds import (
    crossing,
    last_ruled_out,
    speaks_against_at_least,
    speaks_against_at_most,
)
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks

__all__ = ["list_epsilon"]

_FIRST, _ROOM_FOR = (10, 8, 6, 4), (300, 8)  # M; beginnings, and lists for each
_LONG, _CUT = 16.0, 40  # N is at least, where lists are cut
_ROOM = 10.0  # n δ/c: with 8.4 a mean that is 0 is told from δ
_HALVINGS = 4
_STEPS = 60  # of ε that are tried for either end
_SHARE = 3  # of the lists, for the lower end


def list_epsilon(
    marks: SharedMarks,
    alpha: float,
    delta: float,
    rng: np.random.Generator,
    *,
    lists: int = 2000,
    width: float = 0.0,
    known: float | None = None,
    failure: float = 1e-3,
) -> tuple[float, float]:
    """Between what the smallest ε with δ(ε) <= delta lies for list and index, in nats.

    alpha: α in (1, ∞); delta: in (0, 1]; lists: 16 or more, for the upper end, a third of them for the lower one;
    width: half of what is between the ends, over their middle, with which no lists are drawn; known: an upper bound;
    failure: the probability, for either end, that it is on the wrong side. ε are tried from the outside, up to the
    first that is not ruled out: so all tests together fail as rarely as one. ``ValueError`` for other values, and for
    candidates of other than two ratios.

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
    known = poisson_loss(marks.pair, alpha).epsilon(delta) if known is None else known
    if known == 0 or len(levels) == 1:
        return 0.0, 0.0
    low, high = front_ends(marks, alpha, delta, known, rng, failure / 2)

    def narrow() -> bool:
        return high - low <= width * (high + low)

    if narrow():
        return low, high
    drawn = _Drawn(marks, alpha, delta * OUTSIDE, max(_ROOM_FOR[0], lists // _ROOM_FOR[1]), rng)

    def large(epsilon: float) -> bool:
        """Whether c is too large for so many lists to rule out δ."""
        front, _, ceiling = drawn.ceiling(epsilon)
        return not front.seen.sound or ceiling.total > delta * lists / _ROOM

    if large(high):
        return low, high
    start = crossing(large, low, high, _HALVINGS)
    high = _upper(drawn.lists(start, lists, seen=True), delta, high, failure / 2)
    if not narrow():
        low = _lower(drawn.lists(low, max(lists // _SHARE, 16), seen=False), delta, high, failure)
    return low, high


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
        ratios = TwoRatios(marks)
        engine = ratios.engine(alpha, _FIRST[0])
        self._front = functools.cache(lambda first: Front(engine, ratios, first, outside))
        self._room, self._rng = room, rng
        last = max(_FIRST[0], round(_FIRST[-1] + _LONG / math.sqrt(alpha - 1)))
        self._masses = {seen: ListMasses(marks, alpha, last if seen else max(last, _CUT)) for seen in (True, False)}

    def ceiling(self, epsilon: float) -> tuple[Front, Beginnings, Ceiling]:
        """Of the longest beginnings that there is room for, or the shortest."""
        front, found = longest(map(self._front, _FIRST), epsilon, self._room)
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


def _upper(lists: _Lists, delta: float, known: float, failure: float) -> float:
    def below(epsilon: float) -> bool:
        return speaks_against_at_least(delta * (1 - OUTSIDE), lists.told(epsilon), lists.most, failure)

    tried = lists.epsilon + (known - lists.epsilon) * np.linspace(1.0, 0.0, _STEPS) ** 2
    return last_ruled_out(tried, below) or known


def _lower(lists: _Lists, delta: float, high: float, failure: float) -> float:
    def above(epsilon: float) -> bool:
        return speaks_against_at_most(delta, lists.told(epsilon), failure)

    return last_ruled_out(np.linspace(lists.epsilon, high, _STEPS), above) or lists.epsilon
