"""Lessons and worksheets as static pages: each stop's result is computed now, a prediction comes before it is shown."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pages.ui import state
from pages.ui.charts import Theme
from pages.ui.controls.stops import stops_of
from pages.ui.lessons import gap, texts
from pages.ui.lessons.labels import label
from pages.ui.lessons.sheets import key
from pages.ui.lessons.texts import Prediction, Stop
from pages.ui.quantities import format_value
from pages.ui.takeaway.button import source
from pages.ui.takeaway.command import declared
from pages.ui.takeaway.document import page_of, part
from ppr_core.experiments.contract import Parameters, Quantity
from ppr_core.sweeps import experiment_named
from ppr_core.wording import number, with_unit
from site_builder import shell

__all__ = ["Sheet", "Walk", "contents", "sheets"]

SEED = 1  # of the printed sheets
_STYLES = Path(__file__).resolve().parents[1] / "assets" / "lab.css"
_SCRIPT = """
const stops = [...document.querySelectorAll("section.stop")];
function go(to) {
  const at = Math.min(stops.length, Math.max(1, to || 1));
  stops.forEach((stop, i) => { stop.hidden = i !== at - 1; });
  stops[at - 1].querySelector("h2").focus();
  scrollTo(0, 0);
}
const place = () => Number(location.hash.replace("#stop-", "")) || 1;
addEventListener("hashchange", () => go(place()));
addEventListener("keydown", (event) => {
  const way = { PageDown: 1, PageUp: -1 }[event.key];
  const to = place() + way;
  if (!way || to < 1 || to > stops.length) return;
  event.preventDefault();
  location.hash = `stop-${to}`;
});
for (const stop of stops) {
  const data = stop.querySelector("script"), result = stop.querySelector(".result");
  if (!data) continue;
  const { values, answers, skipped } = JSON.parse(data.textContent);
  const slider = stop.querySelector("input[type=range]"), out = stop.querySelector("output");
  const show = () => {
    out.textContent = values[slider.value];
    slider.setAttribute("aria-valuetext", out.textContent);
  };
  if (slider) { slider.addEventListener("input", show); show(); }
  stop.querySelector("button.reveal").addEventListener("click", () => {
    const chosen = slider ?? stop.querySelector("input:checked");
    stop.querySelector(".said").innerHTML = chosen ? answers[Number(chosen.value)] : skipped;
    stop.querySelector("form").hidden = true;
    result.hidden = false;
    stop.querySelector(".said").focus();
  });
}
go(place());
"""


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
        runs = [_run(stop.page, {"v": state.LINK_VERSION, **stop.settings}) for stop in lesson.stops]
        stops = "".join(
            _stop(stop, place, len(runs), run)
            for place, (stop, run) in enumerate(zip(lesson.stops, runs, strict=True), 1)
        )
        body = f"<h1>{html.escape(lesson.title)}</h1>{shell.text(lesson.about)}{stops}"
        return page_of(html.escape(lesson.title), shell.bar(), body, style=_styles(), script=_SCRIPT)


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
            shown = "".join(_run(task.page, link).shown(10 * place + i) for i, link in enumerate(states))
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
        return page_of(html.escape(title), shell.bar(), head + re.sub(r"<h2>(?!\d+<)(.*?)</h2>", r"<h3>\1</h3>", tasks))


def sheets() -> str:
    """The list of worksheets."""
    entries = "".join(
        f"<li>{shell.link(f'worksheet-{each.name}.html', each.title)}</li>" for each in texts.lessons().values()
    )
    body = (
        f"<h1>Worksheets</h1>{shell.text('A sheet for each lesson, to print. In the full lab every seed has its own.')}"
    )
    return page_of("Worksheets", shell.bar(), f"{body}<ol>{entries}</ol>")


@dataclass(frozen=True)
class _Run:
    """A page that has been run at one setting."""

    page: Any
    parameters: Parameters
    result: Any
    quantities: tuple[Quantity, ...]

    def shown(self, index: int) -> str:
        """Picture, finding and numbers."""
        return part(source(self.page, self.parameters, self.result, "", 0.0), Theme(dark=False), index)


def _run(name: str, link: dict[str, str]) -> _Run:
    experiment = experiment_named(name)
    read, _ = state.read_link(experiment, link)
    if read.problems:
        raise ValueError(" ".join(read.problems))
    result = experiment.run(read.parameters)
    return _Run(declared(name), read.parameters, result, tuple(experiment.tell(result).quantities))


def _stop(stop: Stop, place: int, count: int, run: _Run) -> str:
    asked = stop.prediction
    counted = (
        f"{html.escape(run.page.title)} <small>{html.escape(label('strip.place', number=place, count=count))}</small>"
    )
    back = f'<a href="#stop-{place - 1}">{html.escape(label("strip.back"))}</a>' if place > 1 else ""
    ahead = f"#stop-{place + 1}" if place < count else "lessons.html"
    words = label("strip.next") if place < count else label("strip.finish")
    page = shell.link(f"{stop.page}.html", f"{run.page.title}, with a slider")
    ways = f'<p class="ways">{back} <a href="{ahead}">{html.escape(words)}</a> {page}</p>'
    shown = run.shown(place).replace("<h2>", "<h3>").replace("</h2>", "</h3>")
    return (
        f'<section class="stop" id="stop-{place}"{" hidden" * (place > 1)}><h2 tabindex="-1">{counted}</h2>'
        f"{shell.text(stop.say)}{_asked(asked, run, place) if asked else ''}"
        f'<div class="result"{" hidden" * bool(asked)}><p><b>{html.escape(stop.task)}</b></p>'
        f"{shown}{_told(stop.answer) if stop.answer else ''}</div>{ways}</section>"
    )


def _told(answer: str) -> str:
    """The answer to a task, folded away until it is wanted."""
    words = html.escape(label("worksheet.answer").removesuffix(":"))
    return f"<details class='hint'><summary>{words}</summary>{shell.text(answer)}</details>"


def _asked(asked: Prediction, run: _Run, place: int) -> str:
    """The form of a prediction, with every answer to it as it will be said."""
    quantity = next(each for each in run.quantities if each.key == asked.quantity)

    def answer(guess: float | int | None) -> str:
        said = f"<p><b>{html.escape(gap.sentence(asked, guess, quantity))}</b> {html.escape(asked.why)}</p>"
        return said + (gap.ruler(asked, guess, quantity) if guess is not None and asked.kind == "slider" else "")

    values: list[str] = []
    if asked.kind == "choice":
        guesses: list[Any] = list(range(len(asked.options)))
        field = f"<fieldset><legend>{html.escape(asked.ask)}</legend>" + "".join(
            f'<label><input type="radio" name="guess-{place}" value="{i}">{html.escape(option.label)}</label>'
            for i, option in enumerate(asked.options)
        )
        field += "</fieldset>"
    else:
        guesses = list(stops_of(asked.spec))
        values = [with_unit(number(guess), asked.unit) for guess in guesses]
        field = (
            f'<label>{html.escape(asked.ask)} <input type="range" min="0" max="{len(guesses) - 1}" value="0">'
            "<output></output></label>"
        )
    data = {"values": values, "answers": [answer(guess) for guess in guesses], "skipped": answer(None)}
    carried = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    return (
        f'<form onsubmit="return false">{field}<button type="button" class="next reveal">'
        f'{html.escape(label("strip.reveal"))}</button></form><div class="said" tabindex="-1"></div>'
        f'<script type="application/json">{carried}</script>'
    )


def _styles() -> str:
    """The lab's own style of the scale of a prediction."""
    css = _STYLES.read_text(encoding="utf-8")
    rules = re.findall(r"(?m)^\.gap[^{]*\{[^}]*\}", css)
    return "\n".join(rules) + "\nfieldset label { justify-content: flex-start; font-weight: 400; }"
