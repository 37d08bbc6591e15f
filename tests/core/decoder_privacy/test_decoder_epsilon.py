"""ε of list and index without the times: two views and their weights, the ends, and what must fail."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.accounting import gaussian_noise_std, poisson_loss
from ppr_core.channels import (
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    RandomizedResponseChannel,
)
from ppr_core.decoder_privacy import decoder_epsilon, exact_decoder_privacy, list_ends, shared_marks
from ppr_core.decoder_privacy.list_views import list_views, told_by

BINARY = RandomizedResponseChannel(size=2, epsilon=math.log(3))
GAUSSIAN = GaussianChannel(dimension=1, noise_std=gaussian_noise_std(2.0, 1.0, 1e-6), norm_bound=1.0)
LAPLACE = LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0)
FAR = 5.0  # standard errors: one false alarm in a million


@pytest.mark.parametrize("channel", [GAUSSIAN, LAPLACE, BINARY], ids=["gaussian", "laplace", "binary"])
def test_rules_are_means_under_the_proposal(channel: GaussianChannel) -> None:
    marks = shared_marks(channel)
    for *ratios, mass in (marks.rule(),):
        for ratio, power in zip(ratios, marks.log_powers(1.7), strict=True):
            assert mass @ np.exp(ratio) == pytest.approx(1.0, abs=1e-9)
            assert mass @ np.exp(1.7 * ratio) == pytest.approx(math.exp(power), rel=1e-7)


@pytest.mark.parametrize("channel", [GAUSSIAN, LAPLACE, BINARY], ids=["gaussian", "laplace", "binary"])
@pytest.mark.parametrize("tilt", [1, 3])
def test_weighted_views_of_different_tilts_agree(channel: GaussianChannel, tilt: int) -> None:
    """δ of both views does not depend on the tilt; that of the weight by the view's own loss does."""
    marks, alpha = shared_marks(channel), 2.0
    epsilon = 0.9 * poisson_loss(marks.pair, alpha).epsilon(1e-2)
    views = [list_views(marks, alpha, s, 1500, 12, np.random.default_rng(s)) for s in (2, tilt)]
    for loss in ("finer", "coarser"):
        terms = [view.weight * told_by(getattr(view, loss), epsilon) for view in views]
        error = math.hypot(*(float(one.std()) / math.sqrt(len(one)) for one in terms))
        assert abs(terms[0].mean() - terms[1].mean()) < FAR * error
    for view in views:
        all_times = view.told_by_times(epsilon)  # whose mean is known
        off = (all_times.mean() - poisson_loss(marks.pair, alpha).delta([epsilon])[0]) * math.sqrt(len(all_times))
        assert abs(off) < FAR * all_times.std()
        assert 0 <= all_times.min() <= all_times.max() <= view.largest(epsilon)
        excess = (np.exp(view.log_sum - view.tilt * view.finer) - view.weight) * told_by(view.finer, epsilon)
        assert excess.mean() > FAR * excess.std() / math.sqrt(len(excess))  # must fail
        assert float((view.weight * told_by(view.finer, epsilon)).max()) <= view.largest(epsilon)


def test_ends_enclose_whole_simulated_lists_and_not_the_times() -> None:
    """Times drawn again and again for each of many lists, by a program that shares nothing but the channel's ratio."""
    alpha, delta, lists, draws, size = 2.0, 0.02, 250, 300, 100
    rng, ends = np.random.default_rng(5), np.array([[[1.0]], [[-1.0]]])
    low, high = list_ends(shared_marks(LAPLACE), alpha, delta, np.random.default_rng(6))
    masses = np.empty((lists, 2, 2, size))  # lists, halves of the times, inputs, candidates
    for row in range(lists):
        z = LAPLACE.proposal(rng.random((size, LAPLACE.width)))
        times = np.cumsum(rng.standard_exponential((draws, size)), axis=1)
        for x, end in enumerate(ends):
            shares = (np.exp(LAPLACE.log_ratio(np.broadcast_to(end[0], z.shape), z)) / times) ** alpha
            shares /= shares.sum(axis=1, keepdims=True)
            masses[row, :, x] = shares.reshape(2, draws // 2, size).mean(axis=1)

    def told(epsilon: float) -> tuple[float, float]:
        """A lower and an upper bound of δ(ε), up to FAR standard errors."""
        gains = masses[:, :, 0] - math.exp(epsilon) * masses[:, :, 1]
        tests = np.where(gains[:, ::-1] > 0, gains, 0.0).sum(axis=2).mean(axis=1)  # chosen on the other half
        plugged = np.maximum(gains.mean(axis=1), 0.0).sum(axis=1)
        error = FAR / math.sqrt(lists)
        return tests.mean() - error * tests.std(), plugged.mean() + error * plugged.std()

    assert told(low)[1] > delta > told(high)[0]
    known = poisson_loss(shared_marks(LAPLACE).pair, alpha)
    assert 0 < low < high < 1.03 * low and high < 0.95 * known.epsilon(delta)
    assert told(known.epsilon(delta))[1] < delta  # must fail: the times are not the list


def test_the_ends_of_many_seeds_agree() -> None:
    """Ends that each fail once in a thousand leave a common ε; those of a normal approximation to 1 σ do not."""
    ends = np.array(
        [
            list_ends(shared_marks(BINARY), 2.0, 1e-3, np.random.default_rng(s), lists=(400, 400), first=8)
            for s in range(6)
        ]
    )
    assert ends[:, 0].max() < ends[:, 1].min()
    assert np.all(ends[:, 1] < 1.1 * ends[:, 0])


def test_the_record_says_what_it_is() -> None:
    found = decoder_epsilon(BINARY, 2.0, 1e-2)
    assert (found.side, found.how, found.inputs, found.failure) == ("both", "list", "all", 1e-3)
    assert 0 < found.lower < 3.24 < found.upper < 1.05 * found.lower and found.promised == found.upper < found.times
    assert found is decoder_epsilon(BINARY, 2.0, 1e-2)
    two = decoder_epsilon(GAUSSIAN, 2.0, 1e-2)
    assert two.inputs == "pair" and two.promised == two.times > two.upper
    assert two.times == pytest.approx(exact_decoder_privacy(GAUSSIAN, 2.0, 1e-2).epsilon)
    skewed = FiniteChannel(np.array([[0.7, 0.3], [0.4, 0.6]]))
    for other in (decoder_epsilon(skewed, 2.0, 1e-2), decoder_epsilon(BINARY, 2.0, 0.0)):
        assert other.side == "upper" and other.upper == other.times == other.promised and other.failure == 0
    assert math.isinf(decoder_epsilon(GAUSSIAN, 2.0, 0.0).upper)
    never = decoder_epsilon(BINARY, math.inf, 0.2)  # an index that the other input never sends has 1/4
    assert never.how == "order" and math.isinf(never.lower) and decoder_epsilon(BINARY, math.inf, 0.3).lower == 0
