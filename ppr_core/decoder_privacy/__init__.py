"""What readers and PPR's decoder learn, for a channel: its pairs of inputs, the worst of them, what follows of it."""

from __future__ import annotations

from ppr_core.decoder_privacy.calibration import mechanism_epsilon
from ppr_core.decoder_privacy.clock import clock_delta
from ppr_core.decoder_privacy.decoder_epsilon import DecoderEpsilon, decoder_epsilon
from ppr_core.decoder_privacy.guarantee import (
    decoder_privacy,
    exact_decoder_privacy,
    gaussian_chunks_privacy,
    message_loss,
    message_privacy,
)
from ppr_core.decoder_privacy.index_frontier import attained_bits, least_bits
from ppr_core.decoder_privacy.list_delta import list_delta
from ppr_core.decoder_privacy.list_ends import list_ends
from ppr_core.decoder_privacy.list_epsilon import half_width, list_epsilon
from ppr_core.decoder_privacy.output import output_privacy, pair_privacy
from ppr_core.decoder_privacy.pairs import accountable, cap_difference, loss_pair, worst_pair
from ppr_core.decoder_privacy.shared_marks import SharedMarks, shared_marks
from ppr_core.decoder_privacy.weak_shift import weak_shift_share

__all__ = [
    "DecoderEpsilon",
    "SharedMarks",
    "accountable",
    "attained_bits",
    "cap_difference",
    "clock_delta",
    "decoder_epsilon",
    "decoder_privacy",
    "exact_decoder_privacy",
    "gaussian_chunks_privacy",
    "half_width",
    "least_bits",
    "list_delta",
    "list_ends",
    "list_epsilon",
    "loss_pair",
    "mechanism_epsilon",
    "message_loss",
    "message_privacy",
    "output_privacy",
    "pair_privacy",
    "shared_marks",
    "weak_shift_share",
    "worst_pair",
]
