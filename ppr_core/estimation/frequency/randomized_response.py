"""k-ary randomized response as a frequency oracle: a report is a category and votes for it alone."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.estimation.frequency.conditions import local_guarantee
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.packed_bits import join_fields, split_fields

__all__ = ["RandomizedResponse"]


class RandomizedResponse(FrequencyOracle):
    """α1 = e^ε/(e^ε+k−1), α0 = 1/(e^ε+k−1); ⌈log2 k⌉ bits. Reports: categories (n,) int64.

    size: k >= 2; epsilon: ε > 0 in nats, replacement privacy (which implies deletion privacy with the same ε).
    Kairouz, Bonawitz, Ramage: Discrete distribution estimation under local privacy (ICML 2016).
    """

    name = "randomized_response"
    label = "k-ary randomized response"
    notion = "replacement"

    def __init__(self, *, size: int, epsilon: float) -> None:
        super().__init__(size)
        self._channel = RandomizedResponseChannel(size=self.size, epsilon=epsilon)
        self.epsilon = self._channel.epsilon
        self.other = math.exp(-self.epsilon) / (1 + (self.size - 1) * math.exp(-self.epsilon))
        self.own = 1 / (1 + (self.size - 1) * math.exp(-self.epsilon))
        self.bits = (self.size - 1).bit_length()

    def encode(self, x, shared, rng, *, first_user=0):
        """The user's category, or one of the others uniformly: (n,) -> (n,) int64."""
        return self._channel.sample(self.inputs(x), rng)

    def to_bytes(self, reports):
        return join_fields(reports, self.bits)

    def from_bytes(self, data, users):
        reports = split_fields(data, users, self.bits)
        if users:
            worst = int(reports.max())
            validation.require(worst < self.size, "report", worst, f"a category from 0 to {self.size - 1}")
        return reports

    def votes(self, reports, shared, *, first_user=0):
        """One vote a report, (n,) -> (k,) int64."""
        return np.bincount(reports, minlength=self.size)

    def expected_seconds(self, users):
        return 1.5e-7 * users

    def privacy(self):
        """Pure ε, replacement."""
        return (local_guarantee(self.epsilon, "replacement", "response.k_ary"),)
