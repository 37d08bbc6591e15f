"""Bounds of what list and index tell that hold at any sample size: parts against simulation, and what must fail."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.optimize import linprog

from ppr_core.accounting import poisson_loss
from ppr_core.channels import GaussianChannel, PrivUnitChannel, RandomizedResponseChannel, SubsetSelectionChannel
from ppr_core.decoder_privacy import front_sums, list_delta, list_epsilon, shared_marks
from ppr_core.decoder_privacy.beginnings import Beginnings, TwoRatios
from ppr_core.decoder_privacy.front_ends import front_end
from ppr_core.decoder_privacy.front_masses import FrontMasses, SeenMasses
from ppr_core.decoder_privacy.front_sums import Front
from ppr_core.decoder_privacy.late_masses import LateMasses
from ppr_core.decoder_privacy.late_sums import LateSums
from ppr_core.decoder_privacy.list_epsilon import _Views
from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.mean_bounds import (
    crossing,
    speaks_against_at_least,
    speaks_against_at_most,
    steadily_against_at_least,
)
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

BINARY = shared_marks(RandomizedResponseChannel(size=2, epsilon=math.log(3)))
FOUR = shared_marks(RandomizedResponseChannel(size=4, epsilon=1.0))
SUBSET = shared_marks(SubsetSelectionChannel(size=16, epsilon=1.5))
assert isinstance(BINARY, FiniteMarks) and isinstance(FOUR, FiniteMarks) and isinstance(SUBSET, FiniteMarks)
FAR = 5.0  # standard errors: one false alarm in a million


def kinds_of(ratios: TwoRatios, begun: Beginnings, first: int) -> np.ndarray:
    """(n, first), from the bits of a and of b."""
    bits = [[(part >> (first - 1 - place)) & 1 for place in range(first)] for part in (begun.first, begun.second)]
    own = {tuple(pair): kind for kind, pair in enumerate(ratios.bits.T.tolist())}
    return np.array(
        [[own[int(a), int(b)] for a, b in zip(*row, strict=True)] for row in zip(*np.swapaxes(bits, 1, 2), strict=True)]
    )


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
    assert np.mean([steadily_against_at_least(0.2, row, 20.0, 0.05) for row in draws]) < 0.05 + 4 * rare
    assert steadily_against_at_least(0.3, many, 20.0, 0.05) and not steadily_against_at_least(0.2, many, 20.0, 0.05)
    assert np.mean([steadily_against_at_least(0.2, row, 20.0, 20.0) for row in draws]) > 0.4  # must fail: no threshold


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
    late = LateSums(FOUR, alpha, first).draw(np.zeros(3), 3000, rng).behind
    shown = engine.shown(np.repeat(kinds, 3000, axis=0), late)
    np.testing.assert_allclose(shown.early.sum(axis=2) + shown.late.sum(axis=2), 1.0, atol=3e-4)
    error = shown.early.std(axis=1) / math.sqrt(3000)
    assert np.all(np.abs(shown.early.mean(axis=1) - cut.early[:, 0]) < FAR * error + 2e-3 * cut.early[:, 0])


@pytest.mark.parametrize("alpha", [1.3, 4.0])
def test_masses_of_all_beginnings_are_those_of_each(alpha: float) -> None:
    rng, first = np.random.default_rng(3), 7
    kinds, late = rng.integers(3, size=(20, first)), rng.uniform(0.5, 4.0, size=(20, 3))
    engine, ratios = ListMasses(FOUR, alpha, first), TwoRatios(FOUR)
    shown, cut, sums = engine.shown(kinds, late), engine.unseen(kinds), engine.sums(late)
    masses = FrontMasses(ratios.engine(alpha, first + 3), first)
    seen, unseen = SeenMasses(masses, (float(sums.min()) / 2, float(sums.max()) * 2)), masses.cut()
    for x in (0, 1):
        bits = ratios.bits[x][kinds] @ 2 ** np.arange(first - 1, -1, -1)
        for row in range(20):
            mass = seen.at(np.arange(first + 1), bits[row], sums[x, row : row + 1])[:, 0]
            np.testing.assert_allclose(mass[:first], shown.early[x, row], rtol=1e-3)
            whole = late[row] * np.exp(engine.log_power[x])
            np.testing.assert_allclose(mass[first] * whole, shown.late[x, row], rtol=1e-3)
            np.testing.assert_allclose(unseen[:first, bits[row]], cut.early[x, row], rtol=1e-3)
            np.testing.assert_allclose(
                unseen[first + ratios.bits[x], bits[row]] * FOUR.mass, cut.late[x, row], rtol=1e-3
            )
    assert abs(mass[0] / shown.early[0, row, 0] - 1) > 0.01  # must fail: the other input's
    assert abs(unseen[0, bits[row]] / cut.early[0, row, 0] - 1) > 0.01


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

    plain, tilted = (late.draw(one, count, rng).behind for one in (np.zeros(3), kappa))
    weights = np.exp(late.log_moment(kappa[None])[0] - tilted @ kappa)
    for c in range(3):
        for power in (1, 2):
            assert off(plain[:, c] ** power, simulated[:, c] ** power) < FAR
            assert off(weights * tilted[:, c] ** power, simulated[:, c] ** power) < FAR
    assert off(tilted[:, 0], simulated[:, 0]) > FAR  # must fail: without weights
    assert abs(weights.mean() - 1) < FAR * weights.std() / math.sqrt(count)
    for power, (least, largest) in zip(late.power, late.box(0.3), strict=True):
        assert np.mean(simulated @ power < least) < 0.075 > np.mean(simulated @ power > largest)


@pytest.mark.parametrize("alpha", [1.3, 3.0])
def test_what_is_seen_of_tilted_lists_has_the_density_that_is_said(alpha: float) -> None:
    """Of three kinds, the sixth to the fifteenth candidate, by one tilt of two: weighted they are those of the plain
    law; with an index each candidate, or all later ones of a kind, is it once in the mean."""
    rng, first, last, count = np.random.default_rng(14), 5, 15, 6000
    late = LateSums(FOUR, alpha, first)
    kappa = late.exponents(np.array([[3.0, 1.5], [1.0, 0.3]]) / late.mean[0])
    shares = np.array([0.7, 0.3])
    plain = late.draw(np.zeros(3), count, rng, last=last)
    np.testing.assert_allclose(late.log_density(np.zeros((1, 3)), np.zeros(1), plain), 0.0, atol=1e-9)

    def off(left: np.ndarray, right: np.ndarray) -> float:
        return abs(left.mean() - right.mean()) / math.sqrt((left.var() + right.var()) / count)

    drawn = late.draw(kappa[0], count, rng, last=last)
    alone = np.exp(late.log_moment(kappa[:1]) - late.log_density(kappa[:1], np.zeros(1), drawn))
    for kind in range(3):
        for place in (0, 1, last - first - 1):
            assert off(alone * (drawn.kinds[:, place] == kind), 1.0 * (plain.kinds[:, place] == kind)) < FAR
        assert off(alone * drawn.behind[:, kind], plain.behind[:, kind]) < FAR
    two = [(some.kinds[:, 0] == 0) & (some.kinds[:, 1] == 1) for some in (drawn, plain)]
    assert off(alone * two[0], 1.0 * two[1]) < FAR
    assert off(drawn.behind @ kappa[0], plain.behind @ kappa[0]) > FAR  # must fail: without weights

    marked = LateSums(FOUR, alpha, first, np.array([2.0, 0.0, 0.5]))
    moment = marked.log_moment(kappa)
    step = 1e-5 * np.array([2.0, 0.0, 0.5])  # a derivative of the moment without an index
    rise = (late.log_moment(kappa + step) - late.log_moment(kappa - step)) / 2e-5
    np.testing.assert_allclose(moment, late.log_moment(kappa) + np.log(rise), rtol=1e-4)
    ceiling = front_sums.Ceiling(marked, kappa, np.log(shares) - moment, shares, 1.0)
    found, weight = ceiling.draw(count, last, rng)
    assert found.place is not None and found.kind is not None
    for kind, mass in ((0, FOUR.mass[0]), (2, FOUR.mass[2])):
        for place in (first, first + 4, last - 1):
            here = (found.place == place) & (found.kind == kind)
            assert off(weight * here, np.full(count, mass)) < FAR
            assert off(weight * here * found.behind[:, 1], mass * plain.behind[:, 1]) < FAR
        assert off(weight * ((found.place == last) & (found.kind == kind)), np.ones(count)) < FAR
    assert not np.any(found.kind == 1)
    twice = np.full(count, 2 * FOUR.mass[0])
    assert off(weight * ((found.place == first) & (found.kind == 0)), twice) > FAR  # must fail


@pytest.mark.parametrize("alpha", [1.3, 4.0])
def test_masses_before_drawn_lists_are_those_of_each_whole_list(alpha: float) -> None:
    """Of three kinds: four candidates before five that are drawn, late times seen or the list cut behind them."""
    rng, first, last, count = np.random.default_rng(3), 4, 9, 40
    ratios = TwoRatios(FOUR)
    engine, whole = ratios.engine(alpha, last), ListMasses(FOUR, alpha, last)
    begun = Front(engine, ratios, first, 1e-6).beginnings(0.0)
    masses = LateMasses(engine, ratios, first)
    rows = rng.integers(len(begun.chance), size=6)
    for marked in (False, True):
        late = LateSums(FOUR, alpha, first, np.ones(3) if marked else None).draw(np.zeros(3), count, rng, last=last)
        place = np.arange(6) % first
        for cut in (False, True):
            found = masses.at(begun, place, rows, late, cut=cut)
            for row, (begins, early) in enumerate(zip(rows, place, strict=True)):
                kinds = np.hstack([np.tile(kinds_of(ratios, begun, first)[begins], (count, 1)), late.kinds])
                wanted = whole.unseen(kinds) if cut else whole.shown(kinds, late.behind)
                for x in (0, 1):
                    if late.place is None or late.kind is None:
                        right = wanted.early[x, :, early]
                    else:
                        later = wanted.late[x][np.arange(count), late.kind]
                        sent = wanted.early[x][np.arange(count), np.minimum(late.place, last - 1)]
                        right = np.where(late.place == last, later, sent)
                    np.testing.assert_allclose(found[x][row], begun.chance[begins] * right, rtol=2e-3)
    assert np.abs(found[0] / found[1] - 1).max() > 0.1  # must fail: the other input's


def test_the_least_cover_is_that_of_another_program_and_chords_lie_below() -> None:
    rng = np.random.default_rng(6)
    gain = np.exp(rng.normal(scale=3.0, size=(9, 40)))
    least = linprog(np.ones(9), A_ub=-gain.T, b_ub=-np.ones(40)).fun
    cover = front_sums._least_cover(gain)
    assert cover.sum() == pytest.approx(least, rel=1e-6) and np.all(cover @ gain > 1 - 1e-6)
    assert np.any(0.99 * cover @ gain < 1 - 1e-3)  # must fail: less of it
    edges, slopes = np.array([0.5, 1.0, 3.0]), np.array([-2.0, 0.0, 1.5])
    low = front_sums._least_chords(slopes[:, None] * edges).reshape(3, 2, 2)
    share = np.linspace(0.0, 1.0, 101)
    over = []
    for cell in (0, 1):
        s = edges[cell] + share * (edges[cell + 1] - edges[cell])
        chord = (1 - share) * low[:, cell, :1] + share * low[:, cell, 1:]
        over.append(np.exp(slopes[:, None] * s) / chord)
    np.testing.assert_allclose(np.array(over).min(axis=2), 1.0, rtol=1e-3)


@pytest.mark.parametrize("channel", [BINARY, SUBSET], ids=["binary", "subset"])
def test_no_late_sums_tell_more_than_the_ceilings(channel: FiniteMarks) -> None:
    """With 60 sets of late times all 4⁴ or 2⁴ beginnings, each by the recursion that knows of no bits and no cells."""
    alpha, epsilon, first, rng = 2.0, 2.0, 4, np.random.default_rng(5)
    ratios = TwoRatios(channel)
    front = Front(ratios.engine(alpha, first), ratios, first, 1e-6)
    begun = front.beginnings(epsilon)
    lists = np.array(list(itertools.product(range(len(channel.mass)), repeat=first)))
    chance = channel.mass[lists].prod(axis=1)
    shares = []
    for more in (0.0, 1.0):
        place, row = front.early(begun, epsilon + more)
        ceilings = front.ceiling(begun, epsilon + more, place, row), front.late_ceiling(begun, epsilon + more)
        assert ceilings[0] is not None and ceilings[1] is not None
        kappas = [np.zeros(len(channel.mass)), *ceilings[0].kappa, *ceilings[1].kappa]
        behind = np.vstack([front.late.draw(kappa, 60 // len(kappas), rng).behind for kappa in kappas])
        told = np.empty((2, len(behind)))
        for one, late in enumerate(behind):
            masses = ListMasses(channel, alpha, first).shown(lists, np.tile(late, (len(lists), 1)))
            early, _ = masses.told(epsilon)
            gains = np.maximum(masses.late[0] - math.exp(epsilon) * masses.late[1], 0.0)
            weight = np.exp(alpha * channel.log_first) * late  # Σ g (t/T)^α of a kind
            told[:, one] = chance @ early.sum(axis=1), np.max(chance @ gains / np.maximum(weight, 1e-300))
        over = [
            part / (np.exp(behind @ one.kappa.T) @ np.exp(one.log_weight))
            for part, one in zip(told, ceilings, strict=True)
        ]
        shares.append(max(float(part.max()) for part in over))
    assert 0.4 < shares[0] < 1
    assert shares[1] > 1  # must fail: the ceilings of a larger ε


@pytest.mark.parametrize("channel", [BINARY, SUBSET], ids=["binary", "subset"])
def test_beginnings_kept_are_those_that_tell(channel: FiniteMarks) -> None:
    """Of cut lists of five candidates, against all 2⁵ or 4⁵ of them one by one; fewer of them tell less."""
    alpha, epsilon, first = 2.0, 2.0, 5
    ratios = TwoRatios(channel)
    cut = FrontMasses(ratios.engine(alpha, first), first).cut()
    early, risen = cut[:first], math.exp(epsilon) * cut
    late = [(cut[first + own], risen[first + its]) for own, its in ratios.bits.T]
    lists = np.array(list(itertools.product(range(len(channel.mass)), repeat=first)))
    masses, behind = ListMasses(channel, alpha, first).unseen(lists).told(epsilon)
    told = masses.sum(axis=1) + behind
    chance = channel.mass[lists].prod(axis=1)
    assert chance.sum() == pytest.approx(1.0)
    kept = [ratios.telling((early, risen[:first]), late, kept=most) for most in (len(lists), len(lists) // 4)]
    place = {tuple(kinds): row for row, kinds in enumerate(lists.tolist())}
    rows = [[place[tuple(kinds)] for kinds in kinds_of(ratios, some, first).tolist()] for some in kept]
    np.testing.assert_allclose(kept[0].chance, chance[rows[0]])
    assert told[rows[0]] @ chance[rows[0]] == pytest.approx(told @ chance, rel=1e-5)
    assert len(rows[1]) == len(lists) // 4 and told[rows[1]] @ chance[rows[1]] < 0.999 * told @ chance


def test_ends_fail_no_more_often_than_said() -> None:
    """40 sets of 250 lists with failure 10 %, against the ε where the mean of 8000 crosses δ."""
    alpha, delta, runs, failure = 2.0, 1e-4, 40, 0.1
    known = float(poisson_loss(BINARY.pair, alpha).epsilon(delta))
    views = _Views(TwoRatios(BINARY), alpha, delta, 14, np.random.default_rng(1))
    low = front_end(TwoRatios(BINARY), alpha, delta)
    begun = views.at(low)

    def crossed(count: int, *, cut: bool) -> float:
        terms = views._terms(views.draw(begun, count), cut=cut)
        return crossing(lambda epsilon: float(terms(epsilon).mean()) > delta, low, known, 14)

    true, cut = crossed(8000, cut=False), crossed(8000, cut=True)
    assert low < cut < true < 1.02 * low
    drawn = [views.draw(begun, 250) for _ in range(runs)]
    uppers = np.array([views.upper(lists, known, failure) for lists in drawn])
    lowers = np.array([views.lower(lists, low, known, failure) for lists in drawn])
    most = failure + 4 * math.sqrt(failure * (1 - failure) / runs)
    assert np.mean(uppers < true) < most and np.mean(lowers > cut) < most
    assert uppers.mean() < 1.05 * low and np.any(lowers > low)
    plain = np.array([crossed(250, cut=False) for _ in range(20)])
    assert np.mean(plain < true) > 0.3  # must fail: a mean as it is


Told = Callable[[float], tuple[tuple[float, float], tuple[float, float]]]


def simulated(alpha: float, lists: int, draws: int, size: int, seed: int) -> Told:
    """Whole lists of binary response with ε = ln 3, times drawn again and again: ε -> two means with standard errors,
    below δ(ε) by tests that are chosen on the other half of the times, and above it by masses as they are."""
    rng = np.random.default_rng(seed)
    halves = np.empty((lists, 2, 2, size))
    for row in range(lists):
        z = rng.integers(2, size=size)
        times = np.cumsum(rng.standard_exponential((draws, size)), axis=1)
        behind = (1.5**alpha + 0.5**alpha) / 2 * times[:, -1:] ** (1 - alpha) / (alpha - 1)
        for x in (0, 1):
            weight = (np.where(z == x, 1.5, 0.5) / times) ** alpha
            share = weight / (weight.sum(axis=1, keepdims=True) + behind)
            halves[row, :, x] = share.reshape(2, draws // 2, size).mean(axis=1)

    def told(epsilon: float) -> tuple[tuple[float, float], tuple[float, float]]:
        gains = halves[:, :, 0] - math.exp(epsilon) * halves[:, :, 1]
        tests = np.where(gains[:, ::-1] > 0, gains, 0.0).mean(axis=1).sum(axis=1)
        plugged = np.maximum(gains.mean(axis=1), 0.0).sum(axis=1)
        (a, b), (c, d) = ((x.mean(), x.std() / math.sqrt(lists)) for x in (tests, plugged))
        return (float(a), float(b)), (float(c), float(d))

    return told


def test_bounds_hold_whole_simulated_lists_and_not_the_times() -> None:
    """Times drawn again and again for each of many lists, by a program of its own."""
    epsilon, told = 3.0, simulated(2.0, 150, 150, 200, 5)
    tests, plugged = told(epsilon)
    (low,), (high,) = list_delta(BINARY, 2.0, [epsilon], np.random.default_rng(6), lists=1500, first=16)
    assert low < plugged[0] + FAR * plugged[1]
    assert high > tests[0] - FAR * tests[1]
    assert 0 < low < high < 2.5 * low
    known = float(poisson_loss(BINARY.pair, 2.0).delta(epsilon)[0])
    assert known > high and known > plugged[0] + FAR * plugged[1]  # must fail


@pytest.mark.parametrize(("alpha", "size"), [(1.2, 300), (4.0, 40)])
def test_ends_hold_whole_simulated_lists_and_nothing_far_off_does(alpha: float, size: int) -> None:
    """δ is 0.01: at the lower end lists tell as much or more, at the upper one as much or less; not so 7 % further."""
    delta, told = 1e-2, simulated(alpha, 500, 200, size, 15)
    low, high = list_epsilon(BINARY, alpha, delta, np.random.default_rng(16), lists=2000)
    _, (most, error) = told(low)
    assert most > delta - FAR * error
    (least, error), _ = told(high)
    assert least < delta + FAR * error
    (least, error), _ = told(0.93 * low)
    assert least > delta + FAR * error  # must fail
    _, (most, error) = told(1.07 * high)
    assert most < delta - FAR * error  # must fail


def test_epsilon_is_between_bounds_that_are_narrow() -> None:
    low, high = list_epsilon(BINARY, 2.0, 1e-4, np.random.default_rng(7), lists=600)
    assert low < 3.789 and high > 3.779  # the ends of 12 000 lists each drawn under a ceiling of its own beginning
    assert high < 1.01 * low and high < 4.28  # 4.29 with the times
    narrow = list_epsilon(BINARY, 2.0, 1e-4, np.random.default_rng(7), lists=600, width=0.02)
    assert 0.99 * low < narrow[0] < 3.789 and 3.779 < narrow[1] < 1.04 * narrow[0]  # by as few lists as that takes


@pytest.mark.parametrize("alpha", [10.0, 40.0])
def test_lists_of_large_orders_are_at_least_as_long_as_their_beginnings(alpha: float) -> None:
    marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    low, high = list_epsilon(marks, alpha, 1e-6, np.random.default_rng(3), lists=100, width=0.0)
    assert isinstance(marks, FiniteMarks) and 0 < low < high <= poisson_loss(marks.pair, alpha).epsilon(1e-6)


def test_what_has_no_kinds_is_refused_and_the_rest_never_exceeds_the_times() -> None:
    gaussian = shared_marks(GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0))
    with pytest.raises(ValueError, match="finitely many"):
        list_epsilon(gaussian, 2.0, 1e-2, np.random.default_rng(8))
    marks = shared_marks(PrivUnitChannel(dimension=3, epsilon=6.0))
    low, high = list_epsilon(marks, 1.2, 1e-6, np.random.default_rng(9), lists=50)
    assert 0 <= low <= high <= poisson_loss(marks.pair, 1.2).epsilon(1e-6)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("size", "epsilon", "alpha", "delta"), [(2, 1e-3, 40.0, 1e-9), (2, 12.0, 1.06, 0.3), (1000, 5.0, 3.0, 1e-3)]
)
def test_extremes_have_ends(size: int, epsilon: float, alpha: float, delta: float) -> None:
    marks = shared_marks(RandomizedResponseChannel(size=size, epsilon=epsilon))
    assert isinstance(marks, FiniteMarks)
    known = float(poisson_loss(marks.pair, alpha).epsilon(delta))
    low, high = list_epsilon(marks, alpha, delta, np.random.default_rng(1), lists=100)
    assert 0 <= low <= high <= known
