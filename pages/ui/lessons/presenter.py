"""The presenter's view of a lecture, in a second window of the browser: what is on the wall, what comes next, notes.

The two windows speak over a channel of the browser: the wall says where it is, a key pressed here is pressed there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.lessons import lecture, texts, tour
from pages.ui.lessons.labels import label

__all__ = ["show"]

_NAME = "presenter"
_FOLDER = Path(__file__).parent
_WORDS = ("now", "next", "minutes", "elapsed", "restart", "keys", "nowhere", "end", "predict", "because", "say")
_BARE = """<style>[data-testid='stSidebar'], [data-testid='stExpandSidebarButton'], [data-testid='stHeader'] {
  display: none; } [data-testid='stMainBlockContainer'] { padding-top: 1rem; }</style>"""


def show(talk: lecture.Lecture, code: str) -> None:
    """Draw it; code: the lecture's in links, by which the windows know each other."""
    st.html(_BARE)
    words = {name: label(f"presenter.{name}") for name in (*_WORDS, "wrong")}
    data = {"lecture": code, "title": talk.title, "parts": _parts(talk), "words": words}
    _component()(key=_NAME, data=data)


@st.cache_resource(show_spinner=False)
def _component() -> Any:
    style, script = ((_FOLDER / f"{_NAME}.{kind}").read_text("utf-8") for kind in ("css", "js"))
    return st.components.v2.component(_NAME, html="<section class='presenter'></section>", css=style, js=script)


def _parts(talk: lecture.Lecture) -> list[dict[str, Any]]:
    """What is said of each part: of a lesson's stop what stands there, of the class the script with its minutes."""
    _, items = texts.class_script()
    of_class = lecture.read(lecture.of_class()).items
    script = {(part.page, str(part.query)): item for part, item in zip(of_class, items, strict=True)}
    parts, minute = [], 0
    for item in talk.items:
        place, noted = tour.at(item.page, item.query), script.get((item.page, str(item.query)))
        stop, lesson = place.stop if place else None, texts.lesson(item.query.get("lesson", ""))
        minutes = noted.minutes if noted else 0
        parts.append(
            {
                "name": item.name,
                "say": stop.say if stop else item.query.get("ask", ""),
                "task": stop.task if stop else "",
                "ask": stop.prediction.ask if stop and stop.prediction else "",
                "why": stop.prediction.why if stop and stop.prediction else "",
                "wrong": lesson.notes.wrong if stop and lesson else "",
                "note": noted.do if noted else "",
                "from": minute,
                "to": minute + minutes,
            }
        )
        minute += minutes
    return parts
