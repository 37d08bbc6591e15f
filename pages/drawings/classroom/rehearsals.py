"""Simulated students: their messages come in a few at a time, as those of a class do."""

from __future__ import annotations

import secrets

import streamlit as st

from pages.ui import rooms
from ppr_core.classroom import Closed, Room, Round, Settings, rehearse

__all__ = ["arrive", "begin", "remove"]

WAITING = "classroom-waiting"
TURNS = 6  # refreshes until all have come


def begin(room: Room, settings: Settings | None, students: int) -> None:
    """Start a rehearsal as the room's next round."""
    seed = rooms.seed()
    truth, messages = rehearse(room.question, settings, students, seed, secrets.randbits(128))
    shown = truth if room.question.private else ()  # a prediction has no truth but what is measured
    started = rooms.store().start_round(room, settings, seed=seed, rehearsal=students, truth=shown)
    st.session_state[WAITING] = (started, messages, -(-students // TURNS), rooms.live(room, room.question).open)


def arrive(live: Round) -> None:
    """Let the next few send; nobody any more once the phones' round has been closed meanwhile."""
    if WAITING not in st.session_state:
        return
    started, messages, few, opened = st.session_state[WAITING]
    if opened and not live.open:
        del st.session_state[WAITING]
        return
    now, later = messages[:few], messages[few:]
    try:
        _send(started, now)
    except Closed:  # the room is gone
        later = []
    if later:
        st.session_state[WAITING] = (started, later, few, opened)
    else:
        del st.session_state[WAITING]


def remove(rounds: list[Round]) -> None:
    """Take the messages of all rehearsals away; a round without messages is not drawn."""
    st.session_state.pop(WAITING, None)
    for of in rounds:
        if of.rehearsal:
            rooms.store().clear(of)


def _send(of: Round, messages: list[tuple[str, str]]) -> None:
    for device, word in messages:
        rooms.store().put(of, device, word)
