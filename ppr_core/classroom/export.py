"""A room's messages as a table, and the way back: each line holds all that is needed to decode it again."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import replace

from ppr_core import validation
from ppr_core.classroom.question import Question
from ppr_core.classroom.rooms import Message, Room, Round, from_json, to_json
from ppr_core.classroom.surveys import Settings

__all__ = ["read_csv", "to_csv"]

_COLUMNS = ("round", "table", "message", "seed", "rehearsal", "truth", "settings", "question")
_BITS = "0b"  # in front of a word, so that no spreadsheet takes it for a number


def to_csv(collected: Iterable[tuple[Round, list[Message]]]) -> str:
    """One line for each message: its round and table, the word, and what the round was.

    >>> from ppr_core.classroom import Message, Question, Room, Round, Settings, to_csv
    >>> room = Room("ABCDEF", Question(kind="yes_no", text="Do you smoke?"), join_url="", expires=0.0)
    >>> collected = Round(room, 1, Settings(scheme="plain_response"), seed=7)
    >>> print(to_csv([(collected, [Message(1, table=5, word="0")])]).splitlines()[0])
    round,table,message,seed,rehearsal,truth,settings,question
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for of, messages in collected:
        prefix = _BITS if of.settings is not None else ""
        what = (
            f"0x{of.seed:x}",
            of.rehearsal,
            " ".join(map(repr, of.truth)),
            to_json(of.settings),
            to_json(of.room.question),
        )
        writer.writerows((of.number, message.table, prefix + message.word, *what) for message in messages)
    return out.getvalue()


def read_csv(text: str) -> list[tuple[Round, list[Message]]]:
    """The rounds of a table that `to_csv` wrote, with their messages; ``ValueError`` for another table.

    >>> from ppr_core.classroom import Message, Question, Room, Round, Settings, read_csv, to_csv
    >>> room = Room("ABCDEF", Question(kind="yes_no", text="Do you smoke?"), join_url="", expires=0.0)
    >>> collected = Round(room, 1, Settings(scheme="plain_response"), seed=7)
    >>> [(back, messages)] = read_csv(to_csv([(collected, [Message(1, table=5, word="0")])]))
    >>> back.room.question == room.question, back.seed, messages[0].word
    (True, 7, '0')
    """
    rows = csv.DictReader(io.StringIO(text))
    validation.require(tuple(rows.fieldnames or ()) == _COLUMNS, "columns", rows.fieldnames, ", ".join(_COLUMNS))
    found: dict[int, tuple[Round, list[Message]]] = {}
    for position, row in enumerate(rows, 1):
        number = int(row["round"])
        if number not in found:
            room = Room("", from_json(Question, row["question"]), "", 0.0)
            truth = tuple(float(part) for part in row["truth"].split())
            of = Round(room, number, from_json(Settings, row["settings"]), int(row["seed"], 16), False, True)
            found[number] = (replace(of, rehearsal=int(row["rehearsal"]), truth=truth), [])
        of, messages = found[number]
        table = int(row["table"])
        messages.append(Message(position, table, of.check(row["message"].removeprefix(_BITS), table)))
    return list(found.values())
