"""The result of the experiment `mean_estimation`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.experiments.contract import Columns, Table
from ppr_core.experiments.mean_estimation.parameters import MeanParameters
from ppr_core.experiments.mean_estimation.schemes import Task
from ppr_core.guarantees import PrivacyGuarantee

__all__ = ["FLOAT_BITS", "Curve", "Held", "MeanResult", "Promise", "Run"]

FLOAT_BITS = 32

_COLUMNS = {
    "epsilon": ("epsilon", "squared_error"), "bits": ("bits", "squared_error"), "candidates": ("epsilon", "candidates"),
    "chunks": ("bits", "candidates"), "size": ("epsilon", "bits"),
}  # fmt: skip


@dataclass(frozen=True)
class Run:
    """Repetitions of one scheme at one ε. Errors are squared, per coordinate for central ε and summed over the
    coordinates for local ε.

    error: measured, with a standard error from all coordinates of all repetitions; law: its expectation for these
    data, exactly; bits: sent by a client; information, code_overhead,
    chunk_overhead: what they consist of; sent_bytes: of all clients; candidates: of a client;
    messages: of a client; compressed: whether anything but floats was sent. own_epsilon: of a client's mechanism,
    server_epsilon: against the server, who holds seed and messages; both at the chosen local ε, elsewhere NaN.
    """

    task: Task
    label: str
    error: Mean
    law: float
    bits: Mean
    information: float
    code_overhead: float
    chunk_overhead: float
    sent_bytes: Mean
    candidates: Mean
    messages: int
    compressed: bool
    own_epsilon: float
    server_epsilon: float


@dataclass(frozen=True, eq=False)
class Curve:
    """Exact or bounded values y along x, (k,) each. name: of the scheme; part: "epsilon" or "bits", of errors along
    these; "candidates" along ε; "size", bits along ε; "chunks", candidates along bits; level: budget, ε or chunk."""

    name: str
    part: str
    level: float
    x: np.ndarray
    y: np.ndarray


@dataclass(frozen=True)
class Promise:
    """One guarantee of one scheme at the chosen ε."""

    label: str
    guarantee: PrivacyGuarantee

    @property
    def towards(self) -> tuple[str, str, str]:
        """The scheme, the adversary and the notion: promises that agree in them differ in how tight they are."""
        return self.label, self.guarantee.against, self.guarantee.notion


@dataclass(frozen=True)
class Held:
    """Reports whose server learns at most the chosen ε: squared errors per coordinate of sliced PPR and of Gaussian
    reports without compression, and PPR's local ε before it is sent."""

    sliced: float
    gaussian: float
    own_epsilon: float


@dataclass(frozen=True, eq=False)
class MeanResult:
    """guess: squared error per coordinate of guessing 0, for these vectors; runs: the schemes at the chosen ε first.
    curves and promises are empty while a run is under way; held is known of a finished run that holds the server."""

    parameters: MeanParameters
    guess: float
    runs: tuple[Run, ...] = ()
    curves: tuple[Curve, ...] = ()
    promises: tuple[Promise, ...] = ()
    held: Held | None = None

    @property
    def focus(self) -> tuple[Run, ...]:
        """All schemes at the chosen ε and budget, in the order of the comparison."""
        return tuple(run for run in self.runs if run.task.focus)

    @property
    def headline(self) -> Run:
        """The first scheme at the chosen ε."""
        return self.focus[0]

    @property
    def useless(self) -> bool:
        """Whether the first scheme's expected error is above that of guessing 0."""
        return self.headline.law > self.guess

    @property
    def float_bits(self) -> int:
        """32 d: what a client's numbers take as 32-bit floats."""
        return FLOAT_BITS * self.parameters.shape[1]

    def at(self, name: str) -> Run:
        """A scheme at the chosen ε."""
        return next(run for run in self.focus if run.task.name == name)

    def quoted(self, promise: Promise) -> bool:
        """Whether this is the smallest ε of several that are promised of one scheme towards one adversary."""
        rivals = [each.guarantee.epsilon for each in self.promises if each.towards == promise.towards]
        return len(rivals) > 1 and promise.guarantee.epsilon == min(rivals)

    def along(self, part: str, name: str) -> tuple[Run, ...]:
        """The runs of a scheme along "epsilon" or "bits", in order."""
        runs = [run for run in self.runs if run.task.name == name and run.task.part in (part, "both")]
        return tuple(sorted(runs, key=lambda run: run.task.epsilon if part == "epsilon" else run.bits.value))

    def curve(self, part: str, name: str, level: float | None = None) -> tuple[Curve, ...]:
        """The curves of a scheme; of one level, where one is given."""
        curves = [curve for curve in self.curves if (curve.part, curve.name) == (part, name)]
        return tuple(curve for curve in curves if level is None or curve.level == level)

    @property
    def view(self) -> str:
        """Which ε an axis shows: that of the "server", a "local" one, or a central one of these neighbours."""
        p = self.parameters
        return "server" if p.server_held else p.neighbours if p.central else "local"

    #: Every run.
    table = Columns(
        "runs",
        scheme="label",
        epsilon="task.epsilon",
        budget_bits="task.budget",
        chunk="task.chunk",
        squared_error="error.value",
        standard_error="error.error",
        expected_error="law",
        bits="bits.value",
        information_bits="information",
        code_overhead_bits="code_overhead",
        message_overhead_bits="chunk_overhead",
        sent_bytes="sent_bytes.value",
        candidates="candidates.value",
    )

    def curve_table(self, part: str) -> Table:
        """All curves of a chart, point by point."""
        along, shown = _COLUMNS[part]
        columns = Columns("curves", {"scheme": "name", "level": "level", along: "x", shown: "y"})
        return columns.shown([curve for curve in self.curves if curve.part == part])

    def bits_table(self) -> Table:
        """What a client sends at the chosen ε."""
        return _BITS.shown([run for run in self.focus if run.compressed])


_BITS = Columns(
    "focus", scheme="label", information="information", code_overhead="code_overhead", message_overhead="chunk_overhead"
)
