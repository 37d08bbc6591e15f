"""A whole lecture as one HTML file, all parts in order: what a room without a network needs.

``python -m pages.ui.takeaway.lecture ADDRESS`` writes the file of the text that it reads; ADDRESS: the lab’s.
"""

from __future__ import annotations

import html
import sys

from pages.ui import state
from pages.ui.lessons import frame, lecture, tour
from pages.ui.lessons.labels import label
from pages.ui.navigation import path_of, title_of
from pages.ui.takeaway import walk
from ppr_core.experiments.contract import Cost
from ppr_core.sweeps import experiment_named, names_of_experiments

__all__ = ["MOST_BYTES", "document"]

MOST_BYTES = 20_000_000
_PART_SECONDS, _ALL_SECONDS, _PART_BYTES = 5.0, 60.0, 1e9  # predicted: of a part, of all, and its memory


def document(text: str, home: str = "") -> str:
    """Every part of a lecture's text, run now as far as all together take little; others are links to the lab."""
    talk, seconds, parts = lecture.read(text), _ALL_SECONDS, []
    for place, item in enumerate(talk.items, start=1):
        cost, room = _cost(item), MOST_BYTES - sum(len(part.encode()) for part in parts)
        fits = cost.seconds <= min(_PART_SECONDS, seconds) and cost.memory_bytes <= _PART_BYTES
        body = _body(item, place) if fits else _text("part_left_out")
        if len(body.encode()) > 0.9 * room:
            body = _text("part_left_out")
        else:
            seconds -= cost.seconds
        if place == 1:
            body = _text("keys") + body
        if place == len(talk.items):
            body += _end(talk, home)
        parts.append(walk.section(html.escape(item.name), place, len(talk.items), body, _link(item, home)))
    listed = "".join(
        f'<li><a href="#stop-{place}">{html.escape(item.name)}</a></li>' for place, item in enumerate(talk.items, 1)
    )
    contents = f"<details><summary>{html.escape(label('take_away.contents'))}</summary><ol>{listed}</ol></details>"
    head = f"<header><h1>{html.escape(talk.title)}</h1>{contents}</header>"
    return walk.page(talk.title, head, parts)


def _cost(item: lecture.Item) -> Cost:
    """Of the run of a part; nothing for one without."""
    if item.page not in names_of_experiments():
        return Cost(0.0, 0.0)
    experiment = experiment_named(item.page)
    return experiment.cost(state.read_link(experiment, item.query)[0].parameters)


def _body(item: lecture.Item, place: int) -> str:
    """A stop of a lesson, a page, a poll's question, or the name of a page of text."""
    found = tour.at(item.page, item.query)
    if found and found.stop:
        return walk.stop(found.stop, place)
    if "ask" in item.query and item.page == "classroom":
        return f'<p class="asks"><b>{html.escape(item.query["ask"])}</b></p>{_text("poll")}'
    if item.page in names_of_experiments():
        return walk.run(item.page, item.query).shown(place)
    return _text("part_of_text", page=title_of(item.page))


def _end(talk: lecture.Lecture, home: str) -> str:
    """What to take home, and the sheets of the lessons in the lab; nothing of a lecture that has neither."""
    sheets = "".join(
        f'<li><a href="{html.escape(f"{home}/{link}")}">{html.escape(name)}</a></li>'
        for name, link in frame.lessons_of(talk).items()
    )
    sentences = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in frame.take_home(talk))
    end = f"<h3>{html.escape(label('take_away.home'))}</h3><ol>{sentences}</ol>" if sentences else ""
    return end + (f"<p>{html.escape(label('my_lecture.end_sheets'))}</p><ul>{sheets}</ul>" if home and sheets else "")


def _link(item: lecture.Item, home: str) -> str:
    """The way to a part in the lab; a poll opens no room from here."""
    if not home or item.page == "classroom":
        return ""
    address = f"{home}/{path_of(item.page)}{item.address.removeprefix(item.page)}"
    return f'<a href="{html.escape(address)}">{html.escape(label("take_away.back"))}</a>'


def _text(name: str, **values: str) -> str:
    return f"<p>{html.escape(label(f'take_away.{name}', **values))}</p>"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.write(document(sys.stdin.read(), sys.argv[1]))
