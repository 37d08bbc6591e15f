"""One encode of the Poisson private representation, written down step by step.

`trace_encode` runs the search of `PoissonPrivateRepresentation` in candidate order for a single input, and keeps what
it saw. `fill_hidden` then draws
the arrivals that exist but that the encoder only counted, from their law given everything the encoder did reveal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.compressors.base import DrawLimitExceeded
from ppr_core.compressors.indices import as_indices
from ppr_core.compressors.poisson import CandidateSearch, PoissonPrivateRepresentation, SearchNotes
from ppr_core.compressors.revealed_mass import RevealedMass
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["EncodeTrace", "Points", "fill_hidden", "trace_encode"]

_MOST_FILLED = 1_000_000
_LARGEST_EXPONENT = 700.0  # e^700 is still a float


@dataclass(frozen=True, eq=False)
class Points:
    """Arrivals of one encode with their samples; n rows.

    index: (n,) rank in order of time, from 1; Python integers where 63 bits do not suffice.
    order: (n,) when the encoder looked at it, from 1; 0 where it never did.
    log_time: (n,) ln T. log_shift: (n,) (ln V)/α for the mark V ~ Exp(1); 0 for α = ∞, where V plays no role.
    z: (n, *output_shape) the shared samples Z. log_ratio: (n,) ln r(Z|x) in nats.
    """

    index: np.ndarray
    order: np.ndarray
    log_time: np.ndarray
    log_shift: np.ndarray
    z: np.ndarray
    log_ratio: np.ndarray

    @property
    def log_transformed(self) -> np.ndarray:
        """ln T̃ = ln T − ln r, (n,)."""
        return self.log_time - self.log_ratio

    @property
    def log_candidate(self) -> np.ndarray:
        """ln S = ln T + (ln V)/α, (n,): the encoder reveals arrivals in increasing S."""
        return self.log_time + self.log_shift

    @property
    def log_score(self) -> np.ndarray:
        """ln (S/r), (n,): the arrival where it is smallest is chosen."""
        return self.log_candidate - self.log_ratio


@dataclass(frozen=True, eq=False)
class EncodeTrace:
    """What one encode did.

    x: (1, *event_shape). candidates: those whose ratio was taken, in candidate order. log_ratio_bound: ln r* for x.
    revealed_rank, revealed_log_time, revealed_log_candidate: all arrivals generated, in order of time; the rank is
    +∞ from 2⁵³ on. log_stop: every arrival with ln S up to this was generated. shells: runs of generated arrivals.
    """

    compressor: PoissonPrivateRepresentation
    x: np.ndarray
    shared: SharedRandomness
    table: int
    log_ratio_bound: float
    candidates: Points
    revealed_rank: np.ndarray
    revealed_log_time: np.ndarray
    revealed_log_candidate: np.ndarray
    log_stop: float
    shells: int

    @cached_property
    def log_best(self) -> np.ndarray:
        """ln of the smallest score S/r so far, after each candidate, (n,)."""
        return np.minimum.accumulate(self.candidates.log_score)

    @property
    def log_limit(self) -> np.ndarray:
        """ln of the stop limit r*·(best S/r) after each candidate, (n,): no arrival with a larger S can win."""
        return self.log_best + self.log_ratio_bound

    @property
    def chosen(self) -> int:
        """Row of ``candidates`` that won."""
        return int(np.argmin(self.candidates.log_score))

    @property
    def index(self) -> int:
        """K, the index that is sent."""
        return int(self.candidates.index[self.chosen])

    def samples(self, index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Z and ln r(Z|x) of the given rows of the shared table: (n,) -> (n, *output_shape) and (n,)."""
        return _samples(self.compressor, self.x, self.shared, index, self.table)


def trace_encode(
    compressor: PoissonPrivateRepresentation,
    x_one: Any,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    table: int = 0,
) -> EncodeTrace:
    """Encode one input and write down the search.

    x_one: one input, of the channel's event_shape (a number where d = 1). The index and the number of candidates
    equal those of ``compressor.encode`` for a batch of this one input, with a generator in the same state and
    ``first_table=table``. Raises as that does: ``ValueError`` for the input, `DrawLimitExceeded` for a huge r*.
    """
    x = compressor.channel.inputs(np.asarray(x_one)[None])
    log_bound = float(compressor.log_stop(x)[0])
    if log_bound > math.log(compressor.candidate_limit):
        raise DrawLimitExceeded(f"an encode would evaluate about e^{number(log_bound)} candidates (r*)")
    log_rate, notes = math.log(RevealedMass(compressor.alpha).rate), SearchNotes()
    CandidateSearch(compressor, x, np.array([table]), np.array([log_bound]), shared, rng, notes)
    shells, (index, log_score, log_time) = notes.shells, map(np.concatenate, zip(*notes.looks, strict=True))
    z, log_ratio = _samples(compressor, x, shared, index, table)
    order = np.arange(1, len(index) + 1)
    shift = log_score - log_rate - log_time
    ranks, times, scores = (
        np.concatenate([getattr(shell, name)[0] for shell in shells]) for name in ("rank", "log_time", "score")
    )
    by_time = np.argsort(times)
    return EncodeTrace(
        compressor=compressor,
        x=x,
        shared=shared,
        table=table,
        log_ratio_bound=log_bound,
        candidates=Points(as_indices(index), order, log_time, shift, z, log_ratio),
        revealed_rank=ranks[by_time],
        revealed_log_time=times[by_time],
        revealed_log_candidate=np.log(scores[by_time]) - log_rate,
        log_stop=math.log(shells[-1].stop[0]) - log_rate,
        shells=len(shells),
    )


def fill_hidden(trace: EncodeTrace, rng: np.random.Generator, upto: int) -> Points:
    """The first ``upto`` arrivals in order of time: those the encoder generated, and the others drawn now.

    Given what was generated, the others are independent with density ∝ exp(−(s/t)^α) in the gaps, where s is the end
    of the last shell; the ranks fix how many there are in each. The mark given T = t is (s/t)^α + Exp(1). upto: from 1
    to 10⁶. Together with the encode the arrivals are a unit-rate Poisson process with marks Exp(1).
    """
    upto = validation.integer("upto", upto, 1, _MOST_FILLED)
    alpha = trace.compressor.alpha
    known = np.isfinite(trace.revealed_rank)
    rank = trace.revealed_rank[known].astype(np.int64)
    log_time, shift = np.empty(upto), np.empty(upto)
    hidden = np.ones(upto, dtype=bool)
    given = rank[rank <= upto] - 1
    hidden[given] = False
    log_time[given] = trace.revealed_log_time[known][: len(given)]
    shift[given] = trace.revealed_log_candidate[known][: len(given)] - log_time[given]

    log_time[hidden] = _hidden_times(trace, rank, trace.revealed_log_time[known], upto, rng)
    if math.isinf(alpha):
        shift[hidden] = 0.0
    else:
        with np.errstate(over="ignore"):  # the largest α there are: infinity is right on either side
            least = np.exp(np.minimum(alpha * (trace.log_stop - log_time[hidden]), _LARGEST_EXPONENT))
        shift[hidden] = np.log(least + rng.standard_exponential(len(least))) / alpha

    index = np.arange(1, upto + 1)
    order = np.zeros(upto, dtype=np.int64)
    near = trace.candidates.index <= upto
    order[trace.candidates.index[near].astype(np.int64) - 1] = trace.candidates.order[near]
    z, log_ratio = trace.samples(index)
    return Points(index, order, log_time, shift, z, log_ratio)


def _samples(
    compressor: PoissonPrivateRepresentation, x: np.ndarray, shared: SharedRandomness, index: np.ndarray, table: int
) -> tuple[np.ndarray, np.ndarray]:
    channel = compressor.channel
    z = channel.proposal(shared.uniforms(index, channel.width, table))
    return z, channel.log_ratio(x, z)


def _hidden_times(
    trace: EncodeTrace, rank: np.ndarray, known: np.ndarray, upto: int, rng: np.random.Generator
) -> np.ndarray:
    """ln T of the arrivals up to rank ``upto`` that were not generated, in order of time."""
    mass = RevealedMass(trace.compressor.alpha)

    def hidden_mass(log_time: np.ndarray) -> np.ndarray:
        return np.maximum(np.exp(log_time) - mass(np.asarray(trace.log_stop), log_time), 0.0)

    start_rank, start = np.append(0, rank), np.append(0.0, hidden_mass(known))
    targets = [np.empty(0)]
    for gap, first in enumerate(start_rank):
        if first >= upto:
            break
        if gap < len(rank):  # so many are here: order statistics of their share of the gap's mass
            count = int(rank[gap] - first) - 1
            wanted = min(count, upto - int(first))
            spacing = rng.standard_exponential(wanted)
            rest = rng.standard_gamma(count + 1 - wanted) if wanted else 1.0
            fraction = np.cumsum(spacing) / (spacing.sum() + rest)
            targets.append(start[gap] + fraction * (start[gap + 1] - start[gap]))
        else:  # nothing was generated beyond: the process goes on freely
            targets.append(start[gap] + np.cumsum(rng.standard_exponential(upto - int(first))))
    target = np.concatenate(targets)
    # t − M(t) is between 0 and g·s: that brackets t.
    low, high = target, target + mass.rate * math.exp(trace.log_stop)
    for _ in range(50):
        middle = (low + high) / 2
        late = hidden_mass(np.log(middle)) > target
        low, high = np.where(late, low, middle), np.where(late, middle, high)
    return np.log((low + high) / 2)
