"""Numbers as they stand on screen: digits, errors, units, and how each is known."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.ui.quantities import format_value, origin
from ppr_core.experiments.contract import Quantity
from ppr_core.guarantees.references import cite
from ppr_core.wording import LARGEST_WHOLE, MINUS, THIN, number, superscript
from ppr_core.wording import measured as with_error

NBSP = "\u00a0"
SUPERSCRIPTS = {superscript(exponent): exponent for exponent in range(-330, 330)}


def read(text: str) -> float:
    """The number that a formatted text stands for, by an independent route: Python's own parser."""
    text = text.replace(THIN, "").replace(MINUS, "-").replace("∞", "inf")
    found = re.fullmatch(r"(-?)(?:([\d.]+)·)?10([⁻⁰¹²³⁴-⁹]+)", text)
    return float(f"{found[1]}{found[2] or 1}e{SUPERSCRIPTS[found[3]]}") if found else float(text)


def read_pair(text: str) -> tuple[str, str, int]:
    """The digits of value and error, and the power of ten they share."""
    found = re.fullmatch(r"\((.*) ± (.*)\)·10(.*)", text) or re.fullmatch(r"(.*) ± (.*)()", text)
    value, error = (found[index].replace(THIN, "").replace(MINUS, "-") for index in (1, 2))
    return value, error, SUPERSCRIPTS[found[3]] if found[3] else 0


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (7, "7"),
        (9999, "9999"),
        (200_000, f"200{THIN}000"),
        (1_234_567, f"1{THIN}234{THIN}567"),
        (10_000_000, "10⁷"),
        (12_345_678, "1.23·10⁷"),
        (2**70, "1.18·10²¹"),
        (1.0, "1"),
        (0.5, "0.5"),
        (12.345, "12.3"),
        (123456.7, f"123{THIN}457"),
        (-2.5, f"{MINUS}2.5"),
        (0.00123, "0.00123"),
        (0.000123, "1.23·10⁻⁴"),
        (1e-5, "10⁻⁵"),
        (-1e-5, f"{MINUS}10⁻⁵"),
        (1e-300, "10⁻³⁰⁰"),
        (math.inf, "∞"),
        (-math.inf, f"{MINUS}∞"),
        (math.nan, "undefined"),
    ],
)
def test_number(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(-1e308, 1e308, allow_subnormal=False), st.integers(1, 8))
def test_number_keeps_its_significant_digits(value: float, digits: int) -> None:
    assert read(number(value, digits)) == pytest.approx(value, rel=0.5000001 * 10.0 ** (1 - digits), abs=0)


@given(st.integers(1 - LARGEST_WHOLE, LARGEST_WHOLE - 1))
def test_counts_below_ten_million_are_written_in_full(count: int) -> None:
    assert read(number(count)) == count


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (12.4, 0.1, "12.4 ± 0.1"),
        (12.43, 0.098, "12.43 ± 0.10"),
        (12.4, 0.02, "12.40 ± 0.02"),
        (12.43, 0.14, "12.43 ± 0.14"),
        (12.43, 0.052, "12.43 ± 0.05"),
        (99.97, 0.25, "99.97 ± 0.25"),
        (9.96, 0.96, "10.0 ± 1.0"),
        (0.003, 0.02, "0.00 ± 0.02"),
        (-0.003, 0.02, "0.00 ± 0.02"),
        (-3.2, 0.25, f"{MINUS}3.20 ± 0.25"),
        (0, 0, "0"),
        (123456, 1234, f"123{THIN}500 ± 1200"),
        (1.23e8, 4e5, "(1.230 ± 0.004)·10⁸"),
        (1e-9, 1.4e-10, "(1.00 ± 0.14)·10⁻⁹"),
        (1e300, 1e297, "(1.000 ± 0.001)·10³⁰⁰"),
        (1.0, 1e-12, "1 ± 10⁻¹²"),
        (5.0, math.inf, "5 ± ∞"),
        (math.inf, 1.0, "∞"),
        (math.nan, 1.0, "undefined"),
        (12.4, None, "12.4"),
        (12.4, math.nan, "12.4"),
    ],
)
def test_value_with_error(value: float, error: float | None, text: str) -> None:
    assert with_error(value, error) == text
    assert with_error(value, error, "bits") == f"{text}{NBSP}bits"


@given(st.floats(-1e12, 1e12), st.floats(1e-6, 1e12))
def test_value_and_error_end_at_the_same_digit_and_the_error_has_at_most_two(value: float, error: float) -> None:
    if abs(value) >= 1e7 * error:
        return  # an error eight digits below the value is written by itself
    text = with_error(value, error)
    shown, margin, power = read_pair(text)
    assert len(shown.partition(".")[2]) == len(margin.partition(".")[2])
    assert len(margin.replace(".", "").strip("0")) <= 2
    # Rounded at the error's last digit: half a unit there is at most half of an error of 1, a sixth of one from 3 up.
    assert float(margin) * 10.0**power == pytest.approx(error, rel=0.17)
    assert float(shown) * 10.0**power == pytest.approx(value, abs=0.53 * error + 1e-9 * abs(value))


def measured(value: float, **more: Any) -> Quantity:
    return Quantity("key", "Label", value, kind="measured", **more)


@pytest.mark.parametrize(
    ("quantity", "value", "how"),
    [
        (measured(12.43, unit="bits", error=0.1, samples=200_000), f"12.4 ± 0.1{NBSP}bits", "measured, n = 200"),
        (Quantity("r", "Ratio", 3.2e5), f"320{THIN}000", "computed"),
        (Quantity("e", "ε", math.inf, "nats", "guarantee", source="ppr.theorem7"), f"∞{NBSP}nats", "guarantee: "),
        (Quantity("b", "Bits", 8.211, "bits", "bound", source="ppr.theorem5"), f"8.21{NBSP}bits", "bound: "),
        (Quantity("b", "Bits", 8.211, "bits", "bound", source="a private note"), f"8.21{NBSP}bits", "a private note"),
    ],
)
def test_every_quantity_says_how_it_is_known(quantity: Quantity, value: str, how: str) -> None:
    assert format_value(quantity) == value
    assert how in origin(quantity)
    if quantity.source.startswith("ppr."):
        assert origin(quantity).endswith(cite(quantity.source))


def test_a_count_of_zero_gives_the_largest_share_it_leaves_possible() -> None:
    samples = 100_000
    text = format_value(measured(0.0, error=0.0, samples=samples))
    share = read(text.removeprefix("≤ "))
    # At that share, 100 000 samples without a hit have probability 5 %.
    assert (1 - share) ** samples == pytest.approx(0.05, rel=0.05)
    assert "0 seen" in origin(measured(0.0, error=0.0, samples=samples))
    percent = format_value(measured(0.0, error=0.0, samples=samples, unit="%"))
    assert read(percent.removeprefix("≤ ").removesuffix(f"{NBSP}%")) == pytest.approx(100 * share)


def test_a_zero_that_is_no_share_stays_a_zero() -> None:
    assert format_value(measured(0.0, error=0.0, samples=9, unit="bits")) == f"0{NBSP}bits"
    assert format_value(measured(0.0, error=0.2, samples=9)) == "0.0 ± 0.2"
    assert format_value(Quantity("key", "Label", 0.0)) == "0"
    once = measured(0.0, samples=1)
    assert format_value(once) == "0" and origin(once) == "measured once"


def test_tiles_show_error_and_samples_and_the_table_the_source() -> None:
    def page() -> None:
        from pages.ui import quantities
        from ppr_core.experiments.contract import Quantity

        shown = (
            Quantity("bits", "Bits *per* message", 12.43, "bits", "measured", 0.098, 5000),
            Quantity("eps", "ε against the decoder", 4.0, "nats", "guarantee", source="ppr.theorem7"),
            Quantity("r", "Ratio bound", 3.5),
        )
        quantities.show(shown)
        quantities.rows(shown)

    app = AppTest.from_function(page).run()
    assert not app.exception
    bits, guarantee, ratio = app.metric
    assert bits.label == r"Bits \*per\* message", "a label is text, not Markdown"
    assert "±" in bits.value and "n = 5000" in bits.delta
    assert guarantee.delta == "guaranteed by proof" and "shield" in guarantee.proto.icon
    assert ratio.delta == "computed"
    table = app.markdown[-1].value.splitlines()
    assert table[0] == "| Quantity | Value | How it is known |" and len(table) == 5
    assert table[2].startswith(r"| Bits \*per\* message | **12.4") and "n = 5000" in table[2]
    assert ":material/shield:" in table[3] and "Theorem 7" in table[3]
