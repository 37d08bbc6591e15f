"""One scale for neighbouring settings of a file, so that what grows is seen to grow.

Settings that differ too much for one scale, where one would fill a corner of the other's picture, are parted: there the
axes change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from pages.ui.charts import Figure
from pages.ui.charts.theme import Span
from pages.ui.takeaway import drawing

__all__ = ["shared", "together"]

_MOST, _MOST_LOG = 8.0, 3.0  # how many times its own range an axis may show, linear and in powers of ten
_OPENED = 2.5  # the same, linear, of the setting with which a file opens

_Reach = dict[tuple[str, str, str], tuple[bool, float, float]]  # channel and axis titles -> logarithmic, low, high


def shared(figures: Sequence[Figure]) -> list[tuple[Span, ...]]:
    """For each figure the spans of its axes, in the order of the settings."""
    runs: list[list[_Reach]] = []
    for reach in map(_reach, figures):
        if runs and _fit([*runs[-1], reach]):
            runs[-1].append(reach)
        else:
            runs.append([reach])
    return [_spans(run) for run in runs for _ in run]


def together(figures: Sequence[Figure], chosen: int) -> tuple[int, int]:
    """The first and the last of the neighbours of the chosen figure that can be read on one scale with it."""
    reach = [_reach(figure) for figure in figures]
    first = last = chosen
    while True:
        above = last + 1 < len(reach) and _fit(reach[first : last + 2], reach[chosen])
        last += above
        below = first > 0 and _fit(reach[first - 1 : last + 1], reach[chosen])
        first -= below
        if not (above or below):
            return first, last


def _reach(figure: Figure) -> _Reach:
    if isinstance(figure.chart, go.Figure):
        return {(*axis, ""): (False, *ends) for axis, ends in drawing.reaches(figure.chart).items()}
    reach: _Reach = {}
    for chart in figure.chart if isinstance(figure.chart, tuple) else (figure.chart,):
        forms = chart.get("encoding", {}) if isinstance(chart, dict) else {}
        titles = tuple(str(forms.get(channel, {}).get("title")) for channel in "xy")
        for channel, form in forms.items():
            if "domain" in form.get("scale", {}):
                low, high = map(float, form["scale"]["domain"])
                reach[channel, *titles] = (form["scale"].get("type") == "log", low, high)
    return reach


def _fit(run: Sequence[_Reach], opened: _Reach | None = None) -> bool:
    """Whether each can be read on the axes of all, and the one with which the file opens well."""
    if any(reach.keys() != run[0].keys() for reach in run):
        return False
    for key in run[0]:
        own = [_length(*reach[key]) for reach in run]
        log, low, high = run[0][key][0], min(reach[key][1] for reach in run), max(reach[key][2] for reach in run)
        whole = _length(log, low, high)
        if min(own) <= 0 or whole > (_MOST_LOG if log else _MOST) * min(own):
            return False
        if opened and not log and whole > _OPENED * _length(*opened[key]):
            return False
    return True


def _length(log: bool, low: float, high: float) -> float:
    return math.log(high / low) if log else high - low


def _spans(run: Sequence[_Reach]) -> tuple[Span, ...]:
    return tuple(
        (*key, min(reach[key][1] for reach in run), max(reach[key][2] for reach in run))
        for key in (run[0] if len(run) > 1 else ())
    )
