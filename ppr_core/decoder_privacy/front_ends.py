"""Between what ε of list and index lies where candidates have one of two ratios, by all beginnings of M candidates.

**Statement.** Let w be the kinds of the first M candidates. The coarser view of `list_views`, which ends behind them,
has δ(ε) = Σ_w P(w) Σ_k (p_k − e^ε p′_k)₊, over k <= M and a late index of each kind. This is a finite sum: from below
nothing is drawn, and leaving beginnings out leaves a bound. The finer view has δ(ε) = E f(S, S′), f = Σ_w P(w) f_w with
f_w as in `front_sums`. Only S and S′ are drawn, by the law tilted by e^{θ′S′ − θS}, and a term e^{θS − θ′S′} G f is at
most the largest value of this bound of f on cells: all but 0.01 δ of the mean lies in their box. So `mean_bounds`
encloses δ from above. Terms fall in ε, and with them what stakes that are fixed before win: one draw serves all ε. ∎
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np

from ppr_core.decoder_privacy.beginnings import Beginnings, TwoRatios
from ppr_core.decoder_privacy.front_masses import FrontMasses
from ppr_core.decoder_privacy.front_sums import Front, longest
from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.mean_bounds import crossing, steadily_against_at_least
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["OUTSIDE", "front_ends"]

OUTSIDE = 1e-2  # share of δ that S and S′ outside of their box may take
_CUT = (6, 5000), (8, 2500), (12, 1500)  # M, and how many beginnings are kept, of cut lists one after the other
_SEEN, _ROOM = (10, 8, 6, 4), 1000  # M, and how many beginnings there is room for, where S and S′ are seen
_EDGES, _DRAWS = (24, 32), 500
_ENOUGH = 20.0  # n δ over the largest term: with 8.4 a mean that is 0 is told from δ
_NEARER, _STEPS = (0.005, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.3), 10
_REAL = np.float32  # terms are sums of what is >= 0: an error of 10⁻⁶ of a mass


def front_ends(
    marks: FiniteMarks, alpha: float, delta: float, known: float, rng: np.random.Generator, failure: float
) -> tuple[float, float]:
    """The smallest ε with δ(ε) <= delta for list and index, in nats: its lower end, certain up to the error of
    integrals, and its upper one, wrong with probability ``failure`` at most. known: an upper bound; α in (1, ∞)."""
    ratios = TwoRatios(marks)
    engine = ratios.engine(alpha, _CUT[-1][0])
    low, growth = _lower(engine, ratios, delta)
    if low >= known:
        return known, known
    possible = [first for first in _SEEN if growth**first <= _ROOM] or [_SEEN[-1]]
    fronts = (Front(engine, ratios, first, delta * OUTSIDE, edges=_EDGES) for first in possible)
    front, begun = longest(fronts, low, _ROOM)
    if not front.seen.sound:
        return low, known
    return low, _upper(_Together(front, begun, low), delta, low, known, rng, failure)


def _lower(engine: ListMasses, ratios: TwoRatios, delta: float) -> tuple[float, float]:
    """ε, and how many times as many beginnings tell more, for each candidate."""
    low, growth, mass = 0.0, 1.0, ratios.marks.mass
    for first, most in _CUT:
        cut = FrontMasses(engine, first).cut()
        early, risen = cut[:first], math.exp(low) * cut
        late = [(cut[first + own], risen[first + its]) for own, its in ratios.bits.T]
        found = ratios.telling((early, risen[:first]), late, kept=most)
        assert found is not None
        p, other = (
            found.chance * np.vstack([early[:, bits], mass[:, None] * cut[first + level[:, None], bits]])
            for bits, level in zip((found.first, found.second), ratios.bits, strict=True)
        )
        low = max(low, _level(p, other, delta))
        growth = np.sum((p > math.exp(low) * other).any(axis=0)) ** (1 / first)
    return low, float(growth)


def _level(p: np.ndarray, other: np.ndarray, delta: float) -> float:
    """ε >= 0 with Σ (p − e^ε p′)₊ = delta: a line in e^ε between two of the losses; 0 where there is none."""
    some = (p > 0) & (other > 0)  # what is lost in rounding is left out
    p, other = p[some], other[some]
    if len(p) == 0:
        return 0.0
    loss = np.log(p) - np.log(other)
    order = np.argsort(-loss)
    p, other, loss = np.cumsum(p[order]), np.cumsum(other[order]), loss[order]
    telling = max(int(np.searchsorted(p - np.exp(loss) * other, delta)), 1)
    share = (p[telling - 1] - delta) / other[telling - 1]
    return math.log(share) if share > 1 else 0.0


def _upper(
    together: _Together, delta: float, low: float, known: float, rng: np.random.Generator, failure: float
) -> float:
    largest, start = delta * _DRAWS / _ENOUGH, low
    tilt, most = together.ceiling(start)
    for step in _NEARER:  # of ε
        if most <= largest:
            break
        start = min(low + step * known, known)
        tilt, most = together.ceiling(start)
    if most > largest:
        return known
    terms = together.drawn(tilt, start, rng)

    def told(epsilon: float) -> bool:
        """Whether δ may be reached."""
        return not steadily_against_at_least(delta * (1 - OUTSIDE), np.minimum(terms(epsilon), most), most, failure)

    return known if told(known) else crossing(told, start, known, _STEPS)


class _Together:
    """What all these beginnings tell together of lists with late sums S and S′, at ε from ``epsilon`` on."""

    def __init__(self, front: Front, begun: Beginnings, epsilon: float) -> None:
        self._front = front
        self._place, row = front.indices(begun, epsilon)
        self._early = int(np.sum(self._place < front.first))
        self._first, self._second = begun.first[row], begun.second[row]
        self._chance = begun.chance[row, None].astype(_REAL)

    def _masses(self, s: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Chances of beginnings times p of every index, and p′, at these values of S, (r, n), and of S′."""
        sides = (self._first, s), (self._second, other)
        p, its = (self._chance * self._front.seen.at(self._place, bits, sums) for bits, sums in sides)
        return p, its

    @functools.cached_property
    def _cells(self) -> tuple[np.ndarray, np.ndarray]:
        p, other = self._masses(self._front.s[:-1], self._front.other[1:])
        other[self._early :] *= _REAL(self._front.late_gain)
        return p[:, :, None], other[:, None]

    def ceiling(self, epsilon: float) -> tuple[np.ndarray, float]:
        """(θ, θ′), and the most that a term is."""
        p, other = self._cells
        gain = p - _REAL(math.exp(epsilon)) * other
        np.maximum(gain, 0.0, out=gain)
        late = self._front.s[1:, None] * gain[self._early :].sum(axis=0)
        return self._front.best_tilt(gain[: self._early].sum(axis=0) + late)

    def drawn(self, tilt: np.ndarray, epsilon: float, rng: np.random.Generator) -> Callable[[float], np.ndarray]:
        """ε, from ``epsilon`` on, -> weighted terms, (n,), of draws with this tilt."""
        late, early = self._front.late, self._early
        kappa = late.exponents(tilt[None])[0]
        behind = late.draw(kappa, _DRAWS, rng)[1].T
        weight = np.exp(late.log_moment(kappa[None])[0] - kappa @ behind)
        sums = late.power @ behind
        edges = self._front.s, self._front.other
        masses = self._masses(*(np.clip(one, cells[0], cells[-1]) for one, cells in zip(sums, edges, strict=True)))
        p, other = (
            np.vstack([found[:early], *(found[early:] * share for share in (power[:, None] * behind).astype(_REAL))])
            for found, power in zip(masses, late.power, strict=True)
        )
        some = (p > _REAL(math.exp(epsilon)) * other).any(axis=1)
        p, other = p[some], other[some]

        def terms(epsilon: float) -> np.ndarray:
            gain = p - _REAL(math.exp(epsilon)) * other
            return np.asarray(weight * np.maximum(gain, 0.0, out=gain).sum(axis=0))

        return terms
