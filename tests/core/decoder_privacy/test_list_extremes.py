"""What list and index tell where the order of outputs and the linear program are at their ends."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.accounting import poisson_loss
from ppr_core.channels import Channel, RandomizedResponseChannel, SubsetSelectionChannel
from ppr_core.decoder_privacy import half_width, list_delta, list_epsilon, shared_marks
from ppr_core.decoder_privacy.late_sums import LateSums
from ppr_core.decoder_privacy.shared_marks import FiniteMarks


def signs(theta: float, shares: tuple[float, float]) -> FiniteMarks:
    """A sign, theirs with probability (1 + θ)/2, and a bit, 1 with these probabilities under Q and P."""
    under_q, under_p = shares
    mass = np.repeat([under_q, 1 - under_q], 2) / 2
    ratio = np.repeat([under_p / under_q, (1 - under_p) / (1 - under_q)], 2)
    own = np.tile([1 + theta, 1 - theta], 2)
    return FiniteMarks(np.log(ratio * own), np.log(ratio * own[::-1]), mass)


def test_a_random_map_of_the_outputs_may_tell_more_without_the_times() -> None:
    """0.49 and no news in the bit is a random map of 0.5 with some. Each bound fails once in a thousand."""
    epsilon, rng = [2.22], np.random.default_rng(3)
    mapped, whole = signs(0.49, (0.1, 0.1)), signs(0.5, (0.1, 0.5))
    least = list_delta(mapped, 2.0, epsilon, rng, lists=5000)[0]
    most = list_delta(whole, 2.0, epsilon, rng, lists=5000)[1]
    assert least > most
    known = [poisson_loss(marks.pair, 2.0).delta(epsilon)[0] for marks in (mapped, whole)]
    assert known[0] < known[1]  # must fail without the times


@pytest.mark.parametrize(
    ("channel", "alpha", "delta", "apart"),
    [
        (SubsetSelectionChannel(size=24, epsilon=0.67), 1.06, 2.9e-7, 0.08),
        (RandomizedResponseChannel(size=131, epsilon=0.62), 8.27, 2.5e-3, 0.05),
        (RandomizedResponseChannel(size=61, epsilon=6.32), 3.66, 2.3e-3, 0.05),
    ],
    ids=["small shares", "small tilts", "wide boxes"],
)
def test_extremes_are_enclosed_by_lists_and_not_by_the_times(
    channel: Channel, alpha: float, delta: float, apart: float
) -> None:
    marks = shared_marks(channel)
    known = float(poisson_loss(marks.pair, alpha).epsilon(delta))
    low, high = list_epsilon(marks, alpha, delta, np.random.default_rng(1), lists=2000, width=0.02)
    assert half_width(low, high) < apart
    assert half_width(low, known) > 2 * apart  # must fail: the upper end of the times


def test_densities_in_single_precision_are_those_in_double_and_hold_what_that_loses() -> None:
    marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=math.log(3)))
    assert isinstance(marks, FiniteMarks)
    late = LateSums(marks, 1.3, 5)
    kappa = late.exponents(np.array([[3.0, 1.5], [1.0, 0.3]]) / late.mean[0])
    drawn, share = late.draw(kappa[0], 200, np.random.default_rng(2), last=25), np.log([0.7, 0.3])
    double, single = (late.log_density(kappa, share, drawn, single=one) for one in (False, True))
    np.testing.assert_allclose(single, double, atol=1e-4)
    far = np.full((1, 2), -90.0)  # e⁻⁹⁰ has no single precision
    lost = late.log_density(far, np.zeros(1), drawn, single=True)
    np.testing.assert_allclose(lost, late.log_density(far, np.zeros(1), drawn))
