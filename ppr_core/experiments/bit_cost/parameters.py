"""What can be set in the experiment `bit_cost`, and the pieces in which a datum is sent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from ppr_core.channels import Channel, GaussianChannel
from ppr_core.codes import EliasDelta, EliasGamma
from ppr_core.experiments.contract import parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.fields import adapted
from ppr_core.experiments.vocabulary.mechanisms import MechanismParameters
from ppr_core.index_law import Piece

__all__ = ["CODES", "PRESETS", "SWEEPS", "BitCostParameters"]

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


@dataclass(frozen=True, kw_only=True)
class BitCostParameters(MechanismParameters):
    """A datum and how it is sent. A Gaussian vector longer than ``chunk`` is cut into chunks, each with its own index:
    its noise is independent over coordinates, and its input, position·C/√d in every coordinate, is spread evenly."""

    epsilon: float = adapted(MechanismParameters, "epsilon", default=1.0)
    dimension: int = adapted(MechanismParameters, "dimension", high=4096)
    proposal_scale: float = adapted(MechanismParameters, "proposal_scale", low=0.001, high=100.0)
    alpha: float = fields.order(stops=(1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3, 4, 6, 10, 20))
    sweep: str = parameter(
        "alpha", kind="choice", label="Sweep over", choices=SWEEPS, group="more",
        help="The folded chart of the sweep computes the bits at a row of values of this setting, and simulates some.",
    )  # fmt: skip
    code: str = fields.code(
        "elias_delta", choices=CODES,
    )  # fmt: skip
    chunk: int = fields.chunk(50, high=4096, scale="log", group="more")
    candidates: int = fields.candidates(16, low=2, high=2**24, group="more")
    samples: int = fields.messages(
        4_000, low=200, high=100_000, group="more",
        note="All of them carry the same value.",
    )  # fmt: skip
    seed: int = fields.seed()

    def unused(self) -> dict[str, str]:
        reasons = super().unused()
        if not self.chosen.chunks:
            reasons["chunk"] = "Only noise that is independent over coordinates can be sent in chunks."
        return reasons

    @property
    def plain_name(self) -> str:
        """What the output is called when it is sent as it is."""
        singular, several = self.chosen.kind.plain
        return several if self.chosen.kind.size == "dimension" and self.dimension > 1 else singular

    def parts(self) -> tuple[Piece, ...]:
        """The pieces of the datum: equal chunks, and a shorter one where the chunk size does not divide d."""
        if not self.chosen.chunks:
            return (Piece(self.channel(), self.input(), 1),)
        size = min(self.chunk, self.dimension)
        copies, rest = divmod(self.dimension, size)
        return tuple(Piece(*self._chunk(*piece)) for piece in ((size, copies), (rest, 1)) if all(piece))

    def paper_scale(self) -> float | None:
        """The proposal width y = C²/d of Liu, Chen, Özgür, Li 2024, Corollary 12, as a multiple of the width with the
        smallest r*; None for mechanisms other than the Gaussian."""
        channel = self.replace(proposal_scale=1.0).parts()[0].channel
        if not isinstance(channel, GaussianChannel):
            return None
        return channel.norm_bound**2 / channel.dimension / channel.proposal_width

    def _chunk(self, size: int, copies: int) -> tuple[Channel, np.ndarray, int]:
        entry = self.norm_bound / math.sqrt(self.dimension)
        piece = self.values() | {"dimension": size, "norm_bound": entry * math.sqrt(size)}
        return (
            self.chosen.build(cast(MechanismParameters, SimpleNamespace(**piece))),
            np.full(size, self.position * entry),
            copies,
        )


_CHUNK: dict[str, Any] = {
    "mechanism": "gaussian",
    "noise_std": 24.4131,
    "dimension": 50,
    "norm_bound": 7.07107,
    "position": 1.0,
}
_VECTOR = _CHUNK | {"dimension": 1000, "norm_bound": 31.6228}

PRESETS = {
    "One value, Laplace noise": (
        BitCostParameters(),
        "The message of the page Overview, with ε = 1, part by part.",
    ),
    "One chunk of 50 entries": (
        BitCostParameters(**_CHUNK),
        "A chunk of Figure 1 of Liu et al. 2024: d = 50, s² = 596, C² = 50, α = 2. Three bits replace fifty floats.",
    ),
    "A cheaper proposal": (
        BitCostParameters(**_CHUNK, sweep="proposal"),
        "The paper's proposal, y = C²/d, has the least KL but takes too long to run. The width of least r* costs "
        "almost nothing.",
    ),
    "1000 entries in chunks": (
        BitCostParameters(**_VECTOR, samples=1_000, sweep="chunk"),
        "Twenty chunks of 50 entries. Every chunk pays for its own index, and larger chunks take too long to encode.",
    ),
    "α close to 1": (
        BitCostParameters(alpha=1.03),
        "The closer α is to 1, the less the server learns beyond the output. Here a plain float is shorter.",
    ),
    "α = ∞: no privacy": (
        BitCostParameters(alpha=math.inf),
        "The Poisson functional representation takes the fewest bits, but no ε holds against the server.",
    ),
    "Strong to weak privacy": (
        BitCostParameters(sweep="epsilon"),
        "With weaker privacy the noise lets more through, so messages grow. Hiding x then adds fewer bits.",
    ),
    "Randomized response": (
        BitCostParameters(mechanism="randomized_response", categories=50, epsilon=4.0, sweep="dimension"),
        "A plain category takes few bits, so there is little to gain.",
    ),
}
