"""CSGM for vectors of bounded length: the sampled coordinates are those of Kashin's representation."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ppr_core.estimation.mean.csgm import CSGM
from ppr_core.estimation.mean.kashin import KashinFrame
from ppr_core.estimation.mean.scheme import Block, MeanScheme
from ppr_core.guarantees import Neighbours, PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["KashinCSGM"]


class KashinCSGM(MeanScheme):
    """Chen, Song, Özgür, Kairouz 2023, their extension of Algorithm 1 from bounded entries to bounded length.

    A client writes x = U a with N equally small coefficients (`KashinFrame`), CSGM estimates the mean of a, and the
    server applies U. As U Uᵀ = I, noise of σ in each coefficient is noise of σ in each coordinate.

    E‖error‖² = Σ_j ‖u_j‖² Σ_i (B² − γ a_ij²)/(n²γ) + dσ², with B the bound on coefficients and γ = bits/N.

    frame: public, of dimension d; norm_bound: C > 0, largest ‖x_i‖₂. bits, in (0, N], noise_std, clients and neighbours
    as in `CSGM`; `csgm_noise_std` finds the noise for dimension N and coordinate bound `frame.bound(norm_bound)`.
    """

    name = "csgm"
    label = "CSGM"

    def __init__(
        self,
        *,
        frame: KashinFrame,
        bits: float,
        noise_std: float,
        clients: int,
        norm_bound: float = 1.0,
        neighbours: Neighbours = "zero_out",
    ) -> None:
        self.frame, self.norm_bound, self.dimension = frame, norm_bound, frame.dimension
        self.inner = CSGM(
            dimension=frame.size,
            bits=bits,
            noise_std=noise_std,
            coordinate_bound=frame.bound(norm_bound),
            neighbours=neighbours,
            clients=clients,
        )

    @property
    def floats_per_client(self) -> int:
        return 4 * self.frame.size

    def expected_squared_error(self, x: Any) -> float:
        a = self.inner.inputs(self.frame.represent(self.inputs(x), self.norm_bound))
        share, square = self.inner.probability, self.inner.coordinate_bound**2
        sampling = ((square - share * a * a) @ self.frame.squared_columns).sum() / (len(a) ** 2 * share)
        return float(sampling) + self.dimension * self.inner.noise_std**2

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """That of CSGM on the coefficients; what the server does with their mean changes nothing."""
        return self.inner.privacy(delta)

    def central_privacy(self, delta: float, **accounting: Any) -> PrivacyGuarantee:
        """As `CSGM.central_privacy`."""
        return self.inner.central_privacy(delta, **accounting)

    def bits_sent(self, x: Any, shared: SharedRandomness, rng: np.random.Generator) -> list[np.ndarray]:
        """As `CSGM.bits_sent`, of vectors (m, d)."""
        return self.inner.bits_sent(self.frame.represent(x, self.norm_bound), shared, rng)

    def _block(self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator) -> Block:
        block = self.inner._block(self.frame.represent(x, self.norm_bound), first_client, shared, rng)
        return dataclasses.replace(block, total=self.frame.synthesize(block.total))

    def _finish(self, mean: np.ndarray, clients: int, rng: np.random.Generator) -> np.ndarray:
        return mean + self.frame.synthesize(self.inner.noise_std * rng.standard_normal(self.frame.size))
