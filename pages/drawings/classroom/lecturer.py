"""The lecturer's side of a room: the wall, and what can be done with the room."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import streamlit as st

from pages.drawings.classroom import doors, networks, opening, phone, rehearsals, settings, wall
from pages.ui import address, class_results, closing, rooms
from pages.ui.lessons import audience, lecture, tour
from pages.ui.state import plain
from ppr_core.classroom import MOST_STUDENTS, Question, Room, Round
from ppr_core.texts import Messages
from ppr_core.texts.refusals import refusal
from ppr_core.wording import number

__all__ = ["show"]

REFRESH_SECONDS = 2.0
CONSTRAINED, FALSE = "classroom-constrained", "classroom-false"
FALSE_ANSWERS = (0, 1, 2, 5, 10, 20, 50, 100, 200)
WIDE = """<style>
[data-testid='stSidebar'], [data-testid='stExpandSidebarButton'] { display: none; }
[data-testid='stMainBlockContainer'] { padding-top: 3rem; }
</style>"""

message = Messages("classroom")


def show(room: Room, asked: Question | None = None) -> None:
    """The wall fills the screen; below it the controls. asked: the question shown, by default the one that is open."""
    st.html(WIDE)
    rooms.show_told()
    _wall(room, asked)
    with rooms.alone("The controls"):
        _controls(room, asked)
    if address.is_local(room.join_url):
        st.warning(message("unreachable"))


@st.fragment(run_every=REFRESH_SECONDS)
def _wall(room: Room, asked: Question | None) -> None:
    with rooms.alone("The wall"):
        doors.watched(room)
        rehearsals.arrive(rooms.live(room, asked))
        constrained, false = bool(st.session_state.get(CONSTRAINED)), st.session_state.get(FALSE, 0)
        wall.show(room, asked=asked, constrained=constrained, false=false)
        if asked:
            audience.for_presenter(class_results.of_class(replace(rooms.live(room, asked), revealed=True)))


def _controls(room: Room, asked: Question | None) -> None:
    store, live = rooms.store(), rooms.live(room, asked)
    room = live.room  # with the question that is shown
    rounds = [of for of in store.rounds(room) if of.room.question == room.question]
    revealed = all(of.revealed for of in rounds if not of.rehearsal)
    phones = any(of.rehearsal for of in rounds)  # a rehearsal's estimate is always shown

    def revealing() -> None:
        st.button(
            message("hide" if revealed else "reveal", phones=phones), key="classroom-reveal",
            icon=":material/visibility_off:" if revealed else ":material/visibility:",
            on_click=_reveal, args=(rounds, not revealed),
        )  # fmt: skip

    with st.container(horizontal=True, key="classroom-controls"):
        if asked is None:  # a lecture's key does it
            revealing()
        st.button(
            message("close" if live.open else "reopen"),
            key="classroom-close",
            on_click=rooms.callback(store.set_open),
            args=(live, not live.open),
        )
        _next_round(room, live)
        if asked is None:  # those of a lecture are its parts
            _next_question(room, live)
        _rehearse(room, live)
        if not room.question.private:
            _measured(rounds, live)
        networks.controls(room, live)
        if closing.controls(room):
            _leave()
        with st.popover(message("more"), key="classroom-more"):
            if asked is not None:
                revealing()
            if room.question.labels:
                st.toggle(
                    message("possible-switch"), key=CONSTRAINED, help=message("possible-help"),
                )  # fmt: skip
            if room.question.private:
                st.select_slider(
                    message("false-switch"), FALSE_ANSWERS, key=FALSE, help=message("false-help"),
                )  # fmt: skip
            st.button(message("clear"), key="classroom-clear", on_click=rooms.callback(store.clear), args=(live,))
            if any(of.rehearsal for of in rounds):
                st.button(message("unrehearse"), key="classroom-unrehearse", on_click=rehearsals.remove, args=(rounds,))
            st.markdown(message("join-link"))
            st.code(room.join_url, language=None, wrap_lines=True)
            st.download_button(  # a projector shows what stands here
                message("secret-link"), _secret_link(room), f"classroom-{room.code}-secret.txt", "text/plain",
                key="classroom-secret", on_click="ignore", help=message("secret-help"),
            )  # fmt: skip
    with st.expander(message("read")):
        st.markdown(_reading(room, live))
        st.markdown(phone.honest_words(room.question.private))


def _secret_link(room: Room) -> str:
    return f"{room.join_url.partition('?')[0]}?room={room.code}&key={doors.secret(room.code)}"


def _leave() -> NoReturn:
    """From a room that is gone: to the end of its lecture, else to the way into another."""
    code = st.query_params.get("lecture", "")
    st.query_params.clear()
    if code:
        tour.go(tour.end(code))
    st.rerun()


@rooms.callback
def _reveal(rounds: list[Round], revealed: bool) -> None:
    for of in rounds:
        rooms.store().set_revealed(of, revealed)


def _next_round(room: Room, live: Round) -> None:
    with st.popover(
        message("next-round"), icon=":material/skip_next:", key=f"classroom-next-{live.number}"
    ):  # which closes it
        chosen = settings.choose(room.question.kind, f"classroom-next-{live.number}", live.settings)
        st.markdown(message("next-round-about"))
        st.button(message("start"), key="classroom-start", on_click=_start, args=(room, chosen))


@rooms.callback
def _start(room: Room, chosen: settings.Settings | None) -> None:
    rooms.store().start_round(room, chosen, seed=rooms.seed())


def _next_question(room: Room, live: Round) -> None:
    with st.popover(message("next-question"), icon=":material/quiz:", key=f"classroom-ask-{live.number}"):
        asked, chosen = opening.form(f"ask-{live.number}")
        st.markdown(message("next-question-about"))
        if st.button(message("ask"), key="classroom-asked"):
            try:
                doors.ask(room, asked(), chosen)
            except ValueError as error:
                st.error(plain(refusal(str(error))))
            else:
                st.rerun()


def _rehearse(room: Room, live: Round) -> None:
    rounds = len(rooms.store().rounds(room))
    with st.popover(message("rehearse"), icon=":material/smart_toy:", key=f"classroom-rehearse-{rounds}"):
        expected = lecture.STUDENTS.get(st.query_params.get("lecture", ""), opening.STUDENTS)
        students = st.number_input(message("students"), 1, MOST_STUDENTS, expected, key="classroom-students")
        chosen = settings.choose(room.question.kind, "classroom-rehearsal", live.settings)
        st.markdown(message("rehearse-about"))
        st.button(
            message("let"), key="classroom-simulate", on_click=rooms.callback(rehearsals.begin),
            args=(room, chosen, int(students)),
        )  # fmt: skip


def _measured(rounds: list[Round], live: Round) -> None:
    with st.popover(message("measured"), key="classroom-measured"):
        value = st.number_input(message("measured-shows"), value=None, key="classroom-value")
        st.button(
            message("show"), key="classroom-measured-show", disabled=value is None, on_click=_measure,
            args=(rounds, value),
        )  # fmt: skip


@rooms.callback
def _measure(rounds: list[Round], value: float) -> None:
    for of in rounds:
        rooms.store().set_truth(of, (value,))
        rooms.store().set_revealed(of, True)


def _reading(room: Room, live: Round) -> str:
    if live.settings is None:
        return message("read-prediction")
    kind = room.question.kind
    return message(
        "reading", what=message(f"read-{kind if kind in ('number', 'place') else 'labels'}"),
        dots="" if room.question.labels else message("read-dots"), epsilon=number(live.settings.epsilon),
        pulled=wall.pulled_words(room.question, live.settings),
    )  # fmt: skip
