"""The written-down encode: equal to the encoder's own run, and filled up to a Poisson process."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import DrawLimitExceeded, PoissonPrivateRepresentation
from ppr_core.compressors.trace import EncodeTrace, Points, fill_hidden, trace_encode
from ppr_core.randomness import SharedRandomness

FALSE_ALARM = 1e-4
ALPHAS = [1.02, 1.3, 2.0, 5.0, math.inf]
LAPLACE = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0, proposal_plateau=0.0)
CASES = {
    "laplace": (LAPLACE, 0.6),
    "gaussian": (GaussianChannel(dimension=3, noise_std=0.5, norm_bound=1.0), [0.6, 0.0, -0.3]),
    "categories": (RandomizedResponseChannel(size=6, epsilon=2.0), 4),
}


def traced(
    alpha: float, seed: int, shell: float = 4.0, channel: Channel = LAPLACE, x: object = 0.6, table: int = 0
) -> EncodeTrace:
    ppr = PoissonPrivateRepresentation(channel, alpha, shell=shell, one_stop=False)
    return trace_encode(ppr, x, SharedRandomness(seed), np.random.default_rng(seed), table=table)


def filled(alpha: float, seed: int, shell: float = 4.0, upto: int = 30) -> tuple[EncodeTrace, Points]:
    trace = traced(alpha, seed, shell)
    return trace, fill_hidden(trace, np.random.default_rng([seed, 1]), upto)


def pooled(alpha: float, shell: float, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """Spacings and marks of the first 30 arrivals of many encodes; at α = ∞ there are no marks."""
    runs = [filled(alpha, seed, shell)[1] for seed in range(seeds)]
    spacings = np.concatenate([np.diff(np.exp(points.log_time), prepend=0.0) for points in runs])
    if math.isinf(alpha):
        return spacings, np.empty(0)
    return spacings, np.concatenate([np.exp(alpha * points.log_shift) for points in runs])


@pytest.mark.parametrize("shell", [4.0, 0.3, 0.05])
@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("case", CASES)
def test_trace_is_the_encoders_own_run(case: str, alpha: float, shell: float) -> None:
    channel, x = CASES[case]
    ppr = PoissonPrivateRepresentation(channel, alpha, shell=shell)
    for seed in range(15):
        rngs = np.random.default_rng(seed), np.random.default_rng(seed)
        shared = SharedRandomness(seed % 5)
        messages = ppr.encode(np.asarray(x)[None], shared, rngs[0], first_table=7)
        trace = trace_encode(ppr, x, shared, rngs[1], table=7)
        assert trace.index == int(messages.indices[0])
        assert len(trace.candidates.order) == messages.candidates[0]
        assert rngs[0].bit_generator.state == rngs[1].bit_generator.state
        z = ppr.decode(messages, shared)[0]
        np.testing.assert_array_equal(np.ravel(trace.candidates.z[trace.chosen]), np.ravel(z))


def test_all_branches_are_met() -> None:
    """Later shells, and ranks beyond machine words: the comparison above would mean little without them."""
    assert sum(traced(2.0, seed, shell=0.3).shells > 1 for seed in range(40)) >= 20
    large = [traced(1.02, seed) for seed in range(25)]
    assert sum(trace.index >= 2**63 for trace in large) >= 5
    assert any(trace.candidates.index.dtype == object for trace in large)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_candidates_come_in_order_and_the_rule_stops_them(alpha: float) -> None:
    for seed in range(50):
        trace = traced(alpha, seed, shell=0.5)
        points = trace.candidates
        assert np.all(np.diff(points.log_candidate) > 0)
        np.testing.assert_array_equal(points.order, np.arange(1, len(points.order) + 1))
        np.testing.assert_array_equal(trace.log_limit, trace.log_best + trace.log_ratio_bound)
        assert np.all(np.diff(trace.log_best) <= 0)
        assert trace.log_best[-1] == points.log_score[trace.chosen] == points.log_score.min()
        assert np.all(points.log_ratio <= trace.log_ratio_bound + 1e-12)
        unseen = np.isin(trace.revealed_log_candidate, points.log_candidate, invert=True)
        later = trace.revealed_log_candidate[unseen & (trace.revealed_log_candidate > points.log_candidate[-1] + 1e-9)]
        assert np.all(later >= trace.log_limit[-1] - 1e-9), "whatever was not looked at could not win"


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("shell", [4.0, 0.3])
def test_filled_arrivals_agree_with_the_encode(alpha: float, shell: float) -> None:
    for seed in range(40):
        trace, points = filled(alpha, seed, shell, upto=40)
        np.testing.assert_array_equal(points.index, np.arange(1, 41))
        assert np.all(np.diff(points.log_time) > 0)
        z, log_ratio = trace.samples(points.index)
        np.testing.assert_array_equal(points.z, z)
        np.testing.assert_array_equal(points.log_ratio, log_ratio)
        known = trace.revealed_rank <= 40
        rows = trace.revealed_rank[known].astype(int) - 1
        np.testing.assert_array_equal(points.log_time[rows], trace.revealed_log_time[known])
        np.testing.assert_allclose(points.log_candidate[rows], trace.revealed_log_candidate[known], atol=1e-12)
        hidden = np.delete(np.arange(40), rows)
        assert np.all(points.log_candidate[hidden] >= trace.log_stop - 1e-9), "what was not generated lies beyond"
        near = trace.candidates.index <= 40
        looked = points.order[trace.candidates.index[near].astype(int) - 1]
        np.testing.assert_array_equal(looked, trace.candidates.order[near])
        assert np.count_nonzero(points.order) == np.count_nonzero(near)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_lowest_of_all_arrivals_is_the_chosen_one(alpha: float) -> None:
    for seed in range(60):
        trace, points = filled(alpha, seed, upto=60)
        everything = {int(k): score for k, score in zip(points.index, points.log_score, strict=True)}
        everything |= {int(k): s for k, s in zip(trace.candidates.index, trace.candidates.log_score, strict=True)}
        assert min(everything, key=everything.__getitem__) == trace.index


@pytest.mark.parametrize(("alpha", "shell"), [(1.3, 4.0), (2.0, 4.0), (2.0, 0.3), (6.0, 1.0), (math.inf, 0.3)])
def test_filled_arrivals_are_a_unit_rate_process_with_exponential_marks(alpha: float, shell: float) -> None:
    spacings, marks = pooled(alpha, shell, 200)
    assert stats.kstest(spacings, "expon").pvalue > FALSE_ALARM
    assert stats.kstest(spacings.reshape(200, 30).sum(axis=1), stats.gamma(30).cdf).pvalue > FALSE_ALARM
    if math.isfinite(alpha):
        assert stats.kstest(marks, "expon").pvalue > FALSE_ALARM
        assert abs(stats.spearmanr(spacings, marks).statistic) < 4 / math.sqrt(len(marks))


def test_hidden_marks_need_their_offset() -> None:
    """Without it the pooled marks are noticed not to be exponential: the test above has teeth."""
    marks = []
    for seed in range(200):
        trace, points = filled(2.0, seed)
        mark, least = np.exp(2 * points.log_shift), np.exp(2 * (trace.log_stop - points.log_time))
        marks.append(np.where(points.log_candidate > trace.log_stop + 1e-12, mark - least, mark))
    assert stats.kstest(np.concatenate(marks), "expon").pvalue < 1e-6


@pytest.mark.parametrize("alpha", [2.0, 6.0])
def test_hidden_times_follow_their_density_between_the_generated_ones(alpha: float) -> None:
    """∝ exp(−(s/t)^α), integrated here by the trapezoidal rule; spread evenly they would be noticed."""
    places, even = [], []
    for seed in range(200):
        trace, points = filled(alpha, seed, shell=1.0, upto=40)
        time, hidden = np.exp(points.log_time), points.log_candidate > trace.log_stop + 1e-12
        ends = np.concatenate([[0.0], time[~hidden]])
        inner = time[hidden & (time < ends[-1])]
        gap = np.searchsorted(ends, inner)
        low, high = ends[gap - 1], ends[gap]
        grid = np.linspace(1e-9, ends[-1], 20_001)
        density = np.exp(-np.minimum((math.exp(trace.log_stop) / grid) ** alpha, 700.0))
        mass = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2)])
        before, here, after = (np.interp(t, grid, mass) for t in (low, inner, high))
        places.append((here - before) / (after - before))
        even.append((inner - low) / (high - low))
    assert stats.kstest(np.concatenate(places), "uniform").pvalue > FALSE_ALARM
    assert stats.kstest(np.concatenate(even), "uniform").pvalue < FALSE_ALARM


def test_arrivals_far_beyond_the_generated_ones() -> None:
    last = np.array([np.exp(filled(2.0, seed, upto=2_000)[1].log_time[-1]) for seed in range(40)])
    assert stats.kstest(last, stats.gamma(2_000).cdf).pvalue > FALSE_ALARM


def test_equal_generators_fill_equally() -> None:
    trace = traced(2.0, 3)
    first, second = (fill_hidden(trace, np.random.default_rng(9), 50) for _ in range(2))
    np.testing.assert_array_equal(first.log_time, second.log_time)
    np.testing.assert_array_equal(first.log_shift, second.log_shift)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="upto must be a whole number at least 1"):
        fill_hidden(traced(2.0, 0), np.random.default_rng(0), 0)
    with pytest.raises(ValueError, match="norm of x must be at most"):
        traced(2.0, 0, x=1.5)
    steep = GaussianChannel(dimension=200, noise_std=0.05, norm_bound=1.0)
    with pytest.raises(DrawLimitExceeded, match="r\\*"):
        traced(2.0, 0, channel=steep, x=np.zeros(200))
