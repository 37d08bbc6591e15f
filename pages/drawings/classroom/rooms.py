"""The rooms of this server: one store, a limit on tries, and estimates that all who look share."""

from __future__ import annotations

import functools
import os
import secrets
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import streamlit as st

from ppr_core.classroom import (
    CODE_LETTERS,
    Attempts,
    Closed,
    Estimate,
    Message,
    Question,
    Room,
    Round,
    Settings,
    Store,
    decoded,
    estimate,
    survey,
)

__all__ = ["find", "is_lecturer", "live", "open_room", "recent", "seed", "store", "summary", "why_not"]

PATH, HOURS = "PPR_CLASSROOM_STORE", "PPR_CLASSROOM_HOURS"
_ATTEMPTS = Attempts()
_TRIED, _INSIDE = "classroom-tried", "classroom-inside"
_STALE_SECONDS = 5.0
_RECENT: dict[tuple[str, int], tuple[float, Estimate | None]] = {}
_LOCK = threading.Lock()


@functools.cache
def store() -> Store:
    """The store in the file that the environment names, else in a folder of this user below the temporary one."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    default = Path(tempfile.gettempdir()) / f"ppr-classroom-{user}" / "rooms.sqlite"
    return Store(os.environ.get(PATH) or default)


def find(code: str) -> Room | None:
    """The room of a join code; None if there is none, or if too many codes were tried."""
    now, visitor = time.time(), st.context.ip_address or "local"
    inside = st.session_state.get(_INSIDE) == code
    if not inside and not _ATTEMPTS.allowed(visitor, now):
        st.session_state[_TRIED] = "Too many codes were tried. Wait a minute, then try again."
        return None
    try:
        room = store().room(code, now)
        st.session_state[_INSIDE] = code
        return room
    except Closed as error:
        _ATTEMPTS.failed(visitor, now)
        st.session_state[_TRIED] = str(error)
        return None


def why_not() -> str:
    """Why the last code led to no room."""
    return st.session_state.pop(_TRIED, "")


def is_lecturer(code: str, secret: str) -> bool:
    """Whether the secret, which nobody can guess, opens the lecturer's side."""
    return store().is_lecturer(code, secret)


def open_room(question: Question, settings: Settings | None, join_url: str) -> tuple[Room, str]:
    """A room with its first round, and the lecturer's secret. join_url: up to and including "room="."""
    code, secret = "".join(secrets.choice(CODE_LETTERS) for _ in range(6)), secrets.token_urlsafe(24)
    lifetime = 3600.0 * float(os.environ.get(HOURS) or 24)
    room = store().open_room(
        question, code=code, secret=secret, join_url=join_url + code, now=time.time(), lifetime=lifetime
    )
    store().start_round(room, settings, seed=seed())
    return room, secret


def seed() -> int:
    """The seed of a round's shared randomness: 128 bits that nobody chose."""
    return secrets.randbits(128)


def live(room: Room) -> Round:
    """The round that phones see: the last one that is no rehearsal."""
    return next(one for one in reversed(store().rounds(room)) if not one.rehearsal)


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
