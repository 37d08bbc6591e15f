"""The student's side of a room: one component, in which the answer stays."""

from __future__ import annotations

import functools
import json
import math
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import streamlit as st

from pages.drawings.classroom import doors
from pages.drawings.classroom.news import PATH
from pages.ui import class_results, rooms
from ppr_core.classroom import (
    ENCODER,
    Closed,
    Message,
    Question,
    Room,
    Round,
    Survey,
    Unavailable,
    decoded,
    posterior,
    survey,
    table_of,
)
from ppr_core.texts import Messages, phrase
from ppr_core.texts.refusals import refusal
from ppr_core.wording import exponential, number, percent, percents, with_unit

__all__ = ["show", "told"]

FOLDER = Path(__file__).parent
KEY, RECEIPT, PROBLEM, DEVICE, SENT = (
    f"classroom-{name}" for name in ("phone", "receipt", "problem", "device", "sent")
)
MOST_SENT = 50  # messages of one session
REFRESH_SECONDS = 20.0
LITTLE = math.log(1000.0)  # nats: a larger limit on the odds of two answers promises next to nothing

WORDS = (
    "answer",
    "number",
    "map",
    "choose",
    "tap",
    "move",
    "sending",
    "closed",
    "sent",
    "prediction_in",
    "you_predicted",
    "was_right",
    "was_wrong",
    "right",
    "answer_in",
    "again",
    "replaces",
    "nothing_else",
    "the_class",
    "likely_nothing_else",
    "likely_the_class",
)  # that are the same in all rounds
HONEST = ("noise", "program", "chosen", "conclude", "twice", "seen", "lesson")

message = Messages("classroom")


def show(room: Room) -> None:
    """The question, the answer's control and a button; after it what left the phone and what that tells."""
    st.html("<style>[data-testid='stSidebar'], [data-testid='stExpandSidebarButton'] { display: none; }</style>")
    _body(room)
    st.page_link("pages/classroom.py", label=message("another"), query_params={"room": ""})


@st.fragment(run_every=REFRESH_SECONDS)
def _body(room: Room) -> None:
    with rooms.alone("This question"):
        _component()(key=KEY, data=_data(room.code), on_message_change=lambda: _receive(room))


def component_script() -> str:
    """The script of the phone: encoders first, then the page's own part."""
    return ENCODER + (FOLDER / "phone.js").read_text("utf-8")


@st.cache_resource(show_spinner=False)
def _component() -> Any:
    style, html = (FOLDER / "phone.css").read_text("utf-8"), "<section class='phone'></section>"
    return st.components.v2.component("classroom_phone", html=html, css=style, js=component_script())


def _receive(room: Room) -> None:
    """Take what the phone has sent; whatever is wrong with it becomes a sentence."""
    sent = (st.session_state.get(KEY) or {}).get("message")
    st.session_state[PROBLEM] = ""
    st.session_state[SENT] = st.session_state.get(SENT, 0) + 1
    try:
        of = rooms.live(room)
        fits = isinstance(sent, dict) and sent.get("round") == of.number
        device, word = (str(sent.get(name, "")) for name in ("device", "word")) if fits else ("", "")
        if not fits:
            raise Closed(message("round-over"))
        known = st.session_state.setdefault(DEVICE, {}).setdefault(of.number, device)
        if known != device or st.session_state[SENT] > MOST_SENT:
            raise Closed(message("message-sent"))
        doors.put(of, device, word)
        st.session_state[RECEIPT] = (of.number, device, word)
    except ValueError as error:
        st.session_state[PROBLEM] = message("not-taken", why=refusal(str(error)))


def told(code: str) -> str:
    """What every phone of a room is to show, as JSON for `News`; "" where the room is not known just now."""
    try:
        of = _live(code)
        return _text(of, *class_results.for_phones(of)) if isinstance(of, Round) else json.dumps(of)
    except Unavailable:
        return ""
    except Closed:
        return json.dumps({"ended": message("ended")})


def _live(code: str) -> Round | dict[str, Any]:
    """The round that is open or was last; after the room's deletion its farewell. `Closed` where there is none."""
    room = rooms.store().room(code, rooms.store().now())
    if room.farewell and not rooms.store().rounds(room):
        return {"ended": message("ended"), "farewell": json.loads(room.farewell)}
    return rooms.live(room)


@functools.lru_cache(maxsize=64)
def _text(of: Round, result: str, lines: tuple[class_results.Line, ...]) -> str:
    return json.dumps(_asked(of, result, lines))


def _asked(of: Round, result: str, lines: tuple[class_results.Line, ...]) -> dict[str, Any]:
    """The round as all phones of the room have it. result: of the class, "" before it is revealed; lines: of each
    answer."""
    question, settings = of.room.question, of.settings
    shared = {
        "id": f"{of.room.code}-{of.number}-{of.seed & 0xFFFFFFFF:x}", "round": of.number, "kind": question.kind,
        "question": question.text, "labels": question.labels, "low": question.low, "high": question.high,
        "unit": question.unit, "step": question.step, "scale": question.scale, "open": of.open,
        "news": _news(of.room.code), **_ends(question),
        "result": result, "lines": [asdict(line) for line in lines], "farewell": json.loads(of.room.farewell or "null"),
    }  # fmt: skip
    if settings is None:
        return shared | {"plan": None, "send": message("send"), "about": message("about-prediction")}
    found = survey(question, settings)
    report, decoder = found.odds()
    who = "all" if report == decoder else "open" if math.isinf(decoder) else "both"
    limits = message("limits", who=who, server=number(decoder), epsilon=number(report))
    about = message("about-private", round=str(rooms.turn(of)), limits=limits)
    plan, send = found.plan(of.seed), message("send-privately")
    return shared | {"plan": plan, "send": send, "about": about, "why": message("one-message")}


def _ends(question: Question) -> dict[str, Any]:
    """What a phone says of a number beyond an end: which there are, and as what it counts."""
    if question.labels or question.kind == "place":
        return {}
    ends = [with_unit(number(end), question.unit) for end in (question.low, question.high)]
    return {
        "range": message("range", low=number(question.low), high=ends[1]),
        "counts": [message("counts", count=end) for end in ends],
    }


def _news(code: str) -> str:
    """Where a phone listens to its room, from the page's own address on."""
    return f"{PATH}{code}".lstrip("/")


def _data(code: str) -> dict[str, Any]:
    """The same with what this visitor has sent."""
    of = _live(code)
    if not isinstance(of, Round):
        return {"news": _news(code), **of}
    round_sent, device, word = st.session_state.get(RECEIPT) or (0, "", "")
    receipt = None
    if round_sent == of.number:
        receipt = {"word": word} if of.settings is None else _receipt(of, device, word)
    own = {"problem": st.session_state.get(PROBLEM, ""), "sent": st.session_state.get(SENT, 0), "receipt": receipt}
    words: dict[str, Any] = {name: message(f"word-{name}") for name in WORDS}
    words |= {"protection": message("protection"), "protection_open": message("protection-open")}
    words |= {"private": _honest(private=True), "open": _honest(private=False)}
    return _asked(of, *class_results.for_phones(of)) | own | {"words": words}


def _receipt(of: Round, device: str, word: str) -> dict[str, Any]:
    """What left the phone and what the server can conclude from it."""
    question, found = of.room.question, survey(of.room.question, of.settings)
    log_likelihood, by_report = _told(replace(of, open=False, revealed=False), table_of(device), word)
    estimate = rooms.recent(of)
    prior = estimate.prior if estimate else None
    bits, raw = (with_unit(str(count), phrase("bits")) for count in (len(word), question.raw_bits))
    uniform = posterior(log_likelihood)
    informed = None if prior is None else posterior(log_likelihood, prior)
    report, decoder = found.odds()
    return {
        "word": word,
        "label": message("message-label", word=word),
        "left": message("left", bits=bits),
        "learns": _learns(decoder, question),
        "title": message("conclude"),
        "about": message("raw", raw=raw, meaning=_bits_are(found)),
        "uniform": uniform.tolist(),
        "estimated": None if informed is None else informed.tolist(),
        "percents": [percents(one.tolist()) for one in (uniform, informed) if one is not None],
        "bounds": [*_bounds(report, decoder, by_report), message("two-messages")],
    }


def _learns(decoder: float, question: Question) -> str:
    """What the odds of two answers, given to a server that knows all that is shared, can change by; of two numbers that
    lie closer together by less."""
    if math.isinf(decoder):
        return message("learns-anything")
    if decoder > LITTLE:
        return message("learns-much")
    any_two = message("learns", factor=exponential(decoder))
    if question.kind != "number" or question.high - question.low <= 1:
        return any_two
    near = exponential(decoder / (question.high - question.low))
    return f"{any_two} {message('learns-near', unit=question.unit and f' ({question.unit})', factor=near)}"


def _bits_are(found: Survey) -> str:
    """What the bits of a message mean."""
    match found.settings.scheme:
        case "plain_response":
            return message("bits-plain", share=percent(found.own, 3))
        case "dyadic":
            return message("bits-grid")
        case "pi_rappor":
            return message("bits-line")
    return message("bits-index")


@functools.lru_cache(maxsize=2000)
def _told(of: Round, table: int, word: str) -> tuple[Any, bool]:
    """ln P(message | answer) for this server, or where that is not computed for a reader of the report; and which."""
    found = survey(of.room.question, of.settings)
    known = found.decoder_log_likelihood(word, table, of.seed)
    if known is not None:
        return known, False
    return found.log_likelihood(decoded(of, [Message(0, table, word)]))[0], True


def _bounds(report: float, decoder: float, by_report: bool) -> tuple[str, ...]:
    """For whom the odds between two answers can change by how much."""
    reader = {"power": exponential(report), "epsilon": number(report)}
    if decoder == report:
        return (message("bound-all", **reader),)
    promise = message("bound-none")
    if not math.isinf(decoder):
        promise = message("bound-server", power=exponential(decoder), epsilon=number(decoder))
    return promise, message("bound-others", **reader, drawn=by_report)


def honest_words(private: bool) -> str:
    """What a hostile server could do, and what this is not."""
    return "\n".join(f"- {sentence}" for sentence in _honest(private))


def _honest(private: bool) -> list[str]:
    return [message(f"honest-{part}") for part in (HONEST if private else ("predictions",))]
