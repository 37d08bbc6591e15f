"""Schemes for frequencies of categories whose report is sent as it is: its decoder learns its own ε."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from ppr_core.estimation.frequency import (
    FREQUENCY_SCHEMES,
    FrequencyOracle,
    PairwiseIndependentRappor,
    RandomizedResponse,
    RecursiveHadamardResponse,
)
from ppr_core.guarantees import READER
from ppr_core.planning.guarantees import Told
from ppr_core.planning.schemes.scheme import DRAW, WORTH, Runs, Scheme, Settings, TunedScheme
from ppr_core.planning.setup import Setup
from ppr_core.planning.tasks.categories import frequency_error

__all__ = ["Hadamard", "PiRappor", "Response"]

_MOST_CELLS = 10**10  # of all users and categories, for a run of the page to end soon
_TOLERANCES = (WORTH - 1, 0.03, 0.1, 0.3, 1.0)  # of RAPPOR's variance


class _Report(Scheme):
    """oracle: its name on the page Frequency estimation."""

    oracle: ClassVar[str]

    def sent(self, p: Setup, oracle: FrequencyOracle, settings: Settings = ()) -> TunedScheme:
        """A report of an oracle."""
        assert oracle.bits is not None
        learned, pure = oracle.learned(p.decoder_delta), oracle.learned().epsilon
        told = Told(replace(learned, against=READER.name), learned, pure, pure)
        return TunedScheme(self, p, frequency_error(oracle, p), float(oracle.bits), DRAW, told, settings=settings)

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        p = tuned.setup
        if p.clients * p.categories > _MOST_CELLS:
            return ()
        fields = {"scheme": self.oracle, "epsilon": p.epsilon, "size": p.categories, "users": p.clients, "gamma": 1e-6}
        return (("frequency_estimation", fields),)


class Response(_Report):
    """A category, kept or replaced."""

    name = "randomized_response"
    label = "Randomized response"
    oracle = "randomized_response"

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        yield self.sent(p, RandomizedResponse(size=p.categories, epsilon=p.epsilon))


class Hadamard(_Report):
    """b bits of recursive Hadamard response."""

    name = "hadamard"
    label = RecursiveHadamardResponse.label
    oracle = "recursive_hadamard"

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        standard = RecursiveHadamardResponse(size=p.categories, epsilon=p.epsilon).bits
        for bits in range(1, (p.categories - 1).bit_length() + 1):
            oracle = RecursiveHadamardResponse(size=p.categories, epsilon=p.epsilon, report_bits=bits)
            yield replace(self.sent(p, oracle, (("report_bits", bits),)), standard=bits == standard)


class PiRappor(_Report):
    """PI-RAPPOR over the field and with the coordinates of fewest bits; coarser fields only where bits are short, up to
    twice RAPPOR's variance. Nothing where no prime is large enough for this ε."""

    name = "pi_rappor"
    oracle = "pi_rappor_shortest"
    label = FREQUENCY_SCHEMES[oracle].label

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        for tolerance in _TOLERANCES:
            try:
                oracle = PairwiseIndependentRappor.shortest(size=p.categories, epsilon=p.epsilon, tolerance=tolerance)
            except ValueError:
                return
            family = oracle.family
            settings = (("prime", family.prime), ("coordinates", family.coordinates), ("rounding", oracle.rounding))
            form = self.sent(p, oracle, settings)
            yield replace(form, standard=tolerance == _TOLERANCES[0])
            if form.bits <= p.bit_budget:
                return
