"""What list and index tell of two inputs: brackets of δ(ε) for PPR's decoder, who does not see the arrival times.

**Statement.** Let L be the loss of (list, K), L̂ that of a finer view (`list_losses`: late times shown, too), φ any
function of list and index with values in [0, 1]. For every ε

    E φ (1 − e^{ε − L̂}) <= δ(ε) <= E (1 − e^{ε − L̂})₊ <= δ(ε) of whoever sees all times,

all means under x. **Proof.** e^{−L} is the mean of e^{−L̂} given list and index: so the left side is
E φ (1 − e^{ε − L}), the advantage of one test, and (·)₊ is convex (Jensen). ∎

The means are taken over weighted lists (`list_samples`); each has its standard error. A bracket is therefore two-sided
up to sampling: `Bracket.lower` and `upper` have a distance that falls as M grows, and the errors fall as 1/√n.

For one pair of inputs the bracket holds as stated. That a pair which is worst for the outputs is worst for list and
index, too, is *not* proven: the proof of docs/decoder_privacy.md, section 4, needs the times. So a guarantee for all
inputs stays the bound with the times (`exact_decoder_privacy`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import PoissonLoss, poisson_loss
from ppr_core.decoder_privacy.list_losses import later_times_loss, list_loss
from ppr_core.decoder_privacy.list_samples import weighted_lists
from ppr_core.decoder_privacy.shared_marks import SharedMarks

__all__ = ["Bracket", "ListOnlyLoss", "list_only_loss"]

_HALVINGS = 40
_SURE = 50.0  # nats
_CONTROLLED = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
_DEPENDENT = 1e-3  # smaller singular values belong to controls that repeat others


@dataclass(frozen=True, eq=False)
class Bracket:
    """lower, upper: estimates of what encloses the number sought; lower_error, upper_error: their standard errors.

    >>> from ppr_core.decoder_privacy import Bracket
    >>> bracket = Bracket(lower=1.0, lower_error=0.01, upper=1.2, upper_error=0.02)
    >>> bracket.lower, bracket.upper
    (1.0, 1.2)
    """

    lower: float
    lower_error: float
    upper: float
    upper_error: float


@dataclass(frozen=True, eq=False)
class ListOnlyLoss:
    """The loss under the first of two inputs, on n weighted lists, in ``parts`` equal strata.

    weight: (n,); times: the loss of whoever sees all times, later: of whoever sees the late ones, guess: a function of
    list and index, in nats, (n,) each. controls: variables of mean 0 that estimates are freed of, (n, c); their scatter
    within strata is orthonormal.
    """

    weight: np.ndarray
    times: np.ndarray
    later: np.ndarray
    guess: np.ndarray
    controls: np.ndarray
    parts: int

    def delta(self, epsilon: float) -> Bracket:
        """δ(ε) of list and index, ε >= 0 in nats."""
        gain = -np.expm1(np.minimum(epsilon - self.later, _SURE))
        return Bracket(*self._mean(np.where(self.guess > epsilon, gain, 0.0)), *self._mean(np.maximum(gain, 0.0)))

    def divergence(self, order: float) -> tuple[float, float]:
        """An upper bound of D_λ in nats, λ >= 1 (1: KL), by the finer view, and its standard error."""
        validation.real("order", order, 1.0)
        if order == 1:
            return self._mean(self.later)
        mean, error = self._mean(np.exp((order - 1) * self.later))
        return float(np.log(mean)) / (order - 1), error / mean / (order - 1)

    def epsilon(self, delta: float, errors: float = 3.0) -> tuple[float, float]:
        """Between what the smallest ε with δ(ε) <= delta lies, each end moved by so many standard errors."""
        validation.real("delta", delta, 0.0, 1.0, low_open=True)
        most = max(float(self.later.max()), float(self.guess.max()), 1.0)

        def low_end(epsilon: float) -> float:
            bracket = self.delta(epsilon)
            return bracket.lower - errors * bracket.lower_error

        def high_end(epsilon: float) -> float:
            bracket = self.delta(epsilon)
            return bracket.upper + errors * bracket.upper_error

        return _crossing(low_end, delta, most)[0], _crossing(high_end, delta, most)[1]

    def _mean(self, values: np.ndarray) -> tuple[float, float]:
        """Weighted mean, freed of the controls, and its standard error by strata."""
        weighted = self.weight * values
        strata = weighted.reshape(self.parts, -1)
        weighted = weighted - self.controls @ (self.controls.T @ (strata - strata.mean(axis=1, keepdims=True)).ravel())
        strata = weighted.reshape(self.parts, -1)
        variance = strata.var(axis=1, ddof=1) / strata.shape[1]
        return float(strata.mean()), float(np.sqrt(variance.sum())) / self.parts


def list_only_loss(
    marks: SharedMarks, alpha: float, rng: np.random.Generator, *, lists: int = 8000, first: int = 8
) -> ListOnlyLoss:
    """Weighted lists of two inputs (`shared_marks`) with their losses.

    alpha: α in (1, ∞); lists: about how many, rounded up to equal parts; first: M >= 2, whose times are hidden on both
    sides of the bracket. Takes about a second of one processor, in proportion to lists × first.
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True)
    validation.integer("lists", lists, 100)
    validation.integer("first", first, 2, 64)
    drawn = weighted_lists(marks, alpha, lists, rng)
    weight, parts = np.exp(drawn.log_weight), drawn.parts
    controls = _controls(poisson_loss(marks.pair, alpha), weight, drawn.times_loss, parts)
    return ListOnlyLoss(
        weight, drawn.times_loss, later_times_loss(drawn, first), list_loss(drawn, first), controls, parts
    )


def _controls(exact: PoissonLoss, weight: np.ndarray, times: np.ndarray, parts: int) -> np.ndarray:
    """What is known exactly: that weights have mean 1, and δ(ε) of whoever sees the times, at six ε.

    Each control less its mean, rotated so that their sums of squares and products within strata are 1 and 0.
    """

    def seen(epsilon: float) -> np.ndarray:
        return weight * -np.expm1(np.minimum(epsilon - times, 0.0))

    most = max(float(times.max()), 1e-3)
    places = [_crossing(lambda epsilon: float(seen(epsilon).mean()), delta, most)[0] for delta in _CONTROLLED]
    places = [place for place in places if 0 < place < most * (1 - 1e-6)]
    values = np.stack([weight, *(seen(place) for place in places)], axis=1)
    off = values - np.append(1.0, exact.delta(places))
    strata = off.reshape(parts, -1, off.shape[1])
    inner = (strata - strata.mean(axis=1, keepdims=True)).reshape(off.shape)
    size = np.linalg.norm(inner, axis=0)
    _, singular, turn = np.linalg.svd(inner / size, full_matrices=False)
    kept = singular > _DEPENDENT * singular[0]
    return off / size @ turn[kept].T / singular[kept]


def _crossing(falling: Callable[[float], float], level: float, high: float) -> tuple[float, float]:
    """Between what a falling function on [0, high] passes the level."""
    low = 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > level else (low, middle)
    return low, high
