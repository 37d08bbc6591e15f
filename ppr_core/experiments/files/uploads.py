"""Uploaded files as data: kept on this server under the digest of their content, and read from there.

A parameter record holds a digest, not data, so a result stays a pure function of its parameters, no array crosses a
process border, and a link stays short. All processes of one user on this machine see the same store: a private folder
below the system's temporary one. Its size is limited; what was not used for longest goes first. Whoever has a digest
can read its file, nobody can guess one.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.experiments.files import tables
from ppr_core.experiments.files.rows import LARGEST_BYTES, check_size, refuse
from ppr_core.experiments.files.tables import Categories, Numbers, categories, numbers

__all__ = ["chosen", "load", "load_categories", "load_numbers", "save"]

MOST_BYTES = 200 * 2**20
MOST_FILES = 1000
_DIGEST = re.compile(r"[0-9a-f]{32}")
_TABLES_KEPT = 8


def save(data: bytes, field: str = "file") -> str:
    """Keep a file; its digest, the first 128 bits of SHA-256 as 32 hexadecimal digits.

    Raises ``ValueError`` for more than `LARGEST_BYTES`.
    """
    check_size(data, field)
    digest, folder = _digest(data), _folder()
    number, unfinished = tempfile.mkstemp(dir=folder)
    with os.fdopen(number, "wb") as file:
        file.write(data)
    os.replace(unfinished, folder / digest)  # in one step: a reader never sees half a file
    _make_room(folder, digest)
    return digest


def load(digest: str, field: str = "file") -> bytes:
    """The file of a digest; ``ValueError`` if there is none, or none any more."""
    _touch(digest, field)
    try:
        data = (_folder() / digest).read_bytes()
    except FileNotFoundError:
        data = b""
    if _digest(data) != digest:
        _refuse_missing(digest, field)
    return data


def load_numbers(
    digest: str,
    field: str = "file",
    *,
    most_rows: int = tables.MOST_ROWS,
    most_columns: int = tables.MOST_COLUMNS,
    header: bool | None = None,
) -> Numbers:
    """`numbers` of a kept file; read once by a process and then shared, so its array is read-only."""
    limits = {"most_rows": most_rows, "most_columns": most_columns, "header": header}
    return _read(numbers, digest, field, **limits)


def load_categories(
    digest: str,
    field: str = "file",
    *,
    most_rows: int = tables.MOST_ROWS,
    most_columns: int = tables.MOST_COLUMNS,
    most_categories: int = tables.MOST_CATEGORIES,
    header: bool | None = None,
) -> Categories:
    """`categories` of a kept file; read once by a process and then shared, so its arrays are read-only."""
    limits = {"most_rows": most_rows, "most_columns": most_columns, "header": header}
    return _read(categories, digest, field, **limits, most_categories=most_categories)


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


def _read(parse: Callable[..., Any], digest: str, field: str, **limits: Any) -> Any:
    _touch(digest, field)
    return _parsed(parse, digest, field, **limits)


@lru_cache(maxsize=_TABLES_KEPT)
def _parsed(parse: Callable[..., Any], digest: str, field: str, **limits: Any) -> Any:
    return parse(load(digest, field), field, **limits)


def _touch(digest: str, field: str) -> None:
    """Note that a file is used now."""
    if digest == "":
        refuse(field, f"an uploaded file, CSV text of at most {LARGEST_BYTES / 2**20:g} MB", "none")
    allowed = isinstance(digest, str) and _DIGEST.fullmatch(digest) is not None
    validation.require(allowed, field, digest, "the digest of an uploaded file, 32 hexadecimal digits")
    try:
        os.utime(_folder() / digest)
    except FileNotFoundError:
        _refuse_missing(digest, field)


def _refuse_missing(digest: str, field: str) -> None:
    refuse(field, "a file on this server", f"{digest[:8]}…, which is not there (any more): upload it again")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _folder() -> Path:
    """The store: a folder of this user that nobody else may enter, whoever made one of its name before."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    folder = Path(tempfile.gettempdir()) / f"ppr-uploads-{user}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "getuid") and found.st_uid != user):
        raise PermissionError(f"{folder} belongs to somebody else; uploads have no place.")
    if hasattr(os, "getuid") and found.st_mode & 0o077:
        folder.chmod(0o700)
    return folder


def _make_room(folder: Path, newest: str) -> None:
    """Drop the files that were not used for longest, until the rest is within the limits."""
    files = []
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            found = path.stat()
            files.append((path.name != newest, -found.st_mtime_ns, found.st_size, path))
    total = 0
    for place, (_, _, size, path) in enumerate(sorted(files)):
        total += size
        if place >= MOST_FILES or total > MOST_BYTES:
            path.unlink(missing_ok=True)
