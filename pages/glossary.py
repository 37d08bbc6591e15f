"""Glossary: every word of the lab in one sentence, and who sees what."""

from __future__ import annotations

import html
from collections.abc import Iterable

import streamlit as st

from pages.ui import glossary, text_page
from pages.ui.lessons.labels import label
from pages.ui.navigation import title_of
from pages.ui.state import plain

STATIONS = ("sender", "decoder", "reader", "public")
LINES = ("line", "output", "result")  # from each station to the next


def body() -> None:
    """A box that finds a word, which then stands alone; the way of a message; the words to begin with, in the order in
    which they explain each other; folded, who sees what and all other words."""
    found = st.selectbox(
        label("glossary.find"),
        _sorted(glossary.terms()),
        index=None,
        format_func=lambda term: f"{term.term}: {term.long}" if term.long else term.term,
        filter_mode="contains",
        placeholder=label("glossary.find_hint"),
        key="glossary-find",
    )
    if found:
        _show([found])
        st.caption(label("glossary.back"))
        return
    _route()
    st.header(label("glossary.first"), anchor=False)
    _show(term for term in glossary.terms() if term.first)
    with st.expander(label("glossary.who")):
        glossary.who_sees_what()
    with st.expander(label("glossary.words")):
        _show(_sorted(term for term in glossary.terms() if not term.first))


def _route() -> None:
    """The way of a message: a box for whoever has something, what goes to the next, and above what two share."""
    boxes = [f'<div class="shared">{html.escape(label("glossary.route_shared"))}</div>']
    for station, line in zip(STATIONS, (*LINES, ""), strict=True):
        name, says, learns = map(html.escape, label(f"glossary.route_{station}").split("\n"))
        boxes.append(f"<div><b>{name}</b><span>{says}</span><small>{learns}</small></div>")
        if line:
            boxes.append(f"<i>{html.escape(label(f'glossary.route_{line}'))}</i>")
    st.html(f'<div class="route">{"".join(boxes)}</div>')


def _sorted(terms: Iterable[glossary.Term]) -> list[glossary.Term]:
    return sorted(terms, key=lambda term: term.term.casefold())


def _show(terms: Iterable[glossary.Term]) -> None:
    """Each word with its sentence, and the pages where it matters."""
    for term in terms:
        symbol = f" ({term.symbol})" if term.symbol not in ("", term.term) else ""
        places = ", ".join(title_of(page) for page in term.where)
        st.markdown(f"**{plain(term.term + symbol)}** · {glossary.raised(term.said)} :small[→ {places}]")


text_page.show(name="glossary", title=label("glossary.title"), question=label("glossary.question"), body=body)
