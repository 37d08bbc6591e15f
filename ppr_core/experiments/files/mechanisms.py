"""Mechanisms that people bring: a table of probabilities with or without names, JSON or Python."""

from __future__ import annotations

import re

import numpy as np

from ppr_core.channels import FiniteChannel
from ppr_core.csv_rows import text_of
from ppr_core.experiments.files.uploads import load_parsed
from ppr_core.mechanism_analysis import Description
from ppr_core.mechanism_analysis.matrices import LARGEST
from ppr_core.typed_tables import number_of, numbers_of_rows, rows_of, rows_of_link

__all__ = ["MOST_LINKED", "load_mechanism", "mechanism", "mechanism_of_text", "numbers_of_text", "table_text"]

MOST_LINKED = 8  # inputs, and outputs, of a table that travels in a link


def mechanism(data: bytes, field: str = "mechanism", *, normalise: bool = False) -> Description:
    """A mechanism from the bytes of a file.

    JSON begins with a brace or a bracket and Python holds a call; all else is a table, a row for each input, as
    `ppr_core.typed_tables` reads it. The first line names the outputs if it holds no number, the first column the
    inputs if it holds none below. Raises ``ValueError`` with one sentence that names the line and the column.
    """
    text = data.decode("utf-8-sig", errors="replace")
    return _program(text, normalise) or _table(rows_of(text_of(data, field), field, LARGEST + 1), field, normalise)


def load_mechanism(file_id: str, field: str = "mechanism", *, normalise: bool = False) -> Description:
    """`mechanism` of a kept file."""
    return load_parsed(mechanism, file_id, field, normalise=normalise)


def mechanism_of_text(text: str, field: str = "Probabilities", *, normalise: bool = False) -> Description:
    """`mechanism` of a table as it stands in a link: rows parted by semicolons, cells by commas."""
    return _program(text, normalise) or _table(rows_of_link(text), field, normalise)


def numbers_of_text(text: str, field: str) -> np.ndarray:
    """The numbers of a table as it stands in a link, (rows, columns); ``ValueError`` names the first cell at fault."""
    return np.array(numbers_of_rows(rows_of_link(text), 0, field, "a number"))


def _program(text: str, normalise: bool) -> Description | None:
    """Of JSON or Python; None for all else."""
    described = text.lstrip("\ufeff \r\n\t").startswith(("{", "[")) or "Channel(" in text
    return Description.read(text, normalise=normalise) if described else None


def _table(rows: list[tuple[int, list[str]]], field: str, normalise: bool) -> Description:
    head = int(len(rows) > 1 and all(number_of(cell) is None for cell in rows[0][1]))
    below = rows[head:]
    side = int(len(below[0][1]) > 1 and all(number_of(cells[0]) is None for _, cells in below)) if below else 0
    matrix = numbers_of_rows(below, side, field, "a probability such as 0.25, 1/4 or 25 %")
    inputs, outputs = [cells[0] for _, cells in below] if side else (), rows[0][1][side:] if head else ()
    return Description.of_matrix(matrix, inputs, outputs, normalise=normalise)


def table_text(description: Description) -> str:
    """The table of a finite mechanism for a link, with its names; `mechanism_of_text` reads it back."""
    clean = [[re.sub(r"[;,\"'\s]+", " ", name).strip() for name in names]
             for names in (description.outputs, description.inputs)]  # fmt: skip
    named = _named(clean[1])
    rows = [",".join([*([""] if named else []), *clean[0]])] if _named(clean[0]) else []
    assert isinstance(description.channel, FiniteChannel)
    for name, row in zip(clean[1], description.channel.matrix.tolist(), strict=True):
        rows.append(",".join([*([name] if named else []), *(f"{cell:.12g}" for cell in row)]))
    return ";".join(rows)


def _named(names: list[str]) -> bool:
    """Whether the names are more than the numbers that things have anyway."""
    numbered = [str(column) for column in range(1, len(names) + 1)]
    return names != numbered and any(number_of(name) is None for name in names)
