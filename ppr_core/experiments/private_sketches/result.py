"""The result of the experiment `private_sketches`: centroids, the sketch itself, its landscape, and curves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.experiments.private_sketches.compressed import FLOAT_BITS, Rung
from ppr_core.experiments.private_sketches.measure import Baseline, Clean, Release, Signal, excess, predicted_signal
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters
from ppr_core.experiments.private_sketches.sweep import FeatureMap, Sweep
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import FourierSketch, landscape

__all__ = ["Found", "Landscape", "Picture", "PrivateSketchesResult", "View"]

_MOST_POINTS = 1500  # of the data, drawn
_GRID = 61  # places of the landscape along an axis
_CURVE = 41  # of the formula of signal over noise along ε


@dataclass(frozen=True, eq=False)
class Picture:
    """points: some of the n samples; bounds (2, d); truth: the mixture's centroids or None, and width, the standard
    deviation of its clusters; kmeans: (K, d); squares: the SSE of k-means."""

    points: np.ndarray
    bounds: np.ndarray
    truth: np.ndarray | None
    width: float | None
    kmeans: np.ndarray
    squares: float
    samples: int

    @classmethod
    def of(cls, base: Baseline) -> Picture:
        data = base.data
        step = -(-len(data.points) // _MOST_POINTS)
        some = data.points[::step].copy()
        return cls(some, data.bounds, data.centroids, data.cluster_std, base.centroids, base.squares, len(data.points))


@dataclass(frozen=True, eq=False)
class Found:
    """What was found in a sketch: centroids (K, d), weights (K,), common variance, relative SSE."""

    centroids: np.ndarray
    weights: np.ndarray
    variance: float
    ratio: float

    @classmethod
    def of(cls, found: Release | Clean) -> Found:
        return cls(found.found.centroids, found.found.weights, found.found.variance, found.ratio)


@dataclass(frozen=True, eq=False)
class View:
    """The sketch of the first release: frequencies (d, m), without masks and noise and with them, (m,) complex each.

    noise: root mean square of |noise| on an entry; scale: that of the frequencies; budget: ε of the sketch alone, and
    noise_scale: its noise's parameter, b of Laplace or s of Gaussian noise, on a device's sum."""

    frequencies: np.ndarray
    clean: np.ndarray
    noisy: np.ndarray
    noise: float
    scale: float
    kept: int
    budget: float
    noise_scale: float
    noise_std: float
    count_std: float

    @classmethod
    def of(cls, first: Release, clean: Clean, samples: int, devices: int) -> View:
        sketch, mechanism = first.sketch, first.mechanism
        noise = (2.0 * devices) ** 0.5 * mechanism.noise_std / (samples * sketch.kept_share)
        return cls(
            sketch.frequencies, clean.mean, first.mean, noise, sketch.scale, sketch.kept, mechanism.epsilon,
            mechanism.noise_scale, mechanism.noise_std, mechanism.count_std,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Landscape:
    """How far J rises above its least value when one centroid moves and all else stays: (j, i) over y (j,), x (i,),
    without noise and with it."""

    x: np.ndarray
    y: np.ndarray
    clean: np.ndarray
    noisy: np.ndarray


@dataclass(frozen=True, eq=False)
class PrivateSketchesResult:
    """lloyd: centroids (K, d) of DP-Lloyd's runs, lloyd_ratios their relative SSE. sweep, features, ladder: only where
    the picture asks for them, and while a run is under way only in part."""

    parameters: PrivateSketchesParameters
    picture: Picture
    releases: tuple[Found, ...]
    clean: Found
    lloyd: tuple[np.ndarray, ...]
    lloyd_ratios: np.ndarray
    view: View
    signal: Signal
    privacy: PrivacyGuarantee
    sweep: Sweep | None = None
    features: FeatureMap | None = None
    ladder: tuple[Rung, ...] = ()

    @property
    def axes(self) -> tuple[int, int]:
        """The two coordinates that are drawn, from 0."""
        return self.parameters.axis_x - 1, self.parameters.axis_y - 1

    @cached_property
    def ratios(self) -> np.ndarray:
        """Relative SSE of each release, (R,)."""
        return np.array([found.ratio for found in self.releases])

    @property
    def excess(self) -> Mean:
        """How far the private sketch's SSE lies above that of k-means, in percent."""
        return Mean(*excess(self.ratios), len(self.ratios))

    @property
    def lloyd_excess(self) -> Mean:
        """The same of DP-Lloyd."""
        return Mean(*excess(self.lloyd_ratios), len(self.lloyd_ratios))

    @property
    def clean_excess(self) -> float:
        """The same of the sketch without noise."""
        return 100.0 * (self.clean.ratio - 1.0)

    @property
    def device_samples(self) -> int:
        """n₀."""
        return self.picture.samples // self.parameters.setting().devices

    @cached_property
    def _moved(self) -> tuple[tuple[Found, np.ndarray, int], ...]:
        """Without and with noise: what was found, in which sketch, and which centroid is next to k-means' first."""
        found = (self.clean, self.view.clean), (self.releases[0], self.view.noisy)
        first = self.picture.kmeans[0]
        return tuple((one, z, int(np.argmin(np.sum((one.centroids - first) ** 2, axis=1)))) for one, z in found)

    @property
    def places(self) -> np.ndarray:
        """Where the centroid that `landscape` moves was found, without and with noise, in the plane, (2, 2)."""
        return np.array([self.plane(found.centroids[moved]) for found, _, moved in self._moved])

    @cached_property
    def landscape(self) -> Landscape:
        """Over the public box, in the two coordinates that are drawn; the others stay where they are."""
        x, y = (np.linspace(*self.picture.bounds[:, axis], _GRID) for axis in self.axes)
        rises = []
        for found, mean, moved in self._moved:
            points = np.tile(found.centroids[moved], (_GRID, _GRID, 1))
            points[..., self.axes[0]], points[..., self.axes[1]] = np.meshgrid(x, y)
            values = landscape(
                self.view.frequencies, mean, found.centroids, found.weights, found.variance, moved=moved, points=points
            )
            rises.append(values - values.min())
        return Landscape(x, y, *rises)

    def plane(self, points: np.ndarray) -> np.ndarray:
        """The two coordinates of points (..., d) that are drawn, (..., 2)."""
        return points[..., list(self.axes)]

    def table(self) -> dict[str, np.ndarray]:
        """What the main chart shows."""
        if self.features is not None:
            return self.feature_table()
        if self.sweep is not None:
            return self.sweep_table()
        return self.ladder_table() if self.ladder else self.centroid_table()

    def centroid_table(self) -> dict[str, np.ndarray]:
        """Every centroid on screen, with its coordinates."""
        groups = [] if self.picture.truth is None else [("true", self.picture.truth, np.nan)]
        groups.append(("k-means", self.picture.kmeans, 1.0))
        groups.append(("sketch without noise", self.clean.centroids, self.clean.ratio))
        for number, (found, other) in enumerate(zip(self.releases, self.lloyd, strict=True), 1):
            groups.append((f"private sketch {number}", found.centroids, found.ratio))
            groups.append((f"DP-Lloyd {number}", other, float(self.lloyd_ratios[number - 1])))
        names = [name for name, centroids, _ in groups for _ in centroids]
        ratios = [ratio for _, centroids, ratio in groups for _ in centroids]
        every = np.concatenate([centroids for _, centroids, _ in groups])
        columns = {"found_by": np.array(names), "relative_sse": np.array(ratios)}
        return columns | {f"x{axis + 1}": every[:, axis] for axis in range(every.shape[1])}

    def sweep_table(self) -> dict[str, np.ndarray]:
        """Mean, standard error and quartiles along the sweep, for each of its curves."""
        sweep = self.sweep
        columns = {sweep.along: sweep.x} if sweep else {}
        for curve in sweep.curves if sweep else ():
            low, middle, high = np.quantile(curve.ratios, [0.25, 0.5, 0.75], axis=1)
            columns |= {f"{curve.label}: mean": curve.mean, f"{curve.label}: standard error": curve.error}
            columns |= {f"{curve.label}: quartile 1": low, f"{curve.label}: median": middle}
            columns[f"{curve.label}: quartile 3"] = high
        return columns

    def feature_table(self) -> dict[str, np.ndarray]:
        """Relative SSE for every simulated ε and m."""
        found = self.features
        if found is None:
            return {}
        epsilon, features = np.meshgrid(found.epsilons, found.features, indexing="ij")
        return {
            "epsilon": epsilon.ravel(),
            "features": features.ravel(),
            "relative_sse": found.mean.ravel(),
            "standard_error": found.error.ravel(),
        }

    def ladder_table(self) -> dict[str, np.ndarray]:
        """Bits of a device and relative SSE for each number of devices."""
        sent, plain = ([Mean.of(values) for values in column] for column in self._rungs())
        return {
            "devices": np.array([rung.devices for rung in self.ladder]),
            "device_samples": np.array([rung.device_samples for rung in self.ladder]),
            "bits": np.array([rung.bits.value for rung in self.ladder]),
            "bits_standard_error": np.array([rung.bits.error for rung in self.ladder]),
            "candidates": np.array([rung.candidates for rung in self.ladder]),
            "relative_sse": np.array([mean.value for mean in sent]),
            "standard_error": np.array([mean.error for mean in sent]),
            "relative_sse_uncompressed": np.array([mean.value for mean in plain]),
            "standard_error_uncompressed": np.array([mean.error for mean in plain]),
            "epsilon_decoder": np.array([rung.decoder.epsilon for rung in self.ladder]),
            "delta_decoder": np.array([rung.decoder.delta for rung in self.ladder]),
            "epsilon_decoder_theorem_8": np.array([rung.theorem.epsilon for rung in self.ladder]),
        }

    def ladder_excess(self) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """SSE above that of k-means in percent with one standard error, by PPR and sent as it is, (k,) each."""
        sent, plain = (np.array([excess(values) for values in column]).T for column in self._rungs())
        return (sent[0], sent[1]), (plain[0], plain[1])

    @property
    def reach(self) -> float:
        """Half the width of the picture of the complex plane."""
        return 1.05 * float(max(np.abs(self.view.noisy).max(), np.abs(self.view.clean).max() + self.view.noise))

    def _rungs(self) -> tuple[list[np.ndarray], list[np.ndarray]]:
        return [rung.sent for rung in self.ladder], [rung.plain for rung in self.ladder]

    @property
    def float_bits(self) -> int:
        """Bits of a sketch that is sent as it is: two floats a feature."""
        return 2 * FLOAT_BITS * self.parameters.setting().features

    def signal_curve(self) -> tuple[np.ndarray, np.ndarray]:
        """ε (k,) between the ends of the measured ones, and the signal-to-noise ratio there by the formula, (k,)."""
        setting, epsilons = self.parameters.setting(), np.geomspace(*self.signal.epsilons[[0, -1]], _CURVE)
        # The formula needs r and m, not where the frequencies are.
        sketch = FourierSketch(
            dimension=1, features=setting.features, kept=setting.kept, scale=1.0, shared=SharedRandomness(0)
        )
        delta = self.parameters.left * setting.delta
        mechanisms = (setting.mechanism(sketch, epsilon=epsilon, delta=delta) for epsilon in epsilons)
        return epsilons, predicted_signal(mechanisms, setting, self.signal.share, self.device_samples)

    def signal_table(self) -> dict[str, np.ndarray]:
        """Signal over noise along ε."""
        s = self.signal
        return {"epsilon": s.epsilons, "formula": s.predicted, "measured": s.measured, "standard_error": s.error}

    def sketch_table(self) -> dict[str, np.ndarray]:
        """The entries of the sketch, without and with noise."""
        clean, noisy = self.view.clean, self.view.noisy
        return {
            "radius": np.linalg.norm(self.view.frequencies, axis=0),
            "clean_real": clean.real,
            "clean_imaginary": clean.imag,
            "private_real": noisy.real,
            "private_imaginary": noisy.imag,
        }

    def ratio_table(self) -> dict[str, np.ndarray]:
        """The relative SSE of every release and of DP-Lloyd's runs."""
        runs = np.arange(1, len(self.releases) + 1)
        return {"release": runs, "private_sketch": self.ratios, "dp_lloyd": self.lloyd_ratios}
