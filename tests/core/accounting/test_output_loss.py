"""What outputs tell of two inputs at a δ: against enumeration, quadrature and dp-accounting, and sums of losses."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from scipy.integrate import quad

from ppr_core.accounting import (
    AtomicPair,
    GaussianPair,
    LaplacePair,
    composed_pair,
    crossed_pair,
    dominating_pair,
    output_delta,
    output_epsilon,
    outputs_epsilon,
)
from ppr_core.channels import FiniteChannel, ScalarNoiseChannel
from ppr_core.decoder_privacy import output_privacy, worst_pair

THIRDS = np.array([[0.5, 0.3, 0.2], [0.2, 0.3, 0.5], [0.1, 0.8, 0.1]])


def best_event(first: np.ndarray, second: np.ndarray, epsilon: float) -> float:
    """sup over all events, one by one."""
    events = itertools.product((0.0, 1.0), repeat=len(first))
    return max(float(np.dot(event, first - math.exp(epsilon) * second)) for event in events)


def test_a_finite_channel_by_all_events() -> None:
    channel = FiniteChannel(THIRDS)
    for epsilon in (0.0, 0.3, 1.2):
        worst = max(best_event(*pair, epsilon) for pair in itertools.permutations(THIRDS, 2))
        assert output_delta(worst_pair(channel), epsilon) == pytest.approx(worst, abs=1e-14)
    for delta in (1e-6, 0.01, 0.2, 0.45):
        epsilon = output_privacy(channel, delta).epsilon
        worst = max(best_event(*pair, epsilon) for pair in itertools.permutations(THIRDS, 2))
        assert worst <= delta + 1e-15 and (epsilon == 0 or worst == pytest.approx(delta, rel=1e-9))
    assert output_privacy(channel, 0.0).epsilon == pytest.approx(math.log(5))


def test_outputs_that_one_input_excludes() -> None:
    channel = FiniteChannel([[0.9, 0.1, 0.0], [0.0, 0.2, 0.8]])
    assert math.isinf(output_privacy(channel, 0.89).epsilon)
    assert output_privacy(channel, 0.91).epsilon == 0.0
    assert math.isinf(output_privacy(channel, 0.0).epsilon)


@pytest.mark.parametrize(("dimension", "distance", "epsilon"), [(2, 1.0, 0.3), (3, 4.0, 1.0), (100, 2.0, 0.7)])
def test_laplace_noise_by_quadrature(dimension: int, distance: float, epsilon: float) -> None:
    """Over z = (along, across) in cylindrical coordinates, not over the coordinates of the formula."""
    log_norm = math.log(2) + (dimension - 1) / 2 * math.log(math.pi) - math.lgamma((dimension - 1) / 2)
    log_norm -= math.log(2) + dimension / 2 * math.log(math.pi) + math.lgamma(dimension) - math.lgamma(dimension / 2)
    reach = distance + dimension + 12 * math.sqrt(dimension) + 40
    step = reach / 1500
    along, across = (np.arange(start + step / 2, reach, step) for start in (-reach, 0.0))
    own, other = (np.hypot.outer(along - shift, across) for shift in (0.0, distance))
    density = np.exp(log_norm + (dimension - 2) * np.log(across) - own)
    found = step**2 * float((density * np.maximum(-np.expm1(np.minimum(epsilon - (other - own), 0.0)), 0.0)).sum())
    assert output_delta(LaplacePair(distance, dimension), epsilon) == pytest.approx(found, rel=1e-3)


def test_an_output_of_pure_two_has_three_quarters_at_a_small_delta() -> None:
    pair = LaplacePair(2.0, 100)
    assert output_epsilon(pair, 2e-6) == pytest.approx(0.771, abs=5e-4)
    assert output_epsilon(pair, 0.0) == 2.0


def test_against_dp_accounting() -> None:
    laplace = pld.from_laplace_mechanism(1 / 1.3, value_discretization_interval=1e-4)
    gaussian = pld.from_gaussian_mechanism(1 / 0.7, value_discretization_interval=1e-4)
    answers = pld.from_randomized_response(2 / (math.e + 1), 2)  # ε = 1
    for delta in (1e-8, 1e-4, 0.05):
        assert output_epsilon(LaplacePair(1.3), delta) == pytest.approx(laplace.get_epsilon_for_delta(delta), abs=3e-4)
        wanted = gaussian.self_compose(4).get_epsilon_for_delta(delta)
        assert outputs_epsilon(GaussianPair(0.7), delta, 4)[0] == pytest.approx(wanted, abs=2e-3)
        wanted = answers.self_compose(6).get_epsilon_for_delta(delta)
        assert outputs_epsilon(dominating_pair(1.0), delta, 6)[0] == pytest.approx(wanted, abs=2e-3)


@pytest.mark.parametrize("messages", [2, 3, 5])
def test_sums_of_losses_by_enumeration(messages: int) -> None:
    pair = crossed_pair(0.4, 0.1)
    whole = composed_pair(pair, messages)
    assert whole is not None
    law, other = np.array([0.4, 0.1, 0.5]), np.array([0.1, 0.4, 0.5])
    products = [np.array([math.prod(side[list(o)]) for o in itertools.product(range(3), repeat=messages)])
                for side in (law, other)]  # fmt: skip
    for epsilon in (0.0, 0.5, 1.9, 2.8):
        wanted = float(np.maximum(products[0] - math.exp(epsilon) * products[1], 0).sum())
        assert output_delta(whole, epsilon) == pytest.approx(wanted, abs=1e-13)


def test_rest_is_composed_by_renyi_and_is_a_bound() -> None:
    """Three matrices' rows at once have no sum at hand; by enumeration of all outputs it is no less than the truth."""
    pair = worst_pair(FiniteChannel(THIRDS))
    epsilon, tight = outputs_epsilon(pair, 0.01, 3)
    truth = 0.0
    for first, second in itertools.permutations(THIRDS, 2):
        own, other = (np.multiply.outer(np.multiply.outer(law, law), law).ravel() for law in (first, second))
        truth = max(truth, float(np.maximum(own - math.exp(epsilon) * other, 0).sum()))
    assert not tight and truth <= 0.01


def test_randomized_response_dominates_pure_privacy() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        pair = worst_pair(FiniteChannel(rng.dirichlet(np.ones(4), size=2)))
        bound = dominating_pair(output_epsilon(pair, 0.0))
        for epsilon in rng.uniform(0, 2, 5):
            assert output_delta(pair, epsilon) <= output_delta(bound, epsilon) + 1e-12


@pytest.mark.parametrize("law", ["logistic", "gumbel_r", "laplace"])
def test_scalar_noise_by_scipy(law: str) -> None:
    channel = ScalarNoiseChannel(law, norm_bound=1.0, scale=1.5)
    noise = channel.noise
    for epsilon in (0.2, 0.8):
        found = 0.0
        for shift in (2.0, -2.0):
            wanted = quad(
                lambda z, s=shift, e=epsilon: max(noise.pdf(z) - math.exp(e) * noise.pdf(z - s), 0.0), -80, 80,
                limit=2000, points=[-10, -5, -2, 0, 2, 5, 10],
            )[0]  # fmt: skip
            found = max(found, wanted)
        assert output_delta(worst_pair(channel), epsilon) == pytest.approx(found, rel=1e-4)


def test_both_directions_count() -> None:
    tilted = AtomicPair(np.log(np.array([0.5 / 0.2, 0.5 / 0.8])), np.array([0.5, 0.5]))
    turned = AtomicPair(np.log(np.array([0.2 / 0.5, 0.8 / 0.5])), np.array([0.2, 0.8]))
    wanted = max(0.5 - math.exp(0.2) * 0.2, 0.8 - math.exp(0.2) * 0.5)
    assert output_delta(tilted, 0.2) == pytest.approx(wanted)
    assert output_delta(turned, 0.2) == pytest.approx(wanted)
