"""A collection beside the truth: its parts are those of `collect` and the norms, and its errors those of the law."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.estimation.frequency import (
    apportioned_counts,
    collect,
    collection_seconds,
    error_norms,
    expected_collection,
    frequency_scheme,
    measured_collection,
    part_of_the_users,
    root_mean_square_error,
    sampled_error,
    users_of,
    zipf_frequencies,
)
from ppr_core.randomness import SharedRandomness

COUNTS = apportioned_counts(zipf_frequencies(30), 2000)


def test_frequencies_are_the_counts_of_the_collection() -> None:
    oracle = frequency_scheme("pi_rappor", size=30, epsilon=2.0)
    found = measured_collection(oracle, COUNTS, 7, top=5, level=0.9)
    plain = collect(oracle, users_of(COUNTS), SharedRandomness(7), np.random.default_rng(7))
    assert np.array_equal(found.votes, plain.votes) and np.array_equal(found.estimates, plain.estimates / 2000)
    assert np.allclose([found.low, found.high], np.array(plain.intervals(0.9)) / 2000)
    assert found.norms == error_norms(plain.estimates / 2000, COUNTS / 2000) and len(found.hitters.true) == 5
    assert found.bits == oracle.bits and found.bits_error == 0.0
    assert np.array_equal(found.covered(found.low), np.full(30, True)) and not found.covered(found.high + 1e-9).any()


@pytest.mark.parametrize("name", ["rappor", "ppr_subset_selection"])
def test_error_is_that_of_the_closed_form_and_half_as_much_is_noticed(name: str) -> None:
    oracle = frequency_scheme(name, size=30, epsilon=1.0)
    found, expected = measured_collection(oracle, COUNTS, 3), root_mean_square_error(oracle, COUNTS)[0] / 2000
    assert abs(found.norms.root_mean_square - expected) < 4.5 * found.norm_error
    assert abs(found.norms.root_mean_square - expected / 2) > 2.5 * found.norm_error


def test_the_error_of_the_mean_length_covers_other_seeds() -> None:
    """Mean lengths of two runs differ by less than 4.5 standard errors of a difference, and are no constant."""
    oracle = frequency_scheme("ppr_rappor", size=30, epsilon=1.0)
    one, other = (measured_collection(oracle, COUNTS, seed) for seed in (1, 2))
    assert 0 < abs(one.bits - other.bits) < 4.5 * math.hypot(one.bits_error, other.bits_error)


def test_predicted_seconds_grow_with_the_users() -> None:
    oracle = frequency_scheme("ppr_rappor", size=30, epsilon=1.0)
    assert 0 < collection_seconds(oracle, 1000) < collection_seconds(oracle, 10_000)


def test_what_is_expected_is_the_closed_form_and_what_each_scheme_promises() -> None:
    oracle = frequency_scheme("ppr_rappor", size=30, epsilon=1.0, alpha=2.0)
    one = expected_collection(oracle, COUNTS, 1e-6)
    assert one.expected == pytest.approx(math.sqrt(np.mean(one.deviations**2))) and one.exact
    assert one.guarantee.epsilon == pytest.approx(4.0) and one.notion == "replacement"
    assert one.accounted.epsilon == decoder_privacy(oracle.compressor.channel, 2.0, 1e-6).epsilon < 4.0
    plain = expected_collection(frequency_scheme("rappor", size=30, epsilon=1.0, notion="deletion"), COUNTS, 1e-6)
    assert plain.accounted is None and plain.notion == "deletion" and plain.guarantee.epsilon == 1.0
    assert 15 < plain.independent <= 30, "RAPPOR's bits are independent"


@pytest.mark.parametrize("name", ["ppr_rappor", "randomized_response"])
def test_a_part_of_the_users_tells_the_error_of_all(name: str) -> None:
    """At 4.5 standard errors; a part that is taken for all would be noticed."""
    oracle, counts = frequency_scheme(name, size=30, epsilon=2.0), apportioned_counts(zipf_frequencies(30), 100_000)
    expected = root_mean_square_error(oracle, counts)[0] / 100_000
    error, deviation = sampled_error(oracle, counts, 5, 2000)
    assert abs(error - expected) < 4.5 * deviation < expected
    assert abs(error * math.sqrt(50) - expected) > 4.5 * deviation
    part = apportioned_counts(counts / counts.sum(), 2000)
    law = root_mean_square_error(oracle, part)[0] / 2000
    assert law == pytest.approx(expected * math.sqrt(50), rel=1e-9), "exactly so, whatever the users hold"


def test_a_part_is_as_large_as_time_allows() -> None:
    oracle = frequency_scheme("ppr_rappor", size=30, epsilon=4.0)
    sizes = [part_of_the_users(oracle, 10**6, seconds) for seconds in (1e-6, 0.1, 0.5, 100.0)]
    assert sizes == sorted(sizes) and sizes[0] == 100 and sizes[-1] == 10**6
    for size, s in zip(sizes[1:], (0.1, 0.5, 100.0), strict=True):
        assert collection_seconds(oracle, size, compiled=True) < 1.5 * s
