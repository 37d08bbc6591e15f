"""A sweep on a real Dask cluster: a worker killed, then the scheduler; the table is that of an undisturbed sweep."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ppr_core.sweeps import (
    ClusterLost,
    Executors,
    OtherCode,
    Sweep,
    Tally,
    axis,
    executors,
    read_table,
    run_sweep,
    same_code,
)
from tests.cluster import cluster
from tests.sources import ROOT

pytest.importorskip("distributed")
SWEEP = Sweep("overview", fixed={"samples": 1000}, over=(axis("overview", "epsilon=0.5:4:10log"),), repeat=2)


def numbers(path: Path) -> dict[str, list]:
    return {name: list(map(repr, column)) for name, column in read_table(path).items() if name != "seconds"}


def test_lost_worker_and_lost_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 5)
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


@contextmanager
def configured() -> Iterator[None]:
    """What DASK_CONFIG does to a process that starts with it."""
    import dask

    dask.config.refresh(paths=[os.environ["DASK_CONFIG"]])
    try:
        yield
    finally:
        dask.config.refresh()


def test_only_who_has_the_certificate_and_the_code_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cluster of docs/sweeps.md, with a certificate made by its command and a worker of other code."""
    made = subprocess.run(
        ["make", "-f", ROOT / "Makefile", "certificate"], cwd=tmp_path, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "cluster" / "lab.key").stat().st_mode & 0o077 == 0
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DASK_CONFIG", str(ROOT / "docs" / "cluster.yaml"))
    sweep = Sweep("overview", fixed={"samples": 1000})
    with cluster(workers=1) as (address, _):
        assert address.startswith("tls://")
        monkeypatch.setenv("PPR_SCHEDULER", address)
        with pytest.raises(ValueError, match="needs a certificate"):
            run_sweep(sweep, tmp_path / "a.csv")
        with pytest.raises(ClusterLost, match="No scheduler answers"):
            run_sweep(sweep, tmp_path / "a.csv", Executors(address.replace("tls", "tcp")))
        with configured():
            assert run_sweep(sweep, tmp_path / "a.csv").ended == 1
            monkeypatch.setattr(same_code, "code_digest", lambda: "0" * 16)
            with pytest.raises(OtherCode, match="A worker of the cluster has another version of the code"):
                run_sweep(sweep, tmp_path / "b.csv")
            with pytest.raises(ValueError, match="scheduler must be at tls://"):
                run_sweep(sweep, tmp_path / "b.csv", Executors("tcp://127.0.0.1:1"))
    with configured():
        (tmp_path / "cluster" / "lab.key").unlink()
        with pytest.raises(ValueError, match="cannot be read: No such file"):
            run_sweep(sweep, tmp_path / "b.csv")
