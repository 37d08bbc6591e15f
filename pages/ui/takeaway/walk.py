"""Stops as one HTML page, one shown at a time: what is said, a prediction before its result, the answer to a task."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pages.ui import state
from pages.ui.charts import Theme
from pages.ui.controls.stops import stops_of
from pages.ui.lessons import gap
from pages.ui.lessons.labels import label
from pages.ui.lessons.texts import Prediction, Stop
from pages.ui.takeaway.button import source
from pages.ui.takeaway.command import declared
from pages.ui.takeaway.document import page_of, part
from ppr_core.experiments.contract import Parameters, Quantity
from ppr_core.sweeps import experiment_named
from ppr_core.wording import number, with_unit

__all__ = ["Run", "page", "run", "section", "stop"]

_HERE = Path(__file__).parent
_STYLES = _HERE.parents[2] / "assets" / "lab.css"


@dataclass(frozen=True)
class Run:
    """A page that has been run at one setting."""

    page: Any
    parameters: Parameters
    result: Any
    quantities: tuple[Quantity, ...]

    def shown(self, index: int | str, picture: str = "") -> str:
        """Picture, finding and numbers, below a heading of the third order; picture: one of the page's for stops."""
        made = source(self.page, self.parameters, self.result, "", 0.0)
        if draw := self.page.at_stops.get(picture):
            made = replace(made, draw=draw, caption=picture)
        drawn = part(made, Theme(dark=False, projector=True, lesson=True, any_font=True), index)
        return drawn.replace("<h2>", "<h3>").replace("</h2>", "</h3>")


def run(name: str, link: Mapping[str, str]) -> Run:
    """What a page shows at the settings of a link, ``ValueError`` for what cannot be."""
    experiment = experiment_named(name)
    read, _ = state.read_link(experiment, link)
    if read.problems:
        raise ValueError(" ".join(read.problems))
    result = experiment.run(read.parameters)
    return Run(declared(name), read.parameters, result, tuple(experiment.tell(result).quantities))


def page(title: str, head: str, stops: Sequence[str], before: str = "") -> str:
    """The whole page; head: HTML above every stop."""
    style = (_HERE / "walk.css").read_text(encoding="utf-8") + _scale()
    script = (_HERE / "walk.js").read_text(encoding="utf-8")
    return page_of(html.escape(title), before, head + "".join(stops), style=style, script=script)


def section(title: str, place: int, count: int, body: str, further: str = "", home: str = "") -> str:
    """A stop with the ways back and on; title, body, further (another way) are HTML; home: where the last leads."""
    counted = html.escape(label("strip.place", number=place, count=count))
    back = f'<a href="#stop-{place - 1}">{html.escape(label("strip.back"))}</a> ' if place > 1 else ""
    ahead = f"#stop-{place + 1}" if place < count else home
    words = html.escape(label("strip.next" if place < count else "strip.finish"))
    on = f'<a href="{ahead}">{words}</a> ' if ahead else ""
    return (
        f'<section class="stop" id="stop-{place}"{" hidden" * (place > 1)}><h2 tabindex="-1">{title} '
        f'<small>{counted}</small></h2>{body}<p class="ways">{back}{on}{further}</p></section>'
    )


def stop(stop: Stop, place: int) -> str:
    """A lesson's stop, its page run now.

    An answer is folded away above the picture; opened, it puts its own picture, if it has one, in that one's place.
    """
    settings = {"v": state.LINK_VERSION, **stop.settings}
    at, asked = run(stop.page, settings), stop.prediction
    later = run(stop.page, settings | stop.after) if stop.after else at
    shown = "" if stop.hidden else at.shown(place, stop.picture)
    if stop.after or stop.hidden:
        with_answer = later.shown(f"{place}a", stop.picture)
        shown = f'<div class="before">{shown}</div><div class="after">{with_answer}</div>'
    answer = _told(_text(stop.answer)) if stop.answer else ""
    task = f"<p><b>{html.escape(stop.task)}</b></p>"
    return (
        f"{_text(stop.say)}{_asked(asked, at, place) if asked else ''}"
        f'<div class="result"{" hidden" * bool(asked)}>{"" if asked else task}{answer}{shown}</div>'
    )


def _text(words: str) -> str:
    return f"<p>{html.escape(words)}</p>"


def _told(answer: str) -> str:
    """The answer to a task, folded away until it is wanted."""
    words = html.escape(label("worksheet.answer").removesuffix(":"))
    return f"<details class='hint'><summary>{words}</summary>{answer}</details>"


def _asked(asked: Prediction, run: Run, place: int) -> str:
    """The form of a prediction, with every answer to it as it will be said."""
    quantity = next(each for each in run.quantities if each.key == asked.quantity)

    def answer(guess: float | int | None) -> str:
        told = f"<b>{html.escape(gap.sentence(asked, guess, quantity))}</b> {html.escape(asked.why)}"
        said = f"<p>{html.escape(asked.ask)} {told}</p>"
        return said + (gap.ruler(asked, guess, quantity) if guess is not None and asked.kind == "slider" else "")

    values: list[str] = []
    if asked.kind == "choice":
        guesses: list[Any] = list(range(len(asked.options)))
        field = f"<fieldset><legend>{html.escape(asked.ask)}</legend>" + "".join(
            f'<label><input type="radio" name="guess-{place}" value="{i}">{html.escape(option.label)}</label>'
            for i, option in enumerate(asked.options)
        )
        field += "</fieldset>"
    else:
        guesses = [None, *stops_of(asked.spec)]  # stands beside the scale at first, and suggests no answer
        values = [label("strip.nothing"), *(with_unit(number(guess), asked.unit) for guess in guesses[1:])]
        field = (
            f"<label>{html.escape(asked.ask)} <output></output>"
            f'<input type="range" min="0" max="{len(guesses) - 1}" value="0"></label>'
            f"{gap.landmarks(asked) if asked.landmarks else ''}"
        )
    data = {"values": values, "answers": [answer(guess) for guess in guesses], "skipped": answer(None)}
    carried = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    return (
        f'<form onsubmit="return false">{field}<button type="button" class="next reveal">'
        f'{html.escape(label("strip.reveal"))}</button></form><div class="said" tabindex="-1"></div>'
        f'<script type="application/json">{carried}</script>'
    )


def _scale() -> str:
    """The lab's own style of the scale of a prediction."""
    return "\n".join(re.findall(r"(?m)^\.gap[^{]*\{[^}]*\}", _STYLES.read_text(encoding="utf-8")))
