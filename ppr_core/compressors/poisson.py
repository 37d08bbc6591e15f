"""Poisson private representation (PPR): exact simulation of any channel by one index."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ppr_core import kernels, validation
from ppr_core.channels import Channel
from ppr_core.compressors.arrivals import Arrivals, Revealed
from ppr_core.compressors.base import Compressor, DrawLimitExceeded, streams
from ppr_core.compressors.cap_order import columns_at_once_by_cap
from ppr_core.compressors.contest import CAPS, Contest, ratios_in_blocks
from ppr_core.compressors.indices import as_indices, check_index_bits, ranks_as_indices
from ppr_core.compressors.lone_message import goes_alone, search_alone
from ppr_core.compressors.privacy import poisson_privacy
from ppr_core.compressors.time_order import first_columns, search_in_time_order
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import constructor_call
from ppr_core.wording import number

__all__ = ["CandidateSearch", "PoissonPrivateRepresentation", "SearchNotes", "order_factor"]

_BLOCK = 1 << 17  # revealed arrivals held at once
_TIME_ORDER_FROM = 1.5  # α; below, too many candidates come late
_SHELL = 4.0


class PoissonPrivateRepresentation(Compressor):
    """PPR with parameter α ∈ (1, ∞]: P(K = k) ∝ T̃_k^{−α}, T̃_k = T_k / r(Z_k|x), decoded as Z_K ~ P(·|x) exactly.

    Liu, Chen, Özgür, Li 2024, section 4. α = ∞ is the Poisson functional representation: fewest bits, no privacy.

    Encoding uses the equivalent K = argmin_k (T_k/r_k)^α V_k with V ~ Exp(1): the winner minimises S/r, where
    S = T·V^{1/α}, and no arrival can win whose S is not below r*·(best S/r). About r* candidates are looked at on
    average, for every α. Two searches have the same law:

    - in order of time (`time_order`), for α >= 1.5: most arrivals are passed over by their time and mark
      alone;
    - in candidate order, for smaller α: in increasing S, a Poisson process of rate Γ(1−1/α), until
      the next S exceeds the limit; the rank of a candidate in time order, which is its index, comes from counting the
      arrivals in between (`Arrivals`), not from drawing them. `trace` writes this search down.

    channel: any channel with a finite ratio bound. alpha: in (1, ∞]. candidate_limit: an encode expected to evaluate
    more candidates than this raises `DrawLimitExceeded` before it starts; one with an index of more than 10⁵ bits,
    about log2(e)/(α − 1) as α → 1, raises ``ValueError``. shell: given, the search is in candidate order for every α,
    and so many expected multiples of r* are revealed before it starts (an extension is exact, so this changes speed
    only); None stands for the faster order, with 4 where that is the candidates'. one_stop: whether r* is that of all
    inputs together, so that a clock, which sees how many candidates are looked at, learns next to nothing of x; else it
    is that of each input, which looks at fewer and shows a clock which inputs are cheap. The law of K is the same.

    >>> import numpy as np
    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel, SharedRandomness
    >>> scheme = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), alpha=2.0)
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3,), True)
    """

    name = "ppr"
    label = "PPR"
    exact = True

    def __init__(
        self,
        channel: Channel,
        alpha: float,
        *,
        candidate_limit: float = 1e7,
        shell: float | None = None,
        one_stop: bool = True,
    ) -> None:
        super().__init__(channel)
        self.alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
        self.candidate_limit = validation.real("candidate_limit", candidate_limit, 1.0)
        self.in_time_order = shell is None and self.alpha >= _TIME_ORDER_FROM
        self.shell = _SHELL if shell is None else validation.positive("shell", shell)
        self.one_stop = one_stop

    def __repr__(self) -> str:
        as_asked = not self.in_time_order and (self.alpha >= _TIME_ORDER_FROM or self.shell != _SHELL)
        return constructor_call(self, shell=self.shell if as_asked else None)

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """The mechanism's own guarantee against the database; Theorem 7 or 8 (2αε, 2δ) against the decoder."""
        return poisson_privacy(self.channel, self.alpha, delta)

    def expected_cost(self, x: Any) -> np.ndarray:
        """r* of `log_stop`: the stopping rule looks at r* candidates on average, whatever α is."""
        return np.exp(self.log_stop(self.channel.inputs(x)))

    def log_stop(self, x: np.ndarray) -> np.ndarray:
        """ln of the r* by which the search for each input stops, (n,): of all inputs, or of its own."""
        if self.one_stop:
            return np.full(len(x), float(self.channel.log_ratio_bound()))
        return np.asarray(self.channel.log_ratio_bound(x), dtype=float)

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        check_index_bits(self.alpha)
        log_bound = self.log_stop(x)
        largest = float(log_bound[0] if len(x) == 1 else log_bound.max(initial=0.0))
        if largest > math.log(self.candidate_limit):
            raise DrawLimitExceeded(
                f"an encode would evaluate about e^{number(largest)} candidates (r*), more than candidate_limit = "
                f"{number(self.candidate_limit, 6)}; a wider proposal, more noise or fewer dimensions lowers r*"
            )
        if len(x) == 1 and self.in_time_order and goes_alone(self.alpha, largest):
            contest = Contest(self.channel, shared, x, tables, log_bound)
            search_alone(contest, self.alpha, rng)
            return as_indices(contest.winner), contest.seen
        search = self._by_time if self.in_time_order else self._by_candidates
        x = np.ascontiguousarray(x)  # kernels want it
        if len(x) and log_bound.min() == largest:
            indices, seen = search(x, tables, log_bound, shared, rng)
            return as_indices(indices), seen
        order = np.argsort(log_bound, kind="stable")
        indices, seen = search(x[order], tables[order], log_bound[order], shared, rng)
        index, evaluated = np.empty(len(x), dtype=indices.dtype), np.empty(len(x), dtype=np.int64)
        index[order], evaluated[order] = indices, seen
        return as_indices(index), evaluated

    def _by_time(
        self,
        x: np.ndarray,
        tables: np.ndarray,
        log_bound: np.ndarray,
        shared: SharedRandomness,
        rng: np.random.Generator,
    ) -> tuple[np.ndarray, np.ndarray]:
        counts = first_columns(self.alpha, log_bound)
        plan = self.channel.contest(x[:1])
        by_cap = plan is not None and plan[0] in CAPS and not math.isinf(self.alpha)
        blocks = list(_blocks(columns_at_once_by_cap(counts) if by_cap else counts))
        rngs = streams(rng, len(blocks))

        def run(block: tuple[tuple[int, int], np.random.Generator]) -> Contest:
            (start, stop), block_rng = block
            part = slice(start, stop)
            contest = Contest(self.channel, shared, x[part], tables[part], log_bound[part])
            search_in_time_order(contest, self.alpha, int(counts[stop - 1]), block_rng)
            return contest

        done = kernels.in_threads(run, list(zip(blocks, rngs, strict=False)))
        return _joined([contest.winner for contest in done]), _joined([contest.seen for contest in done])

    def _by_candidates(
        self,
        x: np.ndarray,
        tables: np.ndarray,
        log_bound: np.ndarray,
        shared: SharedRandomness,
        rng: np.random.Generator,
    ) -> tuple[np.ndarray, np.ndarray]:
        counts = first_counts(self.shell, log_bound)
        done = [
            CandidateSearch(self, x[start:stop], tables[start:stop], log_bound[start:stop], shared, rng)
            for start, stop in _blocks(counts)
        ]
        return _joined([search.index for search in done]), _joined([search.evaluated for search in done])


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def order_factor(alpha: float) -> float:
    """How many times as long a candidate takes as at large α, as measured: near 1 most indices exceed machine words."""
    return 1 + 0.09 / (alpha - 1)


def first_counts(shell: float, log_bound: np.ndarray) -> np.ndarray:
    """Arrivals revealed before the search starts, ⌈shell·r*⌉ and at least 1: ln r* (n,) -> (n,) int64."""
    return np.maximum(np.ceil(shell * np.exp(log_bound)), 1).astype(np.int64)


def columns_at_once(log_bound: float) -> int:
    """Candidates a job evaluates between two looks at the stopping rule: few against r*, as half of them are waste."""
    return 1 + int(0.4 * math.exp(log_bound))


def _blocks(counts: np.ndarray) -> Iterator[tuple[int, int]]:
    """Ranges of increasing row lengths that fit into one block and differ by a factor of two at most."""
    start = 0
    while start < len(counts):
        alike = int(np.searchsorted(counts, 2 * counts[start], side="right"))
        area = counts[start:alike] * np.arange(1, alike - start + 1)
        size = max(1, int(np.searchsorted(area, _BLOCK, side="right")))
        yield start, start + size
        start += size


@dataclass
class SearchNotes:
    """What a search of one input did: shells of arrivals, and index, ln g·S and ln T of the candidates looked at."""

    shells: list[Revealed] = field(default_factory=list)
    looks: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = field(default_factory=list)


class CandidateSearch:
    """The search in candidate order of one block of inputs, n at once.

    index, evaluated: (n,) what is sent, and how many candidates were looked at. notes: taken down, for one input.
    """

    def __init__(
        self,
        compressor: PoissonPrivateRepresentation,
        x: np.ndarray,
        tables: np.ndarray,
        log_bound: np.ndarray,
        shared: SharedRandomness,
        rng: np.random.Generator,
        notes: SearchNotes | None = None,
    ) -> None:
        self._compressor, self._x, self._tables = compressor, x, tables
        self._shared, self._rng, self._log_bound = shared, rng, log_bound
        self.index = np.zeros(len(x), dtype=np.int64)  # becomes an object array when a rank needs more bits
        self.evaluated = np.zeros(len(x), dtype=np.int64)
        self._best = np.full(len(x), np.inf)  # ln of the smallest g·S/r so far
        self._active = np.arange(len(x))  # jobs still searching
        self._notes = notes
        first_count = int(first_counts(compressor.shell, log_bound)[-1])
        arrivals = Arrivals(compressor.alpha, len(x), rng)
        unfinished = self._scan(arrivals.reveal_first(first_count))
        while len(unfinished):
            arrivals.keep(unfinished)
            self._active = self._active[unfinished]
            extent = np.maximum(compressor.shell * np.exp(log_bound[self._active]), 1.0)
            unfinished = self._scan(arrivals.reveal_more(extent))

    def _scan(self, revealed: Revealed) -> np.ndarray:
        """Search a shell in candidate order, a few columns at a time; the rows of it that need another shell."""
        if self._notes is not None:
            self._notes.shells.append(revealed)
        rows = np.arange(len(self._active))
        columns = revealed.score.shape[1]
        step = columns_at_once(float(self._log_bound[self._active].mean()))
        for column in range(0, columns, step):
            part = slice(column, column + step)
            jobs = self._active[rows]
            self._evaluate(jobs, revealed.score[rows, part], revealed.log_time[rows, part], revealed.rank[rows, part])
            # Past its last arrival a row knows only that the next one lies beyond the shell.
            ahead = revealed.stop[rows]
            if column + step < columns:
                ahead = np.minimum(ahead, revealed.score[rows, column + step])
            rows = rows[np.log(ahead) < self._limit(jobs)]
            if not len(rows):
                return rows
        return rows[np.log(revealed.stop[rows]) < self._limit(self._active[rows])]

    def _limit(self, jobs: np.ndarray) -> np.ndarray:
        """ln of the g·S from which on no candidate can win: r*·best."""
        return self._best[jobs] + self._log_bound[jobs]

    def _evaluate(self, jobs: np.ndarray, score: np.ndarray, log_time: np.ndarray, rank: np.ndarray) -> None:
        """Fetch these candidates, (jobs, columns), take their ratios and keep the best of each job.

        All of them, so that how many are fetched follows from how many are counted: those up to the stop.
        """
        log_score, known = np.log(score), np.isfinite(score)
        indices = ranks_as_indices(rank[known], log_time[known], self._rng)
        value = np.full(score.shape, np.inf)
        log_ratio = ratios_in_blocks(
            self._compressor.channel, self._x, self._tables, self._shared, jobs[np.nonzero(known)[0]], indices
        )
        value[known] = log_score[known] - log_ratio
        before = self._best[jobs, None]
        so_far = np.minimum.accumulate(np.concatenate([before, value], axis=1), axis=1)[:, :-1]
        looked = log_score < so_far + self._log_bound[jobs, None]
        if self._notes is not None:
            self._notes.looks.append((indices[looked[known]], log_score[looked], log_time[looked]))
        winner = np.argmin(value, axis=1)
        least = value[np.arange(len(jobs)), winner]
        better = least < self._best[jobs]
        position = np.cumsum(known).reshape(known.shape) - 1  # where each candidate stands in ``indices``
        if indices.dtype == object:
            self.index = self.index.astype(object, copy=False)
        self._best[jobs[better]] = least[better]
        self.index[jobs[better]] = indices[position[better, winner[better]]]
        self.evaluated[jobs] += looked.sum(axis=1)
