"""What a server's pool of runs holds: a run that waits or runs, and a place where one runs."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from pages.ui.jobs.lines import Line
from ppr_core.experiments.contract import Experiment, Parameters

__all__ = ["Job", "Lane"]


@dataclass(eq=False)
class Job:
    """A run that waits or runs; visitors who watch it, each with the time of the last look; seconds: predicted."""

    key: tuple
    experiment: Experiment
    parameters: Parameters
    seconds: float
    line: Line
    watchers: dict[str, float] = field(default_factory=dict)
    lane: Lane | None = None
    started: float = 0.0
    cancelled: bool = False
    partial: Any = None
    partials: int = 0
    ended: threading.Event = field(default_factory=threading.Event)

    def seconds_left(self, fraction: float) -> float:
        """Of a run that has begun and done this fraction."""
        elapsed = time.monotonic() - self.started
        return elapsed * (1 - fraction) / fraction if fraction > 0.02 else max(self.seconds - elapsed, 0.0)


@dataclass(eq=False)
class Lane:
    """A place for one run at a time, and the job it holds."""

    executor: Executor
    job: Job | None = None
