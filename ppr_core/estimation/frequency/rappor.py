"""RAPPOR, uncompressed: every user sends a noisy bit for each of the k categories."""

from __future__ import annotations

from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.estimation.frequency.levels import MAX_EPSILON, Notion, rappor_levels
from ppr_core.estimation.frequency.oracle import BitVectorOracle
from ppr_core.estimation.frequency.packed_bits import bernoulli, bernoulli_rows, put_bits
from ppr_core.randomness import SharedRandomness

__all__ = ["Rappor"]


class Rappor(BitVectorOracle):
    """Independent bits: P(b_j = 1) = α1 for j = x and α0 = 1/(e^ε+1) otherwise; k bits.

    notion "replacement": α1 = ½ (asymmetric RAPPOR); "deletion": α1 = 1 − α0 (symmetric RAPPOR).
    Reports: packed bits (n, ⌈k/8⌉) uint8. size: k >= 2; epsilon: ε in (0, 500] nats.
    Erlingsson, Pihur, Korolova: RAPPOR (CCS 2014); levels as in Feldman, Talwar: Lossless compression of efficient
    private local randomizers (ICML 2021), Section 4.

    >>> import numpy as np
    >>> from ppr_core import Rappor, SharedRandomness
    >>> oracle, shared = Rappor(size=8, epsilon=2.0), SharedRandomness(1)
    >>> reports = oracle.encode(np.full(1000, 3), shared, np.random.default_rng(2))
    >>> int(oracle.estimate(oracle.votes(reports, shared), 1000).argmax())
    3
    """

    name = "rappor"

    def __init__(self, *, size: int, epsilon: float, notion: Notion = "replacement") -> None:
        super().__init__(size)
        self.epsilon = validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True)
        self.own, self.other = rappor_levels(self.epsilon, notion)
        self.notion = notion
        form = "asymmetric" if notion == "replacement" else "symmetric"
        self.label, self.source = f"RAPPOR, {form}", f"rappor.{form}"

    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> np.ndarray:
        """(n,) -> packed bits (n, ⌈k/8⌉)."""
        x = self.inputs(x)
        rows = bernoulli_rows(self.other, len(x), self.size, rng)
        put_bits(rows, np.arange(len(x)), x, bernoulli(self.own, len(x), rng))
        return rows

    def expected_seconds(self, users: int) -> float:
        return users * (2e-7 + 1.3e-9 * self.size)
