"""Settings that are left open: the smallest expected bits within the privacy target and the time budget."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.guarantees import PrivacyGuarantee, ppr_bits, ppr_refined_bits
from ppr_core.planning.guarantees import decoder_guarantee, largest_alpha
from ppr_core.planning.lengths import Option, bits_at, bound_at, option_of, zipf_of
from ppr_core.planning.mechanism import Mechanism, mechanism
from ppr_core.planning.search import LARGEST_LOG_RATIO, Search, allowed, longest
from ppr_core.planning.setup import CODES, SPLITS, Setup

__all__ = ["LEAST_EPSILON", "REPORTS", "Plan", "Relaxation", "relaxations", "solve"]

_FALLBACK_ALPHA = 2.0  # where no α reaches the limit for the decoder
#: Reports among which the ε of a user may be shared out.
REPORTS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64)
LEAST_EPSILON = 0.5  # of each of several
_RELAXED = 1.1


@dataclass(frozen=True, eq=False)
class Plan:
    """What is used, given or chosen.

    alpha, code, zipf (the mean log2 K that the Zipf–Shannon code is built for), option; settled: the set-up with the
    split of ε and the number of reports that are used; bits: expected, of all that a user sends, exact; bound,
    refined: Theorems 5 and 14 on the sum of log2 K; code_bound: on the mean length, from Theorem 5; options and
    option_bits (m,): what was compared, under this code; alpha_reaches: whether some α keeps the decoder within its
    limit; fits: whether the chosen option keeps the time budget."""

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
    def settled(self) -> Setup:
        """The set-up with the split of ε and the number of reports that are used."""
        return self.option.settled

    @property
    def seconds(self) -> float:
        """Predicted, to encode all that a user sends."""
        return self.option.seconds

    @property
    def mechanism(self) -> Mechanism:
        """Its noise, its guarantees against the database and its error."""
        return mechanism(self.settled)

    @property
    def decoder(self) -> PrivacyGuarantee:
        """(ε, 2δ) of all that a user sends, against the decoder."""
        return decoder_guarantee(self.settled, self.alpha, self.option.chunk)

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


@lru_cache(maxsize=512)
def solve(p: Setup) -> Plan:
    """The settings with the smallest expected bits within the target and the budget.

    α is the largest that keeps the decoder within its limit, rounded down; bits fall as it grows. Chunk size and
    proposal width are tried on a coarse grid, then refined around its winner until nothing near is better by half a
    percent; within that the fastest is taken. Without a time budget the choice stays below a second and stops where
    twice the time saves less than 1 % of the bits. Where nothing is within the budget, the fastest is taken. Of
    PrivUnit reports the split of ε and the number of reports come first: the least error that the limits allow."""
    return _solve_reports(p) if p.task == "privunit" else _solve_pieces(p)


def relaxations(p: Setup, s: Plan) -> tuple[Relaxation, ...]:
    """For every limit that is set: what a tenth more of it would bring, most first."""
    found = []
    for name in ("time_budget", "decoder_epsilon", "bit_budget"):
        limit = getattr(p, name)
        skipped = (name == "decoder_epsilon" and not (p.guarded and p.alpha is None)) or (
            name == "bit_budget" and p.task != "privunit"
        )
        if math.isinf(limit) or skipped:
            continue
        loose = p.replace(**{name: _RELAXED * limit})
        if p.task == "privunit":
            value, was = mechanism(solve(loose).settled).error, mechanism(s.settled).error
        elif name == "decoder_epsilon":
            value, was = bits_at(s.option, _alpha_of(loose)[0], s.code), s.bits
        else:
            value, was = min(solve(loose).bits, s.bits), s.bits
        assert value is not None and was is not None
        found.append(Relaxation(name, value, max(0.0, 1 - value / was)))
    return tuple(sorted(found, key=lambda one: -one.share))


def _alpha_of(settled: Setup) -> tuple[float, bool]:
    """α, and whether any keeps the decoder within its limit."""
    p = settled
    if p.alpha is not None:
        return p.alpha, not p.guarded or largest_alpha(p) > 0
    if not p.guarded:
        return math.inf, True
    largest = largest_alpha(p)
    return (largest, True) if largest else (_FALLBACK_ALPHA, False)


def _codes(p: Setup) -> tuple[str, ...]:
    return CODES if p.code is None else (p.code,)


def _solution(p: Setup, option: Option, options: tuple[Option, ...], reaches: bool, code: str = "") -> Plan:
    """The solution that uses this option, with the code of the fewest bits."""
    alpha = option.alpha
    code = code or min(_codes(p), key=lambda name: bits_at(option, alpha, name))
    pieces = option.pieces
    return Plan(
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
        fits=allowed(p, option),
    )


def _solve_reports(p: Setup) -> Plan:
    """The least error whose reports keep the limits of time, bits and the decoder; where none does, the fastest."""
    splits = SPLITS if p.split is None else (p.split,)
    counts = [s for s in REPORTS if s == 1 or p.epsilon / s >= LEAST_EPSILON] if p.reports is None else [p.reports]
    ways = [(count, split) for count in counts for split in (splits if count == counts[0] else splits[:1])]
    every = [p.replace(split=split, reports=count) for count, split in ways]
    compared = {}

    def look(settled: Setup) -> tuple[Option, bool]:
        if settled not in compared:
            alpha, reaches = _alpha_of(settled)
            compared[settled] = option_of(settled, alpha, p.dimension, 1.0), reaches
        return compared[settled]

    def fits(settled: Setup) -> bool:
        if option_of(settled, math.inf, p.dimension, 1.0).seconds > longest(p):  # at α = ∞ an encode is fastest
            return False
        option, reaches = look(settled)
        if not (reaches and allowed(p, option)):
            return False
        return min(bits_at(option, option.alpha, code) for code in _codes(p)) <= p.bit_budget

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


def _solve_pieces(p: Setup) -> Plan:
    alpha, reaches = _alpha_of(p)
    search = Search(p, alpha, _codes(p)[0])
    best = search.run()
    if p.code is None:  # once more under the code that serves the winner best
        code = min(_codes(p), key=lambda name: bits_at(best, alpha, name))
        if code != search.code:
            search.code = code
            best = search.refined(best)
    return _solution(p, best, tuple(search.looked.values()), reaches, search.code)
