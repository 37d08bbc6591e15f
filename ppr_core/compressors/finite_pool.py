"""Compressors that choose among the first N candidates only: minimal random coding and truncated PPR."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.base import Compressor
from ppr_core.compressors.privacy import mrc_privacy, truncated_privacy
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness, SharedRows

__all__ = ["FinitePool", "MinimalRandomCoding", "TruncatedPoisson"]

_FLOATS = 1 << 19  # floats of proposal samples held at once


class FinitePool(Compressor):
    """K in 1..N by a rule on the ratios of the first N candidates; log2 N bits at most.

    candidates: N >= 1. With r* <= some bound the decoded law tends to P as N grows but never equals it.
    """

    exact = False

    def __init__(self, channel: Channel, candidates: int) -> None:
        super().__init__(channel)
        self.candidates = validation.integer("candidates", candidates, 1, 2**24)
        self.most_index = self.candidates

    def expected_cost(self, x: Any) -> np.ndarray:
        """N, for every input."""
        return np.full(len(self.channel.inputs(x)), float(self.candidates))

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        index = np.empty(len(x), dtype=np.int64)
        rows = max(1, _FLOATS // (self.candidates * self.channel.ratio_width))
        for start in range(0, len(x), rows):
            part = slice(start, start + rows)
            index[part] = 1 + self._pick(self._log_ratios(x[part], tables[part], shared), rng)
        return index, np.full(len(x), self.candidates)

    def _log_ratios(self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness) -> np.ndarray:
        """ln r of every candidate of every input, (n, N), some candidates at a time."""
        ratios = np.empty((len(x), self.candidates))
        step = max(1, _FLOATS // (len(x) * self.channel.ratio_width))
        for start in range(0, self.candidates, step):
            pool = np.arange(start + 1, min(start + step, self.candidates) + 1)
            rows = SharedRows(shared, np.tile(pool, len(x)), np.repeat(tables, len(pool)))
            log_ratios = self.channel.candidate_log_ratio(np.repeat(x, len(pool), axis=0), rows)
            ratios[:, start : start + len(pool)] = log_ratios.reshape(len(x), len(pool))
        return ratios

    @abstractmethod
    def _pick(self, log_ratio: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Positions 0..N−1 from ln r, (n, N) -> (n,)."""


class MinimalRandomCoding(FinitePool):
    """MRC (Havasi, Peharz, Hernández-Lobato 2019): P(K = k) ∝ r(Z_k|x) over N candidates; log2 N bits, not exact.

    An ε-locally private channel becomes 2ε-private against the decoder. If every ratio is zero, K is uniform.

    >>> import numpy as np
    >>> from ppr_core import MinimalRandomCoding, RandomizedResponseChannel, SharedRandomness
    >>> scheme = MinimalRandomCoding(RandomizedResponseChannel(size=4, epsilon=1.0), candidates=64)
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3,), False)
    """

    name = "mrc"
    label = "MRC"

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """2ε against the decoder, which covers the decoded output too; the channel must be purely private."""
        return mrc_privacy(self.channel)

    def _pick(self, log_ratio: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        # The largest ln r + Gumbel noise has probability proportional to r.
        return np.argmax(_finite(log_ratio) + rng.gumbel(size=log_ratio.shape), axis=1)


class TruncatedPoisson(FinitePool):
    """PPR over the first N arrivals: P(K = k) ∝ T̃_k^{−α}, k <= N (Liu, Chen, Özgür, Li 2024, section 4). Not exact.

    alpha: in (1, ∞]; candidates: N. Theorem 7's proof holds for the first N terms as well: 2αε against the decoder.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel, SharedRandomness, TruncatedPoisson
    >>> scheme = TruncatedPoisson(RandomizedResponseChannel(size=4, epsilon=1.0), alpha=2.0, candidates=64)
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3,), False)
    """

    name = "truncated_ppr"
    label = "Truncated PPR"

    def __init__(self, channel: Channel, alpha: float, candidates: int) -> None:
        super().__init__(channel, candidates)
        self.alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """2αε against the decoder, which covers the decoded output too; the channel must be purely private."""
        return truncated_privacy(self.channel, self.alpha)

    def _pick(self, log_ratio: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        times = np.cumsum(rng.standard_exponential(log_ratio.shape), axis=1)
        score = np.log(times) - _finite(log_ratio)
        if not math.isinf(self.alpha):
            score += np.log(rng.standard_exponential(log_ratio.shape)) / self.alpha
        return np.argmin(score, axis=1)


def _finite(log_ratio: np.ndarray) -> np.ndarray:
    """Rows without any possible candidate count as equal ratios; elsewhere −∞ is never chosen."""
    return np.where(np.isneginf(log_ratio).all(axis=1, keepdims=True), 0.0, log_ratio)
