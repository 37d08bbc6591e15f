"""Poisson private representation (PPR): exact simulation of any channel by one index."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.arrivals import Arrivals, Revealed
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.compressors.indices import as_indices, whole_times
from ppr_core.compressors.privacy import poisson_privacy
from ppr_core.randomness import SharedRandomness, SharedRows

__all__ = ["PoissonPrivateRepresentation", "columns_at_once", "first_counts", "order_factor"]

_BLOCK = 1 << 17  # revealed arrivals held at once
_FLOATS = 1 << 19  # floats of proposal samples held at once
_MOST_INDEX_BITS = 1e5


class PoissonPrivateRepresentation(Compressor):
    """PPR with parameter α ∈ (1, ∞]: P(K = k) ∝ T̃_k^{−α}, T̃_k = T_k / r(Z_k|x), decoded as Z_K ~ P(·|x) exactly.

    Liu, Chen, Özgür, Li 2024, section 4. α = ∞ is the Poisson functional representation: fewest bits, no privacy.

    Encoding uses the equivalent K = argmin_k (T_k/r_k)^α V_k with V ~ Exp(1). Candidates are visited in increasing
    S = T·V^{1/α}, a Poisson process of rate Γ(1−1/α); the winner minimises S/r, so the search stops as soon as the
    next S exceeds r*·(best S/r): r* candidates on average, for every α. The rank of a candidate in time order, which
    is its index, comes from counting the arrivals in between (`Arrivals`), not from drawing them.

    channel: any channel with a finite ratio bound. alpha: in (1, ∞]. candidate_limit: an encode expected to evaluate
    more candidates than this raises `DrawLimitExceeded` before it starts, and ``ValueError`` where an index would take
    more than 10⁵ bits, which is about log2(e)/(α − 1) for α → 1. shell: expected multiples of r* revealed before the
    search starts (an extension is exact, so this changes speed only).
    """

    name = "ppr"
    label = "PPR"
    exact = True

    def __init__(self, channel: Channel, alpha: float, *, candidate_limit: float = 1e7, shell: float = 4.0) -> None:
        super().__init__(channel)
        self.alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
        self.candidate_limit = validation.real("candidate_limit", candidate_limit, 1.0)
        self.shell = validation.real("shell", shell, 0.0, low_open=True)

    def privacy(self, delta=0.0):
        """The mechanism's own guarantee against the database; Theorem 7 or 8 (2αε, 2δ) against the decoder."""
        return poisson_privacy(self.channel, self.alpha, delta)

    def expected_cost(self, x):
        """r* of each input: the stopping rule looks at r* candidates on average, whatever α is."""
        return np.exp(self.channel.log_ratio_bound(self.channel.inputs(x)))

    def _choose(self, x, tables, shared, rng):
        _check_index_bits(self.alpha)
        log_bound = np.asarray(self.channel.log_ratio_bound(x), dtype=float)
        if len(x) and log_bound.max() > math.log(self.candidate_limit):
            raise DrawLimitExceeded(
                f"an encode would evaluate about e^{log_bound.max():.1f} candidates (r*), more than candidate_limit = "
                f"{self.candidate_limit:g}; a wider proposal, more noise or fewer dimensions lowers r*"
            )
        index = np.zeros(len(x), dtype=np.int64)
        evaluated = np.zeros(len(x), dtype=np.int64)
        order = np.argsort(log_bound, kind="stable")
        counts = first_counts(self.shell, log_bound[order])
        for start, stop in _blocks(counts):
            block = order[start:stop]
            search = _Search(self, x[block], tables[block], log_bound[block], shared, rng, counts[stop - 1])
            if search.index.dtype == object:
                index = index.astype(object)
            index[block], evaluated[block] = search.index, search.evaluated
        return as_indices(index), evaluated


def _check_index_bits(alpha: float) -> None:
    """The leading term of E[log2 K] for α → 1, whatever the channel: see `ppr_core.index_law`."""
    bits = math.log2(math.e) / (alpha - 1)
    if bits > _MOST_INDEX_BITS:
        least = 1 + math.log2(math.e) / _MOST_INDEX_BITS
        allowed = f"at least {least:.8g} to encode, as an index would take about {bits:.3g} bits, above 100000"
        validation.fail("alpha", alpha, allowed)


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


class _Search:
    """The search of one block of inputs, n at once."""

    def __init__(
        self,
        compressor: PoissonPrivateRepresentation,
        x: np.ndarray,
        tables: np.ndarray,
        log_bound: np.ndarray,
        shared: SharedRandomness,
        rng: np.random.Generator,
        first_count: int,
    ) -> None:
        self._compressor, self._x, self._tables = compressor, x, tables
        self._shared, self._rng, self._log_bound = shared, rng, log_bound
        self.index = np.zeros(len(x), dtype=np.int64)  # becomes an object array when a rank needs more bits
        self.evaluated = np.zeros(len(x), dtype=np.int64)
        self._best = np.full(len(x), np.inf)  # ln of the smallest g·S/r so far
        self._active = np.arange(len(x))  # jobs still searching
        arrivals = Arrivals(compressor.alpha, len(x), rng)
        unfinished = self._scan(arrivals.reveal_first(int(first_count)))
        while len(unfinished):
            arrivals.keep(unfinished)
            self._active = self._active[unfinished]
            extent = np.maximum(compressor.shell * np.exp(log_bound[self._active]), 1.0)
            unfinished = self._scan(arrivals.reveal_more(extent))

    def _scan(self, revealed: Revealed) -> np.ndarray:
        """Search a shell in candidate order, a few columns at a time; the rows of it that need another shell."""
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
        """Fetch the candidates that can win, (jobs, columns), take their ratios and keep the best of each job."""
        log_score = np.log(score)
        wanted = log_score < self._limit(jobs)[:, None]
        job = jobs[np.nonzero(wanted)[0]]
        indices = self._indices(rank[wanted], log_time[wanted])
        log_score[~wanted] = np.inf
        log_score[wanted] -= self._log_ratios(job, indices)
        winner = np.argmin(log_score, axis=1)
        value = log_score[np.arange(len(jobs)), winner]
        better = value < self._best[jobs]
        position = np.cumsum(wanted).reshape(wanted.shape) - 1  # where each wanted candidate stands in ``indices``
        if indices.dtype == object:
            self.index = self.index.astype(object, copy=False)
        self._best[jobs[better]] = value[better]
        self.index[jobs[better]] = indices[position[better, winner[better]]]
        self.evaluated[jobs] += wanted.sum(axis=1)

    def _log_ratios(self, job: np.ndarray, indices: np.ndarray) -> np.ndarray:
        """ln r of candidate ``indices[i]`` of job ``job[i]``, a block at a time."""
        channel = self._compressor.channel
        limit = max(1, _FLOATS // channel.ratio_width)
        rows = SharedRows(self._shared, indices, self._tables[job])
        parts = [slice(start, start + limit) for start in range(0, len(job), limit)]
        found = [channel.candidate_log_ratio(self._x[job[part]], rows[part]) for part in parts]
        return np.concatenate(found) if found else np.empty(0)

    def _indices(self, rank: np.ndarray, log_time: np.ndarray) -> np.ndarray:
        """Whole-number indices; an object array when one exceeds 2⁵³ (the rank is then taken from the time)."""
        beyond = np.isinf(rank)
        indices = np.where(beyond, 0.0, rank).astype(np.int64)
        if not beyond.any():
            return indices
        indices = indices.astype(object)
        indices[beyond] = whole_times(log_time[beyond], self._rng)
        return indices
