"""Bounds of what list and index tell that hold at any sample size: parts against simulation, and what must fail."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from ppr_core.accounting import poisson_loss
from ppr_core.channels import GaussianChannel, PrivUnitChannel, RandomizedResponseChannel, SubsetSelectionChannel
from ppr_core.decoder_privacy import list_delta, list_epsilon, shared_marks
from ppr_core.decoder_privacy.front_masses import FrontMasses
from ppr_core.decoder_privacy.front_sums import Front, FrontTable, exponents
from ppr_core.decoder_privacy.late_sums import LateSums
from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.mean_bounds import speaks_against_at_least, speaks_against_at_most
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

BINARY = shared_marks(RandomizedResponseChannel(size=2, epsilon=math.log(3)))
FOUR = shared_marks(RandomizedResponseChannel(size=4, epsilon=1.0))
SUBSET = shared_marks(SubsetSelectionChannel(size=16, epsilon=1.5))
assert isinstance(BINARY, FiniteMarks) and isinstance(FOUR, FiniteMarks) and isinstance(SUBSET, FiniteMarks)
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
    late = LateSums(FOUR, alpha, first).draw(np.zeros(3), 3000, rng)
    shown = engine.shown(np.repeat(kinds, 3000, axis=0), late)
    np.testing.assert_allclose(shown.early.sum(axis=2) + shown.late.sum(axis=2), 1.0, atol=3e-4)
    error = shown.early.std(axis=1) / math.sqrt(3000)
    assert np.all(np.abs(shown.early.mean(axis=1) - cut.early[:, 0]) < FAR * error + 2e-3 * cut.early[:, 0])


@pytest.mark.parametrize("alpha", [1.3, 4.0])
def test_masses_of_all_beginnings_are_those_of_each(alpha: float) -> None:
    rng, first = np.random.default_rng(3), 7
    kinds, late = rng.integers(3, size=(20, first)), rng.uniform(0.5, 4.0, size=(20, 3))
    engine = ListMasses(FOUR, alpha, first)
    shown, sums = engine.shown(kinds, late), engine.sums(late)
    levels = (float(FOUR.log_first.min()), float(FOUR.log_first.max()))
    front = FrontMasses(levels, alpha, first, (float(sums.min()) / 2, float(sums.max()) * 2))
    for x in (0, 1):
        bits = (engine.log_ratio[x][kinds] > 0) @ 2 ** np.arange(first - 1, -1, -1)
        for row in range(20):
            mass, slope = (part[:, 0, 0] for part in front.at(bits[row : row + 1], sums[x, row : row + 1]))
            np.testing.assert_allclose(mass[:first], shown.early[x, row], rtol=1e-3)
            whole = late[row] * np.exp(engine.log_power[x])
            np.testing.assert_allclose(mass[first] * whole, shown.late[x, row], rtol=1e-3)
            nearby = front.at(bits[row : row + 1], sums[x, row : row + 1] * 1.001)[0][:, 0, 0]
            np.testing.assert_allclose((nearby - mass) / (0.001 * sums[x, row]), slope, rtol=5e-3)
    assert abs(mass[0] / shown.early[0, row, 0] - 1) > 0.01  # must fail: the other input's


@pytest.mark.parametrize("alpha", [1.4, 3.0])
def test_late_sums_follow_arrivals_that_are_drawn_one_by_one(alpha: float) -> None:
    """Both their plain law and a tilted one with its weights, against gaps of a Poisson process."""
    rng, first, count, size = np.random.default_rng(4), 5, 4000, 600
    late = LateSums(FOUR, alpha, first)
    gaps = np.hstack([rng.gamma(first + 1, size=(count, 1)), rng.standard_exponential((count, size - 1))])
    time = np.cumsum(gaps, axis=1)
    share, kind = (time[:, :1] / time) ** alpha, rng.choice(3, p=FOUR.mass, size=time.shape)
    behind = time[:, 0] ** alpha * time[:, -1] ** (1 - alpha) / (alpha - 1)
    simulated = np.stack([np.where(kind == c, share, 0.0).sum(axis=1) + behind * FOUR.mass[c] for c in range(3)], 1)
    kappa = np.array([-0.2, 0.1, 0.02])

    def off(left: np.ndarray, right: np.ndarray) -> float:
        return abs(left.mean() - right.mean()) / math.sqrt((left.var() + right.var()) / count)

    plain, tilted = late.draw(np.zeros(3), count, rng), late.draw(kappa, count, rng)
    weights = np.exp(late.log_moment(kappa[None])[0] - tilted @ kappa)
    for c in range(3):
        for power in (1, 2):
            assert off(plain[:, c] ** power, simulated[:, c] ** power) < FAR
            assert off(weights * tilted[:, c] ** power, simulated[:, c] ** power) < FAR
    assert off(tilted[:, 0], simulated[:, 0]) > FAR  # must fail: without weights
    assert abs(weights.mean() - 1) < FAR * weights.std() / math.sqrt(count)
    least, largest, other = late.box(0.3)
    assert np.mean(simulated @ late.power[0] < least) < 0.1 > np.mean(simulated @ late.power[0] > largest)
    assert np.mean(simulated @ late.power[1] > other) < 0.1


@pytest.mark.parametrize("channel", [BINARY, SUBSET], ids=["binary", "subset"])
def test_planes_are_above_what_all_lists_tell(channel: FiniteMarks) -> None:
    """Of one set of late times all 4⁴ or 2⁴ beginnings, each by the recursion that knows of no bits and no planes."""
    alpha, epsilon, first, rng = 2.0, 2.0, 4, np.random.default_rng(5)
    front = Front(channel, alpha, first, 1e-6)
    begun = front.beginnings(epsilon)
    assert begun is not None
    table = FrontTable(front, front.slots(begun, epsilon), epsilon)
    late = front.late.draw(np.zeros(len(channel.mass)), 50, rng)
    lists = np.array(list(itertools.product(range(len(channel.mass)), repeat=first)))
    told = np.empty(50)
    for row, behind in enumerate(late):
        early, sent = ListMasses(channel, alpha, first).shown(lists, np.tile(behind, (len(lists), 1))).told(epsilon)
        told[row] = channel.mass[lists].prod(axis=1) @ (early.sum(axis=1) + sent)
    assert np.all(table.terms(late) > told * (1 - 1e-3)) and np.all(table.terms(late) < 1.15 * told)
    tilt = np.array([0.01, 0.02])
    kappa = exponents(front.late.power, tilt[None])[0]
    weight = np.exp(front.late.log_moment(kappa[None])[0] - late @ kappa)
    assert np.all(weight * told < table.largest(tilt))
    assert np.any(told > FrontTable(front, front.slots(begun, epsilon), epsilon + 0.2).terms(late))  # must fail


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
    low, high = list_epsilon(BINARY, 2.0, 1e-4, np.random.default_rng(7), lists=600)
    assert low < 3.79 < high  # as estimated in docs/decoder_privacy.md, from weighted lists that share no code
    assert high < 1.03 * low and high < 4.28  # 4.29 with the times


def test_what_has_no_kinds_is_refused_and_the_rest_never_exceeds_the_times() -> None:
    gaussian = shared_marks(GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0))
    with pytest.raises(ValueError, match="finitely many"):
        list_epsilon(gaussian, 2.0, 1e-2, np.random.default_rng(8))
    marks = shared_marks(PrivUnitChannel(dimension=3, epsilon=6.0))
    low, high = list_epsilon(marks, 1.2, 1e-6, np.random.default_rng(9), lists=50)
    assert 0 <= low <= high <= poisson_loss(marks.pair, 1.2).epsilon(1e-6)
