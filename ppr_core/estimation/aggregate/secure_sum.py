"""Secure aggregation: the server learns the sum of whole numbers modulo M, and no single message.

Every client adds noise and a uniform pad modulo M (a power of two); from those who stay the server gets the sum of all
pads, as the protocol's last round gives it (Bonawitz et al. 2017). The exchange of keys is not simulated and its bits
are not counted. A message is uniform on {0, …, M − 1}^D whatever the client holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ppr_core import validation
from ppr_core.estimation.aggregate.discrete import (
    LARGEST_VARIANCE,
    discrete_gaussian,
    rounded_up_variance,
    skellam,
)
from ppr_core.estimation.aggregate.privacy import NOISES, sum_privacy
from ppr_core.guarantees.types import Bound, PrivacyGuarantee
from ppr_core.roots import bracketed_root
from ppr_core.wording import number

__all__ = ["MOST_BITS", "SecureSum", "SumOutcome", "centred", "noise_variance", "survivors", "wrap_reach"]

MOST_BITS = 40
_BLOCK_NUMBERS = 1 << 21
_SAMPLERS: dict[str, Callable[[Fraction, int, np.random.Generator], np.ndarray]] = {
    "discrete_gaussian": discrete_gaussian,
    "skellam": skellam,
}


def survivors(clients: int, dropout: float) -> int:
    """How many stay where a share drops out, rounded down, and at least one.

    >>> from ppr_core.estimation.aggregate import survivors
    >>> survivors(100, 0.25), survivors(3, 0.5)
    (75, 1)
    """
    clients = validation.integer("clients", clients, 1)
    dropout = validation.real("dropout", dropout, 0.0, 1.0)
    staying = clients - round(dropout * clients)
    validation.require(staying >= 1, "dropout", dropout, "a share that leaves at least one client")
    return staying


def wrap_reach(variance: float, chance: float) -> float:
    """What a sum of so much variance, of discrete Gaussian, Skellam or rounding terms, in steps of 1, exceeds
    in absolute value with at most this chance: t with t² = 2 (V + t/3) ln(2/chance), Bernstein's inequality."""
    log = math.log(2 / chance)
    return log / 3 + math.sqrt((log / 3) ** 2 + 2 * variance * log)


def centred(residues: np.ndarray, bits: int) -> np.ndarray:
    """Residues modulo 2^bits as whole numbers in [−2^(bits−1), 2^(bits−1)).

    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import centred
    >>> centred(np.array([0, 7, 8, 15]), 4)
    array([ 0,  7, -8, -1])
    """
    half = 1 << (bits - 1)
    return ((residues + half) & ((1 << bits) - 1)) - half


@dataclass(frozen=True, eq=False)
class SumOutcome:
    """total: (D,) what the server reads; wrapped: entries whose sum lay outside; messages: of the first clients.

    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import SecureSum
    >>> sums = SecureSum(dimension=2, clients=10, stay=8, distance=4.0, epsilon=1.0, delta=1e-6, bits=16)
    >>> outcome = sums.run(np.full((10, 2), 3), np.ones(10, dtype=bool), np.random.default_rng(1))
    >>> bool(np.all(np.abs(outcome.total - 30) < 4 * np.sqrt(10 * float(sums.variance)))), outcome.wrapped
    (True, 0)
    """

    total: np.ndarray
    wrapped: int
    messages: np.ndarray


class SecureSum:
    """Σ (x_i + noise_i) modulo 2^bits over those clients who stay.

    dimension: D entries; clients: n; stay: fewest that stay, whose noise alone gives the guarantee; distance: largest
    L2 distance of two inputs of one client, in steps of 1; epsilon (nats), delta: central, of the sum; bits: of the
    modulus; rounds: T sums with noise of their own that are (ε, δ)-private together: T times the Rényi divergence of
    one is that of √T times the distance in T times as many entries. Raises ``ValueError`` where the noise needs more
    digits than the sampler has.

    >>> from ppr_core.estimation.aggregate import SecureSum
    >>> SecureSum(dimension=2, clients=10, stay=8, distance=4.0, epsilon=1.0, delta=1e-6, bits=16).bits
    16
    """

    def __init__(
        self, *, dimension: int, clients: int, stay: int, distance: float, epsilon: float, delta: float, bits: int,
        noise: str = "discrete_gaussian", rounds: int = 1,
    ) -> None:  # fmt: skip
        self.rounds = validation.integer("rounds", rounds, 1)
        self.dimension = validation.integer("dimension", dimension, 1)
        self.clients = validation.integer("clients", clients, 1)
        self.stay = validation.integer("stay", stay, 1, self.clients)
        self.distance = validation.positive("distance", distance)
        self.delta = validation.probability("delta", delta)
        self.bits = validation.integer("bits", bits, 1, MOST_BITS)
        self.noise = validation.choice("noise", noise, tuple(NOISES))
        epsilon = validation.positive("epsilon", epsilon)
        least = noise_variance(self.noise, self.distance, epsilon, self.delta, self.dimension, self.stay, self.rounds)
        fits = least / self.stay <= LARGEST_VARIANCE
        validation.require(fits, "bits", self.bits, "fewer, as noise so fine has more digits than whole coins allow")
        self.variance = rounded_up_variance(least / self.stay)

    def privacy(self, staying: int | None = None) -> PrivacyGuarantee:
        """Of all sums together, over so many who stay, by default the fewest."""
        staying = self.stay if staying is None else validation.integer("staying", staying, self.stay, self.clients)
        return sum_privacy(
            self.noise, staying * float(self.variance), math.sqrt(self.rounds) * self.distance, self.delta,
            dimension=self.rounds * self.dimension, clients=staying,
        )  # fmt: skip

    def wrap_chance(self, reach: float, variance: float = 0.0) -> Bound:
        """That the sum of all leaves the range in any entry. reach: of what is added up; variance: of its rounding."""
        spread = self.clients * float(self.variance) + variance
        room = (1 << (self.bits - 1)) - 1 - reach
        chance = 1.0 if room <= 0 else min(1.0, 2 * self.dimension * math.exp(-room * room / (2 * (spread + room / 3))))
        return Bound(
            value=chance, unit="probability", side="upper", source="aggregate.secure",
            conditions=(f"modulus 2^{self.bits}", f"{number(self.clients)} clients"),
        )  # fmt: skip

    def draw_noise(self, clients: int, rng: np.random.Generator) -> np.ndarray:
        """Noise of so many clients, (clients, D) int64."""
        size = clients * self.dimension
        return _SAMPLERS[self.noise](self.variance, size, rng).reshape(clients, self.dimension)

    def run(self, x: np.ndarray, staying: np.ndarray, rng: np.random.Generator, shown: int = 3) -> SumOutcome:
        """x: (n, D) whole numbers; staying: (n,) bool, at least ``stay`` who do not drop out; shown: messages kept."""
        self._check(int(np.count_nonzero(staying)))
        total, read, pads, messages = (np.zeros(self.dimension, dtype=np.int64) for _ in range(4))
        first: list[np.ndarray] = []
        mask = (1 << self.bits) - 1
        rows = np.flatnonzero(staying)
        step = max(1, _BLOCK_NUMBERS // self.dimension)
        for start in range(0, len(rows), step):
            part = rows[start : start + step]
            noisy = x[part] + self.draw_noise(len(part), rng)
            pad = rng.integers(0, mask + 1, noisy.shape)
            messages = (noisy + pad) & mask
            first.extend(messages[: max(0, shown - len(first))])
            total += noisy.sum(axis=0)
            read = (read + messages.sum(axis=0)) & mask
            pads = (pads + pad.sum(axis=0)) & mask
        result = centred((read - pads) & mask, self.bits)
        return SumOutcome(result, int(np.count_nonzero(result != total)), np.array(first))

    def run_summed(self, total: np.ndarray, staying: int, rng: np.random.Generator) -> SumOutcome:
        """The same law from the exact sum (D,) of what those who stay hold, with their Skellam noise drawn at once."""
        self._check(staying)
        validation.require(self.noise == "skellam", "noise", self.noise, "skellam, whose sums are Skellam again")
        noisy = total + skellam(staying * self.variance, self.dimension, rng)
        result = centred(noisy & ((1 << self.bits) - 1), self.bits)
        pads = rng.integers(0, 1 << self.bits, (min(3, staying), self.dimension))
        return SumOutcome(result, int(np.count_nonzero(result != noisy)), pads)

    def _check(self, staying: int) -> None:
        allowed = f"at least {number(self.stay)} clients, whose noise gives the guarantee"
        validation.require(staying >= self.stay, "staying", staying, allowed)


def noise_variance(
    noise: str, distance: float, epsilon: float, delta: float, dimension: int, clients: int, rounds: int = 1
) -> float:
    """The least total variance, in steps of 1, that makes the sums (ε, δ)-private, from the private side."""
    distance, dimension = math.sqrt(rounds) * distance, rounds * dimension

    def excess(log_variance: float) -> float:
        found = sum_privacy(noise, math.exp(log_variance), distance, delta, dimension=dimension, clients=clients)
        return found.epsilon - epsilon

    low = high = 2 * math.log(max(distance, 1e-3) / epsilon)
    while excess(high) > 0:
        low, high = high, high + 1
    while low == high or excess(low) <= 0:
        low -= 1
        if low < -60:
            return math.exp(high)
    root = float(bracketed_root(excess, low, high, xtol=1e-9))
    while excess(root) > 0:
        root += 1e-9
    return math.exp(root)
