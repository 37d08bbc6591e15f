"""The presenter's view of a lecture, in a second window of the browser: what is on the wall, what comes next, notes.

The windows speak over a channel of the browser: a wall says where it is, since when, and what the class has predicted;
a key pressed here is pressed there. Of several walls one is followed: the one that opened this window, if it answers.
What will be measured is computed here, so that the presenter knows it before the reveal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui import memo, qr
from pages.ui import state as states
from pages.ui.jobs import session as jobs
from pages.ui.lessons import frame, lecture, texts, tour
from pages.ui.lessons.labels import label
from pages.ui.quantities import format_value
from ppr_core.sweeps import experiment_named

__all__ = ["FOLLOWED", "SCRIPT", "STYLE", "WORDS", "show"]

_NAME = "presenter"
STYLE, SCRIPT = (Path(__file__).with_name(f"{_NAME}.{kind}").read_text("utf-8") for kind in ("css", "js"))
_REFRESH_SECONDS = 3.0  # until all that will be measured is known
WORDS = ("now", "next", "minutes", "elapsed", "here", "restart", "keys", "nowhere", "end", "predict", "because", "say")
WORDS += ("wrong", "measured", "class")
FOLLOWED, PACE = ("own", "newest", "other"), ("ahead", "behind")  # with places that the browser fills
_BARE = """<style>[data-testid='stSidebar'], [data-testid='stExpandSidebarButton'], [data-testid='stHeader'] {
  display: none; } [data-testid='stMainBlockContainer'] { padding-top: 1rem; }</style>"""


def show(talk: lecture.Lecture, code: str) -> None:
    """Draw it; code: the lecture's in links, by which the windows know each other."""
    st.html(_BARE)
    words = {name: label(f"presenter.{name}") for name in WORDS}
    words |= {name: label(f"presenter.{name}", time="{time}", part="{part}") for name in FOLLOWED}
    words |= {name: label(f"presenter.{name}", minutes="{minutes}") for name in PACE}
    ways = [{"name": name, "link": link, "picture": qr.picture(link)} for name, link in frame.ways(code).items()]
    end = {"sentences": frame.take_home(talk), "ways": ways}
    _draw(talk, {"lecture": code, "title": talk.title, "words": words, "end": end})


@st.fragment(run_every=_REFRESH_SECONDS)
def _draw(talk: lecture.Lecture, data: dict[str, Any]) -> None:
    _component()(key=_NAME, data=data | {"parts": _parts(talk)})


@st.cache_resource(show_spinner=False)
def _component() -> Any:
    return st.components.v2.component(_NAME, html="<section class='presenter'></section>", css=STYLE, js=SCRIPT)


def _parts(talk: lecture.Lecture) -> list[dict[str, Any]]:
    """What is said of each part: of a lesson's stop what stands there, of the class the script with its minutes."""
    _, items = texts.class_script()
    script = {
        (part.page, str(part.query)): item
        for large in lecture.SIZES.values()
        for part, item in zip(lecture.read(lecture.of_class(large)).items, items, strict=True)
    }
    parts, minute, measured = [], 0, _measured(talk)
    for number, item in enumerate(talk.items):
        place, noted = tour.at(item.page, item.query), script.get((item.page, str(item.query)))
        stop = place.stop if place else None
        minutes = noted.minutes if noted else 0
        parts.append(
            {
                "name": item.name,
                "say": stop.say if stop else item.query.get("ask", ""),
                "task": stop.task if stop else "",
                "ask": stop.prediction.ask if stop and stop.prediction else "",
                "why": stop.prediction.why if stop and stop.prediction else "",
                "measured": stop.answer if stop and stop.answer else measured.get(number, ""),
                "wrong": stop.wrong if stop else "",
                "note": noted.do if noted else "",
                "from": minute,
                "to": minute + minutes,
                "planned": label("presenter.planned", minutes=minutes) if minutes else "",
            }
        )
        minute += minutes
    return parts


def _measured(talk: lecture.Lecture) -> dict[int, str]:
    """The answers to predictions by the number of their part, as far as they are computed; the next one is begun."""
    known = {}
    for number, item in enumerate(talk.items):
        place = tour.at(item.page, item.query)
        if not (place and place.stop and place.stop.prediction):
            continue
        experiment = experiment_named(item.page)
        state, _ = states.read_link(experiment, item.query)
        outcome = jobs.outcome(experiment, state.parameters)
        if outcome.state != "done":
            if outcome.pending:
                break  # one heavy run a visitor
            continue
        prediction = place.stop.prediction
        for quantity in memo.story(experiment, outcome.result).quantities:
            if quantity.key == prediction.quantity:
                option = prediction.options[prediction.right(quantity.value)].label if prediction.options else ""
                known[number] = f"{option} ({format_value(quantity)})" if option else format_value(quantity)
    return known
