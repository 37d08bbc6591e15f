"""Between what ε of list and index lies, with a stated confidence: for any two inputs whose lists can be drawn.

**Statement.** δ(ε) = E (1 − e^{ε − L})₊ of the decoder is at most that of the finer view of `list_views` and at least
that of the coarser one (Jensen). With lists of P_s both are means of independent terms >= 0, and those of the finer
view are at most `Views.largest`: e^{s(D_{s+1} − L̂)} (1 − e^{ε − L̂}) is largest at L̂ = ε + ln(1 + 1/s). So
`mean_bounds` encloses δ from both sides at any sample size. ∎

*A term whose mean is known.* Y = (1 − e^{η − L})₊ of whoever sees all times, with the weight of their view, has the
mean δ_times(η), which is known, lies between 0 and the largest term at η, and is told by the same lists. X − β(Y − E Y)
has the mean of X and, with β from a few lists of their own, a smaller scatter; its range grows by β times that of Y.

For candidates of two ratios `list_epsilon` is narrower.

The tilt s is where this largest term is least: about where the Rényi orders give the best ε.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.accounting import poisson_loss
from ppr_core.accounting.poisson import renewal_terms
from ppr_core.decoder_privacy.list_views import list_views, told_by
from ppr_core.decoder_privacy.mean_bounds import last_ruled_out, speaks_against_at_least, speaks_against_at_most
from ppr_core.decoder_privacy.shared_marks import SharedMarks

__all__ = ["best_tilt", "list_ends"]

_PILOT = 300  # lists
_LARGEST_TILT = 10
_WANTED, _ENOUGH = 40.0, 12.0  # n δ over the largest term: with 8 a mean that is 0 is told from δ
_PLACES = 12  # of ε from the guess on
_CLOSE = 0.006  # of ε: a standard error, where ln δ falls by ``tilt`` for each unit of ε
_FEW_FIRST, _FIRST, _RARE = 10, 24, 1e-3
_TINY = 1e-100
_STEPS = 200  # of ε that are tried
_LIKELY = 0.9  # of the ε with the times: where a few lists may miss what is rare
_TELLING = 0.2  # share of the scatter from which on a term of known mean is used
_BELOW = 0.75  # of the ε that the pilot finds, from which on ε are tried


def list_ends(
    marks: SharedMarks,
    alpha: float,
    delta: float,
    rng: np.random.Generator,
    *,
    lists: tuple[int, int] = (1000, 8000),
    first: int | None = None,
    failure: float = 1e-3,
) -> tuple[float, float]:
    """Between what the smallest ε with δ(ε) <= delta lies for list and index, in nats.

    alpha: α in (1, ∞); delta: in (0, 1]; lists: at least and at most so many, as δ asks for; first: M, candidates whose
    times are hidden; failure: the probability, for either end, that it is on the wrong side. ε are tried one after the
    other from the outside, up to the first that is not ruled out: of those that are true only the first can be ruled
    out wrongly, so that all tests together fail as rarely as one.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import list_ends, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> lower, upper = list_ends(marks, 2.0, 0.1, np.random.default_rng(1), lists=(500, 500))
    >>> 0 < lower < upper < 4  # Theorem 7: 2αε = 4
    True
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True)
    validation.real("delta", delta, 0.0, 1.0, low_open=True)
    known = poisson_loss(marks.pair, alpha).epsilon(delta)
    if known == 0:
        return 0.0, 0.0
    if first is None:
        first = _FIRST if delta < _RARE and math.isfinite(marks.pair.width) else _FEW_FIRST
    pilot = list_views(marks, alpha, best_tilt(marks, alpha, _LIKELY * known)[0], _PILOT, first, rng)
    tried = np.linspace(known / _STEPS, known, _STEPS)
    told = [float((pilot.weight * told_by(pilot.finer, epsilon)).mean()) for epsilon in tried]
    guess = float(tried[min(int(np.sum(np.array(told) > delta)), _STEPS - 1)])
    tilt, largest = _tilt(marks, alpha, delta, guess, known, lists[1])
    terms = pilot.weight * told_by(pilot.finer, guess)
    scatter = float(terms.var()) / max(float(terms.mean()) * _CLOSE * guess * tilt, _TINY) ** 2
    count = int(min(max(_WANTED * largest / delta, scatter, lists[0]), lists[1]))
    few = list_views(marks, alpha, tilt, _PILOT, first, rng)
    views = list_views(marks, alpha, tilt, count, first, rng)
    scale = max(_slope(few.weight * told_by(few.finer, guess), few.told_by_times(known)), 0.0)
    shift = scale * (views.told_by_times(known) - delta)  # whoever sees all times learns δ at ``known``
    room = scale * (views.largest(known) - delta)
    tried = np.linspace(_BELOW * guess, known, _STEPS)

    def above(epsilon: float) -> bool:
        terms = views.weight * told_by(views.coarser, epsilon) - shift
        return speaks_against_at_most(delta + room, terms + room, failure)

    def below(epsilon: float) -> bool:
        terms = views.weight * told_by(views.finer, epsilon) - shift
        return speaks_against_at_least(delta, terms, views.largest(epsilon) + scale * delta, failure)

    return last_ruled_out(tried, above), last_ruled_out(tried[-2::-1], below) or known


def _tilt(marks: SharedMarks, alpha: float, delta: float, guess: float, known: float, lists: int) -> tuple[int, float]:
    """s, and the largest term, at the least ε from the guess on at which so many lists tell a mean that is 0 from δ."""
    likely = max(guess, _LIKELY * known)
    for epsilon in np.linspace(guess, likely, _PLACES).tolist():
        tilt, largest = best_tilt(marks, alpha, epsilon)
        if largest * _ENOUGH <= lists * delta:
            break
    return tilt, largest


def _slope(values: np.ndarray, known: np.ndarray) -> float:
    """By which ``values`` follow ``known``; 0 where they hardly do."""
    (own, both), (_, other) = np.cov(values, known)
    return float(both / other) if both**2 > _TELLING * own * other > 0 else 0.0


def best_tilt(marks: SharedMarks, alpha: float, epsilon: float) -> tuple[int, float]:
    """s, and the largest term at this ε."""
    sums = renewal_terms(marks.pair, alpha, _LARGEST_TILT).log_sums[1:]
    s = np.arange(1, _LARGEST_TILT + 1)
    largest = sums - s * epsilon + s * np.log(s) - (s + 1) * np.log(s + 1)
    return int(s[largest.argmin()]), math.exp(float(largest.min()))
