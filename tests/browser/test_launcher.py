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
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnected
from streamlit import config, runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import serve
from pages.ui import first_visit
from pages.ui.server import guarded, limits
from pages.ui.server.guarded import Guarded
from ppr_core.experiments.files import LARGEST_BYTES
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


# Which modules the pages' own first lines still import after the server has: none.
IMPORTED = textwrap.dedent("""
    import ast, pathlib, sys
    import serve

    lines = [
        line
        for file in pathlib.Path("pages").glob("*.py")
        for line in ast.parse(file.read_text("utf-8")).body
        if isinstance(line, (ast.Import, ast.ImportFrom))
    ]
    known = "scipy.stats", "pages.drawings.ppr_step_by_step"
    print(len(lines) > 50, [name in sys.modules for name in known])
    serve.import_pages()
    before = set(sys.modules)
    for line in lines:
        exec(compile(ast.Module([line], []), "a page", "exec"))
    print([name in before for name in known], set(sys.modules) - before)
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


def test_no_visitor_imports_what_pages_are_made_of() -> None:
    """Two at once could wait for each other's modules, which Python ends with an error on one of the pages."""
    run = subprocess.run([sys.executable, "-c", IMPORTED], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert run.stdout.splitlines() == ["True [False, False]", "[True, True] set()"], run.stdout + run.stderr


def test_answers_carry_the_policy(server: Server) -> None:
    answer = get(server)
    assert answer.status == 200
    for name, value in guarded.HEADERS.items():
        assert answer.getheader(name) == value
    assert "frame-ancestors 'self'" in answer.getheader("content-security-policy")


@pytest.mark.parametrize(("host", "status"), [
    ("", 200), ("localhost:8501", 200), ("192.168.1.7:8501", 200), ("[::1]:8501", 200), ("evil.example", 400),
    ("127.0.0.1.evil.example:8501", 400), ("localhost.evil.example", 400),
])  # fmt: skip
def test_host_must_be_this_machine(server: Server, host: str, status: int) -> None:
    assert get(server, host=host).status == status


def test_names_given_at_the_start_are_known() -> None:
    assert guarded.allowed_host("Lab.Example.org:8501", {"lab.example.org"})
    assert not guarded.allowed_host("lab.example.org.evil:80", {"lab.example.org"})


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
        await Guarded(app, ["localhost"])(scope, None, send)

    in_a_thread(ask("192.168.1.7"))
    in_a_thread(ask("127.0.0.1"))
    assert [message["status"] for message in sent if "status" in message] == [403, 200]


def test_nobody_is_believed_about_an_address(server: Server) -> None:
    """Read as a visitor's, the address of the header would be refused the metrics."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request("GET", guarded.METRICS, headers={"X-Forwarded-For": "192.168.1.7"})
    assert connection.getresponse().status == 200
    connection.close()


@pytest.mark.parametrize(("address", "known"), [
    ("192.168.1.7", "192.168.1.7"), ("::ffff:192.168.1.7", "192.168.1.7"), ("::1", "::1"), ("unknown", "unknown"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("2001:db8:1:2:ffff::", "2001:db8:1:2::"), ("fe80::1", "fe80::"),
])  # fmt: skip
def test_an_address_of_six_is_its_network(address: str, known: str) -> None:
    assert limits.network(address) == known


def test_options_are_looked_up_once_until_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    options, looked = {"theme.base": "light"}, []

    def look(name: str) -> str | None:
        looked.append(name)
        return options.get(name)

    monkeypatch.setattr(config, "get_option", look)
    monkeypatch.setattr(config, "get_options_for_section", lambda section: (looked.append(section), dict(options))[1])
    monkeypatch.setattr(config, "_set_option", lambda name, value, where: options.update({name: value}))
    serve.remember_options()
    for base in ("light", "dark"):
        config._set_option("theme.base", base, "a test")
        looked.clear()
        for _ in range(3):
            assert config.get_option("theme.base") == base == config.get_options_for_section("theme")["theme.base"]
        assert looked == ["theme.base", "theme"]


def test_a_view_of_a_session_holds_what_its_copy_held(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((SafeSessionState, "filtered_state"), (textwrap, "dedent")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # back after this test
    state = SafeSessionState(SessionState(), lambda: None)
    state["chosen"], state["empty"] = 3, None
    copy = state.filtered_state
    serve.shorten_turns()
    view = state.filtered_state
    assert dict(view) == copy == {"chosen": 3, "empty": None} and len(view) == 2
    assert "empty" in view and view["empty"] is None and "absent" not in view
    state["chosen"] = 4
    assert view["chosen"] == 4 and copy["chosen"] == 3


def test_an_address_has_its_share() -> None:
    shares = limits.AddressLimits(visitors=10)
    assert [shares.open_page("10.0.0.1") for _ in range(41)] == [True] * 40 + [False]
    assert shares.open_page("10.0.0.2"), "another address has its own share"
    shares.close_page("10.0.0.1")
    assert shares.open_page("10.0.0.1"), "a page that was closed makes room"
    assert [shares.upload("10.0.0.1", 0.5 * second) for second in range(31)] == [True] * 30 + [False]
    assert shares.upload("10.0.0.2", 15.0) and shares.upload("10.0.0.1", 61.0)


def put(session: str, size: int | str) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"content-length", str(size).encode())]
    path = f"{guarded.UPLOADS}{session}/file"
    return {"type": "http", "method": "PUT", "path": path, "headers": headers, "client": ("10.0.0.1", 1)}


def test_uploads_are_counted_by_session_and_in_all_and_freed() -> None:
    """Files of 5 MB: four fill a session, forty the server; what is removed, or ends with its session, makes room."""
    manager, size, statuses = MemoryUploadedFileManager("/upload"), 5 * 2**20, []

    async def keep(scope, receive, send):
        session = scope["path"].split("/")[-2]
        manager.add_file(session, UploadedFileRec(str(len(statuses)), "name", "text/csv", b"x" * size))
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def send(message):
        statuses.extend([message["status"]] if "status" in message else [])

    def give(session: str, said: int | str = size) -> int:
        in_a_thread(guarded_app(put(session, said), None, send))
        return statuses[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runtime, "get_instance", lambda: SimpleNamespace(_uploaded_file_mgr=manager))
        guarded_app = Guarded(keep, ["localhost"], held=limits.held_uploads)
        assert [give("a") for _ in range(5)] == [204] * 4 + [429]
        assert give("b") == 204, "another session has its own share"
        manager.remove_file("a", "0")
        assert [give("a"), give("a")] == [204, 429]
        assert [give(f"c{place // 4}") for place in range(35)] == [204] * 35
        assert give("d") == 429, "the server is full"
        manager.remove_session_files("a")
        assert give("d") == 204
        assert [give("d", said) for said in ("", "-1", "1e3", "9" * 30)] == [411] * 4, "a size that is none"


def test_uploads_on_their_way_count_too_and_a_small_one_counts_for_something() -> None:
    uploads = limits.UploadLimits(lambda session: (0, 0))
    assert [uploads.begin("a", 5 * 2**20) for _ in range(5)] == [True] * 4 + [False]
    uploads.end("a", 5 * 2**20)
    assert uploads.begin("a", 5 * 2**20) and not uploads.begin("a", 0)
    assert sum(uploads.begin("b", 0) for _ in range(6000)) == limits.SESSION_BYTES // limits.SMALLEST_BYTES
    assert config.get_option("server.maxUploadSize") * 2**20 > LARGEST_BYTES + 10_000  # and a head


ANSWERING = """
    import asyncio, resource, sys, uvicorn
    from pages.ui.server import connections

    connections.HEAD_SECONDS, connections.BODY_SECONDS = 0.5, 1.0
    files = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    most = connections.most_connections(20) if sys.argv[2] == "few" else 1e9

    async def app(scope, receive, send):
        if scope["method"] == "PUT":
            while (await receive()).get("more_body"):
                pass
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def serve():
        asyncio.get_running_loop().set_exception_handler(connections.report)
        protocol = connections.with_deadlines(most)
        settings = uvicorn.Config(app, port=0, log_level="critical", http=protocol, timeout_keep_alive=60)
        server = uvicorn.Server(settings)
        task = asyncio.ensure_future(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        print(server.servers[0].sockets[0].getsockname()[1], flush=True)
        await task

    asyncio.run(serve())
"""


@contextmanager
def answering(files: int, most: str = "few") -> Iterator[tuple[int, subprocess.Popen]]:
    """The port of a server whose requests must arrive within a second, and its process."""
    command = [sys.executable, "-c", textwrap.dedent(ANSWERING), str(files), most]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield int(process.stdout.readline()), process
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1234"])
def test_a_request_that_is_never_finished_is_ended(begun: bytes) -> None:
    with answering(500) as (port, _), socket.create_connection(("127.0.0.1", port), timeout=60) as half:
        half.sendall(begun)
        with suppress(ConnectionResetError):
            assert half.recv(1) == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_connection_that_is_used_again_is_kept_and_its_second_request_has_its_own_time() -> None:
    with (
        answering(500) as (port, _),
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection,
    ):
        for method in ("GET", "PUT", "GET"):
            connection.request(method, "/", body=b"12" if method == "PUT" else None)
            assert connection.getresponse().read() == b"ok"
            time.sleep(1.5)  # longer than a head may take: who sends nothing is not late
        connection.sock.sendall(b"GET /")
        with suppress(ConnectionResetError):
            assert connection.sock.recv(1) == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("most", ["few", "any"])
def test_at_the_limit_of_open_files_the_log_has_a_line_and_no_tracebacks(most: str) -> None:
    with ExitStack() as stack:
        port, process = stack.enter_context(answering(80, most))
        for _ in range(300):
            with suppress(OSError):
                stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
        assert _status(port) == 200, "those who sent nothing are gone, and others are served"
        process.kill()
        log = process.stderr.read()
    assert "Traceback" not in log and 1 <= len(log.splitlines()) <= 2, log


def _status(port: int) -> int:
    """The answer to a visitor who tries again for a minute while there is no room."""
    last = time.monotonic() + 60
    while True:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as visitor:
            try:
                visitor.request("GET", "/")
                return visitor.getresponse().status
            except ConnectionError:
                if time.monotonic() > last:
                    raise
                time.sleep(0.5)


def test_pages_beyond_the_share_are_refused_and_closed_ones_counted_back() -> None:
    """An application whose sockets stay open until they are told."""
    sent, ends = [], []

    async def app(scope, receive, send):
        await receive()

    async def play() -> None:
        guarded_app, told = Guarded(app, ["localhost"], visitors=0), asyncio.Event()

        async def send(message):
            sent.append(message["type"])

        async def receive():
            await told.wait()
            ends.append(1)

        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [(b"host", b"localhost")]}
        scope["client"] = ("192.168.1.7", 1)
        pages = [asyncio.ensure_future(guarded_app(scope, receive, send)) for _ in range(21)]
        await asyncio.sleep(0)
        told.set()
        await asyncio.gather(*pages)
        await guarded_app(scope, receive, send)

    in_a_thread(play())
    assert sent == ["websocket.close"] and len(ends) == 21


@pytest.mark.parametrize(("error", "passed_on"), [(WebSocketDisconnected("gone"), False), (RuntimeError("ours"), True)])
def test_a_visitor_who_leaves_while_something_is_sent_is_no_error(error: Exception, passed_on: bool) -> None:
    async def app(scope, receive, send):
        raise error

    guarded_app = Guarded(app, ["localhost"], quiet_seconds=0)
    scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [(b"host", b"localhost")]}
    with pytest.raises(RuntimeError, match="ours") if passed_on else nullcontext():
        in_a_thread(guarded_app(scope, None, None))
    assert guarded_app._limits.nobody


def test_memory_is_given_back_once_nobody_has_been_there_for_a_while() -> None:
    empty = []

    async def app(scope, receive, send):
        await receive()

    async def play() -> None:
        guarded_app = Guarded(app, ["localhost"], empty=lambda: empty.append(1), quiet_seconds=0)
        first, second = asyncio.Event(), asyncio.Event()
        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": [(b"host", b"localhost")]}
        pages = [asyncio.ensure_future(guarded_app(scope, end.wait, None)) for end in (first, second)]
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
    moved = [first_visit.move_all("", server.port, (page,)) for page in ("bit_cost", "glossary", "nowhere")]
    assert moved[0] >= 10 and moved[1:] == [0, 0], "a page without a slider is not moved"
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
