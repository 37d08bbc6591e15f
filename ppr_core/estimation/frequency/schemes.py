"""The schemes that a comparison at equal ε lists, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ppr_core import validation
from ppr_core.channels import Channel, RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.codes import FixedLength
from ppr_core.compressors import PoissonPrivateRepresentation, PseudorandomRejection, SeedGenerator
from ppr_core.estimation.frequency.compressed import CompressedOracle
from ppr_core.estimation.frequency.hadamard import RecursiveHadamardResponse
from ppr_core.estimation.frequency.levels import Notion
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.pairwise_rappor import PairwiseIndependentRappor
from ppr_core.estimation.frequency.randomized_response import RandomizedResponse
from ppr_core.estimation.frequency.rappor import Rappor
from ppr_core.estimation.frequency.subset_selection import SubsetSelection

__all__ = ["FREQUENCY_SCHEMES", "frequency_scheme"]

_SEED_BITS = 128


@dataclass(frozen=True)
class _Compression:
    """How the compressed schemes compress: the order of PPR, and what rejection may miss and stretches seeds with."""

    alpha: float
    gamma: float
    generator: str | SeedGenerator

    def ppr(self, channel: Channel) -> CompressedOracle:
        return CompressedOracle(PoissonPrivateRepresentation(channel, self.alpha))

    def rejection(self, channel: Channel) -> CompressedOracle:
        compressor = PseudorandomRejection(channel, self.gamma, _SEED_BITS, generator=self.generator)
        return CompressedOracle(compressor, FixedLength(_SEED_BITS))


_Scheme = Callable[[int, float, Notion, _Compression], FrequencyOracle]

#: name -> (k, ε, notion, compression) -> oracle. Where a scheme has no form for deletion privacy it runs at replacement
#: ε, which implies it.
FREQUENCY_SCHEMES: dict[str, _Scheme] = {
    "randomized_response": lambda k, e, notion, _: RandomizedResponse(size=k, epsilon=e),
    "rappor": lambda k, e, notion, _: Rappor(size=k, epsilon=e, notion=notion),
    "subset_selection": lambda k, e, notion, _: SubsetSelection(size=k, epsilon=e, notion=notion),
    "recursive_hadamard": lambda k, e, notion, _: RecursiveHadamardResponse(size=k, epsilon=e),
    "pi_rappor": lambda k, e, notion, _: PairwiseIndependentRappor(size=k, epsilon=e, notion=notion),
    "pi_rappor_generalized": lambda k, e, notion, _: PairwiseIndependentRappor.generalized(
        size=k, epsilon=e, notion=notion
    ),
    "pi_rappor_full_epsilon": lambda k, e, notion, _: PairwiseIndependentRappor.generalized(
        size=k, epsilon=e, notion=notion, rounding="full_epsilon"
    ),
    "pi_rappor_shortest": lambda k, e, notion, _: PairwiseIndependentRappor.shortest(size=k, epsilon=e, notion=notion),
    "ppr_randomized_response": lambda k, e, notion, by: by.ppr(RandomizedResponseChannel(size=k, epsilon=e)),
    "ppr_rappor": lambda k, e, notion, by: by.ppr(RapporChannel(size=k, epsilon=e, notion=notion)),
    "ppr_subset_selection": lambda k, e, notion, by: by.ppr(SubsetSelectionChannel(size=k, epsilon=e)),
    "rejection_rappor": lambda k, e, notion, by: by.rejection(RapporChannel(size=k, epsilon=e, notion=notion)),
    "rejection_subset_selection": lambda k, e, notion, by: by.rejection(SubsetSelectionChannel(size=k, epsilon=e)),
}


def frequency_scheme(
    name: str,
    *,
    size: int,
    epsilon: float,
    notion: Notion = "replacement",
    alpha: float = 2.0,
    gamma: float = 1e-6,
    generator: str | SeedGenerator = "shake256",
) -> FrequencyOracle:
    """The scheme of that name in `FREQUENCY_SCHEMES` for k categories at ε nats.

    size: k >= 2. epsilon: > 0, nats. notion: "replacement" or "deletion". alpha: order in (1, ∞] of the schemes by
    `PoissonPrivateRepresentation`. gamma: in (0, 1), and generator: a `SeedGenerator` or a name in
    `ppr_core.compressors.GENERATORS`, of those by `PseudorandomRejection`, whose seeds have 128 bits. Raises
    ``ValueError`` for other values, and where a scheme allows fewer.
    """
    validation.choice("name", name, tuple(FREQUENCY_SCHEMES))
    return FREQUENCY_SCHEMES[name](size, epsilon, notion, _Compression(alpha, gamma, generator))
