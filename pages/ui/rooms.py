"""The classrooms of this server: one store, estimates that all who look share, what is said where a room is gone."""

from __future__ import annotations

import functools
import os
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui import guard
from pages.ui.state import plain
from ppr_core.classroom import (
    Closed,
    Estimate,
    Lectures,
    Message,
    Question,
    Room,
    Round,
    Store,
    decoded,
    estimate,
    survey,
)
from ppr_core.texts import Messages

__all__ = [
    "alone", "arrived", "callback", "count_listening", "lectures", "listening", "live", "recent", "seed", "show_told",
    "store", "summary", "turn",
]  # fmt: skip

PATH = "PPR_CLASSROOM_STORE"
_SERVER = secrets.token_hex(8)  # of this process
_TOLD = "classroom-told"
_STALE_SECONDS = 5.0
_RECENT: dict[tuple[str, int], tuple[float, Estimate | None]] = {}
_LOCK = threading.Lock()

message = Messages("classroom")


@functools.cache
def store() -> Store:
    """The store in the file that the environment names, else in a folder of this user below the temporary one."""
    return Store(_file())


@functools.cache
def lectures() -> Lectures:
    """The lectures that have a short link, in a file beside it."""
    return Lectures(_file().with_name("lectures.sqlite"))


def _file() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    default = Path(tempfile.gettempdir()) / f"ppr-classroom-{user}" / "rooms.sqlite"
    return Path(os.environ.get(PATH) or default)


@contextmanager
def alone(part: str) -> Iterator[None]:
    """Draw a part of the page: that a room has ended or cannot be reached is said there, see also `guard.alone`."""
    with guard.alone(part):
        try:
            yield
        except Closed as error:
            st.warning(plain(str(error)))


def callback(function: Callable[..., Any]) -> Callable[..., Any]:
    """What a button calls: that a room does not take it is said on the page drawn next, see also `guard.callback`."""

    @functools.wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Closed as error:
            st.session_state[_TOLD] = str(error)
            return None

    return guard.callback(guarded)


def show_told() -> None:
    """Why the last button did nothing, once."""
    guard.show_failed_callback()
    if told := st.session_state.pop(_TOLD, ""):
        st.error(plain(told))


def seed() -> int:
    """The seed of a round's shared randomness: 128 bits that nobody chose."""
    return secrets.randbits(128)


def live(room: Room, question: Question | None = None) -> Round:
    """The round that phones see; or the last of a question that is no rehearsal. `Closed` where the room is gone."""
    real = [one for one in store().rounds(room) if (one.front if question is None else one.room.question == question)]
    real = [one for one in real if not one.rehearsal]
    if not real:
        raise Closed(message("room-ended"))
    return real[-1]


def arrived(room: Room, question: Question) -> Round:
    """The last round of a question where a lecture has come to it, forwards or back: phones see it, too."""
    if not (of := live(room, question)).front or room.farewell:
        store().bring_back(of)
        of = live(room, question)
    return of


def turn(of: Round) -> int:
    """Which of its question's rounds this is, counted from 1 as phones see them."""
    rounds = store().rounds(of.room)
    return sum(
        not one.rehearsal and one.room.question == of.room.question and one.number <= of.number for one in rounds
    )


def count_listening(code: str, count: int) -> None:
    """So many phones listen at this server; a count that cannot be kept is told again a second later."""
    with suppress(Closed):
        store().set_listening(code, _SERVER, count, store().now())


def listening(room: Room) -> int:
    """How many phones are in the room now."""
    return store().listening(room.code, store().now())


def summary(of: Round) -> tuple[list[Message], Estimate | None]:
    """The messages of a round and what they say together; None where there is nothing to estimate."""
    return _summary(replace(of, open=False, revealed=False), store().latest(of))


@functools.lru_cache(maxsize=64)
def _summary(of: Round, latest: tuple[int, int]) -> tuple[list[Message], Estimate | None]:
    messages = store().messages(of)
    if not messages or of.settings is None:
        return messages, None
    return messages, estimate(survey(of.room.question, of.settings), decoded(of, messages))


def recent(of: Round) -> Estimate | None:
    """The estimate as it was at most five seconds ago, so that a class that sends at once does not wait for it."""
    key, now = (of.room.code, of.number), time.monotonic()
    with _LOCK:
        if key in _RECENT and now - _RECENT[key][0] < _STALE_SECONDS:
            return _RECENT[key][1]
        found = summary(of)[1]
        if len(_RECENT) > 500:
            _RECENT.clear()
        _RECENT[key] = now, found
        return found
