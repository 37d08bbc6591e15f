"""One list of candidates and one draw of the sender's times: how likely each index is for two values of x."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors.trace_law import index_probabilities
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.randomness import SharedRandomness, SharedRows

__all__ = ["OneList", "one_list"]

SHOWN = 8
_ENDLESS = 2_000  # candidates that stand for an endless list: a later one has at most about so little of the chance
_WEIGHTED = ("ppr", "truncated_ppr", "mrc")  # schemes that choose an index in proportion to its weight
_STREAM = 32


@dataclass(frozen=True, eq=False)
class OneList:
    """chances: (2, m) P(K = k) of the first m indices for x and for x′, given list and times."""

    chances: np.ndarray

    @property
    def farthest(self) -> int:
        """The position whose two chances differ by the largest factor."""
        return int(np.argmax(np.abs(np.diff(np.log(self.chances), axis=0)[0])))

    @property
    def factor(self) -> float:
        """By which they differ there, at least 1; its logarithm is what this message tells of x."""
        first, second = self.chances[:, self.farthest].tolist()
        return max(first / second, second / first)


def one_list(p: PrivacyParameters) -> OneList | None:
    """P(K = k) ∝ (r(Z_k|x)/T_k)^α of PPR, and ∝ r(Z_k|x) of MRC, on the first list of the seed.

    None for schemes that do not weigh, for α = ∞, and where a chance is 0.
    """
    alpha = 1.0 if p.scheme == "mrc" else p.alpha
    if p.scheme not in _WEIGHTED or math.isinf(alpha):
        return None
    channel, count = p.channel(), _ENDLESS if p.scheme == "ppr" else p.candidates
    rows = SharedRows(SharedRandomness(p.seed), np.arange(1, count + 1), np.zeros(count, dtype=np.int64))
    times = np.cumsum(np.random.default_rng([p.seed, _STREAM]).standard_exponential(count))
    log_time = np.zeros(count) if p.scheme == "mrc" else np.log(times)
    ratios = (channel.candidate_log_ratio(np.repeat(x[None], count, axis=0), rows) for x in p.inputs())
    chances = np.stack([index_probabilities(log_time - ratio, alpha)[:SHOWN] for ratio in ratios])
    return OneList(chances) if np.all(chances > 0) else None
