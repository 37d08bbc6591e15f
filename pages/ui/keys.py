"""What the browser does by itself: keys step, pages open at their top, what is read stays, prints fit.

Streamlit leaves a button's shortcut alone while an input is focused, and sliders, choices and switches are inputs:
there the key would move the slider or scroll the page. A listener before all others gives the key to the button, unless
a text is being written or a list is open. Arrows, Home and End scroll the page also before anything has the focus.
Streamlit also keeps the scroll position of one page for the next; where the address comes to name another page, stop or
guess, the page goes back to its top. In a lecture the window is a wall: it tells the presenter's window where it is,
whose keys are pressed here, and what is hidden in the page for it, see `pages.ui.lessons.presenter`. A sentence that
somebody opened stays open when a setting moves its numbers, and a tab that opens low in the window is scrolled up. What
is printed has whole charts.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

__all__ = ["SCRIPT", "listen"]

_PARTS = ("keys.js", "reading.js", "lessons/wall.js", "print.js")
SCRIPT = "\n".join((Path(__file__).parent / name).read_text("utf-8") for name in _PARTS)


def listen() -> None:
    """Put the listeners on the page, once a window."""
    st.html(f"<script>{SCRIPT}</script>", unsafe_allow_javascript=True)
