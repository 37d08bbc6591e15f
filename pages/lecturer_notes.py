"""Lecturer's notes: a class of 45 minutes, notes on each lesson, and the keys of the worksheets."""

from __future__ import annotations

import streamlit as st

from pages.ui import tables, text_page
from pages.ui.lessons import lecture, sheets, texts, tour
from pages.ui.quantities import format_value
from pages.ui.state import plain

MOST_KEYS = 10  # computed at once


def body() -> None:
    """The class, the notes, the keys."""
    _class()
    for number, lesson in enumerate(texts.lessons().values(), start=1):
        st.subheader(f"{number} · {lesson.title}: {lesson.minutes} minutes", anchor=False)
        st.markdown(
            f"- **Ask:** {plain(lesson.notes.question)}\n- **Common wrong answer:** {plain(lesson.notes.wrong)}\n"
            f"- **Time:** {plain(lesson.notes.minute_by_minute)}\n"
            f"- **On paper:** the [worksheet](worksheet?lesson={lesson.name}&seed=1), a seed for each student."
        )
    _keys()


def _class() -> None:
    title, items = texts.class_script()
    code = lecture.packed(lecture.of_class())
    st.subheader(title, anchor=False)
    st.markdown(
        "One link holds the whole class, and the key PageDown steps through it. Before it begins: open it on the "
        "projector, press *Start of class*; what was set or predicted before is then forgotten."
    )
    if st.button("Open the class", key="notes-class", icon=":material/play_arrow:", type="primary"):
        tour.go(tour.Target("my_lecture", {"lecture": code}))
    st.code(f"{sheets.site()}/my_lecture?lecture={code}", language=None, wrap_lines=True)
    rows, minute = [], 0
    for item in items:
        lesson = texts.lessons()[item.lesson]
        asks = "Predict. " if lesson.stops[item.stop - 1].prediction else ""
        rows.append((f"{minute}–{minute + item.minutes}", f"{lesson.title}, stop {item.stop}", f"{asks}{item.do}"))
        minute += item.minutes
    tables.show("class-script", ("Minute", "On screen", "What to do"), rows)


def _keys() -> None:
    st.subheader("Keys of the worksheets", anchor=False)
    lessons = texts.lessons()
    with st.container(horizontal=True, vertical_alignment="bottom", key="notes-keys"):
        name = st.selectbox("Worksheet", list(lessons), format_func=lambda name: lessons[name].title, width=330)
        text = st.text_input("Seeds, separated by commas", "1", key="notes-seeds", width=330)
        wanted = st.button("Recompute the key", key="notes-recompute")
    if not wanted:
        return
    seeds = [int(part) for part in text.split(",") if part.strip().isascii() and part.strip().isdigit()]
    seeds = [seed for seed in seeds if seed <= sheets.MOST_SEED][:MOST_KEYS]
    rows = [(str(seed), *map(format_value, sheets.key(lessons[name], seed))) for seed in seeds]
    head = ("Seed", *(plain(task.ask) for task in lessons[name].sheet))
    tables.show("notes-key", head, rows)


text_page.show(
    name="lecturer_notes",
    title="Lecturer's notes",
    question="What to ask, what is often answered wrongly, and how long does it take?",
    body=body,
)
