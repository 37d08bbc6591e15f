"""The bytes of a CSV file -> its rows of cells, or one sentence on what is wrong.

Cells are separated by tabs, semicolons or commas, whichever of these the first line holds, in this order; cells in
double quotes may hold anything. Text is UTF-8, with or without a byte order mark; lines end in LF, CRLF or CR. Blank
lines may only follow the last row.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NoReturn

from ppr_core.wording import number

__all__ = ["LARGEST_BYTES", "NO_CELL", "FileRows", "check_size", "refuse", "text_of"]

LARGEST_BYTES = 5 * 2**20
NO_CELL = f"a quote inside a cell, one that is never closed, or a cell of more than {csv.field_size_limit()} characters"
_LONGEST_SHOWN = 30
_BLOCK = 4096  # rows that are held as Python strings at a time
_DELIMITERS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")  # byte order marks of UTF-16 and UTF-32
_ARCHIVE = b"PK\x03\x04"  # what an .xlsx or .ods file begins with


class FileRows:
    r"""The rows of a file; every row has as many cells as the first.

    field: what the file is called in a refusal; text: all of it; first: the cells of the first row, without spaces
    around them. Raises ``ValueError`` for bytes that are no table and for more than ``most_columns`` columns.

    >>> from ppr_core.csv_rows import FileRows
    >>> table = FileRows(b"age;height\n31;1,7\n", field="file", most_columns=10)
    >>> table.first, list(table.blocks(most=100, skip=True))  # one row comes before
    (['age', 'height'], [(1, [['31', '1,7']])])
    """

    def __init__(self, data: bytes, field: str, most_columns: int) -> None:
        self.field = field
        self.text = text_of(data, field)
        opening = re.sub(r'"[^"]*"', "", re.split(r"[\r\n]", self.text, maxsplit=1)[0])
        self._delimiter = next((mark for mark in _DELIMITERS if mark in opening), ",")
        self.first = [cell.strip() for cell in self._take(self._reader(), 1)[0]]
        if not self.first:
            refuse(f"{field}, line 1", "a row of cells", "an empty line")
        if len(self.first) > most_columns:
            refuse(f"{field}, line 1", f"a row of at most {most_columns} cells", str(len(self.first)))

    def blocks(self, most: int, skip: bool = False, spare: bool = False) -> Iterator[tuple[int, list[list[str]]]]:
        """All rows in blocks, without the first if ``skip``, each with how many rows of the file come before it.

        Raises ``ValueError`` for a row of another width and for too many rows.
        Too many are more than ``most``, or one more still if ``spare``: when the first may turn out to be a header.
        """
        reader, start = self._reader(), int(skip)
        self._take(reader, start)
        while rows := self._take(reader, _BLOCK):
            if start + len(rows) - skip > most + spare:
                refuse(self.field, f"a table of at most {most} rows", "more")
            if set(map(len, rows)) != {len(self.first)}:
                self._refuse_width(start, rows)
            yield start, rows
            start += len(rows)

    def refuse_cell(self, row: int, column: int, allowed: str, cell: str) -> NoReturn:
        """Refuse the cell of a row in a column, both counted from 0."""
        cell = cell.strip()
        shown = repr(cell if len(cell) <= _LONGEST_SHOWN else cell[:_LONGEST_SHOWN] + "…") if cell else "an empty cell"
        refuse(f"{self.field}, line {self._line(row)}, column {column + 1}", allowed, shown)

    def _reader(self) -> Any:
        lines = io.StringIO(self.text, newline="")
        return csv.reader(lines, delimiter=self._delimiter, skipinitialspace=True, strict=True)

    def _take(self, reader: Any, count: int) -> list[list[str]]:
        """The next rows, at most so many."""
        try:
            return list(islice(reader, count))
        except csv.Error:
            where = f"{self.field}, line {reader.line_num}"
            refuse(where, "a row of cells, each with both of its quotes or none", NO_CELL)

    def _line(self, row: int) -> int:
        """The line in which a row ends; a quoted cell may hold several."""
        reader = self._reader()
        for _ in range(row + 1):
            next(reader)
        return reader.line_num

    def _refuse_width(self, start: int, rows: list[list[str]]) -> NoReturn:
        width = len(self.first)
        line, row = next((line, row) for line, row in enumerate(rows, start) if len(row) != width)
        allowed = f"a row of {width} cells like the first line, separated by {_DELIMITERS[self._delimiter]}"
        refuse(f"{self.field}, line {self._line(line)}", allowed, str(len(row)) if row else "an empty line")


def check_size(data: bytes, field: str = "file") -> None:
    """Raise ``ValueError`` for more than `LARGEST_BYTES`.

    >>> from ppr_core.csv_rows import check_size
    >>> check_size(bytes(6 * 2**20))
    Traceback (most recent call last):
        ...
    ValueError: file must be a file of at most 5 MB; got 6 MB.
    """
    if len(data) > LARGEST_BYTES:
        refuse(
            field,
            f"a file of at most {number(LARGEST_BYTES / 2**20)} MB",
            f"{number(math.ceil(100 * len(data) / 2**20) / 100)} MB",
        )


def refuse(where: str, allowed: str, got: str) -> NoReturn:
    """The wording of `ppr_core.validation`, for what is described rather than shown.

    >>> from ppr_core.csv_rows import refuse
    >>> refuse("file, line 2", "a row of 3 cells", "an empty line")
    Traceback (most recent call last):
        ...
    ValueError: file, line 2 must be a row of 3 cells; got an empty line.
    """
    raise ValueError(f"{where} must be {allowed}; got {got}.")


def text_of(data: bytes, field: str) -> str:
    r"""A file's text without blank lines at its end; ``ValueError`` for bytes that are no text in UTF-8.

    >>> from ppr_core.csv_rows import text_of
    >>> text_of(b"\xef\xbb\xbfepsilon,1\n\n", "file")  # without the mark in front, and without blank lines
    'epsilon,1'
    """
    check_size(data, field)
    allowed = "a table as text in UTF-8"
    if data.startswith(_ARCHIVE):
        refuse(field, allowed, "a spreadsheet or another archive; save the table as CSV")
    if data.startswith(_WIDE_MARKS) or _alternates(data):
        refuse(field, allowed, "text in UTF-16 or UTF-32; save it as CSV UTF-8")
    if b"\0" in data:
        refuse(f"{field}, line {_line(data, data.index(0))}", allowed, "a zero byte, as in files that are not text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = _line(data, error.start)
        refuse(f"{field}, line {line}", allowed, f"byte 0x{data[error.start]:02X}; save the table as CSV UTF-8")
    if not text.strip():
        refuse(field, "a table with at least one row", "an empty file")
    return text.rstrip("\r\n ")


def _alternates(data: bytes) -> bool:
    """Whether every other byte is mostly zero and the rest never, as in UTF-16 text without a byte order mark."""
    halves = sorted((data[:1024:2], data[1:1024:2]), key=lambda half: half.count(0))
    return 0 not in halves[0] and 2 * halves[1].count(0) >= len(halves[1]) > 0


def _line(data: bytes, offset: int) -> int:
    """The number of the line that holds a byte, the first being 1."""
    return max(len(data[: offset + 1].splitlines()), 1)
