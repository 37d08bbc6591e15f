"""A datum that is sent in chunks, by independent messages of PPR: exact bits and bounds, as sums over the chunks.

Source of the bounds: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS
2024), Theorems 5 and 14, Corollary 6, and section 4 on prefix codes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import CategoryChannel, Channel
from ppr_core.codes import Code, ZipfShannon, code_from_name
from ppr_core.guarantees import (
    elias_delta_size,
    ppr_bits,
    ppr_ldp_size,
    ppr_overhead_bits,
    ppr_refined_overhead_bits,
    zipf_shannon_size,
)
from ppr_core.index_law.law import IndexLaw, index_law, two_digits

__all__ = ["Computed", "Piece", "PiecesBounds", "PiecesLaw", "pieces_bounds", "pieces_law"]


@dataclass(frozen=True)
class Piece:
    """``copies`` equal pieces of a datum that are sent one by one: channel, and the input x of its event_shape.

    >>> import numpy as np
    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.index_law import Piece
    >>> Piece(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), np.array([0.5]), copies=3).copies
    3
    """

    channel: Channel
    x: np.ndarray
    copies: int = 1

    @property
    def log_ratio_bound(self) -> float:
        """ln r* for this input, in nats."""
        return float(np.max(self.channel.log_ratio_bound(self.x[None])))

    @property
    def divergence_bits(self) -> float:
        """KL(P(·|x) ‖ Q) of one piece in bits; rounding below 0 is cut off."""
        return max(0.0, float(self.channel.divergence_bits(self.x[None])[0]))

    def inputs(self, count: int) -> np.ndarray:
        """x for a number of messages, (count, *event_shape)."""
        return np.broadcast_to(self.x, (count, *self.x.shape))


@dataclass(frozen=True)
class Computed:
    """A number of bits that no run is needed for; error: one standard error where the law of the channel's ratio has
    no formula and is sampled, else 0.

    >>> from ppr_core.index_law import Computed
    >>> Computed(3.5).error
    0.0
    """

    value: float
    error: float = 0.0


@dataclass(frozen=True)
class PiecesLaw:
    """The exact laws of the indices of a datum; laws: (copies, law of one index) of every piece.

    >>> import numpy as np
    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.index_law import Piece, pieces_law
    >>> law = pieces_law([Piece(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), np.array([0.5]), 3)], 2.0)
    >>> round(law.entropy.value, 2), round(law.length("elias_delta").value, 2)  # bits
    (7.76, 8.67)
    """

    laws: tuple[tuple[int, IndexLaw], ...]

    @property
    def mean_log2(self) -> Computed:
        """E[log2 K], summed over the indices."""
        return self._sum(lambda law: law.mean_log2)

    @property
    def entropy(self) -> Computed:
        """H(K) in bits, summed over the indices."""
        return self._sum(lambda law: law.entropy_bits)

    def code(self, name: str) -> Code:
        """The code of that name; "zipf_shannon" is the one for the E[log2 K] of one index, to two digits, which sender
        and receiver can both compute: neither has to see a message."""
        if name != "zipf_shannon":
            return code_from_name(name)
        return ZipfShannon(two_digits(self.mean_log2.value / sum(copies for copies, _ in self.laws)))

    def length(self, name: str) -> Computed:
        """Mean length of the datum in bits under `code` of that name."""
        code = self.code(name)
        return self._sum(lambda law: law.mean_length(code))

    def _sum(self, quantity: Callable[[IndexLaw], float]) -> Computed:
        return Computed(
            sum(copies * quantity(law) for copies, law in self.laws),
            sum(copies * law.standard_error(quantity) for copies, law in self.laws),
        )


def pieces_law(pieces: Sequence[Piece], alpha: float) -> PiecesLaw:
    """The laws of the indices of PPR with parameter α in (1, ∞].

    >>> import numpy as np
    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.index_law import Piece, pieces_law
    >>> piece = Piece(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), np.array([0.5]), copies=3)
    >>> [copies for copies, law in pieces_law([piece], 2.0).laws]
    [3]
    """
    return PiecesLaw(tuple((piece.copies, index_law(piece.channel, piece.x, alpha)) for piece in pieces))


@dataclass(frozen=True, kw_only=True)
class PiecesBounds:
    """What theory promises of a datum, in bits.

    messages: indices sent; divergence: KL(P(·|x) ‖ Q); bound, refined: Theorems 5 and 14 on the mean of log2 K;
    leading: divergence + log2(e)/(α − 1) for each index, the overhead's leading term as α → 1; code_bound: on the mean
    length under the chosen code, from Theorem 5; ldp_bound: Corollary 6 on the size, None where its conditions do not
    hold; information: I(X;Z) of a uniform input, None for channels that are not finite; log_ratio_bound: ln of the
    largest r* of a piece.

    >>> import numpy as np
    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.index_law import Piece, pieces_bounds
    >>> piece = Piece(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), np.array([0.5]), copies=3)
    >>> bounds = pieces_bounds([piece], 2.0, "elias_delta")
    >>> round(bounds.leading - bounds.divergence, 3)  # 3 log2(e)/(2 − 1)
    4.328
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


def pieces_bounds(pieces: Sequence[Piece], alpha: float, code: str) -> PiecesBounds:
    """Every bound of the datum at α in (1, ∞]; code: "elias_gamma", "elias_delta" or "zipf_shannon".

    >>> import numpy as np
    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.index_law import Piece, pieces_bounds
    >>> piece = Piece(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), np.array([0.5]), copies=3)
    >>> bounds = pieces_bounds([piece], 2.0, "elias_delta")
    >>> bounds.messages, bounds.refined <= bounds.bound
    (3, True)
    """
    channel, count = pieces[0].channel, sum(piece.copies for piece in pieces)
    divergence = sum(piece.copies * piece.divergence_bits for piece in pieces)
    each = 0.0 if math.isinf(alpha) else math.log2(math.e) / (alpha - 1)
    lengths = (piece.copies * _code_bound(code, ppr_bits(piece.divergence_bits, alpha).value) for piece in pieces)
    return PiecesBounds(
        messages=count,
        divergence=divergence,
        bound=divergence + count * ppr_overhead_bits(alpha),
        refined=divergence + count * ppr_refined_overhead_bits(alpha),
        leading=divergence + count * each,
        code_bound=sum(lengths),
        ldp_bound=ppr_ldp_size(channel.privacy().epsilon, alpha).value if _corollary_applies(channel) else None,
        information=_mutual_information(channel.matrix) if isinstance(channel, CategoryChannel) else None,
        log_ratio_bound=max(piece.log_ratio_bound for piece in pieces),
    )


def _code_bound(code: str, bound: float) -> float:
    """Mean length for a bound on the mean of log2 K; the gamma code takes at most 2 log2 K + 1 bits."""
    if code == "elias_gamma":
        return 2 * bound + 1
    return (elias_delta_size if code == "elias_delta" else zipf_shannon_size)(bound).value


def _corollary_applies(channel: Channel) -> bool:
    """Whether the channel is purely private and no ratio exceeds e^ε, which is what the proof of Corollary 6 uses.

    With Q = P(·|x₀), as it is stated, that is so.
    """
    epsilon = channel.privacy().epsilon
    return math.isfinite(epsilon) and float(np.max(channel.log_ratio_bound())) <= epsilon + 1e-12


def _mutual_information(matrix: np.ndarray) -> float:
    """I(X;Z) in bits for X uniform on the rows of a row-stochastic matrix."""
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(matrix > 0, matrix * np.log2(matrix / matrix.mean(axis=0)), 0.0)
    return float(terms.sum(axis=1).mean())
