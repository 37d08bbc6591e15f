"""Who comes into a room, and how much one network may do.

A class behind one router has one address, and so has whoever disturbs it from within. So what fails is limited, and
what is right never is; what one network has sent is counted, and the lecturer sees it.
"""

from __future__ import annotations

import functools
import hmac
import os
import re
import secrets
import threading
import time
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from pages.ui import rooms
from ppr_core.classroom import CODE_LETTERS, Closed, Limit, Question, Room, Round, Settings, Unavailable
from ppr_core.texts import Messages

__all__ = ["ask", "find", "is_lecturer", "open_room", "put", "secret", "watched", "why_not", "written"]

HOURS, VISITORS = "PPR_CLASSROOM_HOURS", "PPR_VISITORS"
MINUTE, LOOK_SECONDS = 60.0, 60.0
# With 6 letters out of 31 a code is found by 300 tries a minute with a chance of 5·10⁻⁴ a day for each room.
_WRONG_CODES = Limit(20, MINUTE, most_together=300)
_OPENINGS = (Limit(30, 600.0), Limit(100, 86_400.0))
_TRIED, _INSIDE, _SECRETS = "classroom-tried", "classroom-inside", "classroom-secrets"
_MOST_KNOWN = 5000
_KNOWN: dict[str, set[str]] = {}  # room -> networks from which somebody has entered it
_LOOKED: dict[str, float] = {}
_LOCK = threading.Lock()

message = Messages("classroom")


def find(code: str, secret: str = "", entry: str = "") -> Room | None:
    """The room of a join code; None if there is none, or if too many wrong codes came from the visitor's network.

    Never refused: the lecturer's secret, the entry of the join link, who is inside, and a network from which somebody
    is, so that a class behind one router keeps its room whatever one of it tries.
    """
    network, now = _network(), time.monotonic()
    try:
        room, why = rooms.store().room(code, rooms.store().now()), ""
        known = (
            st.session_state.get(_INSIDE) == code
            or network in _KNOWN.get(code, ())
            or (bool(entry) and hmac.compare_digest(entry.encode(), _entry(room.join_url).encode()))
            or (bool(secret) and is_lecturer(code, secret))
        )
    except Unavailable as error:
        st.session_state[_TRIED] = str(error)
        return None
    except Closed as error:
        room, known, why = None, False, str(error)
    if not known and _WRONG_CODES.reached(network, now):
        room, why = None, message("wrong-codes")
    elif room is None:
        _WRONG_CODES.count(network, now)
    st.session_state[_TRIED] = why
    if room is not None:
        _enter(code, network)
    return room


def written(code: str) -> str:
    """A join code as somebody typed it who heard it, "aeu fbp", as it is kept."""
    return re.sub(r"[\W_]", "", code).upper()


def why_not() -> str:
    """Why the last code led to no room."""
    return st.session_state.pop(_TRIED, "")


def is_lecturer(code: str, secret: str) -> bool:
    """Whether the secret, which nobody can guess, opens the lecturer's side; this session then has it."""
    if found := rooms.store().is_lecturer(code, secret):
        st.session_state.setdefault(_SECRETS, {})[code] = secret
    return found


def secret(code: str) -> str:
    """The secret of a room that this session has steered, which the browser takes out of the address; else ""."""
    return st.session_state.get(_SECRETS, {}).get(code, "")


def open_room(question: Question, settings: Settings | None, join_url: str) -> tuple[Room, str]:
    """A room with its first round, and the lecturer's secret. join_url: up to and including "room="."""
    network, now = _network(), time.monotonic()
    if any(limit.reached(network, now) for limit in _OPENINGS):
        raise Closed(message("many-rooms"))
    code, secret = "".join(secrets.choice(CODE_LETTERS) for _ in range(6)), secrets.token_urlsafe(24)
    lifetime = 3600.0 * float(os.environ.get(HOURS) or 24)
    link = f"{join_url}{code}&entry={secrets.token_urlsafe(9)}"
    room = rooms.store().open_room(
        question, code=code, secret=secret, join_url=link, now=rooms.store().now(), lifetime=lifetime
    )
    rooms.store().start_round(room, settings, seed=rooms.seed())
    for limit in _OPENINGS:
        limit.count(network, now)
    _enter(code, network)
    return room, secret


def ask(room: Room, question: Question, settings: Settings | None) -> Round:
    """The next question of a room: nobody joins again."""
    return rooms.store().start_round(replace(room, question=question), settings, seed=rooms.seed())


def put(of: Round, device: str, word: str) -> None:
    """Take a visitor's message, see `Store.put`; `Closed` where too many of a round come from the network within a
    minute. Each round has its own count: a class behind one router may be asked three questions within a minute."""
    network, now = _network(), time.monotonic()
    counted = f"{network} {of.room.code} {of.number}"
    if _messages_a_minute().reached(counted, now):
        raise Closed(message("many-answers"))
    _messages_a_minute().count(counted, now)
    rooms.store().put(of, device, word, network)


def watched(room: Room) -> None:
    """Note that the room is looked at, once a minute."""
    now = time.monotonic()
    if now - _LOOKED.get(room.code, -LOOK_SECONDS) >= LOOK_SECONDS:
        if len(_LOOKED) > _MOST_KNOWN:
            _LOOKED.clear()
        _LOOKED[room.code] = now
        rooms.store().look(room.code, rooms.store().now())


def _network() -> str:
    """The visitor's address, of which the launcher leaves the network alone."""
    return st.context.ip_address or "this machine"


def _enter(code: str, network: str) -> None:
    with _LOCK:
        if len(_KNOWN) > _MOST_KNOWN:
            _KNOWN.clear()
        networks = _KNOWN.setdefault(code, set())
        if len(networks) < _MOST_KNOWN:
            networks.add(network)
    st.session_state[_INSIDE] = code


def _entry(join_url: str) -> str:
    return parse_qs(urlsplit(join_url).query).get("entry", [""])[0]


@functools.cache
def _messages_a_minute() -> Limit:
    """Of one network in a round: all visitors that are expected, and as many again; behind a router all have one."""
    return Limit(2 * int(os.environ.get(VISITORS) or 200) + 20, MINUTE)
