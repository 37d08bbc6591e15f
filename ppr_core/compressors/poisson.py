"""Poisson private representation (PPR): exact simulation of any channel by one index."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.arrivals import Arrivals, Revealed
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.compressors.indices import as_indices, whole_times
from ppr_core.compressors.privacy import poisson_privacy

__all__ = ["PoissonPrivateRepresentation"]

_BLOCK = 1 << 17  # revealed arrivals held at once
_ROWS = 1 << 19  # floats of proposal samples held at once
_LOG_EXACT = 53 * math.log(2)


class PoissonPrivateRepresentation(Compressor):
    """PPR with parameter α ∈ (1, ∞]: P(K = k) ∝ T̃_k^{−α}, T̃_k = T_k / r(Z_k|x), decoded as Z_K ~ P(·|x) exactly.

    Liu, Chen, Li 2024, section 4. α = ∞ is the Poisson functional representation: fewest bits, no privacy.

    Encoding uses the equivalent K = argmin_k (T_k/r_k)^α V_k with V ~ Exp(1). Candidates are visited in increasing
    S = T·V^{1/α}, a Poisson process of rate Γ(1−1/α); the winner minimises S/r, so the search stops as soon as the
    next S exceeds r*·(best S/r): r* candidates on average, for every α. The rank of a candidate in time order, which
    is its index, comes from counting the arrivals in between (`Arrivals`), not from drawing them.

    channel: any channel with a finite ratio bound. alpha: in (1, ∞]. candidate_limit: an encode expected to evaluate
    more candidates than this raises `DrawLimitExceeded` before it starts. shell: expected multiples of r* revealed
    before the search starts (an extension is exact, so this changes speed only).
    """

    name = "ppr"
    label = "PPR"
    exact = True

    def __init__(
        self, channel: Channel, alpha: float, *, candidate_limit: float = 1e7, shell: float = 4.0
    ) -> None:
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
        log_bound = np.asarray(self.channel.log_ratio_bound(x), dtype=float)
        if len(x) and log_bound.max() > math.log(self.candidate_limit):
            raise DrawLimitExceeded(
                f"an encode would evaluate about e^{log_bound.max():.1f} candidates (r*), more than candidate_limit = "
                f"{self.candidate_limit:g}; a wider proposal, more noise or fewer dimensions lowers r*"
            )
        small = np.zeros(len(x), dtype=np.int64)
        large: dict[int, int] = {}
        evaluated = np.zeros(len(x), dtype=np.int64)
        order = np.argsort(log_bound, kind="stable")  # blocks of like r*, so that rows are equally long
        start = 0
        while start < len(x):
            # The count for the block's largest r* must fit; sizes grow slowly along the order.
            size = max(1, int(_BLOCK / self._first_count(log_bound[order[start]])))
            block = order[start : start + size]
            search = _Search(self, x[block], tables[block], log_bound[block], shared, rng)
            small[block], evaluated[block] = search.index, search.evaluated
            large.update((int(block[i]), k) for i, k in search.large.items())
            start += size
        return as_indices(small, large), evaluated

    def _first_count(self, log_bound: float) -> int:
        return max(1, math.ceil(self.shell * math.exp(log_bound)))


class _Search:
    """The search of one block of inputs, (n,) at once."""

    def __init__(self, compressor, x, tables, log_bound, shared, rng) -> None:
        self._compressor, self._x, self._tables = compressor, x, tables
        self._shared, self._rng, self._log_bound = shared, rng, log_bound
        n = len(x)
        self.index = np.zeros(n, dtype=np.int64)
        self.large: dict[int, int] = {}
        self.evaluated = np.zeros(n, dtype=np.int64)
        self._best = np.full(n, np.inf)  # ln of the smallest g·S/r so far
        self._active = np.arange(n)
        count = compressor._first_count(log_bound.max())
        arrivals = Arrivals(compressor.alpha, n, rng)
        self._scan(arrivals.reveal_first(count))
        while len(self._active):
            arrivals.keep(self._kept)
            extent = np.maximum(compressor.shell * np.exp(log_bound[self._active]), 1.0)
            self._scan(arrivals.reveal_more(extent))

    def _scan(self, revealed: Revealed) -> None:
        """Evaluate a shell in candidate order, a few columns at a time; keep the processes that need another."""
        rows = np.arange(len(self._active))  # rows of ``revealed`` still searching
        column, columns = 0, revealed.score.shape[1]
        step = 1 + int(0.4 * math.exp(self._log_bound[self._active].mean()))
        finished = np.zeros(len(rows), dtype=bool)
        while column < columns and len(rows):
            until = min(column + step, columns)
            log_score = np.log(revealed.score[rows, column:until])
            jobs = self._active[rows]
            wanted = log_score < (self._best + self._log_bound)[jobs][:, None]
            self._evaluate(jobs, log_score, wanted, revealed.log_time[rows, column:until],
                           revealed.rank[rows, column:until])
            column = until
            # Past its last arrival a row knows only that the next one lies beyond the shell.
            ahead = np.minimum(revealed.score[rows, column], revealed.stop[rows]) if column < columns else revealed.stop[rows]
            done = np.log(ahead) >= (self._best + self._log_bound)[jobs]
            finished[rows[done]] = True
            rows = rows[~done]
        if columns == 0:
            finished = np.log(revealed.stop) >= (self._best + self._log_bound)[self._active]
        self._kept = np.flatnonzero(~finished)
        self._active = self._active[self._kept]

    def _evaluate(self, jobs, log_score, wanted, log_time, rank) -> None:
        """Fetch the wanted candidates, take their ratios, keep the best of each job."""
        channel = self._compressor.channel
        place, _ = np.nonzero(wanted)
        job = jobs[place]
        small, large = self._indices(rank[wanted], log_time[wanted])
        score = log_score[wanted]
        limit = max(1, _ROWS // channel.width)
        for start in range(0, len(job), limit):
            part = slice(start, start + limit)
            uniforms = self._shared.uniforms(small[part], channel.width, self._tables[job[part]])
            inside = [(i, k) for i, k in large.items() if start <= i < start + limit]
            if inside:
                at = np.array([i for i, _ in inside])
                keys = np.array([k for _, k in inside], dtype=object)
                uniforms[at - start] = self._shared.uniforms(keys, channel.width, self._tables[job[at]])
            score[part] -= channel.log_ratio(self._x[job[part]], channel.proposal(uniforms))
        full = np.full(wanted.shape, np.inf)
        full[wanted] = score
        winner = np.argmin(full, axis=1)
        value = full[np.arange(len(jobs)), winner]
        better = value < self._best[jobs]
        flat = np.full(wanted.shape, -1)
        flat[wanted] = np.arange(len(job))
        chosen = flat[np.arange(len(jobs)), winner][better]
        won = jobs[better]
        self._best[won] = value[better]
        self.index[won] = small[chosen]
        for owner, which in zip(won.tolist(), chosen.tolist(), strict=True) if large or self.large else ():
            self.large.pop(owner, None)
            if which in large:
                self.large[owner] = large[which]
        self.evaluated[jobs] += wanted.sum(axis=1)

    def _indices(self, rank: np.ndarray, log_time: np.ndarray) -> tuple[np.ndarray, dict[int, int]]:
        """Exact ranks as int64, and Python integers at the positions whose rank exceeds 2⁵³."""
        beyond = np.isinf(rank)
        small = np.where(beyond, 0.0, rank).astype(np.int64)
        if not beyond.any():
            return small, {}
        at = np.flatnonzero(beyond)
        return small, dict(zip(at.tolist(), whole_times(log_time[at], self._rng).tolist(), strict=True))
