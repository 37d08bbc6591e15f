"""What the arrivals of one encode tell: how likely each index was, and which inputs an index rules out.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
section 4: given times and samples, P(K = k) ∝ T̃_k^(−α) with T̃ = T/r.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.channels import VectorChannel
from ppr_core.compressors.trace import Points

__all__ = ["index_probabilities", "later_share", "ruled_out_inputs", "with_later"]

_LARGEST = 700.0  # e^700 is still a float
_INFINITE = 1e300  # α from which on it is ∞ to a float, and α times a logarithm may not be one


def index_probabilities(log_transformed: np.ndarray, alpha: float) -> np.ndarray:
    """P(K = k) among the given arrivals, from ln T̃ (n,) -> (n,); all on the smallest T̃ at α = ∞."""
    log_weight = log_transformed.min() - log_transformed
    weight = (log_weight == 0).astype(float) if alpha >= _INFINITE else np.exp(alpha * log_weight)
    return weight / weight.sum()


def later_share(points: Points, first: int, alpha: float, log_ratio_bound: float) -> float:
    """Bound on the expected share in P(K = i) of all arrivals after the ``first`` ones; log_ratio_bound: ln r*.

    E Σ T̃^(−α) <= r*^(α−1) T_m^(1−α)/(α − 1) over the arrivals after T_m, against the sum over those up to it; 0 at
    α = ∞, where the stopping rule proves that none of them wins.
    """
    if alpha >= _INFINITE:
        return 0.0
    tail = (alpha - 1) * (log_ratio_bound - points.log_time[first - 1]) - math.log(alpha - 1)
    known = np.logaddexp.reduce(-alpha * points.log_transformed[:first])
    return float(1 / (1 + np.exp(np.clip(known - tail, -_LARGEST, _LARGEST))))


def ruled_out_inputs(
    channel: VectorChannel, points: Points, row: int, inputs: np.ndarray
) -> tuple[tuple[float, float], ...]:
    """Intervals of inputs that at α = ∞ give another index than that of ``row``: an earlier sample has a larger ratio.

    points: in order of time; inputs: (m,) increasing lengths on the first axis, whose runs the intervals are.
    """
    x = inputs[:, None, None] * np.eye(1, points.z.shape[1])
    ratios = channel.log_ratio(x, points.z[: row + 1])
    excluded = ratios[:, :row].max(axis=1, initial=-np.inf) > ratios[:, row]
    edges = np.flatnonzero(np.diff(np.concatenate([[False], excluded, [False]]).astype(int)))
    return tuple((float(inputs[low]), float(inputs[high - 1])) for low, high in edges.reshape(-1, 2))


def with_later(first: Points, candidates: Points, most: int) -> Points:
    """The first arrivals, then candidates that came later in order of time: the ``most`` that were looked at first, and
    the one that won."""
    chosen = candidates.log_score == candidates.log_score.min()
    later = np.flatnonzero((candidates.index > len(first.index)) & ((candidates.order <= most) | chosen))
    later = later[np.argsort(candidates.log_time[later])]
    names = ("index", "order", "log_time", "log_shift", "z", "log_ratio")
    return Points(*(np.concatenate([getattr(first, name), getattr(candidates, name)[later]]) for name in names))
