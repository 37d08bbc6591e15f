"""What a run of the experiment `frequency_estimation` costs, the run itself, and the program that does the same."""

from __future__ import annotations

import os
import platform
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.frequency_estimation.measure import collected, curve, described, message, predicted
from ppr_core.experiments.frequency_estimation.parameters import SCHEMES, FrequencyEstimationParameters
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.wording import number

__all__ = ["cost", "run", "snippet"]

_START = 0.01  # seconds of one core for everything but collections
_POINT_SECONDS = 1.5  # a collection along ε that would take longer is left out
_SIMULATED = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
_GRID = np.arange(1, 17) / 2
_RIVALS = ("rappor", "recursive_hadamard", "randomized_response")


def cost(parameters: FrequencyEstimationParameters) -> Cost:
    """A collection with every scheme, and with the chosen one at every ε that is affordable."""
    p, n = parameters, parameters.reports
    seconds = {name: predicted(p.oracle(name), n) for name in p.compared}
    points = sum(_point_seconds(p, epsilon) for epsilon in _simulated(p) if epsilon != p.epsilon)
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
        schemes=tuple(described(p, name, counts) for name in p.compared),
        curves=(),
        message=message(p),
        machine=f"{platform.machine() or 'unknown processor'}, {os.cpu_count() or 1} cores",
        moment=datetime.now(UTC).strftime("%Y-%m-%d at %H:%M UTC"),
    )
    schemes, simulated = sorted(p.compared, key=lambda name: name != p.scheme), _simulated(p)
    seconds = [predicted(p.oracle(name), p.reports) for name in schemes]
    steps = Steps(progress, seconds + [_point_seconds(p, epsilon) for epsilon in simulated])
    for place, name in enumerate(schemes):
        found = collected(p.oracle(name), counts, p.seed, steps.within(place, SCHEMES[name]))
        known = (replace(one, found=found) if one.name == name else one for one in result.schemes)
        steps.partial = result = replace(result, schemes=tuple(known))
        steps.tell(place + 1, SCHEMES[name])

    def passed(epsilon: float) -> None:
        steps.tell(len(schemes) + simulated.index(epsilon) + 1, f"ε = {epsilon:g}")

    grid = np.unique([*_GRID, p.epsilon])
    first = curve(p, p.scheme, grid, simulated, result.chosen.found, passed)
    return replace(result, curves=(first, *(curve(p, name, grid) for name in _RIVALS if name != p.scheme)))


def _simulated(p: FrequencyEstimationParameters) -> tuple[float, ...]:
    """Every ε at which the chosen scheme is run, its own among them."""
    others = (epsilon for epsilon in _SIMULATED if _point_seconds(p, epsilon) <= _POINT_SECONDS)
    return tuple(sorted({p.epsilon, *others}))


def _point_seconds(p: FrequencyEstimationParameters, epsilon: float) -> float:
    return predicted(p.oracle(p.scheme, epsilon), p.reports)


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
    options = f'size=len(counts), epsilon={p.epsilon!r}, notion="{p.notion}"'
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
