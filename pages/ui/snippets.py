"""The same in Python: the program that prints the number on screen."""

from __future__ import annotations

import streamlit as st

__all__ = ["show"]


def show(code: str) -> None:
    """The program, with a button to copy it."""
    st.markdown("This program computes the first number above. It needs `ppr_core`, but not the app.")
    st.code(code, language="python")
