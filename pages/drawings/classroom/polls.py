"""A poll as a part of a lecture: the session's room asks its question, and the wall is a stop between pages."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.drawings.classroom import doors, lecturer, opening, settings
from pages.ui import address, rooms
from pages.ui.lessons import audience, lecture, strip, tour
from pages.ui.lessons.labels import label
from pages.ui.state import plain, projector
from ppr_core.classroom import Question, Room, Round, Settings, lab_address, schemes_for, survey
from ppr_core.texts.refusals import refusal

__all__ = ["asked", "linked", "protection", "question", "show"]


_CARRIED = ("lecture", "at", "shown")  # by a poll's link, beside its question


def asked(link: Mapping[str, str]) -> dict[str, str] | None:
    """The poll that a link names as a part of a lecture, with the place in it; None if it names none."""
    items, at = lecture.read(lecture.unpacked(link.get("lecture", ""))).items, link.get("at", "")
    item = items[int(at)] if at.isascii() and at.isdigit() and int(at) < len(items) else None
    if item is None or item.page != "classroom" or "ask" not in item.query:
        return None
    return item.query | {name: link[name] for name in _CARRIED if name in link}


def linked(link: Mapping[str, str]) -> opening.Begun | None:
    """What a poll's own link asks, and how privately; None where it asks nothing, or nothing that can be asked."""
    if "ask" not in link:
        return None
    with suppress(ValueError):
        wanted = question(link)
        return wanted, protection(link, wanted)
    return None


def question(link: Mapping[str, str]) -> Question:
    """What a poll's link asks: ask, kind, low, high, unit, labels with commas between, else ``ValueError``."""
    labels = tuple(filter(None, link.get("labels", "").split(",")))
    low, high = (float(link.get(end, default)) for end, default in (("low", "0"), ("high", "1")))
    kind, unit = link.get("kind", "yes_no"), link.get("unit", "")
    return Question(kind=kind, text=link["ask"], labels=labels, low=low, high=high, unit=unit)


def protection(link: Mapping[str, str], asked: Question) -> Settings | None:
    """How the answers are made private: scheme, epsilon, alpha, nu and code of the link, what it lacks as a new room
    has it; None for a prediction, ``ValueError`` for what cannot be."""
    if not schemes_for(asked.kind):
        return None
    given: dict[str, Any] = {name: link[name] for name in ("scheme", "code") if name in link}
    given |= {name: float(link[name]) for name in ("epsilon", "alpha", "nu") if name in link}
    chosen = replace(settings.start(asked.kind), **given)
    survey(asked, chosen)
    return chosen


def show(link: dict[str, str]) -> None:
    """The wall with the ways back and on; PageDown shows the estimate, then goes on."""
    try:
        wanted = question(link)
        chosen = protection(link, wanted)
    except ValueError as error:
        st.error(plain(refusal(str(error))))
        return
    opened = _room(wanted, chosen)
    if opened is None:
        return
    room, secret = opened
    if all(of.room.question != wanted for of in rooms.store().rounds(room)):
        doors.ask(room, wanted, chosen)
    doors.is_lecturer(room.code, secret)
    carried = {name: link[name] for name in _CARRIED if name in link}
    projected = {"projector": "1"} if projector() else {}
    st.query_params.from_dict({"room": room.code, "key": secret} | carried | projected)
    place, live = tour.at("classroom", carried), rooms.arrived(room, wanted)
    if place:
        strip.ways(place, None if live.revealed else lambda: _reveal(live))
    lecturer.show(room, wanted)


@rooms.callback
def _reveal(live: Round) -> None:
    """Show the estimate, of the answers that came before it."""
    rooms.store().set_open(live, False)
    rooms.store().set_revealed(live, True)


def _room(wanted: Question, chosen: Settings | None) -> tuple[Room, str] | None:
    """The room of all polls and predictions of a lecture; opened by the first poll.

    None where the link names one that cannot be steered from here: another is opened by the button alone, as the phones
    are in that one.
    """
    link = st.query_params.to_dict()
    if known := audience.room(link):
        return known, audience.link()["key"]
    if code := audience.link().get("room") or link.get("room"):
        audience.find_again(link)
        st.warning(label("phones.lost", code=plain(code)))
        if not st.button(label("phones.another"), key="classroom-another"):
            return None
    room, secret = doors.open_room(wanted, chosen, f"{lab_address(address.proposed())}/classroom?room=")
    audience.remember(room.code, secret)
    if code:
        st.rerun()  # without the warning
    return room, secret
