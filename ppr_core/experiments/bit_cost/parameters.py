"""What can be set in the experiment `bit_cost`, and the pieces in which a datum is sent."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ppr_core.channels import Channel, GaussianChannel
from ppr_core.codes import EliasDelta, EliasGamma
from ppr_core.experiments.contract import parameter
from ppr_core.experiments.vocabulary.mechanisms import MechanismParameters

__all__ = ["CODES", "SWEEPS", "BitCostParameters", "Part"]

#: name -> label of the codes that can be chosen for the index.
CODES: dict[str, str] = {
    "elias_gamma": EliasGamma.label,
    "elias_delta": EliasDelta.label,
    "zipf_shannon": "Zipf–Shannon",
}
#: name -> what the sweep goes over.
SWEEPS: dict[str, str] = {
    "alpha": "α",
    "epsilon": "ε",
    "dimension": "dimension or categories",
    "chunk": "chunk size",
    "proposal": "width of the proposal",
    "none": "nothing",
}


def _as_before(name: str, **changes: Any) -> Any:
    """A field of `MechanismParameters` with another default or other limits."""
    default = changes.pop("default", next(one.default for one in fields(MechanismParameters) if one.name == name))
    return parameter(default, **vars(MechanismParameters.specs()[name]) | changes)


@dataclass(frozen=True, kw_only=True)
class BitCostParameters(MechanismParameters):
    """A datum and how it is sent. A Gaussian vector longer than ``chunk`` is cut into chunks, each with its own index:
    its noise is independent over coordinates, and its input, position·C/√d in every coordinate, is spread evenly."""

    epsilon: float = _as_before("epsilon", default=1.0)
    dimension: int = _as_before("dimension", high=4096)
    proposal_scale: float = _as_before("proposal_scale", low=0.001, high=100.0)
    alpha: float = parameter(
        2.0, kind="real", label="PPR order", symbol="α", low=1.02, high=math.inf, infinite=True,
        stops=(1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3, 4, 6, 10, 20),
        help="Smaller is more private from the decoder and costs bits. At ∞ the decoder is not kept out.",
    )  # fmt: skip
    sweep: str = parameter(
        "alpha", kind="choice", label="Sweep over", choices=SWEEPS, group="more",
        help="The folded chart of the sweep simulates a row of values of this setting; all others stay as they are.",
    )  # fmt: skip
    code: str = parameter(
        "elias_delta", kind="choice", label="Code", choices=CODES,
        help="Turns the index into bits. The histogram, the sweep and the first number are of this one.",
    )  # fmt: skip
    chunk: int = parameter(
        50, kind="integer", label="Chunk size", symbol="c", low=1, high=4096, scale="log", group="more",
        help="A longer Gaussian vector is cut into chunks of this many entries.",
    )  # fmt: skip
    candidates: int = parameter(
        16, kind="integer", label="Candidates of MRC", symbol="N", low=2, high=2**24, scale="log", group="more",
        stops=tuple(2**power for power in range(1, 25)),
        help="Minimal random coding chooses among N candidates and sends log₂ N bits. It is not exact.",
    )  # fmt: skip
    samples: int = parameter(
        4_000, kind="integer", label="Messages", symbol="n", low=200, high=100_000, scale="log", group="more",
        help="How often the datum is noised and sent. Every point of the sweep takes a quarter of that.",
    )  # fmt: skip
    seed: int = parameter(1, kind="integer", label="Seed", low=0, high=2**31 - 1, group="seed")

    def unused(self) -> dict[str, str]:
        reasons = super().unused()
        if self.mechanism != "gaussian":
            reasons["chunk"] = "Only Gaussian noise is independent over coordinates, so only it can be sent in chunks."
        return reasons

    def parts(self) -> tuple[Part, ...]:
        """The pieces of the datum: equal chunks, and a shorter one where the chunk size does not divide d."""
        if self.mechanism != "gaussian":
            return (Part(self.channel(), self.input(), 1),)
        size = min(self.chunk, self.dimension)
        copies, rest = divmod(self.dimension, size)
        return tuple(Part(*self._chunk(*piece)) for piece in ((size, copies), (rest, 1)) if all(piece))

    def paper_scale(self) -> float | None:
        """The proposal width y = C²/d of Liu, Chen, Özgür, Li 2024, Corollary 12, as a multiple of the width with the
        smallest r*; None for mechanisms other than the Gaussian."""
        if self.mechanism != "gaussian":
            return None
        channel = self.replace(proposal_scale=1.0).parts()[0].channel
        return channel.norm_bound**2 / channel.dimension / channel.proposal_width

    def _chunk(self, size: int, copies: int) -> tuple[Channel, np.ndarray, int]:
        entry = self.norm_bound / math.sqrt(self.dimension)
        shape = {"dimension": size, "noise_std": self.noise_std, "norm_bound": entry * math.sqrt(size)}
        width = GaussianChannel(**shape).proposal_width * self.proposal_scale
        return GaussianChannel(**shape, proposal_width=width), np.full(size, self.position * entry), copies


@dataclass(frozen=True)
class Part:
    """``copies`` equal pieces of the datum that are sent one by one: channel, and the input x of its event_shape."""

    channel: Channel
    x: np.ndarray
    copies: int

    @property
    def log_ratio_bound(self) -> float:
        """ln r* for this input, in nats."""
        return float(np.max(self.channel.log_ratio_bound(self.x[None])))

    @property
    def divergence_bits(self) -> float:
        """KL(P(·|x) ‖ Q) of one piece in bits; rounding below 0 is cut off."""
        return max(0.0, float(self.channel.divergence_bits(self.x[None])[0]))

    def inputs(self, count: int) -> np.ndarray:
        """x for a number of messages, (count, *event_shape)."""
        return np.broadcast_to(self.x, (count, *self.x.shape))
