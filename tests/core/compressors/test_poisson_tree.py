"""PPR by a tree: sorted octaves, the law of what is sent, the search against one that skips nothing, both paths."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core import kernels
from ppr_core.channels import GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import DrawLimitExceeded, PoissonPrivateRepresentation, PoissonTree, poisson_tree
from ppr_core.compressors.octaves import beta_places, positions
from ppr_core.randomness import SharedRandomness
from tests.core.compressors.index_laws import same_law

COUNT = 8_000
# Less than 50 p-values are taken in this file.
LEVEL = 1e-4 / 50
SHARED = SharedRandomness(83)
LAPLACE = LaplaceChannel(dimension=1, epsilon=12.0, norm_bound=1.0, proposal_plateau=0.0)  # r* = 33
GAUSSIAN = GaussianChannel(dimension=1, noise_std=0.05, norm_bound=1.0)  # r* = 33
NOISE = {LAPLACE: stats.laplace(scale=1 / 12), GAUSSIAN: stats.norm(scale=0.05)}
needs_numba = pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")


def inputs(channel, count: int) -> np.ndarray:
    return np.full((count, 1), 0.6 * channel.norm_bound)


def encoded(channel, alpha: float, count: int, seed: int = 1):
    return PoissonTree(channel, alpha).encode(inputs(channel, count), SHARED, np.random.default_rng(seed))


def octaves(indices) -> np.ndarray:
    return np.array([int(k).bit_length() - 1 for k in indices])


def output_p_value(channel, alpha: float, count: int) -> float:
    """Chi-square of the noise in 40 cells of equal mass."""
    z = PoissonTree(channel, alpha).decode(encoded(channel, alpha, count), SHARED)
    noise = NOISE[channel].cdf(z[:, 0] - 0.6 * channel.norm_bound)
    return float(stats.chisquare(np.bincount((noise * 40).astype(int), minlength=40)).pvalue)


def octave_p_value(channel, alpha: float, count: int) -> float:
    """That the octave of the message has the law of the octave of PPR's index."""
    other = PoissonPrivateRepresentation(channel, alpha).encode(
        inputs(channel, count), SHARED, np.random.default_rng(2), first_table=10**6
    )
    found, wanted = octaves(encoded(channel, alpha, count).indices), octaves(other.indices)
    cells = max(found.max(), wanted.max()) + 1
    return same_law(*(np.bincount(octave, minlength=cells) for octave in (found, wanted)), fewest=20)


# --- Octaves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", [1.0, 2.0, 64.0, 2.0**40])
def test_places_are_beta(half: float) -> None:
    places = beta_places(np.random.default_rng(4).random((20_000, 2)), np.full(20_000, half))
    spread = 1 / math.sqrt(8 * half + 4)  # the standard deviation: the law is tested beyond rounding, too
    law = stats.beta(half, half) if half < 1e6 else stats.norm(0.5, spread)
    assert stats.kstest(places, law.cdf).pvalue > LEVEL


@pytest.mark.parametrize("octave", [1, 3, 6])
def test_octaves_are_sorted_uniforms(octave: int) -> None:
    """All of an octave but its first: in order, i-th of n uniforms, and no gap more likely than another."""
    start, tables = 1 << octave, 4_000
    rank = np.arange(1, start)
    u = positions(np.tile(start + rank, tables), np.repeat(np.arange(tables), len(rank)), SHARED).reshape(tables, -1)
    assert np.all(np.diff(u, axis=1) > 0)
    for i in {0, len(rank) // 2, len(rank) - 1}:
        assert stats.kstest(u[:, i], stats.beta(i + 1, start - 1 - i).cdf).pvalue > LEVEL
    gaps = np.diff(np.concatenate([np.zeros((tables, 1)), u, np.ones((tables, 1))], axis=1), axis=1)
    for i in {0, start // 2, start - 1}:
        assert stats.kstest(gaps[:, i], stats.beta(1, start - 1).cdf).pvalue > LEVEL
    # The pooled sum of squares of gaps, E = 2/(n + 2), tells dependence between neighbours.
    squares = (gaps**2).sum(axis=1)
    assert abs(squares.mean() - 2 / (start + 1)) < 5 * squares.std() / math.sqrt(tables)


def test_numbers_of_any_size_have_places() -> None:
    numbers = np.array([1, 2, 3, 2**62 + 12345, 2**90 + 7, 2**90 + 2**89], dtype=object)
    found = positions(numbers, np.zeros(6, dtype=np.int64), SHARED)
    alone = [positions(numbers[i : i + 1], np.zeros(1, dtype=np.int64), SHARED)[0] for i in range(6)]
    assert np.array_equal(found, alone)
    assert found.min() == found[4] == 2.0**-53 and found.max() < 1


# --- Laws ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [1.5, 2.0, math.inf])
@pytest.mark.parametrize("channel", [LAPLACE, GAUSSIAN], ids=["laplace", "gaussian"])
def test_outputs_follow_the_channel_and_octaves_those_of_ppr(channel, alpha: float) -> None:
    assert output_p_value(channel, alpha, COUNT) > LEVEL
    assert octave_p_value(channel, alpha, COUNT) > LEVEL


@pytest.mark.parametrize("octaves_searched", [10, 14])
def test_late_arrivals_complete_the_law(octaves_searched: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few octaves to be searched the others are drawn; r* = 33 lies in octave 5."""
    monkeypatch.setattr(poisson_tree, "_OCTAVES", octaves_searched)
    monkeypatch.setattr(poisson_tree, "_MOST_LATE", 1e6)
    assert output_p_value(LAPLACE, 1.5, COUNT) > LEVEL
    assert octave_p_value(LAPLACE, 1.5, COUNT) > LEVEL


@pytest.mark.parametrize("alpha", [1.5, math.inf])
def test_nothing_is_lost_by_skipping(alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same index as a search of nine octaves that looks at everything; secret draws do not depend on the search."""
    monkeypatch.setattr(poisson_tree, "_OCTAVES", 9)
    monkeypatch.setattr(poisson_tree, "_MOST_LATE", 1e6)
    monkeypatch.setattr(PoissonTree, "_finish", lambda *a: None)
    quick = encoded(LAPLACE, alpha, 150)
    monkeypatch.setattr(poisson_tree._TreeSearch, "_largest", lambda self, job, *ends: np.full(len(job), 1e9))
    with kernels.disabled():
        full = encoded(LAPLACE, alpha, 150)
    assert np.array_equal(quick.indices, full.indices)
    assert np.all(full.candidates >= 400) and quick.candidates.mean() < 100


def test_a_message_has_ppr_s_length() -> None:
    """Mean bits under Elias delta of 6 000 messages at r* = 1000, within five standard errors."""
    channel = LaplaceChannel(dimension=1, epsilon=1000 / math.e, norm_bound=1.0, proposal_plateau=0.0)
    ppr = PoissonPrivateRepresentation(channel, 2.0).encode(inputs(channel, 1_000), SHARED, np.random.default_rng(5))
    lengths = [encoded(channel, 2.0, 6_000).lengths("elias_delta"), ppr.lengths("elias_delta")]
    error = math.sqrt(sum(one.var() / len(one) for one in lengths))
    assert abs(lengths[0].mean() - lengths[1].mean()) < 5 * error


# --- Paths -----------------------------------------------------------------------------------------------------------


@needs_numba
@pytest.mark.parametrize("alpha", [1.3, 2.0, math.inf])
@pytest.mark.parametrize(("log_bound", "plateau"), [(1, 0.0), (5, 0.0), (12, 0.0), (1, 1.0), (5, 0.6), (5, 1.0)])
def test_kernels_change_nothing(alpha: float, log_bound: int, plateau: float) -> None:
    if alpha == 1.3 and log_bound == 12:
        return  # refused
    rate = math.exp(log_bound) / math.e
    channel = LaplaceChannel(dimension=1, epsilon=rate, norm_bound=1.0, proposal_plateau=plateau)
    kernels.warm_up()
    found = encoded(channel, alpha, 300, seed=9)
    with kernels.disabled():
        wanted = encoded(channel, alpha, 300, seed=9)
    assert found.indices.tolist() == wanted.indices.tolist()
    assert found.candidates.mean() <= 1.05 * wanted.candidates.mean()


@pytest.mark.parametrize("alpha", [2.0, math.inf])
def test_messages_depend_on_no_number_of_threads(alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poisson_tree, "_BLOCK", 16)
    kernels.warm_up()
    found = []
    for count in (1, 3):
        kernels.set_threads(count)
        found.append(encoded(LAPLACE, alpha, 100).indices.tolist())
    kernels.set_threads(1)
    assert found[0] == found[1]
    assert encoded(LAPLACE, alpha, 0).indices.tolist() == []


def test_a_ratio_of_a_hundred_million() -> None:
    channel = LaplaceChannel(dimension=1, epsilon=20.0, norm_bound=1e8 / (20 * math.e), proposal_plateau=0.0)
    encoder = PoissonTree(channel, 2.0)
    messages = encoder.encode(inputs(channel, 400), SHARED, np.random.default_rng(3))
    z = encoder.decode(messages, SHARED)
    assert stats.kstest(z[:, 0] - 0.6 * channel.norm_bound, stats.laplace(scale=1 / 20).cdf).pvalue > LEVEL
    assert messages.candidates.mean() < 2 * encoder.expected_cost(inputs(channel, 1))[0] < 3_000


def test_same_guarantees_as_ppr() -> None:
    for channel in (LAPLACE, GAUSSIAN):
        assert PoissonTree(channel, 2.0).privacy(1e-6) == PoissonPrivateRepresentation(channel, 2.0).privacy(1e-6)


def test_what_it_cannot_serve_is_refused() -> None:
    for channel in (
        RandomizedResponseChannel(size=3, epsilon=1.0),
        LaplaceChannel(dimension=2, epsilon=1, norm_bound=1),
    ):
        with pytest.raises(ValueError, match="channel must be of one number"):
            PoissonTree(channel, 2.0)
    with pytest.raises(ValueError, match="alpha must be"):
        PoissonTree(LAPLACE, 1.1)
    wide = LaplaceChannel(dimension=1, epsilon=1e11, norm_bound=1.0, proposal_plateau=0.0)
    for alpha in (1.2, 2.0):
        with pytest.raises(DrawLimitExceeded, match=r"r\* may be at most"):
            PoissonTree(wide, alpha).encode([1.0], SHARED, np.random.default_rng(1))


# --- Must fail -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["cells that could have won", "late arrivals", "octaves in wrong places", "nothing"])
def test_faulty_searches_are_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "cells that could have won":
        largest = poisson_tree._TreeSearch._largest
        monkeypatch.setattr(poisson_tree._TreeSearch, "_largest", lambda *a: largest(*a) - 1.0)
    elif fault == "late arrivals":
        monkeypatch.setattr(poisson_tree, "_OCTAVES", 9)
        monkeypatch.setattr(poisson_tree, "_MOST_LATE", 1e6)
        monkeypatch.setattr(PoissonTree, "_finish", lambda *a: None)
    elif fault == "octaves in wrong places":
        monkeypatch.setattr(poisson_tree, "beta_places", lambda uniforms, half: uniforms[:, 0])
    with kernels.disabled():
        found = min(output_p_value(LAPLACE, 1.5, COUNT), octave_p_value(LAPLACE, 1.5, COUNT))
    assert found > LEVEL if fault == "nothing" else found < LEVEL
