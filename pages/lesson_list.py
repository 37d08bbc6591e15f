"""Lessons: one story in six parts, each a walk over the pages of the lab."""

from __future__ import annotations

import streamlit as st

from pages.ui import text_page
from pages.ui.lessons import texts, tour
from pages.ui.lessons.labels import label
from pages.ui.state import plain


def body() -> None:
    """What a lesson is, and a card for each, two in a row: its question, and what one can do after it."""
    st.markdown(label("lesson_list.about"))
    lessons = texts.lessons()
    columns = [column for _ in range(0, len(lessons), 2) for column in st.columns(2)]
    for number, (column, lesson) in enumerate(zip(columns, lessons.values(), strict=False), start=1):
        with column:
            _card(number, lesson)


def _card(number: int, lesson: texts.Lesson) -> None:
    with st.container(border=True, gap="small", height="stretch", key=f"lesson-card-{lesson.name}"):
        st.header(f"{number} · {plain(lesson.title)}{_mark(lesson.name)}", anchor=False)
        st.markdown(plain(lesson.about))
        length = label("lesson_list.length", minutes=lesson.minutes, stops=len(lesson.stops))
        with st.container(horizontal=True, vertical_alignment="center"):
            begin = label("lesson_list.begin")
            if st.button(begin, key=f"lesson-begin-{lesson.name}", icon=":material/play_arrow:"):
                tour.go(tour.Target(lesson.stops[0].page, lesson.link(1)))
            st.caption(length)


def _mark(name: str) -> str:
    """Whether the visitor has finished the lesson, and which one to take now: the first that is not done."""
    done = tour.done()
    if name in done:
        return f" :small[· :material/check_circle: {label('lesson_list.done')}]"
    if name != next(other for other in texts.lessons() if other not in done):
        return ""
    return f" :small[· :material/flag: {label('lesson_list.next') if done else label('lesson_list.first')}]"


text_page.show(name="lesson_list", title=label("lesson_list.title"), question=label("lesson_list.question"), body=body)
