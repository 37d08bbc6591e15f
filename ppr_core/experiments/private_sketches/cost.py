"""What a run of the experiment `private_sketches` takes, part by part."""

from __future__ import annotations

from dataclasses import replace

from ppr_core.experiments.contract import Cost
from ppr_core.experiments.private_sketches.compressed import encode_time, ladder
from ppr_core.experiments.private_sketches.measure import SNR_RUNS
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters, Setting
from ppr_core.experiments.private_sketches.sweep import Point, points_of
from ppr_core.wording import number

__all__ = ["base_seconds", "cost", "extra_seconds"]

# Seconds of one core, measured: of a decoding, of a feature of a sample, of a distance, of a map's mechanism.
_CLUSTER, _PRODUCT, _FEATURE, _MASKED, _DISTANCE, _MECHANISM = 2.5e-3, 4e-5, 2.3e-9, 1.5e-8, 1.2e-8, 2e-4
_START = 0.02
_GAUSSIAN = 2e-3  # of finding the noise for (ε, δ)


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
        seconds=base_seconds(p) + sum(seconds for seconds, _ in extra_seconds(p)),
        memory_bytes=1.2e8 + 40.0 * n * d + 6e3 * setting.features * max(d, 10),
        reason=f"{why}, from {number(n)} samples",
    )


def base_seconds(p: PrivateSketchesParameters) -> float:
    """Of the releases of the picture and what they are compared with."""
    n, setting = p.shape[0], p.setting()
    each = _release(p, n, setting) + _lloyd(p, n)
    snr = SNR_RUNS * (_sum(n, setting) + 2e-8 * n * p.shape[1])
    return _START + _kmeans(p, n) + p.repetitions * each + snr + 2 * _sum(n, setting) + _decode(p, setting.features)


def extra_seconds(p: PrivateSketchesParameters) -> list[tuple[float, str]]:
    """Predicted seconds of each part of the curve, with its name."""
    if p.show == "release":
        return []
    n, setting = p.shape[0], p.setting()
    if p.show == "compressed":
        both = 2 * _release(p, n, setting) + n * setting.features * 4e-8 / p.trials
        return [(p.trials * (both + encode_time(p, devices)), "devices") for devices in ladder(p)]
    seconds = [(p.trials * _point(p, point) + _new_data(p, point), _note(p, point)) for point in points_of(p)]
    if p.show == "features":  # the map of the formula comes first
        each = _MECHANISM + (_GAUSSIAN if setting.noise == "gaussian" else 0.0)
        seconds[0] = (seconds[0][0] + 425 * each, seconds[0][1])
    return seconds


def _decode(p: PrivateSketchesParameters, features: int) -> float:
    clusters, d = p.clusters, p.shape[1]
    once = _CLUSTER * (1 + clusters / 15) + _PRODUCT * features * (1 + min(d, 15) / 15)
    return p.restarts * clusters * once


def _sum(n: int, setting: Setting) -> float:
    masked = setting.kept < setting.features
    return n * (_MASKED * setting.kept + 2e-7 if masked else _FEATURE * setting.features)


def _release(p: PrivateSketchesParameters, n: int, setting: Setting) -> float:
    """Of a release after the first: its sum where it is drawn anew, its decoding, and its squares."""
    anew = p.scale == "private" or setting.kept < setting.features
    noise = 0.0 if setting.noise == "laplace" else _GAUSSIAN
    pilot = _sum(n, replace(setting, features=48, kept=48)) + 3e-3 if p.scale == "private" else 0.0
    return (_sum(n, setting) if anew else 0.0) + pilot + noise + _decode(p, setting.features) + _squares(p, n)


def _squares(p: PrivateSketchesParameters, n: int) -> float:
    return _DISTANCE * n * p.clusters


def _lloyd(p: PrivateSketchesParameters, n: int) -> float:
    return 5 * (_squares(p, n) + 2e-8 * n * p.shape[1]) + _squares(p, n) + 2e-4


def _kmeans(p: PrivateSketchesParameters, n: int) -> float:
    return 3e-3 + 3e-9 * n * p.clusters * (4 + p.clusters) * (1 + p.shape[1] / 10)


def _point(p: PrivateSketchesParameters, point: Point) -> float:
    if point.setting is None:
        return _lloyd(p, point.samples)
    return _release(p, point.samples, point.setting) + _sum(point.samples, point.setting) / p.trials


def _new_data(p: PrivateSketchesParameters, point: Point) -> float:
    return _kmeans(p, point.samples) if p.show == "samples" and point.curve == 0 else 0.0


def _note(p: PrivateSketchesParameters, point: Point) -> str:
    if p.show == "samples":
        return f"n = {number(point.samples)}"
    return f"ε = {number(point.setting.epsilon if point.setting else point.x)}"
