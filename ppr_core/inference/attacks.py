"""The best guess and the best test of an observer, and what ε allows them."""

from __future__ import annotations

import math
from collections.abc import Iterator
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
    "Attack", "TestCurve", "allowed_misses", "attack", "repeated_attack", "repeated_sets", "success_bound",
    "test_curve",
]  # fmt: skip

_DIGITS = 9
_MOST_TYPES = 20_000  # multisets of outcomes that are listed
_BLOCK = 1 << 21


@dataclass(frozen=True)
class Attack:
    """How often the best guess is right.

    value: its probability; error: one standard error, 0 where it is exact; prior: what guessing without any report
    achieves, max π_x.

    >>> from ppr_core.inference import Attack
    >>> Attack(value=0.475, error=0.0, prior=0.25).value
    0.475
    """

    value: float
    error: float
    prior: float


@dataclass(frozen=True, eq=False)
class TestCurve:
    """The best test of x′ against x: false alarms rising from 0 to 1, and misses, (n,) each.

    >>> import numpy as np
    >>> from ppr_core.inference import TestCurve
    >>> TestCurve(np.array([0.0, 0.25, 1.0]), np.array([1.0, 0.25, 0.0])).misses
    array([1.  , 0.25, 0.  ])
    """

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

    >>> import math
    >>> from ppr_core.inference import success_bound
    >>> success_bound([0.25] * 4, math.log(3))
    0.5
    """
    law = validation.array("prior", prior, (None,))
    most = float(law.max())
    epsilon = validation.real("epsilon", epsilon, 0.0, infinite=True)
    return 1.0 if most >= 1 else 1 / (1 + (1 - most) / most * math.exp(-epsilon))


def attack(view: LawView, prior: Any, outputs: Attack | None = None) -> Attack:
    """Σ_outcomes max_x π_x P(outcome|x), averaged over the tables; exact for one table.

    outputs: the best guess from the outputs that the outcomes decode to. It plus the mean of what the outcomes add on
    each table has the same mean and scatters less over tables; nothing is added where the guess is always the same.

    >>> from ppr_core import RandomizedResponseChannel, attack, output_view
    >>> round(attack(output_view(RandomizedResponseChannel(size=2, epsilon=1.0), [0, 1]), [0.5, 0.5]).value, 4)
    0.7311
    """
    joint = checked_prior(prior, view.size)[:, None] * view.laws
    each = joint.max(axis=1).sum(axis=1)  # (t,)
    if outputs is None or view.decoded is None:
        return Attack(float(each.mean()), _error(each), float(np.max(prior)))
    with np.errstate(divide="ignore"):
        guess = np.argmax(view.decoded + np.log(checked_prior(prior, view.size))[:, None], axis=1)
    added = each - np.take_along_axis(joint, guess[:, None], axis=1)[:, 0].sum(axis=1)
    error = math.hypot(outputs.error, _error(added))
    return Attack(outputs.value + float(added.mean()), error, outputs.prior)


def repeated_attack(
    view: View, prior: Any, reports: int, rng: np.random.Generator, samples: int = 4000, outputs: Attack | None = None
) -> Attack:
    """The best guess after t independent reports of one person.

    Exact where the multisets of outcomes can be listed: Σ over multisets of multinomial coefficient times
    max_x π_x Π P(outcome|x). Else the mean of the largest posterior over drawn people, with its standard error: over
    groups of people with tables of their own, if there are at least 2t of these. outputs: that of as many outputs
    (`attack`); for several reports, if it is exact, a control variate with the coefficient of least scatter.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel, output_view, repeated_attack
    >>> view = output_view(RandomizedResponseChannel(size=2, epsilon=1.0), [0, 1])
    >>> repeated_attack(view, [0.5, 0.5], reports=5, rng=np.random.default_rng(1)).value > 0.8
    True
    """
    reports = validation.integer("reports", reports, 1)
    law = checked_prior(prior, view.size)
    if isinstance(view, LawView) and reports == 1:
        return attack(view, law, outputs)
    if isinstance(view, LawView) and len(view.laws) == 1:
        matrix = _merged(view.laws[0])
        if math.comb(reports + matrix.shape[1] - 1, reports) <= _MOST_TYPES:
            return Attack(min(_listed(matrix, law, reports), 1.0), 0.0, float(law.max()))  # a sum, which rounds
    *_, (seen, decoded) = _reports(view, law, reports, rng, samples)
    groups, best = _groups(view, reports, samples), float(law.max())
    success = _by_group(posterior(seen[:, None, :], law).max(axis=1), groups)
    if outputs is None or outputs.error > 0 or decoded is None or groups < 4:
        return Attack(float(success.mean()), _error(success), best)
    known = _by_group(posterior(decoded[:, None, :], law).max(axis=1), groups) - outputs.value
    slope = float(np.cov(success, known)[0, 1] / max(known.var(ddof=1), 1e-30))
    left = success - slope * known
    return Attack(float(left.mean()), _error(left) * math.sqrt((groups - 1) / (groups - 2)), best)


def repeated_sets(
    view: View, prior: Any, reports: int, rng: np.random.Generator, samples: int = 400, share: float = 0.9
) -> tuple[np.ndarray, np.ndarray]:
    """How many of the k inputs hold a share of the posterior after 1, …, t reports: means over people and standard
    errors, (t,) each.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.inference import output_view, repeated_sets, uniform_prior
    >>> view = output_view(RandomizedResponseChannel(size=4, epsilon=3.0), np.arange(4))
    >>> sizes, errors = repeated_sets(view, uniform_prior(4), 3, np.random.default_rng(1))
    >>> bool(1 <= sizes[2] <= sizes[0] <= 4)
    True
    """
    law = checked_prior(prior, view.size)
    seen = _reports(view, law, validation.integer("reports", reports, 1), rng, samples)
    sizes = [smallest_set(posterior(total[:, None, :], law), share).astype(float) for total, _ in seen]
    return np.mean(sizes, axis=1), np.array(
        [_error(_by_group(success, _groups(view, reports, samples))) for success in sizes]
    )


def test_curve(view: View, first: int, second: int, rng: np.random.Generator, samples: int = 20_000) -> TestCurve:
    """False alarms under x′ = second and misses under x = first of the likelihood-ratio tests (Neyman, Pearson 1933).

    Exact over listed outcomes, tables included; otherwise thresholds on the losses of ``samples`` outcomes each, whose
    probabilities have a standard error of at most 1/(2√samples).

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.inference import output_view, test_curve
    >>> view = output_view(RandomizedResponseChannel(size=2, epsilon=np.log(3)), np.arange(2))
    >>> curve = test_curve(view, 0, 1, np.random.default_rng(1))
    >>> curve.false_alarms, curve.misses
    (array([0.  , 0.25, 1.  ]), array([1.  , 0.25, 0.  ]))
    """
    if isinstance(view, LawView):
        pair = (view.laws[:, index].ravel() / len(view.laws) for index in (first, second))
        return TestCurve(*tradeoff_of_laws(*pair))
    losses = []
    for index in (first, second):
        logs = view.draw(np.full(samples, index), rng)
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

    >>> import math
    >>> from ppr_core.inference import allowed_misses
    >>> allowed_misses([0.0, 0.25], math.log(3)).round(6)
    array([1.  , 0.25])
    """
    levels = np.asarray(false_alarms, dtype=float)
    if math.isinf(epsilon):
        return np.zeros(levels.shape)
    steep = 1 - delta - math.exp(min(epsilon, 700.0)) * levels
    return np.maximum(0.0, np.maximum(steep, math.exp(-epsilon) * (1 - delta - levels)))


def _groups(view: View, reports: int, samples: int) -> int:
    """The drawn people are in so many groups, each with tables of its own for every report: what scatters between them
    scatters between tables and between people."""
    return max(min(len(view.laws) // reports, samples), 1) if isinstance(view, LawView) else 1


def _reports(
    view: View, law: np.ndarray, reports: int, rng: np.random.Generator, samples: int
) -> Iterator[tuple[np.ndarray, np.ndarray | None]]:
    """ln P of all that was reported until now by drawn people, (n, k), after each report; and of what it decodes to."""
    inputs, group = rng.choice(view.size, size=samples, p=law), np.arange(samples) % _groups(view, reports, samples)
    seen = np.zeros((samples, view.size))
    read: np.ndarray | None = np.zeros((samples, view.size))
    for index in range(reports):
        decoded = None
        if isinstance(view, LawView):
            logs, decoded = view.on_tables(inputs, (reports * group + index) % len(view.laws), rng)
        else:
            logs = view.draw(inputs, rng)
        seen = seen + logs
        read = None if decoded is None or read is None else read + decoded
        yield seen, read


def _by_group(values: np.ndarray, groups: int) -> np.ndarray:
    """Means of the groups, or the values themselves where there is one."""
    return values if groups == 1 else np.array([values[index::groups].mean() for index in range(groups)])


def _error(values: np.ndarray) -> float:
    """One standard error of the mean; 0 of a single value."""
    return float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def _merged(matrix: np.ndarray) -> np.ndarray:
    """Outcomes of proportional columns as one, which an observer cannot tell apart anyway."""
    used = matrix[:, matrix.max(axis=0) > 0]
    shape = np.round(used / used.sum(axis=0), 12)
    _, index = np.unique(shape, axis=1, return_inverse=True)
    return np.stack([np.bincount(index.ravel(), weights=row) for row in used])


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
