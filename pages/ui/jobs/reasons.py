"""Why a run is not begun, did not finish or failed, in sentences for the visitor."""

from __future__ import annotations

import logging

from pages.ui.jobs import worker
from pages.ui.jobs.outcomes import Budget
from ppr_core.experiments.contract import Cancelled, Cost
from ppr_core.texts import Messages, refusals
from ppr_core.wording import duration, memory

__all__ = ["Lost", "explain", "no_place", "refusal"]

message = Messages("runs")

_LOG = logging.getLogger(__name__)


class Lost(Exception):
    """The process that computed a run was lost."""


def refusal(cost: Cost, budget: Budget) -> str:
    """Why a run is not begun."""
    return message(
        "refused",
        seconds=duration(cost.seconds), memory=memory(cost.memory_bytes), reason=refusals.refusal(cost.reason),
        reasoned=bool(cost.reason), most_seconds=duration(budget.seconds), most_memory=memory(budget.memory_bytes),
    )  # fmt: skip


def explain(error: BaseException, budget: Budget, overdue: bool = False) -> str:
    """What a visitor is told of a run that failed; a fault of the program goes to the log."""
    if overdue or isinstance(error, worker.TimeLimitExceeded):
        return message("too-long", seconds=duration(budget.limit_seconds))
    if isinstance(error, Lost):
        return message("lost")
    if isinstance(error, worker.Unaffordable):
        return refusal(error.cost, budget)
    if isinstance(error, MemoryError):
        return message("too-large", memory=memory(budget.limit_bytes))
    if isinstance(error, OSError):
        _LOG.error("A run failed", exc_info=error)
        return no_place(error)
    if isinstance(error, (ValueError, Cancelled)):
        return str(error) or message("stopped")
    _LOG.error("A run failed", exc_info=error)
    return message("failed")


def no_place(error: OSError) -> str:
    """What a visitor is told when the folder for temporary files cannot be used."""
    return message("no-folder", reason=error.strerror or str(error))
