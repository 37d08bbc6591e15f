"""Glossary: every word of the lab in one sentence, and who sees what."""

from __future__ import annotations

import streamlit as st

from pages.ui import glossary, text_page
from pages.ui.lessons.labels import label
from pages.ui.navigation import title_of
from pages.ui.state import plain


def body() -> None:
    """Who sees what, then all words with where they matter."""
    st.header(label("glossary.who"), anchor=False)
    glossary.who_sees_what()
    st.header(label("glossary.words"), anchor=False)
    for term in sorted(glossary.terms(), key=lambda term: term.term.casefold()):
        symbol = f" ({term.symbol})" if term.symbol not in ("", term.term) else ""
        places = ", ".join(title_of(page) for page in term.where)
        st.markdown(f"**{plain(term.term + symbol)}** · {plain(term.said)} :small[→ {places}]")


text_page.show(name="glossary", title=label("glossary.title"), question=label("glossary.question"), body=body)
