"""Private clustering from samples to centroids: the pieces in their order, what they spend, and the yardstick."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.cluster import KMeans

from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import (
    PILOT_SHARE,
    ClusteringSetting,
    FourierSketch,
    PrivateClustering,
    PrivateSketch,
    RelativeErrors,
    Yardstick,
    compressive_kmeans,
    mixture,
    scale_from_bounds,
    stretched,
)
from tests.core.sketches.closed_forms import laplace_signal_to_noise

DATA = mixture(clusters=3, dimension=2, separation=6.0, samples=3001, rng=np.random.default_rng(1))
SETTING = {"clusters": 3, "features": 24, "kept": 24, "epsilon": 2.0}


def clustering(**changes: object) -> PrivateClustering:
    return PrivateClustering(ClusteringSetting(**SETTING | changes), DATA)


def test_a_release_is_its_pieces() -> None:
    made = clustering(devices=2, seed=4).release(np.random.default_rng(7))
    rng, used = np.random.default_rng(7), DATA.points[:3000]
    shared = SharedRandomness(4)
    sketch = FourierSketch(dimension=2, features=24, scale=scale_from_bounds(DATA.bounds, 3), shared=shared)
    mean = PrivateSketch(sketch=sketch, epsilon=2.0).release(sketch.sum(used), rng, devices=2).mean()
    assert np.array_equal(made.mean, mean)
    assert np.array_equal(made.found.centroids, compressive_kmeans(sketch, mean, 3, DATA.bounds, rng).centroids)
    assert made.privacy.epsilon == 2.0 and made.privacy.delta == 0.0


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
def test_a_private_scale_is_paid_for(noise: str) -> None:
    delta = 1e-5 if noise == "gaussian" else 0.0
    made = clustering(scale="private", noise=noise, delta=delta).release(np.random.default_rng(2))
    assert made.mechanism.epsilon == pytest.approx((1 - PILOT_SHARE) * 2.0)
    assert made.privacy.epsilon == pytest.approx(2.0) and made.privacy.delta == pytest.approx(delta)
    assert "scale and sketch added up" in made.privacy.conditions


def test_signal_to_noise_is_the_formula_of_the_paper_and_what_is_measured() -> None:
    private, epsilons = clustering(kept=6, devices=10), np.array([1.0, 10.0])
    sketch, _, _ = private.prepare(np.random.default_rng(0))
    _, truth = private.exact_mean(sketch.scale)
    found = private.signal_curve(sketch, truth, epsilons, np.random.default_rng(3), runs=12)
    values = {"epsilon": epsilons, "features": 24, "device_samples": 300, "devices": 10, "kept_share": 0.25}
    assert np.allclose(found.predicted, laplace_signal_to_noise(found.share, **values), rtol=1e-12)
    assert np.all(np.abs(found.measured - found.predicted) < 4.5 * found.error + 0.02 * found.predicted)
    assert np.all(np.abs(found.measured[::-1] - found.predicted) > 4.5 * found.error[::-1]), "another ε is told apart"


def test_sums_of_devices_are_the_sums_of_their_samples() -> None:
    sketch = FourierSketch(dimension=2, features=5, scale=0.5, shared=SharedRandomness(1), precision="float64")
    sums = sketch.device_sums(DATA.points[:12], 3)
    for device, one in enumerate(sums):
        own = sketch.sum(DATA.points[4 * device : 4 * device + 4])
        assert one.count == own.count == 4 and np.allclose(one.total, own.total)
    with pytest.raises(ValueError, match="devices must be a divisor of 12"):
        sketch.device_sums(DATA.points[:12], 5)


def test_the_yardstick_is_an_independent_kmeans() -> None:
    yardstick = Yardstick.of(DATA, 3, seed=5)
    assert yardstick.squares == pytest.approx(KMeans(3, n_init=5, random_state=9).fit(DATA.points).inertia_)
    assert yardstick.ratio(yardstick.centroids) == 1.0 < yardstick.ratio(DATA.centroids + 0.05)


def test_relative_errors() -> None:
    known, part = [[1.0, 1.2], [1.1, 1.3], [3.0, 3.2]], [[1.0, 1.1], [np.nan, np.nan], [1.0, 1.0]]
    errors = RelativeErrors(np.array([known, part]))
    assert np.allclose(errors.excess[0], [10, 20, 210])
    assert np.allclose(errors.excess_error, 100 * errors.error, equal_nan=True)
    assert np.allclose(errors.error[0], 0.1)
    assert errors.best.tolist() == [0, -1], "a row with an open place has no best"
    assert errors.as_good[0].tolist() == [True, True, False]


def test_columns_are_stretched_to_the_box_and_thinned_at_random() -> None:
    values = np.random.default_rng(2).normal(3.0, [1.0, 50.0], (20, 2))
    data = stretched(values)
    assert np.allclose(data.points.min(axis=0), -1) and np.allclose(data.points.max(axis=0), 1)
    assert np.allclose(np.corrcoef(data.points[:, 0], values[:, 0])[0, 1], 1)
    some = data.thinned(5, np.random.default_rng(0))
    assert len(some.points) == len(some.labels) == 5 and set(map(tuple, some.points)) < set(map(tuple, data.points))
