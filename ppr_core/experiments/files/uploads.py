"""Uploaded files as data: kept on this server under a random id, and read from there.

A parameter record holds an id, not data, so a result stays a pure function of its parameters, no array crosses a
process border, and a link stays short. All processes of one user on this machine see the same store: a private folder
below the system's temporary one. Its size is limited; what was not used for longest goes first, and what nobody used
for a day goes anyhow. Whoever has an id can read its file; nobody can guess one, not even from the file's content.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from ppr_core import validation
from ppr_core.csv_columns import Categories, Numbers, categories, numbers
from ppr_core.csv_rows import LARGEST_BYTES, check_size, refuse
from ppr_core.wording import number

__all__ = ["chosen", "delete", "load", "load_categories", "load_numbers", "load_parsed", "save"]

MOST_BYTES = 200 * 2**20
MOST_FILES = 1000
EXPIRY_SECONDS = 86_400.0
_ID = re.compile(r"[0-9a-f]{32}")
_TABLES_KEPT = 16
_PARSING = threading.Lock()


def save(data: bytes, field: str = "file") -> str:
    """Keep a file; its id, 128 random bits as 32 hexadecimal digits, another one each time.

    Raises ``ValueError`` for more than `LARGEST_BYTES`, and where the store cannot take it.
    """
    check_size(data, field)
    file_id = os.urandom(16).hex()
    try:
        folder = _folder()
        unfinished = folder / f"{file_id}.new"
        try:
            with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
            os.replace(unfinished, folder / file_id)  # in one step: a reader never sees half a file
        finally:
            unfinished.unlink(missing_ok=True)
        _make_room(folder, file_id)
    except OSError as error:
        _refuse_store(error, field)
    return file_id


def delete(file_id: str) -> None:
    """Drop a file and what was read from it; nothing if there is none."""
    if _ID.fullmatch(file_id) is not None:
        with suppress(OSError):
            (_folder() / file_id).unlink(missing_ok=True)
        _parsed.cache_clear()


def load(file_id: str, field: str = "file") -> bytes:
    """The file of an id; ``ValueError`` if there is none, or none any more."""
    _touch(file_id, field)
    try:
        return (_folder() / file_id).read_bytes()
    except FileNotFoundError:
        _refuse_missing(file_id, field)
    except OSError as error:
        _refuse_store(error, field)


def load_numbers(file_id: str, field: str = "file", **limits: Any) -> Numbers:
    """`numbers` of a kept file, with its limits; read once by a process and then shared, so its array is read-only."""
    return load_parsed(numbers, file_id, field, **limits)


def load_categories(file_id: str, field: str = "file", **limits: Any) -> Categories:
    """`categories` of a kept file, with its limits; read once and shared as well."""
    return load_parsed(categories, file_id, field, **limits)


def chosen(columns: str, table: Numbers | Categories, field: str = "columns") -> np.ndarray:
    """Indices, from 0, of the columns that a field of kind "columns" names; int64, rising; all for "".

    Raises ``ValueError`` for a column the table does not have.
    """
    count = len(table.names)
    if not columns:
        return np.arange(count)
    picked = np.array([int(number) for number in columns.split(",")])
    validation.require(picked[-1] <= count, field, columns, f"numbers of the file's columns, from 1 to {count}")
    return picked - 1


def load_parsed(parse: Callable[..., Any], file_id: str, field: str, **limits: Any) -> Any:
    """What ``parse(data, field, **limits)`` makes of a kept file, once in a process; a refusal is kept, too."""
    _touch(file_id, field)
    with _PARSING:  # one after the other: who asks for the same meanwhile finds it ready
        parsed = _parsed(parse, file_id, field, **limits)
    if isinstance(parsed, ValueError):
        raise ValueError(*parsed.args)
    return parsed


@lru_cache(maxsize=_TABLES_KEPT)
def _parsed(parse: Callable[..., Any], file_id: str, field: str, **limits: Any) -> Any:
    """The table of a file, or the refusal: a file is not read again only to be refused again."""
    data = load(file_id, field)
    try:
        return parse(data, field, **limits)
    except ValueError as error:
        return error.with_traceback(None)


def _touch(file_id: str, field: str) -> None:
    """Note that a file is used now."""
    if file_id == "":
        refuse(field, f"an uploaded file, CSV text of at most {number(LARGEST_BYTES / 2**20)} MB", "none")
    allowed = isinstance(file_id, str) and _ID.fullmatch(file_id) is not None
    validation.require(allowed, field, file_id, "the id of an uploaded file, 32 hexadecimal digits")
    try:
        path = _folder() / file_id
        if time.time() - path.stat().st_mtime > EXPIRY_SECONDS:
            delete(file_id)
        os.utime(path)
    except FileNotFoundError:
        _refuse_missing(file_id, field)
    except OSError as error:
        _refuse_store(error, field)


def _refuse_missing(file_id: str, field: str) -> NoReturn:
    refuse(field, "a file on this server", f"{file_id[:8]}…, which is not there (any more): upload it again")


def _refuse_store(error: OSError, field: str) -> NoReturn:
    why = error.strerror or str(error)
    raise ValueError(f"{field} cannot be kept or read: this server's store for files does not work ({why}).") from error


def _folder() -> Path:
    """The store: a folder of this user that nobody else may enter, whoever made one of its name before."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    folder = Path(tempfile.gettempdir()) / f"ppr-uploads-{user}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700, parents=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or (hasattr(os, "getuid") and status.st_uid != user):
        raise PermissionError(f"{folder} belongs to somebody else; uploads have no place.")
    if hasattr(os, "getuid") and status.st_mode & 0o077:
        folder.chmod(0o700)
    return folder


def _make_room(folder: Path, newest: str) -> None:
    """Drop what has expired, then the files that were not used for longest, until the rest is within the limits."""
    files, now = [], time.time()
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            status = path.stat()
            files.append((path.name != newest, -status.st_mtime_ns, status.st_size, path))
    total = 0
    for kept, (_, age, size, path) in enumerate(sorted(files)):
        total += size
        if kept >= MOST_FILES or total > MOST_BYTES or now + age / 1e9 > EXPIRY_SECONDS:
            path.unlink(missing_ok=True)
