"""The same in Python: the program that prints the number on screen."""

from __future__ import annotations

import streamlit as st

from ppr_core.texts import Messages

__all__ = ["show"]

message = Messages("shared")


def show(code: str) -> None:
    """The program, with a button to copy it."""
    st.markdown(message("python-note"))
    st.code(code, language="python")
