"""The server's own visit to each of its pages, so that nobody in the room is the first.

A first visitor waits for modules, for compiled loops, and for what is made once a server: the forms of charts, the
grids of sliders, the results of a page's own settings. A class then moves the page's first slider, all at one moment to
all of its stops: these runs are at hand as well, once the server has moved there itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from pages.ui.navigation import START

__all__ = ["PAGES", "move_all", "visit_all"]

PAGES = ("", *sorted({path.stem for path in Path(__file__).resolve().parents[1].glob("*.py")} - {START}))
_PATIENCE_SECONDS = 60.0  # for the server to listen, and for each page
_LOOK_SECONDS = 0.5
_LOG = logging.getLogger(__name__)


def visit_all(address: str, port: int, pages: Iterable[str] = PAGES) -> int:
    """Open each page once over Streamlit's own protocol, one after the other; how many could be drawn to the end.

    address, port: where the server listens, or soon will; "" is this machine. pages: names as in their addresses, ""
    for the first. A page that cannot be drawn is logged and left out, nothing is raised.
    """
    return sum(_each(address, port, pages, lambda visit: 1))


def move_all(address: str, port: int, pages: Iterable[str] = PAGES) -> int:
    """Move the first slider of each page to all of its stops, one after the other; how many moves were drawn.

    address, port, pages: as of `visit_all`. A page that cannot be drawn is logged, its moves are not counted.
    """
    return sum(_each(address, port, pages, _Visit.move_everywhere))


def _each(address: str, port: int, pages: Iterable[str], act: Callable[[_Visit], int]) -> Iterator[int]:
    """What is done on each page that could be drawn to the end."""
    host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    url = f"ws://{f'[{host}]' if ':' in host else host}:{port}/_stcore/stream"
    for page in pages:
        try:
            with _connected(url) as stream:
                visit = _Visit(stream, page)
                visit.draw()
                done = act(visit)
        except (LookupError, OSError, TimeoutError, WebSocketException) as error:
            _LOG.warning("The page %s could not be opened ahead: %s", page or START, error)
        else:
            yield done


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


class _Visit:
    """What a browser tab keeps of a page: its address, its first slider and the part that a move draws again."""

    def __init__(self, stream: ClientConnection, page: str) -> None:
        self._stream, self._page = stream, page
        self._hash = self._query = self._fragment = ""
        self._progress = ""  # the part that asks to be drawn again while a run goes on
        self._slider: Slider | None = None

    def move_everywhere(self) -> int:
        """The slider to all of its stops; how many there are."""
        if self._slider is None:
            return 0
        for stop in self._slider.options:
            moved = WidgetStates()
            moved.widgets.add(id=self._slider.id).string_array_value.data.append(stop)
            self._progress, until = "", time.monotonic() + _PATIENCE_SECONDS
            self.draw(self._fragment, moved)
            while self._progress and time.monotonic() < until:
                time.sleep(_LOOK_SECONDS)
                self.draw(self._progress, moved)
        return len(self._slider.options)

    def draw(self, fragment: str = "", moved: WidgetStates | None = None) -> None:
        """Ask for the page, or a part of it, and wait until it is drawn."""
        wanted = BackMsg()
        rerun = wanted.rerun_script
        rerun.page_name = "" if self._hash else self._page
        rerun.page_script_hash, rerun.query_string, rerun.fragment_id = self._hash, self._query, fragment
        if moved is not None:
            rerun.widget_states.CopyFrom(moved)
        self._stream.send(wanted.SerializeToString())
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            message = ForwardMsg.FromString(self._stream.recv(timeout=until - time.monotonic(), decode=False))
            kind = message.WhichOneof("type")
            if kind == "page_not_found":
                raise LookupError("the lab has no such page")
            if kind == "new_session" and not message.metadata.run.fragment_ids:
                self._progress = ""
            elif kind == "navigation":
                self._hash = message.navigation.page_script_hash
            elif kind == "page_info_changed":
                self._query = message.page_info_changed.query_string
            elif kind == "auto_rerun":
                self._progress = message.auto_rerun.fragment_id
            elif kind == "delta" and self._slider is None and message.delta.new_element.HasField("slider"):
                self._slider, self._fragment = message.delta.new_element.slider, message.delta.fragment_id
            elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return
