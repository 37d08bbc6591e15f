"""The Gaussian mechanism on a ball, with a wider Gaussian as proposal."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from ppr_core import accounting, validation
from ppr_core.channels.base import VectorChannel
from ppr_core.channels.release import Release
from ppr_core.channels.transforms import standard_normals
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["GaussianChannel"]


class GaussianChannel(VectorChannel):
    """P(·|x) = N(x, s² I_d) for ‖x‖₂ <= C, proposal Q = N(0, (s² + y) I_d).

    ln r(z|x) = (d/2) ln(1 + y/s²) − ‖z−x‖²/(2s²) + ‖z‖²/(2(s²+y)); its largest value over z is
    (d/2) ln(1 + y/s²) + ‖x‖²/(2y). The y that minimises r* at ‖x‖ = C solves d y² = C² (s² + y).

    dimension: d >= 1; noise_std: s > 0; norm_bound: C > 0; proposal_width: y > 0, or None for the minimiser.
    (Liu, Chen, Özgür, Li 2024 use y = C²/d in Corollary 12, which minimises KL but makes r* about e^{d/2}.)

    >>> import numpy as np
    >>> from ppr_core import GaussianChannel
    >>> channel = GaussianChannel(dimension=3, noise_std=2.0, norm_bound=1.0)
    >>> channel.sample(np.zeros((5, 3)), np.random.default_rng(0)).shape
    (5, 3)
    >>> float(round(channel.log_ratio_bound(), 3))
    0.807
    """

    name = "gaussian"
    label = "Gaussian"

    def __init__(
        self, *, dimension: int, noise_std: float, norm_bound: float, proposal_width: float | None = None
    ) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        self.noise_std = _scale("noise_std", noise_std)
        self.norm_bound = _scale("norm_bound", norm_bound)
        if proposal_width is None:
            proposal_width = self.smallest_bound_width()
        self.proposal_width = validation.positive("proposal_width", proposal_width)
        self.width = self.dimension

    @classmethod
    def reaching(cls, goal: Release) -> GaussianChannel:
        """The least noise that makes any two inputs of the ball (ε, δ)-indistinguishable."""
        noise = accounting.gaussian_noise_std(2 * goal.norm_bound, goal.epsilon, goal.delta)
        return cls(dimension=goal.dimension, noise_std=noise, norm_bound=goal.norm_bound)

    @property
    def mean_squared_error(self) -> float:
        """s²."""
        return self.noise_std**2

    def smallest_bound_width(self) -> float:
        """The proposal width y = (C² + √(C⁴ + 4 d C² s²)) / (2d) that minimises r*."""
        square = self.norm_bound**2
        return (
            square
            * (1 + math.sqrt(1 + 4 * self.dimension * (self.noise_std / self.norm_bound) ** 2))
            / (2 * self.dimension)
        )

    @cached_property
    def proposal_std(self) -> float:
        """Standard deviation √(s² + y) of each coordinate under Q."""
        return math.sqrt(self.noise_std**2 + self.proposal_width)

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """x + s·N(0, I_d), (n, d) -> (n, d)."""
        x = self.inputs(x)
        return x + self.noise_std * rng.standard_normal(x.shape)

    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """√(s² + y)·N(0, I_d): (..., d) -> (..., d)."""
        normals = standard_normals(uniforms)
        return np.multiply(normals, self.proposal_std, out=normals)

    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln r(z|x) in nats; x, z (..., d) -> (...)."""
        gap = z - x
        near = np.einsum("...i,...i->...", gap, gap)
        far = np.einsum("...i,...i->...", z, z)
        return self._log_volume - near / (2 * self.noise_std**2) + far / (2 * self.proposal_std**2)

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        """ln r = offset + weights·N − curvature·‖N‖² for z = √(s² + y)·N; only for even d."""
        if self.dimension % 2:
            return None
        variance = self.noise_std**2
        offset = self._log_volume - np.vecdot(x, x) * (0.5 / variance)
        return "gaussian", (x * (self.proposal_std / variance), offset, self.proposal_width / (2 * variance))

    def ratio_peak(self, x: np.ndarray) -> np.ndarray | None:
        """At x (s² + y)/y, for one number: ln r is a concave parabola."""
        return x * (1 + self.noise_std**2 / self.proposal_width) if self.dimension == 1 else None

    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """(d/2) ln(1 + y/s²) + ‖x‖²/(2y) in nats."""
        square = self.norm_bound**2 if x is None else np.vecdot(x, x)
        return self._log_volume + square * (0.5 / self.proposal_width)

    def divergence_bits(self, x: Any) -> np.ndarray:
        """½ [d (s²/(s²+y) − 1 + ln(1+y/s²)) + ‖x‖²/(s²+y)] log2 e."""
        x = self.inputs(x)
        total = self.noise_std**2 + self.proposal_width
        square = np.einsum("...i,...i->...", x, x)
        return (self._log_volume + 0.5 * (square - self.dimension * self.proposal_width) / total) / math.log(2)

    def truncated_mass(self, log_cap: float) -> float:
        """At ‖x‖ = C, where it is largest: r > T on a ball, of which P and Q have noncentral chi-square mass.

        ln r = ln r*(x) − a ‖z − c‖² with a = y/(2 s²(s²+y)) and c = x (s²+y)/y.
        """
        variance, width = self.noise_std**2, self.proposal_width
        total = variance + width
        from scipy.stats import ncx2  # takes longer to import than all else here

        square = max(self.log_ratio_bound() - log_cap, 0.0) * 2 * variance * total / width
        near, far = self.norm_bound**2 * variance / width**2, self.norm_bound**2 * total / width**2
        inside = ncx2.cdf(square / variance, self.dimension, near)
        return float(max(inside - math.exp(log_cap) * ncx2.cdf(square / total, self.dimension, far), 0.0))

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """(ε, δ) for any two inputs of the ball (distance up to 2C); ε is infinite at δ = 0."""
        return accounting.gaussian_privacy(
            noise_std=self.noise_std, sensitivity=2 * self.norm_bound, delta=delta, notion="local"
        )

    @cached_property
    def _log_volume(self) -> float:
        return 0.5 * self.dimension * math.log1p(self.proposal_width / self.noise_std**2)


def _scale(field: str, value: float) -> float:
    """A positive number whose square and whose ratios' squares are floats, too."""
    number = validation.positive(field, value)
    validation.require(1e-75 <= number <= 1e75, field, number, "a number from 1e-75 to 1e+75")
    return number
