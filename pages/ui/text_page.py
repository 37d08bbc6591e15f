"""A page of text: a title and a question as on every page, but no experiment behind it."""

from __future__ import annotations

import logging
from collections.abc import Callable

import streamlit as st

from pages.ui import header, keys, navigation, state
from pages.ui import style as styles
from pages.ui.jobs import session as jobs
from ppr_core.texts import Messages

__all__ = ["show"]

message = Messages("runs")

_LOG = logging.getLogger(__name__)


def show(name: str, title: str, question: str, body: Callable[[], None], *, bare: bool = False) -> None:
    """Draw the page; name: its file's, in front of its keys. What goes wrong becomes a sentence.

    bare: without the title and the question, for a body that fills the screen by itself.
    """
    navigation.require()
    with jobs.Turn():
        try:
            state.leave()
            if projected := state.projector():
                state.set_projector(True)  # for the pages that this one leads to, whose links do not say it
            styles.apply(projected)
            if not bare:
                _header(name, title, question)
            body()
            keys.listen()
        except Exception:
            _LOG.exception("The page %s failed", name)
            st.error(message("text-failed"))


def _header(name: str, title: str, question: str) -> None:
    with st.container(key="page-header", gap=None):
        with st.container(key="page-top", horizontal=True, horizontal_alignment="distribute", gap="medium"):
            st.title(title, anchor=False, width="content")
            header.projector_switch(name)
        st.markdown(question)
