"""A page: its question, controls, live result and explanations, in the same order everywhere."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui import (
    charts,
    controls,
    decoder_view,
    downloads,
    formula,
    glossary,
    guard,
    header,
    keys,
    memo,
    navigation,
    printed,
    quantities,
    result_table,
    scheme,
    shown,
    snippets,
    status,
)
from pages.ui import state as states
from pages.ui import style as styles
from pages.ui.controls import presets, uploads
from pages.ui.jobs import session as jobs
from pages.ui.jobs.outcomes import Outcome
from pages.ui.lessons import strip, tour
from pages.ui.shown import Shown
from pages.ui.state import PageState, plain
from pages.ui.takeaway import button, document, live
from ppr_core.experiments.contract import Experiment, Story
from ppr_core.texts import Messages, phrase

__all__ = [
    "DATA", "FORMULA", "HANDOUT", "NOTES", "PYTHON", "Draw", "ExperimentPage", "View", "leading", "show", "tabs_key",
]  # fmt: skip

TABS = NOTES, FORMULA, PYTHON, DATA = tuple(
    map(phrase, ("More notes and numbers", "Formula", "Python", "Data and files"))
)
HANDOUT = "page-handout"  # session key: whether all tabs are built, below each other

runs = Messages("runs")

_LOG = logging.getLogger(__name__)
# A run predicted to take up to _SHORT_SECONDS is waited for: so long once it has begun, so long behind a crowd's runs.
_SHORT_SECONDS, _BEGUN_SECONDS, _CROWD_SECONDS = 1.0, 3.0, 15.0
# Up to the first full stop before a new sentence; a question keeps its answer.
_SENTENCE = re.compile(r"(?:[^?]{0,80}\?\s)?.*?[.!](?=\s+[^\Wa-z_])", re.DOTALL)
_STALE = """<style>:is(.st-key-page-headline, .st-key-page-chart, .st-key-page-note, .st-key-page-notice,
  .st-key-page-details) { opacity: 0.45; filter: saturate(0.4); }</style>"""

Draw = Callable[[Any, Story, charts.Theme], charts.Figure]


@dataclass(frozen=True)
class View:
    """A further chart or table, in a tab below the main one, with how to read it; title: at most a line; first: its
    tab is open at once. Views of one title share a tab."""

    title: str
    draw: Callable[[Any, Story, charts.Theme], charts.Figure | None]  # None: it shows a table by itself
    note: str = ""
    first: bool = False


@dataclass(frozen=True)
class ExperimentPage:
    """What makes one page different from another.

    question: the sentence the page answers; main: the largest thing on the page; views: further charts; step: the
    field that Back and Next above the chart walk through, "" for none; last_step: its last value for a result
    (default: the field's own limit); extra_controls(state, result): drawn below the controls, or above or below the
    picture (extra_place), with the result on screen or None; footer(state, result, theme): drawn last; ending(): what
    stands below everything; tiles: numbers shown at once, with all others in a tab; live: what a tab and the page's
    file encode in the browser; notices: with an open sentence each, which opens to the rest of them, while the others
    stand in the first tab; at_stops: pictures in place of the main one at lessons' stops that name them.
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
    extra_place: Literal["controls", "above", "below"] = "controls"
    footer: Callable[[PageState, Any, charts.Theme], None] | None = None
    ending: Callable[[], None] | None = None
    tiles: int = 4
    notices: int = 3
    live: live.Live | None = None
    at_stops: Mapping[str, Draw] = field(default_factory=dict)


def show(page: ExperimentPage) -> None:
    """Draw the page."""
    navigation.require()
    projector = states.projector()
    styles.apply(projector)
    st.html(scheme.LISTENER, unsafe_allow_javascript=True)
    uploads.read_ahead(page.experiment)
    with jobs.Turn():
        _body(page, projector)
        if page.ending:
            with guard.alone("The end of this page"):
                page.ending()
        keys.listen()  # last, where its empty place is not seen
    jobs.warm_up(page.experiment)


@st.fragment
def _body(page: ExperimentPage, projector: bool) -> None:
    """All that may change with a setting: a move runs this alone, without the navigation and the style sheets.

    Whatever goes wrong becomes a sentence, with a way to start afresh. projector: what the style sheets are for.
    """
    if states.projector() != projector:
        st.rerun()
    uploads.read_ahead(page.experiment)
    with jobs.Turn() as turn:
        try:
            _show(page, turn)
        except Exception:
            _LOG.exception("The page %s failed", page.experiment.name)
            st.error(runs("page-failed"))
            st.button(
                runs("afresh"),
                key=f"{page.experiment.name}-afresh",
                on_click=states.apply,
                args=(page.experiment, page.experiment.parameters(), ""),
            )


def tabs_key(experiment: Experiment) -> str:
    """Session key of the name of the open tab."""
    return f"{experiment.name}-tabs"


def _show(page: ExperimentPage, turn: jobs.Turn) -> None:
    experiment, state = page.experiment, states.load(page.experiment)
    place, closed, marker = tour.here(experiment.name), strip.hidden(), glossary.Marker()
    theme = charts.Theme(projector=state.projector, lesson=place is not None and place.stop is not None)
    if closed or (place and (place.asks or place.hides)):
        _show_closed(page, state, place, marker, turn)
        return
    with st.container(key="page-screen"):
        settings, words, link = header.show(experiment, state, page.title, page.question, marker)
        header.bad_link(state)
        guard.show_failed_callback()
        if place:
            st.empty()  # where a question stood: a container would keep what of it a refresh of the phones holds fast
        lesson = st.container(key="page-lesson") if place else None
        beside, stage = (settings, st.container()) if settings else st.columns([3, 8], gap="medium")
        with beside, st.container(key="page-controls"):
            if settings is None or settings.open:
                controls.show(experiment, state, without=(page.step,), folded=not settings)
                presets.show_difference(experiment, state)
        outcome = _outcome(experiment, state, turn, (beside if shown.any_yet(experiment) else stage).empty)
        screen = shown.choose(experiment, state, outcome, page.step, page.tiles)
        result = screen.result if screen else None
        if place:
            with lesson, guard.alone("The lesson"):
                strip.show(place, experiment, state, screen)
        above = page.extra_place == "above" and not (settings or place)  # on a wall or at a stop the picture is first
        with stage, st.container(key="page-stage", gap="small"):
            if page.extra_controls and above:
                with guard.alone("What belongs here"):
                    page.extra_controls(state, result)
            if page.step and not (theme.projector and theme.lesson):  # there the stops of the lesson are counted
                last = page.last_step(result) if page.last_step and screen else None
                controls.stepper(experiment, state, page.step, last, page.step_label, by_keys=not place)
            picture = place.stop.picture if place and place.stop else ""
            _main_chart(page, screen, theme, lambda: status.show(experiment, state, outcome, screen), marker, picture)
    if page.extra_controls and not above:
        under_chart = page.extra_place == "below" or (page.extra_place == "above" and not settings)
        below = stage if under_chart else st.container() if settings else beside
        with below, guard.alone("What belongs here"):
            page.extra_controls(state, result)
    if screen:
        with st.container() if settings else stage, st.container(key="page-notice"), guard.alone("What to notice"):
            shown_notices = screen.story.notices[: page.notices]
            marker.show_list(map(leading, shown_notices), shown_notices, opened=bool(st.session_state.get(HANDOUT)))
            marker.meet([*screen.story.notices, *(quantity.label for quantity in screen.story.quantities)])
        if link:
            with link, guard.alone("The file of this page"):
                button.show(page, screen, theme.on_paper(), "link")
        with st.container(key="page-details"):
            _details(page, screen, theme)
            printed.show(experiment, screen.parameters)
    if page.footer:
        with guard.alone("The end of this page"):
            page.footer(state, result, theme)
    header.words(words, marker)
    states.write_link(experiment, state)


def _show_closed(
    page: ExperimentPage, state: PageState, place: tour.Tour | None, marker: glossary.Marker, turn: jobs.Turn
) -> None:
    """The page before its results may be seen: only what is asked. The run is begun meanwhile."""
    experiment = page.experiment
    with st.container(key="page-screen"):
        _, words, _ = header.show(experiment, state, page.title, page.question, marker, closed=True)
        header.bad_link(state)
        if place and place.asks:
            strip.ask(place)
        else:
            if place:
                strip.show(place, experiment, state, None)
            if strip.hidden():
                strip.closed()
                controls.show(experiment, state, without=(page.step,))
    _outcome(experiment, state, turn, st.empty)
    header.words(words, marker)
    states.write_link(experiment, state)


def _outcome(experiment: Experiment, state: PageState, turn: jobs.Turn, place: Callable[[], DeltaGenerator]) -> Outcome:
    """What is known of the run; a short one is waited for, and a place that is made for it says how far it is."""
    outcome = jobs.outcome(experiment, state.parameters)
    if outcome.pending and outcome.seconds <= _SHORT_SECONDS and outcome.seconds_left <= _CROWD_SECONDS:
        words: list[DeltaGenerator] = []  # made when there is something to say: most waits are over before

        def tell(now: Outcome) -> None:
            words[:] = words or [place()]
            words[0].caption(status.progress_text(now))

        seconds = _CROWD_SECONDS if outcome.state == "queued" else _BEGUN_SECONDS
        outcome = turn.wait(experiment, state.parameters, seconds, tell)
        for caption in words:
            caption.empty()
    return outcome


def _main_chart(
    page: ExperimentPage,
    screen: Shown | None,
    theme: charts.Theme,
    show_status: Callable[[], None],
    marker: glossary.Marker,
    picture: str,
) -> None:
    """The headline, the picture right below it, and how the picture is to be read; picture: one for stops, or ""."""
    figure = None
    with st.container(key="page-headline"), guard.alone("The headline"):
        status.headline(screen, picture)
    with st.container(key="page-chart"), guard.alone("This chart"):
        if screen is None:
            with st.container(height=theme.height, border=False, key="plot-awaited"):
                st.skeleton(height=2 * theme.height)
        else:
            if screen.stale:
                st.html(_STALE)
            draw = functools.partial(page.at_stops.get(picture, page.main), screen.result, screen.story, theme)
            figure = memo.made_of(screen.result, (page.experiment.name, picture or "main", theme), draw)
            charts.show(figure, key=f"{page.experiment.name}-main", theme=theme, with_note=False)
    with st.container(key="page-status", gap="small"), guard.alone("The state of this run"):
        show_status()
    if screen:
        marker.meet([screen.story.finding])
    if figure and figure.note:
        with st.container(key="page-note"):
            marker.show(figure.note)


def _details(page: ExperimentPage, screen: Shown, theme: charts.Theme) -> None:
    """The numbers; then a row of tabs, of which only the open one is built."""
    with guard.alone("These numbers"):
        quantities.show(screen.story.quantities[: page.tiles])
    parts = dict(_parts(page, screen, theme))
    if not st.session_state.get(HANDOUT):
        for tab, part in zip(st.tabs(list(parts), key=tabs_key(page.experiment), on_change="rerun"), parts.values(),
                             strict=True):  # fmt: skip
            with tab, guard.alone("This part"):
                if tab.open:
                    part()
    else:
        for name, part in parts.items():
            st.subheader(name, anchor=False)
            with guard.alone("This part"):
                part()
    st.toggle(phrase("Expand everything for printing"), key=HANDOUT)


def _parts(page: ExperimentPage, screen: Shown, theme: charts.Theme) -> Iterator[tuple[str, Callable[[], None]]]:
    """The name of each tab and what builds it; the first is open at once."""
    experiment, parameters, result, story = page.experiment, screen.parameters, screen.result, screen.story

    def notes() -> None:
        unfolded = bool(st.session_state.get(HANDOUT))
        if others := story.notices[page.notices :]:
            with st.expander(phrase("Notes on details"), expanded=unfolded):
                st.markdown("\n".join(f"- {plain(notice)}" for notice in others))
        with st.expander(phrase("All numbers"), expanded=unfolded or not others):
            quantities.rows(story.quantities)

    def further(title: str) -> Callable[[], None]:
        def build() -> None:
            for place, view in enumerate(page.views):
                if view.title != title:
                    continue
                if view.note:
                    st.markdown(view.note)
                key = f"{experiment.name}-view-{place}"
                if figure := view.draw(result, story, theme):
                    charts.show(figure, key=f"{key}-chart", theme=theme)
                    downloads.show(figure, experiment, parameters, result, key=f"{key}-downloads")

        return build

    def data() -> None:
        downloads.show(
            page.main(result, story, theme), experiment, parameters, result, key=f"{experiment.name}-downloads"
        )
        button.show(page, screen, theme.on_paper(), "data")
        result_table.show(result.table(), whole=bool(st.session_state.get(HANDOUT)))

    first, others = ([view.title for view in page.views if view.first is wanted] for wanted in (True, False))
    yield from ((title, further(title)) for title in first)
    yield NOTES, notes
    if page.live and live.encodes(page.live, parameters):
        yield live.tab(), lambda: st.iframe(document.encoding(page.title, page.live, parameters))
    yield from ((title, further(title)) for title in dict.fromkeys(others))
    yield from decoder_view.part(experiment, screen)
    yield FORMULA, lambda: formula.show(story.formulas(), experiment.parameters.specs())
    yield PYTHON, lambda: snippets.show(experiment.snippet(parameters))
    yield DATA, data


def leading(notice: str) -> str:
    """The first sentence of a notice that is no question, with the question before it."""
    match = _SENTENCE.match(notice)
    return match[0].rstrip() if match else notice
