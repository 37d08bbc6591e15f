"""What every experiment offers: parameters, a predicted cost, a run and a result.

An experiment is a pure function from a frozen record to a frozen record. The app, the tests, the command
line and the benchmarks all call the same `Experiment.run`, so the same parameters give the same numbers
everywhere. Nothing here knows of a user interface; labels, units and ranges are facts about the parameters.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self

import numpy as np

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.means import Mean
from ppr_core.result_columns import Columns, Table, table_to_csv

__all__ = [
    "LONGEST_TABLE", "Cancelled", "Columns", "Cost", "Experiment", "FieldSpec", "Formula", "Parameters", "Progress",
    "Quantity", "Result", "Steps", "Story", "Symbol", "Table", "parameter", "table_to_csv",
]  # fmt: skip

LONGEST_TABLE = 1500


class Cancelled(Exception):
    """Raised by a progress callback to stop a run between two of its steps."""


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
    vanishes: not shown where it has no effect, instead of greyed. group: "main" controls are always visible, "more"
    are folded away, "seed" is the seed of the run.
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
    vanishes: bool = False
    group: Literal["main", "more", "seed"] = "main"

    def __post_init__(self) -> None:
        inside = self.stops and tuple(stop for stop in self.stops if self.low <= stop <= self.high)
        object.__setattr__(self, "stops", inside)

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
    """A dataclass field of a `Parameters` record with its `FieldSpec`."""
    return dataclasses.field(default=default, metadata={"spec": FieldSpec(**spec)})


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """Base of an experiment's frozen, validated parameter record; every field is made by `parameter`."""

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

    @classmethod
    def unused_at(cls, values: Mapping[str, Any]) -> dict[str, str]:
        """`unused` at values for all fields, each allowed for itself, even if together they are not."""
        record = object.__new__(cls)
        for name, value in values.items():
            object.__setattr__(record, name, value)
        return record.unused()

    @classmethod
    def specs(cls) -> dict[str, FieldSpec]:
        """Field name -> `FieldSpec`, in order of declaration."""
        return {field.name: field.metadata["spec"] for field in dataclasses.fields(cls)}

    def values(self) -> dict[str, Any]:
        """Field name -> value."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed, validated again."""
        return dataclasses.replace(self, **changes)


@dataclass(frozen=True)
class Cost:
    """What a run is predicted to take, known before running.

    seconds: on one core of this machine; memory_bytes: peak of the arrays the run holds;
    reason: what drives it, for the sentence of a refusal ("r* = 3·10⁵ candidates for each of 10⁵ encodes").
    """

    seconds: float
    memory_bytes: float
    reason: str = ""


@dataclass(frozen=True)
class Quantity:
    """A number on screen: what it is, its unit, and how it is known.

    kind: "measured" carries ``error`` (one standard error) and ``samples``; "exact" comes from a formula or an
    enumeration; "counted" is a number of things; "bound" and "guarantee" are theorems and carry ``source``.
    """

    key: str
    label: str
    value: float
    unit: str = ""
    kind: Literal["measured", "exact", "counted", "bound", "guarantee"] = "exact"
    error: float | None = None
    samples: int | None = None
    source: str = ""

    @classmethod
    def measured(cls, key: str, label: str, mean: Mean, unit: str = "", *, times: float = 1.0) -> Quantity:
        """A measured mean with its error, both so many times as large as in ``mean``."""
        return cls(key, label, times * mean.value, unit, "measured", times * mean.error, mean.samples)

    @classmethod
    def promised(
        cls, key: str, label: str, promise: PrivacyGuarantee, unit: str = "nats",
        kind: Literal["bound", "guarantee"] = "guarantee",
    ) -> Quantity:  # fmt: skip
        """ε of a guarantee, with what proves it."""
        return cls(key, label, promise.epsilon, unit, kind, source=promise.source)


@dataclass(frozen=True)
class Symbol:
    """A symbol of a formula: what it means, its unit, its value now and the parameter that sets it (or "")."""

    symbol: str
    meaning: str
    value: float | str
    unit: str = ""
    field: str = ""


@dataclass(frozen=True)
class Formula:
    """A formula with the current numbers put in.

    symbolic, substituted: LaTeX without dollar signs; value: what the substituted form evaluates to, equal to the
    plotted number; source: key into the bibliography or a plain sentence.
    """

    title: str
    symbolic: str
    substituted: str
    value: float
    symbols: tuple[Symbol, ...] = ()
    source: str = ""


class Result(Protocol):
    """What a run returns: a frozen dataclass of plain arrays and numbers, and no sentence."""

    parameters: Any

    def table(self) -> Table:
        """The plotted data, for CSV."""
        ...


@dataclass(frozen=True)
class Story:
    """What a result says: its numbers by name, and sentences computed from it.

    quantities: the numbers of the page; the first is the headline that "what changed" compares. finding: one sentence,
    what this result shows. notices: two or three sentences on what to look at in it. formulas: those behind the
    result with its numbers; a function, so that a fold that stays closed costs nothing. captions: view -> sentence.
    """

    quantities: tuple[Quantity, ...]
    finding: str
    notices: tuple[str, ...] = ()
    formulas: Callable[[], tuple[Formula, ...]] = tuple
    captions: Mapping[str, str] = dataclasses.field(default_factory=dict)


class Progress(Protocol):
    """Told how far a run has come; may raise `Cancelled`. ``partial`` is a Result of what is known so far."""

    def __call__(self, fraction: float, note: str = "", partial: Any = None) -> None: ...


class Steps:
    """Tells a `Progress` how far a run has come; without one it tells nobody.

    seconds: predicted length of every step, in any unit. partial: the result so far, told with every call; a run sets
    it when it knows more.
    """

    def __init__(self, progress: Progress | None, seconds: Sequence[float]) -> None:
        self._progress, self._seconds, self._total = progress, list(seconds), sum(seconds)
        self.partial: Any = None

    def tell(self, place: int, note: str, share: float = 0.0) -> None:
        """The run is in the step at ``place``, of which a share in [0, 1] is done."""
        if self._progress is not None:
            done = sum(self._seconds[:place]) + (share * self._seconds[place] if place < len(self._seconds) else 0.0)
            self._progress(min(1.0, done / self._total) if self._total else 1.0, note, self.partial)

    def within(self, place: int, note: str) -> Callable[[float], None]:
        """What the work of one step is given, to tell its own share that is done."""
        return lambda share: self.tell(place, note, share)


@dataclass(frozen=True)
class Experiment:
    """One experiment: everything a page needs, as plain functions of its parameters.

    name: the package's name below ``ppr_core.experiments``; tell(result): its story; presets: name -> (parameters,
    what it reproduces); snippet(parameters): a short program against ``ppr_core`` that prints the headline number;
    dial: the field (sample or candidate count) that makes a run cheaper without changing its question.
    renewed(named, preset): what a link of version 1 names, beside the values of its preset if it has one -> what gives
    its numbers today.
    """

    name: str
    parameters: type[Parameters]
    cost: Callable[[Any], Cost]
    run: Callable[..., Any]
    snippet: Callable[[Any], str]
    tell: Callable[[Any], Story]
    presets: Mapping[str, tuple[Any, str]] = dataclasses.field(default_factory=dict)
    dial: str = ""
    renewed: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] = lambda named, preset: named

    def nearest_affordable(self, parameters: Any, seconds: float, memory_bytes: float) -> Any | None:
        """The parameters with the dial, a whole number, turned down just enough to fit the budget, or None."""
        if not self.dial:
            return None
        spec = self.parameters.specs()[self.dial]

        def fits(value: int) -> Any | None:
            cost = self.cost(candidate := parameters.replace(**{self.dial: value}))
            return candidate if cost.seconds <= seconds and cost.memory_bytes <= memory_bytes else None

        low, high = int(spec.low), int(getattr(parameters, self.dial))
        best = fits(high)
        if best is not None or (best := fits(low)) is None:
            return best
        while high - low > 1:
            middle = round(math.sqrt(low * high)) if spec.scale == "log" and low > 0 else (low + high) // 2
            if (candidate := fits(middle)) is None:
                high = middle
            else:
                best, low = candidate, middle
        return best


def _columns(name: str, value: Any, most: int | None) -> str:
    """Column numbers in rising order, each once, separated by commas."""
    known = isinstance(value, str) and re.fullmatch(r"([1-9][0-9]{0,6}( *, *[1-9][0-9]{0,6})*)?", value.strip())
    validation.require(bool(known), name, value, "column numbers such as 1,3, or empty for all columns")
    numbers = sorted({int(number) for number in value.split(",") if number.strip()})
    validation.require(most is None or len(numbers) <= most, name, value, f"at most {most} column numbers")
    return ",".join(map(str, numbers))


def _whole(limit: float) -> int | None:
    return None if math.isinf(limit) else int(limit)
