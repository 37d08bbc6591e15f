"""Trust models of a mean, each at the same final (ε, δ): nobody trusted, a shuffler, or secure aggregation.

Without trust and with a shuffler a client reports a direction by PrivUnit, through PPR or by a seed. The mean is made
from the unordered reports, so its reader meets the shuffled bound: each report may keep the largest ε₀ that shuffling
makes (ε, δ). Without trust the server decodes, within its limit ε′; a shuffler that decodes is trusted to forget.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ppr_core.accounting import any_randomizer, local_epsilon
from ppr_core.estimation.aggregate import SecureMean
from ppr_core.guarantees import DECODER, READER, PrivacyGuarantee
from ppr_core.planning.guarantees import Told
from ppr_core.planning.schemes.exact import Ppr, Rejection
from ppr_core.planning.schemes.scheme import DRAW, Runs, Scheme, TunedScheme
from ppr_core.planning.setup import Setup

__all__ = ["Local", "Shuffled", "Summed", "secure_mean"]

_MOST = 12.0  # nats of a report: its candidates grow as e^ε₀
_FACTOR = 4  # times ε₀, that a decoder may learn at most, as where no limit is given
_ENTRY = 2e-7  # seconds of an entry of a secure sum, measured
_SPARE_BITS = 10  # of the modulus, above ⌈log2 n⌉
_DIRECTIONS = {"task": "mean_by_directions", "target": "local", "chunk": None, "proposal": None, "alpha": None}


class Shuffled(Scheme):
    """Reports that a shuffler decodes and mixes: the server sees them without senders."""

    name = "shuffled"
    label = "Shuffled PrivUnit"
    trusts = "shuffling"
    server = "server"  # trusted, as whoever decodes

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        local = _shuffled_local(p.clients, p.epsilon, p.delta)
        limit = min(p.decoder_epsilon, _FACTOR * local)
        directions = p.replace(**_DIRECTIONS, epsilon=local, trusted=self.server, decoder_epsilon=limit)
        for row in (next(iter(Ppr().forms(directions))), *Rejection().rows(directions)):
            reader = _shuffled(p, row.setup.epsilon)
            decoder, pure = self.learned_by_server(row, reader)
            told = Told(reader, decoder, row.setup.epsilon, pure)
            settings = (("local", row.setup.epsilon), *row.settings)
            sent = row.scheme.label
            yield TunedScheme(self, p, row.error, row.bits, row.seconds, told, settings=settings, sent=sent)

    def learned(self, p: Setup) -> float:
        return _shuffled(p, _shuffled_local(p.clients, p.epsilon, p.delta)).epsilon

    def learned_by_server(self, row: TunedScheme, reader: PrivacyGuarantee) -> tuple[PrivacyGuarantee, float]:
        """At δ′ and at δ = 0: what every reader learns."""
        return replace(reader, against=DECODER.name), row.setup.epsilon


class Local(Shuffled):
    """The same reports, decoded by a server that nobody trusts; readers see the mean alone."""

    name = "local"
    label = "PrivUnit"
    trusts = ""
    server = "nobody"

    def learned(self, p: Setup) -> float:
        return 0.0  # each report is held to the limit by itself

    def learned_by_server(self, row: TunedScheme, reader: PrivacyGuarantee) -> tuple[PrivacyGuarantee, float]:
        return row.told.decoder, row.told.pure_decoder


class Summed(Scheme):
    """Secure aggregation: whole numbers with Skellam noise, of which the server learns the sum modulo 2^b."""

    name = "summed"
    label = "Secure aggregation"
    trusts = "aggregation"

    def learned(self, p: Setup) -> float:
        return p.epsilon if p.delta <= p.decoder_delta else math.inf

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        secure = secure_mean(p)
        if secure is None:
            return
        learned = self.learned(p)
        reader = PrivacyGuarantee(
            epsilon=learned, delta=min(p.delta, p.decoder_delta), against=READER.name,
            notion="central", source=secure.privacy().source, side="upper",
        )  # fmt: skip
        told = Told(reader, replace(reader, against=DECODER.name), math.inf, math.inf)
        error = math.sqrt(secure.expected_squared_error() / p.dimension)
        yield TunedScheme(
            self, p, error, float(secure.message_bits), DRAW + _ENTRY * secure.rotation.size, told, exact=False,
            settings=(("modulus_bits", secure.bits),),
        )  # fmt: skip

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        p = tuned.setup
        if p.neighbours != "replace_one":
            return ()
        fields = {name: getattr(p, name) for name in ("clients", "dimension", "epsilon", "delta")}
        more = {"task": "vectors", "spare_bits": _SPARE_BITS, "dropout": 0.0, "repetitions": 2}
        return (("trust_models", fields | more),)


def secure_mean(p: Setup) -> SecureMean | None:
    """With Skellam noise; None where the sum does not fit into a modulus of at most 30 bits.

    >>> from ppr_core.planning import Setup, secure_mean
    >>> secure = secure_mean(Setup(task="mean", dimension=100, clients=500))
    >>> secure.bits, round(secure.message_bits / 100, 2)  # of the modulus, and sent for each entry
    (19, 24.32)
    """
    return _secure_mean(p.dimension, p.clients, p.epsilon, p.delta, p.norm_bound, p.neighbours)


@lru_cache(maxsize=64)
def _secure_mean(
    dimension: int, clients: int, epsilon: float, delta: float, norm_bound: float, neighbours: str
) -> SecureMean | None:
    try:
        return SecureMean(
            dimension=dimension, clients=clients, epsilon=epsilon, delta=delta, norm_bound=norm_bound, noise="skellam",
            bits=min(30, (clients - 1).bit_length() + _SPARE_BITS), neighbours=neighbours,
        )  # fmt: skip
    except ValueError:
        return None


@lru_cache(maxsize=64)
def _shuffled_local(clients: int, epsilon: float, delta: float) -> float:
    """ε₀ of reports that shuffling makes (ε, δ)-private."""
    return local_epsilon(lambda local: any_randomizer(local).upper, clients, epsilon, delta, _MOST)


@lru_cache(maxsize=64)
def _shuffled(p: Setup, local: float) -> PrivacyGuarantee:
    """At δ′, of anything made from shuffled reports; a vector that is left out is one more replacement."""
    found, _ = any_randomizer(local).epsilon(p.clients, p.decoder_delta)
    return replace(found, epsilon=min(found.epsilon, local), against=READER.name)
