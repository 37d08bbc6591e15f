"""Decoding centroids from a sketch, the baselines it is compared with, and the data."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import approx_fprime
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans

from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import (
    SHAPES,
    FourierSketch,
    PrivateSketch,
    compressive_kmeans,
    correlation,
    digits,
    kmeans,
    landscape,
    mixture,
    objective_gradient,
    private_lloyd,
    scale_from_bounds,
    shape,
    sum_of_squares,
)
from tests.core.sketches.closed_forms import mixture_sketch

BOX = np.array([[-1.0, -1.0], [1.0, 1.0]])


def features(**values) -> FourierSketch:
    return FourierSketch(**{"dimension": 2, "features": 120, "scale": 0.12, "shared": SharedRandomness(2)} | values)


def decode(sketch: FourierSketch, target: np.ndarray, clusters: int, seed: int = 1, box=BOX, **values):
    return compressive_kmeans(sketch, target, clusters, box, np.random.default_rng(seed), **values)


def error(found: np.ndarray, truth: np.ndarray) -> float:
    """Largest distance of a true centroid to the nearest one found."""
    return float(cdist(truth, found).min(axis=1).max())


def test_objective_by_hand():
    """One feature ω = 2 in one dimension, cluster 0.5·δ(0.3) of variance v: J = |s − e^{−2v}·0.5·e^{0.6i}|²."""
    target = np.array([0.2 - 0.1j])
    value, *_ = objective_gradient(np.array([[2.0]]), target, np.array([[0.3]]), np.array([0.5]), 0.25)
    assert value == pytest.approx(abs(target[0] - math.exp(-0.5) * 0.5 * np.exp(0.6j)) ** 2, rel=1e-14)


@pytest.mark.parametrize("variance", [0.0, 0.3])
def test_gradients_against_finite_differences(variance: float, rng):
    sketch = features(dimension=3, features=30, scale=0.8)
    target = sketch.atoms(rng.standard_normal((6, 3))).mean(axis=0)
    centroids, weights = rng.standard_normal((4, 3)), rng.random(4)

    def value(flat: np.ndarray) -> float:
        return objective_gradient(sketch.frequencies, target, flat[:12].reshape(4, 3), flat[12:16], flat[16])[0]

    flat = np.concatenate([centroids.ravel(), weights, [variance]])
    parts = objective_gradient(sketch.frequencies, target, centroids, weights, variance)[1:]
    exact = np.concatenate([np.ravel(part) for part in parts])
    assert np.allclose(exact, approx_fprime(flat, value), atol=1e-5)
    values, gradient = correlation(sketch.frequencies, target, centroids)
    assert np.allclose(values, (sketch.atoms(centroids) @ target.conj()).real / 30)
    step = np.array([1e-6, 0, 0])
    ahead, _ = correlation(sketch.frequencies, target, centroids + step)
    assert np.allclose(gradient[:, 0], (ahead - values) / 1e-6, atol=1e-5)


def test_landscape_is_the_objective_with_one_centroid_moved(rng):
    sketch = features()
    target = sketch.atoms(rng.standard_normal((6, 2))).mean(axis=0)
    centroids, weights = rng.standard_normal((3, 2)), rng.random(3)
    points = rng.standard_normal((4, 5, 2))
    shown = landscape(sketch.frequencies, target, centroids, weights, 0.01, moved=1, points=points)
    assert shown.shape == (4, 5)
    moved = centroids.copy()
    moved[1] = points[2, 3]
    assert shown[2, 3] == pytest.approx(
        objective_gradient(sketch.frequencies, target, moved, weights, 0.01)[0], rel=1e-12
    )


@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_known_centroids_are_found(dimension: int, rng):
    """From the exact sketch of a mixture: centroids, weights 1/K and the variance, to the optimizer's precision."""
    data = mixture(clusters=4, dimension=dimension, separation=6.0, samples=1, rng=rng)
    sketch = features(dimension=dimension, features=60 * dimension, scale=1.2 * data.cluster_std)
    truth = mixture_sketch(sketch.frequencies, data.centroids, data.cluster_std)
    found = decode(sketch, truth, 4, box=data.bounds, restarts=2)
    assert error(found.centroids, data.centroids) < 0.02 * data.cluster_std
    assert found.weights == pytest.approx(np.full(4, 0.25), abs=2e-3)
    assert math.sqrt(found.variance) == pytest.approx(data.cluster_std, rel=0.02)
    assert found.objective < 1e-6 and found.objectives.shape == (2,)


def test_points_are_found_without_spread(rng):
    places = np.array([[0.5, 0.5], [-0.5, 0.4], [0.1, -0.6]])
    sketch = features()
    target = np.array([0.5, 0.3, 0.2]) @ sketch.atoms(places)
    found = decode(sketch, target, 3, spread=False, restarts=2)
    order = np.argsort(-found.weights)
    assert np.abs(found.centroids[order] - places).max() < 1e-3
    assert found.weights[order] == pytest.approx([0.5, 0.3, 0.2], abs=1e-3)
    assert found.variance == 0.0


def test_decoding_repeats_and_reports_progress(rng):
    sketch = features(features=60)
    target = sketch.mean(sketch.sum(mixture(clusters=3, dimension=2, separation=4, samples=500, rng=rng).points))
    seen: list[float] = []
    first = decode(sketch, target, 3, restarts=2, progress=seen.append)
    again = decode(sketch, target, 3, restarts=2)
    assert np.array_equal(first.centroids, again.centroids) and np.array_equal(first.objectives, again.objectives)
    assert seen == sorted(seen) and seen[-1] == 1.0 and len(seen) == 12
    assert first.objective == min(first.objectives)


def test_centroids_stay_in_the_box(rng):
    sketch = features(features=60)
    target = sketch.mean(sketch.sum(np.array([[0.9, 0.9], [0.0, 0.0]])))
    found = decode(sketch, target, 2, box=[[-0.5, -0.5], [0.5, 0.5]])
    assert np.abs(found.centroids).max() <= 0.5 and found.weights.min() >= 0


@pytest.mark.parametrize("dimension", [2, 10])
def test_sum_of_squares_comes_close_to_kmeans(dimension: int):
    data = mixture(clusters=6, dimension=dimension, separation=4.0, samples=6000, rng=np.random.default_rng(3))
    sketch = features(dimension=dimension, features=60 * dimension, scale=scale_from_bounds(data.bounds, 6))
    found = decode(sketch, sketch.mean(sketch.sum(data.points)), 6, box=data.bounds)
    best = sum_of_squares(data.points, kmeans(data.points, 6, seed=0))
    assert 1.0 <= sum_of_squares(data.points, found.centroids) / best < 1.05
    private = PrivateSketch(sketch=sketch, epsilon=0.02).release(sketch.sum(data.points), np.random.default_rng(1))
    drowned = decode(sketch, private.mean(), 6, box=data.bounds)
    assert sum_of_squares(data.points, drowned.centroids) / best > 1.2


@pytest.mark.parametrize("points", [np.full((50, 2), 0.3), np.c_[np.linspace(-1, 1, 50), np.zeros(50)]])
def test_degenerate_data_still_decode(points: np.ndarray):
    """All points equal, and one constant feature: centroids near the points, and no warning."""
    sketch = features(features=60)
    found = decode(sketch, sketch.mean(sketch.sum(points)), 3)
    assert np.isfinite(found.centroids).all() and found.objective < 0.05
    assert error(found.centroids, points) < 0.45


def test_kmeans_is_scikit_learn_and_sum_of_squares_its_inertia(rng):
    points = rng.standard_normal((300, 3))
    reference = KMeans(4, n_init=10, random_state=5).fit(points)
    centroids = kmeans(points, 4, seed=5)
    assert sum_of_squares(points, centroids) == pytest.approx(reference.inertia_, rel=1e-9)
    assert sum_of_squares(iter(np.split(points, 3)), centroids) == pytest.approx(reference.inertia_, rel=1e-9)


def test_private_lloyd_without_noise_is_lloyd(rng):
    data = mixture(clusters=4, dimension=2, separation=8.0, samples=800, rng=rng)
    points = np.clip(data.points, -1, 1)
    found = private_lloyd(points, 4, BOX, epsilon=math.inf, rng=np.random.default_rng(3), iterations=3)
    one = private_lloyd(points, 4, BOX, epsilon=math.inf, rng=np.random.default_rng(3), iterations=1)
    reference = KMeans(4, init=one.centroids, n_init=1, max_iter=2, tol=0.0, algorithm="lloyd").fit(points)
    assert np.abs(found.centroids - reference.cluster_centers_).max() < 1e-12


@pytest.mark.parametrize(("neighbours", "factor"), [("replace_one", 2.0), ("add_remove", 1.0)])
def test_noise_of_private_lloyd(neighbours: str, factor: float, rng):
    """K = 1 and all points at the centre: what comes out is the noise of the sum, Laplace of scale factor·(d+1)/ε."""
    points = np.zeros((20_000, 1))
    runs = [
        private_lloyd(points, 1, [[-1], [1]], epsilon=0.5, rng=rng, iterations=1, neighbours=neighbours)
        for _ in range(300)
    ]
    scaled = np.array([run.centroids[0, 0] for run in runs]) * len(points) / (factor * 2 / 0.5)
    assert stats.kstest(scaled, stats.laplace.cdf).pvalue > 1e-3
    assert stats.kstest(2 * scaled, stats.laplace.cdf).pvalue < 1e-3
    assert runs[0].privacy.epsilon == 0.5 and runs[0].privacy.against == "database"


def test_private_lloyd_measures_clipped_points_in_half_sides():
    """A point far outside counts as one on the border, whatever the units of the box."""
    found = private_lloyd(
        np.array([[1e6, 40.0]]), 1, [[0, 30], [10, 50]], epsilon=math.inf, rng=np.random.default_rng(1)
    )
    assert found.centroids == pytest.approx(np.array([[10.0, 40.0]]))


def test_mixture_keeps_its_promises(rng):
    data = mixture(clusters=7, dimension=3, separation=5.0, samples=20_000, rng=rng)
    distances = cdist(data.centroids, data.centroids)[np.triu_indices(7, 1)]
    assert distances.min() == pytest.approx(5.0 * data.cluster_std)
    assert np.mean(np.abs(data.points).max(axis=1) > 1) < 0.01
    around = data.points - data.centroids[data.labels]
    assert around.std() == pytest.approx(data.cluster_std, rel=4 / math.sqrt(2 * 60_000))
    frequencies = features(dimension=3, features=30, scale=0.3).frequencies
    empirical = np.exp(1j * data.points @ frequencies).mean(axis=0)
    # Mean of 30 squared errors of variance at most 1/n each.
    assert np.mean(np.abs(empirical - mixture_sketch(frequencies, data.centroids, data.cluster_std)) ** 2) < 3 / 20_000


def test_import_stays_light():
    """scikit-learn and dp-accounting take seconds to import; only what needs them may."""
    program = "import sys, ppr_core.sketches; print({'sklearn', 'dp_accounting', 'threadpoolctl'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_fill_their_box(name: str):
    data = shape(name, samples=200, seed=1)
    assert data.points.shape == (200, 2) and np.abs(data.points).max() == pytest.approx(1.0)
    assert np.array_equal(data.points, shape(name, samples=200, seed=1).points)


def test_digits_on_principal_components():
    data = digits(dimension=4)
    assert data.points.shape == (1797, 4) and set(data.labels) == set(range(10))
    correlations = np.corrcoef(data.points.T) - np.eye(4)
    assert np.abs(correlations).max() < 1e-10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: decode(features(), np.zeros(3), 2), "target must be 120 finite complex numbers"),
        (lambda: decode(features(), np.full(120, np.nan), 2), "target must be 120 finite complex numbers"),
        (lambda: decode(features(), np.zeros(120), 0), "clusters must be a whole number at least 1; got 0."),
        (lambda: decode(features(), np.zeros(120), 2, box=BOX[::-1]), "bounds must be lower ends below upper ends"),
        (lambda: decode(features(), np.zeros(120), 2, box=[[0], [1]]), "bounds must be an array of shape (2, 2)"),
        (lambda: decode(features(), np.zeros(120), 2, restarts=0), "restarts must be a whole number at least 1"),
        (
            lambda: kmeans(np.full((90, 2), 0.5), 3, seed=1),
            "clusters must be at most 1, the number of distinct points; got 3.",
        ),
        (lambda: kmeans([[0, 0], [1, 1]], 3, seed=1), "clusters must be at most 2, the number of"),
        (lambda: kmeans(np.zeros((0, 2)), 1, seed=1), "clusters must be at most 0, the number of distinct points"),
        (lambda: kmeans([[np.nan, 1.0]], 1, seed=1), "points must be an array of finite numbers; got nan."),
        (
            lambda: private_lloyd(np.zeros((3, 2)), 2, BOX, epsilon=0.0, rng=np.random.default_rng(1)),
            "epsilon must be a number above 0 (infinity allowed); got 0.",
        ),
        (lambda: shape("spiral", samples=9, seed=1), "name must be one of moons, circles, varied, stripes"),
        (lambda: digits(dimension=65), "dimension must be a whole number at least 1 and at most 64; got 65."),
        (
            lambda: mixture(clusters=0, dimension=2, separation=1, samples=1, rng=np.random.default_rng(1)),
            "clusters must be a whole number at least 1; got 0.",
        ),
    ],
)
def test_bad_input_is_named(call, message: str):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(message)
