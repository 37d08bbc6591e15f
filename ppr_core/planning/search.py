"""Chunk size and proposal width of least bits within a time budget."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ppr_core.channels import GaussianChannel
from ppr_core.planning.lengths import Option, bits_at, laplace_norm, option_of
from ppr_core.planning.mechanism import channel_of, is_vector
from ppr_core.planning.setup import Setup
from ppr_core.roots import golden_section

__all__ = ["LARGEST_LOG_RATIO", "Search", "allowed", "longest"]

#: ln of the candidates for one index beyond which no encoder is started.
LARGEST_LOG_RATIO = math.log(1e7)
_LONGEST = 1.0  # seconds for all of a user's reports where no budget is set
_WORTH = 1.005  # less than half a percent of the bits is not worth waiting for
_PATIENCE = math.log2(1.01)  # without a budget twice the time has to save 1 % of the bits
_SLOWEST = 30.0  # times the time allowed, up to which the grid is looked at

Score = tuple[int, float, float]


def longest(p: Setup) -> float:
    """Seconds that all of a user's reports may take."""
    return _LONGEST if math.isinf(p.time_budget) else p.seconds


def allowed(p: Setup, option: Option) -> bool:
    """Whether an encoder can run, in time."""
    return option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(p)


class Search:
    """Chunk size and proposal width of least bits; every option that was looked at is kept."""

    def __init__(self, p: Setup, alpha: float, code: str) -> None:
        self.p, self.alpha, self.code = p, alpha, code
        self.looked: dict[tuple[int, float], Option] = {}
        self.chunked = p.gaussian and p.chunk is None

    def run(self) -> Option:
        """The best of a coarse grid, refined."""
        best = min((self._look(size, scale) for size in self._sizes() for scale in self._grid(size)), key=self._score)
        limit = max(_SLOWEST * longest(self.p), _SLOWEST * best.seconds)
        self.looked = {place: one for place, one in self.looked.items() if one is best or one.seconds <= limit}
        return self.refined(best)

    def refined(self, best: Option) -> Option:
        """Golden-section search over the number of pieces, at each over the width; then the fastest that is as good."""
        if self.chunked and allowed(self.p, best):
            self._golden_whole(
                lambda count: self._score(self._widest(count)), max(1, best.indices // 2), 2 * best.indices
            )
        elif allowed(self.p, best):
            self._widen(best.chunk)
        best = min(self.looked.values(), key=self._score)
        if self._score(best)[0] or math.isinf(self.p.time_budget):
            return best
        good = _WORTH * self._bits(best)
        within = [one for one in self.looked.values() if not self._score(one)[0] and self._bits(one) <= good]
        return min(within, key=lambda one: one.seconds)

    def _look(self, size: int, scale: float) -> Option:
        if (size, scale) not in self.looked:
            self.looked[size, scale] = option_of(self.p, self.alpha, size, scale)
        return self.looked[size, scale]

    def _bits(self, option: Option) -> float:
        return bits_at(option, self.alpha, self.code)

    def _score(self, option: Option) -> Score:
        """What is smaller is better: allowed before not allowed, then bits, or time."""
        if not allowed(self.p, option):
            return 1, option.seconds if math.isfinite(option.seconds) else math.inf, option.log_ratio
        bits = self._bits(option)
        if math.isinf(self.p.time_budget):
            return 0, math.log(bits) + _PATIENCE * math.log(option.seconds), option.seconds
        return 0, bits, option.seconds

    def _sizes(self) -> list[int]:
        """Chunk sizes of the grid: powers of two of pieces."""
        d = self.p.dimension
        if not self.chunked:
            return [min(self.p.chunk, d) if self.p.gaussian else d if is_vector(self.p) else 1]
        return sorted({-(-d // 2**power) for power in range(math.ceil(math.log2(d)) + 1)}, reverse=True)

    def _ends(self, size: int) -> tuple[float, float]:
        """Proposal widths from the fewest candidates to the least divergence."""
        p = self.p
        if not p.noisy:
            return 1.0, 1.0
        if isinstance(p.proposal, float):
            return p.proposal, p.proposal
        best: Any = channel_of(p, size, 1.0)[0]
        if isinstance(best, GaussianChannel):
            paper = best.norm_bound**2 / best.dimension / best.proposal_width
        elif p.proposal == "paper":
            return math.nan, math.nan
        else:  # the least divergence is at ε′ = d/E‖z‖
            paper = best.proposal_epsilon * laplace_norm(best.dimension, best.epsilon, best.norm_bound) / best.dimension
        return (paper, paper) if p.proposal == "paper" else (1.0, max(1.0, paper))

    def _grid(self, size: int) -> list[float]:
        low, high = self._ends(size)
        return [low] if not high > low else np.geomspace(low, high, 3 if self.chunked else 5).tolist()

    def _widen(self, size: int) -> Option:
        """The best width for this chunk size."""
        low, high = self._ends(size)
        if not high > low * (1 + 1e-9):
            return self._look(size, low)

        def score(log_scale: float) -> Score:
            return self._score(self._look(size, math.exp(log_scale)))

        top = self._slowest_allowed(size, math.log(low), math.log(high))
        if score(top)[:2] <= score(top - 0.02)[:2]:  # still falling where time or divergence ends it
            return self._look(size, math.exp(top))
        return self._look(size, math.exp(golden_section(score, math.log(low), top, steps=7)))

    def _slowest_allowed(self, size: int, low: float, high: float) -> float:
        """The ln of the largest width that keeps the time; low where none does."""

        def in_time(log_scale: float) -> bool:
            return allowed(self.p, option_of(self.p, self.alpha, size, math.exp(log_scale)))

        if in_time(high):
            return high
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (middle, high) if in_time(middle) else (low, middle)
        return low

    def _widest(self, count: int) -> Option:
        return self._widen(-(-self.p.dimension // min(count, self.p.dimension)))

    def _golden_whole(self, score: Callable[[int], Score], low: int, high: int) -> None:
        """Golden-section search over whole numbers, in their logarithm; what is looked at is kept."""
        high = min(high, self.p.dimension)
        known: dict[int, Score] = {}

        def at(log_count: float) -> Score:
            count = round(math.exp(log_count))
            return known.setdefault(count, known[count] if count in known else score(count))

        counts = range(low, high + 1)
        if len(counts) > 7:
            centre = round(math.exp(golden_section(at, math.log(low), math.log(high), steps=8)))
            counts = range(max(low, centre - 1), min(high, centre + 1) + 1)
        for count in counts:
            at(math.log(count))
