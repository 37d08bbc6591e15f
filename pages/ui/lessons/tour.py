"""Where a visitor is in a lesson or a lecture, and the ways back and on. The place lives in the link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NoReturn

import streamlit as st

from pages.ui import state as states
from pages.ui.lessons import audience, lecture, texts

__all__ = ["HIDDEN", "SEEN", "Target", "Tour", "at", "done", "end", "finish", "go", "here", "part", "predicted"]

HIDDEN = "1"  # what a link says when the results are hidden
SEEN = "seen"  # what a link says in place of a prediction where the answer to a task has been shown
_DONE = "lessons-done"  # session key: names of the lessons that were finished
_GUESSES = "guess-of-stops"  # session key: (lesson, stop) -> what was predicted there


@dataclass(frozen=True)
class Target:
    """A page with the query of its link."""

    page: str
    query: Mapping[str, str]


@dataclass(frozen=True)
class Tour:
    """A place on the way: its title, the number of this stop and of all, where Back and Next lead.

    out: where Leave leads; stop: the lesson's stop, None at a lecture's page without one; guess: the prediction made
    there, "" before; closing: what comes of the lesson, at its end.
    """

    title: str
    number: int
    count: int
    back: Target | None
    ahead: Target
    out: Target
    stop: texts.Stop | None
    guess: str = ""
    closing: str = ""

    @property
    def asks(self) -> bool:
        """Whether a prediction is still open, so that nothing of the results may be shown."""
        return bool(self.stop and self.stop.prediction and not self.guess)

    @property
    def hides(self) -> bool:
        """Whether the results would tell the answer that is still to be shown."""
        return bool(self.stop and self.stop.hidden and self.owes)

    @property
    def owes(self) -> bool:
        """Whether the answer to the task is still to be shown."""
        return bool(self.stop and self.stop.answer and not self.guess)


def here(page: str) -> Tour | None:
    """The place that the link of this page names, None if it names none."""
    return at(page, states.along())


def at(page: str, carried: Mapping[str, str]) -> Tour | None:
    """The place that a link names; carried: what it carries beside settings."""
    lesson, number, stop = texts.lesson(carried.get("lesson", "")), _number(carried.get("stop", "")), _stop(carried)
    if stop is not None and stop.page != page:
        stop = None
    talk = _lecture(carried.get("lecture", ""))
    guess = carried.get("guess", "")
    if talk and stop and stop.prediction and not guess and audience.revealed(stop.prediction):
        guess = SEEN
    part, shown = _number(carried.get("at", "0")), carried.get("shown", "")
    if talk and 0 <= part < len(talk.items) and talk.items[part].page == page:
        steps = [_again(one.page, one.query | {"lecture": carried["lecture"], "at": str(place)}, shown)
                 for place, one in enumerate(talk.items)]  # fmt: skip
        title, place, last = talk.items[part].name, part, end(carried["lecture"], shown)
        out = Target("my_lecture", {"lecture": carried["lecture"]})
    elif lesson and stop:
        steps = [_again(one.page, lesson.link(place)) for place, one in enumerate(lesson.stops, start=1)]
        title, place, last = lesson.title, number - 1, Target("lesson_list", {})
        out = last
    else:
        return None
    back = _passed(steps[place - 1]) if place else None
    closing = lesson.closing if lesson and not talk and place + 1 == len(steps) else ""
    return Tour(title, place + 1, len(steps), back, [*steps, last][place + 1], out, stop, guess, closing)


def part(code: str, number: int, shown: str = "") -> Target:
    """The part of a lecture by its number from 0, or from the end as -1; shown: see `predicted`."""
    items = lecture.read(lecture.unpacked(code)).items
    at = range(len(items))[number]
    return _again(items[at].page, items[at].query | {"lecture": code, "at": str(at)}, shown)


def end(code: str, shown: str = "") -> Target:
    """What comes after the last part of a lecture, with its room; shown: see `predicted`."""
    return Target("my_lecture", {"lecture": code, "end": "1", **audience.link(), **_carrying(shown)})


def predicted(guess: str) -> None:
    """Take the prediction of the stop that is open; whoever comes back to it finds it answered.

    In a lecture the links carry, as shown, the numbers of all parts whose answer is known: a reload forgets the rest.
    """
    carried = states.along()
    st.session_state.setdefault(_GUESSES, {})[carried.get("lesson"), carried.get("stop")] = guess
    parts = {one for one in carried.get("shown", "").split(".") if _number(one) >= 0}
    if at := carried.get("at", ""):
        parts = parts | {at} if guess else parts - {at}
    states.carry(guess=guess, shown=".".join(sorted(parts, key=int)))


def _carrying(shown: str) -> dict[str, str]:
    return {"shown": shown} if shown else {}


def _again(page: str, query: Mapping[str, str], shown: str = "") -> Target:
    """The way to a stop, with a lecture's room; as it was left, with the prediction made there or the answer shown."""
    if "lecture" in query:
        query = {**query, **audience.link(), **_carrying(shown)}
    guess = st.session_state.get(_GUESSES, {}).get((query.get("lesson"), query.get("stop")))
    if not guess and query.get("at") in shown.split("."):
        guess = SEEN
    stop = _stop(query) if guess else None
    return Target(page, {**query, **stop.after, "guess": guess} if stop else query)


def _passed(step: Target) -> Target:
    """The stop before, whose answer has been shown on the way on, also before a reload."""
    stop = _stop(step.query)
    owed = stop and stop.page == step.page and stop.answer and not stop.prediction and "guess" not in step.query
    return replace(step, query={**step.query, **stop.after, "guess": SEEN}) if owed else step


def finish(place: Tour) -> None:
    """Remember that the lesson has been walked to its end."""
    if place.closing:
        st.session_state.setdefault(_DONE, set()).add(states.along().get("lesson"))


def done() -> frozenset[str]:
    """Names of the lessons that this visitor has finished."""
    return frozenset(st.session_state.get(_DONE, ()))


def go(target: Target) -> NoReturn:
    """Open a page by its link, also when it is the page that is open now."""
    states.leave()
    st.switch_page(f"pages/{target.page}.py", query_params=dict(target.query))


def _stop(link: Mapping[str, str]) -> texts.Stop | None:
    """The lesson's stop that a link names, None if it names none."""
    lesson, number = texts.lesson(link.get("lesson", "")), _number(link.get("stop", ""))
    return lesson.stops[number - 1] if lesson and 1 <= number <= len(lesson.stops) else None


@lru_cache(maxsize=64)
def _lecture(code: str) -> lecture.Lecture | None:
    text = lecture.unpacked(code) if code else ""
    return lecture.read(text) if text else None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
