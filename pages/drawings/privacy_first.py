"""What the indices of one list tell, the first picture of Privacy; and what reader and server may learn at most."""

from __future__ import annotations

import math
from collections.abc import Iterator

import streamlit as st

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.contract import Story
from ppr_core.experiments.privacy import Measured, OneList, PrivacyResult, one_list
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from ppr_core.wording import number, percent, rounded

__all__ = ["limits", "main"]

HALF = 0.2  # of a bar's height, in rows
ROOM = 1.12  # of the axis, over the largest ε
ENDLESS = 8.0  # of the axis over the mechanism's ε at a stop on a bar without end, so that two pictures of it compare

message = Messages("privacy")


def main(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How likely each index of a list is for both values, joined: on a logarithmic axis the gap is what it tells; the
    limits where that is not known, and at a stop of a lesson, which compares them."""
    found = None if theme.lesson else one_list(result.parameters)
    if found is None:
        return _limits(result, story, theme)
    table = {"index": list(range(1, found.chances.shape[1] + 1))}
    table |= dict(zip(("chance", "chance_other"), found.chances.tolist(), strict=True))
    caption = story.captions["list"]
    return charts.Figure(_list(result, found, theme), "one-list", message("list-title"), story.finding, table, caption)


def limits(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure | None:
    """The limits, where they are not the first picture."""
    if one_list(result.parameters) is None:
        st.caption(message("limits-above"))
        return None
    return _limits(result, story, theme)


def _limits(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """A bar from 0 to the guaranteed ε for the output alone, the chosen scheme and PPR at α = ∞."""
    pfr = result.of("pfr")
    rows = [row for row in (result.chosen, pfr) if row is not None]
    rows = rows[: 1 if rows[0] is pfr or theme.lesson else 2]
    high = ROOM * max(result.own, *(_end(row) for row in rows))
    if theme.lesson and rows[0] is pfr:
        high = max(high, ENDLESS * result.own)
    layers = [_bar(0.0, result.own, len(rows), "baseline"), _name(len(rows), message("row-reader"), result.own)]
    for y, row in enumerate(reversed(rows)):
        layers += _row(row, y, high, percent(result.parameters.confidence), theme)
    x = charts.Axis(message("axis-learned"), domain=(0.0, high))
    chart = charts.layered(*layers, x=x, y=charts.Axis("", categories=(" ",) * (len(rows) + 1)), theme=theme)
    title, note = message("chart-title"), story.captions["first"]
    return charts.Figure(chart, "promised-and-proven", title, story.finding, result.table(), note)


def _list(result: PrivacyResult, found: OneList, theme: charts.Theme) -> charts.Spec:
    own, other = found.chances.tolist()
    layers: list[Layers] = [
        charts.line([place] * 2, ends, role="law" if place == found.farthest else "baseline")
        for place, ends in enumerate(zip(own, other, strict=True))
    ]
    p, ends = result.parameters, ((own, "first", "ppr"), (other, "last", "rejection"))
    for chances, end, role in ends:
        label = message("list-for", end=end, finite=p.chosen.finite, categories=number(p.categories))
        layers.append(charts.points_with_errors(range(len(chances)), chances, None, role=role, label=label))
    at, tells = found.farthest, message("list-factor", index=number(found.farthest + 1), factor=number(found.factor))
    top = max(*own[max(at - 1, 0) : at + 2], *other[max(at - 1, 0) : at + 2])  # above its neighbours, too
    layers.append(charts.line([at, at], [max(own[at], other[at]), top], role="bound"))
    align = "left" if at < 2 else "right" if at > len(own) - 3 else "center"  # off the axis of a narrow screen
    layers.append(charts.words(at, top, tells, style="label", align=align, baseline="bottom", dy=-theme.beside))
    x = charts.Axis(message("list-axis"), categories=tuple(str(place + 1) for place in range(len(own))))
    low = min(*own, *other)
    y = charts.Axis(message("list-axis-chance"), scale="log", domain=(low / 2, 2.0))
    return charts.layered(*layers, x=x, y=y, theme=theme)


def _end(row: Measured) -> float:
    """The largest finite ε of a row."""
    return max(value for value in (row.decoder.epsilon, row.audit.epsilon) if value < math.inf)


def _row(row: Measured, y: int, high: float, confidence: str, theme: charts.Theme) -> Iterator[Layers]:
    """The bar of a scheme, and what an attack shows."""
    end, role = row.decoder.epsilon, SCHEMES[row.scheme].role
    name = message("row-pfr") if row.scheme == "pfr" else message("row-decoder", scheme=row.label)
    yield _bar(0.0, min(end, high), y, role)
    yield _name(y, name, end)
    if end == math.inf:
        yield charts.words(high, y, "→ ∞", style="label", align="right", baseline="middle", dx=-10)
    if (proven := row.audit.epsilon) > 0:
        points = charts.points_with_errors([proven], [y - HALF - 0.12], None, role=role)
        beside = theme.beside if proven < high / 2 else -theme.beside
        told = message("proven", epsilon=number(proven), confidence=confidence)
        words = charts.words_beside(proven, y - HALF - 0.12, told, beside)
        yield charts.line([proven] * 2, [y - HALF, y + HALF], role="law")  # seen from the last row
        yield (*points, *words)


def _bar(start: float, end: float, y: int, role: str) -> Layers:
    return charts.row_part(start, end, y, role=role, half=HALF)


def _name(y: int, name: str, epsilon: float) -> Layers:
    """What a bar is of, above it, with its ε."""
    limit = message("row-none") if epsilon == math.inf else message("row-limit", epsilon=number(rounded(epsilon, 9)))
    text = f"{name}: {limit}"
    return charts.words(0.0, y + HALF, text, style="label", align="left", baseline="bottom", dy=-5)
