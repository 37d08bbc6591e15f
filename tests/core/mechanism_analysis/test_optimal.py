"""Optimal mechanisms by linear programming against the optima that are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import linprog

from ppr_core.channels import RandomizedResponseChannel
from ppr_core.channels.noise_laws import noise_law
from ppr_core.mechanism_analysis import (
    best_relabelling,
    optimal_mechanism,
    pure_loss,
    staircase_loss,
    staircase_share,
)


@pytest.mark.parametrize(("size", "epsilon"), [(2, 0.5), (5, 1.0), (16, 3.0)])
def test_hamming_loss_gives_randomized_response(size: int, epsilon: float) -> None:
    known = RandomizedResponseChannel(size=size, epsilon=epsilon).matrix
    for criterion in ("expected", "worst"):
        found = optimal_mechanism(size, epsilon, "hamming", criterion=criterion)
        assert found.loss == pytest.approx(1 - known[0, 0], abs=1e-9)
        assert pure_loss(found.matrix).epsilon <= epsilon + 1e-9
    assert optimal_mechanism(size, epsilon, "hamming", criterion="worst").matrix == pytest.approx(known, abs=1e-7)


@pytest.mark.parametrize("prior", [None, [0.4, 0.1, 0.1, 0.05, 0.05, 0.3], [0.9, 0.02, 0.02, 0.02, 0.02, 0.02]])
@pytest.mark.parametrize("loss", ["absolute", "squared"])
def test_counts_are_served_best_by_the_geometric_mechanism(prior: list[float] | None, loss: str) -> None:
    """Ghosh, Roughgarden, Sundararajan 2009: for any prior some relabelling of it is optimal."""
    size, epsilon = 6, 0.8
    ratio, places = math.exp(-epsilon), np.arange(size)
    geometric = ratio ** np.abs(places[:, None] - places) * (1 - ratio) / (1 + ratio)
    geometric[:, [0, -1]] /= 1 - ratio
    found = optimal_mechanism(size, epsilon, loss, prior=prior, neighbours="adjacent")
    assert best_relabelling(geometric, loss, prior)[1] == pytest.approx(found.loss, abs=1e-8)
    steps = np.abs(np.diff(np.log(found.matrix[:, found.matrix.max(axis=0) > 0]), axis=0))
    assert steps.max() <= epsilon + 1e-9


def test_nothing_private_has_less_loss() -> None:
    """A thousand random ε-private mechanisms, and a broken one that does better, which shows the comparison's teeth."""
    rng, epsilon = np.random.default_rng(2), 1.0
    best = optimal_mechanism(4, epsilon, "squared").loss
    losses = (np.arange(4)[:, None] - np.arange(4)) ** 2
    for _ in range(1000):
        base = rng.uniform(1, math.exp(epsilon / 2), (4, 4))  # rows' sums differ by e^{ε/2} at most
        matrix = base / base.sum(axis=1, keepdims=True)
        assert pure_loss(matrix).epsilon <= epsilon
        assert (matrix * losses).sum() / 4 >= best - 1e-9
    assert optimal_mechanism(4, 1.05 * epsilon, "squared").loss < best - 1e-3


@pytest.mark.parametrize("epsilon", [12.0, 24.0, 26.0, 40.0, 300.0])
def test_what_no_solver_tells_from_nothing_is_right_to_its_last_digits(epsilon: float) -> None:
    """Randomized response and the geometric mechanism are optimal at every ε; losses may be of any size and sign."""
    small = math.exp(-epsilon)
    for size, scale in ((2, 1.0), (5, 1e200), (16, 1e-200)):
        least = scale * (size - 1) * small / (1 + (size - 1) * small)
        for criterion in ("expected", "worst"):
            found = optimal_mechanism(size, epsilon, scale * (1 - np.eye(size)), criterion=criterion)
            assert found.loss == pytest.approx(least, rel=1e-8)
        steps = np.abs(np.arange(size)[:, None] - np.arange(size))
        geometric = small**steps * (1 - small) / (1 + small)
        geometric[:, [0, -1]] /= 1 - small
        found = optimal_mechanism(size, epsilon, scale * steps, neighbours="adjacent")
        assert found.loss == pytest.approx(scale * float((geometric * steps).sum() / size), rel=1e-4)
    assert optimal_mechanism(3, epsilon, -np.ones((3, 3)), criterion="worst").loss == pytest.approx(-1)


def test_worst_case_is_no_less_than_expected_and_own_losses_are_taken() -> None:
    own = np.random.default_rng(1).uniform(0, 1, (5, 3))
    expected, worst = (optimal_mechanism(5, 1.0, own, outputs=3, criterion=one).loss for one in ("expected", "worst"))
    assert expected <= worst + 1e-12
    with pytest.raises(ValueError, match="loss must be one of squared, absolute, hamming"):
        optimal_mechanism(3, 1.0, "cubic")


def _discrete_staircase(epsilon: float, steps: int, high: int) -> np.ndarray:
    """Noise on the whole numbers that hides a shift by ``steps`` up to ε: P(n) for n = 0, …, steps − 1.

    ``high`` of them, from 0 on, are e^ε times as likely as the others; P(n + steps) = e^{−ε} P(n), P(−n) = P(n).
    """
    low = math.exp(-epsilon)
    weights = np.where(np.arange(steps) < high, 1.0, low)
    return weights / (2 * weights.sum() / (1 - low) - weights[0])


def _optimal_noise(epsilon: float, steps: int, loss: str, periods: int = 3) -> tuple[np.ndarray, float]:
    """The least loss of noise on the whole numbers that hides a shift by ``steps`` up to ε, by linear programming.

    Symmetric, P(n) <= e^ε P(n + d) and back for 0 < d <= steps, and beyond ``periods`` periods P(n + steps) =
    e^{−ε} P(n), which optimal noise has anyway (Geng, Viswanath 2014, Lemma 21). Returns P(n) for n = 0, …,
    periods·steps − 1 and E|n| or E n². That the optimum is a staircase is its result, not its assumption. The variables
    are P(n) e^{ε⌈n/steps⌉}, which are of one size at every ε.
    """
    low = math.exp(-epsilon)
    size = periods * steps
    n = np.arange(size, dtype=float)
    worth = n if loss == "absolute" else n**2
    mass, cost = np.full(size, 2.0), 2 * worth
    mass[0] = 1.0
    last = slice(size - steps, size)  # goes on for ever: Σ_k e^{−kε} f(n + k·steps)
    ends, total = n[last], 1 / (1 - low)
    mass[last] = 2 * total
    first, second = steps * low / (1 - low) ** 2, steps**2 * low * (1 + low) / (1 - low) ** 3
    cost[last] = 2 * (ends * total + first if loss == "absolute" else ends**2 * total + 2 * ends * first + second)
    period = -(-np.arange(size + steps) // steps)
    unit = low ** period[:size].astype(float)
    rows = []
    for shift in range(1, steps + 1):
        for place in range(-steps, size):
            pair = (abs(place), abs(place + shift))
            for near, far in (pair, pair[::-1]):  # e^{−ε} P(near) <= P(far), over the larger of the two units
                later = 1 + int(period[near] - period[far])
                row = np.zeros(size)
                row[near if near < size else near - steps] += low ** max(later, 0)
                row[far if far < size else far - steps] -= low ** max(-later, 0)
                rows.append(row)
    limits = np.unique(np.array(rows), axis=0)
    scale = low * worth.max()
    sums = (mass * unit)[None]
    solved = linprog(
        cost * unit / scale, A_ub=limits, b_ub=np.zeros(len(limits)), A_eq=sums, b_eq=[1.0], method="highs"
    )
    assert solved.status == 0
    return solved.x * unit, float(solved.fun) * scale


@pytest.mark.parametrize("loss", ["absolute", "squared"])
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 3.0, 12.0, 40.0, 700.0])
def test_the_programme_finds_the_staircase(loss: str, epsilon: float) -> None:
    steps = 6
    probabilities, found = _optimal_noise(epsilon, steps, loss)
    n = np.arange(600 * steps)
    weight = np.tile(np.ones(steps), 600) * np.repeat(np.exp(-epsilon * np.arange(600)), steps)
    losses = []
    for high in range(1, steps + 1):
        law = np.tile(_discrete_staircase(epsilon, steps, high), 600) * weight
        assert 2 * law.sum() - law[0] == pytest.approx(1, rel=1e-9)
        losses.append(2 * float((law * (n if loss == "absolute" else n.astype(float) ** 2)).sum()))
    assert found == pytest.approx(min(losses), rel=1e-9)
    best = _discrete_staircase(epsilon, steps, int(np.argmin(losses)) + 1)
    assert probabilities[:steps] == pytest.approx(best, abs=1e-7)
    # Many small steps are nearly the continuous staircase.
    if epsilon < 2:
        assert found == pytest.approx(staircase_loss(epsilon, steps, loss), rel=0.02)


@pytest.mark.parametrize("loss", ["absolute", "squared"])
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 4.0])
def test_formulas_of_the_staircase(loss: str, epsilon: float) -> None:
    """The loss at the best γ by integration; other γ are worse; Laplace noise of the same ε, too."""

    def mean(gamma: float) -> float:
        law, total = noise_law("staircase", (epsilon, gamma)), 0.0
        power = 1 if loss == "absolute" else 2
        for step in range(math.ceil(60 / epsilon)):
            for low, high in ((step, step + gamma), (step + gamma, step + 1)):
                part = (high ** (power + 1) - low ** (power + 1)) / (power + 1)
                total += 2 * float(law.pdf((low + high) / 2)) * part
        return total

    share = staircase_share(epsilon, loss)
    for extreme, limit in ((1e-300, 0.5), (1e-9, 0.5), (1e4, 0.0)):
        assert staircase_share(extreme, loss) == pytest.approx(limit, abs=1e-9)
    assert mean(share) == pytest.approx(staircase_loss(epsilon, 1.0, loss), rel=1e-9)
    assert min(mean(0.9 * share), mean(min(1.1 * share, 0.999))) > mean(share)
    assert mean(share) < (1 / epsilon if loss == "absolute" else 2 / epsilon**2)
