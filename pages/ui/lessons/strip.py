"""The strip of a lesson above a page: one sentence, one task, Back and Next, and the prediction with its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from pages.ui import state as states
from pages.ui.controls.stops import stops_of
from pages.ui.lessons import audience, gap, tour
from pages.ui.lessons.labels import label
from pages.ui.lessons.texts import Prediction
from pages.ui.lessons.tour import Tour
from pages.ui.shown import Shown
from pages.ui.state import PageState, plain, unbroken
from ppr_core.experiments.contract import Experiment
from ppr_core.wording import number, with_unit

__all__ = ["ask", "closed", "hidden", "show", "ways"]


def hidden() -> bool:
    """Whether the link says that the results are hidden."""
    return states.along().get("hidden") == tour.HIDDEN


def show(place: Tour, experiment: Experiment, state: PageState, screen: Shown | None) -> None:
    """The strip of a stop whose results are shown; after a prediction, how far off it was and why.

    Where the task has an answer, Next shows it first, with the picture that belongs to it.
    """
    with st.container(border=True, key="lesson", gap="xsmall"):
        _head(place, reveal=(lambda: _see(place, experiment)) if place.owes else None)
        _say(place)
        if place.stop and place.stop.prediction:
            _answer(place, place.stop.prediction, experiment, state, screen)
        elif place.stop and place.stop.answer and place.guess:
            _moved("strip.moved", place.stop.answered, experiment, state)
        if place.closing and not place.owes:
            st.markdown(f":material/flag: **{label('strip.closing')}** {plain(place.closing)}")
        if place.hides:
            with st.container(key="lesson-waits"):
                st.caption(label("strip.waiting"))


def ask(place: Tour) -> None:
    """The strip of a stop that asks for a prediction first: its Next reveals, and Skip goes on."""
    prediction, key = place.stop.prediction, f"guess-{place.stop.page}-{place.number}-{place.title}"
    with st.container(border=True, key="lesson", gap="small"):
        head = st.container()
        _say(place)
        if prediction.kind == "choice":
            options = range(len(prediction.options))
            guess = st.radio(
                unbroken(plain(prediction.ask)),
                options,
                index=None,
                format_func=lambda place: prediction.options[place].label,
                key=key,
            )
        else:
            with st.container(key="lesson-guess", gap="small"):  # one key: a new place would take the keyboard's focus
                guess = st.select_slider(
                    unbroken(plain(prediction.ask)),
                    [None, *stops_of(prediction.spec)],  # stands beside the scale at first, and suggests no answer
                    format_func=lambda value: _told(value, prediction.unit),
                    key=key,
                )
            if prediction.landmarks:
                st.html(gap.landmarks(prediction))
        with head:
            _head(place, reveal=lambda: tour.predicted(gap.text_of_guess(guess)))
        if phones := audience.ask(prediction):
            audience.wait(phones)
        else:
            st.caption(label("strip.waiting"))


def _told(value: float | None, unit: str) -> str:
    return label("strip.nothing") if value is None else with_unit(number(value), unit)


def closed() -> None:
    """Instead of results that the link hides: the way to show them."""
    with st.container(border=True, key="page-hidden"):
        st.markdown(label("strip.hidden"))
        st.button(
            label("strip.show"),
            key="page-reveal",
            type="primary",
            icon=":material/visibility:",
            on_click=lambda: states.carry(hidden=""),
        )


def _head(place: Tour, reveal: Callable[[], None] | None = None) -> None:
    """The title, and the ways back and on; where something is still hidden, Next reveals."""
    audience.find_again(states.along())
    counted = label("strip.place", number=place.number, count=place.count)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lesson-step"):
        st.markdown(f"**{plain(place.title)}** ·\N{NO-BREAK SPACE}{counted}", width="stretch")
        if st.button(label("strip.leave"), key="lesson-leave", type="tertiary", icon=":material/close:"):
            tour.go(place.out)
        prediction = place.stop.prediction if place.stop else None
        if prediction and place.guess and audience.asked(prediction):
            st.button(label("strip.reopen"), key="lesson-reopen", type="tertiary", on_click=_reopen, args=(prediction,))
        back = st.button(
            label("strip.back"),
            key="lesson-step-back",
            icon=":material/chevron_left:",
            shortcut="PageUp",
            disabled=place.back is None,
        )
        if reveal:
            skipped = not place.owes and st.button(label("strip.skip"), key="lesson-skip", type="tertiary")
            st.button(
                label("strip.reveal"),
                key=f"lesson-{'show' if place.owes else 'reveal'}-step-next",  # Next would be pressed with it
                type="primary",
                icon=":material/visibility:",
                shortcut="PageDown",
                on_click=reveal,
            )
        else:
            last = place.number == place.count
            skipped = st.button(
                label("strip.finish" if last else "strip.next"),
                key="lesson-step-next",
                type="primary",
                icon=":material/chevron_right:",
                icon_position="right",
                shortcut="PageDown",
            )
    if back and place.back:
        tour.go(place.back)
    if skipped:
        tour.finish(place)
        tour.go(place.ahead)


def ways(place: Tour, reveal: Callable[[], None] | None) -> None:
    """The ways back and on at a poll; reveal: what PageDown does before it goes on, None when that is done."""
    with st.container(border=True, key="lesson"):
        _head(place, reveal=reveal)


def _reopen(prediction: Prediction) -> None:
    audience.reopen(prediction)
    tour.predicted("")


def _see(place: Tour, experiment: Experiment) -> None:
    tour.predicted(tour.SEEN)
    if place.stop.after:
        shown, _ = states.read_link(experiment, {"v": states.LINK_VERSION, **place.stop.answered})
        states.apply(experiment, shown.parameters, "")


def _say(place: Tour) -> None:
    if not place.stop:
        return
    st.markdown(unbroken(plain(place.stop.say)))
    answer = plain(place.stop.answer) if place.guess else ""
    if place.asks or not place.stop.prediction:
        st.markdown(unbroken(f":material/task_alt: **{plain(place.stop.task)}** {answer}"))


def _moved(said: str, settings: Mapping[str, str], experiment: Experiment, state: PageState) -> bool:
    """Whether the page has left the settings that an answer is for: that is said then, with the way back."""
    asked, _ = states.read_link(experiment, {"v": states.LINK_VERSION, **settings})
    if state.parameters == asked.parameters:
        return False
    st.caption(label(said))
    back = {"on_click": states.apply, "args": (experiment, asked.parameters, "")}
    st.button(label("strip.restore"), key="lesson-settings", **back)
    return True


def _answer(
    place: Tour, prediction: Prediction, experiment: Experiment, state: PageState, screen: Shown | None
) -> None:
    if _moved("strip.changed", place.stop.settings, experiment, state) or screen is None or screen.stale:
        return
    quantity = next((each for each in screen.story.quantities if each.key == prediction.quantity), None)
    if quantity is None:  # the first part of a result may not have it yet
        return
    guess, crowd = gap.read(prediction, place.guess), audience.said(prediction, quantity.value)
    with st.container(key="lesson-answer", gap="xsmall"):
        sentence = gap.of_class(prediction, crowd, quantity) if crowd else gap.sentence(prediction, guess, quantity)
        if crowd:
            audience.for_presenter(audience.so_far(crowd))
        # With what was asked, which the wall has to keep as the phones do.
        answer = unbroken(f"{plain(prediction.ask)} **{plain(sentence)}** {plain(prediction.why)}")
        picture = gap.crowd(prediction, crowd, quantity) if crowd else ""
        if prediction.kind == "slider" and guess is not None and not crowd:
            picture = gap.ruler(prediction, guess, quantity)
        if not picture:
            st.markdown(answer)
            return
        widths = [1, 1] if crowd else [3, 2]  # beside each other, which leaves height to the picture
        words, scale = st.columns(widths, gap="medium", vertical_alignment="center")
        words.markdown(answer)
        scale.html(picture)
