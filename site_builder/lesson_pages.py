"""Lessons and worksheets as static pages: each stop's result is computed now, a prediction comes before it is shown."""

from __future__ import annotations

import html
from dataclasses import dataclass

from pages.ui.lessons import texts
from pages.ui.lessons.labels import label
from pages.ui.lessons.sheets import key
from pages.ui.quantities import format_value
from pages.ui.takeaway import walk
from pages.ui.takeaway.command import declared
from pages.ui.takeaway.document import page_of
from site_builder import shell

__all__ = ["Sheet", "Walk", "contents", "sheets"]

SEED = 1  # of the printed sheets


def contents() -> str:
    """The list of lessons."""
    entries = "".join(
        f"<li>{shell.link(f'lesson-{each.name}.html', each.title)} "
        f"<small>{html.escape(label('lesson_list.length', minutes=each.minutes, stops=len(each.stops)))}</small>"
        f"{shell.text(each.about)}</li>"
        for each in texts.lessons().values()
    )
    title = label("lesson_list.title")
    return page_of(html.escape(title), shell.bar(), f"<h1>{html.escape(title)}</h1><ol>{entries}</ol>")


@dataclass(frozen=True)
class Walk:
    """A lesson as one page."""

    name: str

    def __call__(self) -> str:
        """Run the page of every stop."""
        lesson = texts.lessons()[self.name]
        sections = [self._section(place) for place in range(1, len(lesson.stops) + 1)]
        head = f"<h1>{html.escape(lesson.title)}</h1>{shell.text(lesson.about)}"
        return walk.page(lesson.title, head, sections, shell.bar())

    def _section(self, place: int) -> str:
        stops = texts.lessons()[self.name].stops
        stop, title = stops[place - 1], declared(stops[place - 1].page).title
        further = shell.link(f"{stop.page}.html", f"{title}, with a slider")
        return walk.section(html.escape(title), place, len(stops), walk.stop(stop, place), further, "lessons.html")


@dataclass(frozen=True)
class Sheet:
    """A worksheet as one page to print, with the state of each page and the key folded away."""

    name: str

    def __call__(self) -> str:
        """Run the page of every task."""
        lesson = texts.lessons()[self.name]
        tasks = ""
        for place, (task, answer) in enumerate(zip(lesson.sheet, key(lesson, SEED), strict=True), start=1):
            states = [task.link(SEED), *([task.subtracted.link(SEED)] if task.less else [])]
            shown = "".join(walk.run(task.page, link).shown(10 * place + i) for i, link in enumerate(states))
            ask = label("worksheet.task", page=declared(task.page).title, ask=task.ask)
            tasks += (
                f"<h2>{place}</h2>{shell.text(ask)}<details class='hint'><summary>This page</summary>"
                f"{shown}</details>{shell.text(label('worksheet.answer'))}<div class='line'></div>"
                f"<details class='hint'><summary>Key</summary>{shell.text(format_value(answer))}</details>"
            )
        tasks += f"<h2>{len(lesson.sheet) + 1}</h2>{shell.text(lesson.notes.question)}" + "<div class='line'></div>" * 3
        title = f"{label('worksheet.title')}: {lesson.title}"
        own_seed = f"{label('worksheet.own_seed')} {SEED}"
        head = shell.text(title, "h1") + shell.text(own_seed)
        return page_of(html.escape(title), shell.bar(), head + tasks)


def sheets() -> str:
    """The list of worksheets."""
    entries = "".join(
        f"<li>{shell.link(f'worksheet-{each.name}.html', each.title)}</li>" for each in texts.lessons().values()
    )
    body = (
        f"<h1>Worksheets</h1>{shell.text('A sheet for each lesson, to print. In the full lab every seed has its own.')}"
    )
    return page_of("Worksheets", shell.bar(), f"{body}<ol>{entries}</ol>")
