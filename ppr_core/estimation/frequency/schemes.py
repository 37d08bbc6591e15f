"""The schemes that a comparison at equal ε lists, by name."""

from __future__ import annotations

from collections.abc import Callable

from ppr_core import validation
from ppr_core.channels import RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.codes import FixedLength
from ppr_core.compressors import PoissonPrivateRepresentation, PseudorandomRejection
from ppr_core.estimation.frequency.compressed import CompressedOracle
from ppr_core.estimation.frequency.hadamard import RecursiveHadamardResponse
from ppr_core.estimation.frequency.levels import Notion
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.pairwise_rappor import PairwiseIndependentRappor
from ppr_core.estimation.frequency.randomized_response import RandomizedResponse
from ppr_core.estimation.frequency.rappor import Rappor
from ppr_core.estimation.frequency.subset_selection import SubsetSelection

__all__ = ["FREQUENCY_SCHEMES", "frequency_scheme"]

_ALPHA = 2.0
_GAMMA = 1e-6
_SEED_BITS = 128


def _rejection(channel) -> CompressedOracle:
    rejection = PseudorandomRejection(channel, gamma=_GAMMA, seed_bits=_SEED_BITS)
    return CompressedOracle(rejection, FixedLength(_SEED_BITS))


def _ppr(channel) -> CompressedOracle:
    return CompressedOracle(PoissonPrivateRepresentation(channel, _ALPHA))


#: name -> (k, ε, notion) -> oracle. Schemes without a form for deletion privacy run at replacement ε, which implies it.
FREQUENCY_SCHEMES: dict[str, Callable[[int, float, Notion], FrequencyOracle]] = {
    "randomized_response": lambda k, e, notion: RandomizedResponse(size=k, epsilon=e),
    "rappor": lambda k, e, notion: Rappor(size=k, epsilon=e, notion=notion),
    "subset_selection": lambda k, e, notion: SubsetSelection(size=k, epsilon=e, notion=notion),
    "recursive_hadamard": lambda k, e, notion: RecursiveHadamardResponse(size=k, epsilon=e),
    "pi_rappor": lambda k, e, notion: PairwiseIndependentRappor(size=k, epsilon=e, notion=notion),
    "pi_rappor_generalized": lambda k, e, notion: PairwiseIndependentRappor.generalized(
        size=k, epsilon=e, notion=notion
    ),
    "pi_rappor_full_epsilon": lambda k, e, notion: PairwiseIndependentRappor.generalized(
        size=k, epsilon=e, notion=notion, rounding="full_epsilon"
    ),
    "ppr_randomized_response": lambda k, e, notion: _ppr(RandomizedResponseChannel(size=k, epsilon=e)),
    "ppr_rappor": lambda k, e, notion: _ppr(RapporChannel(size=k, epsilon=e, notion=notion)),
    "ppr_subset_selection": lambda k, e, notion: _ppr(SubsetSelectionChannel(size=k, epsilon=e)),
    "rejection_rappor": lambda k, e, notion: _rejection(RapporChannel(size=k, epsilon=e, notion=notion)),
    "rejection_subset_selection": lambda k, e, notion: _rejection(SubsetSelectionChannel(size=k, epsilon=e)),
}


def frequency_scheme(name: str, *, size: int, epsilon: float, notion: Notion = "replacement") -> FrequencyOracle:
    """The scheme of that name for k categories at ε nats; PPR with α = 2, rejection with γ = 10⁻⁶ and 128-bit seeds."""
    validation.choice("name", name, tuple(FREQUENCY_SCHEMES))
    return FREQUENCY_SCHEMES[name](size, epsilon, notion)
