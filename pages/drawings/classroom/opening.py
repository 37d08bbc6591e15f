"""Without a room: the way into one, and how to open one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import streamlit as st

from pages.drawings.classroom import doors, phone, rehearsals, settings
from pages.ui import address, decoder_view, rooms
from pages.ui.state import plain
from ppr_core.classroom import KINDS, MOST_TEXT, Question, Settings, lab_address, survey
from ppr_core.texts import Messages, phrase
from ppr_core.texts.refusals import refusal

__all__ = ["Begun", "form", "show"]

Begun = tuple[Question, Settings | None]  # a question, and how its answers are made private

STUDENTS = 60
FIRST = "number"  # where few bits win and ε′ is small
RANGES = {"number": (0.0, 12.0, "hours"), "prediction": (0.0, 30.0, "bits")}

message = Messages("classroom")


def show(problem: str, begun: Begun | None = None) -> None:
    """A box for the code of a room, and a form for a new one.

    problem: why there is no room, or ""; begun: what the form opens with.
    """
    if problem:
        st.warning(problem)
    join, form = st.columns([2, 3], gap="large")
    with join:
        st.header(message("join"), anchor=False)
        with st.form("classroom-joining", border=False):  # so that the Enter key joins, too
            code = st.text_input(message("join-code"), max_chars=20, placeholder="ABC234", key="classroom-code")
            joining = st.form_submit_button(message("join-button"), key="classroom-join")
        if joining and code.strip():
            st.query_params.from_dict({"room": doors.written(code)})
            st.rerun()
        st.markdown(message("join-about"))
        with st.expander(message("join-protection")):
            st.markdown(phone.honest_words(True))
    with form:
        st.header(message("open"), anchor=False)
        _form(begun)


def form(key: str, begun: Begun | None = None) -> tuple[Callable[[], Question], Settings | None]:
    """The controls of a question and of its first round: what makes it, `ValueError` if it cannot be asked, and how its
    answers are made private. key: of this form; begun: what it opens with."""
    asked, protected = begun or (None, None)
    kind = st.selectbox(
        message("open-kind"),
        list(KINDS),
        list(KINDS).index(asked.kind if asked else FIRST),
        key=f"classroom-kind{key}",
        format_func=lambda kind: message(f"kind-{kind}"),
    )
    if asked and asked.kind != kind:
        asked, protected = None, None
    example = asked.text if asked else message(f"example-{kind}")
    text = st.text_input(message("open-question"), example, max_chars=MOST_TEXT, key=f"classroom-text-{kind}{key}")
    given: dict[str, Any] = {}
    if kind == "categories":
        examples = "\n".join(asked.labels) if asked else message("example-labels").replace(", ", "\n")
        labels = st.text_area(message("open-categories"), examples, key=f"classroom-labels{key}")
        given["labels"] = tuple(line.strip() for line in labels.splitlines() if line.strip())
    elif kind in RANGES:
        low, high, unit = RANGES[kind]
        low, high, unit = (asked.low, asked.high, asked.unit) if asked else (low, high, phrase(unit))
        places = st.columns(3)
        given["low"] = places[0].number_input(message("open-low"), value=low, key=f"classroom-low-{kind}{key}")
        given["high"] = places[1].number_input(message("open-high"), value=high, key=f"classroom-high-{kind}{key}")
        given["unit"] = places[2].text_input(message("open-unit"), unit, key=f"classroom-unit-{kind}{key}")
    chosen = settings.choose(kind, f"classroom-opening{key}", protected)
    if chosen:
        with suppress(ValueError):  # a question that cannot be asked yet is said when the room is opened
            question = Question(kind=kind, text=text, **given)
            st.caption(settings.needs(question, chosen))
            decoder_view.offer(survey(question, chosen).compressor, f"classroom-decoder{key}")
    return lambda: Question(kind=kind, text=text, **given), chosen


def _form(begun: Begun | None) -> None:
    asked, chosen = form("", begun)
    lab = st.text_input(message("open-address"), address.proposed(), max_chars=200, key="classroom-address").strip()
    if address.is_local(lab):
        st.warning(message("open-unreachable"))
    st.caption(message("open-ends"))
    with st.container(horizontal=True):
        opening = st.button(message("open-button"), key="classroom-open")
        rehearsing = st.button(message("open-rehearse", count=str(STUDENTS)), key="classroom-try")
    if opening or rehearsing:
        _open(asked, chosen, lab, rehearsing)
    rooms.show_told()


def _open(asked: Any, chosen: Any, lab: str, rehearsing: bool) -> None:
    try:
        question = asked()
        room, secret = doors.open_room(question, chosen, f"{lab_address(lab)}/classroom?room=")
        if rehearsing:
            rehearsals.begin(room, chosen, STUDENTS)
    except ValueError as error:
        st.error(plain(refusal(str(error))))
        return
    st.query_params.from_dict({"room": room.code, "key": secret})
    st.rerun()
