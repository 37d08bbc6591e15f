"""Messages on their way to a browser: together, in order, and none of them lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from pages.ui.server import sending


class Session:
    """As much of Streamlit's session as hands events over; an event is a number, and ``None`` fails."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self.woken, self.handled = loop, 0, []

    def _call_soon_on_event_loop(self, call: Callable[[], None]) -> None:
        self.woken += 1
        self._loop.call_soon_threadsafe(call)

    def _handle_scriptrunner_event_on_event_loop(self, sender: Any, event: int | None, *, of: str) -> None:
        assert event is not None
        self.handled.append((of, event))


def test_events_of_two_threads_keep_their_order_and_wake_the_loop_seldom() -> None:
    count = 300

    async def act() -> Session:
        session = Session(asyncio.get_running_loop())

        def note(of: str) -> None:
            for event in range(count):
                sending._note(session, None, event, of=of)

        threads = [threading.Thread(target=note, args=(of,)) for of in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:  # the loop is busy meanwhile
            thread.join()
        await asyncio.sleep(0)
        return session

    session = asyncio.run(act())
    for of in "ab":
        assert [event for origin, event in session.handled if origin == of] == list(range(count))
    assert session.woken <= 2, "once for both threads, or once for each if they begin at one moment"


def test_an_event_that_fails_takes_no_other_with_it() -> None:
    async def act() -> tuple[Session, list[BaseException]]:
        loop, failures = asyncio.get_running_loop(), []
        loop.set_exception_handler(lambda loop, context: failures.append(context["exception"]))
        session = Session(loop)
        for event in (1, None, 2, 3):
            sending._note(session, None, event, of="a")
        for _ in range(3):
            await asyncio.sleep(0)
        sending._note(session, None, 4, of="a")
        await asyncio.sleep(0)
        return session, failures

    session, failures = asyncio.run(act())
    assert [event for _, event in session.handled] == [1, 2, 3, 4] and len(failures) == 1


class Transport:
    """What reaches the network, write by write."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.written.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, name: str) -> str:
        return name


def test_messages_that_follow_each_other_are_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_GATHER_SECONDS", 0.3)

    async def act() -> Transport:
        transport = Transport()
        gathered = sending._Gathered(transport, asyncio.get_running_loop())
        assert gathered.get_extra_info("peername") == "peername"

        async def send_bytes(data: bytes) -> None:
            gathered.write(data)

        queue: asyncio.Queue[bytes] = asyncio.Queue()
        client = SimpleNamespace(
            _send_queue=queue, _websocket=SimpleNamespace(send_bytes=send_bytes), _closed=asyncio.Event()
        )
        sender = asyncio.ensure_future(sending._send(client))
        for message in range(10):
            queue.put_nowait(b"%d" % message)
            await asyncio.sleep(0)
        for messages in (b"", b"last"):
            if messages:
                queue.put_nowait(messages)
            written = len(transport.written)
            while len(transport.written) == written:
                await asyncio.sleep(0.01)
        gathered.write(b", and farewell")
        gathered.close()
        gathered.write(b"to nobody")
        await asyncio.sleep(0.01)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        assert client._closed.is_set()
        return transport

    transport = asyncio.run(act())
    assert transport.written == [b"0123456789", b"last", b", and farewell"] and transport.closed
