"""Start: what the lab is about, told in one picture; three doors; and a search."""

from __future__ import annotations

import os

import streamlit as st

from pages.drawings.start import story
from pages.ui import navigation, search, text_page
from pages.ui.lessons import tour
from pages.ui.lessons.labels import label

_DOORS = (("lesson_list", "school"), ("parameter_check", "rule"), ("lecturer_notes", "groups"))


def body() -> None:
    """The story, the doors, the search. A link with settings, as the first page once had, opens Overview."""
    query = dict(st.query_params)
    if (page := navigation.meant("start", query)) != "start":
        tour.go(tour.Target(page, query))
    story.show()
    with st.container(key="start-doors"):
        for column, (page, icon) in zip(st.columns(len(_DOORS)), _DOORS, strict=True):
            with column, st.container(border=True, gap="xsmall", height="stretch"):
                st.page_link(f"pages/{page}.py", label=f"**{label(f'start.{page}')}**", icon=f":material/{icon}:")
                st.markdown(label(f"start.{page}_about"))
    if site := os.environ.get("PPR_SITE", ""):  # where `make site` has been published
        st.link_button(label("start.site"), site, icon=":material/menu_book:")
    search.show()


text_page.show(name="start", title=label("start.title"), question=label("start.question"), body=body)
