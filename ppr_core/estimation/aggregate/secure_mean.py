"""The mean of vectors by secure aggregation: rotate, round to a grid, add discrete noise, add up modulo M."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.estimation.aggregate.discrete import LARGEST_VARIANCE
from ppr_core.estimation.aggregate.rotation import HadamardRotation
from ppr_core.estimation.aggregate.secure_sum import SecureSum, noise_variance, survivors, wrap_reach
from ppr_core.guarantees.types import Bound, PrivacyGuarantee
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness
from ppr_core.roots import bracketed_root
from ppr_core.wording import number

__all__ = ["SecureMean", "SecureMeanOutcome"]

_LONG_ROUNDING = 1e-3  # of δ: the chance that rounding makes some vector longer than was reckoned with
_WRAPS = 1e-6  # chance of a wrap-around in any entry that the grid is chosen for


@dataclass(frozen=True, eq=False)
class SecureMeanOutcome:
    """mean, target: (d,) of those who stayed; wrapped: entries of the sum that left the range; messages: (3, D).

    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import SecureMean
    >>> scheme = SecureMean(dimension=4, clients=20, epsilon=1.0, delta=1e-6, dropout=0.1)
    >>> outcome = scheme.run(np.full((20, 4), 0.5), np.random.default_rng(1), dropped=2)
    >>> outcome.staying, outcome.wrapped, outcome.target
    (18, 0, array([0.5, 0.5, 0.5, 0.5]))
    """

    mean: np.ndarray
    target: np.ndarray
    staying: int
    wrapped: int
    messages: np.ndarray

    @property
    def squared_error(self) -> float:
        gap = self.mean - self.target
        return float(gap @ gap)


class SecureMean:
    """Kairouz, Liu, Steinke 2021 (discrete Gaussian) and Agarwal, Kairouz, Liu 2021 (Skellam), at replace-one privacy.

    A client's vector is rotated (`HadamardRotation`), divided by the grid's step γ and rounded at random to whole
    numbers without bias. Its length in steps is then at most C/γ + √D, and but for a chance β at most
    √((C/γ)² + D/4 + √(2 ln(1/β)) (C/γ + √D/2)); 2β is taken from δ. γ is the finest for which a sum that leaves the
    modulus in some entry has a chance of at most 10⁻⁶, by Bernstein's inequality, and for
    which the noise is not too large for whole coins.

    dimension: d; clients: n; epsilon (nats), delta: central, replace one; bits: of the modulus, for each of the D
    entries; norm_bound: C, longer vectors are refused; dropout: largest share that may leave; rotation_seed: public;
    rounds: T means of the same clients, (ε, δ)-private together (`SecureSum`); neighbours: "replace_one" or "zero_out".

    >>> from ppr_core.estimation.aggregate import SecureMean
    >>> SecureMean(dimension=8, clients=100, epsilon=1.0, delta=1e-6).bits
    16
    """

    def __init__(
        self, *, dimension: int, clients: int, epsilon: float, delta: float, bits: int = 16, norm_bound: float = 1.0,
        noise: str = "discrete_gaussian", dropout: float = 0.0, rotation_seed: int = 1, rounds: int = 1,
        neighbours: str = "replace_one",
    ) -> None:  # fmt: skip
        self.rounds = validation.integer("rounds", rounds, 1)
        self.rotation = HadamardRotation(dimension, SharedRandomness(rotation_seed))
        self.dimension = self.rotation.dimension
        self.clients = validation.integer("clients", clients, 1)
        self.epsilon = validation.positive("epsilon", epsilon)
        self.delta = validation.probability("delta", delta)
        self.bits = validation.integer("bits", bits, 2, 30)
        self.norm_bound = validation.positive("norm_bound", norm_bound)
        self.noise = noise
        self.neighbours = validation.choice("neighbours", neighbours, ("replace_one", "zero_out"))
        self.stay = survivors(self.clients, dropout)
        self.step = self._finest_step()
        self.sum = self._sum(self.step)

    @property
    def message_bits(self) -> int:
        """Of one client: D residues."""
        return self.rotation.size * self.bits

    def privacy(self) -> PrivacyGuarantee:
        """Central (ε, δ) against the server; what rounding may exceed is part of δ."""
        found = self.sum.privacy()
        return PrivacyGuarantee(
            epsilon=found.epsilon, delta=self.delta, against=found.against, notion=found.notion, source=found.source,
            conditions=(*found.conditions, f"at least {number(self.stay)} of {number(self.clients)} clients stay"),
        )  # fmt: skip

    def wrap_chance(self) -> Bound:
        """That the sum leaves the range of the modulus in any entry."""
        return self.sum.wrap_chance(self._reach(self.step), self.clients / 4)

    def expected_squared_error(self, x: Any = None, staying: int | None = None) -> float:
        """E‖estimate − mean‖² of those who stay: their noise, and the rounding of x (n, d), or at most 1/4 an entry."""
        staying = self.clients if staying is None else staying
        rounding = 0.25
        if x is not None:
            part = self.rotation.rotate(np.asarray(x)) / self.step
            part -= np.floor(part)
            rounding = float((part * (1 - part)).mean())
        return self.dimension * self.step**2 * (float(self.sum.variance) + rounding) / staying

    def run(self, x: Any, rng: np.random.Generator, *, dropped: int = 0) -> SecureMeanOutcome:
        """x: (n, d) vectors of length at most C; dropped: how many clients, drawn at random, leave after all began."""
        x = validation.array("x", x, (self.clients, self.dimension))
        validation.norms(x, self.norm_bound, "norm_bound")
        most = self.clients - self.stay
        dropped = validation.integer("dropped", dropped, 0, most)
        staying = np.ones(self.clients, dtype=bool)
        staying[rng.permutation(self.clients)[:dropped]] = False
        scaled = self.rotation.rotate(x) / self.step
        whole = np.floor(scaled)
        whole += rng.random(scaled.shape) < scaled - whole
        outcome = self.sum.run(whole.astype(np.int64), staying, rng)
        count = self.clients - dropped
        mean = self.rotation.rotate_back(outcome.total * (self.step / count))
        return SecureMeanOutcome(mean, x[staying].mean(axis=0), count, outcome.wrapped, outcome.messages)

    def measured(self, x: Any, rng: np.random.Generator, repetitions: int, dropped: int = 0) -> Mean:
        """Squared error of so many runs."""
        return Mean.of(np.array([self.run(x, rng, dropped=dropped).squared_error for _ in range(repetitions)]))

    def _length(self, step: float) -> float:
        """Of a rounded vector, in steps."""
        size, length = self.rotation.size, self.norm_bound / step
        slack = math.sqrt(2 * math.log(self.rounds / (_LONG_ROUNDING * self.delta)))
        likely = math.sqrt(length**2 + size / 4 + slack * (length + math.sqrt(size) / 2))
        return min(length + math.sqrt(size), likely)

    def _distance(self, step: float) -> float:
        """How far one client moves the sum, in steps; zeros are rounded to zeros."""
        return (2 if self.neighbours == "replace_one" else 1) * self._length(step)

    def _reach(self, step: float) -> float:
        """What an entry of the rotated sum does not exceed but for half of the chance, in steps."""
        longest = self.clients * self.norm_bound / step
        return longest * min(1.0, math.sqrt(2 * math.log(4 * self.rotation.size / _WRAPS) / self.rotation.size))

    def _sum(self, step: float) -> SecureSum:
        return SecureSum(
            dimension=self.rotation.size, clients=self.clients, stay=self.stay, distance=self._distance(step),
            epsilon=self.epsilon, delta=self.delta * (1 - 2 * _LONG_ROUNDING), bits=self.bits, noise=self.noise,
            rounds=self.rounds,
        )  # fmt: skip

    def _finest_step(self) -> float:
        """γ: the sum fits into the modulus, the noise into whole coins. ``ValueError`` where a coarse one does not."""
        half = (1 << (self.bits - 1)) - 1

        def excess(log_step: float) -> float:
            step = math.exp(log_step)
            variance = noise_variance(
                self.noise, self._distance(step), self.epsilon, self.delta * (1 - 2 * _LONG_ROUNDING),
                self.rotation.size, self.stay, self.rounds,
            )  # fmt: skip
            spread = 1.01 * variance * self.clients / self.stay + self.clients / 4 + self.clients / 1024
            digits = 1.001 * variance / self.stay / LARGEST_VARIANCE
            filled = (self._reach(step) + wrap_reach(spread, _WRAPS / (2 * self.rotation.size))) / half
            return math.log(max(filled, digits))

        coarse = math.log(2 * self.norm_bound)
        allowed = f"more, as {number(self.clients)} clients' sum does not fit into so small a modulus"
        validation.require(excess(coarse) <= 0, "bits", self.bits, allowed)
        fine = coarse - 1
        while excess(fine) <= 0:
            fine -= 1
        return math.exp(float(bracketed_root(excess, fine, coarse, xtol=1e-6)) + 1e-5)
