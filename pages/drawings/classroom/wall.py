"""The projector's side of a room: how to join, and the estimate that sharpens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pages.drawings.classroom import networks
from pages.drawings.classroom.settings import PART, half
from pages.ui import class_results, qr, rooms
from ppr_core.classroom import SCHEMES, Estimate, Message, Question, Room, Round, Settings, predicted, survey
from ppr_core.texts import Messages, phrase
from ppr_core.wording import number, percent, with_unit

__all__ = ["pulled_words", "show"]

FOLDER = Path(__file__).parent
MOST_DOTS, RECENT, SIDE_BY_SIDE = 400, 7, 3
LEAST_SHAPED = 60  # answers of which the likeliest distribution is drawn; 25 at ε = 3 have another shape each time

message = Messages("classroom")


def show(room: Room, *, asked: Question | None = None, constrained: bool, false: int = 0) -> None:
    """Draw it as it is now; a component that is drawn again moves what has changed. asked: the question whose rounds
    are drawn, by default the one that is open; false: how many messages of each round might be, to draw how far they
    could have moved the estimate."""
    _component()(key="classroom-wall", data=_data(room, constrained, false, asked))


def pulled_words(question: Question, settings: Settings) -> str:
    """How far a false message moves an estimate, beside a false raw answer."""
    low, high = question.span
    down, up = survey(question, settings).pull
    return message("pulled-words", ratio=number(max(down, up) / (high - low)))


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
    # The large number counts the class as soon as it answers, whoever is simulated beside it.
    current, messages, _ = own if own[1] else max(own, found[-1], key=lambda one: (_latest(one[1]), one[0].number))
    newest = sorted(messages, key=lambda one: -one.place)[:RECENT]  # of the round whose answers are counted
    shown = found[-SIDE_BY_SIDE:]
    if own in found and own not in shown:  # rehearsals push the class off no wall
        shown[0] = own
    truth = any(of.truth for of, _, _ in shown)
    named = message("simulated-truth") if question.private else message("known-value", known=question.known)
    dots = "" if question.labels else message("dot-noisy" if question.private else "dot-prediction")
    pulled = message("pulled-key", count=str(false), one=false == 1) if false else ""
    return {
        "code": room.code, "url": room.join_url.removeprefix("http://").removeprefix("https://").split("?")[0],
        "qr": _picture(room.join_url), "question": question.text, "kind": question.kind, "labels": question.labels,
        "low": question.low, "high": question.high, "unit": question.unit, "scale": question.scale,
        "joined": _joined(rooms.listening(room)), "count": len(messages),
        "answers": _answers(current, messages),
        "bits": _bits(current, messages), "networks": networks.sentence(current), "pulled": pulled,
        "state": message("wall-open" if own[0].open else "wall-closed"), "interval": message("interval"),
        "likely": message("likely-key"),
        "names": {name: message(f"wall-{name}") for name in ("picture", "stream", "code")},
        "rounds": [
            _round(of, several, one, constrained, false, early=asked is not None and not own[0].revealed)
            for of, several, one in shown
        ],
        "recent": [[one.place, one.word] for one in newest] if question.private else [],
        "latest": newest[0].place if newest else 0, "truth": named, "key": named if truth else "", "dots": dots,
    }  # fmt: skip


def _joined(phones: int) -> str:
    return message("joined", phones=str(phones), one=phones == 1) if phones else ""


def _latest(messages: list[Message]) -> int:
    return messages[-1].place if messages else 0


@st.cache_data(show_spinner=False, max_entries=100)
def _picture(link: str) -> str:
    return qr.picture(link)


def _bits(of: Round, messages: list[Message]) -> str:
    """Bits received against bits of the raw answers."""
    if of.settings is None:
        return message("bits-predicted")
    received = sum(len(message.word) for message in messages)
    one = of.room.question.raw_bits
    raw = one * len(messages)
    counted = message("bits-received", received=_in_bits(received), raw=_in_bits(raw))
    return f"{counted}. {message('bits-more', plain=_in_bits(one))}" if received > raw else counted


def _in_bits(count: float) -> str:
    return with_unit(number(count), phrase("bits"))


def _round(
    of: Round, messages: list[Message], estimate: Estimate | None, constrained: bool, false: int, early: bool = False
) -> dict[str, Any]:
    """early: before a lecture's reveal, which a rehearsal waits for as the class does."""
    question, settings = of.room.question, of.settings
    title = message("rehearsal") if of.rehearsal else message("round", number=str(rooms.turn(of)))
    if settings is not None:
        title = message("at-epsilon", name=title, epsilon=number(settings.epsilon))
        title += f" · {phrase(SCHEMES[settings.scheme][0])}"
    shown = of.revealed or bool(of.rehearsal and not early)
    waiting = message("hidden" if messages and not shown else "waiting")
    told = [f"{len(messages)} {_answers(of, messages)}"]
    if estimate:
        told = [_finds(told[0], estimate)]
        told.append(message("each", bits=_in_bits(sum(len(one.word) for one in messages) / len(messages))))
    if settings is not None and constrained and question.labels:
        told.append(message("possible"))
    base = {
        "number": of.number, "title": title, "told": " · ".join(told), "waiting": waiting, "label": "", "median": None,
        "vague": [], "empty": [], "shown": shown, "truth": list(of.truth) if shown else [],
        **{name: [] for name in ("value", "low", "high", "likely", "dots", "pulled_low", "pulled_high", "said")},
    }  # fmt: skip
    if not shown or not messages:
        return base
    latest = messages[-MOST_DOTS:]
    if estimate is None:
        found = predicted(question, messages)
        if question.labels:
            told += [message("right", name=question.labels[int(place)]) for place in of.truth]
            said = [percent(round(share, 2), 2) for share in found.shares]
            return base | {"value": found.shares, "truth": [], "told": " · ".join(told), "said": said}
        label = message("median", value=with_unit(number(found.median), question.unit))
        dots = [[one.place, float(one.word)] for one in latest]
        return base | {"dots": dots, "median": found.median, "label": label}
    value, low, high = estimate.possible
    if constrained and question.labels:
        value = estimate.likely
    base |= {"vague": estimate.vague.tolist(), "empty": estimate.empty.tolist(), **_said(question, estimate)}
    dots = [] if question.labels else _dots(latest, estimate)
    # Of too few answers the likeliest distribution would be a picture of their noise.
    vague = estimate.vague.any() or len(messages) < LEAST_SHAPED
    likely = [] if question.labels or vague else estimate.likely.tolist()
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
    moved, raw = (half(question, shift) for shift in shifts)
    return message("pulled", count=str(min(false, count)), moved=moved, raw=raw)


def _finds(answers: str, estimate: Estimate) -> str:
    """How closely so many answers find what is asked for; of few, how that improves."""
    question, (low, high) = estimate.survey.question, estimate.survey.question.span
    what = question.kind if question.kind in ("number", "place") else "labels"
    finds = message(f"finds-{what}", answers=answers, half=half(question, estimate.half))
    return finds if estimate.half <= PART * (high - low) else message("halved", finds=finds)


def _said(question: Question, estimate: Estimate) -> dict[str, Any]:
    """In words: each share or the mean, and of a place what a screen reader says."""
    if question.kind == "place":
        across, up = map(number, estimate.value.tolist())
        return {"label": message("place-words", across=across, up=up)}
    said = class_results.said(estimate)
    return {"said": said} if question.labels else {"label": said[0]}


def _answers(of: Round, messages: list[Message]) -> str:
    """What they are: answers, simulated ones or predictions; one or several."""
    one = len(messages) == 1
    return message(
        "answers-simulated" if of.rehearsal else "answers-predicted" if of.settings is None else "answers", one=one
    )


def _dots(messages: list[Message], estimate: Estimate) -> list[list[float]]:
    """The decoded reports, each with the place of its message."""
    reports = estimate.reports[-len(messages) :].tolist()
    return [
        [one.place, *(where if isinstance(where, list) else [where])]
        for one, where in zip(messages, reports, strict=True)
    ]
