"""Accounting of means: against dp-accounting called directly, closed forms and the exact δ of one sum."""

from __future__ import annotations

import math

import numpy as np
import pytest
from dp_accounting import dp_event, mechanism_calibration, rdp
from dp_accounting.pld import PLDAccountant
from scipy import integrate, optimize, stats

from ppr_core.accounting import (
    INTEGER_ORDERS,
    gaussian_noise_std,
    gaussian_privacy,
    gaussian_renyi_noise_std,
    gaussian_renyi_privacy,
    sampled_gaussian_noise_multiplier,
    sampled_gaussian_privacy,
)
from ppr_core.accounting.sampled_renyi import replaced_renyi, sampled_renyi
from ppr_core.estimation.mean import CSGM, csgm_noise_std, mean_noise_std, mean_privacy
from ppr_core.guarantees import rdp_to_approximate
from ppr_core.randomness import SharedRandomness

DELTA = 1e-6


def event(multiplier: float, probability: float, count: int) -> dp_event.DpEvent:
    gaussian = dp_event.GaussianDpEvent(multiplier)
    return dp_event.SelfComposedDpEvent(dp_event.PoissonSampledDpEvent(probability, gaussian), count)


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1.0, 6.0])
def test_gaussian_by_renyi_is_the_best_order_of_lemma_16(epsilon: float):
    noise = gaussian_renyi_noise_std(2.0, epsilon, DELTA)
    best = min(rdp_to_approximate(g, g * 4.0 / (2 * noise**2), DELTA).epsilon for g in INTEGER_ORDERS)
    found = gaussian_renyi_privacy(noise, 2.0, DELTA)
    assert found.epsilon == pytest.approx(best, rel=1e-12) and found.epsilon <= epsilon
    assert best == pytest.approx(epsilon, rel=1e-7)
    assert gaussian_privacy(noise, 2.0, DELTA).epsilon < found.epsilon
    assert 1.02 < noise / gaussian_noise_std(2.0, epsilon, DELTA) < 1.12
    if epsilon > 0.1:
        assert gaussian_renyi_noise_std(2.0, epsilon, DELTA, orders=(128.0,)) > noise


def test_gaussian_by_renyi_against_the_calibration_of_the_package():
    calibrated = mechanism_calibration.calibrate_dp_mechanism(
        lambda: rdp.RdpAccountant(INTEGER_ORDERS), dp_event.GaussianDpEvent, 1.0, DELTA, tol=1e-9
    )
    assert gaussian_renyi_noise_std(1.0, 1.0, DELTA) == pytest.approx(calibrated, rel=1e-7)


@pytest.mark.parametrize("neighbours", ["zero_out", "replace_one"])
@pytest.mark.parametrize("epsilon", [0.05, 1.0, 6.0])
@pytest.mark.parametrize("probability", [0.025, 0.4])
def test_sampled_noise_is_private_and_tight(probability: float, epsilon: float, neighbours: str):
    z = sampled_gaussian_noise_multiplier(probability, 1000, epsilon, DELTA, neighbours=neighbours)
    at = [
        sampled_gaussian_privacy(z * factor, probability, 1000, DELTA, neighbours=neighbours).epsilon
        for factor in (1.0, 1 - 1e-6)
    ]
    assert at[0] <= epsilon < at[1]


@pytest.mark.parametrize(("multiplier", "probability", "count"), [(7.3, 0.05, 1000), (2.0, 0.01, 50)])
def test_sampled_privacy_is_that_of_the_package(multiplier: float, probability: float, count: int):
    composed = event(multiplier, probability, count)
    by_renyi = sampled_gaussian_privacy(multiplier, probability, count, DELTA)
    theirs = rdp.RdpAccountant(INTEGER_ORDERS).compose(composed).get_epsilon(DELTA)  # other sums of the same terms
    assert by_renyi.epsilon == pytest.approx(theirs, rel=1e-12)
    by_loss = sampled_gaussian_privacy(multiplier, probability, count, DELTA, method="pld")
    assert by_loss.epsilon == pytest.approx(PLDAccountant().compose(composed).get_epsilon(DELTA), rel=1e-12)
    assert by_loss.epsilon < by_renyi.epsilon
    assert (by_loss.source, by_renyi.source) == ("pld.dots", "gaussian.sampled")
    assert by_renyi.conditions[0] == "neighbours: zero_out"


@pytest.mark.parametrize("neighbours", ["zero_out", "replace_one"])
def test_loss_distribution_of_a_gaussian_is_the_analytic_formula(neighbours: str):
    sensitivity = 1.0 if neighbours == "zero_out" else 2.0
    found = sampled_gaussian_privacy(3.0, 1.0, 4, DELTA, neighbours=neighbours, method="pld").epsilon
    exact = gaussian_privacy(3.0, 2.0 * sensitivity, DELTA).epsilon
    assert exact <= found < exact + 1e-3


def exact_delta(multiplier: float, probability: float, epsilon: float, other: float) -> float:
    """sup over events of P − e^ε Q for one sum, the larger of both orders; the contribution is at 1, or at ``other``.

    The likelihood ratio grows with z, so the best events are half-lines that begin where it is e^ε.
    """

    def tail(place: float, t: float, law) -> float:
        parts = ((1 - probability, 0.0), (probability, place))
        return sum(weight * law(t, centre, multiplier) for weight, centre in parts)

    def excess(t: float, sign: float) -> float:
        return sign * math.log(tail(1.0, t, stats.norm.pdf) / tail(other, t, stats.norm.pdf)) - epsilon

    found = [0.0]
    for sign, law, places in ((1.0, stats.norm.sf, (1.0, other)), (-1.0, stats.norm.cdf, (other, 1.0))):
        ends = (-20.0 * multiplier, 20.0 * multiplier)
        if excess(ends[0], sign) * excess(ends[1], sign) < 0:
            t = optimize.brentq(excess, *ends, args=(sign,), xtol=1e-14)
            found.append(tail(places[0], t, law) - math.exp(epsilon) * tail(places[1], t, law))
    return max(found)


@pytest.mark.parametrize(("multiplier", "probability"), [(1.2, 0.2), (2.0, 0.5)])
@pytest.mark.parametrize(("neighbours", "other"), [("zero_out", 0.0), ("replace_one", -1.0)])
@pytest.mark.parametrize("method", ["renyi", "pld"])
def test_sampled_privacy_holds_for_the_exact_delta(
    multiplier: float, probability: float, neighbours: str, other: float, method: str
):
    found = sampled_gaussian_privacy(multiplier, probability, 1, 1e-4, neighbours=neighbours, method=method).epsilon
    assert exact_delta(multiplier, probability, found, other) <= 1e-4 * (1 + 1e-9)
    if neighbours == "replace_one":  # what holds for a removal would not do
        removal = sampled_gaussian_privacy(multiplier, probability, 1, 1e-4, method=method).epsilon
        assert exact_delta(multiplier, probability, removal / 2, other) > 1e-4


@pytest.mark.parametrize(("z", "q"), [(10.0, 0.3), (1.0, 0.05), (0.4, 0.5), (0.15, 0.01)])
def test_divergence_of_a_replaced_contribution(z: float, q: float):
    """D_γ(P₊‖P₋) on a fine grid; below the triangle inequality through zero (Mironov 2017, Proposition 11),
    (γ − ½)/(γ − 1) D_{2γ} + D_{2γ−1}, which it nearly reaches for small signals."""

    def logs(u: np.ndarray, sign: float) -> np.ndarray:
        near, far = (math.log(w) - 0.5 * ((u - c) / z) ** 2 for w, c in ((1 - q, 0.0), (q, sign)))
        return np.logaddexp(near, far) - math.log(z * math.sqrt(2 * math.pi))

    orders = np.array([1.5, 2.0, 5.0, 20.0])
    for order, found in zip(orders, replaced_renyi(z, q, 3, orders), strict=True):

        def log_integrand(u: np.ndarray, order: float = order) -> np.ndarray:
            return order * logs(u, 1.0) + (1 - order) * logs(u, -1.0)

        grid = np.linspace(-1 - 12 * z, 2 * order + 12 * z, 4001)
        peak = log_integrand(grid).max()
        fine = np.linspace(grid[0], grid[-1], 400_001)
        area = integrate.trapezoid(np.exp(log_integrand(fine) - peak), fine)
        assert found == pytest.approx(3 * (peak + math.log(area)) / (order - 1), rel=1e-8)
        if order == int(order):
            first, second = sampled_renyi(z, q, 3, np.array([2 * order, 2 * order - 1]))
            assert found < (order - 0.5) / (order - 1) * first + second


def two_dimensional_delta(z: float, q: float, epsilon: float, angle: float, short: float) -> float:
    """δ(ε) of one sum between x = (1, 0) and x′ of norm ``short`` at an angle, by a fine grid in the plane."""
    side = np.linspace(-7 * z - 1, 7 * z + 1, 401)
    u, v = np.meshgrid(side, side)

    def density(a: float, b: float) -> np.ndarray:
        return stats.norm.pdf(u, a, z) * stats.norm.pdf(v, b, z)

    first = (1 - q) * density(0, 0) + q * density(1, 0)
    second = (1 - q) * density(0, 0) + q * density(short * math.cos(angle), short * math.sin(angle))
    return float(np.maximum(first - math.exp(epsilon) * second, 0).sum() * (side[1] - side[0]) ** 2)


@pytest.mark.parametrize(("z", "q", "epsilon"), [(0.7, 0.3, 0.0), (0.7, 0.3, 1.0), (1.5, 0.6, 0.2), (0.4, 0.1, 3.0)])
def test_opposite_contributions_are_the_worst_pair(z: float, q: float, epsilon: float):
    angles = np.linspace(0, math.pi, 7)
    turned = [two_dimensional_delta(z, q, epsilon, angle, 1.0) for angle in angles]
    assert np.all(np.diff(turned) > -1e-9)
    longer = [two_dimensional_delta(z, q, epsilon, math.pi, short) for short in (0.0, 0.4, 0.8, 1.0)]
    assert np.all(np.diff(longer) > -1e-9)
    assert turned[-1] == pytest.approx(exact_delta(z, q, epsilon, -1.0), abs=1e-4)


@pytest.mark.parametrize("epsilon", [1.0, 7.0, 20.0])
def test_the_orders_of_a_replacement_are_nearly_tight(epsilon: float):
    """The Rényi bound lies a little above the loss distribution; group privacy was up to 1.9 times as far."""
    z = sampled_gaussian_noise_multiplier(0.2, 5, epsilon, DELTA, neighbours="replace_one")
    by_loss = sampled_gaussian_privacy(z, 0.2, 5, DELTA, neighbours="replace_one", method="pld").epsilon
    assert by_loss <= epsilon * (1 + 1e-9) and epsilon < 1.35 * by_loss


@pytest.mark.parametrize("epsilon", [200.0, 2000.0])
def test_a_replacement_at_large_epsilon_does_not_overflow(epsilon: float):
    z = sampled_gaussian_noise_multiplier(0.2, 5, epsilon, DELTA, neighbours="replace_one")
    assert sampled_gaussian_privacy(z, 0.2, 5, DELTA, neighbours="replace_one").epsilon <= epsilon


@pytest.mark.parametrize("neighbours", ["zero_out", "replace_one"])
def test_csgm_that_sends_everything_is_the_gaussian_mechanism(neighbours: str):
    """γ = 1: the same noise for the same ε, with L2 sensitivity c√d/n, and no error but that noise."""
    options = {"clients": 40, "neighbours": neighbours}
    for accountant_epsilon in (0.3, 2.0):
        csgm = csgm_noise_std(
            dimension=9, bits=9, epsilon=accountant_epsilon, delta=DELTA, coordinate_bound=0.5, **options
        )
        gaussian = mean_noise_std(
            norm_bound=1.5, epsilon=accountant_epsilon, delta=DELTA, accounting="renyi", **options
        )
        assert csgm == pytest.approx(gaussian, rel=1e-8)
    x = np.where(np.random.default_rng(0).random((40, 9)) < 0.8, 0.5, -0.5)
    one = CSGM(dimension=9, bits=9, noise_std=0.2, coordinate_bound=0.5, **options)
    analytic = mean_privacy(0.2, norm_bound=1.5, delta=DELTA, **options).epsilon
    assert analytic <= one.central_privacy(DELTA, method="pld").epsilon < analytic + 1e-3
    silent = CSGM(dimension=9, bits=9, noise_std=0.0, coordinate_bound=0.5, **options)
    assert silent.estimate(x, SharedRandomness(1), np.random.default_rng(1)).squared_error < 1e-28
    errors = [one.estimate(x, SharedRandomness(r), np.random.default_rng(r)) for r in range(100)]
    noise = np.concatenate([found.mean - found.target for found in errors])
    assert stats.kstest(noise, "norm", args=(0, 0.2)).pvalue > 1e-3


def test_replacing_needs_twice_the_noise_of_zeroing():
    options = {"norm_bound": 1.0, "clients": 10, "epsilon": 1.0, "delta": DELTA}
    for accountant in ("analytic", "renyi"):
        pair = [mean_noise_std(neighbours=n, accounting=accountant, **options) for n in ("zero_out", "replace_one")]
        assert pair[1] == pytest.approx(2 * pair[0], rel=1e-7)
        back = mean_privacy(
            pair[0], norm_bound=1.0, clients=10, delta=DELTA, accounting=accountant, neighbours="zero_out"
        )
        assert back.epsilon <= 1.0 and back.epsilon == pytest.approx(1.0, rel=1e-6)
        assert (back.notion, back.conditions[0]) == ("central", "neighbours: zero_out")


def test_conversion_has_a_floor():
    """min over the orders of c_γ: no noise gets below, and none is reported below because of rounding."""
    least = min(math.log1p(-1 / g) - math.log(DELTA * g) / (g - 1) for g in INTEGER_ORDERS)
    assert least == pytest.approx(0.0285, abs=1e-3)
    for neighbours in ("zero_out", "replace_one"):
        for z in (1e5, 1e12):
            silent = sampled_gaussian_privacy(z, 0.05, 1000, DELTA, neighbours=neighbours)
            assert least <= silent.epsilon < least + 1e-6
        z = sampled_gaussian_noise_multiplier(0.05, 1000, 1.05 * least, DELTA, neighbours=neighbours)
        assert sampled_gaussian_privacy(z, 0.05, 1000, DELTA, neighbours=neighbours).epsilon <= 1.05 * least
        with pytest.raises(ValueError, match=r"epsilon must be a number above 0\.028"):
            sampled_gaussian_noise_multiplier(0.05, 1000, least, DELTA, neighbours=neighbours)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sampled_gaussian_privacy(0.0, 0.1, 1, DELTA), "noise_multiplier must be a number above 0; got 0"),
        (lambda: sampled_gaussian_privacy(1.0, 1.5, 1, DELTA), "probability must be a number above 0 and at most 1"),
        (lambda: sampled_gaussian_privacy(1.0, 0.5, 0, DELTA), "count must be a whole number at least 1"),
        (lambda: sampled_gaussian_privacy(1.0, 0.5, 1, 0.0), "delta must be a number above 0 and below 1"),
        (lambda: sampled_gaussian_privacy(1.0, 0.5, 1, DELTA, orders=(1.0,)), "orders must be numbers above 1"),
        (lambda: sampled_gaussian_privacy(1.0, 0.5, 1, DELTA, method="x"), "method must be one of renyi, pld"),
        (lambda: mean_noise_std(norm_bound=1, clients=0, epsilon=1, delta=DELTA), "clients must be a whole number"),
    ],
)
def test_bad_input_is_named(call, message: str):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(message)
