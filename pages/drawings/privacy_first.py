"""The first picture of Privacy: what one index tells, and what reader and decoder may learn at most, and why."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.privacy import Measured, OneList, PrivacyResult, one_list
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from ppr_core.wording import number, rounded

__all__ = ["main"]

HALF = 0.2  # of a bar's height, in rows
ROOM = 1.12  # of the axis, over the largest ε
ENDLESS = 8.0  # of the axis over the mechanism's ε at a stop on a bar without end, so that two pictures of it compare
TWICE = ("ppr", "truncated_ppr", "mrc")  # whose proof lets a weight and the sum of all weights change

message = Messages("privacy")


def main(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """One list, and a bar from 0 to the guaranteed ε for the output alone, the chosen scheme and PPR at α = ∞."""
    pfr = result.of("pfr")
    rows = [row for row in (result.chosen, pfr) if row is not None]
    rows = rows[: 1 if rows[0] is pfr or theme.lesson else 2]
    high = ROOM * max(result.own, *(_end(row) for row in rows))
    if theme.lesson and rows[0] is pfr:
        high = max(high, ENDLESS * result.own)
    layers = [_bar(0.0, result.own, len(rows), "baseline"), _name(len(rows), message("row-reader"), result.own)]
    for y, row in enumerate(reversed(rows)):
        layers += _row(row, y, high, theme)
    x = charts.Axis(message("axis-learned"), domain=(0.0, high))
    chart: Any = charts.layered(*layers, x=x, y=charts.Axis("", categories=(" ",) * (len(rows) + 1)), theme=theme)
    found = one_list(result.parameters)
    if found and not theme.lesson and not theme.projector:
        chart = (_list(found, theme), chart)
    title, note = message("chart-title"), story.captions["first"]
    return charts.Figure(chart, "promised-and-proven", title, story.finding, result.table(), note)


def _list(found: OneList, theme: charts.Theme) -> charts.Spec:
    """How likely each index of a list is for both values, joined: on a logarithmic axis the gap is what it tells."""
    own, other = found.chances.tolist()
    layers: list[Layers] = [
        charts.line([place] * 2, ends, role="law" if place == found.farthest else "baseline")
        for place, ends in enumerate(zip(own, other, strict=True))
    ]
    for label, chances, role in (("x", own, "ppr"), ("x′", other, "rejection")):
        layers.append(
            charts.points_with_errors(range(len(chances)), chances, None, role=role, label=message("list-for", x=label))
        )
    x = charts.Axis(message("list-axis"), categories=tuple(str(place + 1) for place in range(len(own))))
    low = min(*own, *other)
    y = charts.Axis(message("list-axis-chance"), scale="log", domain=(low / 2, 2.0))
    return charts.layered(*layers, x=x, y=y, theme=theme)


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
            yield charts.words_within(place, y, words, end / 2 / high, theme, gap=12, style="label", align="left", dx=6)
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
