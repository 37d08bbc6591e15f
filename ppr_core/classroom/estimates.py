"""What the server learns from a class, and from one message.

The class is fixed and its messages are random: intervals are for the class's own shares and averages, not for those of
a population that the class was drawn from.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppr_core import validation
from ppr_core.classroom.surveys import Survey
from ppr_core.intervals import count_interval, mean_half_width

__all__ = ["Estimate", "estimate", "likely_shares", "posterior"]

_ROUNDS, _STILL = 1000, 1e-7
_FEWEST = 10
_VAGUE, _EMPTY = 0.5, 0.9  # of what is possible: of a longer interval no value is told, and then not even its ends
_NOISE_SHAPES = {"number": 1.0, "place": 1.5}  # of Laplace noise and of a coordinate of planar Laplace noise


@dataclass(frozen=True, eq=False)
class Estimate:
    """Estimates with 95 % intervals from n messages: shares of k categories (k,), a mean (1,), a mean place (2,).

    value: unbiased and unconstrained, so a share may leave [0, 1]. low, high: of shares within [0, 1]. reports: what
    each message decodes to.

    >>> import numpy as np
    >>> from ppr_core.classroom import Question, Settings, estimate, survey
    >>> smoke = survey(Question(kind="yes_no", text="Do you smoke?"), Settings(scheme="plain_response", epsilon=8.0))
    >>> found = estimate(smoke, np.array([[1, 0]] * 40 + [[0, 1]] * 60))
    >>> found.count, found.low.round(2), found.high.round(2)  # of this class; hardly any noise
    (100, array([0.4, 0.6]), array([0.4, 0.6]))
    """

    survey: Survey
    reports: np.ndarray
    value: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @property
    def count(self) -> int:
        """n."""
        return len(self.reports)

    @cached_property
    def likely(self) -> np.ndarray:
        """The likeliest shares of the answers of the question's `grid`, see `likely_shares`."""
        return likely_shares(self.survey.log_likelihood(self.reports), self.survey.question.axes)

    @property
    def prior(self) -> np.ndarray | None:
        """What the class tells about an unknown member: `likely`, pulled towards equal shares by √n of n + √n parts,
        because a share estimated as 0 is not known to be 0; None below 10 messages."""
        if self.count < _FEWEST:
            return None
        root = math.sqrt(self.count)
        return (self.count * self.likely + root / len(self.likely)) / (self.count + root)

    def moved(self, false: int) -> tuple[np.ndarray, np.ndarray]:
        """Between what the estimate would lie if so many of the n messages were false and true answers stood there.

        Each false one moved it up by at most pull[1]/n and down by at most pull[0]/n, see `Survey.pull`.
        """
        down, up = (part * min(false, self.count) / self.count for part in self.survey.pull)
        return self.value - up, self.value + down

    @property
    def possible(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Value, low and high moved to what can be answered, as they are shown."""
        ends = self.survey.question.span
        return np.clip(self.value, *ends), *self.within(*ends)

    @property
    def vague(self) -> np.ndarray:
        """Of which answers the interval says more than the value: longer than half of what is possible, or outside it;
        of fewer than `enough` answers all, since a few that agree by chance look sure."""
        least, most = self.survey.question.span
        few = bool(self.survey.question.labels) and self.count < self.enough
        return few | (self.high - self.low > _VAGUE * (most - least)) | (self.high < least) | (self.low > most)

    @property
    def empty(self) -> np.ndarray:
        """Of which vague answers the interval says nothing either: longer than 0.9 of what is possible, or outside
        it; of fewer than 10 answers all."""
        least, most = self.survey.question.span
        _, low, high = self.possible
        return self.vague & ((self.count < _FEWEST) | (high - low > _EMPTY * (most - least)) | (high <= low))

    @property
    def half(self) -> float:
        """Half the length of the interval, in the unit of `Question.span`; of shares about that at the worst ones,
        since that of answers which agree by chance is short."""
        if self.survey.question.labels:
            return self.survey.half(self.count)
        return float((self.high - self.low).max()) / 2

    @property
    def enough(self) -> int:
        """About how many answers are no longer vague."""
        return self.survey.needed(_VAGUE / 2)

    def within(self, least: float, most: float) -> tuple[np.ndarray, np.ndarray]:
        """The intervals' parts within what is possible: they hold the truth as often as the whole ones."""
        return np.clip(self.low, least, most), np.clip(self.high, least, most)


def estimate(survey: Survey, reports: np.ndarray) -> Estimate:
    """The estimate from n >= 1 reports of a survey.

    Categories: f = (V/n − α0)/(α1 − α0) for V votes, and every count of holders that explains the votes,
    `count_interval`. Numbers and places: the mean, within `mean_half_width` of the noise; a place coordinate by
    coordinate. Each interval holds its truth with at least 95 %, in classes of any size.

    >>> import math
    >>> import numpy as np
    >>> from ppr_core.classroom import Question, Settings, estimate, survey
    >>> settings = Settings(scheme="plain_response", epsilon=math.log(3))  # true with probability 3/4
    >>> smoke = survey(Question(kind="yes_no", text="Do you smoke?"), settings)
    >>> estimate(smoke, np.array([[1, 0]] * 40 + [[0, 1]] * 60)).value.round(6)  # (0.4 − 1/4)/(3/4 − 1/4)
    array([0.3, 0.7])
    """
    count = len(reports)
    validation.require(count >= 1, "reports", count, "at least 1")
    value = np.atleast_1d(reports.mean(axis=0))
    if survey.question.labels:
        value = (value - survey.other) / (survey.own - survey.other)
        votes = reports.sum(axis=0, dtype=np.int64).tolist()
        ends = np.array([count_interval(one, count, survey.own, survey.other) for one in votes]) / count
        return Estimate(survey, reports, value, *ends.T)
    half = survey.noise * mean_half_width(count, _NOISE_SHAPES[survey.question.kind])
    return Estimate(survey, reports, value, value - half, value + half)


def likely_shares(log_likelihood: np.ndarray, axes: int = 0) -> np.ndarray:
    """The shares f of m answers, f >= 0 and Σ f = 1, that maximise Σ_i ln Σ_j f_j P(report i | j): (n, m) -> (m,).

    Expectation maximisation from equal shares, until no share moves by 10⁻⁷ or for 1000 rounds; the likelihood grows
    in each, and has no other maximum. Of answers on a line or in a plane (axes 1 or 2) the maximum is a few spikes:
    there every round ends with a smoothing by (1, 2, 1)/4 along each axis (Li, Wang, Lopuhaä-Zwakenberg, Li, Škorić:
    Estimating numerical distributions under local differential privacy, SIGMOD 2020).

    >>> import numpy as np
    >>> from ppr_core.classroom import likely_shares
    >>> reports = np.log([[0.75, 0.25]] * 40 + [[0.25, 0.75]] * 60)  # 40 of 100 say yes, three in four of them truly
    >>> likely_shares(reports).round(3)
    array([0.3, 0.7])
    """
    rows, times = np.unique(log_likelihood - log_likelihood.max(axis=1, keepdims=True), axis=0, return_counts=True)
    likelihood, weight = np.exp(rows), times / times.sum()
    shares = np.full(likelihood.shape[1], 1.0 / likelihood.shape[1])
    for _ in range(_ROUNDS):
        last = shares
        shares = last * ((weight / (likelihood @ last)) @ likelihood)
        shares = _smoothed(shares, axes) if axes else shares
        if np.abs(shares - last).max() < _STILL:
            break
    return shares / shares.sum()


def _smoothed(shares: np.ndarray, axes: int) -> np.ndarray:
    """Each share mixed with its neighbours, (1, 2, 1)/4 along every axis; the ends keep what would fall off."""
    side = round(len(shares) ** (1 / axes))
    grid = shares.reshape((side,) * axes)
    for axis in range(axes):
        wide = np.pad(grid, [(int(axis == other),) * 2 for other in range(axes)], mode="edge")
        before, after = (np.take(wide, range(start, start + side), axis=axis) for start in (0, 2))
        grid = (before + 2 * grid + after) / 4
    return grid.ravel()


def posterior(log_likelihood: np.ndarray, prior: np.ndarray | None = None) -> np.ndarray:
    """P(answer | report) over the question's `grid`: ln likelihood of one report (m,), prior (m,), None for equal.

    >>> import numpy as np
    >>> from ppr_core.classroom import posterior
    >>> said_yes = np.log([0.75, 0.25])
    >>> posterior(said_yes), posterior(said_yes, prior=np.array([0.1, 0.9])).round(6)
    (array([0.75, 0.25]), array([0.25, 0.75]))
    """
    weight = np.exp(log_likelihood - log_likelihood.max())
    weight = weight if prior is None else weight * prior
    return weight / weight.sum()
