"""Compressed sketches beside the same sketches as they are, the map of ε and m, and predicted seconds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import (
    ClusteringSetting,
    FeatureMap,
    PrivateClustering,
    Yardstick,
    device_trials,
    mixture,
    predicted_map,
    speed,
)
from tests.core.sketches.closed_forms import laplace_signal_to_noise

DATA = mixture(clusters=2, dimension=2, separation=8.0, samples=4001, rng=np.random.default_rng(1))
SETTING = ClusteringSetting(clusters=2, features=10, kept=10, epsilon=2.0, delta=1e-5, noise="gaussian", devices=200)


def rngs(count: int) -> list[np.random.Generator]:
    return [np.random.default_rng([5, trial]) for trial in range(count)]


def test_a_device_sends_fewer_bits_than_floats_and_the_centroids_are_as_good() -> None:
    told: list[float] = []
    base = Yardstick.of(DATA, 2, seed=1)
    found = device_trials(SETTING, base, SharedRandomness(9), rngs(3), tell=told.append)
    assert (found.devices, found.device_samples, told[-1]) == (200, 20, 1.0)
    assert found.lengths.shape == (600,) and found.lengths.max() < 2 * 32 * SETTING.features
    assert SETTING.epsilon < found.decoder.epsilon <= found.theorem.epsilon
    assert found.sent.ratios.shape == found.plain.ratios.shape == (3,)
    assert max(found.sent.mean, found.plain.mean) < 1.1  # both find the clusters; noise alone gives far more
    assert device_trials(replace(SETTING, epsilon=0.05), base, SharedRandomness(9), rngs(2), chunk=3).sent.mean > 1.1


def test_what_is_sent_as_it_is_has_the_errors_of_plain_releases_in_law() -> None:
    """Within four standard errors of releases that never meet PPR."""
    base, setting = Yardstick.of(DATA, 2, seed=1), replace(SETTING, epsilon=1.0)
    trials = device_trials(setting, base, SharedRandomness(2), rngs(12), chunk=3)
    clustering = PrivateClustering(setting, DATA)
    ratios = [base.ratio(clustering.release(np.random.default_rng([7, run])).found.centroids) for run in range(12)]
    spread = np.std([*ratios, *trials.sent.ratios], ddof=1) * np.sqrt(2 / 12)
    for one in (trials.sent, trials.plain):
        assert abs(one.mean - np.mean(ratios)) < 4 * spread


@pytest.mark.parametrize("scale", ["bounds", "private"])
def test_the_predicted_map_is_the_formula_of_the_paper_for_laplace_noise(scale: str) -> None:
    setting = ClusteringSetting(clusters=2, features=8, kept=8, epsilon=1.0, devices=5, scale=scale)
    epsilons, features, found = predicted_map(setting, 0.5, np.array([0.1, 2.0]), np.array([4, 40]), 0.3, 800)
    assert (epsilons[0], epsilons[-1], features[0], features[-1]) == pytest.approx((0.1, 2.0, 4, 40))
    assert found.shape == (len(features), len(epsilons))
    for row in (0, -1):
        kept = max(1, round(0.5 * features[row])) / features[row]
        values = {"features": int(features[row]), "device_samples": 800, "devices": 5, "kept_share": kept}
        law = laplace_signal_to_noise(0.3, epsilon=setting.left * epsilons, **values)
        assert np.allclose(found[row], law, rtol=1e-12)


def test_the_best_number_of_features_and_the_powers_of_ten() -> None:
    grid = np.geomspace(0.1, 10.0, 25)
    ratios = np.array([[[1.5, 1.6], [1.2, 1.3], [1.21, 1.31]], [[1.5, 1.6], [np.nan, 1.0], [1.2, 1.2]]])
    predicted = 1e3 * grid[None, :] ** 2 / np.arange(1, 18)[:, None]
    found = FeatureMap(ratios, np.array([0.1, 10.0]), np.array([5, 10, 20]), grid, np.arange(1, 18), predicted)
    assert found.optimum() == [(0.1, 10, 10, 20)]  # the second row is not finished
    assert found.decades == [-1, 0, 1, 2, 3, 4, 5]
    for power, epsilon, m in found.decade_places():
        off = np.log10(1e3 * epsilon**2 / m) - power
        assert abs(off) < 2 * np.log10(grid[1] / grid[0])  # a step of the map along ε, as SNR goes with ε²
    assert found.excess_decades == (1, 2)


def test_predicted_seconds_follow_what_is_done() -> None:
    masked = replace(SETTING, features=100, kept=10)
    assert speed.sum_seconds(SETTING, 2000) == pytest.approx(2 * speed.sum_seconds(SETTING, 1000))
    assert speed.decode_seconds(replace(SETTING, restarts=3), 2) == pytest.approx(3 * speed.decode_seconds(SETTING, 2))
    for dearer in (masked, replace(SETTING, scale="private")):  # the sum is drawn anew
        plain = replace(SETTING, features=dearer.features, kept=dearer.features)
        assert speed.release_seconds(dearer, 5000, 2) > speed.release_seconds(plain, 5000, 2)
    assert speed.lloyd_seconds(5000, 2, 3) < speed.lloyd_seconds(5000, 4, 3) < speed.lloyd_seconds(9000, 4, 3)
    assert speed.kmeans_seconds(5000, 2, 3) < speed.kmeans_seconds(5000, 2, 6)


def test_data_that_k_means_fits_exactly_are_no_yardstick() -> None:
    points = np.repeat([[0.0, 0.0], [1.0, 1.0]], 5, axis=0)
    with pytest.raises(ValueError, match=r"^clusters must be fewer than the distinct points, .*; got 2\.$"):
        Yardstick.of(replace(DATA, points=points), 2, seed=1)
