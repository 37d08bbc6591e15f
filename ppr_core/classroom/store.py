"""Where rooms and messages are kept: a private SQLite file. Messages, never answers.

Every call is a transaction of its own connection, so threads, processes and restarts all see the same; a message is
in the file before its sender is told so. What is deleted is overwritten (``secure_delete``).
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ppr_core import validation
from ppr_core.classroom.question import Question
from ppr_core.classroom.rooms import Message, Room, Round, from_json, table_of, to_json
from ppr_core.classroom.surveys import Settings, survey

__all__ = ["CODE_LETTERS", "Closed", "Store"]

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no I, L, O, 0, 1
MOST_MESSAGES, MOST_ROUNDS, MOST_ROOMS = 2000, 30, 500
_CODE = re.compile(f"[{CODE_LETTERS}]{{6}}")
_DEVICE = re.compile("[0-9a-f]{32}")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, secret TEXT NOT NULL, question TEXT NOT NULL, join_url TEXT NOT NULL, expires REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS rounds (
    code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL, settings TEXT NOT NULL,
    seed TEXT NOT NULL, open INTEGER NOT NULL, revealed INTEGER NOT NULL, rehearsal INTEGER NOT NULL,
    truth TEXT NOT NULL, PRIMARY KEY (code, number)
);
CREATE TABLE IF NOT EXISTS messages (
    place INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, number INTEGER NOT NULL, device TEXT NOT NULL,
    table_number INTEGER NOT NULL, word TEXT NOT NULL, UNIQUE (code, number, device),
    FOREIGN KEY (code, number) REFERENCES rounds ON DELETE CASCADE
);
"""


class Closed(ValueError):
    """There is no such room or round, or it takes no messages now."""


class Store:
    """The rooms in the file of this path. now: seconds since 1970; codes, secrets and seeds are the caller's."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600))
        if hasattr(os, "getuid") and self.path.stat().st_uid != os.getuid():
            raise PermissionError(f"{self.path} belongs to somebody else; rooms have no place.")
        # Stays open: the last connection that closes would write all pages back, after every call.
        self._kept = self._connect()
        self._kept.execute("PRAGMA journal_mode = WAL")
        self._kept.executescript(_SCHEMA)

    def close(self) -> None:
        """Write everything into the one file."""
        self._kept.close()

    # --- Rooms -----------------------------------------------------------------------------------------------------

    def open_room(
        self, question: Question, *, code: str, secret: str, join_url: str, now: float, lifetime: float = 86_400.0
    ) -> Room:
        """A new room. code: 6 of `CODE_LETTERS`; secret: at least 128 bits as text. Only the secret's hash is kept."""
        validation.require(bool(_CODE.fullmatch(code)), "code", code, f"6 of the characters {CODE_LETTERS}")
        validation.require(len(secret) >= 22, "secret", "…", "a text of at least 22 characters")
        lifetime = validation.real("lifetime", lifetime, 0.0, 31 * 86_400.0, low_open=True)
        room = Room(code, question, join_url, now + lifetime)
        self.delete_expired(now)
        with self._writing() as connection:
            [(rooms,)] = connection.execute("SELECT COUNT(*) FROM rooms")
            if rooms >= MOST_ROOMS:
                raise Closed(f"This server holds {MOST_ROOMS} rooms already; the oldest ones end by themselves.")
            connection.execute(
                "INSERT INTO rooms VALUES (?, ?, ?, ?, ?)",
                (code, _hash(secret), to_json(question), join_url, room.expires),
            )
        return room

    def room(self, code: str, now: float) -> Room:
        """The room of a code; `Closed` if there is none any more."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT question, join_url, expires FROM rooms WHERE code = ?", (code,)
            ).fetchall()
        if not rows or rows[0][2] <= now:
            raise Closed("There is no room with this code.")
        [(question, join_url, expires)] = rows
        return Room(code, from_json(Question, question), join_url, expires)

    def is_lecturer(self, code: str, secret: str) -> bool:
        """Whether this is the secret of the room."""
        with self._reading() as connection:
            rows = connection.execute("SELECT secret FROM rooms WHERE code = ?", (code,)).fetchall()
        return bool(rows) and hmac.compare_digest(rows[0][0], _hash(secret))

    def delete_room(self, code: str) -> None:
        """The room with all that belongs to it."""
        with self._writing() as connection:
            connection.execute("DELETE FROM rooms WHERE code = ?", (code,))

    def delete_expired(self, now: float) -> None:
        """All rooms whose time is over."""
        with self._writing() as connection:
            connection.execute("DELETE FROM rooms WHERE expires <= ?", (now,))

    # --- Rounds ----------------------------------------------------------------------------------------------------

    def start_round(
        self,
        room: Room,
        settings: Settings | None,
        *,
        seed: int,
        rehearsal: int = 0,
        truth: tuple[float, ...] = (),
    ) -> Round:
        """The next round, open; those before it are closed, unless it is a rehearsal, which phones do not see.

        Raises ``ValueError`` for settings that do not serve the kind.
        """
        validation.require((settings is None) == (not room.question.private), "settings", settings, "those of the kind")
        if settings is not None:
            survey(room.question, settings)
        with self._writing() as connection:
            if not rehearsal:
                connection.execute("UPDATE rounds SET open = 0 WHERE code = ? AND rehearsal = 0", (room.code,))
            [(last,)] = connection.execute("SELECT COUNT(*) FROM rounds WHERE code = ?", (room.code,))
            if last >= MOST_ROUNDS:
                raise Closed(f"A room has at most {MOST_ROUNDS} rounds; open another room.")
            started = Round(room, last + 1, settings, seed, rehearsal=rehearsal, truth=tuple(truth))
            connection.execute(
                "INSERT INTO rounds VALUES (?, ?, ?, ?, 1, 0, ?, ?)",
                (room.code, last + 1, to_json(settings), f"{seed:x}", rehearsal, _truth_text(truth)),
            )
        return started

    def rounds(self, room: Room) -> list[Round]:
        """All rounds of a room, in order."""
        query = (
            "SELECT number, settings, seed, open, revealed, rehearsal, truth FROM rounds WHERE code = ? ORDER BY number"
        )
        with self._reading() as connection:
            rows = connection.execute(query, (room.code,)).fetchall()
        return [
            Round(room, number, from_json(Settings, settings), int(seed, 16), bool(is_open), bool(revealed), rehearsal,
                  tuple(float(part) for part in truth.split()))
            for number, settings, seed, is_open, revealed, rehearsal, truth in rows
        ]  # fmt: skip

    def set_open(self, of: Round, is_open: bool) -> None:
        """Close a round, or open it again and close the others."""
        with self._writing() as connection:
            connection.execute("UPDATE rounds SET open = 0 WHERE code = ? AND rehearsal = 0", (of.room.code,))
            connection.execute(
                "UPDATE rounds SET open = ? WHERE code = ? AND number = ?", (is_open, of.room.code, of.number)
            )

    def set_revealed(self, of: Round, revealed: bool) -> None:
        """Show or hide the estimate of a round."""
        self._set(of, "revealed", revealed)

    def set_truth(self, of: Round, truth: tuple[float, ...]) -> None:
        """The measured value of a prediction."""
        self._set(of, "truth", _truth_text(truth))

    # --- Messages --------------------------------------------------------------------------------------------------

    def put(self, of: Round, device: str, word: str) -> bool:
        """Take a message; True if it is the device's first, False if it takes the place of the one before.

        device: 128 random bits as 32 hexadecimal digits; kept as a hash. Raises ``ValueError`` for a word that no phone
        sends, `Closed` where no messages are taken.
        """
        validation.require(isinstance(device, str) and bool(_DEVICE.fullmatch(device)), "device", "…", "128 bits")
        of.check(word)
        where = (of.room.code, of.number)
        with self._writing() as connection:
            rows = connection.execute("SELECT open FROM rounds WHERE code = ? AND number = ?", where).fetchall()
            if not rows or not rows[0][0]:
                raise Closed("This round takes no answers now.")
            [(count,)] = connection.execute("SELECT COUNT(*) FROM messages WHERE code = ? AND number = ?", where)
            removed = connection.execute(
                "DELETE FROM messages WHERE code = ? AND number = ? AND device = ?", (*where, _hash(device))
            ).rowcount
            if count - removed >= MOST_MESSAGES:
                raise Closed(f"A round takes at most {MOST_MESSAGES} messages.")
            connection.execute(
                "INSERT INTO messages (code, number, device, table_number, word) VALUES (?, ?, ?, ?, ?)",
                (*where, _hash(device), table_of(device), word),
            )
        return not removed

    def messages(self, of: Round) -> list[Message]:
        """The messages of a round, in the order of their arrival."""
        query = "SELECT place, table_number, word FROM messages WHERE code = ? AND number = ? ORDER BY place"
        with self._reading() as connection:
            return [Message(*row) for row in connection.execute(query, (of.room.code, of.number))]

    def latest(self, of: Round) -> tuple[int, int]:
        """How many messages there are, and the place of the last one: both change when anything does."""
        query = "SELECT COUNT(*), COALESCE(MAX(place), 0) FROM messages WHERE code = ? AND number = ?"
        with self._reading() as connection:
            [(count, place)] = connection.execute(query, (of.room.code, of.number)).fetchall()
        return count, place

    def clear(self, of: Round) -> None:
        """Delete the messages of a round."""
        with self._writing() as connection:
            connection.execute("DELETE FROM messages WHERE code = ? AND number = ?", (of.room.code, of.number))

    # --- How it is done --------------------------------------------------------------------------------------------

    def _set(self, of: Round, column: str, value: object) -> None:
        with self._writing() as connection:
            connection.execute(
                f"UPDATE rounds SET {column} = ? WHERE code = ? AND number = ?", (value, of.room.code, of.number)
            )

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=15.0, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = NORMAL")  # outlives the process; a power cut may take the last second
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        return connection

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        connection = self._connect()
        try:
            yield connection
        finally:
            connection.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees no other writer's half work; what goes wrong leaves everything as it was."""
        with self._reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _truth_text(truth: tuple[float, ...]) -> str:
    return " ".join(repr(float(part)) for part in truth)
