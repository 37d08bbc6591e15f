"""Chunk size and proposal width of least bits within a time budget."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from ppr_core.planning.lengths import Option, bits_at, option_of
from ppr_core.planning.setup import Setup
from ppr_core.roots import bracketed_root, golden_section

__all__ = ["LARGEST_LOG_RATIO", "Search", "allowed", "longest"]

#: ln of the candidates for one index beyond which no encoder is started.
LARGEST_LOG_RATIO = math.log(1e7)
_LONGEST = 1.0  # seconds for all of a user's reports where no budget is set
_WORTH = 1.005  # less than half a percent of the bits is not worth waiting for
_PATIENCE = math.log2(1.01)  # without a budget twice the time has to save 1 % of the bits
_BEYOND = 0.3  # of the way between the widths of fewest candidates and of least divergence, that is looked at behind
_SECTIONS, _ROUGHLY = 8, 3  # golden ones of that: of the chunk size that is taken, and of others
_CLOSE = 5e-7  # of the way to the farthest width that keeps the time
_SLOWEST = 30.0  # times the time allowed, up to which the grid is looked at

Score = tuple[int, float, float]


def longest(p: Setup) -> float:
    """Seconds that all of a user's reports may take.

    >>> from ppr_core.planning import Setup, longest
    >>> longest(Setup(time_budget=20.0)), longest(Setup(time_budget=float("inf")))
    (0.02, 1.0)
    """
    return _LONGEST if math.isinf(p.time_budget) else p.seconds


def allowed(p: Setup, option: Option) -> bool:
    """Whether an encoder can run, in time."""
    return option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(p)


class Search:
    """Chunk size and proposal width of least bits under the best of the codes; every option looked at is kept, but for
    those that are slower than the one taken and gain less than half a percent. least_bits: of all, kept or not.
    alpha_of: entries of a chunk -> α."""

    def __init__(self, p: Setup, alpha_of: Callable[[int], float], codes: Sequence[str]) -> None:
        self.p, self.alpha_of, self.codes = p, alpha_of, codes
        self.looked: dict[tuple[int, float], Option] = {}
        self._known: dict[tuple[int, float], float] = {}  # bits of options
        self.chunked, self.least_bits = p.kind.chunked and p.chunk is None, math.inf

    def run(self) -> Option:
        """The best of a coarse grid, refined."""
        best = min((self._look(size, scale) for size in self._sizes() for scale in self._grid(size)), key=self._score)
        limit = max(_SLOWEST * longest(self.p), _SLOWEST * best.seconds)
        self.looked = {key: option for key, option in self.looked.items() if option is best or option.seconds <= limit}
        grid = set(self.looked)
        best = self._refined(best)
        # The steps of the refinement that are slower gain less than half a percent.
        self.looked = {key: each for key, each in self.looked.items() if key in grid or each.seconds <= best.seconds}
        return best

    def _refined(self, best: Option) -> Option:
        """Golden-section search over the number of pieces, at each over the width; then the fastest that is as good."""
        if allowed(self.p, best):
            if self.chunked:
                self._golden_whole(
                    lambda count: self._score(self._widest(count)), max(1, best.indices // 2), 2 * best.indices
                )
            size = min(self.looked.values(), key=self._score).chunk
            self._widen(size, _SECTIONS)
            if tuple(self.codes) == ("zipf_shannon",):  # its words are whole bits: their mean jumps along the width
                low, high = sorted(self._ends(size))
                for log_scale in np.linspace(low - 1.0, high + 0.5, 25) if high - low > 1e-9 else ():
                    self._look(size, math.exp(log_scale))
        best = min(self.looked.values(), key=self._score)
        self.least_bits = self._bits(best)
        if self._score(best)[0] or math.isinf(self.p.time_budget):
            return best
        good = _WORTH * self.least_bits
        within = [
            option for option in self.looked.values() if not self._score(option)[0] and self._bits(option) <= good
        ]
        return min(within, key=lambda option: option.seconds)

    def _look(self, size: int, scale: float) -> Option:
        if (size, scale) not in self.looked:
            self.looked[size, scale] = option_of(self.p, self.alpha_of(size), size, scale)
        return self.looked[size, scale]

    def _bits(self, option: Option) -> float:
        key = option.chunk, option.scale
        if key not in self._known:
            self._known[key] = min(bits_at(option, option.alpha, code) for code in self.codes)
        return self._known[key]

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
            given = self.p.chunk if self.p.kind.chunked else None
            return [min(given or d, d) if self.p.kind.vector else 1]
        return sorted({-(-d // 2**power) for power in range(math.ceil(math.log2(d)) + 1)}, reverse=True)

    def _ends(self, size: int) -> tuple[float, float]:
        """The ln of the proposal's width where candidates are fewest, and where the divergence is least."""
        p = self.p
        if not p.kind.noisy:
            return 0.0, 0.0
        if p.proposal is None:
            return 0.0, math.log(p.kind.least_divergence(p, size))
        scale = p.proposal if isinstance(p.proposal, float) else p.kind.paper_scale(p, size)
        return math.log(scale), math.log(scale)

    def _grid(self, size: int) -> list[float]:
        fewest, least = self._ends(size)
        return np.exp(np.linspace(fewest, least, 1 if fewest == least else 3 if self.chunked else 5)).tolist()

    def _widen(self, size: int, sections: int) -> Option:
        """The best width for this chunk size: near the two, on either side."""
        fewest, least = self._ends(size)
        if not abs(least - fewest) > 1e-9:
            return self._look(size, math.exp(fewest))

        def score(log_scale: float) -> Score:
            return self._score(self._look(size, math.exp(log_scale)))

        beyond = _BEYOND * (least - fewest)
        low, high = sorted(self._slowest_allowed(size, fewest, far) for far in (fewest - beyond, least + beyond))
        best = min((low, golden_section(score, low, high, steps=sections), high), key=score)
        return self._look(size, math.exp(best))

    def _slowest_allowed(self, size: int, near: float, far: float) -> float:
        """The ln of the width that is the farthest to keep the time, on the way to ``far``; near where none does."""

        def late(share: float) -> float:
            option = option_of(self.p, self.alpha_of(size), size, math.exp(near + share * (far - near)))
            seconds = math.log(option.seconds / longest(self.p)) if math.isfinite(option.seconds) else math.inf
            return max(seconds, option.log_ratio - LARGEST_LOG_RATIO)

        if late(1.0) <= 0:
            return far
        if late(0.0) >= 0:
            return near
        return near + (bracketed_root(late, 0.0, 1.0, xtol=_CLOSE) - 2 * _CLOSE) * (far - near)

    def _widest(self, count: int) -> Option:
        return self._widen(-(-self.p.dimension // min(count, self.p.dimension)), _ROUGHLY)

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
