"""The program that prints the first number of the experiment `mean_estimation`."""

from __future__ import annotations

from ppr_core.experiments.mean_estimation.data import NONZEROS
from ppr_core.experiments.mean_estimation.measure import tasks
from ppr_core.experiments.mean_estimation.parameters import MeanParameters
from ppr_core.experiments.mean_estimation.schemes import build, shared_seed

__all__ = ["snippet"]


def snippet(parameters: MeanParameters) -> str:
    """The measured squared error of the first scheme at the chosen ε."""
    p = parameters
    scheme = build(p, tasks(p)[0])
    imports, made = _sliced(p, scheme) if p.central else _unit(p, scheme)
    data_imports, data = _data(p)
    lines = ["import numpy as np", *data_imports, *imports, "from ppr_core.randomness import SharedRandomness", ""]
    share, what = (f" / {p.shape[1]}", " per coordinate") if p.central else ("", "")
    return (
        "\n".join([*lines, *data, *made, "errors = []"])
        + f"""
for r in range({p.repetitions}):
    rng = np.random.default_rng([{p.seed}, 1, 0, r])
    found = scheme.estimate(x, SharedRandomness({shared_seed(p, 0, 0)} + r), rng)
    errors.append(found.squared_error{share})
print(f"{{np.mean(errors):.6g}} is the squared error{what}, mean of {p.repetitions} runs")
"""
    )


def _sliced(p: MeanParameters, scheme) -> tuple[list[str], list[str]]:
    bound = "" if scheme.chunk_norm_bound is None else f", chunk_norm_bound={scheme.chunk_norm_bound!r}"
    n, d = p.shape
    return ["from ppr_core.estimation.mean import SlicedGaussianPPR"], [
        f"# noise of the mean for central ε = {p.epsilon:g}, δ = {p.delta:g}; mean_noise_std finds it",
        f"noise = {scheme.mean_noise_std!r}",
        f"scheme = SlicedGaussianPPR(dimension={d}, clients={n}, mean_noise_std=noise, chunk={scheme.chunk},",
        f"                           alpha={p.alpha!r}, code={p.code!r}{bound})",
    ]


def _unit(p: MeanParameters, scheme) -> tuple[list[str], list[str]]:
    imports = ["from ppr_core.estimation.mean import UnitReports"]
    made = f"scheme = UnitReports(dimension={p.shape[1]}, epsilon={p.epsilon!r}, reports={scheme.reports}"
    if scheme.compressor is None:
        return imports, [f"{made})"]
    imports.insert(0, "from ppr_core.compressors import PoissonPrivateRepresentation")
    return imports, [
        f"{made},",
        f"                     compress=lambda channel: PoissonPrivateRepresentation(channel, {p.alpha!r}))",
    ]


def _data(p: MeanParameters) -> tuple[list[str], list[str]]:
    n, d = p.shape
    rng = f"np.random.default_rng([{p.seed}, 0])"
    if p.data == "file":
        columns = f"[:, {[int(one) - 1 for one in p.data_columns.split(',')]}]" if p.data_columns else ""
        scale = "np.abs(x).max()" if p.central else "np.linalg.norm(x, axis=1, keepdims=True)"
        imports = ["from pathlib import Path", "from ppr_core.experiments.files import uploads"]
        return imports, [f'x = uploads.numbers(Path("your.csv").read_bytes()).values{columns}', f"x = x / {scale}"]
    if p.data == "signs":
        bound = "" if p.central else f", bound={d} ** -0.5"
        return ["from ppr_core.estimation.mean import sign_vectors"], [f"x = sign_vectors({n}, {d}, {rng}{bound})"]
    more = f", nonzeros={min(NONZEROS, d)}" if p.data == "sparse" else ""
    imports = [f"from ppr_core.estimation.mean import {p.data}_vectors"]
    lines = [f"x = {p.data}_vectors({n}, {d}, {rng}{more})"]
    if p.central:
        imports.insert(0, "from ppr_core.experiments.mean_estimation.data import rotated")
        lines.append(f"x = {d} ** 0.5 * rotated(x)  # lengths stay, chunks become alike")
    return imports, lines
