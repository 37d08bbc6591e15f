"""Choice of a mechanism with its parameters -> channel and input, for every experiment that compresses one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.experiments.contract import Parameters, parameter

__all__ = ["MECHANISMS", "MechanismParameters"]

#: name -> label of the mechanisms that can be chosen.
MECHANISMS: dict[str, str] = {
    channel.name: channel.label for channel in (LaplaceChannel, GaussianChannel, RandomizedResponseChannel)
}
_VECTOR_FIELDS = ("dimension", "position", "norm_bound", "proposal_scale")


@dataclass(frozen=True, kw_only=True)
class MechanismParameters(Parameters):
    """A mechanism, its input and its proposal. Subclasses add what they do with it.

    The input is x = position·norm_bound·(1, 0, …, 0), or category 0. The proposal is the one with the smallest r*
    made proposal_scale times as wide: variance y·scale beyond s² for the Gaussian, ε′/scale (at most ε) for Laplace.
    """

    mechanism: str = parameter(
        "laplace", kind="choice", label="Mechanism", choices=MECHANISMS,
        help="The randomizer whose outputs are to be sent: noise on a vector, or a noisy category.",
    )  # fmt: skip
    epsilon: float = parameter(
        3.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=0.05, high=20.0, scale="log",
        help="Laplace: per unit of distance, so the noise has scale 1/ε. Randomized response: between any two inputs.",
    )  # fmt: skip
    dimension: int = parameter(1, kind="integer", label="Dimension", symbol="d", low=1, high=200, scale="log")
    noise_std: float = parameter(
        1.0, kind="real", label="Noise", symbol="s", low=0.01, high=1000.0, scale="log",
        help="Standard deviation of the Gaussian noise on every coordinate.",
    )  # fmt: skip
    norm_bound: float = parameter(
        1.0, kind="real", label="Norm bound", symbol="C", low=0.01, high=1000.0, scale="log", group="more",
        help="Largest length of an input the mechanism allows.",
    )  # fmt: skip
    position: float = parameter(
        1.0, kind="real", label="Input length", symbol="‖x‖/C", low=0.0, high=1.0, group="more",
        help="As a share of C. The input lies on the first axis; at 1 it is as far out as the mechanism allows.",
    )  # fmt: skip
    categories: int = parameter(
        8, kind="integer", label="Categories", symbol="k", low=2, high=50, group="more",
        help="Randomized response keeps the true category or reports one of the k − 1 others.",
    )  # fmt: skip
    proposal_scale: float = parameter(
        1.0, kind="real", label="Proposal width", unit="× best", low=0.1, high=10.0, scale="log", group="more",
        help="Best is the width with the smallest r*, so the fewest candidates. Others are as exact, but slower.",
    )  # fmt: skip

    def unused(self) -> dict[str, str]:
        """Fields that the chosen mechanism does not have."""
        reasons = super().unused()
        if self.mechanism == "randomized_response":
            reasons |= {name: "Randomized response has categories instead." for name in _VECTOR_FIELDS}
        else:
            reasons["categories"] = "Only randomized response has categories."
        if self.mechanism == "gaussian":
            reasons["epsilon"] = "The Gaussian mechanism is set by s."
        else:
            reasons["noise_std"] = "Only the Gaussian mechanism has s."
        return reasons

    def channel(self) -> Channel:
        """The mechanism with its proposal."""
        if self.mechanism == "randomized_response":
            return RandomizedResponseChannel(size=self.categories, epsilon=self.epsilon)
        shape = {"dimension": self.dimension, "norm_bound": self.norm_bound}
        if self.mechanism == "gaussian":
            best = GaussianChannel(noise_std=self.noise_std, **shape).proposal_width
            return GaussianChannel(noise_std=self.noise_std, proposal_width=best * self.proposal_scale, **shape)
        best = LaplaceChannel(epsilon=self.epsilon, **shape).proposal_epsilon
        flat = min(best / self.proposal_scale, self.epsilon)
        return LaplaceChannel(epsilon=self.epsilon, proposal_epsilon=flat, **shape)

    def input(self) -> np.ndarray:
        """The input: (d,), or a category as a 0-dimensional array."""
        if self.mechanism == "randomized_response":
            return np.array(0)
        x = np.zeros(self.dimension)
        x[0] = self.position * self.norm_bound
        return x
