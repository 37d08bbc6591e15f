"""The settings of a file with what was computed for them, as many as one scale can show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pages.ui.charts import Figure, Theme
from pages.ui.charts.theme import Span
from pages.ui.takeaway import spans
from pages.ui.takeaway.grid import grid
from pages.ui.takeaway.live import Live
from ppr_core.experiments.contract import Experiment, Parameters, Story

__all__ = ["Setting", "Source", "settings"]

_FEWEST = 3  # settings on one scale; fewer are given up for a slider whose axes change


@dataclass(frozen=True)
class Source:
    """What a file is made from: the page, the record on screen with its result, and the time for further ones.

    field: what the slider varies; last: its last value for this result, or None; live: what the file itself encodes;
    link: where the page is, "" for a file that was made without a server; caption: of the story, shown as its finding.
    """

    experiment: Experiment
    title: str
    question: str
    draw: Callable[[Any, Story, Theme], Figure]
    parameters: Parameters
    result: Any
    field: str
    seconds: float
    tiles: int = 5
    last: int | None = None
    live: Live | None = None
    link: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Setting:
    """A record with its result, its story, and the spans of axes that it shares with the others."""

    record: Parameters
    result: Any
    story: Story
    spans: tuple[Span, ...]


def settings(source: Source, theme: Theme) -> list[Setting]:
    """The settings of a file in the order of its slider.

    A first half of the time finds how far the field may move while all pictures can be read on one scale; between
    these ends the other half computes further settings.
    """
    chosen, seconds, last = source.parameters, source.seconds / 2, source.last
    if not source.field:
        return [Setting(chosen, source.result, source.experiment.tell(source.result), ())]
    known = {chosen: source.result}
    records = grid(source.experiment, chosen, source.field, seconds, last)
    drawn = _drawn(source, records, known, theme)
    low, high = spans.together(drawn, records.index(chosen))
    if last is None and 0 < high - low < len(records) - 1:
        ends = getattr(records[low], source.field), getattr(records[high], source.field)
        closer = grid(source.experiment, chosen, source.field, seconds, last, ends, known)
        if len(closer) >= _FEWEST:
            records, drawn = closer, _drawn(source, closer, known, theme)
    shared = spans.shared(drawn)
    return [
        Setting(record, known[record], source.experiment.tell(known[record]), span)
        for record, span in zip(records, shared, strict=True)
    ]


def _drawn(source: Source, records: list, known: dict[Parameters, Any], theme: Theme) -> list[Figure]:
    """The pictures of the records; what is not known is computed."""
    for record in records:
        if record not in known:
            known[record] = source.experiment.run(record)
    return [source.draw(known[record], source.experiment.tell(known[record]), theme) for record in records]
