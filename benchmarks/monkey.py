"""A monkey at the controls: random moves, presses, texts and links over Streamlit's own protocol, none of which may
end in an error.

    python -m benchmarks.monkey --url http://127.0.0.1:8501 --interactions 10000 --seed 7

Each of a few visitors opens random pages with random links, moves whatever the page offers to values of every kind,
presses buttons, and sometimes does not wait for the answer. Wrong are: an exception, a page or a part of it that says
that it failed, a connection that the server drops. The driver refuses any host but this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load import require_loopback

__all__ = ["Tally", "main", "run"]

PAGES = sorted(path.stem for path in (Path(__file__).resolve().parents[1] / "pages").glob("*.py"))
VISITORS = 4
TIMEOUT_SECONDS = 120.0
# What is asked of a part of the page that is gone, because the page has gone on since, Streamlit drops without a word.
# After so long a silence the whole page must answer.
SILENT_SECONDS = 20.0
FAILED = ("went wrong", "cannot be shown at these settings", "did not work")
TEXTS = (
    "", " ", "0", "-0", "1", "-1", "2", "1e-300", "1e308", "1e999", "inf", "-inf", "nan", "1/3", "1,5", "٣", "0x10",
    "9" * 400, "a" * 20_000, "=1+1", "<script>alert(1)</script>", "$x^2$", "\u202eabc", "\x00", "'; drop table--", "🐒",
    "../../etc/passwd", "%00", "null", "[]", "true",
)  # fmt: skip
KINDS = ("slider", "number_input", "text_input", "selectbox", "checkbox", "radio", "button", "button_group")


@dataclass
class Tally:
    """Interactions by kind, those of them that were asked of a part that was gone, and what went wrong: one line for
    each distinct fault."""

    done: Counter = field(default_factory=Counter)
    dropped: int = 0
    faults: Counter = field(default_factory=Counter)

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.done.items()))
        count = f"{self.done.total()} interactions: {kinds}; {self.dropped} asked of a part that was gone"
        lines = [count, f"faults: {self.faults.total()}"]
        return "\n".join(lines + [f"  {count} × {fault}" for fault, count in self.faults.most_common()])


class _Visitor:
    """One tab: what it was offered last, and what it has set."""

    def __init__(self, stream: ClientConnection, dice: random.Random, tally: Tally) -> None:
        self._stream, self._dice, self._tally = stream, dice, tally
        self._open()

    def _open(self) -> None:
        dice = self._dice
        self._page, self._hash, self._offered, self._widgets = dice.choice(["", *PAGES]), "", {}, WidgetStates()
        names = ("epsilon", "alpha", "dimension", "samples", "seed", "step", "projector", "preset", "tab", "nothing")
        self._query = "&".join(f"{dice.choice(names)}={dice.choice(TEXTS)[:300]}" for _ in range(dice.randrange(4)))

    async def act(self) -> None:
        """One interaction and, mostly, its answer."""
        kind = self._dice.choices(("page", "press", "move"), (1, 1, 8))[0]
        pressed = [one for one in self._offered.values() if one[0] == "button"]
        moved = [one for one in self._offered.values() if one[0] != "button"]
        trigger, fragment = "", ""
        if kind == "page" or not moved:
            kind = "page"
            self._open()
        elif kind == "press" and pressed:
            _, widget, fragment = self._dice.choice(pressed)
            trigger = widget.id
        else:
            kind_of_widget, widget, fragment = self._dice.choice(moved)
            self._set(kind_of_widget, widget)
        self._tally.done[kind] += 1
        await self._send(trigger, fragment)
        if self._dice.random() < 0.9:
            await self._answer(fragment)

    def _set(self, kind: str, widget) -> None:
        dice, state = self._dice, self._widgets.widgets.add(id=widget.id)
        others = [one for one in self._widgets.widgets if one.id != widget.id]
        match kind:
            case "slider" if widget.type == Slider.SELECT_SLIDER:
                state.string_array_value.data[:] = [dice.choice(widget.options)]
            case "slider":
                steps = round((widget.max - widget.min) / widget.step)
                state.double_array_value.data[:] = [widget.min + widget.step * dice.randint(0, steps)]
            case "number_input":
                state.double_value = dice.choice((widget.min, widget.max, widget.default, dice.uniform(-9, 9)))
            case "text_input":
                state.string_value = dice.choice(TEXTS) if dice.random() < 0.5 else f"{10 ** dice.uniform(-4, 5):.4g}"
            case "checkbox":
                state.bool_value = dice.random() < 0.5
            case "selectbox":
                state.string_value = dice.choice(widget.options or [""])
            case "radio":
                state.int_value = dice.randrange(max(len(widget.options), 1))
            case "button_group":
                state.string_array_value.data[:] = [dice.choice(widget.options).content] if widget.options else []
        del self._widgets.widgets[:]
        self._widgets.widgets.extend([*others, state])

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

    async def _answer(self, fragment: str) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                message = ForwardMsg()
                try:
                    heard = asyncio.wait_for(self._stream.recv(decode=False), SILENT_SECONDS if fragment else None)
                    message.ParseFromString(await heard)
                except TimeoutError:
                    self._tally.dropped += 1
                    fragment = ""
                    await self._send("", fragment)
                    continue
                match message.WhichOneof("type"):
                    case "navigation":
                        self._hash = message.navigation.page_script_hash
                    case "page_info_changed":
                        self._query = message.page_info_changed.query_string
                    case "delta":
                        self._look_at(message.delta)
                    case "session_event" if message.session_event.HasField("script_compilation_exception"):
                        self._fault(message.session_event.script_compilation_exception.message)
                    case "script_finished" if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                        return

    def _look_at(self, delta) -> None:
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


async def run(url: str, interactions: int, seed: int) -> Tally:
    """So many interactions of a few visitors at once, drawn with the seed."""
    address, tally = require_loopback(url), Tally()

    async def visit(number: int) -> None:
        dice = random.Random(f"{seed} {number}")
        left = interactions // VISITORS + (number < interactions % VISITORS)
        while left:
            try:
                async with connect(address, subprotocols=["streamlit"], max_size=None, proxy=None) as stream:
                    visitor, stay = _Visitor(stream, dice, tally), min(left, dice.randint(5, 60))
                    left -= stay
                    for _ in range(stay):
                        await visitor.act()
            except Exception as error:  # whatever it is, the next tab goes on
                tally.faults[f"connection: {error!r:.200}"] += 1

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
