"""The controls of a file field and of the columns chosen in it.

The store holds the file and the page's state its id. A file is read once, when it is dropped; one that is no table of
the kind wanted is not kept, and what is wrong with it is said beside the controls.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.ui import guard
from pages.ui import state as states
from pages.ui.state import PageState, plain
from ppr_core.experiments import files
from ppr_core.experiments.contract import Experiment, FieldSpec
from ppr_core.texts import Messages, phrase
from ppr_core.texts.refusals import refusal
from ppr_core.wording import number

__all__ = ["columns_control", "file_control", "file_text", "read_ahead"]

message = Messages("runs")

_LONGEST_NAME = 60
_NAMES = "uploads-names"  # id -> what the visitor calls the file; not in the link


def file_control(
    experiment: Experiment, state: PageState, name: str, spec: FieldSpec, key: str, label: str, help: str | None
) -> None:
    """A place to drop a file; once there is one, its name and size, and the way to remove it."""
    file_id = state.values[name]
    if file_id:
        _present(experiment, name, spec, key, label, file_id)
        return

    def dropped() -> None:
        file = st.session_state[key]
        if isinstance(file, UploadedFile):
            _take(experiment, name, file.name, file.getvalue())
            _let_go(file.file_id)

    st.file_uploader(
        label,
        list(spec.endings),
        key=key,
        help=" ".join(filter(None, (help, message("file-kept")))),
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
        placeholder=phrase("The first column" if spec.most == 1 else "All columns"),
    )


def file_text(file_id: str) -> str:
    """What a file is called on screen: by its name, or by the beginning of its id if it came by a link."""
    unnamed = phrase("file {id}").format(id=file_id[:8])
    return st.session_state.get(_NAMES, {}).get(file_id, unnamed) if file_id else phrase("none")


def read_ahead(experiment: Experiment) -> None:
    """Read the file that a link names before the page takes its turn, so that a large one keeps nobody waiting."""
    for name, spec in experiment.parameters.specs().items():
        if spec.kind == "file":
            _table(spec, st.query_params.get(name, ""))


@guard.callback
def _take(experiment: Experiment, name: str, called: str, data: bytes) -> None:
    """Keep a new file if it can be read; earlier choices of columns belonged to another file."""
    spec, file_id = experiment.parameters.specs()[name], ""
    try:
        file_id = files.save(data, spec.label)
        if spec.reads:
            spec.reads(file_id)
    except ValueError as error:
        files.delete(file_id)
        states.reject(experiment, name, called, f"{called[:_LONGEST_NAME]}: {refusal(str(error))}")
        return
    st.session_state.setdefault(_NAMES, {})[file_id] = called[:_LONGEST_NAME]
    states.update(experiment, **{name: file_id}, **_without_columns(experiment, name))


@guard.callback
def _remove(experiment: Experiment, name: str, file_id: str) -> None:
    """Delete the file; the result on screen stays until another takes its place."""
    files.delete(file_id)
    states.update(experiment, **{name: ""}, **_without_columns(experiment, name))


def _let_go(file_id: str) -> None:
    """Streamlit need not keep in memory, until the session ends, what is in the store or was refused."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None:
        with suppress(AttributeError):  # other managers than that of a server
            context.uploaded_file_mgr.remove_file(context.session_id, file_id)


def _present(experiment: Experiment, name: str, spec: FieldSpec, key: str, label: str, file_id: str) -> None:
    table = _table(spec, file_id)
    size = f"  \n{_count(table.rows, '{count} rows')} × {_count(len(table.names), '{count} columns')}" if table else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}-present"):
        st.markdown(f"{plain(label)}: **{plain(file_text(file_id))}**{size}")
        st.button(
            phrase("Remove"),
            key=f"{key}-remove",
            icon=":material/close:",
            type="tertiary",
            on_click=_remove,
            args=(experiment, name, file_id),
            help=phrase("Delete the file from this server; another can then be uploaded."),
        )


def _table(spec: FieldSpec, file_id: str) -> Any:
    """What a file holds, or None if it cannot be read."""
    if file_id and spec.reads:
        with suppress(ValueError):
            return spec.reads(file_id)
    return None


def _count(count: int, what: str) -> str:
    return phrase(what.removesuffix("s") if count == 1 else what).format(count=number(count))


def _without_columns(experiment: Experiment, name: str) -> dict[str, str]:
    specs = experiment.parameters.specs()
    return {other: "" for other, spec in specs.items() if spec.kind == "columns" and spec.columns_of == name}
