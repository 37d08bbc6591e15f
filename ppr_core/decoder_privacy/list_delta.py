"""Between what δ(ε) of list and index lies, with a stated confidence: lists as they come, candidates of few kinds.

**Statement.** With p_k = P(K = k | list, x), δ(ε) is the mean over lists of Σ_k (p_k − e^ε p′_k)₊. It does not fall
when the late times are shown, nor rise when the list is cut (`list_masses`), by Jensen's inequality. The sum of a list
lies in [0, 1], so `mean_bounds` encloses δ from both sides at any sample size. ∎

Integrals err by about 10⁻⁵ of a mass.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import numpy as np

from ppr_core import validation
from ppr_core.accounting import poisson_loss
from ppr_core.decoder_privacy.late_sums import LateSums
from ppr_core.decoder_privacy.list_masses import IndexMasses, ListMasses
from ppr_core.decoder_privacy.mean_bounds import speaks_against_at_least, speaks_against_at_most
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks

__all__ = ["list_delta"]

_HALVINGS = 30


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

    first: M in 2 to 128, candidates that are looked at one by one. For δ above about 20/lists; below that the lower
    bounds are 0 and the upper ones those of whoever sees all times. ``ValueError`` for candidates that are not of
    finitely many kinds.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import list_delta, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> lower, upper = list_delta(marks, 2.0, [1.0], np.random.default_rng(1), lists=200)
    >>> bool(0 <= lower[0] <= upper[0] <= 1)
    True
    """
    if not isinstance(marks, FiniteMarks):
        validation.fail("marks", type(marks).__name__, "of finitely many kinds: FiniteMarks")
    engine = ListMasses(marks, alpha, validation.integer("first", first, 2, 128))
    kinds = rng.choice(len(marks.mass), size=(2, lists, first), p=marks.mass / marks.mass.sum())
    cut = engine.unseen(kinds[0])
    shown = engine.shown(kinds[1], LateSums(marks, alpha, first).draw(np.zeros(len(marks.mass)), lists, rng).behind)
    high = poisson_loss(marks.pair, alpha).delta(epsilons)
    low = np.zeros(len(epsilons))
    for place, (epsilon, known) in enumerate(zip(epsilons, high.tolist(), strict=True)):
        low[place] = _crossing(functools.partial(_least, _told(cut, epsilon), failure), known)
        high[place] = _crossing(functools.partial(_most, _told(shown, epsilon), failure), known)
    return low, high


def _told(masses: IndexMasses, epsilon: float) -> np.ndarray:
    early, late = masses.told(epsilon)
    return early.sum(axis=1) + late


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
