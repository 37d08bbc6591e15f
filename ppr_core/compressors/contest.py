"""Contests between candidates of Poisson private representation: the smallest S/r of each message."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import kernels
from ppr_core.channels import Channel
from ppr_core.randomness import SharedRandomness, SharedRows

__all__ = ["CAPS", "Contest", "ratios_in_blocks"]

_WORTH = 32  # candidates of all messages together
_LEFT = 0.75  # share of messages that can still change, from which on the others are left alone
CAPS = ("category", "bit", "subset")  # ratios of two values that one or a few words of a candidate tell
_APPROXIMATE = ("gaussian", "laplace")  # by kernels that find ln r up to an error
_NO_STREAMS = np.empty((0, 8), dtype=np.uint32)
_GRID = 64  # steps of a limit in a unit of ln S
_SHORT = 24  # columns that are put into order exactly
_FLOATS = 1 << 19  # floats of proposal samples held at once
_ONLY = np.zeros(1, dtype=np.int64)  # the place of a message that is alone


def ratios_in_blocks(
    channel: Channel, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, job: np.ndarray, index: np.ndarray
) -> np.ndarray:
    """ln r of candidate ``index[i]`` of message ``job[i]``, (m,), some at a time.

    x: (n, …) inputs and tables: (n,), by message; job, index: (m,).
    """
    limit, rows = max(1, _FLOATS // channel.ratio_width), SharedRows(shared, index, tables[job])
    parts = [slice(start, start + limit) for start in range(0, len(job), limit)]
    log_ratios = [channel.candidate_log_ratio(x[job[part]], rows[part]) for part in parts]
    return np.concatenate(log_ratios) if log_ratios else np.empty(0)


class Contest:
    """The best candidate so far of n messages; `meet` confronts it with others.

    best: (n,) ln of the smallest S/r, +∞ at first, up to ``_error`` where a kernel approximates; winner: (n,) its
    index, int64 or object; seen: (n,) candidates that had a chance to win when their turn came.
    """

    def __init__(
        self, channel: Channel, shared: SharedRandomness, x: np.ndarray, tables: np.ndarray, log_bound: np.ndarray
    ) -> None:
        self.log_bound = log_bound
        self.best = np.zeros(len(x))
        self.best.fill(np.inf)  # twice as fast as `numpy.full`, which one message notices
        self.winner, self.seen = np.zeros(len(x), dtype=np.int64), np.zeros(len(x), dtype=np.int64)
        self._error, self._winning_score = np.zeros(len(x)), np.zeros(len(x))
        self._first_plan = channel.contest(x[:1])
        kind = self._first_plan[0] if self._first_plan is not None else ""
        self._approximate, self._grid = kind in _APPROXIMATE, _GRID if kind == "gaussian" else 0
        self._whole_plan = self._first_plan if len(x) == 1 else None
        self._channel, self._shared, self._x, self._tables = channel, shared, x, tables
        # A kernel reads the shared tables by itself, so only where nobody has redefined them.
        self._kernels = kernels.compiled() if type(shared) is SharedRandomness else None

    @property
    def log_limit(self) -> np.ndarray:
        """ln of an S from which on no candidate can win: r*·best, for vectors of normals rounded up.

        A multiple of 1/64 is the same whether a kernel has approximated the best or NumPy has computed it.
        """
        log_limit = self.best + self.log_bound
        if not self._grid:
            return log_limit
        highest, lowest = (np.ceil(self._grid * (log_limit + error)) for error in (self._error, -self._error))
        near = np.nonzero(highest > lowest)[0]
        if len(near):
            self._settle(near)
            highest[near] = np.ceil(self._grid * (self.best[near] + self.log_bound[near]))
        return highest / self._grid

    def _settle(self, rows: np.ndarray) -> None:
        """Replace approximations by what NumPy computes."""
        rows = rows[self._error[rows] > 0]
        if len(rows):
            self.best[rows] = self._winning_score[rows] - self._log_ratios(rows, self.winner[rows])
            self._error[rows] = 0.0

    def meet(self, rows: np.ndarray, log_score: np.ndarray, index: np.ndarray, *, increasing: bool = False) -> None:
        """More candidates of the messages ``rows`` (m,): ln S and index, (m, k) each; ln S = +∞ where there is none.

        They take their turns in increasing S, so that the limit falls early; where a look costs less than an order, as
        they stand. increasing: they stand in that order already; else both arrays may be sorted in place.
        A candidate whose ln S is not below the limit when its turn comes is passed over, whatever its ratio.
        """
        plan = self._plan(rows)
        if not increasing and (plan is None or plan[0] not in CAPS):
            log_score, index = self._in_order(log_score, index)
        if self._kernels is None or index.dtype != np.int64:
            plan = None
        if plan is not None:
            unsure = self._meet_compiled(*plan, rows, log_score, index)
            rows, log_score, index = rows[unsure], log_score[unsure], index[unsure]
        if not len(rows):
            return
        # Few columns against r*, as the limit falls with each look; but not fewer than a look is worth.
        step = max(1, int(0.4 * np.exp(self.log_bound[rows].mean())), _WORTH // len(rows))
        for start in range(0, log_score.shape[1], step):
            part = slice(start, start + step)
            if start:
                open_ = np.nonzero(log_score[:, start:].min(axis=1) < self.best[rows] + self.log_bound[rows])[0]
                if len(open_) < _LEFT * len(rows):
                    rows, log_score, index = rows[open_], log_score[open_], index[open_]
                    if not len(rows):
                        return
            self._look(rows, log_score[:, part], index[:, part])

    def _plan(self, rows: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        """The channel's for the messages ``rows``; of vectors, for all of them once, and which are meant."""
        if not self._approximate:
            return self._channel.contest(self._x[rows])
        self._whole_plan = plan = self._whole_plan or self._channel.contest(self._x)
        return None if plan is None else (plan[0], (rows, *plan[1]))

    @property
    def only_log_limit(self) -> float:
        """`log_limit` of a contest of one message."""
        log_limit, error = float(self.best[0]) + float(self.log_bound[0]), float(self._error[0])
        if not self._grid:
            return log_limit
        highest = math.ceil(self._grid * (log_limit + error))
        close = highest > math.ceil(self._grid * (log_limit - error))
        return float(self.log_limit[0]) if close else highest / self._grid

    def begin(self, logs: np.ndarray, alpha: float) -> bool:
        """The first candidates of the only message, 1, 2, …, by their ln T and ln V (2, k), in one call of a kernel.

        False where there is none for this or it cannot tell, and nothing is done.
        """
        if self._kernels is None or self._first_plan is None or self._first_plan[0] != "gaussian":
            return False
        where = self._tables.item(0), self.log_bound, self._shared.kernel_key
        sure, *found = self._kernels.lone_gaussian(logs, alpha, _SHORT, *where, *self._first_plan[1])
        if sure:
            self.best[0], self._error[0], self._winning_score[0], self.winner[0], self.seen[0] = found
        return sure

    def glance(self, log_score: np.ndarray, index: np.ndarray) -> bool:
        """As `meet` for candidates (1, k) of the only message, in one call of a kernel; both arrays may be sorted.

        False where only `meet` can tell, and nothing is done.
        """
        if self._kernels is None or self._first_plan is None or index.dtype != np.int64:
            return False
        name, arguments = self._first_plan
        if name not in CAPS:
            self._kernels.sort_rows(log_score, index, _SHORT)
        unsure, winning = np.zeros(1, dtype=np.uint8), self.winner
        sure: tuple[np.ndarray, ...] = (unsure,) if self._approximate or name == "cap" else ()
        error: tuple[np.ndarray, ...] = ()
        if self._approximate:
            error, winning = (self._error, _ONLY), np.array([-1])
        before = self.best[0], self.winner[0], self.seen[0], self._error[0]
        where = (log_score, index, self._tables, self.log_bound, self.best, winning, self.seen)
        kernel = getattr(self._kernels, f"contest_{name}")
        kernel(*where, *sure, self._shared.kernel_key, *error, *arguments)
        if unsure[0]:
            self.best[0], self.winner[0], self.seen[0], self._error[0] = before
        elif self._approximate and winning[0] >= 0:
            self._winning_score[0], self.winner[0] = log_score[0, winning[0]], index[0, winning[0]]
            if not self._grid:
                self._settle(_ONLY)
        return not unsure[0]

    def _in_order(self, log_score: np.ndarray, index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rows in increasing S, long ones up to a factor √e, which is nearly as good."""
        if self._kernels is not None and index.dtype == np.int64:
            self._kernels.sort_rows(log_score, index, _SHORT)
            return log_score, index
        key = log_score
        if log_score.shape[1] > _SHORT:
            key = np.clip(np.floor(2 * log_score), -16, 47).astype(np.int8)
        order = np.argsort(key, axis=1, kind="stable")
        return np.take_along_axis(log_score, order, axis=1), np.take_along_axis(index, order, axis=1)

    def _meet_compiled(
        self, name: str, arguments: tuple[Any, ...], rows: np.ndarray, log_score: np.ndarray, index: np.ndarray
    ) -> np.ndarray:
        """As `meet` by the kernel of that name; the positions in ``rows`` that it left as they were."""
        best, winner, seen = self.best[rows], self.winner[rows], np.zeros(len(rows), dtype=np.int64)
        where = (log_score, index, self._tables[rows], self.log_bound[rows], best)
        key, unsure = self._shared.kernel_key, np.zeros(len(rows), dtype=np.uint8)
        kernel = getattr(self._kernels, f"contest_{name}")
        if self._approximate:
            winning, error = np.full(len(rows), -1), self._error[rows]
            kernel(*where, winning, seen, unsure, key, error, *arguments)
            won = np.nonzero((winning >= 0) & (unsure == 0))[0]
            winner[won] = index[won, winning[won]]
            self._error[rows[won]], self._winning_score[rows[won]] = error[won], log_score[won, winning[won]]
        elif name == "cap":
            kernel(*where, winner, seen, unsure, key, *arguments)
        else:
            kernel(*where, winner, seen, key, *arguments)
        sure = np.nonzero(unsure == 0)[0]
        done = rows[sure]
        self.best[done], self.winner[done] = best[sure], winner[sure]
        self.seen[done] += seen[sure]
        if self._approximate and not self._grid:
            self._settle(done)
        return np.nonzero(unsure)[0]

    def _look(self, rows: np.ndarray, log_score: np.ndarray, index: np.ndarray) -> None:
        self._settle(rows)
        log_bound, before = self.log_bound[rows, None], self.best[rows, None]
        wanted = log_score < before + log_bound
        log_ratio = np.full(log_score.shape, -np.inf)
        log_ratio[wanted] = self._log_ratios(rows[np.nonzero(wanted)[0]], index[wanted])
        value = np.where(wanted, log_score, np.inf) - log_ratio
        so_far = np.minimum.accumulate(np.concatenate([before, value], axis=1), axis=1)[:, :-1]
        self.seen[rows] += (log_score < so_far + log_bound).sum(axis=1)
        self.compare(rows, log_score, index, log_ratio)

    def compare(self, rows: np.ndarray, log_score: np.ndarray, index: np.ndarray, log_ratio: np.ndarray) -> None:
        """As `meet` where ln r (m, k) is known."""
        value = log_score - log_ratio
        first = np.argmin(value, axis=1)
        least = value[np.arange(len(rows)), first]
        better = np.nonzero(least < self.best[rows])[0]
        if index.dtype == object:
            self.winner = self.winner.astype(object, copy=False)
        self.best[rows[better]] = least[better]
        self.winner[rows[better]] = index[better, first[better]]

    @property
    def by_cap(self) -> bool:
        """Whether `inside` can be asked: ratios of two values that one or a few words of a candidate tell."""
        return self._first_plan is not None and self._first_plan[0] in CAPS

    @property
    def levels(self) -> tuple[float, float]:
        """ln r inside and outside the cap, where `by_cap`."""
        return self._cap_plan(self._x[:1])[1][-2:]

    def _cap_plan(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]]:
        plan = self._channel.contest(x)
        if plan is None:
            raise TypeError(f"{self._channel.name} has no cap")
        return plan

    def inside(self, rows: np.ndarray, ends: np.ndarray, index: np.ndarray) -> np.ndarray:
        """Which of the candidates ``index`` (k,) lie in the cap of their messages: rows[i]'s end before ends[i]."""
        name, arguments = self._cap_plan(self._x[rows])
        if self._kernels is not None:
            inside = np.empty(len(index), dtype=np.uint8)
            kernel = getattr(self._kernels, f"inside_{name}")
            kernel(inside, index, ends, self._tables[rows], self._shared.kernel_key, _NO_STREAMS, *arguments)
            return inside.view(bool)
        return self._log_ratios(np.repeat(rows, np.diff(ends, prepend=0)), index) == self.levels[0]

    def _log_ratios(self, job: np.ndarray, index: np.ndarray) -> np.ndarray:
        return ratios_in_blocks(self._channel, self._x, self._tables, self._shared, job, index)
