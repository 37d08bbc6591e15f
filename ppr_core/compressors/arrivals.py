"""Arrivals of Poisson processes in candidate order, with their ranks in time order.

A unit-rate process T₁ < T₂ < … with marks V ~ Exp(1), seen through S = T·V^{1/α}: S is a Poisson process of rate
g = Γ(1 − 1/α), and given S the mark V is Gamma(1 − 1/α, 1). The candidate order is increasing S. An arrival's rank
counts all arrivals up to its T; those not yet revealed are only counted, never generated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors.revealed_mass import revealed_mass

__all__ = ["Arrivals", "Revealed"]

_LOG_EXACT = 53 * math.log(2)  # later arrivals: a rank is the time itself, to a relative 2⁻⁵³


@dataclass(frozen=True)
class Revealed:
    """Arrivals of n processes in candidate order; rows may end in padding (score +∞).

    score: (n, m) g·S, increasing along each row, a unit-rate process. log_time: (n, m) ln T. rank: (n, m) float,
    the exact rank where it is below 2⁵³, else +∞ (take it from log_time). stop: (n,), all g·S <= stop are revealed.
    """

    score: np.ndarray
    log_time: np.ndarray
    rank: np.ndarray
    stop: np.ndarray


class Arrivals:
    """n independent processes, revealed shell by shell."""

    def __init__(self, alpha: float, processes: int, rng: np.random.Generator) -> None:
        self._alpha = alpha
        self._rng = rng
        self._mass = revealed_mass(alpha)
        self._processes = processes
        # What is known, in time order: ln T and the number of unrevealed arrivals just before each (while T < 2⁵³).
        self._log_time = np.empty((processes, 0))
        self._unrevealed = np.empty((processes, 0))
        self._stop = np.zeros(processes)

    def reveal_first(self, count: int) -> Revealed:
        """The first ``count`` arrivals of every process in candidate order; S of the last one ends the shell."""
        score = np.cumsum(self._rng.standard_exponential((self._processes, count)), axis=1)
        log_time = self._times(np.log(score))
        order = np.argsort(log_time, axis=1)
        self._log_time = np.take_along_axis(log_time, order, axis=1)
        self._stop = score[:, -1]
        gaps = np.diff(self._hidden_mass(self._stop, self._log_time), axis=1, prepend=0.0)
        exact = self._log_time < _LOG_EXACT
        self._unrevealed = self._rng.poisson(np.where(exact, np.maximum(gaps, 0.0), 0.0)).astype(float)
        rank = np.empty_like(score)
        np.put_along_axis(rank, order, self._ranks(), axis=1)
        return Revealed(score, log_time, rank, self._stop)

    def keep(self, chosen: np.ndarray) -> None:
        """Forget all processes but the chosen rows."""
        self._log_time, self._unrevealed = self._log_time[chosen], self._unrevealed[chosen]
        self._stop = self._stop[chosen]
        self._processes = len(self._stop)

    def reveal_more(self, extent: np.ndarray) -> Revealed:
        """The next shell, g·S in (stop, stop + extent], extent (n,); exact given all that was revealed before.

        Among the N unrevealed arrivals counted in a gap, each belongs to the new shell with the probability
        that the shell takes of the gap's remaining mass, independently; beyond the last gap the process is free.
        """
        old, new = self._stop, self._stop + extent
        within = self._split_gaps(old, new)
        beyond = self._draw_beyond(old, new)
        row, log_time, score, gap = (np.concatenate(parts) for parts in zip(within, beyond, strict=True))
        self._stop = new
        placed = self._merge(row, log_time, gap)

        order = np.lexsort((score, row))
        row, column = row[order], _positions(row[order], self._processes)
        shape = (self._processes, int(column.max(initial=-1)) + 1)
        result = Revealed(np.full(shape, np.inf), np.full(shape, np.inf), np.full(shape, np.inf), new)
        result.score[row, column] = score[order]
        result.log_time[row, column] = log_time[order]
        result.rank[row, column] = self._ranks()[row, placed[order]]
        return result

    def _times(self, log_score: np.ndarray) -> np.ndarray:
        """ln T for ln(g·S): T = S·V^{−1/α}, V ~ Gamma(1 − 1/α, 1)."""
        log_s = log_score - math.log(self._mass.rate)
        if math.isinf(self._alpha):
            return log_s
        shape = 1 - 1 / self._alpha
        # A Gamma(a) with small a underflows; its logarithm is ln Gamma(a+1) + ln(U)/a.
        log_mark = np.log(self._rng.standard_gamma(shape + 1, log_s.shape))
        log_mark -= self._rng.standard_exponential(log_s.shape) / shape
        return log_s - log_mark / self._alpha

    def _revealed_mass(self, stop: np.ndarray, log_time: np.ndarray) -> np.ndarray:
        return self._mass(np.log(stop / self._mass.rate)[:, None], log_time)

    def _hidden_mass(self, stop: np.ndarray, log_time: np.ndarray) -> np.ndarray:
        """Mean number of arrivals up to T with g·S > stop: T − R(T), for T < 2⁵³."""
        return np.exp(np.minimum(log_time, _LOG_EXACT)) - self._revealed_mass(stop, log_time)

    def _ranks(self) -> np.ndarray:
        rank = np.cumsum(self._unrevealed + 1.0, axis=1)
        return np.where(self._log_time < _LOG_EXACT, rank, np.inf)

    def _split_gaps(self, old: np.ndarray, new: np.ndarray) -> tuple[np.ndarray, ...]:
        """New arrivals inside the gaps whose unrevealed arrivals have been counted: row, ln T, g·S, gap."""
        exact = self._log_time < _LOG_EXACT
        hidden = np.diff(self._hidden_mass(old, self._log_time), axis=1, prepend=0.0)
        taken = self._revealed_mass(new, self._log_time) - self._revealed_mass(old, self._log_time)
        share = np.diff(taken, axis=1, prepend=0.0)
        np.divide(share, hidden, out=share, where=hidden > 0)
        share = np.clip(share, 0.0, 1.0)
        moved = self._rng.binomial(np.where(exact, self._unrevealed, 0.0).astype(np.int64), share)
        self._unrevealed = self._unrevealed - moved
        row, gap = (np.repeat(part, moved.ravel()) for part in (np.indices(moved.shape).reshape(2, -1)))
        early = np.concatenate([np.full((len(old), 1), -np.inf), self._log_time], axis=1)[row, gap]
        log_time = self._place(old[row], new[row], early, self._log_time[row, gap])
        log_old = np.log(old[row] / self._mass.rate)
        log_new = np.log(new[row] / self._mass.rate)
        # V given T = t is Exp(1) restricted to ((s_old/t)^α, (s_new/t)^α).
        low, high = (np.exp(np.minimum(self._alpha * (s - log_time), 700.0)) for s in (log_old, log_new))
        mark = low - np.log1p(self._rng.random(len(row)) * np.expm1(low - high))
        score = self._mass.rate * np.exp(log_time + np.log(mark) / self._alpha)
        return row, log_time, np.clip(score, old[row], new[row]), gap

    def _place(self, old: np.ndarray, new: np.ndarray, early: np.ndarray, late: np.ndarray) -> np.ndarray:
        """ln T of new arrivals in the gaps (early, late), with density ∝ exp(−(s_old/t)^α) − exp(−(s_new/t)^α).

        Inverts the distribution function by Newton steps in ln t, halving the bracket where a step leaves it.
        """
        log_old, log_new = np.log(old / self._mass.rate), np.log(new / self._mass.rate)

        def taken(log_time: np.ndarray) -> np.ndarray:
            return self._mass(log_new, log_time) - self._mass(log_old, log_time)

        low = np.minimum(np.maximum(early, log_old - math.log(50.0) / self._alpha), late)
        high = late.copy()
        start, end = (self._mass(log_new, edge) - self._mass(log_old, edge) for edge in (low, high))
        target = start + self._rng.random(len(old)) * (end - start)
        tolerance = 1e-12 * new / self._mass.rate  # far below what could move the law of the index
        point = (low + high) / 2
        open_ = np.arange(len(old))
        for _ in range(200):  # halving alone ends after some 60
            if not len(open_):
                break
            here, s_old, s_new = point[open_], log_old[open_], log_new[open_]
            error = self._mass(s_new, here) - self._mass(s_old, here) - target[open_]
            low[open_] = np.where(error < 0, here, low[open_])
            high[open_] = np.where(error < 0, high[open_], here)
            u_old, u_new = (np.exp(np.minimum(self._alpha * (s - here), 700.0)) for s in (s_old, s_new))
            slope = np.exp(here) * (np.exp(-u_old) - np.exp(-u_new))
            newton = here - np.divide(error, slope, out=np.full_like(error, np.inf), where=slope > 0)
            inside = (newton > low[open_]) & (newton < high[open_])
            point[open_] = np.where(inside, newton, (low[open_] + high[open_]) / 2)
            closed = (np.abs(error) <= tolerance[open_]) | (high[open_] - low[open_] <= 1e-14 * (1 + np.abs(here)))
            open_ = open_[~closed]
        return point

    def _draw_beyond(self, old: np.ndarray, new: np.ndarray) -> tuple[np.ndarray, ...]:
        """New arrivals later than every counted gap: the process is free there, so drawn as in the first shell."""
        exact = self._log_time < _LOG_EXACT
        edge = np.max(np.where(exact, self._log_time, -np.inf), axis=1, initial=-np.inf)
        row = np.repeat(np.arange(len(old)), self._rng.poisson(new - old))
        score = old[row] + (new - old)[row] * (1.0 - self._rng.random(len(row)))
        log_time = self._times(np.log(score))
        free = log_time > edge[row]
        row, log_time, score = row[free], log_time[free], score[free]
        return row, log_time, score, np.full(len(row), -1)

    def _merge(self, row: np.ndarray, log_time: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """Put new arrivals into the time order and share out what is still unrevealed; their columns, (k,)."""
        known = np.isfinite(self._log_time)
        known_row, known_gap = np.nonzero(known)
        all_row = np.concatenate([known_row, row])
        all_time = np.concatenate([self._log_time[known], log_time])
        all_gap = np.concatenate([known_gap, gap])
        order = np.lexsort((all_time, all_row))
        column = _positions(all_row[order], self._processes)
        shape = (self._processes, int(column.max(initial=-1)) + 1)
        merged_time = np.full(shape, np.inf)
        merged_time[all_row[order], column] = all_time[order]
        merged_gap = np.full(shape, -1)
        merged_gap[all_row[order], column] = all_gap[order]
        self._unrevealed = self._share_out(merged_time, merged_gap)
        self._log_time = merged_time
        placed = np.empty(len(order), dtype=np.int64)
        placed[order] = column
        return placed[len(known_row) :]

    def _share_out(self, log_time: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """Unrevealed arrivals before each arrival of the merged order.

        A counted gap's rest is multinomial over its sub-gaps by their hidden mass; beyond the counted gaps the
        numbers are fresh Poisson variables.
        """
        exact = log_time < _LOG_EXACT
        hidden = np.diff(self._hidden_mass(self._stop, log_time), axis=1, prepend=0.0)
        hidden = np.where(exact, np.maximum(hidden, 0.0), 0.0)
        rest = np.where(gap >= 0, 0.0, self._rng.poisson(hidden))
        rows, columns = np.nonzero((gap >= 0) & exact)
        gaps = gap[rows, columns]
        opens = np.ones(len(rows), dtype=bool)
        opens[1:] = (gaps[1:] != gaps[:-1]) | (rows[1:] != rows[:-1])
        group = np.cumsum(opens) - 1
        turn = np.arange(len(rows)) - np.flatnonzero(opens)[group] if len(rows) else group
        size = np.bincount(group)
        mass = hidden[rows, columns]
        mass_left = np.bincount(group, weights=mass)
        left = self._unrevealed[rows[opens], gaps[opens]]
        for step in range(int(size.max(initial=0))):
            here = turn == step
            of = group[here]
            fraction = np.divide(mass[here], mass_left[of], out=np.zeros(len(of)), where=mass_left[of] > 0)
            last = size[of] == step + 1
            share = self._rng.binomial(left[of].astype(np.int64), np.where(last, 1.0, np.clip(fraction, 0.0, 1.0)))
            rest[rows[here], columns[here]] = share
            left[of] -= share
            mass_left[of] -= mass[here]
        return rest


def _positions(sorted_rows: np.ndarray, rows: int) -> np.ndarray:
    """0, 1, 2, … within each run of equal entries of a sorted array."""
    counts = np.bincount(sorted_rows, minlength=rows)
    return np.arange(len(sorted_rows)) - np.repeat(np.cumsum(counts) - counts, counts)
