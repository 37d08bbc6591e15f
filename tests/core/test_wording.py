"""Numbers in words: what `ppr_core.wording` promises."""

from __future__ import annotations

import math

import pytest

from ppr_core.wording import (
    change,
    decimals,
    duration,
    exponential,
    latex,
    measured,
    memory,
    number,
    ordinal,
    p_value,
    percent,
    rounded,
    signed,
)


def test_exponentials_in_words() -> None:
    assert exponential(math.log(7.6)) == "7.6"
    assert exponential(math.log(7.5e10)) == "7.5·10¹⁰"
    assert exponential(889.5 * math.log(10)) == "3.2·10⁸⁸⁹", "beyond the floats"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3 * 10**200, "3·10²⁰⁰"),
        (10**400, "10⁴⁰⁰"),
        (-12345, "−12\u202f345"),
        (0.5, "0.5"),
        (2.0e5, "200\u202f000"),
        (0, "0"),
        (1234567, "1\u202f234\u202f567"),
        (2**200, "1.61·10⁶⁰"),
        (1e-7, "10⁻⁷"),
        (999.9, "1000"),
    ],
)
def test_whole_numbers_of_any_size(value: float, text: str) -> None:
    assert number(value) == text


def test_times_and_terms() -> None:
    times = {1.3: "1.3 s", 0.5: "500 ms", 2.5e-3: "2.5 ms", 1.1e-4: "110 µs", 119.0: "119 s", 600: "10 minutes"}
    times |= {1e5: "28 hours", 1e9: "11\u202f574 days", math.inf: "∞ days"}
    assert {seconds: duration(seconds) for seconds in times} == times
    assert [memory(size) for size in (2.5e3, 8.5e7, 1.25e9)] == ["2.5 kB", "85 MB", "1.25 GB"]
    assert [percent(0.95), percent(1 - 0.001), percent(0.123456, 2)] == ["95 %", "99.9 %", "12 %"]
    assert [change(0.12), change(-0.0004), decimals(1.5, 2), decimals(-0.001, 2)] == [
        "+12 %",
        "−0.04 %",
        "1.50",
        "0.00",
    ]
    assert [rounded(0.123456), rounded(12345.6, 2), rounded(-9.999, 3)] == [0.123, 12000.0, -10.0]
    assert [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th"
    ]  # fmt: skip
    assert signed(-0.3) == "− 0.3" and signed(2.0) == "+ 2"


def test_numbers_in_sentences() -> None:
    assert [number(v) for v in (0.0, 16.0, 3.14159, -0.00123, 2.5e-7, 1e-30, 123456.0, math.inf)] == [
        "0", "16", "3.14", "−0.00123", "2.5·10⁻⁷", "10⁻³⁰", "123\u202f456", "∞"
    ]  # fmt: skip
    assert [measured(*pair) for pair in ((0.0213, 0.0041), (-0.2071, 0.0018), (4.0, 0.0), (12.3, 25.0))] == [
        "0.021 ± 0.004", "−0.2071 ± 0.0018", "4", "12 ± 25"
    ]  # fmt: skip
    assert [p_value(v) for v in (0.431, 2e-7, 0.0)] == ["p = 0.43", "p = 2·10⁻⁷", "p < 10⁻³⁰⁰"]
    assert (number(9999), number(100_000), latex(1.5e-7), latex(math.inf)) == (
        "9999", "100\u202f000", r"1.5 \cdot 10^{-7}", r"\infty"
    )  # fmt: skip
