"""The controls of a file field and of the columns chosen in it.

The store holds the file and the page's state its digest. What is wrong with a file is said by the experiment's own
check, like any settings that exclude each other: beside the controls, with the last good result on screen.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import streamlit as st

from pages.ui import state as states
from pages.ui.state import PageState, plain
from ppr_core.experiments import files
from ppr_core.experiments.contract import Experiment, FieldSpec
from ppr_core.wording import number

__all__ = ["columns_control", "file_control", "file_text"]

_KEPT = "It stays on this server, for whoever has the link to this page, until newer files need its place."
_NAMES = "uploads-names"  # digest -> what the visitor calls the file; not in the link


def file_control(
    experiment: Experiment, state: PageState, name: str, spec: FieldSpec, key: str, label: str, help: str | None
) -> None:
    """A place to drop a file; once there is one, its name and size, and the way to remove it."""
    digest = state.values[name]
    if digest:
        _present(experiment, name, spec, key, label, digest)
        return

    def dropped() -> None:
        file = st.session_state[key]
        if file is not None:
            _take(experiment, name, file.name, file.getvalue())

    st.file_uploader(
        label,
        ["csv", "txt", "tsv"],
        key=key,
        help=" ".join(filter(None, (help, _KEPT))),
        on_change=dropped,
        max_upload_size=files.LARGEST_BYTES // 2**20,
    )


def columns_control(
    experiment: Experiment, state: PageState, name: str, spec: FieldSpec, key: str, label: str, help: str | None
) -> None:
    """A choice among the columns of the file; nothing while there is no file that can be read."""
    file = experiment.parameters.specs()[spec.columns_of]
    table = _table(file, state.values[spec.columns_of])
    if table is None:
        return
    picked = [int(number) for number in state.values[name].split(",") if number]
    shown = [number for number in picked if number <= len(table.names)]
    if st.session_state.get(key) != shown:
        st.session_state[key] = shown

    def chosen() -> None:
        states.update(experiment, **{name: spec.check(name, ",".join(map(str, st.session_state[key])))})

    st.multiselect(
        label,
        range(1, len(table.names) + 1),
        format_func=lambda number: table.names[number - 1],
        key=key,
        help=help,
        on_change=chosen,
        max_selections=spec.most,
        placeholder="The first column" if spec.most == 1 else "All columns",
    )


def file_text(digest: str) -> str:
    """What a file is called on screen: by its name, or by the beginning of its digest if it came by a link."""
    return st.session_state.get(_NAMES, {}).get(digest, f"file {digest[:8]}") if digest else "none"


def _take(experiment: Experiment, name: str, called: str, data: bytes) -> None:
    """Keep a new file and let the experiment judge it; earlier choices of columns belonged to another file."""
    try:
        digest = files.save(data, experiment.parameters.specs()[name].label)
    except ValueError as error:
        states.reject(experiment, name, called, str(error))
        return
    st.session_state.setdefault(_NAMES, {})[digest] = called
    states.update(experiment, **{name: digest}, **_without_columns(experiment, name))


def _present(experiment: Experiment, name: str, spec: FieldSpec, key: str, label: str, digest: str) -> None:
    table = _table(spec, digest)
    size = f"  \n{_count(table.rows, 'row')} × {_count(len(table.names), 'column')}" if table else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}-present"):
        st.markdown(f"{plain(label)}: **{plain(file_text(digest))}**{size}")
        st.button(
            "Remove",
            key=f"{key}-remove",
            icon=":material/close:",
            type="tertiary",
            on_click=lambda: states.update(experiment, **{name: ""}, **_without_columns(experiment, name)),
            help="Back to no file; another can then be uploaded.",
        )


def _table(spec: FieldSpec, digest: str) -> Any:
    """What a file holds, or None if it cannot be read."""
    if digest and spec.reads:
        with suppress(ValueError):
            return spec.reads(digest)
    return None


def _count(count: int, what: str) -> str:
    return f"{number(count)} {what}{'' if count == 1 else 's'}"


def _without_columns(experiment: Experiment, name: str) -> dict[str, str]:
    specs = experiment.parameters.specs()
    return {other: "" for other, spec in specs.items() if spec.kind == "columns" and spec.columns_of == name}
