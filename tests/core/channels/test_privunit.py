"""PrivUnit: caps, scale and privacy against numerical integration and closed forms; the best split; extremes."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from ppr_core.channels import PrivUnitChannel
from ppr_core.channels.caps import Cap, optimal_cap, split_cap

DIMENSIONS = (2, 5, 500, 5000)
EPSILONS = (1e-3, 0.5, 2.0, 8.0, 16.0)
SPLITS = ("optimized", "default", 0.1, "hemisphere")
NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)

dimensions = st.integers(2, 3000)
epsilons = st.floats(1e-3, 50.0)


def integrals(dimension: int, edge: float) -> np.ndarray:
    """Mass and E[t] of t = cos φ for φ <= edge and beyond, [[cap mass, cap moment], [rest mass, rest moment]]; φ has
    density ∝ sin^{d−2} φ. Both sides in pieces that get finer towards the edge, where caps of high dimension have most.
    """
    steps = np.concatenate([[0.0], 2.0 ** -np.arange(20, -1, -1)])
    found = []
    for ends in (edge - edge * steps[::-1], edge + (math.pi - edge) * steps):
        mid, half = (ends[1:] + ends[:-1])[:, None] / 2, np.abs(np.diff(ends))[:, None] / 2
        angle = mid + half * NODES
        with np.errstate(divide="ignore"):
            density = np.exp((dimension - 2) * np.log(np.sin(angle))) * half * WEIGHTS
        found.append([density.sum(), (density * np.cos(angle)).sum()])
    sums = np.array(found)
    return sums / sums[:, 0].sum()


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_scale_and_epsilon_by_numerical_integration(dimension: int, split: str | float) -> None:
    for epsilon in EPSILONS:
        channel = PrivUnitChannel(dimension=dimension, epsilon=epsilon, split=split)
        (cap, cap_moment), (rest, rest_moment) = integrals(dimension, channel.cap.angle)
        p = channel.cap_probability
        assert channel.cap_mass == pytest.approx(cap, rel=1e-9)
        assert channel.scale == pytest.approx(p * cap_moment / cap + (1 - p) * rest_moment / rest, rel=1e-8)
        assert math.log(p / cap) == pytest.approx(channel.log_high, abs=1e-9)
        ratio = math.log(p / (1 - p) * rest / cap)
        assert ratio == pytest.approx(channel.privacy().epsilon, abs=1e-8)
        assert ratio <= epsilon + 1e-8
        if split in ("optimized", "hemisphere"):
            assert ratio == pytest.approx(epsilon, abs=1e-8)
        assert channel.scale_at(p) == pytest.approx(channel.scale, rel=1e-9)
        assert channel.scale_at(cap) == pytest.approx(0.0, abs=1e-12)
        assert channel.error_per_client == pytest.approx(1 / channel.scale**2 - 1, rel=1e-9)


@pytest.mark.parametrize("dimension", [2, 3, 50, 5000, 100_000])
@pytest.mark.parametrize("epsilon", [0.01, 3.0, 30.0])
def test_caps_with_many_digits(dimension: int, epsilon: float) -> None:
    cap = optimal_cap(dimension, epsilon)
    with mpmath.workdps(40):
        a = mpmath.mpf(dimension - 1) / 2
        sine2 = mpmath.mpf(cap.sine2) if cap.sine2 < 0.5 else 1 - mpmath.mpf(cap.cosine2)
        mass = mpmath.betainc(a, 0.5, 0, sine2, regularized=True) / 2
        moment = a * mpmath.log(sine2) - mpmath.log(2 * a) - mpmath.log(mpmath.beta(0.5, a))
    assert cap.mass == pytest.approx(float(mass), rel=1e-12)
    assert cap.log_first_moment == pytest.approx(float(moment), abs=1e-10)


def test_closed_forms_in_the_plane_and_in_space() -> None:
    for epsilon in (0.1, 1.0, 5.0, 20.0, 25.180593183931713):  # the last takes the root finding longest
        plane = PrivUnitChannel(dimension=2, epsilon=epsilon)
        assert plane.cap_mass == pytest.approx(plane.cap.angle / math.pi, rel=1e-12)
        assert plane.gamma == pytest.approx(math.cos(plane.cap.angle), rel=1e-12)
        space = PrivUnitChannel(dimension=3, epsilon=epsilon)
        assert space.gamma == pytest.approx(math.tanh(epsilon / 4), rel=1e-9)
        assert space.cap_probability == pytest.approx(1 / (1 + math.exp(-epsilon / 2)), rel=1e-9)


@pytest.mark.parametrize("dimension", [2, 3, 50, 5000])
def test_hemisphere_is_the_mechanism_of_duchi_jordan_wainwright(dimension: int) -> None:
    """E[z] = (e^ε − 1)/(e^ε + 1) · Γ(d/2)/(√π Γ((d+1)/2)) x, each hemisphere with mass ½."""
    channel = PrivUnitChannel(dimension=dimension, epsilon=1.3, split="hemisphere")
    log_mean = special.gammaln(dimension / 2) - special.gammaln((dimension + 1) / 2) - 0.5 * math.log(math.pi)
    assert channel.scale == pytest.approx(math.tanh(0.65) * math.exp(log_mean), rel=1e-10)
    assert (channel.gamma, channel.cap_mass) == (0.0, 0.5)
    assert channel.cap_probability == pytest.approx(1 / (1 + math.exp(-1.3)), rel=1e-14)
    nats = channel.divergence_bits(np.eye(dimension)[:1])[0] * math.log(2)
    p = 1 / (1 + math.exp(-1.3))
    assert nats == pytest.approx(p * math.log(2 * p) + (1 - p) * math.log(2 - 2 * p), rel=1e-12)


@given(dimension=dimensions, epsilon=epsilons, share=st.floats(0.01, 0.99))
def test_the_optimized_split_has_no_better_one(dimension: int, epsilon: float, share: float) -> None:
    best = PrivUnitChannel(dimension=dimension, epsilon=epsilon)
    for split in (share, "default", "hemisphere"):
        other = PrivUnitChannel(dimension=dimension, epsilon=epsilon, split=split)
        assert other.scale <= best.scale * (1 + 1e-10)
        assert other.privacy().epsilon <= epsilon
    # Any cap at the full ε, narrower or wider, by the definition of m.
    for gamma in np.linspace(0.0, min(1.0, 3 * best.gamma), 40, endpoint=False):
        cap = Cap.from_gamma(dimension, float(gamma))
        low = 1 / (1 + cap.mass * math.expm1(epsilon))
        assert math.exp(cap.log_first_moment) * low * math.expm1(epsilon) <= best.scale * (1 + 1e-10)
    assert best.scale == pytest.approx(best.gamma, rel=1e-9)


@given(dimension=dimensions, epsilon=st.floats(1e-6, 100.0))
def test_epsilon_is_met_and_never_exceeded(dimension: int, epsilon: float) -> None:
    channel = PrivUnitChannel(dimension=dimension, epsilon=epsilon)
    found = channel.privacy()
    assert epsilon * (1 - 1e-12) - 1e-14 <= found.epsilon <= epsilon
    assert (found.delta, found.against, found.notion) == (0.0, "database", "local")
    levels = channel.two_levels()
    assert levels.mass * levels.high + (1 - levels.mass) * levels.low == pytest.approx(1.0, rel=1e-12)
    assert 0 < channel.cap_mass < 0.5 < channel.cap_probability <= 1


@given(dimension=dimensions, epsilon=st.floats(0.01, 50.0))
def test_default_split_takes_the_largest_allowed_gamma(dimension: int, epsilon: float) -> None:
    def allowed(gamma: float) -> bool:
        wide = gamma <= math.tanh(epsilon / 2) * math.sqrt(math.pi / (2 * (dimension - 1)))
        need = 0.5 * math.log(dimension) + math.log(6) - (dimension - 1) / 2 * math.log1p(-(gamma**2)) + math.log(gamma)
        return wide or (gamma >= math.sqrt(2 / dimension) and need <= epsilon)

    cap = split_cap(dimension, epsilon)
    ratio = math.log1p(-cap.mass) - math.log(cap.mass)
    assert ratio <= epsilon * (1 + 1e-9)
    if ratio < epsilon * (1 - 1e-6):  # the rule, not the exact limit, decides
        assert allowed(cap.gamma * (1 - 1e-9))
        assert cap.gamma * (1 + 1e-6) >= 1 or not allowed(cap.gamma * (1 + 1e-6))


def test_the_first_condition_is_not_enough_in_the_plane() -> None:
    """For d = 2 and ε = 2.2 condition (16a) lets γ be 1.003: no cap at all. Ours keeps (1−θ)/θ = e^2.2."""
    epsilon = 2.2
    assert math.tanh(epsilon / 2) * math.sqrt(math.pi / 2) > 1
    cap = split_cap(2, epsilon)
    assert math.log((1 - cap.mass) / cap.mass) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize(("dimension", "epsilon"), [(2, 1.0), (5, 3.0), (500, 8.0)])
@pytest.mark.parametrize("split", ["optimized", "default"])
def test_reports_are_unbiased_and_follow_their_law(dimension: int, epsilon: float, split: str) -> None:
    """Mean of z/m within 4 standard errors in three directions; ⟨x, z⟩ against the beta law (level 1e-4)."""
    channel = PrivUnitChannel(dimension=dimension, epsilon=epsilon, split=split)
    directions = np.linalg.qr(np.sin(np.arange(1.0, 2 * dimension + 1).reshape(dimension, 2)))[0].T
    x = np.broadcast_to(directions[0], (20_000 if dimension < 100 else 4_000, dimension))
    z = channel.sample(x, np.random.default_rng(5))
    assert np.allclose(np.linalg.norm(z, axis=1), 1, atol=1e-12)
    total = np.sum(z, axis=1) / channel.scale
    for values, wanted in [
        *((z @ u / channel.scale, float(u @ x[0])) for u in directions),
        (total, float(x[0].sum())),
    ]:
        assert abs(values.mean() - wanted) <= 4 * values.std() / math.sqrt(len(values))
    inner = stats.beta((dimension - 1) / 2, (dimension - 1) / 2, loc=-1, scale=2)
    cap, p = inner.sf(channel.gamma), channel.cap_probability

    def law(t: np.ndarray) -> np.ndarray:
        below = np.minimum(inner.cdf(t), 1 - cap) / (1 - cap)
        return (1 - p) * below + p * np.maximum(cap - inner.sf(t), 0) / cap

    assert stats.kstest(z @ x[0], law).pvalue > 1e-4
    assert stats.kstest(z @ x[0], inner.cdf).pvalue < 1e-4


@pytest.mark.parametrize("dimension", [2, 3, 100_000])
@pytest.mark.parametrize("epsilon", [1e-3, 50.0, 100.0])
@pytest.mark.parametrize("split", SPLITS)
def test_extremes(dimension: int, epsilon: float, split: str | float) -> None:
    channel = PrivUnitChannel(dimension=dimension, epsilon=epsilon, split=split)
    x = np.zeros((6, dimension))
    x[:, -1] = 1.0
    z = channel.sample(x, np.random.default_rng(0))
    assert np.all(np.isfinite(z)) and np.allclose(np.linalg.norm(z, axis=1), 1, atol=1e-12)
    assert set(channel.log_ratio(x, z)) <= {channel.log_high, channel.log_low}
    assert 0 < channel.scale <= 1 + 1e-12 and 0 <= channel.error_per_client < math.inf
    assert 0 < channel.privacy().epsilon <= epsilon
    assert 0 <= channel.divergence_bits(x)[0] * math.log(2) <= channel.log_ratio_bound() + 1e-12


def test_narrow_caps_are_told_apart_by_distance() -> None:
    """At ε = 50 in the plane 1 − γ is 7e-15, less than what rounding does to an inner product of irrational vectors."""
    channel = PrivUnitChannel(dimension=2, epsilon=50.0)
    angle = np.linspace(0.1, 6.0, 1000)
    x = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    edge = math.sqrt(channel.cap.sine2)
    for share, level in ((0.999, channel.log_high), (1.001, channel.log_low)):
        turned = angle + share * edge
        z = np.stack([np.cos(turned), np.sin(turned)], axis=1)
        assert np.all(channel.log_ratio(x, z) == level)
    assert channel.error_per_client == pytest.approx(channel.cap.sine2, rel=1e-9)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"dimension": 1}, "dimension must be a whole number at least 2; got 1."),
        ({"dimension": 2.5}, "dimension must be a whole number at least 2; got 2.5."),
        ({"epsilon": 0.0}, "epsilon must be a number above 0 and at most 100; got 0."),
        ({"epsilon": 101.0}, "epsilon must be a number above 0 and at most 100; got 101."),
        ({"epsilon": math.nan}, "epsilon must be a number above 0 and at most 100; got nan."),
        ({"split": "best"}, "split must be one of optimized, default, hemisphere; got 'best'."),
        ({"split": 1.0}, "split must be a number above 0 and below 1; got 1."),
        ({"split": None}, "split must be a number above 0 and below 1; got None."),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict, message: str) -> None:
    with pytest.raises(ValueError) as error:
        PrivUnitChannel(**{"dimension": 3, "epsilon": 1.0, **parameters})
    assert str(error.value) == message


def test_inputs_are_unit_vectors() -> None:
    channel = PrivUnitChannel(dimension=3, epsilon=1.0)
    assert np.allclose(np.linalg.norm(channel.inputs([[1 + 5e-10, 0, 0], [0, 0.6, -0.8]]), axis=1), 1, atol=1e-15)
    for norm, shown in ((0.99, "0.99"), (0.0, "0"), (1 + 1e-8, r"1\.00000001")):
        with pytest.raises(ValueError, match=rf"^norm of x must be .*1.*; got {shown}\.$"):
            channel.inputs([[1.0, 0, 0], [0, norm, 0]])
    with pytest.raises(ValueError, match="shape"):
        channel.inputs([[1.0, 0.0]])
