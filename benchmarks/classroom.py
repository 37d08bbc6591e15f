"""A class at one room: phones that join and send, and a projector that refreshes.

    python -m benchmarks.classroom --url http://127.0.0.1:8501 --phones 200 --seconds 20
    python -m benchmarks.classroom --phones 1000 --seconds 60     # of a server that was told VISITORS=1000

Every phone speaks Streamlit's own protocol over a WebSocket, as a browser does: it opens the join link at a moment of
its own within the given seconds, thinks for two to six, sends a real message, encoded by ppr_core, and stays, asking
for news as often as its page says. It listens to the room beside that, as phones do: when all have sent, a new round
begins, and it is told how long each phone waited for it. The room is opened in the server's own store, which has to be
this machine's (PPR_CLASSROOM_STORE). The driver refuses any host but this machine and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import statistics
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from benchmarks.load import processor_seconds, require_loopback
from ppr_core.classroom import CODE_LETTERS, Question, Room, Settings, Store, encoded, simulated_answers

__all__ = ["TIMEOUT_SECONDS", "Report", "Tab", "main", "page_stream", "phones_parser", "run", "table_rows", "typed"]

MOST_PHONES, MOST_SECONDS = 1500, 120.0
TIMEOUT_SECONDS = 60.0
THINK_SECONDS = (2.0, 6.0)
QUESTION = Question(
    kind="categories", text="How do you feel about this lecture?", labels=("Lost", "Keeping up", "Bored")
)
SETTINGS = Settings(scheme="rappor", epsilon=1.0)


@dataclass
class Report:
    """Seconds waited for every joined page, every sent message, every refresh of a phone and of the wall, and from
    a new round's beginning to each phone; what was counted; processor: seconds that the server took, 0 if unknown."""

    joined: list[float] = field(default_factory=list)
    sent: list[float] = field(default_factory=list)
    waiting: list[float] = field(default_factory=list)
    refreshed: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    counted: int = 0
    correct: bool = False
    seconds: float = 0.0
    processor: float = 0.0

    def __str__(self) -> str:
        rows = table_rows(
            {"join": self.joined, "send": self.sent, "refresh": self.waiting, "wall": self.refreshed, "told": self.told}
        )
        told = "each message as it was sent, once" if self.correct else "NOT what was sent"
        if self.processor:
            each = 1000 * self.processor / max(1, len(self.joined))
            rows.append(
                f"processor of the server: {each:.1f} ms a phone, {self.processor / self.seconds:.0%} of a core"
            )
        rows += [f"counted: {self.counted}, {told}; {self.seconds:.1f} s in all", f"errors: {len(self.errors)}"]
        return "\n".join([*rows, *(f"  {error}" for error in sorted(set(self.errors)))])


def table_rows(waited: Mapping[str, list[float]]) -> list[str]:
    """How many seconds were waited, a row for each name that was waited for."""
    rows = [f"{'':8}{'count':>7}{'median s':>10}{'95 % s':>10}{'max s':>10}"]
    for name, seconds in waited.items():
        if seconds:
            tail = sorted(seconds)[max(0, -(-95 * len(seconds) // 100) - 1)]
            rows.append(f"{name:8}{len(seconds):7}{statistics.median(seconds):10.3f}{tail:10.3f}{max(seconds):10.3f}")
    return rows


class Tab:
    """One browser's tab on a room."""

    def __init__(self, stream: ClientConnection, query: str) -> None:
        self._stream, self._query, self._page_hash = stream, query, ""
        self._component = ""
        self.fragment, self.every = "", 0.0
        self.data: dict = {}

    async def open(self) -> float:
        """The page, until the server has finished it."""
        return await self._run(self._message())

    async def send(self, device: str, word: str, number: int = 1) -> float:
        """Press the button of a round, the component's trigger in its own fragment; until the receipt is there."""
        message = self._message(self.fragment)
        state = message.rerun_script.widget_states.widgets.add()
        state.id = f"$$STREAMLIT_INTERNAL_KEY_{self._component}__events"
        payload = {"round": number, "device": device, "word": word}
        state.json_trigger_value = json.dumps([{"event": "message", "value": payload}])
        waited = await self._run(message)
        if (self.data.get("receipt") or {}).get("word") != word:
            raise RuntimeError(f"no receipt: {self.data.get('problem')}")
        return waited

    async def refresh(self) -> float:
        """One refresh of the fragment that asks for it."""
        return await self._run(self._message(self.fragment))

    def _message(self, fragment: str = "") -> BackMsg:
        message = BackMsg()
        message.rerun_script.query_string = self._query
        message.rerun_script.page_script_hash = self._page_hash
        message.rerun_script.page_name = "" if self._page_hash else "classroom"
        message.rerun_script.fragment_id = fragment
        return message

    async def _run(self, sent: BackMsg) -> float:
        start = time.perf_counter()
        await self._stream.send(sent.SerializeToString())
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                message = ForwardMsg()
                message.ParseFromString(await self._stream.recv(decode=False))
                if self._take(message):
                    return time.perf_counter() - start

    def _take(self, message: ForwardMsg) -> bool:
        """Note what a message tells; whether the run is over."""
        match message.WhichOneof("type"):
            case "navigation":
                self._page_hash = message.navigation.page_script_hash
            case "auto_rerun":
                self.fragment, self.every = message.auto_rerun.fragment_id, message.auto_rerun.interval
            case "delta":
                element = message.delta.new_element
                if element.WhichOneof("type") == "bidi_component":
                    self._component = element.bidi_component.id
                    self.data = json.loads(element.bidi_component.json)
                elif element.WhichOneof("type") == "exception":
                    raise RuntimeError(f"exception on the page: {element.exception.message}")
            case "script_finished":
                return message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
        return False


def page_stream(address: str) -> connect:
    """A connection as a page has it; address: of the page's WebSocket."""
    protocol = Subprotocol("streamlit")
    return connect(address, subprotocols=[protocol], max_size=None, proxy=None, open_timeout=TIMEOUT_SECONDS)


def open_room(store: Store) -> tuple[Room, str]:
    """A room of its own in the server's store, with the lecturer's secret."""
    code, secret = "".join(secrets.choice(CODE_LETTERS) for _ in range(6)), secrets.token_urlsafe(24)
    room = store.open_room(
        QUESTION, code=code, secret=secret, join_url="http://127.0.0.1/", now=store.now(), lifetime=3600.0
    )
    store.set_revealed(store.start_round(room, SETTINGS, seed=secrets.randbits(128)), True)
    return room, secret


async def second_round(address: str, code: str) -> float:
    """When a phone that listens is told that the room's second round has begun; address: of the page's WebSocket."""
    news = f"{address.partition('/_stcore')[0]}/classroom-news/{code}"
    async with connect(news, proxy=None, open_timeout=TIMEOUT_SECONDS) as stream:
        while json.loads(await stream.recv())["round"] < 2:
            pass
    return time.perf_counter()


async def run(url: str, store: Store, phones: int, seconds: float, server: int = 0) -> Report:
    """All phones and the wall; the room is deleted afterwards. server: the process whose processor time is told."""
    address, report = require_loopback(url), Report()
    room, secret = open_room(store)
    [of] = store.rounds(room)
    rng = np.random.default_rng(1)
    answers = simulated_answers(QUESTION, phones, rng)
    messages = encoded(QUESTION, SETTINGS, of.seed, answers, rng)
    listening: list[asyncio.Task[float]] = []
    opened, thought = rng.uniform(0, seconds, phones), rng.uniform(*THINK_SECONDS, phones)
    sent, over, done = asyncio.Event(), asyncio.Event(), list[int]()

    def end(error: str = "") -> None:
        if error:
            report.errors.append(error)
        if len(done) + len(report.errors) >= phones:
            sent.set()

    async def phone(number: int) -> None:
        await asyncio.sleep(opened[number])
        try:
            async with page_stream(address) as stream:
                tab = Tab(stream, f"room={room.code}")
                report.joined.append(await tab.open())
                listening.append(asyncio.create_task(second_round(address, room.code)))
                await asyncio.sleep(thought[number])
                report.sent.append(await tab.send(*messages[number]))
                done.append(number)
                end()
                while not over.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(over.wait(), tab.every)
                    if not over.is_set():
                        report.waiting.append(await tab.refresh())
        except (OSError, RuntimeError, TimeoutError) as error:
            end(f"phone: {error!r}")

    async def wall() -> None:
        try:
            async with page_stream(address) as stream:
                tab = Tab(stream, f"room={room.code}&key={secret}")
                await tab.open()
                while not over.is_set():
                    await asyncio.sleep(tab.every)
                    report.refreshed.append(await tab.refresh())
        except (OSError, RuntimeError, TimeoutError) as error:
            report.errors.append(f"wall: {error!r}")

    start, before = time.perf_counter(), processor_seconds(server)[0] if server else 0.0
    working = [asyncio.create_task(one) for one in (wall(), *(phone(number) for number in range(phones)))]
    await sent.wait()
    announced = time.perf_counter()
    store.start_round(room, SETTINGS, seed=secrets.randbits(128))
    told, untold = await asyncio.wait(listening, timeout=TIMEOUT_SECONDS)
    report.told = [phone.result() - announced for phone in told if not phone.exception()]
    report.errors += ["a phone was not told of the new round"] * (len(untold) + len(told) - len(report.told))
    report.seconds = time.perf_counter() - start
    over.set()
    await asyncio.gather(*working, return_exceptions=True)
    report.processor = processor_seconds(server)[0] - before if server else 0.0
    received = [(message.table, message.word) for message in store.messages(of)]
    report.counted = len(received)
    report.correct = sorted(received) == sorted((int(device[:8], 16), word) for device, word in messages)
    store.delete_room(room.code)
    return report


def phones_parser(about: str | None) -> argparse.ArgumentParser:
    """The options of a class: its server and its store, how many phones join within how many seconds.

    about: what the command does, in its first paragraph.
    """
    parser = argparse.ArgumentParser(description=(about or "").split("\n\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8501", help="the server, on this machine")
    parser.add_argument("--store", default=os.environ.get("PPR_CLASSROOM_STORE", ""), help="the server's store")
    parser.add_argument("--phones", type=int, default=200, help=f"1 to {MOST_PHONES}")
    parser.add_argument("--seconds", type=float, default=20.0, help="over which the phones join")
    return parser


def typed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What was typed; what cannot be ends the command."""
    options = parser.parse_args()
    if not 1 <= options.phones <= MOST_PHONES or not 0 <= options.seconds <= MOST_SECONDS or not options.store:
        parser.error(f"phones: 1 to {MOST_PHONES}; seconds: 0 to {MOST_SECONDS:g}; store: the path that the server has")
    return options


def main() -> int:
    """Read the options, let the phones join and send, print the report."""
    parser = phones_parser(__doc__)
    parser.add_argument("--server", type=int, default=0, help="its process, to tell the processor time; Linux only")
    options = typed(parser)
    try:
        report = asyncio.run(
            run(options.url, Store(Path(options.store)), options.phones, options.seconds, options.server)
        )
    except ValueError as error:
        parser.error(str(error))
    print(f"{options.phones} phones within {options.seconds:g} s, {options.url}\n{report}")
    return 1 if report.errors or not report.correct else 0


if __name__ == "__main__":
    sys.exit(main())
