"""How a lecture begins and how it ends."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.ui import address, closing, qr, state
from pages.ui.lessons import audience, lecture, sheets, texts, tour
from pages.ui.lessons.labels import label
from pages.ui.navigation import path_of
from pages.ui.state import plain
from pages.ui.takeaway.apart import lecture_file
from ppr_core.classroom import Room

__all__ = ["end", "lessons_of", "links", "start", "take_home", "ways"]

_ENDED = "lecture-room-ended"  # session key: the code of a room that was deleted here
_SHORTENED = "lecture-shortened"  # session key of the lecture that was given a short link


def start(talk: lecture.Lecture, code: str) -> None:
    """The ways to the first part: with everything forgotten and projected, or as it is."""
    with st.container(horizontal=True, key="lecture-start"):
        fresh = st.button(
            label("my_lecture.start"),
            key="lecture-step-next",
            type="primary",
            icon=":material/co_present:",
            shortcut="PageDown",
            help=label("my_lecture.start_help"),
        )
        plainly = st.button(label("my_lecture.walk"), key="lecture-walk", icon=":material/play_arrow:")
        st.link_button(
            label("my_lecture.presenter"),
            f"{_link(code)}&presenter=1",
            icon=":material/speaker_notes:",
            help=label("my_lecture.presenter_help"),
        )
    if fresh:
        state.forget_pages()
        state.set_projector(True)
    if fresh or plainly:
        audience.begin()
        tour.go(tour.part(code, 0))


def links(code: str) -> None:
    """The link of the lecture, and a short one once that is wanted; the lecture as a file."""
    st.code(_link(code), language=None, wrap_lines=True)
    home = "" if address.is_local(sheets.site()) else sheets.site()  # where no other machine gets, no link leads
    st.download_button(
        label("take_away.lecture"),
        partial(lecture_file, lecture.unpacked(code), home),
        "lecture.html",
        "text/html",
        key="lecture-take-away",
        icon=":material/download:",
        help=label("take_away.lecture_help"),
        on_click="ignore",
    )
    if len(code) <= lecture.SHORT:
        return
    st.button(
        label("my_lecture.shorten"),
        key="lecture-shorten",
        icon=":material/qr_code:",
        on_click=lambda: st.session_state.update({_SHORTENED: code}),
    )
    if st.session_state.get(_SHORTENED) == code:
        st.markdown(label("my_lecture.short"))
        st.code(_link(lecture.short(code)), language=None, wrap_lines=True)


def end(talk: lecture.Lecture, code: str) -> None:
    """What to take home, and the ways to it and to a worksheet, here and on the phones of the room; the room's own end.

    PageUp goes back to the last part; PageDown has nowhere to go, so that nothing begins anew.
    """
    room = audience.bid_farewell(take_home(talk), _for_phones(talk, code))
    with st.container(key="lecture-end"):
        st.title(label("my_lecture.end", title=plain(talk.title)), anchor=False)
        st.markdown("\n".join(f"1. {plain(sentence)}" for sentence in take_home(talk)))
        with st.container(horizontal=True, gap="large", key="lecture-end-links"):
            for name, link in ways(code).items():
                with st.container(width="content"):
                    st.markdown(f"[{name}]({link})")
                    if picture := qr.image(link, name):
                        st.html(picture)
            if lessons := lessons_of(talk):
                names = (f"- [{plain(name)}]({sheets.site()}/{link})" for name, link in lessons.items())
                with st.container(width="content"):
                    st.markdown("\n".join([label("my_lecture.end_sheets"), "", *names]))
        with st.container(horizontal=True, vertical_alignment="center", key="lecture-end-room"):
            if st.button(
                label("strip.back"), key="lecture-step-back", icon=":material/chevron_left:", shortcut="PageUp"
            ):
                tour.go(tour.part(code, -1, st.query_params.get("shown", "")))
            _room(room)


def _room(room: Room | None) -> None:
    """How the lecture's room ends; once it has, that it did."""
    if room and closing.controls(room):
        st.session_state[_ENDED] = room.code
        st.rerun()
    if room:
        st.markdown(label("closing.still"), width="stretch")
    elif st.session_state.get(_ENDED, "") == st.query_params.get("room"):
        st.markdown(label("closing.ended"), width="stretch")


def lessons_of(talk: lecture.Lecture) -> dict[str, str]:
    """The worksheets of the lessons that a lecture has stops of: titles and links within the lab."""
    asked = {item.query.get("lesson") for item in talk.items}
    lessons = (one for one in texts.lessons().values() if one.name in asked)
    return {one.title: f"{path_of('worksheet')}?lesson={one.name}&own=1" for one in lessons}


def _for_phones(talk: lecture.Lecture, code: str) -> dict[str, str]:
    """The sheets of the lessons, or the way to all where there are none, and the lecture."""
    own, sheets_of = f"{sheets.site()}/", lessons_of(talk)
    further = {name: link for name, link in ways(code).items() if not sheets_of or link != _sheet()}
    return sheets_of | {name: link.removeprefix(own) for name, link in further.items()}


def take_home(talk: lecture.Lecture) -> tuple[str, ...]:
    """What the class of 45 minutes leaves behind; nothing of another lecture."""
    ready = (lecture.read(lecture.unpacked(code)).items for code in (*lecture.SIZES, "alone"))
    return texts.take_home() if talk.items in ready else ()


def ways(code: str) -> dict[str, str]:
    """What a phone may open at the end: names and links, short enough for a picture that the last row can read.

    The lecture begins at its first stop, and has no polls, which would open a room.
    """
    links = {"sheet": _sheet()}
    if again := lecture.alone(code):
        links["whole"] = f"{_link(lecture.short(again))}&at=0"
    return {label(f"my_lecture.end_{name}"): link for name, link in links.items()}


def _sheet() -> str:
    return f"{sheets.site()}/{path_of('worksheet')}?own=1"


def _link(code: str) -> str:
    return f"{sheets.site()}/{path_of('my_lecture')}?lecture={code}"
