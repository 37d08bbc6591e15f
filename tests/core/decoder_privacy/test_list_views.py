"""Lists of two inputs and what views of them tell: against simulation, exact laws, and what must fail."""

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
from ppr_core.decoder_privacy import list_ends, shared_marks
from ppr_core.decoder_privacy.list_ends import best_tilt
from ppr_core.decoder_privacy.list_samples import TiltedLists, tilted_lists
from ppr_core.decoder_privacy.list_views import list_views
from ppr_core.decoder_privacy.order_loss import surely_told
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

BINARY = RandomizedResponseChannel(size=2, epsilon=math.log(3))
CHANNELS: list[Channel] = [
    BINARY,
    SubsetSelectionChannel(size=16, epsilon=1.5),
    PrivUnitChannel(dimension=5, epsilon=2.0),
    GaussianChannel(dimension=4, noise_std=gaussian_noise_std(2.0, 4.0, 1e-6), norm_bound=1.0),
    LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0),
    LaplaceChannel(dimension=1, epsilon=0.9, norm_bound=1.0, proposal_epsilon=0.5, proposal_plateau=0.3),
    LaplaceChannel(dimension=2, epsilon=1.0, norm_bound=1.0),
    LaplaceChannel(dimension=5, epsilon=2.0, norm_bound=1.0),
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
    for c, step in ((2.0, -0.5), (-2.0, 0.4)):  # E_c e^{sℓ} = M(c + s)/M(c)
        loss = np.subtract(*marks.tilted(np.full(DRAWN, c), rng))
        moment = np.exp(np.subtract(*marks.pair.log_moment(np.array([c + step, c]))))
        assert off(np.exp(step * loss), float(moment)) < FAR
    assert off(np.exp(first), 1.1) > FAR  # must fail


@pytest.mark.parametrize(
    ("alpha", "channel"), [(1.3, CHANNELS[0]), *((2.0, channel) for channel in CHANNELS[:5] + CHANNELS[6:7])]
)
def test_tilted_lists_repeat_what_the_times_tell(alpha: float, channel: Channel) -> None:
    """The exact law of the loss of whoever sees all times, of which these lists know nothing."""
    marks = shared_marks(channel)
    exact = poisson_loss(marks.pair, alpha)
    for delta in (1e-2, 1e-4):
        epsilon = exact.epsilon(delta)
        tilt = best_tilt(marks, alpha, epsilon)[0]
        lists = tilted_lists(marks, alpha, tilt, 1500, np.random.default_rng(tilt))
        power = alpha * (lists.log_ratio - lists.log_time)
        sums = np.logaddexp(np.logaddexp.reduce(power, axis=2), np.log(lists.later)[:, None])
        own = lists.log_ratio[:, np.arange(1500), lists.place]
        loss = alpha * (own[0] - own[1]) + sums[1] - sums[0]
        gain, weight = -np.expm1(np.minimum(epsilon - loss, 0.0)), np.exp(lists.log_sum - tilt * loss)
        assert off(weight * gain, delta) < FAR
        assert off(gain, delta) > FAR  # must fail: lists without their weights


@pytest.mark.parametrize("place", [0, 2, 4, 6])
@pytest.mark.parametrize("alpha", [1.4, 3.0])
def test_what_a_view_tells_is_that_of_uniform_times_before(
    place: int, alpha: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One list: its first five times drawn in order, uniform before the sixth; tilted by the second power."""
    rng = np.random.default_rng(3)
    log_ratio = np.log(rng.choice([0.5, 1.5], size=(2, 1, 8)))
    late = np.array([5.5, 7.0, 9.0])
    log_time = np.log(np.concatenate([np.arange(1.0, 6.0), late]))[None]
    later = np.array([0.05, 0.08])
    one = TiltedLists(log_time, log_ratio, later, np.array([place]), 0.0)
    monkeypatch.setattr("ppr_core.decoder_privacy.list_views.tilted_lists", lambda *_: one)
    view = list_views(shared_marks(BINARY), alpha, 2, 1, 5, rng)
    loss, weight = float(view.finer[0]), float(view.weight[0])
    uniform = rng.random((100_000, 5)) * late[0]

    def shares(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """p_K and p′_K."""
        times = np.concatenate([times, np.broadcast_to(late, (len(times), 3))], axis=1)
        power = (np.exp(log_ratio) / times) ** alpha  # (2, n, 8)
        share = power[..., place] / (power.sum(axis=2) + later[:, None])
        return share[0], share[1]

    first, second = shares(np.sort(uniform, axis=1))
    difference, tilted = math.exp(-loss) * first - second, first**3 / second**2
    assert off(difference, 0.0) < FAR and abs(difference.mean()) < 0.01 * second.mean()
    assert off(first - weight * tilted, 0.0) < FAR
    assert abs((first - weight * tilted).mean()) < 0.02 * first.mean()
    assert off(first - math.exp(-2 * loss) * first, 0.0) > FAR  # must fail: the view's own loss as a weight
    if place == 0:
        assert off(second - shares(uniform)[1], 0.0) > FAR  # must fail: the first candidate is the earliest


def test_at_alpha_infinity_some_indices_are_sent_by_one_input_only() -> None:
    """Encodes simulated: x sends a candidate behind one that x′ likes at least as much, so x′ never sends it."""
    assert surely_told(shared_marks(BINARY)) == pytest.approx(0.25)
    rng = np.random.default_rng(8)
    for channel in (BINARY, CHANNELS[3]):
        marks = shared_marks(channel)
        first, second = marks.propose((4000, 200), rng)
        winner = np.argmin(np.cumsum(rng.standard_exponential(first.shape), axis=1) * np.exp(-first), axis=1)
        before = np.arange(200) < winner[:, None]
        own = np.take_along_axis(second, winner[:, None], axis=1)
        never = (before & (second >= own)).any(axis=1)
        assert off(never, surely_told(marks)) < FAR
    assert off(never, 0.25) > FAR  # must fail: another channel's


def test_what_has_no_lists_is_refused() -> None:
    with pytest.raises(ValueError, match="exclude no output"):
        FiniteMarks(np.array([0.0, -np.inf]), np.array([0.0, 0.0]), np.array([0.5, 0.5]))
    with pytest.raises(ValueError, match="whose lists are registered"):
        shared_marks(FiniteChannel(np.full((2, 2), 0.5)))
    with pytest.raises(ValueError, match="alpha"):
        list_ends(shared_marks(BINARY), 1.0, 1e-2, np.random.default_rng(7))
    with pytest.raises(ValueError, match="dimension"):
        shared_marks(LaplaceChannel(dimension=11, epsilon=1.0, norm_bound=1.0))
