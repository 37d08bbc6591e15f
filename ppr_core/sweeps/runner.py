"""Runs a sweep, keeps each run as it ends, and writes the table when all have ended."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ppr_core.sweeps.executors import Executors
from ppr_core.sweeps.grid import Run, Sweep
from ppr_core.sweeps.journal import Journal
from ppr_core.sweeps.measure import rows_of
from ppr_core.sweeps.row_files import require_format, write_table
from ppr_core.sweeps.same_code import OtherCode

__all__ = ["Tally", "run_sweep"]

ATTEMPTS = 3  # of a run whose worker was lost
_LOOK_SECONDS = 1.0


@dataclass(frozen=True)
class Tally:
    """How far a sweep is: runs in all, known before, ended since, and refused by the experiment while they ran.

    >>> from ppr_core.sweeps import Tally
    >>> tally = Tally(runs=10, known=4, ended=3)
    >>> tally.done
    7
    """

    runs: int
    known: int
    ended: int = 0
    failed: tuple[str, ...] = ()

    @property
    def done(self) -> int:
        return self.known + self.ended + len(self.failed)


def run_sweep(
    sweep: Sweep,
    out: Path | str,
    executors: Executors | None = None,
    progress: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Every run of the sweep that the file does not hold yet; the table is in ``out`` when this returns.

    Runs that have ended stand in a journal beside ``out``, so that the same call goes on after a kill: nothing is
    lost, nothing counted twice, and the table is that of an undisturbed sweep (but for the seconds each run took).
    Raises ``ValueError`` for a sweep or file that is not allowed and a worker of other code, and `ClusterLost` when the
    cluster is gone.
    """
    out = Path(out)
    require_format(out)
    runs = sweep.runs()
    with Journal(out.with_name(f"{out.name}.journal")) as journal:
        tally = Tally(len(runs), sum(run.key in journal for run in runs))
        progress(tally)
        missing = [run for run in runs if run.key not in journal]
        try:
            if missing:
                with executors or Executors() as places:
                    tally = _measure(missing, journal, places, tally, progress)
        finally:  # what was measured is a table, whatever ended the sweep
            write_table(out, [row for run in runs if run.key in journal for row in journal[run.key]])
    return tally


def _measure(
    missing: list[Run], journal: Journal, places: Executors, tally: Tally, progress: Callable[[Tally], None]
) -> Tally:
    """Hand runs over a few at a time, so that a long sweep holds little; take them as they end.

    When a worker is lost, any of the runs under way may have been the cause: each is then tried again alone.
    """
    waiting: deque[Run] = deque(missing)
    suspects: deque[Run] = deque()
    under_way: dict[Future[Any], Run] = {}
    tries: Counter[str] = Counter()
    ended, failed = tally.ended, list(tally.failed)
    while waiting or suspects or under_way:
        places.require_alive()
        queue, room = (suspects, 1) if suspects else (waiting, places.room)
        while queue and len(under_way) < room:
            run = queue.popleft()
            try:
                under_way[places.executor.submit(rows_of, run)] = run
            except BrokenExecutor as error:
                places.replace_if_broken(error)
                queue.appendleft(run)
        alone = len(under_way) == 1
        finished, _ = wait(under_way, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in finished:
            run, failure = under_way.pop(future), _error_of(future)
            if isinstance(failure, OtherCode):
                raise failure
            if failure is None:
                journal.add(run.key, future.result())
                ended += 1
            elif places.replace_if_broken(failure) and tries[run.key] < ATTEMPTS:
                tries[run.key] += alone
                suspects.append(run)
            else:
                failed.append(f"{run.parameters.values()}: {type(failure).__name__}: {failure}")
        tally = Tally(tally.runs, tally.known, ended, tuple(failed))
        progress(tally)
    return tally


def _error_of(future: Future[Any]) -> BaseException | None:
    try:
        return future.exception()
    except BaseException as error:  # cancelled futures raise, with a class of their library
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return error
