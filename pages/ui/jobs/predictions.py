"""What runs will take, as their experiments predict it; a prediction that itself takes long is left to a worker."""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import suppress

from pages.ui.jobs.deadline import Overrun, within
from pages.ui.jobs.outcomes import Budget
from ppr_core.experiments.contract import Cost, Experiment, Parameters
from ppr_core.wording import rounded

__all__ = ["Predictions"]

_MOST_KEPT = 1024


class Predictions:
    """The costs of the last runs that were asked for."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._lock = budget, threading.Lock()
        self._costs: OrderedDict[tuple, Cost | None] = OrderedDict()

    def cost(self, key: tuple, experiment: Experiment, parameters: Parameters) -> Cost | None:
        """What the run is predicted to take, or None if that takes too long to predict here; raises what it raises."""
        with self._lock:
            if key in self._costs:
                return self._costs[key]
        cost = None
        with suppress(Overrun), within(self._budget.predicting_seconds):
            cost = experiment.cost(parameters)
        with self._lock:
            self._costs[key] = cost
            if len(self._costs) > _MOST_KEPT:
                self._costs.popitem(last=False)
        return cost

    def knows(self, key: tuple) -> bool:
        """Whether the run's cost has been predicted here."""
        return self._costs.get(key) is not None

    def nearest_affordable(self, experiment: Experiment, parameters: Parameters) -> Parameters | None:
        """The nearest parameters within the budget, with a round number where one fits, if they are found in time."""
        nearest = None
        with suppress(Overrun), within(self._budget.predicting_seconds):
            nearest = _nearest(experiment, parameters, self._budget)
        return nearest


def _nearest(experiment: Experiment, parameters: Parameters, budget: Budget) -> Parameters | None:
    """The nearest parameters within the budget, with a round number where one fits."""
    fitting = experiment.nearest_affordable(parameters, budget.seconds, budget.memory_bytes)
    if fitting is None:
        return None
    value = getattr(fitting, experiment.dial)
    for digits in (2, 3):
        with suppress(ValueError):
            candidate = fitting.replace(**{experiment.dial: rounded(value, digits)})
            if budget.affords(experiment.cost(candidate)):
                return candidate
    return fitting
