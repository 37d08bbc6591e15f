"""Recursive Hadamard response: about ε bits a user, the rows of a Hadamard matrix shared."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting import LossPair
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.decoder_privacy import worst_pair
from ppr_core.estimation.frequency.levels import MAX_EPSILON
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.randomness import SharedRandomness

__all__ = ["RecursiveHadamardResponse"]

_WORTH = 1.01  # less than 1 % of the variance is not worth a bit


class RecursiveHadamardResponse(FrequencyOracle):
    """b bits a user: a sign and a column, randomised together by 2^b-ary randomized response.

    With D = 2^⌈log2 k⌉ and B = 2^{b−1}, the Hadamard matrix is H_D = H_{D/B} ⊗ H_B, and a category is a pair
    x = (high, low) with low < B. Each user reads a uniform row r of H_{D/B} from the shared randomness; block r of
    the transform of their category is H_{D/B}[r, high] times column low of H_B, one of 2^b values. A report (sign s,
    column c) votes s·H_{D/B}[r, high_j] for every j with low_j = c, and the estimate of a count is

        N_j = (e^ε+2^b−1)/(e^ε−1) · Σ_i s_i H_{D/B}[r_i, high_j] 1{c_i = low_j}.

    report_bits: b from 1 to max(1, ⌈log2 k⌉); None for the fewest whose mean variance of uniform frequencies is within
    1 % of the least. The paper takes min(⌈ε log2 e⌉, ⌊log2 k⌋), with up to 60 times the variance.
    size: k >= 2; epsilon: ε in (0, 500] nats, replacement privacy. Reports: 2c + (s < 0), (n,) int64.
    Chen, Kairouz, Özgür: Breaking the communication-privacy-accuracy trilemma (NeurIPS 2020).

    >>> import numpy as np
    >>> from ppr_core import RecursiveHadamardResponse, SharedRandomness
    >>> oracle, shared = RecursiveHadamardResponse(size=8, epsilon=2.0), SharedRandomness(1)
    >>> reports = oracle.encode(np.full(1000, 3), shared, np.random.default_rng(2))
    >>> int(oracle.estimate(oracle.votes(reports, shared), 1000).argmax())
    3
    """

    name = "recursive_hadamard"
    label = "Recursive Hadamard response"
    bits: int
    source = "hadamard.recursive"

    def __init__(self, *, size: int, epsilon: float, report_bits: int | None = None) -> None:
        super().__init__(size)
        self.epsilon = validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True)
        most = (self.size - 1).bit_length()
        chosen = self._fewest_bits(most) if report_bits is None else report_bits
        self.bits = validation.integer("report_bits", chosen, 1, most)
        self.columns = 1 << (self.bits - 1)
        self.rows = (1 << most) // self.columns
        self._response = RandomizedResponseChannel(size=1 << self.bits, epsilon=self.epsilon)
        # A signed vote has mean 1/C for the user's own category and 0 for the others.
        self.other = 0.0
        self.own = -math.expm1(-self.epsilon) / (1 + ((1 << self.bits) - 1) * math.exp(-self.epsilon))

    def _fewest_bits(self, most: int) -> int:
        """By `variance` at n = 1 and counts 1/k."""
        columns = 2.0 ** np.arange(most)
        each, more = np.divmod(self.size, columns)  # categories that share a low part
        sharing = (more * (each + 1) ** 2 + (columns - more) * each**2) / self.size**2
        total = 1 + (2 * columns - 1) * math.exp(-self.epsilon)
        gap = -math.expm1(-self.epsilon) / total
        variance = (2 * math.exp(-self.epsilon) / total + gap * sharing) / gap**2 - 1 / self.size
        return 1 + int(np.argmax(variance <= _WORTH * variance.min()))

    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> np.ndarray:
        """(n,) -> symbols in [0, 2^b), (n,) int64; user i reads row 0 of table first_user + i."""
        x = self.inputs(x)
        negative = np.bitwise_count(self._rows_of(shared, len(x), first_user) & (x // self.columns)) & 1
        return self._response.sample(2 * (x % self.columns) + negative, rng)

    def votes(self, reports: np.ndarray, shared: SharedRandomness, *, first_user: int = 0) -> np.ndarray:
        """Signed votes by one fast Walsh-Hadamard transform in O(n + D log D), (n,) -> (k,) int64."""
        cell = self._rows_of(shared, len(reports), first_user) * self.columns + (reports >> 1)
        cells = self.rows * self.columns
        positive = np.bincount(cell, minlength=cells)
        signed = positive - 2 * np.bincount(cell[(reports & 1).astype(bool)], minlength=cells)
        return _walsh_hadamard(signed.reshape(self.rows, self.columns)).ravel()[: self.size]

    def variance(self, counts: np.ndarray, users: int) -> np.ndarray:
        """C² (2n + (e^ε−1) n_low)/(e^ε+2^b−1) − n_j with C = (e^ε+2^b−1)/(e^ε−1), for counts (k,).

        n_low: users whose category has the same low part as j. Rows and responses are both random.
        """
        low = np.arange(self.size) % self.columns
        sharing = np.bincount(low, weights=counts, minlength=self.columns)[low]
        silent = math.exp(-self.epsilon) / (1 + ((1 << self.bits) - 1) * math.exp(-self.epsilon))
        return (2 * silent * users + self.own * sharing) / self.own**2 - counts

    @property
    def loss(self) -> LossPair:
        """Of the response: rows tell nothing of the input."""
        return worst_pair(self._response)

    def expected_seconds(self, users: int) -> float:
        cells = self.rows * self.columns
        return 3e-7 * users + 5e-9 * cells * math.log2(cells) * math.ceil(users / self.block_users)

    def _rows_of(self, shared: SharedRandomness, users: int, first_user: int) -> np.ndarray:
        """The row of each user, (n,) int64, uniform."""
        if self.rows == 1:
            return np.zeros(users, dtype=np.int64)
        uniforms = shared.uniforms(np.zeros(users, dtype=np.int64), 1, np.arange(first_user, first_user + users))
        return (uniforms[:, 0] * self.rows).astype(np.int64)


def _walsh_hadamard(table: np.ndarray) -> np.ndarray:
    """H_R @ table for the Hadamard matrix with entries (−1)^popcount(i & j), R = 2^m rows, exact in integers."""
    rows, columns = table.shape
    half = 1
    while half < rows:
        pairs = table.reshape(rows // (2 * half), 2, half, columns)
        table = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(rows, columns)
        half *= 2
    return table
