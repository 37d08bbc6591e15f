"""Tables that somebody brings along: the bytes of a CSV file -> checked columns, or one sentence on what is wrong.

Rows are clients (or samples), columns their coordinates (or questions); `ppr_core.csv_rows` says how they are written.
Time and memory are linear in the size of the file, which is limited.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import NoReturn

import numpy as np

from ppr_core.csv_rows import FileRows, refuse

__all__ = ["Categories", "Numbers", "categories", "numbers"]

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
    table = FileRows(data, field, most_columns)
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
    table = FileRows(data, field, most_columns)
    columns = [_Column({}, []) for _ in table.first]
    for _, rows in table.blocks(most_rows, spare=header is not False):
        for position, (column, cells) in enumerate(zip(columns, zip(*rows, strict=True), strict=True)):
            column.append(cells)
            if len(column.known) > most_categories + 1:
                _refuse_labels(field, position, most_categories)
    if header is None:
        header = not any(map(_is_number, table.first)) and all(column.opens_once for column in columns)
    finished = tuple(column.finish(header) for column in columns)
    count = len(finished[0][1])
    if not count:
        _refuse_header_only(field)
    if count > most_rows:
        refuse(field, f"a table of at most {most_rows} rows", "more")
    for position, (labels, _) in enumerate(finished):
        if len(labels) > most_categories:
            _refuse_labels(field, position, most_categories)
        if not all(0 < len(label) <= _LONGEST_LABEL for label in labels):
            _refuse_label(table, position, header)
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
        new_code = np.zeros(len(labels), np.int64)
        new_code[used] = np.arange(len(used))
        codes = new_code[codes]
        codes.setflags(write=False)
        return tuple(labels[code] for code in used), codes


def _block_of_numbers(table: FileRows, start: int, rows: list[list[str]]) -> np.ndarray:
    """Float64 (rows, columns) of a block."""
    cells, width = list(chain.from_iterable(rows)), len(table.first)
    try:
        values = np.fromiter(map(_number, cells), float, len(cells))
        wrong = np.flatnonzero(~np.isfinite(values)).tolist()
    except ValueError:
        wrong = [next(line for line, cell in enumerate(cells) if not _is_number(cell))]
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


def _refuse_label(table: FileRows, column: int, header: bool) -> NoReturn:
    """Refuse the first label of a column that is too short or too long."""
    for start, rows in table.blocks(len(table.text), skip=header):
        for line, row in enumerate(rows, start):
            if not 0 < len(row[column].strip()) <= _LONGEST_LABEL:
                table.refuse_cell(line, column, f"a label of 1 to {_LONGEST_LABEL} characters", row[column])
    raise AssertionError("the column has no such label")
