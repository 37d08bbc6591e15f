"""What the experiment `frequency_estimation` found: estimates and bits, which follow from the seed, and times."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.estimation.frequency import AffineLine, ExpectedCollection, MeasuredCollection
from ppr_core.experiments.frequency_estimation.parameters import SCHEMES, FrequencyEstimationParameters

__all__ = ["Curve", "FrequencyEstimationResult", "Scheme"]

_SHOWN = 30  # categories of the first picture
_WINDOW = 256  # categories of the picture of a message
_CLOUD = 500  # categories of the picture of all
_WORDS = ("scheme", "neighbours")  # columns of text


@dataclass(frozen=True, eq=False, kw_only=True)
class Scheme(ExpectedCollection):
    """One scheme at the chosen ε, with what it promises; found: None until it has run."""

    name: str
    found: MeasuredCollection | None = None

    @property
    def label(self) -> str:
        return SCHEMES[self.name]


@dataclass(frozen=True, eq=False)
class Curve:
    """Root mean square error of a frequency along ε, (e,) each: closed form, and measured where it was run (NaN)."""

    name: str
    epsilon: np.ndarray
    expected: np.ndarray
    measured: np.ndarray
    error: np.ndarray


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
        return next(one for one in self.schemes if one.name == self.parameters.scheme)

    @property
    def found(self) -> MeasuredCollection:
        """What came of the chosen scheme, which is always the first to run."""
        return self.chosen.found

    @property
    def ran(self) -> tuple[Scheme, ...]:
        """The schemes that have run, in order."""
        return tuple(one for one in self.schemes if one.found is not None)

    def ran_as(self, name: str) -> Scheme | None:
        """The scheme of that name if it has run."""
        return next((one for one in self.ran if one.name == name), None)

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

    def table(self) -> dict[str, np.ndarray]:
        """Every category: the truth, the chosen scheme's estimate with its interval, and every scheme's estimate."""
        found = self.found
        columns = {"category": np.array(self.names, dtype=object), "users": self.counts, "true_frequency": self.truth}
        columns |= {"estimate": found.estimates, "interval_low": found.low, "interval_high": found.high}
        return columns | {f"estimate_{one.name}": one.found.estimates for one in self.ran}

    def comparison_table(self) -> dict[str, np.ndarray]:
        """Every scheme: bits, errors and what holds against the server. No times, which differ from run to run."""
        rows = self.ran
        columns: dict[str, list] = {
            "scheme": [one.label for one in rows],
            "bits_a_user": [one.found.bits for one in rows],
            "bits_standard_error": [one.found.bits_error for one in rows],
            "root_mean_square_error": [one.found.norms.root_mean_square for one in rows],
            "its_standard_error": [one.found.norm_error for one in rows],
            "by_closed_form": [one.expected for one in rows],
            "largest_error": [one.found.norms.largest for one in rows],
            "sum_of_errors": [one.found.norms.l1 for one in rows],
            "true_top_found": [int(one.found.hitters.found.sum()) for one in rows],
            "epsilon_against_server": [one.guarantee.epsilon for one in rows],
            "epsilon_exact_accounting": [one.accounted.epsilon if one.accounted else math.nan for one in rows],
            "neighbours": [one.notion for one in rows],
            "exact": [one.exact for one in rows],
        }
        return {name: np.array(values, dtype=object if name in _WORDS else None) for name, values in columns.items()}

    def hitter_table(self) -> dict[str, np.ndarray]:
        """The place of every truly most frequent category among the estimates of every scheme, from 1."""
        rows = self.ran
        top = len(rows[0].found.hitters.true) if rows else 0
        return {
            "scheme": np.array([one.label for one in rows for _ in range(top)], dtype=object),
            "category": np.array([self.names[j] for one in rows for j in one.found.hitters.true], dtype=object),
            "true_place": np.array([place + 1 for _ in rows for place in range(top)], dtype=np.int64),
            "estimated_place": np.array([rank + 1 for one in rows for rank in one.found.hitters.ranks], dtype=np.int64),
        }

    def sweep_table(self) -> dict[str, np.ndarray]:
        """All curves along ε."""
        return {
            "scheme": np.array([SCHEMES[one.name] for one in self.curves for _ in one.epsilon], dtype=object),
            "epsilon": _joined([one.epsilon for one in self.curves]),
            "root_mean_square_error_by_closed_form": _joined([one.expected for one in self.curves]),
            "measured": _joined([one.measured for one in self.curves]),
            "standard_error": _joined([one.error for one in self.curves]),
        }

    def message_table(self) -> dict[str, np.ndarray]:
        """The message at every category, numbered from 1."""
        one = self.message
        return {"category": np.arange(1, len(one.values) + 1), "value": one.values, "vote": one.votes.astype(np.int64)}


def _joined(columns: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(columns) if columns else np.empty(0)
