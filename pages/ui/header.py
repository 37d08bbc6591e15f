"""The top of a page: its name and question, the preset, the link, the words it uses, the projector."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui import glossary, share
from pages.ui import state as states
from pages.ui.controls import presets
from pages.ui.lessons.labels import label
from pages.ui.state import PageState
from ppr_core.experiments.contract import Experiment
from ppr_core.texts import phrase

__all__ = ["bad_link", "projector_switch", "show", "words"]


def show(
    experiment: Experiment, state: PageState, title: str, question: str, marker: glossary.Marker, closed: bool = False
) -> tuple[Any, Any, Any]:
    """Draw it; the places of the projected controls (None on a desk, where they stand beside the picture), of words,
    and of what is offered below the link (None while that is not open).

    The projected controls are built only while they are open: a browser would send what stood in a folded one before.

    closed: results are hidden, and with them the presets, whose names tell what comes out. At a projected stop of a
    lesson they stand among the settings.
    """
    settings, at_a_stop = None, state.projector and bool(states.along())
    with st.container(key="page-header", gap=None):
        with st.container(key="page-top", horizontal=True, horizontal_alignment="distribute", gap="medium"):
            st.title(phrase(title), anchor=False, width="content")
            with st.container(key="page-tools", horizontal=True, vertical_alignment="center", width="content"):
                if not closed and not at_a_stop:
                    presets.menu(experiment, state)
                if state.projector and not closed:
                    settings = st.popover(
                        phrase("Settings"), icon=":material/tune:", key=f"{experiment.name}-settings", on_change="rerun"
                    )
                    if at_a_stop and settings.open:
                        with settings:
                            presets.menu(experiment, state)
                link = share.popover(experiment, state, title)
                met = st.popover(label("glossary.button"), icon=":material/menu_book:", key=f"{experiment.name}-words")
                projector_switch(experiment.name)
        marker.show(question)
    return settings, met, link


def words(place: Any, marker: glossary.Marker) -> None:
    """The words of the glossary that the page uses, for those who cannot rest a pointer on them."""
    with place:
        st.markdown(glossary.words(marker.met) or label("glossary.none"))


def bad_link(state: PageState) -> None:
    """What the link asks for in vain."""
    if state.problems:
        problems = "\n".join(f"- {state.told(problem)}" for problem in state.problems)
        st.warning(f"{label('header.bad_link')}\n{problems}")


def projector_switch(name: str) -> None:
    """The switch of the projector, for every page of the session."""
    key = f"{name}-projector"
    if st.session_state.get(key) != states.projector():
        st.session_state[key] = states.projector()
    st.toggle(
        label("header.projector"),
        value=states.projector(),
        key=key,
        on_change=lambda: states.set_projector(st.session_state[key]),
        help=label("header.projector_help"),
    )
