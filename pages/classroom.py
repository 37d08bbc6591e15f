"""Classroom: a live private survey, encoded on the students' own phones."""

from __future__ import annotations

import streamlit as st

from pages.drawings.classroom import doors, lecturer, opening, phone, polls
from pages.ui import rooms, text_page
from ppr_core.texts import Messages

message = Messages("classroom")


def body() -> None:
    """The room that the address names: for its lecturer, or for a student; else the way to one."""
    link = st.query_params
    if poll := polls.asked(link.to_dict()):
        with rooms.alone("The poll"):
            polls.show(poll)
        return
    code = doors.written(link.get("room", ""))
    secret = link.get("key", "") or doors.secret(code)  # which the browser takes out of the address
    with rooms.alone("The room"):
        room = doors.find(code, secret, link.get("entry", "")) if code else None
        if room is None:
            opening.show(doors.why_not() if code else "", polls.linked(link.to_dict()))
        elif secret and doors.is_lecturer(code, secret):
            lecturer.show(room)
        else:
            phone.show(room)


text_page.show(
    name="classroom",
    title=message("title"),
    question=message("question"),
    body=body,
    bare=bool(st.query_params.get("room")) or {"ask", "lecture"} <= set(st.query_params),
)
