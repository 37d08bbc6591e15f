"""The popover Link: this page as a link, as a code for telephones, for a lecture, without its results, as a file."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui import guard, qr
from pages.ui import state as states
from pages.ui.lessons import lecture, strip, tour
from pages.ui.lessons.labels import label
from pages.ui.state import PageState
from ppr_core.experiments.contract import Experiment

__all__ = ["LECTURE", "popover"]

LECTURE = "lecture-text"  # session key of the lecture that is being put together


def popover(experiment: Experiment, state: PageState, title: str) -> Any:
    """Draw it; what it holds is built when it is opened: then its place, which has room for more, else None."""
    place = st.popover(label("link.button"), icon=":material/link:", key=f"{experiment.name}-link", on_change="rerun")
    if not place.open:
        return None
    with place:
        link = states.share_link(experiment, state)
        st.markdown(label("link.about"))
        if qr.known() and st.toggle(label("link.qr"), key=f"{experiment.name}-qr"):
            st.html(qr.image(link, label("link.picture")))
        st.code(link, language=None, wrap_lines=True)
        if not strip.hidden():
            st.button(
                label("link.hide"),
                key=f"{experiment.name}-hide",
                icon=":material/visibility_off:",
                help=label("link.hide_help"),
                on_click=lambda: states.carry(hidden=tour.HIDDEN),
            )
        st.button(
            label("link.collect"),
            key=f"{experiment.name}-collect",
            icon=":material/playlist_add:",
            on_click=_collect,
            args=(title, link),
        )
        collected = lecture.read(st.session_state.get(LECTURE, ""))
        if collected.items:
            page = label("my_lecture.title")
            st.caption(label("link.collected", count=len(collected.items), page=page))
    return place


@guard.callback
def _collect(title: str, link: str) -> None:
    text = st.session_state.get(LECTURE, "").rstrip()
    st.session_state[LECTURE] = f"{text}\n{lecture.line(title, link)}".lstrip()
