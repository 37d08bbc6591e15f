"""How good estimated counts are: error norms, and which of the most frequent categories were found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core import validation

__all__ = ["ErrorNorms", "HeavyHitters", "error_norms", "heavy_hitters"]


@dataclass(frozen=True)
class ErrorNorms:
    """Σ|e_j|, √Σe_j², max|e_j| and √(Σe_j²/k), in the unit of the estimates.

    >>> from ppr_core.estimation.frequency import ErrorNorms
    >>> ErrorNorms(l1=7.0, l2=5.0, largest=4.0, root_mean_square=3.5).largest
    4.0
    """

    l1: float
    l2: float
    largest: float
    root_mean_square: float


@dataclass(frozen=True, eq=False)
class HeavyHitters:
    """The ``m`` truly most frequent categories against the m with the largest estimates.

    true, selected: (m,) int64, most frequent first, ties to the smaller category; ranks: (m,) int64, place of each
    true one among the estimates (0 is first); found: (m,) bool, whether it was selected.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import heavy_hitters
    >>> heavy_hitters(np.array([9.0, 1.0, 5.0]), np.array([8, 0, 6]), top=2).found
    array([ True,  True])
    """

    true: np.ndarray
    selected: np.ndarray
    ranks: np.ndarray
    found: np.ndarray

    @property
    def places(self) -> np.ndarray:
        """Places of the true ones among themselves, counted from 1, (m,)."""
        return np.arange(1, len(self.true) + 1)

    @property
    def estimated_places(self) -> np.ndarray:
        """Their places among the estimates, counted from 1, (m,)."""
        return self.ranks + 1


def error_norms(estimates: np.ndarray, truth: np.ndarray) -> ErrorNorms:
    """Norms of estimates − truth, (k,) each, both counts or both frequencies.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import error_norms
    >>> norms = error_norms(np.array([3.0, 4.0]), np.array([0.0, 0.0]))
    >>> norms.l1, norms.l2, norms.largest
    (7.0, 5.0, 4.0)
    """
    error = np.asarray(estimates, dtype=float) - truth
    square = float(error @ error)
    return ErrorNorms(
        l1=float(np.abs(error).sum()),
        l2=square**0.5,
        largest=float(np.abs(error).max()),
        root_mean_square=(square / len(error)) ** 0.5,
    )


def heavy_hitters(estimates: np.ndarray, counts: np.ndarray, top: int = 10) -> HeavyHitters:
    """Which of the ``top`` (1 to k) most frequent categories are among the top estimates, (k,) each.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import heavy_hitters
    >>> hitters = heavy_hitters(np.array([9.0, 1.0, 5.0]), np.array([8, 7, 6]), top=2)
    >>> hitters.true, hitters.selected, hitters.ranks
    (array([0, 1]), array([0, 2]), array([0, 2]))
    """
    top = validation.integer("top", top, 1, len(counts))
    by_estimate = np.argsort(-np.asarray(estimates), kind="stable")
    true = np.argsort(-np.asarray(counts), kind="stable")[:top]
    places = np.empty(len(by_estimate), dtype=np.int64)
    places[by_estimate] = np.arange(len(by_estimate))
    return HeavyHitters(true, by_estimate[:top], places[true], places[true] < top)
