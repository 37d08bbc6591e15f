"""A class at one server: many sessions that open a page and move a slider at the same moment.

    python -m benchmarks.load --url http://127.0.0.1:8501 --sessions 30 --moves 3
    python -m benchmarks.load --sessions 500 --moves 3 --think 10 --spread 30 --page mixed
    python -m benchmarks.load --sessions 20 --moves 20 --page bit_cost --server $(pgrep -f serve.py)

Every session speaks Streamlit's own protocol over a WebSocket, as a browser does, and waits until the server has
finished what it asked for (fragments that refresh themselves included). Neighbouring sessions move to different values,
so that results are not simply shared; more sessions than a slider has stops meet at its stops. ``--server`` adds the
processor time that opens and moves took, which says more on a busy machine than what was waited for. The driver refuses
any host but this machine and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import os
import random
import socket
import statistics
import sys
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

__all__ = ["Report", "main", "processor_seconds", "require_loopback", "run"]

MAX_SESSIONS = 1500
MAX_MOVES = 50
MAX_SPREAD = 60
TIMEOUT_SECONDS = 60.0
MIXED = (
    "parameter_check,ppr_step_by_step,exactness,bit_cost,privacy,running_time,mean_estimation,metric_privacy,"
    "frequency_estimation,dyadic_quantized_laplace,private_sketches"
)
STRIDE = 7  # slider steps between the values of two consecutive moves


@dataclass
class Report:
    """Seconds waited for every opened page and every move, and one line for each thing that failed.

    processor: what opening and moving took of the server, (itself, its workers) in seconds each; empty if unknown.
    """

    opened: list[float] = field(default_factory=list)
    moved: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    processor: list[tuple[float, float]] = field(default_factory=list)

    def __str__(self) -> str:
        rows = [f"{'':8}{'count':>7}{'median s':>10}{'95 % s':>10}{'max s':>10}"]
        for name, seconds in (("open", self.opened), ("move", self.moved)):
            if seconds:
                tail = sorted(seconds)[max(0, -(-95 * len(seconds) // 100) - 1)]
                rows.append(
                    f"{name:8}{len(seconds):7}{statistics.median(seconds):10.3f}{tail:10.3f}{max(seconds):10.3f}"
                )
        for name, times, (own, workers) in zip(
            ("open", "move"), (self.opened, self.moved), self.processor, strict=False
        ):
            if times:
                each = (1000 * part / len(times) for part in (own, workers))
                rows.append("{:8}processor ms each: {:.1f} of the server, {:.1f} of its workers".format(name, *each))
        rows.append(f"errors: {len(self.errors)}")
        return "\n".join(rows + [f"  {error}" for error in sorted(set(self.errors))])


class Session:
    """One visitor: the state a browser tab would keep."""

    def __init__(self, stream: ClientConnection, page: str, slider: str) -> None:
        self._stream = stream
        self._wanted = slider.lower()
        self._page_name = page
        self._page_hash = ""
        self._query = ""
        self._slider: Slider | None = None
        self._fragment = ""  # the part of the page that a move runs again, "" for all of it
        self._position = 0
        self._widgets = WidgetStates()

    async def open(self) -> float:
        """Open the page; returns the seconds until the server had finished."""
        seconds = await self._run()
        if self._slider is not None:
            self._position = _position(self._slider)
            self._widgets.widgets.add(id=self._slider.id)
        return seconds

    async def move(self, offset: int) -> float:
        """Move the slider ``1 + offset`` steps, wrapped so that it always moves; returns the seconds waited."""
        if self._slider is None:
            raise RuntimeError(f"the page has no slider whose label or key contains '{self._wanted}'")
        count = _count(self._slider)
        self._position = (self._position + 1 + offset % (count - 1)) % count
        state = self._widgets.widgets[0]
        if self._slider.type == Slider.SELECT_SLIDER:
            state.string_array_value.data[:] = [self._slider.options[self._position]]
        else:
            state.double_array_value.data[:] = [round(self._slider.min + self._position * self._slider.step, 10)]
        before = self._query
        seconds = await self._run(self._fragment)
        if self._query == before:
            raise RuntimeError("the slider moved, but the page's address did not follow")
        return seconds

    async def _run(self, fragment: str = "") -> float:
        start = time.perf_counter()
        await self._rerun(fragment)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self._finish()
        return time.perf_counter() - start

    async def _rerun(self, fragment: str, by_clock: bool = False) -> None:
        message = BackMsg()
        message.rerun_script.query_string = self._query
        message.rerun_script.page_script_hash = self._page_hash
        message.rerun_script.page_name = "" if self._page_hash else self._page_name
        message.rerun_script.fragment_id = fragment
        message.rerun_script.is_auto_rerun = by_clock
        message.rerun_script.widget_states.CopyFrom(self._widgets)
        await self._stream.send(message.SerializeToString())

    async def _finish(self) -> None:
        """Read until a run has ended that leaves nothing to refresh; until then refresh fragments that ask for it."""
        refresh: dict[str, float] = {}  # fragment -> interval in seconds; forgotten when the whole page runs again
        while True:
            message = ForwardMsg()
            message.ParseFromString(await self._stream.recv(decode=False))
            match message.WhichOneof("type"):
                case "new_session" if not message.metadata.run.fragment_ids:
                    refresh.clear()
                case "navigation":
                    self._page_hash = message.navigation.page_script_hash
                case "page_info_changed":
                    self._query = message.page_info_changed.query_string
                case "delta":
                    self._look_at(message)
                case "stop_auto_rerun":
                    for stopped in message.stop_auto_rerun.fragment_ids:
                        refresh.pop(stopped, None)
                case "auto_rerun":
                    refresh[message.auto_rerun.fragment_id] = message.auto_rerun.interval
                case "page_not_found":
                    raise RuntimeError(f"the app has no page '{self._page_name}'")
                case "session_event" if message.session_event.HasField("script_compilation_exception"):
                    raise RuntimeError(message.session_event.script_compilation_exception.message)
                case "script_finished":
                    if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                        continue
                    if not refresh:
                        return
                    fragment = next(iter(refresh))
                    await asyncio.sleep(refresh[fragment])
                    refresh[fragment] = refresh.pop(fragment)  # to the end: the next one takes its turn
                    await self._rerun(fragment, by_clock=True)

    def _look_at(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        match element.WhichOneof("type"):
            case "exception":
                raise RuntimeError(f"exception on the page: {element.exception.type} {element.exception.message}")
            case "slider" if self._wanted in f"{element.slider.id} {element.slider.label}".lower():
                if self._slider is None:
                    self._slider, self._fragment = element.slider, message.delta.fragment_id


def _count(slider: Slider) -> int:
    """How many positions a slider has."""
    if slider.type == Slider.SELECT_SLIDER:
        return len(slider.options)
    return round((slider.max - slider.min) / slider.step) + 1


def _position(slider: Slider) -> int:
    """Where a slider stands, counted in steps from its low end."""
    if slider.type == Slider.SELECT_SLIDER:
        return list(slider.options).index(slider.raw_value[0]) if slider.set_value else round(slider.default[0])
    value = (slider.value if slider.set_value else slider.default)[0]
    return round((value - slider.min) / slider.step)


def require_loopback(url: str) -> str:
    """The WebSocket address of a server on this machine; ``ValueError`` for any other host."""
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError(f"url must be an http address such as http://127.0.0.1:8501; got '{url}'.")
    port = parts.port or 80
    try:
        addresses = {info[4][0] for info in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)}
    except OSError:
        addresses = set()
    if not addresses or not all(ipaddress.ip_address(address).is_loopback for address in addresses):
        raise ValueError(f"url must name this machine (127.0.0.1 or localhost); got '{url}'.")
    return f"ws://{parts.hostname}:{port}{parts.path.rstrip('/')}/_stcore/stream"


def processor_seconds(server: int) -> tuple[float, float]:
    """What a process and its children have used so far; Linux only."""
    used, ticks = [0.0, 0.0], os.sysconf("SC_CLK_TCK")
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        process, parent = int(file.parent.name), int(fields[1])
        if server in (process, parent):
            used[process != server] += (int(fields[11]) + int(fields[12])) / ticks
    return used[0], used[1]


async def run(
    url: str,
    sessions: int,
    moves: int,
    page: str = "overview",
    slider: str = "",
    spread: float = 0.0,
    think: float = 0.0,
    server: int = 0,
) -> Report:
    """Open ``sessions`` pages at once, then move all sliders at once, ``moves`` times over.

    page: a name, or several separated by commas, which the sessions take in turn. With ``spread`` > 0 the sessions'
    actions of a round are spaced evenly over so many seconds. With ``think`` > 0 nobody waits for the others: each
    opens at a moment of its own, within ``spread`` or ``think`` seconds, and thinks for 2 to ``think`` seconds before a
    move. server: the process whose processor time is told, of rounds without thought.
    """
    address = require_loopback(url)
    report = Report()
    together = asyncio.Barrier(sessions)
    pages, clock = (MIXED if page == "mixed" else page).split(","), random.Random(1)
    readings: dict[int, tuple[float, float]] = {}  # turn -> when it began

    async def visitor(number: int) -> None:
        # A visitor that fails still comes to every meeting, so that the others are not kept waiting.
        session, healthy = None, True
        try:
            async with connect(
                address, subprotocols=["streamlit"], max_size=None, proxy=None, open_timeout=TIMEOUT_SECONDS
            ) as stream:
                session = Session(stream, pages[number % len(pages)], slider)
                for turn in range(moves + 1):
                    if think:
                        await asyncio.sleep(clock.uniform(2, think) if turn else clock.uniform(0, spread or think))
                    else:
                        await together.wait()
                        if server and turn < 2 and turn not in readings:
                            readings[turn] = processor_seconds(server)
                        await asyncio.sleep(spread * number / sessions)
                    if healthy:
                        healthy = await act(session, number, turn)
        except (OSError, WebSocketException) as error:
            report.errors.append(f"connection: {error!r}")
            await together.abort()
        except asyncio.BrokenBarrierError:
            report.errors.append("stopped, because another session lost its connection")

    async def act(session: Session, number: int, turn: int) -> bool:
        try:
            if turn == 0:
                report.opened.append(await session.open())
            else:
                report.moved.append(await session.move(number + STRIDE * turn))
        except TimeoutError:
            report.errors.append(f"no answer within {TIMEOUT_SECONDS:g} s")
        except (RuntimeError, WebSocketException) as error:
            report.errors.append(str(error))
        else:
            return True
        return False

    async with asyncio.TaskGroup() as group:
        for number in range(sessions):
            group.create_task(visitor(number))
    if readings:
        marks = [*readings.values(), processor_seconds(server)]
        report.processor = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(marks)]
    return report


def main() -> int:
    """Read the options, drive the server, print the report; 1 when anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8501", help="the server, on this machine")
    parser.add_argument("--sessions", type=int, default=30, help=f"1 to {MAX_SESSIONS}")
    parser.add_argument("--moves", type=int, default=3, help=f"0 to {MAX_MOVES} for each session")
    parser.add_argument("--page", default="overview", help="names of pages; 'mixed': eleven; Overview by default")
    parser.add_argument("--slider", default="", help="part of the slider's label or key; the first slider by default")
    parser.add_argument("--spread", type=float, default=0.0, help="seconds over which a round is spread; 0: at once")
    parser.add_argument("--think", type=float, default=0.0, help="seconds of thought before a move, at most; 0: none")
    parser.add_argument("--server", type=int, default=0, help="its process, to tell the processor time; Linux only")
    options = parser.parse_args()
    for name, low, high in (
        ("sessions", 1, MAX_SESSIONS),
        ("moves", 0, MAX_MOVES),
        ("spread", 0, MAX_SPREAD),
        ("think", 0, 60),
    ):
        if not low <= getattr(options, name) <= high:
            parser.error(f"{name} must be from {low} to {high}; got {getattr(options, name)}.")
    try:
        report = asyncio.run(run(**vars(options)))
    except ValueError as error:
        parser.error(str(error))
    print(f"{options.sessions} sessions, {options.moves} moves each, {options.url}")
    print(report)
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
