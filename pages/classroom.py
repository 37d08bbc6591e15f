"""Classroom: a live private survey, encoded on the students' own phones."""

from __future__ import annotations

import streamlit as st

from pages.drawings.classroom import lecturer, opening, phone, rooms
from pages.ui import text_page


def body() -> None:
    """The room that the address names: for its lecturer, or for a student; else the way to one."""
    code, secret = st.query_params.get("room", "").strip().upper(), st.query_params.get("key", "")
    room = rooms.find(code) if code else None
    if room is None:
        opening.show(rooms.why_not() if code else "")
    elif secret and rooms.is_lecturer(code, secret):
        lecturer.show(room)
    else:
        phone.show(room)


text_page.show(
    name="classroom",
    title="Classroom",
    question="What does a class learn about itself when only a few noisy bits leave each phone?",
    body=body,
    bare=bool(st.query_params.get("room")),
)
