"""Packed rows of bits: exact laws, exact sums, and streams that come back or are refused."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ppr_core.estimation.frequency.packed_bits import (
    bernoulli,
    bernoulli_rows,
    column_sums,
    get_bits,
    join_fields,
    join_rows,
    put_bits,
    split_fields,
    split_rows,
)

# Fewer than 20 p-values are taken in this file: a false alarm for one seed in ten thousand.
LEVEL = 1e-4 / 20


@pytest.mark.parametrize("probability", [0.5, 0.25, 1 / 3, 1 / (math.e + 1), 1e-3, 0.999, 1 - 2.0**-53, 2.0**-60])
def test_bits_have_the_asked_probability(probability: float, rng) -> None:
    bits = 8_000_000
    ones = int(np.bitwise_count(bernoulli_rows(probability, bits // 8000, 8000, rng)).sum(dtype=np.int64))
    assert stats.binomtest(ones, bits, probability).pvalue > LEVEL


def test_a_wrong_probability_is_noticed(rng) -> None:
    ones = int(np.bitwise_count(bernoulli_rows(0.27, 1000, 8000, rng)).sum(dtype=np.int64))
    assert stats.binomtest(ones, 8_000_000, 0.271).pvalue < LEVEL


@pytest.mark.parametrize("probability", [0.3, 0.75])
def test_bits_of_a_row_are_independent(probability: float, rng) -> None:
    """All 2¹¹ patterns of a row against the product law; the bits behind the row stay zero."""
    rows = bernoulli_rows(probability, 400_000, 11, rng)
    assert not np.any(rows[:, 1] & 0b11111)
    words = (rows[:, 0].astype(int) << 3) | (rows[:, 1] >> 5)
    ones = np.bitwise_count(np.arange(2**11))
    expected = 400_000 * probability**ones * (1 - probability) ** (11 - ones)
    common = expected > 5
    seen = np.bincount(words, minlength=2**11)
    cells = [np.append(values[common], values[~common].sum()) for values in (seen, expected)]
    assert stats.chisquare(*cells).pvalue > LEVEL


def test_certain_bits(rng) -> None:
    assert not bernoulli(0.0, 1000, rng).any()
    assert bernoulli(1.0, 1000, rng).all()
    assert bernoulli(0.5, 0, rng).shape == (0,)


@given(st.integers(0, 70), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_sums_and_streams_of_rows(rows: int, size: int, seed: int) -> None:
    bits = np.random.default_rng(seed).integers(0, 2, size=(rows, size), dtype=np.uint8)
    packed = np.packbits(bits, axis=1)
    assert column_sums(packed, size).tolist() == bits.sum(axis=0).tolist()
    data = join_rows(packed, size)
    assert len(data) == -(-rows * size // 8)
    assert np.array_equal(split_rows(data, rows, size), packed)
    if rows:
        columns = np.random.default_rng(seed + 1).integers(0, size, size=rows)
        at = np.arange(rows)
        assert np.array_equal(get_bits(packed, at, columns), bits[at, columns] == 1)
        put_bits(packed, at, columns, bits[at, columns] == 0)
        bits[at, columns] ^= 1
        assert np.array_equal(packed, np.packbits(bits, axis=1))


@given(st.integers(1, 32), st.lists(st.integers(0, 2**32 - 1), max_size=30))
def test_fields_come_back(width: int, values: list[int]) -> None:
    fields = np.array(values, dtype=np.int64) % 2**width
    data = join_fields(fields, width)
    assert len(data) == -(-len(fields) * width // 8)
    assert split_fields(data, len(fields), width).tolist() == fields.tolist()
    text = "".join(f"{value:0{width}b}" for value in fields.tolist())
    assert "".join(f"{byte:08b}" for byte in data)[: len(text)] == text


@pytest.mark.parametrize(
    ("data", "count", "message"),
    [
        (b"\x00", 3, "got 1 bytes"),
        (b"\x00\x00\x00", 3, "got 3 bytes"),
        (b"\x00\x01", 3, "end in zero bits"),
        ("00", 3, "data must be bytes"),
    ],
)
def test_foreign_streams_are_refused(data, count: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        split_fields(data, count, 5)


def test_every_short_row_is_reached(rng) -> None:
    rows = bernoulli_rows(0.5, 500, 3, rng)[:, 0] >> 5
    assert set(rows.tolist()) == {4 * a + 2 * b + c for a, b, c in product((0, 1), repeat=3)}
