"""What is to be sent privately: a task, its data and target, the limits, and the settings that are given."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ppr_core import validation
from ppr_core.channels import Channel

__all__ = ["CODES", "OWN_TASKS", "SMALLEST_EPSILON", "SPLITS", "CategoryRelease", "Release", "Setup"]

#: Tasks that know more than their mechanism: how to send it in chunks, what it is for, and how wrong it is.
OWN_TASKS = ("gaussian", "laplace", "privunit", "categories", "mean")
CODES = ("elias_gamma", "elias_delta", "zipf_shannon")
SPLITS = ("optimized", "default", "hemisphere")
#: Least privacy loss that a set-up may have, in nats.
SMALLEST_EPSILON = 0.001


@dataclass(frozen=True)
class Release:
    """What a mechanism is asked to reach: (ε, δ) between any two inputs, in its smallest form.

    epsilon: nats; delta: of mechanisms that need one; dimension, norm_bound: of vectors, ‖x‖₂ <= norm_bound;
    categories: of category data.
    """

    epsilon: float
    delta: float = 1e-6
    dimension: int = 1
    norm_bound: float = 1.0
    categories: int = 2


@dataclass(frozen=True)
class CategoryRelease:
    """Makes the mechanism of one kind on k categories, as `Setup.release` wants it; it can be pickled."""

    kind: Callable[..., Channel]

    def __call__(self, goal: Release) -> Channel:
        return self.kind(size=goal.categories, epsilon=goal.epsilon)


@dataclass(frozen=True, kw_only=True)
class Setup:
    """Task, data and target, and the settings of the Poisson private representation (PPR), each given or None: open.

    (ε, δ) is the mechanism's own guarantee, against the database. Inputs have ‖x‖₂ <= C and are taken at ‖x‖ = C with
    equal entries, the case the theorems speak of; a chunk of c entries then has norm C√(c/d). PrivUnit reports a unit
    vector by a unit vector.

    task: one of `OWN_TASKS`, or any name together with ``release``, which makes a mechanism for an (ε, δ); trusted:
    "nobody", or "server": whoever decodes may know the input; dimension d >= 1; clients n >= 1; epsilon: ε >= 0.001 in
    nats; delta: δ in (0, 1); decoder_epsilon: the most that a report may tell its decoder, in nats at 2δ, ∞ for no
    limit; target: of the task "mean": "central" or "local"; neighbours: of a central target: "zero_out" or
    "replace_one"; norm_bound: C > 0; categories: k >= 2.

    split: of ε in PrivUnit reports, one of `SPLITS`; reports: into which a user's ε is shared out; alpha: PPR's order
    in (1, ∞]; chunk: entries of a chunk of Gaussian noise; proposal: its width in multiples of the one with the fewest
    candidates, or "paper" for the one of least divergence; code: one of `CODES`. bit_budget: bits for all that a user
    sends; time_budget: milliseconds to encode it. Raises ``ValueError`` for a task without a mechanism, and for
    directions in one dimension.
    """

    task: str = "gaussian"
    trusted: str = "nobody"
    dimension: int = 100
    clients: int = 500
    epsilon: float = 1.0
    delta: float = 1e-6
    decoder_epsilon: float = 4.0
    target: str = "central"
    neighbours: str = "zero_out"
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
        allowed = f"one of {', '.join(OWN_TASKS)}, or a name given with release"
        validation.require(self.own or self.release is not None, "task", self.task, allowed)
        validation.real("epsilon", self.epsilon, SMALLEST_EPSILON)

    def replace(self, **changes: Any) -> Setup:
        """The same with other values."""
        return dataclasses.replace(self, **changes)

    @property
    def own(self) -> bool:
        """Whether the task is one that is known here, not a mechanism as somebody declares it."""
        return self.task in OWN_TASKS

    @property
    def guarded(self) -> bool:
        """Whether anything is to be kept from the decoder."""
        return self.trusted == "nobody" and not math.isinf(self.decoder_epsilon)

    @property
    def noisy(self) -> bool:
        """Whether noise is added to a vector: then the proposal has a width to choose."""
        return self.task in ("gaussian", "laplace", "mean")

    @property
    def gaussian(self) -> bool:
        """Whether the noise is Gaussian, so independent over coordinates: then a vector may be cut into chunks."""
        return self.task in ("gaussian", "mean")

    @property
    def whole(self) -> bool:
        """Whether a report is one message for certain."""
        return not self.gaussian or self.dimension == 1 or (self.chunk is not None and self.chunk >= self.dimension)

    @property
    def central(self) -> bool:
        """Whether (ε, δ) is about the mean rather than about one report."""
        return self.task == "mean" and self.target == "central"

    @property
    def seconds(self) -> float:
        """The time budget in seconds."""
        return self.time_budget / 1000
