"""PI-RAPPOR by enumeration: pairwise independence, privacy, the encoder's law, and three ways to count."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, product

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ppr_core.estimation.frequency import (
    NOTIONS,
    ROUNDINGS,
    AffineFamily,
    PairwiseIndependentRappor,
    rappor_levels,
    vote_variance,
)
from ppr_core.estimation.frequency.affine_family import MAX_PRIME, is_prime, levels_at, prime_at_most
from ppr_core.estimation.frequency.vote_counting import count_directly, count_folded, count_lines, count_votes
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(5)
SMALL = [(5, 4, 1), (7, 5, 1), (3, 8, 2), (5, 11, 2), (2, 7, 3)]  # p, k, t
every_small = pytest.mark.parametrize(("prime", "size", "coordinates"), SMALL)
every_notion = pytest.mark.parametrize("notion", NOTIONS)
every_rounding = pytest.mark.parametrize("rounding", ROUNDINGS)


def all_functions(family: AffineFamily) -> np.ndarray:
    return np.array(list(product(range(family.prime), repeat=family.coordinates + 1)))


def votes_of_each(family: AffineFamily, functions: np.ndarray, size: int) -> np.ndarray:
    """Straight from the definition, in Python integers: (functions, size) bool."""
    table = []
    for phi in functions.tolist():
        row = []
        for category in range(size):
            digits = [(category + 1) // family.prime**i % family.prime for i in reversed(range(family.coordinates))]
            value = phi[0] + sum(a * v for a, v in zip(phi[1:], digits, strict=True))
            row.append(value % family.prime < family.ones)
        table.append(row)
    return np.array(table)


def exact_law(oracle: PairwiseIndependentRappor) -> list[list[Fraction]]:
    """P(message | category) in fractions, rows categories, for all messages."""
    votes = votes_of_each(oracle.family, all_functions(oracle.family), oracle.size)
    own = Fraction(oracle.own)
    yes, no = votes.sum(axis=0).tolist(), (~votes).sum(axis=0).tolist()
    return [[own / yes[x] if vote else (1 - own) / no[x] for vote in votes[:, x]] for x in range(oracle.size)]


# --- Enumeration -----------------------------------------------------------------------------------------------------


@every_small
def test_votes_are_pairwise_independent(prime: int, size: int, coordinates: int) -> None:
    """Over all functions the four combinations of two votes occur exactly as often as independence says."""
    for ones in range(1, prime):
        family = AffineFamily(prime, ones, coordinates)
        votes = votes_of_each(family, all_functions(family), size)
        scale = family.members // prime**2
        for i, j in combinations(range(size), 2):
            for first, second in product((True, False), repeat=2):
                expected = (ones if first else prime - ones) * (ones if second else prime - ones) * scale
                assert np.count_nonzero((votes[:, i] == first) & (votes[:, j] == second)) == expected


def test_linear_functions_would_not_do() -> None:
    """Without φ_0 the votes for a point and its double depend on each other: the check has teeth."""
    family = AffineFamily(5, 2)
    linear = all_functions(family)
    votes = votes_of_each(family, linear[linear[:, 0] == 0], 4)
    assert np.count_nonzero(votes[:, 0] & votes[:, 1]) * 5 != 2 * 2


@every_small
@every_notion
@every_rounding
@pytest.mark.parametrize("epsilon", [0.7, 1.5, 3.0])
def test_privacy_by_enumeration(prime, size, coordinates, notion, rounding, epsilon) -> None:
    """The largest ratio over all messages and inputs is at most e^ε exactly, and equals the effective ε."""
    try:
        oracle = PairwiseIndependentRappor(
            size=size, epsilon=epsilon, notion=notion, rounding=rounding, prime=prime, coordinates=coordinates
        )
    except ValueError:
        assert rounding == "lower_epsilon"  # a prime so small that rounding leaves no difference between votes
        return
    law = exact_law(oracle)
    assert all(sum(row) == 1 for row in law)
    if notion == "replacement":
        ratio = max(max(column) / min(column) for column in zip(*law, strict=True))
    else:
        uniform = Fraction(1, oracle.family.members)
        ratio = max(max(entry / uniform, uniform / entry) for row in law for entry in row)
    with mpmath.workdps(40):
        found = mpmath.log(mpmath.mpf(ratio.numerator) / ratio.denominator)
        assert found <= mpmath.mpf(epsilon)
        effective = oracle.effective_epsilon[notion]
        assert abs(float(found - effective)) < 1e-12
    assert oracle.privacy()[0].epsilon == effective
    if rounding == "full_epsilon":
        assert effective == pytest.approx(epsilon, abs=1e-12)


def test_too_much_privacy_lost_would_be_seen() -> None:
    """p = 23 with one vote in 23 exceeds ε = 3; p = 19 does not."""
    assert math.log((23 - 1) / 1) > 3 > math.log((19 - 1) / 1)
    assert levels_at(19, 3.0, "replacement", "lower_epsilon") == (1, 0.5)
    assert levels_at(23, 3.0, "replacement", "lower_epsilon") == (2, 0.5)


@pytest.mark.parametrize(("prime", "size", "coordinates"), [(5, 4, 1), (3, 8, 2)])
def test_the_encoder_follows_the_law(prime: int, size: int, coordinates: int, rng) -> None:
    oracle = PairwiseIndependentRappor(
        size=size, epsilon=1.5, rounding="full_epsilon", prime=prime, coordinates=coordinates
    )
    law = np.array(exact_law(oracle), dtype=float)
    powers = prime ** np.arange(coordinates, -1, -1)
    for x in range(size):
        messages = oracle.encode(np.full(40_000, x), SHARED, rng) @ powers
        seen = np.bincount(messages, minlength=oracle.family.members)
        assert stats.chisquare(seen, 40_000 * law[x]).pvalue > 1e-4 / 20
        other = law[(x + 1) % size]
        assert stats.chisquare(seen, 40_000 * other).pvalue < 1e-10  # must notice another input


# --- The choice of the field -----------------------------------------------------------------------------------------


def test_primes() -> None:
    found = [n for n in range(10_000) if is_prime(n)]
    sieve = np.ones(10_000, dtype=bool)
    sieve[:2] = False
    for n in range(2, 100):
        sieve[2 * n :: n] = False
    assert found == np.flatnonzero(sieve).tolist()
    assert len(found) == 1229
    assert is_prime(MAX_PRIME) and not is_prime(46337 * 46309)
    assert prime_at_most(1000) == 997 and prime_at_most(1) == 0


def test_the_example_of_appendix_a() -> None:
    """ε = 3, k = 10⁴: p = 19, t = 4, α0 = 1/19, effective ε = ln 18 = 2.89."""
    oracle = PairwiseIndependentRappor.generalized(size=10_000, epsilon=3.0)
    assert oracle.family == AffineFamily(19, 1, 4)
    assert oracle.bits == 25
    assert oracle.effective_epsilon["replacement"] == pytest.approx(math.log(18), rel=1e-14)


@every_notion
@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 12.0])
def test_rounding_costs_little(notion, epsilon: float) -> None:
    """Lemma 4.7: with p large enough the variance is RAPPOR's up to a small factor, and the effective ε below ε."""
    for rounding in ROUNDINGS:
        oracle = PairwiseIndependentRappor(size=1000, epsilon=epsilon, notion=notion, rounding=rounding)
        family = oracle.family
        assert is_prime(family.prime) and family.prime > 1000
        assert oracle.bits == 2 * math.ceil(math.log2(family.prime))
        assert oracle.effective_epsilon[notion] <= epsilon
        ideal = vote_variance(*rappor_levels(epsilon, notion))
        assert vote_variance(oracle.own, oracle.other) == pytest.approx(ideal * (1 + oracle.variance_loss), rel=1e-12)
        assert oracle.variance_loss <= 0.01


def test_keeping_epsilon_beats_lowering_it() -> None:
    """At ε = 3 and p = 19 Lemma 4.7 costs 13 % in variance; α1 = 0.527 instead of ½ costs 0.3 %."""
    options = {"size": 10_000, "epsilon": 3.0, "prime": 19, "coordinates": 4}
    lower = PairwiseIndependentRappor(**options, rounding="lower_epsilon")
    full = PairwiseIndependentRappor(**options, rounding="full_epsilon")
    assert (lower.variance_loss, full.variance_loss) == pytest.approx((0.1295, 0.0030), abs=5e-5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prime": 15}, "prime must be a prime"),
        ({"prime": 7}, "prime must be such that"),
        ({"prime": 2, "coordinates": 4}, "prime must be large enough"),
        ({"epsilon": 30.0}, "epsilon must be small enough"),
        ({"rounding": "up"}, "rounding must be one of"),
        ({"notion": "central"}, "notion must be one of"),
    ],
)
def test_refusals(options, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PairwiseIndependentRappor(**({"size": 10, "epsilon": 1.0} | options))


# --- Counting --------------------------------------------------------------------------------------------------------


@given(
    st.sampled_from([(5, 1), (11, 1), (101, 1), (2, 4), (3, 3), (5, 2), (7, 3)]),
    st.integers(0, 60),
    st.integers(0, 2**32 - 1),
    st.data(),
)
def test_all_ways_count_the_same(field, users: int, seed: int, data) -> None:
    prime, coordinates = field
    family = AffineFamily(prime, data.draw(st.integers(1, prime - 1)), coordinates)
    size = data.draw(st.integers(1, prime**coordinates - 1))
    functions = np.random.default_rng(seed).integers(0, prime, size=(users, coordinates + 1))
    expected = votes_of_each(family, functions, size).reshape(users, size).sum(axis=0).tolist()
    assert count_directly(family, functions, np.arange(size)).tolist() == expected
    assert count_folded(family, functions, size).tolist() == expected
    assert count_votes(family, functions, size).tolist() == expected
    if coordinates == 1:
        assert count_lines(family, functions, size).tolist() == expected


def test_many_slopes_are_counted_in_blocks(rng) -> None:
    """A prime so large that the slopes do not fit in one block."""
    family = AffineFamily(1999, 537)
    functions = rng.integers(0, 1999, size=(3000, 2))
    some = np.array([0, 1, 700, 1500, 1897])
    assert count_lines(family, functions, 1898)[some].tolist() == count_directly(family, functions, some).tolist()


def test_generalised_contains_plain(rng) -> None:
    """For k < p a category is the point (0, j+1), and the function (φ0, φ1, φ2) votes there as (φ0, φ2) does."""
    plain = PairwiseIndependentRappor(size=12, epsilon=1.0, prime=13)
    both = PairwiseIndependentRappor(size=12, epsilon=1.0, prime=13, coordinates=2)
    assert (plain.own, plain.other) == (both.own, both.other)
    reports = both.encode(rng.integers(0, 12, size=5000), SHARED, rng)
    assert np.array_equal(both.votes(reports, SHARED), plain.votes(reports[:, [0, 2]], SHARED))


def test_one_message_is_a_line() -> None:
    oracle = PairwiseIndependentRappor(size=10, epsilon=1.0, prime=11)
    line = oracle.line(np.array([4, 3]))
    assert line.values.tolist() == [(4 + 3 * j) % 11 for j in range(1, 11)]
    assert line.votes.tolist() == [(4 + 3 * j) % 11 < oracle.family.ones for j in range(1, 11)]
    assert line.coefficients == (4, 3)


@pytest.mark.parametrize("report", [(4, 3), (0, 0), (9, 10), (6, 5)])
def test_polyline_runs_through_the_values_and_stays_in_the_field(report: tuple[int, int]) -> None:
    line = PairwiseIndependentRappor(size=10, epsilon=1.0, prime=11).line(np.array(report))
    x, y = line.polyline
    assert np.array_equal(np.isnan(x), np.isnan(y)) and np.all(np.isnan(x[2::3]))
    assert np.nanmin(y) > -1e-9 and np.nanmax(y) < 11 + 1e-9
    pieces = np.stack([x[0::3], x[1::3], y[0::3], y[1::3]], axis=1)
    for j, value in enumerate(line.values.tolist(), 1):
        heights = [low + (j - left) * (high - low) / (right - left) for left, right, low, high in pieces
                   if left <= j <= right and right > left]  # fmt: skip
        assert any(abs(height - value) % 11 < 1e-9 or abs(abs(height - value) - 11) < 1e-9 for height in heights)


def test_many_coordinates_do_not_overflow(rng) -> None:
    family = AffineFamily(MAX_PRIME, 5, 64)
    points = family.points(np.array([0, MAX_PRIME - 2]))
    assert points[:, -1].tolist() == [1, MAX_PRIME - 1] and not points[:, :-1].any()
    functions = rng.integers(0, MAX_PRIME, size=(50, 65))
    expected = [(int(phi[0]) + int(phi[-1]) * (MAX_PRIME - 1)) % MAX_PRIME for phi in functions]
    assert family.values(functions, points[1]).tolist() == expected


def test_elements_beyond_the_field_are_refused() -> None:
    oracle = PairwiseIndependentRappor(size=10, epsilon=1.0, prime=11)
    with pytest.raises(ValueError, match="numbers below 11"):
        oracle.from_bytes(b"\xff", 1)
