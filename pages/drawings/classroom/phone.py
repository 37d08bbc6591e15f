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
from pages.ui import rooms
from ppr_core.classroom import (
    ENCODER,
    Closed,
    Message,
    Room,
    Round,
    Survey,
    Unavailable,
    decoded,
    posterior,
    predicted,
    survey,
    table_of,
)
from ppr_core.wording import exponential, number, percent, with_unit

__all__ = ["of_class", "show", "told"]

FOLDER = Path(__file__).parent
KEY, RECEIPT, PROBLEM, DEVICE, SENT = (
    f"classroom-{name}" for name in ("phone", "receipt", "problem", "device", "sent")
)
MOST_SENT = 50  # messages of one session
REFRESH_SECONDS = 20.0

WHY_ONE = (
    "One message from each device: a new one takes the place of the old. Two that both counted, or that a dishonest "
    "server kept, would tell twice as much about you: their ε add up."
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
        _component()(key=KEY, data=_data(rooms.live(room)), on_message_change=lambda: _receive(room))


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
        of = rooms.live(rooms.store().room(code, rooms.store().now()))
        return _text(of, of_class(of))
    except Unavailable:
        return ""
    except Closed:
        return json.dumps({"ended": "This room has ended. Nothing of it is kept."})


@functools.lru_cache(maxsize=64)
def _text(of: Round, result: str) -> str:
    return json.dumps(_asked(of, result))


def of_class(of: Round) -> str:
    """What the class has answered, in a sentence, once it is revealed."""
    if not of.revealed:
        return ""
    messages, estimate = rooms.summary(of)
    question, count = of.room.question, len(messages)
    if not messages:
        return ""
    if of.settings is None:
        found = predicted(question, messages)
        if question.labels:
            shares = "; ".join(
                f"{percent(share, 2)} {name}" for name, share in zip(question.labels, found.shares, strict=True)
            )
            right = f" Right: {question.labels[int(of.truth[0])]}." if of.truth else ""
            return f"The class of {count} predicts: {shares}.{right}"
        middle = with_unit(number(found.median), question.unit)
        measured = f" Measured: {with_unit(number(of.truth[0]), question.unit)}." if of.truth else ""
        return f"The class of {count} predicts {middle} (median).{measured}"
    if question.labels:
        shares = (
            f"{name} too few to tell" if vague
            else f"{name} {percent(value, 2)} ({percent(low, 2)} to {percent(high, 2)})"
            for name, value, low, high, vague in zip(question.labels, *estimate.possible, estimate.vague, strict=True)
        )  # fmt: skip
        brackets = "" if all(estimate.vague) else " In brackets: 95 % intervals."
        return f"The class of {count}: {'; '.join(shares)}.{brackets}"
    if question.kind == "place":
        return f"The class of {count}: the cross on the wall is its mean place."
    value, least, most = (float(part[0]) for part in estimate.possible)
    low, high = number(least), with_unit(number(most), question.unit)
    if estimate.vague[0]:
        return f"The class of {count}: too few to tell. With 95 % confidence the mean lies between {low} and {high}."
    mean = with_unit(number(value), question.unit)
    return f"The class of {count}: mean {mean}, with 95 % confidence between {low} and {high}."


def _asked(of: Round, result: str) -> dict[str, Any]:
    """The round as all phones of the room have it. result: of the class, "" before it is revealed."""
    question, settings = of.room.question, of.settings
    shared = {
        "id": f"{of.room.code}-{of.number}-{of.seed & 0xFFFFFFFF:x}", "round": of.number, "kind": question.kind,
        "question": question.text, "labels": question.labels, "low": question.low, "high": question.high,
        "unit": question.unit, "step": question.step, "scale": question.scale, "open": of.open,
        "news": f"{PATH}{of.room.code}".lstrip("/"),
        "result": result,
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


def _data(of: Round) -> dict[str, Any]:
    """The same with what this visitor has sent."""
    round_sent, device, word = st.session_state.get(RECEIPT) or (0, "", "")
    receipt = None
    if round_sent == of.number:
        receipt = {"word": word} if of.settings is None else _receipt(of, device, word)
    own = {"problem": st.session_state.get(PROBLEM, ""), "sent": st.session_state.get(SENT, 0), "receipt": receipt}
    return _asked(of, of_class(of)) | own


def _receipt(of: Round, device: str, word: str) -> dict[str, Any]:
    """What left the phone and what the server can conclude from it."""
    question, found = of.room.question, survey(of.room.question, of.settings)
    log_likelihood, by_report = _told(replace(of, open=False, revealed=False), table_of(device), word)
    estimate = rooms.recent(of)
    prior = estimate.prior if estimate else None
    bits, raw = len(word), with_unit(str(question.raw_bits), "bits")
    return {
        "word": word,
        "plainly": "Before it was sent, this phone mixed chance into your answer. What follows shows what was sent, "
        "and what the server can make of it.",
        "title": f"Sent: {with_unit(str(bits), 'bits')}",
        "about": f"Your answer as it is would take {raw}. {_bits_are(found)} "
        "The frame that carries them, a few hundred bytes, says nothing of your answer.",
        "uniform": posterior(log_likelihood).tolist(),
        "estimated": None if prior is None else posterior(log_likelihood, prior).tolist(),
        "bounds": list(_bounds(*found.odds(), by_report)),
    }


def _bits_are(found: Survey) -> str:
    """What the bits of a message mean."""
    match found.settings.scheme:
        case "plain_response":
            share = percent(found.own, 2)
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
    """How much the odds between two answers can change, and for whom."""
    if decoder == report:
        return (f"The odds between any two answers change by at most e^ε = {_power(report)}, whoever looks.",)
    if math.isinf(decoder):
        promise = "Against this server, which knows the table of candidates, nothing is promised at α = ∞."
    else:
        power = f"e^ε′ = {_power(decoder)} (ε′ = {number(decoder)})"
        promise = (
            f"This server knows the table of candidates: for it the odds between two answers change by at most {power}."
        )
    others = f"For whoever sees the decoded report alone they change by at most e^ε = {_power(report)}"
    return (promise, f"{others}: that is what is drawn here." if by_report else f"{others}.")


def _power(nats: float) -> str:
    return exponential(nats, 3)


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
