"""What readers and PPR's decoder learn, for a channel: its pairs of inputs, the worst of them, what follows of it."""

from __future__ import annotations

from ppr_core.decoder_privacy.calibration import mechanism_epsilon
from ppr_core.decoder_privacy.guarantee import (
    decoder_privacy,
    exact_decoder_privacy,
    gaussian_chunks_privacy,
)
from ppr_core.decoder_privacy.output import output_privacy, pair_privacy
from ppr_core.decoder_privacy.pairs import accountable, cap_difference, loss_pair, worst_pair

__all__ = [
    "accountable",
    "cap_difference",
    "decoder_privacy",
    "exact_decoder_privacy",
    "gaussian_chunks_privacy",
    "loss_pair",
    "mechanism_epsilon",
    "output_privacy",
    "pair_privacy",
    "worst_pair",
]
