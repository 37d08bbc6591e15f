"""What a run of the experiment `private_sketches` costs, measures and prints: releases, a yardstick, curves, bits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ppr_core import kernels
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters
from ppr_core.experiments.private_sketches.result import Curve, Picture, PrivateSketchesResult, Rung, Sweep, View
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import constructor_call, program
from ppr_core.sketches import (
    ClusteringSetting,
    CompressedSketch,
    Dataset,
    FeatureMap,
    PrivateClustering,
    Yardstick,
    device_trials,
    digits,
    mixture,
    predicted_map,
    private_lloyd,
    shape,
    speed,
    stretched,
)
from ppr_core.wording import number

__all__ = ["Point", "baseline", "compressed_sketch", "cost", "dataset", "encode_time", "ladder", "points_of",
           "private_rng", "run", "snippet"]  # fmt: skip

KMEANS_RESTARTS = 3
SNR_RUNS = 8
SNR_SHARES = np.array((0.03, 0.1, 0.3, 1.0, 3.0, 10.0))  # of ε, where signal and noise are measured
CHOSEN = 3  # the place of ε itself
EPSILON_SHARES = (0.03, 0.06, 0.1, 0.2, 0.4, 1.0, 3.0)  # of ε, along a curve
SAMPLE_SHARES = (0.01, 0.03, 0.1, 0.3, 1.0)  # of n, along a curve
MAP_SHARES = (0.1, 0.2, 0.4, 1.0)  # of ε, where m is simulated
MAP_MULTIPLES = (1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # m/(K·d)
MOST_SECONDS = 4.0  # of the encodes at one number of devices, all trials together
_MORE = 4.0  # times as many features, for the second and third curve
_RUNGS = 10
_PARTS = {"data": 0, "release": 1, "lloyd": 2, "snr": 3, "clean": 4, "sweep": 5, "compressed": 6}

_START = 0.01  # seconds of one core, measured
_MECHANISM, _GAUSSIAN = 2e-4, 2e-3  # of a map's mechanism, and of finding its noise for (ε, δ)


@dataclass(frozen=True)
class Point:
    """One place of a sweep: where, which curve, and how it is run; setting None is DP-Lloyd."""

    index: int
    curve: int
    x: float
    samples: int
    setting: ClusteringSetting | None


def private_rng(p: PrivateSketchesParameters, part: str, *numbers: int) -> np.random.Generator:
    """All private randomness of a part of the run; numbers: of the step in it."""
    return np.random.default_rng([p.seed, _PARTS[part], *numbers])


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


def _lloyd(p: PrivateSketchesParameters, base: Yardstick, epsilon: float, run: int) -> np.ndarray:
    """Centroids (K, d) of DP-Lloyd at this ε, in the trusted centre."""
    rng, neighbours, data = private_rng(p, "lloyd", run), p.setting().neighbours, base.data
    centroids = private_lloyd(data.points, p.clusters, data.bounds, epsilon=epsilon, rng=rng, neighbours=neighbours)
    return centroids.centroids


# Curves along ε and n, and the map of ε and m


def points_of(p: PrivateSketchesParameters) -> list[Point]:
    """What the chosen picture runs, in order."""
    n = p.shape[0]
    if p.show == "features":
        return [
            Point(index, curve, share * p.epsilon, n, p.setting(epsilon=share * p.epsilon, multiple=multiple))
            for index, share in enumerate(MAP_SHARES)
            for curve, multiple in enumerate(MAP_MULTIPLES)
        ]
    points: list[Point] = []
    for index, x in enumerate(_places(p)):
        epsilon, samples = (x, n) if p.show == "epsilon" else (p.epsilon, round(x))
        changes = {"epsilon": epsilon, "devices": min(p.devices, samples)}
        settings = [*(p.setting(**features, **changes) for features in _series(p)), None]
        points += [Point(index, curve, x, samples, setting) for curve, setting in enumerate(settings)]
    return points


def _curves(p: PrivateSketchesParameters, base: Yardstick) -> Iterator[Sweep]:
    """The sweep along ε or n, after each of its points."""
    x = _places(p)
    labels = [*(_name(p.setting(**features)) for features in _series(p)), "DP-Lloyd"]
    roles = ["sketch"] * (len(labels) - 1) + ["baseline"]
    ratios = np.full((len(labels), len(x), p.trials), np.nan)
    bases = {len(base.data.points): base}
    for point in points_of(p):
        if point.samples not in bases:
            bases[point.samples] = baseline(p, point.samples)
        ratios[point.curve, point.index] = _trials(p, bases[point.samples], point)
        yield Sweep(p.show, x, tuple(map(Curve, ratios.copy(), labels, roles)))


def _feature_map(p: PrivateSketchesParameters, base: Yardstick, share: float) -> Iterator[FeatureMap]:
    """The map of m and ε, after each simulated point. share: δ = ‖z‖²/m."""
    epsilons = np.array(MAP_SHARES) * p.epsilon
    features = np.array([p.setting(multiple=multiple).features for multiple in MAP_MULTIPLES])
    ratios = np.full((len(epsilons), len(features), p.trials), np.nan)
    predicted = predicted_map(p.setting(), p.kept_share, epsilons, features, share, p.shape[0] // p.devices)
    for point in points_of(p):
        ratios[point.index, point.curve] = _trials(p, base, point)
        yield FeatureMap(ratios.copy(), epsilons, features, *predicted)


def _trials(p: PrivateSketchesParameters, base: Yardstick, point: Point) -> list[float]:
    """Relative SSE of T releases."""
    if point.setting is None:
        epsilon, first = point.x if p.show == "epsilon" else p.epsilon, 1000 * (point.index + 1)
        return [base.ratio(_lloyd(p, base, epsilon, first + trial)) for trial in range(p.trials)]
    clustering = PrivateClustering(point.setting, base.data)
    rngs = (private_rng(p, "sweep", point.index, point.curve, trial) for trial in range(p.trials))
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


# Each device's noisy sketch through PPR


def compressed_sketch(p: PrivateSketchesParameters, devices: int) -> CompressedSketch:
    """What every one of so many devices runs, at any frequencies: what it costs does not depend on them."""
    setting = p.setting(devices=devices)
    device_samples, chunk = p.shape[0] // devices, min(p.chunk, setting.features)
    return CompressedSketch(mechanism=setting.mechanism(), device_samples=device_samples, alpha=p.alpha, chunk=chunk)


def encode_time(p: PrivateSketchesParameters, devices: int, compiled: bool = False) -> float:
    """Predicted seconds of all devices' encodes in one release, with or without compiled kernels."""
    scheme = compressed_sketch(p, devices)
    x = np.zeros(2 * scheme.chunk)
    x[0] = math.sqrt(scheme.chunk)
    messages = devices * scheme.mechanism.sketch.features / scheme.chunk
    return messages * (2e-6 + encode_seconds("ppr", scheme.whole.channel, x, alpha=p.alpha, compiled=compiled))


def ladder(p: PrivateSketchesParameters) -> tuple[int, ...]:
    """The numbers of devices that can be run, at most ten: the fewer, the more candidates there are."""
    every = sorted({min(p.shape[0], step * 10**power) for power in range(7) for step in (1, 2, 5)})
    fits = [devices for devices in every if p.trials * encode_time(p, devices) <= MOST_SECONDS]
    return tuple(fits[:_RUNGS])


def _rung(p: PrivateSketchesParameters, base: Yardstick, devices: int, tell: Callable[[float], None]) -> Rung:
    """T releases through PPR and T without it."""
    setting = p.setting(devices=devices)
    rngs = [private_rng(p, "compressed", devices, trial) for trial in range(p.trials)]
    shared, chunk = SharedRandomness(p.seed + 1 + devices), min(p.chunk, setting.features)
    return Rung(**vars(device_trials(setting, base, shared, rngs, alpha=p.alpha, chunk=chunk, tell=tell)))


# Cost, run and program


def cost(parameters: PrivateSketchesParameters) -> Cost:
    """Decodings, which grow with K·m; and sketches, which grow with n·m."""
    p = parameters
    (n, d), setting = p.shape, p.setting()
    pieces = f"{number(setting.features)} features and {p.clusters} clusters"
    if p.show == "release":
        why = f"{p.repetitions} releases of {pieces}"
    elif p.show == "compressed":
        why = f"{p.trials} releases of {pieces} for each of {len(ladder(p))} numbers of devices"
    else:
        why = f"{number(p.trials * len(points_of(p)))} releases of {pieces} and more"
    return Cost(
        seconds=_base_seconds(p) + sum(seconds for seconds, _ in _extra_seconds(p)),
        memory_bytes=1.2e8 + 40.0 * n * d + 6e3 * setting.features * max(d, 10),
        reason=f"{why}, from {number(n)} samples",
    )


def run(parameters: PrivateSketchesParameters, progress: Progress | None = None) -> PrivateSketchesResult:
    """The releases of the picture and what they are compared with; then, if asked for, a curve or a map."""
    p = parameters.readable()
    extra = _extra_seconds(p)
    steps = Steps(progress, [_base_seconds(p), *(seconds for seconds, _ in extra)])
    base = baseline(p)
    steps.tell(0, "k-means on the data", 0.05)
    clustering, releases, others = PrivateClustering(p.setting(), base.data), [], []
    for run in range(p.repetitions):
        releases.append(clustering.release(private_rng(p, "release", run)))
        others.append(_lloyd(p, base, p.epsilon, run))
        steps.tell(0, "releases", 0.8 * len(releases) / p.repetitions)
    first = releases[0]
    whole, mean = clustering.exact_mean(first.sketch.scale)
    clean = clustering.decode(whole, mean, private_rng(p, "clean"))
    steps.partial = result = PrivateSketchesResult(
        parameters=p,
        picture=Picture.of(base),
        releases=tuple(release.found for release in releases),
        ratios=np.array([base.ratio(release.found.centroids) for release in releases]),
        clean=clean,
        clean_ratio=base.ratio(clean.centroids),
        lloyd=tuple(others),
        lloyd_ratios=np.array([base.ratio(centroids) for centroids in others]),
        view=View.of(first, mean, len(clustering.points), clustering.setting.devices),
        signal=clustering.signal_curve(
            first.sketch, mean, SNR_SHARES * first.mechanism.epsilon, private_rng(p, "snr"), runs=SNR_RUNS
        ),
        privacy=first.privacy,
    )
    if p.show == "compressed":
        for index, devices in enumerate(ladder(p), 1):
            rung = _rung(p, base, devices, steps.within(index, f"L = {number(devices)}"))
            steps.partial = result = replace(result, ladder=(*result.ladder, rung))
    elif p.show != "release":
        parts: Iterator[Sweep | FeatureMap] = (
            _feature_map(p, base, result.signal.share) if p.show == "features" else _curves(p, base)
        )
        for index, (known, (_, note)) in enumerate(zip(parts, extra, strict=True), 1):
            result = replace(result, features=known) if isinstance(known, FeatureMap) else replace(result, sweep=known)
            steps.partial = result
            steps.tell(index + 1, note)
    steps.tell(len(extra) + 1, "")
    return result


def _base_seconds(p: PrivateSketchesParameters) -> float:
    """Of the releases of the picture and what they are compared with."""
    (n, d), setting = p.shape, p.setting()
    each = speed.release_seconds(setting, n, d) + speed.lloyd_seconds(n, d, p.clusters)
    once = speed.sum_seconds(setting, n)
    snr = SNR_RUNS * (once + 2e-8 * n * d)
    first = _START + speed.kmeans_seconds(n, d, p.clusters) + p.repetitions * each
    return first + snr + 2 * once + speed.decode_seconds(setting, d)


def _extra_seconds(p: PrivateSketchesParameters) -> list[tuple[float, str]]:
    """Predicted seconds of each part of the curve, with its name."""
    if p.show == "release":
        return []
    (n, d), setting = p.shape, p.setting()
    if p.show == "compressed":
        both = 2 * speed.release_seconds(setting, n, d) + n * setting.features * 4e-8 / p.trials
        here = kernels.expected()
        return [(p.trials * (both + encode_time(p, devices, here)), "devices") for devices in ladder(p)]
    seconds = [_part(p, point) for point in points_of(p)]
    if p.show == "features":  # the map of the formula comes first
        each = _MECHANISM + (_GAUSSIAN if setting.noise == "gaussian" else 0.0)
        seconds[0] = (seconds[0][0] + 425 * each, seconds[0][1])
    return seconds


def _part(p: PrivateSketchesParameters, point: Point) -> tuple[float, str]:
    """Of all releases at a place of a curve, and what the place is called."""
    n, d, setting = point.samples, p.shape[1], point.setting
    if setting is None:
        each = speed.lloyd_seconds(n, d, p.clusters)
    else:
        each = speed.release_seconds(setting, n, d) + speed.sum_seconds(setting, n) / p.trials
    if p.show != "samples":
        return p.trials * each, f"ε = {number(point.x if setting is None else setting.epsilon)}"
    yardstick = speed.kmeans_seconds(n, d, p.clusters) if point.curve == 0 else 0.0
    return p.trials * each + yardstick, f"n = {number(n)}"


def snippet(parameters: PrivateSketchesParameters) -> str:
    """R releases of the data, and the mean of their relative SSE."""
    p = parameters
    head, data, maker = _data(p)
    body = f"""\
{data}
setting = {constructor_call(p.setting())}
clustering = PrivateClustering(setting, data)
best = Yardstick.of(data, {p.clusters}, seed={p.seed}, restarts={KMEANS_RESTARTS})
ratios = []
for release in range({p.repetitions}):
    made = clustering.release(np.random.default_rng([{p.seed}, 1, release]))
    ratios.append(best.ratio(made.found.centroids))
print(f"{{100 * (np.mean(ratios) - 1):.5g}} % above the SSE of k-means")
"""
    return head + program(body, ClusteringSetting, PrivateClustering, Yardstick, maker)


def _data(p: PrivateSketchesParameters) -> tuple[str, str, Callable[..., Dataset]]:
    """Further imports, the line that makes the data, and the function that it calls."""
    n, d = p.shape
    if p.data == "file":
        columns = f"[:, {[int(column) - 1 for column in p.data_columns.split(',')]}]" if p.data_columns else ""
        head = "from pathlib import Path\n\nfrom ppr_core.experiments import files\n"
        return head, f'data = stretched(files.numbers(Path("your.csv").read_bytes()).values{columns})', stretched
    if p.data == "mixture":
        arguments = f"clusters={p.clusters}, dimension={d}, separation={p.separation!r}, samples={n}"
        return "", f"data = mixture({arguments}, rng=np.random.default_rng([{p.seed}, 0]))", mixture
    if p.data == "digits":
        return "", f"data = digits(dimension={d})", digits
    return "", f'data = shape("{p.data}", samples={n}, seed={p.seed})', shape
