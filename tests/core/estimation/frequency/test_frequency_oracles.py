"""Frequency oracles: unbiased counts with the stated variance, honest bytes, privacy, populations, heavy hitters."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from scipy import linalg, stats

from ppr_core.channels import GaussianChannel, RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.codes import FixedLength
from ppr_core.compressors import BassilySmith, PoissonPrivateRepresentation, PseudorandomRejection
from ppr_core.estimation.frequency import (
    FREQUENCY_SCHEMES,
    NOTIONS,
    CompressedOracle,
    FrequencyOracle,
    PairwiseIndependentRappor,
    RandomizedResponse,
    Rappor,
    RecursiveHadamardResponse,
    SubsetSelection,
    apportioned_counts,
    collect,
    error_norms,
    frequency_scheme,
    geometric_frequencies,
    heavy_hitter_frequencies,
    heavy_hitters,
    rappor_levels,
    uniform_frequencies,
    users_of,
    vote_variance,
    zipf_frequencies,
)
from ppr_core.estimation.frequency.hadamard import _walsh_hadamard
from ppr_core.guarantees.references import cite
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(11)
COUNTS = np.array([20, 0, 7, 1, 2, 0, 5])
SIZE, USERS = len(COUNTS), int(COUNTS.sum())


def ppr(channel) -> CompressedOracle:
    return CompressedOracle(PoissonPrivateRepresentation(channel, 2.0))


SCHEMES: dict[str, Callable[[int, float], FrequencyOracle]] = {
    "randomized response": lambda size, epsilon: RandomizedResponse(size=size, epsilon=epsilon),
    "rappor asymmetric": lambda size, epsilon: Rappor(size=size, epsilon=epsilon),
    "rappor symmetric": lambda size, epsilon: Rappor(size=size, epsilon=epsilon, notion="deletion"),
    "subset replacement": lambda size, epsilon: SubsetSelection(size=size, epsilon=epsilon),
    "subset deletion": lambda size, epsilon: SubsetSelection(size=size, epsilon=epsilon, notion="deletion"),
    "pi-rappor": lambda size, epsilon: PairwiseIndependentRappor(size=size, epsilon=epsilon, tolerance=0.2),
    "pi-rappor deletion": lambda size, epsilon: PairwiseIndependentRappor(
        size=size, epsilon=epsilon, notion="deletion", rounding="full_epsilon"
    ),
    "pi-rappor t=2": lambda size, epsilon: (
        PairwiseIndependentRappor(size=size, epsilon=epsilon, prime=5, coordinates=2)
        if size < 25
        else PairwiseIndependentRappor.generalized(size=size, epsilon=epsilon)
    ),
    "hadamard 1 bit": lambda size, epsilon: RecursiveHadamardResponse(size=size, epsilon=epsilon, report_bits=1),
    "hadamard": lambda size, epsilon: RecursiveHadamardResponse(size=size, epsilon=epsilon),
    "hadamard all bits": lambda size, epsilon: RecursiveHadamardResponse(
        size=size, epsilon=epsilon, report_bits=(size - 1).bit_length()
    ),
    "ppr randomized response": lambda size, epsilon: ppr(RandomizedResponseChannel(size=size, epsilon=epsilon)),
    "ppr rappor": lambda size, epsilon: ppr(RapporChannel(size=size, epsilon=epsilon)),
    "ppr subset": lambda size, epsilon: ppr(SubsetSelectionChannel(size=size, epsilon=epsilon)),
    # Within 10⁻⁹ of the channel in total variation, far below what these tests can see.
    "rejection rappor": lambda size, epsilon: CompressedOracle(
        PseudorandomRejection(RapporChannel(size=size, epsilon=epsilon), gamma=1e-9, seed_bits=48), FixedLength(48)
    ),
}
every_scheme = pytest.mark.parametrize("name", SCHEMES)


def runs(oracle: FrequencyOracle, repetitions: int, rng: np.random.Generator) -> np.ndarray:
    """Votes of independent collections from the same users, (repetitions, k)."""
    x = users_of(COUNTS)
    everyone = oracle.encode(np.tile(x, repetitions), SHARED, rng)
    return np.array(
        [oracle.votes(everyone[i * USERS : (i + 1) * USERS], SHARED, first_user=i * USERS) for i in range(repetitions)]
    )


def deviations(oracle: FrequencyOracle, votes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and variance of the estimates against truth and closed form, in standard errors, (k,) each."""
    estimates = oracle.estimate(votes, USERS)
    variance = oracle.variance(COUNTS, USERS)
    centred = estimates - estimates.mean(axis=0)
    spread = np.mean(centred**4, axis=0) - np.mean(centred**2, axis=0) ** 2
    bias = (estimates.mean(axis=0) - COUNTS) / np.sqrt(variance / len(votes))
    return bias, (np.mean(centred**2, axis=0) - variance) / np.sqrt(spread / len(votes))


# --- Estimates -------------------------------------------------------------------------------------------------------


@every_scheme
def test_counts_are_unbiased_with_the_stated_variance(name: str, rng) -> None:
    """210 comparisons at 4 standard errors: a false alarm for about one seed in seventy-five."""
    oracle = SCHEMES[name](SIZE, 1.2)
    bias, excess = deviations(oracle, runs(oracle, 2500, rng))
    assert np.abs(bias).max() < 4
    assert np.abs(excess).max() < 4


def test_wrong_levels_are_noticed(rng) -> None:
    oracle = Rappor(size=SIZE, epsilon=1.2)
    votes = runs(oracle, 2500, rng)
    oracle.other *= 0.96
    assert np.abs(deviations(oracle, votes)[0]).max() > 4
    oracle = RecursiveHadamardResponse(size=SIZE, epsilon=1.2)
    votes = runs(oracle, 2500, rng)
    oracle.columns *= 2  # another column count: other users share the low part
    assert np.abs(deviations(oracle, votes)[1]).max() > 4


@every_scheme
def test_a_collection_covers_the_truth(name: str) -> None:
    """20 000 users, 50 categories: 95 % intervals cover, errors are as large as said, and the bytes are all counted."""
    counts = apportioned_counts(zipf_frequencies(50), 20_000)
    oracle = SCHEMES[name](50, 2.0)
    shares: list[float] = []
    found = collect(oracle, users_of(counts), SHARED, np.random.default_rng(3), progress=shares.append)
    low, high = found.intervals(0.95)
    assert np.count_nonzero((low <= counts) & (counts <= high)) >= 41  # binomial(50, 0.95): below with chance 10⁻⁴
    standard = (found.estimates - counts) / np.sqrt(oracle.variance(counts, 20_000))
    assert np.abs(standard).max() < 5
    assert found.sent_bits <= 8 * found.sent_bytes < found.sent_bits + 8 * len(shares)
    assert shares[-1] == 1.0 and found.users == 20_000
    if oracle.bits is not None:
        assert found.bits_per_user == oracle.bits


def test_users_come_in_blocks(monkeypatch) -> None:
    monkeypatch.setattr(RecursiveHadamardResponse, "block_users", 700)
    counts = apportioned_counts(uniform_frequencies(20), 2500)
    found = collect(
        RecursiveHadamardResponse(size=20, epsilon=6.0, report_bits=4),
        users_of(counts),
        SHARED,
        np.random.default_rng(1),
    )
    assert np.abs(found.estimates - counts).max() < 5 * found.standard_errors.max()
    assert found.sent_bytes == 3 * -(-700 * 4 // 8) + -(-400 * 4 // 8)


def test_no_users() -> None:
    found = collect(Rappor(size=9, epsilon=1.0), [], SHARED, np.random.default_rng(0))
    assert found.votes.tolist() == [0] * 9 and found.bits_per_user == 0


@every_scheme
def test_reports_travel_as_bytes(name: str, rng) -> None:
    oracle = SCHEMES[name](13, 1.0)
    reports = oracle.encode(rng.integers(0, 13, size=501), SHARED, rng)
    received = oracle.from_bytes(oracle.to_bytes(reports), 501)
    if isinstance(oracle, CompressedOracle):
        reports, received = reports.indices, received.indices
    assert np.array_equal(reports, received)
    with pytest.raises(ValueError):
        oracle.from_bytes(oracle.to_bytes(oracle.encode([1, 2], SHARED, rng)) + b"\xff", 2)


@every_scheme
@pytest.mark.parametrize("x", [[13], [-1], [0.5], [[1]], ["a"]])
def test_inputs_are_checked(name: str, x) -> None:
    with pytest.raises(ValueError, match="x must be"):
        SCHEMES[name](13, 1.0).encode(x, SHARED, np.random.default_rng(0))


# --- Each scheme -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 4.0])
def test_variances_that_the_paper_states(epsilon: float) -> None:
    """Per user e^ε/(e^ε−1)² for deletion and 4e^ε/(e^ε−1)² for replacement (Corollaries 4.3 and 4.4)."""
    base = math.exp(epsilon) / math.expm1(epsilon) ** 2
    assert vote_variance(*rappor_levels(epsilon, "deletion")) == pytest.approx(base, rel=1e-12)
    assert vote_variance(*rappor_levels(epsilon, "replacement")) == pytest.approx(4 * base, rel=1e-12)


@pytest.mark.parametrize("notion", NOTIONS)
def test_privacy_of_rappor_by_enumeration(notion) -> None:
    oracle = Rappor(size=4, epsilon=1.3, notion=notion)
    law = [
        [math.prod((p if bit else 1 - p) for bit, p in zip(z, levels, strict=True)) for z in product((0, 1), repeat=4)]
        for levels in (np.where(np.arange(4) == x, oracle.own, oracle.other) for x in range(4))
    ]
    other = [oracle.other ** sum(z) * (1 - oracle.other) ** (4 - sum(z)) for z in product((0, 1), repeat=4)]
    against = law if notion == "replacement" else [other]
    worst = max(abs(math.log(a / b)) for row in law for rival in against for a, b in zip(row, rival, strict=True))
    assert worst == pytest.approx(1.3, abs=1e-12)
    assert oracle.privacy()[0].epsilon == 1.3


@pytest.mark.parametrize("notion", NOTIONS)
@pytest.mark.parametrize(("size", "epsilon"), [(6, 1.0), (9, 0.4), (10, 3.0)])
def test_law_and_privacy_of_subsets(notion, size: int, epsilon: float, rng) -> None:
    """Sets of w: those with x share α1 equally, the others 1 − α1."""
    oracle = SubsetSelection(size=size, epsilon=epsilon, notion=notion)
    w = oracle.subset_size
    assert w == math.ceil(size / (math.exp(epsilon) + 1))
    reports = oracle.encode(np.full(60_000, 2), SHARED, rng)
    bits = np.unpackbits(reports, axis=1, count=size)
    words, seen = np.unique(bits @ (1 << np.arange(size)), return_counts=True)
    with_x, without = math.comb(size - 1, w - 1), math.comb(size - 1, w)
    assert len(words) == with_x + without
    expected = np.where(words >> 2 & 1, oracle.own / with_x, (1 - oracle.own) / without)
    assert stats.chisquare(seen, 60_000 * expected).pvalue > 1e-5
    reference = 1 / (with_x + without)
    high, low = expected.max(), expected.min()
    found = (
        math.log(high / low) if notion == "replacement" else max(math.log(high / reference), -math.log(low / reference))
    )
    assert found <= epsilon and found == pytest.approx(epsilon, abs=1e-12)
    assert oracle.privacy()[0].epsilon == pytest.approx(found, abs=1e-12)


def test_a_set_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="a set of 3 categories"):
        SubsetSelection(size=8, epsilon=0.9).from_bytes(b"\x80", 1)


def test_walsh_hadamard_is_the_matrix(rng) -> None:
    table = rng.integers(-50, 50, size=(32, 3))
    assert np.array_equal(_walsh_hadamard(table), linalg.hadamard(32) @ table)


@pytest.mark.parametrize("size", [2, 3, 10, 16, 129, 1000])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0, 4.0, 12.0, 50.0])
def test_bits_of_the_hadamard_response(size: int, epsilon: float) -> None:
    """The fewest within 1 % of the least variance; the paper's min(⌈ε log2 e⌉, ⌊log2 k⌋) can have far more."""
    most = (size - 1).bit_length()
    forms = [RecursiveHadamardResponse(size=size, epsilon=epsilon, report_bits=b) for b in range(1, most + 1)]
    variances = np.array([form.variance(np.full(size, 1 / size), 1).mean() for form in forms])
    good = 1 + np.flatnonzero(variances <= 1.01 * variances.min())
    assert RecursiveHadamardResponse(size=size, epsilon=epsilon).bits == good[0]
    if (size, epsilon) == (129, 12.0):
        assert variances[min(math.ceil(epsilon / math.log(2)), size.bit_length() - 1) - 1] > 50 * variances.min()


def test_privacy_of_the_hadamard_response(rng) -> None:
    """Given the shared row, the symbols follow 2^b-ary randomized response around the user's own."""
    oracle = RecursiveHadamardResponse(size=8, epsilon=1.1, report_bits=2)
    seen = np.bincount(oracle.encode(np.full(100_000, 5), SharedRandomness(1), rng), minlength=4)
    others = np.bincount(oracle.encode(np.full(100_000, 4), SharedRandomness(1), rng), minlength=4)
    # Column 5 % 2 = 1 for either sign against column 0: rows split the signs evenly.
    e = math.exp(1.1)
    chance = np.array([2, 2, e + 1, e + 1]) / (2 * (e + 3))
    assert stats.chisquare(seen, 100_000 * chance).pvalue > 1e-5
    assert stats.chisquare(others, 100_000 * chance[[2, 3, 0, 1]]).pvalue > 1e-5
    assert oracle.privacy()[0].epsilon == 1.1


def test_channels_without_votes_are_refused() -> None:
    gaussian = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0)
    with pytest.raises(ValueError, match="randomized response, RAPPOR or subset selection"):
        CompressedOracle(PoissonPrivateRepresentation(gaussian, 2.0))
    with pytest.raises(ValueError, match="delivers every report"):
        CompressedOracle(BassilySmith(RapporChannel(size=4, epsilon=0.3)))


def test_compressed_and_raw_agree() -> None:
    for raw, channel in (
        (Rappor(size=30, epsilon=1.5), RapporChannel(size=30, epsilon=1.5)),
        (SubsetSelection(size=30, epsilon=1.5), SubsetSelectionChannel(size=30, epsilon=1.5)),
        (RandomizedResponse(size=30, epsilon=1.5), RandomizedResponseChannel(size=30, epsilon=1.5)),
    ):
        compressed = ppr(channel)
        assert (compressed.own, compressed.other) == pytest.approx((raw.own, raw.other), rel=1e-12)
        assert {guarantee.against for guarantee in compressed.privacy()} == {"database", "decoder"}


@pytest.mark.parametrize("name", FREQUENCY_SCHEMES)
@pytest.mark.parametrize("notion", NOTIONS)
def test_schemes_by_name(name: str, notion) -> None:
    """Every listed scheme runs, keeps the ε asked for, names a known source, and predicts more time for more users."""
    oracle = frequency_scheme(name, size=40, epsilon=1.0, notion=notion)
    database = next(guarantee for guarantee in oracle.privacy() if guarantee.delta == 0)
    assert database.epsilon <= (2.0 if notion == "deletion" else 1.0) + 1e-4
    assert all(cite(guarantee.source) for guarantee in oracle.privacy())
    assert 0 < oracle.expected_seconds(1000) < oracle.expected_seconds(10**6) < 1000
    assert (oracle.exact, oracle.own > oracle.other) == (not name.startswith("rejection"), True)


def test_unknown_schemes_are_refused() -> None:
    with pytest.raises(ValueError, match="name must be one of"):
        frequency_scheme("nothing", size=4, epsilon=1.0)


# --- Populations and accuracy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frequencies",
    [
        zipf_frequencies(40),
        geometric_frequencies(40, 0.8),
        uniform_frequencies(40),
        heavy_hitter_frequencies(40, 3, 0.6),
    ],
    ids=["zipf", "geometric", "uniform", "heavy hitters"],
)
def test_populations(frequencies: np.ndarray) -> None:
    assert frequencies.sum() == pytest.approx(1.0, abs=1e-12)
    counts = apportioned_counts(frequencies, 1001)
    assert counts.sum() == 1001 and np.abs(counts - 1001 * frequencies).max() < 1
    assert np.bincount(users_of(counts), minlength=40).tolist() == counts.tolist()


def test_shapes_of_populations() -> None:
    assert zipf_frequencies(3, 2.0) == pytest.approx(np.array([36, 9, 4]) / 49)
    assert geometric_frequencies(3, 0.5) == pytest.approx(np.array([4, 2, 1]) / 7)
    assert np.all(np.isfinite(geometric_frequencies(100_000, 0.01)))
    assert heavy_hitter_frequencies(4, 2, 0.6) == pytest.approx([0.3, 0.3, 0.2, 0.2])


def test_error_norms() -> None:
    norms = error_norms([4.0, 0.0, 1.0], [1, 4, 1])
    assert (norms.l1, norms.l2, norms.largest) == (7.0, 5.0, 4.0)
    assert norms.root_mean_square == pytest.approx(5 / math.sqrt(3))


def test_heavy_hitters() -> None:
    found = heavy_hitters(np.array([5.0, 1.0, 9.0, 7.0]), np.array([10, 10, 3, 8]), top=2)
    assert found.true.tolist() == [0, 1] and found.selected.tolist() == [2, 3]
    assert found.ranks.tolist() == [2, 3] and found.found.tolist() == [False, False]
    assert heavy_hitters([3, 2, 1], [30, 20, 10], top=3).found.all()
    with pytest.raises(ValueError, match="top must be"):
        heavy_hitters([3, 2, 1], [30, 20, 10], top=4)
