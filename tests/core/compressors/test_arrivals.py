"""The candidate-order process: ranks and times together must be those of a plain Poisson process.

The oracle is the process in order of time. Its k-th arrival has T ~ Gamma(k) and, independently, V ~ Exp(1), and is
revealed up to s exactly when T·V^{1/α} ≤ s: the table of (rank, time) of what is revealed has closed-form cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from scipy import integrate, stats
from scipy.special import gammainc

from ppr_core.compressors.arrivals import Arrivals, Revealed
from ppr_core.compressors.revealed_mass import RevealedMass
from tests.contracts.members import chi_square_p_value

ALPHAS = [1.02, 1.3, 2.0, 4.0, 50.0, math.inf]
every_alpha = pytest.mark.parametrize("alpha", ALPHAS)

# Less than 300 p-values in this file.
LEVEL = 1e-4 / 300
SCORE = 5.0
RUNS = 20_000
LOG_EXACT = 53 * math.log(2)  # ranks of later arrivals are not counted one by one


def one_shell(alpha: float, runs: int, upto: float, rng: np.random.Generator) -> list[Revealed]:
    """So many arrivals that none with g·S ≤ upto is missing."""
    count = int(upto + 8 * math.sqrt(upto) + 20)
    shells = [Arrivals(alpha, runs, rng).reveal_first(count)]
    assert shells[0].stop.min() > upto
    return shells


def three_shells(alpha: float, runs: int, upto: float, rng: np.random.Generator) -> list[Revealed]:
    """The first two arrivals, then a shell to half the way, then all the way; each process in its own steps."""
    arrivals = Arrivals(alpha, runs, rng)
    shells = [arrivals.reveal_first(2)]
    for goal in (upto / 2, upto):
        shells.append(arrivals.reveal_more(np.maximum(goal - shells[-1].stop, 0.3)))
    assert shells[-1].stop.min() >= upto * (1 - 1e-12)
    return shells


REVEALERS = [one_shell, three_shells]
every_revealer = pytest.mark.parametrize("reveal", REVEALERS, ids=lambda function: function.__name__)


def joined(shells: list[Revealed]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Score, ln T and rank of all shells side by side, (runs, m); padding has score +∞."""
    return tuple(np.concatenate([getattr(s, name) for s in shells], axis=1) for name in ("score", "log_time", "rank"))


def table_p_values(alpha: float, shells: list[Revealed], upto: float) -> list[float]:
    """For ranks 1 to 6: chi-square of how often the arrival is revealed, and of its time if it is."""
    score, log_time, rank = joined(shells)
    runs, limit = len(score), upto / RevealedMass(alpha).rate
    found = []
    for k in range(1, 7):
        edges = sorted({0.0, *stats.gamma(k).ppf([0.1, 0.3, 0.5, 0.7, 0.9]), stats.gamma(k).ppf(0.99), limit})

        def density(t: float, k: int = k) -> float:
            seen = 1.0 if t <= limit and math.isinf(alpha) else -math.expm1(-((limit / t) ** alpha)) if t else 1.0
            return seen * stats.gamma.pdf(t, k)

        cells = [integrate.quad(density, *ends, limit=200)[0] for ends in pairwise(edges)]
        cells.append(1.0 - sum(cells))  # later, or not revealed
        times = np.exp(log_time[(rank == k) & (score <= upto)])
        assert len(times) <= runs
        counts = np.histogram(times, edges)[0]
        found.append(chi_square_p_value(np.append(counts, runs - counts.sum()), np.maximum(cells, 0.0)))
    return found


@every_alpha
@every_revealer
def test_ranks_and_times_are_those_of_a_plain_process(alpha: float, reveal: Callable) -> None:
    assert min(table_p_values(alpha, reveal(alpha, RUNS, 4.0, np.random.default_rng(1)), 4.0)) > LEVEL


@every_alpha
@every_revealer
def test_candidates_and_marks(alpha: float, reveal: Callable) -> None:
    """g·S is a unit-rate process, and V = (S/T)^α is Gamma(1 − 1/α), independent of S."""
    upto = 6.0
    score, log_time, _ = joined(reveal(alpha, RUNS, upto, np.random.default_rng(2)))
    inside = score <= upto
    counts = inside.sum(axis=1)
    law = stats.poisson(upto)
    cells = np.append(law.pmf(np.arange(16)), law.sf(15))
    assert chi_square_p_value(np.bincount(np.minimum(counts, 16), minlength=17), cells) > LEVEL
    assert stats.kstest(score[inside] / upto, stats.uniform.cdf).pvalue > LEVEL
    rate = RevealedMass(alpha).rate
    log_shift = np.log(score[inside] / rate) - log_time[inside]  # (ln V)/α
    if math.isinf(alpha):
        assert np.abs(log_shift).max() < 1e-12
        return
    share = gammainc(1 - 1 / alpha, np.exp(np.maximum(alpha * log_shift, -700)))
    # Far down the distribution function is V^{1−1/α} / Γ(2 − 1/α).
    share = np.where(alpha * log_shift < -600, np.exp((alpha - 1) * log_shift) / math.gamma(2 - 1 / alpha), share)
    assert stats.kstest(share, stats.uniform.cdf).pvalue > LEVEL
    early = score[inside] < upto / 2
    assert stats.ks_2samp(share[early], share[~early]).pvalue > LEVEL


@pytest.mark.parametrize("alpha", [1.02, 1.1, 1.3])
@every_revealer
def test_ranks_of_late_arrivals_are_poisson(alpha: float, reveal: Callable) -> None:
    """Up to a late time T there are Poisson(T) arrivals, nearly all of them never revealed: (K − T)/√T is normal."""
    shells = reveal(alpha, RUNS, 4.0, np.random.default_rng(3))
    score, log_time, rank = joined(shells)
    real = np.isfinite(score)
    late = real & (log_time > math.log(1e5)) & (log_time < math.log(1e14))
    # One arrival a process, so that they are independent: the first that is late, in candidate order.
    rows = np.flatnonzero(late.any(axis=1))
    column = np.argmax(late, axis=1)[rows]
    log_t, k = log_time[rows, column], rank[rows, column]
    sooner = np.sum(real[rows] & (log_time[rows] < log_t[:, None]), axis=1)
    mass = RevealedMass(alpha)
    mean = np.exp(log_t) - mass(np.log(shells[-1].stop[rows] / mass.rate), log_t)
    assert len(rows) > 1000
    assert stats.kstest((k - 1 - sooner - mean) / np.sqrt(mean), stats.norm.cdf).pvalue > LEVEL


@every_alpha
def test_shells_fit_together(alpha: float) -> None:
    """Over all shells: candidates in order, each shell where the last one ended, ranks in the order of time."""
    arrivals = Arrivals(alpha, 500, np.random.default_rng(4))
    shells = [arrivals.reveal_first(3)]
    ends = [np.zeros(500), shells[0].stop]
    for extent in (0.5, 4.0, 1e-3, 20.0):
        shells.append(arrivals.reveal_more(np.full(500, extent)))
        ends.append(shells[-1].stop)
        assert np.allclose(ends[-1] - ends[-2], extent, rtol=1e-9)
    for shell, start, stop in zip(shells, ends, ends[1:], strict=False):
        real = np.isfinite(shell.score)
        assert np.all(np.diff(np.where(real, shell.score, 1e300), axis=1) >= 0)
        for row in range(500):
            assert np.all((shell.score[row, real[row]] >= start[row]) & (shell.score[row, real[row]] <= stop[row]))
        assert np.all(np.isinf(shell.log_time[~real]))
    score, log_time, rank = joined(shells)
    for row in range(500):
        real = np.isfinite(score[row])
        order = np.argsort(log_time[row, real], kind="stable")
        ranks, times = rank[row, real][order], log_time[row, real][order]
        counted = times < LOG_EXACT
        assert np.array_equal(np.isfinite(ranks), counted)
        whole = ranks[counted]
        assert np.all(whole >= 1) and np.all(whole == np.floor(whole))
        assert np.all(np.diff(whole) >= 1)


@every_alpha
@pytest.mark.parametrize("extent", [0.2, 3.0, 40.0])
def test_a_later_shell_holds_a_poisson_number(alpha: float, extent: float) -> None:
    runs = int(min(RUNS, 60_000 / extent))
    arrivals = Arrivals(alpha, runs, np.random.default_rng(5))
    arrivals.reveal_first(1)
    for _ in range(2):
        shell = arrivals.reveal_more(np.full(runs, extent))
        counts = np.isfinite(shell.score).sum(axis=1)
        law = stats.poisson(extent)
        edges = np.unique(law.ppf(np.linspace(0.001, 0.999, 15)))
        cells = np.diff(np.concatenate([[0.0], law.cdf(edges), [1.0]]))
        seen = np.bincount(np.searchsorted(edges, counts), minlength=len(cells))
        assert chi_square_p_value(seen, cells) > LEVEL


@pytest.mark.parametrize("alpha", [1.02, 1.1])
@pytest.mark.parametrize("log_time", [20.0, 31.0, 34.5, 36.1, 36.6])
def test_a_gap_that_ends_late_gives_up_its_share(alpha: float, log_time: float) -> None:
    """The only revealed arrival is far out: among 10¹⁵ counted ones the next shell reveals one or two.

    Each of n copies of the process moves Binomial(N, newly revealed mass / hidden mass); N is the count of the copies.
    """
    copies, extent = 40_000, 3.0
    arrivals = Arrivals(alpha, 100_000, np.random.default_rng(6))
    first = arrivals.reveal_first(1)
    row = int(np.argmin(np.abs(first.log_time[:, 0] - log_time)))
    when, rank, stop = first.log_time[row, 0], first.rank[row, 0], first.stop[row]
    assert abs(when - log_time) < 0.2 and np.isfinite(rank)
    arrivals.keep(np.full(copies, row))
    shell = arrivals.reveal_more(np.full(copies, extent))
    before = shell.log_time < when
    with mpmath.workdps(40):
        a, t = mpmath.mpf(alpha), mpmath.exp(mpmath.mpf(float(when)))

        def revealed(scaled: float) -> mpmath.mpf:
            s = mpmath.mpf(scaled) / mpmath.gamma(1 - 1 / a)
            u = (s / t) ** a
            return -t * mpmath.expm1(-u) + s * mpmath.gammainc(1 - 1 / a, u)

        hidden = t - revealed(float(stop))
        share = (revealed(float(stop) + extent) - revealed(float(stop))) / hidden
        mean = float((mpmath.mpf(int(rank)) - 1) * share)
    counts = before.sum(axis=1)
    assert abs(counts.mean() - mean) < SCORE * math.sqrt(mean / copies)
    assert abs(counts.var() / mean - 1) < SCORE * math.sqrt((2 + 1 / mean) / copies)


@pytest.mark.parametrize("alpha", [1.02, 2.0, math.inf])
def test_chosen_processes_go_on_alone(alpha: float) -> None:
    arrivals = Arrivals(alpha, 6, np.random.default_rng(7))
    first = arrivals.reveal_first(3)
    chosen = np.array([4, 1])
    arrivals.keep(chosen)
    more = arrivals.reveal_more(np.array([30.0, 1.0]))
    assert more.score.shape[0] == 2
    assert np.allclose(more.stop, first.stop[chosen] + [30.0, 1.0])
    real = np.isfinite(more.score)
    assert real[0].sum() > 10
    for row, old in enumerate(chosen):
        ranks = np.concatenate([first.rank[old], more.rank[row, real[row]]])
        times = np.concatenate([first.log_time[old], more.log_time[row, real[row]]])
        counted = np.isfinite(ranks)
        assert np.all(np.diff(ranks[counted][np.argsort(times[counted])]) >= 1)


def test_nothing_in_a_shell() -> None:
    arrivals = Arrivals(2.0, 3, np.random.default_rng(8))
    first = arrivals.reveal_first(2)
    empty = arrivals.reveal_more(np.full(3, 1e-12))
    assert empty.score.shape == empty.log_time.shape == empty.rank.shape == (3, 0)
    assert np.all(empty.stop > first.stop)
    assert np.isfinite(arrivals.reveal_more(np.full(3, 50.0)).score).sum() > 60


@pytest.mark.parametrize("alpha", [1.001, 1.02, 2.0, 1e3, 1e6, math.inf])
def test_extremes_of_alpha(alpha: float) -> None:
    """No warning; times grow astronomically near 1 and hug the candidates for large α."""
    arrivals = Arrivals(alpha, 300, np.random.default_rng(9))
    shells = [arrivals.reveal_first(10), *(arrivals.reveal_more(np.full(300, extent)) for extent in (1.0, 15.0))]
    score, log_time, rank = joined(shells)
    real = np.isfinite(score)
    assert np.all(np.isfinite(log_time[real]))
    assert np.all(rank[real] >= 1)
    assert np.all(np.isinf(rank[real]) == (log_time[real] >= LOG_EXACT))
    if alpha == 1.001:
        assert np.mean(np.isinf(rank[real])) > 0.5
    if alpha >= 1e6:
        assert np.allclose(np.exp(log_time[real]), score[real] / RevealedMass(alpha).rate, rtol=1e-4)


class OneShellOnly(Arrivals):
    """Forgets that arrivals between the known ones were counted: new shells hold only what comes later."""

    def _split_gaps(self, old, new):
        none = np.empty(0)
        return np.empty(0, dtype=np.int64), none, none, np.empty(0, dtype=np.int64)


class NothingHidden(Arrivals):
    """Takes the revealed arrivals for all there are."""

    def _hidden_mass(self, stop, log_time):
        return np.zeros_like(log_time)


@pytest.mark.parametrize(
    ("faulty", "reveal", "alpha"),
    [(OneShellOnly, three_shells, 2.0), (NothingHidden, one_shell, 1.3), (NothingHidden, three_shells, 2.0)],
)
def test_faulty_processes_are_noticed(
    faulty: type, reveal: Callable, alpha: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "Arrivals", faulty)
    assert min(table_p_values(alpha, reveal(alpha, RUNS, 4.0, np.random.default_rng(1)), 4.0)) < LEVEL
