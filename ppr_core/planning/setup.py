"""What is to be sent privately: a task with its contract, its data and target, the limits, and the settings given."""

from __future__ import annotations

import dataclasses
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_FLOOR, Context
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel, Release
from ppr_core.decoder_privacy import output_privacy
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.wording import rounded

__all__ = [
    "CODES", "DECLARED", "SMALLEST_EPSILON", "SPLITS", "TASKS", "TRUSTED", "Calibration", "Claim", "Setup", "Task",
    "mechanism", "round_down", "task_named",
]  # fmt: skip

CODES = ("elias_gamma", "elias_delta", "zipf_shannon")
SPLITS = ("optimized", "default", "hemisphere")
#: Who may be trusted with a report, from nobody to whoever decodes; those between serve a mean only.
TRUSTED = ("nobody", "shuffling", "aggregation", "server")
#: Least privacy loss that a set-up may have, in nats.
SMALLEST_EPSILON = 0.001
_FLOAT_BITS = 32.0

#: name -> task; `ppr_core.planning.tasks` lists them.
TASKS: dict[str, Task] = {}
#: Of one: the task of every other name, to release what `Setup.release` makes.
DECLARED: list[Task] = []


@dataclass(frozen=True)
class Calibration:
    """The uncompressed mechanism that reaches (ε, δ) with the least noise, rounded to the private side.

    noise: s of each coordinate of a report (Gaussian), ε per unit of distance (Laplace), or ε of one report;
    local: all reports of one user against the database; central: the mean, None for other tasks; error: what is
    expected, None where nothing is known of it: as a root mean square over a coordinate of the report or the mean, the
    standard deviation of an estimated frequency, or E‖z/m − x‖² of what a user's PrivUnit reports say, which the task's
    ``measure`` names; mean_error: E‖·‖² of the mean over n users, of PrivUnit; error_spread: the standard error of a
    measured ``error``, None of an exact one, and error_samples: the outputs behind it.

    >>> from ppr_core.planning import Setup, mechanism
    >>> own = mechanism(Setup(task="gaussian", epsilon=1.0, delta=1e-6))
    >>> round(own.noise, 3), round(own.local.epsilon, 6), own.error == own.noise
    (8.449, 1.0, True)
    """

    noise: float
    local: PrivacyGuarantee
    central: PrivacyGuarantee | None
    error: float | None
    mean_error: float | None = None
    error_spread: float | None = None
    error_samples: int | None = None


@dataclass(frozen=True)
class Claim:
    """A line of the table: who is protected ("mean", "report", or all "reports" of a user), the guarantee or None, its
    source, and the name of what it needed or needs, with the values that this takes.

    >>> from ppr_core.planning import Setup, claims
    >>> first = claims(Setup(task="mean", epsilon=1.0), alpha=2.0, chunk=1)[0]
    >>> first.protects, round(first.guarantee.epsilon, 3), first.note
    ('mean', 1.0, 'zeroed')
    """

    protects: str
    guarantee: PrivacyGuarantee | None
    source: str
    note: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Setup:
    """Task, data and target, and the settings of the Poisson private representation (PPR), each given or None: open.

    (ε, δ) is the mechanism's own guarantee, against the database. Inputs have ‖x‖₂ <= C and are taken at ‖x‖ = C with
    equal entries, the case the theorems speak of; a chunk of c entries then has norm C√(c/d). PrivUnit reports a unit
    vector by a unit vector.

    task: one of `TASKS`, or any name together with ``release``, which makes a mechanism for an (ε, δ) (such as
    `Channel.reaching`; what is to be sent to another process must be a function with a name); trusted: "nobody";
    "server": whoever decodes may know the input; of a mean also "shuffling" or "aggregation"; dimension d >= 1;
    clients n >= 1; epsilon: ε >= 0.001 in nats; delta: δ in (0, 1); decoder_epsilon: ε′, the most that a report may
    tell its decoder, in nats, ∞ for no limit; decoder_delta: δ′ in (0, 1), at which ε′ is meant and all that schemes
    tell anybody is compared; target: of the task "mean": "central" or "local"; neighbours: of a central target:
    "zero_out" or "replace_one"; norm_bound: C > 0; categories: k >= 2.

    split: of ε in PrivUnit reports, one of `SPLITS`; reports: into which a user's ε is shared out; alpha: PPR's order
    in (1, ∞]; chunk: entries of a chunk of Gaussian noise; proposal: its width in multiples of the one with the fewest
    candidates, or "paper" for the one of least divergence; code: one of `CODES`. bit_budget: bits for all that a user
    sends; time_budget: milliseconds to encode it. Raises ``ValueError`` for a task without a mechanism, and for
    directions in one dimension.

    >>> from ppr_core.planning import Setup, solve
    >>> solve(Setup(task="categories", categories=100, epsilon=2.0, decoder_epsilon=8.0)).alpha > 1
    True
    """

    task: str = "gaussian"
    trusted: str = "nobody"
    dimension: int = 100
    clients: int = 500
    epsilon: float = 1.0
    delta: float = 1e-6
    decoder_epsilon: float = 4.0
    decoder_delta: float = 2e-6
    target: str = "central"
    neighbours: Literal["zero_out", "replace_one"] = "zero_out"
    norm_bound: float = 1.0
    categories: int = 16
    split: str | None = None
    reports: int | None = None
    alpha: float | None = None
    chunk: int | None = None
    proposal: float | str | None = None
    code: str | None = None
    bit_budget: float = math.inf
    time_budget: float = 20.0
    release: Callable[[Release], Channel] | None = None

    def __post_init__(self) -> None:
        known = [name for name, task in TASKS.items() if task.label]
        allowed = f"one of {', '.join(known)}, or a name given with release"
        stands = self.release is not None or self.task in TASKS
        validation.require(stands, "task", self.task, allowed)
        validation.choice("trusted", self.trusted, TRUSTED)
        validation.real("epsilon", self.epsilon, SMALLEST_EPSILON)
        validation.probability("decoder_delta", self.decoder_delta)

    def replace(self, **changes: Any) -> Setup:
        """The same with other values."""
        return dataclasses.replace(self, **changes)

    @property
    def kind(self) -> Task:
        """The task itself."""
        return task_named(self.task).asked_for(self)

    @property
    def trusting(self) -> bool:
        """Whether the decoder may know the input."""
        return self.trusted != "nobody"

    @property
    def modelled(self) -> bool:
        """Whether a shuffler or secure aggregation stands between clients and server, which sees no single report."""
        return self.trusted in TRUSTED[1:-1]

    @property
    def guarded(self) -> bool:
        """Whether anything is to be kept from the decoder."""
        return not self.trusting and not math.isinf(self.decoder_epsilon)

    @property
    def whole(self) -> bool:
        """Whether a report is one message for certain."""
        return not self.kind.chunked or self.dimension == 1 or (self.chunk is not None and self.chunk >= self.dimension)

    @property
    def seconds(self) -> float:
        """The time budget in seconds."""
        return self.time_budget / 1000


class Task(ABC):
    """What is done with private data: its mechanism at (ε, δ), what is open in sending that, its error, its schemes.

    name: as set-ups and links call it; label: on a menu, "" for one that is only a means to another, and shown_as: the
    one of the menu that plans alike; channel_name: of its mechanism; options: the settings of a `Setup` that it takes
    beside α and the code, and that are searched where they are open; schemes: names of those that do it, the checked
    one first; measure: the name of what the error of a scheme is; squared: it is the square of a length; vector:
    the data are vectors; averaged: reports of n clients are averaged; central: (ε, δ) is about their mean rather than
    about one report; sent: what PPR sends, behind its name; plain: the name of the output as it is.

    Methods take the set-up they are asked about. A *settled* one has its split of ε and number of reports given.

    >>> from ppr_core.planning import task_named
    >>> mean, report = task_named("mean"), task_named("privunit")
    >>> mean.averaged, mean.chunked, report.chunked, report.shared
    (True, True, False, True)
    """

    name: ClassVar[str]
    label: ClassVar[str] = ""
    shown_as: ClassVar[str] = ""
    channel_name: ClassVar[str] = ""
    options: ClassVar[tuple[str, ...]] = ()
    schemes: ClassVar[tuple[str, ...]] = ("ppr", "rejection", "plain")
    measure: ClassVar[str] = "coordinate"
    squared: ClassVar[bool] = False
    vector: ClassVar[bool] = True
    averaged: ClassVar[bool] = False
    central: ClassVar[bool] = False
    sent: ClassVar[str] = ""
    plain: ClassVar[str] = "Uncompressed"

    @property
    def chunked(self) -> bool:
        """Whether the noise is independent over coordinates, so that a vector may be cut into chunks."""
        return "chunk" in self.options

    @property
    def noisy(self) -> bool:
        """Whether noise is added to a vector: then the proposal has a width to choose."""
        return "proposal" in self.options

    @property
    def shared(self) -> bool:
        """Whether ε may be shared out among several reports that say the same."""
        return "reports" in self.options

    def asked_for(self, p: Setup) -> Task:
        """The form of the task that a set-up means."""
        return self

    @abstractmethod
    def calibration(self, p: Setup) -> Calibration:
        """The mechanism of a settled set-up; `mechanism` remembers it."""

    @abstractmethod
    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        """The channel of a chunk of ``size`` entries, with a proposal ``scale`` times as wide as the one of least r*,
        and the input of largest norm with equal entries, (size,); of other data one input like all others."""

    def least_divergence(self, p: Setup, size: int) -> float:
        """The ``scale`` of `channel` whose proposal has the least divergence at that input, of noise."""
        return 1.0

    def paper_scale(self, p: Setup, size: int) -> float:
        """The ``scale`` of the proposal of Liu, Chen, Özgür, Li 2024; NaN where that has no encoder."""
        return self.least_divergence(p, size)

    def report(self, p: Setup, delta: float) -> PrivacyGuarantee:
        """What all outputs that one user sends tell whoever reads them, as tight as is known at a δ, pure at 0."""
        return output_privacy(self.channel(p)[0], delta, messages=self.shares(p))

    def reader(self, p: Setup, delta: float) -> PrivacyGuarantee:
        """The same of what is published."""
        return self.report(p, delta)

    def loss(self, p: Setup) -> float:
        """ε in nats of all that one user sends."""
        return mechanism(p).local.epsilon

    def error(self, p: Setup) -> float:
        """Of a settled set-up, in the unit of ``measure``, whatever sends it exactly; 1 where none is known."""
        error = mechanism(p).error
        return 1.0 if error is None else error

    def error_of(self, p: Setup, squared: float) -> float:
        """The same for reports with this E‖z − x‖²."""
        return math.sqrt(squared / p.dimension)

    def plain_bits(self, p: Setup) -> float:
        """Of the output as it is: 32-bit floats, a category, or bits."""
        return _FLOAT_BITS * p.dimension

    def accounted(self, p: Setup) -> bool:
        """Whether the privacy loss is known to the exact accountant."""
        return True

    def claims(self, p: Setup, alpha: float, messages: int) -> tuple[Claim, ...]:
        """Guarantees that hold for this task alone, of a settled set-up sent in so many messages."""
        return ()

    def shares(self, p: Setup) -> int:
        """Messages of a user that say the same, of a settled set-up."""
        return 1

    def pieces(self, p: Setup, chunk: int) -> tuple[tuple[int, int], ...]:
        """(entries, copies) of the messages of a settled set-up in chunks of so many entries; other data whole."""
        if not self.chunked:
            return ((chunk, self.shares(p)),)
        copies, rest = divmod(p.dimension, chunk)
        return (chunk, copies), *(((rest, 1),) if rest else ())

    def settlements(self, p: Setup) -> tuple[Setup, ...]:
        """The settled set-ups among which the least error is looked for."""
        return (p,)

    def divisions(self, p: Setup) -> tuple[Setup, ...]:
        """Settled set-ups that share ε out among more and more reports, each found faster."""
        return (p,)

    def single(self, p: Setup) -> Setup:
        """Settled with the one report of least error."""
        return self.divisions(p.replace(split=None, reports=None))[0]

    def offers(self, p: Setup) -> Iterator[tuple[Setup, str, str]]:
        """Every scheme for a set-up: what it does, which may be another task, its name, and which mechanism it sends
        where that is another's."""
        for scheme in self.schemes:
            yield p, scheme, ""


def task_named(name: str) -> Task:
    """The task of that name, or the one of every other: to release a mechanism as it is declared.

    >>> from ppr_core.planning import task_named
    >>> task_named("categories").schemes
    ('ppr', 'randomized_response', 'hadamard', 'pi_rappor')
    >>> type(task_named("my own law")).__name__  # the mechanism of `Setup.release`, as it is declared
    'DeclaredRelease'
    """
    return TASKS.get(name) or DECLARED[0]


@lru_cache(maxsize=512)
def mechanism(p: Setup) -> Calibration:
    """The mechanism of a settled set-up.

    >>> from ppr_core.planning import Setup, mechanism
    >>> mean, report = (mechanism(Setup(task="mean", clients=400, target=target)) for target in ("central", "local"))
    >>> round(report.noise / mean.noise, 6)  # √n times as much, and a change of 2C instead of C
    40.0
    """
    return p.kind.calibration(p)


def round_down(value: float, digits: int = 4) -> float:
    """The value at so many significant digits, not above it.

    >>> from ppr_core.planning import round_down
    >>> round_down(1.23456), round_down(1.99999, 2)
    (1.234, 1.9)
    """
    nearest = rounded(value, digits)
    if nearest <= value:
        return nearest
    return float(Context(prec=digits, rounding=ROUND_FLOOR).create_decimal_from_float(value))
