"""The parts of a lecture as a list: what each opens, their order, and for how large a class its polls are."""

from __future__ import annotations

import streamlit as st

from pages.ui import guard
from pages.ui.lessons import lecture
from pages.ui.lessons.labels import label
from pages.ui.navigation import path_of, title_of
from pages.ui.share import LECTURE
from pages.ui.state import plain
from ppr_core.classroom import MOST_TEXT

__all__ = ["add_poll", "arrange", "as_text", "size"]

# Session keys of the part that is moved, of a poll's question, and of the class.
_PART, _ASK, _SIZE = "lecture-part", "lecture-ask", "lecture-size"


def size(code: str) -> None:
    """For how many students the polls of the ready class are: few need a larger ε. Nothing at another lecture."""
    if code not in lecture.SIZES:
        return
    st.session_state[_SIZE] = code
    st.radio(
        label("my_lecture.size"),
        list(lecture.SIZES),
        format_func=lambda name: label(f"my_lecture.size_{name}"),
        key=_SIZE,
        horizontal=True,
        on_change=lambda: _write(lecture.of_class(lecture.SIZES[st.session_state[_SIZE]])),
    )
    st.caption(label("my_lecture.size_about"))


def arrange(talk: lecture.Lecture) -> None:
    """The parts in order, each a link, and the ways to move one or to leave it out; of a poll its question to write."""
    st.markdown(
        "\n".join(
            f"{number}. [{plain(item.name)}](/{path_of(item.page)}{item.address.removeprefix(item.page)}) · "
            f"{plain(title_of(item.page))}"
            for number, item in enumerate(talk.items, start=1)
        )
    )
    last = len(talk.items) - 1
    st.session_state[_PART] = min(st.session_state.get(_PART) or 0, last)
    with st.container(horizontal=True, vertical_alignment="bottom", key="lecture-parts"):
        part = st.selectbox(
            label("my_lecture.part"),
            range(last + 1),
            format_func=lambda place: f"{place + 1}. {talk.items[place].name}",
            key=_PART,
            width=330,
        )
        ways = {"up": (-1, part == 0), "down": (1, part == last), "drop": (0, False)}
        for name, (by, impossible) in ways.items():
            st.button(
                label(f"my_lecture.{name}"), key=f"lecture-{name}", disabled=impossible, on_click=_move, args=(part, by)
            )
    if talk.items[part].poll:
        st.session_state[_ASK] = talk.items[part].query["ask"]
        name = label("my_lecture.ask")
        st.text_input(name, max_chars=MOST_TEXT, key=_ASK, on_change=_ask, args=(part,))


@guard.callback
def add_poll() -> None:
    """A poll as the last part, which is chosen, so that its question can be written."""
    _write(f"{st.session_state[LECTURE].rstrip()}\n{label('my_lecture.poll_line')}")
    st.session_state[_PART] = len(lecture.read(st.session_state[LECTURE]).items) - 1


def as_text() -> None:
    """A line for each part, to edit or to keep as a file."""
    text = st.session_state["lecture-box"] = st.session_state[LECTURE]
    st.text_area(
        label("my_lecture.box"),
        key="lecture-box",
        height=360,
        on_change=lambda: _write(st.session_state["lecture-box"]),
        placeholder=label("my_lecture.example"),
    )
    if lecture.read(text).items:
        name = label("my_lecture.download")
        st.download_button(name, text, "lecture.txt", icon=":material/download:", on_click="ignore")


@guard.callback
def _move(part: int, by: int) -> None:
    _write(lecture.moved(st.session_state[LECTURE], part, by))
    st.session_state[_PART] = part + by


@guard.callback
def _ask(part: int) -> None:
    _write(lecture.asking(st.session_state[LECTURE], part, st.session_state[_ASK]))


def _write(text: str) -> None:
    st.session_state[LECTURE] = text
