"""The Laplace mechanism in d dimensions (Euclidean distance), with a flatter Laplace as proposal."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np
from scipy.special import roots_legendre

from ppr_core import validation
from ppr_core.channels.base import VectorChannel
from ppr_core.channels.release import Release
from ppr_core.channels.transforms import standard_gammas, standard_normals
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.representation import constructor_call

__all__ = ["LaplaceChannel"]

_NODES = 400  # quadrature nodes for E‖z‖ in more than one dimension


class LaplaceChannel(VectorChannel):
    """P(z|x) ∝ exp(−ε ‖z − x‖₂) for ‖x‖₂ <= C; proposal Q ∝ exp(−ε′ (‖z‖₂ − W)₊) with 0 < ε′ <= ε.

    ln r(z|x) = V − ε ‖z−x‖ + ε′ (‖z‖ − W)₊ with V = d ln(ε/ε′) + ln(1 + ε′W), largest at z = x. On the line the
    default W = C, ε′ = ε is max over x of P(z|x) made a density, which no proposal beats: r* = 1 + εC. In more
    dimensions W = 0, and the ε′ that minimises r* at ‖x‖ = C is min(d/C, ε).

    dimension: d >= 1 (d = 1 is the scalar mechanism with scale 1/ε); epsilon: ε > 0, nats per unit of distance;
    norm_bound: C > 0; proposal_epsilon: ε′ in (0, ε], or None for the least r*; proposal_plateau: W in [0, C], 0 for
    d > 1, or None: C on the line where ε′ is None too, else 0. The Gaussian proposal of Liu, Chen, Özgür, Li 2024,
    Corollary 13, has an unbounded ratio and cannot be run exactly.

    >>> import numpy as np
    >>> from ppr_core import LaplaceChannel
    >>> channel = LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0)
    >>> channel.sample(np.zeros(5), np.random.default_rng(0)).shape
    (5, 1)
    >>> float(round(channel.log_ratio_bound(), 3))
    0.693
    """

    name = "laplace"
    label = "Laplace"

    def __init__(
        self,
        *,
        dimension: int,
        epsilon: float,
        norm_bound: float,
        proposal_epsilon: float | None = None,
        proposal_plateau: float | None = None,
    ) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        self.epsilon = validation.positive("epsilon", epsilon)
        self.norm_bound = validation.positive("norm_bound", norm_bound)
        line = self.dimension == 1
        if proposal_plateau is None:
            proposal_plateau = self.norm_bound if line and proposal_epsilon is None else 0.0
        most = self.norm_bound if line else 0.0
        self.proposal_plateau = validation.real("proposal_plateau", proposal_plateau, 0.0, most)
        if proposal_epsilon is None:
            inside = self.norm_bound - self.proposal_plateau
            slope = inside + math.sqrt(inside**2 + 4 * self.proposal_plateau * inside)
            proposal_epsilon = min(2 * self.dimension / slope, self.epsilon) if slope else self.epsilon
        self.proposal_epsilon = validation.real("proposal_epsilon", proposal_epsilon, 0.0, self.epsilon, low_open=True)
        self.width = 1 if line else 2 * self.dimension

    def __repr__(self) -> str:
        return constructor_call(self, proposal_plateau=self.proposal_plateau or None)

    @classmethod
    def reaching(cls, goal: Release) -> LaplaceChannel:
        """ε/(2C) per unit of distance, so ε between any two inputs."""
        epsilon = goal.epsilon / (2 * goal.norm_bound)
        return cls(dimension=goal.dimension, epsilon=epsilon, norm_bound=goal.norm_bound)

    @property
    def mean_squared_error(self) -> float:
        """(d + 1)/ε²: ‖z − x‖ is of law Gamma(d, 1/ε)."""
        return (self.dimension + 1) / self.epsilon**2

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """x + noise with density ∝ exp(−ε‖·‖), (n, d) -> (n, d)."""
        x = self.inputs(x)
        if self.dimension == 1:
            return x + rng.laplace(scale=1 / self.epsilon, size=x.shape)
        direction = rng.standard_normal(x.shape)
        direction /= np.linalg.norm(direction, axis=-1, keepdims=True)
        return x + direction * rng.gamma(self.dimension, 1 / self.epsilon, size=(len(x), 1))

    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """Scalar: one uniform by inversion. Otherwise d normals for the direction, d exponentials for the radius."""
        if self.dimension == 1:
            return self._number(uniforms.copy(order="C") - 0.5)
        direction = standard_normals(uniforms[..., : self.dimension])
        radius = standard_gammas(uniforms[..., self.dimension :]) / self.proposal_epsilon
        length = np.sqrt(np.einsum("...i,...i->...", direction, direction))
        return direction * (radius / length)[..., None]

    def _number(self, centred: np.ndarray) -> np.ndarray:
        """The scalar proposal by inversion, flat on [−W, W]: uniforms less ½, elementwise."""
        decay, plateau = self.proposal_epsilon, self.proposal_plateau
        share = 2.0 * np.abs(centred)  # of the mass that lies closer to 0
        size = plateau - (np.log1p(-share) + math.log1p(decay * plateau)) / decay
        if plateau:
            size = np.where(size < plateau, share * (plateau + 1 / decay), size)
        return np.copysign(size, centred)

    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln r(z|x) in nats; x, z (..., d) -> (...)."""
        gap = z - x
        near = np.sqrt(np.einsum("...i,...i->...", gap, gap))
        far = np.sqrt(np.einsum("...i,...i->...", z, z))
        beyond = np.maximum(far - self.proposal_plateau, 0.0) if self.proposal_plateau else far
        return self._log_volume - self.epsilon * near + self.proposal_epsilon * beyond

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        """Where normals come in pairs."""
        if self.dimension % 2:
            return None
        norms = np.sqrt(np.einsum("...i,...i->...", x, x))
        return "laplace", (np.ascontiguousarray(x), norms, self.epsilon, self.proposal_epsilon, self._log_volume)

    def ratio_peak(self, x: np.ndarray) -> np.ndarray | None:
        """At x, for one number: ln r rises before it and falls behind it, by at least ε − ε′ >= 0 a unit."""
        return x if self.dimension == 1 else None

    def search_tree(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        if self.dimension > 1:
            return None
        proposal = self.proposal_epsilon, self.proposal_plateau
        return "laplace", (np.ascontiguousarray(x[:, 0]), self.epsilon, *proposal, self._log_volume)

    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """V + ε′ (‖x‖ − W)₊ in nats."""
        norm = np.asarray(self.norm_bound) if x is None else np.sqrt(np.einsum("...i,...i->...", x, x))
        log_bound = self._log_volume + self.proposal_epsilon * np.maximum(norm - self.proposal_plateau, 0.0)
        return float(log_bound) if x is None else log_bound

    def divergence_bits(self, x: Any) -> np.ndarray:
        """(V − d + ε′ E(‖z‖ − W)₊) log2 e; the mean in closed form for d = 1, by quadrature otherwise."""
        x = self.inputs(x)
        beyond = self._mean_beyond(np.linalg.norm(x, axis=-1))
        nats = self._log_volume - self.dimension + self.proposal_epsilon * beyond
        return np.maximum(nats, 0.0) / math.log(2)  # rounding may leave a tiny negative number

    def least_divergence_epsilon(self) -> float:
        """The ε′ <= ε of least divergence at ‖x‖ = C for this W, where ε′(1 + ε′W) E(‖z‖ − W)₊ = d."""
        spread = self.dimension / float(self._mean_beyond(np.array([self.norm_bound]))[0])
        return min(2 * spread / (1 + math.sqrt(1 + 4 * self.proposal_plateau * spread)), self.epsilon)

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Pure ε·2C for any two inputs of the ball; δ is not needed."""
        return PrivacyGuarantee(
            epsilon=2 * self.norm_bound * self.epsilon, against="database", notion="local", source="laplace.mechanism"
        )

    def metric_privacy(self) -> PrivacyGuarantee:
        """ε·‖x − x′‖: ε per unit of distance."""
        return PrivacyGuarantee(epsilon=self.epsilon, against="database", notion="metric", source="metric.definition")

    def _mean_beyond(self, norm: np.ndarray) -> np.ndarray:
        """E(‖z‖ − W)₊ at inputs of these norms, (n,) -> (n,)."""
        if self.dimension > 1:  # W = 0
            return (
                np.array([_mean_norm(each, self.dimension) for each in (norm * self.epsilon).tolist()]) / self.epsilon
            )
        below, above = (_mean_excess(self.proposal_plateau + side * norm, self.epsilon) for side in (-1, 1))
        return below + above

    @cached_property
    def _log_volume(self) -> float:
        decay = self.proposal_epsilon
        return self.dimension * math.log(self.epsilon / decay) + math.log1p(decay * self.proposal_plateau)


def _mean_excess(level: np.ndarray, epsilon: float) -> np.ndarray:
    """E(N − level)₊ of scalar Laplace noise N: (−level)₊ + e^{−ε|level|}/(2ε)."""
    return np.maximum(-level, 0.0) + np.exp(-epsilon * np.abs(level)) / (2 * epsilon)


@lru_cache(maxsize=4096)
def _mean_norm(norm: float, dimension: int) -> float:
    """E‖x + R u‖ for ‖x‖ = norm, R ~ Gamma(d, 1) and u uniform on the sphere, d >= 2."""
    radius, radius_mass, cosine, angle_mass = _polar_rule(dimension)
    return float(angle_mass @ np.sqrt(norm**2 + 2 * norm * radius * cosine[:, None] + radius**2) @ radius_mass)


@lru_cache(maxsize=64)
def _polar_rule(dimension: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Nodes and masses of R and of the cosine between u and x, four of (n,).

    Gauss–Legendre over the radius and over the angle, on the intervals that hold all but e⁻⁶⁰ of the mass; both
    densities are normalised on their nodes.
    """
    nodes, weights = _gauss_legendre()

    def rule(low: float, high: float, log_density: Callable[[np.ndarray], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        points = (high - low) / 2 * nodes + (high + low) / 2
        logs = log_density(points)
        mass = weights * np.exp(logs - logs.max())
        return points, mass / mass.sum()

    spread = 12 * math.sqrt(dimension)
    radius, radius_mass = rule(
        max(dimension - spread, 1e-12), dimension + spread + 60, lambda t: (dimension - 1) * np.log(t) - t
    )
    half = min(math.pi / 2, 12 / math.sqrt(dimension))
    angle, angle_mass = rule(math.pi / 2 - half, math.pi / 2 + half, lambda t: (dimension - 2) * np.log(np.sin(t)))
    return radius, radius_mass, np.cos(angle), angle_mass


@cache
def _gauss_legendre() -> tuple[np.ndarray, np.ndarray]:
    return roots_legendre(_NODES)
