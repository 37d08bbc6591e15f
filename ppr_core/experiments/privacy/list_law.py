"""One list of candidates, as the server has it: how likely each index is for two values of x."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.index_law import law_given_list, ratio_law
from ppr_core.randomness import SharedRandomness, SharedRows

__all__ = ["OneList", "one_list"]

SHOWN = 8
_KNOWN = 64  # candidates that are taken as they are; those behind them come at their mean
_LARGEST = 50.0  # α, beyond which all but one index are next to never sent
_LEAST = 1e-4  # of a chance that is shown: masses err by up to 10⁻⁶


@dataclass(frozen=True, eq=False)
class OneList:
    """chances: (2, m) P(K = k | list) of the first m indices for x and for x′."""

    chances: np.ndarray

    @property
    def farthest(self) -> int:
        """The position whose two chances differ by the largest factor."""
        return int(np.argmax(np.abs(np.diff(np.log(self.chances), axis=0)[0])))

    @property
    def factor(self) -> float:
        """By which they differ there, at least 1; its logarithm is what this message tells the server of x."""
        first, second = self.chances[:, self.farthest].tolist()
        return max(first / second, second / first)


@lru_cache(maxsize=64)
def one_list(p: PrivacyParameters) -> OneList | None:
    """P(K = k | list) of PPR, whose times the server does not know, and of MRC, which has none, on a list of the seed.

    MRC: ∝ r(Z_k). The first indices, up to one that is next to never sent; None for other schemes, for α above 50, and
    where fewer than two are left.
    """
    if p.scheme not in ("ppr", "mrc") or (p.scheme == "ppr" and p.alpha > _LARGEST):
        return None
    channel, count = p.channel(), _KNOWN if p.scheme == "ppr" else p.candidates
    rows = SharedRows(SharedRandomness(p.seed), np.arange(1, count + 1), np.zeros(count, dtype=np.int64))
    log_ratio = np.stack([channel.candidate_log_ratio(np.repeat(x[None], count, axis=0), rows) for x in p.inputs()])
    if p.scheme == "mrc":
        weights = np.exp(log_ratio - log_ratio.max(axis=1, keepdims=True))
        chances = weights / weights.sum(axis=1, keepdims=True)
    else:
        chances = law_given_list(log_ratio[:, None], p.alpha, [ratio_law(channel, x) for x in p.inputs()]).mass[:, 0]
    shown = int(np.cumprod(np.all(chances[:, :SHOWN] > _LEAST, axis=0)).sum())
    return OneList(chances[:, :shown]) if shown > 1 else None
