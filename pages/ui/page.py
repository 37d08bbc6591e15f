"""A page: its question, controls, live result and explanations, in the same order everywhere."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.ui import changes, charts, controls, downloads, formula, jobs, presets, quantities, snippets, style
from pages.ui import state as states
from pages.ui.jobs import Outcome
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Experiment, Parameters

__all__ = ["Draw", "ExperimentPage", "View", "show"]

_LOG = logging.getLogger(__name__)
_TICK_SECONDS = 0.5
_PARTIAL_SECONDS = 2.0  # a chart is redrawn with a partial result at most this often
_MOST_ROWS = 1000
_STALE = "<style>.st-key-page-chart, .st-key-page-details { opacity: 0.45; filter: saturate(0.4); }</style>"
# On a phone the chart comes before the controls.
_LAYOUT = f"""<style>
.st-key-page-top {{ align-items: center; }}
.st-key-page-top h1 {{ padding-bottom: 0; }}
@media (max-width: 640px) {{
  [data-testid="stColumn"]:has(> * > .st-key-page-chart, > * > * > .st-key-page-chart) {{ order: -1; }}
}}
{controls.STYLE}</style>"""

Draw = Callable[[Any, Any, charts.Theme], charts.Figure]


@dataclass(frozen=True)
class View:
    """A further chart, folded away below the main one, with a sentence on how to read it."""

    title: str
    draw: Draw
    note: str = ""


@dataclass(frozen=True)
class ExperimentPage:
    """What makes one page different from another.

    question: the sentence the page answers; main: the largest thing on the page; views: further charts;
    step: the field that Back and Next above the chart walk through, "" for none; last_step: its last value for a
    result (default: the field's own limit); extra_controls(state, result): drawn below the controls, with the result
    on screen or None; footer(state, result, theme): drawn last.
    """

    experiment: Experiment
    title: str
    question: str
    main: Draw
    views: tuple[View, ...] = ()
    step: str = ""
    step_label: str = "Step"
    last_step: Callable[[Any], int] | None = None
    extra_controls: Callable[[PageState, Any], None] | None = None
    footer: Callable[[PageState, Any, charts.Theme], None] | None = None


@dataclass(frozen=True)
class _Shown:
    """The result on screen and the parameters it belongs to; stale when other parameters were asked for."""

    parameters: Parameters
    result: Any
    stale: bool = False
    partial: bool = False
    changed: str = ""


@dataclass
class _Memory:
    """Of one page and session: the parameters of the last complete result, and what changed with it."""

    parameters: Parameters | None = None
    changed: str = ""


def show(page: ExperimentPage) -> None:
    """Draw the page. Whatever goes wrong becomes a sentence; the controls stay usable."""
    with jobs.turn():
        try:
            _show(page)
        except Exception:
            _LOG.exception("The page %s failed", page.experiment.name)
            st.error("Something on this page went wrong. The server's log has the details; other settings may work.")
            st.button(
                "Start this page afresh",
                key=f"{page.experiment.name}-afresh",
                on_click=states.apply,
                args=(page.experiment, page.experiment.parameters(), ""),
            )
    jobs.warm_up(page.experiment)


def _show(page: ExperimentPage) -> None:
    experiment = page.experiment
    state = states.load(experiment)
    style.apply(state.projector)
    st.html(_LAYOUT)
    theme = charts.Theme(projector=state.projector)
    _header(page, state)
    _bad_link(state)
    left, right = st.columns([3, 8], gap="medium")
    with left, st.container(key="page-controls"):
        controls.show(experiment, state, without=(page.step,))
    outcome = jobs.outcome(experiment, state.parameters)
    shown = _shown(page, state, outcome)
    with right:
        if page.step:
            last = page.last_step(shown.result) if page.last_step and shown else None
            controls.stepper(experiment, state, page.step, last, page.step_label)
        with st.container(key="page-chart"):
            _main_chart(page, shown, theme)
        _status(page, state, outcome, shown)
    if page.extra_controls:
        with left:
            page.extra_controls(state, shown.result if shown else None)
    if shown:
        with st.container(key="page-details"):
            _details(page, shown, theme)
    if page.footer:
        page.footer(state, shown.result if shown else None, theme)


def _header(page: ExperimentPage, state: PageState) -> None:
    with st.container(key="page-header", gap=None):
        with st.container(key="page-top", horizontal=True, horizontal_alignment="distribute", gap="medium"):
            st.title(page.title, anchor=False, width="content")
            with st.container(key="page-tools", horizontal=True, vertical_alignment="center", width="content"):
                presets.menu(page.experiment, state)
                _link(page.experiment, state)
                _projector(page.experiment, state)
        st.markdown(page.question)


def _link(experiment: Experiment, state: PageState) -> None:
    with st.popover("Link", icon=":material/link:", key=f"{experiment.name}-link"):
        st.markdown("This link opens what is on screen, with every setting and the seed.")
        st.code(states.share_link(experiment, state), language=None, wrap_lines=True)


def _projector(experiment: Experiment, state: PageState) -> None:
    key = f"{experiment.name}-projector"
    if st.session_state.get(key) != state.projector:
        st.session_state[key] = state.projector
    st.toggle(
        "Projector",
        key=key,
        on_change=lambda: states.set_projector(st.session_state[key]),
        help="Large text and thick lines for the last row.",
    )


def _bad_link(state: PageState) -> None:
    if state.problems:
        problems = "\n".join(f"- {plain(problem)}" for problem in state.problems)
        st.warning(f"The link asks for something that cannot be shown; everything else in it was used.\n{problems}")


def _shown(page: ExperimentPage, state: PageState, outcome: Outcome) -> _Shown | None:
    """The best there is to show: the result, else what is known of it so far, else the last complete one."""
    memory = st.session_state.setdefault(f"page-{page.experiment.name}", _Memory())
    if outcome.state == "done":
        if memory.parameters != state.parameters:
            memory.changed = _changed(page, memory.parameters, state.parameters, outcome.result)
            memory.parameters = state.parameters
        return _Shown(state.parameters, outcome.result, stale=bool(state.conflict), changed=memory.changed)
    if outcome.partial is not None:
        return _Shown(state.parameters, outcome.partial, partial=True)
    if memory.parameters is not None:
        last = jobs.cached(page.experiment, memory.parameters)
        if last is not None:
            return _Shown(memory.parameters, last, stale=True)
    return None


def _changed(page: ExperimentPage, old: Parameters | None, new: Parameters, result: Any) -> str:
    if old is None or (page.step and old.replace(**{page.step: getattr(new, page.step)}) == new):
        return ""
    old_result = jobs.cached(page.experiment, old)
    return changes.sentence(page.experiment, old, old_result, new, result) if old_result is not None else ""


def _main_chart(page: ExperimentPage, shown: _Shown | None, theme: charts.Theme) -> None:
    if shown is None:
        st.skeleton(height=theme.height)
        return
    if shown.stale:
        st.html(_STALE)
    figure = page.main(shown.result, shown.parameters, theme)
    charts.show(figure, key=f"{page.experiment.name}-main", theme=theme)


def _status(page: ExperimentPage, state: PageState, outcome: Outcome, shown: _Shown | None) -> None:
    """Below the chart: what the result shows and what changed; or why there is no result yet, and what to do."""
    experiment, parameters = page.experiment, state.parameters
    with st.container(key="page-status", gap="small"):
        if outcome.pending:
            _progress(page, parameters)
        elif outcome.state == "done":
            st.markdown(f"**{plain(outcome.result.finding())}**")
            if shown and shown.changed:
                st.markdown(f":material/change_history: What changed: {plain(shown.changed)}")
        elif outcome.state == "refused":
            st.warning(plain(outcome.message))
            _suggestion(experiment, outcome)
        else:
            st.warning(plain(outcome.message))
            st.button(
                "Run again",
                key=f"{experiment.name}-again",
                icon=":material/refresh:",
                on_click=jobs.retry,
                args=(experiment, parameters),
            )
        if shown and shown.stale and not state.conflict:
            st.caption(f"Shown meanwhile: the last result, for {plain(_differences(experiment, parameters, shown))}.")
        presets.show_difference(experiment, state)


def _progress(page: ExperimentPage, parameters: Parameters) -> None:
    """The progress of a run, looked at twice a second; the page is drawn anew when there is something to see."""
    experiment, drawn = page.experiment, time.monotonic()
    partials = jobs.outcome(experiment, parameters).partials

    @st.fragment(run_every=_TICK_SECONDS)
    def tick() -> None:
        now = jobs.outcome(experiment, parameters)
        fresh = now.partials != partials and time.monotonic() - drawn > _PARTIAL_SECONDS
        if not now.pending or fresh:
            st.rerun()
        st.progress(now.fraction, text=_progress_text(now))

    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        tick()
        st.button(
            "Cancel",
            key=f"{experiment.name}-cancel",
            icon=":material/close:",
            on_click=jobs.cancel,
            args=(experiment, parameters),
        )


def _progress_text(now: Outcome) -> str:
    left = "" if now.seconds_left is None else f", about {max(1, round(now.seconds_left))} s left"
    if now.state == "queued":
        return f"Waiting, place {now.place} in the queue{left.replace('left', 'until it begins')}"
    if now.state == "full":
        return f"All places in the queue are taken{left.replace('left', 'until one is free')}"
    note = f": {plain(now.note)}" if now.note else ""
    return f"Computing, {now.fraction:.0%}{left}{note}"


def _suggestion(experiment: Experiment, outcome: Outcome) -> None:
    if outcome.suggestion is None:
        return
    spec, value = experiment.parameters.specs()[experiment.dial], getattr(outcome.suggestion, experiment.dial)
    st.button(
        f"Use {plain(controls.name_of(spec))} = {plain(controls.shown_text(spec, value))}, the nearest that fits",
        key=f"{experiment.name}-affordable",
        on_click=lambda: states.update(experiment, **{experiment.dial: value}),
    )


def _differences(experiment: Experiment, wanted: Parameters, shown: _Shown) -> str:
    specs, values = experiment.parameters.specs(), shown.parameters.values()
    return ", ".join(
        f"{spec.symbol or spec.label} = {controls.shown_text(spec, values[name])}"
        for name, spec in specs.items()
        if values[name] != getattr(wanted, name)
    )


def _details(page: ExperimentPage, shown: _Shown, theme: charts.Theme) -> None:
    """The numbers and what to notice; then what is built only when it is opened."""
    experiment, parameters, result = page.experiment, shown.parameters, shown.result
    name = experiment.name
    quantities.show(result.quantities(), theme)
    with st.expander("What to notice", key=f"{name}-notice", icon=":material/visibility:"):
        st.markdown("\n".join(f"- {plain(notice)}" for notice in result.notices()))
    with _folded("The formula with these numbers", f"{name}-formula", "function") as box:
        if box.open:
            formula.show(result.formulas(), experiment.parameters.specs())
    for number, view in enumerate(page.views):
        key = f"{name}-view-{number}"
        with _folded(view.title, key, "insert_chart") as box:
            if box.open:
                if view.note:
                    st.markdown(view.note)
                _figure(experiment, shown, view.draw(result, parameters, theme), key, theme)
    with _folded("The same in Python", f"{name}-python", "code") as box:
        if box.open:
            snippets.show(experiment.snippet(parameters))
    with _folded("Data and figure files", f"{name}-data", "table") as box:
        if box.open:
            figure = page.main(result, parameters, theme)
            downloads.show(figure, experiment, parameters, result, key=f"{name}-downloads")
            _table(result.table())


def _folded(label: str, key: str, icon: str) -> Any:
    """A part that is closed at first and knows whether it is open."""
    return st.expander(label, key=key, icon=f":material/{icon}:", on_change="rerun")


def _figure(experiment: Experiment, shown: _Shown, figure: charts.Figure, key: str, theme: charts.Theme) -> None:
    charts.show(figure, key=f"{key}-chart", theme=theme)
    downloads.show(figure, experiment, shown.parameters, shown.result, key=f"{key}-downloads")


def _table(table: Mapping[str, Any]) -> None:
    rows = max(map(len, table.values()), default=0)
    if rows > _MOST_ROWS:
        st.caption(f"The first {_MOST_ROWS} of {rows} rows; the CSV file has all.")
    st.dataframe({column: values[:_MOST_ROWS] for column, values in table.items()}, hide_index=True)
