"""The Gaussian mechanism's (ε, δ) against 80-digit evaluation of its closed form.

Balle and Wang, "Improving the Gaussian mechanism for differential privacy" (ICML 2018), Theorem 8:
δ(ε) = Φ(Δ/(2s) − εs/Δ) − e^ε Φ(−Δ/(2s) − εs/Δ), and nothing smaller will do.
"""

from __future__ import annotations

import math
import subprocess
import sys

import mpmath
import numpy as np
import pytest
from dp_accounting.gaussian_mechanism import get_epsilon_gaussian, get_sigma_gaussian
from dp_accounting.rdp import rdp_privacy_accountant
from hypothesis import given
from hypothesis import strategies as st

from ppr_core.accounting import gaussian_noise_std, gaussian_privacy
from ppr_core.accounting.conversion import renyi_epsilon
from ppr_core.accounting.sampled_renyi import sampled_event, sampled_renyi

STDS = [1e-6, 0.9e-3, 1.1e-3, 0.01, 0.1, 0.5, 1.0, 4.0, 50.0, 1e4, 1e8, 2e9, 1e13]
EPSILONS = [0.0, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 1.0, 3.0, 10.0, 100.0, 1e4, 4e5, 1e8]
DELTAS = [1e-300, 1e-30, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.999]


def exact_delta(multiplier: float, epsilon: float) -> mpmath.mpf:
    """δ(ε) at noise s = multiplier · Δ; 160 digits outlast the cancellation of e^ε Φ(·) at every size used here."""
    with mpmath.workdps(160):
        s, e = mpmath.mpf(multiplier), mpmath.mpf(epsilon)
        return mpmath.ncdf(1 / (2 * s) - e * s) - mpmath.exp(e) * mpmath.ncdf(-1 / (2 * s) - e * s)


@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("noise_std", STDS)
def test_epsilon_is_private_and_tight(noise_std: float, delta: float):
    epsilon = gaussian_privacy(noise_std, 1.0, delta).epsilon
    assert exact_delta(noise_std, epsilon) <= delta
    if 1e-3 <= noise_std <= 1e9:  # outside, a closed form on the private side stands in
        smaller = epsilon * (1 - 1e-11) - 3e-12
        assert smaller < 0 or exact_delta(noise_std, smaller) > delta
    else:
        assert epsilon <= 1.01 * (0.5 / noise_std + math.sqrt(-2 * math.log(delta))) / noise_std + 4e-8


@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_noise_is_private_and_tight(epsilon: float, delta: float):
    noise_std = gaussian_noise_std(1.0, epsilon, delta)
    if noise_std < 1e60:
        assert exact_delta(noise_std, epsilon) <= delta
    if 1e-3 <= epsilon < 5e5:  # outside, a closed form on the private side may stand in
        assert exact_delta(noise_std * (1 - 1e-11 * (1 + noise_std)), epsilon) > delta


@pytest.mark.parametrize("delta", [1e-20, 1e-300])
def test_noise_at_epsilon_zero_is_the_total_variation_bound(delta: float):
    """δ(0) = erf(Δ/(2√2 s)) ≈ Δ/(s√(2π)) for large s, where the difference of two normal tails has no digits left."""
    assert gaussian_noise_std(1.0, 0.0, delta) == pytest.approx(1 / (delta * math.sqrt(2 * math.pi)), rel=1e-11)


@given(st.floats(0.05, 50.0), st.floats(1e-12, 0.5), st.floats(1e-3, 1e3))
def test_the_two_functions_invert_each_other(epsilon: float, delta: float, sensitivity: float):
    noise_std = gaussian_noise_std(sensitivity, epsilon, delta)
    recovered = gaussian_privacy(noise_std, sensitivity, delta).epsilon
    assert recovered == pytest.approx(epsilon, rel=1e-9)
    assert gaussian_privacy(noise_std * 0.99, sensitivity, delta).epsilon > epsilon


@given(st.floats(1e-6, 1e6), st.floats(1e-6, 1e6), st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_more_noise_or_more_delta_never_costs_privacy(s: float, t: float, delta: float, other: float):
    (s, t), (delta, other) = sorted((s, t)), sorted((delta, other))
    base = gaussian_privacy(s, 1.0, delta).epsilon
    slack = 1e-9 * (1.0 + base) if math.isfinite(base) else 0.0  # rounding up by the margin
    if (s < 1e-3) == (t < 1e-3):  # the stand-in below 10⁻³ is a little larger than the exact value
        assert gaussian_privacy(t, 1.0, delta).epsilon <= base + slack
    assert gaussian_privacy(s, 1.0, other).epsilon <= base + slack


def test_known_answers():
    """Φ(½) − Φ(−½) = 0.3829249225 is δ(0) at s = Δ; by the mirror image, ε = 0 is reached at exactly that δ."""
    assert gaussian_privacy(1.0, 1.0, 0.38292492255).epsilon == 0.0
    assert gaussian_privacy(1.0, 1.0, 0.38292).epsilon > 0.0
    assert gaussian_noise_std(3.0, 0.0, 0.38292492254802624) == pytest.approx(3.0, rel=1e-10)
    # δ(1) at s = Δ: Φ(−½) − e Φ(−3/2) = 0.3085375387 − 2.7182818285 · 0.0668072013
    assert gaussian_privacy(1.0, 1.0, 0.3085375387 - 2.7182818285 * 0.0668072013).epsilon == pytest.approx(1, abs=1e-8)


def test_edges():
    assert gaussian_privacy(1.0, 1.0, 0.0).epsilon == math.inf
    assert gaussian_privacy(0.0, 1.0, 0.1).epsilon == math.inf
    assert gaussian_privacy(0.0, 0.0, 0.0).epsilon == 0.0
    assert gaussian_privacy(5.0, 0.0, 0.1).delta == 0.0
    assert gaussian_privacy(0.0, 1.0, 1.0).epsilon == 0.0
    assert gaussian_privacy(math.inf, 1.0, 0.0).epsilon == 0.0
    assert gaussian_privacy(1e-300, 1e300, 0.1).epsilon == math.inf
    assert gaussian_privacy(1e300, 1e-300, 0.0).epsilon == math.inf
    assert gaussian_noise_std(1.0, 1.0, 0.0) == math.inf
    assert gaussian_noise_std(0.0, 1.0, 0.0) == 0.0
    assert gaussian_noise_std(1.0, math.inf, 0.0) == 0.0
    assert gaussian_noise_std(1.0, 0.0, 1.0) == 0.0
    assert 0.0 < gaussian_noise_std(1.0, 1e308, 0.1) < 1e-150


def test_guarantee_says_whose_and_which():
    guarantee = gaussian_privacy(2.0, 0.5, 1e-6, notion="central")
    assert (guarantee.against, guarantee.notion, guarantee.delta) == ("database", "central", 1e-6)
    assert guarantee.source == "gaussian.analytic"
    assert guarantee.conditions == ("L2 sensitivity 0.5",)
    assert gaussian_privacy(2.0, 0.5, 1e-6).notion == "local"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gaussian_privacy(-1.0, 1.0, 0.1), "noise_std must be a number at least 0"),
        (lambda: gaussian_privacy(math.nan, 1.0, 0.1), "noise_std must be a number at least 0"),
        (lambda: gaussian_privacy(1.0, math.inf, 0.1), "sensitivity must be a number at least 0; got inf"),
        (lambda: gaussian_privacy(1.0, 1.0, 1.1), "delta must be a number at least 0 and at most 1; got 1.1"),
        (lambda: gaussian_noise_std(1.0, -0.1, 0.1), "epsilon must be a number at least 0"),
        (lambda: gaussian_noise_std(1.0, 0.1, -0.1), "delta must be a number at least 0 and at most 1"),
        (
            lambda: gaussian_privacy(1.0, 1.0, 0.1, notion="metric"),
            "notion must be one of local, central; got 'metric'",
        ),
    ],
)
def test_bad_input_is_named(call, message: str):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("delta", [1e-12, 1e-6, 1e-2])
def test_dp_accounting_agrees(delta: float):
    """An independent package on noise, ε, and the conversion of Rényi divergences, whose best order it shares."""
    for size in np.geomspace(0.02, 1e3, 12):
        assert gaussian_privacy(size, 1.0, delta).epsilon == pytest.approx(
            get_epsilon_gaussian(size, delta), rel=1e-9, abs=1e-9
        )
        assert gaussian_noise_std(1.0, size, delta) == pytest.approx(get_sigma_gaussian(size, delta), rel=1e-7)
    rng, orders = np.random.default_rng(3), np.array([1.005, 1.1, 1.7, *range(2, 100)])
    for scale in (1e-9, 1e-3, 1.0, 30.0):
        divergences = np.sort(rng.exponential(scale, size=len(orders)))
        theirs = rdp_privacy_accountant.compute_epsilon(list(orders), list(divergences), delta)
        assert renyi_epsilon(divergences, orders, delta) == pytest.approx(theirs, rel=1e-12)


def test_import_stays_light():
    """dp-accounting takes about a second to import; reading a page must not pay for it."""
    program = "import sys, ppr_core.accounting, ppr_core.guarantees; print('dp_accounting' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("multiplier", [0.3, 1.0, 20.0])
@pytest.mark.parametrize("probability", [1e-4, 0.03, 0.7, 1.0])
def test_sampled_sums_at_whole_orders_are_those_of_dp_accounting(multiplier: float, probability: float) -> None:
    orders = np.array([2.0, 3.0, 7.0, 64.0, 256.0])
    accountant = rdp_privacy_accountant.RdpAccountant(orders.tolist())
    theirs = accountant.compose(sampled_event(multiplier, probability, 12)).rdp
    assert sampled_renyi(multiplier, probability, 12, orders) == pytest.approx(theirs, rel=1e-9, abs=1e-12)
    assert (
        sampled_renyi(multiplier, probability, 12, orders)
        == pytest.approx(  # orders between go to dp-accounting
            sampled_renyi(multiplier, probability, 12, np.append(orders, 2.5))[:-1], rel=1e-9, abs=1e-12
        )
    )
