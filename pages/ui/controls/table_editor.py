"""The control of a small table: a grid of cells to type into, and a place to paste a whole table."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import streamlit as st
from streamlit.dataframe_util import convert_anything_to_pandas_df

from pages.ui import guard
from pages.ui import state as states
from pages.ui.state import PageState
from ppr_core.experiments import files
from ppr_core.experiments.contract import LONGEST_TABLE, Experiment, FieldSpec
from ppr_core.texts import phrase, sentences
from ppr_core.typed_tables import linked, rows_of

__all__ = ["show", "shown_text"]

_LONGEST_PASTE = 1_500_000  # characters: 256 × 256 numbers of twenty
_MOST_COLUMNS = 9  # that can be typed into side by side


def shown_text(value: str) -> str:
    """A table in a few words: "3 rows"."""
    rows = value.count(";") + 1 if value else 0
    return phrase("{count} rows").format(count=rows) if rows else phrase("none")


def show(experiment: Experiment, state: PageState, name: str, spec: FieldSpec, key: str) -> None:
    """The cells as they stand, rows to be added and removed; below, the whole table as text."""
    value = state.values[name]
    entry = state.entries.get(name)
    rows = [row.split(",") for row in (entry.text if entry else value).split(";")] if value or entry else [[""]]
    width = max(map(len, rows))
    if width <= _MOST_COLUMNS:
        cells = _cells(tuple(map(tuple, rows)), width)
        widget = (
            f"{key}-editor-{hash(value)}"  # another table is another widget, so that no edit of the last one is kept
        )

        def edited() -> None:
            _take(experiment, name, value, _edited(cells.to_dict("records"), width, st.session_state[widget]))

        st.markdown(f":small[{phrase(spec.label)}]", help=sentences(spec.help) or None)
        plain = {str(place): st.column_config.TextColumn("") for place in range(width)}
        st.data_editor(
            cells, key=widget, on_change=edited, hide_index=True, num_rows="dynamic", column_config=plain,
            height=min(38 * (len(cells) + 2), 320),
        )  # fmt: skip
    with st.expander(phrase("Paste a table"), key=f"{key}-paste"):
        text = f"{key}-text"
        shown = value.replace(";", "\n")
        if entry is None and st.session_state.get(f"{text}-of") != value:
            st.session_state[text] = shown
            st.session_state[f"{text}-of"] = value

        def pasted() -> None:
            _take(experiment, name, value, st.session_state[text])

        st.text_area(
            phrase("A row on each line; cells parted by commas, tabs, semicolons or spaces"), key=text,
            on_change=pasted, max_chars=_LONGEST_PASTE if spec.larger else LONGEST_TABLE,
        )  # fmt: skip


@lru_cache(maxsize=64)
def _cells(rows: tuple[tuple[str, ...], ...], width: int) -> Any:
    """The cells as the editor takes them; of a list it would make a frame, and of the frame a list, in every run."""
    places = range(width)
    return convert_anything_to_pandas_df(
        [{str(place): row[place].strip() if place < len(row) else "" for place in places} for row in rows]
    )


@guard.callback
def _take(experiment: Experiment, name: str, text: str, written: str) -> None:
    """Take a table as somebody wrote it in place of ``text``; if it is none keep everything as it is, and say why."""
    spec, file_id = experiment.parameters.specs()[name], ""
    try:
        text = linked(rows_of(written, spec.label))
        if spec.larger and len(text) > LONGEST_TABLE:
            file, chooser, chosen = spec.larger
            file_id = files.save(written.encode(), spec.label)
            experiment.parameters.specs()[file].reads(file_id)
            states.update(experiment, **{file: file_id, chooser: chosen})
            return
        checked = spec.check(spec.label, text)
    except ValueError as error:
        files.delete(file_id)
        states.reject(experiment, name, text[:LONGEST_TABLE], str(error))
        return
    states.update(experiment, **{name: checked})


def _edited(cells: list[dict[str, Any]], width: int, changes: dict[str, Any]) -> str:
    """The table after what a data editor tells, as somebody would write it: cells changed, rows added and removed."""
    rows = [dict(row) for row in cells]
    for place, changed in changes.get("edited_rows", {}).items():
        rows[int(place)] |= changed
    gone = set(changes.get("deleted_rows", ()))
    rows = [row for place, row in enumerate(rows) if place not in gone] + list(changes.get("added_rows", ()))
    texts = [[re.sub(r"[;\"\s]+", " ", str(row.get(str(place)) or "")) for place in range(width)] for row in rows]
    return "\n".join(";".join([*row, ""]) for row in texts)
