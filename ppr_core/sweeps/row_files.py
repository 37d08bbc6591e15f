"""A sweep's rows as a file: Parquet or CSV, replaced in one step."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ppr_core import validation

__all__ = ["FORMATS", "read_table", "require_format", "write_table"]

FORMATS = (".parquet", ".csv")


def require_format(path: Path) -> None:
    """``ValueError`` unless the file's name ends in .parquet or .csv and what is needed for it is installed."""
    validation.choice("the ending of out", path.suffix, FORMATS)
    if path.suffix == ".parquet":
        _arrow()


def write_table(path: Path | str, rows: Sequence[dict[str, Any]]) -> None:
    """Rows of equal keys, as they stand. Equal rows give equal numbers back."""
    path = Path(path)
    require_format(path)
    unfinished = path.with_name(f".{path.name}.new")
    names = list(rows[0]) if rows else []
    if path.suffix == ".csv":
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    else:
        arrow, parquet = _arrow()
        parquet.write_table(arrow.table({name: [row[name] for row in rows] for name in names}), unfinished)
    os.replace(unfinished, path)


def read_table(path: Path | str) -> dict[str, list[Any]]:
    """Column -> values; numbers of a CSV file as numbers, empty texts as they are.

    >>> import tempfile
    >>> from ppr_core.sweeps import read_table
    >>> from ppr_core.sweeps.row_files import write_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_table(folder + "/sweep.csv", [{"epsilon": 0.5, "bits": 3.25}, {"epsilon": 1.0, "bits": 4.5}])
    ...     read_table(folder + "/sweep.csv")
    {'epsilon': [0.5, 1.0], 'bits': [3.25, 4.5]}
    """
    path = Path(path)
    require_format(path)
    if path.suffix == ".parquet":
        return _arrow()[1].read_table(path).to_pydict()
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [_number(row[name]) for row in rows] for name in (rows[0] if rows else ())}


def _number(text: str) -> Any:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return {"True": True, "False": False}.get(text, text)


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ValueError(
            "Parquet needs the package pyarrow, which is not installed; a name in .csv does not."
        ) from None
    return pyarrow, parquet
