"""All that is known of a mechanism without sending anything: its ε, its curves, and how much an output tells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.channels import CategoryChannel, ScalarNoiseChannel
from ppr_core.mechanism_analysis.additive import additive_profile, cell_laws
from ppr_core.mechanism_analysis.information import Capacity, capacity, mutual_information_bits
from ppr_core.mechanism_analysis.privacy import (
    PureLoss,
    delta_profile,
    gaussian_dp,
    gaussian_tradeoff,
    pure_loss,
    tradeoff,
)

__all__ = ["Knowledge", "know"]

_GRID = 17  # inputs of noise among which information is counted
_PROFILE, _LEVELS = 61, 201
_TOLERANCES = 1e-6, 1e-4  # of the capacity in bits, of a table and of noise, of which it is a lower bound anyway


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What `know` finds.

    epsilon: pure ε in nats; witness: where it is attained, None for noise; epsilons, delta: (e,) the profile;
    false_alarms, misses, gaussian: (a,) the best test and that of μ-Gaussian privacy with μ = ``mu``, which holds for
    errors from ``mu_level`` on; information: I(X; Z) in bits under equally likely inputs; capacity. Of noise the last
    two are those of 17 inputs and 600 cells of outputs, and so lower bounds.

    >>> from ppr_core import FiniteChannel, know
    >>> known = know(FiniteChannel([[0.75, 0.25], [0.25, 0.75]]))
    >>> round(known.information, 4), round(known.capacity.bits, 4)  # 1 − h(¼) bits
    (0.1887, 0.1887)
    """

    epsilon: float
    witness: PureLoss | None
    epsilons: np.ndarray
    delta: np.ndarray
    false_alarms: np.ndarray
    misses: np.ndarray
    gaussian: np.ndarray
    mu: float
    mu_level: float
    information: float
    capacity: Capacity


def know(channel: CategoryChannel | ScalarNoiseChannel) -> Knowledge:
    """Analyse a finite mechanism or additive noise on a number; 100 × 100 take about half a second.

    >>> from ppr_core import FiniteChannel, know
    >>> round(know(FiniteChannel([[0.75, 0.25], [0.25, 0.75]])).epsilon, 4)
    1.0986
    """
    levels = np.linspace(0, 1, _LEVELS)
    witness = None
    if isinstance(channel, ScalarNoiseChannel):
        epsilon = channel.privacy().epsilon
        matrix = cell_laws(channel, np.linspace(-channel.norm_bound, channel.norm_bound, _GRID))
        epsilons = np.linspace(0, 1.2 * min(epsilon, 6.0), _PROFILE)
        profile = additive_profile(channel, epsilons, levels)
        delta, misses, mu, level = profile.delta, profile.misses, profile.mu, profile.mu_level
    else:
        matrix = channel.matrix
        witness = pure_loss(matrix)
        epsilon = witness.epsilon
        epsilons = np.linspace(0, 1.2 * min(epsilon, 10.0) or 1.0, _PROFILE)
        delta, misses = delta_profile(matrix, epsilons), tradeoff(matrix, levels)
        mu, level = gaussian_dp(matrix), 0.0
    information, gaussian = mutual_information_bits(matrix), gaussian_tradeoff(mu, levels)
    most = capacity(matrix, _TOLERANCES[isinstance(channel, ScalarNoiseChannel)])
    return Knowledge(epsilon, witness, epsilons, delta, levels, misses, gaussian, mu, level, information, most)
