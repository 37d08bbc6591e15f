"""The best guess and the best test of an observer, and what ε allows them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from scipy.special import gammaln

from ppr_core import validation
from ppr_core.inference.posteriors import checked_prior, posterior, smallest_set
from ppr_core.inference.views import LawView, View
from ppr_core.mechanism_analysis import tradeoff_of_laws

__all__ = [
    "Attack",
    "TestCurve",
    "allowed_misses",
    "attack",
    "repeated_attack",
    "repeated_sets",
    "success_bound",
    "test_curve",
]

_DIGITS = 9
_MOST_TYPES = 20_000  # multisets of outcomes that are listed
_BLOCK = 1 << 21


@dataclass(frozen=True)
class Attack:
    """How often the best guess is right.

    value: its probability; error: one standard error, 0 where it is exact; prior: what guessing without any report
    achieves, max π_x.
    """

    value: float
    error: float
    prior: float


@dataclass(frozen=True, eq=False)
class TestCurve:
    """The best test of x′ against x: false alarms rising from 0 to 1, and misses, (n,) each."""

    __test__ = False  # no test of pytest's

    false_alarms: np.ndarray
    misses: np.ndarray

    def detected(self, false_alarms: float) -> float:
        """1 − misses at this level, between two corners by a mixture of their tests."""
        return float(1 - np.interp(false_alarms, self.false_alarms, self.misses))


def success_bound(prior: Any, epsilon: float) -> float:
    """No observer of an ε-private view is right more often: p e^ε/(p e^ε + 1 − p), p = max π_x.

    Given an outcome the odds of any x rise by at most e^ε over its prior odds; randomized response attains it for a
    uniform prior. t reports together are tε-private.
    """
    law = validation.array("prior", prior, (None,))
    most = float(law.max())
    epsilon = validation.real("epsilon", epsilon, 0.0, infinite=True)
    return 1.0 if most >= 1 else 1 / (1 + (1 - most) / most * math.exp(-epsilon))


def attack(view: LawView, prior: Any) -> Attack:
    """Σ_outcomes max_x π_x P(outcome|x), averaged over the tables; exact for one exact table.

    Of estimated laws the maximum is too large on average: the guess chosen on one half of the estimate is judged on
    the other, which errs downwards, and half of the gap counts as error beside the scatter over the tables.
    """
    law = checked_prior(prior, view.size)
    each = (law[:, None] * view.laws).max(axis=1).sum(axis=1)  # (t,)
    scatter = float(each.std(ddof=1)) / math.sqrt(len(each)) if len(each) > 1 else 0.0
    if view.halves is None:
        return Attack(float(each.mean()), scatter, float(law.max()))
    joint = law[:, None] * view.halves
    guess = np.argmax(joint, axis=2)  # (2, t, m)
    judged = np.take_along_axis(joint[::-1], guess[:, :, None, :], axis=2)[:, :, 0].sum(axis=2).mean()
    gap = abs(float(each.mean() - judged))
    value = max((float(each.mean()) + float(judged)) / 2, float(law.max()))
    return Attack(value, math.hypot(scatter, gap / 2), float(law.max()))


def repeated_attack(view: View, prior: Any, reports: int, rng: np.random.Generator, samples: int = 4000) -> Attack:
    """The best guess after t independent reports of one person.

    Exact where the multisets of outcomes can be listed: Σ over multisets of multinomial coefficient times
    max_x π_x Π P(outcome|x). Else the mean of the largest posterior over drawn people, with its standard error.
    """
    reports = validation.integer("reports", reports, 1)
    law = checked_prior(prior, view.size)
    if isinstance(view, LawView) and reports == 1:
        return attack(view, law)
    if isinstance(view, LawView) and len(view.laws) == 1 and view.halves is None:
        matrix = _merged(view.laws[0])
        if math.comb(reports + matrix.shape[1] - 1, reports) <= _MOST_TYPES:
            return Attack(_listed(matrix, law, reports), 0.0, float(law.max()))
    inputs = rng.choice(view.size, size=samples, p=law)
    total = np.zeros((samples, view.size))
    for _ in range(reports):
        total += view.draw(inputs, rng)
    largest = posterior(total[:, None, :], law).max(axis=1)
    return Attack(float(largest.mean()), float(largest.std(ddof=1)) / math.sqrt(samples), float(law.max()))


def repeated_sets(
    view: View, prior: Any, reports: int, rng: np.random.Generator, samples: int = 400, share: float = 0.9
) -> tuple[np.ndarray, np.ndarray]:
    """How many of the k inputs hold a share of the posterior after 1, …, t reports: means over people and standard
    errors, (t,) each."""
    law = checked_prior(prior, view.size)
    inputs, total, found = rng.choice(view.size, size=samples, p=law), np.zeros((samples, view.size)), []
    for _ in range(validation.integer("reports", reports, 1)):
        total = total + view.draw(inputs, rng)
        found.append(smallest_set(posterior(total[:, None, :], law), share))
    sizes = np.array(found, dtype=float)
    return sizes.mean(axis=1), sizes.std(axis=1, ddof=1) / math.sqrt(samples)


def test_curve(view: View, first: int, second: int, rng: np.random.Generator, samples: int = 20_000) -> TestCurve:
    """False alarms under x′ = second and misses under x = first of the likelihood-ratio tests (Neyman, Pearson 1933).

    Exact over listed outcomes, tables included; otherwise thresholds on the losses of ``samples`` outcomes each, whose
    probabilities have a standard error of at most 1/(2√samples).
    """
    if isinstance(view, LawView):
        pair = (view.laws[:, place].ravel() / len(view.laws) for place in (first, second))
        return TestCurve(*tradeoff_of_laws(*pair))
    losses = []
    for place in (first, second):
        logs = view.draw(np.full(samples, place), rng)
        with np.errstate(invalid="ignore"):
            gaps = np.round(logs[:, first] - logs[:, second], _DIGITS)  # what rounding alone tells apart is no outcome
        losses.append(np.sort(np.nan_to_num(gaps, nan=0.0)))
    levels = np.quantile(np.concatenate(losses), np.linspace(1, 0, 401), method="lower")
    alarms = 1 - np.searchsorted(losses[1], levels, side="left") / samples
    misses = np.searchsorted(losses[0], levels, side="left") / samples
    return TestCurve(np.concatenate([[0.0], alarms, [1.0]]), np.concatenate([[1.0], misses, [0.0]]))


test_curve.__test__ = False  # type: ignore[attr-defined]


def allowed_misses(false_alarms: Any, epsilon: float, delta: float = 0.0) -> np.ndarray:
    """The fewest misses that (ε, δ) allows: max(0, 1 − δ − e^ε α, e^{−ε}(1 − δ − α)), (a,) -> (a,).

    (Wasserman, Zhou 2010, Theorem 2.4; Kairouz, Oh, Viswanath 2015.)
    """
    levels = np.asarray(false_alarms, dtype=float)
    if math.isinf(epsilon):
        return np.zeros(levels.shape)
    steep = 1 - delta - math.exp(min(epsilon, 700.0)) * levels
    return np.maximum(0.0, np.maximum(steep, math.exp(-epsilon) * (1 - delta - levels)))


def _merged(matrix: np.ndarray) -> np.ndarray:
    """Outcomes of proportional columns as one, which an observer cannot tell apart anyway."""
    used = matrix[:, matrix.max(axis=0) > 0]
    shape = np.round(used / used.sum(axis=0), 12)
    _, place = np.unique(shape, axis=1, return_inverse=True)
    return np.stack([np.bincount(place.ravel(), weights=row) for row in used])


def _listed(matrix: np.ndarray, law: np.ndarray, reports: int) -> float:
    """The sum over multisets, in logarithms."""
    outcomes = matrix.shape[1]
    bars = np.array(list(combinations_with_replacement(range(outcomes), reports)), dtype=np.int64)
    counts = np.stack([(bars == outcome).sum(axis=1) for outcome in range(outcomes)], axis=1)
    ways = gammaln(reports + 1) - gammaln(counts + 1).sum(axis=1)
    with np.errstate(divide="ignore"):
        logs, log_law = np.maximum(np.log(matrix), -1e6), np.log(law)
    total = 0.0
    step = max(1, _BLOCK // len(matrix))
    for start in range(0, len(counts), step):
        part = counts[start : start + step]
        joint = part @ logs.T + log_law
        total += float(np.exp(joint.max(axis=1) + ways[start : start + step]).sum())
    return total
