"""My lecture: links of the lab in one's own order, shared as one link or a file, stepped through before a class."""

from __future__ import annotations

import streamlit as st

from pages.ui import guard, state, text_page
from pages.ui.lessons import lecture, sheets, tour
from pages.ui.share import LECTURE
from pages.ui.state import plain

_READ = "lecture-read"  # session key of the link's lecture that was taken over


def body() -> None:
    """The parts as lines to edit, what is wrong with them, and the ways to start and share."""
    code = st.query_params.get("lecture", "")
    if code and st.session_state.get(_READ) != code:
        st.session_state[_READ] = code
        st.session_state[LECTURE] = lecture.unpacked(code)
    st.session_state.setdefault(LECTURE, "# My lecture")
    st.session_state["lecture-box"] = st.session_state[LECTURE]
    st.text_area(
        "A line for each part: name | link. The first line, after #, is the title.",
        key="lecture-box",
        height=260,
        on_change=lambda: st.session_state.update({LECTURE: st.session_state["lecture-box"]}),
        placeholder="# My lecture\nThe law is wrong | https://…/exactness?candidates=4",
    )
    talk = lecture.read(st.session_state[LECTURE])
    for problem in talk.problems:
        st.warning(plain(problem))
    if not talk.items:
        st.markdown("Every page has *Add to my lecture* under **Link**; links can also be pasted above.")
        _upload()
        return
    code = lecture.packed(st.session_state[LECTURE])
    _start(talk, code)
    st.markdown(f"This link holds all {len(talk.items)} parts:")
    st.code(f"{sheets.site()}/my_lecture?lecture={code}", language=None, wrap_lines=True)
    st.download_button(
        "Lecture as a file", st.session_state[LECTURE], "lecture.txt", icon=":material/download:", on_click="ignore"
    )
    _upload()


def _start(talk: lecture.Lecture, code: str) -> None:
    first = tour.Target(talk.items[0].page, talk.items[0].query | {"lecture": code, "at": "0"})
    with st.container(horizontal=True, key="lecture-start"):
        fresh = st.button(
            "Start of class",
            key="lecture-step-next",
            type="primary",
            icon=":material/co_present:",
            shortcut="PageDown",
            help="Forgets all settings and predictions of this window, turns the projector on, opens the first part.",
        )
        plainly = st.button("Walk through it", key="lecture-walk", icon=":material/play_arrow:")
    if fresh:
        state.forget_pages()
        state.set_projector(True)
    if fresh or plainly:
        tour.go(first)


def _upload() -> None:
    file = st.file_uploader("Open a lecture from a file", type="txt", key="lecture-file", max_upload_size=1)
    if file is not None and st.session_state.get("lecture-file-read") != file.file_id:
        st.session_state["lecture-file-read"] = file.file_id
        _take(file.getvalue())
        st.rerun()


@guard.callback
def _take(data: bytes) -> None:
    st.session_state[LECTURE] = data.decode("utf-8", errors="replace")[: lecture.MOST_CHARACTERS]


text_page.show(
    name="my_lecture",
    title="My lecture",
    question="Which pages do you want to show, and in which order?",
    body=body,
)
