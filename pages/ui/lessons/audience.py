"""The phones of a class at the stops of a lesson: they predict in the room that a poll of the lecture opened."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from pages.ui import qr, rooms
from pages.ui import state as states
from pages.ui.lessons.labels import label
from pages.ui.lessons.texts import Prediction
from ppr_core.classroom import Closed, Predictions, Question, Room, Round, predicted
from ppr_core.wording import number, percent, with_unit

__all__ = [
    "ask", "asked", "begin", "bid_farewell", "find_again", "for_presenter", "link", "question", "remember", "reopen",
    "revealed", "room", "said", "so_far", "wait",
]  # fmt: skip

_ROOM = "room-of-lecture"  # session key: code and secret of the lecturer's room
_REFRESH_SECONDS = 1.0


def remember(code: str, secret: str) -> None:
    """From now on this is the lecture's room; its stops carry it in their links."""
    st.session_state[_ROOM] = code, secret


def begin() -> None:
    """A lecture begins: a room that has ended is none of it."""
    if room() is None:
        st.session_state.pop(_ROOM, None)
        states.carry(room="", key="")


def link() -> dict[str, str]:
    """What the links of a lecture carry of its room: after a reload, what this page's own link carries."""
    code, secret = _known(states.along())
    return {name: text for name, text in {"room": code, "key": secret}.items() if text}


def room(carried: Mapping[str, str] | None = None) -> Room | None:
    """The lecture's room, None if there is none any more. carried: what the link carries, by default this page's."""
    code, secret = _known(states.along() if carried is None else carried)
    try:
        found = rooms.store().room(code, rooms.store().now()) if code else None
    except Closed:  # it has ended, or the file cannot be read just now
        return None
    if found is None or not rooms.store().is_lecturer(code, secret):  # or it was deleted: only its farewell is left
        return None
    remember(code, secret)
    return found


def find_again(carried: Mapping[str, str]) -> None:
    """Where the link names a room whose secret this session lacks, as after a start of the server, the browser is asked
    for it, see `pages.ui.keys`."""
    code, secret = _known(carried)
    if code and not secret:
        st.html('<span hidden="" class="room-without-key"></span>')


def _known(carried: Mapping[str, str]) -> tuple[str, str]:
    """Code and secret of the lecture's room, "" for what is not known."""
    return st.session_state.get(_ROOM) or (carried.get("room", ""), carried.get("key", ""))


def question(prediction: Prediction) -> Question:
    """A prediction as phones are asked for it."""
    known = prediction.known or "measured"
    if prediction.kind == "choice":
        labels = tuple(option.label for option in prediction.options)
        return Question(kind="prediction", text=prediction.ask, labels=labels, known=known)
    ends = {"low": prediction.low, "high": prediction.high, "scale": prediction.scale}
    return Question(kind="prediction", text=prediction.ask, unit=prediction.unit, known=known, **ends)


def ask(prediction: Prediction) -> Round | None:
    """The round in which the phones predict, begun at the first look; None without a room."""
    if (place := room()) is None:
        return None
    if (of := _round(place, prediction)) is None:
        asked = replace(place, question=question(prediction))
        of = rooms.store().start_round(asked, None, seed=rooms.seed())
    return of


@st.fragment(run_every=_REFRESH_SECONDS)
def wait(of: Round) -> None:
    """How to join, and how many have predicted."""
    with rooms.alone("The phones"):
        count, link = rooms.store().latest(of)[0], of.room.join_url
        with st.container(horizontal=True, vertical_alignment="center", key="lesson-phones"):
            if picture := qr.image(link, label("phones.picture")):
                st.html(picture, width="content")
            address = link.split("?")[0].partition("//")[2]
            join = label("phones.join", code=of.room.code, address=address)
            phones = max(count, rooms.listening(of.room))
            st.markdown(f"{join}\n\n{label('phones.predicted', count=count, phones=phones)}", width="content")
        for_presenter(so_far(predicted(of.room.question, rooms.store().messages(of))))


def for_presenter(words: str) -> None:
    """Words that are not on the wall: the browser tells them to the presenter's window, see `pages.ui.keys`."""
    hidden = f'<span hidden="" class="for-presenter">{html.escape(words)}</span>'
    st.html(hidden)


def so_far(said: Predictions | None) -> str:
    """What the phones have predicted until now."""
    if said is None:
        return ""
    question, count = said.question, len(said.values)
    if question.labels:
        parts = zip(question.labels, said.shares, strict=True)
        shares = (label("phones.share", name=name, share=percent(share, 2)) for name, share in parts)
        return label("phones.so_far_choice", count=count, shares="; ".join(shares))
    median, low, high = map(number, (said.median, min(said.values), max(said.values)))
    return label("phones.so_far", count=count, median=median, low=low, high=with_unit(high, question.unit))


def said(prediction: Prediction, value: float) -> Predictions | None:
    """What the class predicted, None if nobody was asked or answered; the phones are told it with what was measured."""
    place = room()
    of = _round(place, prediction) if place else None
    if of is None:
        return None
    if not of.revealed:
        rooms.store().set_open(of, False)
        rooms.store().set_truth(of, (prediction.right(value) if prediction.kind == "choice" else value,))
        rooms.store().set_revealed(of, True)
    return predicted(of.room.question, rooms.store().messages(of))


def revealed(prediction: Prediction) -> bool:
    """Whether the class has seen the answer already, also before a reload of this window."""
    place = room()
    return place is not None and any(
        of.revealed and not of.rehearsal for of in rooms.store().rounds(place)
        if of.room.question == question(prediction)
    )  # fmt: skip


def asked(prediction: Prediction) -> bool:
    """Whether the phones were asked for it."""
    place = room()
    return place is not None and any(of.room.question == question(prediction) for of in rooms.store().rounds(place))


def reopen(prediction: Prediction) -> None:
    """The phones predict once more; what they have sent stays until they send again."""
    place = room()
    if of := _round(place, prediction) if place else None:
        rooms.store().set_revealed(of, False)
        rooms.store().set_open(of, True)


def bid_farewell(sentences: Sequence[str], links: Mapping[str, str]) -> Room | None:
    """The end of the lecture that is open, on the phones of its room, which takes no answers then; None without a room.

    links: what phones may open, by name, from the lab's own address on.
    """
    if (place := room(st.query_params.to_dict())) is None:
        return None
    words = {"title": label("phones.end"), "sentences": list(sentences)}
    said = json.dumps(words | {"sheets": label("my_lecture.end_sheets"), "links": dict(links)})
    if place.farewell != said:
        rooms.store().bid_farewell(place.code, said)
    return place


def _round(place: Room, prediction: Prediction) -> Round | None:
    try:
        return rooms.arrived(place, question(prediction))
    except Closed:
        return None
