"""Private sketches: clusters found in a short noisy summary of the data instead of in the data.

Schellekens, Chatalic, Houssiau, de Montjoye, Jacques, Gribonval: Differentially private compressive k-means (ICASSP
2019); decoding by Keriven, Tremblay, Traonmilin, Gribonval: Compressive k-means (ICASSP 2017).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ppr_core.experiments.contract import Experiment, Progress
from ppr_core.experiments.private_sketches.compressed import ladder, rung
from ppr_core.experiments.private_sketches.cost import base_seconds, cost, extra_seconds
from ppr_core.experiments.private_sketches.measure import Sketcher, baseline, lloyd, releases, signal
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters
from ppr_core.experiments.private_sketches.result import Found, Picture, PrivateSketchesResult, View
from ppr_core.experiments.private_sketches.snippet import snippet
from ppr_core.experiments.private_sketches.sweep import curves, feature_map
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "PrivateSketchesParameters", "PrivateSketchesResult", "cost", "run"]


def run(parameters: PrivateSketchesParameters, progress: Progress | None = None) -> PrivateSketchesResult:
    """The releases of the picture and what they are compared with; then, if asked for, a curve or a map."""
    p, result = parameters, None
    first, extra = base_seconds(p), extra_seconds(p)
    total, done = first + sum(seconds for seconds, _ in extra), 0.0

    def tell(seconds: float, note: str) -> None:
        if progress is not None:
            progress(min(1.0, seconds / total), note, result)

    base = baseline(p)
    tell(0.05 * first, "k-means on the data")
    sketcher, found, others = Sketcher(p, base, p.setting()), [], []
    for release in releases(sketcher):
        found.append(release)
        others.append(lloyd(p, base, p.epsilon, len(others)))
        tell(0.8 * first * len(found) / p.repetitions, "releases")
    clean = sketcher.clean()
    result = PrivateSketchesResult(
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
    done = first
    if p.show == "compressed":
        for devices, (seconds, _) in zip(ladder(p), extra, strict=True):

            def within(share: float, before: float = done, seconds: float = seconds, devices: int = devices) -> None:
                tell(before + share * seconds, f"L = {number(devices)}")

            result = replace(result, ladder=(*result.ladder, rung(p, base, devices, within)))
            done += seconds
    elif p.show != "release":
        if p.show == "features":
            name, parts = "features", feature_map(p, base, result.signal.share)
        else:
            name, parts = "sweep", curves(p, base)
        for (_, known), (seconds, note) in zip(parts, extra, strict=True):
            done += seconds
            result = replace(result, **{name: known})
            tell(done, note)
    tell(total, "")
    return result


_PRESETS: dict[str, tuple[dict[str, Any], str]] = {
    "A first look": ({}, "Ten thousand points, five clusters, 30 features, ε = 1 for a replaced sample."),
    "Ten times the privacy (ε = 0.1)": ({"epsilon": 0.1}, "The same sketch with ten times the noise."),
    "Ten times the privacy, twenty features": (
        {"epsilon": 0.1, "multiple": 2.0},
        "Fewer features need less noise each: two per unknown bring the clusters back.",
    ),
    "Error along ε, against DP-Lloyd": (
        {"show": "epsilon"}, "Three sketches and DP-Lloyd at the same ε, eight releases each.",
    ),
    "More features are not better": (
        {"show": "features"}, "The formula's signal-to-noise ratio over m and ε, and the best simulated m.",
    ),
    "More samples": ({"show": "samples", "epsilon": 0.3}, "The noise of the sum is fixed, so the mean's falls as 1/n."),
    "Sketches in a few hundred bits": (
        {"show": "compressed", "samples": 20_000, "epsilon": 2.0, "multiple": 5.0, "trials": 6},
        "Every device sends its noisy sketch through PPR: bits of a device against the error of the centroids.",
    ),
    "The local model": (
        {"samples": 1_000_000, "devices": 1_000_000, "epsilon": 5.0, "multiple": 2.0, "kept_share": 0.05,
         "repetitions": 2},
        "A million devices with one sample each; a sample gives one of its 20 features.",
    ),
    "Two moons": (
        {"data": "moons", "clusters": 2, "samples": 5000, "scale": "given", "scale_value": 0.4},
        "No round clusters: k-means halves the moons, and so does the sketch, at a scale of their size.",
    ),
    "Handwritten digits": (
        {"data": "digits", "clusters": 10, "dimension": 10, "epsilon": 10.0, "multiple": 5.0, "repetitions": 2},
        "1797 images on ten principal components: few samples for so many unknowns.",
    ),
    "Ten dimensions": (
        {"dimension": 10, "clusters": 10, "samples": 100_000, "epsilon": 1.0, "repetitions": 2},
        "Where the sum's sensitivity is spread over 300 features.",
    ),
}  # fmt: skip

EXPERIMENT = Experiment(
    name="private_sketches",
    parameters=PrivateSketchesParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={name: (PrivateSketchesParameters(**fields), what) for name, (fields, what) in _PRESETS.items()},
    dial="trials",
)
