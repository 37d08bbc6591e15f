"""A run of the experiment `frequency_estimation`: its result, its cost, and the program that does the same.

Estimates and bits follow from the seed; times belong to the machine and to the moment.
"""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType

import numpy as np

from ppr_core.estimation.frequency import (
    AffineLine,
    ExpectedCollection,
    MeasuredCollection,
    PairwiseIndependentRappor,
    collection_seconds,
    expected_collection,
    measured_collection,
    part_of_the_users,
    root_mean_square_error,
    sampled_error,
)
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.frequency_estimation.parameters import HITTERS, LEVEL, SCHEMES, FrequencyEstimationParameters
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["FrequencyEstimationResult", "Scheme", "cost", "message", "run", "snippet"]

_START = 0.01  # seconds of one core for everything but collections
_POINT_SECONDS = 0.8  # of a collection along ε with compiled kernels; else a part of the users sends
_SIMULATED = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
_GRID = np.arange(1, 17) / 2
_RIVALS = ("rappor", "recursive_hadamard", "randomized_response")
_SHOWN = 30  # categories of the first picture
_WINDOW = 256  # categories of the picture of a message
_CLOUD = 500  # categories of the picture of all
_WORDS = ("scheme", "neighbours")  # columns of text


@dataclass(frozen=True, eq=False, kw_only=True)
class Scheme(ExpectedCollection):
    """One scheme at the chosen ε, with what it promises; own_epsilon: of its mechanism, which is ε against the reader
    of the output; found: None until it has run."""

    name: str
    own_epsilon: float
    found: MeasuredCollection | None = None

    @property
    def label(self) -> str:
        return SCHEMES[self.name]

    @property
    def server_epsilon(self) -> float:
        """ε against the server, who holds seed and message: by exact accounting where there is such."""
        return self.guarantee.epsilon if self.accounted is None else self.accounted.epsilon


@dataclass(frozen=True, eq=False)
class Curve:
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
            "epsilon_of_mechanism": [one.own_epsilon for one in rows],
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
            "users": _joined([one.users for one in self.curves]).astype(np.int64),
        }

    def message_table(self) -> dict[str, np.ndarray]:
        """The message at every category, numbered from 1."""
        one = self.message
        return {"category": np.arange(1, len(one.values) + 1), "value": one.values, "vote": one.votes.astype(np.int64)}


def _joined(columns: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(columns) if columns else np.empty(0)


# Running.


def cost(parameters: FrequencyEstimationParameters) -> Cost:
    """A collection with every scheme, and with the chosen one along ε, of as many users as a point may have."""
    p, n = parameters, parameters.reports
    seconds = {name: collection_seconds(p.oracle(name), n) for name in p.compared}
    points = sum(_point_seconds(p, *point) for point in _simulated(p).items() if point[0] != p.epsilon)
    slowest = max(seconds, key=seconds.__getitem__)
    return Cost(
        seconds=_START + sum(seconds.values()) + points,
        memory_bytes=1.5e8 + 330.0 * n + 2e2 * p.categories * len(seconds),
        reason=f"{number(n)} reports about {number(p.categories)} categories with each of {len(seconds)} schemes, "
        f"of which {SCHEMES[slowest]} takes longest",
    )


def run(parameters: FrequencyEstimationParameters, progress: Progress | None = None) -> FrequencyEstimationResult:
    """Collect with every scheme, the chosen one first; then along ε."""
    p, counts = parameters, parameters.counts()
    result = FrequencyEstimationResult(
        parameters=p,
        names=p.names(),
        counts=counts,
        schemes=tuple(_described(p, name, counts) for name in p.compared),
        curves=(),
        message=message(p),
        machine=f"{platform.machine() or 'unknown processor'}, {os.cpu_count() or 1} cores",
        moment=datetime.now(UTC).strftime("%Y-%m-%d at %H:%M UTC"),
    )
    schemes, simulated = sorted(p.compared, key=lambda name: name != p.scheme), _simulated(p)
    seconds = [collection_seconds(p.oracle(name), p.reports) for name in schemes]
    steps = Steps(progress, seconds + [_point_seconds(p, *point) for point in simulated.items()])
    for place, name in enumerate(schemes):
        found = _collected(p, name, progress=steps.within(place, SCHEMES[name]))
        known = (replace(one, found=found) if one.name == name else one for one in result.schemes)
        steps.partial = result = replace(result, schemes=tuple(known))
        steps.tell(place + 1, SCHEMES[name])

    def passed(epsilon: float) -> None:
        steps.tell(len(schemes) + list(simulated).index(epsilon) + 1, f"ε = {epsilon:g}")

    grid = np.unique([*_GRID, p.epsilon])
    first = _curve(p, p.scheme, grid, simulated, result.chosen.found, passed)
    return replace(result, curves=(first, *(_curve(p, name, grid) for name in _RIVALS if name != p.scheme)))


def message(p: FrequencyEstimationParameters) -> AffineLine:
    """A message of PI-RAPPOR on the prime field that it takes for this k and ε."""
    oracle = PairwiseIndependentRappor(size=p.categories, epsilon=p.epsilon, notion=p.notion)
    rng = np.random.default_rng([p.seed, p.sender])
    return oracle.line(oracle.encode(np.array([p.sender - 1]), SharedRandomness(p.seed), rng)[0])


def _described(p: FrequencyEstimationParameters, name: str, counts: np.ndarray) -> Scheme:
    """A scheme before it has run."""
    promised = vars(expected_collection(p.oracle(name), counts, DECODER_DELTA))
    return Scheme(name=name, own_epsilon=p.own_epsilon(name), **promised)


def _collected(
    p: FrequencyEstimationParameters,
    name: str,
    epsilon: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> MeasuredCollection:
    return measured_collection(p.oracle(name, epsilon), p.counts(), p.seed, top=HITTERS, level=LEVEL, progress=progress)


def _curve(
    p: FrequencyEstimationParameters,
    name: str,
    epsilons: np.ndarray,
    simulated: Mapping[float, int] = MappingProxyType({}),
    known: MeasuredCollection | None = None,
    passed: Callable[[float], None] = lambda epsilon: None,
) -> Curve:
    """The closed form, and a collection of so many users where simulated; ``known`` is that of the chosen ε."""
    counts = p.counts()
    expected, measured, error = (np.full(len(epsilons), np.nan) for _ in range(3))
    users = np.array([simulated.get(epsilon, 0) for epsilon in epsilons.tolist()], dtype=np.int64)
    for place, epsilon in enumerate(epsilons.tolist()):
        expected[place] = root_mean_square_error(p.oracle(name, epsilon), counts)[0] / p.reports
        if epsilon in simulated:
            found = known and (known.norms.root_mean_square, known.norm_error)
            if epsilon != p.epsilon:
                found = sampled_error(p.oracle(name, epsilon), counts, p.seed, int(users[place]))
            measured[place], error[place] = found
            passed(epsilon)
    return Curve(name, epsilons, expected, measured, error, users)


def _simulated(p: FrequencyEstimationParameters) -> dict[float, int]:
    """Every ε at which the chosen scheme is run, and how many users send there: all, or a part where that takes long,
    unless estimates are biased, as with a weak generator: nothing follows from a part then."""
    all_, biased = p.reports, p.scheme.startswith("rejection_") and p.weak_generator
    users = {epsilon: part_of_the_users(p.oracle(p.scheme, epsilon), all_, _POINT_SECONDS) for epsilon in _SIMULATED}
    users[p.epsilon] = all_
    return {epsilon: users[epsilon] for epsilon in sorted(users) if users[epsilon] == all_ or not biased}


def _point_seconds(p: FrequencyEstimationParameters, epsilon: float, users: int) -> float:
    return collection_seconds(p.oracle(p.scheme, epsilon), users)


def snippet(parameters: FrequencyEstimationParameters) -> str:
    """A program against ``ppr_core``: all users send, the server estimates, the error and the bits are printed."""
    p = parameters
    names, head, tables = ["collect", "error_norms", "frequency_scheme", "users_of"], "", ""
    if p.data == "file":
        column = int(p.data_columns or 1) - 1
        head, tables = "from pathlib import Path\n\n", "from ppr_core.experiments import files\n"
        counts = 'table = files.categories(Path("your.csv").read_bytes())\n'
        counts += f"counts = np.sort(np.bincount(table.columns[{column}][1]))[::-1]"
    else:
        law, arguments = p.law()
        names += ["apportioned_counts", law.__name__]
        counts = f"counts = apportioned_counts({law.__name__}({', '.join(map(repr, arguments))}), {p.users})"
    imports = "\n".join(f"    {name}," for name in sorted(names))
    options = f'size=len(counts), epsilon={p.own_epsilon(p.scheme)!r}, notion="{p.notion}"'
    if p.scheme.startswith("ppr_"):
        options += f", alpha={p.alpha!r}"
    if p.scheme.startswith("rejection_"):
        options += f', gamma={p.gamma!r}, generator="{p.generator}"'
    return f"""\
{head}import numpy as np
from ppr_core.estimation.frequency import (
{imports}
)
{tables}from ppr_core.randomness import SharedRandomness

{counts}
oracle = frequency_scheme("{p.scheme}", {options})
found = collect(oracle, users_of(counts), SharedRandomness({p.seed}), np.random.default_rng({p.seed}))
error = error_norms(found.estimates / counts.sum(), counts / counts.sum()).root_mean_square
print(f"{{100 * error:.4g}} % of users: root mean square error of a frequency")
print(f"{{found.bits_per_user:.4f}} bits a user")
"""
