"""What the index of PPR tells a decoder who knows the shared candidates.

Given the candidates Z_1, Z_2, … of the message's table, the encoder's secrets are the arrival times T alone:

    P(K = k | x, Z) = E_T[ (r_k/T_k)^α / Σ_i (r_i/T_i)^α ],   r_i = r(Z_i|x),

the average over T of PPR's definition (Liu, Chen, Özgür, Li 2024, section 4). Here T is simulated, the same for
every x and message; of the candidates after the N-th, the sum's mean is taken, E_Q[r^α] T_N^{1−α}/(α − 1).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from ppr_core.channels import Channel
from ppr_core.randomness import SharedRandomness

__all__ = ["MOST_INDEX", "index_log_likelihood"]

MOST_INDEX = 2000
_ENCODERS = 400  # simulated
_LEAST, _AHEAD = 512, 2  # candidates looked at: at least, and as a multiple of the index


def index_log_likelihood(
    channel: Channel, alpha: float, x: np.ndarray, index: int, table: int, shared: SharedRandomness, seed: int
) -> np.ndarray | None:
    """ln P(K = index | x, Z) for inputs x (m, *event_shape), in nats: (m,), from 400 simulated encoders.

    seed: of the simulation. None where it is not computed: for α = ∞, and for an index beyond 2000.
    """
    if math.isinf(alpha) or index > MOST_INDEX:
        return None
    count = 1 << (max(_LEAST, _AHEAD * index) - 1).bit_length()
    falling, rest = _arrivals(alpha, count, seed)
    z = channel.proposal(shared.uniforms(np.arange(1, count + 1), channel.width, table))
    power = np.exp(alpha * channel.log_ratio(x[:, None], z[None]))  # (m, N)
    total = falling @ power.T + rest[:, None] * power.mean(axis=1)
    return np.log((falling[:, index - 1, None] * power[:, index - 1] / total).mean(axis=0))


@lru_cache(maxsize=16)
def _arrivals(alpha: float, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """T^{−α} of the first arrivals of the simulated encoders, (400, count), and T_N^{1−α}/(α − 1), (400,)."""
    times = np.cumsum(np.random.default_rng(seed).standard_exponential((_ENCODERS, count)), axis=1)
    return times**-alpha, times[:, -1] ** (1 - alpha) / (alpha - 1)
