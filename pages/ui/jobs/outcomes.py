"""What is known about a run, and what it may take."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from ppr_core import kernels
from ppr_core.experiments.contract import Cost, Parameters

__all__ = ["BUDGET", "Budget", "Outcome"]


@dataclass(frozen=True)
class Budget:
    """What one run may take. Seconds and bytes are predictions, except ``limit_seconds`` and ``patience_seconds``.

    inline_seconds: up to here a run needs no worker; crowded_seconds: the same while others wait;
    seconds, memory_bytes: above these it is refused;
    predicting_seconds: a prediction that takes longer is left to a worker; limit_seconds: a worker is stopped after
    this time; patience_seconds: an inline run that overruns this moves to a worker; workers, waiting: processes, and
    places in the queue in front of them; cache_bytes: results kept; limit_bytes: memory a worker may take for a run;
    unwatched_seconds: a run that nobody has asked about for this long ends; absent_seconds: the same while the browser
    that asked last is still connected.
    """

    inline_seconds: float = 0.15
    crowded_seconds: float = 0.02
    seconds: float = 60.0
    memory_bytes: float = 1e9
    predicting_seconds: float = 0.25
    limit_seconds: float = 120.0
    patience_seconds: float = 2.0
    workers: int = 2
    waiting: int = 200
    cache_bytes: int = 256_000_000
    limit_bytes: float = 1.5e9
    unwatched_seconds: float = 10.0
    absent_seconds: float = 30.0

    def affords(self, cost: Cost) -> bool:
        """Whether a run that is predicted to cost so much may begin."""
        return cost.seconds <= self.seconds and cost.memory_bytes <= self.memory_bytes


BUDGET = Budget(workers=min(2, kernels.cores()))


@dataclass(frozen=True)
class Outcome:
    """What is known about a run.

    state: "done" (``result``), "running" (``fraction``, ``note``, ``partial``), "queued" (``place``, 1 is next),
    "full" (the queue has no place), "refused" (``message``, ``suggestion``), "failed" or "cancelled" (``message``).
    seconds: predicted of the run alone, once it waits or runs; seconds_left: an estimate of what is left, or None;
    late: that it has passed.
    """

    state: Literal["done", "running", "queued", "full", "refused", "failed", "cancelled"]
    result: Any = None
    partial: Any = None
    partials: int = 0
    fraction: float = 0.0
    note: str = ""
    place: int = 0
    seconds: float = math.inf
    seconds_left: float | None = None
    late: bool = False
    message: str = ""
    suggestion: Parameters | None = None

    @property
    def pending(self) -> bool:
        """Whether asking again later may bring a result."""
        return self.state in ("running", "queued", "full")
