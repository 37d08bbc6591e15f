"""How many samples Algorithm 1 and the candidate-order encoder look at for the same input.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
Algorithm 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.compressors import DrawLimitExceeded, PoissonPrivateRepresentation, PoissonReference
from ppr_core.experiments.ppr_step_by_step.parameters import SHELL, PprSteps, channel_of, input_of
from ppr_core.randomness import SharedRandomness

__all__ = ["ENCODES", "Comparison", "algorithm1_draws", "compare"]

ENCODES = 100  # of each encoder; fewer where each looks at thousands of samples
_FEWEST = 10
_LOOKS = 200_000  # samples that the candidate-order encoder may look at in all of them together
_ARRIVALS = 600  # Poisson arrivals that a run of Algorithm 1 may go through


@dataclass(frozen=True, eq=False)
class Comparison:
    """Samples looked at in n encodes of the same input, each with fresh randomness, sorted, (n,).

    candidate_order: by the candidate-order encoder. algorithm1: by Algorithm 1, where runs that reached ``limit``
    samples were stopped there; None at α = ∞, where both look at the samples in order of time.
    """

    candidate_order: np.ndarray
    algorithm1: np.ndarray | None
    limit: int

    def curves(self) -> tuple[tuple[str, np.ndarray, np.ndarray], ...]:
        """For each encoder its name, numbers of samples, and the share of its encodes that were done by then."""
        done = np.arange(1, len(self.candidate_order) + 1) / len(self.candidate_order)
        curves = [("candidate order", self.candidate_order, done)]
        if self.algorithm1 is not None:
            finished = self.algorithm1 < self.limit
            curves.append(("Algorithm 1", self.algorithm1[finished], done[finished]))
        return tuple(curves)

    def table(self) -> dict[str, np.ndarray]:
        other = {} if self.algorithm1 is None else {"algorithm1": self.algorithm1}
        return {"encode": np.arange(1, len(self.candidate_order) + 1), "candidate_order": self.candidate_order, **other}


def algorithm1_draws(p: PprSteps, rng: np.random.Generator, arrivals: int, table: int = 0) -> tuple[int, bool]:
    """Samples that one run of Algorithm 1 draws, and whether it finished; (0, True) at α = ∞.

    arrivals: the run is stopped after about so many arrivals of its Poisson process.
    """
    if math.isinf(p.alpha):
        return 0, True
    limit = _limit(p.alpha, arrivals)
    encoder = PoissonReference(channel_of(p), p.alpha, draw_limit=limit)
    try:
        sent = encoder.encode(input_of(p), SharedRandomness(p.seed), rng, first_table=table)
    except DrawLimitExceeded:
        return limit, False
    return int(sent.candidates[0]), True


def compare(parameters: PprSteps) -> Comparison:
    """Encode the same input with both encoders, with other samples, times and marks in every encode."""
    return _compare(parameters.replace(step=0, code="elias_gamma", points=PprSteps().points))


@lru_cache(maxsize=64)
def _compare(p: PprSteps) -> Comparison:
    ppr, rng = (
        PoissonPrivateRepresentation(channel_of(p), p.alpha, shell=SHELL),
        np.random.default_rng([p.private_seed, 3]),
    )
    encodes = max(_FEWEST, min(ENCODES, int(_LOOKS / ppr.expected_cost(input_of(p))[0])))
    same = np.repeat(input_of(p), encodes, axis=0)
    looked = np.sort(ppr.encode(same, SharedRandomness(p.seed), rng, first_table=1).candidates)
    if math.isinf(p.alpha):
        return Comparison(looked, None, 0)
    draws = [algorithm1_draws(p, rng, _ARRIVALS, table)[0] for table in range(1, encodes + 1)]
    return Comparison(looked, np.sort(draws), _limit(p.alpha, _ARRIVALS))


def _limit(alpha: float, arrivals: int) -> int:
    """Samples within which Algorithm 1 goes through about so many arrivals: Γ(1 − 1/α) for each sample."""
    return max(20, int(arrivals / math.gamma(1 - 1 / alpha)))
