"""The coordinate-subsampled Gaussian mechanism: few coordinates from each client, noise by the server."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from ppr_core import validation
from ppr_core.accounting import INTEGER_ORDERS, sampled_gaussian_noise_multiplier, sampled_gaussian_privacy
from ppr_core.estimation.mean.scheme import Block, MeanScheme
from ppr_core.guarantees import Neighbours, PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["CSGM", "csgm_noise_std"]


class CSGM(MeanScheme):
    """Chen, Song, Özgür, Kairouz 2023, Algorithm 1.

    Each coordinate of each client is sampled with probability γ = bits/d by shared randomness, rounded at random to
    ±c (which leaves entries ±c alone) and sent as one bit, so a client sends ``bits`` bits on average. The server sums,
    divides by nγ and adds N(0, σ²) to each coordinate. Privacy is central only, against those who see the published
    mean but not the seed: the server sees the sampled entries.

    E‖error‖² = Σ_j [Σ_i (c² − γ x_ij²)/(n²γ) + σ²], which for entries ±c is d c²(1−γ)/(nγ) + dσ².

    dimension: d; bits: in (0, d]; noise_std: σ >= 0 (`csgm_noise_std` finds it); coordinate_bound: c > 0.

    >>> import numpy as np
    >>> from ppr_core import CSGM, SharedRandomness
    >>> scheme = CSGM(dimension=20, bits=10, noise_std=0.1, clients=500)
    >>> found = scheme.estimate(np.full((500, 20), 0.1), SharedRandomness(1), np.random.default_rng(2))
    >>> found.mean.shape
    (20,)
    """

    name = "csgm"
    label = "CSGM"
    clients: int

    def __init__(
        self,
        *,
        dimension: int,
        bits: float,
        noise_std: float,
        coordinate_bound: float = 1.0,
        neighbours: Neighbours = "zero_out",
        clients: int,
    ) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        self.bits = validation.real("bits", bits, 0.0, self.dimension, low_open=True)
        self.noise_std = validation.real("noise_std", noise_std, 0.0)
        self.coordinate_bound = validation.positive("coordinate_bound", coordinate_bound)
        self.neighbours = validation.choice("neighbours", neighbours, ("zero_out", "replace_one"))
        self.clients = validation.integer("clients", clients, 1)

    @property
    def probability(self) -> float:
        """γ = bits/d."""
        return self.bits / self.dimension

    @property
    def floats_per_client(self) -> int:
        return 4 * self.dimension

    def inputs(self, x: Any) -> np.ndarray:
        """x checked, (n, d) with entries in [−c, c]."""
        x = super().inputs(x)
        largest = float(np.abs(x).max())
        allowed = f"at most coordinate_bound = {number(self.coordinate_bound, 6)} in absolute value"
        validation.require(largest <= self.coordinate_bound * (1 + 1e-12), "x", largest, allowed)
        return x

    def expected_squared_error(self, x: Any) -> float:
        x = self.inputs(x)
        square = self.coordinate_bound**2
        sampling = float((square - self.probability * x * x).sum()) / (self.clients**2 * self.probability)
        return sampling + self.dimension * self.noise_std**2

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """Central (ε, δ) by Rényi accounting, and by a privacy loss distribution; no local privacy (ε = ∞)."""
        return (
            self.central_privacy(delta),
            self.central_privacy(delta, method="pld"),
            PrivacyGuarantee(epsilon=math.inf, against="decoder", notion="local", source="csgm.algorithm1"),
        )

    def central_privacy(self, delta: float, *, method: Literal["renyi", "pld"] = "renyi") -> PrivacyGuarantee:
        """A Gaussian sum of Poisson-sampled entries for each of d coordinates, composed (`sampled_gaussian_privacy`).

        One entry moves a coordinate by c/(nγ), so the noise multiplier is σnγ/c. delta: in (0, 1).
        """
        return sampled_gaussian_privacy(
            self.noise_std * self.clients * self.probability / self.coordinate_bound,
            self.probability,
            self.dimension,
            delta,
            neighbours=self.neighbours,
            method=method,
            orders=INTEGER_ORDERS,
        )

    def bits_sent(self, x: Any, shared: SharedRandomness, rng: np.random.Generator) -> list[np.ndarray]:
        """What some clients send, x: (m, d), the first about table 0: 1 for each sampled entry rounded up, else 0.

        >>> import numpy as np
        >>> from ppr_core import CSGM, SharedRandomness
        >>> scheme = CSGM(dimension=4, bits=2, noise_std=0.1, clients=500)
        >>> scheme.bits_sent(np.ones((2, 4)), SharedRandomness(1), np.random.default_rng(2))
        [array([1, 1, 1], dtype=uint8), array([1, 1], dtype=uint8)]
        """
        x = validation.array("x", x, (None, self.dimension))
        sampled, up = self._rounded(x, 0, shared, rng)
        return [row[chosen].astype(np.uint8) for row, chosen in zip(up, sampled, strict=True)]

    def _rounded(
        self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Which entries are sampled, and which are rounded up."""
        tables = np.arange(first_client, first_client + len(x))
        sampled = shared.uniforms(np.zeros(len(x), dtype=np.int64), self.dimension, tables) < self.probability
        return sampled, rng.random(x.shape) * 2 * self.coordinate_bound < x + self.coordinate_bound

    def _block(self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator) -> Block:
        sampled, up = self._rounded(x, first_client, shared, rng)
        sent = np.packbits(up[sampled]).tobytes()
        count = int(sampled.sum())
        received = np.unpackbits(np.frombuffer(sent, dtype=np.uint8), count=count)
        signs = np.zeros(x.shape)
        signs[sampled] = 2.0 * received - 1.0
        total = signs.sum(axis=0) * self.coordinate_bound / self.probability
        return Block(total, len(sent), float(count), float(count))

    def _finish(self, mean: np.ndarray, clients: int, rng: np.random.Generator) -> np.ndarray:
        return mean + self.noise_std * rng.standard_normal(self.dimension)


def csgm_noise_std(
    *,
    dimension: int,
    clients: int,
    bits: float,
    epsilon: float,
    delta: float,
    coordinate_bound: float = 1.0,
    neighbours: Neighbours = "zero_out",
) -> float:
    """The smallest σ that makes `CSGM` (ε, δ)-central private by Rényi accounting, from the private side.

    epsilon: in nats, above what the conversion costs (0.029 for δ = 10⁻⁶); delta: in (0, 1); the rest as in `CSGM`.

    >>> from ppr_core.estimation.mean import csgm_noise_std
    >>> round(csgm_noise_std(dimension=16, clients=100, bits=8.0, epsilon=1.0, delta=1e-6), 4)
    0.187
    """
    dimension = validation.integer("dimension", dimension, 1)
    probability = validation.real("bits", bits, 0.0, dimension, low_open=True) / dimension
    multiplier = sampled_gaussian_noise_multiplier(
        probability, dimension, epsilon, delta, neighbours=neighbours, orders=INTEGER_ORDERS
    )
    bound = validation.positive("coordinate_bound", coordinate_bound)
    return multiplier * bound / (validation.integer("clients", clients, 1) * probability)
