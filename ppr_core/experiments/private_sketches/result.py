"""The result of the experiment `private_sketches`: centroids, the sketch itself, its landscape, and curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.sketches import (
    CompressiveKMeans,
    DeviceTrials,
    FeatureMap,
    PrivateSketch,
    RelativeErrors,
    SignalCurve,
    SketchRelease,
    Yardstick,
)

__all__ = ["FLOAT_BITS", "Curve", "Landscape", "Picture", "PrivateSketchesResult", "Rung", "Sweep", "View"]

FLOAT_BITS = 32  # of a real number that is sent as it is

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
    def of(cls, base: Yardstick) -> Picture:
        data = base.data
        step = -(-len(data.points) // _MOST_POINTS)
        some = data.points[::step].copy()
        return cls(some, data.bounds, data.centroids, data.cluster_std, base.centroids, base.squares, len(data.points))


@dataclass(frozen=True, eq=False)
class View:
    """The sketch of the first release: frequencies (d, m) and their scale; without masks and noise and with them, (m,)
    complex each; noise: root mean square of |noise| on an entry."""

    frequencies: np.ndarray
    scale: float
    clean: np.ndarray
    noisy: np.ndarray
    noise: float

    @classmethod
    def of(cls, first: SketchRelease, clean: np.ndarray, samples: int, devices: int) -> View:
        sketch = first.sketch
        noise = (2.0 * devices) ** 0.5 * first.mechanism.noise_std / (samples * sketch.kept_share)
        return cls(sketch.frequencies, sketch.scale, clean, first.mean, noise)


@dataclass(frozen=True, eq=False)
class Landscape:
    """How far J rises above its least value when one centroid moves and all else stays: (j, i) over y (j,), x (i,),
    without noise and with it."""

    x: np.ndarray
    y: np.ndarray
    clean: np.ndarray
    noisy: np.ndarray


@dataclass(frozen=True, eq=False)
class Rung(DeviceTrials):
    """A number of devices that was run."""

    @property
    def bits(self) -> Mean:
        """Of a device's message."""
        return Mean.of(self.lengths)


_LADDER: Mapping[str, Callable[[Rung], float]] = {
    "devices": attrgetter("devices"),
    "device_samples": attrgetter("device_samples"),
    "bits": attrgetter("bits.value"),
    "bits_standard_error": attrgetter("bits.error"),
    "candidates": attrgetter("candidates"),
    "relative_sse": attrgetter("sent.mean"),
    "standard_error": attrgetter("sent.error"),
    "relative_sse_uncompressed": attrgetter("plain.mean"),
    "standard_error_uncompressed": attrgetter("plain.error"),
    "epsilon_decoder": attrgetter("decoder.epsilon"),
    "delta_decoder": attrgetter("decoder.delta"),
    "epsilon_decoder_theorem_8": attrgetter("theorem.epsilon"),
}


@dataclass(frozen=True, eq=False)
class Curve(RelativeErrors):
    """ratios: (k, T) along a sweep."""

    label: str
    role: str


@dataclass(frozen=True, eq=False)
class Sweep:
    """x: (k,) values of ε or n."""

    along: str
    x: np.ndarray
    curves: tuple[Curve, ...]


@dataclass(frozen=True, eq=False)
class PrivateSketchesResult:
    """What was found in R private sketches and in the one without noise, with relative SSEs; lloyd: centroids (K, d) of
    R runs of DP-Lloyd. sweep, features, ladder: only where the picture asks for them, and while a run is under way only
    in part."""

    parameters: PrivateSketchesParameters
    picture: Picture
    releases: tuple[CompressiveKMeans, ...]
    ratios: np.ndarray
    clean: CompressiveKMeans
    clean_ratio: float
    lloyd: tuple[np.ndarray, ...]
    lloyd_ratios: np.ndarray
    view: View
    signal: SignalCurve
    privacy: PrivacyGuarantee
    sweep: Sweep | None = None
    features: FeatureMap | None = None
    ladder: tuple[Rung, ...] = ()

    @property
    def axes(self) -> tuple[int, int]:
        """The two coordinates that are drawn, from 0."""
        return self.parameters.axis_x - 1, self.parameters.axis_y - 1

    @property
    def excess(self) -> Mean:
        """How far the private sketch's SSE lies above that of k-means, in percent."""
        return Mean.of(100.0 * (self.ratios - 1.0))

    @property
    def lloyd_excess(self) -> Mean:
        """The same of DP-Lloyd."""
        return Mean.of(100.0 * (self.lloyd_ratios - 1.0))

    @cached_property
    def mechanism(self) -> PrivateSketch:
        """What a device runs; at frequencies of its own, on which its noise does not depend."""
        return self.parameters.setting().mechanism()

    @property
    def device_samples(self) -> int:
        """n₀."""
        return self.picture.samples // self.parameters.setting().devices

    @cached_property
    def _moved(self) -> tuple[tuple[CompressiveKMeans, np.ndarray, int], ...]:
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
        where = {"axes": self.axes, "x": x, "y": y}
        rises = (
            found.plane_landscape(self.view.frequencies, z, moved=moved, **where) for found, z, moved in self._moved
        )
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
        groups.append(("sketch without noise", self.clean.centroids, self.clean_ratio))
        for place, (found, other) in enumerate(zip(self.releases, self.lloyd, strict=True)):
            groups.append((f"private sketch {place + 1}", found.centroids, float(self.ratios[place])))
            groups.append((f"DP-Lloyd {place + 1}", other, float(self.lloyd_ratios[place])))
        names = [name for name, centroids, _ in groups for _ in centroids]
        ratios = [ratio for _, centroids, ratio in groups for _ in centroids]
        every = np.concatenate([centroids for _, centroids, _ in groups])
        columns = {"found_by": np.array(names), "relative_sse": np.array(ratios)}
        return columns | {f"x{axis + 1}": every[:, axis] for axis in range(every.shape[1])}

    def sweep_table(self) -> dict[str, np.ndarray]:
        """Mean, standard error and quartiles along the sweep, for each of its curves."""
        columns = {self.sweep.along: self.sweep.x}
        for curve in self.sweep.curves:
            low, middle, high = np.quantile(curve.ratios, [0.25, 0.5, 0.75], axis=1)
            columns |= {f"{curve.label}: mean": curve.mean, f"{curve.label}: standard error": curve.error}
            columns |= {f"{curve.label}: quartile 1": low, f"{curve.label}: median": middle}
            columns[f"{curve.label}: quartile 3"] = high
        return columns

    def feature_table(self) -> dict[str, np.ndarray]:
        """Relative SSE for every simulated ε and m."""
        found = self.features
        epsilon, features = np.meshgrid(found.epsilons, found.features, indexing="ij")
        columns = {"epsilon": epsilon, "features": features, "relative_sse": found.mean, "standard_error": found.error}
        return {name: column.ravel() for name, column in columns.items()}

    def ladder_table(self) -> dict[str, np.ndarray]:
        """Bits of a device and relative SSE for each number of devices."""
        return {name: np.array([of(rung) for rung in self.ladder]) for name, of in _LADDER.items()}

    def ladder_excess(self) -> np.ndarray:
        """SSE above that of k-means in percent, and one standard error, by PPR and sent as it is, (2, 2, k)."""
        pairs = [(rung.sent, rung.plain) for rung in self.ladder]
        return np.array([[(one.excess, one.excess_error) for one in pair] for pair in pairs]).transpose(1, 2, 0)

    @property
    def reach(self) -> float:
        """Half the width of the picture of the complex plane."""
        return 1.05 * float(max(np.abs(self.view.noisy).max(), np.abs(self.view.clean).max() + self.view.noise))

    @property
    def float_bits(self) -> int:
        """Bits of a sketch that is sent as it is: two floats a feature."""
        return 2 * FLOAT_BITS * self.parameters.setting().features

    def signal_curve(self) -> tuple[np.ndarray, np.ndarray]:
        """ε (k,) between the ends of the measured ones, and the signal-to-noise ratio there by the formula, (k,)."""
        epsilons = np.geomspace(*self.signal.epsilons[[0, -1]], _CURVE)
        setting = self.parameters.setting()
        return epsilons, setting.signal_to_noise(epsilons, self.signal.share, self.device_samples)

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
