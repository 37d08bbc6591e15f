"""Debiasing: how often an inexact compressor reports from the cap, and the scale that makes its reports unbiased.

For a channel whose ratio has two levels, c1 on a cap of proposal mass θ and c2 elsewhere, the decoded report is uniform
within the cap and outside it, as the channel's is; only the probability p of the cap changes, to p′. An estimator that
divides by the scale m(p) of the channel becomes unbiased again with m(p′).
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.channels import PrivUnitChannel
from ppr_core.channels.base import TwoLevels
from ppr_core.compressors import Compressor, MinimalRandomCoding, ModifiedMinimalRandomCoding

__all__ = ["cap_probability", "estimate_scale", "modified_mrc_cap_probability", "mrc_cap_probability"]

_TAIL_NATS = 45.0  # counts outside the window have probability below 2e^−45
_LARGEST = 2**62


def mrc_cap_probability(levels: TwoLevels, candidates: int) -> float:
    """p′ of minimal random coding: Σ_b Bin(b; N, θ) · b c1 / (b c1 + (N − b) c2).

    levels: of the channel. candidates: N >= 1; only the counts within a window around Nθ are summed, so N = 10⁶ takes
    a millisecond. p′ <= p, and p′ -> p as N grows.
    """
    counts, weights = _counts(levels.mass, candidates)
    inside, outside = counts * levels.high, (candidates - counts) * levels.low
    share = np.divide(inside, inside + outside, out=np.zeros(len(counts)), where=inside > 0)
    return float(weights @ share)


def modified_mrc_cap_probability(levels: TwoLevels, candidates: int) -> float:
    """p′ of modified minimal random coding (Shah, Chen, Ballé, Kairouz, Theis 2022).

    Σ_b Bin(b; N, θ) · (β c1 if β <= θ else 1 − (1 − β) c2) with β = b/N: the candidates of the cap share that weight.
    p − p′ falls like 1/√N only, where that of minimal random coding falls like 1/N.
    """
    counts, weights = _counts(levels.mass, candidates)
    share = counts / candidates
    return float(weights @ np.where(share <= levels.mass, share * levels.high, 1 - (1 - share) * levels.low))


def cap_probability(compressor: Compressor) -> float:
    """Probability that a decoded report lies in the cap of its input: p for exact compressors, p′ for MRC and modified
    MRC. ``ValueError`` for other compressors and for channels whose ratio does not have two levels."""
    levels = compressor.channel.two_levels()
    if levels is None:
        validation.fail("channel", compressor.channel.name, "one whose ratio takes two values")
    if compressor.exact:
        return levels.mass * levels.high
    if isinstance(compressor, MinimalRandomCoding):
        return mrc_cap_probability(levels, compressor.candidates)
    if isinstance(compressor, ModifiedMinimalRandomCoding):
        return modified_mrc_cap_probability(levels, compressor.candidates)
    validation.fail("compressor", compressor.name, "exact, mrc or modified_mrc")


def estimate_scale(compressor: Compressor) -> float:
    """m′ with E[z] = m′ x for the decoded report z of a compressed `PrivUnitChannel`.

    z/m′ is an unbiased estimate of x, of squared error 1/m′² − 1.
    """
    channel = compressor.channel
    if not isinstance(channel, PrivUnitChannel):
        validation.fail("channel", channel.name, "privunit")
    return channel.scale if compressor.exact else channel.scale_at(cap_probability(compressor))


def _counts(mass: float, candidates: int) -> tuple[np.ndarray, np.ndarray]:
    """How many candidates lie in the cap, within the window that Bernstein's inequality gives; and how probably."""
    candidates = validation.integer("candidates", candidates, 1, _LARGEST)
    mean, variance = candidates * mass, candidates * mass * (1 - mass)
    reach = _TAIL_NATS / 3 + math.sqrt((_TAIL_NATS / 3) ** 2 + 2 * _TAIL_NATS * variance)
    counts = np.arange(max(0, math.floor(mean - reach)), min(candidates, math.ceil(mean + reach)) + 1)
    # From each count to the next, then normalised: precise for any N, where differences of ln Γ are not.
    steps = np.log((candidates - counts[:-1]) / counts[1:]) + math.log(mass / (1 - mass))
    logs = np.append(0.0, np.cumsum(steps))
    weights = np.exp(logs - logs.max())
    return counts, weights / weights.sum()
