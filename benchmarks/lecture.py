"""The class of 45 minutes with all its phones: two polls and the predictions of its stops, from first to last.

    python -m benchmarks.lecture --url http://127.0.0.1:8501 --phones 200

A wall opens the first poll, as the lecturer's browser does, and presses what PageDown presses: reveal, next. Phones
join its room within the given seconds and stay. Each listens to the room's news, thinks 2 to 6 seconds over whatever is
asked, sends one message, and asks for its page's news as often as that says. Told are the seconds from a press on the
wall, which draws the next page meanwhile, to each phone: of a new round, of a result, of the room's end. Every round
has to hold each message once, as it was sent, and the wall has to show how many are there. The store has to be this
machine's (PPR_CLASSROOM_STORE). The driver refuses any host but this machine and stops by itself.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import numpy as np
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.classroom import TIMEOUT_SECONDS, Tab, page_stream, phones_parser, table_rows, typed
from benchmarks.load import require_loopback
from ppr_core.classroom import Room, Round, Store, encoded, simulated_answers
from ppr_core.wording import number

__all__ = ["Report", "main", "run"]

MOST_PRESSES = 100
THINK_SECONDS = (2.0, 6.0)
LOOK_SECONDS = 0.05
REVEAL, SHOW, NEXT = "lesson-reveal-step-next", "lesson-show-step-next", "lesson-step-next"
FIRST = {"lecture": "class", "at": "0", "kind": "number", "ask": "How many hours did you sleep last night?",
         "low": "0", "high": "12", "unit": "hours"}  # fmt: skip


@dataclass
class Report:
    """Seconds waited, by what was waited for; rounds: messages of each; load: mean of a minute, before and after."""

    waited: dict[str, list[float]] = field(
        default_factory=lambda: {name: [] for name in ("join", "send", "refresh", "wall", "round", "result", "end")}
    )
    rounds: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    load: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        counted = f"rounds: {len(self.rounds)}, each message once, as it was sent: {self.rounds}"
        load = "load average: {} before, {} after".format(*(number(load, 3) for load in self.load))
        errors = [f"errors: {len(self.errors)}", *(f"  {error}" for error in sorted(set(self.errors)))]
        return "\n".join([*table_rows(self.waited), counted, load, *errors])


class Wall(Tab):
    """The lecturer's tab: what it shows, and its buttons by their keys."""

    def __init__(self, stream: ClientConnection, query: str) -> None:
        super().__init__(stream, query)
        self.words: list[str] = []
        self.buttons: dict[str, tuple[str, str]] = {}

    async def press(self, key: str) -> float:
        """A button; until the page that follows is drawn."""
        widget, fragment = self.buttons[key]
        message = self._message(fragment)
        message.rerun_script.widget_states.widgets.add(id=widget, trigger_value=True)
        self.fragment = ""
        return await self._run(message)

    async def until(self, shown: Callable[[], bool]) -> bool:
        """Refresh what asks for it until it shows that; whether it did."""
        until = time.monotonic() + TIMEOUT_SECONDS
        while not shown() and self.fragment and time.monotonic() < until:
            await asyncio.sleep(self.every)
            await self.refresh()
        return shown()

    def counts(self, phones: int) -> bool:
        """Whether it says that so many are there and have answered."""
        if self.data:  # of a poll
            return self.data["joined"].startswith(f"{phones} phone") and self.data["count"] == phones
        return any(words.count(f"**{phones}**") == 2 for words in self.words)

    @property
    def room(self) -> tuple[str, str]:
        """The room's code and secret, from the address."""
        link = parse_qs(self._query)
        return link["room"][0], link["key"][0]

    def _take(self, message: ForwardMsg) -> bool:
        match message.WhichOneof("type"):
            case "new_session" if not message.metadata.run.fragment_ids:
                self.words, self.buttons, self.fragment, self.data = [], {}, "", {}
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "delta" if message.delta.new_element.WhichOneof("type") == "button":
                widget = message.delta.new_element.button.id
                self.buttons[widget.split("-", 2)[2]] = widget, message.delta.fragment_id
            case "delta" if message.delta.new_element.WhichOneof("type") == "markdown":
                self.words.append(message.delta.new_element.markdown.body)
        return super()._take(message)


class Phone:
    """A student's: the page, what the room tells beside it, and when it first told what."""

    def __init__(self, address: str, room: Room) -> None:
        self._address, self._code = address, room.code
        self.told: dict[tuple[str, int], float] = {}
        self.open: asyncio.Queue[int] = asyncio.Queue()

    async def listen(self) -> None:
        """Until the room ends."""
        news = f"{self._address.partition('/_stcore')[0]}/classroom-news/{self._code}"
        async with connect(news, proxy=None, open_timeout=TIMEOUT_SECONDS) as stream:
            async for text in stream:
                now, state = time.perf_counter(), json.loads(text)
                if "ended" in state:
                    self.told["end", 0] = now
                    return self.open.put_nowait(0)
                if ("round", state["round"]) not in self.told:
                    self.told["round", state["round"]] = now
                    self.open.put_nowait(state["round"])
                if state["result"]:
                    self.told.setdefault(("result", state["round"]), now)


class Class:
    """Phones in a room: what they send, and what was kept of it."""

    def __init__(self, address: str, store: Store, room: Room, count: int, report: Report) -> None:
        self._address, self._store, self._room, self._report = address, store, room, report
        self._rng, self._messages = np.random.default_rng(1), dict[int, list[tuple[str, str]]]()
        self.phones = [Phone(address, room) for _ in range(count)]
        self.sent: dict[int, int] = {}

    async def student(self, number: int, after: float) -> None:
        """Join after so many seconds, answer whatever is asked, stay until the room ends."""
        phone, waited = self.phones[number], self._report.waited
        try:
            await asyncio.sleep(after)
            async with page_stream(self._address) as stream, asyncio.TaskGroup() as beside:
                tab = Tab(stream, f"room={self._room.code}")
                waited["join"].append(await tab.open())
                beside.create_task(phone.listen())
                while True:
                    try:
                        of = await asyncio.wait_for(phone.open.get(), tab.every)
                    except TimeoutError:
                        waited["refresh"].append(await tab.refresh())
                        continue
                    if not of:
                        return
                    await asyncio.sleep(self._rng.uniform(*THINK_SECONDS))
                    waited["send"].append(await tab.send(*self._message(of, number), of))
                    self.sent[of] = self.sent.get(of, 0) + 1
        except* (OSError, RuntimeError, TimeoutError, WebSocketException) as failed:
            self._report.errors += [f"phone: {error!r}" for error in failed.exceptions]

    def round(self, number: int) -> Round:
        """A round of the room by its number from 1."""
        return self._store.rounds(self._room)[number - 1]

    def _message(self, number: int, of: int) -> tuple[str, str]:
        if number not in self._messages:
            asked = self.round(number)
            answers = simulated_answers(asked.room.question, len(self.phones), self._rng)
            settings, question = asked.settings, asked.room.question
            self._messages[number] = encoded(question, settings, asked.seed, answers, self._rng)
        return self._messages[number][of]

    def all_sent(self, number: int) -> bool:
        """Whether all have, or some never will."""
        return self.sent.get(number, 0) == len(self.phones) or self.failed

    @property
    def failed(self) -> bool:
        """Whether anything went wrong, so that there is nothing to wait for."""
        return bool(self._report.errors)

    def check(self, number: int) -> None:
        """Whether the round holds what was sent, once."""
        kept = sorted((message.table, message.word) for message in self._store.messages(self.round(number)))
        if kept != sorted((int(device[:8], 16), word) for device, word in self._messages[number]):
            self._report.errors.append(f"round {number} does not hold each message once")
        self._report.rounds.append(len(kept))

    async def told(self, what: str, number: int, since: float) -> None:
        """Note how long after that time each phone was told."""
        if not await _until(lambda: all((what, number) in phone.told for phone in self.phones) or self.failed):
            self._report.errors.append(f"a phone was not told of {what} {number}")
        times = (phone.told.get((what, number)) for phone in self.phones)
        self._report.waited[what] += [when - since for when in times if when is not None]


async def run(url: str, store: Store, phones: int, seconds: float) -> Report:
    """The class from its first stop to its end; its room is deleted afterwards."""
    address, report = require_loopback(url), Report()
    report.load.append(os.getloadavg()[0])
    async with page_stream(address) as stream:
        wall = Wall(stream, urlencode(FIRST))
        await wall.open()
        code, _ = wall.room
        room = store.room(code, store.now())
        students = Class(address, store, room, phones, report)
        joins = np.random.default_rng(2).uniform(0, seconds, phones)
        going = [asyncio.create_task(students.student(place, after)) for place, after in enumerate(joins)]
        try:
            await _hold(wall, students, report)
        except (KeyError, RuntimeError, TimeoutError, WebSocketException) as error:
            report.errors.append(f"wall: {error!r}")
        since = time.perf_counter()
        store.delete_room(code)
        await students.told("end", 0, since)
        await asyncio.gather(*going)
    report.load.append(os.getloadavg()[0])
    return report


async def _hold(wall: Wall, students: Class, report: Report) -> None:
    """Every stop: where something is asked, wait for all answers and reveal; then go on until nothing follows."""
    number, pressed, everybody = 0, 0.0, len(students.phones)
    for _ in range(MOST_PRESSES):
        if REVEAL in wall.buttons:
            number += 1
            if pressed:
                await students.told("round", number, pressed)
            if not await _until(functools.partial(students.all_sent, number)):
                report.errors.append(f"not everybody has sent in round {number}")
            if not await wall.until(lambda: wall.counts(everybody)):
                report.errors.append(f"the wall does not count {everybody} phones in round {number}")
            pressed = time.perf_counter()
            report.waited["wall"].append(await wall.press(REVEAL))
            drawn = wall.until(lambda: bool(wall.data) or not wall.fragment)
            await asyncio.gather(drawn, students.told("result", number, pressed))
            students.check(number)
        if SHOW in wall.buttons:
            report.waited["wall"].append(await wall.press(SHOW))
        if NEXT not in wall.buttons or students.failed:
            return
        pressed = time.perf_counter()
        report.waited["wall"].append(await wall.press(NEXT))


async def _until(true: Callable[[], bool]) -> bool:
    """Wait for it; whether it came."""
    until = time.monotonic() + TIMEOUT_SECONDS
    while not true() and time.monotonic() < until:
        await asyncio.sleep(LOOK_SECONDS)
    return true()


def main() -> int:
    """Read the options, give the class, print the report."""
    parser = phones_parser(__doc__)
    options = typed(parser)
    try:
        report = asyncio.run(run(options.url, Store(Path(options.store)), options.phones, options.seconds))
    except ValueError as error:
        parser.error(str(error))
    print(f"{options.phones} phones through a lecture, {options.url}\n{report}")
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
