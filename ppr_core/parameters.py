"""Parameters as people meet them: frozen records whose fields know their label, unit, range and kind.

Nothing here knows of a user interface; labels, units and ranges are facts about the parameters.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self

import numpy as np

from ppr_core import validation

__all__ = ["LONGEST_TABLE", "FieldSpec", "Parameters", "parameter"]

LONGEST_TABLE = 1500  #: characters of a table in a field


@dataclass(frozen=True)
class FieldSpec:
    """One parameter as a person meets it.

    kind: "real", "integer", "choice", "flag", "file" (the id of an uploaded file, 32 hexadecimal digits, or ""
    for none), "columns" (numbers of a file's columns, from 1, as a text such as "1,3"; "" for all) or "table" (a small
    table as a text, rows parted by semicolons and cells by commas; "" for none). low, high: ends
    included (real, integer); with ``infinite`` the value may also be infinity. scale: how a slider spaces its stops.
    stops: the slider's own values when neither a linear nor a logarithmic grid serves; those outside low and high are
    dropped. choices: value -> label; refused: value that others know and this field does not serve -> why, to stand
    after "as". reads: what a file must hold, as the function from an id to `uploads.Numbers` or `uploads.Categories`;
    what a table must be, as a function of its text that refuses others. larger: of a table, the field of a file that
    takes one too large for a link, then another field and the value that chooses it. endings: of files that are
    offered. columns_of: the field of the file whose columns are chosen; most: how many at most, None for any number.
    part_of: of a part, the field that it is a part of: pages show it times that field's value.
    vanishes: not shown where it has no effect, instead of greyed. group: "main" controls are always visible, "more"
    are folded away, "seed" is the seed of the run.

    >>> from ppr_core.parameters import FieldSpec
    >>> FieldSpec("real", "Privacy", "ε", low=0.01, high=20.0).check("epsilon", 25)
    Traceback (most recent call last):
    ValueError: epsilon must be a number at least 0.01 and at most 20; got 25.
    """

    kind: Literal["real", "integer", "choice", "flag", "file", "columns", "table"]
    label: str
    symbol: str = ""
    unit: str = ""
    low: float = -math.inf
    high: float = math.inf
    scale: Literal["linear", "log"] = "linear"
    infinite: bool = False
    stops: tuple[float, ...] | None = None
    choices: Mapping[str, str] | None = None
    refused: Mapping[str, str] = dataclasses.field(default_factory=dict)
    reads: Callable[[str], Any] | None = None
    larger: tuple[str, str, str] | None = None
    endings: tuple[str, ...] = ("csv", "txt", "tsv")
    columns_of: str = ""
    most: int | None = None
    help: str = ""
    part_of: str = ""
    vanishes: bool = False
    group: Literal["main", "more", "seed"] = "main"

    def __post_init__(self) -> None:
        inside = self.stops and tuple(stop for stop in self.stops if self.low <= stop <= self.high)
        object.__setattr__(self, "stops", inside)

    def times(self, factor: float) -> FieldSpec:
        """The same for values that are so many times as large."""
        return self if factor == 1 else dataclasses.replace(self, low=factor * self.low, high=factor * self.high)

    def check(self, name: str, value: Any) -> Any:
        """The value in its type and range, or the ``ValueError`` that says what is allowed."""
        if self.kind == "real":
            return validation.real(name, value, self.low, self.high, infinite=self.infinite)
        if self.kind == "integer":
            return validation.integer(name, value, _whole(self.low), _whole(self.high))
        if self.kind == "flag":
            validation.require(isinstance(value, (bool, np.bool_)), name, value, "true or false")
            return bool(value)
        if self.kind == "file":
            allowed = isinstance(value, str) and re.fullmatch(r"(?:[0-9a-f]{32})?", value) is not None
            validation.require(allowed, name, value, "empty or the id of an uploaded file, 32 hexadecimal digits")
            return value
        if self.kind == "columns":
            return _columns(name, value, self.most)
        if self.kind == "table":
            allowed = isinstance(value, str) and len(value) <= LONGEST_TABLE
            validation.require(allowed, name, value, f"a table as a text of at most {LONGEST_TABLE} characters")
            if value.strip() and self.reads:
                self.reads(value.strip())
            return value.strip()
        choices = tuple(self.choices or ())
        if isinstance(value, str) and value in self.refused:
            validation.fail(name, value, f"one of {', '.join(choices)}, as {self.refused[value]}")
        return validation.choice(name, value, choices)


def parameter(default: Any, **spec: Any) -> Any:
    """A dataclass field of a `Parameters` record with its `FieldSpec`.

    >>> from ppr_core.parameters import parameter
    >>> parameter(10, kind="integer", label="Tosses", low=1).metadata["spec"].low
    1
    """
    return dataclasses.field(default=default, metadata={"spec": FieldSpec(**spec)})


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """Base of an experiment's frozen, validated parameter record; every field is made by `parameter`.

    >>> from dataclasses import dataclass
    >>> from ppr_core.parameters import Parameters, parameter
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Coins(Parameters):
    ...     tosses: int = parameter(10, kind="integer", label="Tosses", low=1, high=1000)
    ...
    >>> Coins().replace(tosses=20).values()
    {'tosses': 20}
    """

    _specs: ClassVar[Mapping[str, FieldSpec]]

    def __post_init__(self) -> None:
        for name, spec in self.specs().items():
            object.__setattr__(self, name, spec.check(name, getattr(self, name)))
        self.check()

    def check(self) -> None:
        """Rules that involve several fields; raises ``ValueError``. Overridden where there are any. Reads no file."""

    def check_file(self) -> None:
        """Rules that an uploaded file decides, asked by the page and by a run, not on construction; ``ValueError``."""

    def readable(self) -> Self:
        """The same after `check_file`."""
        self.check_file()
        return self

    def unused(self) -> dict[str, str]:
        """Fields that have no effect at these values, each with the reason (controls are greyed with it)."""
        return {}

    def ends(self) -> dict[str, float]:
        """Field -> the largest value that goes with all others, where its range ends higher: there its slider ends."""
        return {}

    @classmethod
    def unchecked(cls, values: Mapping[str, Any]) -> Self:
        """The record of values for all fields, each allowed for itself, even if together they are not."""
        record = object.__new__(cls)
        for name, value in values.items():
            object.__setattr__(record, name, value)
        return record

    @classmethod
    def unused_at(cls, values: Mapping[str, Any]) -> dict[str, str]:
        """`unused` at values for all fields, each allowed for itself, even if together they are not."""
        return cls.unchecked(values).unused()

    @classmethod
    def specs(cls) -> Mapping[str, FieldSpec]:
        """Field name -> `FieldSpec`, in order of declaration."""
        if "_specs" not in vars(cls):  # read once: a page asks for them some hundred times a run
            cls._specs = MappingProxyType({each.name: each.metadata["spec"] for each in dataclasses.fields(cls)})
        return cls._specs

    def values(self) -> dict[str, Any]:
        """Field name -> value."""
        return {name: getattr(self, name) for name in self.specs()}

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed, validated again."""
        return dataclasses.replace(self, **changes)


def _columns(name: str, value: Any, most: int | None) -> str:
    """Column numbers in rising order, each once, separated by commas."""
    known = isinstance(value, str) and re.fullmatch(r"([1-9][0-9]{0,6}( *, *[1-9][0-9]{0,6})*)?", value.strip())
    validation.require(bool(known), name, value, "column numbers such as 1,3, or empty for all columns")
    numbers = sorted({int(number) for number in value.split(",") if number.strip()})
    validation.require(most is None or len(numbers) <= most, name, value, f"at most {most} column numbers")
    return ",".join(map(str, numbers))


def _whole(limit: float) -> int | None:
    return None if math.isinf(limit) else int(limit)
