"""What a run of the privacy experiment measures: every compressor on one mechanism, and PPR along α."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import BitVectorChannel, CategoryChannel, Channel, PrivUnitChannel
from ppr_core.compressors import Compressor, Messages, PoissonPrivateRepresentation, PseudorandomRejection
from ppr_core.diagnostics import Effect, FiniteLaw, Mean, chi_square_bins, observe, output_law, total_variation
from ppr_core.diagnostics.audit import Audit, audit, delta_from_search
from ppr_core.diagnostics.index_laws import index_law, is_enumerable
from ppr_core.diagnostics.loss import LossLaw, PairLoss, mechanism_loss
from ppr_core.experiments.privacy.guarantees import any_generator
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = [
    "SENT",
    "STREAMS",
    "Measured",
    "Mechanism",
    "Tradeoff",
    "enumerated_tables",
    "measure",
    "mechanism",
    "output_cells",
    "tradeoff",
]

#: Numbers of the random streams of a run. They stay when another compressor joins, and so do all results.
STREAMS: dict[str, int] = {
    "ppr": 0,
    "pfr": 1,
    "greedy_rejection": 2,
    "truncated_ppr": 3,
    "mrc": 4,
    "modified_mrc": 5,
    "genprot": 6,
    "bassily_smith": 7,
    "mechanism": 8,
    "tradeoff": 9,
    "rejection": 10,
}
#: Orders of PPR at which real messages are sent -> the number of their random stream, which stays.
SENT: dict[float, int] = {1.05: 0, 1.2: 2, 1.5: 4, 3.0: 6, 10.0: 8}
_ENUMERATED = 1 << 13  # candidates whose weights are enumerated, but at least so many tables:
_FEWEST_TABLES = 16
_SIDES = tuple(f"a first coordinate {side}" for side in ("of at most −1", "between −1 and 1", "of at least 1"))
_CURVE = 121  # points of a curve along ε


@dataclass(frozen=True, eq=False)
class Mechanism:
    """The uncompressed mechanism: its own guarantee, and the privacy loss of the two inputs.

    epsilons, delta, survival: (e,) δ(ε) and P(loss > ε); exact: whether they are no estimates.
    """

    own: PrivacyGuarantee
    loss: LossLaw
    epsilons: np.ndarray
    delta: np.ndarray
    survival: np.ndarray


@dataclass(frozen=True, eq=False)
class Measured:
    """One compressor on the mechanism.

    database, decoder: its guarantees (ε = ∞: none); audit: what repeated encodes prove; outputs: names of the decoded
    outputs among which its event was sought, () if it was sought among the indices; distance: total variation from the
    mechanism's law at most, by theorem, where that is known of a compressor that is not exact; fallback: what is left
    of ``decoder`` if a generator fails that it relies on, None where there is none; worst: the largest loss on the
    enumerated tables, None where the law of the index is not known; delta, delta_error: (e,) δ(ε), exact on those
    tables or else a lower estimate; survival: (e,) P(loss > ε) on those tables or None; deviation: of the decoded
    outputs from the mechanism's law; lost: share of reports that decode to nothing; bits in the code named.
    """

    scheme: str
    exact: bool
    database: PrivacyGuarantee
    decoder: PrivacyGuarantee
    audit: Audit
    outputs: tuple[str, ...]
    distance: float | None
    fallback: PrivacyGuarantee | None
    worst: float | None
    delta: np.ndarray
    delta_error: np.ndarray
    survival: np.ndarray | None
    deviation: Effect
    lost: Mean
    bits: Mean
    code: str
    candidates: Mean

    @property
    def label(self) -> str:
        return SCHEMES[self.scheme].label

    @property
    def proven(self) -> float:
        """ε at least, in nats: by the audit (with its confidence) or exactly on the worst list, whichever is more."""
        return self.audit.epsilon if self.worst is None else max(self.audit.epsilon, self.worst)


@dataclass(frozen=True, eq=False)
class Tradeoff:
    """Real messages of PPR along α, (a,): mean bits in Elias delta code, and its standard error."""

    alpha: np.ndarray
    bits: np.ndarray
    bits_error: np.ndarray


def mechanism(parameters: PrivacyParameters) -> Mechanism:
    """The privacy loss of the mechanism itself, along ε from 0 to three times its own."""
    own = parameters.channel().privacy(parameters.delta)
    rng = np.random.default_rng([parameters.seed, STREAMS["mechanism"]])
    loss = mechanism_loss(parameters.channel(), *parameters.inputs(), rng)
    epsilons = np.linspace(0.0, 3 * parameters.epsilon, _CURVE)
    return Mechanism(own, loss, epsilons, loss.delta(epsilons), loss.survival(epsilons))


def measure(scheme: str, parameters: PrivacyParameters, base: Mechanism) -> Measured:
    """Audit the compressor, enumerate what can be, and decode as many reports as were encoded for the audit."""
    channel, (x, other) = parameters.channel(), parameters.inputs()
    compressor = parameters.compressor(scheme, channel)
    promises = compressor.privacy(parameters.delta)
    database, decoder = (next(one for one in promises if one.against == view) for view in ("database", "decoder"))
    seeds = isinstance(compressor, PseudorandomRejection)  # they are sent, and never come twice
    shared = SharedRandomness(parameters.seed)
    rng = np.random.default_rng([parameters.seed, STREAMS[scheme]])
    found = audit(
        compressor, x, other, shared, rng,
        encodes=parameters.encodes, tables=parameters.tables, confidence=parameters.confidence,
        delta=min(1.0, 2 * base.own.delta), seen=output_cells(compressor) if seeds else None,
    )  # fmt: skip
    if is_enumerable(compressor):
        tables = np.arange(enumerated_tables(parameters))
        pair = PairLoss(*(index_law(compressor, one, tables, shared) for one in (x, other)))
        worst, survival = pair.largest, pair.survival(base.epsilons)
        delta, delta_error = pair.delta(base.epsilons), pair.delta_error(base.epsilons)
    else:
        worst = survival = None
        delta, delta_error = delta_from_search(found.search, base.epsilons)
    batch = np.broadcast_to(x, (parameters.encodes, *x.shape))
    messages = compressor.encode(batch, shared, rng, first_table=parameters.tables)
    z = compressor.decode(messages, shared)
    kept = ~np.isnan(z).any(axis=1) if z.dtype.kind == "f" else z >= 0 if z.ndim == 1 else (z >= 0).all(axis=1)
    code = SCHEMES[scheme].code(parameters.settings)
    return Measured(
        scheme=scheme,
        exact=compressor.exact,
        database=database,
        decoder=decoder,
        audit=found,
        outputs=_cell_names(channel) if seeds else (),
        distance=compressor.distance().value if seeds else None,
        fallback=any_generator(parameters)[0] if seeds else None,
        worst=worst,
        delta=delta,
        delta_error=delta_error,
        survival=survival,
        deviation=_deviation(channel, x, z[kept]),
        lost=Mean.of(~kept),
        bits=Mean.of(messages.lengths(code).astype(float)),
        code=code.label,
        candidates=Mean.of(messages.candidates.astype(float)),
    )


def tradeoff(parameters: PrivacyParameters) -> Tradeoff:
    """Bits of PPR at several α, each from an eighth of the encodes."""
    channel, (x, _) = parameters.channel(), parameters.inputs()
    samples = max(100, parameters.encodes // 8)
    shared, found = SharedRandomness(parameters.seed), []
    batch = np.broadcast_to(x, (samples, *x.shape))
    for alpha, place in SENT.items():
        rng = np.random.default_rng([parameters.seed, STREAMS["tradeoff"], place])
        compressor = PoissonPrivateRepresentation(channel, alpha)
        messages = compressor.encode(batch, shared, rng, first_table=parameters.tables + parameters.encodes)
        mean = Mean.of(messages.lengths("elias_delta").astype(float))
        found.append((alpha, mean.value, mean.error))
    return Tradeoff(*map(np.array, zip(*found, strict=True)))


def enumerated_tables(parameters: PrivacyParameters) -> int:
    """On how many tables the law of the index is enumerated."""
    return max(_FEWEST_TABLES, min(256, _ENUMERATED // parameters.candidates))


def output_cells(compressor: Compressor) -> Callable[[Messages], np.ndarray]:
    """What messages decode to without shared randomness, as whole numbers, (n,).

    A category; of bit vectors the first and the last bit, which are those of the two inputs; for vectors whether the
    first coordinate is at most −1 (0), between (1) or at least 1 (2): the two ends are the inputs, and beyond them
    Laplace noise tells the most that it can. On the
    sphere the limits are those of the caps.
    """
    channel = compressor.channel
    edges = [-1.0, 1.0]
    if isinstance(channel, PrivUnitChannel):
        edges = sorted({-channel.gamma, channel.gamma})

    def cells(messages: Messages) -> np.ndarray:
        z = compressor.decode(messages)
        if isinstance(channel, BitVectorChannel):
            return 2 * z[:, 0].astype(np.int64) + z[:, -1]
        return z if z.ndim == 1 else np.searchsorted(edges, z[:, 0], side="right")

    return cells


def _cell_names(channel: Channel) -> tuple[str, ...]:
    if isinstance(channel, CategoryChannel):
        return tuple(f"category {z}" for z in range(channel.output_size))
    if isinstance(channel, BitVectorChannel):
        return tuple(f"first bit {first}, last bit {last}" for first in (0, 1) for last in (0, 1))
    if isinstance(channel, PrivUnitChannel):
        edges = [number(edge) for edge in sorted({-channel.gamma, channel.gamma})]
        between = (f"a first coordinate from {edges[0]} to {edges[1]}",) if len(edges) > 1 else ()
        return (f"a first coordinate below {edges[0]}", *between, f"a first coordinate from {edges[-1]} on")
    return _SIDES


def _deviation(channel: Channel, x: np.ndarray, z: np.ndarray) -> Effect:
    """Total variation between outputs and law; of the first coordinate over bins of equal probability for vectors."""
    law = output_law(channel, x, "coordinate")
    values = observe(z, x, "coordinate")
    if isinstance(law, FiniteLaw):
        return total_variation(np.bincount(values, minlength=len(law.probabilities)), law)
    return chi_square_bins(values, law).effect
