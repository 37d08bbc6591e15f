"""What a datum costs in bits: what the theorems promise, and what real messages take.

Everything is per datum: where it is sent in chunks, lengths, divergences and bounds are sums over its chunks.
Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
Theorems 5 and 14, Corollary 6, and section 4 on prefix codes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import CategoryChannel, Channel
from ppr_core.codes import Code, ZipfShannon, code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.diagnostics import Mean
from ppr_core.entropy import EntropyEstimate, index_entropy, log2_of_integers
from ppr_core.experiments.bit_cost import exact
from ppr_core.experiments.bit_cost.parameters import BitCostParameters, Part
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.guarantees import (
    elias_delta_size,
    ppr_bits,
    ppr_ldp_size,
    ppr_overhead_bits,
    ppr_refined_overhead_bits,
    zipf_shannon_size,
)
from ppr_core.randomness import SharedRandomness

__all__ = ["Measured", "Theory", "block_size", "datum_seconds", "measure", "theory"]

_BLOCK_SECONDS = 0.5  # of predicted work in one call, so that a run can be cancelled
_BLOCK_FLOATS = 1 << 21  # of inputs held at once


@dataclass(frozen=True)
class Theory:
    """What is known without a run, in bits per datum.

    messages: indices sent; divergence: KL(P(·|x) ‖ Q); bound, refined: Theorems 5 and 14 on the mean of log2 K;
    leading: divergence + log2(e)/(α − 1) for each index, the overhead's leading term as α → 1; code_bound: on the mean
    length under the chosen code, from Theorem 5; ldp_bound: Corollary 6 on the size, None where its conditions do not
    hold; information: I(X;Z) of a uniform input, None for channels that are not finite; log_ratio_bound: ln of the
    largest r* of a piece; plain_bits: of the output as it is, in 32-bit floats or as a category; mrc_bits: log2 N for
    each index.
    """

    messages: int
    divergence: float
    bound: float
    refined: float
    leading: float
    code_bound: float
    ldp_bound: float | None
    information: float | None
    log_ratio_bound: float
    plain_bits: float
    mrc_bits: float


@dataclass(frozen=True, eq=False)
class Measured:
    """What n real encodes took, per datum, in bits.

    lengths: (n,) under the first code asked for; codes: the mean under each; log_index: mean of log2 K; entropy: of
    the indices; candidates: evaluated in an encode of the whole datum.
    """

    lengths: np.ndarray
    codes: dict[str, Mean]
    log_index: Mean
    entropy: EntropyEstimate
    candidates: Mean


def theory(p: BitCostParameters) -> Theory:
    """Every bound of the datum; no run."""
    parts = p.parts()
    channel, count = parts[0].channel, sum(part.copies for part in parts)
    divergence = sum(part.copies * part.divergence_bits for part in parts)
    each = 0.0 if math.isinf(p.alpha) else math.log2(math.e) / (p.alpha - 1)
    lengths = [_code_bound(p.code, ppr_bits(part.divergence_bits, p.alpha).value) for part in parts]
    finite = isinstance(channel, CategoryChannel)
    return Theory(
        messages=count,
        divergence=divergence,
        bound=divergence + count * ppr_overhead_bits(p.alpha),
        refined=divergence + count * ppr_refined_overhead_bits(p.alpha),
        leading=divergence + count * each,
        code_bound=sum(part.copies * length for part, length in zip(parts, lengths, strict=True)),
        ldp_bound=ppr_ldp_size(channel.privacy().epsilon, p.alpha).value if _corollary_applies(channel) else None,
        information=_mutual_information(channel.matrix) if finite else None,
        log_ratio_bound=max(part.log_ratio_bound for part in parts),
        plain_bits=p.chosen.kind.plain_bits(p.channel()),
        mrc_bits=count * math.log2(p.candidates),
    )


def measure(
    p: BitCostParameters,
    samples: int,
    codes: tuple[str, ...],
    rng: np.random.Generator,
    first_table: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> Measured:
    """Encode the datum ``samples`` times; message i of the run reads table first_table + i of the shared randomness.

    codes: names out of `CODES`, the first one's lengths are kept; progress: told the share that is done.
    """
    shared, parts = SharedRandomness(p.seed), p.parts()
    indices, candidates = [], np.zeros(samples)
    done, total = 0, samples * sum(part.copies for part in parts)
    for part in parts:
        compressor = PoissonPrivateRepresentation(part.channel, p.alpha)
        count, block, found = samples * part.copies, block_size(part, p.alpha), []
        for start in range(0, count, block):
            x = part.inputs(min(block, count - start))
            found.append(compressor.encode(x, shared, rng, first_table=first_table + done))
            done += len(x)
            progress(done / total)
        indices.append(np.concatenate([messages.indices for messages in found]))
        evaluated = np.concatenate([messages.candidates for messages in found])
        candidates += evaluated.reshape(samples, part.copies).sum(axis=1)

    logs = [log2_of_integers(one) for one in indices]
    lengths = {name: _sums([_code(p, name).lengths(one) for one in indices], samples) for name in codes}
    return Measured(
        lengths=lengths[codes[0]],
        codes={name: Mean.of(values) for name, values in lengths.items()},
        log_index=Mean.of(_sums(logs, samples)),
        entropy=_entropy(indices, parts),
        candidates=Mean.of(candidates),
    )


def datum_seconds(parts: tuple[Part, ...], alpha: float) -> float:
    """Predicted time to encode a datum once."""
    return sum(part.copies * _seconds(part, alpha) for part in parts)


def block_size(part: Part, alpha: float) -> int:
    """Encodes in one call."""
    by_time = int(min(_BLOCK_SECONDS / _seconds(part, alpha), 1e9))
    return max(1, min(by_time, _BLOCK_FLOATS // part.channel.width))


def _seconds(part: Part, alpha: float) -> float:
    return encode_seconds("ppr", part.channel, part.x, alpha=alpha, candidates=0)


def _sums(values: list[np.ndarray], samples: int) -> np.ndarray:
    """Sums over the indices of each datum: one array of (samples · copies,) for each part -> (samples,)."""
    return sum(one.reshape(samples, -1).sum(axis=1) for one in values)


def _code(p: BitCostParameters, name: str) -> Code:
    return ZipfShannon(exact.zipf_mean(p)) if name == "zipf_shannon" else code_from_name(name)


def _code_bound(code: str, bound: float) -> float:
    """Mean length for a bound on the mean of log2 K; the gamma code takes at most 2 log2 K + 1 bits."""
    if code == "elias_gamma":
        return 2 * bound + 1
    return (elias_delta_size if code == "elias_delta" else zipf_shannon_size)(bound).value


def _entropy(indices: list[np.ndarray], parts: tuple[Part, ...]) -> EntropyEstimate:
    """Of all indices of a datum: they are independent, and equal pieces have equal laws."""
    found = [(part.copies, index_entropy(one)) for part, one in zip(parts, indices, strict=True)]
    return EntropyEstimate(
        value=sum(copies * one.value for copies, one in found),
        error=math.hypot(*(copies * one.error for copies, one in found)),
        samples=sum(one.samples for _, one in found),
        coverage=min(one.coverage for _, one in found),
    )


def _corollary_applies(channel: Channel) -> bool:
    """Whether the channel is purely private and Q = P(·|x₀) for an input x₀, as Corollary 6 asks.

    Of one of the finitely many, or of x₀ = 0: the ratio dP(·|x₀)/dQ, whose mean is 1, is then 1 at most.
    """
    inputs = np.zeros((1, *channel.event_shape)) if channel.event_shape else np.arange(channel.input_size)
    return math.isfinite(channel.privacy().epsilon) and bool(np.min(channel.log_ratio_bound(inputs)) < 1e-12)


def _mutual_information(matrix: np.ndarray) -> float:
    """I(X;Z) in bits for X uniform on the rows of a row-stochastic matrix."""
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(matrix > 0, matrix * np.log2(matrix / matrix.mean(axis=0)), 0.0)
    return float(terms.sum(axis=1).mean())
