"""What papers say of metric privacy, quantized Laplace noise, seeds, frequencies and sketches, recomputed."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist

from ppr_core.channels import RandomizedResponseChannel
from ppr_core.codes import FixedLength
from ppr_core.compressors import (
    DyadicQuantizedLaplace,
    MinimumVarianceUnbiased,
    PseudorandomRejection,
    smallest_relaxation,
)
from ppr_core.estimation.frequency import RecursiveHadamardResponse, SubsetSelection
from ppr_core.estimation.frequency.affine_family import levels_at, variance_loss
from ppr_core.estimation.metric import discrete_laplace_errors, log2_cells, step_by_volume
from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_error
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import FourierSketch, PrivateSketch, compressive_kmeans, signal_to_noise
from tests.core.sketches.closed_forms import mixture_sketch

if TYPE_CHECKING:
    from tests.paper.conftest import Erratum, Row

# --- Metric privacy: d = 500, C = 10 000, α = 2 -----------------------------------------------------------------------

BALL = {"dimension": 500, "norm_bound": 10_000.0}
BITS = (500, 1000, 1500)


@cache
def error_ratios(epsilon: float) -> tuple[float, ...]:
    """PPR's error over discrete Laplace's at the same ε against the decoder, where PPR has ε/(2α) or what fits."""
    steps = [step_by_volume(**BALL, bits=bits) for bits in BITS]
    discrete, _ = discrete_laplace_errors(
        **BALL, epsilons=[epsilon], steps=steps, trials=1000, rng=np.random.default_rng(1)
    )
    fits = [min(epsilon / 4, laplace_metric_epsilon(**BALL, bits=bits, alpha=2.0)) for bits in BITS]
    ours = [laplace_metric_error(dimension=BALL["dimension"], epsilon=each).value for each in fits]
    return tuple(np.array(ours) / discrete[:, 0])


@pytest.mark.reproduces("ppr.metric_experiment.large_epsilon")
def test_ppr_is_better_at_large_epsilon(printed: Row):
    printed.check(max(error_ratios(10.0)))


@pytest.mark.reproduces("ppr.metric_experiment.small_epsilon")
def test_discrete_laplace_is_better_at_small_epsilon(printed: Row):
    printed.check(min(error_ratios(0.1)))


@pytest.mark.reproduces("ppr.metric_experiment.bits")
def test_bits_of_discrete_laplace(printed: Erratum):
    radii = [BALL["norm_bound"] / step_by_volume(**BALL, bits=bits) for bits in BITS]
    words = [math.ceil(log2_cells(BALL["dimension"], radius)[0]) for radius in radii]
    assert printed.here == f"{words[0]}, {words[1]} and {words[2]} bits"
    assert printed.printed == f"{BITS[0]}, {BITS[1]} and {BITS[2]} bits"


# --- Dyadic quantized Laplace: five bits, X ~ Unif(−1, 1) -------------------------------------------------------------

FIVE = 5


def mvu_over_dql(epsilon: float, inputs: int) -> float:
    """Ratio of mean squared errors at equal ε against the database."""
    mvu = MinimumVarianceUnbiased(epsilon=epsilon, input_points=inputs, output_bits=FIVE)
    return mvu.mean_squared_error / (2 / epsilon**2)


@pytest.mark.reproduces("dql.figure3.range")
def test_five_bits_do_not_reach_the_end_of_the_figure(printed: Row):
    excesses = np.geomspace(1e-2, 9e5, 161)
    printed.check(min(DyadicQuantizedLaplace(epsilon=11.0, nu=1 + nu).mean_bits(1.0) for nu in excesses))
    assert math.isinf(smallest_relaxation(epsilon=11.0, bits=FIVE))
    assert smallest_relaxation(epsilon=10.46, bits=FIVE) < math.inf == smallest_relaxation(epsilon=10.48, bits=FIVE)


@pytest.mark.reproduces("dql.figure3.small_error")
def test_dql_has_less_error_where_errors_are_small(printed: Row):
    printed.check(mvu_over_dql(9.0, 256))


@pytest.mark.reproduces("dql.figure3.large_error")
def test_mvu_has_less_error_where_errors_are_large(printed: Row):
    printed.check(mvu_over_dql(1.0, 42))


@pytest.mark.reproduces("dql.figure3.decoder")
def test_dql_tells_its_decoder_more(printed: Row):
    printed.check(smallest_relaxation(epsilon=9.0, bits=FIVE))
    assert smallest_relaxation(epsilon=1.0, bits=FIVE) == pytest.approx(1.73, abs=5e-3)


# --- Seeds and frequencies --------------------------------------------------------------------------------------------


@pytest.mark.reproduces("rejection.seed_size")
def test_size_of_a_seed(printed: Row):
    compressor = PseudorandomRejection(RandomizedResponseChannel(size=50, epsilon=2.0), 1e-6)
    sent = compressor.encode(np.zeros(100, dtype=int), SharedRandomness(1), np.random.default_rng(1))
    printed.check(8 * len(sent.to_bytes(FixedLength(compressor.seed_bits))) / 100)


def test_hadamard_response_against_subset_selection():
    counts = np.full(1000, 100.0)

    def gap(epsilon: float) -> float:
        users, options = int(counts.sum()), {"size": len(counts), "epsilon": epsilon}
        best = min(
            RecursiveHadamardResponse(**options, report_bits=bits).variance(counts, users).mean()
            for bits in range(1, 11)
        )
        return 100 * (math.sqrt(best / SubsetSelection(**options).variance(counts, users).mean()) - 1)

    assert [gap(1.0), gap(2.0), gap(5.0)] == pytest.approx([12.9, 32.5, 42.8], abs=0.1)


RATIOS = [
    (levels_at(prime, epsilon, notion, "lower_epsilon"), prime, epsilon, notion)
    for notion in ("deletion", "replacement")
    for epsilon in (0.5, 1.0, 2.0, 3.0, 4.0, 5.0)
    for prime in (101, 211, 499, 1009, 2003, 10_007, 100_003)
    if prime > 2 * (math.exp(epsilon) + 1)
]


def test_rounding_never_exceeds_epsilon():
    shares = [math.log((prime - ones) / ones) / epsilon for (ones, _), prime, epsilon, _ in RATIOS]
    assert 0.999 < max(shares) <= 1 and min(shares) < 0.95  # a small prime loses something
    assert math.log((101 - 37) / 37) / 0.5 > 1  # rounding the other way would exceed it


def test_rounding_costs_little_at_large_primes():
    losses = [
        (variance_loss(prime, epsilon, notion, "lower_epsilon"), prime / (math.exp(epsilon) + 1))
        for _, prime, epsilon, notion in RATIOS
    ]
    assert 100 * max(loss for loss, times in losses if times >= 1000) == pytest.approx(0.1652, rel=1e-3)
    assert max(loss * times for loss, times in losses) == pytest.approx(6.36, abs=0.01)
    assert 100 * variance_loss(19, 3.0, "replacement", "lower_epsilon") == pytest.approx(13.0, abs=0.1)


# --- Private sketches -------------------------------------------------------------------------------------------------


def sketch(features: int, epsilon: float = 0.5, kept: int | None = None) -> PrivateSketch:
    shared = SharedRandomness(3)
    made = FourierSketch(dimension=2, features=features, scale=0.3, shared=shared, kept=kept)
    return PrivateSketch(sketch=made, epsilon=epsilon)


@pytest.mark.reproduces("sketch.snr.factor")
def test_factor_of_the_signal_to_noise_ratio(printed: Row):
    """From the noise on a device's sum, and from the SNR of the mechanism solved for it, with a mask and without."""
    for features, kept, samples in ((40, None, 100), (40, 10, 7)):
        mechanism = sketch(features, kept=kept)
        share = mechanism.sketch.kept_share
        found = signal_to_noise(mechanism, 0.3, device_samples=samples).value
        noise = share * samples * 0.3 / found - (1 - share * 0.3)
        printed.check(noise * samples * 0.5**2 / (share * features**2))


def recovers(clusters: int, dimension: int, factor: int, seed: int) -> bool:
    """Whether a sketch of factor·K·d features, without any noise, gives every centroid back."""
    rng, box = np.random.default_rng(seed), np.array([[-1.0] * dimension, [1.0] * dimension])
    centroids = rng.uniform(-0.8, 0.8, (clusters, dimension))
    while pdist(centroids).min() < 0.45:
        centroids = rng.uniform(-0.8, 0.8, (clusters, dimension))
    shared, size = SharedRandomness(seed), factor * clusters * dimension
    made = FourierSketch(dimension=dimension, features=size, scale=0.12, shared=shared)
    target = mixture_sketch(made.frequencies, centroids, 0.08)
    found = compressive_kmeans(made, target, clusters, box, np.random.default_rng(1))
    return bool(cdist(centroids, found.centroids).min(axis=1).max() < 0.1)


@pytest.mark.reproduces("sketch.size")
def test_size_of_a_sketch_grows_like_the_number_of_coordinates(printed: Row):
    sizes = ((2, 2), (4, 2), (4, 4), (8, 2), (6, 6))
    needed = [
        next(c for c in (1, 2, 3, 4, 5, 6) if all(recovers(*size, c, seed) for seed in range(4))) for size in sizes
    ]
    printed.check(max(needed) / min(needed))
    assert set(needed) == {3, 4}


@pytest.mark.reproduces("sketch.noise")
def test_noise_grows_with_the_number_of_features(printed: Erratum):
    """Four times the features: four times the noise, not twice; the L1 change 2√2·m of one sample is reached."""
    assert "4r/(n₀ε)" in printed.here and "√m" in printed.printed
    assert sketch(160).noise_std == pytest.approx(4 * sketch(40).noise_std)
    assert sketch(40).noise_std == pytest.approx(4 * 40 / 0.5)  # of the sum; the mean's is divided by n₀
    opposite = np.exp(1j * np.pi / 4) * np.array([1, -1])[:, None] * np.ones(40)
    change = opposite[0] - opposite[1]
    moved = np.abs(change.real).sum() + np.abs(change.imag).sum()
    assert moved == pytest.approx(2 * math.sqrt(2) * 40)
    printed_std = math.sqrt(2) * (moved / math.sqrt(40)) / 0.5  # what the slide's growth would give
    assert moved / (printed_std / math.sqrt(2)) == pytest.approx(0.5 * math.sqrt(40))  # spends √m times ε
