"""How long an encode is predicted to take on one core: measured seconds of its parts, times how many there are.

`python -m benchmarks.predictions` prints these predictions over what is measured; whoever makes an encoder faster puts
its new seconds here, and nowhere else. There are two paths: array programs, and compiled kernels (`ppr_core.kernels`),
which take over the search in order of time for the channels that have one. What decides how much is run counts on one
of the two whatever is installed, so that equal parameters give equal results on every machine; what is announced,
refused or shown beside a measurement is of the path in use.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core import kernels
from ppr_core.channels import Channel
from ppr_core.compressors.contest import CAPS
from ppr_core.compressors.poisson import PoissonPrivateRepresentation, order_factor

__all__ = [
    "ARRAYS", "ENCODE_SECONDS", "KERNELS", "Path", "candidate_seconds", "capped_seconds", "listed_seconds",
    "path_in_use", "path_with_kernels", "rejection_seconds", "search_seconds",
]  # fmt: skip

_LARGEST = 300.0  # natural logarithms above this are cut: such a run is refused anyway


@dataclass(frozen=True)
class Path:
    """Seconds of PPR's parts on one of the two paths.

    call: of a call with one message; rounds: how much longer it takes for each factor e of its messages, as the slowest
    decides how often all are looked through; encode: of a message; candidate, uniform: of a candidate and of each
    uniform that it needs; arrival: α -> of its place in time.
    """

    call: float
    rounds: float
    encode: float
    candidate: float
    uniform: float
    arrival: Callable[[float], float]

    def call_seconds(self, batch: float) -> float:
        """What a call takes beside its messages and candidates, for each of ``batch`` >= 1 messages; 0 for infinite."""
        return 0.0 if math.isinf(batch) else self.call * (1 + self.rounds * math.log(batch)) / batch

    def candidate_seconds(self, channel: Channel) -> float:
        """To make a candidate and evaluate its ratio."""
        return self.candidate + self.uniform * channel.width


ARRAYS = Path(4e-4, 1.4, 1e-6, 6e-8, 4e-8, lambda alpha: 3.5e-7 if math.isinf(alpha) else 8e-7 * order_factor(alpha))
KERNELS = Path(3e-4, 0.5, 1e-6, 3e-8, 1e-8, lambda alpha: 6.5e-8 / (alpha - 1))

#: Of an encode beside its candidates.
ENCODE_SECONDS = ARRAYS.encode
# Of pseudorandom rejection: an encode with its decode, a try, and each block of the hash function's output.
_SEED, _TRY, _BLOCK = 2e-6, 4e-7, 1e-6
_WORDS = 17  # uniforms that a block gives


def path_in_use(compressor: PoissonPrivateRepresentation) -> Path:
    """The path that its encodes take in this process, now."""
    return KERNELS if kernels.compiled() is not None and compressor.in_time_order else ARRAYS


def path_with_kernels(channel: Channel, x: np.ndarray, alpha: float) -> Path:
    """The path of an encode of x by PPR of order α where kernels are ready."""
    served = PoissonPrivateRepresentation(channel, alpha).in_time_order and channel.contest(x[None]) is not None
    return KERNELS if served else ARRAYS


def candidate_seconds(channel: Channel) -> float:
    """To make a candidate and evaluate its ratio, by array programs."""
    return ARRAYS.candidate_seconds(channel)


def search_seconds(
    channel: Channel, x: np.ndarray, alpha: float, *, batch: float = math.inf, path: Path = ARRAYS
) -> float:
    """One encode of x by PPR of order α in (1, ∞], in a call with ``batch`` messages: r* candidates on average.

    x: one input; batch >= 1, infinite for a large one, to which the call itself adds nothing.
    """
    candidates = math.exp(min(float(channel.log_ratio_bound()), _LARGEST))
    seconds = path.encode + candidates * (path.arrival(alpha) + path.candidate_seconds(channel))
    plan = channel.contest(x[None])
    by_cap = plan is not None and plan[0] in CAPS and not math.isinf(alpha)
    if by_cap and PoissonPrivateRepresentation(channel, alpha).in_time_order:
        seconds = min(seconds, capped_seconds(channel, candidates, path))
    return path.call_seconds(batch) + seconds


def capped_seconds(channel: Channel, candidates: float, path: Path = KERNELS) -> float:
    """One of many encodes by `cap_order`, which is quicker from 30 candidates (r*) on."""
    others = channel.ratio_width - 1
    if path is KERNELS:
        return 4e-6 + 1e-6 * others + candidates * (2e-8 + 4.5e-9 * others)
    return 9e-6 + 3e-6 * others + candidates * (1.8e-7 + 1e-7 * others)


def listed_seconds(channel: Channel, candidates: float) -> float:
    """One encode by a scheme that looks at all of N candidates."""
    return ENCODE_SECONDS + candidates * candidate_seconds(channel)


def rejection_seconds(channel: Channel, factor: float = 1.0) -> float:
    """One message of pseudorandom rejection: this factor times r* tries, r* the largest over all inputs."""
    tries = factor * math.exp(min(float(channel.log_ratio_bound()), _LARGEST))
    return _SEED + tries * (_TRY + _BLOCK * math.ceil(channel.width / _WORDS) + candidate_seconds(channel))
