"""The two ratios of a candidate, a = dP_x/dQ(Z) and b = dP_x′/dQ(Z), that lists for two inputs are made of.

Unlike the times-known law, which depends on ℓ = ln a/b under P_x alone, what list and index tell depends on (a, b)
under Q: on the proposal, too.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ppr_core import validation
from ppr_core.accounting import AtomicPair, GaussianPair, LaplacePair, LossPair
from ppr_core.channels import (
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.decoder_privacy.pairs import cap_difference
from ppr_core.decoder_privacy.space_marks import SpaceMarks

__all__ = ["FiniteMarks", "GaussianMarks", "LineMarks", "SharedMarks", "shared_marks"]

_NODES = 64  # of a Gauss–Legendre rule
_FARTHEST = 9.0  # standard deviations
_GRADED = 4  # power by which nodes near 0 and 1 are closer

Ratios = tuple[np.ndarray, np.ndarray]


class SharedMarks(Protocol):
    """What a sampler of lists asks of two inputs; ratios are pairs (ln a, ln b) in nats, both finite."""

    @property
    def pair(self) -> LossPair:
        """The law of ℓ under P_x."""

    def propose(self, size: tuple[int, ...], rng: np.random.Generator) -> Ratios:
        """Candidates of Q."""

    def tilted(self, exponents: np.ndarray, rng: np.random.Generator) -> Ratios:
        """One of density p_x e^{cℓ}/M(c) for each exponent c, (n,)."""

    def log_powers(self, alpha: float) -> tuple[float, float]:
        """ln E_Q a^α and ln E_Q b^α."""

    def rule(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """ln a, ln b and masses whose sums are means under Q of smooth functions of a, and of b, (m,) each."""


@dataclass(frozen=True, eq=False)
class FiniteMarks:
    """Finitely many pairs of ratios. log_first, log_second: ln a and ln b, finite; mass: under Q, (m,) each."""

    log_first: np.ndarray
    log_second: np.ndarray
    mass: np.ndarray

    def __post_init__(self) -> None:
        finite = bool(np.all(np.isfinite(self.log_first) & np.isfinite(self.log_second)))
        validation.require(
            finite, "log_first", self.log_first, "finite: two inputs that exclude no output of the other"
        )

    @property
    def loss(self) -> np.ndarray:
        """ℓ, (m,)."""
        return self.log_first - self.log_second

    @property
    def pair(self) -> AtomicPair:
        return AtomicPair(self.loss, self.mass * np.exp(self.log_first))

    def propose(self, size: tuple[int, ...], rng: np.random.Generator) -> Ratios:
        return self._drawn(self.mass, rng.random(size))

    def tilted(self, exponents: np.ndarray, rng: np.random.Generator) -> Ratios:
        uniform, found = rng.random(exponents.shape), np.empty((2, len(exponents)))
        for c in np.unique(exponents):
            power = self.log_first + c * self.loss
            same = exponents == c
            found[:, same] = self._drawn(self.mass * np.exp(power - power.max()), uniform[same])
        return found[0], found[1]

    def log_powers(self, alpha: float) -> tuple[float, float]:
        first, second = (np.logaddexp.reduce(np.log(self.mass) + alpha * r) for r in (self.log_first, self.log_second))
        return float(first), float(second)

    def rule(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.log_first, self.log_second, self.mass

    def _drawn(self, weights: np.ndarray, uniform: np.ndarray) -> Ratios:
        steps = np.cumsum(weights)
        cell = np.minimum(np.searchsorted(steps, uniform * steps[-1], side="right"), len(weights) - 1)
        return self.log_first[cell], self.log_second[cell]


@dataclass(frozen=True)
class GaussianMarks:
    """Two ends of a diameter of a Gaussian channel, x = C e₁ and x′ = −C e₁: a and b depend on z₁ and ‖z‖²."""

    channel: GaussianChannel

    @property
    def pair(self) -> GaussianPair:
        return GaussianPair(2 * self.channel.norm_bound / self.channel.noise_std)

    def propose(self, size: tuple[int, ...], rng: np.random.Generator) -> Ratios:
        return self._ratios(rng.standard_normal(size) * self._spread, self._spread, rng)

    def tilted(self, exponents: np.ndarray, rng: np.random.Generator) -> Ratios:
        noise = self.channel.noise_std
        along = (1 + 2 * exponents) * self.channel.norm_bound + noise * rng.standard_normal(exponents.shape)
        return self._ratios(along, noise, rng)

    def log_powers(self, alpha: float) -> tuple[float, float]:
        channel = self.channel
        precision = alpha / channel.noise_std**2 - (alpha - 1) / self._spread**2
        shift = (alpha * channel.norm_bound / channel.noise_std**2) ** 2 / (2 * precision)
        shift -= alpha * (channel.norm_bound / channel.noise_std) ** 2 / 2
        volume = alpha * math.log(self._spread / channel.noise_std) - math.log(self._spread**2 * precision) / 2
        return (channel.dimension * volume + shift,) * 2

    def rule(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        along, mass = _legendre(-_FARTHEST, _FARTHEST)
        mass = mass * np.exp(-(along**2) / 2)
        across = np.zeros(1)
        if self.channel.dimension > 1:  # the norm of the others, which is near √(d − 1)
            freedom = self.channel.dimension - 1
            norm, weight = _legendre(max(math.sqrt(freedom) - _FARTHEST, 0.0), math.sqrt(freedom) + _FARTHEST)
            mass = np.outer(
                mass, weight * np.exp((freedom - 1) * np.log(norm / math.sqrt(freedom)) - norm**2 / 2 + freedom / 2)
            )
            along, across = along[:, None], norm**2
        first, second = self._at(self._spread * along, self._spread**2 * across)
        return first.ravel(), second.ravel(), (mass / mass.sum()).ravel()

    @property
    def _spread(self) -> float:
        return self.channel.proposal_std

    @property
    def _slope(self) -> float:
        """Of ℓ, in one standard deviation of Q."""
        return 2 * self.channel.norm_bound * self._spread / self.channel.noise_std**2

    def _ratios(self, along: np.ndarray, spread: float, rng: np.random.Generator) -> Ratios:
        """From z₁, and the spread of the other coordinates."""
        freedom = self.channel.dimension - 1
        return self._at(along, spread**2 * rng.chisquare(freedom, along.shape) if freedom else np.zeros(1))

    def _at(self, along: np.ndarray, across: np.ndarray) -> Ratios:
        """From z₁ and the squared norm of the other coordinates."""
        channel = self.channel
        volume = channel.dimension * math.log(self._spread / channel.noise_std)
        common = volume + (along**2 + across) / (2 * self._spread**2) - across / (2 * channel.noise_std**2)
        first, second = (
            common - (along - centre) ** 2 / (2 * channel.noise_std**2)
            for centre in (channel.norm_bound, -channel.norm_bound)
        )
        return first, second


@dataclass(frozen=True)
class LineMarks:
    """The two ends ±C of a Laplace channel on the line: all densities are exponentials between −C, −W, W, C."""

    channel: LaplaceChannel

    def __post_init__(self) -> None:
        validation.require(self.channel.dimension == 1, "dimension", self.channel.dimension, "1")

    @property
    def pair(self) -> LaplacePair:
        return LaplacePair(2 * self.channel.norm_bound * self.channel.epsilon)

    def propose(self, size: tuple[int, ...], rng: np.random.Generator) -> Ratios:
        return self._drawn((0.0, 0.0, 1.0), rng.random(size))

    def tilted(self, exponents: np.ndarray, rng: np.random.Generator) -> Ratios:
        uniform, found = rng.random(exponents.shape), np.empty((2, len(exponents)))
        for c in np.unique(exponents):
            found[:, exponents == c] = self._drawn((1 + c, -c, 0.0), uniform[exponents == c])
        return found[0], found[1]

    def log_powers(self, alpha: float) -> tuple[float, float]:
        """a = (p/q), each over its own mass."""
        own, proposal = self._log_mass((1.0, 0.0, 0.0)), self._log_mass((0.0, 0.0, 1.0))
        return (self._log_mass((alpha, 0.0, 1 - alpha)) - alpha * own + (alpha - 1) * proposal,) * 2

    def rule(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """By inversion of Q, with nodes that are close near its ends."""
        log_mass = self._pieces((0.0, 0.0, 1.0))[3]
        edges = np.concatenate([[0.0], np.cumsum(np.exp(log_mass - np.logaddexp.reduce(log_mass)))])
        share, weight = _legendre(0.0, 1.0)
        uniform = edges[:-1, None] + np.diff(edges)[:, None] * share
        mass = np.diff(edges)[:, None] * weight
        power = share**_GRADED
        uniform[0], mass[0] = edges[1] * power, edges[1] * weight * _GRADED * share ** (_GRADED - 1)
        uniform[-1], mass[-1] = 1 - edges[1] * power, mass[0]
        first, second = self._drawn((0.0, 0.0, 1.0), uniform.ravel())
        return first, second, mass.ravel()

    def _pieces(self, powers: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of e^{−k₁ε|z−C| − k₂ε|z+C| − k₃ε′(|z|−W)₊}: edges (e,), its logarithm there, and slopes and ln masses of the
        e + 1 pieces."""
        channel = self.channel
        edges = np.unique(
            [-channel.norm_bound, -channel.proposal_plateau, channel.proposal_plateau, channel.norm_bound]
        )

        def log_density(z: np.ndarray) -> np.ndarray:
            near, far = np.abs(z - channel.norm_bound), np.abs(z + channel.norm_bound)
            beyond = np.maximum(np.abs(z) - channel.proposal_plateau, 0.0)
            return (
                -channel.epsilon * (powers[0] * near + powers[1] * far) - channel.proposal_epsilon * powers[2] * beyond
            )

        inside = np.diff(edges)
        outer = log_density(np.array([edges[0] - 1, edges[-1] + 1]))
        height = log_density(edges)
        slopes = np.concatenate([[height[0] - outer[0]], np.diff(height) / inside, [outer[1] - height[-1]]])
        turn = slopes[1:-1] * inside
        flat = np.abs(turn) < 1e-9
        share = np.where(flat, 1.0, np.expm1(np.where(flat, 1.0, turn)) / np.where(flat, 1.0, turn))
        ends = np.array([height[0] - math.log(slopes[0]), height[-1] - math.log(-slopes[-1])])
        return edges, height, slopes, np.concatenate([ends[:1], height[:-1] + np.log(inside * share), ends[1:]])

    def _log_mass(self, powers: tuple[float, float, float]) -> float:
        return float(np.logaddexp.reduce(self._pieces(powers)[3]))

    def _drawn(self, powers: tuple[float, float, float], uniform: np.ndarray) -> Ratios:
        """By inversion."""
        channel, (edges, _, slopes, log_mass) = self.channel, self._pieces(powers)
        steps = np.cumsum(np.exp(log_mass - np.logaddexp.reduce(log_mass)))
        piece = np.minimum(np.searchsorted(steps, uniform, side="right"), len(slopes) - 1)
        below = np.concatenate([[0.0], steps[:-1]])
        share = np.clip((uniform - below[piece]) / (steps - below)[piece], 1e-16, 1 - 1e-16)
        slope = slopes[piece]
        start, width = np.append(edges, edges[-1])[piece - 1], np.concatenate([[0.0], np.diff(edges), [np.inf]])[piece]
        rise = slope * np.where(np.isinf(width), 0.0, width)
        flat = np.abs(rise) < 1e-9
        with np.errstate(divide="ignore", invalid="ignore"):
            inner = start + np.where(flat, share * width, np.log1p(share * np.expm1(rise)) / slope)
            before, behind = edges[0] + np.log(share) / slope, edges[-1] + np.log1p(-share) / slope
        z = np.where(piece == 0, before, np.where(piece == len(slopes) - 1, behind, inner))
        first, second = (
            channel.log_ratio(np.full(1, end), z[..., None]) for end in (channel.norm_bound, -channel.norm_bound)
        )
        return first, second


def _legendre(low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    point, weight = np.polynomial.legendre.leggauss(_NODES)
    return (low + high) / 2 + (high - low) / 2 * point, (high - low) / 2 * weight


@functools.singledispatch
def shared_marks(channel: Channel) -> SharedMarks:
    """Of the two inputs that outputs tell apart best; ``ValueError`` where no sampler is registered.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import least_bits, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> round(least_bits(marks, 4.0, 0.0), 3)
    1.719
    """
    validation.fail("channel", channel.name, "one whose lists are registered in ppr_core.decoder_privacy.shared_marks")


@shared_marks.register
def _(channel: GaussianChannel) -> SharedMarks:
    return GaussianMarks(channel)


@shared_marks.register
def _(channel: LaplaceChannel) -> SharedMarks:
    return LineMarks(channel) if channel.dimension == 1 else SpaceMarks(channel)


@shared_marks.register(RandomizedResponseChannel)
@shared_marks.register(RapporChannel)
@shared_marks.register(SubsetSelectionChannel)
def _(channel: Any) -> SharedMarks:
    return _caps(channel, cap_difference(channel))


@shared_marks.register
def _(channel: PrivUnitChannel) -> SharedMarks:
    """Opposite vectors, whose caps share nothing."""
    return _caps(channel, channel.cap_mass)


def _caps(channel: Channel, difference: float) -> FiniteMarks:
    """In the cap of x alone, of x′ alone, of both, of none."""
    levels = channel.two_levels()
    assert levels is not None
    high, low = math.log(levels.high), math.log(levels.low)
    mass = np.array([difference, difference, levels.mass - difference, 1 - levels.mass - difference])
    some = mass > 1e-15
    return FiniteMarks(np.array([high, low, high, low])[some], np.array([low, high, high, low])[some], mass[some])
