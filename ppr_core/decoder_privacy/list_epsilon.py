"""Between what ε of list and index lies where a candidate has one of two ratios, whatever δ is.

**Statement.** δ(ε) is the mean over lists of Σ_k (p_k − e^ε p′_k)₊. It does not fall when the times behind the first
N are shown, nor rise when the list is cut behind N (Jensen; `list_masses`). All beginnings w of M candidates are summed
over; what is behind them is drawn, with an index K among it or without, by the laws of `front_sums`. Let r be the
density of what is seen of it, against that under the plain law. With chance 1 − q a list has an index, and its term is
Σ_w P(w) (p_K − e^ε p′_K)₊/((1 − q) r); else it is Σ_w P(w) Σ_{k<=M} (p_k − e^ε p′_k)₊/(q r). So terms have the mean
δ(ε), or more, from above, and less from below.

*From above* a term is at most c, the sum of the totals c₁ and c₂ of both ceilings, with q = c₁/c, but for what is told
outside of the box: if the times behind M were shown the second sum would be f, at most c₁ times the density of the law
in the box; by Jensen's inequality it is at most E[f | what is seen], and the density given what is seen has the mean r.
So it is for the first, with h. Terms that are cut at c lose 0.01 δ in the mean at most. The ceilings fall in ε: one c
serves all ε from that on at which lists are drawn. Terms fall in ε, and with them what stakes that are fixed before
win: one draw serves all ε.

So `mean_bounds` encloses δ from both sides at any sample size. ∎

From below `front_end` needs no draw; where it leaves too much, the same lists are cut behind N. Longer sums come before
many lists are drawn.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import poisson_loss
from ppr_core.decoder_privacy.beginnings import Beginnings, TwoRatios
from ppr_core.decoder_privacy.front_ends import front_end
from ppr_core.decoder_privacy.front_sums import Ceiling, Front
from ppr_core.decoder_privacy.late_masses import LateMasses
from ppr_core.decoder_privacy.late_sums import Late
from ppr_core.decoder_privacy.mean_bounds import (
    crossing,
    last_ruled_out,
    speaks_against_at_most,
    steadily_against_at_least,
)
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks

__all__ = ["half_width", "list_epsilon"]

_OUTSIDE = 1e-2  # share of δ that S and S′ outside of their box may take
_BEGINNINGS, _LONGEST = 600, 9  # of M candidates, at most
_LONG = 14.0  # N − M, over √(α − 1)
_LEAST = 14, 28  # N − M at least; and where the ends are to be as near as the lists bring them
_ROOM = 13.0  # n δ/c: with 8 a mean that is 0 is told from δ
_WANTED, _FEW = 40.0, (200, 300)  # the same, where the mean is not much less; lists at least, and for this
_NEARER = 0.0, 0.005, 0.01, 0.025, 0.04, 0.06, 0.09, 0.13, 0.2, 0.3, 0.5, 1.0  # of the lower end, where lists are drawn
_CLOSE = 0.005  # above the lower end, where lists are drawn if a few are enough there
_RARE, _HARDLY = 1e-5, 5  # δ below which lists are first thought of farther off, and how few there let it be close
_MANY = (
    250,
    1000,
)  # lists farther off, or close, from which on they are drawn where ε is ruled out that leaves ``width``
_DEAR = 2000  # lists from which on longer sums, for the lower end, cost less
_AGAIN, _SHARES = 3, (0.8, 0.1)  # times as many are drawn next; of the failure for the first lists and the next
_BELOW = 4, 300  # which share of the lists, and how many at least, the lower end takes
_FAR = 4.0  # times the lower end is what its steps are parts of at most
_REACH, _HALVINGS = 0.06, 2  # above the lower end, up to where the same lists serve it; of the last step of ε
_STEPS, _TRIED = 12, 60  # of ε
_REAL = np.float32  # terms are sums of what is >= 0: an error of 10⁻⁶ of a mass


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

    alpha: α in (1, ∞); delta: in (0, 1]; lists: 16 or more, at most so many are drawn, and all of them where ``width``
    is 0; width: half of what is between the ends, over their middle, that is enough; known: an upper bound; failure:
    the probability, for either end, that it is on the wrong side. ε are tried from the outside, up to the first that is
    not ruled out: so all tests together fail as rarely as one. ``ValueError`` for other values, and for candidates of
    other than two ratios.

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
    ratios = TwoRatios(marks)
    low = min(front_end(ratios, alpha, delta), known)
    if half_width(low, known) <= width:
        return low, known
    views = _Views(ratios, alpha, delta, _LEAST[int(width == 0)], rng)
    begun, high, summed = views.start(low, known, lists, width), known, width == 0
    if not summed and _few(begun, delta, lists) >= _DEAR:
        low, summed = min(front_end(ratios, alpha, delta, above=low), known), True
        begun = views.start(low, known, lists, width)
    if begun is None:
        return low, known
    few = _few(begun, delta, lists)
    counts = [count for count in (few, _AGAIN * few) if width > 0 and 2 * count <= lists]
    shares = _SHARES[: len(counts)]
    for count, share in zip([*counts, lists], [*shares, 1 - sum(shares)], strict=True):
        if not summed and count >= _DEAR:
            low, summed = min(front_end(ratios, alpha, delta, above=low), known), True
            if half_width(low, high) <= width:
                break
        drawn = views.draw(begun, count)
        high = min(high, views.upper(drawn, known, share * failure))
        if half_width(low, high) > width:
            fewer = count if width == 0 else max(count // _BELOW[0], _BELOW[1])
            near = begun.epsilon <= low * (1 + _REACH) and count == (few if width > 0 else lists)
            below = drawn.begin(fewer) if near else views.draw(views.at(low), fewer)
            low = max(low, views.lower(below, low, high, share * failure))
        if half_width(low, high) <= width:
            break
    return low, high


def half_width(low: float, high: float) -> float:
    """Half of what is between two ends over their middle; 0 <= low <= high; 0 where both are one, 1 where one is ∞.

    >>> from ppr_core.decoder_privacy import half_width
    >>> half_width(3.0, 5.0)
    0.25
    """
    return 0.0 if low == high else 1.0 if math.isinf(high) else (high - low) / (high + low)


@dataclass(frozen=True, eq=False)
class _Part:
    """Indices that are looked at together: of k <= M, or behind M; place, row: k, and the beginning, (r,) each."""

    ceiling: Ceiling
    place: np.ndarray
    row: np.ndarray


@dataclass(frozen=True, eq=False)
class _Begun:
    """Beginnings that can tell more than ``epsilon``, and their indices; a term is at most ``total``."""

    epsilon: float
    found: Beginnings
    parts: list[_Part]

    @property
    def total(self) -> float:
        return sum(part.ceiling.total for part in self.parts)


@dataclass(frozen=True, eq=False)
class _Lists:
    """Draws for one part. rows: which of all they are, (n,); late: what is behind M; weight: (n,)."""

    rows: np.ndarray
    late: Late
    weight: np.ndarray


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Draws for all parts of ``begun``."""

    begun: _Begun
    count: int
    lists: list[_Lists]

    def begin(self, count: int) -> _Drawn:
        """The first ``count`` of them."""
        lists = []
        for one in self.lists:
            rows = one.rows[:count]
            kept = int(rows.sum())
            lists.append(_Lists(rows, one.late.begin(kept), one.weight[:kept]))
        return _Drawn(self.begun, min(count, self.count), lists)


def _few(begun: _Begun | None, delta: float, lists: int) -> int:
    """How many may be enough."""
    ratio = math.inf if begun is None else begun.total / delta
    return math.ceil(min(max(_ROOM * ratio, _FEW[0], min(_WANTED * ratio, _FEW[1])), lists))


class _Views:
    """Lists of which the first N times are hidden, or which end there; δ is what is asked for."""

    def __init__(self, ratios: TwoRatios, alpha: float, delta: float, least: int, rng: np.random.Generator) -> None:
        first = max(min(int(math.log(_BEGINNINGS) / math.log(len(ratios.marks.mass))), _LONGEST), 2)
        self._last = first + max(math.ceil(_LONG / math.sqrt(alpha - 1)), least)
        engine = ratios.engine(alpha, self._last)
        self._front = Front(engine, ratios, first, delta * _OUTSIDE)
        self._masses = LateMasses(engine, ratios, first)
        self._delta, self._rng = delta, rng
        self.at = functools.cache(self._at)  # ceilings from ε on

    def start(self, low: float, known: float, lists: int, width: float) -> _Begun | None:
        """At the least ε at which so many lists rule δ out, close to the lower end where few do, else from ``width``
        on; None where there is none below ``known``."""

        def large(epsilon: float, lists: int = lists) -> bool:
            return self.at(epsilon).total * _ROOM > self._delta * lists

        if not self._front.sound:
            return None
        scale, least = max(low, known / _FAR), width
        close, far = low + _CLOSE * scale, low + 2 * width * scale
        if width > _CLOSE and far < known:
            rare = self._delta < _RARE  # then a few are hardly ever enough there
            if not (rare and large(far, _HARDLY)) and not large(close, min(_FEW[0], lists)):
                return self.at(close)
            if large(far, _MANY[0]) if rare else large(close, _MANY[1]):
                least = 2 * width
        places = [low + step * scale for step in _NEARER if step >= least]
        for place, epsilon in enumerate(places):
            if epsilon >= known:
                return None
            if not large(epsilon):
                return self.at(crossing(large, places[place - 1], epsilon, _HALVINGS) if place else epsilon)
        return None

    def _at(self, epsilon: float) -> _Begun:
        front = self._front
        found = front.beginnings(epsilon)
        place, row = front.early(found, epsilon)
        every = np.arange(len(found.chance))
        tried = (
            (front.ceiling(found, epsilon, place, row), place, row),
            (front.late_ceiling(found, epsilon), np.full(len(every), front.first), every),
        )
        return _Begun(epsilon, found, [_Part(ceiling, *which) for ceiling, *which in tried if ceiling is not None])

    def draw(self, begun: _Begun, count: int) -> _Drawn:
        """So many lists, each for one of the parts."""
        shares = np.array([part.ceiling.total for part in begun.parts]) / begun.total
        which = self._rng.choice(len(shares), p=shares, size=count) if len(shares) else np.zeros(0)
        lists = []
        for number, (part, share) in enumerate(zip(begun.parts, shares.tolist(), strict=True)):
            rows = which == number
            late, weight = part.ceiling.draw(int(rows.sum()), self._last, self._rng)
            lists.append(_Lists(rows, late, weight / share))
        return _Drawn(begun, count, lists)

    def upper(self, drawn: _Drawn, known: float, failure: float) -> float:
        """The least ε at which δ is ruled out, from above."""
        terms, most = self._terms(drawn, cut=False), drawn.begun.total

        def told(epsilon: float) -> bool:
            """Whether δ may be reached."""
            values = np.fmin(terms(epsilon), most)  # as is one whose density is lost in rounding
            return not steadily_against_at_least(self._delta * (1 - _OUTSIDE), values, most, failure)

        return known if told(known) else crossing(told, drawn.begun.epsilon, known, _STEPS)

    def lower(self, drawn: _Drawn, low: float, high: float, failure: float) -> float:
        """The largest ε at which δ is ruled out, from below; 0 where there is none."""
        terms = self._terms(drawn, cut=True)

        def more(epsilon: float) -> bool:
            return speaks_against_at_most(self._delta, np.nan_to_num(terms(epsilon), posinf=0.0), failure)

        return last_ruled_out(np.linspace(low, high, _TRIED), more)

    def _terms(self, drawn: _Drawn, *, cut: bool) -> Callable[[float], np.ndarray]:
        """ε, from that of the beginnings on, -> terms of all draws, (n,)."""
        begun, told = drawn.begun, []
        for part, lists in zip(begun.parts, drawn.lists, strict=True):
            p, other = self._masses.at(begun.found, part.place, part.row, lists.late, cut=cut)
            some = (p > _REAL(math.exp(begun.epsilon)) * other).any(axis=1)
            told.append((lists, p[some], other[some]))

        def terms(epsilon: float) -> np.ndarray:
            found = np.zeros(drawn.count)
            for lists, p, other in told:
                gain = p - _REAL(math.exp(epsilon)) * other
                with np.errstate(invalid="ignore"):
                    found[lists.rows] = lists.weight * np.maximum(gain, 0.0, out=gain).sum(axis=0)
            return found

        return terms
