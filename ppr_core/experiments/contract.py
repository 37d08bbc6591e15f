"""What every experiment offers: parameters, a predicted cost, a run and a result.

An experiment is a pure function from a frozen record to a frozen record. The app, the tests, the command
line and the benchmarks all call the same `Experiment.run`, so the same parameters give the same numbers
everywhere. Nothing here knows of a user interface.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.means import Mean
from ppr_core.parameters import LONGEST_TABLE, FieldSpec, Parameters, parameter
from ppr_core.result_columns import Columns, Table, table_to_csv

__all__ = [
    "LONGEST_TABLE", "Cancelled", "Columns", "Cost", "Experiment", "FieldSpec", "Formula", "Parameters", "Progress",
    "Quantity", "Result", "Steps", "Story", "Symbol", "Table", "parameter", "table_to_csv",
]  # fmt: skip


class Cancelled(Exception):
    """Raised by a progress callback to stop a run between two of its steps."""


#: Of the seconds that models of encoders and collections give, what runs take (`python -m benchmarks.costs`). Who
#: announces a time scales by it; models that decide how much is run stay, so that equal parameters give equal results.
PACE = 0.45


@dataclass(frozen=True)
class Cost:
    """What a run is predicted to take, known before running.

    seconds: on one core of this machine; memory_bytes: peak of the arrays the run holds;
    reason: what drives it, for the sentence of a refusal ("r* = 3·10⁵ candidates for each of 10⁵ encodes").

    >>> from ppr_core.experiments.overview import EXPERIMENT, OverviewParameters
    >>> EXPERIMENT.cost(OverviewParameters(samples=1000)).seconds < 1
    True
    """

    seconds: float
    memory_bytes: float
    reason: str = ""


@dataclass(frozen=True)
class Quantity:
    """A number on screen: what it is, its unit, and how it is known.

    kind: "measured" carries ``error`` (one standard error) and ``samples``, and in ``samples_text`` what these are
    where the page says so ("4 runs"; "" is told as n = 4); "exact" comes from a formula or an
    enumeration; "counted" is a number of things; "bound" and "guarantee" are theorems and carry ``source``; "shown"
    is a lower limit that an attack shows, with the confidence that its ``source`` names.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import Mean
    >>> from ppr_core.experiments.contract import Quantity
    >>> bits = Quantity.measured("bits", "A message", Mean.of(np.array([2.0, 3.0, 4.0])), "bits")
    >>> bits.value, round(bits.error, 3)  # 1/√3
    (3.0, 0.577)
    """

    key: str
    label: str
    value: float
    unit: str = ""
    kind: Literal["measured", "exact", "counted", "bound", "guarantee", "shown"] = "exact"
    error: float | None = None
    samples: int | None = None
    source: str = ""
    samples_text: str = ""

    @classmethod
    def measured(
        cls, key: str, label: str, mean: Mean, unit: str = "", *, times: float = 1.0, samples_text: str = ""
    ) -> Quantity:  # fmt: skip
        """A measured mean with its error, both so many times as large as in ``mean``."""
        value, error = times * mean.value, times * mean.error
        return cls(key, label, value, unit, "measured", error, mean.samples, samples_text=samples_text)

    @classmethod
    def promised(
        cls, key: str, label: str, promise: PrivacyGuarantee, unit: str = "nats",
        kind: Literal["bound", "guarantee"] = "guarantee",
    ) -> Quantity:  # fmt: skip
        """ε of a guarantee, with what proves it."""
        return cls(key, label, promise.epsilon, unit, kind, source=promise.source)


@dataclass(frozen=True)
class Symbol:
    r"""A symbol of a formula: what it means, its unit, its value now and the parameter that sets it (or "").

    >>> from ppr_core.experiments.contract import Symbol
    >>> Symbol(r"\alpha", "the parameter of PPR", 2.0, field="alpha").field
    'alpha'
    """

    symbol: str
    meaning: str
    value: float | str
    unit: str = ""
    field: str = ""


@dataclass(frozen=True)
class Formula:
    r"""A formula with the current numbers put in.

    symbolic, substituted: LaTeX without dollar signs; value: what the substituted form evaluates to, equal to the
    plotted number; source: key into the bibliography or a plain sentence.

    >>> from ppr_core.experiments.contract import Formula
    >>> Formula("Pure bound", r"2 \alpha \varepsilon", r"2 \cdot 2 \cdot 1", 4.0).value
    4.0
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
    rivals: keys of quantities of what the page only compares its own with; drawn: of those that the picture names, told
    like tiles when they change.

    >>> from ppr_core.experiments.overview import EXPERIMENT, OverviewParameters
    >>> story = EXPERIMENT.tell(EXPERIMENT.run(OverviewParameters(samples=1000)))
    >>> [(quantity.key, quantity.samples) for quantity in story.quantities[:2]]
    [('exact_bits', None), ('bits', 1000)]
    """

    quantities: tuple[Quantity, ...]
    finding: str
    notices: tuple[str, ...] = ()
    formulas: Callable[[], tuple[Formula, ...]] = tuple
    captions: Mapping[str, str] = dataclasses.field(default_factory=dict)
    rivals: frozenset[str] = frozenset()
    drawn: frozenset[str] = frozenset()


class Progress(Protocol):
    """Told how far a run has come; may raise `Cancelled`. ``partial`` is a Result of what is known so far."""

    def __call__(self, fraction: float, note: str = "", partial: Any = None) -> None: ...


class Steps:
    """Tells a `Progress` how far a run has come; without one it tells nobody.

    seconds: predicted length of every step, in any unit. partial: the result so far, told with every call; a run sets
    it when it knows more.

    >>> from ppr_core.experiments.contract import Steps
    >>> told = []
    >>> steps = Steps(lambda fraction, note, partial: told.append((fraction, note)), [1.0, 3.0])
    >>> steps.tell(1, "decoding", share=0.5)
    >>> told  # (1 + 0.5 · 3)/4
    [(0.625, 'decoding')]
    """

    def __init__(self, progress: Progress | None, seconds: Sequence[float]) -> None:
        self._progress, self._seconds, self._total = progress, list(seconds), sum(seconds)
        self.partial: Any = None

    def tell(self, part: int, note: str, share: float = 0.0) -> None:
        """The run is in the step of number ``part``, of which a share in [0, 1] is done."""
        if self._progress is not None:
            done = sum(self._seconds[:part]) + (share * self._seconds[part] if part < len(self._seconds) else 0.0)
            self._progress(min(1.0, done / self._total) if self._total else 1.0, note, self.partial)

    def within(self, part: int, note: str) -> Callable[[float], None]:
        """What the work of one step is given, to tell its own share that is done."""
        return lambda share: self.tell(part, note, share)


@dataclass(frozen=True)
class Experiment:
    """One experiment: everything a page needs, as plain functions of its parameters.

    name: the package's name below ``ppr_core.experiments``; tell(result): its story; presets: name -> (parameters,
    what it reproduces); snippet(parameters): a short program against ``ppr_core`` that prints the headline number;
    dial: the field (sample or candidate count) that makes a run cheaper without changing its question.
    filters: fields that only choose which rows of one and the same result are shown.
    sends(result): the one message of PPR that a person sends (`vocabulary.decoder_view`), None where it is another.
    renewed(named, preset): what a link of version 1 names, beside the values of its preset if it has one -> what gives
    its numbers today.
    former: field -> text in links of before -> the text that stands for it now.

    >>> from ppr_core.experiments.overview import EXPERIMENT, OverviewParameters
    >>> affordable = EXPERIMENT.nearest_affordable(OverviewParameters(), seconds=60.0, memory_bytes=1e9)
    >>> affordable == OverviewParameters()  # its own number of samples, as a run takes less
    True
    """

    name: str
    parameters: type[Parameters]
    cost: Callable[[Any], Cost]
    run: Callable[..., Any]
    snippet: Callable[[Any], str]
    tell: Callable[[Any], Story]
    presets: Mapping[str, tuple[Any, str]] = dataclasses.field(default_factory=dict)
    dial: str = ""
    filters: tuple[str, ...] = ()
    sends: Callable[[Any], Parameters | None] | None = None
    renewed: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] = lambda named, preset: named
    former: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)

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
