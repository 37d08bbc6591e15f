"""Numbers in words: what `ppr_core.wording` promises."""

from __future__ import annotations

import math

import pytest

from ppr_core.wording import duration, exponential, number, signed


def test_exponentials_in_words() -> None:
    assert exponential(math.log(7.6)) == "7.6"
    assert exponential(math.log(7.5e10)) == "7.5·10¹⁰"
    assert exponential(889.5 * math.log(10)) == "3.2·10⁸⁸⁹", "beyond the floats"


@pytest.mark.parametrize(
    ("value", "text"),
    [(3 * 10**200, "3·10²⁰⁰"), (10**400, "10⁴⁰⁰"), (-12345, "−12\u202f345"), (0.5, "0.5"), (2.0e5, "200\u202f000")],
)
def test_whole_numbers_of_any_size(value: float, text: str) -> None:
    assert number(value) == text


def test_times_and_terms() -> None:
    assert [duration(seconds) for seconds in (1.3, 2.5e-3, 1.1e-4)] == ["1.3 s", "2.5 ms", "110 µs"]
    assert signed(-0.3) == "− 0.3" and signed(2.0) == "+ 2"
