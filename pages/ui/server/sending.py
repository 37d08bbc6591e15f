"""What a page's run says to its browser goes there together.

A run makes some eighty messages. Streamlit wakes the server's loop for each of them three times and writes each to the
network by itself, which took a third of the server's time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocketDisconnect
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["Gathering", "send_together"]

_GATHER_SECONDS = 0.002  # what follows a message so soon goes along with it
_LOG = logging.getLogger(__name__)


def send_together() -> None:
    """Let Streamlit's sessions hand events to the server's loop, and their clients messages to the network, as many at
    once as there are. Their order stays."""
    AppSession._on_scriptrunner_event = _note
    Runtime._enqueued_some_message = _wake
    StarletteSessionClient._sender = _send


class Gathering(WebSocketsSansIOProtocol):
    """Uvicorn's protocol of WebSockets, which writes once what it writes within one turn of the loop."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(_Gathered(transport, self.loop))


class _Gathered:
    """A transport whose writes wait for the end of the loop's turn."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        data, self._parts = b"".join(self._parts), []
        if data and not self._transport.is_closing():  # the browser may have left within the turn
            self._transport.write(data)


def _note(session: AppSession, *event: Any, **told: Any) -> None:
    """Called in the script's thread: an event of its run waits for the loop, which is woken for the first one."""
    waiting = session.__dict__.setdefault("_events_waiting", deque())
    waiting.append((event, told))
    if not getattr(session, "_events_due", False):
        _hand_over(session)


def _hand_over(session: AppSession) -> None:
    session._events_due = True
    session._call_soon_on_event_loop(lambda: _handle(session))


def _handle(session: AppSession) -> None:
    """In the loop: all events that wait. From the first line on, a later one wakes the loop again."""
    session._events_due = False
    waiting = session._events_waiting
    try:
        while waiting:
            event, told = waiting.popleft()
            session._handle_scriptrunner_event_on_event_loop(*event, **told)
    finally:
        if waiting:  # one of them failed, which is the loop's to report
            _hand_over(session)


def _wake(runtime: Runtime) -> None:
    """Something waits to be sent: most often the loop itself says so."""
    objects = runtime._get_async_objs()
    if objects.need_send_data.is_set():
        return
    if asyncio._get_running_loop() is objects.eventloop:
        objects.need_send_data.set()
    else:
        objects.eventloop.call_soon_threadsafe(objects.need_send_data.set)


async def _send(client: StarletteSessionClient) -> None:
    """Messages of a session, in order, until its browser has left."""
    queue, stream = client._send_queue, client._websocket
    try:
        with suppress(WebSocketDisconnect):
            while True:
                messages = [await queue.get()]
                await asyncio.sleep(_GATHER_SECONDS)
                while not queue.empty():
                    messages.append(queue.get_nowait())
                for message in messages:
                    await stream.send_bytes(message)
    except Exception:
        _LOG.exception("A message could not be sent")
    finally:
        client._closed.set()
