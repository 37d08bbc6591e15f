"""What phones hear at once: the round that is open now, by a WebSocket beside the one of the page.

A phone that waited for its page's next refresh would learn of a new round up to 20 s late, and a refresh of two hundred
pages at once takes the server seconds. So the round's words are made once and sent to all who listen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

__all__ = ["PATH", "News"]

PATH = "/classroom-news/"
_LOOK_SECONDS = 0.25
_COUNT_SECONDS = 1.0


class News:
    """An ASGI application: who connects to `PATH` and a room's code is sent what is told of it, now and at each change.

    told(code): the text of now, "" where nothing can be said; counted(code, count): so many listen, every second. Both
    may wait, and run beside the event loop.
    """

    def __init__(self, told: Callable[[str], str], counted: Callable[[str, int], None]) -> None:
        self._told, self._counted = told, counted
        self._waiting: dict[str, set[asyncio.Queue[str]]] = {}
        self._last: dict[str, str] = {}
        self._watch: asyncio.Task[None] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        code = scope["path"].partition(PATH)[2]
        await receive()
        first = await asyncio.to_thread(self._told, code)
        if not first:
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        queue: asyncio.Queue[str] = asyncio.Queue()
        queue.put_nowait(self._last.setdefault(code, first))
        self._waiting.setdefault(code, set()).add(queue)
        if self._watch is None:
            self._watch = asyncio.ensure_future(self._look())
        sending = asyncio.ensure_future(_forward(queue, send))
        try:
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            sending.cancel()
            self._waiting[code].discard(queue)
            if not self._waiting[code]:
                del self._waiting[code], self._last[code]

    async def _look(self) -> None:
        """While anybody listens."""
        counted = 0.0
        while self._waiting:
            await asyncio.sleep(_LOOK_SECONDS)
            counting = time.monotonic() - counted >= _COUNT_SECONDS
            counted = time.monotonic() if counting else counted
            for code in list(self._waiting):
                if counting:
                    await asyncio.to_thread(self._counted, code, len(self._waiting.get(code, ())))
                text = await asyncio.to_thread(self._told, code)
                if text and code in self._last and text != self._last[code]:
                    self._last[code] = text
                    for queue in self._waiting[code]:
                        queue.put_nowait(text)
        self._watch = None


async def _forward(queue: asyncio.Queue[str], send: Any) -> None:
    with suppress(Exception):  # of a connection that has just ended
        while True:
            await send({"type": "websocket.send", "text": await queue.get()})
