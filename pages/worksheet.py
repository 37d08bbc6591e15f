"""Worksheet: the printed sheet of a lesson, with a seed of one's own."""

from __future__ import annotations

import streamlit as st

from pages.ui import text_page
from pages.ui.lessons import sheets, texts
from pages.ui.lessons.labels import label
from pages.ui.navigation import title_of
from pages.ui.state import plain


def body() -> None:
    """Choose a lesson and a seed; below, what is printed."""
    lessons = texts.lessons()
    with st.container(horizontal=True, vertical_alignment="bottom", key="worksheet-choice"):
        name = st.selectbox(
            label("worksheet.lesson"),
            list(lessons),
            format_func=lambda name: lessons[name].title,
            index=_asked(list(lessons)),
            width=330,
        )
        seed = st.number_input(label("worksheet.seed"), 0, sheets.MOST_SEED, _seed())
    lesson = lessons[name]
    st.query_params.from_dict({"lesson": name, "seed": str(seed)})
    st.subheader(lesson.title, anchor=False)
    st.markdown(f"{label('worksheet.name')} {_line(30)}  {label('worksheet.own_seed')} **{seed}**")
    for number, task in enumerate(lesson.sheet, start=1):
        address = sheets.address(task, seed)
        page = f"[{plain(title_of(task.page))}]({address})"
        st.markdown(f"**{number}.** {label('worksheet.task', page=page, ask=plain(task.ask))}")
        st.code(address, language=None, wrap_lines=True)
        st.markdown(f"{label('worksheet.answer')} {_line(25)}")
    st.markdown(f"**{len(lesson.sheet) + 1}.** {plain(lesson.notes.question)}")
    for _ in range(3):
        st.markdown(_line(70))
    st.caption(label("worksheet.print"))


def _line(length: int) -> str:
    return plain("_" * length)


def _asked(names: list[str]) -> int:
    name = st.query_params.get("lesson", "")
    return names.index(name) if name in names else 0


def _seed() -> int:
    text = st.query_params.get("seed", "")
    return min(int(text), sheets.MOST_SEED) if text.isascii() and text.isdigit() and len(text) < 10 else 1


text_page.show(
    name="worksheet",
    title=label("worksheet.title"),
    question=label("worksheet.question"),
    body=body,
)
