"""What a result says, above its chart; below it what changed, or why there is no result yet and what to do about it."""

from __future__ import annotations

import itertools
import time

import streamlit as st

from pages.ui import controls
from pages.ui import state as states
from pages.ui.jobs import session as jobs
from pages.ui.jobs.outcomes import Outcome
from pages.ui.shown import Shown
from pages.ui.state import PageState, plain, unbroken
from ppr_core.experiments.contract import Experiment, Parameters
from ppr_core.texts import Messages
from ppr_core.texts.refusals import refusal
from ppr_core.wording import percent

__all__ = ["headline", "progress", "progress_text", "show"]

message = Messages("shared")
runs = Messages("runs")

_PARTIAL_SECONDS = 2.0  # a chart is redrawn with a partial result at most this often


def headline(shown: Shown | None, caption: str = "") -> None:
    """What the result on screen says, at a projected stop of a lesson its first part; caption: of another picture."""
    finding = (shown.story.captions.get(caption) or shown.story.finding) if shown else ""
    if not caption and states.projector() and states.along().get("stop"):
        first, more, _ = finding.partition("; ")
        finding = f"{first}." if more else first
    st.markdown(f"**{unbroken(plain(finding))}**" if finding else "")


def show(experiment: Experiment, state: PageState, outcome: Outcome, shown: Shown | None) -> None:
    """The status of the run for the parameters of the state."""
    parameters = state.parameters
    if outcome.pending and (notice := jobs.notice()):
        st.caption(notice)
    if outcome.pending:
        progress(experiment, parameters)
    elif outcome.state == "done":
        if shown and shown.changed:
            st.markdown(f":material/change_history: {plain(message('change-told', change=shown.changed))}")
    else:
        st.warning(state.told(outcome.message))
        if outcome.state == "refused":
            _suggestion(experiment, outcome)
        else:
            _retry(experiment, parameters)
    if shown and shown.stale and not state.conflict:
        st.caption(plain(runs("meanwhile", settings=_differences(parameters, shown.parameters))))


def progress(experiment: Experiment, parameters: Parameters) -> None:
    """The progress of a run; the page is drawn anew when there is something to see."""
    drawn, partials = time.monotonic(), jobs.outcome(experiment, parameters).partials
    ticks = itertools.count()

    @st.fragment(run_every=jobs.look_seconds())
    def tick() -> None:
        now = jobs.outcome(experiment, parameters)
        fresh = now.partials != partials and time.monotonic() - drawn > _PARTIAL_SECONDS
        # Not within the page's own run: what that has not sent yet would be lost, the values of controls with it.
        if next(ticks) and (not now.pending or fresh):
            st.rerun()
        st.progress(now.fraction, text=progress_text(now))

    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        with st.container():  # alone in its place, so that a tick replaces nothing but itself
            tick()
        st.button(
            runs("cancel"),
            key=f"{experiment.name}-cancel",
            icon=":material/close:",
            on_click=jobs.cancel,
            args=(experiment, parameters),
        )


def progress_text(now: Outcome) -> str:
    """How far a pending run is."""
    timed = now.seconds_left is not None
    seconds = str(max(1, round(now.seconds_left or 0.0)))
    if now.state == "queued":
        return runs("waiting", place=str(now.place), late=now.late, timed=timed, seconds=seconds)
    if now.state == "full":
        return runs("full", timed=timed, seconds=seconds)
    told = runs("computing", share=percent(round(now.fraction, 2)), late=now.late, timed=timed, seconds=seconds)
    return f"{told}: {plain(refusal(now.note))}" if now.note else told


def _suggestion(experiment: Experiment, outcome: Outcome) -> None:
    if outcome.suggestion is None:
        return
    spec, value = experiment.parameters.specs()[experiment.dial], getattr(outcome.suggestion, experiment.dial)
    st.button(
        runs("nearest", setting=f"{controls.name_of(spec)} = {controls.shown_text(spec, value)}"),
        key=f"{experiment.name}-affordable",
        on_click=lambda: states.update(experiment, **{experiment.dial: value}),
    )


def _retry(experiment: Experiment, parameters: Parameters) -> None:
    st.button(
        runs("again"),
        key=f"{experiment.name}-again",
        icon=":material/refresh:",
        on_click=jobs.retry,
        args=(experiment, parameters),
    )


def _differences(wanted: Parameters, shown: Parameters) -> str:
    """The settings of the result on screen that are not the wanted ones."""
    values = shown.values()
    return ", ".join(
        f"{spec.symbol or spec.label} = {controls.shown_text(spec, values[name], values)}"
        for name, spec in shown.specs().items()
        if values[name] != getattr(wanted, name)
    )
