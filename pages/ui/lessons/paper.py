"""A lesson's sheet as it is printed, and as its answers are checked on a phone."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from urllib.parse import urlsplit

import streamlit as st

from pages.ui import qr
from pages.ui.lessons import sheets
from pages.ui.lessons.labels import label
from pages.ui.lessons.texts import Lesson, Task
from pages.ui.navigation import path_of, title_of
from pages.ui.quantities import format_value
from pages.ui.state import plain
from ppr_core import wording
from ppr_core.experiments.contract import Quantity

__all__ = ["check", "judged", "right", "sheets_of"]

_LINE = '<span class="line"></span>'
_CLOSE = 0.01  # a number that was read off a page is rounded


def sheets_of(lesson: Lesson, seeds: Sequence[int], own: bool) -> str:
    """HTML of what is predicted, found, explained and decided, with a place for each answer.

    own: a sheet of paper for each seed, with pictures that lead to its pages; else one for all who take these seeds.
    """
    if own:
        return "".join(_sheet(lesson, seed, _named(seed)) for seed in seeds)
    return _sheet(lesson, seeds[0], f"<p>{_said('class_seed')}</p>", _rows(lesson, seeds))


def _sheet(lesson: Lesson, seed: int, head: str, rows: str = "") -> str:
    parts, before = [f"<h2>{_said('title')} · {html.escape(lesson.title)}</h2>{head}"], ""
    parts.append(f"<p><b>{_said('predict')}</b> {html.escape(lesson.predict.ask)}</p>{_LINE}")
    for number, task in enumerate(lesson.sheet, start=1):
        address = sheets.address(task, seed)
        parts.append(_task(number, task, address, before))
        before = address
    parts.append(f"<p><small>{_said('where')}</small></p>")
    written = [
        f"<p><b>{_said(kind)}</b> {html.escape(lesson.in_words[kind].ask)}</p>{lines * _LINE}"
        for kind, lines in (("reason", 3), ("explain", 3), ("decide", 2))
    ]
    link = f"{sheets.site()}/{path_of('worksheet')}?lesson={lesson.name}&seed={seed}&check=1"
    checked = f"<p>{_said('check_phone')} {_linked(link, label('worksheet.check'))}</p>"
    parts += [*written[:-1], _beside(written[-1] + checked, link)]
    whole = "".join(parts).replace(" = ", "&nbsp;=&nbsp;")  # no line begins with the sign or its number
    return f'<article class="sheet">{whole}{rows}</article>'


def _named(seed: int) -> str:
    return f'<p class="name"><span>{_said("name")}</span>{_LINE}<span>{_said("own_seed")} <b>{seed}</b></span></p>'


def _rows(lesson: Lesson, seeds: Sequence[int]) -> str:
    """A row for each student."""
    answers = [label("worksheet.row_answer", number=number) for number in range(1, len(lesson.sheet) + 1)]
    head = "".join(
        f"<th>{html.escape(name)}</th>" for name in (label("worksheet.row"), label("worksheet.row_name"), *answers)
    )
    empty = "<td></td>" * (1 + len(answers))
    rows = "".join(f"<tr><th>{seed}</th>{empty}</tr>" for seed in seeds)
    return f'<div class="rows"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def check(lesson: Lesson, seed: int) -> None:
    """A box for every number; pressed, it is compared with what the page shows for this seed."""
    asked = [
        st.number_input(
            f"{number}. {plain(task.ask)}", value=None, format="%.6g", key=f"worksheet-{lesson.name}-{seed}-{number}"
        )
        for number, task in enumerate(lesson.sheet, start=1)
    ]
    if not st.button(label("worksheet.check_button"), key="worksheet-checked", type="primary"):
        return
    for number, (given, of) in enumerate(zip(asked, sheets.answers(lesson, seed), strict=True), start=1):
        if given is not None:
            values = {"number": number, "given": plain(wording.number(given, 6)), "answer": plain(format_value(of[0]))}
            st.markdown(label(f"worksheet.{judged(given, *of)}", **values))


def judged(given: float, answer: Quantity, computed: Quantity | None) -> str:
    """What is said of a number: "right" as the page rounds it, "computed" where it is the page's other number, "within"
    what the answer's own ± leaves open, else "not_right"."""
    if right(given, answer.value):
        return "right"
    if computed and right(given, computed.value):
        return "computed"
    value, error = _written(answer)
    return "within" if abs(given - value) <= error + 1e-9 else "not_right"


def right(given: float, answer: float) -> bool:
    """Whether a number is the answer as a page rounds it."""
    return math.isclose(given, answer, rel_tol=_CLOSE, abs_tol=0.006)


def _written(answer: Quantity) -> tuple[float, float]:
    """The value and its error with the digits that are read, 0 for no error."""
    value, _, error = wording.measured(answer.value, answer.error).replace("\N{MINUS SIGN}", "-").partition(" ± ")
    return (float(value), float(error)) if error else (answer.value, 0.0)


def _task(number: int, task: Task, address: str, before: str) -> str:
    """before: the link of the task above, whose picture may lead to this one's page, too."""
    if address == before:
        kind, name = "task_again", ""
    elif urlsplit(address).path == urlsplit(before).path:
        kind, name = "task_other", label("worksheet.picture")
    else:
        kind, name = "task", title_of(task.page)
    asked = html.escape(label(f"worksheet.{kind}", page="{page}", ask=task.ask)).replace(
        "{page}", _linked(address, name)
    )
    words = f'<p><b>{number}.</b> {asked}</p><p class="name"><span>{_said("answer")}</span>{_LINE}</p>'
    return words if address == before else _beside(words, address)


def _beside(words: str, link: str) -> str:
    """Words, and the way of their link for a phone beside them; without the package for pictures, the link itself."""
    side = qr.image(link, label("worksheet.way")) or f"<code>{html.escape(link)}</code>"
    return f'<div class="beside"><div>{words}</div>{side}</div>'


def _linked(link: str, name: str) -> str:
    return f'<a href="{html.escape(link)}">{html.escape(name)}</a>'


def _said(name: str) -> str:
    return html.escape(label(f"worksheet.{name}"))
