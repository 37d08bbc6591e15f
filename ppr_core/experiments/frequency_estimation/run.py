"""A run of the experiment `frequency_estimation`: what it costs, and the program that does the same.

Estimates and bits follow from the seed; times belong to the machine and to the moment.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

import numpy as np

from ppr_core.estimation.frequency import (
    FREQUENCY_SCHEMES,
    AffineLine,
    CompressedOracle,
    FrequencyOracle,
    MeasuredCollection,
    PairwiseIndependentRappor,
    collection_seconds,
    expected_collection,
    measured_collection,
    part_of_the_users,
    root_mean_square_error,
    sampled_error,
)
from ppr_core.experiments.contract import PACE, Cost, Progress, Steps
from ppr_core.experiments.frequency_estimation.parameters import HITTERS, LEVEL, FrequencyEstimationParameters
from ppr_core.experiments.frequency_estimation.result import Curve, FrequencyEstimationResult, Scheme
from ppr_core.experiments.vocabulary.decoder_view import OneMessage, one_message
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["cost", "message", "run", "snippet"]

_START = 0.012  # seconds of one core for everything but collections
_COMPRESSED = 2.0  # times what a collection through a compressor is modelled to take, as measured
_POINT_SECONDS = 0.8  # of a collection along ε with compiled kernels; else a part of the users sends
_SIMULATED = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
_GRID = np.arange(1, 17) / 2
_RIVALS = ("rappor", "recursive_hadamard", "randomized_response")


def cost(parameters: FrequencyEstimationParameters) -> Cost:
    """A collection with every scheme, and with the chosen one along ε, of as many users as a point may have."""
    p, n = parameters, parameters.reports
    seconds = {name: _announced(p.oracle(name), n) for name in p.compared}
    points = sum(_point_seconds(p, *point) for point in _simulated(p).items() if point[0] != p.epsilon)
    slowest = max(seconds, key=seconds.__getitem__)
    return Cost(
        seconds=_START + sum(seconds.values()) + points,
        memory_bytes=1.5e8 + 330.0 * n + 2e2 * p.categories * len(seconds),
        reason=f"{number(n)} reports about {number(p.categories)} categories with each of {len(seconds)} schemes, "
        f"of which {FREQUENCY_SCHEMES[slowest].label} takes longest",
    )


def run(parameters: FrequencyEstimationParameters, progress: Progress | None = None) -> FrequencyEstimationResult:
    """Collect with every scheme, the chosen one first; then along ε."""
    p = parameters.readable()
    counts = p.counts()
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
    for row, name in enumerate(schemes):
        label = FREQUENCY_SCHEMES[name].label
        collection = measured_collection(
            p.oracle(name), counts, p.seed, top=HITTERS, level=LEVEL, progress=steps.within(row, label)
        )
        known = (replace(scheme, collection=collection) if scheme.name == name else scheme for scheme in result.schemes)
        steps.partial = result = replace(result, schemes=tuple(known))
        steps.tell(row + 1, label)

    def passed(epsilon: float) -> None:
        steps.tell(len(schemes) + list(simulated).index(epsilon) + 1, f"ε = {number(epsilon)}")

    grid = np.unique([*_GRID, p.epsilon])
    first = _curve(p, p.scheme, grid, simulated, result.chosen.found, passed)
    return replace(result, curves=(first, *(_curve(p, name, grid) for name in _RIVALS if name != p.scheme)))


def message(p: FrequencyEstimationParameters) -> AffineLine:
    """A message of PI-RAPPOR on the prime field that it takes for this k and ε."""
    oracle = p.oracle("pi_rappor")
    assert isinstance(oracle, PairwiseIndependentRappor)
    rng = np.random.default_rng([p.seed, p.sender])
    return oracle.line(oracle.encode(np.array([p.sender - 1]), SharedRandomness(p.seed), rng)[0])


def _described(p: FrequencyEstimationParameters, name: str, counts: np.ndarray) -> Scheme:
    """A scheme before it has run."""
    promised = vars(expected_collection(p.oracle(name), counts, DECODER_DELTA))
    return Scheme(name=name, own_epsilon=p.own_epsilon(name), **promised)


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
    for row, epsilon in enumerate(epsilons.tolist()):
        expected[row] = root_mean_square_error(p.oracle(name, epsilon), counts)[0] / p.reports
        if epsilon in simulated:
            if known is not None and epsilon == p.epsilon:
                measured[row], error[row] = known.norms.root_mean_square, known.norm_error
            else:
                sampled = sampled_error(p.oracle(name, epsilon), counts, p.seed, int(users[row]))
                measured[row], error[row] = sampled
            passed(epsilon)
    return Curve(name, epsilons, expected, measured, error, users)


def _simulated(p: FrequencyEstimationParameters) -> dict[float, int]:
    """Every ε at which the chosen scheme is run, and how many users send there: all, or a part where that takes long,
    unless estimates are biased, as with a weak generator: nothing follows from a part then."""
    all_, biased = p.reports, p.spoiled
    users = {epsilon: part_of_the_users(p.oracle(p.scheme, epsilon), all_, _POINT_SECONDS) for epsilon in _SIMULATED}
    users[p.epsilon] = all_
    return {epsilon: users[epsilon] for epsilon in sorted(users) if users[epsilon] == all_ or not biased}


def _point_seconds(p: FrequencyEstimationParameters, epsilon: float, users: int) -> float:
    return _announced(p.oracle(p.scheme, epsilon), users)


def _announced(oracle: FrequencyOracle, users: int) -> float:
    """Predicted seconds of a collection here."""
    return (_COMPRESSED if isinstance(oracle, CompressedOracle) else PACE) * collection_seconds(oracle, users)


def sends(result: FrequencyEstimationResult) -> OneMessage | None:
    """A report of the chosen scheme, or else of the first one by PPR."""
    p = result.parameters
    for scheme in sorted(result.schemes, key=lambda scheme: scheme.name != p.scheme):
        if scheme.by == "ppr":
            return one_message(p.oracle(scheme.name).compressor, DECODER_DELTA)
    return None


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
    given = {"ppr": f", alpha={p.alpha!r}", "rejection": f', gamma={p.gamma!r}, generator="{p.generator}"'}
    options += given.get(FREQUENCY_SCHEMES[p.scheme].by, "")
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
