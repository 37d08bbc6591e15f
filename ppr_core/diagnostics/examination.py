"""A compressor of one mechanism, examined at two inputs: promised and proven privacy, its outputs, its messages."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.codes import Code
from ppr_core.compressors import Compressor, PseudorandomRejection
from ppr_core.diagnostics.audit import Audit, audit, delta_from_search
from ppr_core.diagnostics.effects import Effect
from ppr_core.diagnostics.exactness import deviation
from ppr_core.diagnostics.index_laws import index_law, is_enumerable
from ppr_core.diagnostics.loss import PairLoss
from ppr_core.diagnostics.output_cells import output_cell_names, output_cells
from ppr_core.guarantees import DECODER, READER, PrivacyGuarantee
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["Examination", "examine"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Examination:
    """What is known of a compressor at two inputs.

    exact: its outputs follow the mechanism's law; distance: from it in total variation at most, by theorem, where that
    is known of one that is not exact; database, decoder: its guarantees (ε = ∞: none); audit: what repeated encodes
    prove; outputs: names of the decoded outputs among which its event was sought, () if it was sought among the
    indices; worst: the largest loss on the enumerated tables in nats, None where the law of the index is not known;
    delta, delta_error: (e,) δ(ε), exact on those tables or else a lower estimate; survival: (e,) P(loss > ε) on those
    tables or None; deviation: of the decoded outputs from the mechanism's law; lost: share of reports that decode to
    nothing; bits: of a message; candidates: looked at for one.
    """

    exact: bool
    distance: float | None
    database: PrivacyGuarantee
    decoder: PrivacyGuarantee
    audit: Audit
    outputs: tuple[str, ...]
    worst: float | None
    delta: np.ndarray
    delta_error: np.ndarray
    survival: np.ndarray | None
    deviation: Effect
    lost: Mean
    bits: Mean
    candidates: Mean

    @property
    def proven(self) -> float:
        """ε at least, in nats: by the audit (with its confidence) or exactly on the worst list, whichever is more."""
        return self.audit.epsilon if self.worst is None else max(self.audit.epsilon, self.worst)


def examine(
    compressor: Compressor,
    x: np.ndarray,
    other: np.ndarray,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    encodes: int,
    epsilons: np.ndarray,
    code: str | Code,
    delta: float = 0.0,
    tables: int = 8,
    confidence: float = 0.95,
    enumerated: int = 16,
) -> Examination:
    """Audit the compressor, enumerate what can be, and decode as many reports of x as were encoded for the audit.

    x, other: two inputs of the channel's event_shape; encodes: n of each; epsilons: (e,) where δ(ε) is told, in
    nats; code: of the messages; delta: at which a mechanism that needs one is private, in [0, 1]; tables, confidence:
    of the audit, in which twice the mechanism's own δ may be explained away (Theorem 8 of Liu et al. 2024); enumerated:
    tables 0, 1, … on which the law of the index is enumerated. Seeds of pseudorandom rejection never come twice, so its
    decoded outputs are audited. The reports are sent on the tables after the audit's. Raises as `audit` does.
    """
    channel = compressor.channel
    seeded = compressor if isinstance(compressor, PseudorandomRejection) else None
    promises = compressor.privacy(delta)
    database, decoder = READER.among(promises), DECODER.among(promises)
    audited = audit(
        compressor, x, other, shared, rng,
        encodes=encodes, tables=tables, confidence=confidence,
        delta=min(1.0, 2 * channel.privacy(delta).delta), seen=output_cells(seeded) if seeded else None,
    )  # fmt: skip
    worst, survival = None, None
    if is_enumerable(compressor):
        laws = (index_law(compressor, point, np.arange(enumerated), shared) for point in (x, other))
        loss = PairLoss(*laws)
        worst, survival = loss.largest, loss.survival(epsilons)
        known = loss.delta(epsilons), loss.delta_error(epsilons)
    else:
        known = delta_from_search(audited.search, epsilons)
    messages = compressor.encode(np.broadcast_to(x, (encodes, *x.shape)), shared, rng, first_table=tables)
    z = compressor.decode(messages, shared)
    present = ~np.isnan(z) if z.dtype.kind == "f" else np.asarray(z >= 0)
    kept = np.all(present.reshape(len(z), -1), axis=1)
    return Examination(
        exact=compressor.exact,
        distance=seeded.distance().value if seeded else None,
        database=database,
        decoder=decoder,
        audit=audited,
        outputs=output_cell_names(channel) if seeded else (),
        worst=worst,
        delta=known[0],
        delta_error=known[1],
        survival=survival,
        deviation=deviation(channel, x, z[kept]),
        lost=Mean.of(~kept),
        bits=Mean.of(messages.lengths(code).astype(float)),
        candidates=Mean.of(messages.searched.astype(float)),
    )
