"""The discrete Laplace mechanism, the numbering of its cells, and PPR on the same vectors."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.diagnostics.audit import audit
from ppr_core.estimation.metric import (
    CellCode,
    DiscreteLaplace,
    cell_counts,
    discrete_laplace_errors,
    error_crossing,
    ideal_coordinate_bits,
    log2_cells,
    step_by_cells,
    step_by_volume,
)
from ppr_core.estimation.metric.cells import LARGEST_COUNTED, _chernoff, log2_ball_volume
from ppr_core.estimation.metric.discrete import quantised, truncated
from ppr_core.guarantees import (
    laplace_metric_epsilon,
    laplace_metric_error,
    laplace_metric_radius,
    laplace_metric_size,
    ppr_metric,
)
from ppr_core.randomness import SharedRandomness


def meeting(dimension: int, squared: float, side: int = 6) -> list[tuple[int, ...]]:
    """Cells of side 1 that meet the closed ball of this squared radius, by the closest point of each."""
    return [
        cell
        for cell in itertools.product(range(-side, side), repeat=dimension)
        if sum(max(k, -1 - k, 0) ** 2 for k in cell) <= squared
    ]


# --- Cells -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dimension", "squared"), [(1, 0), (1, 20), (2, 0), (2, 9), (2, 24), (3, 8), (4, 5)])
def test_cells_are_counted_as_by_enumeration(dimension: int, squared: int):
    expected = len(meeting(dimension, squared))
    assert cell_counts(dimension, squared)[squared] << dimension == expected
    bits, exact = log2_cells(dimension, math.sqrt(squared + 0.5))
    assert exact and bits == pytest.approx(math.log2(expected), abs=1e-12)


def test_points_of_the_ball_fall_into_the_cells_that_are_counted():
    rng = np.random.default_rng(3)
    z = truncated(rng.standard_normal((20_000, 3)), 1.0) * 2.9
    cells = {tuple(cell) for cell in np.floor(z).astype(int).tolist()}
    assert cells <= set(meeting(3, 2.9**2))
    assert len(cells) > 0.9 * len(meeting(3, 2.9**2))


@pytest.mark.parametrize("dimension", [1, 2, 5, 50, 500])
def test_limits_beyond_counting_hold_where_cells_are_counted(dimension: int):
    for squared in (1, 7, 60, 500, LARGEST_COUNTED):
        exact = dimension + math.log2(cell_counts(dimension, LARGEST_COUNTED)[squared])
        volume = log2_ball_volume(dimension, math.sqrt(squared + 1) + math.sqrt(dimension))
        assert log2_ball_volume(dimension, math.sqrt(squared)) <= exact <= volume
        assert exact <= dimension + _chernoff(dimension, squared)
    assert log2_cells(dimension, math.sqrt(LARGEST_COUNTED + 1.5))[1] is False


@pytest.mark.parametrize(("dimension", "squared"), [(1, 5), (2, 13), (3, 6), (5, 4)])
def test_every_number_is_one_cell(dimension: int, squared: int):
    code = CellCode(dimension, squared)
    cells = code.cells(list(range(code.count)))
    assert {tuple(cell) for cell in cells.tolist()} == set(meeting(dimension, squared))
    assert code.numbers(cells) == list(range(code.count))
    assert code.bits == math.ceil(math.log2(code.count))


def test_five_hundred_coordinates_are_sent_in_one_number():
    mechanism = DiscreteLaplace(
        dimension=500,
        epsilon=0.5,
        norm_bound=10_000.0,
        step=step_by_volume(dimension=500, norm_bound=10_000.0, bits=500),
    )
    rng = np.random.default_rng(1)
    x = rng.standard_normal((3, 500))
    cells = mechanism.report(9000 * x / np.linalg.norm(x, axis=1, keepdims=True), rng)
    code = mechanism.code()
    numbers = code.numbers(cells)
    assert np.array_equal(code.cells(numbers), cells)
    assert code.bits == mechanism.cell_bits.value == 894  # the volume says 500
    assert max(numbers).bit_length() > 500


def test_cells_outside_the_ball_have_no_number():
    code = CellCode(2, 4)
    with pytest.raises(ValueError, match="cells must be cells that meet the ball"):
        code.numbers([[2, 1]])
    with pytest.raises(ValueError, match="number must be"):
        code.cells([code.count])
    with pytest.raises(ValueError, match="at most 1048576"):
        CellCode(1000, 2000)


# --- Steps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dimension", "bits"), [(1, 3), (2, 5), (2, 15), (3, 30), (20, 60), (500, 1000), (500, 2500)])
def test_the_step_is_the_smallest_that_fits(dimension: int, bits: int):
    shape = {"dimension": dimension, "norm_bound": 7.0}
    step = step_by_cells(**shape, bits=bits)
    mechanism = DiscreteLaplace(**shape, epsilon=1.0, step=step)
    assert mechanism.volume_bits <= mechanism.cell_bits.value <= bits
    assert log2_cells(dimension, 7.0 / (0.999 * step))[0] > bits or step == pytest.approx(7.0, rel=1e-9)
    volume = DiscreteLaplace(**shape, epsilon=1.0, step=step_by_volume(**shape, bits=bits))
    assert volume.volume_bits == bits <= volume.cell_bits.value


def test_less_than_a_sign_for_each_coordinate_is_no_grid():
    assert step_by_cells(dimension=10, norm_bound=1.0, bits=9.9) == math.inf
    assert step_by_cells(dimension=10, norm_bound=1.0, bits=10) == pytest.approx(1.0)


# --- The mechanism ---------------------------------------------------------------------------------------------------


def test_discrete_laplace_is_noise_then_truncation_then_cells():
    mechanism = DiscreteLaplace(dimension=3, epsilon=0.7, norm_bound=2.0, step=0.9)
    x = np.tile([0.5, -1.0, 0.2], (500, 1))
    z = mechanism.read(mechanism.report(x, np.random.default_rng(5)))
    noisy = LaplaceChannel(dimension=3, epsilon=0.7, norm_bound=2.0).sample(x, np.random.default_rng(5))
    length = np.linalg.norm(noisy, axis=1, keepdims=True)
    closest = np.where(length > 2.0, noisy / length * 2.0, noisy)
    assert np.array_equal(z, quantised(closest, 0.9))
    assert np.abs(z - closest).max() <= 0.45 * (1 + 1e-12)


def test_truncated_reports_are_biased_and_ppr_is_not():
    """Noise far larger than the region; PPR's mean is within 4.5 standard errors, truncation's is not within 20."""
    channel = LaplaceChannel(dimension=2, epsilon=0.5, norm_bound=2.0)
    x, rng = np.tile([1.8, 0.0], (4000, 1)), np.random.default_rng(8)
    ppr, shared = PoissonPrivateRepresentation(channel, 2.0), SharedRandomness(8)
    exact = ppr.decode(ppr.encode(x, shared, rng), shared)[:, 0]
    step = step_by_cells(dimension=2, norm_bound=2.0, bits=5)
    mechanism = DiscreteLaplace(dimension=2, epsilon=0.5, norm_bound=2.0, step=step)
    discrete = mechanism.read(mechanism.report(x, rng))[:, 0]
    assert abs(exact.mean() - 1.8) < 4.5 * exact.std() / math.sqrt(4000)
    assert discrete.mean() < 1.8 - 20 * discrete.std() / math.sqrt(4000)


def test_privacy_of_cells_by_exact_probabilities():
    """d = 1: P(cell | x) from the Laplace law; every ratio is within e^(ε·distance), and the largest reaches it."""
    epsilon, step, bound = 0.8, 0.5, 2.0
    edges = np.arange(-bound, bound + step / 2, step)
    edges[0], edges[-1] = -np.inf, np.inf  # what truncation moves to the ends
    inputs = np.linspace(-bound, bound, 9)
    law = np.diff([stats.laplace.cdf(edges, loc=x, scale=1 / epsilon) for x in inputs], axis=1)
    mechanism = DiscreteLaplace(dimension=1, epsilon=epsilon, norm_bound=bound, step=step)
    cells = mechanism.report(np.full((40_000, 1), inputs[2]), np.random.default_rng(2))[:, 0]
    counts = np.array([(np.clip(cells, -4, 3) == k).sum() for k in range(-4, 4)])
    assert stats.chisquare(counts, 40_000 * law[2]).pvalue > 1e-4
    losses = np.abs(np.log(law[:, None] / law[None])).max(axis=2)
    distance = np.abs(inputs[:, None] - inputs)
    limit = mechanism.privacy().epsilon * distance
    assert np.all(losses <= limit + 1e-12) and np.max(losses[distance > 0] / limit[distance > 0]) > 0.999


# --- Errors ----------------------------------------------------------------------------------------------------------


def test_simulated_errors_of_a_fine_grid_are_those_of_the_noise():
    """A ball far larger than the noise and a grid far finer: d(d+1)/ε², within 4 standard errors."""
    epsilons = [0.5, 2.0]
    mean, error = discrete_laplace_errors(
        dimension=5, norm_bound=1e6, epsilons=epsilons, steps=[1e-6], trials=6000, rng=np.random.default_rng(4)
    )
    law = [laplace_metric_error(dimension=5, epsilon=epsilon).value for epsilon in epsilons]
    assert np.all(np.abs(mean[0] - law) < 4 * error[0])
    assert np.all(np.abs(mean[0] - 1.1 * np.array(law)) > 4 * error[0])


def test_simulated_errors_without_noise_are_those_of_rounding():
    mean, error = discrete_laplace_errors(
        dimension=40, norm_bound=1.0, epsilons=[1e9], steps=[1e-3, 1e-2], trials=2000, rng=np.random.default_rng(6)
    )
    assert np.all(np.abs(mean[:, 0] - 40 * np.array([1e-6, 1e-4]) / 12) < 4 * error[:, 0])


def test_simulated_errors_with_endless_noise_are_those_of_the_sphere():
    """Noise alone decides: the report is uniform on the sphere, so E‖X − Z‖² = C² + E‖X‖² = C²(1 + d/(d+2))."""
    mean, error = discrete_laplace_errors(
        dimension=6, norm_bound=2.0, epsilons=[1e-6], steps=[1e-4], trials=6000, rng=np.random.default_rng(7)
    )
    assert abs(mean[0, 0] - 4 * (1 + 6 / 8)) < 4 * error[0, 0]


# --- PPR -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dimension", "epsilon", "norm_bound"), [(2, 1.0, 5.0), (2, 3.0, 1.0), (5, 1.5, 2.0)])
def test_error_and_radius_of_ppr_follow_the_law(dimension: int, epsilon: float, norm_bound: float):
    channel = LaplaceChannel(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound)
    x = np.zeros((2500, dimension))
    x[:, -1] = 0.6 * norm_bound
    ppr, shared = PoissonPrivateRepresentation(channel, 2.0), SharedRandomness(11)
    messages = ppr.encode(x, shared, np.random.default_rng(12))
    distance = np.linalg.norm(ppr.decode(messages, shared) - x, axis=1)
    law = laplace_metric_error(dimension=dimension, epsilon=epsilon).value
    assert abs(np.mean(distance**2) - law) < 4 * np.std(distance**2) / math.sqrt(len(x))
    for confidence in (0.5, 0.9):
        radius = laplace_metric_radius(dimension=dimension, epsilon=epsilon, confidence=confidence)
        share = np.mean(distance <= radius)
        assert abs(share - confidence) < 4 * math.sqrt(confidence * (1 - confidence) / len(x))
    log_index = np.log2(messages.indices.astype(float))
    bits = messages.lengths("elias_delta")
    bound = laplace_metric_size(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound, alpha=2.0).value
    assert channel.divergence_bits(x[:1])[0] < log_index.mean() + 4 * log_index.std() / math.sqrt(len(x))
    assert bits.mean() < bound


def test_radius_is_the_gamma_quantile():
    for dimension, confidence in ((1, 0.3), (2, 0.9), (500, 0.99)):
        radius = laplace_metric_radius(dimension=dimension, epsilon=0.4, confidence=confidence)
        assert radius == pytest.approx(stats.gamma.ppf(confidence, dimension, scale=2.5), rel=1e-12)
    radius = laplace_metric_radius(dimension=2, epsilon=1.7, confidence=0.95)
    assert 1 - (1 + 1.7 * radius) * math.exp(-1.7 * radius) == pytest.approx(0.95, rel=1e-13)
    with pytest.raises(ValueError, match="confidence must be a number at least 0 and below 1"):
        laplace_metric_radius(dimension=2, epsilon=1.0, confidence=1.0)


@pytest.mark.parametrize(("dimension", "bits"), [(2, 8.1), (2, 20.0), (10, 60.0), (500, 500.0), (500, 1500.0)])
def test_fitting_epsilon_is_the_largest(dimension: int, bits: float):
    shape = {"dimension": dimension, "norm_bound": 30.0, "alpha": 2.0}
    epsilon = laplace_metric_epsilon(**shape, bits=bits)
    assert epsilon > 0 and laplace_metric_size(**shape, epsilon=epsilon).value <= bits
    assert laplace_metric_size(**shape, epsilon=epsilon * (1 + 1e-9)).value > bits


def test_no_epsilon_fits_into_fewer_bits_than_the_overhead():
    assert laplace_metric_epsilon(dimension=2, norm_bound=5.0, alpha=2.0, bits=8.0) == 0.0


def test_densities_of_two_inputs_are_within_the_distance():
    """Definition of ε·d-privacy on random points, with equality on the line beyond both."""
    channel = LaplaceChannel(dimension=4, epsilon=0.9, norm_bound=3.0)
    rng = np.random.default_rng(9)
    x, other, z = (rng.standard_normal((5000, 4)) * scale for scale in (0.5, 0.5, 3.0))
    limit = 0.9 * np.linalg.norm(x - other, axis=1)
    assert np.all(np.abs(channel.log_ratio(x, z) - channel.log_ratio(other, z)) <= limit + 1e-12)
    beyond = x + 3 * (x - other)
    assert channel.log_ratio(x, beyond) - channel.log_ratio(other, beyond) == pytest.approx(limit)


def test_audit_of_the_decoder_stays_below_theorem_9():
    channel = LaplaceChannel(dimension=2, epsilon=0.6, norm_bound=1.0)
    found = audit(
        PoissonPrivateRepresentation(channel, 2.0), [0.5, 0.0], [-0.5, 0.0], SharedRandomness(4),
        np.random.default_rng(5), encodes=4000, tables=4, confidence=0.999,
    )  # fmt: skip
    assert 0 < found.epsilon <= ppr_metric(channel.metric_privacy(), 2.0).epsilon
    endless = audit(
        PoissonPrivateRepresentation(channel, math.inf), [0.5, 0.0], [-0.5, 0.0], SharedRandomness(4),
        np.random.default_rng(5), encodes=4000, tables=4, confidence=0.999,
    )  # fmt: skip
    assert endless.epsilon > ppr_metric(channel.metric_privacy(), 2.0).epsilon


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"step": 0.0}, "step must be a number above 0"),
        ({"dimension": 0}, "dimension must be a whole number at least 1"),
        ({"epsilon": -1.0}, "epsilon must be a number above 0"),
        ({"norm_bound": math.inf}, "norm_bound must be a number above 0"),
    ],
)
def test_bad_parameters_are_named(arguments: dict[str, float], message: str):
    with pytest.raises(ValueError, match=message):
        DiscreteLaplace(**{"dimension": 2, "epsilon": 1.0, "norm_bound": 1.0, "step": 0.5} | arguments)


def test_crossing():
    x = np.array([1.0, 2.0, 4.0])
    assert error_crossing(x, np.array([4.0, 2.0, 1.0]), np.array([2.0, 2.0, 2.0])) == pytest.approx(2.0)
    assert error_crossing(x, np.array([1.0, 1.0, 1.0]), np.array([2.0, 2.0, 2.0])) == 1.0
    assert math.isnan(error_crossing(x, np.array([1.0, 1.0, 3.0]), np.array([2.0, 2.0, 2.0])))


def test_infinite_steps_have_no_error_and_change_no_other():
    shape = {"dimension": 3, "norm_bound": 2.0, "epsilons": [1.0, 2.0], "trials": 50}
    both, _ = discrete_laplace_errors(**shape, steps=[math.inf, 0.5], rng=np.random.default_rng(1))
    one, _ = discrete_laplace_errors(**shape, steps=[0.5], rng=np.random.default_rng(1))
    assert np.isnan(both[0]).all() and np.array_equal(both[1], one[0])


def test_ideal_code_of_coordinates_is_their_entropy():
    fair = np.tile(np.array([[0, 1], [1, 0], [2, 3], [3, 2]]), (50, 1))
    assert ideal_coordinate_bits(fair) == pytest.approx(4.0)
    assert math.isnan(ideal_coordinate_bits(np.arange(60).reshape(20, 3))), "every value was seen once"


def test_bits_of_cells_are_the_volume_the_words_and_an_ideal_code() -> None:
    mechanism = DiscreteLaplace(dimension=2, epsilon=1.0, norm_bound=4.0, step=1.0)
    x = np.tile([1.0, 0.0], (4000, 1))
    found = mechanism.bits_of_cells(x, np.random.default_rng(2))
    assert found.volume == math.ceil(math.log2(16 * math.pi))
    assert found.exact and found.words == math.ceil(math.log2(len(meeting(2, 16.0))))
    assert found.coded == ideal_coordinate_bits(mechanism.report(x, np.random.default_rng(2))) < found.words
