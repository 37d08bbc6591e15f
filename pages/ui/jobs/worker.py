"""Runs one experiment in a process of its own and tells the server how far it has come.

An experiment notices the word to stop at its next progress call; one that does not call in time loses its process.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

from pages.ui.jobs.lines import NAMES, Line
from pages.ui.jobs.outcomes import Budget
from ppr_core import kernels
from ppr_core.experiments.contract import Cancelled, Cost

__all__ = [
    "PARTIAL", "PROGRESS", "Predicted", "Report", "TimeLimitExceeded", "Unaffordable", "load_kernels", "prepare", "run",
    "warm_up",
]  # fmt: skip

PROGRESS, PARTIAL = NAMES
_REPORT_SECONDS = 0.1
_PARTIAL_SECONDS = 0.5
_GRACE_SECONDS = 0.5


class TimeLimitExceeded(Exception):
    """A run took longer than it may."""


class Unaffordable(Exception):
    """A run would take more than it may."""

    def __init__(self, cost: Cost) -> None:
        super().__init__(cost)
        self.cost = cost


@dataclass(frozen=True)
class Predicted:
    """A run whose cost takes long to predict: the worker does both."""

    run: Callable[..., Any]
    cost: Callable[[Any], Cost]
    budget: Budget

    def __call__(self, parameters: Any, progress: Callable[..., None]) -> Any:
        """Raises `Unaffordable` instead of running what the budget has no room for."""
        cost = self.cost(parameters)
        if not self.budget.affords(cost):
            raise Unaffordable(cost)
        return self.run(parameters, progress)


@dataclass(frozen=True)
class Report:
    """How far a run has come: fraction in [0, 1], a note, and how many partial results were written."""

    fraction: float
    note: str
    partials: int


def run(
    function: Callable[..., Any], parameters: Any, line: Line, seconds: float, memory_bytes: float = math.inf
) -> Any:
    """``function(parameters, progress)`` with its progress said on the line.

    Raises `Cancelled` when the server asked for it, `TimeLimitExceeded` after ``seconds``, `MemoryError` beyond
    ``memory_bytes`` more than the process has (on Linux), and whatever the function raises. Ends the process when the
    function does not stop within half a second of being told.
    """
    reporter = _Reporter(line, time.monotonic() + seconds)
    finished = threading.Event()
    reporter.check(time.monotonic())  # a cluster starts anew what lost its process, even if that was its end
    threading.Thread(target=_guard, args=(reporter, finished), daemon=True).start()
    try:
        reporter(0.0)
        with _memory_limit(memory_bytes):
            return function(parameters, reporter)
    finally:
        finished.set()


def prepare(threads: int = 1) -> None:
    """Set up a fresh worker process: it yields to the server, ignores Ctrl+C and never outlives its parent.

    threads: how many a search may use in it.
    """
    kernels.set_threads(threads)
    if hasattr(os, "nice"):
        os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def warm_up(modules: Iterable[str]) -> None:
    """Import what the first run would otherwise wait for, and load the compiled loops where they are installed."""
    for module in modules:
        importlib.import_module(module)
    kernels.warm_up()


def load_kernels(warming: Iterable[Future]) -> None:
    """Read in the server what its workers have compiled, beside the pages, when they have."""
    wait(warming)
    kernels.warm_up()


class _Reporter:
    """The progress callback of a run; cheap enough to be called often."""

    def __init__(self, line: Line, deadline: float) -> None:
        self.line, self.deadline = line, deadline
        self._partial: Any = None
        self._partials = 0
        self._next_report = self._next_partial = 0.0

    def __call__(self, fraction: float, note: str = "", partial: Any = None) -> None:
        self._partial = self._partial if partial is None else partial
        now = time.monotonic()
        if now < self._next_report:
            return
        self._next_report = now + _REPORT_SECONDS
        self.check(now)
        if self._partial is not None and now >= self._next_partial:
            self.line.say(PARTIAL, self._partial)
            self._partial, self._next_partial = None, now + _PARTIAL_SECONDS
            self._partials += 1
        self.line.say(PROGRESS, Report(min(max(float(fraction), 0.0), 1.0), note, self._partials))

    def check(self, now: float) -> None:
        if self.line.stopped():
            raise Cancelled
        if now > self.deadline:
            raise TimeLimitExceeded


@contextlib.contextmanager
def _memory_limit(more_bytes: float) -> Iterator[None]:
    """Within it the process gets no more than so many bytes on top of its present ones; Linux only."""
    if sys.platform != "linux" or math.isinf(more_bytes):
        yield
        return
    import resource

    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    present = 1024 * int(status.partition("VmData:")[2].split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = present + int(more_bytes)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _guard(reporter: _Reporter, finished: threading.Event) -> None:
    while not finished.wait(_REPORT_SECONDS):
        try:
            reporter.check(time.monotonic())
        except (Cancelled, TimeLimitExceeded):
            if reporter.line.vanished or not finished.wait(_GRACE_SECONDS):
                reporter.line.stop()
                os._exit(1)


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
