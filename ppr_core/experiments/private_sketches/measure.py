"""What a run of the experiment `private_sketches` measures: the yardstick, signal and noise, curves, and bits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters
from ppr_core.experiments.private_sketches.result import Curve, FeatureMap, Rung, Sweep
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import (
    ClusteringSetting,
    CompressedSketch,
    Dataset,
    FourierSketch,
    PrivateClustering,
    RelativeErrors,
    SignalCurve,
    SketchRelease,
    Yardstick,
    digits,
    mixture,
    private_lloyd,
    shape,
    stretched,
)

__all__ = [
    "CHOSEN",
    "KMEANS_RESTARTS",
    "MAP_MULTIPLES",
    "MAP_SHARES",
    "SNR_RUNS",
    "Point",
    "baseline",
    "compressed_sketch",
    "curves",
    "dataset",
    "encode_time",
    "feature_map",
    "ladder",
    "lloyd",
    "points_of",
    "private_rng",
    "rung",
    "signal",
]

KMEANS_RESTARTS = 3
SNR_RUNS = 8
SNR_SHARES = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)  # of ε, where signal and noise are measured
CHOSEN = SNR_SHARES.index(1.0)
EPSILON_SHARES = (0.03, 0.06, 0.1, 0.2, 0.4, 1.0, 3.0)  # of ε, along a curve
SAMPLE_SHARES = (0.01, 0.03, 0.1, 0.3, 1.0)  # of n, along a curve
MAP_SHARES = (0.1, 0.2, 0.4, 1.0)  # of ε, where m is simulated
MAP_MULTIPLES = (1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # m/(K·d)
MOST_SECONDS = 4.0  # of the encodes at one number of devices, all trials together
_MORE = 4.0  # times as many features, for the second and third curve
_GRID = (25, 17)  # of the predicted map along ε and m
_RUNGS = 10
_PARTS = {"data": 0, "release": 1, "lloyd": 2, "snr": 3, "clean": 4, "sweep": 5, "compressed": 6}


@dataclass(frozen=True)
class Point:
    """One place of a sweep: where, which curve, and how it is run; setting None is DP-Lloyd."""

    place: int
    curve: int
    x: float
    samples: int
    setting: ClusteringSetting | None


def private_rng(p: PrivateSketchesParameters, part: str, *place: int) -> np.random.Generator:
    """All private randomness of a part of the run at a place of it."""
    return np.random.default_rng([p.seed, _PARTS[part], *place])


@lru_cache(maxsize=8)
def _generated(data: str, clusters: int, dimension: int, separation: float, samples: int, seed: int) -> Dataset:
    if data == "mixture":
        rng = np.random.default_rng([seed, _PARTS["data"]])
        return mixture(clusters=clusters, dimension=dimension, separation=separation, samples=samples, rng=rng)
    return digits(dimension=dimension) if data == "digits" else shape(data, samples=samples, seed=seed)


def dataset(p: PrivateSketchesParameters, samples: int | None = None) -> Dataset:
    """The data, or so many of them: mixtures (around the same centroids) and shapes are drawn anew, others thinned."""
    n, d = p.shape
    wanted = n if samples is None else samples
    if p.data == "file":
        whole = stretched(p.columns())
    else:
        whole = _generated(p.data, p.clusters, d, p.separation, n if p.data == "digits" else wanted, p.seed)
    return whole if len(whole.points) == wanted else whole.thinned(wanted, private_rng(p, "data", wanted))


def baseline(p: PrivateSketchesParameters, samples: int | None = None) -> Yardstick:
    """k-means on the data themselves."""
    return Yardstick.of(dataset(p, samples), p.clusters, seed=p.seed, restarts=KMEANS_RESTARTS)


def lloyd(p: PrivateSketchesParameters, base: Yardstick, epsilon: float, run: int) -> np.ndarray:
    """Centroids (K, d) of DP-Lloyd at this ε, in the trusted centre."""
    options = {"rng": private_rng(p, "lloyd", run), "neighbours": p.setting().neighbours}
    return private_lloyd(base.data.points, p.clusters, base.data.bounds, epsilon=epsilon, **options).centroids


def signal(
    p: PrivateSketchesParameters, clustering: PrivateClustering, first: SketchRelease, truth: np.ndarray
) -> SignalCurve:
    """Signal over noise of the first release's sketch along ε; truth: its mean without masks and noise, (m,)."""
    epsilons = np.array(SNR_SHARES) * first.mechanism.epsilon
    return clustering.signal_curve(first.sketch, truth, epsilons, private_rng(p, "snr"), runs=SNR_RUNS)


# Curves along ε and n, and the map of ε and m


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
        changes = {"epsilon": epsilon, "devices": min(p.devices, samples)}
        settings = [p.setting(**features, **changes) for features in _series(p)] + [None]
        found += [Point(place, curve, x, samples, setting) for curve, setting in enumerate(settings)]
    return found


def curves(p: PrivateSketchesParameters, base: Yardstick) -> Iterator[Sweep]:
    """The sweep along ε or n, after each of its points."""
    x = _places(p)
    labels = [*(_name(p.setting(**features)) for features in _series(p)), "DP-Lloyd"]
    roles = ["sketch"] * (len(labels) - 1) + ["baseline"]
    ratios = np.full((len(labels), len(x), p.trials), np.nan)
    bases = {len(base.data.points): base}
    for point in points_of(p):
        if point.samples not in bases:
            bases[point.samples] = baseline(p, point.samples)
        ratios[point.curve, point.place] = _trials(p, bases[point.samples], point)
        yield Sweep(p.show, x, tuple(map(Curve, ratios.copy(), labels, roles)))


def feature_map(p: PrivateSketchesParameters, base: Yardstick, share: float) -> Iterator[FeatureMap]:
    """The map of m and ε, after each simulated point. share: δ = ‖z‖²/m."""
    epsilons = np.array(MAP_SHARES) * p.epsilon
    features = np.array([p.setting(multiple=multiple).features for multiple in MAP_MULTIPLES])
    ratios = np.full((len(epsilons), len(features), p.trials), np.nan)
    predicted = _predicted(p, epsilons, features, share)
    for point in points_of(p):
        ratios[point.place, point.curve] = _trials(p, base, point)
        yield FeatureMap(ratios.copy(), epsilons, features, *predicted)


def _trials(p: PrivateSketchesParameters, base: Yardstick, point: Point) -> list[float]:
    """Relative SSE of T releases."""
    if point.setting is None:
        epsilon, first = point.x if p.show == "epsilon" else p.epsilon, 1000 * (point.place + 1)
        return [base.ratio(lloyd(p, base, epsilon, first + trial)) for trial in range(p.trials)]
    clustering = PrivateClustering(point.setting, base.data)
    rngs = (private_rng(p, "sweep", point.place, point.curve, trial) for trial in range(p.trials))
    return [base.ratio(clustering.release(rng).found.centroids) for rng in rngs]


def _places(p: PrivateSketchesParameters) -> np.ndarray:
    if p.show == "epsilon":
        return np.array(EPSILON_SHARES) * p.epsilon
    least = min(10 * p.clusters, p.shape[0])
    return np.unique(np.maximum(least, np.round(np.array(SAMPLE_SHARES) * p.shape[0])))


def _series(p: PrivateSketchesParameters) -> list[dict[str, float]]:
    """As chosen; more features; more features of which a sample gives a part."""
    more = {"multiple": _MORE * p.multiple}
    return [{}, more, more | {"kept_share": p.kept_share / _MORE}]


def _name(setting: ClusteringSetting) -> str:
    return f"m = {setting.features}" + (f", r = {setting.kept}" if setting.kept < setting.features else "")


def _predicted(
    p: PrivateSketchesParameters, epsilons: np.ndarray, features: np.ndarray, share: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """ε (i,), m (j,) and the formula's SNR (j, i)."""
    along_epsilon = np.geomspace(epsilons[0], epsilons[-1], _GRID[0])
    along_features = np.unique(np.round(np.geomspace(features[0], features[-1], _GRID[1])).astype(int))
    spent, own, rows = p.setting().left * along_epsilon, p.shape[0] // p.devices, []
    for count in along_features.tolist():
        setting = p.setting(features=count, kept=max(1, round(p.kept_share * count)))
        rows.append(setting.signal_to_noise(spent, share, own))
    return along_epsilon, along_features, np.array(rows)


# Each device's noisy sketch through PPR


def compressed_sketch(
    p: PrivateSketchesParameters, devices: int, sketch: FourierSketch | None = None
) -> CompressedSketch:
    """What every one of so many devices runs; without a sketch, only its costs mean anything."""
    setting = p.setting(devices=devices)
    own, chunk = p.shape[0] // devices, min(p.chunk, setting.features)
    return CompressedSketch(mechanism=setting.mechanism(sketch), device_samples=own, alpha=p.alpha, chunk=chunk)


def encode_time(p: PrivateSketchesParameters, devices: int) -> float:
    """Predicted seconds of all devices' encodes in one release."""
    one = compressed_sketch(p, devices)
    channel = one.whole.channel
    x = np.zeros(channel.dimension)
    x[0] = math.sqrt(channel.dimension / 2)
    messages = devices * one.mechanism.sketch.features / one.chunk
    return messages * (2e-6 + encode_seconds("ppr", channel, x, alpha=p.alpha))


def ladder(p: PrivateSketchesParameters) -> tuple[int, ...]:
    """The numbers of devices that can be run, at most ten: the fewer, the more candidates there are."""
    every = sorted({min(p.shape[0], step * 10**power) for power in range(7) for step in (1, 2, 5)})
    fits = [devices for devices in every if p.trials * encode_time(p, devices) <= MOST_SECONDS]
    return tuple(fits[:_RUNGS])


def rung(p: PrivateSketchesParameters, base: Yardstick, devices: int, tell: Callable[[float], None]) -> Rung:
    """T releases through PPR and T without it."""
    clustering = PrivateClustering(p.setting(devices=devices), base.data)
    lengths, candidates, sent, plain = [], 0, [], []
    shared, sums = SharedRandomness(p.seed + 1 + devices), None
    for trial in range(p.trials):
        rng = private_rng(p, "compressed", devices, trial)
        sketch, _, _ = clustering.prepare(rng)
        scheme = compressed_sketch(p, devices, sketch)
        if sums is None or p.scale == "private":
            sums = sketch.device_sums(clustering.points, devices)
        messages = devices * -(-sketch.features // scheme.chunk)
        message = scheme.send(sums, shared, rng, first_table=trial * messages)
        lengths.append(message.bits("elias_delta"))
        candidates += message.candidates
        received = scheme.receive(message, shared).mean()
        sent.append(base.ratio(clustering.decode(sketch, received, rng).centroids))
        total = clustering.sum(sketch, rng)
        released = scheme.mechanism.release(total, rng, devices=devices).mean()
        plain.append(base.ratio(clustering.decode(sketch, released, rng).centroids))
        tell((trial + 1) / p.trials)
    _, theorem = scheme.privacy()
    bits, each = Mean.of(np.concatenate(lengths).astype(float)), candidates / (devices * p.trials)
    ratios = RelativeErrors(np.array(sent)), RelativeErrors(np.array(plain))
    return Rung(devices, clustering.device_samples, bits, each, *ratios, scheme.accounted_privacy(), theorem)
