"""A private SQLite file that is made anew where it is gone, and says in a sentence what is wrong with it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ppr_core.texts import Messages

__all__ = ["Closed", "Database", "Unavailable"]

_WAIT_SECONDS = 1.0  # for another writer; one transaction takes a millisecond
_MOST_IDLE = 8
_REASONS = {
    "SQLITE_FULL": "full",
    "SQLITE_IOERR": "disk",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
}

message = Messages("classroom")


class Closed(ValueError):
    """There is no such room or round, or it takes no messages now."""


class Unavailable(Closed):
    """The file cannot be used now; what was asked for has not been done."""


class Database:
    """The file of this path with the tables of a schema; a file of another ``version`` begins anew.

    Each ``with`` block has a connection of its own, so threads and processes all see the same. What fails raises
    `Unavailable`, within two seconds.
    """

    def __init__(self, path: Path, schema: str, version: int) -> None:
        self.path, self._schema, self._version = path, schema, version
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._file: tuple[int, int] | None = None  # device and inode of what the connections have open
        with _speaking(), self._lock:
            self._prepare()

    def close(self) -> None:
        """Write everything into the one file."""
        with self._lock:
            self._forget()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees what is written."""
        with _speaking():
            connection = self._take()
            try:
                yield connection
            finally:
                self._give(connection)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees no other writer's half work; what goes wrong leaves everything as it was."""
        with self.reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._file is None or self._found() != self._file:
                self._prepare()
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _give(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if self._file is not None and self._found() == self._file and len(self._idle) < _MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def _found(self) -> tuple[int, int] | None:
        try:
            known = os.stat(self.path, follow_symlinks=False)
        except FileNotFoundError:
            return None
        return known.st_dev, known.st_ino

    def _prepare(self) -> None:
        """Folder, file and tables, wherever one of them is missing."""
        self._forget()
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600))
        if hasattr(os, "getuid") and self.path.stat().st_uid != os.getuid():
            raise PermissionError(f"{self.path} belongs to somebody else")
        connection = self._connect()
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            [(version,)] = connection.execute("PRAGMA user_version")
            if version != self._version:
                connection.execute("PRAGMA foreign_keys = OFF")
                for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                    if not table.startswith("sqlite_"):
                        connection.execute(f"DROP TABLE {table}")
                connection.execute(f"PRAGMA user_version = {self._version}")
                connection.execute("PRAGMA foreign_keys = ON")
            connection.executescript(self._schema)
        except BaseException:
            connection.close()
            raise
        # Kept: the last connection that closes would write all pages back, after every call.
        self._idle.append(connection)
        self._file = self._found()

    def _forget(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self._file = None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = NORMAL")  # outlives the process; a power cut may take the last second
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        return connection


@contextmanager
def _speaking() -> Iterator[None]:
    """What the file's library or the system says becomes a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        name = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
        raise Unavailable(message(f"file-{_REASONS.get(name, 'place')}")) from error
    except OSError as error:
        raise Unavailable(message("file-place")) from error
