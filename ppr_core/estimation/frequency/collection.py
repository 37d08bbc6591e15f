"""One collection: every user randomises and sends, the server reads the bytes, counts votes and estimates."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from ppr_core import validation
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.intervals import count_interval
from ppr_core.randomness import SharedRandomness

__all__ = ["Collection", "collect"]


@dataclass(frozen=True, eq=False)
class Collection:
    """What the server knows after all reports, and what they cost.

    votes: (k,) int64; estimates: counts (k,), unbiased for exact schemes, possibly negative; standard_errors: (k,),
    the closed-form deviation with the estimates in place of the true counts. sent_bits: on the wire, without padding;
    sent_bytes: with the padding of each block. client_seconds and server_seconds: this run, all users together. own,
    other: α1 and α0 of the oracle's votes.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.estimation.frequency import collect, frequency_scheme
    >>> oracle = frequency_scheme("subset_selection", size=4, epsilon=2.0)
    >>> collection = collect(oracle, np.zeros(1000, dtype=int), SharedRandomness(7), np.random.default_rng(1))
    >>> collection.users, bool(abs(collection.estimates[0] - 1000) < 4 * collection.standard_errors[0])
    (1000, True)
    """

    users: int
    votes: np.ndarray
    estimates: np.ndarray
    standard_errors: np.ndarray
    sent_bits: int
    sent_bytes: int
    client_seconds: float
    server_seconds: float
    own: float
    other: float

    @property
    def bits_per_user(self) -> float:
        """Mean length of a report in bits."""
        return self.sent_bits / max(1, self.users)

    def intervals(self, level: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """Ends of normal confidence intervals for the counts, (k,) each, each count by itself at the level."""
        level = validation.probability("level", level)
        half = float(ndtri(0.5 + level / 2)) * self.standard_errors
        return self.estimates - half, self.estimates + half

    def exact_intervals(self, level: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """Ends of intervals for the counts, (k,) int64 each, that hold each with at least the level, whatever it is and
        however few users there are: `count_interval`, without a normal law. A search for each number of votes that
        occurs, of √n steps' work, so for hundreds of categories rather than millions."""
        level = validation.probability("level", level)
        votes, back = np.unique(self.votes, return_inverse=True)
        ends = [count_interval(count, self.users, self.own, self.other, level) for count in votes.tolist()]
        low, high = np.array(ends, dtype=np.int64)[back].T
        return low, high


def collect(
    oracle: FrequencyOracle,
    x: Any,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    progress: Callable[[float], None] | None = None,
) -> Collection:
    """Randomise, send, receive and count the reports of all users, in blocks that fit in memory.

    x: one category a user (n,). rng: the users' own randomness. progress: called with the share done after each
    block; an exception it raises ends the run.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.estimation.frequency import collect, frequency_scheme
    >>> oracle = frequency_scheme("subset_selection", size=4, epsilon=8.0)
    >>> x = np.repeat([0, 1, 2, 3], [400, 300, 200, 100])
    >>> collect(oracle, x, SharedRandomness(7), np.random.default_rng(1)).estimates.round()
    array([400., 300., 200., 100.])
    """
    x = oracle.inputs(x)
    votes = np.zeros(oracle.size, dtype=np.int64)
    bits = length = 0
    client = server = 0.0
    for first in range(0, len(x), oracle.block_users):
        block = x[first : first + oracle.block_users]
        start = time.perf_counter()
        reports = oracle.encode(block, shared, rng, first_user=first)
        data = oracle.to_bytes(reports)
        sent = time.perf_counter()
        bits += oracle.sent_bits(reports)
        length += len(data)
        del reports
        received = time.perf_counter()
        votes += oracle.votes(oracle.from_bytes(data, len(block)), shared, first_user=first)
        client, server = client + sent - start, server + time.perf_counter() - received
        if progress is not None:
            progress((first + len(block)) / len(x))
    estimates = oracle.estimate(votes, len(x))
    deviation = np.sqrt(np.maximum(oracle.variance(estimates, len(x)), 0.0))
    sent_in = bits, length, client, server
    return Collection(len(x), votes, estimates, deviation, *sent_in, oracle.own, oracle.other)
