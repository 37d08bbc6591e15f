"""Every scheme held to what its decoder may learn: the ε of its own by other means, and what no ε holds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from ppr_core.channels import FiniteChannel, RandomizedResponseChannel, TruncatedGeometricChannel
from ppr_core.decoder_privacy import exact_decoder_privacy
from ppr_core.estimation.frequency import RandomizedResponse, frequency_scheme
from ppr_core.planning import Setup, TunedScheme, best, mechanism, solve
from ppr_core.planning.decoder_limit import held, held_plans
from ppr_core.planning.guarantees import largest_alpha
from ppr_core.planning.tasks.categories import frequency_error, release_error

TASKS = {
    "gaussian": Setup(),
    "laplace": Setup(task="laplace", dimension=1, epsilon=2.0),
    "privunit": Setup(task="privunit", dimension=100, epsilon=4.0),
    "categories": Setup(task="categories", categories=50, epsilon=2.0),
    "mean": Setup(task="mean", dimension=100),
    "local mean": Setup(task="mean", dimension=100, target="local", epsilon=4.0),
}
#: What is sent as it is, of which the decoder learns pure ε to within a ten-thousandth at δ′; noise tells less there.
AS_IT_IS = {"rejection", "plain", "sqkr", "hadamard", "pi_rappor", "randomized_response"}


def named(setup: Setup, label: str) -> TunedScheme:
    return next(way for way in best(setup).schemes if way.label == label)


@pytest.mark.parametrize("name", sorted(TASKS))
@pytest.mark.parametrize("limit", [0.3, 1.7])
def test_all_schemes_tell_the_decoder_the_same(name: str, limit: float) -> None:
    """None but PPR as it was checked, and CSGM, tells more; and what is proven for a scheme gives the ε of its own."""
    setup = TASKS[name].replace(decoder_epsilon=limit)
    first, *others = best(setup).schemes
    if first.breaks:
        assert others[0].label == f"{first.label}, held to ε′" and others[0].own < setup.epsilon
    for way in others:
        if way.name == "csgm":
            assert math.isinf(way.decoder) and "decoder_epsilon" in way.breaks
            continue
        assert "decoder_epsilon" not in way.breaks and way.decoder <= limit * (1 + 1e-9)
        assert way.reader <= way.decoder and way.own <= setup.epsilon
        if way.name in AS_IT_IS and setup.task in ("privunit", "categories"):
            assert way.own == pytest.approx(min(setup.epsilon, limit), rel=1.1e-3)
        if way.name == "plain" and not setup.kind.central:
            assert way.own >= min(setup.epsilon, limit) * 0.999  # at a δ an output of this ε tells no more than it
        if way.own < setup.epsilon and way.name != "mrc":
            assert way.decoder > 0.99 * limit  # as much as it may, so no more error than has to be
            assert way.free is None or way.free.own == setup.epsilon


def test_nothing_changes_where_nobody_is_kept_out() -> None:
    for setup in TASKS.values():
        for free in (setup.replace(trusted="server", decoder_epsilon=0.1), setup.replace(decoder_epsilon=math.inf)):
            # A reader of MRC's output is promised no more than its decoder, and has to learn at most ε as well.
            assert all(way.own == setup.epsilon for way in best(free).schemes if way.name != "mrc")
            assert all(way.reader <= setup.epsilon for way in best(free).schemes)
            assert len(best(free).schemes) == len(best(setup.replace(decoder_epsilon=1e6)).schemes)


@pytest.mark.parametrize("limit", [0.5, 4.0, 30.0])
def test_noise_of_a_mean_whose_every_report_is_held(limit: float) -> None:
    """The mean's own ε is what it may be; its noise by the closed form of one report, Balle and Wang 2018."""
    setup = TASKS["mean"].replace(decoder_epsilon=limit)
    way = named(setup, "Gaussian, uncompressed")

    def excess(noise: float) -> float:  # of δ over δ′ = 2·10⁻⁶ for two inputs 2C = 2 apart
        far = 2 / noise
        return norm.cdf(far / 2 - limit / far) - math.exp(limit) * norm.cdf(-far / 2 - limit / far) - 2e-6

    noise = brentq(excess, 0.05, 1e3)
    assert way.error == pytest.approx(noise / math.sqrt(500), rel=1.1e-3)
    assert way.own < setup.epsilon and way.error > mechanism(setup).error
    assert mechanism(setup).local.epsilon > limit  # without it every report told more


@pytest.mark.parametrize("limit", [0.5, 1.5])
def test_ppr_of_categories_by_looking_at_all(limit: float) -> None:
    """By hand, at every ε and α of a grid: no error is lower, and none within 5 % of the least has fewer bits."""
    setup = TASKS["categories"].replace(decoder_epsilon=limit)
    way = named(setup, "PPR, randomized response, held to ε′")
    alpha = dict(way.settings)["alpha"]

    def learned(epsilon: float, alpha: float) -> float:
        return exact_decoder_privacy(RandomizedResponseChannel(size=50, epsilon=epsilon), alpha, 2e-6).epsilon

    def error(epsilon: float) -> float:
        return frequency_error(RandomizedResponse(size=50, epsilon=epsilon), setup)

    assert learned(way.own, alpha) == pytest.approx(way.decoder) and learned(1.03 * way.own, alpha) > limit
    most = brentq(lambda epsilon: learned(epsilon, 1.01) - limit, 1e-3, 2.0)
    assert way.error == pytest.approx(1.05 * error(most), rel=2e-3)
    grid = [(epsilon, alpha) for epsilon in np.linspace(way.own, most, 6) for alpha in 1 + np.geomspace(0.01, 1.0, 9)]
    ends = limit * (1 + 1e-9)  # at the root of `most` rounding decides
    kept = [(epsilon, alpha) for epsilon, alpha in grid if learned(epsilon, alpha) <= ends]
    assert len(kept) >= 6
    for epsilon, alpha in kept:
        assert error(epsilon) >= way.error / 1.052
        assert solve(setup.replace(epsilon=float(epsilon), alpha=float(alpha))).bits > 0.995 * way.bits


def test_a_given_alpha_stays_and_infinity_is_not_held() -> None:
    setup = TASKS["gaussian"].replace(decoder_epsilon=0.8)
    (plan,) = held_plans(setup.replace(alpha=2.0))
    assert plan.alpha == 2.0 and 0.79 < plan.decoder.epsilon <= 0.8 and plan.settled.epsilon < 0.8
    assert not list(held_plans(setup.replace(alpha=math.inf)))
    labels = [way.label for way in best(setup.replace(alpha=math.inf)).schemes]
    assert labels == ["PPR", "Pseudorandom rejection", "Uncompressed"]
    assert best(setup.replace(alpha=math.inf)).schemes[0].breaks


def test_where_no_epsilon_is_small_enough() -> None:
    setup = TASKS["categories"].replace(decoder_epsilon=0.0015)
    assert held(setup, lambda one: one.epsilon).epsilon == pytest.approx(0.0015)
    assert held(setup, lambda one: 2 * one.epsilon) is None
    assert held(setup, lambda one: math.inf) is None
    ways = best(TASKS["laplace"].replace(decoder_epsilon=0.0015)).schemes
    assert all("decoder_epsilon" in way.breaks or way.decoder <= 0.0015 for way in ways)


def test_short_bits_and_a_short_time() -> None:
    short = TASKS["gaussian"].replace(decoder_epsilon=0.8, bit_budget=12.0)
    way = named(short, "PPR, held to ε′")
    assert way.bits <= 12 and not way.breaks
    assert way.error > named(short.replace(bit_budget=math.inf), "PPR, held to ε′").error
    quick = Setup(task="privunit", dimension=200, epsilon=16.0, decoder_epsilon=15.0, time_budget=2.0)
    way = named(quick, "PPR, held to ε′") if best(quick).schemes[0].breaks else best(quick).schemes[0]
    assert not way.breaks and 1000 * way.seconds <= 2.0


@pytest.mark.parametrize(("size", "epsilon"), [(2, 1.0), (7, 0.4), (12, 3.0)])
def test_errors_of_released_categories(size: int, epsilon: float) -> None:
    """Of randomized response the closed form; of a matrix that has an inverse, the spread of that applied to counts."""
    setup = Setup(task="categories", categories=size, epsilon=epsilon, clients=900)
    response = RandomizedResponseChannel(size=size, epsilon=epsilon)
    keep = math.exp(epsilon) / (math.exp(epsilon) + size - 1)
    same = FiniteChannel(
        np.full((size, size), (1 - keep) / (size - 1)) + np.eye(size) * (keep - (1 - keep) / (size - 1))
    )
    own = frequency_error(RandomizedResponse(size=size, epsilon=epsilon), setup)
    assert release_error(same, setup) == pytest.approx(own)
    assert release_error(response, setup) in (None, pytest.approx(own))
    law = TruncatedGeometricChannel(size=size, epsilon=epsilon).matrix
    back = np.linalg.inv(law)
    spread = [back.T @ (np.diag(row) - np.outer(row, row)) @ back for row in law]
    error = math.sqrt(np.trace(np.mean(spread, axis=0)) / size / 900)
    assert release_error(TruncatedGeometricChannel(size=size, epsilon=epsilon), setup) == pytest.approx(error)


@pytest.mark.parametrize("name", ["subset_selection", "rappor"])
def test_a_release_of_sets_errs_as_its_oracle(name: str) -> None:
    from ppr_core.experiments.parameter_check import ParameterCheck

    setup = ParameterCheck(task=name, categories=12, epsilon=1.5).setup
    assert mechanism(setup).error == frequency_error(frequency_scheme(name, size=12, epsilon=1.5), setup)
    held_to = best(setup.replace(decoder_epsilon=0.7))
    plain = next(way for way in held_to.schemes if way.name == "plain")
    assert plain.error == frequency_error(frequency_scheme(name, size=12, epsilon=0.7), setup)
    assert held_to.measure == "frequency"


def test_any_limit_above_all_that_is_told_allows_every_alpha() -> None:
    """Hidden by a large δ, the decoder learns ε = 0: its ratio to a huge limit is below the least number of a float."""
    setup = TASKS["privunit"].replace(split="optimized", reports=1, epsilon=2e-3, delta=0.1)
    for limit in (1.0, 1e106, math.inf):
        assert largest_alpha(setup.replace(decoder_epsilon=limit)) == 100
