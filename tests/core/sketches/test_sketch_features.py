"""Fourier sketches: laws of the frequencies, sums over blocks, masks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, stats

from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import FourierSketch, draw_frequencies

SHARED = SharedRandomness(3)
TOLERANCE = {"float32": 1e-6, "float64": 1e-12}


def made(**values) -> FourierSketch:
    return FourierSketch(**{"dimension": 3, "features": 40, "scale": 0.7, "shared": SHARED} | values)


def adapted_radius_distribution(radius: np.ndarray) -> np.ndarray:
    def density(r: float) -> float:
        return np.sqrt(r**2 + r**4 / 4) * np.exp(-(r**2) / 2)

    whole = integrate.quad(density, 0, np.inf)[0]
    return np.array([integrate.quad(density, 0, r)[0] / whole for r in radius])


@pytest.mark.parametrize(
    ("law", "distribution"),
    [
        ("gaussian", stats.chi(3).cdf),
        ("folded_gaussian", stats.halfnorm.cdf),
        ("adapted_radius", adapted_radius_distribution),
        ("log_radius", stats.loguniform(1, 64).cdf),
    ],
)
def test_radii_follow_their_law(law: str, distribution):
    """Kolmogorov–Smirnov at a false-alarm rate of 10⁻³ each; scale 0.5 doubles the frequencies."""
    frequencies = draw_frequencies(dimension=3, features=2000, scale=0.5, shared=SHARED, law=law)
    radius = 0.5 * np.linalg.norm(frequencies, axis=0)
    assert stats.kstest(radius, distribution).pvalue > 1e-3
    assert stats.kstest(1.3 * radius, distribution).pvalue < 1e-3
    mean_direction = np.linalg.norm((frequencies / np.linalg.norm(frequencies, axis=0)).mean(axis=1))
    assert 2000 * 3 * mean_direction**2 < stats.chi2(3).isf(1e-3)


def test_more_features_extend_fewer():
    assert np.array_equal(made(features=40).frequencies, made(features=60).frequencies[:, :40])


def test_sum_is_the_sum_of_the_atoms(rng):
    data = rng.standard_normal((500, 3))
    sketch = made(precision="float64")
    summed = sketch.sum(data)
    assert summed.count == 500
    assert np.abs(sketch.mean(summed) - np.exp(1j * data @ sketch.frequencies).mean(axis=0)).max() < 1e-13
    assert np.abs(sketch.atoms(data).sum(axis=0) - summed.total).max() < 1e-10


@pytest.mark.parametrize("precision", ["float32", "float64"])
def test_streams_files_and_merges_equal_one_pass(rng, tmp_path: Path, precision: str):
    data = rng.standard_normal((30_000, 3))
    sketch = made(precision=precision)
    once = sketch.mean(sketch.sum(data))
    path = tmp_path / "data.npy"
    np.save(path, data)
    cuts = np.split(data, [1, 17, 9000, 9000, 20_001])
    ways = [sketch.sum(iter(cuts)), sketch.sum(path), sketch.sum(cuts[0])]
    for part in cuts[1:]:
        ways[-1] += sketch.sum(part)
    for way in ways:
        assert way.count == len(data)
        assert np.abs(sketch.mean(way) - once).max() <= TOLERANCE[precision]


def test_precisions_agree(rng):
    data = rng.standard_normal((20_000, 3))
    means = [sketch.mean(sketch.sum(data)) for sketch in (made(precision="float32"), made(precision="float64"))]
    assert np.abs(means[0] - means[1]).max() < 1e-6


def test_every_mask_keeps_r_features_and_all_are_equally_likely(rng):
    """Data at 0 make every feature 1, so the sum counts the masks: exactly r each, n·r/m of each feature."""
    sketch = made(kept=7)
    assert sketch.sum(np.zeros((1, 3)), rng).total.real.sum() == 7
    for _ in range(20):
        assert sorted(set(sketch.sum(np.zeros((1, 3)), rng).total.real)) == [0.0, 1.0]
    counts = np.sum([sketch.sum(np.zeros((50, 3)), rng).total.real for _ in range(400)], axis=0)
    assert counts.sum() == 20_000 * 7
    # Fixed totals leave m − 1 degrees of freedom, with variance n α (1 − α) m/(m − 1) for each feature.
    statistic = np.sum((counts - 3500) ** 2) / (20_000 * 7 / 40 * 33 / 40 * 40 / 39)
    assert stats.chi2(39).ppf(1e-3) < statistic < stats.chi2(39).isf(1e-3)


def test_neighbouring_features_are_kept_independently_of_their_place(rng):
    """A window that was never shuffled would keep features 0 and 1 together far more often than r(r−1)/(m(m−1))."""
    sketch = made(features=10, kept=2)
    together = sum(sketch.sum(np.zeros((1, 3)), rng).total.real[:2].all() for _ in range(4000))
    assert stats.binomtest(together, 4000, 2 / 90).pvalue > 1e-3


def test_masked_sums_are_unbiased(rng):
    data = rng.standard_normal((20_000, 3))
    whole, masked = made(precision="float64"), made(kept=11, precision="float64")
    difference = masked.mean(masked.sum(data, rng)) - whole.mean(whole.sum(data))
    variance = (40 / 11 - 1) / len(data)  # of a complex feature of modulus 1, given the data
    assert np.mean(np.abs(difference) ** 2) == pytest.approx(variance, rel=4 * np.sqrt(1 / 40))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: made(kept=0), "kept must be a whole number at least 1 and at most 40; got 0."),
        (lambda: made(kept=41), "kept must be a whole number at least 1 and at most 40; got 41."),
        (lambda: made(scale=0), "scale must be a number above 0; got 0."),
        (lambda: made(law="cauchy"), "law must be one of gaussian, folded_gaussian, adapted_radius, log_radius"),
        (lambda: made(precision="half"), "precision must be one of float32, float64; got 'half'."),
        (lambda: made().sum([[1.0, np.nan, 0.0]]), "data must be finite numbers of size at most 10³⁰; got nan."),
        (lambda: made().sum([[1.0, np.inf, 0.0]]), "data must be finite numbers of size at most 10³⁰; got inf."),
        (lambda: made().sum([[1.0, 2.0]]), "data must be an array of shape (n, 3); got shape (1, 2)."),
        (lambda: made().sum([["a", "b", "c"]]), "data must be an array of numbers of shape (n, 3)"),
        (lambda: made().sum(np.zeros(3)), "data must be an array of shape (n, 3), a file of one"),
        (lambda: made(kept=3).sum(np.zeros((2, 3))), "rng must be a generator when kept is below features"),
        (lambda: made().mean(made().sum(np.zeros((0, 3)))), "number of samples must be at least 1; got 0."),
        (lambda: made().sum(np.zeros((1, 3))) + made(features=2).sum(np.zeros((1, 3))), "other must be a sum of 40"),
    ],
)
def test_bad_input_is_named(call, message: str):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(message)
