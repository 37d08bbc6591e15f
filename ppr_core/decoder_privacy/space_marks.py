"""The two ratios of a candidate where Laplace noise has two dimensions or more, between the ends of a diameter.

For z let ‖z − x‖ = C(cosh u − cos θ) and ‖z − x′‖ = C(cosh u + cos θ), u >= 0, θ in [0, π], as
`ppr_core.accounting.LaplacePair` has it: then ℓ = 2εC cos θ, ‖z‖² = C²(cosh²u − sin²θ), and the volume is
∝ (sinh²u + sin²θ)(sinh u sin θ)^{d−2} du dθ. So p_x e^{cℓ} is a mixture of two laws, of sinh²u and of sin²θ, under
each of which u and θ are independent: they are drawn by inversion.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import LaplacePair
from ppr_core.channels import LaplaceChannel

__all__ = ["SpaceMarks"]

_MOST_DIMENSIONS = 10
_NODES = 64  # of a Gauss–Legendre rule in u and in θ
_POINTS = 4000  # of a law that is inverted
_FARTHEST = 60.0  # nats of a density that are kept
_TINY = 1e-300

Ratios = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class SpaceMarks:
    """x = C e₁ and x′ = −C e₁ of a Laplace channel of 2 to 10 dimensions."""

    channel: LaplaceChannel

    def __post_init__(self) -> None:
        dimension = self.channel.dimension
        validation.require(2 <= dimension <= _MOST_DIMENSIONS, "dimension", dimension, f"1 to {_MOST_DIMENSIONS}")

    @property
    def pair(self) -> LaplacePair:
        return LaplacePair(2 * self.channel.norm_bound * self.channel.epsilon, self.channel.dimension)

    def propose(self, size: tuple[int, ...], rng: np.random.Generator) -> Ratios:
        channel = self.channel
        radius = rng.gamma(channel.dimension, 1 / channel.proposal_epsilon, size=size)
        along = rng.standard_normal(size)
        along *= radius / np.sqrt(along**2 + rng.chisquare(channel.dimension - 1, size))
        near, far = (
            np.sqrt(np.maximum(radius**2 + channel.norm_bound**2 - side * 2 * channel.norm_bound * along, 0.0))
            for side in (1, -1)
        )
        return self._ratios(near, far, radius)

    def tilted(self, exponents: np.ndarray, rng: np.random.Generator) -> Ratios:
        """u and θ of one of the two laws, in proportion to their masses."""
        half, power = self.pair.distance / 2, self.channel.dimension - 2
        u = np.linspace(0.0, _last(_FARTHEST / half), _POINTS)
        theta = np.linspace(0.0, math.pi, _POINTS)
        log_sinh, log_sin = (np.log(np.maximum(part, _TINY)) for part in (np.sinh(u), np.sin(theta)))
        along = [_law(u, step * log_sinh - half * np.cosh(u)) for step in (power + 2, power)]
        found = np.empty((2, len(exponents)))
        for c in np.unique(exponents):
            rows = np.nonzero(exponents == c)[0]
            turn = half * (1 + 2 * c) * np.cos(theta)
            angle = [_law(theta, step * log_sin + turn) for step in (power, power + 2)]
            log_mass = [one[1] + other[1] for one, other in zip(along, angle, strict=True)]
            second = rng.random(len(rows)) < 1 / (1 + math.exp(min(log_mass[0] - log_mass[1], _FARTHEST)))
            for law, some in enumerate((rows[~second], rows[second])):
                drawn = (
                    np.interp(rng.random(len(some)), steps[law][0], x) for steps, x in ((along, u), (angle, theta))
                )
                found[:, some] = self._at(*drawn)
        return found[0], found[1]

    def log_powers(self, alpha: float) -> tuple[float, float]:
        log_first, _, mass = self.rule()
        return (float(np.logaddexp.reduce(alpha * log_first + np.log(mass))),) * 2

    def rule(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        channel, power = self.channel, self.channel.dimension - 2
        farthest = (channel.dimension + 12 * math.sqrt(channel.dimension) + 40) / channel.proposal_epsilon
        node, weight = np.polynomial.legendre.leggauss(_NODES)
        u, theta = _last(farthest / channel.norm_bound) * (node + 1) / 2, math.pi * (node + 1) / 2
        u, theta = (part.ravel() for part in np.meshgrid(u, theta, indexing="ij"))
        volume = (np.sinh(u) ** 2 + np.sin(theta) ** 2) * (np.sinh(u) * np.sin(theta)) ** power
        mass = np.outer(weight, weight).ravel() * volume * np.exp(-channel.proposal_epsilon * self._norm(u, theta))
        first, second = self._at(u, theta)
        return first, second, np.maximum(mass / mass.sum(), _TINY)

    def _norm(self, u: np.ndarray, theta: np.ndarray) -> np.ndarray:
        return self.channel.norm_bound * np.sqrt(np.sinh(u) ** 2 + np.cos(theta) ** 2)

    def _at(self, u: np.ndarray, theta: np.ndarray) -> Ratios:
        near, far = (self.channel.norm_bound * (np.cosh(u) - side * np.cos(theta)) for side in (1, -1))
        return self._ratios(near, far, self._norm(u, theta))

    def _ratios(self, near: np.ndarray, far: np.ndarray, norm: np.ndarray) -> Ratios:
        channel = self.channel
        volume = channel.dimension * math.log(channel.epsilon / channel.proposal_epsilon)
        common = volume + channel.proposal_epsilon * norm
        return common - channel.epsilon * near, common - channel.epsilon * far


def _last(size: float) -> float:
    """u with cosh u = 1 + size."""
    return math.acosh(1 + size)


def _law(x: np.ndarray, log_density: np.ndarray) -> tuple[np.ndarray, float]:
    """Distribution function on these points, from 0 to 1, and ln of the mass."""
    top = float(log_density.max())
    density = np.exp(log_density - top)
    steps = np.append(0.0, np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(x)))
    return steps / steps[-1], top + math.log(float(steps[-1]))
