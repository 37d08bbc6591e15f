"""The first picture of Privacy: what a reader of the output may learn, what the decoder may, and why so much."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.privacy import Measured, PrivacyResult
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from ppr_core.wording import number, rounded

__all__ = ["main"]

HALF = 0.2  # of a bar's height, in rows
ROOM = 1.12  # of the axis, over the largest ε
TWICE = ("ppr", "truncated_ppr", "mrc")  # whose proof lets a weight and the sum of all weights change

message = Messages("privacy")


def main(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """A bar from 0 to the guaranteed ε for the output alone, the chosen scheme and PPR without its random factor."""
    pfr = result.of("pfr")
    rows = [row for row in (result.chosen, pfr) if row is not None]
    rows = rows[: 1 if rows[0] is pfr or theme.lesson else 2]
    high = ROOM * max(result.own, *(_end(row) for row in rows))
    layers = [_bar(0.0, result.own, len(rows), "baseline"), _name(len(rows), message("row-reader"), result.own)]
    for y, row in enumerate(reversed(rows)):
        layers += _row(row, y, high, theme)
    x = charts.Axis(message("axis-learned"), domain=(0.0, high))
    chart = charts.layered(*layers, x=x, y=charts.Axis("", categories=(" ",) * (len(rows) + 1)), theme=theme)
    title, note = message("chart-title"), story.captions["first"]
    return charts.Figure(chart, "promised-and-proven", title, story.finding, result.table(), note)


def _end(row: Measured) -> float:
    """The largest finite ε of a row."""
    return max(value for value in (row.decoder.epsilon, row.audit.epsilon) if value < math.inf)


def _row(row: Measured, y: int, high: float, theme: charts.Theme) -> Iterator[Layers]:
    """The bar of a scheme, in the two halves of its proof where it has two, and what an attack proves."""
    end, role = row.decoder.epsilon, SCHEMES[row.scheme].role
    name = message("row-pfr") if row.scheme == "pfr" else message("row-decoder", scheme=row.label)
    yield _bar(0.0, min(end, high), y, role)
    yield _name(y, name, end)
    if end == math.inf:
        yield charts.words(high, y, "→ ∞", style="label", align="right", baseline="middle", dx=-10)
    if row.scheme in TWICE and end < math.inf:
        yield charts.line([end / 2] * 2, [y - HALF, y + HALF], role="law")
        half = number(rounded(end / 2, 9))
        for place, part in ((0.0, "weight"), (end / 2, "sum")):
            words = message("half", part=part, epsilon=half)
            yield charts.words(place, y, words, style="label", align="left", baseline="middle", dx=6)
    if (proven := row.audit.epsilon) > 0:
        points = charts.points_with_errors([proven], [y - HALF - 0.12], None, role=role)
        beside = theme.beside if proven < high / 2 else -theme.beside
        words = charts.words_beside(proven, y - HALF - 0.12, message("proven", epsilon=number(proven)), beside)
        yield (*points, *words)


def _bar(start: float, end: float, y: int, role: str) -> Layers:
    return charts.row_part(start, end, y, role=role, half=HALF)


def _name(y: int, name: str, epsilon: float) -> Layers:
    """What a bar is of, above it, with its ε."""
    limit = message("row-none") if epsilon == math.inf else message("row-limit", epsilon=number(rounded(epsilon, 9)))
    text = f"{name}: {limit}"
    return charts.words(0.0, y + HALF, text, style="label", align="left", baseline="bottom", dy=-5)
