"""Exact lengths of messages: the law of the index of each piece of a report, computed once."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from ppr_core.channels import Channel, LaplaceChannel
from ppr_core.codes import Code, ZipfShannon, code_from_name
from ppr_core.compressors.speed import search_seconds
from ppr_core.guarantees import elias_delta_size, ppr_bits
from ppr_core.index_law import IndexLaw, index_law, two_digits
from ppr_core.planning.setup import Setup

__all__ = ["Option", "Piece", "bits_at", "bound_at", "code_of", "option_of", "samples_of", "zipf_of"]

_SAMPLED_FLOATS = 2e6  # held where the law of a ratio is sampled


@dataclass(frozen=True)
class _Case:
    """A channel with an input, told apart by ``key``."""

    key: str
    channel: Channel = field(compare=False)
    x: np.ndarray = field(compare=False)


@dataclass(frozen=True)
class Piece:
    """``copies`` equal messages of a report: divergence in bits and ln r* of one, seconds to encode it (predicted);
    case: what is sent, None where no encoder exists."""

    size: int
    copies: int
    divergence: float
    log_ratio: float
    seconds: float
    case: _Case | None = None


@dataclass(frozen=True)
class Option:
    """A way to send all that a user sends: its pieces, and the width of their proposals in multiples of the best.

    settled: the record with the split of ε and the number of reports that this option has; alpha: what it is sent with.

    >>> from ppr_core.planning import Setup, option_of
    >>> option = option_of(Setup(task="gaussian", dimension=100), alpha=2.0, chunk=40, scale=1.0)
    >>> [(piece.size, piece.copies) for piece in option.pieces], option.indices
    ([(40, 2), (20, 1)], 3)
    """

    settled: Setup
    alpha: float
    chunk: int
    scale: float
    pieces: tuple[Piece, ...]

    @property
    def split(self) -> str:
        """Of ε among the parts of a report; "" for tasks without."""
        return self.settled.split or "" if "split" in self.settled.kind.options else ""

    @property
    def reports(self) -> int:
        """Messages of a user that say the same."""
        return self.settled.kind.shares(self.settled)

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


def option_of(settled: Setup, alpha: float, chunk: int, scale: float) -> Option:
    """A way to send: chunks of so many entries of Gaussian noise, other data whole.

    >>> from ppr_core.planning import Setup, option_of
    >>> setup = Setup(task="gaussian", dimension=100)
    >>> narrow, wide = (option_of(setup, alpha=2.0, chunk=100, scale=scale) for scale in (1.0, 2.0))
    >>> narrow.log_ratio < wide.log_ratio  # a wider proposal than the best needs more candidates
    True
    """
    sizes = settled.kind.pieces(settled, chunk)
    pieces = tuple(_piece(settled, size, copies, scale, alpha) for size, copies in sizes)
    return Option(settled, alpha, chunk, scale, pieces)


def bits_at(option: Option, alpha: float, code: str, zipf: float | None = None) -> float:
    """Mean length of all messages in bits under a code; where no encoder exists the bound from Theorem 5.

    zipf: the mean log2 K that the Zipf–Shannon code is built for; None: `zipf_of`.

    >>> from ppr_core.planning import Setup, bits_at, option_of
    >>> option = option_of(Setup(task="categories", categories=100, epsilon=4.0), alpha=2.0, chunk=1, scale=1.0)
    >>> [round(bits_at(option, 2.0, code), 2) for code in ("elias_gamma", "elias_delta", "zipf_shannon")]
    [4.94, 4.85, 5.1]
    """
    if any(piece.case is None for piece in option.pieces):
        return bound_at(option, alpha, code)
    used = code_of(code, zipf if zipf is not None or code != "zipf_shannon" else zipf_of(option, alpha))
    return sum(piece.copies * _law(piece.case, alpha).mean_length(used) for piece in option.pieces)


def bound_at(option: Option, alpha: float, code: str) -> float:
    """Mean length in bits at most, from Theorem 5.

    >>> from ppr_core.planning import Setup, bits_at, bound_at, option_of
    >>> option = option_of(Setup(task="categories", categories=100, epsilon=4.0), alpha=2.0, chunk=1, scale=1.0)
    >>> round(bits_at(option, 2.0, "elias_delta"), 2), round(bound_at(option, 2.0, "elias_delta"), 2)
    (4.85, 11.31)
    """
    zipf = zipf_of(option, alpha) if code == "zipf_shannon" else 1.0
    bounds = ((piece.copies, ppr_bits(piece.divergence, alpha).value) for piece in option.pieces)
    return sum(copies * _code_bound(code, zipf, bound) for copies, bound in bounds)


@lru_cache(maxsize=1024)
def code_of(name: str, zipf: float | None = None) -> Code:
    """The code with this name.

    >>> from ppr_core.planning import code_of
    >>> code_of("elias_gamma").lengths([1, 2, 4]), code_of("zipf_shannon", 3.0).lengths([1, 2, 4])
    (array([1, 3, 5]), array([2, 4, 5]))
    """
    return code_from_name(name) if zipf is None or name != "zipf_shannon" else ZipfShannon(zipf)


def samples_of(case: _Case) -> int:
    """Outputs behind the law of a ratio for which there is no formula.

    >>> from ppr_core.planning import Setup, option_of, samples_of
    >>> few, many = (option_of(Setup(dimension=d), alpha=2.0, chunk=d, scale=1.0).pieces[0] for d in (10, 100))
    >>> samples_of(few.case), samples_of(many.case)  # 2·10⁶ floats at most
    (65536, 20000)
    """
    return int(min(65_536, max(4096, _SAMPLED_FLOATS / case.channel.width)))


def zipf_of(option: Option, alpha: float) -> float:
    """The mean log2 K that the Zipf–Shannon code is built for, to two digits: that of the first piece, or near it the
    one of fewest bits, which may lie at several times that, as lengths are whole."""
    piece = option.pieces[0]
    if piece.case is None:
        return two_digits(ppr_bits(piece.divergence, alpha).value)
    law = _law(piece.case, alpha)
    return min(law.zipf_codes, key=law.mean_length).mean_log2


def _piece(p: Setup, size: int, copies: int, scale: float, alpha: float) -> Piece:
    if math.isnan(scale):
        channel, _ = p.kind.channel(p, size)
        return Piece(size, copies, _paper_divergence(channel), math.inf, math.inf)
    channel, x = p.kind.channel(p, size, scale)
    case = _Case(f"{channel!r} {x.ravel()[:1].tolist()} {float(np.linalg.norm(x))!r}", channel, x)
    seconds = search_seconds(channel, x, alpha)
    log_ratio = float(np.max(channel.log_ratio_bound(x[None])))
    return Piece(size, copies, max(0.0, _divergence(case)), log_ratio, seconds, case)


@lru_cache(maxsize=4096)
def _divergence(case: _Case) -> float:
    return float(case.channel.divergence_bits(case.x[None])[0])


def _paper_divergence(channel: Channel) -> float:
    """KL in bits to N(0, (C²/d + (d+1)/ε²) I), the proposal of Corollary 13, at ‖x‖ = C:
    (d/2) log2((2/e)(C²ε²/d + d + 1)) − log2(Γ(d+1)/Γ(d/2+1))."""
    assert isinstance(channel, LaplaceChannel)
    d, radius = channel.dimension, channel.epsilon * channel.norm_bound
    nats = d / 2 * (math.log(2 * (radius**2 / d + d + 1)) - 1) - math.lgamma(d + 1) + math.lgamma(d / 2 + 1)
    return nats / math.log(2)


@lru_cache(maxsize=1024)
def _law(case: _Case, alpha: float) -> IndexLaw:
    """Computed for Gaussian and Laplace noise and few ratios, sampled with common random numbers otherwise."""
    return index_law(case.channel, case.x, alpha, samples=samples_of(case))


def _code_bound(code: str, zipf: float, bound: float) -> float:
    """Mean length of a word for a bound on the mean of log2 K: of Elias gamma at most 2 log2 K + 1, of a Shannon code
    for k^{−λ}, λ = 1 + 1/m, at most λ log2 K + log2 ζ(λ) + 1 with ζ(λ) <= 1 + m."""
    if code == "elias_gamma":
        return 2 * bound + 1
    if code == "elias_delta":
        return elias_delta_size(bound).value
    return (1 + 1 / zipf) * bound + math.log2(1 + zipf) + 1
