"""The end of a room: what to keep of it, and its deletion, which the button that opens them confirms."""

from __future__ import annotations

import streamlit as st

from pages.ui import class_results, rooms
from pages.ui.lessons.labels import label
from ppr_core.classroom import Room, to_csv

__all__ = ["controls"]


def controls(room: Room) -> bool:
    """Files of what was answered, and a button that deletes the room; whether it was pressed, and the room is gone."""
    store = rooms.store()
    with st.popover(label("closing.open"), icon=":material/logout:", key="classroom-closing"):
        rounds = store.rounds(room)
        count = sum(store.latest(of)[0] for of in rounds)
        st.download_button(
            label("closing.results"), lambda: class_results.read(store.rounds(room)).encode(),
            f"classroom-{room.code}.txt", "text/plain", key="classroom-results", on_click="ignore",
            help=label("closing.results_help"),
        )  # fmt: skip
        st.download_button(
            label("closing.messages"), lambda: to_csv([(of, store.messages(of)) for of in store.rounds(room)]).encode(),
            f"classroom-{room.code}.csv", "text/csv", key="classroom-export", on_click="ignore",
            help=label("closing.messages_help"),
        )  # fmt: skip
        st.markdown(label("closing.gone", count=count))
        ended = st.button(label("closing.end"), key="classroom-delete", icon=":material/delete:")
    if ended:
        store.delete_room(room.code)
    return ended
