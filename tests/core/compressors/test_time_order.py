"""The search in order of time: its law is that of the search in candidate order, and every shortcut can be missed.

The law of what is decoded is checked for every channel in tests/contracts; here it is the index, in long rows too.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core import kernels
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.compressors import PoissonPrivateRepresentation, cap_order, contest, time_order
from ppr_core.compressors.contest import Contest
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import chi_square_p_value
from tests.core.compressors.index_laws import same_law

# Less than 100 p-values are taken in this file.
LEVEL = 1e-4 / 100
needs_numba = pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")
SHARED = SharedRandomness(78)
CELLS = [1, 2, 3, 5, 9, 17, 33, 65, 129, 257, 513, 1025, 2049, 4097, 10**4, 10**5, 10**7]

SCALAR = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0, proposal_width=1.6)  # r* = 2.2
WIDE = GaussianChannel(dimension=2, noise_std=0.3, norm_bound=1.0)  # r* = 17
FINITE = FiniteChannel([[0.6, 0.3, 0.1, 0.0], [0.1, 0.1, 0.3, 0.5]], proposal=[0.3, 0.2, 0.3, 0.2])
RESPONSE = RandomizedResponseChannel(size=200, epsilon=5.0)  # r* = 86
VECTORS = (RapporChannel(size=20, epsilon=5.0), SubsetSelectionChannel(size=100, epsilon=5.0))  # r* = 75 and 60
LONG = (RESPONSE, *VECTORS)


def cells(indices: np.ndarray) -> np.ndarray:
    return np.histogram(np.array([min(int(k), 10**8) for k in indices]), [*CELLS, 10**9])[0]


def inputs(channel: Channel, size: int) -> np.ndarray:
    x = np.zeros((size, *channel.event_shape))
    if channel.event_shape:
        x[:, 0] = channel.norm_bound
    return x


def laws(channel: Channel, alpha: float, size: int, seed: int = 1) -> list[float]:
    """p-values that the index, and whether z is in the cap, have the law of the search in candidate order."""
    x = inputs(channel, size)
    found, wanted = (
        PoissonPrivateRepresentation(channel, alpha, shell=shell).encode(
            x, SHARED, np.random.default_rng(seed), first_table=first
        )
        for shell, first in ((None, 0), (4.0, size))
    )
    values = [same_law(cells(found.indices), cells(wanted.indices))]
    levels = channel.two_levels()
    if levels is not None:
        encoder = PoissonPrivateRepresentation(channel, alpha)
        inside = channel.log_ratio(channel.inputs(x), encoder.decode(found, SHARED)) > 0
        counts = np.array([inside.sum(), size - inside.sum()])
        cap = levels.mass * levels.high
        values.append(chi_square_p_value(counts, np.array([cap, 1 - cap])))
    return values


@pytest.mark.parametrize("alpha", [1.5, 4.0, 1e308, math.inf])
@pytest.mark.parametrize("channel", [SCALAR, WIDE, FINITE], ids=["scalar", "wide", "finite"])
def test_law_of_the_index_is_that_of_candidate_order(channel: Channel, alpha: float) -> None:
    assert min(laws(channel, alpha, 12_000)) > LEVEL


@pytest.mark.parametrize("alpha", [1.5, 3.0, 1e64])
@pytest.mark.parametrize("channel", LONG, ids=lambda channel: channel.name)
def test_law_where_arrivals_are_passed_over(channel: Channel, alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    original = time_order.pass_over
    monkeypatch.setattr(time_order, "pass_over", lambda *a: (calls.append(len(a[1])), original(*a))[1])
    monkeypatch.setattr(time_order, "FIRST", 8)
    assert min(laws(channel, alpha, 3_000)) > LEVEL
    assert sum(calls) > 3_000  # the branch was really taken


def test_the_search_is_chosen_by_alpha_and_shell() -> None:
    cases = ((1.4, None, False), (1.5, None, True), (2.0, 4.0, False), (math.inf, None, True))
    for alpha, shell, in_time_order in cases:
        assert PoissonPrivateRepresentation(SCALAR, alpha, shell=shell).in_time_order is in_time_order


# --- Must fail -------------------------------------------------------------------------------------------------------


def without_tail(*arguments: object) -> None:
    """The search ends with its head."""


class TooSure(Contest):
    """Passes over candidates that could still win: it takes r* for half of what it is."""

    def __init__(self, channel, shared, x, tables, log_bound) -> None:
        super().__init__(channel, shared, x, tables, log_bound - math.log(2.0))


@pytest.mark.parametrize(
    ("module", "name", "value", "channel"),
    [
        (time_order, "finish_with_tail", without_tail, SCALAR),
        (time_order, "_hidden", lambda alpha, log_limit, log_time: np.zeros(len(log_time)), SCALAR),
        (time_order, "", None, SCALAR),
        ("poisson", "Contest", TooSure, SCALAR),
        ("poisson", "Contest", TooSure, RESPONSE),
    ],
    ids=["no tail", "nothing hidden", "nothing wrong", "a possible winner passed over", "and in long rows"],
)
def test_faulty_searches_are_noticed(module, name, value, channel, monkeypatch: pytest.MonkeyPatch) -> None:
    if value is None:  # the same test without a fault
        assert min(laws(channel, 1.5, 25_000)) > LEVEL
        return
    from ppr_core.compressors import poisson

    monkeypatch.setattr(poisson if module == "poisson" else module, name, value)
    assert min(laws(channel, 1.5, 25_000 if channel is SCALAR else 10_000)) < LEVEL


@pytest.mark.parametrize("fault", ["no small marks", "cap overlooked", "steps too long", "nothing wrong"])
def test_faulty_passing_over_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skipped: arrivals outside the cap that could have won, one in seven of those inside, one in two of some marks."""
    original, levels = contest.Contest.inside, contest.Contest.levels.fget

    def inside(self, rows, ends, index):
        return original(self, rows, ends, index) & (index % 7 > 0)

    if fault == "no small marks":
        monkeypatch.setattr(contest.Contest, "levels", property(lambda self: (levels(self)[0], levels(self)[1] - 50)))
    if fault == "cap overlooked":
        monkeypatch.setattr(contest.Contest, "inside", inside)
    if fault == "steps too long":
        numbers = cap_order._numbers
        monkeypatch.setattr(cap_order, "_numbers", lambda draws, *others: numbers(2 * draws, *others))
    monkeypatch.setattr(time_order, "FIRST", 1)
    assert (min(laws(RESPONSE, 1.5, 8_000)) < LEVEL) is (fault != "nothing wrong")


@needs_numba
def test_steps_are_the_same_numbers() -> None:
    rng = np.random.default_rng(1)
    within, counts = rng.choice([np.inf, 0.4, 1e-3], 50), rng.integers(1, 20, 50)
    draws = rng.standard_exponential(int(counts[within < np.inf].sum()))
    arguments = draws, within, rng.integers(1 << 40, size=50), np.cumsum(counts)
    kernels.warm_up()
    found = cap_order._numbers(*arguments)
    with kernels.disabled():
        assert np.array_equal(cap_order._numbers(*arguments), found)


def test_first_arrivals_are_enough_to_begin_with() -> None:
    assert cap_order.FIRST >= 2
    wanted = math.ceil(math.exp(1.1) * math.exp(5) / math.gamma(0.5))
    assert time_order.first_columns(2.0, np.array([0.0, 5.0])).tolist() == [2, wanted]
