"""Two servers behind the proxy of compose.yaml: a browser stays at its own, and a lost server loses nobody else."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT, running

yaml = pytest.importorskip("yaml")
pytestmark = pytest.mark.skipif(shutil.which("haproxy") is None, reason="needs haproxy")


@dataclass(frozen=True)
class Proxy:
    port: int
    servers: dict[str, int]  # name of a replica -> its port
    folder: Path  # which both share

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, cookie: str = "") -> tuple[int, str]:
        """Status of the first page, and the replica that a new cookie names, "" without a new one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/", headers={"Cookie": f"LAB={cookie}"} if cookie else {})
            answer = connection.getresponse()
            answer.read()
            given = answer.getheader("Set-Cookie", "")
            return answer.status, given.partition("LAB=")[2].partition(";")[0]
        finally:
            connection.close()


def metrics(port: int, headers: dict[str, str]) -> int:
    """The status for a visitor of another address than the server's own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=("127.0.0.2", 0))
    connection.request("GET", "/_stcore/metrics", headers=headers)
    status = connection.getresponse().status
    connection.close()
    return status


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def configuration(port: int, servers: dict[str, int]) -> str:
    """What compose.yaml gives the proxy, with this machine's ports."""
    text = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["configs"]["proxy"]["content"]
    for name, place in servers.items():
        assert f" {name}:8501 " in text
        text = text.replace(f" {name}:8501 ", f" 127.0.0.1:{place} ")
    return text.replace("bind :8501", f"bind 127.0.0.1:{port}")


@pytest.fixture
def proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    monkeypatch.setenv("PPR_SHARED_RESULTS", str(tmp_path / "results"))  # as in compose.yaml: one /tmp for both
    rooms = f"PPR_CLASSROOM_STORE={tmp_path / 'rooms.sqlite'}"
    folders = [tmp_path / name for name in ("lab1", "lab2")]
    for folder in folders:
        folder.mkdir()
    replicas = (running(folder, "PROXIES=127.0.0.1", rooms) for folder in folders)
    with next(replicas) as first, next(replicas) as second:
        found = Proxy(free_port(), {"lab1": first.port, "lab2": second.port}, tmp_path)
        file = tmp_path / "haproxy.cfg"
        file.write_text(configuration(found.port, found.servers))
        assert subprocess.run(["haproxy", "-c", "-f", str(file)], capture_output=True).returncode == 0
        process = subprocess.Popen(["haproxy", "-db", "-f", str(file)], stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                try:
                    if found.ask()[0] == 200:
                        break
                except OSError:
                    time.sleep(0.1)
            yield found
        finally:
            process.kill()
            process.wait()


def drive(benchmark: str, url: str, *options: str) -> str:
    """What a benchmark prints, in which nobody meets an error."""
    command = [sys.executable, "-m", f"benchmarks.{benchmark}", "--url", url, *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0 and "errors: 0" in done.stdout, done.stdout + done.stderr
    return done.stdout


def test_two_replicas_serve_as_one(proxy: Proxy) -> None:
    given = {proxy.ask()[1] for _ in range(4)}
    assert given == {"lab1", "lab2"}, "newcomers are spread"
    assert [proxy.ask(name) for name in sorted(given) * 2] == [(200, "")] * 4, "who has a cookie stays"
    for claim in ({}, {"X-Forwarded-For": "127.0.0.1"}):
        assert metrics(proxy.port, claim) == 403, "a visitor's address is the one that the proxy has seen"
    phones = ("--store", str(proxy.folder / "rooms.sqlite"), "--phones", "6", "--seconds", "1")
    assert "counted: 6, each message as it was sent, once" in drive("classroom", proxy.url, *phones)
    times = []
    for port in proxy.servers.values():
        drive("load", f"http://127.0.0.1:{port}", "--sessions", "1", "--moves", "1", "--page", "private_sketches")
        times.append({file.name: file.stat().st_mtime_ns for file in (proxy.folder / "results").iterdir()})
    assert times[0] and times[0] == times[1], "what one has computed the other takes"

    lost = subprocess.run(["pgrep", "-f", f"serve.py --port {proxy.servers['lab1']}"], capture_output=True, text=True)
    for process in lost.stdout.split():
        os.kill(int(process), signal.SIGKILL)
    deadline = time.monotonic() + 60
    while proxy.ask("lab1")[0] != 200 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert proxy.ask("lab1") == (200, "lab2"), "its visitors are taken over"
