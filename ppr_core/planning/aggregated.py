"""What secure aggregation would take for the same mean: the answer where nobody is trusted with a report."""

from __future__ import annotations

import math
from functools import lru_cache

from ppr_core.estimation.aggregate import SecureMean
from ppr_core.estimation.mean import mean_noise_std
from ppr_core.planning.setup import Setup

__all__ = ["aggregated_mean"]

_SPARE_BITS = 10  # of the modulus, above ⌈log2 n⌉


def aggregated_mean(p: Setup) -> tuple[float, float] | None:
    """Bits of a client, and how many times the trusted server's error there is, with Skellam noise at the same central
    (ε, δ) for any one vector replaced; None where the sum does not fit into the modulus.

    >>> from ppr_core.planning import Setup, aggregated_mean
    >>> bits, factor = aggregated_mean(Setup(task="mean", dimension=100, clients=500))
    >>> bits / 100, round(factor, 3)  # bits of an entry; as exact as a trusted server
    (24.32, 1.077)
    """
    return _aggregated(p.dimension, p.clients, p.epsilon, p.delta, p.norm_bound)


@lru_cache(maxsize=64)
def _aggregated(
    dimension: int, clients: int, epsilon: float, delta: float, norm_bound: float
) -> tuple[float, float] | None:
    bits = min(30, (clients - 1).bit_length() + _SPARE_BITS)
    try:
        secure = SecureMean(
            dimension=dimension, clients=clients, epsilon=epsilon, delta=delta, bits=bits, norm_bound=norm_bound,
            noise="skellam",
        )  # fmt: skip
    except ValueError:
        return None
    trusted = mean_noise_std(
        norm_bound=norm_bound, clients=clients, epsilon=epsilon, delta=delta, neighbours="replace_one"
    )
    return float(secure.message_bits), math.sqrt(secure.expected_squared_error() / dimension) / trusted
