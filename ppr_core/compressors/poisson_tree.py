"""Poisson private representation of one number, found by a tree: docs/tree_search.md."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import kernels, validation
from ppr_core.channels import Channel
from ppr_core.compressors.base import Compressor, DrawLimitExceeded, streams
from ppr_core.compressors.indices import as_indices
from ppr_core.compressors.messages import Messages
from ppr_core.compressors.octaves import beta_places, between, positions
from ppr_core.compressors.privacy import poisson_privacy
from ppr_core.compressors.time_order import late_arrivals
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["PoissonTree"]

_OCTAVES = 62  # searched; what comes later is drawn
_BLOCK = 1 << 12  # messages searched at once, each block with a generator of its own
_MOST_LATE = 8.0  # arrivals to draw, on average
_LARGEST = 40 * math.log(2)  # ln r*, beyond which places in (0, 1) are too coarse
_LEAST_ALPHA = 1.2

Ends = np.ndarray | float  # of a node each, or of all


class PoissonTree(Compressor):
    """PPR with parameter α for one number and a ratio with a single peak, in about (log2 r*)² instead of r* looks.

    The arrivals of PPR, but in each octave of indices, 2^j to 2^{j+1} − 1, all but the first are sorted by their place
    (`octaves`). The message is the place in this order: a function of PPR's index and of the shared samples, so all
    that is proven of PPR's decoder holds, and the octave, which decides the length under an Elias code, has PPR's law.
    Decoded as Z ~ P(·|x) exactly.

    Encoding looks for the smallest S/r, S = T·V^{1/α}, by branch and bound. Given the times B_j of the arrivals number
    2^j, the others of an octave have independent uniform times in (B_j, B_{j+1}) and marks V ~ Exp(1), whatever their
    place. A node of an octave's tree is the arrivals between two places; the smallest mark v among its n is Exp(1)/n,
    and no S/r of them is below B_j v^{1/α}/max r, where the largest ratio is at an end or at the peak.

    channel: with a ``ratio_peak``. alpha: at least 1.2, up to ∞. r* may be up to 2⁴⁰ at α = ∞, 2³² at α = 2 and 2²² at
    α = 1.5, as late arrivals are drawn one by one; beyond, encoding raises `DrawLimitExceeded`.

    >>> import numpy as np
    >>> from ppr_core import LaplaceChannel, SharedRandomness
    >>> from ppr_core.compressors import PoissonTree
    >>> tree = PoissonTree(LaplaceChannel(dimension=1, epsilon=100.0, norm_bound=1.0), 2.0)
    >>> messages = tree.encode(np.array([0.5, -0.5]), SharedRandomness(7), np.random.default_rng(1))
    >>> tree.decode(messages, SharedRandomness(7)).round(2)
    array([ 0.5, -0.5])
    """

    name = "ppr_tree"
    label = "PPR by a tree"
    exact = True

    def __init__(self, channel: Channel, alpha: float) -> None:
        super().__init__(channel)
        self.alpha = validation.real("alpha", alpha, _LEAST_ALPHA, infinite=True)
        peaked = channel.ratio_peak(channel.inputs(np.zeros((0, *channel.event_shape)))) is not None
        validation.require(peaked, "channel", channel.name, "of one number, with a density ratio of a single peak")

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """As PPR's: the message is a function of PPR's index and the shared samples."""
        return poisson_privacy(self.channel, self.alpha, delta)

    def expected_cost(self, x: Any) -> np.ndarray:
        """62 arrivals that stand by themselves, and about (log2 r*)²·α/(2α − 2) medians."""
        log_bound = np.asarray(self.channel.log_ratio_bound(self.channel.inputs(x)), dtype=float)
        return _OCTAVES + (log_bound / math.log(2)) ** 2 / (2 - 2 / self.alpha)

    def decode(self, messages: Messages, shared: SharedRandomness) -> np.ndarray:
        """The samples the messages point at, (n, 1), or (n,) for inputs of that shape."""
        self._require_indices(messages.indices)
        z = self.channel.proposal(self.uniforms(messages, shared))
        return z[:, 0] if messages.scalar else z

    def uniforms(self, messages: Messages, shared: SharedRandomness) -> np.ndarray:
        """The positions of the samples, (n, 1)."""
        return positions(messages.indices, messages.tables, shared)[:, None]

    @property
    def log_largest_ratio(self) -> float:
        """ln of the largest r* that is encoded: L = r* leaves at most 8 arrivals with S < L behind the last octave."""
        if math.isinf(self.alpha):
            return _LARGEST
        late = math.log(_MOST_LATE * (self.alpha - 1)) + (self.alpha - 1) * _OCTAVES * math.log(2)
        return min(_LARGEST, late / self.alpha)

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        log_bound = np.asarray(self.channel.log_ratio_bound(x), dtype=float)
        largest = float(log_bound.max(initial=0.0))
        if largest > self.log_largest_ratio:
            raise DrawLimitExceeded(
                f"r* may be at most e^{number(self.log_largest_ratio)} at alpha = {number(self.alpha, 6)}; "
                f"got e^{number(largest)}"
            )
        parts = [slice(start, start + _BLOCK) for start in range(0, max(len(x), 1), _BLOCK)]
        rngs = streams(rng, len(parts))

        def run(number: int) -> _TreeSearch:
            part, part_rng = parts[number], rngs[number]
            search = _TreeSearch(self.channel, 1 / self.alpha, x[part], tables[part], log_bound[part], shared, part_rng)
            search.look_through()
            if not math.isinf(self.alpha):
                self._finish(search, part_rng)
            return search

        done = kernels.in_threads(run, list(range(len(parts))))
        winner = np.concatenate([search.winner for search in done])
        return as_indices(winner), np.concatenate([search.seen for search in done])

    def _finish(self, search: _TreeSearch, rng: np.random.Generator) -> None:
        """Meet the arrivals after the last octave with S below the limit, drawn as in `time_order`, step 2.

        Their time tells the octave, in which every place is as likely.
        """
        log_limit, log_start = search.best + search.log_bound, search.log_times[:, -1]
        counts = rng.poisson(late_arrivals(self.alpha, log_limit, log_start))
        job = np.repeat(np.arange(len(counts)), counts)
        late, low, mark = rng.standard_exponential((3, len(job)))
        log_time, log_score = log_start[job] + late / (self.alpha - 1), log_limit[job] - low / self.alpha
        kept = np.nonzero(np.exp(self.alpha * (log_score - log_time)) < mark)[0]
        if len(kept):
            job, log_time = job[kept], log_time[kept]
            after = np.exp(log_time) - np.exp(log_start[job])  # about so many arrivals after number 2^62
            octave = np.frexp(2.0**_OCTAVES + after)[1] - 1
            number = np.array([_any_number(int(j), rng) for j in octave], dtype=object)
            search.meet(job, log_score[kept], number, positions(number, search.tables[job], search.shared))


def _any_number(octave: int, rng: np.random.Generator) -> int:
    """A number in the octave, each as likely."""
    return (1 << octave) + int.from_bytes(rng.bytes(octave // 8 + 1), "little") % (1 << octave)


class _TreeSearch:
    """The search of n messages in the first 62 octaves.

    best: (n,) ln of the smallest S/r; winner, seen: (n,) int64; log_times: (n, 63) ln of the times of arrivals 2^j.
    Secret draws are rows of a table of their own, by the number of the arrival, so the order of the looks changes
    nothing: row 2^j has the marks of the arrival 2^j and of the least of the others, row k of a median which of its two
    halves and itself has the least mark, two more exponentials, and its time.
    """

    def __init__(
        self,
        channel: Channel,
        power: float,
        x: np.ndarray,
        tables: np.ndarray,
        log_bound: np.ndarray,
        shared: SharedRandomness,
        rng: np.random.Generator,
    ) -> None:
        n = len(x)
        self._channel, self._power, self._x, self.tables, self.shared = channel, power, x, tables, shared
        self.log_bound = log_bound
        gaps = rng.standard_gamma(np.append(1.0, 2.0 ** np.arange(_OCTAVES)), size=(n, _OCTAVES + 1))
        self._times = np.cumsum(gaps, axis=1)
        self.log_times = np.log(self._times)
        self._secret = SharedRandomness(int(rng.integers(1 << 63)))
        first = np.tile(1 << np.arange(_OCTAVES), n)
        marks = -np.log(self._secret.uniforms(first, 2, np.repeat(np.arange(n), _OCTAVES)))
        log_score = self.log_times[:, :-1].ravel() + power * np.log(marks[:, 0])
        others = np.maximum(2.0 ** np.arange(_OCTAVES) - 1, 1.0)
        self._marks = marks[:, 1].reshape(n, _OCTAVES) / others  # the least of each octave's others
        # The arrivals 2^j, which stand by themselves.
        starts = channel.proposal(shared.uniforms(first, 1, np.repeat(tables, _OCTAVES)))
        value = log_score - channel.log_ratio(np.repeat(x, _OCTAVES, axis=0), starts)
        best_octave = np.argmin(value.reshape(n, _OCTAVES), axis=1)
        self.best, self.winner = value.reshape(n, _OCTAVES)[np.arange(n), best_octave], 1 << best_octave
        self.seen = np.full(n, _OCTAVES)

    def meet(self, job: np.ndarray, log_score: np.ndarray, number: np.ndarray, position: np.ndarray) -> None:
        """Look at arrivals of the messages ``job`` (m,): ln S, number and position, (m,) each."""
        z = self._channel.proposal(position[:, None])
        self._compare(job, log_score - self._channel.log_ratio(self._x[job], z), number)

    def look_through(self) -> None:
        """All octaves, by a kernel where there is one."""
        compiled = kernels.compiled() if type(self.shared) is SharedRandomness else None
        plan = None if compiled is None else self._channel.search_tree(self._x)
        if plan is None:
            self._peak = np.asarray(self._channel.ratio_peak(self._x))[:, 0]
            for octave in range(1, _OCTAVES):
                self._search(octave)
            return
        name, arguments = plan
        getattr(compiled, f"search_tree_{name}")(
            self.best, self.winner, self.seen, self._times, self._marks, np.array(self.tables, dtype=np.int64),
            self.shared.kernel_key, self._secret.kernel_key, self._power, self.log_bound, *arguments,
        )  # fmt: skip

    def _search(self, octave: int) -> None:
        """Go down the tree of one octave, a level of all messages at a time."""
        log_start, log_mark = self.log_times[:, octave], np.log(self._marks[:, octave])
        everywhere = self._largest(np.arange(len(self.best)), -np.inf, np.inf, 0.0, 0.0)
        job = np.nonzero(log_start + self._power * log_mark - everywhere < self.best)[0]
        start, half = 1 << octave, (1 << octave) >> 1
        number, mark = np.full(len(job), start + half), self._marks[job, octave]
        low, high, *rest = (np.full(len(job), end) for end in (0.0, 1.0, -np.inf, np.inf, -np.inf, -np.inf))
        low_z, high_z, low_log, high_log = rest
        while len(job):
            share = beta_places(self.shared.uniforms(number, 2, self.tables[job]), np.full(len(job), float(half)))
            at = between(low, high, share)
            z = self._channel.proposal(at[:, None])
            log_ratio = self._channel.log_ratio(self._x[job], z)
            z = z[:, 0]
            own, left, right, time = self._halves(number, job, mark, half, octave)
            value = np.log(time) + self._power * np.log(own) - log_ratio
            self._compare(job, value, number)
            half //= 2
            if not half:
                return
            parts = []
            for mark_of, step, ends in (
                (left, -half, (low, at, low_z, z, low_log, log_ratio)),
                (right, half, (at, high, z, high_z, log_ratio, high_log)),
            ):
                largest = self._largest(job, *ends[2:])
                going = log_start[job] + self._power * np.log(mark_of) - largest < self.best[job]
                parts.append([part[going] for part in (job, number + step, mark_of, *ends)])
            job, number, mark, low, high, low_z, high_z, low_log, high_log = map(
                np.concatenate, zip(*parts, strict=True)
            )

    def _halves(
        self, number: np.ndarray, job: np.ndarray, mark: np.ndarray, half: int, octave: int
    ) -> tuple[np.ndarray, ...]:
        """Marks of the median and the least of its halves, and its time; ``mark`` is the least of the three."""
        secret = self._secret.uniforms(number, 4, job)
        which = secret[:, 0] * (2.0 * half - 1.0)
        first, second = -np.log(secret[:, 1]), -np.log(secret[:, 2])
        others = max(half - 1.0, 1.0)
        is_own, is_left = which < 1.0, which < half
        own = np.where(is_own, mark, mark + first)
        left = np.where(is_own, mark + first / others, np.where(is_left, mark, mark + second / others))
        right = np.where(is_own | is_left, mark + second / others, mark)
        start = self._times[job, octave]
        return own, left, right, start + (self._times[job, octave + 1] - start) * secret[:, 3]

    def _largest(self, job: np.ndarray, low_z: Ends, high_z: Ends, low_log: Ends, high_log: Ends) -> np.ndarray:
        """ln of the largest ratio between two places."""
        peak = self._peak[job]
        return np.where(peak < low_z, low_log, np.where(peak > high_z, high_log, self.log_bound[job]))

    def _compare(self, job: np.ndarray, value: np.ndarray, number: np.ndarray) -> None:
        self.seen += np.bincount(job, minlength=len(self.seen))
        order = np.lexsort((value, job))
        first = order[np.append(True, job[order][1:] != job[order][:-1])]
        first = first[value[first] < self.best[job[first]]]
        if number.dtype == object:
            self.winner = self.winner.astype(object)
        self.best[job[first]], self.winner[job[first]] = value[first], number[first]
