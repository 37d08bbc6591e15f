"""Every page is reached through app.py, also on a fresh server whose first visitor opens a page below "/".

Until `st.navigation` has been called once, Streamlit takes a ``pages`` folder for its older kind of app and runs the
page's file alone: no navigation, no page set-up.
"""

from __future__ import annotations

import streamlit as st

__all__ = ["passed", "require"]

_PASSED = "_entry_passed"


def passed() -> None:
    """Note that app.py has run in this session."""
    st.session_state[_PASSED] = True


def require() -> None:
    """Start the run again through app.py if Streamlit left it out."""
    if not st.session_state.get(_PASSED):
        import app

        app.chosen_page()
        st.rerun()
