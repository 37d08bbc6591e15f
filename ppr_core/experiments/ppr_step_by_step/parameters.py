"""What can be set in the experiment `ppr_steps`, and the mechanism and program that follow from it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import GaussianChannel, LaplaceChannel
from ppr_core.codes import CODES
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.ppr_step_by_step.text import TITLES

__all__ = ["LIMIT", "PprSteps", "channel_of", "input_of", "snippet"]

LIMIT = 1.0  # inputs lie in [−LIMIT, LIMIT], or in the ball of that radius


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
    alpha: float = parameter(
        2.0, kind="real", label="PPR order", symbol="α", low=1.02, high=math.inf, infinite=True,
        stops=(1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3, 4, 6, 10, 20, 50),
        help="How strongly early points are preferred; at ∞ the earliest always wins. Another α is another encode: its "
        "times are drawn anew.",
    )  # fmt: skip
    seed: int = parameter(
        79, kind="integer", label="Shared seed", low=0, high=2**31 - 1, group="seed",
        help="Makes the samples Z that encoder and decoder both know.",
    )  # fmt: skip
    private_seed: int = parameter(
        13, kind="integer", label="Private seed", low=0, high=2**31 - 1, group="seed",
        help="Makes the times T and marks V that only the encoder knows.",
    )  # fmt: skip
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


def snippet(parameters: PprSteps) -> str:
    """A program that prints the length of the message and shows that the decoder gets the encoder's z."""
    p, alpha = parameters, "np.inf" if math.isinf(parameters.alpha) else repr(parameters.alpha)
    channel = channel_of(p)
    if isinstance(channel, LaplaceChannel):
        kind = "LaplaceChannel"
        settings = f"dimension=1, epsilon={channel.epsilon!r}, norm_bound={LIMIT!r}"
        settings += f", proposal_epsilon={channel.proposal_epsilon!r}"
    else:
        kind = "GaussianChannel"
        settings = (
            f"dimension={p.dimension}, noise_std={channel.noise_std!r}, norm_bound={LIMIT!r},\n"
            f"                          proposal_width={channel.proposal_width!r}"
        )
    x = f"np.array([{input_of(p)[0].tolist()!r}])"
    return f"""\
import numpy as np
from ppr_core.channels import {kind}
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness

channel = {kind}({settings})
ppr = PoissonPrivateRepresentation(channel, alpha={alpha})
sent = ppr.encode({x}, SharedRandomness({p.seed}), np.random.default_rng({p.private_seed}))
data = sent.to_bytes("{p.code}")
z = ppr.decode(Messages.from_bytes(data, "{p.code}"), SharedRandomness({p.seed}))[0]
print(f"{{sent.lengths('{p.code}')[0]}} bits, K = {{sent.indices[0]}}, bytes {{data.hex()}}, z = {{z}}")
"""


def channel_of(p: PprSteps) -> LaplaceChannel | GaussianChannel:
    """The mechanism at privacy ε for inputs up to 2·LIMIT apart."""
    if p.mechanism == "laplace":
        rate = p.epsilon / (2 * LIMIT)
        return LaplaceChannel(
            dimension=1, epsilon=rate, norm_bound=LIMIT, proposal_epsilon=min(rate, min(rate, 1 / LIMIT) / p.proposal)
        )
    noise = gaussian_noise_std(2 * LIMIT, p.epsilon, p.delta)
    best = GaussianChannel(dimension=p.dimension, noise_std=noise, norm_bound=LIMIT)
    return GaussianChannel(
        dimension=p.dimension, noise_std=noise, norm_bound=LIMIT, proposal_width=best.proposal_width * p.proposal
    )


def input_of(p: PprSteps) -> np.ndarray:
    """x on the first axis, (1, d)."""
    return np.eye(1, p.dimension if p.mechanism == "gaussian" else 1) * p.x
