"""What PPR's decoder learns, for a channel: its pairs of inputs, the worst of them, and the guarantee that follows."""

from __future__ import annotations

from ppr_core.decoder_privacy.guarantee import (
    decoder_curve,
    decoder_privacy,
    exact_decoder_privacy,
    gaussian_chunks_privacy,
)
from ppr_core.decoder_privacy.held import mechanism_epsilon
from ppr_core.decoder_privacy.pairs import accountable, loss_pair, worst_pair

__all__ = [
    "accountable",
    "decoder_curve",
    "decoder_privacy",
    "exact_decoder_privacy",
    "gaussian_chunks_privacy",
    "loss_pair",
    "mechanism_epsilon",
    "worst_pair",
]
