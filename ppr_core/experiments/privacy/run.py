"""Privacy: what compressors promise against the database and the decoder, and what can be proven of them by a run.

Promises are theorems of Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS
2024) and of the compressors' own papers. What is proven comes from an audit (`ppr_core.diagnostics.audit`) and, where
the law of the index is known, from enumeration (`ppr_core.diagnostics.index_laws`).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any

import numpy as np

from ppr_core.accounting import LossPair, poisson_loss
from ppr_core.channels import CategoryChannel
from ppr_core.compressors import PoissonPrivateRepresentation, learned
from ppr_core.decoder_privacy import accountable, loss_pair, output_privacy
from ppr_core.diagnostics import Mean
from ppr_core.diagnostics.examination import Examination, examine
from ppr_core.diagnostics.loss import mechanism_loss
from ppr_core.diagnostics.tradeoff import PprTradeoff, accounted_delta, accounted_privacy, ppr_tradeoff
from ppr_core.experiments.contract import PACE, Columns, Cost, Progress, Steps
from ppr_core.experiments.privacy.listed import Listed, listed, listed_seconds
from ppr_core.experiments.privacy.parameters import COMPARED, PrivacyParameters
from ppr_core.experiments.vocabulary.schemes import SCHEMES, SchemeSettings
from ppr_core.guarantees import DECODER, READER, PrivacyGuarantee, ppr_tight_overhead_bits
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import exponential, number

__all__ = ["ALPHAS", "SENT", "Measured", "PrivacyResult", "Uncompressed", "accounted", "along", "cost", "pair", "run",
           "stream"]  # fmt: skip

#: Orders of PPR at which the price of privacy is told.
ALPHAS = (1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
_LARGEST_ALPHA = 1e4  # of the quadrature; nearly that of α = ∞ beyond
_POINTS = 31  # of δ(ε), each a quadrature
#: What numerical accounting does not depend on.
_REST = {"encodes": 200, "tables": 1, "confidence": 0.95, "seed": 1, "gamma": 1e-3, "candidates": 8, "scheme": "ppr"}
_STREAMS: dict[str, int] = {
    name: stream_number
    for stream_number, name in enumerate(
        ("ppr", "pfr", "greedy_rejection", "truncated_ppr", "mrc", "modified_mrc", "genprot", "bassily_smith",
         "mechanism", "tradeoff", "rejection")
    )
}  # fmt: skip
#: Orders of PPR at which real messages are sent -> the number of their random stream, which stays.
SENT: dict[float, int] = {1.05: 0, 1.2: 2, 1.5: 4, 3.0: 6, 10.0: 8}
_CURVE = 121  # points of a curve along ε
_FIXED, _EACH = 0.05, 0.0015  # seconds of a run, and of every compressor, besides its encodes


@dataclass(frozen=True, eq=False)
class Uncompressed:
    """The uncompressed mechanism: its own guarantee, what its reader learns at the δ of the comparison, and of the two
    inputs δ(ε) and P(loss > ε), (e,) each."""

    own: PrivacyGuarantee
    at_delta: PrivacyGuarantee
    epsilons: np.ndarray
    delta: np.ndarray
    survival: np.ndarray


@dataclass(frozen=True, eq=False, kw_only=True)
class Measured(Examination):
    """One compressor on the mechanism; its bits are in the code named. at_delta, reader: what its decoder and
    a reader of its outputs learn at the δ of the comparison, ε = ∞ where nothing is known; fallback: what is left of
    ``decoder`` if a generator fails that it relies on, None where there is none."""

    scheme: str
    at_delta: PrivacyGuarantee
    reader: PrivacyGuarantee
    code: str
    fallback: PrivacyGuarantee | None

    @property
    def label(self) -> str:
        return SCHEMES[self.scheme].label


@dataclass(frozen=True, eq=False)
class PrivacyResult:
    """Everything is about two inputs as far apart as the mechanism allows.

    measured: the compressors that run on the mechanism, so far; missing: scheme -> why it does not; accounted: (ε, δ)
    of PPR against its decoder by accounting, for any two inputs, ε = ∞ where that says nothing; ends: the ends of
    `ALPHAS` -> its price there; tradeoff: α -> bits of real messages in Elias delta code, empty until measured; listed:
    what list and index tell, None where nobody asked or nothing is known, and until measured.
    """

    parameters: PrivacyParameters
    mechanism: Uncompressed
    measured: tuple[Measured, ...]
    missing: dict[str, str]
    accounted: PrivacyGuarantee
    ends: dict[float, PprTradeoff]
    tradeoff: dict[float, Mean]
    listed: Listed | None

    @property
    def chosen(self) -> Measured:
        """The compressor that is looked at in full."""
        return next(row for row in self.measured if row.scheme == self.parameters.scheme)

    def of(self, scheme: str) -> Measured | None:
        """What is measured of a compressor."""
        return next((row for row in self.measured if row.scheme == scheme), None)

    @property
    def own(self) -> float:
        """ε of the mechanism itself."""
        return self.mechanism.own.epsilon

    @property
    def accounted_for(self) -> bool:
        """Whether the law of the mechanism's loss is known, which numerical accounting needs."""
        return pair(self.parameters) is not None

    @property
    def highest(self) -> float:
        """The largest finite ε that is promised, proven or exact."""
        values = [self.own, *(row.audit.epsilon for row in self.measured)]
        values += [value for row in self.measured for value in (row.decoder.epsilon, row.worst) if value is not None]
        return max(value for value in values if value < math.inf)

    @property
    def tables(self) -> int:
        """On how many lists of candidates the law of the index is enumerated, where it is known."""
        return self.parameters.enumerated

    @property
    def plain_bits(self) -> int | None:
        """Of an output sent as it is; None where outputs are not categories."""
        channel = self.parameters.channel()
        return (channel.output_size - 1).bit_length() if isinstance(channel, CategoryChannel) else None

    @property
    def tight_bits(self) -> float:
        """The least overhead that Theorem 5 allows where Theorem 10 applies, in bits."""
        return ppr_tight_overhead_bits(*self.parameters.slack)

    def table(self) -> dict[str, np.ndarray]:
        """One row for every compressor; what does not exist is NaN."""
        delta = accounted_delta(self.parameters.channel(), self.parameters.delta)
        columns: dict[str, Callable[[Measured], float | None]] = {
            "exact": lambda row: row.exact,
            "epsilon_database": lambda row: row.database.epsilon,
            "epsilon_decoder": lambda row: row.decoder.epsilon,
            "delta_decoder": lambda row: row.decoder.delta,
            "epsilon_at_delta": lambda row: row.at_delta.epsilon,
            "delta": lambda row: delta,
            "epsilon_proven": lambda row: row.audit.epsilon,
            "hits_likely": lambda row: row.audit.hits[0],
            "hits_unlikely": lambda row: row.audit.hits[1],
            "encodes_counted": lambda row: row.audit.encodes,
            "epsilon_enumerated": lambda row: row.worst,
            "total_variation": lambda row: row.deviation.value,
            "total_variation_error": lambda row: row.deviation.error,
            "total_variation_of_perfect_samples": lambda row: row.deviation.floor,
            "bits": lambda row: row.bits.value,
            "bits_error": lambda row: row.bits.error,
            "lost": lambda row: row.lost.value,
            "candidates": lambda row: row.candidates.value,
            "candidates_error": lambda row: row.candidates.error,
        }
        rows = [self.of(scheme) for scheme in COMPARED]
        values = ([row and value(row) for row in rows] for value in columns.values())
        table = {name: np.array(column, dtype=float) for name, column in zip(columns, values, strict=True)}
        return {"compressor": np.array(COMPARED), **table}

    def growth_table(self) -> dict[str, np.ndarray]:
        """The ε proven by the first so many of the encodes that count, for every compressor."""
        columns = {"encodes": self.chosen.audit.counts}
        return columns | {row.scheme: row.audit.bounds for row in self.measured}

    def delta_table(self) -> dict[str, np.ndarray]:
        """δ(ε) of the mechanism and of every compressor."""
        columns = {"epsilon": self.mechanism.epsilons, "mechanism": self.mechanism.delta}
        for row in self.measured:
            columns |= {row.scheme: row.delta, f"{row.scheme}_error": row.delta_error}
        exact = np.full(len(self.mechanism.epsilons), math.nan)
        epsilons, delta = curve(self.parameters)
        exact[np.searchsorted(self.mechanism.epsilons, epsilons - 1e-9)] = delta
        return columns | {"ppr_exact": exact}

    def loss_table(self) -> dict[str, np.ndarray]:
        """P(loss > level) of the mechanism and of every compressor whose law is enumerated."""
        columns = {"level": self.mechanism.epsilons, "mechanism": self.mechanism.survival}
        return columns | {row.scheme: row.survival for row in self.measured if row.survival is not None}

    def tradeoff_table(self) -> dict[str, np.ndarray]:
        """PPR along α."""
        unknown = Mean(math.nan, math.nan, 0)
        sent = _SENT.shown([self.tradeoff.get(alpha, unknown) for alpha in ALPHAS])
        bound, columns = _BOUND.shown(points := along(self.parameters)), _ALONG.shown(points)
        return {"alpha": np.array(ALPHAS), **columns, **sent, **bound}

    def frontier_table(self) -> dict[str, np.ndarray]:
        """PPR along α with bounds of what list and index tell."""
        known = self.listed.frontier if self.listed else {}
        points = along(self.parameters)
        low, high = np.array([known.get(alpha, (math.nan, math.nan)) for alpha in ALPHAS]).T
        columns = {"alpha": np.array(ALPHAS), **_ALONG.shown(points)}
        return columns | {"list_epsilon_low": low, "list_epsilon_high": high}


#: Columns of `PrivacyResult.tradeoff_table`.
_ALONG = Columns("", epsilon="promised", exact_epsilon="epsilon", exact_bits="bits")
_SENT, _BOUND = Columns("", bits="value", bits_error="error"), Columns("", bound="bound")


def pair(p: PrivacyParameters) -> LossPair | None:
    """The law of the mechanism's own loss between the page's two inputs, where it is known."""
    channel = p.channel()
    return loss_pair(channel, *p.inputs()) if accountable(channel) else None


def _once(function: Callable[[PrivacyParameters], Any]) -> Callable[[PrivacyParameters], Any]:
    """The function, computed once for all parameters that differ in `_REST` alone."""
    remembered = lru_cache(maxsize=1024)(function)
    return wraps(function)(lambda p: remembered(p.replace(**_REST)))


@_once
def accounted(p: PrivacyParameters) -> PrivacyGuarantee:
    """(ε, δ) of PPR against its decoder, as `accounted_privacy` tells it."""
    return accounted_privacy(p.channel(), p.alpha, p.delta)


@_once
def _price(p: PrivacyParameters) -> PprTradeoff:
    return ppr_tradeoff(p.channel(), p.inputs()[0], p.alpha, p.delta)


def along(p: PrivacyParameters, alphas: Iterable[float] = ALPHAS) -> tuple[PprTradeoff, ...]:
    """PPR at each of these α."""
    return tuple(_price(p.replace(alpha=alpha)) for alpha in alphas)


@_once
def curve(p: PrivacyParameters) -> tuple[np.ndarray, np.ndarray]:
    """δ(ε) of what the decoder sees, between the page's two inputs, for ε up to three times the mechanism's own: (e,)
    each; none for α near ∞ or where the loss is not known."""
    law = pair(p)
    if law is None or p.alpha > _LARGEST_ALPHA:
        return np.empty(0), np.empty(0)
    epsilons = np.linspace(0.0, 3 * p.epsilon, _POINTS)
    return epsilons, poisson_loss(law, p.alpha).delta(epsilons)


def cost(parameters: PrivacyParameters) -> Cost:
    """Three times n encodes of every compressor (two inputs, and a sample to decode), and PPR along α."""
    p, channel, x = parameters, parameters.channel(), parameters.inputs()[0]
    runs = [SCHEMES[name] for name in COMPARED if not SCHEMES[name].missing(channel)]
    each = [scheme.seconds(scheme, channel, x, p.settings.expected()) for scheme in runs]
    ppr = SCHEMES["ppr"]
    along = sum(ppr.seconds(ppr, channel, x, SchemeSettings(alpha=alpha).expected()) for alpha in SENT)
    enumerated = 6e-8 * p.enumerated * p.candidates * min(64, p.candidates) + listed_seconds(p)
    slowest = runs[int(np.argmax(each))]
    bound = float(np.max(channel.log_ratio_bound()))
    work = f"N = {p.candidates}" if slowest.finite_list else f"r* = {exponential(bound)}"
    return Cost(
        seconds=_FIXED
        + listed_seconds(p)
        + PACE * (enumerated + _EACH * len(runs) + 3 * p.encodes * sum(each) + p.encodes / 8 * along),
        memory_bytes=SCHEMES["mrc"].memory_bytes(channel, p.settings) + 400.0 * p.encodes,
        reason=f"{work} candidates for each of {number(3 * p.encodes)} messages of {slowest.label}",
    )


def run(parameters: PrivacyParameters, progress: Progress | None = None) -> PrivacyResult:
    """Measure the chosen compressor first, then the others in their order."""
    channel, base = parameters.channel(), _mechanism(parameters)
    absent = {name: SCHEMES[name].missing(channel) for name in COMPARED if SCHEMES[name].missing(channel)}
    measured: dict[str, Measured] = {}
    exact, ends = accounted(parameters), {alpha: along(parameters, [alpha])[0] for alpha in (ALPHAS[0], ALPHAS[-1])}

    def result(tradeoff: dict[float, Mean], enclosed: Listed | None = None) -> PrivacyResult:
        ordered = tuple(measured[name] for name in COMPARED if name in measured)
        return PrivacyResult(parameters, base, ordered, absent, exact, ends, tradeoff, enclosed)

    waiting = sorted((name for name in COMPARED if name not in absent), key=parameters.scheme.__ne__)
    steps = Steps(progress, [1.0] * (len(waiting) + 1))
    for index, name in enumerate(waiting):
        if measured:
            steps.partial = result({})
            steps.tell(index, f"{SCHEMES[name].label} is next")
        measured[name] = _measure(name, parameters, base)
    steps.partial = result({})
    steps.tell(len(waiting), "PPR along α")
    tradeoff = _tradeoff(parameters)
    return result(tradeoff, listed(parameters, base.at_delta.epsilon, base.at_delta.delta or parameters.delta))


def stream(part: str) -> int:
    """The number of the random stream of a part of a run. It stays when another compressor joins, as do all results."""
    return _STREAMS.get(part, zlib.crc32(part.encode()))


def _mechanism(p: PrivacyParameters) -> Uncompressed:
    """The privacy loss of the mechanism itself, along ε from 0 to three times its own."""
    rng = np.random.default_rng([p.seed, stream("mechanism")])
    loss = mechanism_loss(p.channel(), *p.inputs(), rng)
    epsilons = np.linspace(0.0, 3 * p.epsilon, _CURVE)
    seen = output_privacy(p.channel(), accounted_delta(p.channel(), p.delta))
    return Uncompressed(p.channel().privacy(p.delta), seen, epsilons, loss.delta(epsilons), loss.survival(epsilons))


def _measure(scheme: str, p: PrivacyParameters, base: Uncompressed) -> Measured:
    compressor, code = p.compressor(scheme, p.channel()), SCHEMES[scheme].code(p.settings)
    streams = SharedRandomness(p.seed), np.random.default_rng([p.seed, stream(scheme)])
    views = examine(
        compressor,
        *(*p.inputs(), *streams),
        encodes=p.encodes,
        epsilons=base.epsilons,
        code=code,
        delta=p.delta,
        tables=p.tables,
        confidence=p.confidence,
        enumerated=p.enumerated,
    )
    fallback = p.any_generator().privacy()[1] if scheme == "rejection" else None
    delta = base.at_delta.delta or accounted_delta(p.channel(), p.delta)
    decoder, reader = (learned(adversary, compressor, delta) for adversary in (DECODER, READER))
    return Measured(scheme=scheme, code=code.label, fallback=fallback, at_delta=decoder, reader=reader, **vars(views))


def _tradeoff(p: PrivacyParameters) -> dict[float, Mean]:
    """Bits of PPR at several α, each from an eighth of the encodes."""
    channel, (x, _), shared = p.channel(), p.inputs(), SharedRandomness(p.seed)
    batch, prices = np.broadcast_to(x, (max(100, p.encodes // 8), *x.shape)), {}
    for alpha, stream_number in SENT.items():
        rng = np.random.default_rng([p.seed, stream("tradeoff"), stream_number])
        ppr = PoissonPrivateRepresentation(channel, alpha)
        messages = ppr.encode(batch, shared, rng, first_table=p.tables + p.encodes)
        prices[alpha] = Mean.of(messages.lengths("elias_delta").astype(float))
    return prices
