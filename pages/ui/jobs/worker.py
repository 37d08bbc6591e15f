"""Runs one experiment in a worker process and tells the server how far it has come.

A folder is the whole protocol between the two processes, so nothing is shared that a dying process could leave
locked. The worker replaces the file ``progress``; the server creates the file ``cancel`` to stop the run; a folder
that is gone means that the server is done with the run, and the worker process leaves at once. An experiment
notices a stop at its next progress call; one that does not call in time loses its process.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import os
import pickle
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

from ppr_core import kernels
from ppr_core.experiments.contract import Cancelled

__all__ = ["Report", "TimeLimitExceeded", "cancel", "prepare", "read_partial", "read_report", "run", "warm_up"]

_PROGRESS, _PARTIAL, _CANCEL = "progress", "partial", "cancel"
_REPORT_SECONDS = 0.1
_PARTIAL_SECONDS = 0.5
_GRACE_SECONDS = 0.5


class TimeLimitExceeded(Exception):
    """A run took longer than it may."""


@dataclass(frozen=True)
class Report:
    """How far a run has come: fraction in [0, 1], a note, and how many partial results were written."""

    fraction: float
    note: str
    partials: int


def run(
    function: Callable[..., Any], parameters: Any, folder: str, seconds: float, memory_bytes: float = math.inf
) -> Any:
    """``function(parameters, progress)`` with its progress written to the folder.

    Raises `Cancelled` when the server asked for it, `TimeLimitExceeded` after ``seconds``, `MemoryError` beyond
    ``memory_bytes`` more than the process has (on Linux), and whatever the function raises. Ends the process when the
    function does not stop within half a second of being told.
    """
    reporter = _Reporter(Path(folder), time.monotonic() + seconds)
    finished = threading.Event()
    threading.Thread(target=_guard, args=(reporter, finished), daemon=True).start()
    try:
        reporter(0.0)
        with _memory_limit(memory_bytes):
            return function(parameters, reporter)
    finally:
        finished.set()


def read_report(folder: Path) -> Report | None:
    """The last report of a run, or None while no worker has begun it."""
    return _load(folder / _PROGRESS)


def read_partial(folder: Path) -> Any:
    """The last partial result of a run, or None."""
    return _load(folder / _PARTIAL)


def cancel(folder: Path) -> None:
    """Ask the worker that runs in this folder to stop."""
    try:
        (folder / _CANCEL).touch()
    except FileNotFoundError:
        return
    except OSError:  # no room for a file: without its folder the worker leaves too
        shutil.rmtree(folder, ignore_errors=True)


def prepare() -> None:
    """Set up a fresh worker process: it yields to the server, ignores Ctrl+C and never outlives its parent."""
    if hasattr(os, "nice"):
        os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def warm_up(modules: Iterable[str]) -> None:
    """Import what the first run would otherwise wait for, and load the compiled loops where they are installed."""
    for module in modules:
        importlib.import_module(module)
    kernels.warm_up()


class _Reporter:
    """The progress callback of a run; cheap enough to be called often."""

    def __init__(self, folder: Path, deadline: float) -> None:
        self.folder, self.deadline = folder, deadline
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
            self._store(_PARTIAL, self._partial)
            self._partial, self._next_partial = None, now + _PARTIAL_SECONDS
            self._partials += 1
        self._store(_PROGRESS, Report(min(max(float(fraction), 0.0), 1.0), note, self._partials))

    def check(self, now: float) -> None:
        if not self.folder.exists() or (self.folder / _CANCEL).exists():
            raise Cancelled
        if now > self.deadline:
            raise TimeLimitExceeded

    def _store(self, name: str, value: Any) -> None:
        """Replaced in one step, so a reader never sees half a file."""
        unfinished = self.folder / (name + ".new")
        try:
            unfinished.write_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
            unfinished.replace(self.folder / name)
        except FileNotFoundError:
            raise Cancelled from None
        except OSError:  # no room, or on Windows the server reads the file: a later report will do
            return


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
            gone = not reporter.folder.exists()
            if gone or not finished.wait(_GRACE_SECONDS):
                os._exit(1)


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _load(path: Path) -> Any:
    try:
        return pickle.loads(path.read_bytes())
    except (FileNotFoundError, PermissionError):
        return None
