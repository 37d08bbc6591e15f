"""Where rooms and messages are kept: a private SQLite file. Messages, never answers.

Every call is a transaction of its own, so threads, processes and restarts all see the same; a message is in the file
before its sender is told so. What is deleted is overwritten (``secure_delete``).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from dataclasses import replace
from pathlib import Path

from ppr_core import validation
from ppr_core.classroom.clock import since_start
from ppr_core.classroom.database import Closed, Database
from ppr_core.classroom.question import Question
from ppr_core.classroom.rooms import Message, Room, Round, from_json, table_of, to_json
from ppr_core.classroom.schema import SCHEMA, VERSION
from ppr_core.classroom.surveys import Settings, survey
from ppr_core.texts import Messages

__all__ = ["CODE_LETTERS", "IDLE_SECONDS", "Store"]

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no I, L, O, 0, 1
MOST_MESSAGES, MOST_OF_SENDER, MOST_ROUNDS, MOST_ROOMS = 6000, 2000, 30, 1000
IDLE_SECONDS = 3 * 3600.0  # after which a room ends in which nobody has answered and at which nobody has looked
_GIVES_WAY = 600.0  # seconds without a look after which an empty room makes place in a full store
_LISTENS_SECONDS = 10.0  # for which a server's count of the phones that listen holds
_SENDER_DIGITS = 5  # 20 bits: about 4000 addresses of the internet have the same
_CODE = re.compile(f"[{CODE_LETTERS}]{{6}}")
_DEVICE = re.compile("[0-9a-f]{32}")
_EMPTY = """NOT EXISTS (
    SELECT 1 FROM messages JOIN rounds USING (code, number) WHERE code = rooms.code AND NOT rehearsal
)"""
_BRING = "UPDATE rooms SET farewell = '', front = ? WHERE code = ?"

message = Messages("classroom")


class Store:
    """The rooms in the file of this path. now: what `now` says; codes, secrets and seeds are the caller's.

    >>> import tempfile
    >>> from ppr_core.classroom import Question, Store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(folder + "/rooms.db")
    ...     asked = Question(kind="yes_no", text="Do you smoke?")
    ...     room = store.open_room(asked, code="ABCDEF", secret=32 * "a", join_url="", now=0.0)
    ...     store.room("ABCDEF", now=1.0) == room, store.is_lecturer("ABCDEF", 32 * "b")
    (True, False)
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._database = Database(self.path, SCHEMA, VERSION)
        self._reading, self._writing, self.close = (
            self._database.reading, self._database.writing, self._database.close
        )  # fmt: skip

    def now(self) -> float:
        """Seconds since 1970, as the machine's clock had them when it was first asked since the machine's start.

        Whoever sets that clock meanwhile moves no room's end, in no process that shares the file. After a start with
        a clock that is behind, time goes on from where somebody last looked at a room.
        """
        run, seconds = since_start()
        with self._reading() as connection:
            known = connection.execute("SELECT start FROM clock WHERE run = ?", (run,)).fetchall()
        if not known:
            with self._writing() as connection:
                [(seen,)] = connection.execute("SELECT COALESCE(MAX(seen), 0) FROM rooms")
                connection.execute("INSERT OR IGNORE INTO clock VALUES (?, ?)", (run, max(time.time(), seen) - seconds))
                known = connection.execute("SELECT start FROM clock WHERE run = ?", (run,)).fetchall()
        return float(known[0][0]) + seconds

    # --- Rooms -----------------------------------------------------------------------------------------------------

    def open_room(
        self, question: Question, *, code: str, secret: str, join_url: str, now: float, lifetime: float = 86_400.0
    ) -> Room:
        """A new room. code: 6 of `CODE_LETTERS`; secret: at least 128 bits as text. Only the secret's hash is kept."""
        validation.require(bool(_CODE.fullmatch(code)), "code", code, f"6 of the characters {CODE_LETTERS}")
        validation.require(len(secret) >= 22, "secret", "…", "a text of at least 22 characters")
        lifetime = validation.real("lifetime", lifetime, 0.0, 31 * 86_400.0, low_open=True)
        room, network_key = Room(code, question, join_url, now + lifetime), _hash(f"networks of {code} {secret}")
        self.delete_expired(now)
        with self._writing() as connection:
            [(rooms,)] = connection.execute("SELECT COUNT(*) FROM rooms")
            if rooms >= MOST_ROOMS:
                idle = f"SELECT code FROM rooms WHERE seen <= ? AND {_EMPTY} ORDER BY seen LIMIT 1"
                removed = connection.execute(f"DELETE FROM rooms WHERE code IN ({idle})", (now - _GIVES_WAY,)).rowcount
                if not removed:
                    raise Closed(message("full-server", most=str(MOST_ROOMS)))
            kept = (code, _hash(secret), to_json(question), join_url, room.expires, now, network_key)
            connection.execute("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, '', 0)", kept)
        return room

    def room(self, code: str, now: float) -> Room:
        """The room of a code; `Closed` if there is none any more."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT question, join_url, expires, farewell FROM rooms WHERE code = ?", (code,)
            ).fetchall()
        if not rows or rows[0][2] <= now:
            raise Closed(message("no-room"))
        [(question, *further)] = rows
        return Room(code, from_json(Question, question), *further)

    def is_lecturer(self, code: str, secret: str) -> bool:
        """Whether this is the secret of the room."""
        with self._reading() as connection:
            rows = connection.execute("SELECT secret FROM rooms WHERE code = ?", (code,)).fetchall()
        return bool(rows) and hmac.compare_digest(rows[0][0], _hash(secret))

    def delete_room(self, code: str) -> None:
        """The room with all that belongs to it; but a farewell stays for its phones, while they look at it."""
        with self._writing() as connection:
            connection.execute("DELETE FROM rooms WHERE code = ? AND farewell = ''", (code,))
            for table in ("rounds", "listening", "refused"):
                connection.execute(f"DELETE FROM {table} WHERE code = ?", (code,))
            connection.execute("UPDATE rooms SET secret = '', network_key = '' WHERE code = ?", (code,))

    def bid_farewell(self, code: str, farewell: str) -> None:
        """Close all rounds; phones show this, until a round begins or is opened again."""
        with self._writing() as connection:
            connection.execute("UPDATE rounds SET open = 0 WHERE code = ? AND rehearsal = 0", (code,))
            connection.execute("UPDATE rooms SET farewell = ? WHERE code = ?", (farewell, code))

    def delete_expired(self, now: float) -> None:
        """All rooms whose time is over, and those without an answer that nobody has looked at for 3 hours."""
        with self._writing() as connection:
            connection.execute(
                f"DELETE FROM rooms WHERE expires <= ? OR (seen <= ? AND {_EMPTY})", (now, now - IDLE_SECONDS)
            )

    def look(self, code: str, now: float) -> None:
        """Somebody looks at this room."""
        with self._writing() as connection:
            connection.execute("UPDATE rooms SET seen = ? WHERE code = ?", (now, code))

    def set_listening(self, code: str, server: str, count: int, now: float) -> None:
        """So many phones of a room listen at one server of those that share the file."""
        with self._writing() as connection:
            if connection.execute("SELECT 1 FROM rooms WHERE code = ?", (code,)).fetchall():
                connection.execute("INSERT OR REPLACE INTO listening VALUES (?, ?, ?, ?)", (code, server, count, now))

    def listening(self, code: str, now: float) -> int:
        """How many phones listen at all servers together, as of a few seconds ago."""
        query = "SELECT COALESCE(SUM(count), 0) FROM listening WHERE code = ? AND seen > ?"
        with self._reading() as connection:
            [(count,)] = connection.execute(query, (code, now - _LISTENS_SECONDS)).fetchall()
        return int(count)

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

        The round asks the question of ``room``, which may be another one than the room was opened with.
        Raises ``ValueError`` for settings that do not serve the kind.
        """
        validation.require((settings is None) == (not room.question.private), "settings", settings, "those of the kind")
        if settings is not None:
            survey(room.question, settings)
        with self._writing() as connection:
            if not connection.execute("SELECT 1 FROM rooms WHERE code = ? AND secret != ''", (room.code,)).fetchall():
                raise Closed(message("room-ended"))
            if not rehearsal:
                connection.execute("UPDATE rounds SET open = 0 WHERE code = ? AND rehearsal = 0", (room.code,))
            [(last,)] = connection.execute("SELECT COUNT(*) FROM rounds WHERE code = ?", (room.code,))
            if last >= MOST_ROUNDS:
                raise Closed(message("full-room", most=str(MOST_ROUNDS)))
            if not rehearsal:
                connection.execute(_BRING, (last + 1, room.code))
            started = Round(
                room, last + 1, settings, seed, rehearsal=rehearsal, truth=tuple(truth), front=not rehearsal
            )
            kept = (room.code, last + 1, to_json(settings), f"{seed:x}", rehearsal, _truth_text(truth))
            connection.execute("INSERT INTO rounds VALUES (?, ?, ?, ?, 1, 0, ?, ?, ?)", (*kept, to_json(room.question)))
        return started

    def rounds(self, room: Room) -> list[Round]:
        """All rounds of a room, in order; the room of each has the round's own question."""
        query = """SELECT rounds.question, number, settings, seed, open, revealed, rehearsal, truth, number = front
                   FROM rounds JOIN rooms USING (code) WHERE code = ? ORDER BY number"""
        with self._reading() as connection:
            rows = connection.execute(query, (room.code,)).fetchall()
        return [
            Round(replace(room, question=from_json(Question, question)), number, from_json(Settings, settings),
                  int(seed, 16), bool(is_open), bool(revealed), rehearsal, tuple(map(float, truth.split())),
                  bool(front))
            for question, number, settings, seed, is_open, revealed, rehearsal, truth, front in rows
        ]  # fmt: skip

    def set_open(self, of: Round, is_open: bool) -> None:
        """Close a round, or open it again, for phones to see, and close the others."""
        with self._writing() as connection:
            connection.execute("UPDATE rounds SET open = 0 WHERE code = ? AND rehearsal = 0", (of.room.code,))
            if is_open:
                connection.execute(_BRING, (of.number, of.room.code))
            connection.execute(
                "UPDATE rounds SET open = ? WHERE code = ? AND number = ?", (is_open, of.room.code, of.number)
            )

    def bring_back(self, of: Round) -> None:
        """Phones see this round again; it takes messages unless its estimate is shown, the others do not."""
        with self._writing() as connection:
            connection.execute(_BRING, (of.number, of.room.code))
            connection.execute(
                "UPDATE rounds SET open = (number = ? AND NOT revealed) WHERE code = ? AND rehearsal = 0",
                (of.number, of.room.code),
            )

    def set_revealed(self, of: Round, revealed: bool) -> None:
        """Show or hide the estimate of a round."""
        self._set(of, "revealed", revealed)

    def set_truth(self, of: Round, truth: tuple[float, ...]) -> None:
        """The measured value of a prediction."""
        self._set(of, "truth", _truth_text(truth))

    # --- Messages --------------------------------------------------------------------------------------------------

    def put(self, of: Round, device: str, word: str, address: str = "") -> bool:
        """Take a message; True if it is the device's first, False if it takes the place of the one before.

        device: 128 random bits as 32 hexadecimal digits; kept as a hash. address: of the network that it comes from;
        kept as a hash of 20 bits, keyed by the room. Raises ``ValueError`` for a word that no phone sends, `Closed`
        where no messages are taken, `Unavailable` where they cannot be kept.
        """
        validation.require(isinstance(device, str) and bool(_DEVICE.fullmatch(device)), "device", "…", "128 bits")
        of.check(word, table_of(device))
        where, name = (of.room.code, of.number), _hash(device)
        with self._writing() as connection:
            rows = connection.execute(
                "SELECT open, network_key FROM rounds JOIN rooms USING (code) WHERE code = ? AND number = ?", where
            ).fetchall()
            if not rows:
                raise Closed(message("room-ended"))
            [(is_open, key)] = rows
            if not is_open:
                raise Closed(message("round-closed"))
            sender = _sender(key, address)
            if connection.execute(
                "SELECT 1 FROM refused WHERE code = ? AND sender = ?", (of.room.code, sender)
            ).fetchall():
                raise Closed(message("refused"))
            removed = connection.execute(
                "DELETE FROM messages WHERE code = ? AND number = ? AND device = ?", (*where, name)
            ).rowcount
            [(together, of_sender)] = connection.execute(
                "SELECT COUNT(*), COUNT(CASE WHEN sender = ? THEN 1 END) FROM messages WHERE code = ? AND number = ?",
                (sender, *where),
            )
            if together >= MOST_MESSAGES:
                raise Closed(message("full-round", most=str(MOST_MESSAGES)))
            if of_sender >= MOST_OF_SENDER:
                raise Closed(message("full-network", most=str(MOST_OF_SENDER)))
            connection.execute(
                "INSERT INTO messages (code, number, device, sender, table_number, word) VALUES (?, ?, ?, ?, ?, ?)",
                (*where, name, sender, table_of(device), word),
            )
        return not removed

    def senders(self, of: Round) -> dict[str, int]:
        """How many devices have answered from each network, the most first."""
        query = "SELECT sender, COUNT(*) FROM messages WHERE code = ? AND number = ? GROUP BY sender ORDER BY 2 DESC, 1"
        with self._reading() as connection:
            return dict(connection.execute(query, (of.room.code, of.number)).fetchall())

    def refuse(self, room: Room, sender: str) -> None:
        """Delete the messages of a network in all rounds of a room, and take none any more."""
        with self._writing() as connection:
            connection.execute("DELETE FROM messages WHERE code = ? AND sender = ?", (room.code, sender))
            connection.execute("INSERT OR IGNORE INTO refused VALUES (?, ?)", (room.code, sender))

    def refused(self, room: Room) -> list[str]:
        """The networks that no messages are taken from."""
        with self._reading() as connection:
            query = "SELECT sender FROM refused WHERE code = ? ORDER BY sender"
            return [sender for (sender,) in connection.execute(query, (room.code,))]

    def readmit(self, room: Room) -> None:
        """Take messages from all networks again."""
        with self._writing() as connection:
            connection.execute("DELETE FROM refused WHERE code = ?", (room.code,))

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

    def _set(self, of: Round, column: str, value: object) -> None:
        with self._writing() as connection:
            connection.execute(
                f"UPDATE rounds SET {column} = ? WHERE code = ? AND number = ?", (value, of.room.code, of.number)
            )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _sender(key: str, address: str) -> str:
    return hmac.new(bytes.fromhex(key), address.encode("utf-8"), "sha256").hexdigest()[:_SENDER_DIGITS]


def _truth_text(truth: tuple[float, ...]) -> str:
    return " ".join(repr(float(part)) for part in truth)
