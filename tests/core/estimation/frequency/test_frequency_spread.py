"""The variation of the total error: against repeated collections, and against enumeration of PI-RAPPOR's votes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ppr_core.estimation.frequency import (
    FREQUENCY_SCHEMES,
    PairwiseIndependentRappor,
    apportioned_counts,
    collect,
    common_share,
    error_norms,
    frequency_scheme,
    root_mean_square_error,
    uniform_frequencies,
    users_of,
    zipf_frequencies,
)
from ppr_core.randomness import SharedRandomness

RUNS = 150
CASES = [
    *((name, 48, 1.0) for name in FREQUENCY_SCHEMES if not name.startswith(("ppr", "rejection"))),
    ("pi_rappor", 200, 4.0),
    ("pi_rappor_generalized", 200, 4.0),
    ("subset_selection", 48, 6.0),
    ("randomized_response", 2, 1.0),
    ("ppr_subset_selection", 4, 0.5),
]


def repeated(name: str, size: int, epsilon: float, counts: np.ndarray) -> np.ndarray:
    """Root mean square errors of runs that share nothing."""
    oracle, x = frequency_scheme(name, size=size, epsilon=epsilon), users_of(counts)
    found = (collect(oracle, x, SharedRandomness(run), np.random.default_rng(run)) for run in range(RUNS))
    return np.array([error_norms(one.estimates, counts).root_mean_square for one in found])


@pytest.mark.parametrize(("name", "size", "epsilon"), CASES)
def test_error_and_its_spread_are_those_of_repeated_runs(name: str, size: int, epsilon: float) -> None:
    """The mean square within 4 standard errors; its spread within 4 standard errors of that of 150 runs, about."""
    counts = apportioned_counts(zipf_frequencies(size), 600)
    root, spread = root_mean_square_error(frequency_scheme(name, size=size, epsilon=epsilon), counts)
    errors = repeated(name, size, epsilon, counts)
    squares = errors**2
    assert abs(squares.mean() - root**2) < 4 * squares.std(ddof=1) / np.sqrt(RUNS)
    spread_of_squares = 2 * root * spread
    assert 0.7 < squares.std(ddof=1) / spread_of_squares < 1.35


def test_independent_errors_would_vary_far_less() -> None:
    """Where c is small, common errors dominate: the formula for independent errors is off by more than a half."""
    counts = apportioned_counts(uniform_frequencies(200), 2000)
    oracle = frequency_scheme("pi_rappor", size=200, epsilon=5.0)
    variance = oracle.variance(counts, 2000)
    root, spread = root_mean_square_error(oracle, counts)
    independent = np.sqrt(2 * variance @ variance) / (2 * 200 * root)
    assert spread > 1.5 * independent and common_share(oracle, counts) > 0.5
    measured = repeated("pi_rappor", 200, 5.0, counts).std(ddof=1)
    assert measured > 1.5 * independent
    rappor = frequency_scheme("rappor", size=200, epsilon=5.0)
    assert common_share(rappor, counts) == 0.0
    assert root_mean_square_error(rappor, counts)[1] < spread / 1.5


@pytest.mark.parametrize(("size", "prime", "coordinates"), [(6, 7, 1), (10, 11, 1), (8, 3, 2), (24, 5, 2)])
def test_covariances_of_votes_by_enumeration(size: int, prime: int, coordinates: int) -> None:
    """All messages of one sender: for c = 1 the covariance of two votes in line with the sender is (α1 − α0)/p exactly,
    0 for others, and 0 with the sender's own vote."""
    epsilon = float(np.log(prime - 1)) + 1e-9
    options = {"size": size, "epsilon": epsilon, "prime": prime, "coordinates": coordinates}
    oracle = PairwiseIndependentRappor(**options)
    family = oracle.family
    assert family.ones == 1
    functions = np.array(list(itertools.product(range(prime), repeat=coordinates + 1)))
    points = family.points(np.arange(size))
    votes = (family.values(functions[:, None, :], points) < family.ones).astype(float)
    own = votes[:, 0]
    weights = np.where(own == 1, oracle.own / own.sum(), (1 - oracle.own) / (1 - own).sum())
    mean = weights @ votes
    covariance = (votes - mean).T @ (weights[:, None] * (votes - mean))
    assert mean[1:] == pytest.approx(oracle.other, abs=1e-12)
    assert covariance[0, 1:] == pytest.approx(0.0, abs=1e-12)
    steps = points[1:] - points[0]
    cross = steps[:, None, 0] * steps[None, :, -1] - steps[:, None, -1] * steps[None, :, 0]
    in_line = np.ones((size - 1, size - 1), bool) if coordinates == 1 else cross % prime == 0
    np.fill_diagonal(in_line, False)
    others = covariance[1:, 1:]
    assert others[in_line] == pytest.approx((oracle.own - oracle.other) / prime, abs=1e-12)
    apart = ~in_line & ~np.eye(size - 1, dtype=bool)
    assert others[apart] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("ones", [2, 4])
def test_mean_covariance_for_other_thresholds(ones: int) -> None:
    """For c > 2 covariances differ from pair to pair; their mean over a full line is (α1 − α0)(p − 2c)/(p(p − 2))."""
    prime, size = 13, 12
    oracle = PairwiseIndependentRappor(size=size, epsilon=float(np.log((prime - ones) / ones)) + 1e-9, prime=prime)
    assert oracle.family.ones == ones
    functions = np.array(list(itertools.product(range(prime), repeat=2)))
    votes = (oracle.family.values(functions[:, None, :], np.arange(prime)[:, None]) < ones).astype(float)
    own = votes[:, 1]
    weights = np.where(own == 1, oracle.own / own.sum(), (1 - oracle.own) / (1 - own).sum())
    centred = np.delete(votes - weights @ votes, 1, axis=1)
    covariance = centred.T @ (weights[:, None] * centred)
    mean = covariance[~np.eye(prime - 1, dtype=bool)].mean()
    expected = (oracle.own - oracle.other) * (prime - 2 * ones) / (prime * (prime - 2))
    assert mean == pytest.approx(expected, rel=1e-9)
    if ones > 2:
        assert np.ptp(covariance[~np.eye(prime - 1, dtype=bool)]) > expected, "they do differ"
