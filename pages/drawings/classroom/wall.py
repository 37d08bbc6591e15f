"""The projector's side of a room: how to join, and the estimate that sharpens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pages.drawings.classroom import networks
from pages.drawings.classroom.settings import PART
from pages.ui import qr, rooms
from ppr_core.classroom import SCHEMES, Estimate, Message, Question, Room, Round, Settings, predicted, survey
from ppr_core.wording import number, with_unit

__all__ = ["pulled_words", "show"]

FOLDER = Path(__file__).parent
MOST_DOTS, RECENT, SIDE_BY_SIDE = 400, 7, 3


def show(room: Room, *, asked: Question | None = None, constrained: bool, false: int = 0) -> None:
    """Draw it as it is now; a component that is drawn again moves what has changed. asked: the question whose rounds
    are drawn, by default the one that is open; false: how many messages of each round might be, to draw how far they
    could have moved the estimate."""
    _component()(key="classroom-wall", data=_data(room, constrained, false, asked))


def pulled_words(question: Question, settings: Settings) -> str:
    """How far a false message moves an estimate, beside a false raw answer."""
    low, high = question.span
    down, up = survey(question, settings).pull
    ratio = max(down, up) / (high - low)
    return f"a false message can move it {number(ratio)} times as far as a false answer in a survey without privacy"


@st.cache_resource(show_spinner=False)
def _component() -> Any:
    style, script = ((FOLDER / f"wall.{kind}").read_text("utf-8") for kind in ("css", "js"))
    return st.components.v2.component("classroom_wall", html="<div class='wall'></div>", css=style, js=script)


def _data(room: Room, constrained: bool, false: int = 0, asked: Question | None = None) -> dict[str, Any]:
    question = rooms.live(room, asked).room.question
    rounds = [of for of in rooms.store().rounds(room) if of.room.question == question]
    found = [(of, *rooms.summary(of)) for of in rounds]
    own = next(one for one in reversed(found) if not one[0].rehearsal)  # the phones' round
    found = [one for one in found if one[1]]  # what nobody has answered yet takes no room, but for a new round
    if not found or found[-1][0].number < own[0].number:
        found.append(own)
    current, messages, _ = max(own, found[-1], key=lambda one: (_latest(one[1]), one[0].number))
    newest = sorted(messages, key=lambda one: -one.place)[:RECENT]  # of the round whose answers are counted
    truth = any(of.truth for of, _, _ in found[-SIDE_BY_SIDE:])
    named = "measured value" if not question.private else "truth of the simulated students"
    noisy = "a decoded answer with its noise; what lies beyond stands at the edge"
    dots = "" if question.labels else "a prediction" if not question.private else noisy
    pulled = f"as far as {false} false answer{'s' * (false != 1)} could have moved it" if false else ""
    return {
        "code": room.code, "url": room.join_url.removeprefix("http://").removeprefix("https://").split("?")[0],
        "qr": _picture(room.join_url), "question": question.text, "kind": question.kind, "labels": question.labels,
        "low": question.low, "high": question.high, "unit": question.unit, "scale": question.scale,
        "joined": _joined(rooms.listening(room)), "count": len(messages),
        "answers": _answers(current, messages).partition(" ")[2],
        "bits": _bits(current, messages), "networks": networks.sentence(current), "pulled": pulled,
        "state": "open" if own[0].open else "closed",
        "rounds": [_round(of, several, one, constrained, false) for of, several, one in found[-SIDE_BY_SIDE:]],
        "recent": [[one.place, one.word] for one in newest] if question.private else [],
        "latest": newest[0].place if newest else 0, "truth": named, "key": named if truth else "", "dots": dots,
    }  # fmt: skip


def _joined(phones: int) -> str:
    return f"{phones} phone{'s' * (phones != 1)} in the room" if phones else ""


def _latest(messages: list[Message]) -> int:
    return messages[-1].place if messages else 0


@st.cache_data(show_spinner=False, max_entries=100)
def _picture(link: str) -> str:
    return qr.picture(link)


def _bits(of: Round, messages: list[Message]) -> str:
    """Bits received against bits of the raw answers."""
    if of.settings is None:
        return "predictions, not private"
    received = sum(len(message.word) for message in messages)
    one = of.room.question.raw_bits
    raw, plain = one * len(messages), with_unit(number(one), "bits")
    why = f". As a plain answer takes {plain}, privacy adds more: compression pays for large ones"
    counted = f"{with_unit(number(received), 'bits')} received; raw answers: {with_unit(number(raw), 'bits')}"
    return counted + (why if received > raw else "")


def _round(
    of: Round, messages: list[Message], estimate: Estimate | None, constrained: bool, false: int
) -> dict[str, Any]:
    question, settings = of.room.question, of.settings
    title = "Rehearsal" if of.rehearsal else f"Round {rooms.turn(of)}"
    if settings is not None:
        title += f": ε = {number(settings.epsilon)}"
    scheme = "" if settings is None else SCHEMES[settings.scheme][0]
    shown = of.revealed or bool(of.rehearsal)
    waiting = "The estimate is hidden." if messages and not shown else "Waiting for answers …"
    told = _answers(of, messages)
    if settings is not None and messages:
        mean_bits = sum(len(one.word) for one in messages) / len(messages)
        told += f" · {with_unit(number(mean_bits), 'bits')} each"
    needed = survey(question, settings).needed(PART) if settings is not None and messages else 0
    enough = f"it says something from about {estimate.enough} answers on" if estimate and estimate.vague.all() else ""
    if enough and question.kind != "number":  # whose picture says it
        told += f" · {enough}"
    elif len(messages) < needed and not enough:
        part = "10 points" if question.labels else "a tenth of the range"
        told += f" · from about {needed} on within ± {part}"
    if settings is not None and constrained and question.labels:
        told += " · none below 0, together 100 %"
    base = {
        "number": of.number, "title": f"{title} · {scheme}".removesuffix(" · "), "told": told, "waiting": waiting,
        "median": None, "vague": [], "enough": "", "shown": shown, "truth": list(of.truth) if shown else [],
        **{name: [] for name in ("value", "low", "high", "likely", "dots", "pulled_low", "pulled_high")},
    }  # fmt: skip
    if not shown or not messages:
        return base
    latest = messages[-MOST_DOTS:]
    if estimate is None:
        found = predicted(question, messages)
        if question.labels:
            right = [f"right: {question.labels[int(place)]}" for place in of.truth]
            return base | {"value": found.shares, "truth": [], "told": " · ".join([told, *right])}
        return base | {"dots": [[one.place, float(one.word)] for one in latest], "median": found.median}
    value, low, high = estimate.possible
    if constrained and question.labels:
        value = estimate.likely
    base |= {"vague": estimate.vague.tolist(), "enough": enough}
    dots = [] if question.labels else _dots(latest, estimate)
    # Of too few answers the likeliest distribution would be a picture of their noise.
    likely = [] if question.labels or estimate.vague.any() else estimate.likely.tolist()
    if false:
        base["told"] += f" · {_pulled(of, len(messages), false)}"
        least, most = question.span
        ends = ([min(max(end, least), most) for end in part.tolist()] for part in estimate.moved(false))
        base |= dict(zip(("pulled_low", "pulled_high"), ends, strict=True))
    return base | {
        "value": value.tolist(), "low": low.tolist(), "high": high.tolist(), "likely": likely, "dots": dots,
    }  # fmt: skip


def _pulled(of: Round, count: int, false: int) -> str:
    """How far so many false ones of a round's answers move an estimate, and a survey without privacy."""
    question = of.room.question
    share = min(false, count) / count
    shifts = [share * most for most in (max(survey(question, of.settings).pull), question.span[1] - question.span[0])]
    unit = "points" if question.labels else question.unit
    moved, raw = (with_unit(number(100 * shift if question.labels else shift, 2), unit) for shift in shifts)
    return f"{min(false, count)} false: up to {moved}, without privacy {raw}"


def _answers(of: Round, messages: list[Message]) -> str:
    """How many answers there are, and of whom."""
    what = "simulated answer" if of.rehearsal else "prediction" if of.settings is None else "answer"
    return f"{len(messages)} {what}{'s' * (len(messages) != 1)}"


def _dots(messages: list[Message], estimate: Estimate) -> list[list[float]]:
    """The decoded reports, each with the place of its message."""
    reports = estimate.reports[-len(messages) :].tolist()
    return [
        [one.place, *(where if isinstance(where, list) else [where])]
        for one, where in zip(messages, reports, strict=True)
    ]
