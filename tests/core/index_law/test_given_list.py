"""The law of the index given the list of candidates: against the law over all lists, simulation and closed forms."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import FiniteChannel, LaplaceChannel
from ppr_core.index_law import given_list, index_law, law_given_list, ratio_law

CHANNEL = FiniteChannel([[0.5, 0.3, 0.2], [0.2, 0.3, 0.5], [0.25, 0.75, 0.0]])
RATIOS = [ratio_law(CHANNEL, x) for x in range(3)]
X = np.arange(3)


def ratios_of(lists: np.ndarray) -> np.ndarray:
    return CHANNEL.log_ratio(X[:, None, None], lists)


def every_list(length: int) -> tuple[np.ndarray, np.ndarray]:
    lists = np.array(list(itertools.product(range(3), repeat=length)))
    return lists, CHANNEL.proposal_law[lists].prod(axis=1)


@pytest.mark.parametrize("alpha", [1.05, 1.5, 2.0, 6.0, 20.0])
def test_mean_over_all_lists_is_the_law_of_the_index_and_the_channel(alpha: float) -> None:
    """Σ over the 81 lists of four candidates: P(K = k) of `index_law`, and P(Z_K = z|x) with what comes later."""
    lists, chance = every_list(4)
    found = law_given_list(ratios_of(lists), alpha, RATIOS)
    later = found.late_density(ratios_of(np.arange(3)[None])) * CHANNEL.proposal_law
    for x in range(3):
        assert chance @ found.mass[x] == pytest.approx(index_law(CHANNEL, x, alpha).pmf(np.arange(1, 5)), abs=1e-6)
        assert found.mass[x].sum(axis=1) + later[x].sum(axis=1) == pytest.approx(1, abs=1e-6)
        output = chance @ later[x] + [(chance[:, None] * found.mass[x])[lists == z].sum() for z in range(3)]
        assert output == pytest.approx(CHANNEL.matrix[x], abs=1e-6)
    other = law_given_list(ratios_of(lists), alpha * 1.01, RATIOS).mass
    assert np.abs(chance @ other[0] - chance @ found.mass[0]).max() > 1e-5, "one per cent of α is seen"


@pytest.mark.parametrize("alpha", [1.3, 3.0])
def test_a_longer_list_keeps_the_mean(alpha: float) -> None:
    """P(K = k | Z_1, …, Z_M) is the mean of P(K = k | Z_1, …, Z_{M+1}) over the next candidate."""
    short = np.array([[2, 0, 1, 1, 2, 0, 0]])
    longer = np.hstack([np.repeat(short, 3, axis=0), X[:, None]])
    mean = CHANNEL.proposal_law @ law_given_list(ratios_of(longer), alpha, RATIOS).mass
    once = law_given_list(ratios_of(short), alpha, RATIOS).mass[:, 0]
    assert mean[:, :-1] == pytest.approx(once, abs=1e-7)
    single = law_given_list(ratios_of(longer), alpha, RATIOS).mass[:, 0, :-1]
    assert np.abs(single - once).max() > 1e-4


def simulated(log_ratio: np.ndarray, alpha: float, rng: np.random.Generator, count: int) -> np.ndarray:
    """Frequencies of the index on a list behind which there is nothing, from drawn times and marks."""
    log_times = np.log(np.cumsum(rng.standard_exponential((count, len(log_ratio))), axis=1))
    marks = 0.0 if math.isinf(alpha) else np.log(rng.standard_exponential(log_times.shape)) / alpha
    winner = np.argmin(log_times + marks - log_ratio, axis=1)
    return np.bincount(winner, minlength=len(log_ratio))


@pytest.mark.parametrize("alpha", [2.0, 4.0, math.inf])
def test_simulated_times(alpha: float) -> None:
    """Chi-square at a false-alarm rate of 10⁻⁴. 600 candidates behind the 12 are simulated as well."""
    rng, count = np.random.default_rng(3), 20_000
    listed = rng.choice(3, size=12, p=CHANNEL.proposal_law)
    counts = np.zeros(13)
    for _ in range(20):
        behind = rng.choice(3, size=600 if math.isfinite(alpha) else 0, p=CHANNEL.proposal_law)
        one = simulated(CHANNEL.log_ratio(0, np.append(listed, behind)), alpha, rng, count // 20)
        counts += np.append(one[:12], one[12:].sum())
    laws = law_given_list(ratios_of(listed[None]), alpha, RATIOS).mass[:, 0]
    passed = []
    for law in laws[:2]:
        expected = count * np.append(law, max(1 - law.sum(), 0))
        kept = expected > 5
        assert counts[expected == 0].sum() == 0 or law is laws[1]
        few = counts[~kept].sum(), expected[~kept].sum()
        terms = (counts[kept] - expected[kept]) ** 2 / expected[kept]
        total = terms.sum() + ((few[0] - few[1]) ** 2 / few[1] if few[1] > 0 else 0.0)
        passed.append(stats.chi2.sf(total, kept.sum()) > 1e-4)
    assert passed == [True, False], "the law of another input is told apart"


def test_two_ratios_by_hand() -> None:
    """α = ∞: the first candidate of ratio r < R wins until a better one comes, with P(T_1/r < T_j/R) = 1 − (1 − r/R)^….

    The better one at rank j has T_1/T_j as the least of j − 1 uniform numbers: it wins with (1 − r/R)^{j − 1}.
    """
    low, high = math.log(0.6), math.log(1.5)
    for rank in (2, 3, 9):
        listed = np.full(15, low)
        listed[rank - 1 :: 2] = high
        law = law_given_list(listed[None, None], math.inf, ()).mass[0, 0]
        better = (1 - 0.6 / 1.5) ** (rank - 1)
        assert law[rank - 1] == pytest.approx(better, abs=1e-13) and law[0] == pytest.approx(1 - better, abs=1e-13)
    first = law_given_list(listed[None, None, rank - 1 :], math.inf, ()).mass[0, 0]
    assert first[0] == pytest.approx(1, abs=1e-13)


def test_alpha_grows_to_infinity() -> None:
    """By about 1/α, as V^{1/α} → 1: what is extrapolated from two large α is the law at α = ∞."""
    lists = np.random.default_rng(5).choice(3, size=(4, 40), p=CHANNEL.proposal_law)
    last = law_given_list(ratios_of(lists), math.inf, ()).mass
    near, nearer = (law_given_list(ratios_of(lists), alpha, RATIOS).mass for alpha in (100.0, 200.0))
    assert np.abs(nearer - last).max() < 0.6 * np.abs(near - last).max()
    assert 2 * nearer - near == pytest.approx(last, abs=5e-4)
    assert np.abs(nearer - last).max() > 5e-3


def test_many_candidates_of_any_ratio() -> None:
    """The masses at α = ∞ sum to 1 for 1200 candidates with hundreds of records, as far as floats go."""
    rising = np.linspace(0.0, 3.0, 1200) + np.random.default_rng(0).normal(0, 0.01, 1200)
    assert law_given_list(rising[None, None], math.inf, ()).mass.sum() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("alpha", [1.1, 2.0, 10.0])
def test_error_of_the_grid(alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many points move no mass by more than 10⁻⁶, of a finite channel and of one with any ratio."""
    laplace = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0)
    z = laplace.proposal(np.random.default_rng(2).random((40, 1)))
    lists = np.random.default_rng(5).choice(3, size=(2, 40), p=CHANNEL.proposal_law)
    cases = [(ratios_of(lists), RATIOS), (laplace.log_ratio(np.ones(1), z)[None, None], [ratio_law(laplace, [1.0])])]
    coarse = [law_given_list(log_ratio, alpha, ratios) for log_ratio, ratios in cases]
    monkeypatch.setattr(given_list, "_CELLS", 8)
    for (log_ratio, ratios), one in zip(cases, coarse, strict=True):
        fine = law_given_list(log_ratio, alpha, ratios)
        assert np.abs(fine.mass - one.mass).max() < 1e-6
        assert fine.late_density(log_ratio) == pytest.approx(one.late_density(log_ratio), abs=1e-6)
    with pytest.raises(ValueError, match="alpha must be"):
        law_given_list(cases[0][0], 1.0, RATIOS)
