"""Tables that somebody brings along: the bytes of a CSV file -> checked columns, or one sentence on what is wrong.

Rows are clients (or samples), columns their coordinates (or questions). Cells are separated by tabs, semicolons or
commas, whichever of these the first line holds, in this order; cells in double quotes may hold anything. Text is
UTF-8, with or without a byte order mark; lines end in LF, CRLF or CR. Blank lines may only follow the last row.
Time and memory are linear in the size of the file, which is limited.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NoReturn

import numpy as np

from ppr_core.wording import number

__all__ = [
    "LARGEST_BYTES",
    "NO_CELL",
    "Categories",
    "Numbers",
    "categories",
    "check_size",
    "numbers",
    "refuse",
    "text_of",
]

LARGEST_BYTES = 5 * 2**20
NO_CELL = f"a quote inside a cell, one that is never closed, or a cell of more than {csv.field_size_limit()} characters"
_LONGEST_SHOWN = 30
_BLOCK = 4096  # rows that are held as Python strings at a time
_DELIMITERS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")  # byte order marks of UTF-16 and UTF-32
_ARCHIVE = b"PK\x03\x04"  # what an .xlsx or .ods file begins with
_MOST_ROWS = 1_000_000
_MOST_COLUMNS = 10_000
_MOST_CATEGORIES = 10_000
_LONGEST_LABEL = 100


@dataclass(frozen=True, eq=False)
class Numbers:
    r"""names: d column names; values: float64 (n, d), finite, read-only.

    >>> from ppr_core.csv_columns import numbers
    >>> table = numbers(b"age,height\n31,1.7\n45,1.8\n")
    >>> table.names, table.rows, table.values[1]
    (('age', 'height'), 2, array([45. ,  1.8]))
    """

    names: tuple[str, ...]
    values: np.ndarray

    @property
    def rows(self) -> int:
        """n."""
        return len(self.values)


@dataclass(frozen=True, eq=False)
class Categories:
    r"""names: d column names; columns: d pairs of labels and codes, int64 (n,), read-only.

    Client i answered ``labels[codes[i]]``. Every label occurs; labels are in order, by value if all are numbers, else
    by their characters.

    >>> from ppr_core.csv_columns import categories
    >>> table = categories(b"red\nblue\nred\n")
    >>> labels, codes = table.columns[0]
    >>> table.names, labels, codes
    (('column 1',), ('blue', 'red'), array([1, 0, 1]))
    """

    names: tuple[str, ...]
    columns: tuple[tuple[tuple[str, ...], np.ndarray], ...]

    @property
    def rows(self) -> int:
        """n."""
        return len(self.columns[0][1])


def numbers(
    data: bytes,
    field: str = "file",
    *,
    most_rows: int = _MOST_ROWS,
    most_columns: int = _MOST_COLUMNS,
    header: bool | None = None,
) -> Numbers:
    r"""The table of finite numbers in a file; decimals are written with a point.

    The first line is a header if ``header`` says so; with None, if none of its cells is a number. Raises
    ``ValueError`` with one sentence that names the field, the line and column, and what is allowed.

    >>> from ppr_core.csv_columns import numbers
    >>> numbers(b"1;2\n3;4\n").values
    array([[1., 2.],
           [3., 4.]])
    >>> numbers(b"1;2\n3;four\n")
    Traceback (most recent call last):
        ...
    ValueError: file, line 2, column 2 must be a finite number such as -1.5; got 'four'.
    """
    table = _Rows(data, field, most_columns)
    if header is None:
        header = not any(map(_is_number, table.first))
    blocks = [_block_of_numbers(table, *block) for block in table.blocks(most_rows, skip=header)]
    values = np.concatenate(blocks) if blocks else _refuse_header_only(field)
    values.setflags(write=False)
    return Numbers(_names(table.first, header), values)


def categories(
    data: bytes,
    field: str = "file",
    *,
    most_rows: int = _MOST_ROWS,
    most_columns: int = _MOST_COLUMNS,
    most_categories: int = _MOST_CATEGORIES,
    header: bool | None = None,
) -> Categories:
    r"""The answers in a file, one column a question; every cell is a label, spaces around it do not count.

    The first line is a header if ``header`` says so. With None it is one if none of its cells is a number and none
    comes again further down its own column: a header's word is hardly ever an answer too, and a first answer nearly
    always comes again. Raises ``ValueError`` as `numbers` does.

    >>> from ppr_core.csv_columns import categories
    >>> answers = b"colour\nred\nblue\nred\n"  # "colour" never comes again: a header
    >>> categories(answers).names, categories(answers, header=False).rows
    (('colour',), 4)
    """
    table = _Rows(data, field, most_columns)
    columns = [_Column({}, []) for _ in table.first]
    for _, rows in table.blocks(most_rows, spare=header is not False):
        for place, (column, cells) in enumerate(zip(columns, zip(*rows, strict=True), strict=True)):
            column.append(cells)
            if len(column.known) > most_categories + 1:
                _refuse_labels(field, place, most_categories)
    if header is None:
        header = not any(map(_is_number, table.first)) and all(column.opens_once for column in columns)
    finished = tuple(column.finish(header) for column in columns)
    count = len(finished[0][1])
    if not count:
        _refuse_header_only(field)
    if count > most_rows:
        refuse(field, f"a table of at most {most_rows} rows", "more")
    for place, (labels, _) in enumerate(finished):
        if len(labels) > most_categories:
            _refuse_labels(field, place, most_categories)
        if not all(0 < len(label) <= _LONGEST_LABEL for label in labels):
            _refuse_label(table, place, header)
    return Categories(_names(table.first, header), finished)


@dataclass(eq=False)
class _Column:
    """Label -> code in order of appearance, and the codes of the rows so far."""

    known: dict[str, int]
    parts: list[np.ndarray]

    def append(self, cells: tuple[str, ...]) -> None:
        known = self.known
        self.parts.append(np.array([known.setdefault(cell.strip(), len(known)) for cell in cells], np.int64))

    @property
    def opens_once(self) -> bool:
        """Whether the label of the first row is that of no other row."""
        return sum(len(part) - np.count_nonzero(part) for part in self.parts) == 1

    def finish(self, header: bool) -> tuple[tuple[str, ...], np.ndarray]:
        """Labels in their final order and the codes of all rows but the header."""
        codes = np.concatenate(self.parts)[int(header) :]
        labels = list(self.known)
        used = np.flatnonzero(np.bincount(codes, minlength=len(labels))).tolist()
        numeric = all(_is_number(labels[code]) for code in used)
        used.sort(key=lambda code: (float(labels[code]) if numeric else 0.0, labels[code]))
        place = np.zeros(len(labels), np.int64)
        place[used] = np.arange(len(used))
        codes = place[codes]
        codes.setflags(write=False)
        return tuple(labels[code] for code in used), codes


def _block_of_numbers(table: _Rows, start: int, rows: list[list[str]]) -> np.ndarray:
    """Float64 (rows, columns) of a block."""
    cells, width = list(chain.from_iterable(rows)), len(table.first)
    try:
        values = np.fromiter(map(_number, cells), float, len(cells))
        wrong = np.flatnonzero(~np.isfinite(values)).tolist()
    except ValueError:
        wrong = [next(place for place, cell in enumerate(cells) if not _is_number(cell))]
    if len(wrong):
        row, column = divmod(int(wrong[0]), width)
        table.refuse_cell(start + row, column, "a finite number such as -1.5", cells[int(wrong[0])])
    return values.reshape(-1, width)


def _number(cell: str) -> float:
    """As Python reads it, but without the underscores of program text."""
    if "_" in cell:
        raise ValueError(cell)
    return float(cell)


def _is_number(cell: str) -> bool:
    try:
        _number(cell)
    except ValueError:
        return False
    return True


def _names(first: list[str], header: bool) -> tuple[str, ...]:
    """The header's words, each on one line of bounded length; a column without one is called by its number."""
    words = first if header else [""] * len(first)
    shown = ("".join(mark if mark.isprintable() else " " for mark in word[:_LONGEST_LABEL]).strip() for word in words)
    return tuple(name or f"column {number}" for number, name in enumerate(shown, 1))


def _refuse_header_only(field: str) -> NoReturn:
    refuse(field, "a table with at least one row below its header", "the header only")


def _refuse_labels(field: str, column: int, most: int) -> NoReturn:
    refuse(f"{field}, column {column + 1}", f"a column of at most {most} different labels", "more")


def _refuse_label(table: _Rows, column: int, header: bool) -> NoReturn:
    """Refuse the first label of a column that is too short or too long."""
    for start, rows in table.blocks(len(table.text), skip=header):
        for place, row in enumerate(rows, start):
            if not 0 < len(row[column].strip()) <= _LONGEST_LABEL:
                table.refuse_cell(place, column, f"a label of 1 to {_LONGEST_LABEL} characters", row[column])
    raise AssertionError("the column has no such label")


# From bytes to rows.


class _Rows:
    """The rows of a file; every row has as many cells as the first.

    field: what the file is called in a refusal; text: all of it; first: the cells of the first row, without spaces
    around them. Raises ``ValueError`` for bytes that are no table and for more than ``most_columns`` columns.
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
            place = f"{self.field}, line {reader.line_num}"
            refuse(place, "a row of cells, each with both of its quotes or none", NO_CELL)

    def _line(self, row: int) -> int:
        """The line in which a row ends; a quoted cell may hold several."""
        reader = self._reader()
        for _ in range(row + 1):
            next(reader)
        return reader.line_num

    def _refuse_width(self, start: int, rows: list[list[str]]) -> NoReturn:
        width = len(self.first)
        place, row = next((place, row) for place, row in enumerate(rows, start) if len(row) != width)
        allowed = f"a row of {width} cells like the first line, separated by {_DELIMITERS[self._delimiter]}"
        refuse(f"{self.field}, line {self._line(place)}", allowed, str(len(row)) if row else "an empty line")


def check_size(data: bytes, field: str = "file") -> None:
    """Raise ``ValueError`` for more than `LARGEST_BYTES`.

    >>> from ppr_core.csv_columns import check_size
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


def refuse(place: str, allowed: str, got: str) -> NoReturn:
    """The wording of `ppr_core.validation`, for what is described rather than shown.

    >>> from ppr_core.csv_columns import refuse
    >>> refuse("file, line 2", "a row of 3 cells", "an empty line")
    Traceback (most recent call last):
        ...
    ValueError: file, line 2 must be a row of 3 cells; got an empty line.
    """
    raise ValueError(f"{place} must be {allowed}; got {got}.")


def text_of(data: bytes, field: str) -> str:
    r"""A file's text without blank lines at its end; ``ValueError`` for bytes that are no text in UTF-8.

    >>> from ppr_core.csv_columns import text_of
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
        place = _line(data, error.start)
        refuse(f"{field}, line {place}", allowed, f"byte 0x{data[error.start]:02X}; save the table as CSV UTF-8")
    if not text.strip():
        refuse(field, "a table with at least one row", "an empty file")
    return text.rstrip("\r\n ")


def _alternates(data: bytes) -> bool:
    """Whether every other byte is mostly zero and the rest never, as in UTF-16 text without a byte order mark."""
    halves = sorted((data[:1024:2], data[1:1024:2]), key=lambda half: half.count(0))
    return 0 not in halves[0] and 2 * halves[1].count(0) >= len(halves[1]) > 0


def _line(data: bytes, place: int) -> int:
    """The number of the line that holds a byte, the first being 1."""
    return max(len(data[: place + 1].splitlines()), 1)
