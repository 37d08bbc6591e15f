"""Between what δ(ε) of list and index lies, with a stated confidence: for two inputs with candidates of few kinds.

**Statement.** With p_k = P(K = k | list, x), δ(ε) is the mean over lists of Σ_k (p_k − e^ε p′_k)₊. It does not fall
when the late times are shown, nor rise when the list is cut (`list_masses`), by Jensen's inequality. One term of the
sum is drawn with its list, in proportion to the most that it adds (`list_prefixes`), and weighted: terms that are never
drawn are 0, and a weighted term is at most the sum of all these bounds. So `mean_bounds` encloses δ from both sides at
any sample size. ∎

`list_ends` serves any two inputs, by lists that lean to where whoever sees the times tells them apart. Neither can take
the other's place: with two kinds, α = 2 and δ = 10⁻⁶ the beginnings leave ± 1.7 % in 0.7 seconds, and it ± 3.8 % in
1.4; with α = 1.2 and δ = 10⁻⁴ they leave ± 15 % and it ± 1.4 %, with four kinds and δ = 10⁻⁶ ± 3.2 % and 1.4 %.
`decoder_epsilon` chooses.

What stands at its mean: times behind the first M + 400. Integrals err by about 10⁻⁵ of a mass.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import poisson_loss
from ppr_core.decoder_privacy.list_masses import IndexMasses, ListMasses
from ppr_core.decoder_privacy.list_prefixes import Prefixes, late_times, prefixes
from ppr_core.decoder_privacy.mean_bounds import last_ruled_out, speaks_against_at_least, speaks_against_at_most
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks

__all__ = ["list_delta", "list_epsilon"]

_OUTSIDE = 1e-2  # share of δ that late times outside of their box may take
_PREFIXES = 384
_PILOT = 256  # lists
_BEGINS = (0.8, 0.5, 0.2)  # of the ε with the times, where the pilot begins to look
_MARGINS = (0.95, 0.85, 0.6)  # of the ε that the pilot finds, from which on lists are drawn
_AFFORDED = 15.0  # n δ over this is the largest term with which n terms can rule δ out
_TRIES, _STEP = 8, 1.015  # how far this start is moved up
_STEPS = 100  # of ε that are tried
_HALVINGS = 30


@dataclass(frozen=True, eq=False)
class _Terms:
    """n independent weighted terms, at most ``largest`` each, whose mean is δ(ε) of a view.

    weight: (n,); slot: k − 1, or M for all late ones together, (n,), None for the whole sum.
    """

    masses: IndexMasses
    weight: np.ndarray
    slot: np.ndarray | None
    largest: float

    def values(self, epsilon: float) -> np.ndarray:
        early, late = self.masses.told(epsilon)
        if self.slot is None:
            return early.sum(axis=1) + late
        terms = np.hstack([early, late[:, None]])
        return self.weight * np.take_along_axis(terms, self.slot[:, None], axis=1)[:, 0]

    def about_above(self, delta: float) -> Callable[[float], bool]:
        return lambda epsilon: bool(self.values(epsilon).mean() > delta)

    def surely_above(self, delta: float, failure: float) -> Callable[[float], bool]:
        """Of ε: whether δ(ε) of this view is above delta."""
        return lambda epsilon: speaks_against_at_most(delta, self.values(epsilon), failure)

    def surely_below(self, delta: float, failure: float) -> Callable[[float], bool]:
        return lambda epsilon: speaks_against_at_least(delta, self.values(epsilon), self.largest, failure)


class _Lists:
    """Draws terms of lists that tell more than a given ε."""

    def __init__(self, marks: SharedMarks, alpha: float, first: int, outside: float, rng: np.random.Generator) -> None:
        if not isinstance(marks, FiniteMarks):
            validation.fail("marks", type(marks).__name__, "of finitely many kinds: FiniteMarks")
        self._engine = ListMasses(marks, alpha, validation.integer("first", first, 2, 128))
        self._outside, self._rng = outside, rng

    def slots(self, epsilon: float) -> Prefixes:
        return prefixes(self._engine, epsilon, self._outside, _PREFIXES)

    def terms(self, count: int, slots: Prefixes | None, *, cut: bool) -> _Terms:
        """cut: of the coarser view, else of the finer one; slots: None for lists as they come."""
        mass = self._engine.marks.mass
        kinds = self._rng.choice(len(mass), size=(count, self._engine.first), p=mass / mass.sum())
        weight, slot, largest = np.ones(count), None, 1.0
        if slots is not None and 0 < slots.whole < 1:
            weight, slot = _drawn(slots, kinds, mass, self._rng)
            largest = slots.whole
        masses = (
            self._engine.unseen(kinds) if cut else self._engine.shown(kinds, late_times(self._engine, count, self._rng))
        )
        return _Terms(masses, weight, slot, largest)


def list_epsilon(
    marks: SharedMarks,
    alpha: float,
    delta: float,
    rng: np.random.Generator,
    *,
    lists: int = 2000,
    first: int = 32,
    failure: float = 1e-3,
) -> tuple[float, float]:
    """Between what the smallest ε with δ(ε) <= delta lies for list and index, in nats.

    alpha: α in (1, ∞); lists: for either end; first: M, candidates that are looked at one by one; failure: the
    probability, for either end, that it is on the wrong side. A few lists of their own say where to look: the bounds
    hold whatever they say. ε are tried one after the other from the outside, up to the first that is not ruled out: of
    those that are true only the first can be ruled out wrongly, so that all tests together fail as rarely as one. Up to
    three sets of lists may try the lower end: each has a third of ``failure``. Takes about 10⁻⁵ s of one processor for
    each list and candidate. delta: in (0, 1]; lists: 16 or more; first: 2 to 128. ``ValueError`` for other values, and
    for candidates that are not of finitely many kinds.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import list_epsilon, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> lower, upper = list_epsilon(marks, 2.0, 0.1, np.random.default_rng(1), lists=200)
    >>> 0 <= lower <= upper <= 4
    True
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True)
    validation.real("delta", delta, 0.0, 1.0, low_open=True)
    validation.integer("lists", lists, 16)
    known, outside = poisson_loss(marks.pair, alpha).epsilon(delta), _OUTSIDE * delta
    if known == 0:
        return 0.0, 0.0
    draw, guess = _Lists(marks, alpha, first, outside, rng), 0.0
    for share in _BEGINS:
        pilot = draw.terms(min(_PILOT, lists), draw.slots(share * known), cut=True)
        guess = last_ruled_out(np.linspace(share * known, known, _STEPS), pilot.about_above(delta))
        if guess:
            break
    low = 0.0
    for share in _MARGINS if guess else ():
        cut = draw.terms(lists, draw.slots(share * guess), cut=True)
        tried = np.linspace(share * guess, known, _STEPS)
        low = last_ruled_out(tried, cut.surely_above(delta, failure / len(_MARGINS)))
        if low:
            break
    start = max(_MARGINS[0] * guess, known / _STEPS)
    for _ in range(_TRIES):
        slots = draw.slots(start)
        if slots.whole * _AFFORDED < lists * delta or start > known:
            break
        start *= _STEP
    else:
        return low, known
    shown = draw.terms(lists, slots, cut=False)

    below = shown.surely_below(delta - outside, failure)
    return low, last_ruled_out(np.linspace(known, min(start, known), _STEPS)[1:], below) or known


def list_delta(
    marks: SharedMarks,
    alpha: float,
    epsilons: Sequence[float],
    rng: np.random.Generator,
    *,
    lists: int = 500,
    first: int = 24,
    failure: float = 1e-3,
) -> tuple[np.ndarray, np.ndarray]:
    """Bounds of δ at each ε from lists as they come, (e,) each; every bound fails with probability `failure` at most.

    For δ above about 20/lists; below that the lower bounds are 0 and the upper ones those of whoever sees all times.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import list_delta, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> lower, upper = list_delta(marks, 2.0, [1.0], np.random.default_rng(1), lists=200)
    >>> bool(0 <= lower[0] <= upper[0] <= 1)
    True
    """
    draw, outside = _Lists(marks, alpha, first, _OUTSIDE, rng), poisson_loss(marks.pair, alpha).delta(epsilons)
    cut, shown = (draw.terms(lists, None, cut=view) for view in (True, False))
    low, high = np.zeros(len(epsilons)), np.array(outside)
    for place, (epsilon, known) in enumerate(zip(epsilons, outside.tolist(), strict=True)):
        low[place] = _crossing(functools.partial(_least, cut.values(epsilon), failure), known)
        high[place] = _crossing(functools.partial(_most, shown.values(epsilon), failure), known)
    return low, high


def _drawn(
    slots: Prefixes, kinds: np.ndarray, mass: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Weights and slots, (n,) each; the kinds, (n, M), are set where the slots say so."""
    count, depth = slots.kinds.shape
    most = np.hstack([slots.begun, slots.further.reshape(count, -1), slots.late[:, None]])
    steps = np.cumsum(most.ravel())
    place = np.minimum(np.searchsorted(steps, rng.random(len(kinds)) * steps[-1], side="right"), most.size - 1)
    prefix, slot = np.divmod(place, most.shape[1])
    kinds[:, :depth] = slots.kinds[prefix]
    k, kind = np.divmod(slot - depth, slots.further.shape[2])
    further = (slot >= depth) & (slot < most.shape[1] - 1)
    kinds[further, depth + k[further]] = kind[further]
    chance = mass[slots.kinds].prod(axis=1)[prefix] * np.where(further, mass[kind], 1.0)
    return slots.whole * chance / most.ravel()[place], np.where(slot < depth, slot, depth + k)


def _least(values: np.ndarray, failure: float, mean: float) -> bool:
    return speaks_against_at_most(mean, values, failure)


def _most(values: np.ndarray, failure: float, mean: float) -> bool:
    return not speaks_against_at_least(mean, values, 1.0, failure)


def _crossing(holds: Callable[[float], bool], high: float) -> float:
    """Where on [0, high] a statement that is true of small values ceases to be."""
    low = 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
