"""Charts: what a page draws with, and how a chart appears on screen.

Everything a page needs is named here: the theme, axes, layers, the shared charts, `Figure` and `show`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import plotly.io
import streamlit as st
from plotly.basedatatypes import BaseFigure
from streamlit.elements.vega_charts import _prepare_vega_lite_spec
from streamlit.proto.VegaLiteChart_pb2 import VegaLiteChart

from pages.ui import state
from pages.ui.charts import stepped
from pages.ui.charts.composition import layered, rows_of
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
    "discrete_law", "error_bars", "layered", "line", "points_with_errors", "quantile_plot", "row_part", "rows_of",
    "show", "specifications", "sweep", "value_marker", "words", "words_beside", "words_within",
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

    def written(self, theme: Theme) -> list[VegaLiteChart]:
        """Charts that are no Plotly figure, as Streamlit sends them: written once, for every visitor who sees them."""
        if theme not in self._written:
            specs = (_prepare_vega_lite_spec(spec, True) for spec in specifications(self, theme))
            self._written[theme] = [
                VegaLiteChart(spec=json.dumps(spec), theme="streamlit", alt=self.alternative) for spec in specs
            ]
        return self._written[theme]

    @cached_property
    def _written(self) -> dict[Theme, list[VegaLiteChart]]:
        return {}

    @cached_property
    def written_by_plotly(self) -> str:
        """The same of a Plotly figure."""
        return plotly.io.to_json(self.chart, validate=False)


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
    elif isinstance(figure.chart, BaseFigure):
        toolbar = stepped.toolbar(file_name or figure.name)
        place = _plot(st.container(), f"{key}-0", theme)
        stepped.send(place, figure.written_by_plotly, f"chart-{key}", toolbar, figure.alternative)
    else:
        written = figure.written(theme)
        columns = min(figure.columns or len(written), len(written))
        rows = [st.columns(columns) if columns > 1 else [st.container()] for _ in range(0, len(written), columns)]
        places = [place for row in rows for place in row][: len(written)]
        for index, (place, chart) in enumerate(zip(places, written, strict=True)):
            _plot(place, f"{key}-{index}{'-low' * figure.low}", theme)._enqueue(
                "vega_lite_chart", chart, stepped.FILLING
            )
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
