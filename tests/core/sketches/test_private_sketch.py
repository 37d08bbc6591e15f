"""Private sketches: sensitivity, noise, signal-to-noise ratio, private scale, and sketches sent through PPR."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize

from ppr_core.accounting import GaussianPair, gaussian_privacy, poisson_curve
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import (
    CompressedSketch,
    FourierSketch,
    PrivateSketch,
    SketchSum,
    measured_signal_to_noise,
    mixture,
    private_scale,
    scale_from_bounds,
    signal_share,
    signal_to_noise,
)
from tests.core.sketches.closed_forms import laplace_signal_to_noise, mixture_sketch

SHARED = SharedRandomness(5)


def features(dimension: int = 2, count: int = 8, **values) -> FourierSketch:
    return FourierSketch(dimension=dimension, features=count, scale=0.5, shared=SHARED, precision="float64", **values)


def mechanism(sketch: FourierSketch | None = None, **values) -> PrivateSketch:
    return PrivateSketch(**{"sketch": sketch or features(), "epsilon": 1.0} | values)


def change(sketch: FourierSketch, x: np.ndarray, other: np.ndarray | None, order: int) -> float:
    """Norm of the change of the real coordinates of the sum; the same seed gives the same mask."""
    before = sketch.sum(x[None], np.random.default_rng(1)).total
    after = 0.0 if other is None else sketch.sum(other[None], np.random.default_rng(1)).total
    return float(np.linalg.norm(np.concatenate([(before - after).real, (before - after).imag]), order))


def largest_change(sketch: FourierSketch, neighbours: str, order: int, rng: np.random.Generator) -> float:
    """The most harmful neighbour found by maximisation from 12 random starts."""
    frequencies, d = sketch.frequencies, sketch.dimension

    def loss(flat: np.ndarray) -> float:
        waves = np.exp(1j * (flat[:d] @ frequencies))
        if neighbours == "replace_one":
            waves = waves - np.exp(1j * (flat[d:] @ frequencies))
        return -float(np.sum(np.abs(waves.real) ** order + np.abs(waves.imag) ** order))

    found = min((minimize(loss, 4 * rng.standard_normal(2 * d)) for _ in range(12)), key=lambda run: run.fun)
    other = found.x[d:] if neighbours == "replace_one" else None
    return change(sketch, found.x[:d], other, order)


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
@pytest.mark.parametrize("neighbours", ["replace_one", "add_remove"])
def test_sensitivity_is_attained_and_never_exceeded(neighbours: str, noise: str, rng):
    order = 1 if noise == "laplace" else 2
    delta = 0.0 if noise == "laplace" else 1e-6
    for dimension, count, attained in ((3, 3, True), (1, 6, False)):
        sketch = features(dimension, count)
        bound = mechanism(sketch, noise=noise, delta=delta, neighbours=neighbours).sensitivity
        worst = largest_change(sketch, neighbours, order, rng)
        assert worst <= bound * (1 + 1e-12)
        # With no more features than coordinates every phase can be reached; otherwise phases come closer and closer.
        assert worst >= bound * (1 - 1e-5 if attained else 0.6)
    # The exact worst case: all phases at π/4, and opposite for the other sample.
    sketch = features(4, 4)
    x = np.linalg.solve(sketch.frequencies.T, np.full(4, math.pi / 4))
    other = np.linalg.solve(sketch.frequencies.T, np.full(4, 5 * math.pi / 4)) if neighbours == "replace_one" else None
    bound = mechanism(sketch, noise=noise, delta=delta, neighbours=neighbours).sensitivity
    assert change(sketch, x, other, order) == pytest.approx(bound, rel=1e-12)
    printed = {("replace_one", 1): 2 * math.sqrt(2) * 4, ("replace_one", 2): 4.0}
    assert bound == pytest.approx(printed.get((neighbours, order), {1: math.sqrt(2) * 4, 2: 2.0}[order]))


def test_sensitivity_counts_kept_features_only():
    sketch = features(4, 4, kept=2)
    x = np.linalg.solve(sketch.frequencies.T, np.full(4, math.pi / 4))
    other = np.linalg.solve(sketch.frequencies.T, np.full(4, 5 * math.pi / 4))
    assert change(sketch, x, other, 1) == pytest.approx(mechanism(sketch).sensitivity) == 2 * math.sqrt(2) * 2


@pytest.mark.parametrize("devices", [1, 3])
@pytest.mark.parametrize("neighbours", ["replace_one", "add_remove"])
@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
def test_noise_law(noise: str, neighbours: str, devices: int, rng):
    """Kolmogorov–Smirnov at 10⁻³ against noise drawn device by device; a tenth more noise must be noticed."""
    sketch = features(count=2000)
    private = mechanism(sketch, noise=noise, delta=0.0 if noise == "laplace" else 1e-5, neighbours=neighbours)
    empty = SketchSum(np.zeros(2000, dtype=complex), 7)
    released = [private.release(empty, rng, devices=devices) for _ in range(5)]
    drawn = np.concatenate([np.r_[one.total.real, one.total.imag] for one in released])
    law = stats.laplace if noise == "laplace" else stats.norm
    direct = law(scale=private.noise_scale).rvs((devices, len(drawn)), random_state=rng).sum(axis=0)
    assert stats.ks_2samp(drawn, direct).pvalue > 1e-3
    assert stats.ks_2samp(1.1 * drawn, direct).pvalue < 1e-3
    assert np.std(drawn) == pytest.approx(private.noise_std * math.sqrt(devices), rel=4 * math.sqrt(1.5 / len(drawn)))
    counts = {one.count for one in released}
    assert counts == {7.0} if neighbours == "replace_one" else len(counts) == 5


def test_noise_scales_of_the_slides():
    """b = 2√2·r/(n₀ε) on a device's mean; half of it when a sample is added or removed and the count is free."""
    sketch = features(count=10, kept=4)
    assert mechanism(sketch, epsilon=0.5).noise_scale == pytest.approx(2 * math.sqrt(2) * 4 / 0.5)
    halved = mechanism(sketch, epsilon=0.5, neighbours="add_remove", count_share=1e-12)
    assert halved.noise_scale == pytest.approx(math.sqrt(2) * 4 / 0.5)


@pytest.mark.parametrize("share", [0.01, 0.3])
def test_the_count_pays_for_itself(share: float):
    """What sum and count cost together is the whole budget, in the same currency for both noises."""
    laplace = mechanism(neighbours="add_remove", count_share=share)
    assert laplace.sensitivity / laplace.noise_scale + 1.0 / laplace.count_scale == pytest.approx(1.0)
    gauss = mechanism(neighbours="add_remove", count_share=share, noise="gaussian", delta=1e-6)
    distance = math.hypot(gauss.sensitivity / gauss.noise_scale, 1.0 / gauss.count_scale)
    assert gaussian_privacy(1.0, distance, 1e-6).epsilon == pytest.approx(1.0, rel=1e-9)


def test_guarantees_name_their_terms():
    own = mechanism().privacy()
    assert (own.epsilon, own.delta, own.against, own.notion) == (1.0, 0.0, "database", "central")
    assert own.conditions == ("neighbours: one sample replaced", "L1 sensitivity 22.6274 of a device's sum")
    assert mechanism(noise="gaussian", delta=1e-6).privacy(local=True).notion == "local"


def test_releases_merge_like_their_sums(rng):
    sketch, private = features(), mechanism(epsilon=math.inf)
    data = rng.standard_normal((60, 2))
    parts = [private.release(sketch.sum(part), rng) for part in np.split(data, [10, 25])]
    merged = parts[0] + parts[1] + parts[2]
    assert merged.count == 60
    assert np.abs(merged.mean() - sketch.mean(sketch.sum(data))).max() < 1e-13


@pytest.mark.parametrize(
    ("kept", "device_samples", "devices", "values"),
    [
        (None, 300, 1, {"epsilon": 3.0}),
        (8, 100, 3, {"epsilon": 10.0}),
        (8, 1, 300, {"epsilon": math.inf}),
        (None, 100, 3, {"epsilon": 5.0, "noise": "gaussian", "delta": 1e-5}),
        (None, 300, 1, {"epsilon": 3.0, "neighbours": "add_remove", "count_share": 0.1}),
    ],
)
def test_signal_to_noise_formula(kept, device_samples: int, devices: int, values: dict, rng):
    """Within 5 % of a simulation with fresh data, masks and noise in every run; its standard error is about 1 %."""
    data = mixture(clusters=3, dimension=2, separation=5.0, samples=1, rng=rng)
    sketch = FourierSketch(dimension=2, features=40, scale=0.3, shared=SHARED, kept=kept)
    private = mechanism(sketch, **values)
    truth = mixture_sketch(sketch.frequencies, data.centroids, data.cluster_std)
    samples = device_samples * devices
    estimates = []
    for _ in range(600):
        points = data.centroids[rng.integers(3, size=samples)] + data.cluster_std * rng.standard_normal((samples, 2))
        estimates.append(private.release(sketch.sum(points, rng), rng, devices=devices).mean())
    predicted = signal_to_noise(private, signal_share(truth), device_samples=device_samples, devices=devices)
    measured, error = measured_signal_to_noise(np.array(estimates), truth)
    assert error < 0.02 * measured
    assert measured == pytest.approx(predicted.value, rel=0.05)


def test_signal_to_noise_is_the_printed_formula():
    """SNR = α_r n₀ L δ / (1 − α_r δ + 32 α_r m²/(n₀ ε²))."""
    sketch = features(count=50, kept=20)
    private = mechanism(sketch, epsilon=0.7)
    share, n0, many = 0.3, 1000, 4
    by_hand = 0.4 * n0 * many * share / (1 - 0.4 * share + 32 * 0.4 * 50**2 / (n0 * 0.7**2))
    assert signal_to_noise(private, share, device_samples=n0, devices=many).value == pytest.approx(by_hand, rel=1e-12)
    shown = laplace_signal_to_noise(
        share, epsilon=np.array([0.7]), features=50, device_samples=n0, devices=many, kept_share=0.4
    )
    assert shown == pytest.approx(by_hand, rel=1e-12)


@pytest.mark.parametrize("values", [{}, {"noise": "gaussian", "delta": 1e-6}, {"neighbours": "add_remove"}])
def test_private_scale_finds_the_width_of_the_clusters(values: dict):
    ratios = []
    for seed in range(5):
        data = mixture(clusters=8, dimension=2, separation=5.0, samples=40_000, rng=np.random.default_rng(seed))
        found = private_scale(
            data.points, data.bounds, 8, epsilon=1.0, rng=np.random.default_rng(9), shared=SHARED, **values
        )
        ratios.append(found.scale / data.cluster_std)
        assert found.privacy.epsilon == 1.0
    assert min(ratios) > 0.75 and max(ratios) < 1.33


def test_private_scale_without_budget_falls_back_to_the_bounds(rng):
    data = mixture(clusters=8, dimension=2, separation=20.0, samples=2000, rng=rng)
    found = private_scale(data.points, data.bounds, 8, epsilon=1e-4, rng=rng, shared=SHARED)
    assert scale_from_bounds(data.bounds, 8) == pytest.approx(0.25 / math.sqrt(8))
    assert found.scale == pytest.approx(0.25 / math.sqrt(8), rel=0.1)


def compressed(count: int, chunk: int, **values) -> CompressedSketch:
    private = mechanism(features(count=count), noise="gaussian", **{"epsilon": 8.0, "delta": 1e-5})
    return CompressedSketch(mechanism=private, device_samples=5, chunk=chunk, **values)


def test_sketches_sent_through_ppr_have_the_law_of_the_mechanism(rng):
    scheme = compressed(count=5, chunk=2)
    sketch = scheme.mechanism.sketch
    sums = [sketch.sum(rng.standard_normal((5, 2))) for _ in range(600)]
    sent = scheme.send(sums, SHARED, rng)
    one = SketchSum(sums[0].total, 5)
    alone = [scheme.receive(scheme.send([one], SHARED, rng, first_table=10_000 + 3 * i), SHARED) for i in range(200)]
    errors = np.array([released.total - one.total for released in alone])
    scaled = np.concatenate([errors.real, errors.imag], axis=None) / scheme.mechanism.noise_std
    assert stats.kstest(scaled, stats.norm.cdf).pvalue > 1e-3
    assert stats.kstest(1.2 * scaled, stats.norm.cdf).pvalue < 1e-3
    total = scheme.receive(sent, SHARED)
    assert total.count == 3000
    gap = (total.total - sum(one.total for one in sums)) / (scheme.mechanism.noise_std * math.sqrt(600))
    assert np.sum(np.abs(gap) ** 2) < stats.chi2(10).isf(1e-3)
    assert sent.bits().shape == (600,) and np.all(sent.bits() >= 3)
    assert sent.candidates / 600 < 1.3 * sum(
        math.exp(encoder.channel.log_ratio_bound()) for encoder in (scheme.whole, scheme.whole, scheme.rest)
    )


def test_compressed_privacy():
    """One message: Theorem 8 as it stands. Several: the sum over chunks, each at its share of δ."""
    own, decoder = compressed(count=3, chunk=3, alpha=2.0).privacy()
    assert (own.epsilon, own.against) == (8.0, "database")
    assert decoder.against == "decoder" and decoder.delta == pytest.approx(2e-5)
    assert decoder.epsilon == pytest.approx(4 * 8.0, rel=1e-9)
    chunked = compressed(count=4, chunk=2, alpha=2.0)
    _, decoder = chunked.privacy()
    once = gaussian_privacy(chunked.mechanism.noise_std, 2 * math.sqrt(2), 0.5e-5)
    assert decoder.epsilon == pytest.approx(2 * 4 * once.epsilon)
    assert decoder.delta == pytest.approx(2e-5)


def test_accounted_privacy_of_several_chunks():
    """Divergences of chunks add up: two of two features (a sample moves each by 2√2) by hand; never above Theorem 8."""
    for count, chunk in ((4, 2), (3, 3), (5, 2)):
        scheme = compressed(count=count, chunk=chunk, alpha=2.0)
        found, (own, theorem) = scheme.accounted_privacy(), scheme.privacy()
        assert found.against == "decoder" and found.source == "ppr.renyi" and found.notion == own.notion
        assert found.delta == theorem.delta and found.epsilon < theorem.epsilon
    scheme = compressed(count=4, chunk=2, alpha=2.0)
    kept, noise = scheme.mechanism.sketch.kept, scheme.mechanism.noise_std
    assert kept == 4
    curve = poisson_curve(GaussianPair(2 * math.sqrt(2) / noise), 2.0)
    epsilon = curve.composed(2).epsilon(2e-5)[0]
    assert scheme.accounted_privacy().epsilon == pytest.approx(epsilon, rel=1e-9)
    assert epsilon > 1.01 * curve.epsilon(2e-5)[0], "one chunk alone would say less"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mechanism(epsilon=0), "epsilon must be a number above 0 (infinity allowed); got 0."),
        (lambda: mechanism(delta=0.1), "delta must be 0 for Laplace noise; got 0.1."),
        (lambda: mechanism(noise="gaussian"), "delta must be above 0 for Gaussian noise; got 0."),
        (lambda: mechanism(neighbours="all"), "neighbours must be one of replace_one, add_remove; got 'all'."),
        (lambda: mechanism(count_share=1.0), "count_share must be a number above 0 and below 1; got 1."),
        (lambda: CompressedSketch(mechanism=mechanism(), device_samples=1), "noise of the mechanism must be gaussian"),
        (
            lambda: compressed(4, 2).send([SketchSum(np.zeros(4), 6)], SHARED, np.random.default_rng(1)),
            "samples of the devices must be 5 for each; got [6].",
        ),
        (
            lambda: private_scale(
                np.zeros((0, 2)), [[-1, -1], [1, 1]], 2, epsilon=1.0, rng=np.random.default_rng(1), shared=SHARED
            ),
            "number of samples must be at least 1; got 0.",
        ),
        (lambda: scale_from_bounds([[0, 1], [1, 1]], 2), "bounds must be lower ends below upper ends"),
    ],
)
def test_bad_input_is_named(call, message: str):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(message)
