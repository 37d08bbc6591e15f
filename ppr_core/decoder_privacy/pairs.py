"""From a channel and two of its inputs to the law of their privacy loss; one registered function for each channel.

A new channel takes part by registering `loss_pair` and `worst_pair`, with one of the pairs of `ppr_core.accounting` or
any object that has their three members.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from scipy.special import betainc

from ppr_core import validation
from ppr_core.accounting import AtomicPair, GaussianPair, LaplacePair, LossPair, crossed_pair
from ppr_core.channels import (
    CategoryChannel,
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    ScalarNoiseChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.channels.caps import Cap
from ppr_core.decoder_privacy.noise_pair import NoisePair

__all__ = ["accountable", "cap_difference", "loss_pair", "worst_pair"]

_KNOWN = "one whose privacy loss is registered in ppr_core.decoder_privacy.pairs"
_DIGITS = 12  # pairs of a finite channel that agree to so many are one


@functools.singledispatch
def loss_pair(channel: Channel, x: Any, other: Any) -> LossPair:
    """ℓ(Z) = ln dP_x/dP_x′(Z) for Z ~ P_x: x, other as one input each, (d,) or categories.

    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.decoder_privacy import loss_pair
    >>> loss_pair(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), [0.5], [-0.25])
    LaplacePair(distance=0.75, dimension=1)
    """
    validation.fail("channel", getattr(channel, "name", type(channel).__name__), _KNOWN)


@functools.singledispatch
def worst_pair(channel: Channel) -> LossPair:
    """The two inputs that are told apart best: by every event, so the outputs of any other two can be made from theirs.

    Every f-divergence is then largest, every moment M(c) with c >= 0 or c <= −1 among them, and so is what a decoder
    learns. For a finite channel without such a pair all its pairs, as one object with a leading axis.

    >>> from ppr_core import GaussianChannel
    >>> from ppr_core.decoder_privacy import worst_pair
    >>> worst_pair(GaussianChannel(dimension=3, noise_std=2.0, norm_bound=1.0))  # 2C/s
    GaussianPair(distance=1.0)
    """
    validation.fail("channel", getattr(channel, "name", type(channel).__name__), _KNOWN)


def accountable(channel: Channel) -> bool:
    """Whether the loss of this kind of channel is registered here, for two inputs and for the worst two.

    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.decoder_privacy import accountable
    >>> accountable(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0))
    True
    """
    kind = type(channel)
    return all(law.dispatch(kind) is not law.dispatch(object) for law in (loss_pair, worst_pair))


@loss_pair.register
def _(channel: GaussianChannel, x: Any, other: Any) -> LossPair:
    first, second = channel.inputs([x, other])
    return GaussianPair(float(np.linalg.norm(first - second)) / channel.noise_std)


@worst_pair.register
def _(channel: GaussianChannel) -> LossPair:
    """Two ends of a diameter: ln M(c) = c(c + 1)μ²/2 rises with the distance."""
    return GaussianPair(2 * channel.norm_bound / channel.noise_std)


@loss_pair.register
def _(channel: LaplaceChannel, x: Any, other: Any) -> LossPair:
    first, second = channel.inputs([x, other])
    return LaplacePair(channel.epsilon * float(np.linalg.norm(first - second)), channel.dimension)


@worst_pair.register
def _(channel: LaplaceChannel) -> LossPair:
    """Two ends of a diameter: the set {ℓ > a} gains as x′ moves away along a line, so every f-divergence rises."""
    return LaplacePair(2 * channel.norm_bound * channel.epsilon, channel.dimension)


@loss_pair.register
def _(channel: ScalarNoiseChannel, x: Any, other: Any) -> LossPair:
    first, second = channel.inputs([x, other]).ravel()
    return NoisePair(channel, (float(second - first),)) if first != second else AtomicPair(np.zeros(1), np.ones(1))


@worst_pair.register
def _(channel: ScalarNoiseChannel) -> LossPair:
    """Both ends (`noise_pair`), either way round unless the noise is symmetric."""
    shift = 2 * channel.norm_bound
    return NoisePair(channel, (shift,) if channel.symmetric else (shift, -shift))


@loss_pair.register
def _(channel: CategoryChannel, x: Any, other: Any) -> LossPair:
    first, second = channel.inputs([x, other])
    return _rows(channel.matrix[[first]], channel.matrix[[second]])[0]


@worst_pair.register
def _(channel: FiniteChannel) -> LossPair:
    """All ordered pairs of different rows; those that are permutations of one another count once."""
    size = channel.input_size
    first, second = (place[~np.eye(size, dtype=bool)] for place in np.indices((size, size)))
    if size == 1:
        return AtomicPair(np.zeros(1), np.ones(1))
    return _rows(channel.matrix[first], channel.matrix[second])[1]


@worst_pair.register
def _(channel: TruncatedGeometricChannel) -> LossPair:
    """The two ends: lower sets are the best events, and {z <= t} loses mass under x′ as x′ moves away."""
    return loss_pair(channel, 0, channel.size - 1)


@worst_pair.register(RandomizedResponseChannel)
@worst_pair.register(RapporChannel)
@worst_pair.register(SubsetSelectionChannel)
def _(channel: Any) -> LossPair:
    """Any two inputs."""
    return _two_level(channel, cap_difference(channel))


@loss_pair.register(RapporChannel)
@loss_pair.register(SubsetSelectionChannel)
def _(channel: Any, x: Any, other: Any) -> LossPair:
    first, second = channel.inputs([x, other])
    return worst_pair(channel) if first != second else AtomicPair(np.zeros(1), np.ones(1))


def cap_difference(channel: RandomizedResponseChannel | RapporChannel | SubsetSelectionChannel) -> float:
    """Q(z in the cap of x, not in that of x′), the same for any two inputs: caps {x} and {x′} are disjoint, those of
    RAPPOR are independent, those of subset selection hold a uniform subset of w of k.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import cap_difference
    >>> cap_difference(RandomizedResponseChannel(size=4, epsilon=1.0))  # P(the candidate is x)
    0.25
    """
    if isinstance(channel, RandomizedResponseChannel):
        return 1 / channel.size
    if isinstance(channel, RapporChannel):
        return channel.mass * (1 - channel.mass)
    return channel.mass * (channel.size - channel.subset_size) / (channel.size - 1)


@loss_pair.register
def _(channel: PrivUnitChannel, x: Any, other: Any) -> LossPair:
    first, second = channel.inputs([x, other])
    return _two_level(channel, _cap_difference(channel.cap, math.atan2(*_sine_cosine(first, second))))


@worst_pair.register
def _(channel: PrivUnitChannel) -> LossPair:
    """Opposite vectors, whose caps share nothing: M(c) rises with the mass of what only one of two caps holds."""
    return _two_level(channel, channel.cap_mass)


def _two_level(channel: Channel, difference: float) -> AtomicPair:
    """Two caps of equal mass under Q; difference: the mass of what only the first holds."""
    levels = channel.two_levels()
    assert levels is not None
    return crossed_pair(difference * levels.high, difference * levels.low)


def _rows(first: np.ndarray, second: np.ndarray) -> tuple[AtomicPair, AtomicPair]:
    """The first of the pairs of laws (p, m), (p, m), and all that differ by more than the order of their outputs."""
    with np.errstate(divide="ignore", invalid="ignore"):
        losses = np.where(first > 0, np.log(first) - np.log(second), 0.0)
    order = np.lexsort((first, losses))
    losses, masses = (np.take_along_axis(array, order, axis=1) for array in (losses, first))
    unseen = np.where(first > 0, 0.0, second).sum(axis=1)
    keys = np.round(np.hstack([losses, masses]), _DIGITS)
    places = np.unique(keys, axis=0, return_index=True)[1]
    return AtomicPair(losses[0], masses[0], unseen[0]), AtomicPair(losses[places], masses[places], unseen[places])


def _sine_cosine(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """sin φ and cos φ of the angle between unit vectors, precise for small ones."""
    half = float(np.linalg.norm(first - second)) / 2
    return 2 * half * math.sqrt(max(1 - half * half, 0.0)), 1 - 2 * half * half


def _cap_difference(cap: Cap, angle: float) -> float:
    """The uniform measure of {⟨x, z⟩ >= γ > ⟨x′, z⟩} for unit vectors at an angle in [0, π].

    With t = ⟨x, z⟩ = cos a the other inner product is t cos φ + sin a sin φ·w, w one coordinate of a uniform unit
    vector of R^{d−1}, which has to be below (γ − t cos φ)/(sin a sin φ).
    """
    if angle >= 2 * cap.angle:
        return cap.mass
    if angle == 0:
        return 0.0
    from scipy.integrate import quad  # takes longer to import than most checks take to answer

    half = (cap.dimension - 1) / 2

    def integrand(a: float) -> float:
        level = (cap.gamma - math.cos(a) * math.cos(angle)) / (math.sin(a) * math.sin(angle))
        return math.sin(a) ** (cap.dimension - 2) * _below(min(max(level, -1.0), 1.0), cap.dimension - 1)

    total = math.exp(math.lgamma(half) + 0.5 * math.log(math.pi) - math.lgamma(half + 0.5))
    turns = [a for a in (abs(angle - cap.angle),) if 0 < a < cap.angle]
    return quad(integrand, 0.0, cap.angle, points=turns or None, epsabs=1e-13, epsrel=1e-10, limit=200)[0] / total


def _below(level: float, dimension: int) -> float:
    """P(w < level) for one coordinate w of a uniform unit vector of R^dimension; dimension 1: w = ±1."""
    if dimension == 1:
        return 0.5 * ((level > -1) + (level >= 1))
    tail = 0.5 * float(betainc((dimension - 1) / 2, 0.5, (1 - level) * (1 + level)))
    return 1 - tail if level > 0 else tail
