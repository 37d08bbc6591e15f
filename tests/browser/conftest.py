"""The app as a visitor meets it: served by the Makefile's own command and opened in a real Chromium."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitor import Visitor

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if not path.stem.startswith("_"))
EXPERIMENTS = [page for page in PAGES if (ROOT / "ppr_core" / "experiments" / page).is_dir()]  # the others are text
START_SECONDS = 180  # far more than a busy machine needs
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No name resolves but the server's own: whatever the app fetched from elsewhere would be missing on screen.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)


@dataclass(frozen=True)
class Server:
    """A running app: where it listens and what it has written so far."""

    port: int
    log_file: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def rooms(self) -> Path:
        """The file of the classroom's rooms."""
        return self.log_file.with_name("rooms.sqlite")

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def is_healthy(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/_stcore/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


@contextmanager
def running(folder: Path, *settings: str) -> Iterator[Server]:
    """The app on a free port, started by the recipe behind ``make run``, with the interpreter of the tests."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = Server(port, folder / "log.txt")
    command = ["make", "--silent", "serve", f"PORT={port}", f"BIN={Path(sys.executable).parent}", *settings]
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    environment["PPR_CLASSROOM_STORE"] = str(app.rooms)
    with app.log_file.open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not app.is_healthy():
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"The server did not start: {' '.join(command)}\n{app.log()}")
            time.sleep(0.1)
        yield app
    finally:
        _stop(process)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this folder."""
    with running(tmp_path_factory.mktemp("server")) as app:
        yield app


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the server's process group: make, the server and its workers."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
            process.wait(timeout=10)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; its absence is a failure, so that a run never passes without the browser tests."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    executable = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if executable is None:
        pytest.fail("Chromium was not found. Install it (Debian: apt install chromium) or set CHROMIUM to its path.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def only_tab(server: Server, chromium: Browser) -> Iterator[Visitor]:
    """One tab for all tests that look at one page after the other: the app's own scripts are compiled once."""
    with chromium.new_context() as context:
        yield Visitor(context.new_page(), server.url)


@pytest.fixture
def tab(server: Server, only_tab: Visitor) -> Iterator[Visitor]:
    """The tab; the test fails if anything went wrong in it or on the server."""
    logged = len(server.log())
    yield only_tab
    _nothing_went_wrong([only_tab], server.log()[logged:])


@pytest.fixture
def visit(server: Server, chromium: Browser) -> Iterator[Callable[..., Visitor]]:
    """``visit(address)``: a new visitor with a browser of their own, at an address; for what several people do."""
    visitors: list[Visitor] = []
    logged = len(server.log())

    def new_visitor(address: str = "/", **screen: Any) -> Visitor:
        visitors.append(Visitor(chromium.new_context().new_page(), server.url))
        return visitors[-1].open(address, **screen)

    yield new_visitor
    try:
        _nothing_went_wrong(visitors, server.log()[logged:])
    finally:
        for visitor in visitors:
            visitor.page.context.close()


def _nothing_went_wrong(visitors: list[Visitor], log: str) -> None:
    """No console error, exception or request to another host in a browser, no traceback of the server."""
    problems = [problem for visitor in visitors for problem in visitor.problems()]
    assert not problems, "\n".join(problems)
    assert "Traceback" not in log, log


@pytest.fixture(scope="package")
def addresses(only_tab: Visitor) -> dict[str, str]:
    """Page name (the file's stem) -> path of its link in the navigation."""
    paths = only_tab.open("/").navigation()
    names = [path.strip("/") for path in paths]
    assert names.count("") == 1, f"one page of the navigation must be the start page; links: {paths}"
    unlinked = sorted(set(PAGES) - set(names))
    assert len(unlinked) == 1 and len(names) == len(PAGES), f"pages/ holds {PAGES}; the navigation links {paths}"
    return {name or unlinked[0]: path for name, path in zip(names, paths, strict=True)}
