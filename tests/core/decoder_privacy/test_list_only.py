"""What list and index tell without the times: brackets against simulation, exact laws, and what must fail."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.accounting import gaussian_noise_std, poisson_loss
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    SubsetSelectionChannel,
)
from ppr_core.decoder_privacy import list_only_loss, shared_marks
from ppr_core.decoder_privacy.list_losses import later_times_loss
from ppr_core.decoder_privacy.list_samples import WeightedLists, weighted_lists
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

BINARY = RandomizedResponseChannel(size=2, epsilon=math.log(3))
CHANNELS: list[Channel] = [
    BINARY,
    SubsetSelectionChannel(size=16, epsilon=1.5),
    PrivUnitChannel(dimension=5, epsilon=2.0),
    GaussianChannel(dimension=4, noise_std=gaussian_noise_std(2.0, 4.0, 1e-6), norm_bound=1.0),
    LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0),
    LaplaceChannel(dimension=1, epsilon=0.9, norm_bound=1.0, proposal_epsilon=0.5, proposal_plateau=0.3),
]
NAMES = [f"{channel.name}{place}" for place, channel in enumerate(CHANNELS)]
DRAWN = 40_000
FAR = 5.0  # standard errors: one false alarm in a million


def off(values: np.ndarray, mean: float) -> float:
    """How many standard errors their mean is away."""
    return abs(float(values.mean()) - mean) / (float(values.std()) / math.sqrt(len(values)))


@pytest.mark.parametrize("channel", CHANNELS, ids=NAMES)
def test_marks_have_the_laws_that_are_said(channel: Channel) -> None:
    marks, rng = shared_marks(channel), np.random.default_rng(1)
    first, second = marks.propose((DRAWN,), rng)
    assert off(np.exp(first), 1.0) < FAR and off(np.exp(second), 1.0) < FAR  # E_Q a = E_Q b = 1
    powers = marks.log_powers(1.7)
    assert off(np.exp(1.7 * first), math.exp(powers[0])) < FAR and off(np.exp(1.7 * second), math.exp(powers[1])) < FAR
    leaning = np.subtract(*marks.leaning(0.7, DRAWN, rng))
    assert off(np.exp(0.7 * leaning), math.exp(-marks.log_leaning(0.7))) < FAR
    for c, step in ((2.0, -0.5), (-2.0, 0.4)):  # E_c e^{sℓ} = M(c + s)/M(c)
        loss = np.subtract(*marks.tilted(np.full(DRAWN, c), rng))
        moment = np.exp(np.subtract(*marks.pair.log_moment(np.array([c + step, c]))))
        assert off(np.exp(step * loss), float(moment)) < FAR
    assert off(np.exp(first), 1.1) > FAR  # must fail


@pytest.mark.parametrize(("alpha", "channel"), [(1.3, CHANNELS[0]), *((2.0, channel) for channel in CHANNELS[:5])])
def test_weighted_lists_repeat_what_the_times_tell(alpha: float, channel: Channel) -> None:
    """The exact law of the loss of whoever sees all times, of which these lists know nothing."""
    marks = shared_marks(channel)
    lists = weighted_lists(marks, alpha, 1000, np.random.default_rng(2))
    weight, exact = np.exp(lists.log_weight).reshape(lists.parts, -1), poisson_loss(marks.pair, alpha)

    def errors(values: np.ndarray, mean: float) -> float:
        error = math.sqrt((values.var(axis=1) / values.shape[1]).sum()) / lists.parts
        return abs(values.mean() - mean) / error

    assert errors(weight, 1.0) < FAR
    for epsilon in (exact.epsilon(1e-2), exact.epsilon(1e-4)):
        gain = -np.expm1(np.minimum(epsilon - lists.times_loss, 0.0)).reshape(lists.parts, -1)
        assert errors(weight * gain, float(exact.delta(epsilon)[0])) < FAR
        assert errors(gain, float(exact.delta(epsilon)[0])) > FAR  # must fail: lists without their weights


@pytest.mark.parametrize("place", [0, 2, 4, 6])
@pytest.mark.parametrize("alpha", [1.4, 3.0])
def test_the_loss_given_late_times_is_that_of_uniform_times_before(place: int, alpha: float) -> None:
    """One list: its first five times drawn in order, uniform before the sixth."""
    rng = np.random.default_rng(3)
    log_ratio = np.log(rng.choice([0.5, 1.5], size=(2, 1, 8)))
    late = np.array([5.5, 7.0, 9.0])
    log_time = np.log(np.concatenate([np.arange(1.0, 6.0), late]))[None]
    later, none = np.array([0.05, 0.08]), np.zeros(1)
    lists = WeightedLists(alpha, log_time, log_ratio, later, np.array([place]), none, none, 1)
    loss = float(later_times_loss(lists, 5)[0])
    uniform = rng.random((100_000, 5)) * late[0]

    def mean_shares(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """E of p_K and p′_K, and of e^{−loss} p_K − p′_K."""
        times = np.concatenate([times, np.broadcast_to(late, (len(times), 3))], axis=1)
        power = (np.exp(log_ratio) / times) ** alpha  # (2, n, 8)
        share = power[..., place] / (power.sum(axis=2) + later[:, None])
        return share, math.exp(-loss) * share[0] - share[1]

    share, difference = mean_shares(np.sort(uniform, axis=1))
    assert off(difference, 0.0) < FAR and abs(difference.mean()) < 0.01 * share[1].mean()
    if place == 0:
        assert off(mean_shares(uniform)[1], 0.0) > FAR  # must fail: the first candidate is the earliest


def test_the_bracket_holds_whole_simulated_lists() -> None:
    """Times drawn again and again for each of many lists, by a program of its own; and the times-known δ is no such."""
    alpha, epsilon, lists, draws, size = 2.0, 3.0, 150, 200, 300
    rng = np.random.default_rng(4)
    tests, plugged = np.empty(lists), np.empty(lists)
    for row in range(lists):
        z = rng.integers(2, size=size)
        power = np.cumsum(rng.standard_exponential((draws, size)), axis=1) ** -alpha
        shares = []
        for x in (0, 1):
            weights = power * np.where(z == x, 1.5, 0.5) ** alpha
            shares.append(weights / weights.sum(axis=1, keepdims=True))
        halves = [np.mean(share.reshape(2, draws // 2, size), axis=1) for share in shares]  # (2, size) for x and x′
        gains = halves[0] - math.exp(epsilon) * halves[1]
        tests[row] = sum(gains[1 - half][gains[half] > 0].sum() for half in (0, 1)) / 2  # chosen on the other half
        plugged[row] = np.maximum(gains.mean(axis=0), 0.0).sum()
    low = tests.mean() - FAR * tests.std() / math.sqrt(lists)
    high = plugged.mean() + FAR * plugged.std() / math.sqrt(lists)
    bracket = list_only_loss(shared_marks(BINARY), alpha, np.random.default_rng(5), lists=2000).delta(epsilon)
    assert bracket.upper + FAR * bracket.upper_error > low
    assert bracket.lower - FAR * bracket.lower_error < high
    assert bracket.upper - bracket.lower < 0.03 * bracket.upper
    known = float(poisson_loss(shared_marks(BINARY).pair, alpha).delta(epsilon)[0])
    assert known > high and known > bracket.upper + FAR * bracket.upper_error  # must fail: the times are not the list


@pytest.mark.parametrize("channel", [CHANNELS[0], CHANNELS[3]], ids=["binary", "gaussian"])
def test_ends_are_ordered_and_below_what_the_times_tell(channel: Channel) -> None:
    marks = shared_marks(channel)
    loss = list_only_loss(marks, 2.0, np.random.default_rng(6), lists=1000, first=4)
    exact = poisson_loss(marks.pair, 2.0)
    for delta in (1e-2, 1e-4):
        low, high = loss.epsilon(delta)
        assert 0 < low < high < exact.epsilon(delta)
        assert loss.delta(high).upper < delta < loss.delta(low).lower
        inner = loss.epsilon(delta, errors=0.0)
        assert low < inner[0] <= inner[1] < high
    mean, error = loss.divergence(1)
    assert mean - FAR * error < 2.0 * float(marks.pair.mean)  # α·KL with the times


def test_what_has_no_lists_is_refused() -> None:
    with pytest.raises(ValueError, match="exclude no output"):
        FiniteMarks(np.array([0.0, -np.inf]), np.array([0.0, 0.0]), np.array([0.5, 0.5]))
    with pytest.raises(ValueError, match="whose lists are registered"):
        shared_marks(FiniteChannel(np.full((2, 2), 0.5)))
    with pytest.raises(ValueError, match="alpha"):
        list_only_loss(shared_marks(BINARY), 1.0, np.random.default_rng(7))
    with pytest.raises(ValueError, match="dimension"):
        shared_marks(LaplaceChannel(dimension=2, epsilon=1.0, norm_bound=1.0))
