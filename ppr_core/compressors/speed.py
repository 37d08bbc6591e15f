"""How long an encode is predicted to take on one core: measured seconds of its parts, times how many there are."""

from __future__ import annotations

import math

import numpy as np

from ppr_core.channels import Channel
from ppr_core.compressors.poisson import order_factor

__all__ = ["ENCODE_SECONDS", "candidate_seconds", "listed_seconds", "rejection_seconds", "search_seconds"]

# Measured seconds for each encode, each candidate, each uniform that a candidate needs, and for finding a candidate's
# place in time.
ENCODE_SECONDS = 1e-6
_CANDIDATE, _UNIFORM, _ARRIVAL, _ARRIVAL_PFR = 6e-8, 4e-8, 8e-7, 3.5e-7
# Of pseudorandom rejection: an encode with its decode, a try, and each block of the hash function's output.
_SEED, _TRY, _BLOCK = 2e-6, 4e-7, 1e-6
_WORDS = 17  # uniforms that a block gives
_LARGEST = 300.0  # natural logarithms above this are cut: such a run is refused anyway


def candidate_seconds(channel: Channel) -> float:
    """To make a candidate and evaluate its ratio."""
    return _CANDIDATE + _UNIFORM * channel.width


def search_seconds(channel: Channel, x: np.ndarray, alpha: float) -> float:
    """One encode of x by PPR of order α in (1, ∞], within a large batch: r* candidates in expectation, each with its
    place in time. x: one input."""
    log_bound = float(np.asarray(channel.log_ratio_bound(x[None]), dtype=float)[0])
    arrival = _ARRIVAL_PFR if math.isinf(alpha) else _ARRIVAL * order_factor(alpha)
    return ENCODE_SECONDS + math.exp(min(log_bound, _LARGEST)) * (arrival + candidate_seconds(channel))


def listed_seconds(channel: Channel, candidates: float) -> float:
    """One encode by a scheme that looks at all of N candidates."""
    return ENCODE_SECONDS + candidates * candidate_seconds(channel)


def rejection_seconds(channel: Channel, factor: float = 1.0) -> float:
    """One message of pseudorandom rejection: this factor times r* tries, r* the largest over all inputs."""
    tries = factor * math.exp(min(float(channel.log_ratio_bound()), _LARGEST))
    return _SEED + tries * (_TRY + _BLOCK * math.ceil(channel.width / _WORDS) + candidate_seconds(channel))
