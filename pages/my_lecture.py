"""My lecture: links of the lab in one's own order, shared as one link or a file, stepped through before a class."""

from __future__ import annotations

import streamlit as st

from pages.ui import address, text_page
from pages.ui.lessons import frame, lecture, parts, presenter, tour
from pages.ui.lessons.labels import label
from pages.ui.share import LECTURE
from pages.ui.state import plain

_READ = "lecture-read"  # session key of the address's lecture that was taken over
_FILE, _PROBLEM = "lecture-file-read", "lecture-file-problem"


def body() -> None:
    """What is wrong with its parts, the ways to start and share it, the parts in order and as lines to edit."""
    code = st.query_params.get("lecture", "")
    linked = lecture.read(lecture.unpacked(code))
    if linked.items and "presenter" in st.query_params:
        presenter.show(linked, code)
        return
    if linked.items and "at" in st.query_params:  # the link to look at it again
        tour.go(tour.part(code, 0))
    if linked.items and "end" in st.query_params:
        frame.end(linked, code)
        return
    if code and st.session_state.get(_READ) != code:
        st.session_state[LECTURE] = lecture.unpacked(code)
    st.session_state.setdefault(LECTURE, f"# {label('my_lecture.title')}")
    talk = lecture.read(st.session_state[LECTURE])
    code = lecture.packed(st.session_state[LECTURE]) if talk.items else ""
    for problem in talk.problems:
        st.warning(plain(problem))
    if talk.items:
        parts.size(code)
        frame.start(talk, code)
        if any(item.page == "classroom" for item in talk.items) and address.is_local(address.proposed()):
            st.warning(label("my_lecture.unreachable"))
        parts.arrange(talk)
        st.markdown(label("my_lecture.link", count=len(talk.items)))
        frame.links(code)
    else:
        st.markdown(label("my_lecture.empty"))
    _add(empty=not talk.items)
    with st.expander(label("my_lecture.text"), expanded=bool(talk.problems)):
        parts.as_text()
        _upload()
    st.session_state[_READ] = code
    st.query_params.from_dict({"lecture": code} if code else {})  # what a reload keeps


def _add(*, empty: bool) -> None:
    """The whole class, as long as there is nothing yet, or a poll."""
    with st.container(horizontal=True, key="lecture-add"):
        if empty:
            st.button(
                label("my_lecture.whole"),
                key="lecture-whole",
                icon=":material/playlist_add:",
                type="primary",
                on_click=lambda: st.session_state.update({LECTURE: lecture.of_class()}),
            )
        st.button(
            label("my_lecture.poll"),
            key="lecture-poll",
            icon=":material/how_to_vote:",
            help=label("my_lecture.poll_help"),
            on_click=parts.add_poll,
        )


def _upload() -> None:
    """A file takes the place of what is in the box, once; one that is no lecture changes nothing."""
    file = st.file_uploader(label("my_lecture.upload"), type="txt", key="lecture-file", max_upload_size=1)
    if file is not None and st.session_state.get(_FILE) != file.file_id:
        st.session_state[_FILE] = file.file_id
        text, st.session_state[_PROBLEM] = lecture.from_file(file.getvalue())
        if text:
            st.session_state[LECTURE] = text
            st.session_state[_READ] = st.query_params.get("lecture", "")
            st.rerun()
    if file is not None and st.session_state[_PROBLEM]:
        st.warning(plain(st.session_state[_PROBLEM]))


text_page.show(
    name="my_lecture",
    title=label("my_lecture.title"),
    question=label("my_lecture.question"),
    body=body,
    bare=not {"presenter", "end"}.isdisjoint(st.query_params),
)
