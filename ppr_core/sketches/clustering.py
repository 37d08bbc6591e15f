"""Private compressive k-means from the samples to the centroids: scale, sketch, noise, decoding, and what it spends."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches.data import Dataset
from ppr_core.sketches.decoder import CompressiveKMeans, compressive_kmeans
from ppr_core.sketches.fourier import FourierSketch, SketchSum
from ppr_core.sketches.private import PrivateSketch
from ppr_core.sketches.scale import private_scale, scale_from_bounds
from ppr_core.sketches.snr import resampled_signal_to_noise, signal_share, signal_to_noise

__all__ = ["PILOT_SHARE", "ClusteringSetting", "PrivateClustering", "SignalCurve", "SketchRelease"]

#: Share of ε and δ that a private scale takes.
PILOT_SHARE = 0.2


@dataclass(frozen=True, kw_only=True)
class ClusteringSetting:
    """How samples are sketched, released and decoded.

    clusters: K. features: m, of which each sample gives kept, r. epsilon (nats), delta: of a device's sketch, with the
    scale if that is private. noise, neighbours: as of `PrivateSketch`. devices: L, each with ⌊n/L⌋ samples. scale: σ of
    the frequencies, or "bounds" (from the public box and K), or "private" (from the data, for `PILOT_SHARE` of ε and
    δ). law: of the frequencies. spread, restarts: of the decoder. seed: of the frequencies, which all share.

    >>> from ppr_core.sketches import ClusteringSetting
    >>> setting = ClusteringSetting(clusters=3, features=100, kept=100, epsilon=1.0, scale="private")
    >>> setting.left, setting.mechanism().epsilon == setting.left  # the rest of ε finds the scale
    (0.8, True)
    """

    clusters: int
    features: int
    kept: int
    epsilon: float
    delta: float = 0.0
    noise: str = "laplace"
    neighbours: str = "replace_one"
    devices: int = 1
    scale: float | str = "bounds"
    law: str = "adapted_radius"
    spread: bool = True
    restarts: int = 1
    seed: int = 0

    @property
    def left(self) -> float:
        """The share of ε and δ that the scale leaves to the sketch."""
        return 1.0 - PILOT_SHARE if self.scale == "private" else 1.0

    def mechanism(self, sketch: FourierSketch | None = None, *, epsilon: float | None = None) -> PrivateSketch:
        """What a device runs with what the scale leaves, or at another ε in nats; without a sketch, for its noise."""
        # How much noise there is depends on r and m, not on where the frequencies are.
        any_sketch = FourierSketch(
            dimension=1, features=self.features, kept=self.kept, scale=1.0, shared=SharedRandomness(0)
        )
        return PrivateSketch(
            sketch=any_sketch if sketch is None else sketch,
            epsilon=self.left * self.epsilon if epsilon is None else epsilon,
            delta=self.left * self.delta,
            noise=self.noise,
            neighbours=self.neighbours,
        )

    def signal_to_noise(self, epsilons: np.ndarray, share: float, device_samples: int) -> np.ndarray:
        """`signal_to_noise` at ε of the sketch alone, in nats, (k,) -> (k,); share: δ = ‖z‖²/m; device_samples: n₀."""
        sizes = {"device_samples": device_samples, "devices": self.devices}
        mechanisms = (self.mechanism(epsilon=float(epsilon)) for epsilon in epsilons)
        return np.array([signal_to_noise(mechanism, share, **sizes).value for mechanism in mechanisms])


@dataclass(frozen=True, eq=False)
class SignalCurve:
    """Signal over noise at ε (k,), in nats: by the formula, and measured with one standard error. share: δ = ‖z‖²/m.

    >>> import numpy as np
    >>> from ppr_core.sketches import ClusteringSetting, PrivateClustering, mixture
    >>> data = mixture(clusters=2, dimension=2, separation=8.0, samples=1000, rng=np.random.default_rng(1))
    >>> clustering = PrivateClustering(ClusteringSetting(clusters=2, features=30, kept=30, epsilon=1.0), data)
    >>> sketch, truth = clustering.exact_mean(scale=0.2)
    >>> curve = clustering.signal_curve(sketch, truth, np.array([0.5, 5.0]), np.random.default_rng(2), runs=50)
    >>> bool((abs(curve.measured - curve.predicted) < 4 * curve.error).all())
    True
    """

    epsilons: np.ndarray
    predicted: np.ndarray
    measured: np.ndarray
    error: np.ndarray
    share: float


@dataclass(frozen=True, eq=False)
class SketchRelease:
    """A private sketch, its mean (m,) complex, what was found in it, and what contributors are promised.

    >>> import numpy as np
    >>> from ppr_core.sketches import ClusteringSetting, PrivateClustering, mixture
    >>> data = mixture(clusters=2, dimension=2, separation=8.0, samples=5000, rng=np.random.default_rng(1))
    >>> setting = ClusteringSetting(clusters=2, features=30, kept=30, epsilon=1.0)
    >>> release = PrivateClustering(setting, data).release(np.random.default_rng(2))
    >>> release.mean.shape, release.found.centroids.shape, release.privacy.epsilon
    ((30,), (2, 2), 1.0)
    """

    sketch: FourierSketch
    mechanism: PrivateSketch
    mean: np.ndarray
    found: CompressiveKMeans
    privacy: PrivacyGuarantee


class PrivateClustering:
    """Releases of the same samples under one setting; what needs no new randomness is computed once.

    setting: how. data: n points in a public box, of which ⌊n/L⌋·L are used.
    Schellekens et al.: Differentially private compressive k-means (ICASSP 2019).

    >>> import numpy as np
    >>> from ppr_core.sketches import ClusteringSetting, PrivateClustering, mixture, sum_of_squares
    >>> data = mixture(clusters=2, dimension=2, separation=8.0, samples=5000, rng=np.random.default_rng(1))
    >>> setting = ClusteringSetting(clusters=2, features=30, kept=30, epsilon=2.0)
    >>> found = PrivateClustering(setting, data).release(np.random.default_rng(2)).found
    >>> round(sum_of_squares(data.points, found.centroids) / sum_of_squares(data.points, data.centroids), 1)
    1.0
    """

    def __init__(self, setting: ClusteringSetting, data: Dataset) -> None:
        self.setting, self.bounds = setting, data.bounds
        self.device_samples = len(data.points) // setting.devices
        self.points = data.points[: self.device_samples * setting.devices]
        self._sketch: FourierSketch | None = None
        self._sum: SketchSum | None = None
        if setting.scale == "bounds":
            self._sketch = self.frequencies(scale_from_bounds(data.bounds, setting.clusters))
        elif setting.scale != "private":
            self._sketch = self.frequencies(float(setting.scale))

    def release(self, rng: np.random.Generator) -> SketchRelease:
        """Scale if it is private, sum, noise, centroids: all randomness but the frequencies' from rng."""
        sketch, mechanism, pilot = self.prepare(rng)
        mean = mechanism.release(self.sum(sketch, rng), rng, devices=self.setting.devices).mean()
        return SketchRelease(sketch, mechanism, mean, self.decode(sketch, mean, rng), self._privacy(mechanism, pilot))

    def prepare(self, rng: np.random.Generator) -> tuple[FourierSketch, PrivateSketch, PrivacyGuarantee | None]:
        """Frequencies and mechanism, and what a private scale has spent."""
        s, sketch, pilot = self.setting, self._sketch, None
        if sketch is None:
            scale = private_scale(
                self.points, self.bounds, s.clusters, epsilon=PILOT_SHARE * s.epsilon, rng=rng,
                shared=SharedRandomness(s.seed + 1), delta=PILOT_SHARE * s.delta, noise=s.noise,
                neighbours=s.neighbours, devices=s.devices,
            )  # fmt: skip
            sketch, pilot = self.frequencies(scale.scale), scale.privacy
        return sketch, s.mechanism(sketch), pilot

    def frequencies(self, scale: float, *, all_features: bool = False) -> FourierSketch:
        """The sketch at a scale; all_features: every sample gives all m."""
        s = self.setting
        return FourierSketch(
            dimension=self.points.shape[1], features=s.features, scale=scale, shared=SharedRandomness(s.seed),
            law=s.law, kept=None if all_features else s.kept,
        )  # fmt: skip

    def sum(self, sketch: FourierSketch, rng: np.random.Generator) -> SketchSum:
        """The sum of all devices; computed once where neither masks nor the scale are drawn anew."""
        if sketch is not self._sketch or sketch.kept < sketch.features:
            return sketch.sum(self.points, rng)
        if self._sum is None:
            self._sum = sketch.sum(self.points)
        return self._sum

    def exact_mean(self, scale: float) -> tuple[FourierSketch, np.ndarray]:
        """The sketch at a scale without masks and noise, and its mean, (m,) complex."""
        whole = self.frequencies(scale, all_features=True)
        return whole, whole.mean(whole.sum(self.points))

    def decode(self, sketch: FourierSketch, mean: np.ndarray, rng: np.random.Generator) -> CompressiveKMeans:
        """K centroids from a mean (m,)."""
        s = self.setting
        return compressive_kmeans(sketch, mean, s.clusters, self.bounds, rng, spread=s.spread, restarts=s.restarts)

    def signal_curve(
        self, sketch: FourierSketch, truth: np.ndarray, epsilons: np.ndarray, rng: np.random.Generator, *, runs: int
    ) -> SignalCurve:
        """Signal over noise of a sketch at ε (k,): `signal_to_noise` beside `resampled_signal_to_noise`.

        truth: its mean without masks and noise, (m,) complex; rng: of samples, masks and noise; runs >= 2.
        """
        s, share = self.setting, signal_share(truth)
        mechanisms = [s.mechanism(sketch, epsilon=float(epsilon)) for epsilon in epsilons]
        predicted = s.signal_to_noise(epsilons, share, self.device_samples)
        measured = resampled_signal_to_noise(mechanisms, self.points, truth, rng, runs=runs, devices=s.devices)
        return SignalCurve(epsilons, predicted, *measured, share)

    def _privacy(self, mechanism: PrivateSketch, pilot: PrivacyGuarantee | None) -> PrivacyGuarantee:
        """Of scale and sketch together."""
        promise = mechanism.privacy(local=self.device_samples == 1)
        if pilot is None:
            return promise
        return replace(
            promise,
            epsilon=promise.epsilon + pilot.epsilon,
            delta=promise.delta + pilot.delta,
            conditions=(*promise.conditions, "scale and sketch added up"),
        )
