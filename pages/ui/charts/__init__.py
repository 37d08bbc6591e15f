"""Charts: what a page draws with, and how a chart appears on screen.

Everything a page needs is named here: the theme, axes, layers, the shared charts, `Figure` and `show`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from pages.ui import state
from pages.ui.charts import stepped
from pages.ui.charts.composition import layered
from pages.ui.charts.forms import Spec
from pages.ui.charts.key import ALONE
from pages.ui.charts.layers import (
    Axis,
    band,
    bars,
    bars_with_errors,
    bound_line,
    error_bars,
    line,
    plain_text,
    points_with_errors,
    row_part,
    value_marker,
    words,
    words_beside,
    words_within,
)
from pages.ui.charts.palette import COLORS, STYLES
from pages.ui.charts.plots import Series, discrete_law, quantile_plot, sweep
from pages.ui.charts.theme import Theme
from ppr_core.texts import phrase

__all__ = [
    "COLORS", "STYLES", "Axis", "Figure", "Series", "Spec", "Theme", "band", "bars", "bars_with_errors", "bound_line",
    "discrete_law", "error_bars", "layered", "line", "points_with_errors", "quantile_plot", "row_part", "show",
    "specifications", "sweep", "value_marker", "words", "words_beside", "words_within",
]  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """A chart with everything that goes with it.

    chart: a specification made by `layered` or one of the shared charts, an Altair chart, a Plotly figure, or a
    tuple of specifications to stand side by side, `columns` in a row (0: all); name: its part of a file name; title:
    what it shows; finding_alt: what it finds, in a sentence for those who cannot see it; table: the plotted data by
    column; note: a line below it;
    low: a few rows of its own, which need half the height.
    """

    chart: Any
    name: str
    title: str
    finding_alt: str
    table: Mapping[str, Sequence[Any]]
    note: str = ""
    low: bool = False
    columns: int = 0

    def __post_init__(self) -> None:
        for field in ("title", "finding_alt", "note"):
            plain_text(field, getattr(self, field))

    @property
    def alternative(self) -> str:
        """The text alternative: what the chart shows and what it finds."""
        return f"{self.title}. {self.finding_alt}"

    @cached_property
    def sent(self) -> stepped.Sent:
        """A Plotly figure for every visitor who sees it."""
        return stepped.Sent(self.chart)


def show(figure: Figure, key: str, theme: Theme, file_name: str = "", with_note: bool = True) -> None:
    """Draw the figure at the width of its container, with its title, and its data as a table on request.

    file_name: what an image from the toolbar of a Plotly figure is called, without its ending (see `downloads.stem`).
    with_note: its note below it, where the page does not show it elsewhere.
    """
    head = st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key=f"head-{key}"
    )
    head.header(state.plain(figure.title), anchor=False, width="content")
    if figure.table and head.toggle(phrase("Table"), key=f"table-{key}"):
        _table(figure.table, theme)
    elif isinstance(figure.chart, go.Figure):
        with _plot(st.container(), f"{key}-0", theme):
            toolbar = stepped.toolbar(file_name or figure.name)
            kind = {"key": f"chart-{key}", "config": toolbar, "alt": figure.alternative}
            st.plotly_chart(figure.sent, width="stretch", height="stretch", **kind)
    else:
        specs = specifications(figure, theme)
        columns = min(figure.columns or len(specs), len(specs))
        rows = [st.columns(columns) if columns > 1 else [st.container()] for _ in range(0, len(specs), columns)]
        places = [place for row in rows for place in row][: len(specs)]
        for index, (place, spec) in enumerate(zip(places, specs, strict=True)):
            with _plot(place, f"{key}-{index}{'-low' * figure.low}", theme):
                st.vega_lite_chart(spec=spec, width="stretch", height="stretch", alt=figure.alternative)
    if figure.note and with_note:
        st.caption(state.plain(figure.note))


def specifications(figure: Figure, theme: Theme, *, for_file: bool = False) -> list[Spec]:
    """The complete Vega-Lite specifications of a figure's charts, side by side, in the theme's sizes and colours."""
    charts = figure.chart if isinstance(figure.chart, tuple) else (figure.chart,)
    specs = [chart if isinstance(chart, dict) else chart.to_dict() for chart in charts]
    alone = {"params": [{"name": ALONE, "value": len(specs) == 1}]}
    return [
        spec
        | (alone if "params" in spec else {})
        | {"config": theme.vega_config(_styles(spec), for_file=for_file) | spec.get("config", {})}
        for spec in specs
    ]


def _styles(spec: Spec) -> list[str]:
    """The named styles that the marks of a chart's layers use."""
    return sorted({layer["mark"]["style"] for layer in spec.get("layer", ()) if "style" in layer["mark"]})


def _table(table: Mapping[str, Sequence[Any]], theme: Theme) -> None:
    """The plotted data, numbers to six significant digits."""
    digits = st.column_config.NumberColumn(format="%.6g")
    numbers = {name: digits for name, column in table.items() if len(column) and isinstance(column[0], float)}
    st.dataframe(dict(table), height=theme.height, hide_index=True, column_config=numbers)


def _plot(place: Any, key: str, theme: Theme) -> Any:
    """The box of one chart; the style sheet gives what is keyed "plot-..." a share of the window's height."""
    return place.container(height=theme.height, border=False, key=f"plot-{key}")
