"""The app's style sheets: one for everybody, one more for the projector."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

__all__ = ["apply"]

ASSETS = Path(__file__).resolve().parents[2] / "assets"


def apply(projector: bool) -> None:
    """Put the style sheets on the page; with the projector's, all text is at least 24 px high."""
    st.html(ASSETS / "lab.css")
    if projector:
        st.html(ASSETS / "projector.css")
