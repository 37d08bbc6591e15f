"""Where a round's answers come from, for its lecturer: many from one network can be one person's."""

from __future__ import annotations

import streamlit as st

from pages.ui import rooms
from ppr_core.classroom import Room, Round

__all__ = ["controls", "sentence"]

MOST_LISTED = 6


def sentence(of: Round) -> str:
    """How many networks have answered, and the most devices of one; "" for a rehearsal or without answers."""
    devices = [] if of.rehearsal else list(rooms.store().senders(of).values())
    if not devices:
        return ""
    if len(devices) == 1:
        return "all behind one router"
    return f"from {len(devices)} networks, at most {devices[0]} from one"


def controls(room: Room, live: Round) -> None:
    """A line and a button for each of the networks with the most devices."""
    senders, refused = rooms.store().senders(live), rooms.store().refused(room)
    with st.popover("Networks", key="classroom-networks", help="Where the answers of this round come from."):
        st.markdown(
            "A class behind one router is one network. Many devices of another one can be one person who makes answers "
            "up; what is removed is deleted in all rounds, and the room takes no more from there."
        )
        for sender, devices in list(senders.items())[:MOST_LISTED]:
            st.button(
                f"Remove the {devices} answer{'s' * (devices != 1)} of network {sender}",
                key=f"classroom-refuse-{sender}", on_click=_refuse, args=(room, sender),
            )  # fmt: skip
        if len(senders) > MOST_LISTED:
            st.markdown(f"{len(senders) - MOST_LISTED} further networks sent fewer.")
        if refused:
            st.button(
                f"Take answers from all networks again ({len(refused)} refused)", key="classroom-readmit",
                on_click=_readmit, args=(room,),
            )  # fmt: skip


@rooms.callback
def _refuse(room: Room, sender: str) -> None:
    rooms.store().refuse(room, sender)


@rooms.callback
def _readmit(room: Room) -> None:
    rooms.store().readmit(room)
