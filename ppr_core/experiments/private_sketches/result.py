"""The result of the experiment `private_sketches`: centroids, the sketch itself, its landscape, and curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.experiments.contract import Columns, Table
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

__all__ = ["FLOAT_BITS", "Curve", "Landscape", "Picture", "PrivateSketchesResult", "Rung", "Shade", "Sweep", "View"]

FLOAT_BITS = 32  # of a real number that is sent as it is

_MOST_POINTS = 1500  # of the data, drawn
_AWAY = 1 / 12  # of the width of the picture: about a diamond
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

    @property
    def radii(self) -> np.ndarray:
        """‖ω_j‖, (m,)."""
        return np.linalg.norm(self.frequencies, axis=0)

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
class Shade:
    """The waves added up, each times its average, (j, i) over y (j,) and x (i,): high where samples are."""

    x: np.ndarray
    y: np.ndarray
    values: np.ndarray


@dataclass(frozen=True, eq=False)
class Rung(DeviceTrials):
    """A number of devices that was run."""

    @property
    def bits(self) -> Mean:
        """Of a device's message."""
        return Mean.of(self.lengths)


@dataclass(frozen=True, eq=False)
class Curve(RelativeErrors):
    """ratios: (k, T) along a sweep."""

    label: str
    role: str

    @property
    def quartiles(self) -> dict[str, np.ndarray]:
        """By name, (k,) each."""
        names = ("quartile 1", "median", "quartile 3")
        return dict(zip(names, np.quantile(self.ratios, [0.25, 0.5, 0.75], axis=1), strict=True))


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
    def runs(self) -> np.ndarray:
        """Numbers of the releases, from 1, (R,)."""
        return np.arange(1, len(self.releases) + 1)

    @property
    def axes(self) -> tuple[int, int]:
        """The two coordinates that are drawn, from 0."""
        return self.parameters.axis_x - 1, self.parameters.axis_y - 1

    def strays(self, runs: Sequence[np.ndarray], targets: np.ndarray) -> list[tuple[int, float, float]]:
        """Centres that lie away from all targets: number of the run, from 1, and the place in the plane drawn.

        runs: (K, 2) each; targets: (k, 2). Away is farther than a twelfth of the width of the picture.
        """
        low, high = self.picture.bounds[:, self.axes[0]]
        return [
            (run, float(x), float(y))
            for run, centres in enumerate(runs, 1)
            for x, y in centres
            if np.hypot(*(targets - [x, y]).T).min() > _AWAY * (high - low)
        ]

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

    @cached_property
    def shade(self) -> Shade | None:
        """Re Σⱼ zⱼ exp(−iωⱼᵀx) of the first private sketch, with which a decoder begins; None of data that have more
        than the two coordinates drawn."""
        if self.picture.points.shape[1] != 2:
            return None
        low, high = self.picture.bounds[:, list(self.axes)]
        x, y = np.linspace(low, high, _GRID).T
        across, up = self.view.frequencies[list(self.axes)]
        turned = self.view.noisy * np.exp(-1j * np.multiply.outer(y, up))  # (j, m)
        return Shade(x, y, (turned @ np.exp(-1j * np.multiply.outer(across, x))).real)

    @property
    def device_samples(self) -> int:
        """n₀."""
        return self.picture.samples // self.parameters.setting().devices

    @cached_property
    def _moved(self) -> tuple[tuple[CompressiveKMeans, np.ndarray, int], ...]:
        """Without and with noise: what was found, in which sketch, and which centroid is next to k-means' first."""
        first, views = self.picture.kmeans[0], ((self.clean, self.view.clean), (self.releases[0], self.view.noisy))
        return tuple(
            (kmeans, z, int(np.argmin(np.sum((kmeans.centroids - first) ** 2, axis=1)))) for kmeans, z in views
        )

    @property
    def places(self) -> np.ndarray:
        """Where the centroid that `landscape` moves was found, without and with noise, in the plane, (2, 2)."""
        return np.array([self.plane(kmeans.centroids[moved]) for kmeans, _, moved in self._moved])

    @cached_property
    def landscape(self) -> Landscape:
        """Over the public box, in the two coordinates that are drawn; the others stay where they are."""
        low, high = self.picture.bounds[:, list(self.axes)]
        x, y = np.linspace(low, high, _GRID).T
        rises = (
            kmeans.plane_landscape(self.view.frequencies, z, moved=moved, axes=self.axes, x=x, y=y)
            for kmeans, z, moved in self._moved
        )
        return Landscape(x, y, *rises)

    def plane(self, points: np.ndarray) -> np.ndarray:
        """The two coordinates of points (..., d) that are drawn, (..., 2)."""
        return points[..., list(self.axes)]

    def table(self) -> Table:
        """What the main chart shows."""
        if self.features is not None:
            return self.feature_table()
        if self.sweep is not None:
            return self.sweep_table()
        return self.ladder_table() if self.ladder else self.centroid_table()

    def centroid_table(self) -> Table:
        """Every centroid on screen, with its coordinates."""
        groups = [] if self.picture.truth is None else [("true", self.picture.truth, math.nan)]
        groups.append(("k-means", self.picture.kmeans, 1.0))
        groups.append(("sketch without noise", self.clean.centroids, self.clean_ratio))
        for run, (release, other) in enumerate(zip(self.releases, self.lloyd, strict=True)):
            groups.append((f"private sketch {run + 1}", release.centroids, float(self.ratios[run])))
            groups.append((f"DP-Lloyd {run + 1}", other, float(self.lloyd_ratios[run])))
        rows = [(name, ratio, *centre) for name, centroids, ratio in groups for centre in centroids]
        names, ratios, *axes = map(np.array, zip(*rows, strict=True))
        return {"found_by": names, "relative_sse": ratios} | {f"x{i}": axis for i, axis in enumerate(axes, 1)}

    def sweep_table(self) -> Table:
        """Mean, standard error and quartiles along the sweep, for each of its curves."""
        if self.sweep is None:
            return {}
        columns = {self.sweep.along: self.sweep.x}
        for curve in self.sweep.curves:
            parts = {"mean": curve.mean, "standard error": curve.error} | curve.quartiles
            columns |= {f"{curve.label}: {name}": values for name, values in parts.items()}
        return columns

    def feature_table(self) -> Table:
        """Relative SSE for every simulated ε and m."""
        return {name: column.ravel() for name, column in _FEATURES.of(self).items()}

    #: Bits of a device and relative SSE for each number of devices.
    ladder_table = Columns(
        "ladder",
        devices="devices",
        device_samples="device_samples",
        bits="bits.value",
        bits_standard_error="bits.error",
        candidates="candidates",
        relative_sse="sent.mean",
        standard_error="sent.error",
        relative_sse_uncompressed="plain.mean",
        standard_error_uncompressed="plain.error",
        epsilon_decoder="decoder.epsilon",
        delta_decoder="decoder.delta",
        epsilon_decoder_theorem_8="theorem.epsilon",
    )

    def ladder_excess(self) -> np.ndarray:
        """SSE above that of k-means in percent, and one standard error, by PPR and sent as it is, (2, 2, k)."""
        pairs = [(rung.sent, rung.plain) for rung in self.ladder]
        return np.array([[(accuracy.excess, accuracy.excess_error) for accuracy in pair] for pair in pairs]).transpose(
            1, 2, 0
        )

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
        epsilons = np.geomspace(self.signal.epsilons[0], self.signal.epsilons[-1], _CURVE)
        setting = self.parameters.setting()
        return epsilons, setting.signal_to_noise(epsilons, self.signal.share, self.device_samples)

    #: Signal over noise along ε.
    signal_table = Columns(
        "signal", epsilon="epsilons", formula="predicted", measured="measured", standard_error="error"
    )
    #: The entries of the sketch, without and with noise.
    sketch_table = Columns(
        "view",
        radius="radii",
        clean_real="clean.real",
        clean_imaginary="clean.imag",
        private_real="noisy.real",
        private_imaginary="noisy.imag",
    )
    #: The relative SSE of every release and of DP-Lloyd's runs.
    ratio_table = Columns("", release="runs", private_sketch="ratios", dp_lloyd="lloyd_ratios")


_FEATURES = Columns("features", epsilon="grid_epsilons", features="grid_features", relative_sse="mean",
                    standard_error="error")  # fmt: skip
