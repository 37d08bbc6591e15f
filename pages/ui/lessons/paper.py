"""A lesson's sheet as it is printed, and as its answers are checked on a phone."""

from __future__ import annotations

import math

import streamlit as st

from pages.ui import markdown_table, qr
from pages.ui.lessons import sheets
from pages.ui.lessons.labels import label
from pages.ui.lessons.texts import Lesson, Task
from pages.ui.navigation import path_of, title_of
from pages.ui.quantities import format_value
from pages.ui.state import plain
from ppr_core import wording

__all__ = ["check", "right", "sheet"]

_CLOSE = 0.01  # a number that was read off a page is rounded


def sheet(lesson: Lesson, seed: int, students: int) -> None:
    """What is predicted, found, explained and decided, with a place for each answer; for one student or for many."""
    if students == 1:
        st.markdown(f"{label('worksheet.name')} {_line(30)}  {label('worksheet.own_seed')} **{seed}**")
    else:
        st.markdown(label("worksheet.class_seed"))
    st.markdown(f"**{label('worksheet.predict')}** {plain(lesson.predict.ask)}")
    _lines(1)
    before = ""
    for number, task in enumerate(lesson.sheet, start=1):
        address = sheets.address(task, seed)
        _task(number, task, address, again=address == before)
        before = address
    for kind, question in (("explain", lesson.explain), ("decide", lesson.decide)):
        st.markdown(f"**{label(f'worksheet.{kind}')}** {plain(question.ask)}")
        _lines(2)
    link = f"{sheets.site()}/{path_of('worksheet')}?lesson={lesson.name}&seed={seed}&check=1"
    _beside(f"{label('worksheet.check_phone')} [{label('worksheet.check')}]({link})", link, label("worksheet.check"))
    st.caption(label("worksheet.print"))
    if students > 1:
        answers = [label("worksheet.row_answer", number=number) for number in range(1, len(lesson.sheet) + 1)]
        head = (label("worksheet.row"), label("worksheet.row_name"), *answers)
        rows = [(str(seed + place), _line(16), *[_line(8)] * len(answers)) for place in range(students)]
        markdown_table.show("worksheet-class", head, rows)


def check(lesson: Lesson, seed: int) -> None:
    """A box for every number; pressed, it is compared with what the page shows for this seed."""
    asked = [
        st.number_input(f"{number}. {plain(task.ask)}", value=None, key=f"worksheet-{lesson.name}-{seed}-{number}")
        for number, task in enumerate(lesson.sheet, start=1)
    ]
    if not st.button(label("worksheet.check_button"), key="worksheet-checked", type="primary"):
        return
    for number, (given, answer) in enumerate(zip(asked, sheets.key(lesson, seed), strict=True), start=1):
        if given is not None:
            values = {"number": number, "given": plain(wording.number(given, 6)), "answer": plain(format_value(answer))}
            st.markdown(label("worksheet.right" if right(given, answer.value) else "worksheet.not_right", **values))


def right(given: float, answer: float) -> bool:
    """Whether a number is the answer as a page rounds it."""
    return math.isclose(given, answer, rel_tol=_CLOSE, abs_tol=0.006)


def _task(number: int, task: Task, address: str, again: bool) -> None:
    """again: the page is that of the task above, whose picture leads there, too."""
    page = f"[{plain(title_of(task.page))}]({address})"
    asked = label("worksheet.task_again" if again else "worksheet.task", page=page, ask=plain(task.ask))
    words = f"**{number}.** {asked}\n\n{label('worksheet.answer')} {_line(25)}"
    if again:
        st.markdown(words)
    else:
        _beside(words, address, title_of(task.page))


def _beside(words: str, link: str, name: str) -> None:
    """Words, and the way of their link for a phone beside them; without the package for pictures, the link itself."""
    picture = qr.image(link, name)
    left, side = st.columns([5, 1], gap="medium", vertical_alignment="center")
    left.markdown(words)
    if picture:
        side.html(picture)
    else:
        left.code(link, language=None, wrap_lines=True)


def _lines(count: int) -> None:
    for _ in range(count):
        st.markdown(_line(70))


def _line(length: int) -> markdown_table.Markup:
    return markdown_table.Markup(plain("_" * length))
