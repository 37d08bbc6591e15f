"""Mechanisms that people bring: a table of probabilities with or without names, JSON or Python."""

from __future__ import annotations

import re

import numpy as np

from ppr_core.experiments.files.uploads import load_parsed
from ppr_core.mechanism_analysis import Description
from ppr_core.mechanism_analysis.matrices import LARGEST
from ppr_core.tables import Rows, refuse

__all__ = ["MOST_LINKED", "load_mechanism", "mechanism", "mechanism_of_text", "numbers_of_text", "table_text"]

MOST_LINKED = 8  # inputs, and outputs, of a table that travels in a link
_DECIMAL = re.compile(r"^(\d+),(\d+)$")  # a decimal comma, which only a cell of a table parted otherwise can hold
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


def mechanism(data: bytes, field: str = "mechanism", *, normalise: bool = False) -> Description:
    """A mechanism from the bytes of a file.

    JSON begins with a brace or a bracket and Python holds a call; all else is a table, a row for each input. The first
    line names the outputs if it holds no number, the first column the inputs if it holds none below. Raises
    ``ValueError`` with one sentence that names the line and the column.
    """
    start = data[:4096].lstrip(b"\xef\xbb\xbf \r\n\t")
    if start.startswith((b"{", b"[")) or b"Channel(" in data:
        return Description.read(data.decode("utf-8-sig", errors="replace"), normalise=normalise)
    table = Rows(data, field, LARGEST + 1)
    blocks = table.blocks(LARGEST, spare=True)
    rows = [[_DECIMAL.sub(r"\1.\2", cell.strip()) for cell in row] for _, block in blocks for row in block]
    head = int(not any(map(_is_number, rows[0])))
    side = int(len(rows[0]) > 1 and not any(_is_number(row[0]) for row in rows[head:]))
    for place, row in enumerate(rows[head:], head):
        for column, cell in enumerate(row[side:], side):
            if not _is_number(cell):
                table.refuse_cell(place, column, "a probability such as 0.25", cell)
    return Description.of_matrix(
        [[float(cell) for cell in row[side:]] for row in rows[head:]] or [[]],
        [row[0] for row in rows[head:]] if side else (),
        rows[0][side:] if head else (),
        normalise=normalise,
    )


def load_mechanism(file_id: str, field: str = "mechanism", *, normalise: bool = False) -> Description:
    """`mechanism` of a kept file."""
    return load_parsed(mechanism, file_id, field, normalise=normalise)


def mechanism_of_text(text: str, field: str = "table", *, normalise: bool = False) -> Description:
    """`mechanism` of a table as it stands in a link: rows parted by semicolons, cells by commas."""
    return mechanism(text.replace(";", "\n").encode(), field, normalise=normalise)


def numbers_of_text(text: str, field: str) -> np.ndarray:
    """The numbers of a table as it stands in a link, (rows, columns); ``ValueError`` names the first cell at fault."""
    rows: list[list[float]] = []
    for row, line in enumerate(text.split(";"), 1):
        cells = [cell.strip() for cell in line.split(",")]
        for column, cell in enumerate(cells, 1):
            if not _is_number(cell):
                refuse(f"{field}, row {row}, column {column}", "a number", repr(cell[:30]))
        rows.append(list(map(float, cells)))
        if len(cells) != len(rows[0]):
            refuse(f"{field}, row {row}", f"as long as the first, {len(rows[0])}", str(len(cells)))
    return np.array(rows)


def table_text(description: Description) -> str:
    """The table of a finite mechanism for a link, with its names; `mechanism_of_text` reads it back."""
    clean = [[re.sub(r"[;,\"'\s]+", " ", name).strip() for name in names]
             for names in (description.outputs, description.inputs)]  # fmt: skip
    named = _named(clean[1])
    rows = [",".join([*([""] if named else []), *clean[0]])] if _named(clean[0]) else []
    for name, row in zip(clean[1], description.channel.matrix.tolist(), strict=True):
        rows.append(",".join([*([name] if named else []), *(f"{cell:.12g}" for cell in row)]))
    return ";".join(rows)


def _named(names: list[str]) -> bool:
    """Whether the names are more than the numbers that things have anyway."""
    return names != [str(place) for place in range(1, len(names) + 1)] and not all(map(_is_number, names))


def _is_number(cell: str) -> bool:
    return _NUMBER.fullmatch(cell) is not None
