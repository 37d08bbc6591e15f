"""The plotted data of a result as columns, and as a CSV file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

__all__ = ["Columns", "Table", "table_to_csv"]

Table = dict[str, np.ndarray]  #: name of a column -> its values; all columns are equally long


class _Values(Protocol):
    def values(self) -> dict[str, Any]: ...


class Columns:
    """A table of a result, declared where the result is: ``sweep_table = Columns("curves", epsilon="x", error="y")``.

    rows: the attribute of the result with the records that it shows, one or several, each in a row of its own; "" for
    the result itself. Where records hold arrays, (k,), each takes k rows and repeats the rest. columns: name of a
    column -> attribute of a record; "task.epsilon" is an attribute of an attribute. It is read as a method: a call
    gives the columns.

    >>> from dataclasses import dataclass
    >>> import numpy as np
    >>> from ppr_core.result_columns import Columns
    >>> @dataclass
    ... class Curve:
    ...     name: str
    ...     x: np.ndarray
    ...
    >>> Columns("", curve="name", epsilon="x").of(Curve("PPR", np.array([0.5, 1.0])))
    {'curve': array(['PPR', 'PPR'], dtype='<U3'), 'epsilon': array([0.5, 1. ])}
    """

    def __init__(self, rows: str, columns: Mapping[str, str] = MappingProxyType({}), /, **more: str) -> None:
        self.rows, self.columns = attrgetter(rows) if rows else _itself, {**columns, **more}

    def __get__(self, result: Any, owner: type) -> Callable[[], Table]:
        return partial(self.of, result)

    def of(self, result: Any) -> Table:
        """The columns for a result; without rows where there is no record (yet)."""
        records = self.rows(result)
        if not isinstance(records, (tuple, list)):
            records = () if records is None else (records,)
        return self.shown(records)

    def shown(self, records: Sequence[Any]) -> Table:
        """The columns of these records."""
        paths = [attrgetter(path) for path in self.columns.values()]
        blocks = [np.broadcast_arrays(*(np.atleast_1d(path(record)) for path in paths)) for record in records]
        return {name: _joined([block[i] for block in blocks]) for i, name in enumerate(self.columns)}


def _itself(record: Any) -> Any:
    return record


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0)


def table_to_csv(table: Table, parameters: _Values, version: str) -> str:
    """CSV text of a result's table; comment lines in front name the version and every parameter.

    Numbers are written with repr, so equal results give equal bytes and reading back loses nothing. A text that a
    spreadsheet would take for a formula gets an apostrophe in front. A comment is one cell, quoted where it could be
    parted into several.

    >>> import numpy as np
    >>> from ppr_core.experiments.contract import Parameters
    >>> from ppr_core.result_columns import table_to_csv
    >>> text = table_to_csv({"code": np.array(["=delta"]), "bits": np.array([2.5])}, Parameters(), "0.2.0")
    >>> text.splitlines()[-2:]
    ['code,bits', "'=delta,2.5"]
    """
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    for comment in (f"ppr_core {version}", *(f"{name} = {value}" for name, value in parameters.values().items())):
        whole = " ".join(f"# {comment}".split())
        lines.write('"' + whole.replace('"', '""') + '"\n' if re.search('[,;"]', whole) else f"{whole}\n")
    writer.writerow(map(_no_formula, table))
    columns = (map(_no_formula, np.asarray(column).tolist()) for column in table.values())
    writer.writerows(zip(*columns, strict=True))
    return lines.getvalue()


def _no_formula(cell: Any) -> Any:
    return re.sub(r"(^|;)(?=[=+\-@\t\r])", r"\1'", cell) if isinstance(cell, str) else cell
