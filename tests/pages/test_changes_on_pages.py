"""What changed, on every page: after a move of any control, a number is told that stands in the headline or a tile."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pages.ui import changes
from pages.ui.controls.stops import stops_of
from ppr_core.experiments.contract import FieldSpec, Story
from ppr_core.wording import number
from tests.pages.test_pages import small

PAGES = Path(__file__).parents[2] / "pages"
EXPERIMENTS = sorted(path.stem for path in PAGES.glob("*.py") if "experiment=EXPERIMENT" in path.read_text("utf-8"))
SECONDS = 0.1  # predicted, of a run


@dataclass(frozen=True)
class Moved:
    """A page's story before and after one move, and what is said of it."""

    control: str
    story: Story
    said: str


def moves(page: str, tiles: int) -> list[Moved]:
    """One move of each control whose runs are short."""
    experiment = importlib.import_module(f"ppr_core.experiments.{page}").EXPERIMENT
    start = small(experiment)
    before, found, most = experiment.run(start), [], max(SECONDS, 2 * experiment.cost(start).seconds)
    for name, spec in experiment.parameters.specs().items():
        try:
            moved = start.replace(**{name: next_value(spec, getattr(start, name))})
            if moved == start or experiment.cost(moved).seconds > most:
                continue
        except ValueError:  # not with the other settings
            continue
        after = experiment.run(moved)
        said = changes.sentence(experiment, start, before, moved, after, tiles=tiles)
        found.append(Moved(name, experiment.tell(after), said))
    return found


def next_value(spec: FieldSpec, value: Any) -> Any:
    """The next stop of a slider, or another choice."""
    if spec.kind in ("real", "integer"):
        stops = stops_of(spec)
        return next((stop for stop in stops if stop > value), stops[0])
    if spec.kind == "choice":
        return next((each for each in spec.choices or () if each != value), value)
    return not value if spec.kind == "flag" else value


def told(moved: Moved) -> list[str]:
    """The names of the numbers that are told, as they stand in the sentence."""
    labels = {changes.called(quantity) for quantity in moved.story.quantities}
    return [label for label in labels if re.search(rf"\. {re.escape(label)}: ", moved.said)]


def in_the_open(story: Story, tiles: int) -> set[str]:
    """The names of the numbers in the tiles, in the headline and in the picture."""

    def is_said(value: float) -> bool:
        return bool(re.search(rf"(?<![\d.,·]){re.escape(number(value))}(?![\d]|[.,]\d)", story.finding))

    return {
        changes.called(one)
        for place, one in enumerate(story.quantities)
        if place < tiles or one.key in story.drawn or is_said(one.value)
    }


@pytest.mark.parametrize("page", EXPERIMENTS)
def test_what_is_told_stands_in_the_headline_a_tile_or_the_picture(page: str) -> None:
    tiles = int((re.findall(r"tiles=(\d)", (PAGES / f"{page}.py").read_text("utf-8")) or ["4"])[0])
    all_moves = moves(page, tiles)
    hidden = {move.control: move.said for move in all_moves if not in_the_open(move.story, tiles) >= {*told(move)}}
    twice = {move.control: move.said for move in all_moves if re.search(r"computed: .*\. .*measured: ", move.said)}
    assert not hidden and not twice
    assert page in ("papers", "parameter_check") or any(map(told, all_moves)), "the sentences are read"
