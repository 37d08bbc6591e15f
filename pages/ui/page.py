"""A page: its question, controls, live result and explanations, in the same order everywhere."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.ui import charts, controls, downloads, formula, guard, memo, navigation, quantities, shown, snippets, status
from pages.ui import state as states
from pages.ui import style as styles
from pages.ui.controls import presets, uploads
from pages.ui.jobs import session as jobs
from pages.ui.shown import Shown
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Experiment, Story

__all__ = ["Draw", "ExperimentPage", "View", "show"]

_LOG = logging.getLogger(__name__)
_SHORT_SECONDS = 1.0  # of a run that is waited for a moment, rather than greying the page for it
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

Draw = Callable[[Any, Story, charts.Theme], charts.Figure]


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
    on screen or None; footer(state, result, theme): drawn last; tiles: numbers shown at once, the others are folded.
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
    tiles: int = 5


def show(page: ExperimentPage) -> None:
    """Draw the page. Whatever goes wrong becomes a sentence, with a way to start afresh."""
    navigation.require()
    uploads.read_ahead(page.experiment)
    with jobs.Turn() as turn:
        try:
            _show(page, turn)
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


def _show(page: ExperimentPage, turn: jobs.Turn) -> None:
    experiment = page.experiment
    state = states.load(experiment)
    styles.apply(state.projector)
    st.html(_LAYOUT)
    theme = charts.Theme(projector=state.projector)
    _header(page, state)
    _bad_link(state)
    guard.show_failed_callback()
    left, right = st.columns([3, 8], gap="medium")
    with left, st.container(key="page-controls"):
        controls.show(experiment, state, without=(page.step,))
    outcome = jobs.outcome(experiment, state.parameters)
    if outcome.state == "running" and outcome.seconds_left <= _SHORT_SECONDS:
        turn.wait(experiment, state.parameters, _SHORT_SECONDS / 2)
        outcome = jobs.outcome(experiment, state.parameters)
    screen = shown.choose(experiment, state, outcome, page.step)
    result = screen.result if screen else None
    with right:
        if page.step:
            last = page.last_step(result) if page.last_step and screen else None
            controls.stepper(experiment, state, page.step, last, page.step_label)
        with st.container(key="page-chart"), guard.alone("This chart"):
            _main_chart(page, screen, theme)
        with st.container(key="page-status", gap="small"), guard.alone("The state of this run"):
            status.show(experiment, state, outcome, screen)
    if page.extra_controls:
        with left, guard.alone("What belongs below the settings"):
            page.extra_controls(state, result)
    if screen:
        with st.container(key="page-details"):
            _details(page, screen, theme)
    if page.footer:
        with guard.alone("The end of this page"):
            page.footer(state, result, theme)
    states.write_link(experiment, state)


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


def _main_chart(page: ExperimentPage, screen: Shown | None, theme: charts.Theme) -> None:
    if screen is None:
        st.skeleton(height=theme.height)
        return
    if screen.stale:
        st.html(_STALE)
    draw = functools.partial(page.main, screen.result, screen.story, theme)
    figure = memo.made_of(screen.result, (page.experiment.name, "main", theme), draw)
    charts.show(figure, key=f"{page.experiment.name}-main", theme=theme)


def _details(page: ExperimentPage, screen: Shown, theme: charts.Theme) -> None:
    """The numbers and what to notice; then what is built only when it is opened."""
    experiment, parameters, result, story = page.experiment, screen.parameters, screen.result, screen.story
    name = experiment.name
    numbers = story.quantities
    with guard.alone("These numbers"):
        quantities.show(numbers[: page.tiles], theme)
    if numbers[page.tiles :]:
        with _folded("More numbers", f"{name}-numbers", "calculate") as box, guard.alone("These numbers"):
            if box.open:
                quantities.show(numbers[page.tiles :], theme, key="more-quantities")
    with st.expander("What to notice", key=f"{name}-notice", icon=":material/visibility:"):
        st.markdown("\n".join(f"- {plain(notice)}" for notice in story.notices))
    with _folded("The formula with these numbers", f"{name}-formula", "function") as box, guard.alone("This formula"):
        if box.open:
            formula.show(story.formulas(), experiment.parameters.specs())
    for number, view in enumerate(page.views):
        key = f"{name}-view-{number}"
        with _folded(view.title, key, "insert_chart") as box, guard.alone("This chart"):
            if box.open:
                if view.note:
                    st.markdown(view.note)
                figure = view.draw(result, story, theme)
                charts.show(figure, key=f"{key}-chart", theme=theme)
                downloads.show(figure, experiment, parameters, result, key=f"{key}-downloads")
    with _folded("The same in Python", f"{name}-python", "code") as box, guard.alone("This program"):
        if box.open:
            snippets.show(experiment.snippet(parameters))
    with _folded("Data and figure files", f"{name}-data", "table") as box, guard.alone("These data"):
        if box.open:
            figure = page.main(result, story, theme)
            downloads.show(figure, experiment, parameters, result, key=f"{name}-downloads")
            _table(result.table())


def _folded(label: str, key: str, icon: str) -> Any:
    """A part that is closed at first and knows whether it is open."""
    return st.expander(label, key=key, icon=f":material/{icon}:", on_change="rerun")


def _table(table: Mapping[str, Any]) -> None:
    rows = max(map(len, table.values()), default=0)
    if rows > _MOST_ROWS:
        st.caption(f"The first {_MOST_ROWS} of {rows} rows; the CSV file has all.")
    st.dataframe({column: values[:_MOST_ROWS] for column, values in table.items()}, hide_index=True)
