"""Settings that are left open: the smallest expected bits within the privacy target and the time budget."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.guarantees import PrivacyGuarantee, ppr_bits, ppr_refined_bits
from ppr_core.planning.guarantees import decoder_guarantee, largest_alpha
from ppr_core.planning.lengths import Option, bits_at, bound_at, option_of, zipf_of
from ppr_core.planning.search import LARGEST_LOG_RATIO, Search, allowed, longest
from ppr_core.planning.setup import CODES, Calibration, Setup, mechanism

__all__ = ["Plan", "Relaxation", "relaxations", "solve"]

_FALLBACK_ALPHA = 2.0  # where no α reaches the limit for the decoder
_RELAXED = 1.1
_UNLIMITED = {"time_budget": math.inf, "bit_budget": math.inf}  # on which α does not depend


@dataclass(frozen=True, eq=False)
class Plan:
    """What is used, given or chosen.

    alpha, code, zipf (the mean log2 K that the Zipf–Shannon code is built for), option; settled: the set-up with the
    split of ε and the number of reports that are used; bits: expected, of all that a user sends, exact; bound,
    refined: Theorems 5 and 14 on the sum of log2 K; code_bound: on the mean length, from Theorem 5; options and
    option_bits (m,): what was compared, under this code; alpha_reaches: whether some α keeps the decoder within its
    limit; fits: whether the chosen option keeps the time budget.

    >>> from ppr_core.planning import Setup, solve
    >>> plan = solve(Setup(task="gaussian", dimension=100, epsilon=1.0, decoder_epsilon=4.0))
    >>> plan.code, plan.option.chunk, plan.bits < plan.code_bound, plan.fits
    ('elias_gamma', 100, True, True)
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
    def settled(self) -> Setup:
        """The set-up with the split of ε and the number of reports that are used."""
        return self.option.settled

    @property
    def seconds(self) -> float:
        """Predicted, to encode all that a user sends."""
        return self.option.seconds

    @property
    def mechanism(self) -> Calibration:
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
    after it; share: by how much that is less, in [0, 1].

    >>> from ppr_core.planning import Relaxation
    >>> Relaxation(limit="decoder_epsilon", value=45.0, share=0.1).limit  # 50 bits would become 45
    'decoder_epsilon'
    """

    limit: str
    value: float
    share: float


@lru_cache(maxsize=512)
def solve(p: Setup) -> Plan:
    """The settings with the smallest expected bits within the target and the budget.

    α is the largest that keeps the decoder within its limit, rounded down; bits fall as it grows. It is larger for one
    message, of which more is known, than for several. Chunk size and
    proposal width are tried on a coarse grid, then refined around its winner until nothing near is better by half a
    percent; within that the fastest is taken. Without a time budget the choice stays below a second and stops where
    twice the time saves less than 1 % of the bits. Where nothing is within the budget, the fastest is taken. Where ε
    can be split or shared out among reports, that comes first: the least error that the limits allow.

    >>> from ppr_core.planning import Setup, solve
    >>> tight, loose = (solve(Setup(task="gaussian", decoder_epsilon=limit)) for limit in (3.0, 4.0))
    >>> tight.alpha < loose.alpha, tight.bits > loose.bits  # a limit for the decoder costs bits
    (True, True)
    """
    settled, others = _settle(p)
    if p.kind.chunked and p.chunk is None and _alpha_of(settled, p.dimension)[1] and not _alpha_of(settled)[1]:
        settled = settled.replace(chunk=p.dimension)  # only one message is known to keep the limit
    search = Search(settled, lambda chunk: _alpha_of(settled, chunk)[0], _codes(p))
    option = search.run()
    alpha, reaches = _alpha_of(settled, option.chunk)
    code = _shortest_code(option)
    options = tuple(option if other.settled == settled else other for other in others) or tuple(search.looked.values())
    return Plan(
        alpha=alpha,
        code=code,
        zipf=zipf_of(option, alpha),
        option=option,
        bits=bits_at(option, alpha, code),
        bound=sum(piece.copies * ppr_bits(piece.divergence, alpha).value for piece in option.pieces),
        refined=sum(piece.copies * ppr_refined_bits(piece.divergence, alpha).value for piece in option.pieces),
        code_bound=bound_at(option, alpha, code),
        options=options,
        option_bits=np.array([bits_at(other, other.alpha, code) for other in options]),
        alpha_reaches=reaches,
        fits=allowed(p, option),
    )


def relaxations(p: Setup, s: Plan) -> tuple[Relaxation, ...]:
    """For every limit that is set: what a tenth more of it would bring, most first.

    >>> from ppr_core.planning import Setup, relaxations, solve
    >>> setup = Setup(task="gaussian", decoder_epsilon=4.0)
    >>> [relaxation.limit for relaxation in relaxations(setup, solve(setup))]
    ['decoder_epsilon', 'time_budget']
    """
    brings_error = s.settled.kind.shared
    skipped = set() if p.guarded and p.alpha is None else {"decoder_epsilon"}
    skipped |= set() if brings_error else {"bit_budget"}
    found = []
    for name in ("time_budget", "decoder_epsilon", "bit_budget"):
        if math.isinf(getattr(p, name)) or name in skipped:
            continue
        loose = p.replace(**{name: _RELAXED * getattr(p, name)})
        if brings_error:
            value, before = _error(solve(loose)), _error(s)
        elif name == "decoder_epsilon":
            value, before = bits_at(s.option, _alpha_of(loose, s.option.chunk)[0], s.code), s.bits
        else:
            value, before = min(solve(loose).bits, s.bits), s.bits
        found.append(Relaxation(name, value, max(0.0, 1 - value / before)))
    return tuple(sorted(found, key=lambda relaxation: -relaxation.share))


def _error(plan: Plan) -> float:
    error = plan.mechanism.error
    assert error is not None
    return error


def _alpha_of(settled: Setup, chunk: int | None = None) -> tuple[float, bool]:
    """α in chunks of so many entries, None for any, and whether any keeps the decoder within its limit."""
    single = settled.dimension if chunk is not None and chunk >= settled.dimension else None
    return _alpha(settled.replace(**_UNLIMITED), single)


@lru_cache(maxsize=512)
def _alpha(p: Setup, chunk: int | None) -> tuple[float, bool]:
    if p.alpha is not None:
        return p.alpha, not p.guarded or largest_alpha(p, chunk) > 0
    if not p.guarded:
        return math.inf, True
    largest = largest_alpha(p, chunk)
    return (largest, True) if largest else (_FALLBACK_ALPHA, False)


def _codes(p: Setup) -> tuple[str, ...]:
    return CODES if p.code is None else (p.code,)


def _shortest_code(option: Option) -> str:
    return min(_codes(option.settled), key=lambda code: bits_at(option, option.alpha, code))


def _settle(p: Setup) -> tuple[Setup, tuple[Option, ...]]:
    """The settled set-up of least error whose reports keep the limits of time, bits and the decoder, where none does
    the fastest; and how the ones that were compared are sent, none where there is no choice."""
    every = p.kind.settlements(p)
    if len(every) == 1:
        return every[0], ()
    compared: dict[Setup, Option] = {}

    def sent(settled: Setup) -> Option:
        if settled not in compared:
            compared[settled] = option_of(settled, _alpha_of(settled)[0], p.dimension, 1.0)
        return compared[settled]

    def fastest(settled: Setup) -> float:
        return option_of(settled, math.inf, p.dimension, 1.0).seconds  # at α = ∞ an encode is fastest

    def fits(settled: Setup) -> bool:
        if fastest(settled) > longest(p) or not (allowed(p, sent(settled)) and _alpha_of(settled)[1]):
            return False
        option = sent(settled)
        return bits_at(option, option.alpha, _shortest_code(option)) <= p.bit_budget

    by_error = sorted(every, key=lambda settled: mechanism(settled).error or 0.0)
    chosen = next(filter(fits, by_error), None) or min(every, key=fastest)
    for settled in every:
        if settled.reports in (every[0].reports, chosen.reports):
            sent(settled)
    shown = [compared[settled] for settled in every if settled in compared]
    runs = [option.log_ratio <= LARGEST_LOG_RATIO or option.settled == chosen for option in shown]
    return chosen, tuple(itertools.compress(shown, runs))
