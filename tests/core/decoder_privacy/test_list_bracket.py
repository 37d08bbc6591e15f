"""Bounds of what list and index tell that hold at any sample size: parts against simulation, and what must fail."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.accounting import poisson_loss
from ppr_core.channels import GaussianChannel, PrivUnitChannel, RandomizedResponseChannel
from ppr_core.decoder_privacy import list_delta, list_epsilon, shared_marks
from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.list_prefixes import late_times, prefixes
from ppr_core.decoder_privacy.mean_bounds import speaks_against_at_least, speaks_against_at_most
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

BINARY = shared_marks(RandomizedResponseChannel(size=2, epsilon=math.log(3)))
FOUR = shared_marks(RandomizedResponseChannel(size=4, epsilon=1.0))
assert isinstance(BINARY, FiniteMarks) and isinstance(FOUR, FiniteMarks)
FAR = 5.0  # standard errors: one false alarm in a million


def test_a_mean_is_ruled_out_wrongly_no_more_often_than_said() -> None:
    """A variable that is 20 once in a hundred draws and else 0, of mean 0.2; 400 trials of 60 draws, failure 5 %."""
    rng = np.random.default_rng(1)
    draws = 20.0 * (rng.random((400, 60)) < 0.01)
    rare = math.sqrt(0.05 * 0.95 / 400)
    wrong = [speaks_against_at_least(0.2, row, 20.0, 0.05) for row in draws]
    assert np.mean(wrong) < 0.05 + 4 * rare
    assert np.mean([speaks_against_at_most(0.2, row, 0.05) for row in draws]) < 0.05 + 4 * rare
    normal = draws.mean(axis=1) + 1.65 * draws.std(axis=1) / math.sqrt(60) < 0.2
    assert normal.mean() > 0.4  # must fail: the normal approximation with the same failure
    many = 20.0 * (rng.random(20_000) < 0.01)
    assert speaks_against_at_least(0.3, many, 20.0, 0.05) and speaks_against_at_most(0.16, many, 0.05)
    assert not speaks_against_at_least(0.2, many[:50], 20.0, 0.05)


@pytest.mark.parametrize("alpha", [1.5, 3.0])
def test_masses_are_those_of_simulated_times(alpha: float) -> None:
    """One list of four kinds known: what follows is drawn anew each time, and late times are seen or not."""
    rng, first, size, draws = np.random.default_rng(2), 4, 250, 6000
    engine = ListMasses(FOUR, alpha, first)
    kinds, ratio = np.array([[1, 2, 0, 1]]), np.exp(engine.log_ratio)
    times = np.cumsum(rng.standard_exponential((draws, size)), axis=1)
    chosen = rng.choice(3, p=FOUR.mass, size=(draws, size))
    chosen[:, :first] = kinds
    cut = engine.unseen(kinds)
    np.testing.assert_allclose(cut.early.sum(axis=2) + cut.late.sum(axis=2), 1.0, atol=3e-4)
    for x in (0, 1):
        power = (ratio[x][chosen] / times) ** alpha
        behind = FOUR.mass @ ratio[x] ** alpha * times[:, -1] ** (1 - alpha) / (alpha - 1)
        share = power / (power.sum(axis=1) + behind)[:, None]
        late = np.stack([np.where(chosen == kind, share, 0.0)[:, first:].sum(axis=1) for kind in range(3)], axis=1)
        late += np.outer(1 - share.sum(axis=1), FOUR.mass * ratio[x] ** alpha / (FOUR.mass @ ratio[x] ** alpha))
        seen, said = np.hstack([share[:, :first], late]), np.hstack([cut.early[x, 0], cut.late[x, 0]])
        off = np.abs(seen.mean(axis=0) - said) / (seen.std(axis=0) / math.sqrt(draws))
        assert np.all((off < FAR) | (np.abs(seen.mean(axis=0) - said) < 2e-3 * said))
        other = np.hstack([cut.early[1 - x, 0], cut.late[1 - x, 0]])
        assert np.any(np.abs(seen.mean(axis=0) - other) / (seen.std(axis=0) / math.sqrt(draws)) > 3 * FAR)  # must fail
    late = late_times(engine, 3000, rng)
    shown = engine.shown(np.repeat(kinds, 3000, axis=0), late)
    np.testing.assert_allclose(shown.early.sum(axis=2) + shown.late.sum(axis=2), 1.0, atol=3e-4)
    error = shown.early.std(axis=1) / math.sqrt(3000)
    assert np.all(np.abs(shown.early.mean(axis=1) - cut.early[:, 0]) < FAR * error + 2e-3 * cut.early[:, 0])


def test_worst_masses_bound_those_of_every_list_behind() -> None:
    engine, rng, begun = ListMasses(FOUR, 2.0, 10), np.random.default_rng(3), np.array([[1, 2, 1]])
    late = late_times(engine, 200, rng)
    sums = engine.sums(late)
    worst = engine.worst(begun, np.array([sums[0].min(), sums[1].max(), sums[0].max()]))
    kinds = np.hstack([np.repeat(begun, 200, axis=0), rng.integers(3, size=(200, 7))])
    shown = engine.shown(kinds, late)
    slack = 1 + 1e-9
    assert np.all(shown.early[0, :, :3] <= worst.begun[0] * slack)
    assert np.all(shown.early[1, :, :3] * slack >= worst.begun[1])
    for k in range(3, 10):
        bound = worst.further[:, 0, k - 3][:, kinds[:, k]]
        assert np.all(shown.early[0, :, k] <= bound[0] * slack) and np.all(shown.early[1, :, k] * slack >= bound[1])
        assert np.any(shown.early[0, :, k] > worst.further[1, 0, k - 3, 1] * slack)  # must fail: the other input's
    assert np.all(shown.late[0].sum(axis=1) <= worst.late_mass * slack)


def test_slots_hold_all_that_is_told() -> None:
    """Sum of what slots add at most, above δ(ε) of lists as they come; dropped beginnings tell nothing."""
    engine, rng, epsilon = ListMasses(BINARY, 2.0, 12), np.random.default_rng(4), 3.0
    slots = prefixes(engine, epsilon, 1e-9, 64)
    kinds = rng.integers(2, size=(2000, 12))
    early, late = engine.shown(kinds, late_times(engine, 2000, rng)).told(epsilon)
    told = early.sum(axis=1) + late
    kept = (kinds[:, None, : slots.kinds.shape[1]] == slots.kinds).all(axis=2).any(axis=1)
    assert kept.mean() < 0.6 and np.all(told[~kept] < 1e-12) and told[kept].max() > 0
    assert told.mean() < slots.whole < 1


def test_bounds_hold_whole_simulated_lists_and_not_the_times() -> None:
    """Times drawn again and again for each of many lists, by a program of its own."""
    alpha, epsilon, lists, draws, size = 2.0, 3.0, 150, 150, 200
    rng = np.random.default_rng(5)
    tests, plugged = np.empty(lists), np.empty(lists)
    for row in range(lists):
        z = rng.integers(2, size=size)
        power = np.cumsum(rng.standard_exponential((draws, size)), axis=1) ** -alpha
        weights = [power * np.where(z == x, 1.5, 0.5) ** alpha for x in (0, 1)]
        shares = [one / one.sum(axis=1, keepdims=True) for one in weights]
        halves = [np.mean(share.reshape(2, draws // 2, size), axis=1) for share in shares]
        gains = halves[0] - math.exp(epsilon) * halves[1]
        tests[row] = sum(gains[1 - half][gains[half] > 0].sum() for half in (0, 1)) / 2  # chosen on the other half
        plugged[row] = np.maximum(gains.mean(axis=0), 0.0).sum()
    (low,), (high,) = list_delta(BINARY, alpha, [epsilon], np.random.default_rng(6), lists=1500, first=16)
    assert low < plugged.mean() + FAR * plugged.std() / math.sqrt(lists)
    assert high > tests.mean() - FAR * tests.std() / math.sqrt(lists)
    assert 0 < low < high < 2.5 * low
    known = float(poisson_loss(BINARY.pair, alpha).delta(epsilon)[0])
    assert known > high and known > plugged.mean() + FAR * plugged.std() / math.sqrt(lists)  # must fail


def test_epsilon_is_between_bounds_that_are_narrow() -> None:
    low, high = list_epsilon(BINARY, 2.0, 1e-4, np.random.default_rng(7), lists=600, first=16)
    assert low < 3.79 < high  # as estimated in docs/decoder_privacy.md, from weighted lists that share no code
    assert high < 1.06 * low and high < 4.28  # 4.29 with the times


def test_what_has_no_kinds_is_refused_and_the_rest_never_exceeds_the_times() -> None:
    gaussian = shared_marks(GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0))
    with pytest.raises(ValueError, match="finitely many"):
        list_epsilon(gaussian, 2.0, 1e-2, np.random.default_rng(8))
    marks = shared_marks(PrivUnitChannel(dimension=3, epsilon=6.0))
    low, high = list_epsilon(marks, 1.2, 1e-6, np.random.default_rng(9), lists=50, first=8)
    assert 0 <= low <= high <= poisson_loss(marks.pair, 1.2).epsilon(1e-6)
