"""What a run of the experiment `private_sketches` costs, the run itself, and the program that does the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.private_sketches.measure import (
    KMEANS_RESTARTS,
    SNR_RUNS,
    Point,
    baseline,
    curves,
    encode_time,
    feature_map,
    ladder,
    lloyd,
    points_of,
    private_rng,
    rung,
    signal,
)
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters
from ppr_core.experiments.private_sketches.result import Picture, PrivateSketchesResult, View
from ppr_core.representation import constructor_call, program
from ppr_core.sketches import (
    ClusteringSetting,
    Dataset,
    PrivateClustering,
    Yardstick,
    digits,
    mixture,
    shape,
    stretched,
)
from ppr_core.wording import number

__all__ = ["cost", "run", "snippet"]

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
        seconds=_base_seconds(p) + sum(seconds for seconds, _ in _extra_seconds(p)),
        memory_bytes=1.2e8 + 40.0 * n * d + 6e3 * setting.features * max(d, 10),
        reason=f"{why}, from {number(n)} samples",
    )


def run(parameters: PrivateSketchesParameters, progress: Progress | None = None) -> PrivateSketchesResult:
    """The releases of the picture and what they are compared with; then, if asked for, a curve or a map."""
    p, extra = parameters, _extra_seconds(parameters)
    steps = Steps(progress, [_base_seconds(p), *(seconds for seconds, _ in extra)])
    base = baseline(p)
    steps.tell(0, "k-means on the data", 0.05)
    clustering, found, others = PrivateClustering(p.setting(), base.data), [], []
    for release in range(p.repetitions):
        found.append(clustering.release(private_rng(p, "release", release)))
        others.append(lloyd(p, base, p.epsilon, release))
        steps.tell(0, "releases", 0.8 * len(found) / p.repetitions)
    whole, mean = clustering.exact_mean(found[0].sketch.scale)
    clean = clustering.decode(whole, mean, private_rng(p, "clean"))
    steps.partial = result = PrivateSketchesResult(
        parameters=p,
        picture=Picture.of(base),
        releases=tuple(release.found for release in found),
        ratios=np.array([base.ratio(release.found.centroids) for release in found]),
        clean=clean,
        clean_ratio=base.ratio(clean.centroids),
        lloyd=tuple(others),
        lloyd_ratios=np.array([base.ratio(centroids) for centroids in others]),
        view=View.of(found[0], mean, len(clustering.points), clustering.setting.devices),
        signal=signal(p, clustering, found[0], mean),
        privacy=found[0].privacy,
    )
    if p.show == "compressed":
        for place, devices in enumerate(ladder(p), 1):
            one = rung(p, base, devices, steps.within(place, f"L = {number(devices)}"))
            steps.partial = result = replace(result, ladder=(*result.ladder, one))
    elif p.show != "release":
        name = "features" if p.show == "features" else "sweep"
        parts = feature_map(p, base, result.signal.share) if name == "features" else curves(p, base)
        for place, (known, (_, note)) in enumerate(zip(parts, extra, strict=True), 1):
            steps.partial = result = replace(result, **{name: known})
            steps.tell(place + 1, note)
    steps.tell(len(extra) + 1, "")
    return result


def _base_seconds(p: PrivateSketchesParameters) -> float:
    """Of the releases of the picture and what they are compared with."""
    n, setting = p.shape[0], p.setting()
    each = _release(p, n, setting) + _lloyd(p, n)
    snr = SNR_RUNS * (_sum(n, setting) + 2e-8 * n * p.shape[1])
    return _START + _kmeans(p, n) + p.repetitions * each + snr + 2 * _sum(n, setting) + _decode(p, setting.features)


def _extra_seconds(p: PrivateSketchesParameters) -> list[tuple[float, str]]:
    """Predicted seconds of each part of the curve, with its name."""
    if p.show == "release":
        return []
    n, setting = p.shape[0], p.setting()
    if p.show == "compressed":
        both = 2 * _release(p, n, setting) + n * setting.features * 4e-8 / p.trials
        return [(p.trials * (both + encode_time(p, devices)), "devices") for devices in ladder(p)]
    seconds = [_part(p, point) for point in points_of(p)]
    if p.show == "features":  # the map of the formula comes first
        each = _MECHANISM + (_GAUSSIAN if setting.noise == "gaussian" else 0.0)
        seconds[0] = (seconds[0][0] + 425 * each, seconds[0][1])
    return seconds


def _decode(p: PrivateSketchesParameters, features: int) -> float:
    clusters, d = p.clusters, p.shape[1]
    once = _CLUSTER * (1 + clusters / 15) + _PRODUCT * features * (1 + min(d, 15) / 15)
    return p.restarts * clusters * once


def _sum(n: int, setting: ClusteringSetting) -> float:
    masked = setting.kept < setting.features
    return n * (_MASKED * setting.kept + 2e-7 if masked else _FEATURE * setting.features)


def _release(p: PrivateSketchesParameters, n: int, setting: ClusteringSetting) -> float:
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


def _part(p: PrivateSketchesParameters, point: Point) -> tuple[float, str]:
    """Of all releases at a place of a curve, and what the place is called."""
    n, setting = point.samples, point.setting
    each = _lloyd(p, n) if setting is None else _release(p, n, setting) + _sum(n, setting) / p.trials
    if p.show != "samples":
        return p.trials * each, f"ε = {number(point.x if setting is None else setting.epsilon)}"
    return p.trials * each + (_kmeans(p, n) if point.curve == 0 else 0.0), f"n = {number(n)}"


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
        columns = f"[:, {[int(one) - 1 for one in p.data_columns.split(',')]}]" if p.data_columns else ""
        head = "from pathlib import Path\n\nfrom ppr_core.experiments import files\n"
        return head, f'data = stretched(files.numbers(Path("your.csv").read_bytes()).values{columns})', stretched
    if p.data == "mixture":
        made = f"clusters={p.clusters}, dimension={d}, separation={p.separation!r}, samples={n}"
        return "", f"data = mixture({made}, rng=np.random.default_rng([{p.seed}, 0]))", mixture
    if p.data == "digits":
        return "", f"data = digits(dimension={d})", digits
    return "", f'data = shape("{p.data}", samples={n}, seed={p.seed})', shape
