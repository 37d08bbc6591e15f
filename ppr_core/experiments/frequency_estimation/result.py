"""The result of the experiment `frequency_estimation`: every scheme at one ε, curves along ε, and one message."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.estimation.frequency import FREQUENCY_SCHEMES, AffineLine, ExpectedCollection, MeasuredCollection
from ppr_core.experiments.contract import Columns, Table
from ppr_core.experiments.frequency_estimation.parameters import FrequencyEstimationParameters

__all__ = ["FORMS", "Curve", "FrequencyEstimationResult", "Scheme"]

FORMS = ("pi_rappor", "pi_rappor_generalized", "pi_rappor_full_epsilon", "pi_rappor_shortest")

_SHOWN = 30  # categories of the first picture
_MARGIN = 1.96  # standard errors
_WINDOW = 256  # categories of the picture of a message
_CLOUD = 500  # categories of the picture of all


class _Named:
    """What belongs to a scheme of `FREQUENCY_SCHEMES`, with its names."""

    name: str

    @property
    def label(self) -> str:
        return FREQUENCY_SCHEMES[self.name].label

    @property
    def spoken(self) -> str:
        """Inside a sentence."""
        return FREQUENCY_SCHEMES[self.name].spoken

    @property
    def short(self) -> str:
        """Beside a point or a curve."""
        return FREQUENCY_SCHEMES[self.name].short

    @property
    def by(self) -> str:
        """What its reports are compressed by."""
        return FREQUENCY_SCHEMES[self.name].by


@dataclass(frozen=True, eq=False, kw_only=True)
class Scheme(_Named, ExpectedCollection):
    """One scheme at the chosen ε, with what it promises; own_epsilon: of its mechanism, which is ε against the reader
    of the output; collection: None until it has run."""

    name: str
    own_epsilon: float
    collection: MeasuredCollection | None = None

    @property
    def found(self) -> MeasuredCollection:
        """What came of it; only of a scheme that has run."""
        assert self.collection is not None
        return self.collection

    @property
    def top_found(self) -> int:
        """How many of the truly most frequent categories are among the most frequent estimates."""
        return int(self.found.hitters.found.sum())

    @property
    def server_epsilon(self) -> float:
        """ε against the server, who holds seed and message, at the δ of all schemes."""
        return self.learned.epsilon

    @property
    def accounted_epsilon(self) -> float:
        """ε against the server by numerical accounting, NaN where there is none."""
        return math.nan if self.accounted is None else self.accounted.epsilon


@dataclass(frozen=True, eq=False)
class Curve(_Named):
    """Root mean square error of a frequency along ε, (e,) each: closed form, and measured where it was run (NaN).

    users: who sent for that, 0 where it was not run; the error of fewer than all is brought to all by √(users/n).
    """

    name: str
    epsilon: np.ndarray
    expected: np.ndarray
    measured: np.ndarray
    error: np.ndarray
    users: np.ndarray


@dataclass(frozen=True, eq=False)
class FrequencyEstimationResult:
    """Every scheme at the chosen ε, the chosen one along ε, and one message.

    names: of the categories; counts: true ones, the largest first, (k,) int64. curves: the chosen scheme's first.
    message: of PI-RAPPOR, from a user of the sender's category. machine, moment: where and when times were measured.
    """

    parameters: FrequencyEstimationParameters
    names: tuple[str, ...]
    counts: np.ndarray
    schemes: tuple[Scheme, ...]
    curves: tuple[Curve, ...]
    message: AffineLine
    machine: str
    moment: str

    @property
    def truth(self) -> np.ndarray:
        """True frequencies, (k,)."""
        return self.counts / self.counts.sum()

    @property
    def users(self) -> int:
        """n."""
        return int(self.counts.sum())

    @property
    def chosen(self) -> Scheme:
        """The scheme whose estimates are shown."""
        return next(scheme for scheme in self.schemes if scheme.name == self.parameters.scheme)

    @property
    def found(self) -> MeasuredCollection:
        """What came of the chosen scheme, which is always the first to run."""
        return self.chosen.found

    @property
    def ran(self) -> tuple[Scheme, ...]:
        """The schemes that have run, in order."""
        return tuple(scheme for scheme in self.schemes if scheme.collection is not None)

    @property
    def drawn(self) -> tuple[Scheme, ...]:
        """Schemes of the first picture: one form of PI-RAPPOR, unless all schemes are asked for."""
        p = self.parameters
        form = p.scheme if p.scheme in FORMS else FORMS[0]
        return tuple(each for each in self.ran if p.compressed or each.name == form or each.name not in FORMS)

    @property
    def margin(self) -> float:
        """A frequency above it is told from zero: its confidence interval does not hold zero, at the typical error."""
        return _MARGIN * self.chosen.expected

    def users_to_see(self, frequency: float) -> float:
        """How many users make the margin as small as this frequency; errors without bias shrink like 1/√n."""
        return self.users * (self.margin / frequency) ** 2

    @property
    def shown(self) -> int:
        """How many categories the first picture has."""
        return min(_SHOWN, len(self.counts))

    @property
    def cloud(self) -> np.ndarray:
        """Places of the categories in the picture of all: evenly picked where there are too many."""
        size = len(self.counts)
        return np.unique(np.linspace(0, size - 1, min(_CLOUD, size)).round().astype(int))

    @property
    def window(self) -> np.ndarray:
        """Places of the categories in the picture of a message: all, or those around the sender's."""
        size = len(self.counts)
        first = max(0, min(self.parameters.sender - 1 - _WINDOW // 2, size - _WINDOW))
        return np.arange(first, min(size, first + _WINDOW))

    def table(self) -> Table:
        """Every category: the truth, the chosen scheme's estimate with its interval, and every scheme's estimate."""
        of_schemes = {f"estimate_{scheme.name}": scheme.found.estimates for scheme in self.ran}
        return _CATEGORIES.of(self) | of_schemes

    #: Every scheme: bits, errors and what holds against the server. No times, which differ from run to run.
    comparison_table = Columns(
        "ran",
        scheme="label",
        bits_a_user="found.bits",
        bits_standard_error="found.bits_error",
        root_mean_square_error="found.norms.root_mean_square",
        its_standard_error="found.norm_error",
        by_closed_form="expected",
        largest_error="found.norms.largest",
        sum_of_errors="found.norms.l1",
        true_top_found="top_found",
        epsilon_of_mechanism="own_epsilon",
        epsilon_against_server="guarantee.epsilon",
        epsilon_exact_accounting="accounted_epsilon",
        neighbours="notion",
        exact="exact",
    )

    def hitter_table(self) -> Table:
        """The place of every truly most frequent category among the estimates of every scheme, from 1."""
        columns = _HITTERS.of(self)
        columns["category"] = np.array(self.names, dtype=object)[columns["category"].astype(int)]
        return columns

    #: All curves along ε.
    sweep_table = Columns(
        "curves",
        scheme="label",
        epsilon="epsilon",
        root_mean_square_error_by_closed_form="expected",
        measured="measured",
        standard_error="error",
        users="users",
    )

    def message_table(self) -> Table:
        """The message at every category, numbered from 1."""
        values, votes = self.message.values, self.message.votes
        return {"category": np.arange(1, len(values) + 1), "value": values, "vote": votes.astype(np.int64)}


_CATEGORIES = Columns(
    "",
    category="names",
    users="counts",
    true_frequency="truth",
    estimate="found.estimates",
    interval_low="found.low",
    interval_high="found.high",
)
_HITTERS = Columns(
    "ran",
    scheme="label",
    category="found.hitters.true",
    true_place="found.hitters.places",
    estimated_place="found.hitters.estimated_places",
)
