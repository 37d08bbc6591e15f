"""Serve the lab: Streamlit's own server, with what a room full of visitors needs around it.

    python serve.py --address 0.0.0.0 --port 8501 --visitors 200 --hosts lab.example.org

Raises the limit on open files, keeps Streamlit from asking an outside address for its own, answers only for this
machine's names, with headers that keep the pages to themselves, and gives memory back when all have left. Nothing is
imported outside the functions, because worker processes read this file too.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = [
    "absent_scheduler", "collect_rarely", "few_arenas", "give_back", "import_pages", "main", "open_files",
    "pin_addresses", "remember_options", "shorten_turns",
]  # fmt: skip

VISITORS = 200  # expected, where nobody says how many
FILES_OF_A_VISITOR = 16  # connections of one browser while it loads a page
FILES_OF_THE_SERVER = 200
ARENAS = 2  # heaps of the C library, of which every thread would have one of its own
_TEXTS = 512  # remembered with what became of them; a page has about twenty
_COLLECTIONS = 10_000, 20, 50  # new objects, then how many collections of one generation to one of the next
_M_ARENA_MAX = -8  # malloc.h
WITHOUT_NUMBA = "numba is not installed (requirements-fast.txt): everything works, encoders are slower."


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


def absent_scheduler(address: str) -> str:
    """What to print where runs shall be computed by a scheduler that cannot be asked; "" where it can, or need not."""
    import socket
    from urllib.parse import urlsplit

    if not address:
        return ""
    if not importlib.util.find_spec("distributed"):
        return "A cluster needs the package distributed (requirements-cluster.txt); runs are computed on this machine."
    try:
        parts = urlsplit(address)
        socket.create_connection((parts.hostname, parts.port or 8786), timeout=2).close()
    except (OSError, ValueError):
        return f"No scheduler answers at {address}: runs are computed on this machine until one does."
    return ""


def remember_options() -> None:
    """Streamlit looks an option up anew for every message and every widget, and for the colours of a page goes through
    all options six times a run: what is looked up is remembered until an option is set."""
    from functools import cache

    from streamlit import config

    option, section, change = cache(config.get_option), cache(config.get_options_for_section), config._set_option

    def set_option(*given: Any) -> None:
        change(*given)
        option.cache_clear()
        section.cache_clear()

    config.get_option, config.get_options_for_section, config._set_option = option, section, set_option


def shorten_turns() -> None:
    """Spare every turn what Streamlit does for other apps: a box or a menu copied all values of its session to look up
    its own, and the margins of each text were looked for anew for every visitor who reads it."""
    import textwrap
    from collections.abc import Iterator, Mapping
    from functools import lru_cache

    from streamlit.runtime.state.safe_session_state import SafeSessionState

    copied = SafeSessionState.filtered_state.fget

    class Values(Mapping[str, Any]):
        def __init__(self, state: SafeSessionState) -> None:
            self._state = state

        def __getitem__(self, key: str) -> Any:
            return self._state[key]

        def __iter__(self) -> Iterator[str]:
            return iter(copied(self._state))

        def __len__(self) -> int:
            return len(copied(self._state))

    SafeSessionState.filtered_state = property(Values)
    textwrap.dedent = lru_cache(maxsize=_TEXTS)(textwrap.dedent)


def few_arenas() -> None:
    """Let threads share heaps, here and in worker processes: each visitor's turn runs in a new thread, and the little
    that stays of it holds the rest of its heap. glibc only; before the first thread."""
    import ctypes

    if os.environ.setdefault("MALLOC_ARENA_MAX", str(ARENAS)) == str(ARENAS) and sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library has no such function
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)


def collect_rarely() -> None:
    """Leave what is loaded by now out of every search for garbage, and search once for many new objects: a search of
    all sessions keeps all visitors waiting for a third of a second, and took a tenth of the server's time."""
    import gc

    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTIONS)


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


def import_pages() -> None:
    """Import what the pages are made of, before the first visitor.

    Sessions are threads. Two that import parts of one package for the first time can wait for each other, one for the
    package and one for the part; Python ends that with an error, which a visitor would see instead of the page.
    """
    import pkgutil

    for room in ("ppr_core.experiments", "pages.ui", "pages.drawings"):
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            importlib.import_module(module.name)


def _opening() -> tuple[frozenset[str], bytes]:
    """The paths of the pages, and the HTML that a visit to them begins with: Streamlit's own, told two things.

    Where its server is: otherwise the browser looks for it below the page first; all pages stand in one folder, as
    their files expect. How wide the navigation is: a fresh server's first page draws it before it says so.
    """
    from streamlit import file_util

    from pages.ui import navigation

    where = "window.__streamlit = {BACKEND_BASE_URL: new URL('.', location.href).href};"
    width = f"try {{ localStorage.sidebarWidth ??= '{navigation.WIDTH}' }} catch {{}}"
    told = f"<head><script>{where} {width}</script>".encode()
    html = Path(file_util.get_static_dir(), "index.html").read_bytes().replace(b"<head>", told, 1)
    return frozenset(f"/{navigation.path_of(name)}" for name in navigation.names()), html


def _guard_server(hosts: Iterable[str], visitors: int) -> None:
    """Put `Guarded` around the application of the server that Streamlit starts, and deadlines on its connections."""
    import asyncio
    import socket

    from streamlit.web.server.starlette import starlette_server

    from pages.drawings.classroom import news
    from pages.ui.server import connections, guarded, limits, sending

    make, settings = starlette_server.create_starlette_app, starlette_server._get_uvicorn_config_kwargs
    machine = socket.gethostname()
    names = ("localhost", machine, f"{machine}.local", *hosts)

    def told(code: str) -> str:
        from pages.drawings.classroom import phone

        return phone.told(code)

    def counted(code: str, count: int) -> None:
        from pages.ui import rooms

        rooms.count_listening(code, count)

    def make_guarded(runtime: Any) -> Any:
        asyncio.get_running_loop().set_exception_handler(connections.report)
        import_pages()  # before it listens
        collect_rarely()
        beside = news.PATH, news.News(told, counted)
        held, opening = limits.held_uploads, _opening()
        return guarded.Guarded(make(runtime), names, visitors, give_back, held=held, beside=beside, opening=opening)

    starlette_server.create_starlette_app = make_guarded
    protocol = connections.with_deadlines(connections.most_connections(FILES_OF_THE_SERVER))
    kinds = {"http": protocol, "ws": sending.Gathering}
    starlette_server._get_uvicorn_config_kwargs = lambda: {**settings(), **kinds}
    sending.send_together()


def _open_ahead(address: str, port: int | None) -> None:
    """Visit each page before a class does, then move the sliders that it will move first."""
    from streamlit import config

    from pages.ui.first_visit import move_all, visit_all

    port = port or config.get_option("server.port")
    pages = visit_all(address, port)
    print(f"{pages} pages have been opened ahead: nobody waits for what a first visitor would.", flush=True)
    moves = move_all(address, port)
    print(f"{moves} moves have been made ahead: a class finds the results of each page's first slider.", flush=True)


def main() -> None:
    """Read the options and serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--address", default="", help="where to listen; this machine alone by default")
    parser.add_argument("--port", type=int, help="8501 by default")
    parser.add_argument(
        "--visitors",
        type=int,
        help=f"how many are expected at once ({VISITORS}); given, all pages are opened and moved ahead",
    )
    parser.add_argument("--scheduler", default="", help="a Dask scheduler that computes the runs, tcp://host:8786")
    parser.add_argument("--hosts", default="", help="further names of this server, separated by commas")
    parser.add_argument(
        "--proxies", default="", help="addresses or networks of proxies whose X-Forwarded-For is believed; none"
    )
    options = parser.parse_args()
    hosts = [name.strip() for name in options.hosts.split(",") if name.strip()]
    visitors = options.visitors or VISITORS
    if sentence := open_files(visitors):
        print(sentence, file=sys.stderr, flush=True)
    if not importlib.util.find_spec("numba"):
        print(WITHOUT_NUMBA, file=sys.stderr, flush=True)
    if options.scheduler:
        os.environ["PPR_SCHEDULER"] = options.scheduler
    if sentence := absent_scheduler(os.environ.get("PPR_SCHEDULER", "")):
        print(sentence, file=sys.stderr, flush=True)
    os.environ["FORWARDED_ALLOW_IPS"] = options.proxies  # uvicorn's; by default it believes whatever this machine sends
    os.environ["PPR_VISITORS"] = str(visitors)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # a run has a process of its own; waiting threads would take cores
    few_arenas()
    pin_addresses()
    remember_options()
    shorten_turns()
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
