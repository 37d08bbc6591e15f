"""k-ary randomized response as a frequency oracle: a report is a category and votes for it alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting import LossPair
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.decoder_privacy import worst_pair
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.randomness import SharedRandomness

__all__ = ["RandomizedResponse"]


class RandomizedResponse(FrequencyOracle):
    """α1 = e^ε/(e^ε+k−1), α0 = 1/(e^ε+k−1); ⌈log2 k⌉ bits. Reports: categories (n,) int64.

    size: k >= 2; epsilon: ε > 0 in nats, replacement privacy (which implies deletion privacy with the same ε).
    Kairouz, Bonawitz, Ramage: Discrete distribution estimation under local privacy (ICML 2016).

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponse, SharedRandomness
    >>> oracle, shared = RandomizedResponse(size=8, epsilon=2.0), SharedRandomness(1)
    >>> reports = oracle.encode(np.full(1000, 3), shared, np.random.default_rng(2))
    >>> int(oracle.estimate(oracle.votes(reports, shared), 1000).argmax())
    3
    """

    name = "randomized_response"
    label = "k-ary randomized response"
    bits: int
    source = "response.k_ary"

    def __init__(self, *, size: int, epsilon: float) -> None:
        super().__init__(size)
        self._channel = RandomizedResponseChannel(size=self.size, epsilon=epsilon)
        self.epsilon = self._channel.epsilon
        self.other = math.exp(-self.epsilon) / (1 + (self.size - 1) * math.exp(-self.epsilon))
        self.own = 1 / (1 + (self.size - 1) * math.exp(-self.epsilon))
        self.bits = (self.size - 1).bit_length()

    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> np.ndarray:
        """The user's category, or one of the others uniformly: (n,) -> (n,) int64."""
        return self._channel.sample(self.inputs(x), rng)

    def from_bytes(self, data: bytes, users: int) -> np.ndarray:
        reports = super().from_bytes(data, users)
        if users:
            worst = int(reports.max())
            validation.require(worst < self.size, "report", worst, f"a category from 0 to {self.size - 1}")
        return reports

    def votes(self, reports: np.ndarray, shared: SharedRandomness, *, first_user: int = 0) -> np.ndarray:
        """One vote a report, (n,) -> (k,) int64."""
        return np.bincount(reports, minlength=self.size)

    @property
    def loss(self) -> LossPair:
        return worst_pair(self._channel)

    def expected_seconds(self, users: int) -> float:
        return 1.5e-7 * users
