"""One encode and decode of the experiment `ppr_step_by_step`, with everything in between."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors.trace import Points
from ppr_core.experiments.ppr_step_by_step.parameters import LIMIT, PprSteps
from ppr_core.guarantees import PrivacyGuarantee

__all__ = ["PprStepsResult", "linear"]

_MOST = 700.0  # logarithms are cut here before they are turned into floats


@dataclass(frozen=True, eq=False)
class PprStepsResult:
    """One encode and decode, with everything in between.

    points: the first m arrivals in order of time, then later candidates (the first 200, and the chosen one); n rows,
    of which ``row`` is the chosen one. generated: (n,) the encoder generated this arrival. generated_earlier: all that
    it generated before the chosen one; the others of the K − 1 it only counted. probability: (n,) P(K = i)
    given the drawn times and samples; other_probability: of the chosen index, had the input been ``other_x``. later:
    bound on the expected share of all arrivals after the first m in P(K = i). looked: samples the encoder looked at.
    stop: r*·(smallest S/r). word, data: the message as bits and as bytes; index, received: K before and after it;
    z, decoded: (d,) before and after. draws: samples that one run of Algorithm 1 drew until it was finished, or was
    stopped; 0 where it does not apply (α = ∞). ruled_out: intervals of inputs that cannot have given this index.
    law_z, law_density, proposal_density: (k,) densities of mechanism and proposal along x.
    """

    parameters: PprSteps
    points: Points
    row: int
    generated: np.ndarray
    generated_earlier: int
    probability: np.ndarray
    other_probability: float
    later: float
    looked: int
    ratio_bound: float
    stop: float
    index: int
    word: str
    data: bytes
    received: int
    z: np.ndarray
    decoded: np.ndarray
    draws: int
    finished: bool
    mechanism_privacy: PrivacyGuarantee
    decoder_privacy: PrivacyGuarantee
    accounted_privacy: PrivacyGuarantee
    ruled_out: tuple[tuple[float, float], ...]
    law_z: np.ndarray
    law_density: np.ndarray
    proposal_density: np.ndarray

    @property
    def private(self) -> bool:
        return math.isfinite(self.parameters.alpha)

    @property
    def scalar(self) -> bool:
        return self.points.z.shape[1] == 1

    @property
    def equal(self) -> bool:
        """Whether the decoder has the encoder's z, to the last bit."""
        return self.index == self.received and np.array_equal(self.z, self.decoded)

    @property
    def other_x(self) -> float:
        """The input at the far end of the range."""
        return -LIMIT if self.parameters.x >= 0 else LIMIT

    @property
    def ruled_out_share(self) -> float:
        """Share of the inputs in [−LIMIT, LIMIT] that cannot have given this index."""
        return sum(high - low for low, high in self.ruled_out) / (2 * LIMIT)

    def table(self) -> dict[str, np.ndarray]:
        points = self.points
        return {
            "index": points.index if points.index.dtype != object else points.index.astype(str),
            "z": points.z[:, 0],
            "ratio": linear(points.log_ratio),
            "time": linear(points.log_time),
            "transformed_time": linear(points.log_transformed),
            "probability": self.probability,
            "candidate_time": linear(points.log_candidate),
            "score": linear(points.log_score),
            "generated": self.generated.astype(int),
            "looked_at": points.order,
            "chosen": (np.arange(len(points.index)) == self.row).astype(int),
        }


def linear(logarithm: np.ndarray | float) -> np.ndarray | float:
    """exp, cut where a float would overflow or vanish; NaN stays."""
    return np.exp(np.clip(logarithm, -_MOST, _MOST))
