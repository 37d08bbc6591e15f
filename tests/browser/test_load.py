"""The class-load driver against the served app."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks import monkey
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
    command = [sys.executable, "-m", "benchmarks.monkey", "--url", server.url, "--interactions", "300"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "300 interactions" in run.stdout
    assert "Traceback" not in server.log()


class Forgetful:
    """A server's end of a connection that drops the first question where a file may be brought."""

    def __init__(self) -> None:
        self.asked: list[BackMsg] = []
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(self, words: bytes) -> None:
        self.asked.append(BackMsg.FromString(words))
        if len(self.asked) == 2:
            answer = ForwardMsg()
            answer.file_urls_response.response_id = self.asked[-1].file_urls_request.request_id
            await self._answers.put(answer.SerializeToString())

    async def recv(self, decode: bool) -> bytes:
        return await self._answers.get()


@pytest.mark.parametrize("asked_again", [True, False])
def test_a_dropped_question_is_asked_again_and_silence_is_told(
    monkeypatch: pytest.MonkeyPatch, asked_again: bool
) -> None:
    monkeypatch.setattr(monkey, "SILENT_SECONDS", 0.05 if asked_again else 60.0)
    monkeypatch.setattr(monkey, "TIMEOUT_SECONDS", 20.0 if asked_again else 0.2)
    stream, tally = Forgetful(), monkey.Tally()
    visitor = monkey._Visitor(stream, random.Random(1), tally, "http://127.0.0.1:1", [("my_lecture", "")])
    widget = SimpleNamespace(id="lecture-file")
    silence = nullcontext() if asked_again else pytest.raises(TimeoutError, match=r"my_lecture .*no file_urls_response")
    with silence, ThreadPoolExecutor(1) as threads:  # the browser of other tests may have a loop in this thread
        threads.submit(asyncio.run, visitor._upload(widget)).result()
    assert (len(stream.asked), tally.dropped) == ((2, 1) if asked_again else (1, 0))


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
