"""What is known about a run, and what it may take."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from ppr_core import kernels
from ppr_core.experiments.contract import Parameters
from ppr_core.wording import number

__all__ = ["BUDGET", "Budget", "Outcome", "duration", "size"]


@dataclass(frozen=True)
class Budget:
    """What one run may take. Seconds and bytes are predictions, except ``limit_seconds`` and ``patience_seconds``.

    inline_seconds: up to here a run needs no worker; crowded_seconds: the same while others wait;
    seconds, memory_bytes: above these it is refused;
    limit_seconds: a worker is stopped after this time; patience_seconds: an inline run that overruns this moves to a
    worker; workers, waiting: processes, and places in the queue in front of them; cache_bytes: results kept;
    limit_bytes: memory a worker may take for a run; unwatched_seconds: a run that nobody has asked about for this long
    ends; absent_seconds: the same while the browser that asked last is still connected.
    """

    inline_seconds: float = 0.15
    crowded_seconds: float = 0.02
    seconds: float = 60.0
    memory_bytes: float = 1e9
    limit_seconds: float = 120.0
    patience_seconds: float = 2.0
    workers: int = 2
    waiting: int = 200
    cache_bytes: int = 256_000_000
    limit_bytes: float = 1.5e9
    unwatched_seconds: float = 10.0
    absent_seconds: float = 30.0


BUDGET = Budget(workers=min(2, kernels.cores()))


@dataclass(frozen=True)
class Outcome:
    """What is known about a run.

    state: "done" (``result``), "running" (``fraction``, ``note``, ``partial``), "queued" (``place``, 1 is next),
    "full" (the queue has no place), "refused" (``message``, ``suggestion``), "failed" or "cancelled" (``message``).
    seconds: predicted of the run alone, once it waits or runs; seconds_left: an estimate of what is left, or None.
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
    message: str = ""
    suggestion: Parameters | None = None

    @property
    def pending(self) -> bool:
        """Whether asking again later may bring a result."""
        return self.state in ("running", "queued", "full")


def duration(seconds: float) -> str:
    """A predicted time in the unit that suits it."""
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{_count(seconds / length)} {unit}"
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"


def size(number_of_bytes: float) -> str:
    """Bytes in the unit that suits them."""
    for unit, length in (("GB", 1e9), ("MB", 1e6)):
        if number_of_bytes >= length:
            return f"{number(number_of_bytes / length)} {unit}"
    return f"{number_of_bytes / 1e3:.3g} kB"


def _count(value: float) -> str:
    return f"{value:,.0f}" if value < 1e6 else number(value, 2)
