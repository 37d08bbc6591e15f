"""Serve the lab: Streamlit's own server, with what a room full of visitors needs around it.

    python serve.py --address 0.0.0.0 --port 8501 --visitors 200 --hosts lab.example.org

Raises the limit on open files, keeps Streamlit from asking an outside address for its own, answers only for this
machine's names, with headers that keep the pages to themselves, and gives memory back when all have left. Nothing is
imported outside the functions, because worker processes read this file too.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["Guarded", "Limits", "allowed_host", "few_arenas", "give_back", "main", "open_files", "pin_addresses"]

VISITORS = 200  # expected, where nobody says how many
FILES_OF_A_VISITOR = 16  # connections of one browser while it loads a page
FILES_OF_THE_SERVER = 200
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss: data: blob:; "
        "worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
    ),
    "x-frame-options": "SAMEORIGIN",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
METRICS = "/_stcore/metrics"
MINUTE = 60.0
QUIET_SECONDS = 130.0  # without a visitor; Streamlit keeps a session for 120 s, in case its browser comes back
ARENAS = 2  # heaps of the C library, of which every thread would have one of its own
_M_ARENA_MAX = -8  # malloc.h
WITHOUT_NUMBA = "numba is not installed (requirements-fast.txt): everything works, encoders are slower."
LOOPBACK = ("127.0.0.1", "::1")


def open_files(visitors: int) -> str:
    """Raise the soft limit on open files to the hard one; the sentence to print if even that is too low, or ""."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = FILES_OF_A_VISITOR * visitors + FILES_OF_THE_SERVER
    unlimited = hard == resource.RLIM_INFINITY
    wanted = max(needed, 65_536) if unlimited else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):  # macOS has a lower limit of its own
            wanted = soft
        soft = wanted
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return ""
    room = max(0, (soft - FILES_OF_THE_SERVER) // FILES_OF_A_VISITOR)
    return (
        f"This system allows {soft} open files: enough for {room} visitors at once, not for {visitors}, who need "
        f"{needed}. Raise the hard limit, for example with: ulimit -Hn {needed}"
    )


def pin_addresses() -> None:
    """Streamlit would ask an outside server for this machine's address, and every visitor would wait for it."""
    from streamlit import net_util

    net_util._external_ip = "127.0.0.1"


def allowed_host(host: str, names: Iterable[str]) -> bool:
    """Whether a request's Host header names this machine.

    Every address written in numbers does; a name must be known, so that no foreign page can give the lab a name of
    its own and then read it.
    """
    import ipaddress

    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name.lower().rstrip(".") in names
    return True


class Limits:
    """What one address may take: open pages, and uploads a minute. A class behind one router has one address, so both
    grow with the visitors that are expected."""

    def __init__(self, visitors: int) -> None:
        self._most_pages, self._most_uploads = 2 * visitors + 20, visitors + 20
        self._pages: Counter[str] = Counter()
        self._uploads: dict[str, list[float]] = {}

    def open_page(self, address: str) -> bool:
        """Whether there is room for one more; `close_page` gives it back."""
        if self._pages[address] >= self._most_pages:
            return False
        self._pages[address] += 1
        return True

    def close_page(self, address: str) -> None:
        self._pages[address] -= 1
        if not self._pages[address]:
            del self._pages[address]

    @property
    def nobody(self) -> bool:
        """Whether no page is open."""
        return not self._pages

    def upload(self, address: str, now: float) -> bool:
        """Whether one more is allowed at this time, in seconds."""
        for known in [known for known, times in self._uploads.items() if now - times[-1] >= MINUTE]:
            del self._uploads[known]
        times = [then for then in self._uploads.get(address, []) if now - then < MINUTE]
        if len(times) >= self._most_uploads:
            return False
        self._uploads[address] = [*times, now]
        return True


class Guarded:
    """An ASGI application behind the checks of Host, the limits of an address and the headers of every answer; metrics
    only on this machine. empty(): called when nobody has been there for ``quiet_seconds``."""

    def __init__(
        self,
        app: Any,
        names: Iterable[str],
        visitors: int = 200,
        empty: Callable[[], None] = lambda: None,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        self._app, self._names, self._limits = app, frozenset(name.lower() for name in names), Limits(visitors)
        self._empty, self._quiet_seconds = empty, quiet_seconds
        self._quiet: Any = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        host = next((value.decode("latin-1") for key, value in scope["headers"] if key == b"host"), "")
        if not allowed_host(host, self._names):
            await _refuse(scope, send, 400, "This address is not one of the lab's. Start it with HOSTS=<name>.")
        elif scope["path"].startswith(METRICS) and address not in LOOPBACK:
            await _refuse(scope, send, 403, "Metrics can be read on the server itself.")
        elif scope["type"] == "websocket":
            if not self._limits.open_page(address):
                await _refuse(scope, send, 429, "")
                return
            try:
                with suppress(_left()):  # while something was being sent: no error
                    await self._app(scope, receive, _with_headers(send))
            finally:
                self._limits.close_page(address)
                self._wait_for_quiet()
        elif scope.get("method") == "PUT" and not self._limits.upload(address, time.monotonic()):
            await _refuse(scope, send, 429, "Too many files from this address within a minute; try again later.")
        else:
            await self._app(scope, receive, _with_headers(send))

    def _wait_for_quiet(self) -> None:
        import asyncio

        if self._quiet is not None:
            self._quiet.cancel()
        self._quiet = asyncio.get_running_loop().call_later(self._quiet_seconds, self._look)

    def _look(self) -> None:
        if self._limits.nobody:
            self._empty()


def _left() -> type[Exception]:
    """What is raised to whoever still talks to a visitor who has gone."""
    from starlette.websockets import WebSocketDisconnected

    return WebSocketDisconnected


def few_arenas() -> None:
    """Let threads share heaps, here and in worker processes: each visitor's turn runs in a new thread, and the little
    that stays of it holds the rest of its heap. glibc only; before the first thread."""
    import ctypes

    if os.environ.setdefault("MALLOC_ARENA_MAX", str(ARENAS)) == str(ARENAS) and sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library has no such function
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)


def give_back() -> None:
    """Forget the sessions whose browsers have not come back, and return their memory to the system.

    Streamlit lets go of a session when a later one ends, Python of what refers to itself when it makes more, and the
    allocator of C keeps what is freed: once all have left, none of these happens.
    """
    import ctypes
    import gc

    from streamlit import runtime

    runtime.get_instance()._session_mgr._session_storage._cache.expire()
    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library has no such function
            ctypes.CDLL(None).malloc_trim(0)


def _with_headers(send: Any) -> Any:
    async def sent(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            given = {key.lower() for key, _ in message["headers"]}
            more = [(key.encode(), value.encode()) for key, value in HEADERS.items() if key.encode() not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sent


async def _refuse(scope: dict[str, Any], send: Any, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})


def _guard_server(hosts: Iterable[str], visitors: int) -> None:
    """Put `Guarded` around the application of the server that Streamlit starts."""
    import socket

    from streamlit.web.server.starlette import starlette_server

    make, machine = starlette_server.create_starlette_app, socket.gethostname()
    names = ("localhost", machine, f"{machine}.local", *hosts)
    starlette_server.create_starlette_app = lambda runtime: Guarded(make(runtime), names, visitors, give_back)


def _open_ahead(address: str, port: int | None) -> None:
    """Visit each page before a class does."""
    from streamlit import config

    from pages.ui.first_visit import visit_all

    pages = visit_all(address, port or config.get_option("server.port"))
    print(f"{pages} pages have been opened ahead: nobody waits for what a first visitor would.", flush=True)


def main() -> None:
    """Read the options and serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--address", default="", help="where to listen; this machine alone by default")
    parser.add_argument("--port", type=int, help="8501 by default")
    parser.add_argument(
        "--visitors", type=int, help=f"how many are expected at once ({VISITORS}); given, all pages are opened ahead"
    )
    parser.add_argument("--scheduler", default="", help="a Dask scheduler that computes the runs, tcp://host:8786")
    parser.add_argument("--hosts", default="", help="further names of this server, separated by commas")
    options = parser.parse_args()
    hosts = [name.strip() for name in options.hosts.split(",") if name.strip()]
    visitors = options.visitors or VISITORS
    if sentence := open_files(visitors):
        print(sentence, file=sys.stderr, flush=True)
    if not importlib.util.find_spec("numba"):
        print(WITHOUT_NUMBA, file=sys.stderr, flush=True)
    if options.scheduler:
        os.environ["PPR_SCHEDULER"] = options.scheduler
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # a run has a process of its own; waiting threads would take cores
    few_arenas()
    pin_addresses()
    _guard_server(hosts, visitors)
    if options.visitors:
        threading.Thread(target=_open_ahead, args=(options.address, options.port), daemon=True).start()

    from streamlit.web import cli

    settings = {"server.address": options.address, "server.port": options.port, "browser.serverAddress": hosts[:1]}
    flags = [part for name, value in settings.items() if value for part in (f"--{name}", *_texts(value))]
    sys.argv = ["streamlit", "run", str(Path(__file__).resolve().parent / "app.py"), *flags]
    cli.main()


def _texts(value: Any) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]


if __name__ == "__main__":
    main()
