"""RAPPOR, uncompressed: every user sends a noisy bit for each of the k categories."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.estimation.frequency.conditions import local_guarantee
from ppr_core.estimation.frequency.levels import MAX_EPSILON, Notion, rappor_levels
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.packed_bits import (
    bernoulli,
    bernoulli_rows,
    column_sums,
    join_rows,
    put_bits,
    split_rows,
)

__all__ = ["BLOCK_BITS", "Rappor"]

BLOCK_BITS = 1 << 26  # of reports held at once, 8 MiB


class Rappor(FrequencyOracle):
    """Independent bits: P(b_j = 1) = α1 for j = x and α0 = 1/(e^ε+1) otherwise; k bits.

    notion "replacement": α1 = ½ (asymmetric RAPPOR); "deletion": α1 = 1 − α0 (symmetric RAPPOR).
    Reports: packed bits (n, ⌈k/8⌉) uint8. size: k >= 2; epsilon: ε in (0, 500] nats.
    Erlingsson, Pihur, Korolova: RAPPOR (CCS 2014); levels as in Feldman, Talwar: Lossless compression of efficient
    private local randomizers (ICML 2021), Section 4.
    """

    name = "rappor"

    def __init__(self, *, size: int, epsilon: float, notion: Notion = "replacement") -> None:
        super().__init__(size)
        self.epsilon = validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True)
        self.own, self.other = rappor_levels(self.epsilon, notion)
        self.notion = notion
        self.bits = self.size
        self.label = "RAPPOR, asymmetric" if notion == "replacement" else "RAPPOR, symmetric"

    @property
    def block_users(self) -> int:
        return max(1, BLOCK_BITS // self.size)

    @property
    def entropy_bits(self) -> float:
        """Expected length in bits under the ideal code for independent bits of bias α0: the floor without the
        structure of a compressor, (k−1) h(α0) + α1 log2 1/α0 + (1−α1) log2 1/(1−α0)."""
        zero, one = -math.log2(1 - self.other), -math.log2(self.other)
        plain = self.other * one + (1 - self.other) * zero
        return (self.size - 1) * plain + self.own * one + (1 - self.own) * zero

    def encode(self, x, shared, rng, *, first_user=0):
        """(n,) -> packed bits (n, ⌈k/8⌉)."""
        x = self.inputs(x)
        rows = bernoulli_rows(self.other, len(x), self.size, rng)
        put_bits(rows, np.arange(len(x)), x, bernoulli(self.own, len(x), rng))
        return rows

    def to_bytes(self, reports):
        return join_rows(reports, self.size)

    def from_bytes(self, data, users):
        return split_rows(data, users, self.size)

    def votes(self, reports, shared, *, first_user=0):
        """Column sums of the bits, (n, ⌈k/8⌉) -> (k,) int64."""
        return column_sums(reports, self.size)

    def expected_seconds(self, users):
        return users * (2e-7 + 1.3e-9 * self.size)

    def privacy(self):
        """Pure ε under the chosen notion."""
        source = "rappor.asymmetric" if self.notion == "replacement" else "rappor.symmetric"
        return (local_guarantee(self.epsilon, self.notion, source),)
