"""Where a round's answers come from, for its lecturer: many from one network can be one person's."""

from __future__ import annotations

import streamlit as st

from pages.ui import rooms
from ppr_core.classroom import Room, Round
from ppr_core.texts import Messages

__all__ = ["controls", "sentence"]

MOST_LISTED = 6

message = Messages("classroom")


def sentence(of: Round) -> str:
    """How many networks have answered, and the most devices of one; "" where there are not several, as in a class whose
    phones share a router."""
    devices = [] if of.rehearsal else list(rooms.store().senders(of).values())
    if len(devices) < 2:
        return ""
    return message("networks", count=str(len(devices)), most=str(devices[0]))


def controls(room: Room, live: Round) -> None:
    """A line and a button for each of the networks with the most devices."""
    senders, refused = rooms.store().senders(live), rooms.store().refused(room)
    with st.popover(message("networks-button"), key="classroom-networks", help=message("networks-help")):
        st.markdown(message("networks-about"))
        for sender, devices in list(senders.items())[:MOST_LISTED]:
            st.button(
                message("refuse", devices=str(devices), one=devices == 1, network=sender),
                key=f"classroom-refuse-{sender}", on_click=_refuse, args=(room, sender),
            )  # fmt: skip
        if len(senders) > MOST_LISTED:
            st.markdown(message("networks-more", count=str(len(senders) - MOST_LISTED)))
        if refused:
            st.button(
                message("readmit", count=str(len(refused))), key="classroom-readmit",
                on_click=_readmit, args=(room,),
            )  # fmt: skip


@rooms.callback
def _refuse(room: Room, sender: str) -> None:
    rooms.store().refuse(room, sender)


@rooms.callback
def _readmit(room: Room) -> None:
    rooms.store().readmit(room)
