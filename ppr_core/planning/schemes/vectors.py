"""Schemes for vectors whose output has a law of its own: by candidates, by dither, by sampled coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ppr_core.channels import LaplaceChannel, PrivUnitChannel, RandomizedResponseChannel
from ppr_core.compressors import (
    SIGNED_CODES,
    DyadicQuantizedLaplace,
    MinimalRandomCoding,
    learned,
    learned_of_coordinates,
)
from ppr_core.compressors.speed import listed_seconds
from ppr_core.decoder_privacy import output_privacy
from ppr_core.estimation.debias import mrc_cap_probability
from ppr_core.estimation.mean import SQKR, KashinFrame, csgm_noise_std
from ppr_core.guarantees import DECODER, READER, PrivacyGuarantee
from ppr_core.planning.decoder_limit import held
from ppr_core.planning.guarantees import Told
from ppr_core.planning.mrc_error import listed_laplace_error
from ppr_core.planning.schemes.exact import exactness
from ppr_core.planning.schemes.scheme import DRAW, WORTH, Runs, Scheme, TunedScheme, shape
from ppr_core.planning.setup import Setup
from ppr_core.planning.solver import solve
from ppr_core.randomness import SharedRandomness

__all__ = ["Csgm", "Dyadic", "Mrc", "Sqkr"]

_ENTRY = 2e-8  # seconds of an entry of a frame, measured
_COUNTS = tuple(1 << bits for bits in range(1, 17))  # candidates of MRC
_TINY = 1e-100  # of a scale, whose square is divided by
_LARGEST_NU, _LEAST_NU = 100.0, 1.001  # beyond the first bits hardly fall
_NU_STEPS = 40
_NU_HALVINGS = 16
_STRETCHES = (1.004, 1.03, 1.1, 1.3, 2.0, 4.0, 16.0)  # ν of the dyadic scheme; all but the first only save bits
_FRAME_SEED = 20201
_LEAST_CSGM_EPSILON = 0.05  # its accounting needs some
# Page runs have to end soon. Of a report that everybody sends for themselves the error does not depend on how many do.
_FEW, _FEW_RUNS = 20, {"points": 2, "repetitions": 2}
_MOST_ENTRIES = 1_000_000  # of all vectors of CSGM: about 30 s


class Mrc(Scheme):
    """Minimal random coding among N = 2^b candidates, made unbiased. Its outputs have a law of their own, of which a
    reader is held to ε of the set-up; where it is not known, by what the decoder learns."""

    name = "mrc"
    label = MinimalRandomCoding.label

    def rows(self, p: Setup, sent: str = "") -> Iterator[TunedScheme]:
        """Every number of candidates at the largest ε of its own: few are held by the theorem's 2ε, many by less."""
        counts_at: dict[Setup, list[int]] = {}
        limited = p.replace(trusted="nobody", decoder_epsilon=p.epsilon)
        for share in sorted({0.0, p.epsilon / p.decoder_epsilon if p.guarded else 0.0}):
            for count in _COUNTS:

                def most(q: Setup, count: int = count, share: float = share) -> float:
                    compressor = self._compressor(q, count)
                    decoder = share * learned(DECODER, compressor, p.decoder_delta).epsilon if share else 0.0
                    return decoder if share == 1 else max(learned(READER, compressor, p.decoder_delta).epsilon, decoder)

                settled = held(limited, most)
                if settled is not None:
                    own = settled.replace(trusted=p.trusted, decoder_epsilon=p.decoder_epsilon)
                    counts_at.setdefault(own, []).append(count)
        forms = [form for setup, counts in counts_at.items() for form in self.forms(setup, counts)]
        if forms:
            yield self.best(forms, sent)

    def _told(self, p: Setup, count: int) -> Told:
        compressor = self._compressor(p, count)
        reader, decoder = (learned(adversary, compressor, p.decoder_delta) for adversary in (READER, DECODER))
        return Told(reader, decoder, *(learned(adversary, compressor).epsilon for adversary in (READER, DECODER)))

    def _compressor(self, p: Setup, count: int) -> MinimalRandomCoding:
        return MinimalRandomCoding(p.kind.channel(p.kind.single(p))[0], candidates=count)

    def forms(self, p: Setup, counts: Sequence[int] = _COUNTS) -> Iterator[TunedScheme]:
        channel = p.kind.channel(p.kind.single(p))[0]
        if isinstance(channel, LaplaceChannel):
            squares = listed_laplace_error(channel, counts).tolist()
        else:
            assert isinstance(channel, PrivUnitChannel)
            levels = channel.two_levels()
            assert levels is not None
            scales = [channel.scale_at(mrc_cap_probability(levels, count)) for count in counts]
            squares = [1 / scale**2 - 1 if scale > _TINY else math.inf for scale in scales]
        for count, squared in zip(counts, squares, strict=True):
            seconds, bits = listed_seconds(channel, float(count)), float(count.bit_length() - 1)
            settings = (("candidates", count), *shape(channel))
            error = p.kind.error_of(p, squared)
            yield TunedScheme(self, p, error, bits, seconds, self._told(p, count), exact=False, settings=settings)

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        alone = exactness(tuned, settings)
        if tuned.setup.kind.noisy:
            return (alone,)
        fields = _people(tuned.setup, "compressed") | {"candidates": settings["candidates"]}
        return (("mean_estimation", fields), alone)


class Dyadic(Scheme):
    """The dyadic scheme coordinate by coordinate, at a rate of ε/(2C√d): then ‖x − x′‖₁ <= 2C√d costs ε. Its mean
    length falls with ν, but not quite everywhere."""

    name = "dql"
    label = DyadicQuantizedLaplace.label

    def setups(self, p: Setup) -> Iterator[Setup]:
        """Its decoder learns more, the larger ν > 1 is: with less ε where the limit leaves no room for ν."""
        yield p
        if p.guarded and self._learned(p, _STRETCHES[0]) > p.decoder_epsilon:
            for nu in _STRETCHES if math.isfinite(p.bit_budget) else _STRETCHES[:1]:
                settled = held(p, partial(self._learned, nu=nu))
                if settled is not None:
                    yield settled

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        radius, rate, largest = p.norm_bound / math.sqrt(p.dimension), self._rate(p), self._largest_stretch(p)
        if largest < _LEAST_NU:
            return
        for nu in 1 + np.geomspace((largest - 1) / 4, largest - 1, _NU_STEPS)[::-1]:
            scheme = DyadicQuantizedLaplace(epsilon=rate, nu=min(float(nu), largest))
            told = self._told(p, scheme.nu)
            for code in SIGNED_CODES:
                yield TunedScheme(
                    self, p, math.sqrt(2) / rate, p.dimension * scheme.mean_bits(radius, code), p.dimension * DRAW,
                    told, exact=p.dimension == 1, settings=(("nu", scheme.nu), ("code", code), ("epsilon", rate)),
                )  # fmt: skip

    def _rate(self, p: Setup) -> float:
        return p.epsilon / (2 * p.norm_bound * math.sqrt(p.dimension))

    def _told(self, p: Setup, nu: float) -> Told:
        scheme = DyadicQuantizedLaplace(epsilon=self._rate(p), nu=nu)
        reader, decoder = (
            learned_of_coordinates(who, scheme, p.decoder_delta, distance=2 * p.norm_bound, coordinates=p.dimension)
            for who in (READER, DECODER)
        )
        return Told(reader, decoder, p.epsilon, nu * p.epsilon)

    def _learned(self, p: Setup, nu: float) -> float:
        return self._told(p, nu).decoder.epsilon

    def _largest_stretch(self, p: Setup) -> float:
        """ν at which the decoder just keeps its limit; 0 where none does."""
        if not p.guarded or self._learned(p, _LARGEST_NU) <= p.decoder_epsilon:
            return _LARGEST_NU
        low, high = _LEAST_NU, _LARGEST_NU
        if self._learned(p, low) > p.decoder_epsilon:
            return 0.0
        for _ in range(_NU_HALVINGS):
            middle = 1 + math.sqrt((low - 1) * (high - 1))
            low, high = (middle, high) if self._learned(p, middle) <= p.decoder_epsilon else (low, middle)
        return low

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        return (("dyadic_quantized_laplace", settings),)


class Sqkr(Scheme):
    """k bits of Kashin's representation; errors are what it has at most. Frame and level stay: a smaller level does
    not represent every vector."""

    name = "sqkr"
    label = SQKR.label

    def learned(self, p: Setup) -> float:
        return _answered(p, 1).decoder.epsilon

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        standard = SQKR(dimension=p.dimension, epsilon=p.epsilon, frame=_frame(p.dimension))
        size = standard.frame.size
        seconds = DRAW + 4 * _ENTRY * size * math.log2(size)
        for bits in range(1, standard.most_bits + 1):
            yield TunedScheme(
                self, p, p.kind.error_of(p, standard.largest_error(bits)), float(bits), seconds,
                _answered(p, bits), exact=False, settings=(("bits", bits),), standard=bits == standard.bits,
            )  # fmt: skip

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        return (("mean_estimation", _people(tuned.setup, "local")),)


class Csgm(Scheme):
    """Sampled coordinates of Kashin's representation: the fewest bits, at most one an entry, that keep the budget and
    have about the least error. Its server sees entries of the vectors: nothing keeps it from them."""

    name = "csgm"
    label = "CSGM"

    def rows(self, p: Setup, sent: str = "") -> Iterator[TunedScheme]:
        if p.epsilon < _LEAST_CSGM_EPSILON:
            yield TunedScheme(self, p, None, solve(p).bits, DRAW, _entries_seen(p), exact=False)
            return
        yield self.best(self.forms(p), sent)

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        """The error falls with the bits, so halving finds them."""
        frame = _frame(p.dimension)
        bound = frame.bound(p.norm_bound)

        @lru_cache(maxsize=64)
        def error(bits: int) -> float:
            noise = csgm_noise_std(
                dimension=frame.size, clients=p.clients, bits=bits, epsilon=p.epsilon, delta=p.delta,
                coordinate_bound=bound, neighbours=p.neighbours,
            )  # fmt: skip
            return math.hypot(bound / math.sqrt(p.clients * bits / frame.size), noise)

        most = max(1, int(min(p.dimension, p.bit_budget)))
        low, high = 0, most
        while high - low > 1:
            middle = max(low + 1, min(high - 1, round(math.sqrt(max(low, 1) * high))))
            low, high = (low, middle) if error(middle) ** 2 <= WORTH * error(most) ** 2 else (middle, high)
        seconds = DRAW + 4 * _ENTRY * frame.size
        yield TunedScheme(
            self, p, error(high), high, seconds, _entries_seen(p), exact=False, settings=(("bits", high),)
        )

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        p = tuned.setup
        if tuned.error is None or p.clients * p.dimension > _MOST_ENTRIES:
            return ()
        more = settings | {"clients": p.clients, "delta": p.delta, "neighbours": p.neighbours, "data": "sphere"}
        return (("mean_estimation", _people(p, "central") | more),)


def _answered(p: Setup, bits: int) -> Told:
    """Of 2^b-ary randomized response."""
    channel = RandomizedResponseChannel(size=1 << bits, epsilon=p.epsilon)
    found = output_privacy(channel, p.decoder_delta)
    return Told(found, replace(found, against=DECODER.name), p.epsilon, p.epsilon)


def _entries_seen(p: Setup) -> Told:
    """The mean is (ε, δ)-private, so at every larger δ, too; at a smaller one no more is said."""
    known = p.delta <= p.decoder_delta
    mean = PrivacyGuarantee(
        epsilon=p.epsilon if known else math.inf, delta=p.delta if known else p.decoder_delta, against=READER.name,
        notion="central", source="csgm.algorithm1",
    )  # fmt: skip
    nothing = PrivacyGuarantee(
        epsilon=math.inf, delta=p.decoder_delta, against=DECODER.name, notion="local", source="csgm.algorithm1"
    )
    return Told(mean, nothing, math.inf, math.inf)


def _people(p: Setup, compare: str) -> dict[str, Any]:
    """Fields of Mean estimation."""
    fields = {"clients": min(p.clients, _FEW), "dimension": p.dimension, "epsilon": p.epsilon, "compare": compare}
    return fields | _FEW_RUNS


@lru_cache(maxsize=8)
def _frame(dimension: int) -> KashinFrame:
    return KashinFrame(dimension=dimension, shared=SharedRandomness(_FRAME_SEED))
