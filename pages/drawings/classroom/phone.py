"""The student's side of a room: one component, in which the answer stays."""

from __future__ import annotations

import functools
import json
import math
from dataclasses import replace
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
from ppr_core.wording import exponential, number, percent, percents, with_unit

__all__ = ["show", "told"]

FOLDER = Path(__file__).parent
KEY, RECEIPT, PROBLEM, DEVICE, SENT = (
    f"classroom-{name}" for name in ("phone", "receipt", "problem", "device", "sent")
)
MOST_SENT = 50  # messages of one session
REFRESH_SECONDS = 20.0
LITTLE = math.log(1000.0)  # nats: a larger limit on the odds of two answers promises next to nothing

ENDED = "This room has ended. Nothing of it is kept."
WHY_ONE = "One message from each device: a new one takes the place of the old."
TWO_TELL_MORE = (
    "Two messages that both counted, or that a dishonest server kept, would tell twice as much: their ε add up."
)


def show(room: Room) -> None:
    """The question, the answer's control and a button; after it what left the phone and what that tells."""
    st.html("<style>[data-testid='stSidebar'], [data-testid='stExpandSidebarButton'] { display: none; }</style>")
    _body(room)
    with st.expander("What protects you here, and what does not"):
        st.markdown(honest_words(room.question.private))
    st.page_link("pages/classroom.py", label="Another room", query_params={"room": ""})


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
            raise Closed("This round is over. Answer the question that is open now.")
        known = st.session_state.setdefault(DEVICE, {}).setdefault(of.number, device)
        if known != device or st.session_state[SENT] > MOST_SENT:
            raise Closed("This device has sent its message.")
        doors.put(of, device, word)
        st.session_state[RECEIPT] = (of.number, device, word)
    except ValueError as error:
        st.session_state[PROBLEM] = f"Your answer was NOT taken. {error}"


def told(code: str) -> str:
    """What every phone of a room is to show, as JSON for `News`; "" where the room is not known just now."""
    try:
        of = _live(code)
        return _text(of, class_results.of_class(of)) if isinstance(of, Round) else json.dumps(of)
    except Unavailable:
        return ""
    except Closed:
        return json.dumps({"ended": ENDED})


def _live(code: str) -> Round | dict[str, Any]:
    """The round that is open or was last; after the room's deletion its farewell. `Closed` where there is none."""
    room = rooms.store().room(code, rooms.store().now())
    if room.farewell and not rooms.store().rounds(room):
        return {"ended": ENDED, "farewell": json.loads(room.farewell)}
    return rooms.live(room)


@functools.lru_cache(maxsize=64)
def _text(of: Round, result: str) -> str:
    return json.dumps(_asked(of, result))


def _asked(of: Round, result: str) -> dict[str, Any]:
    """The round as all phones of the room have it. result: of the class, "" before it is revealed."""
    question, settings = of.room.question, of.settings
    shared = {
        "id": f"{of.room.code}-{of.number}-{of.seed & 0xFFFFFFFF:x}", "round": of.number, "kind": question.kind,
        "question": question.text, "labels": question.labels, "low": question.low, "high": question.high,
        "unit": question.unit, "step": question.step, "scale": question.scale, "open": of.open,
        "news": _news(of.room.code),
        "result": result, "farewell": json.loads(of.room.farewell or "null"),
    }  # fmt: skip
    if settings is None:
        about = "A prediction: it is sent as it is, not private."
        return shared | {"plan": None, "send": "Send", "about": about}
    about = (
        f"Round {rooms.turn(of)}: ε = {number(settings.epsilon)}. "
        "Your answer is made private and short on this device; only the message leaves it."
    )
    plan = survey(question, settings).plan(of.seed)
    return shared | {"plan": plan, "send": "Send privately", "about": about, "why": WHY_ONE}


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
    return _asked(of, class_results.of_class(of)) | own


def _receipt(of: Round, device: str, word: str) -> dict[str, Any]:
    """What left the phone and what the server can conclude from it."""
    question, found = of.room.question, survey(of.room.question, of.settings)
    log_likelihood, by_report = _told(replace(of, open=False, revealed=False), table_of(device), word)
    estimate = rooms.recent(of)
    prior = estimate.prior if estimate else None
    bits, raw = len(word), with_unit(str(question.raw_bits), "bits")
    uniform = posterior(log_likelihood)
    informed = None if prior is None else posterior(log_likelihood, prior)
    report, decoder = found.odds()
    return {
        "word": word,
        "left": f"This phone mixed chance into your answer. Only {with_unit(str(bits), 'bits')} about it left.",
        "learns": _learns(decoder, question),
        "title": "What the server can conclude, and how",
        "about": f"Your answer as it is would take {raw}. {_bits_are(found)} "
        "The frame that carries them, a few hundred bytes, says nothing of your answer.",
        "uniform": uniform.tolist(),
        "estimated": None if informed is None else informed.tolist(),
        "percents": [percents(one.tolist()) for one in (uniform, informed) if one is not None],
        "bounds": [*_bounds(report, decoder, by_report), TWO_TELL_MORE],
    }


def _learns(decoder: float, question: Question) -> str:
    """What the odds of two answers, given to a server that knows all that is shared, can change by; of two numbers that
    lie closer together by less."""
    if math.isinf(decoder):
        return "At α = ∞ nothing is promised about what the server learns from it."
    if decoder > LITTLE:
        return "At these settings next to nothing is promised against the server."
    any_two = f"It changes the server’s odds between any two answers by a factor of at most {_power(decoder)}."
    if question.kind != "number" or question.high - question.low <= 1:
        return any_two
    return f"{any_two} For two answers 1 apart it is at most {_power(decoder / (question.high - question.low))}."


def _bits_are(found: Survey) -> str:
    """What the bits of a message mean."""
    match found.settings.scheme:
        case "plain_response":
            share = percent(found.own, 3)
            return f"These bits are an answer: with a chance of {share} it is yours, otherwise another one."
        case "dyadic":
            return "These bits are a number on a random grid that you and the server share."
        case "pi_rappor":
            return "These bits are a random line, which runs through some of the answers."
    return "These bits say where to look in a table of random candidates that you and the server share."


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
    if decoder == report:
        return (f"The limit is {_power(report)}-fold, e to the power ε = {number(report)}, whoever looks.",)
    if math.isinf(decoder):
        promise = "The server knows the table of candidates."
    else:
        limit = f"{_power(decoder)}-fold, e to the power ε′ = {number(decoder)}"
        promise = f"The server knows the table of candidates: for it the limit is {limit}."
    others = f"Whoever sees the decoded answer alone: {_power(report)}-fold, e to the power ε = {number(report)}"
    return (promise, f"{others}: that is what is drawn here." if by_report else f"{others}.")


def _power(nats: float) -> str:
    return exponential(nats)


def honest_words(private: bool) -> str:
    """What a hostile server could do, and what this is not."""
    if not private:
        return "Predictions are sent and kept as they are, without your name, until the room ends."
    return """\
- **The noise is yours.** Your browser draws it from its own secure source; the server never sees it, nor your answer,
  and the message leaves at the same moment after your press whatever you answered.
- **A hostile server could send you another program.** The page comes from the server: whoever runs it could replace it
  by one that sends your answer. What you see here holds for the lab's own code, which anybody can read.
- **It chooses the shared random numbers.** Against a server that knows the table, only the second bound holds, and one
  that picks a table on purpose can come closer to it than chance would.
- **What it can conclude** is drawn with all that an honest server knows: your message, the table of candidates, and how
  often 400 simulated encoders would send the same.
- **It could ask twice.** Every further message about the same answer adds its ε. One device, one message a round; the
  rounds of one survey add up as well.
- **It sees that you answered**, and from which address, like every web server.
- **This is a lesson, not a deployment**: no accounts, floating-point noise, no proof that the server is the one it says
  it is. Ask nothing here that could hurt anybody."""
