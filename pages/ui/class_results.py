"""What a class has answered, in sentences: for its phones, for the presenter, and to keep."""

from __future__ import annotations

from dataclasses import replace

from pages.ui import rooms
from ppr_core.classroom import Estimate, Round, predicted
from ppr_core.wording import number, percent, percents, with_unit

__all__ = ["of_class", "read"]


def of_class(of: Round) -> str:
    """What the class has answered, in a sentence, once it is revealed."""
    if not of.revealed:
        return ""
    messages, estimate = rooms.summary(of)
    if not messages:
        return ""
    if estimate is None:
        return _predictions(of, len(messages))
    return f"The class of {len(messages)}: {_estimated(of, estimate)}"


def read(rounds: list[Round]) -> str:
    """A paragraph for each round, hidden ones too."""
    said = []
    for of in rounds:
        told = "Rehearsal" if of.rehearsal else f"Round {rooms.turn(of)}"
        private = f", ε = {number(of.settings.epsilon)}" if of.settings else ", a prediction"
        result = of_class(replace(of, revealed=True)) or "Nobody has answered."
        said.append(f"{of.room.question.text}\n{told}{private}. {result}\n")
    return "\n".join(said)


def _predictions(of: Round, count: int) -> str:
    question, found = of.room.question, predicted(of.room.question, rooms.summary(of)[0])
    if question.labels:
        shares = zip(percents(found.shares), question.labels, strict=True)
        right = f" Right: {question.labels[int(of.truth[0])]}." if of.truth else ""
        return f"The class of {count} predicts: {'; '.join(f'{share} {name}' for share, name in shares)}.{right}"
    middle = with_unit(number(found.median), question.unit)
    measured = f" Measured: {with_unit(number(of.truth[0]), question.unit)}." if of.truth else ""
    return f"The class of {count} predicts {middle} (median).{measured}"


def _estimated(of: Round, estimate: Estimate) -> str:
    question = of.room.question
    if question.labels and estimate.vague.all():
        return f"too few to tell. It says something from about {estimate.enough} answers on."
    if question.labels:
        shares = (
            f"{name} too few to tell" if vague
            else f"{name} {percent(value, 2)} ({percent(low, 2)} to {percent(high, 2)})"
            for name, value, low, high, vague in zip(question.labels, *estimate.possible, estimate.vague, strict=True)
        )  # fmt: skip
        return f"{'; '.join(shares)}. In brackets: 95 % intervals."
    if question.kind == "place":
        return "the cross on the wall is its mean place."
    value, least, most = (float(part[0]) for part in estimate.possible)
    low, high = number(least), with_unit(number(most), question.unit)
    if estimate.vague[0]:
        reach = f"the mean may lie anywhere between {low} and {high}"
        return f"too few to tell, {reach}. It says something from about {estimate.enough} answers on."
    return f"mean {with_unit(number(value), question.unit)}, with 95 % confidence between {low} and {high}."
