"""Worksheet: the printed sheet of a lesson, with a seed of one's own."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import streamlit as st

from pages.ui import text_page
from pages.ui.lessons import paper, sheets, texts
from pages.ui.lessons.labels import label
from pages.ui.navigation import path_of
from pages.ui.state import plain

MOST_STUDENTS = 60
_OWN = 999  # seeds among which chance chooses one's own
_SEED = "worksheet-own-seed"  # session key of the one that chance chose


def body() -> None:
    """Choose a lesson and a seed; below, what is printed."""
    lessons, link = texts.lessons(), st.query_params
    checking = link.get("check") == "1"
    with st.container(horizontal=True, vertical_alignment="bottom", key="worksheet-choice"):
        name = st.selectbox(
            label("worksheet.lesson"),
            list(lessons),
            format_func=lambda name: lessons[name].title,
            index=_asked(list(lessons)),
            width=330,
        )
        begun = _whole(link.get("seed", ""), _first(link))
        seed = st.number_input(label("worksheet.seed"), 0, sheets.MOST_SEED, begun)
        students, shared = (1, False) if checking else _class(link)
    lesson, kept = lessons[name], {"lesson": name, "seed": str(seed)}
    of_class = {"students": str(students), **({"shared": "1"} if shared else {})} if students > 1 else {}
    shown = kept | ({"check": "1"} if checking else of_class)
    if shown != link.to_dict():  # an address that is right already stays one step of Back
        link.from_dict(shown)
    if checking:
        st.header(plain(lesson.title), anchor=False)
        paper.check(lesson, seed)
        return
    seeds = range(seed, min(seed + students, sheets.MOST_SEED + 1))
    st.html(paper.sheets_of(lesson, seeds, own=not shared or students == 1))
    keys = f" [{label('worksheet.keys')}]({path_of('lecturer_notes')})" if students > 1 else ""
    st.caption(f"{label('worksheet.print')}{keys}")
    if st.button(label("worksheet.check"), key="worksheet-check"):
        st.query_params["check"] = "1"
        st.rerun()


def _class(link: Mapping[str, str]) -> tuple[int, bool]:
    """How many students there are, and whether they share one sheet; asked once there are several."""
    begun = min(max(_whole(link.get("students", ""), 1), 1), MOST_STUDENTS)
    students = st.number_input(label("worksheet.class"), 1, MOST_STUDENTS, begun, key="worksheet-students")
    if students == 1:
        return 1, False
    ways = (label("worksheet.own"), label("worksheet.shared"))
    way = st.segmented_control(
        label("worksheet.paper"), ways, default=ways[link.get("shared") == "1"], required=True, key="worksheet-paper"
    )
    return students, way == ways[1]


def _first(link: Mapping[str, str]) -> int:
    """The seed of a sheet at first: chance, for whoever comes from a class, so that neighbours have different ones."""
    own = st.session_state.setdefault(_SEED, 1 + secrets.randbelow(_OWN))
    return own if link.get("own") == "1" else sheets.FIRST_SEED


def _asked(names: list[str]) -> int:
    name = st.query_params.get("lesson", "")
    return names.index(name) if name in names else 0


def _whole(text: str, otherwise: int) -> int:
    return min(int(text), sheets.MOST_SEED) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


text_page.show(name="worksheet", title=label("worksheet.title"), question=label("worksheet.question"), body=body)
