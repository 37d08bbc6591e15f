"""What real messages of PPR take, for a datum that is sent in pieces: lengths under several codes, entropy, search."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core.codes import Code
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.entropy import EntropyEstimate, index_entropy, log2_of_integers
from ppr_core.index_law.chunks import Piece
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["SentPieces", "send_pieces"]


@dataclass(frozen=True, eq=False)
class SentPieces:
    """What n real encodes took, per datum, in bits.

    lengths: (n,) under the first code asked for; codes: the mean under each; log_index: mean of log2 K; entropy: of
    the indices; candidates: evaluated in an encode of the whole datum.
    """

    lengths: np.ndarray
    codes: dict[str, Mean]
    log_index: Mean
    entropy: EntropyEstimate
    candidates: Mean


def send_pieces(
    pieces: Sequence[Piece],
    alpha: float,
    samples: int,
    codes: Mapping[str, Code],
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    blocks: Sequence[int],
    first_table: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> SentPieces:
    """Encode the datum n = ``samples`` times; message i reads table first_table + i of the shared randomness.

    alpha: α in (1, ∞]; codes: name -> code of the indices, the first one's lengths are kept; blocks: encodes in one
    call, of every piece; progress: told the share that is done.
    """
    indices, candidates = [], np.zeros(samples)
    done, total = 0, samples * sum(piece.copies for piece in pieces)
    for piece, block in zip(pieces, blocks, strict=True):
        compressor = PoissonPrivateRepresentation(piece.channel, alpha)
        count, chunks = samples * piece.copies, []
        for start in range(0, count, block):
            x = piece.inputs(min(block, count - start))
            chunks.append(compressor.encode(x, shared, rng, first_table=first_table + done))
            done += len(x)
            progress(done / total)
        indices.append(np.concatenate([messages.indices for messages in chunks]))
        evaluated = np.concatenate([messages.candidates for messages in chunks])
        candidates += evaluated.reshape(samples, piece.copies).sum(axis=1)

    def sums(values: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        return sum(values(index).reshape(samples, -1).sum(axis=1) for index in indices)

    lengths = {name: sums(code.lengths) for name, code in codes.items()}
    return SentPieces(
        lengths=next(iter(lengths.values())),
        codes={name: Mean.of(values) for name, values in lengths.items()},
        log_index=Mean.of(sums(log2_of_integers)),
        entropy=_entropy(pieces, indices),
        candidates=Mean.of(candidates),
    )


def _entropy(pieces: Sequence[Piece], indices: list[np.ndarray]) -> EntropyEstimate:
    """Of all indices of a datum: they are independent, and equal pieces have equal laws."""
    estimates = [(piece.copies, index_entropy(index)) for piece, index in zip(pieces, indices, strict=True)]
    return EntropyEstimate(
        value=sum(copies * estimate.value for copies, estimate in estimates),
        error=math.hypot(*(copies * estimate.error for copies, estimate in estimates)),
        samples=sum(estimate.samples for _, estimate in estimates),
        coverage=min(estimate.coverage for _, estimate in estimates),
    )
