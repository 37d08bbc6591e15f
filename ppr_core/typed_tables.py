"""Small tables of numbers as people write them: typed, pasted, or in a file.

Cells are parted by tabs or semicolons where most lines have them, by spaces where all lines are numbers parted so, else
by commas. A number has a decimal point, or a decimal comma where commas part nothing, and may be a fraction, 1/3, or
end in a percent sign. Blank lines and separators at the end of a line do not count. What can be read in two ways is
refused.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from typing import NoReturn

from ppr_core.csv_rows import NO_CELL, refuse
from ppr_core.wording import number

__all__ = ["linked", "number_of", "numbers_of_rows", "refuse_cell", "rows_of", "rows_of_link"]

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_COMMA = re.compile(r"([-+]?\d*),(\d+(?:[eE][-+]?\d+)?\s*%?)")  # a decimal comma
_THOUSAND = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}")  # which may part thousands as well
_LONGEST_SHOWN = 30
_MOST_CHARACTERS = 2_000_000
_LINES_PER_ROW = 5  # of a file: a quoted cell may hold some, others are blank
_CLOSE = 1e-3


def number_of(cell: str) -> float | None:
    """The number in a cell, with a decimal point, as a fraction or in per cent; None if there is none.

    >>> from ppr_core.typed_tables import number_of
    >>> number_of("1/4"), number_of("25 %"), number_of("a quarter")
    (0.25, 0.25, None)
    """
    cell, percent = cell.strip(), cell.rstrip().endswith("%")
    if percent:
        cell = cell[:-1].rstrip()
    parts = [part.strip() for part in cell.split("/")]
    if len(parts) > 2 or not all(map(_NUMBER.fullmatch, parts)):
        return None
    above, below = float(parts[0]), float(parts[1]) if len(parts) == 2 else 1.0
    return above / below / (100 if percent else 1) if below else None


def rows_of(text: str, field: str, most: int = 1000) -> list[tuple[int, list[str]]]:
    r"""The rows that hold anything, each with the line it ends in, from 1, and its cells, decimal commas as points.

    Cells are as many as in the longest row, or fewer. Raises ``ValueError`` with one sentence for more than ``most``
    rows or cells in a row, for quotes that do not match, and for what can be read in two ways.

    >>> from ppr_core.typed_tables import rows_of
    >>> rows_of("0,5; 0,5\n\n1; 0\n", "Probabilities")  # the line of each, and decimal commas as points
    [(1, ['0.5', '0.5']), (3, ['1', '0'])]
    """
    if len(text) > _MOST_CHARACTERS:
        refuse(field, f"a table of at most {number(_MOST_CHARACTERS / 1e6, 6)} MB", f"{number(len(text) / 1e6)} MB")
    if text.count("\n") + text.count("\r") > 2 * _LINES_PER_ROW * most:  # before each line is looked at
        _refuse_large(field, most)
    lines = [line.replace("\xa0", " ").replace("−", "-") for line in re.split(r"\r\n|\r|\n", text)]
    mark = _separator([line for line in lines if line.strip()], most)
    if mark == " ":
        lines = [" ".join(line.split()) for line in lines]
    rows = []
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=mark, skipinitialspace=True, strict=True)
    try:
        for cells in reader:
            if cells := _without_end([cell.strip(" \t\r\n,;\"'") for cell in cells]):
                rows.append((reader.line_num, cells))
            if max(len(rows), len(cells)) > most:
                _refuse_large(field, most)
    except csv.Error:
        allowed = "a row of cells, each with both of its quotes or none"
        refuse(f"{field}, line {reader.line_num}", allowed, NO_CELL)
    if mark == ",":
        _refuse_parted_decimals(rows, lines, field)
    return _with_points(rows, field)


def linked(rows: list[tuple[int, list[str]]]) -> str:
    r"""A table as it stands in a link: rows parted by semicolons, cells by commas; names lose both.

    >>> from ppr_core.typed_tables import linked, rows_of
    >>> linked(rows_of("0.5\t0.5\n1\t0\n", "Probabilities"))
    '0.5,0.5;1,0'
    """
    return ";".join(",".join(re.sub(r"[;,\"'\s]+", " ", cell).strip() for cell in cells) for _, cells in rows)


def rows_of_link(text: str) -> list[tuple[int, list[str]]]:
    """What `linked` wrote, as `rows_of` tells it.

    >>> from ppr_core.typed_tables import rows_of_link
    >>> rows_of_link("0.5,0.5;1,0")
    [(1, ['0.5', '0.5']), (2, ['1', '0'])]
    """
    rows = [[cell.strip() for cell in row.split(",")] for row in text.split(";")]
    return [(line, cells) for line, cells in enumerate(map(_without_end, rows), 1) if cells]


def numbers_of_rows(rows: list[tuple[int, list[str]]], side: int, field: str, allowed: str) -> list[list[float]]:
    r"""The cells from column ``side`` on as numbers; every row must be as long as most are, of two the longer.

    Raises ``ValueError`` that names the line and the column of the first cell at fault.

    >>> from ppr_core.typed_tables import numbers_of_rows, rows_of
    >>> rows = rows_of("yes,0.75,0.25\nno,1/4,75 %\n", "Probabilities")
    >>> numbers_of_rows(rows, 1, "Probabilities", "a number")
    [[0.75, 0.25], [0.25, 0.75]]
    """
    lengths = Counter(len(cells) for _, cells in rows)
    width = max(lengths, key=lambda length: (lengths[length], length), default=0)
    table: list[list[float]] = []
    for line, cells in rows:
        if len(cells) > width:
            refuse_cell(field, line, width + 1, "empty as in other lines", cells[width])
        cells = cells + [""] * (width - len(cells))
        table.append([])
        for column, cell in enumerate(cells[side:], side + 1):
            value = number_of(cell)
            if value is None:
                refuse_cell(field, line, column, allowed, cell)
            table[-1].append(value)
    return table or [[]]


def refuse_cell(field: str, line: int, column: int, allowed: str, cell: str) -> NoReturn:
    """Refuse what stands in a line and a column, both from 1.

    >>> from ppr_core.typed_tables import refuse_cell
    >>> refuse_cell("Probabilities", 2, 1, "a number", "four")
    Traceback (most recent call last):
        ...
    ValueError: Probabilities, line 2, column 1 must be a number; got 'four'.
    """
    shown = repr(cell if len(cell) <= _LONGEST_SHOWN else cell[:_LONGEST_SHOWN] + "…") if cell else "an empty cell"
    refuse(f"{field}, line {line}, column {column}", allowed, shown)


def _without_end(cells: list[str]) -> list[str]:
    """Cells without the empty ones behind the last that is not."""
    return cells[: max((place for place, cell in enumerate(cells, 1) if cell), default=0)]


def _refuse_large(field: str, most: int) -> NoReturn:
    refuse(field, f"a table of at most {most} rows and {most} columns", "more")


def _separator(lines: list[str], most: int) -> str:
    for mark in "\t;":
        if 2 * sum(mark in line for line in lines) > len(lines):
            return mark
    below = [line.split(maxsplit=most) for line in lines[1:] or lines]
    if any(len(cells) > most for cells in below) and not any("," in line for line in lines):
        return " "  # too many columns, whatever they hold
    numbers = all(len(cells) > 1 and all(map(_is_number, cells[1:])) and "," not in cells[0].strip("0123456789,")
                  and (_is_number(cells[0]) or "," not in cells[0]) for cells in below)  # fmt: skip
    return " " if below and numbers else ","


def _is_number(cell: str) -> bool:
    return number_of(_COMMA.sub(r"\1.\2", cell)) is not None


def _refuse_parted_decimals(rows: list[tuple[int, list[str]]], lines: list[str], field: str) -> None:
    """Refuse lines whose commas may be decimal: "0,5, 0,5", and "0,5,0,5" if all lines then sum to 1."""
    allowed = "parted by semicolons, tabs or spaces if commas are decimal, else written with decimal points"
    summing = []
    for line, cells in rows:
        shown = lines[line - 1].strip()
        whole = "." not in shown and all(re.fullmatch(r"\d+", cell) for cell in cells)
        if whole and re.search(r"\d,\d", shown) and re.search(r"\d,\s+\d", shown):
            refuse(f"{field}, line {line}", allowed, repr(shown[:_LONGEST_SHOWN]))
        pairs = [f"{first}.{second}" for first, second in zip(cells[::2], cells[1::2], strict=False)]
        parted = whole and len(cells) >= 4 and len(cells) % 2 == 0
        summing.append(parted and abs(sum(map(float, pairs)) - 1) < _CLOSE and sum(map(float, cells)) != 1)
    if summing and all(summing):
        line = rows[0][0]
        refuse(f"{field}, line {line}", allowed, repr(lines[line - 1].strip()[:_LONGEST_SHOWN]))


def _with_points(rows: list[tuple[int, list[str]]], field: str) -> list[tuple[int, list[str]]]:
    """Decimal commas as points; refused if all that have three digits behind it may be thousands."""
    commas = [(line, place, cell) for line, cells in rows for place, cell in enumerate(cells) if _COMMA.fullmatch(cell)]
    if commas and all(_THOUSAND.fullmatch(cell) for *_, cell in commas):
        line, place, cell = commas[0]
        refuse_cell(field, line, place + 1, "a number whose comma can only be decimal, or one with a point", cell)
    return [(line, [_COMMA.sub(r"\1.\2", cell) if _COMMA.fullmatch(cell) else cell for cell in cells])
            for line, cells in rows]  # fmt: skip
