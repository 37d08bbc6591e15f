"""The server's own visit to each of its pages, so that nobody in the room is the first.

A first visitor waits for modules, for compiled loops, and for what is made once a server: the forms of charts, the
grids of sliders, the results of a page's own settings.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from pages.ui.navigation import START

__all__ = ["PAGES", "visit_all"]

PAGES = ("", *sorted({path.stem for path in Path(__file__).resolve().parents[1].glob("*.py")} - {START}))
_PATIENCE_SECONDS = 60.0  # for the server to listen, and for each page
_LOG = logging.getLogger(__name__)


def visit_all(address: str, port: int, pages: Iterable[str] = PAGES) -> int:
    """Open each page once over Streamlit's own protocol, one after the other; how many could be drawn to the end.

    address, port: where the server listens, or soon will; "" is this machine. pages: names as in their addresses, ""
    for the first. A page that cannot be drawn is logged and left out, nothing is raised.
    """
    host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    url = f"ws://{f'[{host}]' if ':' in host else host}:{port}/_stcore/stream"
    drawn = 0
    for page in pages:
        try:
            with _connected(url) as stream:
                _draw(stream, page)
        except (LookupError, OSError, TimeoutError, WebSocketException) as error:
            _LOG.warning("The page %s could not be opened ahead: %s", page or START, error)
        else:
            drawn += 1
    return drawn


def _connected(url: str) -> ClientConnection:
    """A connection, as soon as the server listens."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return connect(url, subprotocols=["streamlit"], max_size=None, proxy=None)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _draw(stream: ClientConnection, page: str) -> None:
    """Ask for a page and wait until it is drawn."""
    wanted = BackMsg()
    wanted.rerun_script.page_name = page
    stream.send(wanted.SerializeToString())
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        message = ForwardMsg.FromString(stream.recv(timeout=until - time.monotonic(), decode=False))
        if message.WhichOneof("type") == "page_not_found":
            raise LookupError("the lab has no such page")
        ended = message.WhichOneof("type") == "script_finished"
        if ended and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return
