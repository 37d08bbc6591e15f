"""A Dask cluster of processes of its own on this machine, for tests."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.sources import ROOT

__all__ = ["cluster"]


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, subprocess.Popen]]:
    """A scheduler and its workers, one thread each; the address, and the scheduler."""
    started: list[subprocess.Popen] = []
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    here = ("--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0")  # as in the Makefile

    def start(said: Path, command: str, *more: str) -> subprocess.Popen:
        words = [sys.executable, "-m", f"distributed.cli.dask_{command}", *more, *here]
        with said.open("w") as errors:
            started.append(subprocess.Popen(words, stderr=errors, env=environment, start_new_session=True))
        return started[-1]

    with tempfile.TemporaryDirectory() as folder:
        try:
            said = Path(folder, "scheduler")
            scheduler = start(said, "scheduler", "--port", "0")
            address = _wait_for(said, r"t(?:cp|ls)://127\.0\.0\.1:\d+")
            for number in range(workers):
                said = Path(folder, f"worker-{number}")
                start(said, "worker", address, "--nthreads", "1", "--local-directory", folder)
            for number in range(workers):
                _wait_for(Path(folder, f"worker-{number}"), "Registered to")
            yield address, scheduler
        finally:
            for process in started[::-1]:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _wait_for(said: Path, pattern: str) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if found := re.search(pattern, said.read_text()):
            return found[0]
        time.sleep(0.05)
    raise AssertionError(said.read_text())
