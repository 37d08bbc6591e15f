"""One message at a time: the law of the index is that of a batch in candidate order, with and without kernels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core import kernels
from ppr_core.channels import Channel, GaussianChannel, RandomizedResponseChannel
from ppr_core.compressors import PoissonPrivateRepresentation, lone_message, poisson
from ppr_core.compressors.contest import Contest
from ppr_core.randomness import SharedRandomness
from tests.core.compressors.index_laws import same_law

# Less than 50 p-values are taken in this file.
LEVEL = 1e-4 / 50
SHARED = SharedRandomness(79)
CELLS = [1, 2, 3, 4, 5, 6, 8, 11, 16, 25, 50, 120, 500, 1000, 10**4, 10**6, 10**18]
PLANE = GaussianChannel(dimension=2, noise_std=0.6, norm_bound=1.0)  # r* = 6.6
CHANNELS = {
    "line": GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0, proposal_width=1.6),
    "plane": PLANE,
    "response": RandomizedResponseChannel(size=20, epsilon=2.0),
}


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    kernels.warm_up()


def inputs(channel: Channel, size: int) -> np.ndarray:
    x = np.zeros((size, *channel.event_shape))
    if channel.event_shape:
        x[:, 0] = channel.norm_bound
    return x


def one_by_one(channel: Channel, alpha: float, size: int, seed: int = 1) -> tuple[list[int], list[int]]:
    encoder, x, rng = PoissonPrivateRepresentation(channel, alpha), inputs(channel, 1), np.random.default_rng(seed)
    sent = [encoder.encode(x, SHARED, rng, first_table=table) for table in range(size)]
    return [int(one.indices[0]) for one in sent], [int(one.candidates[0]) for one in sent]


def p_value(channel: Channel, alpha: float, size: int) -> float:
    """Of the hypothesis that indices of lone messages have the law of those of a batch in candidate order."""
    batch = PoissonPrivateRepresentation(channel, alpha, shell=4.0)
    wanted = batch.encode(inputs(channel, 20_000), SHARED, np.random.default_rng(2), first_table=10**6).indices
    found, _ = one_by_one(channel, alpha, size)
    counts = [
        np.bincount(np.searchsorted(CELLS, [min(int(k), 10**17) for k in one], side="right"), minlength=len(CELLS))
        for one in (found, wanted)
    ]
    return same_law(*counts)


@pytest.mark.parametrize("alpha", [1.5, 2.0, 5.0])
@pytest.mark.parametrize("name", CHANNELS)
def test_law_of_the_index_is_that_of_a_batch(name: str, alpha: float) -> None:
    assert p_value(CHANNELS[name], alpha, 2_500) > LEVEL


@pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")
@pytest.mark.parametrize("alpha", [1.5, 2.0, 3.7])
@pytest.mark.parametrize("name", CHANNELS)
def test_kernels_change_nothing(name: str, alpha: float) -> None:
    found = one_by_one(CHANNELS[name], alpha, 300, seed=5)
    with kernels.disabled():
        assert one_by_one(CHANNELS[name], alpha, 300, seed=5) == found


def test_the_search_is_chosen_by_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    original = poisson.search_alone
    monkeypatch.setattr(poisson, "search_alone", lambda *a: (calls.append(1), original(*a))[1])
    for channel, alpha, shell, alone in (
        (PLANE, 2.0, None, 1),
        (PLANE, 2.0, 4.0, 0),
        (PLANE, 1.4, None, 0),
        (PLANE, math.inf, None, 0),
        (GaussianChannel(dimension=2, noise_std=0.1, norm_bound=1.0), 2.0, None, 0),  # r* = 136
    ):
        calls.clear()
        PoissonPrivateRepresentation(channel, alpha, shell=shell).encode(
            inputs(channel, 1), SHARED, np.random.default_rng(1)
        )
        assert len(calls) == alone


@pytest.mark.parametrize("mean", [1e-6, 0.3, 1.0, 7.0, 400.0])
def test_late_arrivals_are_poisson(mean: float) -> None:
    """The least k whose distribution function exceeds the uniform."""
    for uniform in np.random.default_rng(3).random(200):
        k = lone_message._quantile(uniform, mean)
        assert stats.poisson.cdf(k, mean) > uniform
        assert k == 0 or stats.poisson.cdf(k - 1, mean) <= uniform * (1 + 1e-12)


@pytest.mark.parametrize("fault", ["no tail", "best too low", "ranks too low", "nothing wrong"])
def test_faulty_searches_are_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "no tail":
        monkeypatch.setattr(lone_message, "_quantile", lambda uniform, mean: 0)
    elif fault == "best too low":
        original = Contest.only_log_limit.fget
        monkeypatch.setattr(Contest, "only_log_limit", property(lambda contest: original(contest) - 3.0))
    elif fault == "ranks too low":
        monkeypatch.setattr(lone_message, "_hidden", lambda *a: 0.0)
    found = p_value(PLANE, 1.5, 4_000)
    assert found > LEVEL if fault == "nothing wrong" else found < LEVEL
