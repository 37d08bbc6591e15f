"""What a class has answered, in sentences: for its phones, for the presenter, and to keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pages.ui import rooms
from ppr_core.classroom import Estimate, Round, predicted
from ppr_core.texts import Messages
from ppr_core.wording import number, percent, with_unit

__all__ = ["Line", "for_phones", "of_class", "read", "said"]

message = Messages("classroom")


@dataclass(frozen=True)
class Line:
    """What the class said of one of several answers: share of 1, or None where too few answered to draw one; value: the
    same in words; right: whether it is the answer to a prediction."""

    name: str
    value: str
    share: float | None
    right: bool = False


def for_phones(of: Round) -> tuple[str, tuple[Line, ...]]:
    """The same as `of_class`, with a line for each of several answers instead of one long sentence."""
    question, (messages, estimate) = of.room.question, rooms.summary(of)
    if not (of.revealed and messages and question.labels) or (estimate and estimate.empty.all()):
        return of_class(of), ()
    values = {"count": str(len(messages)), "simulated": of.rehearsal > 0}
    if estimate is None:
        shares = predicted(question, messages).shares
        lines = (
            Line(name, percent(share, 2), float(share), (place,) == of.truth)
            for place, (name, share) in enumerate(zip(question.labels, shares, strict=True))
        )
        return message("class-chooses-head", **values), tuple(lines)
    vague = estimate.vague | estimate.empty
    drawn = (None if wide else float(value) for value, wide in zip(estimate.possible[0], vague, strict=True))
    return message("class-private-head", **values), tuple(
        map(Line, question.labels, _shares(estimate, named=False), drawn)
    )


def of_class(of: Round) -> str:
    """What the class has answered, in a sentence, once it is revealed."""
    if not of.revealed:
        return ""
    messages, estimate = rooms.summary(of)
    if not messages:
        return ""
    if estimate is None:
        return _predictions(of, len(messages))
    return message(
        "class-private", count=str(len(messages)), simulated=of.rehearsal > 0, result=_estimated(of, estimate)
    )


def read(rounds: list[Round]) -> str:
    """A paragraph for each round, hidden ones too."""
    paragraphs = []
    for of in rounds:
        name = message("rehearsal") if of.rehearsal else message("round", number=str(rooms.turn(of)))
        told = message("round-prediction", name=name)
        if of.settings:
            told = message("round-private", name=name, epsilon=number(of.settings.epsilon))
        result = of_class(replace(of, revealed=True)) or message("nobody")
        paragraphs.append(f"{of.room.question.text}\n{told} {result}\n")
    return "\n".join(paragraphs)


def said(estimate: Estimate) -> list[str]:
    """What the wall says of each share, or of the mean: its value, of a vague one its interval, or too few."""
    question, few = estimate.survey.question, message("few")
    if question.labels:
        parts = ([percent(round(part, 2), 2) for part in parts] for parts in zip(*estimate.possible, strict=True))
        told = [(value, message("between", low=low, high=high)) for value, low, high in parts]
    else:
        value, low, high = _mean(estimate)
        told = [(message("mean", value=value, low=low, high=high), message("mean-wide", low=low, high=high))]
    return [
        few if empty else wide if vague else sure
        for (sure, wide), vague, empty in zip(told, estimate.vague, estimate.empty, strict=True)
    ]


def _mean(estimate: Estimate) -> tuple[str, str, str]:
    """Value and ends of a mean, of which the last has the unit."""
    value, low, high = (number(float(part[0])) for part in estimate.possible)
    return value, low, with_unit(high, estimate.survey.question.unit)


def _predictions(of: Round, count: int) -> str:
    question, found = of.room.question, predicted(of.room.question, rooms.summary(of)[0])
    simulated = of.rehearsal > 0
    if question.labels:
        parts = zip(question.labels, found.shares, strict=True)
        shares = (message("share-predicted", name=name, value=percent(share, 2)) for name, share in parts)
        told = [message("class-chooses", count=str(count), simulated=simulated, shares="; ".join(shares))]
        told += [message("class-right", name=question.labels[int(place)]) for place in of.truth]
    else:
        median = with_unit(number(found.median), question.unit)
        told = [message("class-predicts", count=str(count), simulated=simulated, value=median)]
        values = (with_unit(number(value), question.unit) for value in of.truth)
        told += [message("class-known", known=question.known, value=value) for value in values]
    return " ".join(told)


def _estimated(of: Round, estimate: Estimate) -> str:
    question = of.room.question
    if estimate.empty.all():
        return message("class-few")
    if question.kind == "place":
        return message("class-place")
    if question.labels:
        return message("class-shares", shares="; ".join(_shares(estimate)), sure=not estimate.vague.all())
    value, low, high = _mean(estimate)
    if estimate.vague[0]:
        return message("class-wide", low=low, high=high)
    return message("class-mean", value=with_unit(value, question.unit), low=low, high=high)


def _shares(estimate: Estimate, named: bool = True) -> Iterator[str]:
    """Each share with its interval, of a vague one the interval alone; named: behind its answer."""
    parts = ([percent(part, 2) for part in parts] for parts in zip(*estimate.possible, strict=True))
    known = zip(estimate.survey.question.labels, parts, estimate.vague, estimate.empty, strict=True)
    for label, (value, low, high), vague, empty in known:
        name = label if named else ""
        if empty:
            told = message("share-few", name=name)
        elif vague:
            told = message("share-wide", name=name, low=low, high=high)
        else:
            told = message("share", name=name, value=value, low=low, high=high)
        yield told.strip()
