"""The density ratio of a Laplace channel, by quadrature over the distance from the input and the angle."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaln

from ppr_core.channels import LaplaceChannel
from ppr_core.index_law.quadrature import panels

__all__ = ["laplace_nodes", "laplace_ratio"]

# Where panels meet: of an exponential law in means, of the norm of a Laplace vector in standard deviations.
_TAIL = np.array([0.0, 0.5, 1.0, 2.0, 4.0, 7.0, 12.0, 20.0, 30.0, 45.0])
_NORM = np.array([-12, -8, -5, -3.5, -2.25, -1, 0, 1, 2.25, 3.5, 5, 8, 12])
_SPREAD = 12.0  # standard deviations of the angle
_NODES = 10
_LINE_NODES = 7  # on the line: means of the index then err by 3·10⁻⁴ bits, as with 16


def laplace_ratio(channel: LaplaceChannel, norm: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """ln r in nats at quadrature nodes, with their masses under Q and under P(·|x), ‖x‖ = norm: three of (n,)."""
    _, _, log_proposal, log_output = laplace_nodes(channel, norm)
    return log_output - log_proposal, np.exp(log_proposal), np.exp(log_output)


def laplace_nodes(channel: LaplaceChannel, norm: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """‖z − x‖ and ‖z‖ at quadrature nodes, and ln of their masses under Q and P(·|x), ‖x‖ = norm: four of (n,)."""
    gap, far, log_weight = (_line if channel.dimension == 1 else _polar)(channel, norm)
    log_output = log_weight + channel.dimension * math.log(channel.epsilon) - channel.epsilon * gap
    decay, plateau = channel.proposal_epsilon, channel.proposal_plateau
    log_proposal = log_weight + channel.dimension * math.log(decay) - math.log1p(decay * plateau)
    log_proposal -= decay * np.maximum(far - plateau, 0.0)
    return gap, far, log_proposal, log_output


def _line(channel: LaplaceChannel, norm: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """|z − x|, |z| and ln of the weights in dz/2: panels that end at ±W and at x, where the ratio has kinks."""
    reach = np.concatenate([_TAIL / channel.epsilon, _TAIL / channel.proposal_epsilon])
    flat = channel.proposal_plateau
    z, weight = panels(np.concatenate([-flat - reach, flat + reach, norm - reach, norm + reach]), _LINE_NODES)
    return np.abs(z - norm), np.abs(z), np.log(weight / 2)


def _polar(channel: LaplaceChannel, norm: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """‖z − x‖, ‖z‖ and ln of the weights in dz·Γ(d/2)/(2π^{d/2} Γ(d)), in polar coordinates around x."""
    d = channel.dimension
    edges = np.append(d + math.sqrt(d) * _NORM, d + 12 * math.sqrt(d) + 50)
    wide = edges / channel.proposal_epsilon
    both = np.concatenate([edges / channel.epsilon, wide, wide[-5:] + norm])
    distance, weight = panels(np.maximum(both, 0.0), _NODES)
    # All but e⁻⁶⁰ of the angle lies around π/2 under P, and under Q where the origin's sphere is seen from x.
    spread, seen = _SPREAD / math.sqrt(d), math.atan(norm * channel.proposal_epsilon / d)
    low, high = max(math.pi / 2 - spread, 0.0), min(math.pi / 2 + seen + spread, math.pi)
    count = math.ceil((high - low) / math.pi * (7 + math.ceil(0.6 * math.sqrt(d))))
    angle, angle_weight = panels(np.linspace(low, high, count + 1), _NODES)
    log_angle = (d - 2) * np.log(np.sin(angle)) + np.log(angle_weight)
    log_angle += gammaln(d / 2) - gammaln((d - 1) / 2) - 0.5 * math.log(math.pi)
    log_radial = (d - 1) * np.log(distance) + np.log(weight) - math.lgamma(d)
    square = (norm + distance[:, None] * np.cos(angle)) ** 2 + (distance[:, None] * np.sin(angle)) ** 2
    gap = np.repeat(distance, len(angle))
    return gap, np.sqrt(square).ravel(), np.add.outer(log_radial, log_angle).ravel()
