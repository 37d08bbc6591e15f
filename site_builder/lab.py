"""The lab without a server: every page as a file with a slider, the story, lessons, glossary, papers, worksheets."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path

from pages.drawings.start import story
from pages.ui import glossary
from pages.ui.charts import Theme
from pages.ui.lessons import texts
from pages.ui.lessons.labels import label
from pages.ui.navigation import GROUPS
from pages.ui.takeaway.button import source
from pages.ui.takeaway.command import declared
from pages.ui.takeaway.document import document, page_of
from pages.ui.takeaway.grid import fields
from ppr_core.classroom import ENCODER
from ppr_core.experiments.papers import EXPERIMENT, TOPICS, lines
from ppr_core.guarantees import SEEN, observers
from ppr_core.sweeps import names_of_experiments
from ppr_core.texts import Messages
from ppr_core.wording import number
from site_builder import lesson_pages, shell

__all__ = ["experiment_page", "parts_of", "write_index"]

_THEME = Theme(dark=False)
_SECONDS = 12.0  # predicted, for the settings of one page


def experiment_page(name: str) -> str:
    """A page with its slider over settings that are computed now."""
    page = declared(name)
    parameters = page.experiment.parameters()
    choices = fields(page.experiment, parameters, page.step)
    made = source(page, parameters, page.experiment.run(parameters), choices[0] if choices else "", _SECONDS)
    return document(made, _THEME, shell.bar(f"{name}-as-the-page-opens", name))


def parts_of() -> dict[str, Callable[[], str]]:
    """File name -> what writes it, for everything but the index."""
    parts: dict[str, Callable[[], str]] = {"glossary": _glossary, "papers": _papers, "lessons": lesson_pages.contents}
    parts |= {f"lesson-{name}": lesson_pages.Walk(name) for name in texts.lessons()}
    parts |= {f"worksheet-{name}": lesson_pages.Sheet(name) for name in texts.lessons()}
    return parts | {"worksheets": lesson_pages.sheets}


def write_index(folder: Path) -> None:
    """The story, and the ways to every page with its size."""
    doors = []
    for group, entries in GROUPS.items():
        listed = "".join(
            f"<li>{shell.link(f'{name}.html', title)} <small>{_size(folder / f'{name}.html')}</small></li>"
            for name, title, _ in entries
            if name in names_of_experiments() and (folder / f"{name}.html").exists()
        )
        doors.append(f'<h2>{html.escape(group)}</h2><ul class="doors">{listed}</ul>' if listed else "")
    style = _VARIABLES + (story.FOLDER / "story.css").read_text(encoding="utf-8")
    script = (
        (story.FOLDER / "story.js").read_text(encoding="utf-8").replace("export default function", "function begun")
    )
    words = json.dumps(story.data(), ensure_ascii=False).replace("</", "<\\/")
    body = (
        f"<h1>{html.escape(label('start.title'))}</h1>{shell.text(label('start.question'))}"
        f'<section class="story" aria-label="{html.escape(label("start.title_1"))}"></section>'
        f"<p>{shell.link('lessons.html', label('start.lesson_list'))}: "
        f"{html.escape(label('start.lesson_list_about'))}</p>" + "".join(doors)
    )
    start = f"\nbegun({{ data: {words}, parentElement: document }});"
    page = page_of(
        "Private Compression Lab", shell.bar(), body, style=style, script=ENCODER + script + start, module=True
    )
    (folder / "index.html").write_text(page, encoding="utf-8")


_VARIABLES = """
.story { --st-text-color: var(--text); --st-font: inherit; --st-primary-color: var(--ppr);
  --st-background-color: var(--background); }
"""


def _size(path: Path) -> str:
    return f"{number(path.stat().st_size / 1e6, 2)} MB"


def _glossary() -> str:
    seen = [
        [html.escape(each.who), *("●" if thing in each.sees else "–" for thing in SEEN), html.escape(each.promise)]
        for each in observers()
    ]
    head = ("", *SEEN.values(), label("glossary.promise"))
    words = "".join(
        f"<dt><b>{html.escape(term.term)}</b></dt><dd>{html.escape(term.said)}"
        + "".join(
            f" {shell.link(f'{page}.html', '→ ' + _title(page))}"
            for page in term.where
            if page in names_of_experiments()
        )
        + "</dd>"
        for term in glossary.terms()
    )
    body = (
        shell.text(label("glossary.title"), "h1")
        + shell.text(label("glossary.who"), "h2")
        + shell.table(head, seen, label("glossary.who"))
        + shell.text(label("glossary.words"), "h2")
        + f"<dl>{words}</dl>"
    )
    return page_of(html.escape(label("glossary.title")), shell.bar(), body)


def _title(page: str) -> str:
    return next(title for entries in GROUPS.values() for name, title, _ in entries if name == page)


def _papers() -> str:
    message = Messages("papers")
    head = tuple(message(f"head-{name}") for name in ("statement", "printed", "here", "apart", "why", "verdict"))
    papers: dict[str, list] = {}
    for line in lines(EXPERIMENT.run(EXPERIMENT.parameters())):
        papers.setdefault(line.paper, []).append(line)
    body = shell.text("Papers", "h1") + shell.text(message("question"))
    for rows in papers.values():
        cells = [
            [html.escape(cell) for cell in (row.statement, row.printed, row.here, row.apart, row.why)]
            + [html.escape(message("verdict", name=row.verdict))]
            for row in rows
        ]
        topic = TOPICS[rows[0].paper]
        body += shell.text(topic, "h2") + shell.text(rows[0].reference) + shell.table(head, cells, topic)
    return page_of("Papers", shell.bar(), body)
