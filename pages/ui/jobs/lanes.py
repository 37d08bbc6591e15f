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

_TELLING = 0.02  # the fraction from which on its time says more than the prediction
_LEAST_SECONDS = 1.0  # that are told
_STEPS_BACK = 3.0  # seconds later that may still go ahead of a run, for each second that it takes longer


@dataclass(eq=False)
class Job:
    """A run that waits or runs; visitors who watch it, each with the time of the last look.

    seconds: predicted; promised: seconds of waiting, as predicted first; lost: how many of its processes were lost;
    elsewhere: whether another server computes it.
    """

    key: tuple
    experiment: Experiment
    parameters: Parameters
    seconds: float
    line: Line
    watchers: dict[str, float] = field(default_factory=dict)
    lane: Lane | None = None
    started: float = 0.0
    asked: float = field(default_factory=time.monotonic)
    promised: float | None = None
    lost: int = 0
    cancelled: bool = False
    elsewhere: bool = False
    partial: Any = None
    partials: int = 0
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def turn(self) -> float:
        """Waiting runs begin in this order: short ones first, but nobody is overtaken for ever.

        A crowd asks for runs of all lengths within a few seconds, and most wait for short ones.
        """
        return self.asked + _STEPS_BACK * self.seconds

    def seconds_left(self, fraction: float) -> float:
        """Of a run that has begun and done this fraction."""
        elapsed = time.monotonic() - self.started
        return elapsed * (1 - fraction) / fraction if fraction > _TELLING else max(self.seconds - elapsed, 0.0)

    def late(self, fraction: float) -> bool:
        """Whether the predicted time of a run that has done this fraction has passed: nothing is known of the rest."""
        return fraction <= _TELLING and time.monotonic() - self.started > max(self.seconds, _LEAST_SECONDS)

    def delayed(self, seconds: float) -> bool:
        """Whether it waits for longer than was predicted at first; seconds: as it is predicted now."""
        self.promised = seconds if self.promised is None else self.promised
        return time.monotonic() - self.asked > max(self.promised, _LEAST_SECONDS)


@dataclass(eq=False)
class Lane:
    """A place for one run at a time, and the job it holds."""

    executor: Executor
    job: Job | None = None
