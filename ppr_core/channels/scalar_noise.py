"""One bounded number plus noise of any law: the proposal is the smallest curve above all shifted densities."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels.base import VectorChannel
from ppr_core.channels.noise_laws import fast_law, in_numbers, mode_of, noise_law
from ppr_core.channels.noise_nodes import noise_nodes, noise_quantiles
from ppr_core.channels.noise_slopes import largest_log_gap
from ppr_core.channels.release import Release
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.representation import constructor_call
from ppr_core.roots import bracketed_root

__all__ = ["ScalarNoiseChannel"]

_FLAT_PANELS = 16  # on the plateau of the proposal


class ScalarNoiseChannel(VectorChannel):
    """z = x + noise of density f for |x| <= C; f rises to its mode m and falls from there on.

    Proposal: q ∝ max over x of f(z − x), which minimises r*. It is f cut at m, its halves moved apart by 2C and a
    plateau of height f(m) between them, so r* = 1 + 2 C f(m) is finite for every bounded density, whatever its tails:
    a lighter-tailed proposal, such as f itself for normal noise, has no bound.

    law: a name of `noise_laws` (continuous laws of SciPy, and staircase); norm_bound: C > 0; shapes: its shape
    parameters; scale > 0, location: as in SciPy. Raises ``ValueError`` for densities without bound or with two modes.

    >>> import numpy as np
    >>> from ppr_core import ScalarNoiseChannel
    >>> channel = ScalarNoiseChannel("logistic", norm_bound=1.0, scale=2.0)
    >>> channel.sample(np.zeros(5), np.random.default_rng(0)).shape
    (5, 1)
    >>> float(round(channel.log_ratio_bound(), 3))
    0.223
    """

    name = "scalar_noise"
    label = "Additive noise"
    dimension = 1
    width = 1

    def __init__(
        self, law: str, *, norm_bound: float, shapes: tuple[float, ...] = (), scale: float = 1.0, location: float = 0.0
    ) -> None:
        with in_numbers(law, tuple(shapes)):
            self.noise = noise_law(law, tuple(shapes), scale, location)
        self.law, self.shapes, self.scale, self.location = law, tuple(map(float, shapes)), float(scale), float(location)
        self.norm_bound = validation.positive("norm_bound", norm_bound)
        with in_numbers(law, self.shapes):
            mode = mode_of(law, self.shapes)
            self._mode = self.location + self.scale * mode.point
            self._fast = fast_law(self.noise)
            self._left = float(self.noise.cdf(self._mode))
        bounded, single = math.isfinite(mode.log_density), mode.single
        validation.require(bounded, "law", law, "one with a bounded density; this one has no largest value")
        validation.require(single, "law", law, "one with a single peak; cut or mix it into a finite table instead")
        self._log_top = mode.log_density - math.log(self.scale)
        self._plateau = 2 * self.norm_bound * math.exp(self._log_top)
        self._log_bound = math.log1p(self._plateau)

    @classmethod
    def reaching(cls, goal: Release, law: str = "laplace", shapes: tuple[float, ...] = ()) -> ScalarNoiseChannel:
        """The least scale at which noise of that law is ε-private between any two inputs.

        ``ValueError`` for laws without pure ε: with light tails, or on a part of the line.
        """
        scale = goal.norm_bound * _scale_of(law, tuple(shapes), goal.epsilon)
        return cls(law, norm_bound=goal.norm_bound, shapes=shapes, scale=scale)

    def __repr__(self) -> str:
        return constructor_call(self)

    @property
    def largest_density(self) -> float:
        """f(m)."""
        return math.exp(self._log_top)

    @property
    def mode(self) -> float:
        """Where the density of the noise is largest."""
        return self._mode

    @cached_property
    def symmetric(self) -> bool:
        """Whether the noise is symmetric about its mode, by its quantiles."""
        levels = np.geomspace(1e-9, 0.5, 20)
        low, high = self._mode - self.noise.ppf(levels), self.noise.isf(levels) - self._mode
        return bool(np.allclose(low, high, rtol=1e-9, atol=1e-9 * self.scale))

    @property
    def coordinate_noise(self) -> Any:
        """The law of the noise: SciPy's, frozen, or a `TabulatedLaw`."""
        return self.noise

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """x + noise, (n, 1) -> (n, 1), by the inverse distribution function."""
        x = self.inputs(x)
        return x + self._fast.quantile(np.maximum(rng.random(x.shape), 2.0**-54))

    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """By inversion of the three parts: (..., 1) -> (..., 1)."""
        share = uniforms.copy(order="C")
        total = 1 + self._plateau
        mass, rest = share * total, (1 - share) * total
        right = 1 - self._left
        z = self._mode - self.norm_bound + (mass - self._left) / math.exp(self._log_top)
        low, high = mass < self._left, rest < right
        z[low] = self._fast.quantile(mass[low]) - self.norm_bound
        z[high] = self._fast.upper_quantile(rest[high]) + self.norm_bound
        return z

    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln r(z|x) = ln f(z − x) − ln max_x′ f(z − x′) + ln r*, in nats; −∞ where x cannot give z."""
        log_density, most = self._fast.log_density(z - x), self.log_envelope(z)
        with np.errstate(invalid="ignore"):
            gap = np.where(np.isneginf(log_density), -np.inf, log_density - most)
        return np.minimum(gap, 0.0)[..., 0] + self._log_bound

    def log_envelope(self, z: np.ndarray) -> np.ndarray:
        """ln max over |x| <= C of f(z − x), elementwise."""
        beyond = z - self._mode
        nearest = z - np.clip(beyond, -self.norm_bound, self.norm_bound)
        return np.where(np.abs(beyond) <= self.norm_bound, self._log_top, self._fast.log_density(nearest))

    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """ln(1 + 2 C f(m)) in nats, the same for every x, attained at z = x + m."""
        return self._log_bound if x is None else np.full(len(x), self._log_bound)

    def divergence_bits(self, x: Any) -> np.ndarray:
        """E log2 r over the noise, by the quadrature of `ratio_rule`."""
        values, back = np.unique(self.inputs(x)[:, 0], return_inverse=True)
        rules = (self.ratio_rule(float(value)) for value in values)
        nats = [float(output[output > 0] @ ratio[output > 0] / output.sum()) for ratio, _, output in rules]
        return np.maximum(np.array(nats), 0.0)[back] / math.log(2)

    def ratio_rule(self, x: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """ln r in nats at quadrature nodes of the output, with their masses under Q and under P(·|x): three of (n,).

        Panels meet at quantiles of the noise around x and around ±C, whose outer halves are the proposal's, and where
        the ratio has a kink or a jump: at m ± C, between which the proposal is flat, at m + x, at ends of a support.
        """
        low, high = self._mode - self.norm_bound, self._mode + self.norm_bound
        left, right = self._quantiles - self.norm_bound, self._quantiles + self.norm_bound
        inside = np.linspace(low, high, _FLAT_PANELS + 1)
        middle = np.array([self._mode + x])
        edges = [x + self._quantiles, left[left < low], right[right > high], inside, middle]
        z, weight = noise_nodes(np.concatenate(edges))
        log_ratio = self.log_ratio(np.array([x]), z[:, None])
        proposal = np.exp(self.log_envelope(z) - self._log_bound) * weight
        return log_ratio, proposal, proposal * np.exp(log_ratio)

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Pure ε = sup over z of |ln f(z) − ln f(z + 2C)|, by a search along both tails; ∞ where there is no bound."""
        return PrivacyGuarantee(epsilon=self._epsilon, against="database", notion="local", source="local.definition")

    @cached_property
    def _epsilon(self) -> float:
        return largest_log_gap(self.noise, 2 * self.norm_bound, self._mode)

    @cached_property
    def _quantiles(self) -> np.ndarray:
        return noise_quantiles(self.noise)


@lru_cache(maxsize=1024)
def _scale_of(law: str, shapes: tuple[float, ...], epsilon: float) -> float:
    """The scale, in units of C, whose ε between −C and C is this: the loss depends on 2C/scale alone and rises."""
    noise, mode = noise_law(law, shapes), mode_of(law, shapes).point

    def excess(shift: float) -> float:
        loss = largest_log_gap(noise, shift, mode)
        validation.require(math.isfinite(loss), "law", law, "one of pure ε; the loss of this one has no limit")
        return loss / epsilon - 1

    # The loss is proportional to the shift where the logarithm of the density is straight far out: then that is all.
    shift = epsilon / (excess(1.0) + 1) / epsilon
    for _ in range(2):
        shift /= excess(shift) + 1
    if abs(excess(shift)) > 1e-13:
        low = high = shift
        while excess(low) > 0:
            low /= 2
        while excess(high) < 0:
            high *= 2
        shift = bracketed_root(excess, low, high, rtol=1e-11)
    return 2 / shift
