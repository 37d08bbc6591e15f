"""The capacity of a channel: what some input costs in every exact scheme, on average.

With a message M and shared randomness W from which Z follows exactly, I(X; Z) <= I(X; M | W) <= H(M | W) for every
prior of X: some input takes at least max I(X; Z) = min over Q of max over x of KL(P_x ‖ Q) bits (Gallager 1968).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np
from scipy.special import gammaln, logsumexp

from ppr_core.channels import (
    CategoryChannel,
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    SubsetSelectionChannel,
)
from ppr_core.mechanism_analysis.information import capacity, saddle_point
from ppr_core.remembered import Remembered

__all__ = ["capacity_bits"]

_RADII, _NODES, _ANGLES = 9, 200, 300
_LINE_NODES = 1600  # for one number, whose density may have a kink
_TOLERANCE = 1e-4  # nats between both bounds of the iteration
_SHARPEST = 50.0  # largest input over the noise, up to which so many angles resolve the noise
_KEPT = Remembered(256)


def capacity_bits(channel: Channel) -> float | None:
    """max over priors of I(X; Z) in bits, from below; None where it is not computed here.

    Finite channels by Blahut and Arimoto's iteration. Noise around the points of a ball: the best prior is a mixture of
    uniform laws on spheres, whose radii the iteration weighs. PrivUnit, randomized response and subset selection:
    KL from the uniform law, which is that of the output of a uniform input, and the same for all inputs.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.mechanism_analysis import capacity_bits
    >>> round(capacity_bits(RandomizedResponseChannel(size=2, epsilon=50.0)), 6)
    1.0
    """
    return _KEPT.get(repr(channel), lambda: _computed(channel))


@functools.singledispatch
def _computed(channel: Channel) -> float | None:
    return None


@_computed.register
def _(channel: CategoryChannel) -> float | None:
    return capacity(channel.matrix, 1e-5).bits


@_computed.register
def _(channel: PrivUnitChannel) -> float | None:
    return float(channel.divergence_bits(np.eye(1, channel.dimension))[0])


@_computed.register
def _(channel: RandomizedResponseChannel | SubsetSelectionChannel) -> float | None:
    return float(channel.divergence_bits(np.zeros(1, dtype=int))[0])


@_computed.register
def _(channel: GaussianChannel) -> float | None:
    size, spread = channel.dimension, channel.noise_std
    if channel.norm_bound > _SHARPEST * spread:
        return None
    middle, reach = spread * math.sqrt(size), 9 * spread
    return _on_spheres(
        size,
        channel.norm_bound,
        (max(middle - reach, 0.0), math.hypot(middle, channel.norm_bound) + reach),
        -size / 2 * math.log(2 * math.pi * spread**2),
        lambda distance: -((distance / spread) ** 2) / 2,
        size / 2,
    )


@_computed.register
def _(channel: LaplaceChannel) -> float | None:
    size, rate = channel.dimension, channel.epsilon
    if channel.norm_bound * rate > _SHARPEST:
        return None
    volume = math.lgamma(size / 2) - math.log(2) - size / 2 * math.log(math.pi) - math.lgamma(size)
    spread = 9 * math.sqrt(size) / rate
    return _on_spheres(
        size,
        channel.norm_bound,
        (max(size / rate - spread - channel.norm_bound, 0.0), (size + 30) / rate + spread + channel.norm_bound),
        size * math.log(rate) + volume,
        lambda distance: -rate * distance,
        float(size),
    )


def _on_spheres(
    size: int,
    bound: float,
    ends: tuple[float, float],
    log_constant: float,
    log_shape: Callable[[np.ndarray], np.ndarray],
    mean_exponent: float,
) -> float:
    """Bits of noise of density exp(log_constant + log_shape(‖z − x‖)), whose entropy is mean_exponent − log_constant.

    m_ρ(r): the density of z, ‖z‖ = r, for x uniform on the sphere of radius ρ. For a mixture q of spheres KL(P_x ‖ q)
    is that of the laws of r, and what the direction tells, E ln f − E ln m_ρ, besides.
    """
    radii = np.linspace(0.0, bound, _RADII)
    nodes, weights = _rule(_LINE_NODES if size == 1 else _NODES)
    r = ends[0] + (ends[1] - ends[0]) * (nodes + 1) / 2
    if size == 1:
        distances = np.abs(r[None, :, None] + np.array([1.0, -1.0]) * radii[:, None, None])
        log_angles = np.log([0.5, 0.5])
    else:
        angles = (np.arange(_ANGLES) + 0.5) * math.pi / _ANGLES
        log_angles = (size - 2) * np.log(np.sin(angles))
        log_angles -= logsumexp(log_angles)
        squares = r[None, :, None] ** 2 + radii[:, None, None] ** 2
        distances = np.sqrt(np.maximum(squares - 2 * r[None, :, None] * radii[:, None, None] * np.cos(angles), 0.0))
    log_density = log_constant + logsumexp(log_shape(distances) + log_angles, axis=2)
    log_surface = math.log(2) + size / 2 * math.log(math.pi) - gammaln(size / 2) + (size - 1) * np.log(r)
    rows = np.exp(log_density + log_surface) * weights
    rows /= rows.sum(axis=1, keepdims=True)
    direction = log_constant - mean_exponent - (rows * log_density).sum(axis=1)
    low = saddle_point(rows, np.zeros(len(nodes)), _TOLERANCE, direction)[2]
    return max(0.0, low) / math.log(2)


@functools.cache
def _rule(count: int) -> tuple[np.ndarray, np.ndarray]:
    """A composite Gauss–Legendre rule on [−1, 1]: panels of 20 nodes."""
    nodes, weights = np.polynomial.legendre.leggauss(20)
    panels = count // 20
    middles = (2 * np.arange(panels) + 1) / panels - 1
    return (middles[:, None] + nodes / panels).ravel(), np.tile(weights / panels, panels)
