"""The program that prints the first number of the experiment `private_sketches`."""

from __future__ import annotations

from ppr_core.experiments.private_sketches.measure import KMEANS_RESTARTS
from ppr_core.experiments.private_sketches.parameters import PILOT_SHARE, PrivateSketchesParameters

__all__ = ["snippet"]


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
    left, delta = 1.0, f", delta={s.delta!r}" if s.delta else ""
    lines = ["rng = np.random.default_rng([" + f"{p.seed}, 1, release])"]
    scale = repr(p.scale_value)
    if p.scale == "bounds":
        names.append("scale_from_bounds")
        scale = f"scale_from_bounds(bounds, {p.clusters})"
    if p.scale == "private":
        names.append("private_scale")
        left, scale = 1.0 - PILOT_SHARE, "pilot.scale"
        pilot = f", delta={PILOT_SHARE * s.delta!r}" if s.delta else ""
        delta = f", delta={left * s.delta!r}" if s.delta else ""
        lines.append(
            f"pilot = private_scale({used}, bounds, {p.clusters}, epsilon={PILOT_SHARE * s.epsilon!r}, rng=rng,\n"
            f"                          shared=SharedRandomness({p.seed + 1}), {noise}, devices={s.devices}{pilot})"
        )
    lines += [
        f"sketch = FourierSketch(dimension={d}, features={s.features}{kept}, scale={scale},",
        f"                       shared=SharedRandomness({p.seed}){law})",
        f"mechanism = PrivateSketch(sketch=sketch, epsilon={left * s.epsilon!r}{delta}, {noise})",
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
        head = "from pathlib import Path\n\nimport numpy as np\nfrom ppr_core.experiments.files import uploads\n"
        return head, "\n".join([
            f'x = uploads.numbers(Path("your.csv").read_bytes()).values{columns}',
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
