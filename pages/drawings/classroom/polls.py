"""A poll as a part of a lecture: the session's room asks its question, and the wall is a stop between pages."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.drawings.classroom import address, doors, lecturer, rooms, settings
from pages.ui.lessons import lecture, strip, tour
from pages.ui.state import plain
from ppr_core.classroom import Closed, Question, Room, Settings, lab_address, schemes_for

__all__ = ["asked", "question", "show"]

_ROOM = "classroom-of-lecture"  # session key: the code and the secret of the lecturer's room


def asked(link: Mapping[str, str]) -> dict[str, str] | None:
    """The poll that a link names as a part of a lecture, with the place in it; None if it names none."""
    items, at = lecture.read(lecture.unpacked(link.get("lecture", ""))).items, link.get("at", "")
    item = items[int(at)] if at.isascii() and at.isdigit() and int(at) < len(items) else None
    if item is None or item.page != "classroom" or "ask" not in item.query:
        return None
    code, secret = link.get("room", ""), link.get("key", "")
    if code and doors.is_lecturer(code, secret):  # after a reload
        st.session_state.setdefault(_ROOM, (code, secret))
    return item.query | {"lecture": link["lecture"], "at": at}


def question(link: Mapping[str, str]) -> Question:
    """What a poll's link asks: ask, kind, low, high, unit, labels with commas between, else ``ValueError``."""
    labels = tuple(filter(None, link.get("labels", "").split(",")))
    low, high = (float(link.get(end, default)) for end, default in (("low", "0"), ("high", "1")))
    kind, unit = link.get("kind", "yes_no"), link.get("unit", "")
    return Question(kind=kind, text=link["ask"], labels=labels, low=low, high=high, unit=unit)


def show(link: dict[str, str]) -> None:
    """The wall with the ways back and on; PageDown shows the estimate, then goes on."""
    try:
        wanted = question(link)
    except ValueError as error:
        st.error(plain(str(error)))
        return
    room, secret = _room(wanted)
    if all(of.room.question != wanted for of in rooms.store().rounds(room)):
        doors.ask(room, wanted, _settings(wanted))
    carried = {name: link[name] for name in ("lecture", "at") if name in link}
    st.query_params.from_dict({"room": room.code, "key": secret} | carried)
    place, live = tour.at("classroom", carried), rooms.live(room)
    if place:
        strip.ways(place, None if live.revealed else lambda: rooms.store().set_revealed(live, True))
    lecturer.show(room)


def _room(wanted: Question) -> tuple[Room, str]:
    """The session's room, for all polls of a lecture; opened by the first one."""
    code, secret = st.session_state.get(_ROOM, ("", ""))
    if code:
        try:
            return rooms.store().room(code, rooms.store().now()), secret
        except Closed:  # it has ended
            del st.session_state[_ROOM]
    link = f"{lab_address(address.proposed())}/classroom?room="
    room, secret = doors.open_room(wanted, _settings(wanted), link)
    st.session_state[_ROOM] = room.code, secret
    return room, secret


def _settings(wanted: Question) -> Settings | None:
    return settings.start(wanted.kind) if schemes_for(wanted.kind) else None
