"""Lectures that a server keeps, so that a short link opens them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ppr_core import validation
from ppr_core.classroom.database import Database
from ppr_core.classroom.store import CODE_LETTERS

__all__ = ["Lectures"]

_LENGTH = 8  # letters of a code: 8·10¹¹ of them
_MOST, _MOST_CHARACTERS = 1000, 20_000  # lectures kept, characters of one
_SCHEMA = "CREATE TABLE IF NOT EXISTS lectures (place INTEGER PRIMARY KEY, code TEXT UNIQUE, text TEXT NOT NULL);"


class Lectures:
    """Texts in the file of this path, by codes that follow from them; of more than 1000 the oldest goes.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from ppr_core.classroom import Lectures
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lectures = Lectures(Path(folder) / "lectures.db")
    ...     code = lectures.keep("my lecture")
    ...     len(code), lectures.kept(code), lectures.kept("another")
    ...
    (8, 'my lecture', '')
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, _SCHEMA, 1)

    def keep(self, text: str) -> str:
        """The code of a text of at most 20 000 characters; `Unavailable` where it cannot be kept."""
        validation.require(len(text) <= _MOST_CHARACTERS, "text", len(text), "at most 20 000 characters")
        number, letters = int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()), []
        for _ in range(_LENGTH):
            number, letter = divmod(number, len(CODE_LETTERS))
            letters.append(CODE_LETTERS[letter])
        code = "".join(letters)
        with self._database.writing() as connection:
            connection.execute("INSERT OR IGNORE INTO lectures (code, text) VALUES (?, ?)", (code, text))
            newest = "SELECT place FROM lectures ORDER BY place DESC LIMIT ?"
            connection.execute(f"DELETE FROM lectures WHERE place NOT IN ({newest})", (_MOST,))
        return code

    def kept(self, code: str) -> str:
        """The text of a code, "" if there is none."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT text FROM lectures WHERE code = ?", (code,)).fetchall()
        return str(rows[0][0]) if rows else ""
