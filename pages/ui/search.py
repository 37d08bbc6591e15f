"""One box that finds a page, a word of the glossary or a preset."""

from __future__ import annotations

import streamlit as st

from pages.ui import glossary, navigation
from pages.ui import state as states
from pages.ui.lessons import tour
from pages.ui.lessons.labels import label
from pages.ui.preset_names import slug
from pages.ui.questions import question_of
from ppr_core.sweeps import experiment_named, names_of_experiments

__all__ = ["places", "show"]


@st.cache_data(show_spinner=False)
def places() -> dict[str, tuple[str, dict[str, str]]]:
    """What can be found, in words -> the page and the query of its link."""
    targets: dict[str, tuple[str, dict[str, str]]] = {}
    for entries in navigation.GROUPS.values():
        for page, title, _ in entries:
            if page != navigation.START:
                targets[f"{title}: {question_of(str(navigation.ROOT / 'pages' / f'{page}.py'))}"] = page, {}
    for term in glossary.terms():
        page = next((place for place in term.where if place in navigation.names()), "glossary")
        targets[f"{term.said}: {term.meaning}"] = page, {}
    for name in names_of_experiments():
        title = navigation.title_of(name)
        for preset in experiment_named(name).presets:
            targets[f"{title} · {preset}"] = name, {"v": states.LINK_VERSION, "preset": slug(preset)}
    return targets


def show() -> None:
    """The box; what is chosen is opened."""
    chosen = st.selectbox(
        label("start.search"), list(places()), index=None, placeholder=label("start.search_hint"), key="start-search"
    )
    if chosen:
        page, query = places()[chosen]
        tour.go(tour.Target(page, query))
