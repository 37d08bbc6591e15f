"""Without a room: the way into one, and how to open one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import streamlit as st

from pages.drawings.classroom import address, doors, phone, rehearsals, settings
from pages.ui import decoder_view, rooms
from pages.ui.state import plain
from ppr_core.classroom import KINDS, MOST_TEXT, Question, Settings, lab_address, survey

__all__ = ["form", "show"]

STUDENTS = 60
FIRST = "number"  # where few bits win and ε′ is small
EXAMPLES = {
    "yes_no": "Have you ever copied homework?",
    "categories": "How do you feel about this lecture?",
    "number": "How many hours did you sleep last night?",
    "place": "Where in this hall would you rather sit? (The screen is at the top.)",
    "prediction": "How many bits does PPR take at α = 1.1?",
}
LABELS = "Lost\nKeeping up\nBored"
RANGES = {"number": (0.0, 12.0, "hours"), "prediction": (0.0, 30.0, "bits")}


def show(problem: str) -> None:
    """A box for the code of a room, and a form for a new one. problem: why there is no room, or ""."""
    if problem:
        st.warning(problem)
    join, form = st.columns([2, 3], gap="large")
    with join:
        st.header("Join a room", anchor=False)
        with st.form("classroom-joining", border=False):  # so that the Enter key joins, too
            code = st.text_input("Join code", max_chars=20, placeholder="ABC234", key="classroom-code")
            joining = st.form_submit_button("Join", key="classroom-join")
        if joining and code.strip():
            st.query_params.from_dict({"room": doors.written(code)})
            st.rerun()
        st.markdown(
            "Every phone makes its answer private and short in the browser; a few bits leave it, and the estimate on "
            "the wall sharpens with every message. What one person answered stays in doubt, for this server too."
        )
        with st.expander("What protects the class here, and what does not"):
            st.markdown(phone.honest_words(True))
    with form:
        st.header("Open a room", anchor=False)
        _form()


def form(key: str) -> tuple[Callable[[], Question], Settings | None]:
    """The controls of a question and of its first round: what makes it, `ValueError` if it cannot be asked, and how its
    answers are made private. key: of this form."""
    kind = st.selectbox(
        "Kind of answer", list(KINDS), list(KINDS).index(FIRST), format_func=KINDS.get, key=f"classroom-kind{key}"
    )
    text = st.text_input("Question", EXAMPLES[kind], max_chars=MOST_TEXT, key=f"classroom-text-{kind}{key}")
    given: dict[str, Any] = {}
    if kind == "categories":
        labels = st.text_area("Categories, one a line (2 to 32)", LABELS, key=f"classroom-labels{key}")
        given["labels"] = tuple(line.strip() for line in labels.splitlines() if line.strip())
    elif kind in RANGES:
        low, high, unit = RANGES[kind]
        places = st.columns(3)
        given["low"] = places[0].number_input("From", value=low, key=f"classroom-low-{kind}{key}")
        given["high"] = places[1].number_input("To", value=high, key=f"classroom-high-{kind}{key}")
        given["unit"] = places[2].text_input("Unit", unit, key=f"classroom-unit-{kind}{key}")
    chosen = settings.choose(kind, f"classroom-opening{key}")
    if chosen:
        with suppress(ValueError):  # a question that cannot be asked yet is said when the room is opened
            question = Question(kind=kind, text=text, **given)
            st.caption(settings.needs(question, chosen))
            decoder_view.offer(survey(question, chosen).compressor, f"classroom-decoder{key}")
    return lambda: Question(kind=kind, text=text, **given), chosen


def _form() -> None:
    asked, chosen = form("")
    lab = st.text_input(
        "Address of the lab, as phones reach it", address.proposed(), max_chars=200, key="classroom-address"
    ).strip()
    if address.is_local(lab):
        st.warning(
            "Phones cannot reach this address, as it leads to this machine only. Start the lab with `make run "
            "ADDRESS=<address of this machine in the network>`, or write that address above."
        )
    st.caption("A room ends after a day, or after three hours in which nobody answers or looks at it.")
    with st.container(horizontal=True):
        opening = st.button("Open the room", key="classroom-open")
        rehearsing = st.button(f"Rehearse with {STUDENTS} simulated students", key="classroom-try")
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
        st.error(plain(str(error)))
        return
    st.query_params.from_dict({"room": room.code, "key": secret})
    st.rerun()
