"""A monkey at the controls: random moves, presses, texts and links over Streamlit's own protocol, none of which may
end in an error.

    python -m benchmarks.monkey --url http://127.0.0.1:8501 --interactions 10000 --seed 7

Each of a few visitors opens random pages with random links, stops of lessons and rooms of the classroom, moves whatever
the page offers to values of every kind, presses buttons, uploads files, goes back, reloads, and sometimes does not wait
for the answer. Wrong are: an exception, a page or a part of it that says that it failed, a connection that the server
drops. The driver refuses any host but this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tomllib
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load import require_loopback

__all__ = ["Tally", "main", "run"]

_FOLDER = Path(__file__).resolve().parents[1] / "pages"
PAGES = sorted(path.stem for path in _FOLDER.glob("*.py"))
LESSONS = [tomllib.loads(file.read_text("utf-8")) for file in sorted((_FOLDER / "lessons").glob("[0-9]_*.toml"))]
STOPS = [(lesson["name"], number, stop["page"]) for lesson in LESSONS for number, stop in enumerate(lesson["stops"], 1)]
FILES = (
    b"", b"x,y\n1,2\n3,4\n", b"value\n" + b"0.5\n" * 2000, b"city\nRome\nOslo\n=1+1\n", b"[[0.5,0.5],[0.25,0.75]]",
    b"\xff\x00" * 50,
    b"FiniteChannel([[0.9, 0.1], [0.2, 0.8]])", b"1e999,nan\n", b"lat,lon\n59.9,10.7\n41.9,12.5\n", b"a" * 300_000,
)  # fmt: skip
FILE_NAMES = ("table.csv", "mechanism.json", "mechanism.py", "x")
VISITORS = 4
TIMEOUT_SECONDS = 120.0
# Streamlit drops two things without a word: what is asked of a part of the page that is gone, because the page has gone
# on since; and where a file may be brought, if a run begins before the answer is sent (a run's beginning empties the
# queue of all but a few kinds of messages). After so long a silence the whole page must answer, or the second question.
SILENT_SECONDS = 20.0
FAILED = ("went wrong", "cannot be shown at these settings", "did not work")
TEXTS = (
    "", " ", "0", "-0", "1", "-1", "2", "1e-300", "1e308", "1e999", "inf", "-inf", "nan", "1/3", "1,5", "٣", "0x10",
    "9" * 400, "a" * 20_000, "=1+1", "<script>alert(1)</script>", "$x^2$", "\u202eabc", "\x00", "'; drop table--", "🐒",
    "../../etc/passwd", "%00", "null", "[]", "true",
)  # fmt: skip
KINDS = (
    "slider", "number_input", "text_input", "text_area", "selectbox", "checkbox", "radio", "button", "button_group",
    "file_uploader", "bidi_component",
)  # fmt: skip
SENT = ("message", "chosen", "", "x")  # events of components


@dataclass
class Tally:
    """Interactions by kind, those of them whose question Streamlit dropped, and what went wrong: one line for
    each distinct fault."""

    done: Counter = field(default_factory=Counter)
    dropped: int = 0
    faults: Counter = field(default_factory=Counter)
    rooms: list[str] = field(default_factory=list)  # links of rooms that were opened, with the lecturer's key

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.done.items()))
        count = f"{self.done.total()} interactions: {kinds}; {self.dropped} asked again"
        lines = [count, f"faults: {self.faults.total()}"]
        return "\n".join(lines + [f"  {count} × {fault}" for fault, count in self.faults.most_common()])


class _Visitor:
    """One tab: what it was offered last, and what it has set."""

    def __init__(self, stream: ClientConnection, dice: random.Random, tally: Tally, url: str, way: list) -> None:
        self._stream, self._dice, self._tally, self._url = stream, dice, tally, url
        self._way = way  # the pages that this visitor has been at, with their links
        self._session, self._files = "", {}
        self._open(*(way[-1] if way else self._somewhere()))

    def _somewhere(self) -> tuple[str, str]:
        """A page and a link into it: any, a lesson's stop, or a room that some visitor has opened."""
        dice, kind = self._dice, self._dice.random()
        if kind < 0.15:
            lesson, number, page = dice.choice(STOPS)
            return (
                page,
                f"lesson={lesson}&stop={dice.choice((number, number, 0, 99))}&guess={dice.choice(('', '3', 'x'))}",
            )
        if kind < 0.35:
            known = [query for query in self._tally.rooms if dice.random() < 0.5] or [""]
            return "classroom", dice.choice((*known[-3:], *(query.partition("&")[0] for query in known[-3:])))
        names = ("epsilon", "alpha", "dimension", "samples", "seed", "step", "projector", "preset", "tab", "nothing")
        query = "&".join(f"{dice.choice(names)}={dice.choice(TEXTS)[:300]}" for _ in range(dice.randrange(4)))
        return dice.choice(["", *PAGES]), query

    def _open(self, page: str, query: str) -> None:
        self._page, self._query, self._hash, self._offered, self._widgets = page, query, "", {}, WidgetStates()
        self._way[:] = [*self._way[-9:], (page, query)]

    async def act(self) -> None:
        """One interaction and, mostly, its answer."""
        kind = self._dice.choices(("page", "back", "press", "move"), (1, 0.4, 1, 8))[0]
        pressed = [offered for offered in self._offered.values() if offered[0] == "button"]
        moved = [offered for offered in self._offered.values() if offered[0] != "button"]
        trigger, fragment = "", ""
        if kind == "back" and len(self._way) > 1:
            del self._way[-1]
            self._open(*self._way.pop())
        elif kind in ("page", "back") or not moved:
            kind = "page"
            self._open(*self._somewhere())
        elif kind == "press" and pressed:
            _, widget, fragment = self._dice.choice(pressed)
            trigger = widget.id
        else:
            rare = [offered for offered in moved if offered[0] in ("file_uploader", "bidi_component")]
            kind_of_widget, widget, fragment = self._dice.choice(rare if rare and self._dice.random() < 0.3 else moved)
            kind = {"file_uploader": "upload", "bidi_component": "component"}.get(kind_of_widget, kind)
            if kind == "upload":
                await self._upload(widget)
            elif kind == "component":
                self._speak(widget)
            else:
                self._set(kind_of_widget, widget)
        self._tally.done[kind] += 1
        await self._send(trigger, fragment)
        if self._dice.random() < 0.9:
            await self._answer(fragment)

    def _set(self, kind: str, widget: Any) -> None:
        dice, state = self._dice, self._widgets.widgets.add(id=widget.id)
        others = [other for other in self._widgets.widgets if other.id != widget.id]
        match kind:
            case "slider" if widget.type == Slider.SELECT_SLIDER:
                state.string_array_value.data[:] = [dice.choice(widget.options)]
            case "slider":
                steps = round((widget.max - widget.min) / widget.step)
                state.double_array_value.data[:] = [widget.min + widget.step * dice.randint(0, steps)]
            case "number_input":
                state.double_value = dice.choice((widget.min, widget.max, widget.default, dice.uniform(-9, 9)))
            case "text_input" | "text_area":
                state.string_value = dice.choice(TEXTS) if dice.random() < 0.5 else f"{10 ** dice.uniform(-4, 5):.4g}"
            case "checkbox":
                state.bool_value = dice.random() < 0.5
            case "selectbox":
                of_files = (
                    [option for option in widget.options if "file" in option.lower()] if dice.random() < 0.3 else []
                )
                state.string_value = dice.choice(of_files or widget.options or [""])
            case "radio":
                state.string_value = dice.choice(widget.options or [""])
            case "button_group":
                state.string_array_value.data[:] = [dice.choice(widget.options).content] if widget.options else []
        del self._widgets.widgets[:]
        self._widgets.widgets.extend([*others, state])

    def _speak(self, component: Any) -> None:
        """What a component might send: a phone's message, and anything else."""
        dice = self._dice
        value: Any = dice.choice(TEXTS)
        if dice.random() < 0.7:
            device = dice.choice((f"{dice.getrandbits(128):032x}", "0" * 32, dice.choice(TEXTS)))
            word = dice.choice(
                ("1", "010", "00101", "0" * 30 + "1" * 31, f"{dice.uniform(-9, 40):.3g}", dice.choice(TEXTS))
            )
            value = {"round": dice.choice((1, 1, 1, 2, None, "1")), "device": device, "word": word}
        state = self._widgets.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{component.id}__events")
        state.json_trigger_value = json.dumps([{"event": dice.choice(SENT[:1] * 8 + SENT), "value": value}])

    async def _upload(self, widget: Any) -> None:
        """A file, as a browser brings one: ask where to, bring it there, and say so in the control's state."""
        dice, message = self._dice, BackMsg()
        message.file_urls_request.request_id = name = dice.choice(FILE_NAMES)
        message.file_urls_request.file_names.append(name)
        message.file_urls_request.session_id = self._session
        await self._stream.send(message.SerializeToString())
        await self._answer("", until="file_urls_response", ask=message)
        places, body = self._files.pop(name, None), dice.choice(FILES)
        if places is None:
            return
        form = (
            b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n' % name.encode()
            + body
            + b"\r\n--x--\r\n"
        )
        target = f"{self._url.rstrip('/')}/{places.upload_url.lstrip('/')}"
        request = urllib.request.Request(
            target, form, {"Content-Type": "multipart/form-data; boundary=x"}, method="PUT"
        )
        try:
            await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS).close())
        except urllib.error.HTTPError as error:
            if error.code >= 500:
                self._fault(f"upload: {error}")
            return
        others = [state for state in self._widgets.widgets if state.id != widget.id]
        del self._widgets.widgets[:]
        self._widgets.widgets.extend(others)
        info = self._widgets.widgets.add(id=widget.id).file_uploader_state_value.uploaded_file_info.add()
        info.name, info.size, info.file_id = name, len(body), places.file_id
        info.file_urls.CopyFrom(places)

    async def _send(self, trigger: str, fragment: str) -> None:
        message = BackMsg()
        message.rerun_script.query_string = self._query
        message.rerun_script.page_script_hash = self._hash
        message.rerun_script.page_name = "" if self._hash else self._page
        message.rerun_script.fragment_id = fragment
        message.rerun_script.widget_states.CopyFrom(self._widgets)
        if trigger:
            message.rerun_script.widget_states.widgets.add(id=trigger, trigger_value=True)
        await self._stream.send(message.SerializeToString())
        spoken = [state for state in self._widgets.widgets if state.WhichOneof("value") == "json_trigger_value"]
        for state in spoken:  # a trigger is sent once
            self._widgets.widgets.remove(state)

    async def _answer(self, fragment: str, until: str = "script_finished", ask: BackMsg | None = None) -> None:
        """Hear the server out until the message that was waited for.

        What Streamlit may have dropped is asked again after a silence: ``ask``, or the whole page for one of its parts.
        A silence that no further question ends is a fault, told with what was asked and what was heard last.
        """
        heard = "nothing"
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while heard != until:
                    message = ForwardMsg()
                    try:
                        patience = SILENT_SECONDS if fragment or ask else None
                        message.ParseFromString(await asyncio.wait_for(self._stream.recv(decode=False), patience))
                    except TimeoutError:
                        self._tally.dropped += 1
                        if ask:
                            await self._stream.send(ask.SerializeToString())
                        else:
                            fragment = ""
                            await self._send("", fragment)
                    else:
                        heard = self._heard(message)
        except TimeoutError:
            where = f"{self._page or 'first page'} (at {self._query[:200]})"
            raise TimeoutError(f"{where}: no {until}; the last heard: {heard or 'a run that gave way'}") from None

    def _heard(self, message: ForwardMsg) -> str:
        """Note what a message tells; its kind, "" for a run that ended because another one begins."""
        match kind := message.WhichOneof("type"):
            case "new_session":
                self._session = message.new_session.initialize.session_id
            case "file_urls_response":
                response = message.file_urls_response
                self._files[response.response_id] = response.file_urls[0] if response.file_urls else None
            case "navigation":
                self._hash = message.navigation.page_script_hash
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
                if "key=" in self._query and self._query not in self._tally.rooms:
                    self._tally.rooms.append(self._query)
            case "delta":
                self._look_at(message.delta)
            case "session_event" if message.session_event.HasField("script_compilation_exception"):
                self._fault(message.session_event.script_compilation_exception.message)
            case "script_finished" if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return ""
        return kind or ""

    def _look_at(self, delta: Any) -> None:
        element, opens = delta.new_element, delta.add_block.popover
        kind = element.WhichOneof("type")
        if opens.id:
            self._offered[opens.id] = ("checkbox", opens, delta.fragment_id)
        if kind == "exception":
            self._fault(f"{element.exception.type}: {element.exception.message}")
        elif kind == "alert" and any(words in element.alert.body for words in FAILED):
            self._fault(element.alert.body)
        elif kind in KINDS:
            widget = getattr(element, kind)
            if not getattr(widget, "disabled", False):
                self._offered[widget.id] = (kind, widget, delta.fragment_id)

    def _fault(self, words: str) -> None:
        self._tally.faults[f"{self._page or 'first page'}: {words[:200]} (at {self._query[:200]})"] += 1


@cache
def _permit(url: str) -> dict[str, str]:
    """The server's token against requests of foreign pages, as its own pages send it."""
    with urllib.request.urlopen(f"{url.rstrip('/')}/_stcore/health", timeout=TIMEOUT_SECONDS) as answer:
        cookie = answer.headers.get("Set-Cookie", "").partition(";")[0]
    return {"Cookie": cookie, "X-Xsrftoken": cookie.partition("=")[2]} if cookie else {}


async def run(url: str, interactions: int, seed: int) -> Tally:
    """So many interactions of a few visitors at once, drawn with the seed."""
    address, tally = require_loopback(url), Tally()

    async def visit(number: int) -> None:
        dice = random.Random(f"{seed} {number}")
        left = interactions // VISITORS + (number < interactions % VISITORS)
        way: list[tuple[str, str]] = []
        while left:
            try:
                async with connect(address, subprotocols=["streamlit"], max_size=None, proxy=None) as stream:
                    if left > 1 and way and dice.random() < 0.5:
                        tally.done["reload"] += 1
                        left -= 1
                    else:
                        way.clear()
                    visitor, stay = _Visitor(stream, dice, tally, url, way), min(left, dice.randint(5, 60))
                    left -= stay
                    for _ in range(stay):
                        await visitor.act()
            except Exception as error:  # whatever it is, the next tab goes on
                tally.faults[f"connection: {error!r:.400}"] += 1

    await asyncio.gather(*(visit(number) for number in range(VISITORS)))
    return tally


def main() -> int:
    """Read the options, let the monkey play, print the tally; 1 when anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8501", help="the server, on this machine")
    parser.add_argument("--interactions", type=int, default=500, help="1 to 1000000")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    if not 1 <= options.interactions <= 1_000_000:
        parser.error(f"interactions must be from 1 to 1000000; got {options.interactions}.")
    tally = asyncio.run(run(options.url, options.interactions, options.seed))
    print(tally)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
