"""The end of a room: what to keep of it, and its deletion, which is asked for once more."""

from __future__ import annotations

import streamlit as st

from pages.ui import class_results, rooms
from pages.ui.lessons.labels import label
from ppr_core.classroom import Room, to_csv

__all__ = ["controls"]

_ASKED = "classroom-delete-asked"  # session key: the code of a room whose deletion awaits its confirmation


def controls(room: Room) -> bool:
    """Files of what was answered, and a button that deletes the room, once it is confirmed; whether it is gone."""
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
        ended = _confirmed(room)
    if ended:
        store.delete_room(room.code)
    return ended


def _confirmed(room: Room) -> bool:
    """The button to delete, then a second one that says what to keep first; whether that was pressed.

    Where the first one was stands the way back, for whoever clicks twice.
    """
    if st.session_state.get(_ASKED) != room.code:
        st.button(
            label("closing.end"), key="classroom-delete", icon=":material/delete:",
            on_click=lambda: st.session_state.update({_ASKED: room.code}),
        )  # fmt: skip
        return False
    st.markdown(label("closing.sure"))
    st.button(label("closing.keep"), key="classroom-keep", on_click=lambda: st.session_state.pop(_ASKED))
    sure = st.button(label("closing.surely"), key="classroom-delete-sure", icon=":material/delete:", type="primary")
    if sure:
        del st.session_state[_ASKED]
    return sure
