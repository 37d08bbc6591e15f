"""A collection from users whose categories are known: what it promises, and its errors beside its bits and times.

Counts, bits and estimates follow from the seed. Times do not: they belong to the machine and to the moment.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.estimation.frequency.accuracy import ErrorNorms, HeavyHitters, error_norms, heavy_hitters
from ppr_core.estimation.frequency.collection import collect
from ppr_core.estimation.frequency.compressed import CompressedOracle
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.populations import apportioned_counts, users_of
from ppr_core.estimation.frequency.spread import root_mean_square_error
from ppr_core.guarantees import DECODER, PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import rounded

__all__ = [
    "ExpectedCollection", "MeasuredCollection", "collection_seconds", "expected_collection", "measured_collection",
    "part_of_the_users", "sampled_error",
]  # fmt: skip

_FEWEST = 100  # users of a part
_LENGTHS = 500  # reports whose lengths are looked at one by one
#: Measured over the own predictions of schemes that search for no candidates; a call and a category add some.
_FACTOR = 0.8
_CALL, _CATEGORY = 5e-4, 5e-8


@dataclass(frozen=True, eq=False)
class ExpectedCollection:
    """What a scheme promises before it has run, for known counts; frequencies are shares of the users.

    guarantee: against the server, which sees what is sent and all shared randomness; notion: its neighbour relation;
    accounted: the same of PPR by numerical accounting, (ε, δ) between any two inputs; None of others; learned: of every
    scheme, at the same δ.
    deviations: (k,) closed-form standard deviations of the frequencies; expected: their root mean square, the error to
    expect; spread: how much that error varies from run to run.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import expected_collection, frequency_scheme
    >>> oracle = frequency_scheme("subset_selection", size=4, epsilon=1.0)
    >>> expected_collection(oracle, np.array([40, 30, 20, 10]), 1e-6).exact
    True
    """

    exact: bool
    guarantee: PrivacyGuarantee
    notion: str
    deviations: np.ndarray
    expected: float
    spread: float
    accounted: PrivacyGuarantee | None
    learned: PrivacyGuarantee

    @property
    def independent(self) -> float:
        """How many independent errors of equal size would vary as much, at most k."""
        return min(float(len(self.deviations)), 0.5 * (self.expected / self.spread) ** 2)


def expected_collection(oracle: FrequencyOracle, counts: np.ndarray, delta: float) -> ExpectedCollection:
    """Of all users with the true counts (k,); delta: δ of numerical accounting, in (0, 1).

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import expected_collection, frequency_scheme
    >>> oracle = frequency_scheme("subset_selection", size=4, epsilon=1.0)
    >>> round(expected_collection(oracle, np.array([40, 30, 20, 10]), 1e-6).guarantee.epsilon, 6)
    1.0
    """
    users = int(np.sum(counts))
    compressor, accounted = oracle.compressor, None
    if isinstance(compressor, PoissonPrivateRepresentation):
        accounted = decoder_privacy(compressor.channel, compressor.alpha, delta)
    expected, spread = (value / users for value in root_mean_square_error(oracle, counts))
    return ExpectedCollection(
        exact=oracle.exact,
        guarantee=DECODER.among(oracle.privacy()),
        # What a compressor promises holds between any two inputs.
        notion=oracle.notion if compressor is None else "replacement",
        deviations=np.sqrt(oracle.variance(counts, users)) / users,
        expected=expected,
        spread=spread,
        accounted=accounted,
        learned=oracle.learned(delta),
    )


@dataclass(frozen=True, eq=False)
class MeasuredCollection:
    """One collection from all users, frequencies being shares of the n users.

    votes: (k,) int64; estimates, low, high: (k,) with confidence intervals; norms: of estimates − truth, with the
    standard error of their root mean square; hitters: the truly most frequent ones; bits: of a report on average, with
    its standard error, 0 where all are equally long; client_seconds: for one report; server_seconds: for all of them.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import frequency_scheme, measured_collection
    >>> oracle = frequency_scheme("subset_selection", size=4, epsilon=2.0)
    >>> measured = measured_collection(oracle, np.array([400, 300, 200, 100]), 7)
    >>> bool(np.all(measured.low < measured.estimates) and np.all(measured.estimates < measured.high))
    True
    """

    votes: np.ndarray
    estimates: np.ndarray
    low: np.ndarray
    high: np.ndarray
    norms: ErrorNorms
    norm_error: float
    hitters: HeavyHitters
    bits: float
    bits_error: float
    client_seconds: float
    server_seconds: float

    def covered(self, truth: np.ndarray) -> np.ndarray:
        """Which intervals hold the true frequency, (k,) bool."""
        return (self.low <= truth) & (truth <= self.high)


def measured_collection(
    oracle: FrequencyOracle,
    counts: np.ndarray,
    seed: int,
    *,
    top: int = 10,
    level: float = 0.95,
    progress: Callable[[float], None] | None = None,
) -> MeasuredCollection:
    """Randomise, send, decode and count the reports of all users with the true counts (k,).

    seed: of the shared and of the users' own randomness. top: of the most frequent categories, at most k are looked
    for. level: of the intervals. progress: as of `collect`.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import frequency_scheme, measured_collection
    >>> oracle = frequency_scheme("subset_selection", size=4, epsilon=8.0)
    >>> measured = measured_collection(oracle, np.array([400, 300, 200, 100]), 7)
    >>> measured.estimates.round(2)
    array([0.4, 0.3, 0.2, 0.1])
    """
    users, x, shared = int(np.sum(counts)), users_of(counts), SharedRandomness(seed)
    collection = collect(oracle, x, shared, np.random.default_rng(seed), progress=progress)
    estimates, truth = collection.estimates / users, counts / users
    low, high = collection.intervals(level)
    return MeasuredCollection(
        votes=collection.votes,
        estimates=estimates,
        low=low / users,
        high=high / users,
        norms=error_norms(estimates, truth),
        norm_error=root_mean_square_error(oracle, counts)[1] / users,
        hitters=heavy_hitters(collection.estimates, counts, min(top, len(counts))),
        bits=collection.bits_per_user,
        bits_error=_length_deviation(oracle, x, shared, seed) / math.sqrt(users),
        client_seconds=collection.client_seconds / users,
        server_seconds=collection.server_seconds,
    )


def collection_seconds(oracle: FrequencyOracle, users: int, compiled: bool | None = None) -> float:
    """Predicted seconds of `measured_collection` on one core; compiled: as of `CompressedOracle.expected_seconds`.

    >>> from ppr_core.estimation.frequency import collection_seconds, frequency_scheme
    >>> collection_seconds(frequency_scheme("subset_selection", size=4, epsilon=1.0), 1000, compiled=False) > 0
    True
    """
    if isinstance(oracle, CompressedOracle):
        seconds = oracle.expected_seconds(users + min(users, _LENGTHS), compiled)
    else:
        seconds = _FACTOR * oracle.expected_seconds(users)
    return _CALL + _CATEGORY * oracle.size + seconds


def part_of_the_users(oracle: FrequencyOracle, users: int, seconds: float) -> int:
    """All users, or as many, to a digit but at least 100, as may take so long with compiled kernels; so that plans are
    the same everywhere, whether there are kernels or not.

    >>> from ppr_core.estimation.frequency import frequency_scheme, part_of_the_users
    >>> part_of_the_users(frequency_scheme("subset_selection", size=4, epsilon=1.0), 500, 60.0)
    500
    """
    share = seconds / collection_seconds(oracle, users, compiled=True)
    return users if share >= 1 else min(users, max(_FEWEST, int(rounded(share * users, 1))))


def sampled_error(oracle: FrequencyOracle, counts: np.ndarray, seed: int, users: int) -> tuple[float, float]:
    """Root mean square error of a frequency with all users, and its standard error, from so many of them who send.

    They hold the categories in the same shares. Where estimates have no bias, the sum of their variances is the same
    for equally many users whatever they hold: with n′ of n users the error is √(n/n′) times as large, exactly.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import frequency_scheme, sampled_error
    >>> oracle = frequency_scheme("rappor", size=4, epsilon=1.0)
    >>> error, uncertainty = sampled_error(oracle, np.array([250] * 4), 7, 100)
    >>> bool(0 < uncertainty < error < 1)
    True
    """
    total = int(np.sum(counts))
    collection = measured_collection(oracle, apportioned_counts(counts / total, users), seed)
    share = math.sqrt(users / total)
    return share * collection.norms.root_mean_square, share * collection.norm_error


def _length_deviation(oracle: FrequencyOracle, x: np.ndarray, shared: SharedRandomness, seed: int) -> float:
    """Standard deviation of the length of a report in bits, from some of the reports, evenly picked; 0 if fixed."""
    if not isinstance(oracle, CompressedOracle):
        return 0.0
    some = x[np.unique(np.linspace(0, len(x) - 1, min(_LENGTHS, len(x))).round().astype(int))]
    reports = oracle.encode(some, shared, np.random.default_rng([seed, 1]))
    return float(np.std(reports.lengths(oracle.code), ddof=1))
