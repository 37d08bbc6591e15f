"""The table of a result: to be scrolled on a screen, as it is on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.ui import markdown_table
from pages.ui.state import plain
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["show"]

message = Messages("runs")

_MOST_ROWS, _MOST_PRINTED = 1000, 60


def show(table: Mapping[str, Any], whole: bool) -> None:
    """Draw it; whole: for paper, where nothing is scrolled."""
    rows = max(map(len, table.values()), default=0)
    if rows > (most := _MOST_PRINTED if whole else _MOST_ROWS):
        st.caption(message("first-rows", most=str(most), rows=str(rows)))
    cut = {column: values[:most] for column, values in table.items()}
    if whole:
        cells = ([_cell(value) for value in column] for column in cut.values())
        markdown_table.show("page-table", tuple(map(plain, cut)), zip(*cells, strict=True))
    else:
        st.dataframe(cut, hide_index=True)


def _cell(value: Any) -> str:
    if isinstance(value, (int, float)):
        return "–" if value != value else number(value, 6)
    return str(value)
