"""Which settings a file holds: one field varied over round values, as far as the time for computing them allows."""

from __future__ import annotations

import math
from collections.abc import Container

from pages.ui.controls.stops import stops_of
from ppr_core.experiments.contract import Experiment, Parameters

__all__ = ["MOST", "fields", "grid"]

MOST = 9  # settings in a file
_SHARE = 4  # of the time, that one setting takes at most


def fields(experiment: Experiment, parameters: Parameters, step: str) -> list[str]:
    """The fields that the slider may vary, the best first: the page's own step, then its main numbers."""
    unused = parameters.unused()
    numbers = [
        name
        for name, spec in parameters.specs().items()
        if spec.kind in ("real", "integer") and spec.group == "main" and name not in unused and name != step
    ]
    return [step, *numbers] if step else numbers


def grid(
    experiment: Experiment,
    parameters: Parameters,
    field: str,
    seconds: float,
    last: int | None = None,
    ends: tuple[float, float] = (-math.inf, math.inf),
    known: Container[Parameters] = (),
) -> list:
    """Records in the order of the field, the given one among them; all together predicted to take ``seconds`` at most.

    last: the field's last value for this result, where it has one; ends: between which the field lies;
    known: what has been computed and costs nothing more.
    """
    chosen_value = getattr(parameters, field)
    spec = parameters.specs()[field]
    allowed = []
    for value in stops_of(spec):
        if value == chosen_value or (last is not None and value > last) or not ends[0] <= value <= ends[1]:
            continue
        try:
            candidate = parameters.replace(**{field: value})
        except ValueError:
            continue
        if field not in candidate.unused():
            allowed.append((0.0 if candidate in known else experiment.cost(candidate).seconds, candidate))
    # One setting that takes most of the time would stand for many.
    allowed = [(cost, candidate) for cost, candidate in allowed if cost <= seconds / _SHARE]
    best = [parameters]
    for most in range(MOST - 1 if spec.kind == "real" or len(allowed) > 2 * MOST else len(allowed), 0, -1):
        chosen = _spread(allowed, most)
        if sum(cost for cost, _ in chosen) <= seconds:
            best += [candidate for _, candidate in chosen]
            break
    return sorted(best, key=lambda record: getattr(record, field))


def _spread(items: list, most: int) -> list:
    """At most so many of the items, evenly over their places, both ends among them."""
    if len(items) <= most:
        return items
    if most == 1:
        return [items[len(items) // 2]]
    return [items[round(number * (len(items) - 1) / (most - 1))] for number in range(most)]
