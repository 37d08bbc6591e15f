"""How many samples Algorithm 1 and the candidate-order encoder of PPR look at for the same input.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
Algorithm 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors import DrawLimitExceeded, PoissonPrivateRepresentation, PoissonReference
from ppr_core.randomness import SharedRandomness

__all__ = ["SearchComparison", "algorithm1_draws", "compare_searches"]


@dataclass(frozen=True, eq=False)
class SearchComparison:
    """Samples looked at in n encodes of the same input, each with fresh randomness, sorted, (n,).

    candidate_order: by the candidate-order encoder. algorithm1: by Algorithm 1, where runs that reached ``limit``
    samples were stopped there; None at α = ∞, where both look at the samples in order of time.
    """

    candidate_order: np.ndarray
    algorithm1: np.ndarray | None
    limit: int

    def curves(self) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        """Of candidate order, then of Algorithm 1: numbers of samples, and the share of encodes done by then."""
        done = np.arange(1, len(self.candidate_order) + 1) / len(self.candidate_order)
        curves = [(self.candidate_order, done)]
        if self.algorithm1 is not None:
            finished = self.algorithm1 < self.limit
            curves.append((self.algorithm1[finished], done[finished]))
        return tuple(curves)

    def table(self) -> dict[str, np.ndarray]:
        """Columns of n rows."""
        other = {} if self.algorithm1 is None else {"algorithm1": self.algorithm1}
        return {"encode": np.arange(1, len(self.candidate_order) + 1), "candidate_order": self.candidate_order, **other}


def algorithm1_draws(
    ppr: PoissonPrivateRepresentation,
    x: np.ndarray,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    arrivals: int,
    table: int = 0,
) -> tuple[int, int]:
    """Samples that one run of Algorithm 1 draws with PPR's channel and α, and the index it chooses; (0, 0) at α = ∞.

    x: one input as a batch, (1, *event_shape); arrivals: the run is stopped after about so many of its Poisson
    process; then the index is 0.
    """
    if math.isinf(ppr.alpha):
        return 0, 0
    limit = _limit(ppr.alpha, arrivals)
    encoder = PoissonReference(ppr.channel, ppr.alpha, draw_limit=limit)
    try:
        sent = encoder.encode(x, shared, rng, first_table=table)
    except DrawLimitExceeded:
        return limit, 0
    return int(sent.searched[0]), int(sent.indices[0])


def compare_searches(
    ppr: PoissonPrivateRepresentation,
    x: np.ndarray,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    encodes: int,
    arrivals: int,
) -> SearchComparison:
    """Encode x, (1, *event_shape), with both encoders, with other samples, times and marks in every encode.

    The encodes read the tables from 1 on; arrivals: as in `algorithm1_draws`.
    """
    looked = np.sort(ppr.encode(np.repeat(x, encodes, axis=0), shared, rng, first_table=1).searched)
    if math.isinf(ppr.alpha):
        return SearchComparison(looked, None, 0)
    tables = range(1, encodes + 1)
    draws = [algorithm1_draws(ppr, x, shared, rng, arrivals=arrivals, table=table)[0] for table in tables]
    return SearchComparison(looked, np.sort(draws), _limit(ppr.alpha, arrivals))


def _limit(alpha: float, arrivals: int) -> int:
    """Samples within which Algorithm 1 goes through about so many arrivals: Γ(1 − 1/α) for each sample."""
    return max(20, int(arrivals / math.gamma(1 - 1 / alpha)))
