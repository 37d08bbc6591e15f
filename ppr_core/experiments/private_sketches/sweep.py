"""The curves of the experiment `private_sketches`: relative SSE along ε, along n, and along ε and m."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.private_sketches.measure import (
    Baseline,
    Sketcher,
    baseline,
    lloyd,
    predicted_signal,
    private_rng,
)
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters, Setting
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import FourierSketch

__all__ = ["MAP_MULTIPLES", "MAP_SHARES", "Curve", "FeatureMap", "Point", "Sweep", "curves", "feature_map", "points_of"]

EPSILON_SHARES = (0.03, 0.06, 0.1, 0.2, 0.4, 1.0, 3.0)  # of ε
SAMPLE_SHARES = (0.01, 0.03, 0.1, 0.3, 1.0)  # of n
MAP_SHARES = (0.1, 0.2, 0.4, 1.0)  # of ε, where m is simulated
MAP_MULTIPLES = (1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # m/(K·d)
_MORE = 4.0  # times as many features, for the second and third curve
_GRID = (25, 17)  # of the predicted map along ε and m


@dataclass(frozen=True)
class Point:
    """One place of a sweep: where, which curve, and how it is run; setting None is DP-Lloyd."""

    place: int
    curve: int
    x: float
    samples: int
    setting: Setting | None


@dataclass(frozen=True, eq=False)
class Trials:
    """Relative SSE of T releases at each place, (…, T); NaN where nothing was run (yet)."""

    ratios: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """(…)"""
        return self.ratios.mean(axis=-1)

    @property
    def error(self) -> np.ndarray:
        """One standard error of the mean, (…)."""
        return self.ratios.std(axis=-1, ddof=1) / self.ratios.shape[-1] ** 0.5

    @property
    def excess(self) -> np.ndarray:
        """How far the mean lies above the SSE of k-means, in percent, (…)."""
        return 100.0 * (self.mean - 1.0)

    @property
    def excess_error(self) -> np.ndarray:
        """One standard error of it, (…)."""
        return 100.0 * self.error


@dataclass(frozen=True, eq=False)
class Curve(Trials):
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
class FeatureMap(Trials):
    """ratios: (a, b, T) simulated at ε (a,) and m (b,); the formula's SNR (j, i) over along_features (j,) and
    along_epsilon (i,)."""

    epsilons: np.ndarray
    features: np.ndarray
    along_epsilon: np.ndarray
    along_features: np.ndarray
    predicted: np.ndarray

    @property
    def drawn(self) -> np.ndarray:
        """`excess`, (a, b), with NaN where there is none, for a logarithmic axis."""
        return np.where(self.mean > 1.0, self.excess, np.nan)

    @property
    def log_predicted(self) -> np.ndarray:
        """log10 of the predicted SNR, (j, i)."""
        return np.log10(self.predicted)

    @property
    def decades(self) -> list[int]:
        """Powers of ten that the predicted SNR passes, two at least."""
        low, high = np.floor(self.log_predicted.min()), np.ceil(self.log_predicted.max())
        return list(range(int(low), int(max(high, low + 1)) + 1))

    def decade_places(self) -> list[tuple[int, float, float]]:
        """Where the predicted SNR is a power of ten on the way from least ε and largest m to largest ε and middle m:
        exponent, ε, m."""
        way = np.linspace(0.0, 1.0, 200)
        columns = np.round(way * (len(self.along_epsilon) - 1)).astype(int)
        rows = np.round((1.0 - way / 2.0) * (len(self.along_features) - 1)).astype(int)
        values = np.maximum.accumulate(self.log_predicted[rows, columns])
        inner = [power for power in self.decades if values[0] + 0.2 < power < values[-1] - 0.2]
        share = np.interp(inner, values, way)
        ends = np.log(self.along_epsilon[[0, -1]]), np.log(self.along_features[[-1, rows[-1]]])
        epsilon, features = (np.exp(low + share * (high - low)) for low, high in ends)
        return list(zip(inner, epsilon.tolist(), features.tolist(), strict=True))

    @property
    def excess_decades(self) -> tuple[int, int]:
        """Exponents of the powers of ten around `drawn`."""
        known = np.log10(self.drawn[np.isfinite(self.drawn)])
        return (int(np.floor(known.min())), int(np.ceil(known.max() + 0.15))) if len(known) else (0, 3)

    def optimum(self) -> list[tuple[float, int, int, int]]:
        """For each ε that is finished: ε, the best m, and the least and the largest m that are as good."""
        found = []
        for row, best in enumerate(self.best):
            if best >= 0:
                good = self.features[self.as_good[row]]
                found.append((float(self.epsilons[row]), int(self.features[best]), int(good.min()), int(good.max())))
        return found

    @property
    def best(self) -> np.ndarray:
        """Index of the best m for each ε, (a,); −1 where not all are known yet."""
        known = np.isfinite(self.mean).all(axis=1)
        return np.where(known, np.argmin(np.where(np.isfinite(self.mean), self.mean, np.inf), axis=1), -1)

    @property
    def as_good(self) -> np.ndarray:
        """Which m are not worse than the best beyond two standard errors of the difference, (a, b)."""
        mean, error, best = self.mean, self.error, self.best
        least, its = mean[np.arange(len(best)), best], error[np.arange(len(best)), best]
        return mean - least[:, None] <= 2.0 * np.hypot(error, its[:, None])


def points_of(p: PrivateSketchesParameters) -> list[Point]:
    """What the chosen picture runs, in order."""
    n = p.shape[0]
    if p.show == "features":
        return [
            Point(place, curve, share * p.epsilon, n, p.setting(epsilon=share * p.epsilon, multiple=multiple))
            for place, share in enumerate(MAP_SHARES)
            for curve, multiple in enumerate(MAP_MULTIPLES)
        ]
    found = []
    for place, x in enumerate(_places(p)):
        epsilon, samples = (x, n) if p.show == "epsilon" else (p.epsilon, round(x))
        for curve, (multiple, share) in enumerate(_series(p)):
            devices = min(p.devices, samples)
            setting = p.setting(epsilon=epsilon, multiple=multiple, kept_share=share, devices=devices)
            found.append(Point(place, curve, x, samples, setting))
        found.append(Point(place, len(_series(p)), x, samples, None))
    return found


def curves(p: PrivateSketchesParameters, base: Baseline) -> Iterator[Sweep]:
    """The sweep along ε or n, after each of its points."""
    x = _places(p)
    labels = [*(_name(p.setting(multiple=multiple, kept_share=share)) for multiple, share in _series(p)), "DP-Lloyd"]
    ratios = np.full((len(labels), len(x), p.trials), np.nan)
    bases = {len(base.data.points): base}
    for point in points_of(p):
        if point.samples not in bases:
            bases[point.samples] = baseline(p, point.samples)
        for trial, ratio in enumerate(_trials(p, bases[point.samples], point)):
            ratios[point.curve, point.place, trial] = ratio
        roles = ["sketch"] * (len(labels) - 1) + ["baseline"]
        yield Sweep(p.show, x, tuple(map(Curve, ratios.copy(), labels, roles)))


def feature_map(p: PrivateSketchesParameters, base: Baseline, share: float) -> Iterator[FeatureMap]:
    """The map of m and ε, after each simulated point. share: δ = ‖z‖²/m."""
    epsilons = np.array(MAP_SHARES) * p.epsilon
    features = np.array([p.setting(multiple=multiple).features for multiple in MAP_MULTIPLES])
    ratios = np.full((len(epsilons), len(features), p.trials), np.nan)
    predicted = _predicted(p, epsilons, features, share)
    for point in points_of(p):
        for trial, ratio in enumerate(_trials(p, base, point)):
            ratios[point.place, point.curve, trial] = ratio
        yield FeatureMap(ratios.copy(), epsilons, features, *predicted)


def _trials(p: PrivateSketchesParameters, base: Baseline, point: Point) -> Iterator[float]:
    """Relative SSE of T releases."""
    if point.setting is None:
        epsilon = point.x if p.show == "epsilon" else p.epsilon
        for trial in range(p.trials):
            yield base.ratio(lloyd(p, base, epsilon, 1000 * (point.place + 1) + trial))
        return
    sketcher = Sketcher(p, base, point.setting)
    for trial in range(p.trials):
        yield sketcher.release(private_rng(p, "sweep", point.place, point.curve, trial)).ratio


def _places(p: PrivateSketchesParameters) -> np.ndarray:
    if p.show == "epsilon":
        return np.array(EPSILON_SHARES) * p.epsilon
    least = min(10 * p.clusters, p.shape[0])
    return np.unique(np.maximum(least, np.round(np.array(SAMPLE_SHARES) * p.shape[0])))


def _series(p: PrivateSketchesParameters) -> list[tuple[float, float]]:
    """(multiple, r/m): as chosen; more features; more features of which a sample gives a part."""
    more = _MORE * p.multiple
    return [(p.multiple, p.kept_share), (more, p.kept_share), (more, p.kept_share / _MORE)]


def _name(setting: Setting) -> str:
    return f"m = {setting.features}" + (f", r = {setting.kept}" if setting.kept < setting.features else "")


def _predicted(
    p: PrivateSketchesParameters, epsilons: np.ndarray, features: np.ndarray, share: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """ε (i,), m (j,) and the formula's SNR (j, i)."""
    along_epsilon = np.geomspace(epsilons[0], epsilons[-1], _GRID[0])
    along_features = np.unique(np.round(np.geomspace(features[0], features[-1], _GRID[1])).astype(int))
    setting, spent, rows = p.setting(), p.left * along_epsilon, []
    for count in along_features.tolist():
        # The formula needs r and m, not where the frequencies are.
        kept, shared = max(1, round(p.kept_share * count)), SharedRandomness(0)
        sketch = FourierSketch(dimension=1, features=count, kept=kept, scale=1.0, shared=shared)
        mechanisms = (setting.mechanism(sketch, epsilon=epsilon, delta=p.left * setting.delta) for epsilon in spent)
        rows.append(predicted_signal(mechanisms, setting, share, p.shape[0] // setting.devices))
    return along_epsilon, along_features, np.array(rows)
