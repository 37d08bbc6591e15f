"""Lecturer's notes: a class of 45 minutes, notes on each lesson, and the keys of the worksheets."""

from __future__ import annotations

import streamlit as st

from pages.ui import address, markdown_table, text_page
from pages.ui.lessons import lecture, sheets, texts, tour
from pages.ui.lessons.labels import label
from pages.ui.quantities import format_value
from pages.ui.state import plain

MOST_KEYS = 30  # computed at once: a class


def body() -> None:
    """The class, the keys, the notes."""
    _class()
    _keys()
    for number, lesson in enumerate(texts.lessons().values(), start=1):
        heading = label("lecturer_notes.lesson", number=number, title=lesson.title, minutes=lesson.minutes)
        st.header(heading, anchor=False)
        link = f"worksheet?lesson={lesson.name}&seed={sheets.FIRST_SEED}"
        sheet = f"[{label('lecturer_notes.worksheet', number=number)}]({link})"
        words = {
            "ask": plain(lesson.notes.question),
            "wrong": plain(lesson.notes.wrong),
            "time": plain(lesson.notes.minute_by_minute),
            "paper": f"{sheet}, {label('lecturer_notes.seeds')}",
        }
        st.markdown("\n".join(f"- **{label(f'lecturer_notes.{key}')}** {text}" for key, text in words.items()))


def _class() -> None:
    title, items = texts.class_script()
    code = lecture.packed(lecture.of_class())
    st.header(title, anchor=False)
    st.markdown(label("lecturer_notes.class"))
    if st.button(label("lecturer_notes.open"), key="notes-class", icon=":material/play_arrow:", type="primary"):
        tour.go(tour.Target("my_lecture", {"lecture": code}))
    with st.expander(label("lecturer_notes.link")):
        st.code(f"{sheets.site()}/my_lecture?lecture={code}", language=None, wrap_lines=True)
    prepare = label("lecturer_notes.before_do")
    if address.is_local(address.proposed()):
        prepare += f" {label('my_lecture.unreachable')}"
    rows, minute = [(label("lecturer_notes.before"), label("lecturer_notes.before_screen"), prepare)], 0
    for item in items:
        answer = f" {label('lecturer_notes.answer')} {said}" if (said := item.answer) else ""
        rows.append((f"{minute}–{minute + item.minutes}", item.title, f"{item.do}{answer}"))
        minute += item.minutes
    head = tuple(label(f"lecturer_notes.{column}") for column in ("minute", "screen", "do"))
    markdown_table.show("class-script", head, rows)


def _keys() -> None:
    lessons = texts.lessons()
    with st.container(key="notes-keys", gap="small"):
        st.header(label("lecturer_notes.keys"), anchor=False)
        st.caption(label("lecturer_notes.open_to_all"))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            name = st.selectbox(
                label("lecturer_notes.sheet"), list(lessons), format_func=lambda name: lessons[name].title, width=330
            )
            first = str(sheets.FIRST_SEED)
            text = st.text_input(label("lecturer_notes.given_seeds"), first, key="notes-seeds", width=330)
            wanted = st.button(label("lecturer_notes.recompute"), key="notes-recompute")
    if not wanted:
        return
    seeds = _seeds(text)
    if not 0 < len(seeds) <= MOST_KEYS:
        st.warning(label("lecturer_notes.no_seed", most=sheets.MOST_SEED, count=MOST_KEYS))
    rows = [(str(seed), *map(format_value, sheets.key(lessons[name], seed))) for seed in seeds[:MOST_KEYS]]
    head = (label("lecturer_notes.seed"), *(plain(task.ask) for task in lessons[name].sheet))
    markdown_table.show("notes-key", head, rows)
    st.header(label("lecturer_notes.models"), anchor=False)
    for question in lessons[name].in_words.values():
        st.markdown(f"- {plain(question.ask)} **{plain(question.model)}**")


def _seeds(text: str) -> list[int]:
    """Those of "5, 9" or of "5-34"; none of a text that is neither, one too many of a range that is too long."""
    found: list[int] = []
    for part in filter(None, (part.strip() for part in text.replace("–", "-").split(","))):
        first, _, last = part.partition("-")
        if not all(end.isascii() and end.isdigit() and int(end) <= sheets.MOST_SEED for end in (first, last or first)):
            return []
        found += range(int(first), min(int(last or first), int(first) + MOST_KEYS) + 1)
    return found


text_page.show(
    name="lecturer_notes", title=label("lecturer_notes.title"), question=label("lecturer_notes.question"), body=body
)
