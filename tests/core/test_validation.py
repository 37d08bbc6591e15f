"""One wording for every refusal: the field, what is allowed, the value."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppr_core import validation

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(10**400), 10**400),
    st.floats(),
    st.fractions(),
    st.text(max_size=200),
    st.complex_numbers(),
    st.lists(st.floats(), max_size=5),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
)


def refusal(function, *arguments, **options) -> str:
    with pytest.raises(ValueError) as error:
        function(*arguments, **options)
    return str(error.value)


class TestReal:
    @pytest.mark.parametrize("value", [1, 1.5, -3.0, 0, np.float32(0.5), np.int64(3), np.float64(2), Fraction(1, 4)])
    def test_numbers_become_floats(self, value: object) -> None:
        found = validation.real("a", value)
        assert type(found) is float and found == value

    @pytest.mark.parametrize(
        ("options", "allowed"),
        [
            ({}, "a number"),
            ({"low": 0.0}, "a number at least 0"),
            ({"low": 0.0, "low_open": True}, "a number above 0"),
            ({"high": 2.5}, "a number at most 2.5"),
            ({"low": 1.0, "high": 2.5, "high_open": True}, "a number at least 1 and below 2.5"),
            ({"low": 1.0, "low_open": True, "infinite": True}, "a number above 1 (infinity allowed)"),
        ],
    )
    def test_wording(self, options: dict, allowed: str) -> None:
        assert refusal(validation.real, "noise", math.nan, **options) == f"noise must be {allowed}; got nan."
        assert refusal(validation.real, "noise", "x", **options) == f"noise must be {allowed}; got 'x'."

    @pytest.mark.parametrize("value", [None, "1", True, np.True_, 1j, [1.0], np.array([1.0]), Decimal(1), math.nan])
    def test_what_is_no_number(self, value: object) -> None:
        assert refusal(validation.real, "a", value).startswith("a must be a number; got ")

    @given(st.floats(-10, 10), st.floats(-10, 10), st.floats(-10, 10), st.booleans(), st.booleans())
    def test_intervals(self, value: float, low: float, high: float, low_open: bool, high_open: bool) -> None:
        inside = (low < value if low_open else low <= value) and (value < high if high_open else value <= high)
        try:
            found = validation.real("a", value, low, high, low_open=low_open, high_open=high_open)
        except ValueError:
            assert not inside
        else:
            assert inside and found == value

    def test_the_floats_beside_an_end(self) -> None:
        assert validation.real("a", math.nextafter(1, 2), 1.0, low_open=True) > 1
        for value in (1.0, math.nextafter(1, 0)):
            refusal(validation.real, "a", value, 1.0, low_open=True)

    def test_infinity_needs_permission_and_room(self) -> None:
        assert validation.real("a", math.inf, infinite=True) == math.inf
        assert validation.real("a", -math.inf, infinite=True) == -math.inf
        assert refusal(validation.real, "a", math.inf) == "a must be a number; got inf."
        assert refusal(validation.real, "a", math.inf, 0.0, 5.0, infinite=True).endswith("; got inf.")
        assert refusal(validation.real, "a", -math.inf, 0.0, infinite=True).endswith("; got -inf.")

    @pytest.mark.parametrize("value", [10**400, -(10**400), Fraction(10**400, 3)], ids=["above", "below", "fraction"])
    def test_numbers_beyond_floats_are_refused(self, value: object) -> None:
        assert refusal(validation.real, "a", value).startswith("a must be a number; got ")


class TestInteger:
    @pytest.mark.parametrize("value", [3, 3.0, np.int8(3), np.uint64(3), np.float32(3), Fraction(6, 2)])
    def test_whole_numbers_become_integers(self, value: object) -> None:
        found = validation.integer("a", value)
        assert type(found) is int and found == 3

    def test_no_size_is_too_large(self) -> None:
        assert validation.integer("a", 10**400, 0) == 10**400
        assert validation.integer("a", 1e300) == int(1e300)

    @pytest.mark.parametrize(
        "value",
        [None, "3", True, np.False_, 1.5, math.nan, math.inf, -math.inf, 3j, [3], np.array([3]), Fraction(10**400, 3)],
        ids=lambda value: repr(value)[:20],
    )
    def test_what_is_no_whole_number(self, value: object) -> None:
        assert refusal(validation.integer, "size", value).startswith("size must be a whole number; got ")

    @pytest.mark.parametrize(
        ("value", "low", "high", "message"),
        [
            (0, 1, None, "k must be a whole number at least 1; got 0."),
            (0.0, 1, None, "k must be a whole number at least 1; got 0."),
            (9, None, 8, "k must be a whole number at most 8; got 9."),
            (9, 0, 8, "k must be a whole number at least 0 and at most 8; got 9."),
            (10**100, 0, 8, "k must be a whole number at least 0 and at most 8; got a whole number of 333 bits."),
            (1.5, 0, 8, "k must be a whole number at least 0 and at most 8; got 1.5."),
        ],
    )
    def test_wording(self, value: object, low: int | None, high: int | None, message: str) -> None:
        assert refusal(validation.integer, "k", value, low, high) == message

    def test_ends_are_included(self) -> None:
        assert [validation.integer("a", value, 2, 3) for value in (2, 3)] == [2, 3]


class TestChoice:
    def test_options(self) -> None:
        assert validation.choice("view", "decoder", ("database", "decoder")) == "decoder"
        assert refusal(validation.choice, "view", "nobody", ("database", "decoder")) == (
            "view must be one of database, decoder; got 'nobody'."
        )

    @pytest.mark.parametrize("value", [None, [], {}, 1j, np.array([1, 2])])
    def test_values_of_other_kinds(self, value: object) -> None:
        assert refusal(validation.choice, "view", value, ("a", "b")).startswith("view must be one of a, b; got ")


class TestArray:
    def test_shapes(self) -> None:
        assert validation.array("x", [1, 2, 3], (None,)).dtype == float
        assert validation.array("x", [[1, 2, 3]], (None, 3)).shape == (1, 3)
        assert validation.array("x", [], (None,)).shape == (0,)
        assert validation.array("x", 2.5, ()).shape == ()

    @pytest.mark.parametrize(
        ("value", "shape", "message"),
        [
            ([1, 2], (None, 2), "x must be an array of shape (n, 2); got shape (2,)."),
            ([[1, 2]], (None, 3), "x must be an array of shape (n, 3); got shape (1, 2)."),
            ([math.nan], (None,), "x must be an array of finite numbers; got nan."),
            ([1.0, -math.inf], (None,), "x must be an array of finite numbers; got -inf."),
            ("abc", (None,), "x must be an array of numbers of shape (n); got 'abc'."),
            ([[1], [1, 2]], (None, 2), "x must be an array of numbers of shape (n, 2); got [[1], [1, 2]]."),
        ],
    )
    def test_wording(self, value: object, shape: tuple, message: str) -> None:
        assert refusal(validation.array, "x", value, shape) == message

    @pytest.mark.parametrize("value", [[1j], np.array([1j]), [10**400], ["1"], [None], [object], [{}]])
    def test_what_is_no_array_of_numbers(self, value: object) -> None:
        assert refusal(validation.array, "x", value, (None,)).startswith("x must be an array of ")


class TestRequire:
    def test_passes_and_fails(self) -> None:
        validation.require(True, "a", 1, "odd")
        assert refusal(validation.require, False, "a", 2, "odd") == "a must be odd; got 2."
        assert refusal(validation.fail, "a", 2.0, "odd") == "a must be odd; got 2."


@given(value=ANYTHING)
def test_anything_passes_or_gets_one_sentence(value: object) -> None:
    """No other exception than ValueError, no warning, a message of bounded length on one line."""
    checks = [
        lambda: validation.real("field", value, 0.0, 1.0, low_open=True),
        lambda: validation.real("field", value, infinite=True),
        lambda: validation.integer("field", value, 1, 10),
        lambda: validation.choice("field", value, ("one", 2, None)),
        lambda: validation.array("field", value, (None,)),
        lambda: validation.array("field", value, (None, 2)),
    ]
    for check in checks:
        try:
            check()
        except ValueError as error:
            text = str(error)
            assert text.startswith("field must be ") and "; got " in text and text.endswith(".")
            assert len(text) < 200 and "\n" not in text


LONG = {"table": np.arange(12).reshape(4, 3), "text": "line\nline", "row": np.arange(1000)}


@pytest.mark.parametrize("value", LONG.values(), ids=LONG)
def test_long_values_are_shown_on_one_line(value: object) -> None:
    text = refusal(validation.real, "a", value)
    assert "\n" not in text and len(text) < 150
