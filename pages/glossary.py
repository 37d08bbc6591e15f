"""Glossary: every word of the lab in one sentence, and who sees what."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from pages.ui import glossary, text_page
from pages.ui.lessons.labels import label
from pages.ui.navigation import title_of
from pages.ui.state import plain


def body() -> None:
    """A box that finds a word; the words to begin with, in the order in which they explain each other; who sees what;
    then all other words."""
    found = st.selectbox(
        label("glossary.find"),
        _sorted(glossary.terms()),
        index=None,
        format_func=lambda term: f"{term.term}: {term.long}" if term.long else term.term,
        placeholder=label("glossary.find_hint"),
        key="glossary-find",
    )
    if found:
        _show([found])
    st.header(label("glossary.first"), anchor=False)
    _show(term for term in glossary.terms() if term.first)
    st.header(label("glossary.who"), anchor=False)
    glossary.who_sees_what()
    st.header(label("glossary.words"), anchor=False)
    _show(_sorted(term for term in glossary.terms() if not term.first))


def _sorted(terms: Iterable[glossary.Term]) -> list[glossary.Term]:
    return sorted(terms, key=lambda term: term.term.casefold())


def _show(terms: Iterable[glossary.Term]) -> None:
    """Each word with its sentence, and the pages where it matters."""
    for term in terms:
        symbol = f" ({term.symbol})" if term.symbol not in ("", term.term) else ""
        places = ", ".join(title_of(page) for page in term.where)
        st.markdown(f"**{plain(term.term + symbol)}** · {plain(term.said)} :small[→ {places}]")


text_page.show(name="glossary", title=label("glossary.title"), question=label("glossary.question"), body=body)
