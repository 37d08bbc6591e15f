"""Roots and minima of functions of one number, against SciPy's and against functions whose root is known."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from ppr_core.roots import bracketed_root, golden_section

SHAPES = {
    "exponential": lambda t, rate: math.expm1(rate * t),
    "flat": lambda t, rate: rate * t**5,
    "step": lambda t, rate: -math.inf if t < -1 else math.atan(rate * t),
    "odd root": lambda t, rate: math.copysign(abs(rate * t) ** 0.2, t),
}


@settings(max_examples=300, deadline=None)
@given(
    shape=st.sampled_from(sorted(SHAPES)),
    low=st.floats(-5.0, -0.001),
    high=st.floats(0.001, 9.0),
    share=st.floats(0.0, 1.0),
    rate=st.floats(0.1, 9.0),
)
def test_a_root_is_found_step_by_step_as_by_scipy(
    shape: str, low: float, high: float, share: float, rate: float
) -> None:
    root = low + share * (high - low)

    def function(x: float) -> float:
        return SHAPES[shape](x - root, rate)

    found = bracketed_root(function, low, high, xtol=1e-13)
    assert found == brentq(function, low, high, xtol=1e-13, maxiter=1000)
    assert function(found) == 0 or abs(found - root) <= 2e-13 + 1e-15 * abs(root)


def test_a_root_at_an_end_is_that_end() -> None:
    assert bracketed_root(lambda x: x - 2, 2.0, 3.0) == 2.0
    assert bracketed_root(lambda x: x - 3, 2.0, 3.0) == 3.0


def test_what_is_no_bracket_and_what_takes_too_long_is_said() -> None:
    with pytest.raises(ValueError, match="must change its sign"):
        bracketed_root(lambda x: x, 1.0, 2.0)
    with pytest.raises(ArithmeticError, match="no root in 3 steps"):
        bracketed_root(lambda x: x**9 - 0.5, 0.0, 9.0, steps=3)


@pytest.mark.parametrize("valley", [-2.9, 0.0, 0.37, 3.0])
def test_a_valley_is_found_to_the_promised_width(valley: float) -> None:
    found = golden_section(lambda x: abs(x - valley), -3.0, 3.0, steps=40)
    assert abs(found - valley) <= 6 * ((math.sqrt(5) - 1) / 2) ** 41
    assert abs(golden_section(lambda x: abs(x - valley), -3.0, 3.0, steps=1) - valley) > 0.01  # teeth
