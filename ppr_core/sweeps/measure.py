"""One run of a sweep and its rows; what is sent to a process or a cluster."""

from __future__ import annotations

import math
import time
from typing import Any

from ppr_core import __version__
from ppr_core.experiments.contract import Quantity
from ppr_core.sweeps.grid import Run, experiment_named

__all__ = ["MEASURED", "rows_of"]

# What a row holds beside the experiment's parameters.
MEASURED = ("quantity", "label", "unit", "kind", "value", "standard_error", "samples", "source")


def rows_of(run: Run) -> list[dict[str, Any]]:
    """Run it: one row for each number of its story, with the parameters, seeds and version that give it again."""
    experiment = experiment_named(run.experiment)
    began = time.perf_counter()
    story = experiment.tell(experiment.run(run.parameters))
    seconds = time.perf_counter() - began
    head = {"experiment": run.experiment, "version": __version__, "key": run.key, "repetition": run.repetition}
    head |= {f"parameter {name}": value for name, value in run.parameters.values().items()}
    return [head | _measured(quantity) | {"seconds": seconds} for quantity in story.quantities]


def _measured(q: Quantity) -> dict[str, Any]:
    error = math.nan if q.error is None else float(q.error)
    values = (q.key, q.label, q.unit, q.kind, float(q.value), error, q.samples or 0, q.source)
    return dict(zip(MEASURED, values, strict=True))
