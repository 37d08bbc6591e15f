"""Tables of words and numbers; one that is wider than a phone scrolls by itself, not with the page."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

import streamlit as st

from pages.ui.navigation import path_of, title_of
from pages.ui.preset_names import slug
from pages.ui.state import plain

__all__ = ["Markup", "link", "show"]

_COLUMN = 7.5  # rem of a phone's screen, on average


class Markup(str):
    """A cell that is Markdown already."""


def link(page: str, preset: str) -> Markup:
    """The way to a preset of a page: its title and the preset's name, as a link."""
    query = urlencode({"preset": slug(preset)})
    return Markup(f"[{plain(f'{title_of(page)}: {preset}')}]({path_of(page) or './'}?{query})")


def show(key: str, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """The rows below their head, as they are: nothing in a cell is markup unless it is `Markup`."""
    scope, width = f".st-key-{key}", _COLUMN * len(head)  # narrower, and a sentence is a tower
    st.html(
        f"<style>@media (max-width: 640px) {{ {scope} [data-testid='stMarkdown'] {{ overflow-x: auto; }}"
        f" {scope} table {{ min-width: {width}rem; }} }}</style>"
    )
    lines = [head, ("---",) * len(head), *(tuple(map(_cell, row)) for row in rows)]
    with st.container(key=key):
        st.markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


def _cell(text: str) -> str:
    return text if isinstance(text, Markup) else plain(text.replace(" ± ", "\u00a0±\u00a0"))
