"""What a run of the experiment `frequency_estimation` measures: collections of reports, and one message taken apart.

Counts, bits and estimates follow from the seed. Times do not: they belong to the machine and to the moment.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.estimation.frequency import (
    CompressedOracle,
    ErrorNorms,
    FrequencyOracle,
    HeavyHitters,
    PairwiseIndependentRappor,
    collect,
    error_norms,
    heavy_hitters,
    root_mean_square_error,
    users_of,
)
from ppr_core.experiments.frequency_estimation.parameters import HITTERS, SCHEMES, FrequencyEstimationParameters
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = [
    "LEVEL",
    "Collected",
    "Curve",
    "Message",
    "Scheme",
    "collected",
    "curve",
    "described",
    "message",
    "predicted",
]

LEVEL = 0.95
_LENGTHS = 500  # reports whose lengths are looked at one by one
#: Measured over the schemes' own predictions, with and without a search for candidates; a call and a category add some.
_FACTOR = {True: 1.0, False: 0.8}
_CALL, _CATEGORY = 5e-4, 5e-8
_WANDERING = 64  # categories up to which the line between them is drawn


@dataclass(frozen=True, eq=False)
class Collected:
    """One collection from all users, frequencies being shares of the n users.

    estimates, low, high: (k,) with 95 % intervals; votes: (k,) int64; norms: of estimates − truth, with the standard
    error of their root mean square; bits: of a report on average, with its standard error, 0 where all are equally
    long; client_seconds: for one report; server_seconds: for all of them.
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


@dataclass(frozen=True, eq=False)
class Scheme:
    """One scheme at the chosen ε.

    guarantee: against the server, which sees what is sent and all shared randomness; notion: its neighbour relation;
    accounted: the same of PPR by exact accounting, None of others.
    deviations: (k,) closed-form standard deviations of the frequencies; expected: their root mean square, the error to
    expect; spread: how much that error varies from run to run. found: None until it has run.
    """

    name: str
    exact: bool
    guarantee: PrivacyGuarantee
    notion: str
    deviations: np.ndarray
    expected: float
    spread: float
    accounted: PrivacyGuarantee | None = None
    found: Collected | None = None

    @property
    def label(self) -> str:
        return SCHEMES[self.name]

    @property
    def independent(self) -> float:
        """How many independent errors of equal size would vary as much, at most k."""
        return min(float(len(self.deviations)), 0.5 * (self.expected / self.spread) ** 2)


@dataclass(frozen=True, eq=False)
class Curve:
    """Root mean square error of a frequency along ε, (e,) each: closed form, and measured where it was run (NaN)."""

    name: str
    epsilon: np.ndarray
    expected: np.ndarray
    measured: np.ndarray
    error: np.ndarray


@dataclass(frozen=True, eq=False)
class Message:
    """One PI-RAPPOR message of a user of category x (from 1): φ_0 + j φ_1 mod p at j = 1, …, k.

    values: (k,) int64; votes: (k,) bool, where the value is below c; line_x, line_y: the line through them, with NaN
    where it wraps round, empty where k is large.
    """

    sender: int
    prime: int
    ones: int
    start: int
    slope: int
    bits: int
    values: np.ndarray
    votes: np.ndarray
    line_x: np.ndarray
    line_y: np.ndarray


def described(p: FrequencyEstimationParameters, name: str, counts: np.ndarray) -> Scheme:
    """A scheme before it has run."""
    oracle = p.oracle(name)
    guarantee = next(one for one in oracle.privacy() if one.against == "decoder")
    # What a compressor of the lab promises holds between any two inputs.
    notion = "replacement" if isinstance(oracle, CompressedOracle) else oracle.notion
    deviations = np.sqrt(oracle.variance(counts, p.reports)) / p.reports
    expected, spread = (value / p.reports for value in root_mean_square_error(oracle, counts))
    return Scheme(name, oracle.exact, guarantee, notion, deviations, expected, spread, _accounted(oracle))


def _accounted(oracle: FrequencyOracle) -> PrivacyGuarantee | None:
    """(ε, δ) at `DECODER_DELTA` between any two inputs, of a report sent by PPR."""
    compressor = oracle.compressor if isinstance(oracle, CompressedOracle) else None
    if not isinstance(compressor, PoissonPrivateRepresentation):
        return None
    return decoder_privacy(compressor.channel, compressor.alpha, DECODER_DELTA)


def collected(
    oracle: FrequencyOracle, counts: np.ndarray, seed: int, progress: Callable[[float], None] | None = None
) -> Collected:
    """Randomise, send, decode and count the reports of all users with the counts (k,)."""
    users, x, shared = int(counts.sum()), users_of(counts), SharedRandomness(seed)
    found = collect(oracle, x, shared, np.random.default_rng(seed), progress=progress)
    estimates, truth = found.estimates / users, counts / users
    low, high = found.intervals(LEVEL)
    return Collected(
        votes=found.votes,
        estimates=estimates,
        low=low / users,
        high=high / users,
        norms=error_norms(estimates, truth),
        norm_error=root_mean_square_error(oracle, counts)[1] / users,
        hitters=heavy_hitters(found.estimates, counts, min(HITTERS, len(counts))),
        bits=found.bits_per_user,
        bits_error=_length_deviation(oracle, x, shared, seed) / math.sqrt(users),
        client_seconds=found.client_seconds / users,
        server_seconds=found.server_seconds,
    )


def curve(
    p: FrequencyEstimationParameters,
    name: str,
    epsilons: np.ndarray,
    simulated: Container[float] = (),
    known: Collected | None = None,
    progress: Callable[[float], None] | None = None,
) -> Curve:
    """The closed form at every ε, and a collection at those to be simulated; ``known`` is that of the chosen ε."""
    counts, users = p.counts(), p.reports
    expected, measured, error = (np.full(len(epsilons), np.nan) for _ in range(3))
    for place, epsilon in enumerate(epsilons.tolist()):
        oracle = p.oracle(name, epsilon)
        expected[place] = root_mean_square_error(oracle, counts)[0] / users
        if epsilon not in simulated:
            continue
        found = known if epsilon == p.epsilon and known is not None else collected(oracle, counts, p.seed)
        measured[place], error[place] = found.norms.root_mean_square, found.norm_error
        if progress is not None:
            progress(epsilon)
    return Curve(name, epsilons, expected, measured, error)


def predicted(oracle: FrequencyOracle, users: int) -> float:
    """Seconds of `collected` on one core."""
    searching = isinstance(oracle, CompressedOracle)
    encoded = users + (min(users, _LENGTHS) if searching else 0)
    return _CALL + _CATEGORY * oracle.size + _FACTOR[searching] * oracle.expected_seconds(encoded)


def message(p: FrequencyEstimationParameters) -> Message:
    """A message of PI-RAPPOR on the prime field that it takes for this k and ε."""
    oracle = PairwiseIndependentRappor(size=p.categories, epsilon=p.epsilon, notion=p.notion)
    rng = np.random.default_rng([p.seed, p.sender])
    report = oracle.encode(np.array([p.sender - 1]), SharedRandomness(p.seed), rng)[0]
    line = oracle.line(report)
    start, slope = line.coefficients
    drawn = _wrapped_line(start, slope, oracle.family.prime, p.categories)
    return Message(p.sender, oracle.family.prime, oracle.family.ones, start, slope, oracle.bits, line.values,
                   line.votes, *drawn)  # fmt: skip


def _wrapped_line(start: int, slope: int, prime: int, last: int) -> tuple[np.ndarray, np.ndarray]:
    """φ_0 + t φ_1 mod p for real t from 1 to k, with the slope nearest to 0; broken by NaN where it wraps."""
    if last > _WANDERING:
        return np.empty(0), np.empty(0)
    slope = slope - prime if slope > prime / 2 else slope
    ends = sorted((start + slope, start + slope * last))
    wraps = prime * np.arange(math.floor(ends[0] / prime) + 1, math.ceil(ends[1] / prime))
    crossings = np.sort((wraps - start) / slope) if len(wraps) else np.empty(0)
    edges = np.concatenate([[1.0], crossings, [float(last)]])
    x, y = [], []
    for left, right in pairwise(edges.tolist()):
        base = prime * math.floor((start + slope * (left + right) / 2) / prime)
        x += [left, right, math.nan]
        y += [start + slope * left - base, start + slope * right - base, math.nan]
    return np.array(x[:-1]), np.array(y[:-1])


def _length_deviation(oracle: FrequencyOracle, x: np.ndarray, shared: SharedRandomness, seed: int) -> float:
    """Standard deviation of the length of a report in bits, from some of the reports, evenly picked; 0 if fixed."""
    if oracle.bits is not None:
        return 0.0
    some = x[np.unique(np.linspace(0, len(x) - 1, min(_LENGTHS, len(x))).round().astype(int))]
    reports = oracle.encode(some, shared, np.random.default_rng([seed, 1]))
    return float(np.std(reports.lengths(oracle.code), ddof=1))
