"""Where runs are computed: processes of this machine, or a Dask cluster that the environment names."""

from __future__ import annotations

import multiprocessing
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pages.ui.jobs import worker
from pages.ui.jobs.lines import ClusterLine, FolderLine, Line
from ppr_core import kernels
from ppr_core.sweeps import Executors

__all__ = ["ClusterPlaces", "Places", "ProcessPlaces", "places_of"]


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
        self.lanes, self._root = lanes, None

    @property
    def threads(self) -> int:
        """Of each lane: together not more than there are cores, but one at least."""
        return min(64, max(1, kernels.cores() // self.lanes))

    def executor(self) -> Executor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=spawn, initializer=worker.prepare, initargs=(self.threads,))

    def line(self) -> FolderLine:
        if self._root is None or not self._root.is_dir():  # it may have been cleaned away since the last
            self._root = Path(tempfile.mkdtemp(prefix="ppr-jobs-"))
        return FolderLine.below(self._root)

    def when_done(self, future: Future, act: Callable[[Future], None]) -> None:
        future.add_done_callback(act)

    def lost(self, error: BaseException | None) -> bool:
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        if self._root is not None:
            shutil.rmtree(self._root, ignore_errors=True)


class ClusterPlaces:
    """A lane for every thread of the cluster's workers, which know this repository."""

    def __init__(self, scheduler: str) -> None:
        self._executors = Executors(scheduler)
        self._client = self._executors.client
        self._ends = ThreadPoolExecutor(1)
        self.lanes = max(1, sum(self._client.nthreads().values()))

    def executor(self) -> Executor:
        return self._client.get_executor(pure=False)

    def line(self) -> ClusterLine:
        return ClusterLine(self._client)

    def when_done(self, future: Future, act: Callable[[Future], None]) -> None:
        """Futures end in the client's event loop, which answers everybody and must not wait."""
        future.add_done_callback(lambda ended: self._ends.submit(act, ended))

    def lost(self, error: BaseException | None) -> bool:
        return error is not None and self._executors.lost_with_its_worker(error)

    def close(self) -> None:
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=2)


def places_of(scheduler: str, lanes: int) -> Places:
    """A cluster's, or with an empty address this machine's."""
    return ClusterPlaces(scheduler) if scheduler else ProcessPlaces(lanes)
