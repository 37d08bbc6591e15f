"""The launcher around the server: open files, nothing asked of the outside, Host, frames and metrics."""

from __future__ import annotations

import asyncio
import gc
import http.client
import os
import platform
import socket
import subprocess
import sys
import textwrap
import time
import weakref
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnected
from streamlit import runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import serve
from pages.ui import first_visit
from tests.browser.conftest import ROOT, Server, running

# Read by Python itself at the start of every process of the server: whoever leaves this machine is written down.
NO_OUTSIDE = textwrap.dedent("""
    import os, socket, sys, traceback

    def watch(event, given):
        if event == "socket.connect" and isinstance(given[1], tuple) and not given[1][0].startswith(("127.", "::1")):
            if given[0].type & socket.SOCK_DGRAM:  # asks the routing table for this machine's address; sends nothing
                return
            tell(f"connect {given[1]}")
        if event == "socket.getaddrinfo" and given[0] not in (None, "", "localhost", "127.0.0.1", "0.0.0.0", "::1"):
            tell(f"resolve {given[0]}")

    def tell(what):
        with open(os.environ["OUTSIDE"], "a") as file:
            file.write(what + chr(10))
        raise OSError(f"refused: {what}")

    sys.addaudithook(watch)
""")


def in_a_thread(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Its result; the browser of other tests may have a loop in this thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, coroutine).result()


def get(server: Server, path: str = "/", host: str = "") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request("GET", path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_answers_carry_the_policy(server: Server) -> None:
    answer = get(server)
    assert answer.status == 200
    for name, value in serve.HEADERS.items():
        assert answer.getheader(name) == value
    assert "frame-ancestors 'self'" in answer.getheader("content-security-policy")


@pytest.mark.parametrize(("host", "status"), [
    ("", 200), ("localhost:8501", 200), ("192.168.1.7:8501", 200), ("[::1]:8501", 200), ("evil.example", 400),
    ("127.0.0.1.evil.example:8501", 400), ("localhost.evil.example", 400),
])  # fmt: skip
def test_host_must_be_this_machine(server: Server, host: str, status: int) -> None:
    assert get(server, host=host).status == status


def test_names_given_at_the_start_are_known() -> None:
    assert serve.allowed_host("Lab.Example.org:8501", {"lab.example.org"})
    assert not serve.allowed_host("lab.example.org.evil:80", {"lab.example.org"})


def test_metrics_are_for_this_machine() -> None:
    sent = []

    async def ask(client: str) -> None:
        async def app(scope, receive, send):
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def send(message):
            sent.append(message)

        scope = {
            "type": "http",
            "path": "/_stcore/metrics",
            "headers": [(b"host", b"localhost")],
            "client": (client, 1),
        }
        await serve.Guarded(app, ["localhost"])(scope, None, send)

    in_a_thread(ask("192.168.1.7"))
    in_a_thread(ask("127.0.0.1"))
    assert [message["status"] for message in sent if "status" in message] == [403, 200]


def test_an_address_has_its_share() -> None:
    limits = serve.Limits(visitors=10)
    assert [limits.open_page("10.0.0.1") for _ in range(41)] == [True] * 40 + [False]
    assert limits.open_page("10.0.0.2"), "another address has its own share"
    limits.close_page("10.0.0.1")
    assert limits.open_page("10.0.0.1"), "a page that was closed makes room"
    assert [limits.upload("10.0.0.1", 0.5 * second) for second in range(31)] == [True] * 30 + [False]
    assert limits.upload("10.0.0.2", 15.0) and limits.upload("10.0.0.1", 61.0)


def test_pages_beyond_the_share_are_refused_and_closed_ones_counted_back() -> None:
    """An application whose sockets stay open until they are told."""
    sent, ends = [], []

    async def app(scope, receive, send):
        await receive()

    async def play() -> None:
        guarded, told = serve.Guarded(app, ["localhost"], visitors=0), asyncio.Event()

        async def send(message):
            sent.append(message["type"])

        async def receive():
            await told.wait()
            ends.append(1)

        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [(b"host", b"localhost")]}
        scope["client"] = ("192.168.1.7", 1)
        pages = [asyncio.ensure_future(guarded(scope, receive, send)) for _ in range(21)]
        await asyncio.sleep(0)
        told.set()
        await asyncio.gather(*pages)
        await guarded(scope, receive, send)

    in_a_thread(play())
    assert sent == ["websocket.close"] and len(ends) == 21


@pytest.mark.parametrize(("error", "passed_on"), [(WebSocketDisconnected("gone"), False), (RuntimeError("ours"), True)])
def test_a_visitor_who_leaves_while_something_is_sent_is_no_error(error: Exception, passed_on: bool) -> None:
    async def app(scope, receive, send):
        raise error

    guarded = serve.Guarded(app, ["localhost"], quiet_seconds=0)
    scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [(b"host", b"localhost")]}
    with pytest.raises(RuntimeError, match="ours") if passed_on else nullcontext():
        in_a_thread(guarded(scope, None, None))
    assert guarded._limits.nobody


def test_memory_is_given_back_once_nobody_has_been_there_for_a_while() -> None:
    empty = []

    async def app(scope, receive, send):
        await receive()

    async def play() -> None:
        guarded = serve.Guarded(app, ["localhost"], empty=lambda: empty.append(1), quiet_seconds=0)
        first, second = asyncio.Event(), asyncio.Event()
        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [(b"host", b"localhost")]}
        pages = [asyncio.ensure_future(guarded(scope, end.wait, None)) for end in (first, second)]
        await asyncio.sleep(0)
        for end, page, calls in zip((first, second), pages, ([], [1]), strict=True):
            end.set()
            await page
            await asyncio.sleep(0.01)
            assert empty == calls

    in_a_thread(play())


def test_sessions_that_have_expired_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    class Session:
        id = "gone"

    storage, session = MemorySessionStorage(ttl_seconds=0), Session()
    server = SimpleNamespace(_session_mgr=SimpleNamespace(_session_storage=storage))
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    storage.save(SimpleNamespace(session=session))
    session.itself, kept = session, weakref.ref(session)  # a session and its parts refer to each other
    del session
    gc.collect()
    assert kept() is not None, "Streamlit keeps what has expired, until something else ends"
    serve.give_back()
    assert kept() is None


@pytest.mark.skipif(sys.platform != "linux" or platform.libc_ver()[0] != "glibc", reason="other C libraries")
@pytest.mark.parametrize(("begin", "low", "high"), [("serve.few_arenas()", 1, serve.ARENAS), ("", 3, 99)])
def test_threads_share_few_heaps(begin: str, low: int, high: int, tmp_path: Path) -> None:
    """Six threads that hold memory at the same moment, counted by the C library itself; without the call each has a
    heap of its own."""
    program = textwrap.dedent(f"""
        import ctypes, sys, threading, serve
        {begin}
        libc = ctypes.CDLL(None)
        libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
        together = threading.Barrier(7)
        def hold():
            libc.malloc(2000)
            together.wait()
            together.wait()
        for _ in range(6):
            threading.Thread(target=hold).start()
        together.wait()
        file = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
        libc.malloc_info(0, file)
        libc.fclose(file)
        together.wait()
    """)
    environment = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    told = tmp_path / "heaps.xml"
    subprocess.run([sys.executable, "-c", program, str(told)], cwd=ROOT, env=environment, check=True)
    assert low <= told.read_text().count("<heap ") <= high


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(("hard", "visitors", "soft", "said"), [
    (4096, 200, 4096, ""), (1024, 200, 1024, "enough for 51 visitors at once, not for 200, who need 3400"),
])  # fmt: skip
def test_soft_limit_on_open_files_is_raised(hard: int, visitors: int, soft: int, said: str) -> None:
    program = (
        f"import resource, serve; resource.setrlimit(resource.RLIMIT_NOFILE, (256, {hard})); "
        f"print(serve.open_files({visitors})); print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    output = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert said in output and output.split()[-1] == str(soft) and (said or output.startswith("\n"))


def test_a_visit_ahead_counts_the_pages_that_were_drawn(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(first_visit, "_PATIENCE_SECONDS", 30.0)
    assert first_visit.visit_all("0.0.0.0", server.port, ("glossary", "nowhere")) == 1
    assert "The page nowhere could not be opened ahead: the lab has no such page" in caplog.text
    monkeypatch.setattr(first_visit, "_PATIENCE_SECONDS", 0.0)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        assert first_visit.visit_all("", deaf.getsockname()[1], ("",)) == 0


def test_nothing_leaves_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open to the network, asked by sockets of a foreign origin, and while it opens all its pages ahead of a class, the
    server asks nobody and stays quick."""
    (tmp_path / "sitecustomize.py").write_text(NO_OUTSIDE)
    outside = tmp_path / "outside.txt"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH")))))
    monkeypatch.setenv("OUTSIDE", str(outside))
    with running(tmp_path, "ADDRESS=0.0.0.0", "VISITORS=60") as app:

        async def foreign() -> None:
            address = f"ws://127.0.0.1:{app.port}/_stcore/stream"
            with pytest.raises(InvalidStatus):
                async with connect(address, origin="http://evil.example", subprotocols=["streamlit"], proxy=None):
                    pass

        for _ in range(3):
            in_a_thread(foreign())
        assert get(app).status == 200
        until = time.monotonic() + 120
        while "have been opened" not in app.log() and time.monotonic() < until:
            time.sleep(0.1)
        assert f"{len(first_visit.PAGES)} pages have been opened ahead" in app.log(), app.log()
    assert not outside.exists(), outside.read_text()
    program = "import socket; socket.create_connection(('192.0.2.1', 9), 1)"
    subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120, check=False)
    assert "192.0.2.1" in outside.read_text(), "the watch itself does not see anything"
