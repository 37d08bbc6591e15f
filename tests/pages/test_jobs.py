"""Jobs: inline and in real worker processes."""

from __future__ import annotations

import errno
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import serve
from pages.ui.jobs import pools
from pages.ui.jobs.deadline import Overrun, within
from pages.ui.jobs.outcomes import BUDGET, Outcome
from pages.ui.jobs.places import ClusterPlaces, ProcessPlaces
from pages.ui.jobs.pool import Jobs
from pages.ui.status import progress_text
from ppr_core import kernels
from ppr_core.experiments.contract import Cost, Experiment
from ppr_core.sweeps import ClusterLost, Executors, SameCode
from ppr_core.wording import THIN
from tests.cluster import cluster
from tests.pages.toy import EXPERIMENT, OTHER, ToyParameters

ROOT = Path(__file__).resolve().parents[2]
LONG = 120.0  # seconds to wait for what should come soon


@pytest.fixture(autouse=True)
def plain_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spawned processes run the main module's file again; a page test before may have left a page there."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.fixture
def make_jobs() -> Iterator[Callable[..., Jobs]]:
    made = []

    def make(**budget: Any) -> Jobs:
        made.append(Jobs(replace(BUDGET, **budget)))
        return made[-1]

    yield make
    for jobs in made:
        jobs.close()


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    pytest.importorskip("distributed")
    with cluster(workers=2) as (address, _):
        yield address


@pytest.fixture(params=["processes", "cluster"])
def make_jobs_there(request: pytest.FixtureRequest) -> Iterator[Callable[..., Jobs]]:
    """The same for both places; on the cluster, as many lanes as workers are asked for."""
    made = []

    def make(**budget: Any) -> Jobs:
        limits, address = replace(BUDGET, **budget), ""
        if request.param == "cluster":
            address = request.getfixturevalue("scheduler")
            with Executors(address) as cluster:  # those that a test before has killed come back
                cluster.client.wait_for_workers(2, timeout=LONG)
        places = ClusterPlaces(address) if address else ProcessPlaces(limits.workers)
        places.lanes = limits.workers
        made.append(Jobs(limits, places=places))
        return made[-1]

    yield make
    for jobs in made:
        jobs.close()


def wait_for(
    jobs: Jobs,
    parameters: ToyParameters,
    wanted: Callable[[Outcome], bool],
    visitor: str = "me",
    experiment: Experiment = EXPERIMENT,
) -> Outcome:
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        outcome = jobs.outcome(experiment, parameters, visitor)
        if wanted(outcome):
            return outcome
        time.sleep(0.02)
    raise AssertionError(f"still {outcome}")


def settled(outcome: Outcome) -> bool:
    return not outcome.pending


def running(outcome: Outcome) -> bool:
    return outcome.state == "running"


def begun(outcome: Outcome) -> bool:
    return outcome.state == "running" and outcome.fraction > 0


@pytest.mark.parametrize(("cores", "lanes"), [(1, 1), (2, 1), (2, 2), (3, 2), (64, 2), (200, 1)])
def test_lanes_and_their_threads_share_the_cores(cores: int, lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "cores", lambda: cores)
    assert 1 <= ProcessPlaces(lanes).threads <= cores / lanes
    with ProcessPlaces(lanes).executor() if cores == 3 else nullcontext() as executor:
        assert executor is None or executor.submit(kernels.threads).result() == 1


def test_no_more_runs_at_once_than_cores() -> None:
    assert 1 <= BUDGET.workers <= kernels.cores()


class TestInline:
    def test_cheap_run_is_done_at_once_in_this_process(self, make_jobs):
        outcome = make_jobs().outcome(EXPERIMENT, ToyParameters(), "me")
        assert outcome.state == "done"
        assert outcome.result.process == os.getpid()

    @pytest.mark.parametrize(("samples", "state"), [(1_000, "done"), (50_000, "running")])
    def test_in_a_crowd_only_the_cheapest_runs_hold_this_process_up(self, make_jobs, samples, state):
        jobs, parameters = make_jobs(), ToyParameters(samples=samples)
        here = jobs.outcome(EXPERIMENT, parameters.replace(mark="a"), "me")
        assert here.state == "done" and here.result.process == os.getpid()
        assert jobs.watchers == 0
        outcome = jobs.outcome(EXPERIMENT, parameters, "me", alone=False)
        assert outcome.state == state and jobs.watchers == (state == "running")
        if state == "running":
            assert outcome.seconds == EXPERIMENT.cost(parameters).seconds <= BUDGET.inline_seconds
            assert not jobs.wait(EXPERIMENT, ToyParameters(samples=samples), 0.0)
            assert jobs.wait(EXPERIMENT, ToyParameters(samples=samples), LONG)
            there = jobs.outcome(EXPERIMENT, parameters, "me", alone=False)
            assert there.result.process != os.getpid() and jobs.watchers == 0

    def test_equal_parameters_are_computed_once_for_thirty_visitors(self, make_jobs):
        jobs, calls, barrier = make_jobs(), Counter(), threading.Barrier(30)

        def count(parameters, progress):
            calls["run"] += 1
            time.sleep(0.2)
            return EXPERIMENT.run(parameters, progress)

        experiment = replace(EXPERIMENT, run=count)

        def visit(visitor: int) -> Any:
            barrier.wait()
            return jobs.outcome(experiment, ToyParameters(seed=11), str(visitor)).result

        with ThreadPoolExecutor(30) as pool:
            results = list(pool.map(visit, range(30)))
        assert calls["run"] == 1
        assert all(result is results[0] for result in results)

    def test_different_parameters_give_different_results(self, make_jobs):
        jobs = make_jobs()
        first, second = (jobs.outcome(EXPERIMENT, ToyParameters(seed=seed), "me").result for seed in (1, 2))
        assert not np.array_equal(first.values, second.values)

    def test_experiments_do_not_share_results(self, make_jobs):
        jobs = make_jobs()
        results = [jobs.outcome(experiment, ToyParameters(), "me").result for experiment in (EXPERIMENT, OTHER)]
        assert results[0] is not results[1]

    def test_error_becomes_a_sentence_for_all_waiting_visitors(self, make_jobs):
        jobs, barrier = make_jobs(), threading.Barrier(5)

        def fail(parameters, progress):
            time.sleep(0.1)
            raise ValueError("samples must be even nicer; got 1000.")

        experiment = replace(EXPERIMENT, run=fail)

        def visit(visitor: int) -> Outcome:
            barrier.wait()
            return jobs.outcome(experiment, ToyParameters(), str(visitor))

        with ThreadPoolExecutor(5) as pool:
            outcomes = list(pool.map(visit, range(5)))
        assert {outcome.message for outcome in outcomes} == {"samples must be even nicer; got 1000."}

    def test_cost_that_cannot_be_predicted_is_a_failure_not_an_exception(self, make_jobs):
        def cost(parameters):
            raise ValueError("samples must be fewer; got 1000.")

        outcome = make_jobs().outcome(replace(EXPERIMENT, cost=cost), ToyParameters(), "me")
        assert (outcome.state, outcome.message) == ("failed", "samples must be fewer; got 1000.")

    def test_run_that_overruns_its_prediction_moves_to_a_worker(self, make_jobs):
        jobs = make_jobs(patience_seconds=0.1)
        experiment = replace(EXPERIMENT, cost=lambda parameters: Cost(0.01, 1e3))
        parameters = ToyParameters(behaviour="reports")
        started = time.monotonic()
        assert jobs.outcome(experiment, parameters, "me").state == "running"
        assert time.monotonic() - started < LONG
        assert wait_for(jobs, parameters, settled, experiment=experiment).result.process != os.getpid()


class TestBudget:
    def test_too_long_a_run_is_refused_with_reason_and_nearest_setting(self, make_jobs):
        outcome = make_jobs().outcome(EXPERIMENT, ToyParameters(samples=10**8), "me")
        assert outcome.state == "refused"
        assert "100 s" in outcome.message and "800 MB" in outcome.message
        assert "100000000 samples" in outcome.message and "60 s" in outcome.message
        assert outcome.suggestion.samples == pytest.approx(6e7, rel=1e-3)
        assert EXPERIMENT.cost(outcome.suggestion).seconds <= BUDGET.seconds
        assert outcome.suggestion == ToyParameters(samples=outcome.suggestion.samples)

    def test_too_much_memory_is_refused(self, make_jobs):
        experiment = replace(EXPERIMENT, cost=lambda parameters: Cost(0.01, 10.0 * parameters.samples))
        outcome = make_jobs(memory_bytes=1e6).outcome(experiment, ToyParameters(samples=10**6), "me")
        assert outcome.state == "refused" and "10 MB" in outcome.message
        assert outcome.suggestion.samples == pytest.approx(1e5, rel=1e-3)

    @pytest.mark.parametrize(
        ("seconds", "text"),
        [(0.25, "250 ms"), (61, "61 s"), (600, "10 minutes"), (1e5, "28 hours"), (1e9, f"11{THIN}574 days")],
    )
    def test_predicted_time_is_readable(self, make_jobs, seconds, text):
        experiment = replace(EXPERIMENT, cost=lambda parameters: Cost(seconds, 1.0))
        assert f"about {text} " in make_jobs(seconds=0.2).outcome(experiment, ToyParameters(), "me").message

    def test_infinite_prediction_is_refused(self, make_jobs):
        experiment = replace(EXPERIMENT, cost=lambda parameters: Cost(math.inf, math.inf), dial="")
        outcome = make_jobs().outcome(experiment, ToyParameters(), "me")
        assert (outcome.state, outcome.suggestion) == ("refused", None)

    def test_results_are_forgotten_oldest_first_beyond_the_memory_for_them(self, make_jobs):
        jobs = make_jobs(cache_bytes=3 * 8_500)
        for seed in (1, 2, 3, 1, 4):
            jobs.outcome(EXPERIMENT, ToyParameters(seed=seed), "me")
        kept = [seed for seed in (1, 2, 3, 4) if jobs.cached(EXPERIMENT, ToyParameters(seed=seed)) is not None]
        assert kept == [1, 3, 4]


class TestAnywhere:
    """What holds in processes of this machine and on a cluster alike."""

    def test_run_reports_progress_and_partial_results_and_ends_elsewhere(self, make_jobs_there):
        jobs, parameters = make_jobs_there(), ToyParameters(behaviour="reports")
        seen = []
        outcome = wait_for(jobs, parameters, lambda outcome: seen.append(outcome) or settled(outcome))
        assert outcome.state == "done" and outcome.result.process != os.getpid()
        fractions = [outcome.fraction for outcome in seen[:-1]]
        assert fractions == sorted(fractions) and len(set(fractions)) > 2
        assert any(outcome.note.startswith("part") for outcome in seen)
        assert any(outcome.partial is not None and len(outcome.partial.values) < 1000 for outcome in seen)

    def test_equal_parameters_share_one_run(self, make_jobs_there):
        jobs, parameters = make_jobs_there(), ToyParameters(behaviour="reports")
        results = [wait_for(jobs, parameters, settled, visitor).result for visitor in ("a", "b")]
        assert results[0] is results[1]

    def test_same_result_inline_and_in_a_worker(self, make_jobs, make_jobs_there):
        far = make_jobs_there(inline_seconds=0.0)
        here = make_jobs().outcome(EXPERIMENT, ToyParameters(), "me").result
        assert np.array_equal(wait_for(far, ToyParameters(), settled).result.values, here.values)

    def test_cancelled_run_frees_its_worker_for_the_next(self, make_jobs_there):
        jobs = make_jobs_there(workers=1)
        slow, next_one = ToyParameters(behaviour="slow"), ToyParameters(behaviour="reports")
        wait_for(jobs, slow, begun, "a")
        assert jobs.outcome(EXPERIMENT, next_one, "b").state == "queued"
        jobs.cancel(EXPERIMENT, slow, "a")
        assert wait_for(jobs, next_one, settled, "b").state == "done"

    def test_run_that_does_not_listen_loses_its_process(self, make_jobs_there):
        jobs = make_jobs_there(workers=1)
        deaf, next_one = ToyParameters(behaviour="deaf"), ToyParameters(behaviour="reports")
        wait_for(jobs, deaf, running, "a")
        jobs.cancel(EXPERIMENT, deaf, "a")
        assert wait_for(jobs, next_one, settled, "b").state == "done"

    def test_run_goes_on_while_somebody_else_waits_for_it(self, make_jobs_there):
        jobs, parameters = make_jobs_there(), ToyParameters(behaviour="reports")
        for visitor in ("a", "b"):
            jobs.outcome(EXPERIMENT, parameters, visitor)
        jobs.cancel(EXPERIMENT, parameters, "a")
        assert wait_for(jobs, parameters, settled, "b").state == "done"

    def test_running_run_that_nobody_watches_ends_and_frees_its_worker(self, make_jobs_there):
        jobs = make_jobs_there(workers=1, unwatched_seconds=0.4)
        left, mine = ToyParameters(behaviour="slow"), ToyParameters(behaviour="reports")
        wait_for(jobs, left, begun, "gone")
        assert wait_for(jobs, mine, settled, "newcomer").state == "done"  # the other would take 20 s
        assert jobs.cached(EXPERIMENT, left) is None and not jobs._jobs

    @pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
    def test_run_beyond_its_memory_is_a_sentence_and_the_worker_stays(self, make_jobs_there):
        jobs = make_jobs_there(workers=1, limit_bytes=2e8)
        outcome = wait_for(jobs, ToyParameters(behaviour="greedy"), settled)
        assert outcome.state == "failed" and "more memory than a run may take here, 200 MB" in outcome.message
        assert wait_for(jobs, ToyParameters(behaviour="reports"), settled).state == "done"

    @pytest.mark.parametrize(
        ("behaviour", "sentence"),
        [
            ("crash", "process that computed this was lost"),
            ("bug", "ended with an error"),
            ("refusal", "samples must be even nicer; got 1000."),
        ],
    )
    def test_failure_is_a_sentence_and_the_next_run_works(self, make_jobs_there, behaviour, sentence):
        jobs, parameters = make_jobs_there(workers=1), ToyParameters(behaviour=behaviour)
        outcome = wait_for(jobs, parameters, settled)
        assert outcome.state == "failed" and sentence in outcome.message
        assert "secret" not in outcome.message
        assert jobs.outcome(EXPERIMENT, parameters, "me") == outcome, "a failed run is not repeated by itself"
        assert wait_for(jobs, ToyParameters(behaviour="reports"), settled).state == "done"
        jobs.forget_failure(EXPERIMENT, parameters)
        assert jobs.outcome(EXPERIMENT, parameters, "me").pending
        assert wait_for(jobs, parameters, settled).state == "failed"  # no crash may reach into the next test

    def test_lost_once_is_begun_again_by_itself(self, make_jobs):
        jobs, parameters = make_jobs(workers=1), ToyParameters(behaviour="reports")
        wait_for(jobs, parameters, begun)
        for process in list(jobs._lanes[0].executor._processes):
            os.kill(process, signal.SIGKILL)
        assert wait_for(jobs, parameters, settled).state == "done"

    def test_what_is_late_promises_nothing(self, make_jobs):
        jobs = make_jobs(workers=1)
        running, waiting = (ToyParameters(behaviour="slow", mark=mark) for mark in ("", "a"))
        for parameters in (running, waiting):
            assert "about" in progress_text(jobs.outcome(EXPERIMENT, parameters, parameters.mark))
        for job in jobs._jobs.values():
            job.asked, job.started = job.asked - 25.0, job.started - 25.0
        said = progress_text(jobs.outcome(EXPERIMENT, waiting, "a"))
        assert said == "Waiting, place 1 in the queue, longer than predicted: the server is busy"
        assert "about" not in progress_text(jobs.outcome(EXPERIMENT, running, ""))

    def test_crash_takes_no_other_run_with_it(self, make_jobs_there):
        jobs = make_jobs_there(workers=2)
        good, bad = ToyParameters(behaviour="reports"), ToyParameters(behaviour="crash")
        wait_for(jobs, good, begun, "a")
        assert wait_for(jobs, bad, settled, "b").state == "failed"
        assert wait_for(jobs, good, settled, "a").state == "done"

    @pytest.mark.parametrize("behaviour", ["slow", "deaf"])
    def test_time_limit(self, make_jobs_there, behaviour):
        jobs = make_jobs_there(limit_seconds=0.5)
        outcome = wait_for(jobs, ToyParameters(behaviour=behaviour), settled)
        assert outcome.state == "failed" and "longer than 500 ms" in outcome.message


class TestWorkers:
    def test_visitor_who_moves_on_leaves_the_queue(self, make_jobs):
        jobs = make_jobs(workers=1)
        first, second, third = (ToyParameters(behaviour="slow", mark=mark) for mark in ("", "a", "b"))
        wait_for(jobs, first, begun, "a")
        assert jobs.outcome(EXPERIMENT, second, "b").place == 1
        assert jobs.outcome(EXPERIMENT, third, "c").place == 2
        jobs.outcome(EXPERIMENT, first, "b")
        assert jobs.outcome(EXPERIMENT, third, "c").place == 1

    def test_short_runs_go_ahead_but_nobody_is_overtaken_for_ever(self, make_jobs):
        jobs = make_jobs(workers=1)
        wait_for(jobs, ToyParameters(behaviour="slow"), begun, "a")
        long, short = (
            ToyParameters(behaviour="slow", mark="b", samples=4_000_000),
            ToyParameters(behaviour="slow", mark="a"),
        )
        assert jobs.outcome(EXPERIMENT, long, "b").place == 1
        assert jobs.outcome(EXPERIMENT, short, "c").place == 1
        assert jobs.outcome(EXPERIMENT, long, "b").place == 2
        for job in jobs._jobs.values():
            job.asked -= 15.0 if job.parameters == long else 0.0  # it takes 5 s, the short one 1 s
        assert jobs.outcome(EXPERIMENT, long, "b").place == 1

    def test_queue_is_bounded_and_says_so(self, make_jobs):
        jobs = make_jobs(workers=1, waiting=1)
        for mark, state in (("", "running"), ("a", "queued"), ("b", "full")):
            outcome = jobs.outcome(EXPERIMENT, ToyParameters(behaviour="slow", mark=mark), f"visitor {mark}")
            assert outcome.state == state and outcome.seconds_left is not None

    def test_waiting_run_that_nobody_watches_is_dropped(self, make_jobs):
        jobs = make_jobs(workers=1, unwatched_seconds=1.0)
        running = ToyParameters(behaviour="slow")
        wait_for(jobs, running, begun, "a")
        jobs.outcome(EXPERIMENT, ToyParameters(behaviour="slow", mark="a"), "gone")
        deadline = time.monotonic() + LONG
        while len(jobs._jobs) > 1 and time.monotonic() < deadline:
            time.sleep(0.02)
            jobs.outcome(EXPERIMENT, running, "a")
        assert jobs.outcome(EXPERIMENT, ToyParameters(behaviour="slow", mark="b"), "c").place == 1

    def test_run_ends_although_nobody_asks_for_anything_any_more(self, make_jobs):
        jobs = make_jobs(workers=1, unwatched_seconds=0.3)
        wait_for(jobs, ToyParameters(behaviour="deaf"), running, "gone")
        deadline = time.monotonic() + LONG
        while jobs._lanes[0].job is not None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert jobs._lanes[0].job is None

    def test_connected_browser_that_cannot_ask_keeps_its_run(self, make_jobs):
        jobs = make_jobs(workers=1, unwatched_seconds=0.2, absent_seconds=LONG)
        jobs._connected = {"busy"}.__contains__
        parameters = ToyParameters(behaviour="reports")
        jobs.outcome(EXPERIMENT, parameters, "busy")
        jobs.wait(EXPERIMENT, parameters, LONG)
        assert jobs.cached(EXPERIMENT, parameters) is not None

    def test_visitor_who_walks_through_pages_holds_one_worker(self, make_jobs):
        jobs = make_jobs(workers=2)
        slow = ToyParameters(behaviour="slow")
        wait_for(jobs, slow, begun, "walker")
        wait_for(jobs, slow, begun, "walker", experiment=OTHER)
        assert [job.experiment.name for job in jobs._jobs.values()] == ["other"]
        assert wait_for(jobs, ToyParameters(behaviour="reports"), settled, "newcomer").state == "done"

    def test_vanished_folders_are_made_again(self, make_jobs):
        jobs = make_jobs(workers=1)
        assert wait_for(jobs, ToyParameters(behaviour="reports"), settled).state == "done"
        shutil.rmtree(jobs._places._root)
        slow = ToyParameters(behaviour="slow")
        wait_for(jobs, slow, begun)
        shutil.rmtree(jobs._places._root)
        outcome = wait_for(jobs, slow, settled)
        assert outcome.state == "failed" and "settings are fine" in outcome.message
        assert wait_for(jobs, ToyParameters(behaviour="reports", mark="a"), settled).state == "done"

    def test_full_disk_is_a_sentence_that_blames_no_setting(self, make_jobs, monkeypatch):
        jobs, parameters = make_jobs(workers=1), ToyParameters(behaviour="reports")

        def full(**where):
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(tempfile, "mkdtemp", full)
            outcome = jobs.outcome(EXPERIMENT, parameters, "me")
            assert outcome.state == "failed" and "No space left on device" in outcome.message
        assert wait_for(jobs, parameters, settled).state == "done", "there is room again"

    def test_process_lost_while_idle_is_replaced(self, make_jobs):
        jobs = make_jobs(workers=1)
        first = wait_for(jobs, ToyParameters(behaviour="reports"), settled).result
        os.kill(first.process, signal.SIGKILL)
        time.sleep(0.3)
        second = wait_for(jobs, ToyParameters(behaviour="reports", mark="a"), settled)
        assert second.state == "done" and second.result.process != first.process

    def test_what_a_killed_server_left_is_cleaned_away_and_nothing_else(self, make_jobs, tmp_path, monkeypatch):
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        left, other = tmp_path / "ppr-jobs-left", tmp_path / "ppr-jobs-of-nobody"
        for folder in (left, other):
            folder.mkdir()
        (left / "alive").touch()
        first = make_jobs(workers=1)._places
        first.line()
        assert not left.exists() and other.exists() and first._root.exists()
        make_jobs(workers=1)._places.line()
        assert first._root.exists(), "that of a server that lives"

    def test_no_files_are_left_behind(self, make_jobs):
        jobs = make_jobs(workers=1)
        wait_for(jobs, ToyParameters(behaviour="reports"), settled)
        wait_for(jobs, ToyParameters(behaviour="crash"), settled)
        assert [path.name for path in jobs._places._root.iterdir()] == ["alive"]
        jobs.close()
        assert not jobs._places._root.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
class TestEndOfTheServer:
    PROGRAM = textwrap.dedent("""
        import sys, time
        from pages.ui.jobs.pool import Jobs
        from tests.pages.toy import EXPERIMENT, ToyParameters

        if __name__ == "__main__":
            jobs, parameters = Jobs(), ToyParameters(behaviour=sys.argv[1])
            while jobs.outcome(EXPERIMENT, parameters, "me").fraction == 0 and sys.argv[1] == "slow":
                time.sleep(0.02)
            time.sleep(1.0)
            print("begun", flush=True)
            if sys.argv[2] == "wait":
                time.sleep(60)
    """)

    @pytest.mark.parametrize(
        ("behaviour", "ending"), [("slow", "return"), ("deaf", "return"), ("slow", "kill"), ("deaf", "interrupt")]
    )
    def test_workers_end_with_it(self, tmp_path, behaviour, ending):
        (tmp_path / "server.py").write_text(self.PROGRAM)
        command = [sys.executable, str(tmp_path / "server.py"), behaviour, "return" if ending == "return" else "wait"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
        server = subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # A suite started in the background of a shell hands an ignored SIGINT down.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        try:
            assert server.stdout.readline() == b"begun\n"
            if ending != "return":
                server.send_signal(signal.SIGKILL if ending == "kill" else signal.SIGINT)
            server.wait(timeout=LONG)  # a deaf run would take 60 s
            deadline = time.monotonic() + LONG
            while processes_using(tmp_path) and time.monotonic() < deadline:
                time.sleep(0.1)
            assert processes_using(tmp_path) == []
        finally:
            server.kill()
            server.stdout.close()
            server.wait()


def processes_using(folder: Path) -> list[int]:
    """Processes whose environment names the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder).encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found


# --- What does not tell how long it takes ---


def busy(seconds: float) -> int:
    """Compute for so much processor time."""
    until, steps = time.thread_time() + seconds, 0
    while time.thread_time() < until:
        steps += sum(range(1000))
    return steps


def slow_cost(parameters: ToyParameters) -> Cost:
    busy(1.5)
    return Cost(1e-3 if parameters.behaviour == "good" else 1e6, 1e6, "much to do")


def silent_run(parameters: ToyParameters, progress: Any) -> Any:
    busy(1.5)
    return EXPERIMENT.run(parameters, progress)


def test_a_cost_that_takes_long_to_predict_is_predicted_by_a_worker(make_jobs: Callable[..., Jobs]) -> None:
    jobs, experiment = (
        make_jobs(workers=1, unwatched_seconds=LONG),
        replace(EXPERIMENT, name="slow_cost", cost=slow_cost),
    )
    for behaviour, state in (("good", "done"), ("slow", "failed")):
        parameters, began = ToyParameters(behaviour=behaviour), time.thread_time()
        first = jobs.outcome(experiment, parameters, "a")
        assert first.pending and time.thread_time() - began < 1.0, "the page has its turn back"
        assert jobs.wait(experiment, parameters, LONG)
        ended = jobs.outcome(experiment, parameters, "a")
        assert ended.state == state
    assert ended.message.startswith("This run would take about 12 days and 1 MB of memory (much to do). This server")


def test_a_run_at_once_that_tells_no_progress_moves_to_a_worker(make_jobs: Callable[..., Jobs]) -> None:
    jobs = make_jobs(workers=1, unwatched_seconds=LONG, patience_seconds=0.2)
    experiment, parameters = replace(EXPERIMENT, name="silent", run=silent_run), ToyParameters()
    began = time.thread_time()
    assert jobs.outcome(experiment, parameters, "a").pending and time.thread_time() - began < 1.0
    assert jobs.wait(experiment, parameters, LONG)
    result = jobs.outcome(experiment, parameters, "a").result
    assert result.process != os.getpid()


def test_a_time_limit_ends_its_block_and_nothing_else() -> None:
    with pytest.raises(Overrun), within(0.1):
        busy(60.0)
    with within(0.2):
        time.sleep(1.0)  # no time of its own
    for _ in range(200):  # the limit and the end of the block meet
        with suppress(Overrun), within(0.001):
            busy(0.001)
        busy(0.001)
    with pytest.raises(KeyError), within(10.0):
        raise KeyError


AFTER_A_LIMIT = """
import sys
from pages.ui.jobs.deadline import Overrun, within
try:
    with within(0.01):
        while True:
            pass
except Overrun:
    sys.settrace(lambda *event: None)
    (lambda: print("done"))()
"""


def test_a_time_limit_leaves_nothing_to_be_raised() -> None:
    """Python would look for it at every step, and a traced function not come beyond its first one."""
    command = [sys.executable, "-c", AFTER_A_LIMIT]
    assert subprocess.run(command, capture_output=True, text=True, timeout=LONG).stdout == "done\n"


# --- A cluster that comes and goes ---


class OneProcess(ProcessPlaces):
    """A cluster as `Pools` sees it: it answers or not."""

    answering = alive = True

    def __init__(self, scheduler: str) -> None:
        if not self.answering:
            raise ClusterLost("gone")
        super().__init__(1)


def soon(holds: Callable[[], bool]) -> bool:
    """Whether it comes to hold."""
    deadline = time.monotonic() + LONG
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def test_runs_move_to_a_cluster_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "ClusterPlaces", OneProcess)
    monkeypatch.setattr(pools, "_LOOK_SECONDS", 0.02)
    monkeypatch.setattr(OneProcess, "answering", False)
    made = pools.Pools(lambda places=None: Jobs(replace(BUDGET, workers=1), places=places), "tcp://nowhere:1")
    try:
        here, parameters = made.now, ToyParameters()
        result = here.outcome(EXPERIMENT, parameters, "a").result
        assert result is not None and "cluster does not answer" in made.notice, "nobody waits for it"
        monkeypatch.setattr(OneProcess, "answering", True)
        assert soon(lambda: made.now is not here and not made.notice), "it is used when it is there"
        there = made.now
        assert there.cached(EXPERIMENT, parameters) is result, "what is known stays known"
        monkeypatch.setattr(OneProcess, "answering", False)
        monkeypatch.setattr(OneProcess, "alive", False)
        assert soon(lambda: made.now is not there and bool(made.notice)), "without it runs are computed here"
        monkeypatch.setattr(OneProcess, "answering", True)
        monkeypatch.setattr(OneProcess, "alive", True)
        assert soon(lambda: not made.notice), "back when it is back"
    finally:
        made.close()
    assert pools.Pools(lambda: here).notice == "", "no cluster was asked for"


class ClosedClientError(Exception):
    """As Dask raises it."""


class Closed(ProcessPlaces):
    """A cluster whose client has closed, and nobody has noticed yet."""

    def executor(self) -> Executor:
        class Gone(Executor):
            def submit(self, *args: Any, **options: Any) -> Future:
                raise ClosedClientError("Client is closed. Can't send update-graph message.")

        return SameCode(Gone())


def test_a_run_waits_while_nobody_has_noticed_that_the_cluster_is_gone() -> None:
    jobs, parameters = Jobs(replace(BUDGET, workers=1), places=Closed(1)), ToyParameters(behaviour="reports")
    try:
        assert jobs.outcome(EXPERIMENT, parameters, "a").state == "queued"
        assert jobs.outcome(EXPERIMENT, parameters, "a").state == "queued", "at every look"
    finally:
        jobs.close()


def test_a_killed_scheduler_takes_no_page_with_it() -> None:
    pytest.importorskip("distributed")
    with cluster(workers=1) as (address, process):
        made = pools.Pools(lambda places=None: Jobs(replace(BUDGET, workers=1), places=places), address)
        try:
            assert soon(lambda: not made.notice)
            parameters = ToyParameters(behaviour="reports")
            assert made.now.outcome(EXPERIMENT, parameters, "a").pending
            process.kill()
            assert soon(lambda: bool(made.notice))
            assert soon(lambda: made.now.outcome(EXPERIMENT, parameters, "a").state == "done")
        finally:
            made.close()


def test_a_scheduler_that_does_not_answer_is_said_at_the_start() -> None:
    assert "No scheduler answers at tcp://127.0.0.1:9: runs" in serve.absent_scheduler("tcp://127.0.0.1:9")
    assert "No scheduler answers" in serve.absent_scheduler("tcp://127.0.0.1:many") and not serve.absent_scheduler("")
