"""Results that servers share: found by another process's `Jobs`, never another version's, nobody else's."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pages.ui.jobs import results
from pages.ui.jobs.outcomes import BUDGET
from pages.ui.jobs.pool import Jobs
from pages.ui.jobs.results import SharedResults
from tests.pages.toy import EXPERIMENT, ToyParameters


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Jobs, Jobs]]:
    both = Jobs(replace(BUDGET, workers=1), shared=tmp_path), Jobs(replace(BUDGET, workers=1), shared=tmp_path)
    yield both
    for jobs in both:
        jobs.close()


def test_a_long_run_of_one_server_is_done_on_the_other(servers: tuple[Jobs, Jobs]) -> None:
    first, second = servers
    parameters = ToyParameters(behaviour="reports")
    deadline = time.monotonic() + 60
    while first.outcome(EXPERIMENT, parameters, "a").pending and time.monotonic() < deadline:
        time.sleep(0.05)
    outcome = second.outcome(EXPERIMENT, parameters, "b")
    assert outcome.state == "done"
    assert outcome.result.process == first.cached(EXPERIMENT, parameters).process != os.getpid()
    assert second.outcome(EXPERIMENT, parameters.replace(seed=8), "b").pending, "other parameters are another run"


def test_what_is_asked_of_both_at_one_moment_is_computed_once(servers: tuple[Jobs, Jobs], tmp_path: Path) -> None:
    wanted = [ToyParameters(behaviour="reports", seed=seed) for seed in range(3)]
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        asked = [[jobs.outcome(EXPERIMENT, each, f"{each.seed}") for each in wanted] for jobs in servers]
        if not any(outcome.pending for outcomes in asked for outcome in outcomes):
            break
        time.sleep(0.02)
    first, second = ([outcome.result.process for outcome in outcomes] for outcomes in asked)
    assert first == second and len(set(first)) == 2, "each server did a part"
    assert not list(tmp_path.glob("*.begun"))


def test_what_takes_a_moment_is_shared_and_what_takes_none_is_not(servers: tuple[Jobs, Jobs], tmp_path: Path) -> None:
    long, brief = ToyParameters(samples=100_000), ToyParameters()
    for parameters, files in ((brief, 0), (long, 1)):
        mine, theirs = (jobs.outcome(EXPERIMENT, parameters, "a").result for jobs in servers)
        assert len(list(tmp_path.iterdir())) == files
        assert (mine.values == theirs.values).all() and mine.process == theirs.process == os.getpid()


def test_what_another_server_has_begun_is_left_to_it_for_a_while(tmp_path: Path) -> None:
    first, second, key = SharedResults(tmp_path), SharedResults(tmp_path), ("toy", 1)
    assert first.claim(key, 1.0) and not second.claim(key, 1.0) and second.claim(("toy", 2), 1.0)
    assert second.claim(key, 60.0), "what takes long is left to nobody"
    first.release(key)
    assert second.claim(key, 1.0) and not first.claim(key, 1.0)
    (claim,) = tmp_path.glob(f"{second._path(key).name}.*")
    os.utime(claim, (time.time() - 60, time.time() - 60))  # its server has been lost
    assert first.claim(key, 1.0) and not second.claim(key, 1.0)
    alone = SharedResults("")
    assert alone.claim(key, 1.0) and alone.claim(key, 1.0)
    alone.release(key)


def test_what_cannot_be_read_is_no_result(tmp_path: Path) -> None:
    shared, key = SharedResults(tmp_path), ("toy", "1", 2.0)
    assert shared.get(key) is None
    shared.put(key, [1, 2])
    assert shared.get(key) == [1, 2] and shared.get(("toy", "2", 2.0)) is None
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    file.write_bytes(pickle.dumps((("another", "key"), [3])))
    assert shared.get(key) is None
    file.write_bytes(file.read_bytes()[:9])
    assert shared.get(key) is None
    unshared = SharedResults("")
    unshared.put(key, 1)
    assert unshared.get(key) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners of files")
def test_nobody_elses_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = SharedResults(tmp_path)
    shared.put(("toy",), 1)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert shared.get(("toy",)) is None


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "_MOST_BYTES", 2500)
    shared = SharedResults(tmp_path)
    for number in range(4):
        shared.put((number,), b"x" * 1000)
        os.utime(shared._path((number,)), (number, number))
    assert [shared.get((number,)) is not None for number in range(4)] == [False, False, True, True]
