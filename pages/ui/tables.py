"""Tables of words and numbers; one that is wider than a phone scrolls by itself, not with the page."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from pages.ui.state import plain

__all__ = ["show"]


def show(key: str, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """The rows below their head, as they are: nothing in a cell is markup."""
    st.html(f"<style>.st-key-{key} [data-testid='stMarkdown'] {{ overflow-x: auto; }}</style>")
    lines = [head, ("---",) * len(head), *(tuple(map(plain, row)) for row in rows)]
    with st.container(key=key):
        st.markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))
