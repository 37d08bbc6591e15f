"""PPR's trade-off between privacy and bits: exact ε against the decoder and exact bits at one α, beside the theorems.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
Theorems 5, 7 and 8.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import Channel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import accountable, decoder_privacy
from ppr_core.guarantees import PrivacyGuarantee, elias_delta_size, ppr_bits
from ppr_core.index_law import expected_bits

__all__ = ["PprTradeoff", "accounted_delta", "accounted_privacy", "ppr_tradeoff"]


@dataclass(frozen=True)
class PprTradeoff:
    """PPR at one α: ε in nats against the decoder by accounting, and by Theorem 7 or 8; mean bits in Elias delta
    code, and what Theorem 5 allows."""

    epsilon: float
    promised: float
    bits: float
    bound: float


def accounted_delta(channel: Channel, delta: float) -> float:
    """δ of the accounting: twice that of a mechanism which has one at ``delta``, as in Theorem 8; else ``delta``."""
    mechanism_delta = channel.privacy(delta).delta
    return min(1.0, 2 * mechanism_delta) if mechanism_delta else delta


def accounted_privacy(channel: Channel, alpha: float, delta: float) -> PrivacyGuarantee:
    """(ε, δ) of PPR against its decoder by accounting (`ppr_core.decoder_privacy`), for any two inputs.

    alpha: α in (1, ∞]; delta: in [0, 1], see `accounted_delta`. ε = ∞ where α is, or where the law of the
    mechanism's loss is not known. It is an average over the shared candidates, which are fresh for every message and
    chosen by nobody who knows the input.
    """
    delta = accounted_delta(channel, delta)
    if accountable(channel):
        return decoder_privacy(channel, alpha, delta)
    return PrivacyGuarantee(epsilon=math.inf, delta=delta, against="decoder", notion="local", source="ppr.renyi")


def ppr_tradeoff(channel: Channel, x: np.ndarray, alpha: float, delta: float) -> PprTradeoff:
    """ε for any two inputs, at `accounted_delta`, and bits for the input x, of the channel's event_shape."""
    divergence = max(0.0, float(channel.divergence_bits(x[None])[0]))  # rounding may fall below 0
    return PprTradeoff(
        epsilon=accounted_privacy(channel, alpha, delta).epsilon,
        promised=PoissonPrivateRepresentation(channel, alpha).privacy(delta)[1].epsilon,
        bits=expected_bits(channel, x, alpha),
        bound=elias_delta_size(ppr_bits(divergence, alpha).value).value,
    )
