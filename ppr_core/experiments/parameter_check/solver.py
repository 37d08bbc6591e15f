"""Settings that are left open: the smallest expected bits within the privacy target and the time budget."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core.channels import GaussianChannel
from ppr_core.experiments.parameter_check.guarantees import largest_alpha
from ppr_core.experiments.parameter_check.lengths import Option, bits_at, bound_at, laplace_norm, option_of, zipf_of
from ppr_core.experiments.parameter_check.mechanism import channel_of, mechanism
from ppr_core.experiments.parameter_check.parameters import CODES, SPLITS, ParameterCheck
from ppr_core.guarantees import ppr_bits, ppr_refined_bits

__all__ = ["LARGEST_LOG_RATIO", "Relaxation", "Solution", "longest", "relaxations", "solve"]

#: ln of the candidates for one index beyond which no encoder is started.
LARGEST_LOG_RATIO = math.log(1e7)
_LONGEST = 1.0  # seconds for all of a user's reports where no budget is set
_FALLBACK_ALPHA = 2.0  # where no α reaches the limit for the decoder
_WORTH = 1.005  # less than half a percent of the bits is not worth waiting for
_PATIENCE = math.log2(1.01)  # without a budget twice the time has to save 1 % of the bits
_SLOWEST = 30.0  # times the time allowed, up to which the grid is looked at
_REPORTS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64)
_LEAST_EPSILON = 0.5  # of each of several reports
_RELAXED = 1.1
_GOLDEN = (math.sqrt(5) - 1) / 2

Score = tuple[int, float, float]


@dataclass(frozen=True, eq=False)
class Solution:
    """What is used, given or chosen.

    alpha, code, zipf (the mean log2 K that the Zipf–Shannon code is built for), option; settled: the record with the
    split of ε and the number of reports that are used; bits: expected, of all that a user sends, exact; bound,
    refined: Theorems 5 and 14 on the sum of log2 K; code_bound: on the mean length, from Theorem 5; options and
    option_bits (m,): what was compared, under this code; alpha_reaches: whether some α keeps the decoder within its
    limit; fits: whether the chosen option keeps the time budget.
    """

    alpha: float
    code: str
    zipf: float
    option: Option
    bits: float
    bound: float
    refined: float
    code_bound: float
    options: tuple[Option, ...]
    option_bits: np.ndarray
    alpha_reaches: bool
    fits: bool

    @property
    def settled(self) -> ParameterCheck:
        return self.option.settled

    @property
    def frontier(self) -> np.ndarray:
        """(m,) whether an option has the fewest bits among those that are as fast."""
        seconds = np.array([option.seconds for option in self.options])
        order = np.lexsort((self.option_bits, seconds))
        best = np.minimum.accumulate(self.option_bits[order])
        on = np.empty(len(order), dtype=bool)
        on[order] = np.concatenate([[True], self.option_bits[order][1:] < best[:-1]])
        return on


@dataclass(frozen=True)
class Relaxation:
    """What 10 % more of a limit would bring. limit: the field; value: of bits, or of the error of PrivUnit reports,
    after it; share: by how much that is less, in [0, 1]."""

    limit: str
    value: float
    share: float


def longest(p: ParameterCheck) -> float:
    """Seconds that all of a user's reports may take."""
    return _LONGEST if math.isinf(p.time_budget) else p.seconds


@lru_cache(maxsize=512)
def solve(p: ParameterCheck) -> Solution:
    """The settings with the smallest expected bits within the target and the budget.

    α is the largest that keeps the decoder within its limit, rounded down; bits fall as it grows. Chunk size and
    proposal width are tried on a coarse grid, then refined around its winner until nothing near is better by half a
    percent; within that the fastest is taken. Without a time budget the choice stays below a second and stops where
    twice the time saves less than 1 % of the bits. Where nothing is within the budget, the fastest is taken. Of
    PrivUnit reports the split of ε and the number of reports come first: the least error that the limits allow.
    """
    return _solve_reports(p) if p.task == "privunit" else _solve_pieces(p)


def relaxations(p: ParameterCheck, s: Solution) -> tuple[Relaxation, ...]:
    """For every limit that is set: what a tenth more of it would bring, most first."""
    found, specs = [], p.specs()
    for name in ("time_budget", "decoder_epsilon", "bit_budget"):
        limit = getattr(p, name)
        skipped = (name == "decoder_epsilon" and not (p.guarded and p.choose_alpha)) or (
            name == "bit_budget" and p.task != "privunit"
        )
        if math.isinf(limit) or skipped:
            continue
        loose = p.replace(**{name: min(_RELAXED * limit, specs[name].high)})
        if p.task == "privunit":
            value, was = mechanism(solve(loose).settled).error, mechanism(s.settled).error
        elif name == "decoder_epsilon":
            value, was = bits_at(s.option, _alpha_of(loose)[0], s.code), s.bits
        else:
            value, was = min(solve(loose).bits, s.bits), s.bits
        assert value is not None and was is not None
        found.append(Relaxation(name, value, max(0.0, 1 - value / was)))
    return tuple(sorted(found, key=lambda one: -one.share))


def _alpha_of(settled: ParameterCheck) -> tuple[float, bool]:
    """α, and whether any keeps the decoder within its limit."""
    p = settled
    if not p.choose_alpha:
        return p.alpha, not p.guarded or largest_alpha(p) > 0
    if not p.guarded:
        return math.inf, True
    largest = largest_alpha(p)
    return (largest, True) if largest else (_FALLBACK_ALPHA, False)


def _codes(p: ParameterCheck) -> tuple[str, ...]:
    return tuple(name for name in CODES if name != "auto") if p.code == "auto" else (p.code,)


def _solution(
    p: ParameterCheck, option: Option, options: tuple[Option, ...], reaches: bool, code: str = ""
) -> Solution:
    """The solution that uses this option, with the code of the fewest bits."""
    alpha = option.alpha
    code = code or min(_codes(p), key=lambda name: bits_at(option, alpha, name))
    pieces = option.pieces
    return Solution(
        alpha=alpha,
        code=code,
        zipf=zipf_of(option, alpha),
        option=option,
        bits=bits_at(option, alpha, code),
        bound=sum(piece.copies * ppr_bits(piece.divergence, alpha).value for piece in pieces),
        refined=sum(piece.copies * ppr_refined_bits(piece.divergence, alpha).value for piece in pieces),
        code_bound=bound_at(option, alpha, code),
        options=options,
        option_bits=np.array([bits_at(one, one.alpha, code) for one in options]),
        alpha_reaches=reaches,
        fits=option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(p),
    )


# --- PrivUnit --------------------------------------------------------------------------------------------------------


def _solve_reports(p: ParameterCheck) -> Solution:
    """The least error whose reports keep the limits of time, bits and the decoder; where none does, the fastest."""
    splits = tuple(name for name in SPLITS if name != "auto") if p.split == "auto" else (p.split,)
    counts = [s for s in _REPORTS if s == 1 or p.epsilon / s >= _LEAST_EPSILON] if p.choose_reports else [p.reports]
    ways = [(count, split) for count in counts for split in (splits if count == counts[0] else splits[:1])]
    every = [p.replace(split=split, choose_reports=False, reports=count) for count, split in ways]
    compared = {}

    def look(settled: ParameterCheck) -> tuple[Option, bool]:
        if settled not in compared:
            alpha, reaches = _alpha_of(settled)
            compared[settled] = option_of(settled, alpha, p.dimension, 1.0), reaches
        return compared[settled]

    def fits(settled: ParameterCheck) -> bool:
        if option_of(settled, math.inf, p.dimension, 1.0).seconds > longest(p):  # at α = ∞ an encode is fastest
            return False
        option, reaches = look(settled)
        in_time = option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(p)
        bits = min(bits_at(option, option.alpha, code) for code in _codes(p)) if in_time and reaches else math.inf
        return in_time and reaches and bits <= p.bit_budget

    by_error = sorted(every, key=lambda settled: mechanism(settled).error or 0.0)
    chosen = next(filter(fits, by_error), None)
    if chosen is None:
        chosen = min(every, key=lambda settled: option_of(settled, math.inf, p.dimension, 1.0).seconds)
    for settled in every:
        if settled.reports in (counts[0], chosen.reports):
            look(settled)
    option, reaches = look(chosen)
    shown = tuple(compared[settled][0] for settled in every if settled in compared)
    runnable = tuple(one for one in shown if one.log_ratio <= LARGEST_LOG_RATIO or one is option)
    return _solution(p, option, runnable, reaches)


# --- One index, or chunks --------------------------------------------------------------------------------------------


def _solve_pieces(p: ParameterCheck) -> Solution:
    alpha, reaches = _alpha_of(p)
    search = _Search(p, alpha)
    best = search.run()
    if p.code == "auto":  # once more under the code that serves the winner best
        code = min(_codes(p), key=lambda name: bits_at(best, alpha, name))
        if code != search.code:
            search.code = code
            best = search.refined(best)
    return _solution(p, best, tuple(search.looked.values()), reaches, search.code)


class _Search:
    """Chunk size and proposal width of least bits; every option that was looked at is kept."""

    def __init__(self, p: ParameterCheck, alpha: float) -> None:
        self.p, self.alpha, self.code = p, alpha, _codes(p)[0]
        self.looked: dict[tuple[int, float], Option] = {}
        self.chunked = p.gaussian and p.choose_chunk

    def run(self) -> Option:
        """The best of a coarse grid, refined."""
        best = min((self._look(size, scale) for size in self._sizes() for scale in self._grid(size)), key=self._score)
        limit = max(_SLOWEST * longest(self.p), _SLOWEST * best.seconds)
        self.looked = {place: one for place, one in self.looked.items() if one is best or one.seconds <= limit}
        return self.refined(best)

    def refined(self, best: Option) -> Option:
        """Golden-section search over the number of pieces, at each over the width; then the fastest that is as good."""
        if self.chunked and self._score(best)[0] == 0:
            pieces = best.indices
            self._golden_whole(lambda count: self._score(self._widest(count)), max(1, pieces // 2), 2 * pieces)
        elif self._score(best)[0] == 0:
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
        allowed = option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(self.p)
        if not allowed:
            return 1, option.seconds if math.isfinite(option.seconds) else math.inf, option.log_ratio
        bits = self._bits(option)
        if math.isinf(self.p.time_budget):
            return 0, math.log(bits) + _PATIENCE * math.log(option.seconds), option.seconds
        return 0, bits, option.seconds

    def _sizes(self) -> list[int]:
        """Chunk sizes of the grid: powers of two of pieces."""
        d = self.p.dimension
        if not self.chunked:
            return [min(self.p.chunk, d) if self.p.gaussian else d if self.p.vector else 1]
        return sorted({-(-d // 2**power) for power in range(math.ceil(math.log2(d)) + 1)}, reverse=True)

    def _ends(self, size: int) -> tuple[float, float]:
        """Proposal widths from the fewest candidates to the least divergence."""
        p = self.p
        if not p.noisy:
            return 1.0, 1.0
        if p.proposal == "own":
            return p.proposal_scale, p.proposal_scale
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
        return self._look(size, math.exp(_golden(score, math.log(low), top, 7)))

    def _slowest_allowed(self, size: int, low: float, high: float) -> float:
        """The ln of the largest width that keeps the time; low where none does."""

        def allowed(log_scale: float) -> bool:
            option = option_of(self.p, self.alpha, size, math.exp(log_scale))
            return option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(self.p)

        if allowed(high):
            return high
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (middle, high) if allowed(middle) else (low, middle)
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

        if high - low <= 6:
            for count in range(low, high + 1):
                at(math.log(count))
        else:
            centre = round(math.exp(_golden(at, math.log(low), math.log(high), 8)))
            for count in (centre - 1, centre, centre + 1):
                if low <= count <= high:
                    at(math.log(count))


def _golden(score: Callable[[float], Score], low: float, high: float, steps: int) -> float:
    """Where a score with one valley is least, after so many steps."""
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = score(left), score(right)
    for _ in range(steps):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = score(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = score(right)
    return left if at_left <= at_right else right
