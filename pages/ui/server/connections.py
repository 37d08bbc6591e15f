"""Connections to the server: a request arrives in time or not at all, and there are never more than files allow."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

__all__ = ["most_connections", "report", "with_deadlines"]

HEAD_SECONDS, BODY_SECONDS = 20.0, 90.0  # a file of 5 MB at half a megabit a second
_SILENT_SECONDS = 60.0  # between two lines of the log about the same
_LOG = logging.getLogger(__name__)
_TOLD: dict[str, float] = {}  # sentence -> when it was logged last


def most_connections(spare: int) -> float:
    """How many connections the limit on open files has room for, beside ``spare`` files of the server's own."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return math.inf
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else max(soft - spare, soft // 2)


def with_deadlines(most: float) -> type[asyncio.Protocol]:
    """Uvicorn's protocol for connections whose requests must arrive in time, and of which there are at most so many."""

    class Punctual(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # chosen by uvicorn when it is imported
        """A connection that is closed when its request's head or body is late."""

        _waits_for = ""
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            if len(self.connections) >= most:
                self.transport = transport
                _log("There are as many connections as this process may have open files for; new ones are closed.")
                transport.abort()
                return
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._wait_for("")

        def _watch(self) -> None:
            cycle = self.cycle
            if self.transport.is_closing() or self.transport.get_protocol() is not self:  # it is a WebSocket's now
                self._wait_for("")
            elif cycle is not None and cycle.more_body:
                self._wait_for("body")
            elif cycle is None or cycle.response_complete:
                self._wait_for("head")
            else:
                self._wait_for("")

        def _wait_for(self, part: str) -> None:
            if part != self._waits_for and self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if part and self._timer is None:
                self._timer = self.loop.call_later(HEAD_SECONDS if part == "head" else BODY_SECONDS, self._end)
            self._waits_for = part

        def _end(self) -> None:
            if self.transport.get_protocol() is self:
                self.transport.abort()

    return Punctual


def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The loop's errors, as ever; but no traceback for each connection that there is no file left for."""
    if "accept() out of system resource" in context.get("message", ""):
        _log(
            "This process has no file left for a new connection; it tries again in a second. Raise the limit: ulimit -n"
        )
    else:
        loop.default_exception_handler(context)


def _log(sentence: str) -> None:
    now = time.monotonic()
    if now - _TOLD.get(sentence, -math.inf) >= _SILENT_SECONDS:
        _TOLD[sentence] = now
        _LOG.warning(sentence)
