"""The class-load driver against the served app."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks.load import require_loopback
from tests.browser.conftest import ROOT, Server


def test_a_small_class_moves_a_slider_without_an_error(server: Server) -> None:
    command = [sys.executable, "-m", "benchmarks.load", "--url", server.url, "--sessions", "5", "--moves", "2"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "errors: 0" in run.stdout
    assert [line.split()[1] for line in run.stdout.splitlines() if line.startswith(("open", "move"))] == ["5", "10"]


def test_a_monkey_finds_nothing_wrong(server: Server) -> None:
    """The normal lane; ``python -m benchmarks.monkey --interactions 10000`` is the slow one."""
    command = [sys.executable, "-m", "benchmarks.monkey", "--url", server.url, "--interactions", "500"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "500 interactions" in run.stdout
    assert "Traceback" not in server.log()


def test_a_missing_slider_is_an_error(server: Server) -> None:
    command = [sys.executable, "-m", "benchmarks.load", "--url", server.url, "--sessions", "1", "--slider", "no such"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert run.returncode == 1
    assert "no slider" in run.stdout


@pytest.mark.parametrize(
    "url", ["http://192.0.2.1:8501", "http://10.0.0.1", "https://127.0.0.1", "127.0.0.1:8501", "http://0.0.0.0:8501"]
)
def test_no_other_machine_is_ever_addressed(url: str) -> None:
    with pytest.raises(ValueError, match=r"url must .*; got '"):
        require_loopback(url)
