"""What can be set in the experiment `metric_privacy`, and what follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.estimation.metric import DiscreteLaplace, step_by_cells, step_by_volume
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.mechanisms import declined
from ppr_core.guarantees import ADVERSARIES, DECODER, READER, Adversary, laplace_metric_epsilon, refusals

__all__ = ["ACCOUNTS", "MOST_CANDIDATES", "PRESETS", "MetricPrivacyParameters"]

ACCOUNTS: dict[str, str] = {"cells": "all that meet the ball", "volume": "by volume, as the paper"}
MOST_CANDIDATES = 1e5  # r* up to which PPR is run
_SIZES = (1, 2, 3)  # budgets, as multiples of the chosen one


@dataclass(frozen=True, kw_only=True)
class MetricPrivacyParameters(Parameters):
    """Laplace noise in d dimensions on points of a ball of radius C. Two inputs, x = position·C·e₁ and
    x′ = other·C·e₁, are reported through PPR; inputs of the error curves are uniform on the ball."""

    epsilon: float = fields.epsilon_per_km(
        1.0, low=0.01, high=20.0,
        note="It limits what a reader learns about two places, for every km between them.",
    )  # fmt: skip
    norm_bound: float = fields.norm_bound(
        5.0, low=0.5, high=100_000.0, stops=(0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50, 100, 1000, 10_000, 100_000),
        group="more",
        note="No true place is further than this from the centre. "
        + declined(LaplaceChannel.name, reason="the bounds and the grid of this page are those of Laplace noise"),
    )  # fmt: skip
    dimension: int = fields.dimension(
        2, low=2, high=1000, stops=(2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000), scale="linear", group="more",
        note="2 is the plane, in km. Word embeddings have hundreds of dimensions; PPR is then not run.",
    )  # fmt: skip
    position: float = parameter(
        0.4, kind="real", label="True place x, km east", low=-1.0, high=1.0,
        stops=tuple(step / 10 for step in range(-10, 11)), part_of="norm_bound",
        help="Negative values lie west of the centre.",
    )  # fmt: skip
    other: float = parameter(
        0.0, kind="real", label="Place x′, km east", low=-1.0, high=1.0,
        stops=tuple(step / 10 for step in range(-10, 11)), part_of="norm_bound",
        help="Where else the person might have been, on the same axis.",
    )  # fmt: skip
    bits_each: float = parameter(
        2.5, kind="real", label="Bits per coordinate", symbol="b/d", low=0.5, high=8.0,
        stops=(0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8), group="more",
        help="The message length of discrete Laplace; the error curves also show twice and three times as many bits.",
    )  # fmt: skip
    alpha: float = fields.order(
        high=20.0, group="more",
        note="The server of PPR may learn 2αε per km.",
    )  # fmt: skip
    compare: str = parameter(
        READER.name, kind="choice", label="Both ways have the same ε for", group="more",
        choices={seen.name: seen.label for seen in (READER, DECODER)}, refused=refusals((READER.name, DECODER.name)),
        help="PPR keeps the slider’s ε. “The server” gives discrete Laplace 2αε, as much as PPR’s server may learn.",
    )  # fmt: skip
    accounting: str = parameter(
        "cells", kind="choice", label="Cells counted", choices=ACCOUNTS, group="more",
        help="By volume, a cell on the edge of the region counts only in part.",
    )  # fmt: skip
    confidence: float = parameter(
        0.9, kind="real", label="Share within the circle", low=0.1, high=0.99, group="more",
        stops=(0.1, 0.25, 0.5, 0.75, 0.8, 0.9, 0.95, 0.99),
        help="The circle around the true place holds this share of exact reports.",
    )  # fmt: skip
    encodes: int = fields.messages(
        1_000, low=100, high=20_000, group="more", note="Reports from x, and as many from x′."
    )
    trials: int = parameter(
        300, kind="integer", label="Trials of a point", low=100, high=20_000, scale="log", group="more",
        help="Reports of discrete Laplace for every point of its error curves.",
    )  # fmt: skip
    seed: int = fields.seed()

    def unused(self) -> dict[str, str]:
        if self.runs:
            return {}
        return dict.fromkeys(("encodes", "confidence"), "PPR cannot be run here: r* is too large.")

    @property
    def runs(self) -> bool:
        """Whether PPR can be run: r* is at most `MOST_CANDIDATES`."""
        return self.log_ratio_bound <= math.log(MOST_CANDIDATES)

    @property
    def plane(self) -> bool:
        """Whether reports are drawn in the plane."""
        return self.dimension == 2 and self.runs

    @property
    def unit(self) -> str:
        """Of distances: km in the plane."""
        return "km" if self.dimension == 2 else ""

    @property
    def ball(self) -> dict[str, Any]:
        """Dimension and radius, as the functions of the science take them."""
        return {"dimension": self.dimension, "norm_bound": self.norm_bound}

    @property
    def log_ratio_bound(self) -> float:
        """ln r* of the bounded-ratio proposal, for the farthest input."""
        return float(self.channel().log_ratio_bound())

    @property
    def factor(self) -> float:
        """How many times PPR's ε discrete Laplace may use, at the same guarantee."""
        return {READER: 1.0, DECODER: 2 * self.alpha}[self.adversary]

    @property
    def adversary(self) -> Adversary:
        """Against whom both have the same ε."""
        return ADVERSARIES[self.compare]

    @property
    def budgets(self) -> tuple[int, ...]:
        """Bits of a message, three sizes."""
        return tuple(max(1, round(size * self.bits_each * self.dimension)) for size in _SIZES)

    @property
    def fitting_epsilons(self) -> tuple[float, ...]:
        """For each budget the largest ε whose size by Corollary 13 fits; 0 where none does."""
        return tuple(laplace_metric_epsilon(**self.ball, alpha=self.alpha, bits=bits) for bits in self.budgets)

    @property
    def along(self) -> tuple[float, float]:
        """x and x′ on the axis to the east, in the unit of distances; their other coordinates are 0."""
        return self.position * self.norm_bound, self.other * self.norm_bound

    @property
    def distance(self) -> float:
        """r = ‖x − x′‖."""
        return abs(self.position - self.other) * self.norm_bound

    def channel(self, epsilon: float | None = None) -> LaplaceChannel:
        """The mechanism with the bounded-ratio proposal of least r*."""
        return LaplaceChannel(**self.ball, epsilon=self.epsilon if epsilon is None else epsilon)

    def point(self, share: float) -> np.ndarray:
        """share·C on the first axis, (d,)."""
        return share * self.norm_bound * np.eye(1, self.dimension)[0]

    def step(self, bits: float) -> float:
        """The step of the discrete Laplace mechanism for so many bits; ∞ if there is none."""
        find = step_by_cells if self.accounting == "cells" else step_by_volume
        return find(**self.ball, bits=bits)

    def discrete(self, bits: float) -> DiscreteLaplace | None:
        """The discrete Laplace mechanism of so many bits at PPR's guarantee, or None if there is none."""
        step = self.step(bits)
        return DiscreteLaplace(**self.ball, epsilon=self.factor * self.epsilon, step=step) if step < math.inf else None


_PAPER: dict[str, Any] = {"dimension": 500, "norm_bound": 10_000.0, "bits_each": 1.0, "epsilon": 0.25, "trials": 5_000}

PRESETS: dict[str, tuple[MetricPrivacyParameters, str]] = {
    "A location in the plane": (
        MetricPrivacyParameters(),
        "You are within 5 km of a city’s centre and report your place with noise, at ε = 1 per km.",
    ),
    "The paper's figure": (
        MetricPrivacyParameters(**_PAPER, compare="decoder", accounting="volume"),
        "Liu et al. 2024, appendix: d = 500, C = 10 000, α = 2; 500, 1000 and 1500 bits. PPR by Corollary 13, "
        "discrete Laplace by 5000 trials a point.",
    ),
    "The paper, every cell": (
        MetricPrivacyParameters(**_PAPER | {"bits_each": 2.0, "trials": 1_000}, compare="decoder"),
        "1000, 2000 and 3000 bits. Discrete Laplace has a code word for every cell that can occur.",
    ),
    "Close neighbours": (
        MetricPrivacyParameters(epsilon=2.0, other=0.3),
        "Two locations 500 m apart stay hard to tell apart, although reports come close.",
    ),
    "A small region": (
        MetricPrivacyParameters(epsilon=0.5, norm_bound=2.0, position=0.9, other=-0.9),
        "The noise is far larger than the region: discrete Laplace moves reports to the edge and is biased.",
    ),
    "Same ε for both servers": (
        MetricPrivacyParameters(compare="decoder"),
        "The server of discrete Laplace sees no more than a reader, so it may use 2α = 4 times the ε of PPR.",
    ),
    "Five dimensions": (
        MetricPrivacyParameters(dimension=5, epsilon=1.5, position=1.0, encodes=200),
        "Points in five dimensions: PPR has to look at over 1000 candidates for one report.",
    ),
}
