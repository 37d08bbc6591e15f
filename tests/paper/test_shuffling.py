"""Numbers that the authors of shuffle-model papers print beside their programs, and what the accountant says there."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

from ppr_core.accounting import (
    Amplification,
    ShuffledPair,
    amplified_epsilon,
    any_randomizer,
    laplace_of_interval,
    local_epsilon,
    randomized_response,
    shuffled_rounds,
)

if TYPE_CHECKING:
    from tests.paper.conftest import Row

PEOPLE, LOCAL, DELTA = 10**5, 4.0, 1e-6


def clones(local: float) -> ShuffledPair:
    """What hides among the clones: two laws, and e^−ε₀ of their mean."""
    masses = np.array([1 / (1 + math.exp(-local)), 1 / (1 + math.exp(local))])
    return ShuffledPair(masses, masses[::-1], np.full(2, math.exp(-local) / 2))


@pytest.mark.reproduces("shuffle.clones.at_most")
def test_clones_from_above(printed: Row) -> None:
    printed.check(amplified_epsilon(clones(LOCAL), PEOPLE, DELTA, local=LOCAL))


@pytest.mark.reproduces("shuffle.clones.at_least")
def test_clones_from_below(printed: Row) -> None:
    printed.check(amplified_epsilon(clones(LOCAL), PEOPLE, DELTA, "lower", local=LOCAL))


@pytest.mark.reproduces("shuffle.clones.closed")
def test_clones_in_closed_form(printed: Row) -> None:
    grown = 8 * math.sqrt(math.exp(LOCAL) * math.log(4 / DELTA) / PEOPLE) + 8 * math.exp(LOCAL) / PEOPLE
    share = (1 - math.exp(-LOCAL)) / (1 + math.exp(-LOCAL - math.log1p(grown)))
    printed.check(math.log1p(share * grown))


@pytest.mark.reproduces("shuffle.any")
def test_any_randomizer(printed: Row) -> None:
    printed.check(any_randomizer(LOCAL).epsilon(PEOPLE, DELTA)[0].epsilon)


def _in_the_notebook(amplification: Amplification) -> float:
    return amplification.epsilon(5000, DELTA)[0].epsilon


@pytest.mark.reproduces("shuffle.blanket.generic")
def test_blanket_of_any(printed: Row) -> None:
    printed.check(_in_the_notebook(any_randomizer(0.4)))


@pytest.mark.reproduces("shuffle.blanket.laplace")
def test_blanket_of_laplace(printed: Row) -> None:
    printed.check(_in_the_notebook(laplace_of_interval(0.4)))


@pytest.mark.reproduces("shuffle.blanket.binary")
def test_blanket_of_binary_response(printed: Row) -> None:
    printed.check(_in_the_notebook(randomized_response(2, 0.4)))


@pytest.mark.reproduces("shuffle.blanket.hundred")
def test_blanket_of_a_hundred_categories(printed: Row) -> None:
    printed.check(_in_the_notebook(randomized_response(100, 0.4)))


@pytest.mark.reproduces("shuffle.blanket.calibrated")
def test_blanket_calibrated(printed: Row) -> None:
    printed.check(local_epsilon(lambda local: randomized_response(100, local).upper, 5000, 0.005, DELTA, 10.0))


@pytest.mark.reproduces("shuffle.numerical.any")
def test_numerical_any(printed: Row) -> None:
    printed.check(any_randomizer(LOCAL).epsilon(10**4, 1.2621309363156461e-06)[0].epsilon)


@pytest.mark.reproduces("shuffle.numerical.any_rounds")
def test_numerical_any_in_four_rounds(printed: Row) -> None:
    printed.check(shuffled_rounds(any_randomizer(LOCAL), 10**4, 4, 0.002176207281254359).epsilon)


@pytest.mark.reproduces("shuffle.numerical.response")
def test_numerical_response(printed: Row) -> None:
    printed.check(randomized_response(4, math.log(13)).epsilon(1000, 1e-7)[0].epsilon)


@pytest.mark.reproduces("shuffle.numerical.response_rounds")
def test_numerical_response_in_four_rounds(printed: Row) -> None:
    printed.check(shuffled_rounds(randomized_response(4, math.log(13)), 1000, 4, 1e-7).epsilon)


@pytest.mark.reproduces("shuffle.numerical.response_many")
def test_numerical_response_in_sixteen_rounds(printed: Row) -> None:
    printed.check(shuffled_rounds(randomized_response(4, math.log(13)), 1000, 16, 1e-7).epsilon)


@pytest.mark.parametrize(
    ("make", "local", "theirs"),
    [
        (any_randomizer, 1.0, 0.005126953125), (any_randomizer, 5.0, 0.078125),
        (laplace_of_interval, 1.0, 0.004638671875), (laplace_of_interval, 5.0, 0.07568359375),
        (lambda local: randomized_response(100, local), 1.0, 0.0009765625),
        (lambda local: randomized_response(100, local), 5.0, 0.059814453125),
    ],
)  # fmt: skip
def test_no_bound_is_above_the_variation_ratio_program(
    make: Callable[[float], Amplification], local: float, theirs: float
) -> None:
    """At the grid of Wang et al. (n = 10⁶, δ = 10⁻⁸), what their program gave; docs/trust_models.md has all points."""
    upper, lower = make(local).epsilon(10**6, 1e-8)
    assert lower <= upper.epsilon <= theirs
