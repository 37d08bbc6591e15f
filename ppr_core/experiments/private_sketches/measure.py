"""What a run of the experiment `private_sketches` measures for one setting: releases, baselines, signal and noise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.diagnostics import mean_and_error
from ppr_core.experiments.private_sketches.parameters import PILOT_SHARE, PrivateSketchesParameters, Setting
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import (
    CompressiveKMeans,
    Dataset,
    FourierSketch,
    PrivateSketch,
    SketchSum,
    compressive_kmeans,
    digits,
    kmeans,
    measured_signal_to_noise,
    mixture,
    private_lloyd,
    private_scale,
    scale_from_bounds,
    shape,
    signal_share,
    signal_to_noise,
    sum_of_squares,
)

__all__ = [
    "CHOSEN",
    "KMEANS_RESTARTS",
    "SNR_RUNS",
    "Baseline",
    "Clean",
    "Release",
    "Signal",
    "Sketcher",
    "baseline",
    "dataset",
    "excess",
    "lloyd",
    "predicted_signal",
    "private_rng",
    "releases",
    "signal",
]

KMEANS_RESTARTS = 3
SNR_RUNS = 8
SNR_SHARES = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)  # of ε, where signal and noise are measured
CHOSEN = SNR_SHARES.index(1.0)
_PARTS = {"data": 0, "release": 1, "lloyd": 2, "snr": 3, "clean": 4, "sweep": 5, "compressed": 6}


@dataclass(frozen=True, eq=False)
class Baseline:
    """The data, the yardstick without privacy and its sum of squares."""

    data: Dataset
    centroids: np.ndarray
    squares: float

    def ratio(self, centroids: np.ndarray) -> float:
        """The relative SSE of centroids: their sum of squares over that of k-means on the data."""
        return sum_of_squares(self.data.points, centroids) / self.squares


@dataclass(frozen=True, eq=False)
class Release:
    """One private sketch and what was found in it. mean: (m,) complex; ratio: relative SSE."""

    sketch: FourierSketch
    mechanism: PrivateSketch
    mean: np.ndarray
    found: CompressiveKMeans
    ratio: float
    privacy: PrivacyGuarantee


@dataclass(frozen=True, eq=False)
class Clean:
    """The same without masks and noise."""

    mean: np.ndarray
    found: CompressiveKMeans
    ratio: float


@dataclass(frozen=True, eq=False)
class Signal:
    """Signal over noise along ε, (k,): by the formula, and measured with one standard error; share is δ = ‖z‖²/m."""

    epsilons: np.ndarray
    predicted: np.ndarray
    measured: np.ndarray
    error: np.ndarray
    share: float


@lru_cache(maxsize=8)
def _generated(data: str, clusters: int, dimension: int, separation: float, samples: int, seed: int) -> Dataset:
    if data == "mixture":
        rng = np.random.default_rng([seed, _PARTS["data"]])
        return mixture(clusters=clusters, dimension=dimension, separation=separation, samples=samples, rng=rng)
    return digits(dimension=dimension) if data == "digits" else shape(data, samples=samples, seed=seed)


def dataset(p: PrivateSketchesParameters, samples: int | None = None) -> Dataset:
    """The data, or so many of them: mixtures (around the same centroids) and shapes are drawn anew, others thinned."""
    n, d = p.shape
    n = n if samples is None else samples
    if p.data == "file":
        points = p.file_points()
        whole = Dataset(points, np.array([-np.ones(d), np.ones(d)]), np.zeros(len(points), int))
    else:
        first = n if p.data != "digits" else p.shape[0]
        whole = _generated(p.data, p.clusters, d, p.separation, first, p.seed)
    if len(whole.points) == n:
        return whole
    chosen = private_rng(p, "data", n).permutation(len(whole.points))[:n]
    return Dataset(whole.points[chosen], whole.bounds, whole.labels[chosen])


def baseline(p: PrivateSketchesParameters, samples: int | None = None) -> Baseline:
    """k-means on the data themselves."""
    data = dataset(p, samples)
    centroids = kmeans(data.points, p.clusters, seed=p.seed, restarts=KMEANS_RESTARTS)
    return Baseline(data, centroids, sum_of_squares(data.points, centroids))


def excess(ratios: np.ndarray) -> tuple[float, float]:
    """How far the mean of relative SSEs (T,) lies above that of k-means, in percent, and one standard error."""
    return mean_and_error(100.0 * (ratios - 1.0))


class Sketcher:
    """Releases of one data set under one setting; what needs no new randomness is computed once."""

    def __init__(self, p: PrivateSketchesParameters, base: Baseline, setting: Setting) -> None:
        self.p, self.base, self.setting = p, base, setting
        self.device_samples = len(base.data.points) // setting.devices
        self.points = base.data.points[: self.device_samples * setting.devices]
        self._sketch = None if p.scale == "private" else self.with_scale(self._public_scale())
        self._sum: SketchSum | None = None

    def release(self, rng: np.random.Generator) -> Release:
        """Scale if it is private, sum, noise, centroids: all randomness but the frequencies' from rng."""
        sketch, mechanism, pilot = self.prepare(rng)
        mean = mechanism.release(self.sum(sketch, rng), rng, devices=self.setting.devices).mean()
        found = self.decode(sketch, mean, rng)
        ratio, privacy = self.base.ratio(found.centroids), self._privacy(mechanism, pilot)
        return Release(sketch, mechanism, mean, found, ratio, privacy)

    def prepare(self, rng: np.random.Generator) -> tuple[FourierSketch, PrivateSketch, PrivacyGuarantee | None]:
        """Frequencies and mechanism, and what a private scale has spent."""
        s, sketch, pilot = self.setting, self._sketch, None
        if sketch is None:
            found = private_scale(
                self.points, self.base.data.bounds, self.p.clusters, epsilon=PILOT_SHARE * s.epsilon, rng=rng,
                shared=SharedRandomness(self.p.seed + 1), delta=PILOT_SHARE * s.delta, noise=s.noise,
                neighbours=s.neighbours, devices=s.devices,
            )  # fmt: skip
            sketch, pilot = self.with_scale(found.scale), found.privacy
        left = self.p.left
        return sketch, s.mechanism(sketch, epsilon=left * s.epsilon, delta=left * s.delta), pilot

    def sum(self, sketch: FourierSketch, rng: np.random.Generator) -> SketchSum:
        """The sum of all devices; computed once where neither masks nor the scale are drawn anew."""
        if sketch is not self._sketch or sketch.kept < sketch.features:
            return sketch.sum(self.points, rng)
        if self._sum is None:
            self._sum = sketch.sum(self.points)
        return self._sum

    def decode(self, sketch: FourierSketch, mean: np.ndarray, rng: np.random.Generator) -> CompressiveKMeans:
        p = self.p
        options = {"spread": p.spread, "restarts": p.restarts}
        return compressive_kmeans(sketch, mean, p.clusters, self.base.data.bounds, rng, **options)

    def clean(self) -> Clean:
        """The sketch of the first release without masks and noise."""
        sketch = self.prepare(private_rng(self.p, "release", 0))[0]
        whole = self.with_scale(sketch.scale, all_features=True)
        mean = whole.mean(whole.sum(self.points))
        found = self.decode(whole, mean, private_rng(self.p, "clean"))
        return Clean(mean, found, self.base.ratio(found.centroids))

    def _public_scale(self) -> float:
        if self.p.scale == "given":
            return self.p.scale_value
        return scale_from_bounds(self.base.data.bounds, self.p.clusters)

    def with_scale(self, scale: float, all_features: bool = False) -> FourierSketch:
        return FourierSketch(
            dimension=self.points.shape[1], features=self.setting.features, scale=scale,
            shared=SharedRandomness(self.p.seed), law=self.p.law, kept=None if all_features else self.setting.kept,
        )  # fmt: skip

    def _privacy(self, mechanism: PrivateSketch, pilot: PrivacyGuarantee | None) -> PrivacyGuarantee:
        """Of scale and sketch together."""
        own = mechanism.privacy(local=self.device_samples == 1)
        if pilot is None:
            return own
        return PrivacyGuarantee(
            epsilon=own.epsilon + pilot.epsilon, delta=own.delta + pilot.delta, against=own.against,
            notion=own.notion, source=own.source, conditions=(*own.conditions, "scale and sketch added up"),
        )  # fmt: skip


def private_rng(p: PrivateSketchesParameters, part: str, *place: int) -> np.random.Generator:
    """All private randomness of a part of the run at a place of it."""
    return np.random.default_rng([p.seed, _PARTS[part], *place])


def releases(sketcher: Sketcher) -> Iterator[Release]:
    """R releases of the same data."""
    for release in range(sketcher.p.repetitions):
        yield sketcher.release(private_rng(sketcher.p, "release", release))


def lloyd(p: PrivateSketchesParameters, base: Baseline, epsilon: float, run: int) -> np.ndarray:
    """Centroids (K, d) of DP-Lloyd at this ε, in the trusted centre."""
    options = {"rng": private_rng(p, "lloyd", run), "neighbours": p.setting().neighbours}
    return private_lloyd(base.data.points, p.clusters, base.data.bounds, epsilon=epsilon, **options).centroids


def predicted_signal(
    mechanisms: Iterable[PrivateSketch], setting: Setting, share: float, device_samples: int
) -> np.ndarray:
    """Signal over noise by the formula for each mechanism, (k,); share: δ = ‖z‖²/m."""
    sizes = {"device_samples": device_samples, "devices": setting.devices}
    return np.array([signal_to_noise(mechanism, share, **sizes).value for mechanism in mechanisms])


def signal(sketcher: Sketcher) -> Signal:
    """Samples drawn anew from the data, so that the true z is the data's own sketch, which is known."""
    p, setting = sketcher.p, sketcher.setting
    sketch, chosen, _ = sketcher.prepare(private_rng(p, "release", 0))
    whole = sketcher.with_scale(sketch.scale, all_features=True)
    truth = whole.mean(whole.sum(sketcher.points))
    share, epsilons = signal_share(truth), np.array(SNR_SHARES) * chosen.epsilon
    mechanisms = [setting.mechanism(sketch, epsilon=epsilon, delta=chosen.delta) for epsilon in epsilons]
    rng = private_rng(p, "snr")
    n, estimates = len(sketcher.points), [[] for _ in mechanisms]
    for _ in range(SNR_RUNS):
        summed = sketch.sum(sketcher.points[rng.integers(n, size=n)], rng)
        for found, mechanism in zip(estimates, mechanisms, strict=True):
            found.append(mechanism.release(summed, rng, devices=setting.devices).mean())
    predicted = predicted_signal(mechanisms, setting, share, sketcher.device_samples)
    measured = [measured_signal_to_noise(np.array(found), truth) for found in estimates]
    return Signal(epsilons, predicted, *(np.array(column) for column in zip(*measured, strict=True)), share)
