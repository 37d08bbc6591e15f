"""The schemes of frequency estimation, each declared once: its names, how it is made, and what its server learns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ppr_core import validation
from ppr_core.channels import Channel, RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.codes import FixedLength
from ppr_core.compressors import (
    Compressor,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    SeedGenerator,
    held_epsilon,
)
from ppr_core.estimation.frequency.compressed import CompressedOracle
from ppr_core.estimation.frequency.hadamard import RecursiveHadamardResponse
from ppr_core.estimation.frequency.levels import Notion
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.pairwise_rappor import PairwiseIndependentRappor
from ppr_core.estimation.frequency.randomized_response import RandomizedResponse
from ppr_core.estimation.frequency.rappor import Rappor
from ppr_core.estimation.frequency.subset_selection import SubsetSelection
from ppr_core.guarantees import Adversary

__all__ = ["FREQUENCY_SCHEMES", "FrequencyScheme", "frequency_scheme"]

_SEED_BITS = 128


@dataclass(frozen=True, kw_only=True)
class FrequencyScheme:
    """A scheme as a comparison at equal ε lists it.

    label: what it is called; spoken: inside a sentence; short: beside a point. of: makes the oracle from k, ε and the
    notion, or the channel of its reports where these are sent by PPR or pseudorandom rejection. Where a scheme has no
    form for deletion privacy it runs at replacement ε, which implies it.

    >>> from ppr_core.estimation.frequency import FREQUENCY_SCHEMES
    >>> FREQUENCY_SCHEMES["subset_selection"].label
    'Subset selection, uncompressed'
    """

    name: str
    label: str
    spoken: str
    short: str
    of: Callable[[int, float, Notion], FrequencyOracle | Channel]
    by: Literal["", "ppr", "rejection"] = ""

    def oracle(
        self,
        *,
        size: int,
        epsilon: float,
        notion: Notion = "replacement",
        alpha: float = 2.0,
        gamma: float = 1e-6,
        generator: str | SeedGenerator = "shake256",
    ) -> FrequencyOracle:
        """See `frequency_scheme`."""
        reports = self.of(size, epsilon, notion)
        if isinstance(reports, FrequencyOracle):
            return reports
        if self.by == "ppr":
            return CompressedOracle(PoissonPrivateRepresentation(reports, alpha))
        compressor = PseudorandomRejection(reports, gamma, _SEED_BITS, generator=generator)
        return CompressedOracle(compressor, FixedLength(_SEED_BITS))

    def held_epsilon(self, adversary: Adversary, limit: float, delta: float, **settings: Any) -> float:
        """ε of the mechanism with which the adversary learns at most ``limit`` nats at δ; settings: as of `oracle`.

        A report that is sent as it is tells nobody more than its ε.
        """

        def compressor_at(epsilon: float) -> Compressor:
            compressor = self.oracle(epsilon=epsilon, **settings).compressor
            assert compressor is not None
            return compressor

        return held_epsilon(adversary, limit, compressor_at, delta) if self.by else limit


#: name -> scheme, in the order in which they are listed.
FREQUENCY_SCHEMES: dict[str, FrequencyScheme] = {
    scheme.name: scheme
    for scheme in (
        FrequencyScheme(
            name="pi_rappor", label="PI-RAPPOR", spoken="PI-RAPPOR", short="PI-RAPPOR",
            of=lambda k, epsilon, notion: PairwiseIndependentRappor(size=k, epsilon=epsilon, notion=notion),
        ),
        FrequencyScheme(
            name="pi_rappor_generalized", label="PI-RAPPOR, generalised", spoken="generalised PI-RAPPOR",
            short="PI generalised",
            of=lambda k, epsilon, notion: PairwiseIndependentRappor.generalized(size=k, epsilon=epsilon, notion=notion),
        ),
        FrequencyScheme(
            name="pi_rappor_full_epsilon", label="PI-RAPPOR, all of ε used", spoken="PI-RAPPOR with all of ε",
            short="PI, all of ε",
            of=lambda k, epsilon, notion: PairwiseIndependentRappor.generalized(
                size=k, epsilon=epsilon, notion=notion, rounding="full_epsilon"
            ),
        ),
        FrequencyScheme(
            name="pi_rappor_shortest", label="PI-RAPPOR, within 1 %",
            spoken="PI-RAPPOR within 1 % of RAPPOR", short="PI, within 1 %",
            of=lambda k, epsilon, notion: PairwiseIndependentRappor.shortest(size=k, epsilon=epsilon, notion=notion),
        ),
        FrequencyScheme(
            name="rappor", label="RAPPOR, uncompressed", spoken="RAPPOR", short="RAPPOR",
            of=lambda k, epsilon, notion: Rappor(size=k, epsilon=epsilon, notion=notion),
        ),
        FrequencyScheme(
            name="subset_selection", label="Subset selection, uncompressed", spoken="subset selection",
            short="subset selection",
            of=lambda k, epsilon, notion: SubsetSelection(size=k, epsilon=epsilon, notion=notion),
        ),
        FrequencyScheme(
            name="recursive_hadamard", label="Recursive Hadamard response", spoken="recursive Hadamard response",
            short="Hadamard", of=lambda k, epsilon, notion: RecursiveHadamardResponse(size=k, epsilon=epsilon),
        ),
        FrequencyScheme(
            name="randomized_response", label="k-ary randomized response", spoken="k-ary randomized response",
            short="k-ary RR", of=lambda k, epsilon, notion: RandomizedResponse(size=k, epsilon=epsilon),
        ),
        FrequencyScheme(
            name="ppr_rappor", label="RAPPOR by PPR", spoken="RAPPOR by PPR", short="PPR, RAPPOR", by="ppr",
            of=lambda k, epsilon, notion: RapporChannel(size=k, epsilon=epsilon, notion=notion),
        ),
        FrequencyScheme(
            name="ppr_subset_selection", label="Subset selection by PPR", spoken="subset selection by PPR",
            short="PPR, subsets", by="ppr",
            of=lambda k, epsilon, notion: SubsetSelectionChannel(size=k, epsilon=epsilon),
        ),
        FrequencyScheme(
            name="ppr_randomized_response", label="Randomized response by PPR", spoken="randomized response by PPR",
            short="PPR, k-ary RR", by="ppr",
            of=lambda k, epsilon, notion: RandomizedResponseChannel(size=k, epsilon=epsilon),
        ),
        FrequencyScheme(
            name="rejection_rappor", label="RAPPOR by rejection", spoken="RAPPOR by rejection",
            short="rejection, RAPPOR", by="rejection",
            of=lambda k, epsilon, notion: RapporChannel(size=k, epsilon=epsilon, notion=notion),
        ),
        FrequencyScheme(
            name="rejection_subset_selection", label="Subset selection by rejection",
            spoken="subset selection by rejection", short="rejection, subsets", by="rejection",
            of=lambda k, epsilon, notion: SubsetSelectionChannel(size=k, epsilon=epsilon),
        ),
    )
}  # fmt: skip


def frequency_scheme(name: str, *, size: int, epsilon: float, **settings: Any) -> FrequencyOracle:
    """The scheme of that name in `FREQUENCY_SCHEMES` for k categories at ε nats.

    size: k >= 2. epsilon: > 0, nats. notion: "replacement" (by default) or "deletion". alpha: order in (1, ∞], by
    default 2, of the schemes by `PoissonPrivateRepresentation`. gamma: in (0, 1), by default 10⁻⁶, and generator: a
    `SeedGenerator` or a name in `ppr_core.compressors.GENERATORS`, by default "shake256", of those by
    `PseudorandomRejection`, whose seeds have 128 bits. Raises ``ValueError`` for other values, and where a scheme
    allows fewer.

    >>> from ppr_core.estimation.frequency import frequency_scheme
    >>> oracle = frequency_scheme("rappor", size=8, epsilon=1.0)
    >>> round(oracle.own, 4), round(oracle.other, 4)  # ½ and 1/(e + 1)
    (0.5, 0.2689)
    """
    validation.choice("name", name, tuple(FREQUENCY_SCHEMES))
    return FREQUENCY_SCHEMES[name].oracle(size=size, epsilon=epsilon, **settings)
