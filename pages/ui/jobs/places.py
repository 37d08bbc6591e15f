"""Where runs are computed: processes of this machine, or a Dask cluster that the environment names."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TextIO

from pages.ui.jobs import worker
from pages.ui.jobs.lines import ClusterLine, FolderLine, Line
from ppr_core import kernels
from ppr_core.sweeps import ClusterLost, Executors, SameCode

try:
    import fcntl
except ImportError:  # Windows deletes no folder that is in use
    fcntl = None

__all__ = ["ClusterPlaces", "Places", "ProcessPlaces"]

_PREFIX, _ALIVE = "ppr-jobs-", "alive"


class Places(Protocol):
    """How many runs at once, and what each needs."""

    lanes: int

    def executor(self) -> Executor:
        """A new lane's executor, or one in place of a broken one."""

    def line(self) -> Line:
        """A new run's line. ``OSError`` where there is no room for it."""

    def when_done(self, future: Future, act: Callable[[Future], None]) -> None:
        """Call ``act`` with the future when it has ended, where it may wait for anything."""

    def lost(self, error: BaseException | None) -> bool:
        """Whether this is the error of a run whose process was lost."""

    def close(self) -> None:
        """End every run that is still going."""


class ProcessPlaces:
    """A process a lane, so that a lost process takes no other run with it; all lanes' threads share the cores."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self._root: Path | None = None
        self._alive: TextIO | None = None  # locked for as long as this process lives

    @property
    def threads(self) -> int:
        """Of each lane: together not more than there are cores, but one at least."""
        return min(64, max(1, kernels.cores() // self.lanes))

    def executor(self) -> Executor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=spawn, initializer=worker.prepare, initargs=(self.threads,))

    def line(self) -> FolderLine:
        if self._root is None or not self._root.is_dir():  # it may have been cleaned away since the last
            if self._alive is not None:
                self._alive.close()
            _clean_up()
            self._root = Path(tempfile.mkdtemp(prefix=_PREFIX))
            self._alive = _lock(self._root / _ALIVE)
        return FolderLine.below(self._root)

    def when_done(self, future: Future, act: Callable[[Future], None]) -> None:
        future.add_done_callback(act)

    def lost(self, error: BaseException | None) -> bool:
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        if self._root is not None:
            shutil.rmtree(self._root, ignore_errors=True)
        if self._alive is not None:
            self._alive.close()


def _lock(path: Path) -> TextIO | None:
    """The file, made if need be and locked until it is closed; None if another process holds it."""
    file = path.open("a")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return None
    return file


def _clean_up() -> None:
    """Drop the folders of this user's servers that were killed: nobody holds their locks, in no container."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_ALIVE}") if fcntl is not None else ():
        with suppress(OSError):
            if path.stat().st_uid == os.getuid() and (file := _lock(path)) is not None:
                shutil.rmtree(path.parent, ignore_errors=True)
                file.close()


class ClusterPlaces:
    """A lane for every thread of the cluster's workers, which know this repository. `ClusterLost` without any."""

    def __init__(self, scheduler: str) -> None:
        self._executors = Executors(scheduler)
        self._client = self._executors.client
        self._ends = ThreadPoolExecutor(1)
        self.lanes = sum(self._client.nthreads().values())
        if not self.lanes:
            self.close()
            raise ClusterLost(f"The scheduler at {scheduler} has no workers.")

    @property
    def alive(self) -> bool:
        """Whether the scheduler answers."""
        return self._client.status == "running"

    def executor(self) -> Executor:
        return SameCode(self._client.get_executor(pure=False))

    def line(self) -> ClusterLine:
        return ClusterLine(self._client)

    def when_done(self, future: Future, act: Callable[[Future], None]) -> None:
        """Futures end in the client's event loop, which answers everybody and must not wait."""
        future.add_done_callback(lambda ended: self._ends.submit(act, ended))

    def lost(self, error: BaseException | None) -> bool:
        return error is not None and self._executors.lost_with_its_worker(error)

    def close(self) -> None:
        with suppress(Exception, asyncio.CancelledError):  # of a scheduler that is gone, whatever is said
            self._client.close(timeout=2)
