"""What a class has answered, in sentences: for its phones, for the presenter, and to keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pages.ui import rooms
from ppr_core.classroom import Estimate, Round, predicted
from ppr_core.texts import Messages
from ppr_core.wording import number, percent, with_unit

__all__ = ["of_class", "read", "said"]

message = Messages("classroom")


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


def _shares(estimate: Estimate) -> Iterator[str]:
    """Each share with its interval, of a vague one the interval alone."""
    parts = ([percent(part, 2) for part in parts] for parts in zip(*estimate.possible, strict=True))
    known = zip(estimate.survey.question.labels, parts, estimate.vague, estimate.empty, strict=True)
    for name, (value, low, high), vague, empty in known:
        if empty:
            yield message("share-few", name=name)
        elif vague:
            yield message("share-wide", name=name, low=low, high=high)
        else:
            yield message("share", name=name, value=value, low=low, high=high)
