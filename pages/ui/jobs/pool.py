"""Runs experiments for many visitors: at once when cheap, else in a worker process; equal parameters only once.

Nothing here knows of Streamlit; `pages.ui.jobs.session` binds it to a visitor's session.
"""

from __future__ import annotations

import atexit
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from pages.ui.jobs import reasons, worker
from pages.ui.jobs.deadline import Overrun, within
from pages.ui.jobs.flights import Flights
from pages.ui.jobs.lanes import Job, Lane
from pages.ui.jobs.outcomes import BUDGET, Budget, Outcome
from pages.ui.jobs.places import Places, ProcessPlaces
from pages.ui.jobs.predictions import Predictions
from pages.ui.jobs.results import NOTHING_SHARED, Results, SharedResults, key_of
from ppr_core.experiments.contract import Cancelled, Experiment, Parameters
from ppr_core.sweeps import ClusterLost

__all__ = ["Jobs"]

_WORTH_KERNELS = 2.0  # seconds of a run that waits for its process to load the compiled loops
_ELSEWHERE_SECONDS = 0.05  # between two looks for what another server computes
_UNKNOWN_SECONDS = 10.0  # of a run whose time only its worker predicts


class Jobs:
    """All runs of one server, and the results of the last ones.

    connected(visitor): whether the browser of a visitor is still there; places: where runs are computed, by default
    in processes of this machine; shared: a folder in which several servers share the results of all but the shortest
    runs, or "".
    """

    def __init__(
        self,
        budget: Budget = BUDGET,
        connected: Callable[[str], bool] = lambda visitor: False,
        places: Places | None = None,
        shared: Path | str = "",
    ) -> None:
        self.budget, self._connected = budget, connected
        self._places = places or ProcessPlaces(budget.workers)
        self._lock = threading.RLock()
        self._results, self._shared = Results(budget.cache_bytes), SharedResults(shared)
        self._failures: OrderedDict[tuple, str] = OrderedDict()
        self._flights = Flights()
        self._slow: set[tuple] = set()
        self._predictions = Predictions(budget)
        self._jobs: dict[tuple, Job] = {}
        self._latest: dict[str, tuple] = {}  # visitor -> what they asked for last
        self._lanes = [Lane(self._places.executor()) for _ in range(self._places.lanes)]
        self._closed = threading.Event()
        threading.Thread(target=self._end_unwatched_runs, daemon=True).start()
        # Python waits for its executors before it calls atexit; this comes earlier, so no run delays the server's end.
        getattr(threading, "_register_atexit", atexit.register)(self.close)

    def outcome(self, experiment: Experiment, parameters: Parameters, visitor: str, alone: bool = True) -> Outcome:
        """The result, or how far it is; begins the run when nobody has yet.

        A visitor who asks for other parameters of the same experiment no longer waits for the earlier ones.
        alone: nobody else wants the calling process meanwhile.
        """
        key = key_of(experiment, parameters)
        with self._lock:
            self._latest[visitor] = key
        self._release(visitor, key, same_experiment=True)
        known = self._known(key)
        if known is not None:
            return known
        with self._lock:
            job = self._jobs.get(key)
        if job is not None:  # a cost is not always cheap to predict, and looks are many
            return self._run_in_worker(key, experiment, parameters, job.seconds, visitor)
        try:
            cost = self._predictions.cost(key, experiment, parameters)
            if cost is not None and not self.budget.affords(cost):
                nearest = self._predictions.nearest_affordable(experiment, parameters)
                return Outcome("refused", message=reasons.refusal(cost, self.budget), suggestion=nearest)
        except Exception as error:
            return self._failed(key, error)
        if cost is None:
            return self._run_in_worker(key, experiment, parameters, _UNKNOWN_SECONDS, visitor)
        inline_seconds = self.budget.inline_seconds if alone else self.budget.crowded_seconds
        if cost.seconds <= inline_seconds and key not in self._slow:
            with suppress(Overrun):
                brief = cost.seconds <= self.budget.crowded_seconds
                return self._run_inline(key, experiment, parameters, brief)
            self._slow.add(key)
        return self._run_in_worker(key, experiment, parameters, cost.seconds, visitor)

    def cached(self, experiment: Experiment, parameters: Parameters) -> Any:
        """The result if it is at hand, else None."""
        with self._lock:
            return self._results.get(key_of(experiment, parameters))

    @property
    def watchers(self) -> int:
        """How many visitors wait for runs."""
        with self._lock:
            return sum(len(job.watchers) for job in self._jobs.values())

    def wait(self, experiment: Experiment, parameters: Parameters, seconds: float) -> bool:
        """Return when the run has ended, or after so many seconds; whether it has."""
        with self._lock:
            job = self._jobs.get(key_of(experiment, parameters))
        return job is None or job.ended.wait(seconds)

    def cancel(self, experiment: Experiment, parameters: Parameters, visitor: str) -> None:
        """This visitor no longer wants the run; it ends unless others wait for it too."""
        with self._lock:
            job = self._jobs.get(key_of(experiment, parameters))
            if job is not None:
                self._drop_watcher(job, visitor)

    def forget_failure(self, experiment: Experiment, parameters: Parameters) -> None:
        """Allow another attempt."""
        with self._lock:
            self._failures.pop(key_of(experiment, parameters), None)

    def warm_up(self, experiment: Experiment) -> None:
        """Start the worker processes, so that the first long run begins at once; then the server's own kernels."""
        modules, started = ("numpy", experiment.run.__module__), []
        with self._lock:
            for lane in self._lanes:
                if lane.job is None:
                    with suppress(BrokenExecutor):
                        started.append(lane.executor.submit(worker.warm_up, modules))
        threading.Thread(target=worker.load_kernels, args=(started,), daemon=True).start()

    def adopt(self, other: Jobs) -> None:
        """Keep the results of another pool, which is about to be closed."""
        self._results, self._predictions = other._results, other._predictions

    def close(self) -> None:
        """End every run."""
        self._closed.set()
        self._places.close()
        for lane in self._lanes:
            if isinstance(lane.executor, ProcessPoolExecutor):
                lane.executor.shutdown(wait=False, cancel_futures=True)

    def _known(self, key: tuple) -> Outcome | None:
        with self._lock:
            result = self._results.get(key)
            if result is not None:
                return Outcome("done", result=result)
            if key in self._failures:
                return Outcome("failed", message=self._failures[key])
        return None

    def _run_inline(self, key: tuple, experiment: Experiment, parameters: Parameters, brief: bool) -> Outcome:
        """In this thread; threads that ask for the same meanwhile wait for it. brief: not worth sharing."""
        shared = NOTHING_SHARED if brief else self._shared

        def make() -> Outcome:
            if (known := self._known(key)) is not None:
                return known
            try:
                result = shared.get(key)
                if result is None:
                    with within(self.budget.patience_seconds) as progress:
                        result = experiment.run(parameters, progress)
                    shared.put(key, result)
            except Exception as error:
                return self._failed(key, error)
            return self._store(key, result)

        return self._flights.run(key, make)

    def _run_in_worker(
        self, key: tuple, experiment: Experiment, parameters: Parameters, seconds: float, visitor: str
    ) -> Outcome:
        with self._lock:
            known = self._known(key)  # it may have ended while the cost was being predicted
            if known is not None:
                return known
            job = self._jobs.get(key)
            if job is None:
                if (theirs := self._shared.get(key)) is not None:
                    return self._store(key, theirs)
                if len(self._waiting()) >= self.budget.waiting:
                    return Outcome("full", seconds_left=self._wait_for_place(self.budget.waiting))
                try:
                    line = self._places.line()
                except OSError as error:  # not remembered: the next look tries again
                    return Outcome("failed", message=reasons.no_place(error))
                job = self._jobs[key] = Job(key, experiment, parameters, float(seconds), line)
            self._release(visitor, key, same_experiment=False)  # one heavy run a visitor: the newest
            job.watchers[visitor] = time.monotonic()
            self._dispatch()
            return self._known(key) or self._watch(job)

    def _watch(self, job: Job) -> Outcome:
        if job.lane is None:
            place = self._waiting().index(job) + 1
            left = self._wait_for_place(place)
            return Outcome("queued", place=place, seconds=job.seconds, seconds_left=left, late=job.delayed(left))
        report = job.line.heard(worker.PROGRESS) or worker.Report(0.0, "", 0)
        if report.partials != job.partials:
            job.partial, job.partials = job.line.heard(worker.PARTIAL), report.partials
        return Outcome(
            "running",
            partial=job.partial,
            partials=report.partials,
            fraction=report.fraction,
            note=report.note,
            seconds=job.seconds,
            seconds_left=job.seconds_left(report.fraction),
            late=job.late(report.fraction),
        )

    def _waiting(self) -> list[Job]:
        return sorted((job for job in self._jobs.values() if job.lane is None), key=lambda job: job.turn)

    def _wait_for_place(self, place: int) -> float:
        running = sum(job.seconds_left(0.0) for job in self._jobs.values() if job.lane is not None)
        waiting = sum(job.seconds for job in self._waiting()[: place - 1])
        return (running + waiting) / len(self._lanes)

    def _dispatch(self) -> None:
        """Give every idle worker the next job; end those whose visitors have gone."""
        with self._lock:
            for job in list(self._jobs.values()):
                for visitor in [visitor for visitor in job.watchers if not self._watches(job, visitor)]:
                    self._drop_watcher(job, visitor)
            idle = [lane for lane in self._lanes if lane.job is None]
            mine = (job for job in self._waiting() if not self._elsewhere(job))
            for lane, job in zip(idle, mine, strict=False):  # the lanes first: nothing is claimed without one
                self._start(lane, job)

    def _elsewhere(self, job: Job) -> bool:
        """Whether another server has computed it, or does so now."""
        if (theirs := self._shared.get(job.key)) is not None:
            self._store(job.key, theirs)
            self._end(job)
            return True
        job.elsewhere = not self._shared.claim(job.key, job.seconds)
        return job.elsewhere

    def _watches(self, job: Job, visitor: str) -> bool:
        """Whether a visitor has just looked, or sits before this run at a browser that is too busy to ask."""
        away = time.monotonic() - job.watchers[visitor]
        if away <= self.budget.unwatched_seconds:
            return True
        return away <= self.budget.absent_seconds and self._latest.get(visitor) == job.key and self._connected(visitor)

    def _end_unwatched_runs(self) -> None:
        while not self._closed.wait(self._look_seconds()):
            with self._lock:
                if self._jobs:
                    self._dispatch()
                else:
                    self._latest.clear()

    def _look_seconds(self) -> float:
        with self._lock:
            elsewhere = any(job.elsewhere for job in self._jobs.values())
        return _ELSEWHERE_SECONDS if elsewhere else min(1.0, self.budget.unwatched_seconds / 4)

    def _start(self, lane: Lane, job: Job) -> None:
        function = job.experiment.run
        if not self._predictions.knows(job.key):
            function = worker.Predicted(function, job.experiment.cost, self.budget)
        limits = (self.budget.limit_seconds, self.budget.limit_bytes)
        work = (worker.run, function, job.parameters, job.line, *limits)
        try:
            if job.seconds > _WORTH_KERNELS:  # they are announced and refused as if these were there
                lane.executor.submit(worker.warm_up, ())
            future = lane.executor.submit(*work)
        except BrokenExecutor:  # the process was lost while it had nothing to do
            lane.executor = self._places.executor()
            future = lane.executor.submit(*work)
        except (RuntimeError, ClusterLost):  # the server is being stopped, or the run waits until places have changed
            return
        lane.job, job.lane, job.started = job, lane, time.monotonic()
        self._places.when_done(future, lambda ended: self._finish(lane, job, ended))

    def _finish(self, lane: Lane, job: Job, future: Future) -> None:
        error = None if future.cancelled() else future.exception()
        if not future.cancelled() and error is None:
            self._store(job.key, future.result())
            self._shared.put(job.key, future.result())
        self._shared.release(job.key)
        with self._lock:
            lane.job = None
            lost = self._places.lost(error)
            if isinstance(error, BrokenExecutor):
                lane.executor = self._places.executor()
            job.lost += lost
            overdue = time.monotonic() - job.started > self.budget.limit_seconds
            vanished = (lost or isinstance(error, (Cancelled, FileNotFoundError))) and job.line.vanished
            if not job.cancelled and vanished and not self._closed.is_set():
                self._failures[job.key] = reasons.no_place(FileNotFoundError("the folder of the run has vanished"))
            elif not job.cancelled and lost and job.lost == 1 and not overdue:  # once it may have been chance
                job.line.say(worker.PROGRESS, None)
                job.lane, job.asked, job.promised = None, time.monotonic(), None
                self._dispatch()
                return
            elif not job.cancelled and error is not None:
                self._failed(job.key, reasons.Lost() if lost else error, overdue)
            self._end(job)
            self._dispatch()

    def _store(self, key: tuple, result: Any) -> Outcome:
        size = len(pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
        with self._lock:
            self._results.put(key, result, size)
        return Outcome("done", result=result)

    def _failed(self, key: tuple, error: BaseException, overdue: bool = False) -> Outcome:
        message = reasons.explain(error, self.budget, overdue)
        with self._lock:
            self._failures[key] = message
            if len(self._failures) > 256:
                self._failures.popitem(last=False)
        return Outcome("failed", message=message)

    def _release(self, visitor: str, key: tuple, same_experiment: bool) -> None:
        """This visitor has gone on: from other parameters of the same experiment, or from everything else."""
        with self._lock:
            for job in list(self._jobs.values()):
                if job.key != key and visitor in job.watchers and not (same_experiment and job.key[0] != key[0]):
                    self._drop_watcher(job, visitor)

    def _drop_watcher(self, job: Job, visitor: str) -> None:
        job.watchers.pop(visitor, None)
        if not job.watchers:
            job.cancelled = True
            job.line.stop()
            if job.lane is None:
                self._end(job)
            elif self._jobs.get(job.key) is job:
                del self._jobs[job.key]  # it is winding down; who asks now starts anew

    def _end(self, job: Job) -> None:
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        job.line.hang_up()
        job.ended.set()
