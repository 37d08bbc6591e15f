"""A sweep on a real Dask cluster: a worker killed, then the scheduler; the table is that of an undisturbed sweep."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from ppr_core.sweeps import ClusterLost, Executors, Sweep, Tally, axis, read_table, run_sweep
from tests.cluster import cluster

pytest.importorskip("distributed")
SWEEP = Sweep("overview", fixed={"samples": 1000}, over=(axis("overview", "epsilon=0.5:4:10log"),), repeat=2)


def numbers(path: Path) -> dict[str, list]:
    return {name: list(map(repr, column)) for name, column in read_table(path).items() if name != "seconds"}


def test_lost_worker_and_lost_scheduler(tmp_path: Path) -> None:
    run_sweep(SWEEP, tmp_path / "here.csv", Executors(workers=2))
    out, deaths = tmp_path / "there.csv", []
    with cluster(workers=2) as (address, scheduler):
        places = Executors(address)

        def disturb(tally: Tally) -> None:
            if not deaths and tally.ended >= 2:
                victim = min(places._client.run(os.getpid).values())
                os.kill(victim, signal.SIGKILL)
                deaths.append(victim)
            elif len(deaths) == 1 and tally.ended >= 8:
                scheduler.kill()
                deaths.append(scheduler.pid)

        with pytest.raises(ClusterLost, match="is gone"):
            run_sweep(SWEEP, out, places, disturb)
    kept = set(numbers(out)["key"])
    assert len(deaths) == 2 and 8 <= len(kept) < 20
    with cluster(workers=1) as (address, _):
        tally = run_sweep(SWEEP, out, Executors(address))
    assert tally == Tally(20, len(kept), 20 - len(kept))
    assert numbers(out) == numbers(tmp_path / "here.csv")


def test_cluster_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with cluster(workers=1) as (address, _):
        monkeypatch.setenv("PPR_SCHEDULER", address)
        assert run_sweep(Sweep("overview", fixed={"samples": 1000}), tmp_path / "a.csv").ended == 1
