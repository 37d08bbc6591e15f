"""The density ratio of a Laplace channel, by quadrature over its output."""

from __future__ import annotations

import math

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.index_law.quadrature import panels

__all__ = ["laplace_ratio"]

_REACH = 45.0  # e^−45 of an exponential law is left out
_TAIL = np.array([0.0, 0.5, 1.0, 2.0, 4.0, 7.0, 12.0, 20.0, 30.0, _REACH])
_NODES = 112  # of the radius, and of the angle


def laplace_ratio(channel: LaplaceChannel, norm: float) -> tuple[np.ndarray, np.ndarray]:
    """ln r in nats at the nodes of a rule for (P + Q)/2, with their masses under it, ‖x‖ = norm: two of (n,)."""
    rule = _line if channel.dimension == 1 else _polar
    gap, far, mass = rule(channel, norm)
    log_volume = float(channel.log_ratio_bound(np.zeros((1, channel.dimension)))[0])
    return log_volume - channel.epsilon * gap + channel.proposal_epsilon * far, mass


def _line(channel: LaplaceChannel, norm: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """|z − x|, |z| and masses: panels that end at 0 and at x, where the ratio has kinks."""
    rates = channel.epsilon, channel.proposal_epsilon
    around = np.concatenate([centre + sign * _TAIL / rate for centre in (0, norm) for rate in rates for sign in (-1, 1)])
    z, weight = panels(around)
    gap, far = np.abs(z - norm), np.abs(z)
    densities = [rate / 2 * np.exp(-rate * way) for rate, way in zip(rates, (gap, far), strict=True)]
    return gap, far, weight * sum(densities)


def _polar(channel: LaplaceChannel, norm: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """‖z − x‖, ‖z‖ and masses: polar coordinates around x for P, around 0 for Q."""
    d = channel.dimension
    spread = 12 * math.sqrt(d)
    radius, radius_mass = _rule(max(d - spread, 0.0), d + spread + 60, lambda t: (d - 1) * np.log(t) - t)
    half = min(math.pi / 2, 12 / math.sqrt(d))
    angle, angle_mass = _rule(math.pi / 2 - half, math.pi / 2 + half, lambda t: (d - 2) * np.log(np.sin(t)))
    mass = np.outer(radius_mass, angle_mass).ravel()
    near, other = [], []
    for rate in (channel.epsilon, channel.proposal_epsilon):
        length = np.repeat(radius / rate, len(angle))
        along = np.tile(np.cos(angle), len(radius))
        near.append(length)
        other.append(np.sqrt(np.maximum(norm**2 + 2 * norm * length * along + length**2, 0.0)))
    return np.concatenate([near[0], other[1]]), np.concatenate([other[0], near[1]]), np.tile(mass, 2)


def _rule(low: float, high: float, log_density) -> tuple[np.ndarray, np.ndarray]:
    """Points and masses of a law whose density is given up to a factor."""
    points, weights = panels(np.linspace(low, high, _NODES // 16 + 1))
    logs = log_density(points)
    mass = weights * np.exp(logs - logs.max())
    return points, mass / mass.sum()
