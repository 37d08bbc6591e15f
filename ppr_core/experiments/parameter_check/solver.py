"""Settings that are left open: the smallest expected bits within the privacy target and the time budget."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel
from ppr_core.experiments.parameter_check.estimate import estimated_bits, zipf_mean
from ppr_core.experiments.parameter_check.limits import LARGEST_LOG_RATIO, alpha_of, codes_of, longest
from ppr_core.experiments.parameter_check.mechanism import channel_of, mechanism
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.split import split_of, splits_of
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.guarantees import elias_delta_size, ppr_bits, ppr_refined_bits

__all__ = ["Option", "Piece", "Solution", "bits_at", "bound_at", "solve"]

_WIDTHS = 5  # proposals tried for each chunk size
_PIECES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096, 8192)
_WORTH = 1.01  # less than 1 % of the bits is not worth waiting for
_PATIENCE = math.log2(_WORTH)


@dataclass(frozen=True)
class Piece:
    """``copies`` equal chunks of a report: divergence in bits and ln r* of one, seconds to encode it (predicted)."""

    size: int
    copies: int
    divergence: float
    log_ratio: float
    seconds: float


@dataclass(frozen=True)
class Option:
    """A way to send a report: its pieces, and the width of their proposals in multiples of the best; of a PrivUnit
    report also the split of ε, which sets its error."""

    chunk: int
    scale: float
    pieces: tuple[Piece, ...]
    split: str = ""

    @property
    def indices(self) -> int:
        return sum(piece.copies for piece in self.pieces)

    @property
    def divergence(self) -> float:
        return sum(piece.copies * piece.divergence for piece in self.pieces)

    @property
    def log_ratio(self) -> float:
        return max(piece.log_ratio for piece in self.pieces)

    @property
    def seconds(self) -> float:
        return sum(piece.copies * piece.seconds for piece in self.pieces)


@dataclass(frozen=True, eq=False)
class Solution:
    """What is used, given or chosen.

    alpha, code, zipf (the mean log2 K that the Zipf–Shannon code is built for), option; bits: estimated, of a report;
    bound, refined: Theorems 5 and 14 on the sum of log2 K; code_bound: on the mean length, from Theorem 5; options and
    option_bits (m,): what was compared; alpha_reaches: whether some α keeps the decoder within its limit; fits: whether
    the chosen option keeps the time budget.
    """

    alpha: float
    code: str
    zipf: float
    option: Option
    bits: float
    bound: float
    refined: float
    code_bound: float
    options: tuple[Option, ...]
    option_bits: np.ndarray
    alpha_reaches: bool
    fits: bool

    @property
    def frontier(self) -> np.ndarray:
        """(m,) whether an option has the fewest bits among those that are as fast."""
        seconds = np.array([option.seconds for option in self.options])
        order = np.lexsort((self.option_bits, seconds))
        best = np.minimum.accumulate(self.option_bits[order])
        on = np.empty(len(order), dtype=bool)
        on[order] = np.concatenate([[True], self.option_bits[order][1:] < best[:-1]])
        return on


@lru_cache(maxsize=512)
def solve(p: ParameterCheck) -> Solution:
    """The settings with the smallest estimated bits within the target and the budget.

    Bits fall as α grows, so α is as large as the limit for the decoder allows, rounded down. Chunk size and proposal
    width are tried on grids, and of those within 1 % of the fewest bits the fastest is taken. Without a time budget the
    choice stays below a second and stops where twice the time saves less than 1 % of the bits. Where nothing is within
    the budget, the fastest option is taken. Of a PrivUnit report the split comes first, by its error (`split_of`).
    """
    alpha, reaches = alpha_of(p, mechanism(p).local.epsilon)
    options = tuple(_options(p, alpha))
    options = tuple(option for option in options if option.log_ratio <= LARGEST_LOG_RATIO) or options
    seconds = np.array([option.seconds for option in options])
    runnable = np.array([option.log_ratio <= LARGEST_LOG_RATIO for option in options])
    wanted = np.array([option.split in ("", split_of(p)) for option in options])
    fits = wanted & runnable & (seconds <= longest(p))
    best: tuple[float, str, int, np.ndarray] | None = None
    for code in codes_of(p):
        bits = np.array([bits_at(option, alpha, code) for option in options])
        if not fits.any():
            score = np.where(wanted, seconds, np.inf)
        elif math.isinf(p.time_budget):
            score = np.where(fits, np.log(bits) + _PATIENCE * np.log(seconds), np.inf)
        else:
            score = np.where(fits & (bits <= _WORTH * bits[fits].min()), seconds, np.inf)
        place = int(np.lexsort((seconds, score))[0])
        if best is None or bits[place] < best[0]:
            best = (float(bits[place]), code, place, bits)
    bits, code, place, all_bits = best
    option = options[place]
    return Solution(
        alpha=alpha,
        code=code,
        zipf=_zipf(option, alpha),
        option=option,
        bits=bits,
        bound=sum(piece.copies * ppr_bits(piece.divergence, alpha).value for piece in option.pieces),
        refined=sum(piece.copies * ppr_refined_bits(piece.divergence, alpha).value for piece in option.pieces),
        code_bound=bound_at(option, alpha, code),
        options=options,
        option_bits=all_bits,
        alpha_reaches=reaches,
        fits=bool(fits[place]),
    )


def bits_at(option: Option, alpha: float, code: str) -> float:
    """Estimated bits of a report."""
    zipf = _zipf(option, alpha) if code == "zipf_shannon" else 1.0
    divergences = np.array([piece.divergence for piece in option.pieces])
    copies = np.array([piece.copies for piece in option.pieces])
    return float(copies @ estimated_bits(divergences, alpha, code, zipf))


def bound_at(option: Option, alpha: float, code: str) -> float:
    """Bits of a report at most, on average, from Theorem 5."""
    zipf = _zipf(option, alpha)
    bounds = ((piece.copies, ppr_bits(piece.divergence, alpha).value) for piece in option.pieces)
    return sum(copies * _code_bound(code, zipf, bound) for copies, bound in bounds)


def _zipf(option: Option, alpha: float) -> float:
    return zipf_mean(option.pieces[0].divergence, alpha)


def _code_bound(code: str, zipf: float, bound: float) -> float:
    """Mean length of a word for a bound on the mean of log2 K: of Elias gamma at most 2 log2 K + 1, of a Shannon code
    for k^{−λ}, λ = 1 + 1/m, at most λ log2 K + log2 ζ(λ) + 1 with ζ(λ) <= 1 + m."""
    if code == "elias_gamma":
        return 2 * bound + 1
    if code == "elias_delta":
        return elias_delta_size(bound).value
    return (1 + 1 / zipf) * bound + math.log2(1 + zipf) + 1


def _options(p: ParameterCheck, alpha: float) -> Iterator[Option]:
    """Chunk sizes and proposal widths to compare."""
    if p.task == "privunit":
        for split in splits_of(p):
            yield Option(p.dimension, 1.0, (_piece(p.replace(split=split), p.dimension, 1, 1.0, alpha),), split)
        return
    if not p.gaussian:
        size = p.dimension if p.task == "laplace" else 1
        for scale in _scales(p, size):
            yield Option(size, scale, (_piece(p, size, 1, scale, alpha),))
        return
    sizes = {min(p.chunk, p.dimension)}
    if p.choose_chunk:
        sizes = {-(-p.dimension // pieces) for pieces in _PIECES if pieces <= p.dimension}
    for size in sorted(sizes):
        copies, rest = divmod(p.dimension, size)
        for scale in _scales(p, size):
            parts = [_piece(p, size, copies, scale, alpha), *([_piece(p, rest, 1, scale, alpha)] if rest else [])]
            yield Option(size, scale, tuple(parts))


def _scales(p: ParameterCheck, size: int) -> list[float]:
    """Proposal widths: the given one, the paper's, or a row from the fewest candidates to the least divergence."""
    if not p.vector:
        return [1.0]
    if p.proposal == "own":
        return [p.proposal_scale]
    best, _ = channel_of(p, size, 1.0)
    if isinstance(best, GaussianChannel):
        paper = best.norm_bound**2 / best.dimension / best.proposal_width
        return [paper] if p.proposal == "paper" else np.geomspace(1.0, paper, _WIDTHS).tolist()
    if p.proposal == "paper":
        return [math.nan]
    # The least divergence is at ε′ = d/E‖z‖.
    norm = _laplace_norm(best.dimension, best.epsilon, best.norm_bound)
    return np.geomspace(1.0, max(1.0, best.proposal_epsilon * norm / best.dimension), _WIDTHS).tolist()


def _piece(p: ParameterCheck, size: int, copies: int, scale: float, alpha: float) -> Piece:
    if math.isnan(scale):
        channel, _ = channel_of(p, size, 1.0)
        return Piece(size, copies, _paper_divergence(channel), math.inf, math.inf)
    channel, x = channel_of(p, size, scale)
    return Piece(
        size,
        copies,
        max(0.0, _divergence(channel, x)),
        float(np.max(channel.log_ratio_bound(x[None]))),
        encode_seconds("ppr", channel, x, alpha=alpha, candidates=0),
    )


def _divergence(channel: Channel, x: np.ndarray) -> float:
    if isinstance(channel, LaplaceChannel) and channel.dimension > 1:
        norm = _laplace_norm(channel.dimension, channel.epsilon, channel.norm_bound)
        volume = channel.dimension * (math.log(channel.epsilon / channel.proposal_epsilon) - 1)
        return (volume + channel.proposal_epsilon * norm) / math.log(2)
    return float(channel.divergence_bits(x[None])[0])


@lru_cache(maxsize=128)
def _laplace_norm(dimension: int, epsilon: float, norm_bound: float) -> float:
    """E‖z‖ at ‖x‖ = C, from the divergence to the Laplace proposal with ε′ = ε: it is ε E‖z‖ − d nats."""
    channel = LaplaceChannel(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound, proposal_epsilon=epsilon)
    x = np.full((1, dimension), norm_bound / math.sqrt(dimension) * (1 - 1e-12))
    return (float(channel.divergence_bits(x)[0]) * math.log(2) + dimension) / epsilon


def _paper_divergence(channel: LaplaceChannel) -> float:
    """KL in bits to N(0, (C²/d + (d+1)/ε²) I), the proposal of Corollary 13, at ‖x‖ = C:
    (d/2) log2((2/e)(C²ε²/d + d + 1)) − log2(Γ(d+1)/Γ(d/2+1))."""
    d, radius = channel.dimension, channel.epsilon * channel.norm_bound
    nats = d / 2 * (math.log(2 * (radius**2 / d + d + 1)) - 1) - math.lgamma(d + 1) + math.lgamma(d / 2 + 1)
    return nats / math.log(2)
