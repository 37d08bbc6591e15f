"""What can be set in the experiment `ppr_step_by_step`, and the mechanism that follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import GaussianChannel, LaplaceChannel
from ppr_core.codes import CODES
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields

__all__ = ["LIMIT", "PRESETS", "SHELL", "TITLES", "PprSteps", "channel_of", "input_of"]

SHELL = 4.0  # multiples of r* revealed at first; given, the search is the one in candidate order that is drawn
LIMIT = 1.0  # inputs lie in [−LIMIT, LIMIT], or in the ball of that radius

TITLES = (
    "Mechanism and proposal",
    "Shared samples",
    "Private times",
    "Times divided by the ratio",
    "Probabilities of the indices",
    "One index is drawn",
    "What the encoder looks at",
    "Beside it: Algorithm 1",
    "The message",
    "The decoder",
)


@dataclass(frozen=True, kw_only=True)
class PprSteps(Parameters):
    """One input, one shared seed, one private seed: one message. ε is the privacy of the mechanism itself."""

    mechanism: str = parameter(
        "laplace", kind="choice", label="Mechanism", choices={"laplace": "Laplace", "gaussian": "Gaussian"}
    )
    epsilon: float = parameter(
        4.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=0.1, high=30.0, scale="log",
        help="Of the uncompressed mechanism, for any two inputs in [−1, 1]. Larger means less noise.",
    )  # fmt: skip
    x: float = parameter(0.6, kind="real", label="True value", symbol="x", low=-LIMIT, high=LIMIT)
    alpha: float = fields.order(
        help="How strongly early points are preferred; at ∞ the earliest always wins. Another α is another encode: its "
        "times are drawn anew."
    )
    seed: int = fields.seed(79, label="Shared seed", help="Makes the samples Z that encoder and decoder both know.")
    private_seed: int = fields.seed(
        13, label="Private seed", help="Makes the times T and marks V that only the encoder knows."
    )
    code: str = parameter(
        "elias_gamma", kind="choice", label="Code", group="more",
        choices={name: CODES[name].label for name in ("elias_gamma", "elias_delta")},
    )  # fmt: skip
    points: int = parameter(
        40, kind="integer", label="Arrivals drawn", symbol="m", low=10, high=200, scale="log", group="more",
        help="The picture shows the first m arrivals, and later ones that the encoder looked at.",
    )  # fmt: skip
    proposal: float = parameter(
        1.0, kind="real", label="Width of the proposal", unit="× best", low=0.5, high=4.0, scale="log", group="more",
        help="1 is the width with the smallest r* for x = ±1. The others are as exact.",
    )  # fmt: skip
    dimension: int = parameter(1, kind="integer", label="Dimension", symbol="d", low=1, high=10, group="more")
    delta: float = parameter(
        1e-5, kind="real", label="Failure probability", symbol="δ", low=1e-12, high=0.1, scale="log", group="more"
    )
    step: int = parameter(5, kind="integer", label="Step", low=0, high=len(TITLES) - 1)

    def unused(self) -> dict[str, str]:
        if self.mechanism == "gaussian":
            return {}
        return {
            "dimension": "The Laplace mechanism on this page is scalar.",
            "delta": "The Laplace mechanism is private without exception: δ = 0.",
        }


def channel_of(p: PprSteps) -> LaplaceChannel | GaussianChannel:
    """The mechanism at privacy ε for inputs up to 2·LIMIT apart."""
    if p.mechanism == "laplace":
        rate = p.epsilon / (2 * LIMIT)
        flat = min(rate, min(rate, 1 / LIMIT) / p.proposal)
        return LaplaceChannel(dimension=1, epsilon=rate, norm_bound=LIMIT, proposal_epsilon=flat)
    noise = gaussian_noise_std(2 * LIMIT, p.epsilon, p.delta)
    shape = {"dimension": p.dimension, "noise_std": noise, "norm_bound": LIMIT}
    return GaussianChannel(**shape, proposal_width=GaussianChannel(**shape).proposal_width * p.proposal)


def input_of(p: PprSteps) -> np.ndarray:
    """x on the first axis, (1, d)."""
    return np.eye(1, p.dimension if p.mechanism == "gaussian" else 1) * p.x


PRESETS = {
    "One index is drawn (α = 2)": (PprSteps(), "The middle of the story; Back and Next tell the rest."),
    "From the first step": (PprSteps(step=0), "The whole story from its beginning: press Next."),
    "No privacy left (α = ∞)": (
        PprSteps(alpha=math.inf),
        "The Poisson functional representation: the shortest messages, and no privacy against the decoder.",
    ),
    "Rare long messages (α = 1.05)": (
        PprSteps(alpha=1.05, step=6),
        "Close to the mechanism's own privacy, at the price of astronomically large indices.",
    ),
    "Algorithm 1 is slow (α = 1.5)": (
        PprSteps(alpha=1.5, private_seed=14, step=7),
        "Algorithm 1 draws all samples up to the latest one that could still win.",
    ),
    "Gaussian in 8 dimensions": (
        PprSteps(mechanism="gaussian", dimension=8, epsilon=10.0),
        "The same with vectors: the picture shows the coordinate along x.",
    ),
}
