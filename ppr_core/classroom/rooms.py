"""Rooms, rounds and messages as records."""

from __future__ import annotations

import json
import math
import re
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.classroom.question import Question
from ppr_core.classroom.surveys import Settings, survey
from ppr_core.wording import number

__all__ = ["Message", "Room", "Round", "decoded", "from_json", "table_of", "to_json"]

# What a phone writes: digits of ASCII, no spaces, no underscores.
_NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Room:
    """A question that is open to a class under a join code; expires: seconds since 1970; join_url: what phones open;
    farewell: what they show from the end of the class on, as JSON, "" before.

    >>> from ppr_core.classroom import Question, Room
    >>> smoke = Question(kind="yes_no", text="Do you smoke?")
    >>> Room("ABCDEF", smoke, join_url="https://lab.example.org/?room=ABCDEF", expires=0.0).question.labels
    ('Yes', 'No')
    """

    code: str
    question: Question
    join_url: str
    expires: float
    farewell: str = ""


@dataclass(frozen=True)
class Round:
    """One collection of answers, number 1, 2, … of its room.

    settings: None for predictions. seed: of the shared randomness, public. open: whether messages are taken. revealed:
    whether the estimate is shown. rehearsal: how many simulated students there are, 0 for a real round; truth: their
    true value, or the measured value of a prediction. front: whether it is the one that phones see.

    >>> from ppr_core.classroom import Question, Room, Round, Settings
    >>> room = Room("ABCDEF", Question(kind="yes_no", text="Do you smoke?"), join_url="", expires=0.0)
    >>> first = Round(room, 1, Settings(scheme="plain_response"), seed=7)
    >>> first.check("1", table=5)
    '1'
    >>> first.check("101", table=5)
    Traceback (most recent call last):
        ...
    ValueError: message must be 1 bits, a number below 2; got '101'.
    """

    room: Room
    number: int
    settings: Settings | None
    seed: int
    open: bool = True
    revealed: bool = False
    rehearsal: int = 0
    truth: tuple[float, ...] = ()
    front: bool = True

    def check(self, word: str, table: int) -> str:
        """The word; ``ValueError`` unless some phone could have sent it in this round, with this table."""
        if self.settings is not None:
            return survey(self.room.question, self.settings).check(word, table, self.seed)
        value, labels = _number(word[:25]), self.room.question.labels
        if labels:
            validation.require(value in range(len(labels)), "prediction", word[:24], "the number of an option")
        elif len(word) > 24 or not self.room.question.low <= value <= self.room.question.high:
            low, high = self.room.question.low, self.room.question.high
            raise ValueError(
                f"prediction must be a number from {number(low, 6)} to {number(high, 6)}; got {word[:24]!r}."
            )
        return word


@dataclass(frozen=True)
class Message:
    """A word as received. place: when, as a count over all rooms; table: of the round's shared randomness.

    >>> from ppr_core.classroom import Message
    >>> first, second = Message(place=1, table=9, word="0"), Message(place=2, table=5, word="1")
    >>> first.table == second.table  # devices draw from tables of their own
    False
    """

    place: int
    table: int
    word: str


def table_of(device: str) -> int:
    """The table that a device's message belongs to: the first 32 bits of its 128, so that nobody hands out numbers.

    >>> from ppr_core.classroom import table_of
    >>> table_of("0000002a" + 24 * "0")
    42
    """
    return int(device[:8], 16)


def to_json(record: Question | Settings | None) -> str:
    """A record as a text that `from_json` reads; infinity as a text of its own."""
    values: dict[str, Any] = {} if record is None else asdict(record)
    infinite = {name: "inf" for name, value in values.items() if value == math.inf}
    return json.dumps(values | infinite)


def from_json(kind: type, text: str) -> Any:
    """The record of a kind, checked anew; None for an empty one."""
    values = json.loads(text)
    if not values:
        return None
    for name, value in values.items():
        if value == "inf" and kind is Settings:
            values[name] = math.inf
        elif isinstance(value, list):
            values[name] = tuple(value)
    return kind(**values)


def _number(word: str) -> float:
    return float(word) if _NUMBER.fullmatch(word) else math.nan


def decoded(collected: Round, messages: list[Message]) -> np.ndarray:
    """What the messages of a round decode to; see `Survey`. Predictions as numbers.

    >>> from ppr_core.classroom import Message, Question, Room, Round, Settings, decoded
    >>> room = Room("ABCDEF", Question(kind="yes_no", text="Do you smoke?"), join_url="", expires=0.0)
    >>> collected = Round(room, 1, Settings(scheme="plain_response"), seed=7)
    >>> decoded(collected, [Message(1, table=5, word="0"), Message(2, table=9, word="1")])  # votes for no and for yes
    array([[0, 1],
           [1, 0]], dtype=int8)
    """
    words = [message.word for message in messages]
    if collected.settings is None:
        return np.array([float(word) for word in words])
    tables = np.array([message.table for message in messages], dtype=np.int64)
    return survey(collected.room.question, collected.settings).reports(words, tables, collected.seed)
