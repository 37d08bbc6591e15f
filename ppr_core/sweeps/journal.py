"""What a sweep has measured so far, a line a run, so that a killed sweep goes on where it was.

A line is written whole and flushed to the disk before the next one; a line that was cut off is no line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

__all__ = ["Journal"]


class Journal:
    """Rows by the key of their run; each key is kept once, whatever is added."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+", encoding="utf-8", errors="replace")
        _lock(self._file, path)
        self._file.seek(0)
        self._rows = dict(_rows(self._file))
        self._file.write("\n")  # ends a line that was cut off

    def __contains__(self, key: str) -> bool:
        return key in self._rows

    def __getitem__(self, key: str) -> list[dict[str, Any]]:
        return self._rows[key]

    def add(self, key: str, rows: list[dict[str, Any]]) -> None:
        """Keep the rows of a run, unless it is known; they are on the disk when this returns."""
        if key in self._rows:
            return
        self._file.write(json.dumps([key, rows], ensure_ascii=False) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._rows[key] = rows

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def _rows(lines: Iterable[str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for line in lines:
        try:
            key, rows = json.loads(line)
        except ValueError:
            continue
        yield key, rows


def _lock(file: TextIO, path: Path) -> None:
    """One sweep a file; where the system has no such locks, it is the caller's to see to."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ValueError(f"out must be a file that no other sweep writes; {path} is held by one.") from None
