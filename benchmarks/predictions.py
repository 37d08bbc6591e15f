"""Predicted times of encodes over measured ones, for the constants of `ppr_core.compressors.speed`.

``python -m benchmarks.predictions`` prints a line for each channel and order, and for compressed frequency oracles, on
both paths; of many messages a call all should lie between 1/3 and 3, and those that do not are counted at the end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import interleaved
from ppr_core import kernels
from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel, PrivUnitChannel, RandomizedResponseChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.compressors.speed import path_in_use, search_seconds
from ppr_core.estimation.frequency import (
    FREQUENCY_SCHEMES,
    apportioned_counts,
    collect,
    frequency_scheme,
    users_of,
    zipf_frequencies,
)
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["collected", "predicted"]

CHANNELS: dict[str, Channel] = {
    "Gaussian, d=50, r*=7.6": GaussianChannel(dimension=50, noise_std=math.sqrt(596), norm_bound=math.sqrt(50)),
    "Gaussian, d=8, r*=83": GaussianChannel(dimension=8, noise_std=1.55, norm_bound=math.sqrt(8)),
    "Laplace, d=1, r*=8.2": LaplaceChannel(dimension=1, epsilon=3.0, norm_bound=1.0, proposal_epsilon=1.0),
    "PrivUnit, d=50, r*=12": PrivUnitChannel(dimension=50, epsilon=4.0),
    "10-ary response, r*=2.3": RandomizedResponseChannel(size=10, epsilon=1.0),
    "1000-ary response, r*=288": RandomizedResponseChannel(size=1000, epsilon=6.0),
}
BATCHES = (1, 60, 2000)
WITHIN = 3.0
SHARED = SharedRandomness(1)


def predicted() -> Iterator[tuple[str, float]]:
    """PPR on the path in use: messages one by one, some together, and many; the line and the last ratio."""
    for name, channel in CHANNELS.items():
        x = (
            np.eye(1, channel.dimension)[0] * getattr(channel, "norm_bound", 1.0)
            if channel.event_shape
            else np.array(0)
        )
        for alpha in (1.2, 2.0, math.inf):
            encoder = PoissonPrivateRepresentation(channel, alpha)
            ratios = []
            for batch in BATCHES:
                each = search_seconds(channel, x, alpha, batch=batch, path=path_in_use(encoder))
                ratios.append(each / _measured(encoder, x, batch))
            shown, batches = (
                ", ".join(map(str, each)) for each in ([f"{number(ratio, 2)}" for ratio in ratios], BATCHES)
            )
            yield f"{name}, α = {number(alpha)}: {shown} for {batches} messages a call", ratios[-1]


def collected() -> Iterator[tuple[str, float]]:
    """Collections by compressed oracles, on the path in use."""
    for name in FREQUENCY_SCHEMES:
        for epsilon, users in ((1.0, 20_000), (5.0, 2_000)):
            if name.startswith(("ppr", "rejection")):
                oracle = frequency_scheme(name, size=1000, epsilon=epsilon)
                x = users_of(apportioned_counts(zipf_frequencies(1000), users))
                (seconds,) = interleaved(
                    lambda o=oracle, x=x: collect(o, x, SHARED, np.random.default_rng(1)), rounds=2
                )
                ratio = oracle.expected_seconds(users, kernels.compiled() is not None) / seconds
                yield f"{name}, k = 1000, ε = {number(epsilon)}: {number(ratio, 2)} for {users} users", ratio


def _measured(encoder: PoissonPrivateRepresentation, x: np.ndarray, batch: int) -> float:
    """Processor seconds of a message."""
    inputs, calls = np.repeat(x[None], batch, axis=0), max(1, 60 // batch)

    def task() -> None:
        rng = np.random.default_rng(1)
        for call in range(calls):
            encoder.encode(inputs, SHARED, rng, first_table=call * batch)

    (seconds,) = interleaved(task, rounds=3)
    return seconds / (calls * batch)


if __name__ == "__main__":
    for compiled in (False, True):
        if compiled and not kernels.warm_up():
            break
        print("compiled kernels" if compiled else "array programs", flush=True)
        outside = 0
        for line, ratio in (*predicted(), *collected()):
            print(f"  {line}", flush=True)
            outside += not 1 / WITHIN < ratio < WITHIN
        print(f"  {outside} of these are off by more than a factor of {number(WITHIN)}", flush=True)
