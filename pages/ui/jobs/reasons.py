"""Why a run is not begun, did not finish or failed, in sentences for the visitor."""

from __future__ import annotations

import logging

from pages.ui.jobs import worker
from pages.ui.jobs.outcomes import Budget
from ppr_core.experiments.contract import Cancelled, Cost
from ppr_core.wording import duration, memory

__all__ = ["Lost", "explain", "no_place", "refusal"]

_LOG = logging.getLogger(__name__)


class Lost(Exception):
    """The process that computed a run was lost."""


def refusal(cost: Cost, budget: Budget) -> str:
    """Why a run is not begun."""
    reason = f" ({cost.reason})" if cost.reason else ""
    return (
        f"This run would take about {duration(cost.seconds)} and {memory(cost.memory_bytes)} of memory{reason}. "
        f"This server allows {duration(budget.seconds)} and {memory(budget.memory_bytes)}."
    )


def explain(error: BaseException, budget: Budget, overdue: bool = False) -> str:
    """What a visitor is told of a run that failed; a fault of the program goes to the log."""
    if overdue or isinstance(error, worker.TimeLimitExceeded):
        return (
            f"The run was stopped because it took longer than {duration(budget.limit_seconds)}. "
            "Fewer samples or a smaller problem will finish in time."
        )
    if isinstance(error, Lost):
        return "The process that computed this was lost, and so was a second one. A new one is ready; try again."
    if isinstance(error, worker.Unaffordable):
        return refusal(error.cost, budget)
    if isinstance(error, MemoryError):
        limit = memory(budget.limit_bytes)
        return f"The run needed more memory than a run may take here, {limit}. Fewer samples or a smaller problem fit."
    if isinstance(error, OSError):
        _LOG.error("A run failed", exc_info=error)
        return no_place(error)
    if isinstance(error, (ValueError, Cancelled)):
        return str(error) or "The run was stopped."
    _LOG.error("A run failed", exc_info=error)
    return "The run ended with an error. Other parameters may work; the server's log has the details."


def no_place(error: OSError) -> str:
    """What a visitor is told when the folder for temporary files cannot be used."""
    reason = error.strerror or str(error)
    return (
        f"The server could not use its folder for temporary files ({reason}), so this run did not finish. "
        "The settings are fine: try again, or tell whoever runs the server."
    )
