"""What a run of the experiment `private_sketches` costs, the run itself, and the program that does the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.private_sketches.compressed import encode_time, ladder, rung
from ppr_core.experiments.private_sketches.measure import (
    KMEANS_RESTARTS,
    SNR_RUNS,
    Sketcher,
    baseline,
    lloyd,
    releases,
    signal,
)
from ppr_core.experiments.private_sketches.parameters import PILOT_SHARE, PrivateSketchesParameters, Setting
from ppr_core.experiments.private_sketches.result import Found, Picture, PrivateSketchesResult, View
from ppr_core.experiments.private_sketches.sweep import Point, curves, feature_map, points_of
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
    sketcher, found, others = Sketcher(p, base, p.setting()), [], []
    for release in releases(sketcher):
        found.append(release)
        others.append(lloyd(p, base, p.epsilon, len(others)))
        steps.tell(0, "releases", 0.8 * len(found) / p.repetitions)
    clean = sketcher.clean()
    steps.partial = result = PrivateSketchesResult(
        parameters=p,
        picture=Picture.of(base),
        releases=tuple(map(Found.of, found)),
        clean=Found.of(clean),
        lloyd=tuple(others),
        lloyd_ratios=np.array([base.ratio(centroids) for centroids in others]),
        view=View.of(found[0], clean, len(sketcher.points), sketcher.setting.devices),
        signal=signal(sketcher),
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


def snippet(parameters: PrivateSketchesParameters) -> str:
    """R releases of the data, and the mean of their relative SSE."""
    p, s = parameters, parameters.setting()
    names = ["FourierSketch", "PrivateSketch", "compressive_kmeans", "kmeans", "sum_of_squares"]
    head, data = _data(p, names)
    own, d = p.shape[0] // s.devices, p.shape[1]
    if own * s.devices < p.shape[0]:
        data += f"\nused = x[:{own * s.devices}]  # {own} samples on each device"
    used = "used" if "\nused" in data else "x"
    kept = f", kept={s.kept}" if s.kept < s.features else ""
    law = f', law="{p.law}"' if p.law != "adapted_radius" else ""
    noise = f'noise="{s.noise}", neighbours="{s.neighbours}"'
    delta = f", delta={p.left * s.delta!r}" if s.delta else ""
    lines = [f"rng = np.random.default_rng([{p.seed}, 1, release])"]
    scale = repr(p.scale_value)
    if p.scale == "bounds":
        names.append("scale_from_bounds")
        scale = f"scale_from_bounds(bounds, {p.clusters})"
    if p.scale == "private":
        names.append("private_scale")
        scale, pilot = "pilot.scale", f", delta={PILOT_SHARE * s.delta!r}" if s.delta else ""
        lines.append(
            f"pilot = private_scale({used}, bounds, {p.clusters}, epsilon={PILOT_SHARE * s.epsilon!r}, rng=rng,\n"
            f"                          shared=SharedRandomness({p.seed + 1}), {noise}, devices={s.devices}{pilot})"
        )
    lines += [
        f"sketch = FourierSketch(dimension={d}, features={s.features}{kept}, scale={scale},",
        f"                       shared=SharedRandomness({p.seed}){law})",
        f"mechanism = PrivateSketch(sketch=sketch, epsilon={p.left * s.epsilon!r}{delta}, {noise})",
        f"mean = mechanism.release(sketch.sum({used}, rng), rng, devices={s.devices}).mean()",
        f"options = {{'spread': {p.spread}, 'restarts': {p.restarts}}}",
        f"found = compressive_kmeans(sketch, mean, {p.clusters}, bounds, rng, **options)",
        "ratios.append(sum_of_squares(x, found.centroids) / best)",
    ]
    body = "\n    ".join(lines)
    return f"""\
{head}from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import {", ".join(sorted(names, key=lambda name: (name.islower(), name)))}

{data}
best = sum_of_squares(x, kmeans(x, {p.clusters}, seed={p.seed}, restarts={KMEANS_RESTARTS}))
ratios = []
for release in range({p.repetitions}):
    {body}
print(f"{{100 * (np.mean(ratios) - 1):.5g}} % above the SSE of k-means")
"""


def _data(p: PrivateSketchesParameters, names: list[str]) -> tuple[str, str]:
    """Imports and the lines that make x and bounds; the names they need are added."""
    n, d = p.shape
    if p.data == "file":
        columns = f"[:, {[int(one) - 1 for one in p.data_columns.split(',')]}]" if p.data_columns else ""
        head = "from pathlib import Path\n\nimport numpy as np\nfrom ppr_core.experiments import files\n"
        return head, "\n".join([
            f'x = files.numbers(Path("your.csv").read_bytes()).values{columns}',
            "low, high = x.min(axis=0), x.max(axis=0)",
            f"x, bounds = (2.0 * x - low - high) / (high - low), [[-1.0] * {d}, [1.0] * {d}]",
        ])  # fmt: skip
    if p.data == "mixture":
        names.append("mixture")
        rng = f"np.random.default_rng([{p.seed}, 0])"
        made = f"mixture(clusters={p.clusters}, dimension={d}, separation={p.separation!r}, samples={n}, rng={rng})"
    elif p.data == "digits":
        names.append("digits")
        made = f"digits(dimension={d})"
    else:
        names.append("shape")
        made = f'shape("{p.data}", samples={n}, seed={p.seed})'
    return "import numpy as np\n", f"data = {made}\nx, bounds = data.points, data.bounds"
